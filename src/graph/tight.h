/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRAPH_TIGHT_H
#define GRAPH_TIGHT_H

#include "graph/dense.h"

/*
 * Bar in ${dense}, which has the vertices of ${best}, the pairs that no best matching has, as the
 * last lm_best_solve proved.  ${*all}: if one perfect matching of the other pairs is
 * best, are all?  O(vertices^2).  LM_LIMIT when ${arena} has no memory.
 */
LM_MUST_CHECK enum lm_status lm_dense_bar_worse(struct lm_dense *dense, const struct lm_best *best,
                                                int32_t vertices, struct lm_arena *arena,
                                                bool *all);

#endif
