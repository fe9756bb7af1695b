/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLIENT_HTTP_H
#define LIMMAT_CLIENT_HTTP_H

/* GET, PUT, POST and DELETE, with a token that is shown to nobody; `limmat-fetch` does it.  An
 * answer that leads elsewhere (3xx) is an answer: nobody goes there. */

#include "limmat/status.h"
#include "limmat/text.h"

struct os_stop;

struct client_request {
    const char *url;
    const char *accept; /* NULL: anything */
    const char *type;   /* of what a POST sends */
    const char *token;  /* a bearer token (of a PUT: its Idempotency-Key), or NULL; never logged,
                         * never sent on to another host */
    const struct os_stop *stop; /* ends the waiting for an answer (os/process.h); NULL: none */
};

struct client_answer {
    int status;          /* 200, 404, 429, … */
    int64_t retry_after; /* seconds that the server asks to wait; -1: it does not say */
    struct lm_text body; /* in the arena of ${log}; at most 64 MB */
};

/* LM_IO when there is no answer at all, with the reason in ${log}. */
LM_MUST_CHECK enum lm_status client_get(const struct client_request *request, struct lm_log *log,
                                        struct client_answer *answer);

/* Send ${bytes} there; likewise. */
LM_MUST_CHECK enum lm_status client_put(const struct client_request *request, const char *bytes,
                                        size_t length, struct lm_log *log,
                                        struct client_answer *answer);

/* Ask there to take ${bytes}, of ${request->type}; likewise. */
LM_MUST_CHECK enum lm_status client_post(const struct client_request *request, const char *bytes,
                                         size_t length, struct lm_log *log,
                                         struct client_answer *answer);

/* Send the message ${bytes}, encrypted for a browser, to its push service; ${request->token} is the
 * whole of Authorization; likewise. */
LM_MUST_CHECK enum lm_status client_push(const struct client_request *request, const char *bytes,
                                         size_t length, struct lm_log *log,
                                         struct client_answer *answer);

/* Ask there to take away what the address is about; likewise. */
LM_MUST_CHECK enum lm_status client_delete(const struct client_request *request, struct lm_log *log,
                                           struct client_answer *answer);

#endif
