/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_SETTINGS_H
#define LIMMAT_SERVER_SETTINGS_H

/* What was said to limmat-serve, and the two things it can be told to do. */

#include <stdbool.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/status.h"

/* The arguments as they were given, NULL where nothing was said; `limmat help serve` tells what
 * they mean. */
struct settings {
    const char *verb; /* "serve", or what to do with the store */
    const char *data, *database, *listen, *host, *proxy, *mirror, *sample, *patience, *list,
        *list_from, *certificate, *key, *file, *from, *office;
    bool secure, quiet, tls, submissions;
    const char *limit, *clock, *mail, *webhooks, *lichess, *public_server, *name, *awake, *push,
        *push_service;
};

/* `limmat serve`: serve from the store at ${path} until it is told to end; lists, certificates and
 * keys lie in ${folder}. */
LM_MUST_CHECK enum lm_status serve(const struct settings *s, const char *folder, const char *path,
                                   struct lm_log *log);

/* `limmat db ${s->verb}` with the store at ${path}.  LM_INVALID: there is no such verb. */
LM_MUST_CHECK enum lm_status care_for_store(const struct settings *s, const char *folder,
                                            const char *path, struct lm_log *log);

/* Tell it on standard output. */
void say(struct lm_arena *arena, const char *format, ...) LM_PRINTF(2, 3);

/* That an argument ${about} cannot be: ${what}.  LM_INVALID. */
enum lm_status refuse_argument(struct lm_log *log, const char *what, const char *about);

#endif
