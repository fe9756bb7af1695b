/* SPDX-License-Identifier: Apache-2.0 */
#include "graph/chain.h"

#include <string.h>

#include "graph/best.h"
#include "graph/bits.h"
#include "graph/dense.h"

/*
 * By (1) to (4) of best.h a matching is best exactly when its pairs have no slack, odd sets with
 * z > 0 are full, and nobody with d > 0 is alone.  Two who are alone count as a *loose* pair here,
 * and one vertex more, if their number is odd, can be loose with each whose d is 0: so the best
 * matchings are perfect ones of pairs without slack and loose ones.
 *
 * Let the sets be S(1) within S(2) within ... S(k).  They cut the vertices into layers: layer i is
 * of S(i + 1), but not of S(i).  A set is full exactly when one pair crosses its border and no
 * loose one is inside; so a loose pair has somebody of layer k.
 *
 * While the border of S(b) has still to be crossed, let below(b) be those of S(b) without whom the
 * others of it can be matched so, and above(b) those of all others likewise.  With a vertex that
 * stands for S(b), and meets in layer b whoever has a pair with one of below(b), below(b + 1) is
 * who can be alone of layer b in largest matchings (Gallai and Edmonds), and if that vertex can,
 * all of below(b), too: the layer is perfect by itself then, and passed.  The same for above(b)
 * from the top.
 *
 * x of layer i without whom the others are matched: add to his layer a vertex for S(i) and one for
 * all above the layer, which meet if a pair of below(i) and above(i + 1) passes it, and take him
 * out.  Who can be alone then can be his mate; where the vertex for S(i) can, all of below(i) can,
 * since he can be the one of all others who crosses that border; likewise above(i + 1).
 *
 * Once a pair is taken, the borders that it crosses are closed: no other may.  Layers are even
 * then with the vertices for open borders, or odd where one is missing, as the questions need.
 */

enum { NOWHERE = -1 };

struct lm_chain {
    int32_t vertices;        /* even: with the one more, if there is one */
    int32_t sets;            /* k */
    size_t words;            /* of a set of all these, and of two for each border */
    int32_t *layer;          /* per vertex */
    uint64_t *pair;          /* per vertex: with whom it has no slack */
    uint64_t *row;           /* the same with loose pairs */
    uint64_t *loose;         /* the set of those with d = 0 */
    uint64_t *members;       /* per layer: a set */
    uint64_t *below, *above; /* per border, from 1 on: sets */
    uint64_t *can;           /* scratch: a set */
    bool *open;              /* per border, from 1 on */
    uint8_t *part;           /* scratch, per vertex of the graph: enum lm_part */
    int32_t *mate;           /* per vertex: that was taken */
    struct lm_dense *graph;  /* layers are classes */
};

static uint64_t *row_of(const struct lm_chain *t, uint64_t *rows, int32_t v)
{
    return rows + (size_t)v * t->words;
}

/* The vertex that stands for S(${border}) in the layer above, and for all others in that below. */
static int32_t lower_of(const struct lm_chain *t, int32_t border)
{
    return t->vertices + 2 * (border - 1);
}

static int32_t upper_of(const struct lm_chain *t, int32_t border)
{
    return lower_of(t, border) + 1;
}

static bool is_open(const struct lm_chain *t, int32_t border)
{
    return border > 0 && border <= t->sets && t->open[border];
}

/* ---- Making one ---- */

/* The innermost set with z > 0 around ${node}; NOWHERE: there is none. */
static int32_t set_around(const struct lm_best *best, int32_t node)
{
    uint64_t any = 0;
    while (any == 0 && (node = best->parent[node]) >= 0) {
        const uint64_t *z = words_of(best, best->dual, (size_t)node);
        for (int32_t i = 0; i < best->words; i++)
            any |= z[i];
    }
    return any == 0 ? NOWHERE : node;
}

/* How many sets hold ${v}. */
static int32_t count_sets(const struct lm_best *best, int32_t v)
{
    int32_t count = 0;
    while ((v = set_around(best, v)) != NOWHERE)
        count++;
    return count;
}

/* Into ${t}->layer how many sets hold each; the most of them, whom this is true of, into ${*one}.
 * false: these are not all sets. */
static bool find_sets(struct lm_chain *t, const struct lm_best *best, int32_t vertices)
{
    int32_t inmost = 0;
    t->sets = 0;
    for (int32_t v = 0; v < vertices; v++) {
        t->layer[v] = count_sets(best, v);
        if (t->layer[v] > t->sets) {
            t->sets = t->layer[v];
            inmost = v;
        }
    }
    for (int32_t v = 0; v < vertices; v++) {
        int32_t here = set_around(best, v), chain = set_around(best, inmost);
        for (int32_t i = t->layer[v]; i < t->sets; i++)
            chain = set_around(best, chain);
        if (here != chain)
            return false;
    }
    return true;
}

