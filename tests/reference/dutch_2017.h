/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_TESTS_REFERENCE_DUTCH_2017_H
#define LIMMAT_TESTS_REFERENCE_DUTCH_2017_H

#include "dutch_2026.h"

/*
 * The FIDE (Dutch) System, C.04.3 in force from July 2017 to January 2026, written down a second
 * time: every candidate of every bracket is generated in the order of sections B and D and weighed
 * by section C, nothing is left out.  For fields of up to about nine players.  It shares no code
 * with the library; of the reference for 2026 it shares the description of a position.
 */

/* Pair round ${state}->round: 0 and the pairs in ${out} (its brackets stay empty), or 1 when no
 * legal pairing exists (A.9).  ${*collapsed} tells whether there was a PPB. */
int ref_dutch_2017_pair(const struct ref_state *state, struct ref_pairing *out, bool *collapsed);

#endif
