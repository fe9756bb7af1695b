/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLIENT_LICHESS_H
#define LIMMAT_CLIENT_LICHESS_H

/*
 * What a championship asks Lichess, by its documented API (lichess.org/api): an account and its
 * marks, its rating history, how many rated games it had before a moment, the games between two
 * players; and the log-in of somebody (authorization code with PKCE), who says by it that an
 * account is his.  A server that is busy (429, 5xx) is asked again after the time it names, or a
 * minute.
 */

#include <stdbool.h>
#include <stdint.h>

#include "limmat/json.h"
#include "limmat/status.h"
#include "limmat/text.h"

struct os_stop;

struct lichess {
    const char *server;  /* "https://lichess.org" */
    const char *token;   /* NULL: none */
    const char *variant; /* as the API calls it: "antichess" */
    uint32_t attempts;   /* at each question */
    int64_t patience;    /* seconds to wait where the server names no time */
    struct lm_arena *arena;
    struct lm_log *log;
    const struct os_stop *stop; /* ends the waiting for an answer (os/process.h); NULL: none */
};

/* "antichess": 1834 after 512 games. */
struct lichess_perf {
    const char *name;
    int64_t rating, games;
    bool provisional;
};

struct lichess_account {
    const char *id;
    int64_t created;
    int64_t games; /* of any kind */
    const struct lichess_perf *perfs;
    size_t perf_count;
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

/* The clocks that a match asks for, game by game: "2+5", NULL where it says none.  Without any all
 * games count. */
struct lichess_clocks {
    const char *const *all;
    size_t count;
};

/* The rated games of ${first} against ${second} that began in [${since}, ${until}], in order, as
 * results from ${first}'s side: "1=0".  A game with another clock than its turn asks for, of
 * another variant or unrated does not count. */
LM_MUST_CHECK enum lm_status lichess_games_between(const struct lichess *l, const char *first,
                                                   const char *second, int64_t since, int64_t until,
                                                   const struct lichess_clocks *clocks,
                                                   struct lm_text *out);

/* A log-in: what is asked of the browser, and what it comes back with. */
struct lichess_login {
    const char *client;    /* who asks: Lichess wants no registration, any name of one's own */
    const char *back;      /* the address to which the browser comes back, the same at both steps */
    const char *state;     /* comes back with it */
    const char *challenge; /* SHA-256 of ${verifier} in base64url */
    const char *verifier;  /* 43 to 128 letters and digits (RFC 7636, 4.1), a secret */
    const char *code;      /* with which it came back */
};

/* Append the address to which the browser is sent (client, back, state, challenge).  No scope is
 * asked: who he is needs none. */
LM_MUST_CHECK enum lm_status lichess_login_address(const struct lichess *l,
                                                   const struct lichess_login *login,
                                                   struct lm_text *out);

/* A token for the code (client, back, verifier, code).  LM_INVALID: Lichess does not accept it. */
LM_MUST_CHECK enum lm_status lichess_token(const struct lichess *l,
                                           const struct lichess_login *login, const char **token);

/* The account whose token ${l->token} is; its name is one that may stand in an address. */
LM_MUST_CHECK enum lm_status lichess_own_account(const struct lichess *l,
                                                 struct lichess_account *out);

/* --- broadcasts, with a token of the scope study:write */

/* A new broadcast called ${name}: its id into ${*id}.  LM_INVALID: Lichess does not accept the
 * token or the name. */
LM_MUST_CHECK enum lm_status lichess_broadcast(const struct lichess *l, const char *name,
                                               const char **id);

/* The round called ${name} of the broadcast ${tour}, which is made where there is none, to begin at
 * ${starts} (seconds since 1970; 0: not told): its id into ${*id}. */
LM_MUST_CHECK enum lm_status lichess_broadcast_round(const struct lichess *l, const char *tour,
                                                     const char *name, int64_t starts,
                                                     const char **id);

/* Let the games of ${round} be those of ${pgn}. */
LM_MUST_CHECK enum lm_status lichess_broadcast_push(const struct lichess *l, const char *round,
                                                    const struct lm_text *pgn);

/* Can ${text} be the id of a broadcast, eight letters and digits? */
bool lichess_is_broadcast(const char *text);

/* ${l->token} is needed no more: Lichess forgets it, if it can be reached. */
void lichess_end_token(const struct lichess *l);

#endif
