/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "graph/bits.h"
#include "graph/dense.h"
#include "graph/tight.h"
#include "pairing/dutch_2006/dutch_2006.h"

/*
 * The possible partners of each player of a bracket, found once for all its levels; and, without
 * weights, the first pairing where x of A8 can be reached and neither A7(c) nor B2 is given up, as
 * in nine of ten brackets.
 *
 * The bound of A8: let L be the larger of the two groups with a preference, and s the players less
 * the pairs.  At most s of L are left over or have an opponent who is not of L, so at least L - s
 * pairs miss a preference.  With x = 0 a pairing keeps to it when no pair misses one; with x > 0
 * exactly when each pair has a player of L, no two with the same preference who are not of L are a
 * pair, and all players left over are of L.  Either condition holds pair by pair (*strict* pairs),
 * so that any matching of all by strict pairs has the least possible sums, and no weights are
 * needed: neither for the float criteria, nor for the partners of the moved-down players, nor for
 * the order of D1, when S1 and S2 can be matched without an exchange.  There each player in turn
 * takes the first partner who leaves the others one each.  A single search finds these partners:
 * without the player, those whom a largest matching can leave alone.
 *
 * Players left over are matched with dummies, one for each; or the players below are vertices
 * themselves (dutch_2006_descent.c), and can usually do with fewer.  Whether a level has that many
 * pairs is decided as there.  S1 and S2 surely have that many, as no player of S1 is left over.
 * The partners of moved-down players then need weights.
 */

struct net {
    const struct search *s;
    uint32_t count, pairs;
    size_t words;
    uint64_t *free, *strict; /* per position: possible partners */
    uint8_t *down, *up;      /* per position: the strictest level for such a float */
    uint8_t larger;          /* the colour preferred by too many; LM_NO_COLOUR with x = 0 */
    int32_t x;
    uint32_t vertices;
    const uint64_t *all;    /* NULL, or possible matches of each, above or below */
    const uint64_t *tight;  /* the same after a solution by weights */
    bool narrowed;          /* strict pairs are those left by weights */
    struct lm_dense *dense; /* at the current level */
};

static void insert(uint64_t *set, uint32_t v)
{
    set[v / 64] |= (uint64_t)1 << v % 64;
}

/* Put ${a} and ${b} into each other's row. */
static void join(uint64_t *rows, size_t words, uint32_t a, uint32_t b)
{
    insert(rows + a * words, b);
    insert(rows + b * words, a);
}

static bool holds(const uint64_t *set, uint32_t v)
{
    return (set[v / 64] >> v % 64 & 1) != 0;
}

static const struct entrant *at(const struct net *n, uint32_t position)
{
    return &n->s->field->entrants[n->s->bracket->players[position]];
}

/* ---- Pairs ---- */

/* Return the members below ${end} of word ${w} of a set. */
static uint64_t up_to(uint32_t end, size_t w)
{
    if (end <= 64 * w)
        return 0;
    return end >= 64 * w + 64 ? ~UINT64_C(0) : ((uint64_t)1 << (end - 64 * w)) - 1;
}

static void ask_all_pairs(const struct net *n)
{
    for (uint32_t a = 0; a < n->count; a++)
        for (uint32_t b = a + 1; b < n->count; b++) {
            struct cost cost;
            if (!lm_dutch_2006_edge(n->s, a, b, FLOATS_FREE, FLOATS_FREE, &cost))
                continue;
            join(n->free, n->words, a, b);
            if (lm_dutch_2006_is_strict(n->s, n->larger, a, b, &cost))
                join(n->strict, n->words, a, b);
        }
}

static void find_pairs(const struct net *n)
{
    for (uint32_t a = 0; a < n->count; a++) {
        n->down[a] = lm_dutch_2006_strictest(at(n, a), LM_DOWNFLOAT);
        n->up[a] = lm_dutch_2006_strictest(at(n, a), LM_UPFLOAT);
    }
    ask_all_pairs(n);
}

