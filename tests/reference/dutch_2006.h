/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_TESTS_REFERENCE_DUTCH_2006_H
#define LIMMAT_TESTS_REFERENCE_DUTCH_2006_H

#include <stdbool.h>

/*
 * The FIDE Swiss rules of 1992 to 2006 once more, literally: every transposition and every exchange
 * is tried in the printed sequence.  For a dozen players; shares nothing with the library.  Players
 * are numbered from 0 in the order of A2 before the first round.
 */
enum { OLD_PLAYERS = 24, OLD_ROUNDS = 16 };

enum old_result {
    OLD_ABSENT,
    OLD_WIN,
    OLD_DRAW,
    OLD_LOSS,
    OLD_FORFEIT_WIN,
    OLD_FORFEIT_LOSS,
    OLD_BYE,     /* A5 */
    OLD_HALF_BYE /* half a point on request */
};

struct old_game {
    int opponent; /* -1: none */
    char colour;  /* 'W', 'B', or 0 */
    enum old_result result;
};

struct old_tournament {
    int players, rounds_total, round;              /* ${round}: to be paired, from 1 */
    bool white_first;                              /* the lot: number 1 has White in round one */
    bool absent[OLD_PLAYERS];                      /* in ${round} */
    struct old_game game[OLD_PLAYERS][OLD_ROUNDS]; /* by round - 1 */
    bool forbidden[OLD_PLAYERS][OLD_PLAYERS];      /* kept apart by the arbiter, both ways */
};

struct old_pairing {
    int opponent[OLD_PLAYERS]; /* -1: the bye, or not paired */
    char colour[OLD_PLAYERS];
    int bye; /* -1: none */
};

/* false: no legal pairing. */
bool old_pair(const struct old_tournament *t, struct old_pairing *out);

#endif
