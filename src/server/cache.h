/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_CACHE_H
#define LIMMAT_SERVER_CACHE_H

/*
 * Pages that everybody may see, made once for each state of their event: digested, packed and kept
 * until the event has a new line.  A page may say "now" by the minute: it is made anew when another
 * begins.  The key is the address; a page may depend on nothing else that a visitor sends.
 */

#include <stdbool.h>

#include "server/server.h"

struct cache;

struct cache *cache_new(void); /* NULL: no memory */
void cache_free(struct cache *c);

/* May the answer to ${v} be kept?  A look at an event by somebody without a session. */
bool cache_may_keep(const struct visit *v);

/* Answer ${v} with the page that is kept; false: there is none of the event's present state. */
bool cache_find(struct visit *v);

/* The same, before anybody has looked which handler ${v} is for. */
bool cache_find_kept(struct visit *v);

/* Keep the answer to ${v}, which was made of the event as of line ${v->number}, and make the reply
 * ready to be sent. */
void cache_keep(struct visit *v);

#endif