/* Can ${position} be left over, in a pairing of strict pairs? */
static bool may_be_left(const struct net *n, bool strict, uint32_t position, int down)
{
    if (strict && !n->narrowed && !lm_dutch_2006_is_not_needed(n->s, n->larger, position))
        return false;
    return lm_dutch_2006_leaver(n->s, position, down);
}

static size_t row_words(const struct net *n)
{
    return lm_set_words((int32_t)n->vertices);
}

enum lm_status lm_dutch_2006_net(const struct search *search, struct net **out)
{
    struct lm_arena *arena = search->field->arena;
    uint32_t count = search->bracket->count;
    struct net *n = lm_arena_alloc(arena, 1, sizeof *n);
    if (n == NULL)
        return LM_LIMIT;
    *n = (struct net){.s = search,
                      .count = count,
                      .pairs = search->target.moved + search->target.rest,
                      .words = ((size_t)count + 63) / 64,
                      .down = lm_arena_alloc(arena, count, sizeof *n->down),
                      .up = lm_arena_alloc(arena, count, sizeof *n->up)};
    n->free = lm_arena_alloc(arena, count, n->words * sizeof *n->free);
    n->strict = lm_arena_alloc(arena, count, n->words * sizeof *n->strict);
    if (n->down == NULL || n->up == NULL || n->free == NULL || n->strict == NULL)
        return LM_LIMIT;
    n->larger = lm_dutch_2006_bound(search, &n->x);
    enum lm_status status = LM_OK;
    n->vertices = search->below != NULL ? count + lm_dutch_2006_count_below(search->below)
                                        : 2 * (count - n->pairs);
    if (search->below != NULL)
        status = lm_dutch_2006_union_rows(search->below, &n->all);
    find_pairs(n);
    *out = n;
    return status;
}

/* ---- The level ---- */

/* Classes: before S1 and S2 are formed all vertices, and later the ones below; then S1 and S2. */
enum { OPEN_GROUP, IN_S1, IN_S2, CLASSES };

/* Store the players who can float this way at ${level} in ${set}. */
static void set_floats(const struct net *n, const uint8_t *strictest_level, int level,
                       uint64_t *set)
{
    memset(set, 0, n->words * sizeof *set);
    for (uint32_t i = 0; i < n->count; i++)
        if (strictest_level[i] <= level)
            insert(set, i);
}

/* Write the strict pairs of ${v}, at the level at which the players ${down} and ${up} can float, to
 * ${row}; players of equal score have the places from ${first} up to, not including, ${end}. */
static void set_row(const struct net *n, bool strict, uint32_t v, uint32_t first, uint32_t end,
                    const uint64_t *down, const uint64_t *up, uint64_t *row)
{
    uint32_t moved = n->s->target.moved;
    const uint64_t *pairs = (strict ? n->strict : n->free) + v * n->words;
    for (size_t w = 0; w < n->words; w++) {
        uint64_t higher = up_to(first, w), lower = ~up_to(end, w);
        uint64_t allowed = up_to(end, w) & ~higher;
        if (holds(up, v))
            allowed |= higher & (down[w] | up_to(moved, w));
        if (v < moved || holds(down, v))
            allowed |= lower & up[w];
        row[w] = pairs[w] & allowed;
    }
}

/* Draw the pairs of players above: with each other, and, if they are ${leavers}, with
 * ${taken_up}[v], the row of ${v} of vertices below, or, if that is NULL, with the set
 * ${dummies}. */
