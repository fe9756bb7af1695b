/* SPDX-License-Identifier: Apache-2.0 */
#include "graph/optima.h"

#include <string.h>

#include "graph/best.h"
#include "graph/bits.h"
#include "graph/dense.h"

/*
 * By (1) to (4) of best.h a matching is best exactly when its pairs have no slack, odd sets with
 * z > 0 are full, and nobody with d > 0 is alone.  So without such sets the best matchings are the
 * perfect ones of a graph: of the pairs without slack, and *loose* ones of two with d = 0, who are
 * both alone; one vertex more can be loose with each of these where the number is odd.
 *
 * With one such set S: it is full when exactly one pair, loose or not, crosses its border, and no
 * loose one is inside.  Pairs that cross are kept apart from the graph, which leaves S and the
 * others O, both of odd number.  Let D be who can be alone in largest matchings of the graph
 * (Gallai and Edmonds).  There is a best matching exactly when those leave one of S and one of O
 * alone, and some crossing pair is within D.  Once a crossing pair is taken, what is left is
 * perfect again.
 *
 * A set of all but one vertex is full in any case, if no loose pair is inside, and S may be within.
 *
 * x's opponents, in the graph without x: where nobody may cross, those of D.  Otherwise, on his
 * side, those of D, or all if that side is perfect without him; and some crossing pair has to be
 * left when they are out, too, which is tried.  On the other side, those of D of his crossing
 * pairs, if his own side is perfect without him.  Where nobody may cross a search is over when the
 * last of them is reached; and if there is none, x's mate is none of them either, but loose.
 */

struct lm_optima {
    int32_t vertices; /* even: with the one more, if there is one */
    size_t words;
    uint64_t *pair;   /* per vertex: with whom it has no slack */
    uint64_t *cross;  /* per vertex: its crossing pairs, loose ones, too */
    uint64_t *inside; /* the set S; empty where there is none */
    uint64_t *loose;  /* the set of those with d = 0 */
    int32_t lone;     /* the only one outside a set that holds all others; LM_ALONE: none */
    uint64_t *even;   /* scratch, a set: D */
    uint8_t *part;    /* scratch, per vertex: enum lm_part */
    bool crossing;    /* a crossing pair has still to be taken */
    int32_t *mate;    /* per vertex: that was taken; scratch before */
    struct lm_dense *graph;
};

static uint64_t *row_of(const struct lm_optima *t, uint64_t *rows, int32_t v)
{
    return rows + (size_t)v * t->words;
}

static bool is_inside(const struct lm_optima *t, int32_t v)
{
    return lm_set_holds(t->inside, v);
}

/* Can both be alone, but for S? */
static bool is_loose(const struct lm_optima *t, int32_t u, int32_t v)
{
    return lm_set_holds(t->loose, u) && lm_set_holds(t->loose, v) &&
           (t->lone == LM_ALONE || t->lone == u || t->lone == v);
}

/* ---- Making one ---- */

static bool is_empty(const struct lm_optima *t, const uint64_t *set)
{
    uint64_t any = 0;
    for (size_t w = 0; w < t->words; w++)
        any |= set[w];
    return any == 0;
}

/* Let S be whom the pairs of ${deep} hold together; false: these fall apart. */
static bool find_set(struct lm_optima *t, uint64_t *deep)
{
    uint64_t *seen = t->even;
    int32_t v = 0;
    memset(seen, 0, t->words * sizeof *seen);
    memset(t->inside, 0, t->words * sizeof *t->inside);
    while (v < t->vertices && is_empty(t, row_of(t, deep, v)))
        v++;
    while (v < t->vertices) {
        lm_set_insert(seen, v);
        for (size_t w = 0; w < t->words; w++)
            t->inside[w] |= row_of(t, deep, v)[w];
        for (v = 0; v < t->vertices && (!is_inside(t, v) || lm_set_holds(seen, v));)
            v++;
    }
    for (v = 0; v < t->vertices; v++)
        if (!is_inside(t, v) && !is_empty(t, row_of(t, deep, v)))
            return false;
    return true;
}

