/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_LICHESS_H
#define LIMMAT_CLI_LICHESS_H

/*
 * What a championship asks Lichess, by its documented API (lichess.org/api): an account and its
 * marks, its rating history, how many rated games it had before a moment, the games between two
 * players.  A server that is busy (429, 5xx) is asked again after the time it names, or a minute.
 */

#include <stdint.h>

#include "limmat/json.h"
#include "limmat/status.h"
#include "limmat/text.h"

struct lichess {
    const char *server;  /* "https://lichess.org" */
    const char *token;   /* NULL: none */
    const char *variant; /* as the API calls it: "antichess" */
    uint32_t attempts;   /* at each question */
    int64_t patience;    /* seconds to wait where the server names no time */
    struct lm_arena *arena;
    struct lm_log *log;
};

struct lichess_account {
    const char *id;
    int64_t created;
    bool marked; /* for a violation of the terms of service; Lichess says neither which nor when */
    bool closed;
    bool bot;
};

/* LM_INVALID: there is no such account. */
LM_MUST_CHECK enum lm_status lichess_account(const struct lichess *l, const char *name,
                                             struct lichess_account *out);

/* Append the rating history in the variant as the member "history" of an application has it:
 * [["2019-06-01T00:00:00Z", 1834], …], oldest first; one entry per day, at its start. */
LM_MUST_CHECK enum lm_status lichess_history(const struct lichess *l, const char *name,
                                             struct lm_text *out);

/* Rated games in the variant that ended before ${before}, counted up to ${enough}. */
LM_MUST_CHECK enum lm_status lichess_games_before(const struct lichess *l, const char *name,
                                                  int64_t before, uint32_t enough, uint32_t *count);

/* The rated games of ${first} against ${second} that began in [${since}, ${until}], in order, as
 * results from ${first}'s side: "1=0". */
LM_MUST_CHECK enum lm_status lichess_games_between(const struct lichess *l, const char *first,
                                                   const char *second, int64_t since, int64_t until,
                                                   struct lm_text *out);

#endif
