/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_RATING_STORY_H
#define LIMMAT_RATING_STORY_H

/*
 * Why somebody's rating changed from one list to the next, as the journal of the list has it:
 * for `limmat rate why`, and for whoever shows it elsewhere.
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

/* What one event brought him; texts as they stand in the journal, "" where it says nothing. */
struct lm_story_result {
    const char *event, *name;
    bool unrated;   /* he was: then ${note} is the verdict on his games, and ${ru} his Ru */
    const char *as; /* "rated", "lent", "league", or the article by which he was published since */
    const char *games, *score;
    const char *rating, *k, *beyond, *change; /* of who was rated */
    const char *ru, *note;
};

/* What was taken over from FIDE's list. */
struct lm_story_difference {
    const char *what, *ours, *theirs;
    const char *cause; /* an lm_list_cause_name */
};

/* What the list says of him otherwise than the one before. */
struct lm_story_change {
    const char *old_rating, *new_rating; /* "0": unrated */
    const char *old_k, *new_k, *games, *change;
    const char *why; /* "played", "published", "delisted", "adjusted", "other" */
};

struct lm_story {
    const char *rules;     /* the edition's name; "" on a list that was taken over from FIDE */
    const char *from, *to; /* days of the lists */
    enum lm_chess chess;
    struct lm_story_result *results;
    struct lm_story_difference *differences;
    size_t result_count, result_capacity, difference_count, difference_capacity;
    bool changed; /* there is a ${change} */
    struct lm_story_change change;
};

/* What the journal ${bytes} of a month, or of a list that was taken over, says of ${id}.
 * LM_INVALID: it is no journal.  Cost: one look at each line. */
LM_API LM_MUST_CHECK enum lm_status lm_story_read(const char *bytes, size_t length, uint32_t id,
                                                  struct lm_arena *arena, struct lm_story *out);

/* Where a journal says something: by person, or by the hash of an event's id. */
struct lm_story_place {
    uint32_t key, at;
};

/* Of a journal that is asked often: its lines by person and its events. */
struct lm_story_index {
    const struct lm_story_place *people, *events; /* in order of keys, equal ones as they stand */
    size_t count, event_count;
};

/* Index the journal ${bytes} in ${arena}, ${scratch} being another.  LM_LIMIT: no memory, or 4 GB
 * and more.  Cost: one look at each line. */
LM_API LM_MUST_CHECK enum lm_status lm_story_index(const char *bytes, size_t length,
                                                   struct lm_arena *arena, struct lm_arena *scratch,
                                                   struct lm_story_index *out);

/* As lm_story_read, by the ${index} of the same bytes: O(log n) and what there is of ${id}. */
LM_API LM_MUST_CHECK enum lm_status lm_story_find(const struct lm_story_index *index,
                                                  const char *bytes, size_t length, uint32_t id,
                                                  struct lm_arena *arena, struct lm_story *out);

/* The article by which ${story->change} was made; ${rules} are those of its list. */
LM_API const char *lm_story_article(const struct lm_story *story,
                                    const struct lm_rating_rules *rules);

#ifdef __cplusplus
}
#endif
#endif
