/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_TESTS_REFERENCE_BURSTEIN_2026_H
#define LIMMAT_TESTS_REFERENCE_BURSTEIN_2026_H

#include "dutch_2026.h"

/*
 * The Burstein System, C.04.4.2 of 2026, written down a second time: it examines every set of
 * floaters and every pairing of a bracket.  For fields of up to about ten players.
 */

/* Pair round ${state}->round: 0 and the pairs in ${out} (after the seeding rounds its brackets stay
 * empty), or 1 if no legal pairing exists (art. 1.9.3). */
int ref_burstein_2026_pair(const struct ref_state *state, struct ref_pairing *out);

#endif
