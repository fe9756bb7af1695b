/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_TESTS_REFERENCE_DUTCH_2012_H
#define LIMMAT_TESTS_REFERENCE_DUTCH_2012_H

#include "dutch_2026.h"

/*
 * The Swiss System Based on Rating (the Dutch System), C.04.1 as agreed by the 83rd FIDE Congress
 * in Istanbul in 2012 and in force until June 2017, written down from its text: every transposition
 * and every exchange is tried in the printed sequence.  For fields of up to a dozen players.  It
 * shares the description of a position with the reference for 2026, and nothing with the library.
 * Players are ordered by score, then by TPN (A.2, as in later copies of the text).
 */

/* Pair round ${state}->round: 0 and the pairs in ${out} (its brackets stay empty), or 1 if no
 * pairing complies with B.1 and B.2. */
int ref_dutch_2012_pair(const struct ref_state *state, struct ref_pairing *out);

/* The same, lowering the requirements one by one as C.3 to C.10 are printed, and trying all
 * pairings each time; the function above finds the same pairing directly.  For up to seven players.
 */
int ref_dutch_2012_pair_step_by_step(const struct ref_state *state, struct ref_pairing *out);

/* D.2: an exchange, as the numbers (bit 0: number 1) that leave S1 and S2. */
struct ref_exchange {
    unsigned from_s1, from_s2;
};

enum { REF_EXCHANGES = 4900 }; /* four of eight with four of eight */

/* List all exchanges of ${moved} players between an S1 of the first ${s1} numbers and an S2 of the
 * next ${s2}, in the printed order; return their number. */
int ref_dutch_2012_exchanges(int s1, int s2, int moved, struct ref_exchange *list);

#endif
