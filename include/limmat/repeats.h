/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_REPEATS_H
#define LIMMAT_REPEATS_H

/*
 * Has this event been rated before, perhaps under another id?  A sketch keeps the smallest of the
 * hashes of an event's played games (white, black, result); two sketches give an estimate, without
 * the games, of how many games the events share.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/export.h"
#include "limmat/rating_event.h"
#include "limmat/status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { LM_SKETCH = 32 };

struct lm_sketch {
    const char *event; /* its id; not owned */
    int32_t start, end;
    int32_t list;   /* the list on which it was rated */
    uint32_t games; /* played */
    enum lm_chess chess;
    bool no_repeat;            /* given for a new event: checked, it is not a repeat */
    uint32_t count;            /* of hashes */
    uint32_t least[LM_SKETCH]; /* ascending */
};

/* Make the sketch of ${event}.  LM_LIMIT: ${scratch} is full.  Cost: linear in games, sorted. */
LM_API LM_MUST_CHECK enum lm_status lm_sketch_of(const struct lm_rating_event *event, int32_t list,
                                                 struct lm_arena *scratch, struct lm_sketch *out);

/* Estimate the share of the smaller event's games that the two have in common, in per cent. */
LM_API int32_t lm_sketch_shared(const struct lm_sketch *a, const struct lm_sketch *b);

/* Do the two have the same games?  Most of them in the same week, nearly all at any time, unless
 * one of the two has less than ten (a match can be won 6-0 twice); of an event of three games or
 * fewer all, begun on the same day.  Or the same id and the same first day. */
LM_API bool lm_sketch_repeats(const struct lm_sketch *a, const struct lm_sketch *b);

struct lm_repeat {
    uint32_t event;  /* index: the later of the two */
    uint32_t before; /* index of the one that it repeats */
};

/* Find the ${sketches} from index ${fresh} on that repeat an earlier one; once each, in ascending
 * order of ${event}. */
LM_API LM_MUST_CHECK enum lm_status lm_repeats_find(const struct lm_sketch *sketches, size_t count,
                                                    size_t fresh, struct lm_arena *arena,
                                                    struct lm_repeat **out, size_t *out_count);

#ifdef __cplusplus
}
#endif
#endif
