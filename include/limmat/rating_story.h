/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_RATING_STORY_H
#define LIMMAT_RATING_STORY_H

/*
 * Why a person's rating changed from one list to the next, read from the journal of the list: for
 * `limmat rate why` and other programs that show it.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/export.h"
#include "limmat/rating.h"
#include "limmat/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The result of one event for the person; texts as in the journal, "" where it has none. */
struct lm_story_result {
    const char *event, *name;
    bool unrated;   /* ${note} is then the verdict on the games, and ${ru} the Ru */
    const char *as; /* "rated", "lent", "league", or the article by which a player published since
                       was rated */
    const char *games, *score;
    const char *rating, *k, *beyond, *change; /* of a rated person */
    const char *ru, *note;
};

/* A difference imported from FIDE's list. */
struct lm_story_difference {
    const char *what, *ours, *theirs;
    const char *cause; /* an lm_list_cause_name */
};

/* Differences between the list and the one before, for the person. */
struct lm_story_change {
    const char *old_rating, *new_rating; /* "0": unrated */
    const char *old_k, *new_k, *games, *change;
    const char *why; /* "played", "published", "delisted", "adjusted", "other" */
};

struct lm_story {
    const char *rules;     /* the edition's name; "" on a list imported from FIDE */
    const char *from, *to; /* days of the lists */
    enum lm_chess chess;
    struct lm_story_result *results;
    struct lm_story_difference *differences;
    size_t result_count, result_capacity, difference_count, difference_capacity;
    bool changed; /* ${change} is valid */
    struct lm_story_change change;
};

/* Read the entries about ${id} in the journal ${bytes} of a month, or of an imported list.
 * LM_INVALID: not a journal.  Cost: one look at each line. */
LM_API LM_MUST_CHECK enum lm_status lm_story_read(const char *bytes, size_t length, uint32_t id,
                                                  struct lm_arena *arena, struct lm_story *out);

/* The place of an entry in a journal: by person, or by the hash of an event's id. */
struct lm_story_place {
    uint32_t key, at;
};

/* An index of a journal that is read often: its lines by person, and its events. */
struct lm_story_index {
    const struct lm_story_place *people,
        *events; /* in order of keys, equal ones in the order of the journal */
    size_t count, event_count;
};

/* Index the journal ${bytes} in ${arena}; ${scratch} is another arena.  LM_LIMIT: no memory, or 4
 * GB and more.  Cost: one look at each line. */
LM_API LM_MUST_CHECK enum lm_status lm_story_index(const char *bytes, size_t length,
                                                   struct lm_arena *arena, struct lm_arena *scratch,
                                                   struct lm_story_index *out);

/* Do the same as lm_story_read, by the ${index} of the same bytes: O(log n + lines about ${id}). */
LM_API LM_MUST_CHECK enum lm_status lm_story_find(const struct lm_story_index *index,
                                                  const char *bytes, size_t length, uint32_t id,
                                                  struct lm_arena *arena, struct lm_story *out);

/* Return the article by which ${story->change} was made; ${rules} are those of its list. */
LM_API const char *lm_story_article(const struct lm_story *story,
                                    const struct lm_rating_rules *rules);

#ifdef __cplusplus
}
#endif
#endif
