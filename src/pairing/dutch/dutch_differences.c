/* SPDX-License-Identifier: Apache-2.0 */
#include "base/lean.h"
#include "base/sort.h"
#include "graph/bits.h"
#include "pairing/dutch/dutch_model.h"

#include <string.h>

/*
 * The score differences of the CLB (2017, C.6): the fewest of the greatest, then of the next ones.
 *
 * There can be as many as pairs of scores, and most of them are greater than any that is needed.
 * The greatest one needed is the least bound below which everybody can be paired, which largest
 * matchings find by halving; pairs beyond it are in no best pairing.  Of the others only those are
 * listed that tight pairs have, and they become fewer with every stage.
 */

static int compare_descending(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x < y) - (x > y);
}

static int32_t difference_of(const struct dutch_model *m, uint32_t u, uint32_t v)
{
    return lm_dutch_difference(m, &m->vertices[u], &m->vertices[v]);
}

static uint32_t count_tight(const struct dutch_model *m)
{
    uint32_t count = 0;
    for (uint32_t u = 0; u < m->count; u++)
        for (uint32_t v = u + 1; v < m->count; v++)
            count += dutch_is_tight(m, u, v);
    return count;
}

static void sort_tight_differences(struct dutch_model *m)
{
    uint32_t count = 0, kept = 0;
    for (uint32_t u = 0; u < m->count; u++)
        for (uint32_t v = u + 1; v < m->count; v++)
            if (dutch_is_tight(m, u, v) && difference_of(m, u, v) > 0)
                m->differences[count++] = difference_of(m, u, v);
    if (count > 0)
        lm_sort(m->differences, count, sizeof *m->differences, compare_descending);
    for (uint32_t i = 0; i < count; i++)
        if (kept == 0 || m->differences[i] != m->differences[kept - 1])
            m->differences[kept++] = m->differences[i];
    m->difference_count = kept;
}

/* Differences below this are sooner noted in a set than sorted. */
enum { NOTES_THEM = !LM_LEAN, SET_BELOW = 4096 };

/* false: some are too great for that. */
static bool note_tight_differences(struct dutch_model *m)
{
    uint64_t seen[SET_BELOW / LM_SET_BITS] = {0};
    int32_t greatest = 0;
    for (uint32_t u = 0; u < m->count; u++)
        for (uint32_t v = u + 1; v < m->count; v++) {
            int32_t difference = dutch_is_tight(m, u, v) ? difference_of(m, u, v) : 0;
            greatest = difference > greatest ? difference : greatest;
            if (difference > 0 && difference < SET_BELOW)
                lm_set_insert(seen, difference);
        }
    if (greatest >= SET_BELOW)
        return false;
    m->difference_count = 0;
    for (int32_t difference = greatest; difference > 0; difference--)
        if (lm_set_holds(seen, difference))
            m->differences[m->difference_count++] = difference;
    return true;
}

void lm_dutch_list_tight_differences(struct dutch_model *m)
{
    if (!NOTES_THEM || !note_tight_differences(m))
        sort_tight_differences(m);
}

/* The tight pairs of no greater difference than ${limit}, as a graph. */
static bool make_graph(const struct dutch_model *m, int32_t limit, uint32_t tight,
                       struct lm_graph *out)
{
    size_t *start = lm_arena_alloc(m->arena, (size_t)m->count + 1, sizeof *start), at = 0;
    int32_t *list = lm_arena_alloc(m->arena, tight, 2 * sizeof *list);
    if (start == NULL || list == NULL)
        return false;
    for (uint32_t u = 0; u < m->count; u++) {
        start[u] = at;
        for (uint32_t v = 0; v < m->count; v++)
            if (v != u && dutch_is_tight(m, u, v) &&
                difference_of(m, u < v ? u : v, u < v ? v : u) <= limit)
                list[at++] = (int32_t)v;
    }
    start[m->count] = at;
    *out = (struct lm_graph){
        .form = LM_GRAPH_EDGES, .vertices = (int32_t)m->count, .start = start, .list = list};
    return true;
}

/* Can all be paired with no greater difference than ${limit}? */
static enum lm_status can_do(const struct dutch_model *m, int32_t limit, uint32_t tight, bool *can)
{
    struct lm_mark mark = lm_arena_mark(m->arena);
    struct lm_matching *matching;
    struct lm_graph graph;
    if (!make_graph(m, limit, tight, &graph))
        return LM_LIMIT;
    enum lm_status status = lm_matching_new(&matching, m->arena, &graph);
    if (status != LM_OK)
        return status;
    lm_matching_repair(matching);
    *can = lm_matching_alone(matching) == 0;
    lm_arena_reset(m->arena, mark);
    return LM_OK;
}

static void bar_greater(struct dutch_model *m, int32_t limit)
{
    for (uint32_t u = 0; u < m->count; u++)
        for (uint32_t v = u + 1; v < m->count; v++)
            if (dutch_is_tight(m, u, v) && difference_of(m, u, v) > limit)
                m->depth[(size_t)u * m->count + v] = LM_BARRED;
}

enum lm_status lm_dutch_bound_differences(struct dutch_model *m)
{
    uint32_t tight = count_tight(m);
    m->differences = lm_arena_alloc(m->arena, tight, sizeof *m->differences);
    if (m->differences == NULL)
        return LM_LIMIT;
    lm_dutch_list_tight_differences(m);
    /* At ${low} all can be paired, or not at all; after ${high} not. */
    uint32_t low = 0, high = m->difference_count;
    while (low < high) {
        uint32_t middle = low + (high - low + 1) / 2;
        bool can = false;
        int32_t limit = middle < m->difference_count ? m->differences[middle] : 0;
        enum lm_status status = can_do(m, limit, tight, &can);
        if (status != LM_OK)
            return status;
        low = can ? middle : low;
        high = can ? high : middle - 1;
    }
    if (m->difference_count > 0)
        bar_greater(m, low < m->difference_count ? m->differences[low] : 0);
    lm_dutch_list_tight_differences(m);
    enum lm_status status = lm_dutch_make_room(m, m->difference_count);
    m->before_best = lm_arena_mark(m->arena);
    return status;
}
