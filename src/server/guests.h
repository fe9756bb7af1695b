/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_GUESTS_H
#define LIMMAT_SERVER_GUESTS_H

/*
 * The connections of a server: made in the clear or under TLS, and let go when a request does not
 * come to its end.  A sender who lets a byte trickle now and then is never idle, so the time of a
 * request runs from its first byte.
 *
 * A request is kept here until it is whole, and libevent gets one at a time (gate.h).  Before its
 * body is read somebody judges its head, and all bodies together have a budget.
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

/* Bytes of requests in memory, of all loops. */
struct guests_budget {
    atomic_size_t held;
};

enum {
    GUESTS_MOST = 64 << 20,     /* of the budget; more is answered 503 */
    GUESTS_STRANGERS = 32 << 20 /* likewise to those without a session */
};

enum { GUESTS_WAIT = -1 };

/* What is thought of a request before its body is read. */
struct guests_verdict {
    int status;  /* of HTTP; 0: read it; GUESTS_WAIT: guests_decide will tell */
    size_t most; /* bytes that the body may have, beyond HTTP_BODY_MAX in a file; else 413 */
    bool known;  /* its sender has a session */
};

/* The callback for it: ${head} is what ${bytes}[0..${length}) say, which came from ${guest} at
 * ${connection}. */
typedef struct guests_verdict guests_judge(void *context, struct guest *guest,
                                           struct bufferevent *connection,
                                           const struct gate_head *head, const char *bytes,
                                           size_t length);

struct guests_options {
    unsigned patience;     /* seconds in which a request must arrive */
    const struct tls *tls; /* NULL: in the clear */
    const char *folder;    /* of bodies in files; NULL: none is kept so */
    struct guests_budget *budget;
    guests_judge *judge;
    void *context; /* of the judge */
};

/* The connections of ${listener} are made here from now on.  NULL: no memory. */
struct guests *guests_new(struct event_base *base, struct evhttp *listener,
                          const struct guests_options *options);
void guests_free(struct guests *guests); /* when the listener is gone */

/* Go on with ${guest}, whose judge said GUESTS_WAIT. */
void guests_decide(struct guest *guest, int status);

/* A request is whole: its connection has all the time again.  Returns 0, or the status with which
 * it is refused (its body was not read, and the connection has to be closed).  From now on the
 * caller answers for the ${*charged} bytes of the budget, and has the body that is in a file (NULL:
 * it came with the request). */
int guests_arrived(struct guests *guests, struct evhttp_request *request, size_t *charged,
                   struct spool **spool);

/* Ask ${answer} first, when the first bytes of a request have arrived at a ${connection} where no
 * other one is under way: it may take them all out of ${input} and answer (true), or must leave
 * them.  Its context is the judge's. */
typedef bool guests_answerer(void *context, struct bufferevent *connection, struct evbuffer *input);
void guests_answer(struct guests *guests, guests_answerer *answer);

#endif
