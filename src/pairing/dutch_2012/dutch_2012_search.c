/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "graph/matching.h"
#include "pairing/dutch_2012/dutch_2012.h"

/*
 * The first pairing in the order of C4 to C11 and D, found by matching instead of trying.
 *
 * The level.  C10 drops one criterion after the other "for the minimum number of pairs", and begins
 * again with all that it dropped before.  X1 and Z1 of A8 are the least possible.  So the first
 * level with a pairing is the one with the least counts in the order of C10 from its end: a best
 * matching by these priorities, of all players with a dummy for each one left over.  Of B5 and B6
 * this gives the least that breaks B5; where it breaks B6 as well, the problem is solved again with
 * B6 in force, as C10 tries that first.
 *
 * The order within a level.  To find the first of the sequences, test choice by choice whether the
 * same counts can be reached with it: of the partners of S1 in a heterogeneous bracket, one after
 * the other; then in the (remainder) group of D2; then of D1.  Each test is a wish, a last
 * priority, which gives way to all others.
 *
 * D2.  An exchange that puts b before a of a pair although b ranks behind a need not be looked at:
 * leaving both where they were gives the same pairs, and exchanges fewer players or as many with a
 * smaller difference, so came earlier.  In all others S1 is made of the higher players of the
 * pairs; how many are exchanged, and the difference of their numbers, are sums over pairs.
 *
 * D3.  Where fewer than all moved-down players are paired first, sets of them are tried in the
 * order of D3, with undecided ones free to be in either group: a level that is impossible then is
 * impossible with any set that begins like this.
 */

enum { BY_EXCHANGES = COST_COUNT, BY_DIFFERENCE, BY_WISH, PRIORITY_COUNT };

/* Whether a moved-down player is in S1 (D3). */
enum part { SECOND, FIRST, UNDECIDED };

/* A matching problem over some places, in their order, and dummies. */
struct group {
    const struct search *s;
    const uint8_t *part;   /* enum part, per place */
    const uint32_t *place; /* per vertex below ${count} */
    uint32_t count, vertices, pairs;
    uint32_t half;    /* with exchanges counted: players in the original S1 */
    bool exchanges;   /* of the remainder group */
    const bool *kept; /* per cost: of COST_B6_DOWN and COST_B6_UP, is the criterion in force? */
    bool *open;       /* vertices x vertices */
    struct lm_best *best;
    int64_t sum[PRIORITY_COUNT];
};

static const struct lm_seat *seat_at(const struct search *s, uint32_t place)
{
    return &s->position->seats[s->players[place]];
}

static void count_float(const struct lm_seat *seat, uint8_t way, int64_t *b5, int64_t *b6)
{
    *b5 += seat->float_1 == way;
    *b6 += seat->float_2 == way;
}

/* Compute what the pair of places ${a} < ${b} gives up. */
static void pair_costs(const struct group *g, uint32_t a, uint32_t b, int64_t *cost)
{
    const struct lm_seat *x = seat_at(g->s, a), *y = seat_at(g->s, b);
    bool same = x->wish == y->wish && x->wish != LM_NO_COLOUR;
    bool absolute = x->strength == LM_ABSOLUTE && y->strength == LM_ABSOLUTE;
    bool strong = x->strength >= LM_STRONG && y->strength >= LM_STRONG;
    bool odd = g->s->position->round % 2 == 1;
    cost[COST_B2] = same && absolute;
    cost[COST_A7D] = odd && same && strong && !absolute;
    cost[COST_X] = same;
    cost[COST_Z] = !odd && same && strong;
    if (x->score == y->score)
        return;
    count_float(y, LM_UPFLOAT, &cost[COST_B5_UP], &cost[COST_B6_UP]);
    if (g->s->target.first == 0 || !g->s->moved[a])
        count_float(x, LM_DOWNFLOAT, &cost[COST_B5_DOWN], &cost[COST_B6_DOWN]);
}

