/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_ERRANDS_H
#define LIMMAT_SERVER_ERRANDS_H

/*
 * Requests to other servers on behalf of a waiting user.  A thread of its own makes them, so that
 * no worker and no championship is blocked.  It puts the results into the store, where the user's
 * page finds them.  A stopping server does not wait for answers (${server->stop}).  Orders that
 * were not done remain in the store; the module that gave them gives them again at the next start.
 */

#include "server/server.h"

enum { ERRANDS_MOST = 64 }; /* waiting errands; more are refused */

struct errands;

/* Do ${order}, on a visit without a user. */
typedef void errand_run(struct visit *v, const char *key, const char *order);

/* NULL: no memory, or no thread. */
struct errands *errands_start(struct server *s);
void errands_stop(struct errands *e); /* call it after the server's stop is set */

/* Add an errand: ${run} does ${order} under ${key} (both texts are copied).  Also true if an errand
 * of that key waits or is under way: it is done once. false: too many wait. */
bool errands_give(struct errands *e, errand_run *run, const char *key, const char *order);

#endif
