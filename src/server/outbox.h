/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_OUTBOX_H
#define LIMMAT_SERVER_OUTBOX_H

/*
 * Reminders of championships. Players get a reminder when a duty comes up, and another a day before
 * it is late: by mail, by a webhook of their own (Discord's: a POST of {"content": ...}), and in a
 * channel of the championship. Mail and webhook also carry news (notices.h).
 *
 * The reminders to send follow from the state, so only those already sent are stored. The outbox
 * writes a record before it sends one, and again afterwards. If the program is killed in between,
 * the outcome is unknown and it is not sent twice: the director sees it and can send it again.
 */

#include "server/server.h"

enum reminder_way { BY_MAIL, BY_HOOK, IN_CHANNEL, REMINDER_WAYS };

/* A reminder on one of its ways, and its state. */
struct reminder {
    enum reminder_way way;
    const char *key;   /* of its record: championship, player, duty, deadline, first or second */
    const char *scope; /* of that record */
    const char *player, *address;          /* "": none given */
    const char *subject, *text, *language; /* ${language}: of both texts, "de" */
    const char *state; /* "": not sent; "sending", "sent", "failed: …", "later" */
    bool ripe;         /* it is due to be sent now */
    bool news;         /* it carries news, not a duty */
};

/* List the reminders of ${v}'s championship, sent ones included. */
LM_MUST_CHECK enum lm_status outbox_list(struct visit *v, struct reminder **out, size_t *count);

/* Send a sign-in link to ${player} of ${v}'s championship, if they gave an address. */
LM_MUST_CHECK enum lm_status outbox_ask_link(struct visit *v, const char *player);

/* Send news to ${name}, who gives a first address, from now on. */
LM_MUST_CHECK enum lm_status outbox_begin_news(struct visit *v, const char *name);

/* Is ${text} a single mail address, and nothing else? */
bool outbox_is_address(const char *text);

/* Does ${s} post reminders to this address? Only to those that begin with a prefix of its
 * administrator: a user must not make the server call hosts in its own network. */
bool outbox_is_hook(const struct server *s, const char *text);

/* Return the text to post for ${r} on any way but mail. */
const char *outbox_post(struct visit *v, const struct reminder *r);

struct outbox;

/* Does ${o}, which can be NULL, send anything by ${way} (REMINDER_WAYS: by any)? */
bool outbox_sends(const struct outbox *o, enum reminder_way way);

/* Claim ${key} of ${scope} for the message sent next: true once for each key, for all callers and
 * servers of the store, and across crashes. The claimant writes "sent" or the reason of failure
 * with outbox_note. ${v} needs no championship. */
bool outbox_claim(struct visit *v, const char *key, const char *scope);
LM_MUST_CHECK enum lm_status outbox_note(struct visit *v, const char *key, const char *scope,
                                         const char *state);

/* Take the stored message ${record} out of the store, so that it is never sent twice; false:
 * another process has it. */
bool outbox_take(struct visit *v, const struct store_record *record);

/* Answer ${address}, which asked for lost private addresses (recover.h), in ${language} as soon as
 * possible; of too many at once the last are dropped. */
void outbox_ask(struct outbox *o, const char *address, const struct lm_language *language);

/* Send the mail ${r} now and wait for the program; was it sent? ${o} can be NULL. */
bool outbox_mail(struct outbox *o, struct visit *v, const struct reminder *r);

/* Store a mail of ${subject} and ${text} to ${address}, in the language of ${v}. It waits in the
 * store, for three days at most, until it is sent once. */
LM_MUST_CHECK enum lm_status outbox_later(struct visit *v, const char *address, const char *subject,
                                          const char *text);

/* Send due reminders and enter the calendar's automatic acts now and then, in a thread of its own:
 * mails by the program ${command}, which reads one with its headers like sendmail -t (NULL: none),
 * and posts to ${s->webhooks} (NULL likewise). NULL: no memory. */
struct outbox *outbox_start(struct server *s, const char *command);
/* Stop it, after waiting for a mail in progress. */
void outbox_stop(struct outbox *o);

#endif