/* Compute the values of matching the vertices ${u} and ${v}. */
static void values_of(const struct group *g, uint32_t u, uint32_t v, int64_t *value)
{
    uint32_t a = u < v ? u : v, b = u < v ? v : u;
    memset(value, 0, PRIORITY_COUNT * sizeof *value);
    if (b >= g->count) {
        count_float(seat_at(g->s, g->place[a]), LM_DOWNFLOAT, &value[COST_B5_DOWN],
                    &value[COST_B6_DOWN]);
        return;
    }
    pair_costs(g, g->place[a], g->place[b], value);
    value[BY_EXCHANGES] = g->exchanges && a >= g->half;
    value[BY_DIFFERENCE] = g->exchanges ? a : 0;
}

static int32_t worths_of(const struct group *g, uint32_t u, uint32_t v, uint32_t wish,
                         struct lm_worth *worth)
{
    int64_t value[PRIORITY_COUNT];
    int32_t count = 0;
    values_of(g, u, v, value);
    for (int32_t i = 0; i < BY_WISH; i++)
        if (value[i] != 0)
            worth[count++] = (struct lm_worth){i, -value[i]};
    if (wish > 0)
        worth[count++] = (struct lm_worth){BY_WISH, wish};
    return count;
}

static bool may_leave(const struct group *g, uint32_t place)
{
    const struct search *s = g->s;
    if (g->kept[COST_B6_DOWN] && seat_at(s, place)->float_2 == LM_DOWNFLOAT)
        return false;
    return g->part[place] != FIRST && (s->may == NULL || s->may[place]) &&
           !(s->lowest && seat_at(s, place)->pab_barred); /* B1(b) */
}

static bool may_pair(const struct group *g, uint32_t a, uint32_t b)
{
    const struct search *s = g->s;
    int64_t cost[PRIORITY_COUNT] = {0};
    pair_costs(g, a, b, cost);
    for (int i = COST_B6_DOWN; i <= COST_B6_UP; i++)
        if (g->kept[i] && cost[i] > 0)
            return false;
    return !(g->part[a] == FIRST && g->part[b] == FIRST) &&
           !(s->must != NULL && (s->must[a] || s->must[b])) &&
           lm_dutch_2012_legal(s->position, s->players[a], s->players[b]);
}

static bool is_open(const struct group *g, uint32_t u, uint32_t v)
{
    return g->open[(size_t)u * g->vertices + v];
}

static void open_edges(struct group *g)
{
    for (uint32_t v = 0; v < g->vertices; v++)
        for (uint32_t u = 0; u < v && u < g->count; u++)
            g->open[(size_t)u * g->vertices + v] = g->open[(size_t)v * g->vertices + u] =
                v < g->count ? may_pair(g, g->place[u], g->place[v]) : may_leave(g, g->place[u]);
}

static int32_t edge(const void *context, int32_t u, int32_t v, struct lm_worth *worth)
{
    const struct group *g = context;
    if (v == LM_ALONE)
        return 0;
    return is_open(g, (uint32_t)u, (uint32_t)v) ? worths_of(g, (uint32_t)u, (uint32_t)v, 0, worth)
                                                : -1;
}

static void set_ranges(const struct group *g, struct lm_priority *range)
{
    for (int i = 0; i < COST_COUNT; i++)
        range[i] = (struct lm_priority){.edge_low = -2, .most = 2 * (uint64_t)g->count};
    range[BY_WISH] = (struct lm_priority){.edge_high = g->vertices};
    if (!g->exchanges)
        return;
    range[BY_EXCHANGES] = (struct lm_priority){.edge_low = -1, .most = g->count};
    range[BY_DIFFERENCE] =
        (struct lm_priority){.edge_low = -(int64_t)g->count, .most = (uint64_t)g->count * g->count};
}

/* Solve; return false when a vertex is alone.  ${sum}: the sums of the matching. */
static bool solve(struct group *g)
{
    int64_t value[PRIORITY_COUNT];
    memset(g->sum, 0, sizeof g->sum);
    lm_best_solve(g->best);
    for (uint32_t v = 0; v < g->vertices; v++) {
        int32_t mate = lm_best_mate(g->best, (int32_t)v);
        if (mate == LM_ALONE)
            return false;
        if (mate < (int32_t)v)
            continue;
        values_of(g, v, (uint32_t)mate, value);
        for (size_t i = 0; i < PRIORITY_COUNT; i++)
            g->sum[i] += value[i];
    }
    return true;
}

