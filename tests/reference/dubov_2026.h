/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_TESTS_REFERENCE_DUBOV_2026_H
#define LIMMAT_TESTS_REFERENCE_DUBOV_2026_H

#include "dutch_2026.h"

/*
 * The Dubov System, C.04.4.1 of 2026, written down a second time: it examines every set of
 * upfloaters, every set of shifters and every transposition.  For fields of up to about ten
 * players, all of them with ratings.
 */

/* Pair round ${state}->round: 0 and the pairs in ${out} (its brackets stay empty), or 1 if no legal
 * pairing exists (art. 1.9.3). */
int ref_dubov_2026_pair(const struct ref_state *state, struct ref_pairing *out);

#endif
