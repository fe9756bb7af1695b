/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_ERRANDS_H
#define LIMMAT_SERVER_ERRANDS_H

/*
 * What is asked of other servers for somebody who waits.  A thread of its own goes there, so that
 * no worker and no championship waits with him; what it brings back it puts into the store, and the
 * page of who waits looks there.  A server that stops waits for no answer (${server->stop}); what
 * was not done stands in the store, for who gives the errands to take it up at the next start.
 */

#include "server/server.h"

enum { ERRANDS_MOST = 64 }; /* that wait; more are refused */

struct errands;

/* Do ${order}, on a visit of nobody. */
typedef void errand_run(struct visit *v, const char *key, const char *order);

/* NULL: no memory, or no thread. */
struct errands *errands_start(struct server *s);
void errands_stop(struct errands *e); /* once the server's stop is told */

/* Have ${run} do ${order} (both texts are copied) under ${key}.  true as well when one of that key
 * waits or is under way already: it is done once.  false: too many wait. */
bool errands_give(struct errands *e, errand_run *run, const char *key, const char *order);

#endif
