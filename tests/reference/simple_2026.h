/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_TESTS_REFERENCE_SIMPLE_2026_H
#define LIMMAT_TESTS_REFERENCE_SIMPLE_2026_H

#include "dutch_2026.h"

/*
 * The Simple Swiss of docs/simple-2026.md written down a second time: down the list, by trial until
 * a pairing is complete.  For small fields.  The parts shared with Keizer's rules are here, too.
 */

/* Pair round ${state}->round: 0 and the pairs in ${out}, or 1 if no pairing is complete. */
int ref_simple_2026_pair(const struct ref_state *state, struct ref_pairing *out);

/* The players to be paired, the first one first, and the rules that keep them apart. */
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
