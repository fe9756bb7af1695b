/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_REFERENCE_DUBOV_1997_H
#define LIMMAT_REFERENCE_DUBOV_1997_H

/*
 * The Dubov System of 1997 written again from its articles, sharing nothing with the library:
 * whether players can be paired is always decided by trying all pairings, 6.3 by trial and error.
 */

#include <stdbool.h>

enum { DV_PLAYERS = 64, DV_ROUNDS = 32, DV_SMALL = 23, DV_NOBODY = -1 };

struct dv_entry {
    int opponent; /* player or DV_NOBODY */
    bool white;
    char result; /* 1 = 0 played, + - forfeited, U F H Z without an opponent */
};

struct dv_state {
    int players, rounds, rounds_total;
    bool first_white; /* the lot of art. 5 */
    int unrated;      /* R of players without rating; 0: none needed */
    int id[DV_PLAYERS], rating[DV_PLAYERS];
    char name[DV_PLAYERS][24], title[DV_PLAYERS][4];
    bool absent[DV_PLAYERS];
    struct dv_entry entry[DV_PLAYERS][DV_ROUNDS];
    bool forbidden[DV_PLAYERS][DV_PLAYERS]; /* kept apart by the arbiter, both ways */
};

enum dv_flag { /* bits */
               DV_BYE = 1,
               DV_LOOK_AHEAD = 2,
               DV_COMPLETION = 4,
               DV_MIRROR = 8,
               DV_HALL = 16,
               DV_FORCED_ROW = 32,
               DV_RESIDUE = 64
};

struct dv_result {
    bool possible;
    int bye; /* player or DV_NOBODY */
    int pairs;
    int white[DV_PLAYERS / 2], black[DV_PLAYERS / 2];
    int up[DV_PLAYERS];         /* 1, 2: transferred by 7.1, 7.2; 0: not */
    long long down[DV_PLAYERS]; /* class (1 to 4) of 6.4 at each downfloat, as decimal digits */
    unsigned flags;
};

/* Pair the next round of ${state}; at most DV_SMALL players present. */
void dv_reference(const struct dv_state *state, struct dv_result *result);

/* 2.1: have they played? */
bool dv_have_played(const struct dv_state *state, int a, int b);

/* 2.3, 2.4: can ${player} have this colour? */
bool dv_may_have(const struct dv_state *state, int player, bool white);

/* 2.2: is ${player} barred from the bye? */
bool dv_bye_barred(const struct dv_state *state, int player);

#endif
