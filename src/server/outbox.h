/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_OUTBOX_H
#define LIMMAT_SERVER_OUTBOX_H

/*
 * Reminders of championships: players are told what they must do, when it comes up and a day before
 * it is late; by mail, by a webhook of their own (Discord's: a POST of {"content": ...}), and in a
 * channel of the championship.  By mail and webhook they read what happened, too (notices.h).
 *
 * What is to be sent follows from the state, so it is stored nowhere; what was sent is.  A record
 * is written before one goes out and again when it is gone.  Killed in between, nobody knows,
 * and nothing is sent twice: the director sees it and says whether it goes again.
 */

#include "server/server.h"

enum reminder_way { BY_MAIL, BY_HOOK, IN_CHANNEL, REMINDER_WAYS };

/* A reminder on one of its ways, and what is known of it. */
struct reminder {
    enum reminder_way way;
    const char *key;   /* of its record: championship, player, what, until when, which of the two */
    const char *scope; /* of that record */
    const char *player, *address;          /* "": he gave none */
    const char *subject, *text, *language; /* in which they are: "de" */
    const char *state; /* "": not sent; "sending", "sent", "failed: …", "later" */
    bool ripe;         /* it would go out now */
    bool news;         /* it says what happened, not what is due */
};

/* The reminders of the championship that ${v} has, of which some may have been sent. */
LM_MUST_CHECK enum lm_status outbox_list(struct visit *v, struct reminder **out, size_t *count);

/* Have a link to sign in sent to ${player} of the championship of ${v}, if they gave an address. */
LM_MUST_CHECK enum lm_status outbox_ask_link(struct visit *v, const char *player);

/* ${name}, who gives the first address of theirs, gets what happens from now on. */
LM_MUST_CHECK enum lm_status outbox_begin_news(struct visit *v, const char *name);

/* Is this an address to which mail can go, and nothing else? */
bool outbox_is_address(const char *text);

/* Is this an address to which ${s} posts reminders?  Those alone that begin as its administrator
 * said: whoever names one must not make the server knock at doors of its own network. */
bool outbox_is_hook(const struct server *s, const char *text);

/* What is posted of ${r} on a way that is no mail. */
const char *outbox_post(struct visit *v, const struct reminder *r);

struct outbox;

/* Does anything go out of ${o}, which may be NULL, by ${way} (REMINDER_WAYS: by any)? */
bool outbox_sends(const struct outbox *o, enum reminder_way way);

/* Claim ${key} of ${scope} for what is sent next: true once for each key, whoever asks, whichever
 * server of the store, and after a crash.  Who has it writes "sent" or why not with outbox_note.
 * ${v} needs no championship. */
bool outbox_claim(struct visit *v, const char *key, const char *scope);
LM_MUST_CHECK enum lm_status outbox_note(struct visit *v, const char *key, const char *scope,
                                         const char *state);

/* Have it answer ${address}, who asks for lost private addresses (recover.h), in ${language} and as
 * soon as it can; of too many at once the last are lost. */
void outbox_ask(struct outbox *o, const char *address, const struct lm_language *language);

/* Send the mail ${r} now, which waits for the program; is it gone?  ${o} may be NULL. */
bool outbox_mail(struct outbox *o, struct visit *v, const struct reminder *r);

/* Have a mail of ${subject} and ${text} sent to ${address} in the language of ${v}: it waits in the
 * store, for three days at most, until it could be sent once. */
LM_MUST_CHECK enum lm_status outbox_later(struct visit *v, const char *address, const char *subject,
                                          const char *text);

/* Send what is ripe, and enter what the calendar does by itself, now and then, from a thread of its
 * own: mails by the program ${command}, which reads one with its headers as sendmail -t does (NULL:
 * none go out), and to ${s->webhooks} (NULL likewise).  NULL: no memory. */
struct outbox *outbox_start(struct server *s, const char *command);
/* Waits for a mail that is on its way, until the server stops. */
void outbox_stop(struct outbox *o);

#endif
