/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_TESTS_REFERENCE_SIMPLE_2026_H
#define LIMMAT_TESTS_REFERENCE_SIMPLE_2026_H

#include "dutch_2026.h"

/*
 * The Simple Swiss of docs/simple-2026.md written down a second time: down the list, trying on and
 * on until a pairing is complete.  For small fields.  What Keizer's rules share with it is here
 * too.
 */

/* Pair round ${state}->round: 0 and the pairs in ${out}, or 1 when no pairing is complete. */
int ref_simple_2026_pair(const struct ref_state *state, struct ref_pairing *out);

/* Those who are to be paired, first the first, and what keeps them from each other. */
struct ref_ladder {
    const struct ref_state *state;
    int count;
    const struct ref_player *who[REF_PLAYERS];
    int apart;      /* rounds after which two players can meet again; 0: never */
    bool bye_again; /* a player can have the bye twice */
};

/* The bye and the pairs: the first complete pairing in order; 1: there is none. */
int ref_ladder_pair(const struct ref_ladder *ladder, struct ref_pairing *out);

#endif
