/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_BROADCAST_H
#define LIMMAT_SERVER_BROADCAST_H

/*
 * A broadcast on Lichess of the boards of a section: sent when a round is published, before it
 * starts, and as results come in.  It contains only what public pages show.
 *
 * The store keeps the broadcast, its rounds and the organiser's token.  The token is sealed with a
 * key from the data folder, so a backup of the store cannot be used to send.  For each round it
 * also keeps a digest of the last state sent.  After a time without internet the digest differs, so
 * the present state is sent once the connection is back.
 */

#include "server/server.h"

struct broadcast {
    const char *slug, *section;
    const char *token; /* sealed */
    const char *tour;  /* its id at Lichess; "": not made yet; "?": possibly made */
    const char *name;
    const char *trouble; /* error of the last attempt; "" */
    uint64_t line;       /* of the journal: all up to it was sent */
    int64_t sent, wait;  /* when that was; no new attempt before this */
};

/* Find the broadcast of a section; false: none. */
bool broadcast_find(struct visit *v, const char *slug, const char *section, struct broadcast *out);

/* Begin ${b} with ${token}, as the organiser pasted it. */
LM_MUST_CHECK enum lm_status broadcast_begin(struct visit *v, struct broadcast *b,
                                             const char *token);

/* End it, and delete the token. */
LM_MUST_CHECK enum lm_status broadcast_end(struct visit *v, const char *slug, const char *section);

/* Send the changes of all broadcasts, by errands. */
void broadcasts_look(struct visit *v);

/* The page of a broadcast, and its two forms (handle_broadcast.c). */
enum lm_status broadcast_show(struct visit *v);
extern const struct form_field broadcast_fields[];
enum lm_status broadcast_start(struct visit *v);
enum lm_status broadcast_stop(struct visit *v);

#endif
