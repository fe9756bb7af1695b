/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_OFFICE_ACTS_H
#define LIMMAT_SERVER_OFFICE_ACTS_H

/* Acts of organisers, by the link of their event or at the desk of an event that this server runs:
 * register it, send its report, appeal. */

#include "server/office_journal.h"

/* The facts of an event at its registration. */
struct office_registration {
    const char *name, *city, *federation, *start, *end, *chess;
    const char *organiser, *mail;
    const char *owner;            /* digest of the organiser's key; "": no key */
    const char *section;          /* "EVENT/SECTION" of this server; "" */
    bool laws, licensed, unrated; /* ${unrated}: the invitation rules out rating (9.2) */
};

/* Register it before it begins (0.2); refuse invalid facts. */
LM_MUST_CHECK enum lm_status office_register(struct visit *v, struct office_log *log,
                                             const struct office_registration *r);

/* Return the digest of an organiser's key, or of a report; "": no memory. */
const char *office_digest(struct visit *v, const char *bytes, size_t length);

/* Find the event of ${log} whose organiser has ${key}, or that of ${section} of this server; NULL:
 * none. */
LM_MUST_CHECK enum lm_status office_event_of_key(struct visit *v, const struct office_log *log,
                                                 const char *key, const struct office_event **out);
LM_MUST_CHECK enum lm_status office_event_of_section(struct visit *v, const struct office_log *log,
                                                     const char *section,
                                                     const struct office_event **out);

/* Can a report of ${e} still be sent, and an appeal (0.5: once, within seven days of a refusal)? */
bool office_may_send(const struct office_event *e);
bool office_may_appeal(const struct visit *v, const struct office_event *e);

LM_MUST_CHECK enum lm_status office_send(struct visit *v, struct office_log *log,
                                         const struct office_event *event, const char *bytes,
                                         size_t length);
LM_MUST_CHECK enum lm_status office_appeal(struct visit *v, struct office_log *log,
                                           const struct office_event *event, const char *reason);

#endif
