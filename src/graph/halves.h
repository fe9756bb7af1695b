/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRAPH_HALVES_H
#define GRAPH_HALVES_H

#include "graph/dense.h"

/*
 * Which pairs the perfect matchings of the least cost have, found with pairs that count as halves:
 * for small problems, or sparse ones, with costs that need no lists of priorities.
 */
struct lm_halves {
    int32_t vertices;
    int32_t kinds;                /* of pairs; of several kinds is one that costs the least; */
    const uint64_t *const *pairs; /* ... of each by vertex: the set of its others (lm_set_words); */
    const int64_t *cost;          /* ... what one costs; and */
    int32_t players;              /* of the first kind, and of two of the first so many vertices, */
    const int64_t *lower;         /* ... what it costs beside, by the lower one; NULL: nothing */
    const uint64_t *spared;       /* NULL, or who may be alone, at no cost */
    int64_t *paid;                /* NULL, or where what each pays at the end is left, in halves */
    const int64_t *price; /* NULL: 0, or the price of each vertex to begin with, in halves: no
                             pair may cost less than its two, and who is spared not more than 0 */
};

/*
 * ${*known}: then a perfect matching of pairs, of which those of ${spared} may be left out, is one
 * of the least cost if it is one of ${tight}, rows of bits that are empty before, and who is alone
 * is of ${alone}, an empty set, which can be NULL if nobody is spared; and else it is not.  There
 * may be no such: then those of the least cost are not found so.  Not ${*known}: there is no
 * perfect matching.
 *
 * ${mate} are mates to begin with, or LM_ALONE; then those of whole pairs, which are tight.
 *
 * Costs and prices, added up over all vertices, have to be numbers of 62 bits.  O(pairs) for each
 * vertex that has to be matched beside those that are. LM_LIMIT: no memory.
 */
LM_MUST_CHECK enum lm_status lm_halves_solve(const struct lm_halves *problem,
                                             struct lm_arena *arena, int32_t *mate, bool *known,
                                             uint64_t *tight, uint64_t *alone);

/* Draw the pairs ${tight}, where nobody is spared, in ${dense}, of as many vertices, from ${mate}
 * on: is there a matching of whole pairs that costs no more than halves?  ${mate}, then: who is
 * matched. */
bool lm_halves_draw(struct lm_dense *dense, int32_t vertices, const uint64_t *tight, int32_t *mate);

#endif
