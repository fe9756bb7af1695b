/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_OTHERS_H
#define LIMMAT_SERVER_OTHERS_H

/*
 * Other servers of the same store: what they take is had here as soon as the store tells of it, and
 * told to who looks on.  A visit that writes, or is by somebody with a session, need not wait for
 * that: it asks the store first.
 */

#include "server/server.h"

/* Follow until others_end.  LM_OK and nothing where no other server can have the store. */
LM_MUST_CHECK enum lm_status others_begin(struct server *s, struct lm_log *log);
void others_end(struct server *s);

#endif
