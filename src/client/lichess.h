/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLIENT_LICHESS_H
#define LIMMAT_CLIENT_LICHESS_H

/*
 * Questions of a championship to Lichess, by its documented API (lichess.org/api): an account and
 * its marks, its rating history, the number of its rated games before a time, the games between two
 * players. Also the login of a player (authorization code with PKCE), which proves that an account
 * is theirs. A server that is busy (429, 5xx) is asked again after the time it names, or a minute.
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
    uint32_t attempts;   /* of each question */
    int64_t patience;    /* seconds to wait if the server names no time */
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
    bool marked; /* for a violation of the terms of service; Lichess gives no details */
    bool closed;
    bool bot;
};

/* Read an account. LM_INVALID: it does not exist. */
LM_MUST_CHECK enum lm_status lichess_account(const struct lichess *l, const char *name,
                                             struct lichess_account *out);

/* Append the rating history in the variant as the member "history" of an application has it:
 * [["2019-06-01T00:00:00Z", 1834], …], oldest first; one entry per day, at its start. */
LM_MUST_CHECK enum lm_status lichess_history(const struct lichess *l, const char *name,
                                             struct lm_text *out);

/* Count rated games in the variant that ended before ${before}, up to ${enough}. */
LM_MUST_CHECK enum lm_status lichess_games_before(const struct lichess *l, const char *name,
                                                  int64_t before, uint32_t enough, uint32_t *count);

/* The clocks that a match requires, game by game: "2+5", NULL: any. None: all games count. */
struct lichess_clocks {
    const char *const *all;
    size_t count;
};

/* Find the rated games of ${first} against ${second} that began in [${since}, ${until}], in order,
 * as results from ${first}'s side: "1=0". A game does not count if it is unrated, of another
 * variant, or has another clock than its turn requires. */
LM_MUST_CHECK enum lm_status lichess_games_between(const struct lichess *l, const char *first,
                                                   const char *second, int64_t since, int64_t until,
                                                   const struct lichess_clocks *clocks,
                                                   struct lm_text *out);

/* A login: the values sent to the browser, and those it returns. */
struct lichess_login {
    const char *client;    /* name of the client: Lichess needs no registration and accepts any */
    const char *back;      /* address to which the browser returns, the same at both steps */
    const char *state;     /* the browser returns with it */
    const char *challenge; /* SHA-256 of ${verifier} in base64url */
    const char *verifier;  /* 43 to 128 letters and digits (RFC 7636, 4.1), a secret */
    const char *code;      /* code with which the browser returned */
};

/* Append the address to which the browser is sent (client, back, state, challenge). It asks for no
 * scope: identity needs none. */
LM_MUST_CHECK enum lm_status lichess_login_address(const struct lichess *l,
                                                   const struct lichess_login *login,
                                                   struct lm_text *out);

/* Get a token for the code (client, back, verifier, code). LM_INVALID: Lichess rejects it. */
LM_MUST_CHECK enum lm_status lichess_token(const struct lichess *l,
                                           const struct lichess_login *login, const char **token);

/* Read the account whose token ${l->token} is; its name is safe in an address. */
LM_MUST_CHECK enum lm_status lichess_own_account(const struct lichess *l,
                                                 struct lichess_account *out);

/* --- broadcasts, with a token of the scope study:write */

/* Make a broadcast called ${name}; put its id into ${*id}. LM_INVALID: Lichess does not accept the
 * token or the name. */
LM_MUST_CHECK enum lm_status lichess_broadcast(const struct lichess *l, const char *name,
                                               const char **id);

/* Find the round called ${name} of the broadcast ${tour}, or make it, to begin at ${starts}
 * (seconds since 1970; 0: not set); put its id into ${*id}. */
LM_MUST_CHECK enum lm_status lichess_broadcast_round(const struct lichess *l, const char *tour,
                                                     const char *name, int64_t starts,
                                                     const char **id);

/* Set the games of ${round} to those of ${pgn}. */
LM_MUST_CHECK enum lm_status lichess_broadcast_push(const struct lichess *l, const char *round,
                                                    const struct lm_text *pgn);

/* Can ${text} be the id of a broadcast, eight letters and digits? */
bool lichess_is_broadcast(const char *text);

/* Revoke ${l->token}, if Lichess can be reached. */
void lichess_end_token(const struct lichess *l);

#endif
