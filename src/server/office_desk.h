/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_OFFICE_DESK_H
#define LIMMAT_SERVER_OFFICE_DESK_H

/* Declarations that the pages of officers and organisers share. */

#include "server/office_journal.h"
#include "server/pages.h"

enum office_tab {
    OFFICE_REPORTS,
    OFFICE_MONTH,
    OFFICE_PEOPLE,
    OFFICE_PAST,
    OFFICE_COMPARE,
    OFFICE_DRIFT,
    OFFICE_FEES,
    OFFICE_LOG,
    OFFICE_TABS
};

/* Return the head of a page of officers. */
struct desk_head office_head(struct visit *v, enum office_tab tab, const char *title);

/* Can the user work on events and people of ${federation}? */
bool office_covers(const struct visit *v, const char *federation);

/* Describe ${event}: "Open, Zurich, 1–3 May 2026, standard"; its state as a badge. */
struct office_event_row office_row_of(struct visit *v, const struct office_event *event);

/* Show the page of ${event} to an officer or to its organiser; ${page} has its head. */
LM_MUST_CHECK enum lm_status office_show_event(struct visit *v, const struct office_log *log,
                                               const struct office_event *event,
                                               struct office_event_page *page);

/* Describe a line of the log for readers. */
struct office_history_row office_entry_row(struct visit *v, const struct office_entry *entry);

/* Add the event's name to each event number in ${text}: "e8 (Open)". */
const char *office_with_names(struct visit *v, const struct office_log *log, const char *text);

/* Split ${text} into lines. */
LM_MUST_CHECK enum lm_status office_lines(struct visit *v, const char *text,
                                          const struct choice_row **out, size_t *count);

#endif
