/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_FOLLOW_H
#define LIMMAT_SERVER_FOLLOW_H

/*
 * Notifies followers when a player is paired: browsers by Web Push, others by mail.
 *
 * A follower is a record under a token that only the follower has.  The token gives the right to
 * stop at one tap; the record also expires after some months.  A message contains only what the
 * player's public page shows.
 *
 * Before the messages of a round are sent, one of the servers that share a store records it; that
 * server sends all of them, once.
 */

#include "server/server.h"

enum { FOLLOW_DAYS = 120, FOLLOWERS_MOST = 2000 /* for one event */ };

struct follower {
    const char *token;
    const char *slug, *section; /* as publications name them */
    uint32_t player;            /* the player's number */
    const char *language;
    const char *endpoint, *key, *auth; /* for a browser; endpoint "": by mail */
    const char *mail;
    bool sure; /* the owner of the mail address has confirmed it */
};

struct follow;

/* Is ${text} a contact address for push services: "mailto:…", "https://…"? */
bool follow_is_contact(const char *text);

/* Is ${endpoint} at a push service: one of the common browsers', or one that the server's owner
 * configured?  A browser must not make the server send requests into its own network. */
bool follow_is_service(const struct server *s, const char *endpoint);

/* Return the key with which browsers check messages of ${s}; "": it sends none. */
const char *follow_key(const struct server *s);

/* Store ${f} and give it a token; 429 if the event has too many followers. */
LM_MUST_CHECK enum lm_status follow_add(struct visit *v, struct follower *f);

/* Find the follower with ${token}; ${out->token} is NULL if there is none. */
LM_MUST_CHECK enum lm_status follow_find(struct visit *v, const char *token, struct follower *out);

/* Record that the owner of the mail address has confirmed it. */
LM_MUST_CHECK enum lm_status follow_confirm(struct visit *v, const struct follower *f);

LM_MUST_CHECK enum lm_status follow_end(struct visit *v, const char *token);

/* Send a request for confirmation to the mail address of ${token}, soon. */
void follow_ask(struct follow *f, const char *token);

/* Start a thread that notifies followers; NULL: no memory, or the reason in ${log}. */
struct follow *follow_start(struct server *s, struct lm_log *log);
void follow_stop(struct follow *f);

#endif
