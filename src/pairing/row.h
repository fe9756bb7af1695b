/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_ROW_H
#define LIMMAT_PAIRING_ROW_H

/*
 * Predetermined rounds: a round is a row of a table that was known before the first one.  Which
 * table, and who has which number of it, is a system's affair; what is shared is who of a row is
 * there, what becomes of the game of who is not, and how a given round is held against its row.
 */

#include "limmat/pairing.h"

/* The row that a round plays. */
struct lm_row {
    uint32_t (*pairs)[2]; /* player indices, White first, in the order of boards; LM_NOBODY: a
                             number that nobody has */
    uint32_t count;
    uint8_t opponent_rule, colour_rule; /* of all its pairs */
};

/* How many cycles ${t} plays: as many as its code says (…_G3, …DOUBLE…; else one), or as its
 * declared rounds need, of ${length} rounds each. */
uint32_t lm_cycles_of(const struct lm_tournament *t, uint32_t length);

/* Has ${player} left for good before ${round}, with less than half of his games played (C.05 art.
 * 6.6.1)?  Then nobody meets him any more. */
bool lm_row_has_left(const struct lm_tournament *t, uint32_t player, uint32_t round);

/* Has ${t} more than ${rounds} rounds been asked for?  LM_INVALID, and what to do. */
LM_MUST_CHECK enum lm_status lm_row_refuse(uint32_t rounds, struct lm_log *log);

/* The game of who is away is no pair; a note names it, as it is lost by forfeit, unless he has left
 * before he finished half of his games: then nobody meets him any more. */
LM_MUST_CHECK enum lm_status lm_row_pair(const struct lm_position *position,
                                         const struct lm_pair_request *request,
                                         const struct lm_row *row, struct lm_arena *arena,
                                         struct lm_pairing **out);

/* How many of ${pairs} are not in ${row}: the first criterion of the system. */
LM_MUST_CHECK enum lm_status lm_row_judge(const struct lm_position *p, const struct lm_row *row,
                                          const struct lm_pair *pairs, uint32_t pair_count,
                                          struct lm_arena *arena, struct lm_pairing **out);

#endif
