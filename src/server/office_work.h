/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_OFFICE_WORK_H
#define LIMMAT_SERVER_OFFICE_WORK_H

/*
 * What `limmat rate` does for the office, on its folder: reports are looked at, lists are made,
 * people are changed.  It runs as a program of its own, so command and server do the same, a list
 * appears whole or not at all whoever is killed, and the memory of a month is given back.
 */

#include "server/office.h"
#include "server/office_journal.h"

/* The kind of chess called ${name}; standard where it is none. */
enum lm_chess office_chess_of(const char *name);

/* Days before its start by which an event of ${day} is registered (0.2). */
LM_MUST_CHECK enum lm_status office_days_early(struct visit *v, int32_t day, enum lm_chess chess,
                                               int32_t *days);

/* What the command said: on standard output, and its complaints. */
struct office_said {
    const char *output, *complaints;
    int result; /* its exit status */
};

/* Run `limmat rate OPERANDS…`, which end with NULL.  LM_IO: it could not be run. */
LM_MUST_CHECK enum lm_status office_rate(struct visit *v, const char *const *operands,
                                         struct office_said *out);

/* The file of licences (0.3); NULL: there is none. */
const char *office_licences(struct visit *v);

/* What `rate report` finds in the tournament file ${bytes} of ${event} when it comes now, held
 * against the newest list, as JSON into ${*faults}. */
LM_MUST_CHECK enum lm_status office_look(struct visit *v, const struct office_view *view,
                                         const struct office_event *event, const char *bytes,
                                         size_t length, const char **faults);
/* How many of them are to be corrected, or only to be looked at. */
size_t office_faults(const char *faults, bool grave);

/* Put the report of ${event}, which is accepted, among those that the next list is made of. */
LM_MUST_CHECK enum lm_status office_file(struct visit *v, const struct office_view *view,
                                         const struct office_event *event);

/* Take it out again: it was returned before a list was made of it. */
void office_unfile(struct visit *v, const struct office_event *event);

/* Does the journal ${map} have a line that begins with ${word}, a tab and ${name}? */
bool office_has_line(const struct os_map *map, const char *word, const char *name);
/* Has any list been made of the event whose file is ${name}? */
bool office_is_rated(const struct office_view *view, const char *name);

/* The list that is to be made next of ${chess}. */
struct office_next {
    const char *base, *name, *day; /* the directory to begin with, "2026-06-2-rapid", its day */
    const char *preview;           /* the directory in which it is made */
};
LM_MUST_CHECK enum lm_status office_next_of(struct visit *v, const struct office_view *view,
                                            enum lm_chess chess, struct office_next *out);

#endif
