/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_TESTS_REFERENCE_DUTCH_2026_H
#define LIMMAT_TESTS_REFERENCE_DUTCH_2026_H

#include <stdbool.h>

/*
 * The FIDE (Dutch) System, C.04.3 in force from 1 February 2026, written down a second time: small,
 * slow, straight from the articles, for small fields only.  It shares no code with the library, so
 * that a difference between the two is a mistake of one of them.
 *
 * Points are integers of any unit, the same everywhere (the tests use tenths).  Players are named
 * by their TPN.
 */
enum { REF_PLAYERS = 16, REF_ROUNDS = 20, REF_FORBIDDEN = 256 };

/* One player's record of a round. */
struct ref_record {
    int opponent;       /* TPN of the opponent, also for a forfeited game; 0: none */
    char colour;        /* 'w' or 'b' if played; otherwise ignored */
    bool played;        /* a game took place over the board */
    bool pab;           /* the round was a pairing-allocated bye */
    int points;         /* scored in this round */
    int virtual_points; /* of an acceleration, in force when this round was paired */
    int second;         /* C.04.6: the secondary score of this round */
};

struct ref_player {
    int tpn;      /* from 1, distinct; in any order in the array */
    bool present; /* is to be paired now */
    bool arrived; /* has entered the tournament by now (article 5.2.5); true for all present */
    bool scores;  /* is absent now, with points (for C.04.4.2) */
    int score;    /* used for pairing: points and the virtual points of this round */
    int rating;   /* not used by these rules, but by C.04.4.1 */
    struct ref_record record[REF_ROUNDS]; /* of the rounds before state.round, from index 0 */
};

struct ref_state {
    int count; /* players, 1..REF_PLAYERS */
    struct ref_player player[REF_PLAYERS];
    int round;           /* to be paired, from 1 */
    int total_rounds;    /* declared; round == total_rounds is the final round */
    char initial_colour; /* 'w' or 'b' */
    int win;             /* points of a win, of a draw (for C.04.4.2), of a loss */
    int draw;
    int loss;
    char team_type;      /* C.04.6: 'A', 'B' or 0: no colour preferences */
    bool second_counts;  /* C.04.6: the competition has a secondary score */
    bool c2_of_2018;     /* a requested full-point bye does not bar from a pairing-allocated bye */
    int forbidden_count; /* pairs that the arbiter forbids, by TPN */
    int forbidden[REF_FORBIDDEN][2];
};

/* The value of one criterion for a bracket: a number, or scores in descending order. */
struct ref_value {
    int count;
    int item[REF_PLAYERS + 2];
};

enum { REF_CRITERIA = 22 };

struct ref_bracket {
    int score; /* of the residents */
    int players;
    int player[REF_PLAYERS]; /* TPNs in order of BSN: first the moved-down players, then residents
                              */
    int moved_down;
    int downfloaters;
    int downfloater[REF_PLAYERS];
    /* [5]..[21]; [8] holds the following bracket's C5, C6 and C7; in [18] and [20] an MDP who
     * floats on has the difference to the residents, before the others */
    struct ref_value c[REF_CRITERIA];
};

struct ref_pairing {
    int pairs; /* in the order of the brackets, and in a bracket of its candidate */
    struct {
        int white;
        int black;
    } pair[REF_PLAYERS / 2];
    int pab; /* TPN, 0: none */
    int brackets;
    struct ref_bracket bracket[REF_PLAYERS];
};

/*
 * Pair round ${state}->round.  Return 0 and the round in ${out}, or 1 if no legal pairing exists
 * (article 1.9.3; ${out} is then empty).  Asserts that the state is consistent.
 */
int ref_dutch_2026_pair(const struct ref_state *state, struct ref_pairing *out);

/*
 * The same, examining every candidate of each bracket; the function above skips those that provably
 * cannot be the best.  For fields of up to about eight players.
 */
int ref_dutch_2026_pair_exhaustively(const struct ref_state *state, struct ref_pairing *out);

#endif
