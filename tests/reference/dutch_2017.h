/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_TESTS_REFERENCE_DUTCH_2017_H
#define LIMMAT_TESTS_REFERENCE_DUTCH_2017_H

#include "dutch_2026.h"

/*
 * The FIDE (Dutch) System, C.04.3 in force from July 2017 to January 2026, written down a second
 * time: every candidate of every bracket is generated in the order of sections B and D and weighed
 * by section C, without exception.  For fields of up to about nine players.  It shares no code with
 * the library, but the description of a position with the reference for 2026.
 */

enum { REF_NO_PPB = -1 };

/* Pair round ${state}->round: 0 and the pairs in ${out} (its brackets stay empty), or 1 if no legal
 * pairing exists (A.9).  ${*ppb} is the number of the bracket, from 0, that was the PPB; or
 * REF_NO_PPB. */
int ref_dutch_2017_pair(const struct ref_state *state, struct ref_pairing *out, int *ppb);

/* The same, with bracket number ${ppb} as the PPB, as it was found before something was prescribed
 * in or below it: a prescription can leave a bracket no pair to fail with, and a round paired from
 * the start would then have other brackets. */
int ref_dutch_2017_pair_held(const struct ref_state *state, int ppb, struct ref_pairing *out);

#endif