/* Set up and solve ${g}, whose ${place}s, ${count} and ${pairs} are set. */
static enum lm_status open_group(struct group *g)
{
    struct lm_arena *arena = g->s->arena;
    struct lm_priority range[PRIORITY_COUNT] = {{0}};
    const struct lm_priorities priorities = {
        .count = PRIORITY_COUNT, .range = range, .most_pairs = true, .nonzero = edge, .context = g};
    g->vertices = 2 * (g->count - g->pairs);
    g->open = lm_arena_alloc(arena, (size_t)g->vertices * g->vertices, sizeof *g->open);
    if (g->open == NULL)
        return LM_LIMIT;
    open_edges(g);
    set_ranges(g, range);
    enum lm_status status = lm_best_new(&g->best, arena, (int32_t)g->vertices, &priorities);
    if (status != LM_OK)
        return status;
    return solve(g) ? LM_OK : LM_NO_PAIRING;
}

static void set_wish(const struct group *g, uint32_t u, uint32_t v, uint32_t wish)
{
    struct lm_worth worth[PRIORITY_COUNT];
    lm_best_set_nonzero(g->best, (int32_t)u, (int32_t)v, worth, worths_of(g, u, v, wish, worth));
}

static uint32_t mate_of(const struct group *g, uint32_t u)
{
    return (uint32_t)lm_best_mate(g->best, (int32_t)u);
}

/* Return the first partner of ${u}, in the order of vertices, and fix the pair. */
static uint32_t first_partner(struct group *g, uint32_t u)
{
    for (uint32_t v = 0; v < g->count; v++)
        if (is_open(g, u, v))
            set_wish(g, u, v, g->count - v);
    (void)solve(g);
    uint32_t mate = mate_of(g, u);
    lm_best_fix(g->best, (int32_t)u, (int32_t)mate);
    for (uint32_t v = 0; v < g->vertices; v++) {
        const size_t n = g->vertices;
        g->open[u * n + v] = g->open[v * n + u] = v == mate;
        if (v != u)
            g->open[mate * n + v] = g->open[v * n + mate] = false;
    }
    return mate;
}

/* Does the pair ${u}, ${v} put ${u} into S1, if ${upper}, or otherwise into S2? */
static bool stands(const struct group *g, uint32_t u, uint32_t v, bool upper)
{
    return upper == (v < g->count && u < v);
}

static void bar(const struct group *g, uint32_t u, uint32_t v)
{
    const size_t n = g->vertices;
    g->open[u * n + v] = g->open[v * n + u] = false;
    lm_best_set_edge(g->best, (int32_t)u, (int32_t)v, NULL);
}

/* Put ${u} into S1, if ${upper}, or otherwise into S2, if possible; if not, into the other one. */
static bool choose(struct group *g, uint32_t u, bool upper)
{
    bool can;
    for (uint32_t v = 0; v < g->vertices; v++)
        if (is_open(g, u, v) && stands(g, u, v, upper))
            set_wish(g, u, v, 1);
    (void)solve(g);
    can = stands(g, u, mate_of(g, u), upper);
    for (uint32_t v = 0; v < g->vertices; v++) {
        if (!is_open(g, u, v))
            continue;
        if (stands(g, u, v, upper) != can)
            bar(g, u, v);
        else if (can)
            set_wish(g, u, v, 0);
    }
    return can;
}

static void add_key(struct outcome *out, int64_t value)
{
    out->key[out->key_length++] = (int32_t)value;
}

static void join(const struct group *g, struct outcome *out, uint32_t u, uint32_t v)
{
    uint32_t a = g->place[u], b = g->place[v];
    out->partner[a] = b;
    out->partner[b] = a;
    add_key(out, b);
}

/* D2: choose the players of ${g} that are S1. */
static void exchange(struct group *g, struct outcome *out, bool *upper)
{
    int64_t exchanged = g->sum[BY_EXCHANGES], left = exchanged;
    add_key(out, exchanged);
    add_key(out, g->sum[BY_DIFFERENCE]);
    for (uint32_t u = 0; u < g->half; u++)
        upper[u] = true;
    for (uint32_t u = g->half; u-- > 0 && left > 0;)
        if (choose(g, u, false)) {
            upper[u] = false;
            add_key(out, -(int64_t)u);
            left--;
        }
    left = exchanged;
    for (uint32_t u = g->half; u < g->count && left > 0; u++)
        if (choose(g, u, true)) {
            upper[u] = true;
            add_key(out, u);
            left--;
        }
}

