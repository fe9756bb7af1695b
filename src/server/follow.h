/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_FOLLOW_H
#define LIMMAT_SERVER_FOLLOW_H

/*
 * Who is told when a player is paired: browsers by Web Push, others by mail.
 *
 * A follower is a record under a token that the follower alone has: the right to end it, at one
 * tap.  It ends by itself some months later.  A message says what the player's public page says.
 *
 * Of each round that somebody is told, it is written down first, by one of the servers that share a
 * store: who writes it tells all of them, once.
 */

#include "server/server.h"

enum { FOLLOW_DAYS = 120, FOLLOWERS_MOST = 2000 /* of an event */ };

struct follower {
    const char *token;
    const char *slug, *section; /* as publications name them */
    uint32_t player;            /* his number */
    const char *language;
    const char *endpoint, *key, *auth; /* of a browser; endpoint "": by mail */
    const char *mail;
    bool sure; /* the mail's owner has said so */
};

struct follow;

/* Is ${text} how a push service can ask who sends: "mailto:…", "https://…"? */
bool follow_is_contact(const char *text);

/* Is ${endpoint} at a push service?  At those of the common browsers, and where the server's owner
 * said: a browser that names one must not make the server knock at doors of its own network. */
bool follow_is_service(const struct server *s, const char *endpoint);

/* The key by which browsers know messages of ${s}; "": it sends none. */
const char *follow_key(const struct server *s);

/* Keep ${f}, whose token it gets; 429 when too many follow that event. */
LM_MUST_CHECK enum lm_status follow_add(struct visit *v, struct follower *f);

/* The follower with ${token}; ${out->token} is NULL when there is none. */
LM_MUST_CHECK enum lm_status follow_find(struct visit *v, const char *token, struct follower *out);

/* The mail's owner has said that it is meant. */
LM_MUST_CHECK enum lm_status follow_confirm(struct visit *v, const struct follower *f);

LM_MUST_CHECK enum lm_status follow_end(struct visit *v, const char *token);

/* Ask the mail address of ${token} whether it is meant, as soon as can be. */
void follow_ask(struct follow *f, const char *token);

/* Tell followers, from a thread of its own; NULL: no memory, or the reason in ${log}. */
struct follow *follow_start(struct server *s, struct lm_log *log);
void follow_stop(struct follow *f);

#endif