static void draw_above(const struct net *n, bool strict, struct level level, uint64_t *scratch,
                       const uint64_t *taken_up, const uint64_t *dummies, const uint64_t *leavers)
{
    uint64_t *downs = scratch, *ups = downs + n->words;
    const size_t words = row_words(n), all_words = lm_dutch_2006_vertices(n) / LM_SET_BITS + 1;
    set_floats(n, n->down, level.down, downs);
    set_floats(n, n->up, level.up, ups);
    for (uint32_t first = 0, end = 0, v = 0; v < n->count; v++) {
        uint64_t *row = lm_dense_open_row(n->dense, (int32_t)v);
        if (v == end)
            first = v;
        while (end < n->count && at(n, end)->score == at(n, first)->score)
            end++;
        set_row(n, strict, v, first, end, downs, ups, row);
        for (size_t w = n->words; w < all_words; w++)
            row[w] = 0;
        const uint64_t *others = taken_up != NULL ? taken_up + v * words : dummies;
        for (size_t w = 0; w < words && holds(leavers, v); w++)
            row[w] |= others[w] & ~up_to(n->count, w);
    }
}

/* Draw the vertices below, or dummies if ${below} is NULL, which match ${leavers}. */
static void draw_others(const struct net *n, const uint64_t *below, const uint64_t *leavers)
{
    const size_t words = row_words(n);
    const uint32_t vertices = lm_dutch_2006_vertices(n);
    for (uint32_t v = n->count; v < vertices; v++) {
        uint64_t *row = lm_dense_open_row(n->dense, (int32_t)v);
        row[vertices / LM_SET_BITS] = 0;
        for (size_t w = 0; w < words; w++)
            row[w] = below == NULL ? leavers[w]
                                   : below[v * words + w] & (leavers[w] | ~up_to(n->count, w));
    }
}

uint32_t lm_dutch_2006_vertices(const struct net *n)
{
    return n->vertices;
}

bool lm_dutch_2006_has_fewer(const struct net *n)
{
    return n->s->below != NULL;
}

enum lm_status lm_dutch_2006_draw(struct net *n, bool strict, int down, int up)
{
    struct lm_arena *arena = n->s->field->arena;
    bool barred[CLASSES * CLASSES] = {0};
    const int32_t vertices = (int32_t)lm_dutch_2006_vertices(n);
    const size_t words = row_words(n);
    const uint64_t *below = strict && n->narrowed ? n->tight : n->all;
    barred[OPEN_GROUP * CLASSES + IN_S1] = barred[IN_S1 * CLASSES + OPEN_GROUP] = true;
    barred[IN_S1 * CLASSES + IN_S1] = barred[IN_S2 * CLASSES + IN_S2] = true;
    enum lm_status status = lm_dense_new(&n->dense, arena, vertices, CLASSES, barred);
    uint64_t *scratch = lm_arena_alloc(arena, 2 * n->words, sizeof *scratch);
    uint64_t *leavers = lm_arena_alloc(arena, 2 * words, sizeof *leavers);
    if (status != LM_OK || scratch == NULL || leavers == NULL)
        return LM_LIMIT;
    uint64_t *dummies = leavers + words;
    lm_set_insert_all(dummies, n->count, n->vertices);
    for (uint32_t i = 0; i < n->count; i++)
        if (may_be_left(n, strict, i, down))
            insert(leavers, i);
    draw_above(n, strict, (struct level){down, up}, scratch, below, dummies, leavers);
    draw_others(n, below, leavers);
    return LM_OK;
}

/* Can as many be left over as must be? */
static bool enough_leavers(const struct net *n, int down)
{
    uint32_t leavers = 0;
    for (uint32_t i = 0; i < n->count; i++)
        leavers += may_be_left(n, true, i, down);
    return leavers >= n->count - 2 * n->pairs;
}

/* With the players below as vertices: does the graph reach the number of pairs? */
static enum lm_status reach_pairs(struct net *n, int down, int up, bool *reached)
{
    bool known;
    uint32_t leaving;
    struct lm_arena *arena = n->s->field->arena;
    enum lm_status status = lm_dutch_2006_leave(
        n->dense, n->count, n->vertices, n->count - 2 * n->pairs, arena, reached, &known, &leaving);
    if (status == LM_OK && !known)
        status = LM_NO_PAIRING;
    if (status == LM_OK && *reached) {
        status = lm_dutch_2006_draw(n, true, down, up);
        *reached = status == LM_OK && lm_dense_is_perfect(n->dense);
    }
    return status;
}

