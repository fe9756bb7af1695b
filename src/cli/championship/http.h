/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_HTTP_H
#define LIMMAT_CLI_HTTP_H

/* GET and PUT, with a token that is shown to nobody; `limmat-fetch` does it. */

#include "limmat/status.h"
#include "limmat/text.h"

struct http_request {
    const char *url;
    const char *accept; /* NULL: anything */
    const char *token;  /* a bearer token (of a PUT: its Idempotency-Key), or NULL; never logged,
                         * never sent on to another host */
};

struct http_answer {
    int status;          /* 200, 404, 429, … */
    int64_t retry_after; /* seconds that the server asks to wait; -1: it does not say */
    struct lm_text body; /* in the arena of ${log}; at most 64 MB */
};

/* LM_IO when there is no answer at all, with the reason in ${log}. */
LM_MUST_CHECK enum lm_status http_get(const struct http_request *request, struct lm_log *log,
                                      struct http_answer *answer);

/* Send ${bytes} there; likewise. */
LM_MUST_CHECK enum lm_status http_put(const struct http_request *request, const char *bytes,
                                      size_t length, struct lm_log *log,
                                      struct http_answer *answer);

#endif
