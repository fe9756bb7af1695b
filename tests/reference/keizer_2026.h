/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_TESTS_REFERENCE_KEIZER_2026_H
#define LIMMAT_TESTS_REFERENCE_KEIZER_2026_H

#include "simple_2026.h"

/* docs/keizer-2026.md written down a second time. */

/* The settings of article 5, in its order. */
struct ref_keizer {
    int top, step, bottom, own, win, draw, loss, forfeit, bye, club, excused, absent, excuses,
        apart;
};

/* Pair round ${state}->round: 0 and the pairs in ${out}, or 1 if the arbiter's prohibitions leave
 * none. */
int ref_keizer_2026_pair(const struct ref_state *state, const struct ref_keizer *settings,
                         struct ref_pairing *out);

/* Compute the scores of art. 2 after ${rounds} rounds, in tenths, by place in ${state}. */
void ref_keizer_2026_scores(const struct ref_state *state, const struct ref_keizer *settings,
                            int rounds, int *score);

#endif
