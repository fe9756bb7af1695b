/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FORECAST_H
#define LIMMAT_FORECAST_H

/*
 * A forecast of a tournament: play its open games and remaining rounds many times, pair each round
 * by the rules, and count each player's next opponents, final places and prizes.  With up to six
 * open games, limmat/preview.h gives the exact possible pairings.
 *
 * Results follow a model, docs/forecast.md: the expected score is FIDE's (B.02 art. 8.1.2) for the
 * difference of strengths; a draw has the chance 4 ${draws} E (1 - E), E the expected score of
 * either; colours make no difference.  Strengths are unknown: normally distributed around the
 * rating, and after games around the likeliest strength by rating and results.
 *
 * The same seed gives the same numbers on every machine: all calculations use integers.
 */

#include <stdint.h>

#include "limmat/preview.h"
#include "limmat/prizes.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { LM_FORECAST_PLACES = 10, LM_FORECAST_RUNS_MAX = 100000 };

struct lm_forecast_options {
    uint32_t runs;   /* 1 … LM_FORECAST_RUNS_MAX */
    uint32_t draws;  /* of games between equals, per mille: 0 … 500 */
    int32_t scatter; /* of strengths: a standard deviation, 0 … 400 */
    int32_t unrated; /* strength of unrated players */
    uint64_t seed;
    const char *tie_breaks;             /* as lm_standings_order; NULL: those of the tournament */
    const struct lm_prize_plan *prizes; /* NULL: none */
};

/* 2,000 runs, 35 % draws among equals, a deviation of 80, and 1400 for unrated players. */
LM_API struct lm_forecast_options lm_forecast_default(void);

struct lm_forecast_player {
    struct lm_preview_player next;       /* opponents in the next round; outcomes are runs */
    uint32_t places[LM_FORECAST_PLACES]; /* runs that end on place 1, 2 …; tied players share
                                            the best of their places */
    uint64_t place_sum;                  /* of the place in all completed runs */
    uint32_t prizes;                     /* runs with a prize */
    int64_t prize_sum;                   /* sum of the prizes in all runs, cents */
};

struct lm_forecast {
    uint32_t round;                     /* the next to be paired; 0: only games are open */
    uint32_t open_count;                /* games that are open */
    uint32_t runs;                      /* completed runs */
    uint32_t impossible;                /* runs in which a round had no legal pairing */
    struct lm_forecast_player *players; /* by index */
};

/* Forecast ${t}, paired by ${system}, in ${arena}.  LM_INVALID with the reason in ${log}: matches
 * of several games or of teams, an unknown number of rounds, options out of range, an order that
 * can't be computed.  LM_LIMIT.  Costs a pairing for each run and round. */
LM_API LM_MUST_CHECK enum lm_status lm_forecast(const struct lm_system *system,
                                                const struct lm_tournament *t,
                                                const struct lm_forecast_options *options,
                                                struct lm_arena *arena, struct lm_log *log,
                                                struct lm_forecast *out);

/* Draw the result for White of a game between those strengths by the model, from ${random}: LM_WIN,
 * LM_DRAW or LM_LOSS. */
struct lm_random;
LM_API enum lm_result lm_forecast_game(struct lm_random *random, int32_t white, int32_t black,
                                       uint32_t draws);

/* ${mean} and a deviation from it, normally distributed with ${deviation}, drawn from ${random}. */
LM_API int32_t lm_forecast_strength(struct lm_random *random, int32_t mean, int32_t deviation);

#ifdef __cplusplus
}
#endif
#endif
