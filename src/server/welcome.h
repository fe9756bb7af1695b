/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_WELCOME_H
#define LIMMAT_SERVER_WELCOME_H

/*
 * New connections wait while the system has no descriptor for them: a listener that failed to
 * accept one rests for a moment, then tries again.  libevent alone would try without a pause, and
 * report each failure.
 */

#include <event2/event.h>
#include <event2/listener.h>

struct welcome;

/* Watch over ${listener} of ${base}.  ${remark} is called when connections begin to wait, at most
 * once a minute, unless it is NULL.  NULL: no memory. */
struct welcome *welcome_new(struct event_base *base, struct evconnlistener *listener,
                            void (*remark)(void *context, const char *text), void *context);
void welcome_free(struct welcome *w); /* before its base; can be NULL */

#endif