static bool allocate(struct lm_chain *t, struct lm_arena *arena)
{
    size_t all = (size_t)t->vertices + 2 * (size_t)t->sets, sets = (size_t)t->sets + 1;
    size_t set = t->words * sizeof *t->pair;
    return (t->pair != NULL || (t->pair = lm_arena_alloc(arena, all, set)) != NULL) &&
           (t->row = lm_arena_alloc(arena, all, set)) != NULL &&
           (t->loose = lm_arena_alloc(arena, 1, set)) != NULL &&
           (t->members = lm_arena_alloc(arena, sets, set)) != NULL &&
           (t->below = lm_arena_alloc(arena, sets, set)) != NULL &&
           (t->above = lm_arena_alloc(arena, sets, set)) != NULL &&
           (t->can = lm_arena_alloc(arena, 1, set)) != NULL &&
           (t->open = lm_arena_alloc(arena, sets, sizeof *t->open)) != NULL &&
           (t->part = lm_arena_alloc(arena, all, sizeof *t->part)) != NULL &&
           (t->mate = lm_arena_alloc(arena, all, sizeof *t->mate)) != NULL;
}

static void read_pairs(struct lm_chain *t, const struct lm_best *best, int32_t vertices)
{
    int32_t *depth = t->mate;
    for (int32_t u = 0; u < vertices; u++) {
        lm_best_depths_after(best, u, depth);
        for (int32_t v = u + 1; v < vertices; v++)
            if (depth[v] != LM_BARRED) {
                lm_set_insert(row_of(t, t->pair, u), v);
                lm_set_insert(row_of(t, t->pair, v), u);
            }
        if (!lm_best_is_needed(best, u))
            lm_set_insert(t->loose, u);
        t->layer[u] = t->sets - t->layer[u];
    }
    for (int32_t v = vertices; v < t->vertices; v++) {
        lm_set_insert(t->loose, v);
        t->layer[v] = t->sets;
    }
    for (int32_t v = 0; v < t->vertices; v++)
        lm_set_insert(row_of(t, t->members, t->layer[v]), v);
}

static void add_loose(struct lm_chain *t)
{
    const uint64_t *top = row_of(t, t->members, t->sets);
    for (int32_t v = 0; v < t->vertices; v++) {
        uint64_t all = t->layer[v] == t->sets ? UINT64_MAX : 0;
        uint64_t any = lm_set_holds(t->loose, v) ? UINT64_MAX : 0;
        for (size_t w = 0; w < t->words; w++)
            row_of(t, t->row, v)[w] =
                row_of(t, t->pair, v)[w] | (t->loose[w] & any & (all | top[w]));
        lm_set_drop(row_of(t, t->row, v), v);
    }
}

/* Within the layers, and nobody for a border yet. */
static enum lm_status draw_graph(struct lm_chain *t, struct lm_arena *arena, const int32_t *mates,
                                 int32_t vertices)
{
    const int32_t layers = t->sets + 1, all = t->vertices + 2 * t->sets;
    bool *barred = lm_arena_alloc(arena, (size_t)layers, (size_t)layers * sizeof *barred);
    if (barred == NULL)
        return LM_LIMIT;
    for (int32_t i = 0; i < layers * layers; i++)
        barred[i] = i / layers != i % layers;
    enum lm_status status = lm_dense_new(&t->graph, arena, all, layers, barred);
    if (status != LM_OK)
        return status;
    for (int32_t v = 0; v < t->vertices; v++) {
        lm_dense_set_row(t->graph, v, row_of(t, t->row, v));
        lm_dense_move(t->graph, v, t->layer[v]);
    }
    for (int32_t v = t->vertices; v < all; v++)
        lm_dense_set_row(t->graph, v, t->can);
    for (int32_t b = 1; b <= t->sets; b++) {
        t->open[b] = true;
        lm_dense_move(t->graph, lower_of(t, b), b);
        lm_dense_move(t->graph, upper_of(t, b), b - 1);
        lm_dense_remove(t->graph, lower_of(t, b));
        lm_dense_remove(t->graph, upper_of(t, b));
    }
    for (int32_t v = 0; v < vertices; v++) {
        int32_t mate = mates[v];
        t->mate[v] = LM_ALONE;
        if (mate > v && t->layer[v] == t->layer[mate])
            lm_dense_pair(t->graph, v, mate);
    }
    for (int32_t v = vertices; v < all; v++)
        t->mate[v] = LM_ALONE;
    return LM_OK;
}

