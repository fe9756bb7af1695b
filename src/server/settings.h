/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_SETTINGS_H
#define LIMMAT_SERVER_SETTINGS_H

/* Arguments of limmat-serve, and its two jobs. */

#include <stdbool.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/status.h"

/* The arguments as they were given, NULL if not given; `limmat help serve` explains them. */
struct settings {
    const char *verb; /* "serve", or a verb of `limmat db` */
    const char *data, *database, *listen, *host, *proxy, *mirror, *sample, *patience, *list,
        *list_from, *certificate, *key, *file, *from, *office;
    bool secure, quiet, tls, submissions;
    const char *limit, *clock, *mail, *webhooks, *lichess, *public_server, *name, *awake, *push,
        *push_service;
};

/* `limmat serve`: serve from the store at ${path} until told to stop. ${folder} holds lists,
 * certificates and keys. */
LM_MUST_CHECK enum lm_status serve(const struct settings *s, const char *folder, const char *path,
                                   struct lm_log *log);

/* `limmat db ${s->verb}` with the store at ${path}. LM_INVALID: unknown verb. */
LM_MUST_CHECK enum lm_status care_for_store(const struct settings *s, const char *folder,
                                            const char *path, struct lm_log *log);

/* Print on standard output. */
void say(struct lm_arena *arena, const char *format, ...) LM_PRINTF(2, 3);

/* Log that the argument ${about} is wrong: ${what}. Return LM_INVALID. */
enum lm_status refuse_argument(struct lm_log *log, const char *what, const char *about);

#endif