/* D1, D2: pair the homogeneous or remainder group. */
static enum lm_status pair_group(const struct group *all, struct outcome *out)
{
    const struct search *s = all->s;
    struct group g = {.s = s, .part = all->part, .kept = all->kept, .exchanges = true};
    uint32_t *place = lm_arena_alloc(s->arena, s->count, sizeof *place);
    bool *upper = lm_arena_alloc(s->arena, s->count, sizeof *upper);
    if (place == NULL || upper == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < s->count; i++)
        if (out->partner[i] == NO_PARTNER)
            place[g.count++] = i;
    g.place = place;
    g.half = g.pairs = s->target.pairs - s->target.first;
    if (g.pairs == 0)
        return LM_OK;
    enum lm_status status = open_group(&g);
    if (status != LM_OK)
        return status;
    exchange(&g, out, upper);
    for (uint32_t u = 0; u < g.count; u++)
        for (uint32_t v = 0; v < g.vertices; v++)
            if (is_open(&g, u, v) && !stands(&g, u, v, upper[u]))
                bar(&g, u, v);
    for (uint32_t u = 0; u < g.count; u++)
        if (upper[u])
            join(&g, out, u, first_partner(&g, u));
    return LM_OK;
}

/* C10: both B5 and B6 would be dropped for ${b6}; is dropping B5 alone sufficient?  Then ${g}
 * becomes that. */
static enum lm_status keep_b6(struct group *g, int b6, bool *kept)
{
    struct group other = *g;
    if (g->sum[b6] == 0 || g->sum[b6 - 1] == 0)
        return LM_OK;
    kept[b6] = true;
    enum lm_status status = open_group(&other);
    bool same = status == LM_OK;
    for (int i = 0; i < b6 - 2; i++)
        same = same && other.sum[i] == g->sum[i];
    kept[b6] = same;
    if (same)
        *g = other;
    return status == LM_NO_PAIRING ? LM_OK : status;
}

static int64_t dropped(int64_t b5, int64_t b6)
{
    return 2 * (b5 > 0) + (b6 > 0);
}

/* Solve the group of all players; its level is in ${sum}. */
static enum lm_status open_all(const struct search *s, const uint8_t *part, struct group *g)
{
    bool *kept = lm_arena_alloc(s->arena, COST_COUNT, sizeof *kept);

    uint32_t *place = lm_arena_alloc(s->arena, s->count, sizeof *place);
    if (place == NULL || kept == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < s->count; i++)
        place[i] = i;
    *g = (struct group){.s = s,
                        .part = part,
                        .place = place,
                        .count = s->count,
                        .pairs = s->target.pairs,
                        .kept = kept};
    enum lm_status status = open_group(g);
    if (status == LM_OK)
        status = keep_b6(g, COST_B6_DOWN, kept);
    if (status == LM_OK)
        status = keep_b6(g, COST_B6_UP, kept);
    if (status != LM_OK)
        return status;
    g->sum[COST_DOWN] = dropped(g->sum[COST_B5_DOWN], g->sum[COST_B6_DOWN]);
    g->sum[COST_UP] = dropped(g->sum[COST_B5_UP], g->sum[COST_B6_UP]);
    return LM_OK;
}

/* Pair all with S1 as decided in ${part}. */
static enum lm_status pair_all(const struct search *s, const uint8_t *part, struct outcome *out)
{
    struct group g;
    enum lm_status status = open_all(s, part, &g);
    if (status != LM_OK)
        return status;
    for (int i = 0; i < COST_COUNT; i++) {
        out->cost[i] = (int32_t)g.sum[i];
        add_key(out, g.sum[i]);
    }
    for (uint32_t u = 0; u < s->count; u++)
        if (part[u] == FIRST)
            add_key(out, u);
    for (uint32_t u = 0; u < s->count; u++)
        if (part[u] == FIRST)
            join(&g, out, u, first_partner(&g, u));
    return pair_group(&g, out);
}

/* ---- D3 ---- */

/* The sets of M1 players in the order of D3: the first of the least level. */
struct sets {
    const struct search *s;
    uint32_t *moved;      /* places */
    uint8_t *part, *best; /* per place */
    int64_t level[COST_COUNT], least[COST_COUNT];
    bool found, done;
};

