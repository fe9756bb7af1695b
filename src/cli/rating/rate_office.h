/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_RATE_OFFICE_H
#define LIMMAT_CLI_RATE_OFFICE_H

/* A month of the rating office: its order, its working data and its output. */

#include "cli/rating/rate.h"
#include "limmat/repeats.h"

/* The options of one month; texts NULL: not given. */
struct period_order {
    const char *list, *events, *out, *date, *rules, *replay;
    enum lm_chess chess;
    bool leave_out;     /* go on without events that cannot be rated */
    bool leave_earlier; /* events of earlier lists are not a mistake */
};

/* rate_period.c: make the list that ${order} asks for, its summary into ${run->out}. */
LM_MUST_CHECK enum lm_status period_make(struct run *run, const struct period_order *order);

/* rate_person.c: repeat on the list ${to} the changes to persons of the list ${from}, as its
 * persons.txt has them; both are directories.  Do nothing without that file. */
LM_MUST_CHECK enum lm_status persons_repeat(struct run *run, const char *from, const char *to);

struct office {
    struct period_order order;
    struct lm_registry registry;
    const struct lm_rating_rules *rules; /* of the new list */
    const struct lm_rating_rules *fixed; /* the edition for everything; NULL: each by its date … */
    struct lm_rating_book book;          /* … from these */
    enum lm_chess chess;
    int32_t old_list;
    int32_t list;
    struct lm_rating_event *events;
    size_t event_count, event_capacity;
    struct identities identities; /* recently rated events, then those of this month */
    struct lm_sketch *sketches;   /* of events rated lately, then of those of this month */
    size_t sketch_count, sketch_capacity;
    size_t fresh_sketch; /* index of this month's first */
    size_t not_due;      /* events of other lists, ignored */
    const char *others;  /* … the first of them: "E7 of 2026-06-01"; NULL: none */
    struct lm_period period;
    const char *journal; /* the bytes that were replayed; NULL: a month was rated */
    size_t journal_length;
    struct lm_arena *working; /* the month */
    struct lm_arena *reading; /* data of one file at a time */
};

/* Append the journal of the month to ${sink}. */
LM_MUST_CHECK enum lm_status journal_write(const struct office *office, struct lm_sink sink);

/* Turn the registry of ${office} into the list that the journal ${bytes} describes. */
LM_MUST_CHECK enum lm_status journal_apply(const char *bytes, size_t length, struct lm_log *log,
                                           struct office *office);

/* Make the directory ${path} with the registry, the lists and the journal, or nothing. */
LM_MUST_CHECK enum lm_status office_write(const struct office *office, const char *path,
                                          struct lm_log *log);

/* --- rate_repeats.c: no event twice */

/* Append ${sketch} as a line's columns after its first word. */
void sketch_write(const struct lm_sketch *sketch, struct lm_text *out);
/* Read the events of lines that begin with ${word}, as far as they matter for the new list. */
LM_MUST_CHECK enum lm_status sketches_read(const char *bytes, size_t length, const char *word,
                                           struct lm_log *log, struct office *office);
/* Load the sketches of recently rated events from the directory ${list}; a registry file has none.
 */
LM_MUST_CHECK enum lm_status sketches_load(const char *list, struct lm_log *log,
                                           struct office *office);
/* Refuse the events of the month that were rated before, or are reported twice. */
LM_MUST_CHECK enum lm_status repeats_refuse(struct lm_log *log, struct office *office);

/* Append a few lines for people. */
void office_summary(const struct run *run, const struct office *office, struct lm_text *out);

#endif
