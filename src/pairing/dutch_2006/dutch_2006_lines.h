/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PAIRING_DUTCH_2006_LINES_H
#define PAIRING_DUTCH_2006_LINES_H

#include "pairing/dutch_2006/dutch_2006.h"

/* C13, where those from above are paired below as the others are: the search of dutch_2006_lines.c,
 * whose D2 is found in dutch_2006_lines_exchange.c. */

struct lm_best;
struct lm_dense;

struct lines {
    const struct search *s;
    const struct union_graph *below;
    uint32_t count, vertices, pairs;
    uint8_t larger; /* the colour that too many want; LM_NO_COLOUR: x of A8 is 0 */
    int32_t x;
    bool narrowing; /* x is more than that of A8 */
    bool plenty;    /* ... though enough pairs miss no colour */
    bool fewest;    /* what ${best} looks for */
    bool *above;    /* [a * vertices + b]: may they be a pair above; matched otherwise? */
    bool *other;
    bool *leaves;      /* per position: may he leave, with the freest floats? */
    bool *parted;      /* ... and at the level that is drawn? */
    uint8_t *way;      /* at [a * vertices + b], a < b: WAY_* */
    bool *spared;      /* at [a * vertices + b]: if they are matched, not above */
    bool *kept;        /* NULL, or at [a * vertices + b]: may they be matched by the least sums? */
    uint32_t *partner; /* per position; of moved down players and theirs, so far */
    bool *upper;       /* S1 */
    struct lm_best *best;
    struct lm_dense *dense;
    uint32_t *left;   /* D2: the positions of the (remainder) group, in order, */
    uint8_t *line;    /* ... and in which line each of them is, */
    int64_t exchange; /* what one of the original S2 costs beside his rank, */
    int64_t price;    /* and what is paid for a pair above */
};

/* The line of one of the (remainder) group: not asked for yet, S1, S2. */
enum { OPEN_LINE, IN_S1, IN_S2 };

static inline void lm_dutch_2006_add_key(struct outcome *out, int64_t number)
{
    out->key[out->key_length++] = (int32_t)number;
}

/* D2 of what is drawn, where S1 and S2 as they are have no pairing, of the ${count} positions that
 * are left: what the first S1 with one comes to and who is exchanged, into the key of ${out} and
 * ${l->line}.  LM_NO_PAIRING: it is not found. */
enum lm_status lm_dutch_2006_choose_lines(struct lines *l, uint32_t count, struct outcome *out);

#endif
