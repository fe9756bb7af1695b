/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_DUTCH_2006_REASONS_H
#define LIMMAT_PAIRING_DUTCH_2006_REASONS_H

#include "pairing/dutch_2006.h"

extern const struct lm_rule lm_dutch_2006_criteria[], lm_dutch_2006_order_rules[];

/* Of them: B1(b). */
enum { LM_DUTCH_2006_SECOND_BYE = 2 };

/* Fill the brackets of ${pairing} with what was given up, and with alternatives if wanted. */
enum lm_status lm_dutch_2006_reasons(const struct field *field, const struct brackets *brackets,
                                     const struct lm_pair_request *request,
                                     struct lm_pairing *pairing);

#endif
