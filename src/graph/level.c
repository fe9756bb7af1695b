/* SPDX-License-Identifier: Apache-2.0 */
#include "graph/level.h"

#include <string.h>

/*
 * Numbers a(v) with a(u) + a(v) >= 2 depth(u, v) for every pair, and equal for those of one perfect
 * matching, prove that this has the greatest sum of depths, and that those which have it too are
 * the perfect matchings of the pairs where it is equal.  (They are the duals of the problem without
 * odd sets.)
 *
 * With x' the mate of x, and k(x) the depth of the two, a(x) = 2 k(x) - a(x'): so a pair u, v asks
 * that a(v) - a(u') >= 2 depth(u, v) - 2 k(u).  Numbers b with
 *     b(v) - b(u') >= depth(u, v) - k(u)   for both ways round of each pair
 * are the longest ways in a graph of vertices, found by walking on from whoever rose; then
 * a(v) = k(v) + b(v) - b(v') does it, as the two ways round of u, v add up to what they ask.  Where
 * ways grow without end no such numbers exist.
 */

/* Who walks on more often than this, on the average, walks in a circle most likely.  After so many
 * walks in all, each of which adds the difference of two depths at most, a sum of four numbers is
 * still one. */
enum { WALKS_EACH = 6, WALKS_MOST = INT32_MAX / (4 * 2 * INT16_MAX) };

struct level {
    int16_t *depth;
    int32_t n;
    const int32_t *mate;
    int32_t *b, *a, *queue, *waits;
};

static int16_t *depth_of(const struct level *l, int32_t u, int32_t v)
{
    return &l->depth[u < v ? (size_t)u * (size_t)l->n + (size_t)v
                           : (size_t)v * (size_t)l->n + (size_t)u];
}

/* Raise those whom the mate of ${from} asks for more; returns where the ring of those who wait
 * ends. */
static int32_t walk_on(const struct level *l, int32_t from, int32_t end)
{
    int32_t u = l->mate[from], at = l->b[from] - *depth_of(l, u, from);
    for (int32_t v = 0; v < l->n; v++) {
        int32_t depth = v == u ? LM_BARRED : *depth_of(l, u, v);
        if (depth == LM_BARRED || at + depth <= l->b[v])
            continue;
        l->b[v] = at + depth;
        if (l->waits[v] != 0)
            continue;
        l->waits[v] = 1;
        l->queue[end] = v;
        end = end + 1 == l->n ? 0 : end + 1;
    }
    return end;
}

static bool find_ways(const struct level *l)
{
    int32_t waiting = l->n, walks = l->n < WALKS_MOST / WALKS_EACH ? WALKS_EACH * l->n : WALKS_MOST;
    for (int32_t v = 0; v < l->n; v++) {
        l->b[v] = 0;
        l->waits[v] = 1;
        l->queue[v] = v;
    }
    for (int32_t begin = 0, end = 0; waiting > 0 && walks > 0; walks--) {
        int32_t v = l->queue[begin], before = end;
        begin = begin + 1 == l->n ? 0 : begin + 1;
        l->waits[v] = 0;
        end = walk_on(l, v, end);
        waiting += (end - before + l->n) % l->n - 1;
    }
    return waiting == 0;
}

static void keep_equal(const struct level *l)
{
    for (int32_t v = 0; v < l->n; v++)
        l->a[v] = *depth_of(l, v, l->mate[v]) + l->b[v] - l->b[l->mate[v]];
    for (int32_t u = 0; u < l->n; u++)
        for (int32_t v = u + 1; v < l->n; v++) {
            int16_t *depth = depth_of(l, u, v);
            if (*depth != LM_BARRED)
                *depth = l->a[u] + l->a[v] == 2 * *depth ? 0 : LM_BARRED;
        }
}

bool lm_depths_level(int16_t *depth, int32_t vertices, const int32_t *mate, int32_t *scratch)
{
    struct level l = {.depth = depth,
                      .n = vertices,
                      .mate = mate,
                      .b = scratch,
                      .a = scratch + vertices,
                      .queue = scratch + 2 * (size_t)vertices,
                      .waits = scratch + 3 * (size_t)vertices};
    bool found = find_ways(&l);
    if (found)
        keep_equal(&l);
    return found;
}