/* The only one who is not in S; LM_ALONE: there are more. */
static int32_t find_lone(const struct lm_optima *t)
{
    int32_t lone = LM_ALONE;
    for (int32_t v = 0; v < t->vertices; v++) {
        if (is_inside(t, v))
            continue;
        if (lone != LM_ALONE)
            return LM_ALONE;
        lone = v;
    }
    return lone;
}

/* Who can be alone. */
static void read_loose(struct lm_optima *t, const struct lm_best *best, int32_t vertices)
{
    for (int32_t v = 0; v < vertices; v++)
        if (!lm_best_is_needed(best, v))
            lm_set_insert(t->loose, v);
    for (int32_t v = vertices; v < t->vertices; v++)
        lm_set_insert(t->loose, v);
}

/* Into ${t}->pair with whom ${u} has no slack, and of these pairs, which are in a set, or in two;
 * false: some are in more. */
static bool read_depths(struct lm_optima *t, const struct lm_best *best, int32_t vertices,
                        int32_t u, uint64_t *deep, uint64_t *deeper)
{
    int32_t *depth = t->mate;
    lm_best_depths(best, u, depth);
    for (int32_t v = 0; v < vertices; v++) {
        if (depth[v] > 2)
            return false;
        if (depth[v] != LM_BARRED)
            lm_set_insert(row_of(t, t->pair, u), v);
        if (depth[v] > 0)
            lm_set_insert(row_of(t, deep, u), v);
        if (depth[v] > 1)
            lm_set_insert(row_of(t, deeper, u), v);
    }
    return true;
}

/* The same of everybody. */
static bool read_pairs(struct lm_optima *t, const struct lm_best *best, int32_t vertices,
                       uint64_t *deep, uint64_t *deeper)
{
    for (int32_t u = 0; u < vertices; u++)
        if (!read_depths(t, best, vertices, u, deep, deeper))
            return false;
    return true;
}

/* Who has no slack, and S; false: there are more odd sets. */
static bool read_proof(struct lm_optima *t, const struct lm_best *best, int32_t vertices,
                       uint64_t *deeper)
{
    uint64_t *deep = t->cross;
    t->lone = LM_ALONE;
    if (!read_pairs(t, best, vertices, deep, deeper))
        return false; /* nor is there anything in the sets */
    if (!find_set(t, deep))
        return false;
    if (!is_empty(t, t->inside) && (t->lone = find_lone(t)) != LM_ALONE) {
        if (!find_set(t, deeper))
            return false;
    } else {
        for (int32_t v = 0; v < t->vertices; v++)
            if (!is_empty(t, row_of(t, deeper, v)))
                return false;
    }
    t->crossing = !is_empty(t, t->inside);
    return true;
}

/* Of word ${w} of those who can be alone together with ${v}. */
static uint64_t loose_with(const struct lm_optima *t, int32_t v, size_t w)
{
    if (!lm_set_holds(t->loose, v))
        return 0;
    if (t->lone == LM_ALONE || t->lone == v)
        return t->loose[w];
    bool here = (size_t)t->lone / LM_SET_BITS == w;
    return here ? t->loose[w] & UINT64_C(1) << t->lone % LM_SET_BITS : 0;
}

static void draw_graph(struct lm_optima *t)
{
    for (int32_t v = 0; v < t->vertices; v++) {
        uint64_t *cross = row_of(t, t->cross, v), *same = t->even;
        for (size_t w = 0; w < t->words; w++) {
            uint64_t other = is_inside(t, v) ? ~t->inside[w] : t->inside[w];
            uint64_t pair = row_of(t, t->pair, v)[w], loose = loose_with(t, v, w);
            cross[w] = (pair | loose) & other;
            same[w] = (is_inside(t, v) ? pair : pair | loose) & ~other;
        }
        lm_dense_set_row(t->graph, v, same);
    }
}

