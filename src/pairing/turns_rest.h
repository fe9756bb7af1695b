/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_TURNS_REST_H
#define LIMMAT_PAIRING_TURNS_REST_H

#include "pairing/turns.h"

/* Declarations shared by turns_rest.c and turns_order.c: two paired lines, and their costs. */

/* A path's cost is a number with a field for each criterion; it can save something under one. */
enum { FIELD = 20, ROWS_MOST = 2048, NONE = -1, BARRED = 1 << LM_LINE_COSTS };
#define FAR (INT64_MAX / 4)

struct top {
    int32_t bottom;   /* its partner: a place in the other line, or NONE */
    int32_t from;     /* the top before on the path, or NONE */
    int64_t distance; /* FAR: not reached */
    bool waits;
};

struct bottom {
    int32_t top;
    bool left; /* is it in the rows in question? */
    bool reached;
};

/* The rows in question: from one on, or all of them (${alone}). */
struct rest {
    const struct lm_lined_up *lines;
    bool alone;              /* only the pair in question is fixed */
    uint32_t count, columns; /* tops, and bottoms */
    uint8_t *cost;           /* [top * columns + bottom]: a bit for each criterion, or BARRED */
    int64_t worth[BARRED];
    struct top *tops;
    struct bottom *bottoms;
    uint32_t *queue;
};

static inline int64_t rest_cost(const struct rest *r, uint32_t top, uint32_t bottom)
{
    uint8_t bits = r->cost[(size_t)top * r->columns + bottom];
    return bits == BARRED ? FAR : r->worth[bits];
}

/* Where the two of ${row} as a pair cost nothing: store in ${answer} the first top, in their order,
 * with another bottom, and that bottom; every top takes the first bottom that leaves the others as
 * good a pairing.  Nothing is stored where the lines were paired differently.  O(n^2). */
LM_MUST_CHECK enum lm_status lm_rest_first_change(const struct rest *rest, uint32_t row,
                                                  struct lm_arena *arena,
                                                  struct lm_alternative *answer);

#endif
