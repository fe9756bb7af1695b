/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_STUDY_MEASURE_H
#define LIMMAT_CLI_STUDY_MEASURE_H

/* Measures of a system from one simulated event, as whole numbers: their sums are the same in
 * whatever order, and on however many machines, events are played. */

#include <stdbool.h>
#include <stdint.h>

#include "limmat/ranking.h"
#include "limmat/tournament.h"

enum measure {
    WRONG_PAIRS,     /* share of all pairs of players that the ranks put in the wrong order */
    SPEARMAN,        /* correlation of ranks and strengths */
    STRONGEST_FIRST, /* the strongest is first */
    TOP_FOUND,       /* share of the strongest K who are among the first K */
    COLOUR_SPREAD,   /* per player: games with one colour minus those with the other */
    COLOUR_OFF,      /* share of all players with a difference of two games or more */
    COLOUR_AGAIN,    /* share of all games but the first with the colour of the one before */
    FLOATS,          /* share of all pairs with different scores */
    FLOAT_GAP,       /* the difference of scores, over all pairs */
    FLOAT_AGAIN,     /* share of all floats in the direction of the round before */
    STRENGTH_GAP,    /* the difference of strengths, over all pairs */
    BYES,            /* pairing-allocated byes */
    BYE_PLACE,       /* the place of players with byes, from 0 (the strongest) to 1 (the weakest) */
    CUT_SHORT,       /* 1: no legal pairing was left */
    MEASURES
};

struct measure_kind {
    const char *key;   /* in JSON and CSV */
    const char *title; /* for people */
    const char *unit;  /* "%", "points", "" */
    int64_t scale;     /* parts per unit of the values */
    int better;        /* 1: more is, -1: less is, 0: neither */
};

extern const struct measure_kind measure_kinds[MEASURES];

struct measured {
    int64_t value[MEASURES];
    bool has[MEASURES]; /* a player without a bye has no BYE_PLACE */
};

/* Measure ${t}, which was played from ${strengths}; the places are those of ${list}.  ${wrong} gets
 * WRONG_PAIRS after each round played, ${*rounds} of them (it has room for those announced). All
 * other memory comes from ${arena}.  LM_LIMIT. */
LM_MUST_CHECK enum lm_status measure(const struct lm_tournament *t, const int32_t *strengths,
                                     uint32_t top, const struct lm_standings_options *list,
                                     struct lm_arena *arena, struct measured *out, int64_t *wrong,
                                     uint32_t *rounds);

#endif
