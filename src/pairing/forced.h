/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_FORCED_H
#define LIMMAT_PAIRING_FORCED_H

/*
 * What prescribing one pair (or that somebody leaves the bracket) costs first, and whom that hurts:
 * what a sentence about a pairing that was not made stands on, and what a checker repeats.  Its
 * shape is public, struct lm_forced; each system that can tell has a function of its own that fills
 * it (lm_dutch_force).
 */

#include "limmat/pairing.h"

/* Note ${player} and whom he then meets (LM_NOBODY: nobody here) among those hurt. */
static inline void lm_forced_hurts(struct lm_forced *forced, uint32_t player, uint32_t opponent)
{
    if (forced->hurt_count < LM_FORCED_NAMED) {
        forced->hurt[forced->hurt_count].player = player;
        forced->hurt[forced->hurt_count].opponent = opponent;
    }
    forced->hurt_count++;
}

#endif
