/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_DUTCH_2006_REASONS_H
#define LIMMAT_PAIRING_DUTCH_2006_REASONS_H

#include "pairing/dutch_2006/dutch_2006.h"

extern const struct lm_rule lm_dutch_2006_criteria[], lm_dutch_2006_order_rules[];

/* Rules among them: B1(a), B2, B1(b). */
enum { LM_DUTCH_2006_MET_BEFORE, LM_DUTCH_2006_SAME_CLOSED, LM_DUTCH_2006_SECOND_BYE };

/* C13. */
enum { LM_DUTCH_2006_HELPS_LOWEST = 6 };

/* Is ${rule} B5 or B6? */
bool lm_dutch_2006_is_float(uint8_t rule);

/* Write the players of ${bracket}, those who leave it and what was given up to ${out}. */
enum lm_status lm_dutch_2006_describe(const struct field *field, const struct bracket *bracket,
                                      struct lm_bracket *out);

/* lm_system's ${judge}. */
enum lm_status lm_dutch_2006_judge(const struct lm_position *position, const struct lm_pair *pairs,
                                   uint32_t pair_count, struct lm_arena *arena, struct lm_log *log,
                                   struct lm_pairing **out);

/* Fill the brackets of ${pairing} with what was given up, and with alternatives if wanted. */
enum lm_status lm_dutch_2006_reasons(const struct field *field, const struct brackets *brackets,
                                     const struct lm_pair_request *request,
                                     struct lm_pairing *pairing);

#endif
