/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRAPH_TIGHT_H
#define GRAPH_TIGHT_H

#include "graph/dense.h"

/*
 * Bar in ${dense}, which has the vertices of ${best}, the pairs that no best matching has as the
 * last lm_best_solve proved; ${*all}, if not NULL: each perfect matching of the others is a best
 * one, if one of them is.  O(vertices^2).  LM_LIMIT when ${arena} has no memory.
 */
LM_MUST_CHECK enum lm_status lm_dense_bar_worse(struct lm_dense *dense, const struct lm_best *best,
                                                int32_t vertices, struct lm_arena *arena,
                                                bool *all);

/* Is the perfect matching of ${dense}, of pairs that are not barred so, a best one, as that of
 * ${best} is?  By the sums of their depths (lm_best_depth).  ${dense} may have more vertices, whom
 * those meet who are alone, as their duals allow. */
bool lm_best_is_as_deep(const struct lm_best *best, const struct lm_dense *dense, int32_t vertices);

/* The depths (lm_best_depth) of the pairs of ${dense}, or if it is NULL of ${best}, added up: a
 * perfect matching of pairs that are not barred is a best one where its sum is that of ${best}. */
int64_t lm_best_sum(const struct lm_best *best, const struct lm_dense *dense, int32_t vertices);

#endif
