/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_OTHERS_H
#define LIMMAT_SERVER_OTHERS_H

/*
 * Other servers of the same store: this server reads their lines as soon as the store announces
 * them, and notifies its open pages. A visit that writes, or has a session, need not wait for that:
 * it asks the store first.
 */

#include "server/server.h"

/* Follow until others_end. LM_OK without effect if no other server can use the store. */
LM_MUST_CHECK enum lm_status others_begin(struct server *s, struct lm_log *log);
void others_end(struct server *s);

#endif
