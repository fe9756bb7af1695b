/* SPDX-License-Identifier: Apache-2.0 */
#include "graph/either.h"

#include <string.h>

#include "graph/bits.h"
#include "graph/dense.h"

enum { ROWS_MOST = 4096 };

struct lm_either {
    int32_t vertices;
    uint8_t *part;         /* scratch, with ${rows} */
    struct lm_dense *rows; /* NULL: too many vertices, and ${lists} it is */
    struct lm_matching *lists;
};

/* The lists of ${graph}, barred pairs or edges, as those of ${rows}. */
static enum lm_status load(struct lm_dense *rows, struct lm_arena *arena,
                           const struct lm_graph *graph)
{
    const bool edges = graph->form == LM_GRAPH_EDGES;
    size_t size = (lm_set_words(graph->vertices) + 1) * sizeof(uint64_t);
    uint64_t *set = lm_arena_alloc(arena, 1, size);
    if (set == NULL)
        return LM_LIMIT;
    for (int32_t v = 0; v < graph->vertices; v++) {
        for (size_t i = graph->start[v]; i < graph->start[v + 1]; i++)
            if (edges)
                lm_set_insert(set, graph->list[i]);
            else if (graph->list[i] < v)
                lm_dense_bar(rows, v, graph->list[i]);
        if (edges) {
            lm_dense_set_row(rows, v, set);
            memset(set, 0, size);
        } else if (graph->class_of != NULL) {
            lm_dense_move(rows, v, graph->class_of[v]);
        }
    }
    return LM_OK;
}

enum lm_status lm_either_new(struct lm_either **out, struct lm_arena *arena,
                             const struct lm_graph *graph)
{
    static const bool none = false;
    const bool classes = graph->form == LM_GRAPH_BARRED && graph->class_of != NULL;
    struct lm_either *m = lm_arena_alloc(arena, 1, sizeof *m);
    if (m == NULL)
        return LM_LIMIT;
    *out = m;
    m->vertices = graph->vertices;
    if (graph->vertices > ROWS_MOST)
        return lm_matching_new(&m->lists, arena, graph);
    m->part = lm_arena_alloc(arena, (size_t)graph->vertices, sizeof *m->part);
    if (m->part == NULL)
        return LM_LIMIT;
    enum lm_status status =
        lm_dense_new(&m->rows, arena, graph->vertices, classes ? graph->classes : 1,
                     classes ? graph->class_barred : &none);
    return status == LM_OK ? load(m->rows, arena, graph) : status;
}

void lm_either_pair(struct lm_either *m, int32_t u, int32_t v)
{
    if (m->rows != NULL)
        lm_dense_pair(m->rows, u, v);
    else
        lm_matching_pair(m->lists, u, v);
}

void lm_either_remove(struct lm_either *m, int32_t v)
{
    if (m->rows != NULL)
        lm_dense_remove(m->rows, v);
    else
        lm_matching_remove(m->lists, v);
}

void lm_either_restore(struct lm_either *m, int32_t v)
{
    if (m->rows != NULL)
        lm_dense_restore(m->rows, v);
    else
        lm_matching_restore(m->lists, v);
}

void lm_either_repair(struct lm_either *m)
{
    if (m->rows != NULL)
        lm_dense_repair(m->rows);
    else
        lm_matching_repair(m->lists);
}

bool lm_either_is_perfect(struct lm_either *m)
{
    if (m->rows != NULL)
        return lm_dense_is_perfect(m->rows);
    lm_matching_repair(m->lists);
    return lm_matching_alone(m->lists) == 0;
}

void lm_either_even_set(struct lm_either *m, bool *even)
{
    if (m->rows == NULL) {
        lm_matching_even_set(m->lists, even);
        return;
    }
    lm_dense_decompose(m->rows, m->part, NULL);
    for (int32_t v = 0; v < m->vertices; v++)
        even[v] = m->part[v] == LM_PART_EVEN;
}

/* Whom the search from the mate of ${u}, who is not there, reaches in vain. */
static void tell_reach(struct lm_either *m, struct lm_reach *reach)
{
    lm_dense_decompose(m->rows, m->part, NULL);
    reach->count = 0;
    for (int32_t v = 0; v < m->vertices; v++)
        if (m->part[v] == LM_PART_ODD)
            reach->list[reach->count++] = v;
    reach->odd = reach->count;
    for (int32_t v = 0; v < m->vertices; v++)
        if (m->part[v] == LM_PART_EVEN)
            reach->list[reach->count++] = v;
}

/* Their mates are alone without the two, so that one search tells whether these become a pair. */
static bool marry_by_rows(struct lm_either *m, int32_t u, int32_t v, struct lm_reach *reach)
{
    const int32_t mate = lm_dense_mate(m->rows, u), other = lm_dense_mate(m->rows, v);
    if (mate == v)
        return true;
    lm_dense_remove(m->rows, u);
    lm_dense_remove(m->rows, v);
    const bool found = lm_dense_is_perfect(m->rows);
    lm_dense_restore(m->rows, v);
    if (!found) {
        lm_dense_pair(m->rows, v, other);
        tell_reach(m, reach);
    }
    lm_dense_restore(m->rows, u);
    lm_dense_pair(m->rows, u, found ? v : mate);
    return found;
}

bool lm_either_marry(struct lm_either *m, int32_t u, int32_t v, struct lm_reach *reach)
{
    return m->rows != NULL ? marry_by_rows(m, u, v, reach)
                           : lm_matching_marry(m->lists, u, v, reach);
}

int32_t lm_either_mate(const struct lm_either *m, int32_t v)
{
    return m->rows != NULL ? lm_dense_mate(m->rows, v) : lm_matching_mate(m->lists, v);
}

int32_t lm_either_alone(const struct lm_either *m)
{
    return m->rows != NULL ? lm_dense_alone(m->rows) : lm_matching_alone(m->lists);
}