/* Is there a pairing of strict pairs at this level? */
static enum lm_status reach(struct net *n, int down, int up, bool *reached)
{
    *reached = false;
    if (!enough_leavers(n, down))
        return LM_OK;
    struct lm_mark mark = lm_arena_mark(n->s->field->arena);
    enum lm_status status = lm_dutch_2006_draw(n, true, down, up);
    *reached = status == LM_OK && lm_dense_is_perfect(n->dense);
    if (*reached && lm_dutch_2006_has_fewer(n) && !n->narrowed)
        status = reach_pairs(n, down, up, reached);
    if (!*reached)
        lm_arena_reset(n->s->field->arena, mark);
    return status;
}

int32_t lm_dutch_2006_least(const struct net *n)
{
    return n->x;
}

enum lm_status lm_dutch_2006_strict(struct net *n, struct level *level)
{
    bool reached;
    *level = (struct level){FLOATS_ALL, FLOATS_ALL};
    enum lm_status status = reach(n, level->down, level->up, &reached); /* the usual case */
    if (status != LM_OK || reached)
        return status;
    for (level->down = FLOATS_ALL; status == LM_OK && !reached; level->down += !reached) {
        if (level->down > FLOATS_FREE)
            return LM_NO_PAIRING;
        status = reach(n, level->down, FLOATS_FREE, &reached);
    }
    for (reached = false; status == LM_OK && !reached; level->up += !reached)
        status = reach(n, level->down, level->up, &reached);
    return status;
}

bool lm_dutch_2006_is_drawn(const struct net *n, uint32_t a, uint32_t b)
{
    return !lm_dense_is_barred(n->dense, (int32_t)a, (int32_t)b);
}

/* Make the pairs drawn the strict pairs from now on. */
static enum lm_status keep_drawn(struct net *n)
{
    const size_t words = row_words(n);
    uint64_t *tight = lm_arena_alloc(n->s->field->arena, n->vertices, words * sizeof *tight);
    if (tight == NULL)
        return LM_LIMIT;
    for (uint32_t v = 0; v < n->vertices; v++) {
        const uint64_t *row = lm_dense_row(n->dense, (int32_t)v);
        memcpy(tight + v * words, row, words * sizeof *row);
        for (size_t w = 0; w < n->words && v < n->count; w++)
            n->strict[v * n->words + w] = row[w] & up_to(n->count, w);
    }
    n->tight = tight;
    n->narrowed = true;
    return LM_OK;
}

enum lm_status lm_dutch_2006_narrow(struct net *n, const struct lm_best *best, bool *all)
{
    uint32_t vertices = lm_dutch_2006_vertices(n);
    enum lm_status status =
        lm_dense_bar_worse(n->dense, best, (int32_t)vertices, n->s->field->arena, all);
    return status == LM_OK ? keep_drawn(n) : LM_LIMIT;
}

bool lm_dutch_2006_weighs_moved(const struct net *n)
{
    return lm_dutch_2006_has_fewer(n) && !n->narrowed;
}

void lm_dutch_2006_take(struct net *n, uint32_t a, uint32_t b)
{
    lm_dense_remove(n->dense, (int32_t)a);
    lm_dense_remove(n->dense, (int32_t)b);
}

/* ---- D ---- */

uint32_t lm_dutch_2006_strict_partner(struct net *n, uint32_t u)
{
    int32_t group = lm_dense_class(n->dense, (int32_t)u) == IN_S1 ? IN_S2 : OPEN_GROUP;
    return (uint32_t)lm_dense_take_first(n->dense, (int32_t)u, group);
}

bool lm_dutch_2006_strict_lines(struct net *n, const bool *upper)
{
    for (uint32_t i = 0; i < n->count; i++)
        lm_dense_move(n->dense, (int32_t)i, upper[i] ? IN_S1 : IN_S2);
    return lm_dense_is_perfect(n->dense);
}