static int compare_levels(const int64_t *a, const int64_t *b)
{
    for (int i = 0; i < COST_COUNT; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

/* Find the least level with the decisions made, in ${level}; LM_NO_PAIRING. */
static enum lm_status level_of(const struct sets *sets, int64_t *level)
{
    struct group g;
    struct lm_mark mark = lm_arena_mark(sets->s->arena);
    enum lm_status status = open_all(sets->s, sets->part, &g);
    if (status == LM_OK)
        memcpy(level, g.sum, COST_COUNT * sizeof *level);
    lm_arena_reset(sets->s->arena, mark);
    return status;
}

/* Try the sets that agree with ${part} on all before ${next} and take ${wanted} of the others. */
static enum lm_status try_sets(struct sets *sets, uint32_t next, uint32_t wanted)
{
    const uint32_t moved = sets->s->moved_count;
    int64_t level[COST_COUNT];
    if (sets->done || wanted > moved - next)
        return LM_OK;
    for (uint32_t i = next; i < moved; i++)
        sets->part[sets->moved[i]] = wanted == 0 ? SECOND : UNDECIDED;
    enum lm_status status = level_of(sets, level);
    if (status != LM_OK)
        return status == LM_NO_PAIRING ? LM_OK : status;
    if (next == 0)
        memcpy(sets->least, level, sizeof level);
    if (sets->found && compare_levels(level, sets->level) >= 0)
        return LM_OK;
    if (wanted == 0) {
        memcpy(sets->level, level, sizeof level);
        memcpy(sets->best, sets->part, sets->s->count);
        sets->found = true;
        sets->done = compare_levels(level, sets->least) == 0;
        return LM_OK;
    }
    sets->part[sets->moved[next]] = FIRST;
    status = try_sets(sets, next + 1, wanted - 1);
    if (status != LM_OK)
        return status;
    sets->part[sets->moved[next]] = SECOND;
    return try_sets(sets, next + 1, wanted);
}

/* Choose the players of S1 in a heterogeneous bracket, in ${part}. */
static enum lm_status choose_first(const struct search *s, uint8_t *part)
{
    struct sets sets = {.s = s,
                        .moved = lm_arena_alloc(s->arena, s->count, sizeof *sets.moved),
                        .part = lm_arena_alloc(s->arena, s->count, sizeof *sets.part),
                        .best = part};
    uint32_t count = 0;
    if (sets.moved == NULL || sets.part == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < s->count; i++) {
        part[i] = s->moved[i] && s->target.first == s->moved_count ? FIRST : SECOND;
        if (s->moved[i])
            sets.moved[count++] = i;
    }
    if (s->target.first == 0 || s->target.first == s->moved_count)
        return LM_OK;
    enum lm_status status = try_sets(&sets, 0, s->target.first);
    return status == LM_OK && !sets.found ? LM_NO_PAIRING : status;
}

/* Does the very first pairing of a homogeneous bracket give up nothing, as in round 1? */
static bool is_perfect(const struct search *s, const uint8_t *part)
{
    const struct group g = {.s = s, .part = part};
    const uint32_t half = s->target.pairs;
    if (s->target.first > 0 || s->must != NULL || s->may != NULL)
        return false;
    for (uint32_t i = 0; i < s->count; i++) {
        int64_t cost[PRIORITY_COUNT] = {0};
        bool pair = i < half;
        if (!pair && i < 2 * half)
            continue;
        if (pair)
            pair_costs(&g, i, i + half, cost);
        else
            count_float(seat_at(s, i), LM_DOWNFLOAT, &cost[COST_B5_DOWN], &cost[COST_B6_DOWN]);
        for (int k = 0; k < COST_COUNT; k++)
            if (cost[k] != 0)
                return false;
        if (pair ? !lm_dutch_2012_legal(s->position, s->players[i], s->players[i + half])
                 : s->lowest && seat_at(s, i)->pab_barred)
            return false;
    }
    return true;
}

static void pair_in_order(const struct search *s, struct outcome *out)
{
    const uint32_t half = s->target.pairs;
    out->key_length = COST_COUNT; /* all zero */
    add_key(out, 0);
    add_key(out, (int64_t)half * (half - 1) / 2);
    for (uint32_t i = 0; i < half; i++) {
        out->partner[i] = i + half;
        out->partner[i + half] = i;
        add_key(out, i + half);
    }
}

enum lm_status lm_dutch_2012_search(const struct search *s, struct outcome *out)
{
    struct lm_arena *arena = s->arena;
    struct outcome made = {
        .partner = lm_arena_alloc(arena, s->count, sizeof *made.partner),
        .key = lm_arena_alloc(arena, COST_COUNT + 2 + 4 * (size_t)s->count, sizeof *made.key)};
    uint8_t *part = lm_arena_alloc(arena, s->count, sizeof *part);
    if (made.partner == NULL || made.key == NULL || part == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < s->count; i++)
        made.partner[i] = NO_PARTNER;
    if (is_perfect(s, part)) {
        pair_in_order(s, &made);
        *out = made;
        return LM_OK;
    }
    struct lm_mark mark = lm_arena_mark(arena);
    bool can;
    enum lm_status status = lm_dutch_2012_can(s, &can);
    if (status == LM_OK)
        status = can ? choose_first(s, part) : LM_NO_PAIRING;
    if (status == LM_OK)
        status = pair_all(s, part, &made);
    lm_arena_reset(arena, mark);
    if (status == LM_OK)
        *out = made;
    return status;
}

bool lm_dutch_2012_before(const struct outcome *a, const struct outcome *b)
{
    size_t common = a->key_length < b->key_length ? a->key_length : b->key_length;
    for (size_t i = 0; i < common; i++)
        if (a->key[i] != b->key[i])
            return a->key[i] < b->key[i];
    return a->key_length < b->key_length;
}

/* ---- Existence ---- */

/* Is one of the pair ${u}, ${v} a moved-down player? */
static bool is_first(const struct group *g, uint32_t u, uint32_t v)
{
    return u < g->count && v < g->count && (g->s->moved[u] || g->s->moved[v]);
}

/* Count these pairs as worth: at least M1 of them are needed. */
static int32_t first_worth(const void *context, int32_t u, int32_t v, struct lm_worth *worth)
{
    const struct group *g = context;
    if (v == LM_ALONE)
        return 0;
    if (!is_open(g, (uint32_t)u, (uint32_t)v))
        return -1;
    worth[0] = (struct lm_worth){0, 1};
    return is_first(g, (uint32_t)u, (uint32_t)v);
}

enum lm_status lm_dutch_2012_can(const struct search *s, bool *can)
{
    struct lm_mark mark = lm_arena_mark(s->arena);
    struct lm_priority range = {.edge_high = 1, .most = s->count};
    uint32_t *place = lm_arena_alloc(s->arena, s->count, sizeof *place);
    uint8_t *part = lm_arena_alloc(s->arena, s->count, sizeof *part);
    static const bool kept[COST_COUNT];
    struct group g = {.s = s,
                      .part = part,
                      .place = place,
                      .count = s->count,
                      .pairs = s->target.pairs,
                      .kept = kept};
    const struct lm_priorities priorities = {
        .count = 1, .range = &range, .most_pairs = true, .nonzero = first_worth, .context = &g};
    *can = false;
    if (2 * s->target.pairs > s->count || s->target.pairs < s->target.first)
        return LM_OK;
    g.vertices = 2 * (g.count - g.pairs);
    g.open = lm_arena_alloc(s->arena, (size_t)g.vertices * g.vertices, sizeof *g.open);
    if (place == NULL || part == NULL || g.open == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < s->count; i++) {
        place[i] = i;
        part[i] = UNDECIDED;
    }
    open_edges(&g);
    enum lm_status status = lm_best_new(&g.best, s->arena, (int32_t)g.vertices, &priorities);
    if (status != LM_OK)
        return status;
    lm_best_solve(g.best);
    uint32_t first = 0, alone = 0;
    for (uint32_t v = 0; v < g.vertices; v++) {
        int32_t mate = lm_best_mate(g.best, (int32_t)v);
        alone += mate == LM_ALONE;
        first += mate > (int32_t)v && is_first(&g, v, (uint32_t)mate);
    }
    *can = alone == 0 && first >= s->target.first;
    lm_arena_reset(s->arena, mark);
    return LM_OK;
}
