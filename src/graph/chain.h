/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRAPH_CHAIN_H
#define GRAPH_CHAIN_H

#include "limmat/matching.h"

/*
 * All best matchings of a problem that was solved by weights, whose proof has odd sets each of
 * which holds the next one: asked for their pairs without weights, O(n^2 / 64) for each set and
 * question.  Like graph/optima.h, which asks more and knows two such sets at most.
 */
struct lm_chain;

/* Of ${best}, which is solved, of ${vertices}, into ${*out}; NULL there where of two odd sets
 * neither holds the other.  O(vertices^2). */
LM_MUST_CHECK enum lm_status lm_chain_new(struct lm_chain **out, struct lm_arena *arena,
                                          const struct lm_best *best, int32_t vertices);

/* The same of the perfect matchings with one pair that joins those whose ${set} is not 0, odd in
 * number, with others, in which nobody is loose: ${pairs}, a row for each of ${vertices}, rounded
 * up to be even, wide enough for two more.  They stay with ${arena}.  ${mate}: one of them. */
LM_MUST_CHECK enum lm_status lm_chain_new_of_set(struct lm_chain **out, struct lm_arena *arena,
                                                 int32_t vertices, uint64_t *pairs,
                                                 const int32_t *set, const int32_t *mate);

/* The first of the set ${candidates} whom a best matching with all that was taken before gives to
 * ${x}: the pair is taken then.  LM_ALONE: none. */
int32_t lm_chain_take_first(struct lm_chain *t, int32_t x, const uint64_t *candidates);

/* Choose one of the best matchings with all that was taken; nothing can be asked any more.  Then
 * the mate of ${v} in it, or LM_ALONE. */
void lm_chain_finish(struct lm_chain *t);
int32_t lm_chain_mate(const struct lm_chain *t, int32_t v);

#endif
