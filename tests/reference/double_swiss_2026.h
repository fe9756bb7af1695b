/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_REFERENCE_DOUBLE_SWISS_2026_H
#define LIMMAT_REFERENCE_DOUBLE_SWISS_2026_H

/*
 * The Double-Swiss System written again from the articles of C.04.5, sharing nothing with the
 * library: it examines every set of upfloaters and every pairing of a bracket, and takes the best.
 * Slow on purpose; for up to 12 participants.
 */

#include <stdbool.h>

enum { DS_PLAYERS = 64, DS_ROUNDS = 32, DS_SMALL = 12, DS_NOBODY = -1 };

/* A player's record of one round.  Half points throughout, as in the vectors. */
struct ds_entry {
    char bye; /* 'P'AB, 'F'ull-point, 'H'alf-point bye, 'Z'ero: absent; 0: a match */
    int bye_points;
    int opponent;
    bool white_first;
    int points[2];     /* per game */
    bool forfeited[2]; /* by this player */
};

struct ds_state {
    int players, rounds; /* rounds: already played */
    int rounds_total;    /* 0: unknown */
    bool initial_white;
    int tpn[DS_PLAYERS]; /* ascending */
    bool absent[DS_PLAYERS];
    struct ds_entry entry[DS_PLAYERS][DS_ROUNDS];
    bool forbidden[DS_PLAYERS][DS_PLAYERS]; /* kept apart by the arbiter, both ways */
};

struct ds_group {
    int score, residents, upfloaters;
    int after, floaters, opponents; /* values of [C6], [C7] and [C8]; -1: they do not apply */
};

struct ds_result {
    bool possible;
    int bye; /* player or DS_NOBODY */
    int pairs;
    int white[DS_PLAYERS / 2], black[DS_PLAYERS / 2];
    const char *rule[DS_PLAYERS / 2]; /* of art. 4.3 */
    int groups;
    struct ds_group group[DS_PLAYERS];
};

/* Pair the next round of ${state}; at most DS_SMALL players present. */
void ds_reference(const struct ds_state *state, struct ds_result *result);

/* Points so far (half points). */
int ds_score(const struct ds_state *state, int player);

/* [C1]: have they met in a match that counts as played? */
bool ds_have_met(const struct ds_state *state, int a, int b);

/* [C2]: is ${player} barred from the bye? */
bool ds_bye_barred(const struct ds_state *state, int player);

#endif
