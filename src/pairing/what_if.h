/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_WHAT_IF_H
#define LIMMAT_PAIRING_WHAT_IF_H

#include <stdbool.h>
#include <string.h>

#include "limmat/pairing.h"
#include "limmat/position.h"

/*
 * "What if these two met?"  The round is paired again with the pair prescribed (lm_prescribe), and
 * the system's judge compares the two rounds.  So one answer serves every system, without the
 * internals of its engine.
 */

/* Does ${rule} order who has the bye?  Its title or reason shows it. */
static inline bool lm_rule_is_of_bye(const struct lm_rule *rule)
{
    return strcmp(rule->code, "bye") == 0 ||
           strncmp(rule->title, "the bye", strlen("the bye")) == 0 ||
           (rule->reason != NULL && strncmp(rule->reason, "obstacle.bye", 12) == 0) ||
           (rule->reason != NULL && strncmp(rule->reason, "obstacle.missed", 15) == 0);
}

/* Return the criterion of ${system} whose sentence is ${reason}; ${other}: it has none. */
uint8_t lm_rule_with(const struct lm_system *system, const char *reason, uint8_t other);

/* Answer why ${player} does not meet ${opponent} (LM_NOBODY: have the bye) in ${pairing}, which
 * ${system} makes of ${p}, into ${*out}; the round with it into ${*with}, if that is not NULL and
 * there is one.  Both have a seat, and no rule bars the pair.  LM_UNDECIDED: the rules cannot
 * answer, and ${out} is unmodified. */
LM_MUST_CHECK enum lm_status lm_ask_prescribed(const struct lm_system *system,
                                               const struct lm_position *p,
                                               const struct lm_pairing *pairing, uint32_t player,
                                               uint32_t opponent, struct lm_arena *arena,
                                               enum lm_found *found, struct lm_alternative *out,
                                               struct lm_pairing **with);

/* Answer why ${player} does not leave the own bracket, of ${score}, that is, meet no opponent with
 * as many points, or more. */
LM_MUST_CHECK enum lm_status lm_ask_to_leave(const struct lm_system *system,
                                             const struct lm_position *p,
                                             const struct lm_pairing *pairing, uint32_t player,
                                             int32_t score, struct lm_arena *arena,
                                             enum lm_found *found, struct lm_alternative *out,
                                             struct lm_pairing **with);

/* Name in ${out} players of the ${count} ${seats} (LM_NOBODY: the bye) whom a largest set of legal
 * pairs leaves over. */
LM_MUST_CHECK enum lm_status lm_name_left_over(const struct lm_system *system,
                                               const struct lm_position *p, const uint32_t *seats,
                                               uint32_t count, struct lm_arena *arena,
                                               struct lm_forced *out);

/* Does the round with the pair of ${with} part from ${pairing} above the bracket of ${number}: by
 * players who are paired there?  The bracket itself then has another reason. */
bool lm_parts_above(const struct lm_pairing *pairing, size_t number,
                    const struct lm_alternative *with);

#endif
