/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_GUESTS_H
#define LIMMAT_SERVER_GUESTS_H

/*
 * The connections of a server: made in the clear or under TLS, and let go when a request does not
 * come to its end.  A sender who lets a byte trickle now and then is never idle, so the time of a
 * request runs from its first byte.
 */

#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/http.h>
#include <stdbool.h>

struct guests;
struct tls;

/* The connections of ${listener} are made here from now on, under ${tls} unless it is NULL; a
 * request may take ${patience} seconds to arrive.  NULL: no memory. */
struct guests *guests_new(struct event_base *base, struct evhttp *listener, unsigned patience,
                          const struct tls *tls);
void guests_free(struct guests *guests); /* when the listener is gone */

/* A request is whole: its connection has all the time again. */
void guests_arrived(struct guests *guests, struct evhttp_request *request);

/* Ask ${answer} first, when the first bytes of a request have arrived at a ${connection} where no
 * other one is under way: it may take them all out of ${input} and answer (true), or must leave
 * them. */
typedef bool guests_answerer(void *context, struct bufferevent *connection, struct evbuffer *input);
void guests_answer(struct guests *guests, guests_answerer *answer, void *context);

#endif
