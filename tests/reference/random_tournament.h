/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_TESTS_REFERENCE_RANDOM_TOURNAMENT_H
#define LIMMAT_TESTS_REFERENCE_RANDOM_TOURNAMENT_H

#include "dutch_2026.h"

#include <stdint.h>

/*
 * Small random tournaments with everything that happens to real ones, and more of it: byes of all
 * kinds, absences, forfeits, withdrawals, late entries, forbidden pairs, accelerations, odd point
 * systems, all draws, and fields where nearly all players had the same colours.
 */
struct random_points {
    int win;
    int draw;
    int loss;
    int forfeit_loss; /* and of an absence */
    int pab;
};

struct random_tournament {
    uint64_t seed;
    struct random_points points; /* a requested bye is worth a win, a draw or an absence */
    struct ref_state state;      /* before the round to be paired */
};

/*
 * Pairs tournament->state; returns 0 and the round in ${out}, or another value to end the
 * tournament there (no legal pairing, or a difference found).
 */
typedef int random_pair_function(void *context, const struct random_tournament *tournament,
                                 struct ref_pairing *out);

/*
 * Play the tournament of ${seed}, with 2 to ${most} (<= REF_PLAYERS) players and as many rounds as
 * players at most: each round is paired by ${pair}, and gets its results.  Return the number of
 * rounds paired.  The same seed and the same pairings make the same tournament.
 */
int random_tournament_play(uint64_t seed, int most, random_pair_function *pair, void *context);

#endif
