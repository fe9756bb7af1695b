/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PAIRING_DUTCH_2006_LINES_H
#define PAIRING_DUTCH_2006_LINES_H

#include "pairing/dutch_2006/dutch_2006.h"

/* C13, where players from above are paired below like the others: the search of dutch_2006_lines.c,
 * whose D2 is found in dutch_2006_lines_exchange.c. */

struct lm_best;
struct lm_dense;

struct lines {
    const struct search *s;
    const struct union_graph *below;
    uint32_t count, vertices, pairs;
    uint8_t larger; /* the colour that too many prefer; LM_NO_COLOUR: x of A8 is 0 */
    int32_t x;
    bool narrowing; /* x is more than that of A8 */
    bool plenty;    /* ... though enough pairs miss no colour */
    bool fewest;    /* the current aim of ${best} */
    bool *above;    /* [a * vertices + b]: can they be a pair above; be matched otherwise? */
    bool *other;
    bool *leaves;      /* per position: can the player leave, with the freest floats? */
    bool *parted;      /* ... and at the level drawn? */
    uint8_t *way;      /* at [a * vertices + b], a < b: WAY_* */
    bool *skipped;     /* at [a * vertices + b]: matched only otherwise, if at all */
    bool *kept;        /* NULL, or at [a * vertices + b]: possible with the least sums? */
    uint32_t *partner; /* per position; of moved-down players and their partners already chosen */
    bool *upper;       /* S1 */
    struct lm_best *best;
    struct lm_dense *dense;
    uint32_t *left;   /* D2: the positions of the (remainder) group, in order */
    uint8_t *line;    /* ... and the line of each */
    int64_t exchange; /* additional cost of a player of the original S2 */
    int64_t price;    /* the price of a pair above */
};

/* The line of a player of the (remainder) group: undecided, S1, S2. */
enum { OPEN_LINE, IN_S1, IN_S2 };

static inline void lm_dutch_2006_add_key(struct outcome *out, int64_t number)
{
    out->key[out->key_length++] = (int32_t)number;
}

/* D2 of the drawn level, where S1 and S2 as they are have no pairing, of the ${count} positions
 * left: write the cost of the first S1 that has one and the exchanged players to the key of ${out}
 * and ${l->line}.  LM_NO_PAIRING: this method finds none. */
enum lm_status lm_dutch_2006_choose_lines(struct lines *l, uint32_t count, struct outcome *out);

#endif
