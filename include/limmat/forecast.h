/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FORECAST_H
#define LIMMAT_FORECAST_H

/*
 * What may come of a tournament: its open games and the rounds that are left are played very often,
 * each round paired by the rules, and counted is whom everybody met next, where he ended and what
 * he won.  Where up to six games are open, limmat/preview.h tells exactly who may meet.
 *
 * How a game may end is a model, docs/forecast.md: the expected score is FIDE's (B.02 art. 8.1.2)
 * for the difference of strengths; a draw has the chance 4 ${draws} E (1 - E), E the expected score
 * of either; colours make no difference.  Nobody's strength is known: it is normally distributed
 * around the rating, and after games around what rating and results together make likely.
 *
 * The same seed gives the same numbers on every machine: all of it is reckoned in integers.
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
    int32_t unrated; /* strength of who has no rating */
    uint64_t seed;
    const char *tie_breaks;             /* as lm_standings_order; NULL: those of the tournament */
    const struct lm_prize_plan *prizes; /* NULL: none */
};

/* 2,000 runs, 35 % draws among equals, a scatter of 80, and 1400 for who is unrated. */
LM_API struct lm_forecast_options lm_forecast_default(void);

struct lm_forecast_player {
    struct lm_preview_player next;       /* whom he meets in the next round; outcomes are runs */
    uint32_t places[LM_FORECAST_PLACES]; /* runs that end with him on place 1, 2 …; the tied share
                                            the best of their places */
    uint64_t place_sum;                  /* of his place in all runs that came to an end */
    uint32_t prizes;                     /* runs in which he has a prize */
    int64_t prize_sum;                   /* what he has in all of them, cents */
};

struct lm_forecast {
    uint32_t round;                     /* the next to be paired; 0: only games are open */
    uint32_t open_count;                /* games that are open */
    uint32_t runs;                      /* that came to an end */
    uint32_t impossible;                /* of those that were begun: a round had no legal pairing */
    struct lm_forecast_player *players; /* by index */
};

/* What may come of ${t}, paired by ${system}, in ${arena}.  LM_INVALID with the reason in ${log}:
 * matches of several games or of teams, a number of rounds that is not known, options out of their
 * range, an order that cannot be computed.  LM_LIMIT.  Costs a pairing for each run and round. */
LM_API LM_MUST_CHECK enum lm_status lm_forecast(const struct lm_system *system,
                                                const struct lm_tournament *t,
                                                const struct lm_forecast_options *options,
                                                struct lm_arena *arena, struct lm_log *log,
                                                struct lm_forecast *out);

/* The result for White of a game between those strengths by the model, drawn from ${random}:
 * LM_WIN, LM_DRAW or LM_LOSS. */
struct lm_random;
LM_API enum lm_result lm_forecast_game(struct lm_random *random, int32_t white, int32_t black,
                                       uint32_t draws);

/* ${mean} and a deviation from it, normally distributed with ${deviation}, drawn from ${random}. */
LM_API int32_t lm_forecast_strength(struct lm_random *random, int32_t mean, int32_t deviation);

#ifdef __cplusplus
}
#endif
#endif
