/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_OFFICE_JOURNAL_H
#define LIMMAT_SERVER_OFFICE_JOURNAL_H

/*
 * The journal of a rating office, "%office" in the store: registrations, reports, decisions,
 * changes to people, published lists. Its lines:
 *
 *   {"n":12,"event":"accepted","at":…,"by":ACCOUNT,"of":"9","article":"…","seal":…}
 *   private:  {"n":12,"salt":…,"reason":…}
 *
 * "of" is the number of the line that registered the event. Names, contacts, reasons, the bytes of
 * reports and the findings about them are the private part of a line. They can be erased; the seal
 * then reveals nothing. The state is the replay of the lines. A line is accepted only directly
 * after the lines that were read, so of two officers who decide at once the second has to look
 * again.
 */

#include "server/server.h"

struct lm_json;

extern const char office_journal[]; /* its name in the store */

/* Return the current time of the office: the clock's, or that of a rehearsal. */
int64_t office_now(const struct visit *v);

struct office_entry {
    uint64_t number;
    int64_t at;
    const char *event, *by;           /* ${by}: an account; "": the organiser */
    const struct lm_json *line, *own; /* ${own}: private part; NULL: none, or erased */
};

struct office_log {
    struct office_entry *entries;
    size_t count;
};

/* A member of a line: its name, and its text. */
struct office_fact {
    const char *name, *text;
};

/* Read all lines. Refuse with 404 if there is no office. */
LM_MUST_CHECK enum lm_status office_log_read(struct visit *v, struct office_log *out);

/* Return a text of the line or of its private part; "": none. */
const char *office_fact_of(const struct office_entry *entry, const char *name);
const char *office_own_of(const struct office_entry *entry, const char *name);

/* Append a line to the journal and to ${log}; refuse with 409 if another writer was faster. Facts
 * end with one without a name. */
LM_MUST_CHECK enum lm_status office_append(struct visit *v, struct office_log *log,
                                           const char *event, const struct office_fact *facts,
                                           const struct office_fact *own);

/* --- events, from their lines */

enum office_state {
    OFFICE_REGISTERED, /* no report yet */
    OFFICE_SENT,       /* a report waits for the officer */
    OFFICE_RETURNED,   /* returned for correction */
    OFFICE_ACCEPTED,
    OFFICE_REFUSED,
    OFFICE_UNRATED, /* its invitation rules out rating (9.2) */
    OFFICE_STATES
};

struct office_event {
    uint64_t number;
    const char *name, *city, *federation, *start, *end, *chess;
    const char *owner;   /* digest of the organiser's key; "": no key */
    const char *section; /* "EVENT/SECTION" of this server, if its desk sends the report; "" */
    enum office_state state;
    int64_t registered, received, decided; /* times; 0: not yet; ${received}: the first report */
    bool late, permitted;                  /* registered too late (0.2); permitted all the same */
    bool laws, licensed; /* declared by the organiser (2.1, 0.3); ${licensed} false: not declared */
    bool claims_unrated; /* declared by the organiser (9.2), and not decided yet */
    bool filed;          /* accepted, and not returned or refused since */
    const char *confirmed; /* ids that the officer has checked: "1300102 1300103" */
    const struct office_entry *report, *decision, *appeal, *ruling; /* the latest; NULL: none */
    bool reminded; /* the organiser was reminded by mail (9.1) */
    unsigned versions;
};

/* List all events in the order of their registration. */
LM_MUST_CHECK enum lm_status office_events(struct visit *v, const struct office_log *log,
                                           struct office_event **out, size_t *count);

/* Return by how many days after its end the report of ${e} is late (9.1); 0: it isn't. */
int64_t office_days_late(const struct visit *v, const struct office_event *e);

/* Mail organisers whose report is late, once each. */
LM_MUST_CHECK enum lm_status office_remind(struct visit *v);

/* Return the name of ${event}'s file among the reports: "e12". */
const char *office_file_of(struct visit *v, const struct office_event *event);

#endif