enum lm_status lm_chain_new(struct lm_chain **out, struct lm_arena *arena,
                            const struct lm_best *best, int32_t vertices)
{
    struct lm_chain *t = lm_arena_alloc(arena, 1, sizeof *t);
    *out = NULL;
    if (t == NULL)
        return LM_LIMIT;
    t->vertices = vertices + vertices % 2;
    t->layer = lm_arena_alloc(arena, (size_t)t->vertices, sizeof *t->layer);
    if (t->layer == NULL)
        return LM_LIMIT;
    if (!find_sets(t, best, vertices))
        return LM_OK;
    t->words = lm_set_words(t->vertices + 2 * t->sets);
    if (!allocate(t, arena))
        return LM_LIMIT;
    read_pairs(t, best, vertices);
    add_loose(t);
    enum lm_status status = draw_graph(t, arena, best->mate, vertices);
    *out = status == LM_OK ? t : NULL;
    return status;
}

enum lm_status lm_chain_new_of_set(struct lm_chain **out, struct lm_arena *arena, int32_t vertices,
                                   uint64_t *pairs, const int32_t *set, const int32_t *mate)
{
    struct lm_chain *t = lm_arena_alloc(arena, 1, sizeof *t);
    *out = NULL;
    if (t == NULL)
        return LM_LIMIT;
    t->vertices = vertices + vertices % 2;
    t->sets = 1;
    t->words = lm_set_words(t->vertices + 2);
    t->pair = pairs;
    t->layer = lm_arena_alloc(arena, (size_t)t->vertices, sizeof *t->layer);
    if (t->layer == NULL || !allocate(t, arena))
        return LM_LIMIT;
    for (int32_t v = 0; v < t->vertices; v++) {
        t->layer[v] = v >= vertices || set[v] == 0;
        lm_set_insert(row_of(t, t->members, t->layer[v]), v);
    }
    add_loose(t);
    enum lm_status status = draw_graph(t, arena, mate, vertices);
    *out = status == LM_OK ? t : NULL;
    return status;
}

/* ---- Asking ---- */

/* Bring in ${stand}, which meets in ${layer} whoever has a pair with one of ${others}. */
static void stand_in(struct lm_chain *t, int32_t stand, int32_t layer, const uint64_t *others)
{
    const uint64_t *members = row_of(t, t->members, layer);
    memset(t->can, 0, t->words * sizeof *t->can);
    for (int32_t v = 0; v < t->vertices; v++)
        for (size_t w = 0; lm_set_holds(others, v) && w < t->words; w++)
            t->can[w] |= row_of(t, t->row, v)[w];
    lm_dense_remove(t->graph, stand);
    for (int32_t v = 0; v < t->vertices; v++)
        if (lm_set_holds(members, v) && lm_set_holds(t->can, v))
            lm_dense_meet(t->graph, stand, v);
        else
            lm_dense_bar(t->graph, stand, v);
    lm_dense_restore(t->graph, stand);
}

/* Into ${set} who can be alone of ${layer}; if ${stand} can, who is no border's where that is
 * NOWHERE, ${others} as well. */
static void find_ends(struct lm_chain *t, int32_t layer, int32_t stand, const uint64_t *others,
                      uint64_t *set)
{
    lm_dense_decompose_class(t->graph, layer, t->part, NULL);
    memset(set, 0, t->words * sizeof *set);
    for (int32_t v = 0; v < t->vertices; v++)
        if (t->part[v] == LM_PART_EVEN)
            lm_set_insert(set, v);
    for (size_t w = 0; stand != NOWHERE && t->part[stand] == LM_PART_EVEN && w < t->words; w++)
        set[w] |= others[w];
}

/* Find below(${border}) of all up to ${end}. */
static void find_below(struct lm_chain *t, int32_t end)
{
    for (int32_t b = 1; b <= end; b++) {
        bool more = is_open(t, b - 1);
        if (!t->open[b])
            continue;
        if (more)
            stand_in(t, lower_of(t, b - 1), b - 1, row_of(t, t->below, b - 1));
        find_ends(t, b - 1, more ? lower_of(t, b - 1) : NOWHERE,
                  more ? row_of(t, t->below, b - 1) : NULL, row_of(t, t->below, b));
        if (more)
            lm_dense_remove(t->graph, lower_of(t, b - 1));
    }
}

/* Find above(${border}) of all from ${from} on. */
static void find_above(struct lm_chain *t, int32_t from)
{
    for (int32_t b = t->sets; b >= from; b--) {
        bool more = is_open(t, b + 1);
        if (!t->open[b])
            continue;
        if (more)
            stand_in(t, upper_of(t, b + 1), b, row_of(t, t->above, b + 1));
        find_ends(t, b, more ? upper_of(t, b + 1) : NOWHERE,
                  more ? row_of(t, t->above, b + 1) : NULL, row_of(t, t->above, b));
        if (more)
            lm_dense_remove(t->graph, upper_of(t, b + 1));
    }
}

