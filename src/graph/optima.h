/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRAPH_OPTIMA_H
#define GRAPH_OPTIMA_H

#include "graph/matching.h"

/*
 * All best matchings of a problem that was solved by weights, asked for their pairs without
 * weights: O(n^2 / 64) for a question, where lm_best_solve needs O(n^2) of wide numbers.
 */
struct lm_optima;

/* Of ${best}, which is solved, of ${vertices}, into ${*out}; NULL there where the proof of the
 * solution has more than one odd set, but for one of all vertices but one.  O(vertices^2). */
LM_MUST_CHECK enum lm_status lm_optima_new(struct lm_optima **out, struct lm_arena *arena,
                                           const struct lm_best *best, int32_t vertices);

/* The last of the set ${candidates} whom a best matching with all that was taken before gives to
 * ${x}: the pair is taken then.  LM_ALONE: none. */
int32_t lm_optima_take_last(struct lm_optima *t, int32_t x, const uint64_t *candidates);

/* ${x}, whom no such matching gives anybody of the set ${others} that is still to be had, has none
 * of them. */
void lm_optima_bar(struct lm_optima *t, int32_t x, const uint64_t *others);

/* Choose one of the best matchings with all that was taken; nothing can be asked any more.  Then
 * the mate of ${v} in it, or LM_ALONE. */
void lm_optima_finish(struct lm_optima *t);
int32_t lm_optima_mate(const struct lm_optima *t, int32_t v);

#endif