static bool allocate(struct lm_optima *t, struct lm_arena *arena)
{
    size_t n = (size_t)t->vertices;
    return (t->pair = lm_arena_alloc(arena, n, t->words * sizeof *t->pair)) != NULL &&
           (t->cross = lm_arena_alloc(arena, n, t->words * sizeof *t->cross)) != NULL &&
           (t->inside = lm_arena_alloc(arena, t->words, sizeof *t->inside)) != NULL &&
           (t->loose = lm_arena_alloc(arena, t->words, sizeof *t->loose)) != NULL &&
           (t->even = lm_arena_alloc(arena, t->words, sizeof *t->even)) != NULL &&
           (t->part = lm_arena_alloc(arena, n, sizeof *t->part)) != NULL &&
           (t->mate = lm_arena_alloc(arena, n, sizeof *t->mate)) != NULL;
}

enum lm_status lm_optima_new(struct lm_optima **out, struct lm_arena *arena,
                             const struct lm_best *best, int32_t vertices)
{
    static const bool barred[1] = {false};
    struct lm_optima *t = lm_arena_alloc(arena, 1, sizeof *t);
    *out = NULL;
    if (t == NULL)
        return LM_LIMIT;
    t->vertices = vertices + vertices % 2;
    t->words = lm_set_words(t->vertices);
    if (!allocate(t, arena))
        return LM_LIMIT;
    uint64_t *deeper = lm_arena_alloc(arena, (size_t)t->vertices, t->words * sizeof *deeper);
    if (deeper == NULL)
        return LM_LIMIT;
    read_loose(t, best, vertices);
    if (!read_proof(t, best, vertices, deeper))
        return LM_OK;
    if (lm_dense_new(&t->graph, arena, t->vertices, 1, barred) != LM_OK)
        return LM_LIMIT;
    draw_graph(t);
    lm_dense_repair(t->graph);
    for (int32_t v = 0; v < t->vertices; v++)
        t->mate[v] = LM_ALONE;
    *out = t;
    return LM_OK;
}

/* ---- Asking ---- */

static void find_even(struct lm_optima *t)
{
    lm_dense_decompose(t->graph, t->part, NULL);
    memset(t->even, 0, t->words * sizeof *t->even);
    for (int32_t v = 0; v < t->vertices; v++)
        if (t->part[v] == LM_PART_EVEN)
            lm_set_insert(t->even, v);
}

/* Into ${*s} and ${*o} a crossing pair within D, after find_even; false: there is none. */
static bool find_crossing(struct lm_optima *t, int32_t *s, int32_t *o)
{
    for (*s = 0; *s < t->vertices; ++*s)
        for (size_t w = 0; w < t->words && is_inside(t, *s) && lm_set_holds(t->even, *s); w++) {
            uint64_t ends = row_of(t, t->cross, *s)[w] & t->even[w];
            if (ends == 0)
                continue;
            *o = (int32_t)w * LM_SET_BITS + __builtin_ctzll(ends);
            return true;
        }
    return false;
}

/* With ${x} out, can ${y}, whom the numbers allow, be his mate?  Then it is out, too. */
static bool try_mate(struct lm_optima *t, int32_t x, int32_t y)
{
    int32_t s, o;
    lm_dense_keep(t->graph);
    lm_dense_remove(t->graph, y);
    if (t->crossing && is_inside(t, x) == is_inside(t, y)) {
        find_even(t);
        if (lm_dense_alone(t->graph) == 2 && find_crossing(t, &s, &o))
            return true;
        lm_dense_go_back(t->graph);
        return false;
    }
    lm_dense_repair(t->graph);
    t->crossing = false;
    return true;
}

