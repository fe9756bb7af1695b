/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_RATE_OFFICE_H
#define LIMMAT_CLI_RATE_OFFICE_H

/* A month of the rating office: what it works with, and what it leaves behind. */

#include "cli/rating/rate.h"

struct office {
    struct lm_registry registry;
    const struct lm_rating_rules *rules; /* of the new list */
    const struct lm_rating_rules *fixed; /* the edition for everything; NULL: each by its date */
    enum lm_chess chess;
    int32_t old_list;
    int32_t list;
    struct lm_rating_event *events;
    size_t event_count, event_capacity;
    size_t not_due; /* events of other lists, left alone */
    struct lm_period period;
    const char *journal; /* the bytes that were replayed; NULL: a month was rated */
    size_t journal_length;
    struct lm_arena *working; /* the month */
    struct lm_arena *reading; /* one file at a time */
};

/* Append the journal of the month to ${sink}. */
LM_MUST_CHECK enum lm_status journal_write(const struct office *office, struct lm_sink sink);

/* Turn the registry of ${office} into the list that the journal ${bytes} describes. */
LM_MUST_CHECK enum lm_status journal_apply(const char *bytes, size_t length, struct lm_log *log,
                                           struct office *office);

/* Make the directory ${path} with the registry, the lists and the journal, or nothing. */
LM_MUST_CHECK enum lm_status office_write(const struct office *office, const char *path,
                                          struct lm_log *log);

/* A few lines for people. */
void office_summary(const struct office *office, struct lm_text *out);

#endif
