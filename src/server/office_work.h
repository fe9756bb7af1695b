/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_OFFICE_WORK_H
#define LIMMAT_SERVER_OFFICE_WORK_H

/*
 * Work that `limmat rate` does for the office on its folder: check reports, make lists, change
 * people. It runs as a program of its own. So command line and server do the same, a list appears
 * whole or not at all if a process is killed, and the memory for a month is freed.
 */

#include "server/office.h"
#include "server/office_journal.h"

/* Return the kind of chess called ${name}; standard if there is none. */
enum lm_chess office_chess_of(const char *name);

/* Find how many days before its start an event of ${day} must be registered (0.2). */
LM_MUST_CHECK enum lm_status office_days_early(struct visit *v, int32_t day, enum lm_chess chess,
                                               int32_t *days);

/* Output of the command: standard output and standard error. */
struct office_answer {
    const char *output, *complaints;
    int result; /* exit status */
};

/* Run `limmat rate OPERANDS…`, which end with NULL. LM_IO: it could not be run. */
LM_MUST_CHECK enum lm_status office_rate(struct visit *v, const char *const *operands,
                                         struct office_answer *out);

/* Return the file of licences (0.3); NULL: none. */
const char *office_licences(struct visit *v);

/* Check the tournament file ${bytes} of ${event} with `rate report`, as received now, against the
 * newest list; put the findings as JSON into ${*faults}. */
LM_MUST_CHECK enum lm_status office_look(struct visit *v, const struct office_view *view,
                                         const struct office_event *event, const char *bytes,
                                         size_t length, const char **faults);
/* Count the findings that need correction, or (not ${grave}) only a look. */
size_t office_faults(const char *faults, bool grave);

/* Add the accepted report of ${event} to those for the next list. */
LM_MUST_CHECK enum lm_status office_file(struct visit *v, const struct office_view *view,
                                         const struct office_event *event);

/* Remove it again, after a return before a list was made of it. */
void office_unfile(struct visit *v, const struct office_event *event);

/* Does the journal ${map} have a line that begins with ${word}, a tab and ${name}? */
bool office_has_line(const struct os_map *map, const char *word, const char *name);
/* Does any list include the event whose file is ${name}? */
bool office_is_rated(const struct office_view *view, const char *name);

/* The next list of ${chess}. */
struct office_next {
    const char *base, *name, *day; /* previous directory, new directory "2026-06-2-rapid", day */
    const char *preview;           /* directory of the preview */
};
LM_MUST_CHECK enum lm_status office_next_of(struct visit *v, const struct office_view *view,
                                            enum lm_chess chess, struct office_next *out);

#endif
