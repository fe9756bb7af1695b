/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_CACHE_H
#define LIMMAT_SERVER_CACHE_H

/*
 * Public pages, made once for each state of their event: digested, packed and kept until the event
 * has a new line.  A page can show the current minute; it is then made again when the next minute
 * begins.  The key is the address; a page must not depend on anything else that a visitor sends.
 */

#include <stdbool.h>

#include "server/server.h"

struct cache;

struct cache *cache_new(void); /* NULL: no memory */
void cache_free(struct cache *c);

/* Can the answer to ${v} be kept?  Only pages of an event for visitors without a session can. */
bool cache_may_keep(const struct visit *v);

/* Answer ${v} with the kept page; false: none of the event's present state. */
bool cache_find(struct visit *v);

/* The same, before the handler of ${v} is known. */
bool cache_find_kept(struct visit *v);

/* Keep the answer to ${v}, made of the event as of line ${v->number}, and make the reply ready to
 * send. */
void cache_keep(struct visit *v);

#endif