/* Does a pair of below(${layer}) and above(${layer} + 1) pass the layer? */
static bool is_passed(const struct lm_chain *t, int32_t layer)
{
    const uint64_t *above = row_of(t, t->above, layer + 1);
    for (int32_t v = 0; v < t->vertices; v++)
        for (size_t w = 0; lm_set_holds(row_of(t, t->below, layer), v) && w < t->words; w++)
            if ((row_of(t, t->row, v)[w] & above[w]) != 0)
                return true;
    return false;
}

/* Bring in who stands for what is below and above ${layer}. */
static void stand_in_both(struct lm_chain *t, int32_t layer)
{
    bool below = is_open(t, layer), above = is_open(t, layer + 1);
    find_below(t, layer);
    find_above(t, layer + 1);
    if (below)
        stand_in(t, lower_of(t, layer), layer, row_of(t, t->below, layer));
    if (above)
        stand_in(t, upper_of(t, layer + 1), layer, row_of(t, t->above, layer + 1));
    if (!below || !above)
        return;
    if (is_passed(t, layer))
        lm_dense_meet(t->graph, lower_of(t, layer), upper_of(t, layer + 1));
    else
        lm_dense_bar(t->graph, lower_of(t, layer), upper_of(t, layer + 1));
}

static void take_out_both(struct lm_chain *t, int32_t layer)
{
    if (layer > 0)
        lm_dense_remove(t->graph, lower_of(t, layer));
    if (layer < t->sets)
        lm_dense_remove(t->graph, upper_of(t, layer + 1));
}

static void take(struct lm_chain *t, int32_t x, int32_t y)
{
    int32_t low = t->layer[x] < t->layer[y] ? t->layer[x] : t->layer[y];
    int32_t high = t->layer[x] + t->layer[y] - low;
    lm_dense_remove(t->graph, x);
    lm_dense_remove(t->graph, y);
    for (int32_t b = low + 1; b <= high; b++)
        t->open[b] = false;
    t->mate[x] = y;
    t->mate[y] = x;
}

/* Into ${t}->can whom a best matching gives to ${x}, of all who have no slack with him. */
static void find_mates(struct lm_chain *t, int32_t x)
{
    const int32_t layer = t->layer[x];
    stand_in_both(t, layer);
    lm_dense_remove(t->graph, x);
    bool below = is_open(t, layer), above = is_open(t, layer + 1);
    find_ends(t, layer, below ? lower_of(t, layer) : NOWHERE,
              below ? row_of(t, t->below, layer) : NULL, t->can);
    for (size_t w = 0; above && t->part[upper_of(t, layer + 1)] == LM_PART_EVEN && w < t->words;
         w++)
        t->can[w] |= row_of(t, t->above, layer + 1)[w];
    take_out_both(t, layer);
    lm_dense_restore(t->graph, x);
    for (size_t w = 0; w < t->words; w++)
        t->can[w] &= row_of(t, t->pair, x)[w];
}

int32_t lm_chain_take_first(struct lm_chain *t, int32_t x, const uint64_t *candidates)
{
    find_mates(t, x);
    const size_t words = lm_set_words(t->vertices);
    for (size_t w = 0; w < words; w++) {
        uint64_t first = t->can[w] & candidates[w];
        if (first == 0)
            continue;
        int32_t y = (int32_t)w * LM_SET_BITS + __builtin_ctzll(first);
        take(t, x, y);
        return y;
    }
    return LM_ALONE;
}

/* Take a pair that crosses ${border}, and no other of those above it. */
static void cross(struct lm_chain *t, int32_t border)
{
    find_below(t, border);
    stand_in(t, lower_of(t, border), border, row_of(t, t->below, border));
    lm_dense_repair(t->graph);
    int32_t v = lm_dense_mate(t->graph, lower_of(t, border)), first = 0;
    lm_dense_remove(t->graph, lower_of(t, border));
    while (v != LM_ALONE && first < t->vertices &&
           !(lm_set_holds(row_of(t, t->below, border), first) &&
             lm_set_holds(row_of(t, t->row, v), first)))
        first++;
    if (v != LM_ALONE && first < t->vertices)
        take(t, v, first);
}

void lm_chain_finish(struct lm_chain *t)
{
    for (int32_t b = t->sets; b > 0; b--)
        if (t->open[b])
            cross(t, b);
    lm_dense_repair(t->graph);
    for (int32_t v = 0; v < t->vertices; v++) {
        int32_t other = t->mate[v] != LM_ALONE ? t->mate[v] : lm_dense_mate(t->graph, v);
        bool pair = other != LM_ALONE && lm_set_holds(row_of(t, t->pair, v), other);
        t->mate[v] = pair ? other : LM_ALONE;
    }
}

int32_t lm_chain_mate(const struct lm_chain *t, int32_t v)
{
    return t->mate[v];
}
