/* SPDX-License-Identifier: Apache-2.0 */
#include "base/sort.h"
#include "graph/bits.h"
#include "graph/dense.h"
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

void lm_dutch_list_tight_differences(struct dutch_model *m)
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

/* Largest matchings of the tight pairs ${all} of no greater difference than some limit, one after
 * the other in ${rows}.  The vertices stand by score, the bye behind all, so that those whom one
 * may meet follow one another. */
struct bounded {
    const struct dutch_model *m;
    struct lm_dense *all, *rows;
    uint64_t *set;
};

static enum lm_status begin_bounded(struct bounded *b)
{
    static const bool barred[1] = {false};
    const struct dutch_model *m = b->m;
    size_t words = lm_set_words((int32_t)m->count);
    b->set = lm_arena_alloc(m->arena, words, sizeof *b->set);
    enum lm_status status = lm_dutch_list_tight(m, m->count, 1, barred, &b->all);
    if (status == LM_OK)
        status = lm_dense_new(&b->rows, m->arena, (int32_t)m->count, 1, barred);
    return b->set == NULL ? LM_LIMIT : status;
}

/* Let ${v} meet those from ${first} to ${end} - 1 with whom he is a tight pair. */
static void meet_span(const struct bounded *b, uint32_t v, uint32_t first, uint32_t end)
{
    const size_t words = lm_set_words((int32_t)b->m->count);
    memset(b->set, 0, words * sizeof *b->set);
    lm_set_move(lm_dense_row(b->all, (int32_t)v), first, b->set, first, end - first);
    lm_dense_set_row(b->rows, (int32_t)v, b->set);
}

/* Can all be paired with no greater difference than ${limit}?  Pairs of the last question that are
 * none too great are there to begin with. */
static bool can_do(const struct bounded *b, int32_t limit)
{
    const uint32_t count = b->m->count;
    uint32_t first = 0, end = 0;
    for (uint32_t v = 0; v < count; v++) {
        int32_t mate = lm_dense_mate(b->rows, (int32_t)v);
        while (first < v && difference_of(b->m, first, v) > limit)
            first++;
        while (end < count && (end <= v || difference_of(b->m, v, end) <= limit))
            end++;
        if (mate != LM_ALONE && (mate < (int32_t)first || mate >= (int32_t)end)) {
            lm_dense_remove(b->rows, (int32_t)v); /* which parts them */
            lm_dense_restore(b->rows, (int32_t)v);
        }
        meet_span(b, v, first, end);
    }
    return lm_dense_is_perfect(b->rows);
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
    struct lm_mark mark = lm_arena_mark(m->arena);
    struct bounded bounded = {.m = m};
    enum lm_status status = begin_bounded(&bounded);
    if (status != LM_OK)
        return status;
    /* At ${low} all can be paired, or not at all; after ${high} not. */
    uint32_t low = 0, high = m->difference_count;
    while (low < high) {
        uint32_t middle = low + (high - low + 1) / 2;
        int32_t limit = middle < m->difference_count ? m->differences[middle] : 0;
        bool can = can_do(&bounded, limit);
        low = can ? middle : low;
        high = can ? high : middle - 1;
    }
    lm_arena_reset(m->arena, mark);
    if (m->difference_count > 0)
        bar_greater(m, low < m->difference_count ? m->differences[low] : 0);
    lm_dutch_list_tight_differences(m);
    status = lm_dutch_make_room(m, m->difference_count);
    m->before_best = lm_arena_mark(m->arena);
    return status;
}
