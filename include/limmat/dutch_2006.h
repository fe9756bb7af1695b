/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_DUTCH_2006_H
#define LIMMAT_DUTCH_2006_H

/*
 * Other parts of the FIDE Swiss rules of 1992 to 2006 (C.04.1) than pairing: the order of players
 * and the final standings.  The pairing system itself is the row "dutch-2006" (limmat/pairing.h).
 */

#include <stdbool.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/export.h"
#include "limmat/status.h"
#include "limmat/tournament.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A1: put every player's rating into ${ratings}[player_count]: the FIDE rating; without it, a
 * national record whose rater is "INGO" (2840 - 8 x INGO) or "BCF" (600 + 8 x BCF); else 0. */
LM_API void lm_dutch_2006_ratings(const struct lm_tournament *t, int32_t *ratings);

/* A2: put the order before the first round (rating, title, name, TPN) into ${order}[player_count]:
 * player indices, number 1 first.  LM_LIMIT: no memory.  O(n log n). */
LM_API LM_MUST_CHECK enum lm_status lm_dutch_2006_order(const struct lm_tournament *t,
                                                        struct lm_arena *arena, uint32_t *order);

/* A place in the final standings (F10). */
struct lm_dutch_2006_place {
    uint32_t player;          /* index */
    int32_t points;           /* tenths */
    bool tied_first;          /* shares the highest number of points with others */
    int32_t head_to_head;     /* tenths from the games among the players tied for first, else 0 */
    int64_t opponent_ratings; /* sum over the games played */
    uint32_t opponents;       /* games played, the divisor of the average */
    bool by_lot; /* only the lot separates the player from a neighbour, or gave the first place */
};

/*
 * F10: put the final standings after ${round} (0: all rounds) into ${places}[player_count]: points;
 * for the first place the result in the games among the tied; the average rating of the opponents;
 * lots (lm_player.lot, lower is better; then TPN).  F9: an adjourned game counts by its final
 * result, which the option "adjourned" gives: "ROUND:WHITE-BLACK=RESULT", TPNs, RESULT of 1 = 0 for
 * White, several separated by spaces; without the option it stays a draw.  LM_LIMIT: no memory.
 */
LM_API LM_MUST_CHECK enum lm_status lm_dutch_2006_standings(const struct lm_tournament *t,
                                                            uint32_t round, struct lm_arena *arena,
                                                            struct lm_dutch_2006_place *places);

#ifdef __cplusplus
}
#endif
#endif
