/* SPDX-License-Identifier: Apache-2.0 */
#include "graph/tight.h"

#include <assert.h>
#include <string.h>

#include "graph/best.h"
#include "graph/bits.h"

/*
 * The best matchings that leave no vertex alone are those of pairs that are not barred with the
 * greatest sum of depths (lm_best_depth).  Where the depth of each such pair is a sum of numbers of
 * its two vertices, all perfect matchings have the same sum.  This is nearly always true: most
 * proofs need no odd set, or one of all vertices but one.  Then let m(v) be the greatest depth of a
 * pair of v, and M the greatest of all: the depth of u, v is m(u) + m(v) - M.
 */

struct depths {
    const struct lm_best *best;
    int32_t vertices, most;
    int32_t *row;     /* scratch: depths of one vertex with all others */
    int32_t *deepest; /* by vertex: its greatest depth */
    uint64_t *worse;  /* scratch: vertices that no best matching pairs with one */
};

/* Store in ${tight} the vertices with which ${u} can be a pair of a best matching; note the
 * greatest depths. */
static void find_row(struct depths *d, int32_t u, uint64_t *tight)
{
    lm_best_depths(d->best, u, d->row);
    for (int32_t v = 0; v < d->vertices; v++) {
        const int32_t depth = d->row[v];
        if (depth == LM_BARRED)
            continue;
        lm_set_insert(tight, v);
        d->deepest[u] = depth > d->deepest[u] ? depth : d->deepest[u];
        d->deepest[v] = depth > d->deepest[v] ? depth : d->deepest[v];
        d->most = depth > d->most ? depth : d->most;
    }
}

/* Bar the worse pairs; ${tight} is empty, a row for each vertex. */
static void bar_worse(struct depths *d, struct lm_dense *dense, uint64_t *tight)
{
    const size_t words = lm_set_words(d->vertices);
    for (int32_t u = 0; u < d->vertices; u++) {
        uint64_t *own = tight + (size_t)u * words;
        find_row(d, u, own);
        for (size_t w = 0; w < words; w++)
            d->worse[w] = ~own[w];
        if (d->vertices % LM_SET_BITS != 0)
            d->worse[words - 1] &= (UINT64_C(1) << d->vertices % LM_SET_BITS) - 1;
        lm_dense_bar_set(dense, u, d->worse, words);
    }
}

static bool are_sums(const struct depths *d)
{
    for (int32_t u = 0; d->most > 0 && u < d->vertices; u++) {
        lm_best_depths_after(d->best, u, d->row);
        for (int32_t v = u + 1; v < d->vertices; v++)
            if (d->row[v] != LM_BARRED && d->row[v] != d->deepest[u] + d->deepest[v] - d->most)
                return false;
    }
    return true;
}

enum lm_status lm_dense_bar_worse(struct lm_dense *dense, const struct lm_best *best,
                                  int32_t vertices, struct lm_arena *arena, bool *all)
{
    struct depths d = {.best = best, .vertices = vertices};
    assert(vertices == best->vertices); /* its rows are written whole */
    d.row = lm_arena_alloc(arena, (size_t)vertices, sizeof *d.row);
    d.deepest = lm_arena_alloc(arena, (size_t)vertices, sizeof *d.deepest);
    d.worse = lm_arena_alloc(arena, lm_set_words(vertices), sizeof *d.worse);
    uint64_t *tight =
        lm_arena_alloc(arena, (size_t)vertices, lm_set_words(vertices) * sizeof *tight);
    if (d.row == NULL || d.deepest == NULL || d.worse == NULL || tight == NULL)
        return LM_LIMIT;
    bar_worse(&d, dense, tight);
    *all = are_sums(&d);
    return LM_OK;
}
