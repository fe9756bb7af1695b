/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_GUESTS_H
#define LIMMAT_SERVER_GUESTS_H

/*
 * The connections of a server, with or without TLS.  A connection is closed if a request does not
 * arrive in time.  The time of a request runs from its first byte, because a sender that trickles
 * single bytes is never idle.
 *
 * A request is held here until it is complete; libevent gets one at a time (gate.h).  A callback
 * checks its head before its body is read, and all bodies together have a budget.
 */

#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/http.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "server/gate.h"

struct guest;
struct guests;
struct spool;
struct tls;

/* Bytes of requests in memory, over all loops. */
struct guests_budget {
    atomic_size_t held;
};

enum {
    GUESTS_MOST = 64 << 20,     /* bytes of the budget; requests beyond it get 503 */
    GUESTS_STRANGERS = 32 << 20 /* likewise for senders without a session */
};

enum { GUESTS_WAIT = -1 };

/* The verdict on a request before its body is read. */
struct guests_verdict {
    int status;  /* HTTP status; 0: read the body; GUESTS_WAIT: guests_decide follows */
    size_t most; /* most bytes of a body (else 413); above HTTP_BODY_MAX it goes to a file */
    bool known;  /* its sender has a session */
};

/* The callback that gives the verdict.  ${head} is parsed from ${bytes}[0..${length}), which came
 * from ${guest} on ${connection}. */
typedef struct guests_verdict guests_judge(void *context, struct guest *guest,
                                           struct bufferevent *connection,
                                           const struct gate_head *head, const char *bytes,
                                           size_t length);

struct guests_options {
    unsigned patience;     /* seconds within which a request must arrive */
    const struct tls *tls; /* NULL: no TLS */
    const char *folder;    /* folder for bodies in files; NULL: none goes to a file */
    struct guests_budget *budget;
    guests_judge *judge;
    void *context; /* context of the judge */
};

/* Make the connections of ${listener} here from now on.  NULL: no memory. */
struct guests *guests_new(struct event_base *base, struct evhttp *listener,
                          const struct guests_options *options);
void guests_free(struct guests *guests); /* call it after the listener is freed */

/* Continue with ${guest}, whose judge returned GUESTS_WAIT. */
void guests_decide(struct guest *guest, int status);

/* Note that libevent has a complete request, and stop its timer.  Returns 0, or the status with
 * which to refuse it (its body was not read, and the connection has to be closed).  From now on the
 * caller is responsible for the ${*charged} bytes of the budget and owns ${*spool}, a body in a
 * file (NULL: the body is in the request). */
int guests_arrived(struct guests *guests, struct evhttp_request *request, size_t *charged,
                   struct spool **spool);

/* Set a callback that is called first when the first bytes of a request arrive on a ${connection}
 * without another request under way.  It either takes all bytes out of ${input} and answers (true),
 * or leaves them all.  Its context is the judge's. */
typedef bool guests_answerer(void *context, struct bufferevent *connection, struct evbuffer *input);
void guests_answer(struct guests *guests, guests_answerer *answer);

#endif