/* Of word ${w} of ${candidates} those with whom ${x} has no slack. */
static uint64_t open_to(const struct lm_optima *t, int32_t x, const uint64_t *candidates, size_t w)
{
    return row_of(t, t->pair, x)[w] & candidates[w];
}

/* The last of those; LM_ALONE: there are none. */
static int32_t last_open(const struct lm_optima *t, int32_t x, const uint64_t *candidates)
{
    for (size_t w = t->words; w-- > 0;) {
        const uint64_t open = open_to(t, x, candidates, w);
        if (open != 0)
            return (int32_t)w * LM_SET_BITS + LM_SET_BITS - 1 - __builtin_clzll(open);
    }
    return LM_ALONE;
}

static int32_t take(struct lm_optima *t, int32_t x, int32_t y)
{
    t->mate[x] = y;
    t->mate[y] = x;
    return y;
}

int32_t lm_optima_take_last(struct lm_optima *t, int32_t x, const uint64_t *candidates)
{
    if (last_open(t, x, candidates) == LM_ALONE)
        return LM_ALONE;
    lm_dense_remove(t->graph, x);
    lm_dense_decompose(t->graph, t->part, NULL);
    bool perfect = t->crossing && lm_dense_alone(t->graph) == 1; /* x's side, without him */
    for (size_t w = t->words; w-- > 0;) {
        uint64_t open = open_to(t, x, candidates, w);
        while (open != 0) {
            const int32_t bit = LM_SET_BITS - 1 - __builtin_clzll(open);
            const int32_t y = (int32_t)w * LM_SET_BITS + bit;
            open ^= UINT64_C(1) << bit;
            bool crosses = is_inside(t, x) != is_inside(t, y), even = t->part[y] == LM_PART_EVEN;
            if ((crosses ? perfect && even : perfect || even) && try_mate(t, x, y))
                return take(t, x, y);
        }
    }
    lm_dense_restore(t->graph, x);
    lm_dense_repair(t->graph);
    return LM_ALONE;
}

/* No best matching that is left has the pair x, y, but perhaps as a loose one. */
static void bar_pair(struct lm_optima *t, int32_t x, int32_t y)
{
    lm_set_drop(row_of(t, t->pair, x), y);
    lm_set_drop(row_of(t, t->pair, y), x);
    if (is_loose(t, x, y) && !(is_inside(t, x) && is_inside(t, y)))
        return;
    lm_dense_bar(t->graph, x, y);
    lm_set_drop(row_of(t, t->cross, x), y);
    lm_set_drop(row_of(t, t->cross, y), x);
}

void lm_optima_bar(struct lm_optima *t, int32_t x, const uint64_t *others)
{
    /* else x is not paired with one of them but as a loose one */
    lm_dense_remove(t->graph, x);
    lm_dense_restore(t->graph, x);
    for (size_t w = 0; w < t->words; w++)
        for (uint64_t open = open_to(t, x, others, w); open != 0; open &= open - 1)
            bar_pair(t, x, (int32_t)w * LM_SET_BITS + __builtin_ctzll(open));
    lm_dense_repair(t->graph);
}

void lm_optima_finish(struct lm_optima *t)
{
    int32_t s, o;
    find_even(t);
    if (t->crossing && find_crossing(t, &s, &o)) {
        lm_dense_remove(t->graph, s);
        lm_dense_remove(t->graph, o);
        lm_dense_repair(t->graph);
        t->mate[s] = o;
        t->mate[o] = s;
    }
    for (int32_t v = 0; v < t->vertices; v++) {
        int32_t other = t->mate[v] != LM_ALONE ? t->mate[v] : lm_dense_mate(t->graph, v);
        bool pair = other != LM_ALONE && lm_set_holds(row_of(t, t->pair, v), other);
        t->mate[v] = pair ? other : LM_ALONE;
    }
}

int32_t lm_optima_mate(const struct lm_optima *t, int32_t v)
{
    return t->mate[v];
}
