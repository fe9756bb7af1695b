/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRAPH_SETS_H
#define GRAPH_SETS_H

#include "limmat/matching.h"

/*
 * A largest matching, as ${struct lm_matching}, of a graph given by the set of neighbours of each
 * vertex, a bit for each: for graphs of any density that fit into memory so and are asked often.  A
 * search costs O(vertices^2 / 64).
 */

enum { LM_SET_BITS = 64 };

/* How many words a set of ${vertices} takes. */
static inline size_t lm_set_words(int32_t vertices)
{
    return ((size_t)vertices + LM_SET_BITS - 1) / LM_SET_BITS;
}

static inline bool lm_set_holds(const uint64_t *set, int32_t v)
{
    return (set[v / LM_SET_BITS] >> v % LM_SET_BITS & 1) != 0;
}

static inline void lm_set_insert(uint64_t *set, int32_t v)
{
    set[v / LM_SET_BITS] |= (uint64_t)1 << v % LM_SET_BITS;
}

static inline void lm_set_drop(uint64_t *set, int32_t v)
{
    set[v / LM_SET_BITS] &= ~((uint64_t)1 << v % LM_SET_BITS);
}

struct lm_set_matching;

/* An empty matching of ${vertices}, all present, in ${*out}.  ${neighbours}: for each a set of
 * lm_set_words; symmetric.  It is borrowed; the caller may change it between calls as long as no
 * pair of the matching stops being an edge. */
LM_MUST_CHECK enum lm_status lm_set_matching_new(struct lm_set_matching **out,
                                                 struct lm_arena *arena, int32_t vertices,
                                                 const uint64_t *neighbours);

/* The same as lm_matching_repair, lm_matching_alone and so on do. */
void lm_set_matching_repair(struct lm_set_matching *m);
int32_t lm_set_matching_alone(const struct lm_set_matching *m);
int32_t lm_set_matching_mate(const struct lm_set_matching *m, int32_t v);
void lm_set_matching_pair(struct lm_set_matching *m, int32_t u, int32_t v);
void lm_set_matching_remove(struct lm_set_matching *m, int32_t v);
void lm_set_matching_restore(struct lm_set_matching *m, int32_t v);

/* Repair, then write the set of those whom some largest matching leaves alone to ${even}. */
void lm_set_matching_even_set(struct lm_set_matching *m, uint64_t *even);

#endif
