/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_FORCED_H
#define LIMMAT_PAIRING_FORCED_H

/*
 * The first cost of prescribing one pair (or a floater), and the players it hurts: the basis of
 * sentences about a pairing that was not made, which a checker recomputes.  Its public form is
 * struct lm_forced; each system that can compute it has its own function (lm_dutch_force).
 */

#include "limmat/pairing.h"

/* Record ${player} and the opponent that ${player} then meets (LM_NOBODY: none here) among those
 * hurt. */
static inline void lm_forced_hurts(struct lm_forced *forced, uint32_t player, uint32_t opponent)
{
    if (forced->hurt_count < LM_FORCED_NAMED) {
        forced->hurt[forced->hurt_count].player = player;
        forced->hurt[forced->hurt_count].opponent = opponent;
    }
    forced->hurt_count++;
}

#endif
