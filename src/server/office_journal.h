/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_OFFICE_JOURNAL_H
#define LIMMAT_SERVER_OFFICE_JOURNAL_H

/*
 * The journal of a rating office, "%office" in the store: registrations, reports, decisions, what
 * was done to people, lists that were published.  Its lines:
 *
 *   {"n":12,"event":"accepted","at":…,"by":ACCOUNT,"of":"9","article":"…","seal":…}
 *   its own:  {"n":12,"salt":…,"reason":…}
 *
 * "of" is the number of the line with which an event was registered.  Names, contacts, reasons, the
 * bytes of reports and what was found in them are a line's own: they can be erased, and the seal
 * tells nothing then.  State is the replay; a line is taken only behind those that were read, so of
 * two who decide at once one is told to look again.
 */

#include "server/server.h"

struct lm_json;

extern const char office_journal[]; /* its name in the store */

/* The time by which the office works: the clock's, or that of a rehearsal. */
int64_t office_now(const struct visit *v);

struct office_entry {
    uint64_t number;
    int64_t at;
    const char *event, *by;           /* ${by}: an account, "" of an organiser */
    const struct lm_json *line, *own; /* ${own} NULL: nothing, or erased */
};

struct office_log {
    struct office_entry *entries;
    size_t count;
};

/* A member of a line: its name, and its text. */
struct office_fact {
    const char *name, *text;
};

/* All lines.  Refuses with 404 where there is no office. */
LM_MUST_CHECK enum lm_status office_log_read(struct visit *v, struct office_log *out);

/* A text of the line, or of what is its own; "": none. */
const char *office_fact_of(const struct office_entry *entry, const char *name);
const char *office_own_of(const struct office_entry *entry, const char *name);

/* Append a line behind ${log}, which has it then; refuses with 409 when others were faster.  Facts
 * end with one without a name. */
LM_MUST_CHECK enum lm_status office_append(struct visit *v, struct office_log *log,
                                           const char *event, const struct office_fact *facts,
                                           const struct office_fact *own);

/* --- events, by their lines */

enum office_state {
    OFFICE_REGISTERED, /* no report has come */
    OFFICE_SENT,       /* a report waits for the officer */
    OFFICE_RETURNED,   /* it went back to be corrected */
    OFFICE_ACCEPTED,
    OFFICE_REFUSED,
    OFFICE_UNRATED, /* its invitation rules out rating (9.2) */
    OFFICE_STATES
};

struct office_event {
    uint64_t number;
    const char *name, *city, *federation, *start, *end, *chess;
    const char *owner;   /* the digest of the organiser's key; "": it has none */
    const char *section; /* "EVENT/SECTION" of this server, whose desk sends its report; "" */
    enum office_state state;
    int64_t registered, received, decided; /* moments; 0: not yet; ${received}: the first report */
    bool late, permitted;                  /* registered too late (0.2); allowed all the same */
    bool laws, licensed;   /* 2.1, 0.3: the organiser says so; not licensed: unsaid */
    bool claims_unrated;   /* 9.2: likewise, and nobody has decided about it */
    bool filed;            /* accepted, and not returned or refused since */
    const char *confirmed; /* ids that the officer has looked into: "1300102 1300103" */
    const struct office_entry *report, *decision, *appeal, *ruling; /* the last; NULL: none */
    bool reminded; /* 9.1: its organiser was, by mail */
    unsigned versions;
};

/* All events in the order of their registration. */
LM_MUST_CHECK enum lm_status office_events(struct visit *v, const struct office_log *log,
                                           struct office_event **out, size_t *count);

/* So many days after its end the report of ${e} is late (9.1); 0: it isn't. */
int64_t office_days_late(const struct visit *v, const struct office_event *e);

/* Mail organisers whose report is late, once each. */
LM_MUST_CHECK enum lm_status office_remind(struct visit *v);

/* The name of the file of ${event} among the reports: "e12". */
const char *office_file_of(struct visit *v, const struct office_event *event);

#endif
