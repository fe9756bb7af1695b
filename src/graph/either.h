/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRAPH_EITHER_H
#define GRAPH_EITHER_H

#include "graph/largest.h"

/*
 * A largest matching as ${struct lm_matching} (limmat/matching.h), and what is said of the calls
 * there holds here: over rows of bits (graph/dense.h), which are many times quicker, unless the
 * vertices are so many that these would need too much memory.  The graph is not looked at again.
 */
struct lm_either;

LM_MUST_CHECK enum lm_status lm_either_new(struct lm_either **out, struct lm_arena *arena,
                                           const struct lm_graph *graph);

void lm_either_pair(struct lm_either *m, int32_t u, int32_t v);
void lm_either_remove(struct lm_either *m, int32_t v);
void lm_either_restore(struct lm_either *m, int32_t v);
void lm_either_repair(struct lm_either *m);
/* Can it be made perfect?  It is then; else it may be smaller than a largest one. */
bool lm_either_is_perfect(struct lm_either *m);
void lm_either_even_set(struct lm_either *m, bool *even);

/* As lm_matching_marry (graph/largest.h). */
bool lm_either_marry(struct lm_either *m, int32_t u, int32_t v, struct lm_reach *reach);

int32_t lm_either_mate(const struct lm_either *m, int32_t v);
int32_t lm_either_alone(const struct lm_either *m);

#endif
