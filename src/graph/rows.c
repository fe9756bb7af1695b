/* SPDX-License-Identifier: Apache-2.0 */
#include "graph/rows.h"

#include "graph/dense.h"

enum { ROWS_MAX = 512 }; /* vertices: a row is a few words, and a list may be long */

static enum lm_status make(const struct lm_matching *matching, const struct lm_graph *graph,
                           struct lm_arena *arena, struct lm_dense **out)
{
    const bool barred = false;
    enum lm_status status = lm_dense_new(out, arena, graph->vertices, 1, &barred);
    for (int32_t v = 0; status == LM_OK && v < graph->vertices; v++)
        for (size_t i = graph->start[v]; i < graph->start[v + 1]; i++)
            lm_dense_bar(*out, v, graph->list[i]);
    for (int32_t v = 0; status == LM_OK && v < graph->vertices; v++)
        if (lm_matching_mate(matching, v) > v)
            lm_dense_pair(*out, v, lm_matching_mate(matching, v));
    return status;
}

enum lm_status lm_matching_repair_by_rows(struct lm_matching *matching,
                                          const struct lm_graph *graph, struct lm_arena *arena)
{
    struct lm_dense *dense;
    if (graph->vertices > ROWS_MAX) {
        lm_matching_repair(matching);
        return LM_OK;
    }
    struct lm_mark mark = lm_arena_mark(arena);
    enum lm_status status = make(matching, graph, arena, &dense);
    if (status == LM_OK)
        lm_dense_repair(dense);
    for (int32_t v = 0; status == LM_OK && v < graph->vertices; v++) {
        int32_t mate = lm_dense_mate(dense, v);
        if (mate <= v || mate == lm_matching_mate(matching, v))
            continue;
        lm_matching_part(matching, v);
        lm_matching_part(matching, mate);
        lm_matching_pair(matching, v, mate);
    }
    lm_arena_reset(arena, mark);
    return status;
}
