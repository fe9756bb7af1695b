/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_OFFICE_H
#define LIMMAT_SERVER_OFFICE_H

/*
 * A rating office's folder, as `limmat rate` leaves it: a list for each month ("2026-05", the
 * directory that `rate period` made, or a registry file), and the reports of its events. Lists are
 * mapped, never read as a whole; people are found in them by bisection. The newest list has an
 * index in memory, so that one page of it takes one pass over a few megabytes.
 *
 * A month can have several directories, made one after the other ("2026-05", "2026-05-rapid",
 * "2026-05-fide"). The last one by name is its list; the journals of all of them explain its
 * changes.
 */

#include "limmat/registry.h"
#include "os/files.h"
#include "server/server.h"

struct office;

/* The index of a step's journal, made at the first request for it. */
struct office_story_index;

/* One directory of a month. */
struct office_step {
    const char *name, *path;
    struct os_map registry, journal;    /* ${journal.bytes} NULL: no journal */
    int64_t written;                    /* time the registry was written */
    struct office_story_index *stories; /* NULL: the journal is read line by line */
};

struct office_list {
    const char *name; /* "2026-05" */
    int32_t day;
    const struct office_step *steps; /* the registry of the last one is the list */
    size_t step_count;
};

/* A person of the newest list, as filters see them. */
struct office_row {
    uint32_t id;
    int16_t ratings[LM_CHESS_KINDS]; /* 0: not listed */
    int16_t born;                    /* year; 0: possibly under 18 */
    char federation[4];
    bool active[LM_CHESS_KINDS];
    bool woman, titled;
};

/* The rows in the order of ratings, small enough to scan: a page that jumped between rows would
 * miss the cache at each of a million. */
struct office_key {
    uint32_t row;
    int16_t rating, born;
    uint16_t federation; /* its letters as a number; 0: none */
    bool active : 1, woman : 1, titled : 1;
};

struct office_index {
    struct office_row *rows; /* in order of ids */
    size_t count;
    struct office_key *orders[LM_CHESS_KINDS]; /* by rating, the highest first */
    size_t order_counts[LM_CHESS_KINDS];
    char (*federations)[4]; /* in alphabetical order */
    size_t federation_count;
};

/* All lists as they are at a moment; they stay until the view is given back. */
struct office_view {
    const struct office_list *lists; /* the newest first */
    size_t count;
    const struct office_index *index; /* of the newest list; NULL: there is no list */
};

/* Open the office in ${folder}, which exists. */
LM_MUST_CHECK enum lm_status office_new(struct office **out, const char *folder,
                                        struct lm_log *log);
void office_free(struct office *o); /* NULL: does nothing */

const char *office_folder(const struct office *o);

/* Take a view of the current lists. LM_IO if the folder cannot be read. */
LM_MUST_CHECK enum lm_status office_take(struct office *o, struct lm_log *log,
                                         const struct office_view **out);
void office_give(struct office *o, const struct office_view *view);
/* Note that the folder has changed: the next view reads it again. */
void office_changed(struct office *o);

/* Return the edition of ${book} that ${list} follows: that of its day, or of the national system
 * that its journal names. */
struct lm_rating_book;
const struct lm_rating_rules *office_rules(const struct office_list *list,
                                           const struct lm_rating_book *book, enum lm_chess chess,
                                           struct lm_arena *arena);

/* Return the list called ${name} of ${view}; NULL: none. */
const struct office_list *office_list_named(const struct office_view *view, const char *name);

/* Read ${id} on ${list} into ${out}, in ${arena}; false if the person must not be shown, as
 * excluded (13.1, 13.2) or deceased (10.2). */
bool office_person(const struct office_list *list, uint32_t id, struct lm_arena *arena,
                   struct lm_person *out);

/* Read the lines about ${id} in the journal of ${step} into ${out}, in ${arena}. */
struct lm_story;
LM_MUST_CHECK enum lm_status office_story(const struct office_step *step, uint32_t id,
                                          struct lm_arena *arena, struct lm_story *out);

/* The people on a page of the list. */
enum office_show { OFFICE_ACTIVE, OFFICE_ALL, OFFICE_INACTIVE, OFFICE_TITLED, OFFICE_SHOWS };

/* Women, or all others. */
enum office_sex { OFFICE_BOTH, OFFICE_WOMEN, OFFICE_MEN, OFFICE_SEXES };

struct office_query {
    enum lm_chess chess;
    enum office_show show;
    const char *federation; /* "": all */
    enum office_sex sex;
    int32_t age; /* least age in the list's year, from 18; 0: any */
    size_t from, most;
};

struct office_found {
    const struct office_row *row;
    size_t rank; /* equal ratings share it */
};

/* Search the newest list of ${view}, by rating; put the number of all matches into ${*all}. */
size_t office_search(const struct office_view *view, const struct office_query *query,
                     struct office_found *out, size_t *all);

#endif
