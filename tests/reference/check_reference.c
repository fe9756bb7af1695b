/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The reference skips candidates that cannot be the best.  Check that this changes nothing: pair
 * random tournaments of up to ten players with and without skipping: check_reference TOURNAMENTS.
 */
#include "random_tournament.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PLAYERS = 10 };

struct counts {
    int rounds;
    int impossible;
    int different;
};

static int pair_twice(void *context, const struct random_tournament *tournament,
                      struct ref_pairing *out)
{
    struct counts *counts = context;
    struct ref_pairing all;
    const int impossible = ref_dutch_2026_pair(&tournament->state, out);
    counts->rounds++;
    counts->impossible += impossible;
    if (ref_dutch_2026_pair_exhaustively(&tournament->state, &all) != impossible ||
        memcmp(&all, out, sizeof all) != 0) {
        counts->different++;
        printf("tournament %llu, round %d: another round when no candidate is left out\n",
               (unsigned long long)tournament->seed, tournament->state.round);
    }
    return impossible;
}

int main(int count, char **argument)
{
    const int tournaments = count > 1 ? atoi(argument[1]) : 1000;
    struct counts counts = {0};
    for (int i = 0; i < tournaments; i++)
        random_tournament_play((uint64_t)i, MOST_PLAYERS, pair_twice, &counts);
    printf("%d tournaments, %d rounds, %d of them impossible, %d different\n", tournaments,
           counts.rounds, counts.impossible, counts.different);
    return counts.different != 0 || counts.rounds == counts.impossible;
}
