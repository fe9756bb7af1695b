/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLIENT_HTTP_CLIENT_H
#define LIMMAT_CLIENT_HTTP_CLIENT_H

/* GET, PUT, POST and DELETE through `limmat-fetch`, with a token that no log or command line shows.
 * A redirect (3xx) is an answer and is not followed. */

#include "limmat/status.h"
#include "limmat/text.h"

struct os_stop;

struct client_request {
    const char *url;
    const char *accept; /* NULL: any */
    const char *type;   /* content type of a POST */
    const char *token;  /* a bearer token (of a PUT: its Idempotency-Key), or NULL; never logged,
                           never sent to another host */
    const struct os_stop *stop; /* ends the waiting for an answer (os/process.h); NULL: none */
};

struct client_answer {
    int status;          /* 200, 404, 429, … */
    int64_t retry_after; /* seconds that the server asks to wait; -1: not given */
    struct lm_text body; /* in the arena of ${log}; at most 64 MB */
};

/* Get the address; LM_IO if there is no answer at all, with the reason in ${log}. */
LM_MUST_CHECK enum lm_status client_get(const struct client_request *request, struct lm_log *log,
                                        struct client_answer *answer);

/* Put ${bytes} there; likewise. */
LM_MUST_CHECK enum lm_status client_put(const struct client_request *request, const char *bytes,
                                        size_t length, struct lm_log *log,
                                        struct client_answer *answer);

/* Post ${bytes}, of ${request->type}, there; likewise. */
LM_MUST_CHECK enum lm_status client_post(const struct client_request *request, const char *bytes,
                                         size_t length, struct lm_log *log,
                                         struct client_answer *answer);

/* Send the message ${bytes}, encrypted for a browser, to its push service; ${request->token} is the
 * whole of Authorization; likewise. */
LM_MUST_CHECK enum lm_status client_push(const struct client_request *request, const char *bytes,
                                         size_t length, struct lm_log *log,
                                         struct client_answer *answer);

/* Delete the object at the address; likewise. */
LM_MUST_CHECK enum lm_status client_delete(const struct client_request *request, struct lm_log *log,
                                           struct client_answer *answer);

#endif
