/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_BROADCAST_H
#define LIMMAT_SERVER_BROADCAST_H

/*
 * A broadcast on Lichess that gets the boards of a section: before a round, when it is published,
 * and results as they come.  Only what public pages show is sent.
 *
 * What is kept: the organiser's token, sealed with a key that is in the folder of the data and not
 * in the store, so that no backup can be used; the broadcast and its rounds; and of each round a
 * digest of what was sent last.  Without internet that differs from what is to be sent, so it
 * goes once there is a connection, and once.
 */

#include "server/server.h"

struct broadcast {
    const char *slug, *section;
    const char *token; /* sealed */
    const char *tour;  /* its id at Lichess; "": it is to be made; "?": it may have been made */
    const char *name;
    const char *trouble; /* of the last attempt; "" */
    uint64_t line;       /* of the journal, as of which all was sent */
    int64_t sent, wait;  /* when that was; not before this moment again */
};

/* The broadcast of a section; false: there is none. */
bool broadcast_find(struct visit *v, const char *slug, const char *section, struct broadcast *out);

/* Begin ${b}, whose token is ${token}, as the organiser pasted it. */
LM_MUST_CHECK enum lm_status broadcast_begin(struct visit *v, struct broadcast *b,
                                             const char *token);

/* End it: the token is forgotten. */
LM_MUST_CHECK enum lm_status broadcast_end(struct visit *v, const char *slug, const char *section);

/* Have what changed since sent, by errands. */
void broadcasts_look(struct visit *v);

/* Its page, and the two forms on it (handle_broadcast.c). */
enum lm_status broadcast_show(struct visit *v);
extern const struct form_field broadcast_fields[];
enum lm_status broadcast_start(struct visit *v);
enum lm_status broadcast_stop(struct visit *v);

#endif
