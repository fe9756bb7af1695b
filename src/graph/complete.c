/* SPDX-License-Identifier: Apache-2.0 */
#include "graph/complete.h"

/*
 * A vain search from ${u} shows all of its mates in perfect matchings (graph/largest.h).  Pairs
 * taken later only make these fewer.
 */

struct lm_completion {
    struct lm_matching *matching;
    struct lm_reach reach;
    int32_t asked;    /* the vertex of the last vain search, or LM_ALONE */
    int32_t searches; /* the number of vain searches */
    int32_t *even_in; /* per vertex: the last vain search that left it even, by its number */
};

enum lm_status lm_completion_new(struct lm_completion **out, struct lm_arena *arena,
                                 struct lm_matching *matching, int32_t vertices)
{
    size_t n = (size_t)vertices;
    struct lm_completion *c = lm_arena_alloc(arena, 1, sizeof *c);
    if (c == NULL)
        return LM_LIMIT;
    *c = (struct lm_completion){.matching = matching, .asked = LM_ALONE};
    c->reach.list = lm_arena_alloc(arena, n, sizeof *c->reach.list);
    c->even_in = lm_arena_alloc(arena, n, sizeof *c->even_in);
    *out = c;
    return c->reach.list == NULL || c->even_in == NULL ? LM_LIMIT : LM_OK;
}

static void note_mates(struct lm_completion *c, int32_t u)
{
    c->asked = u;
    c->searches++;
    for (int32_t i = c->reach.odd; i < c->reach.count; i++)
        c->even_in[c->reach.list[i]] = c->searches;
}

bool lm_completion_can(struct lm_completion *c, int32_t u, int32_t v)
{
    if (u == c->asked && c->even_in[v] != c->searches)
        return false;
    bool can = lm_matching_marry(c->matching, u, v, &c->reach);
    if (!can)
        note_mates(c, u);
    return can;
}

bool lm_completion_take(struct lm_completion *c, int32_t u, int32_t v)
{
    if (!lm_completion_can(c, u, v))
        return false;
    lm_matching_remove(c->matching, u);
    lm_matching_remove(c->matching, v);
    return true;
}
