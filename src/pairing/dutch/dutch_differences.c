/* SPDX-License-Identifier: Apache-2.0 */
#include "base/sort.h"
#include "pairing/dutch/dutch_model.h"

/*
 * The score differences of the CLB (2017, C.6): the fewest of the greatest, then of the next ones.
 * Only differences of tight pairs are listed, and they become fewer with every stage.
 */

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
        lm_sort(m->differences, count, sizeof *m->differences, lm_dutch_descending);
    for (uint32_t i = 0; i < count; i++)
        if (kept == 0 || m->differences[i] != m->differences[kept - 1])
            m->differences[kept++] = m->differences[i];
    m->difference_count = kept;
}

enum lm_status lm_dutch_first_differences(struct dutch_model *m)
{
    m->differences = lm_arena_alloc(m->arena, count_tight(m), sizeof *m->differences);
    if (m->differences == NULL)
        return LM_LIMIT;
    lm_dutch_list_tight_differences(m);
    enum lm_status status = lm_dutch_make_room(m, m->difference_count);
    m->before_best = lm_arena_mark(m->arena);
    return status;
}
