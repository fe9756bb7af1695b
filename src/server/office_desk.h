/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_OFFICE_DESK_H
#define LIMMAT_SERVER_OFFICE_DESK_H

/* What the pages of officers and organisers share. */

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

/* The head of a page of officers. */
struct desk_head office_head(struct visit *v, enum office_tab tab, const char *title);

/* May who visits work on what is of ${federation}? */
bool office_covers(const struct visit *v, const char *federation);

/* "Open, Zurich, 1–3 May 2026, standard"; its state as a badge. */
struct office_event_row office_row_of(struct visit *v, const struct office_event *event);

/* What a page of ${event} shows, to an officer or to its organiser; ${page} has its head. */
LM_MUST_CHECK enum lm_status office_show_event(struct visit *v, const struct office_log *log,
                                               const struct office_event *event,
                                               struct office_event_page *page);

/* A line of the log, as people read it. */
struct office_history_row office_entry_said(struct visit *v, const struct office_entry *entry);

/* ${text} with the name of each event of ${log} behind its number: "e8 (Open)". */
const char *office_with_names(struct visit *v, const struct office_log *log, const char *text);

/* ${text} line by line. */
LM_MUST_CHECK enum lm_status office_lines(struct visit *v, const char *text,
                                          const struct choice_row **out, size_t *count);

#endif
