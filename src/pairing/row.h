/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_ROW_H
#define LIMMAT_PAIRING_ROW_H

/*
 * Predetermined rounds: a round is a row of a table that was known before the first one.  The
 * system knows the table and its numbers.  Shared are the absent players of a row, their games, and
 * how a given round is compared with its row.
 */

#include "limmat/pairing.h"

/* The row that a round plays. */
struct lm_row {
    uint32_t (*pairs)[2]; /* player indices, White first, in the order of boards; LM_NOBODY: a
                             number without player */
    uint32_t count;
    uint8_t opponent_rule, colour_rule; /* of all its pairs */
};

/* Return how many cycles ${t} plays: as its code says (…_G3, …DOUBLE…; otherwise one), or as its
 * declared rounds need, of ${length} rounds each. */
uint32_t lm_cycles_of(const struct lm_tournament *t, uint32_t length);

/* Has ${player} left for good before ${round}, with less than half of the games played (C.05 art.
 * 6.6.1)?  Then no player meets this one any longer. */
bool lm_row_has_left(const struct lm_tournament *t, uint32_t player, uint32_t round);

/* Report that all ${rounds} rounds of the table are played: LM_INVALID, and what to do. */
LM_MUST_CHECK enum lm_status lm_row_refuse(uint32_t rounds, struct lm_log *log);

/* Pair the row.  The game of an absent player is not a pair; a note names it, as it is lost by
 * forfeit, unless the player left before finishing half of the games: then no one meets this player
 * any longer. */
LM_MUST_CHECK enum lm_status lm_row_pair(const struct lm_position *position,
                                         const struct lm_pair_request *request,
                                         const struct lm_row *row, struct lm_arena *arena,
                                         struct lm_pairing **out);

/* Count the ${pairs} that are not in ${row}: the first criterion of the system. */
LM_MUST_CHECK enum lm_status lm_row_judge(const struct lm_position *p, const struct lm_row *row,
                                          const struct lm_pair *pairs, uint32_t pair_count,
                                          struct lm_arena *arena, struct lm_pairing **out);

#endif
