/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_OUTBOX_H
#define LIMMAT_SERVER_OUTBOX_H

/*
 * Reminders of championships: mails to players of what they must do, when it comes up and a day
 * before it is late.
 *
 * What is to be sent follows from the state, so it is stored nowhere; what was sent is.  A record
 * is written before a mail goes out and again when it is gone.  Killed in between, nobody knows,
 * and nothing is sent twice: the director sees it and says whether it goes again.
 */

#include "server/server.h"

/* A mail, and what is known of it. */
struct reminder {
    const char *key; /* of its record: championship, player, what, until when, which of the two */
    const char *player, *address; /* "": he gave none */
    const char *subject, *text;
    const char *state; /* "": not sent; "sending", "sent", "failed: …" */
    bool ripe;         /* it would go out now */
};

/* The reminders of the championship that ${v} has, of which some may have been sent. */
LM_MUST_CHECK enum lm_status outbox_list(struct visit *v, struct reminder **out, size_t *count);

/* Is this an address to which mail can go, and nothing else? */
bool outbox_is_address(const char *text);

struct outbox;

/* Send what is ripe, now and then, from a thread of its own by the program ${command}, which reads
 * a mail with its headers as sendmail -t does.  NULL: no memory. */
struct outbox *outbox_start(struct server *s, const char *command);
void outbox_stop(struct outbox *o); /* waits for a mail that is on its way */

#endif
