/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRAPH_ROWS_H
#define GRAPH_ROWS_H

#include "graph/matching.h"

/* lm_matching_repair of ${matching}, of which ${graph} is that of lists and no classes, and
 * everybody is present: by rows of bits (dense.h) where these are small.  LM_LIMIT when ${arena},
 * which has its memory back, has none. */
LM_MUST_CHECK enum lm_status lm_matching_repair_by_rows(struct lm_matching *matching,
                                                        const struct lm_graph *graph,
                                                        struct lm_arena *arena);

#endif
