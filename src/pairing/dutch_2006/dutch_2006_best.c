/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "limmat/matching.h"
#include "pairing/dutch_2006/dutch_2006.h"

/*
 * The first pairing in the order of C4 to C11 and D, found by asking instead of trying.
 *
 * The text has loops within loops: pairs that break B2 (last round), pairs that break A7(c), x, the
 * float criteria dropped for downfloats, those for upfloats; inside, the transpositions for the
 * moved down players, the exchanges of the (remainder) group, the transpositions of its S2.  The
 * first hit wins.
 *
 * The level.  A larger number of the outer loops is tried only when all of the inner ones failed
 * with the smaller, and a pairing within "at most" a number fails for the smaller only if it uses
 * the number up.  So the first level with a pairing is the one with the least sums (B2, A7(c), x)
 * over its pairs, compared in this order, when floats are free; then the strictest downfloat
 * criteria, and with them the strictest upfloat criteria, under which the same sums can be reached.
 * Sums over pairs, compared in order: a best matching by priorities.  As a rule p is the most
 * pairs there can be, and so a first priority; where C13 has lowered it, dummy vertices take up
 * those who are left over.  (When the moved down players have been paired in a largest matching,
 * what it has left is a largest one of the others.)
 *
 * The order within a level.  To take the first of the sequences is to ask, choice by choice,
 * whether there is a pairing with the choices made so far, this one, and the same sums: for the
 * lowest moved down player's partner after the next, in the order of S2; for D2; for D1.  Most of
 * these questions are put as *wishes*, a last priority, which gives way to all sums and to all
 * choices made: an earlier partner is wished the more, and who is wished in vain cannot be had.
 *
 * D2, exchanges.  An exchange that puts b before a of a pair although b ranks behind a need not be
 * looked at: leaving both where they were gives the same pairs, and exchanges fewer players or as
 * many with a smaller difference, so came earlier.  In all others S1 is made of the higher players
 * of the pairs.  The number of players exchanged is then the number of pairs whose higher player
 * comes from the original S2, and the difference of the exchanged numbers is the sum of all higher
 * players' numbers less a constant: both are sums over pairs, two further priorities.  What remains
 * is to prefer the lowest players of S1, then the highest of S2: choice by choice again.
 */

enum { BY_EXCHANGES = COST_COUNT, BY_DIFFERENCE, SUM_COUNT };

/* The priorities of the solver: the number of pairs, the sums above, and who is wished first. */
enum { BY_PAIRS, FIRST_SUM, BY_WISH = FIRST_SUM + SUM_COUNT, PRIORITY_COUNT };

/*
 * A matching problem over some positions of the bracket, in A2 order.  As a rule the target is the
 * most pairs that there can be: then a largest matching has so many.  Else dummies behind the
 * players take up who is left over, one each.
 */
struct group {
    const struct search *s;
    const struct net *net;
    bool strict;              /* nothing is given up but x of A8, which any pairing has */
    const uint32_t *position; /* per vertex below ${count} */
    uint32_t count, pairs;
    bool largest;
    uint32_t vertices; /* with the dummies, or with those below */
    uint32_t half;     /* with exchanges counted: players in the original S1 */
    bool exchanges;
    int down, up;
    size_t words;
    uint64_t *open; /* a row of bits per vertex: the edges, less those that a choice has taken */
    bool *needed;   /* per vertex: may not be alone */
    struct lm_best *best;
    uint32_t *mate; /* of the last pairing that reached ${sum}; NO_PARTNER: alone */
    int64_t sum[SUM_COUNT];
};

static bool is_player(const struct group *g, uint32_t vertex)
{
    return vertex < g->count;
}

static bool is_open(const struct group *g, uint32_t u, uint32_t v)
{
    return (g->open[u * g->words + v / 64] >> v % 64 & 1) != 0;
}

static void turn(const struct group *g, uint32_t u, uint32_t v)
{
    g->open[u * g->words + v / 64] ^= (uint64_t)1 << v % 64;
    g->open[v * g->words + u / 64] ^= (uint64_t)1 << u % 64;
}

/* What matching the vertices ${a} < ${b} gives up. */
static void sums_of(const struct group *g, uint32_t a, uint32_t b, int64_t *value)
{
    struct cost cost = {{0}};
    for (size_t i = 0; i < SUM_COUNT; i++)
        value[i] = 0;
    if (!is_player(g, b))
        return;
    if (!g->strict)
        (void)lm_dutch_2006_edge(g->s, g->position[a], g->position[b], FLOATS_FREE, FLOATS_FREE,
                                 &cost);
    for (size_t i = 0; i < COST_COUNT; i++)
        value[i] = cost.part[i];
    value[BY_EXCHANGES] = g->exchanges && a >= g->half;
    value[BY_DIFFERENCE] = g->exchanges ? a : 0;
}

/* The worths of the edge ${u}, ${v}, which is open, with ${wish}; how many. */
static int32_t worths_of(const struct group *g, uint32_t u, uint32_t v, uint32_t wish,
                         struct lm_worth *worth)
{
    int64_t value[SUM_COUNT];
    int32_t count = 0;
    sums_of(g, u < v ? u : v, u < v ? v : u, value);
    if (g->largest && is_player(g, u) && is_player(g, v))
        worth[count++] = (struct lm_worth){BY_PAIRS, 1};
    for (int32_t i = 0; i < SUM_COUNT; i++)
        if (value[i] != 0)
            worth[count++] = (struct lm_worth){FIRST_SUM + i, -value[i]};
    if (wish > 0)
        worth[count++] = (struct lm_worth){BY_WISH, wish};
    return count;
}

static int32_t edge(const void *context, int32_t u, int32_t v, struct lm_worth *worth)
{
    const struct group *g = context;
    if (v == LM_ALONE)
        return 0;
    return is_open(g, (uint32_t)u, (uint32_t)v) ? worths_of(g, (uint32_t)u, (uint32_t)v, 0, worth)
                                                : -1;
}

static bool must(const void *context, int32_t v)
{
    const struct group *g = context;
    return g->needed[v];
}

/* Give the edge ${u}, ${v} the wish ${wish}. */
static void set_wish(const struct group *g, uint32_t u, uint32_t v, uint32_t wish)
{
    struct lm_worth worth[PRIORITY_COUNT];
    int32_t count = worths_of(g, u, v, wish, worth);
    lm_best_set_few(g->best, (int32_t)u, (int32_t)v, worth, count);
}

/* Solve; false when somebody is alone who is needed, or there are too few pairs.  ${sum}: what the
 * pairing comes to. */
static bool solve(struct group *g, int64_t sum[SUM_COUNT])
{
    int64_t value[SUM_COUNT];
    uint32_t pairs = 0;
    lm_best_solve(g->best);
    for (size_t i = 0; i < SUM_COUNT; i++)
        sum[i] = 0;
    for (uint32_t v = 0; v < g->vertices; v++) {
        int32_t mate = lm_best_mate(g->best, (int32_t)v);
        if (mate == LM_ALONE && g->needed[v])
            return false;
        if (mate < (int32_t)v || !is_player(g, (uint32_t)mate))
            continue;
        pairs++;
        sums_of(g, v, (uint32_t)mate, value);
        for (size_t i = 0; i < SUM_COUNT; i++)
            sum[i] += value[i];
    }
    return pairs == g->pairs;
}

static bool same_sums(const int64_t *a, const int64_t *b)
{
    for (size_t i = 0; i < SUM_COUNT; i++)
        if (a[i] != b[i])
            return false;
    return true;
}

static void keep_mates(struct group *g)
{
    for (uint32_t v = 0; v < g->vertices; v++)
        g->mate[v] = (uint32_t)lm_best_mate(g->best, (int32_t)v);
}

/* May the player ${v} be left over to ${u}, a dummy or one of those below? */
static bool is_left_to(const struct group *g, uint32_t v, uint32_t u)
{
    const struct search *s = g->s;
    return s->below == NULL || lm_dutch_2006_comes_down(s->below, g->position[v], u - g->count);
}

/* Open the edges that there are with the float criteria of ${g}, and say who is needed: with
 * dummies, or with those below, everybody. */
static void open_edges(struct group *g)
{
    for (uint32_t v = 0; v < g->count; v++) {
        bool leaver = lm_dutch_2006_parts(g->net, g->strict, g->position[v], g->down);
        for (uint32_t u = 0; u < v; u++)
            if (lm_dutch_2006_joins(g->net, g->strict, g->position[u], g->position[v], g->down,
                                    g->up))
                turn(g, u, v);
        for (uint32_t u = g->count; u < g->vertices && leaver; u++)
            if (is_left_to(g, v, u))
                turn(g, u, v);
        g->needed[v] = !leaver || g->vertices > g->count;
    }
    for (uint32_t v = g->count; v < g->vertices; v++) {
        g->needed[v] = true;
        for (uint32_t u = g->count; u < v && g->s->below != NULL; u++)
            if (lm_dutch_2006_meet_below(g->s->below, u - g->count, v - g->count))
                turn(g, u, v);
    }
}

/* What no pair of ${g} can give up needs no room in the weights. */
static void leave_out_costs(const struct group *g, struct lm_priority *range)
{
    const struct search *s = g->s;
    bool like = false, breaks = false;
    for (uint32_t v = 0; v < g->count; v++) {
        const struct entrant *who = &s->field->entrants[s->bracket->players[g->position[v]]];
        like |= who->strength == LIKE_ABSOLUTE;
        breaks |= who->strength == ABSOLUTE && who->may_break_b2;
    }
    if (!like)
        range[FIRST_SUM + COST_A7C] = (struct lm_priority){0};
    if (!breaks)
        range[FIRST_SUM + COST_B2] = (struct lm_priority){0};
}

static void set_ranges(const struct group *g, struct lm_priority *range)
{
    uint64_t most = g->largest && g->s->below == NULL ? g->pairs : g->count / 2;
    for (int i = 0; i < COST_COUNT && !g->strict; i++)
        range[FIRST_SUM + i] = (struct lm_priority){.edge_low = -1, .most = most};
    leave_out_costs(g, range);
    range[BY_WISH].edge_high = g->count;
    if (g->largest)
        range[BY_PAIRS] = (struct lm_priority){.edge_high = 1, .most = most};
    if (!g->exchanges)
        return;
    range[FIRST_SUM + BY_EXCHANGES] = (struct lm_priority){.edge_low = -1, .most = most};
    range[FIRST_SUM + BY_DIFFERENCE] =
        (struct lm_priority){.edge_low = -(int64_t)g->count, .most = most * g->count};
}

/* Set up and solve ${g}: LM_NO_PAIRING when there is no pairing at all. */
static enum lm_status open_group(struct group *g)
{
    struct lm_arena *arena = g->s->field->arena;
    struct lm_priority range[PRIORITY_COUNT] = {{0}};
    const struct lm_priorities priorities = {
        .count = PRIORITY_COUNT, .range = range, .few = edge, .must = must, .context = g};
    set_ranges(g, range);
    g->vertices = g->largest ? g->count : 2 * (g->count - g->pairs);
    if (g->s->below != NULL)
        g->vertices += lm_dutch_2006_count_below(g->s->below);
    g->words = ((size_t)g->vertices + 63) / 64;
    g->mate = lm_arena_alloc(arena, g->vertices, sizeof *g->mate);
    g->open = lm_arena_alloc(arena, g->vertices, g->words * sizeof *g->open);
    g->needed = lm_arena_alloc(arena, g->vertices, sizeof *g->needed);
    if (g->mate == NULL || g->open == NULL || g->needed == NULL)
        return LM_LIMIT;
    open_edges(g);
    enum lm_status status = lm_best_new(&g->best, arena, (int32_t)g->vertices, &priorities);
    if (status != LM_OK)
        return status;
    if (!solve(g, g->sum))
        return LM_NO_PAIRING;
    keep_mates(g);
    return LM_OK;
}

/* A choice for vertex ${u}: which of his edges it takes away. */
typedef bool choice(const struct group *g, uint32_t u, uint32_t v);

/* He is in S2: without pairs with lower players. */
static bool as_upper(const struct group *g, uint32_t u, uint32_t v)
{
    return v > u && is_player(g, v);
}

/* He is in S1: without pairs with higher players, and not left over. */
static bool as_lower(const struct group *g, uint32_t u, uint32_t v)
{
    return !as_upper(g, u, v);
}

/* Take the edges away that choosing so for ${u} ends; ${taken}[v]: was it this call that did? */
static void take_edges(const struct group *g, uint32_t u, choice *ends, bool *taken)
{
    for (uint32_t v = 0; v < g->vertices; v++) {
        taken[v] = v != u && is_open(g, u, v) && ends(g, u, v);
        if (!taken[v])
            continue;
        turn(g, u, v);
        lm_best_set_edge(g->best, (int32_t)u, (int32_t)v, NULL);
    }
}

static void give_back(const struct group *g, uint32_t u, const bool *taken)
{
    for (uint32_t v = 0; v < g->vertices; v++) {
        if (!taken[v])
            continue;
        turn(g, u, v);
        set_wish(g, u, v, 0);
    }
}

static void need(const struct group *g, uint32_t u)
{
    if (!g->needed[u])
        lm_best_bar_alone(g->best, (int32_t)u);
    g->needed[u] = true;
}

/* Put ${u} into S2, if a pairing with the same sums remains; else leave all as it is. */
static bool choose_upper(struct group *g, uint32_t u, bool *taken)
{
    bool as_it_is = !as_upper(g, u, g->mate[u]);
    int64_t sum[SUM_COUNT];
    take_edges(g, u, as_upper, taken);
    if (as_it_is)
        return true;
    if (solve(g, sum) && same_sums(sum, g->sum)) {
        keep_mates(g);
        return true;
    }
    give_back(g, u, taken);
    return false;
}

/* Solve anew after wishes, which nothing else gives way to. */
static void solve_wishes(struct group *g)
{
    lm_best_solve(g->best);
    keep_mates(g);
}

/* Put ${u} into S1, if a pairing with the same sums remains: that is wished for, and so happens
 * where it can. */
static bool choose_lower(struct group *g, uint32_t u, bool *taken)
{
    uint32_t wished = 0;
    for (uint32_t v = u + 1; as_lower(g, u, g->mate[u]) && v < g->count; v++) {
        if (!is_open(g, u, v))
            continue;
        set_wish(g, u, v, 1);
        wished++;
    }
    if (wished > 0)
        solve_wishes(g);
    if (!as_lower(g, u, g->mate[u])) {
        take_edges(g, u, as_lower, taken);
        need(g, u);
        return true;
    }
    for (uint32_t v = u + 1; wished > 0 && v < g->count; v++)
        if (is_open(g, u, v))
            set_wish(g, u, v, 0);
    return false;
}

/* D1: give ${u} the first partner, from vertex ${first} on, with whom the rest can be completed:
 * wished the more the earlier he comes. */
static uint32_t first_partner(struct group *g, uint32_t u, uint32_t first)
{
    uint32_t wish = 2; /* the present mate's; others may have 1 from choose_lower */
    for (uint32_t v = g->mate[u]; v-- > first;)
        if (v != u && is_open(g, u, v))
            set_wish(g, u, v, ++wish);
    if (wish > 2) {
        set_wish(g, u, g->mate[u], 2);
        solve_wishes(g);
    }
    uint32_t partner = g->mate[u];
    for (uint32_t v = 0; v < g->vertices; v++) {
        if (v != partner && v != u && is_open(g, u, v))
            turn(g, u, v);
        if (v != partner && v != u && is_open(g, partner, v))
            turn(g, partner, v);
    }
    lm_best_fix(g->best, (int32_t)u, (int32_t)partner);
    return partner;
}

/* ---- Making the outcome ---- */

struct maker {
    const struct search *s;
    struct net *net;
    struct outcome *out;
    bool most;          /* the target is the most pairs there can be */
    bool *taken;        /* scratch for choices: per vertex */
    uint32_t *position; /* the vertices' positions */
};

static void add_key(struct outcome *out, int64_t number)
{
    out->key[out->key_length++] = (int32_t)number;
}

static void join(struct outcome *out, uint32_t a, uint32_t b)
{
    out->partner[a] = b;
    out->partner[b] = a;
    add_key(out, b);
}

/* ${g} with everybody in it. */
static struct group whole_group(const struct maker *m, int down, int up)
{
    const struct search *s = m->s;
    uint32_t count = s->bracket->count, pairs = s->target.moved + s->target.rest;
    for (uint32_t i = 0; i < count; i++)
        m->position[i] = i;
    return (struct group){.s = s,
                          .net = m->net,
                          .position = m->position,
                          .count = count,
                          .pairs = pairs,
                          .largest = m->most,
                          .down = down,
                          .up = up};
}

/* Can ${sum} be reached with the float criteria ${down} and ${up}?  Then that is the problem ${g}.
 */
static enum lm_status reach(const struct maker *m, int down, int up, const int64_t *sum,
                            struct group *g)
{
    struct lm_mark mark = lm_arena_mark(m->s->field->arena);
    *g = whole_group(m, down, up);
    enum lm_status status = open_group(g);
    if (status == LM_OK && (sum == NULL || same_sums(g->sum, sum)))
        return LM_OK;
    lm_arena_reset(m->s->field->arena, mark);
    return status == LM_OK ? LM_NO_PAIRING : status;
}

/* Are there as many who may be left over as must be? */
static bool enough_leavers(const struct maker *m, int down)
{
    uint32_t count = m->s->bracket->count, leavers = 0;
    for (uint32_t i = 0; i < count; i++)
        leavers += lm_dutch_2006_leaver(m->s, i, down);
    return leavers >= count - 2 * (m->s->target.moved + m->s->target.rest);
}

/* The level of the search that admits more, which this one's cannot undercut: is it its, too? */
static enum lm_status reach_least(const struct maker *m, struct group *g)
{
    const struct outcome *least = m->s->least;
    int64_t sum[SUM_COUNT] = {0};
    if (least == NULL)
        return LM_NO_PAIRING;
    for (size_t i = 0; i < COST_COUNT; i++)
        sum[i] = least->cost.part[i];
    return reach(m, least->down, least->up, sum, g);
}

/* C9: the strictest downfloat criteria, and with them, C10, the strictest upfloat criteria, under
 * which the sums of ${g} can be reached, whose floats are free: ${g} becomes that problem. */
static enum lm_status tighten(const struct maker *m, struct group *g)
{
    const struct group free = *g;
    enum lm_status status = LM_NO_PAIRING;
    for (int down = FLOATS_ALL; down < FLOATS_FREE && status == LM_NO_PAIRING; down++)
        if (enough_leavers(m, down))
            status = reach(m, down, FLOATS_FREE, free.sum, g);
    if (status == LM_NO_PAIRING)
        *g = free;
    else if (status != LM_OK)
        return status;
    const struct group loose = *g;
    status = LM_NO_PAIRING;
    for (int up = FLOATS_ALL; up < FLOATS_FREE && status == LM_NO_PAIRING; up++)
        status = reach(m, loose.down, up, free.sum, g);
    if (status == LM_NO_PAIRING)
        *g = loose;
    return status == LM_NO_PAIRING ? LM_OK : status;
}

/* C9 to C11: the level, and in ${g} the problem at that level. */
static enum lm_status find_level(const struct maker *m, struct group *g)
{
    enum lm_status status = reach_least(m, g);
    if (status != LM_NO_PAIRING)
        return status;
    status = reach(m, FLOATS_FREE, FLOATS_FREE, NULL, g);
    return status == LM_OK ? tighten(m, g) : status;
}

/* D2: which ${half} players are S1: ${upper}[vertex]. */
static void exchange(const struct maker *m, struct group *g, bool *upper)
{
    int64_t players = g->sum[BY_EXCHANGES], half = g->half;
    add_key(m->out, players);
    add_key(m->out, g->sum[BY_DIFFERENCE] - half * (half - 1) / 2);
    for (uint32_t u = 0; u < g->count; u++)
        upper[u] = u < g->half;
    int64_t left = players;
    for (uint32_t u = g->half; u-- > 0 && left > 0;) {
        if (!choose_upper(g, u, m->taken))
            continue;
        upper[u] = false;
        add_key(m->out, -(int64_t)u);
        left--;
    }
    left = players;
    for (uint32_t u = g->half; u < g->count && left > 0; u++) {
        if (!choose_lower(g, u, m->taken))
            continue;
        upper[u] = true;
        add_key(m->out, u);
        left--;
    }
}

/* Of strict pairs: S1, who are ${upper}, per position, each with the first of the others. */
static void pair_lines(const struct maker *m, uint32_t count, const bool *upper)
{
    for (uint32_t u = 0; u < count; u++)
        if (upper[u])
            join(m->out, u, lm_dutch_2006_strict_partner(m->net, u));
}

/* S1 of ${g}, who are ${upper}, per vertex. */
static enum lm_status transpose(const struct maker *m, struct group *g, const struct group *level,
                                const bool *upper)
{
    bool *positions = lm_arena_alloc(m->s->field->arena, level->count, sizeof *positions);
    if (positions == NULL)
        return LM_LIMIT;
    for (uint32_t u = 0; u < g->count; u++)
        positions[g->position[u]] = upper[u];
    if (g->strict) {
        (void)lm_dutch_2006_strict_lines(m->net, positions);
        pair_lines(m, level->count, positions);
        return LM_OK;
    }
    for (uint32_t u = 0; u < g->count; u++)
        (void)(upper[u] ? choose_lower : choose_upper)(g, u, m->taken);
    for (uint32_t u = 0; u < g->count; u++)
        if (upper[u])
            join(m->out, g->position[u], g->position[first_partner(g, u, 0)]);
    return LM_OK;
}

/* The homogeneous (remainder) group: exchange, then transposition. */
static enum lm_status pair_remainder(const struct maker *m, const struct group *level)
{
    struct lm_arena *arena = m->s->field->arena;
    struct group g = *level;
    g.count = 0;
    for (uint32_t i = 0; i < level->count; i++)
        if (m->out->partner[i] == NO_PARTNER)
            m->position[g.count++] = i;
    g.half = g.pairs = m->s->target.rest;
    g.exchanges = true;
    bool *upper = lm_arena_alloc(arena, g.count, sizeof *upper);
    enum lm_status status = upper != NULL ? open_group(&g) : LM_LIMIT;
    if (status != LM_OK)
        return status;
    exchange(m, &g, upper);
    return transpose(m, &g, level, upper);
}

/* The level and its sums. */
static void write_level(const struct maker *m, const struct group *g)
{
    for (size_t i = 0; i < COST_COUNT; i++) {
        m->out->cost.part[i] = (int32_t)g->sum[i];
        add_key(m->out, g->sum[i]);
    }
    add_key(m->out, m->out->down = (uint8_t)g->down);
    add_key(m->out, m->out->up = (uint8_t)g->up);
}

/* D2 with one player exchanged, of the ${count} positions ${left}. */
static bool exchange_one(const struct maker *m, const uint32_t *left, uint32_t count, bool *upper)
{
    uint32_t from, to;
    if (!lm_dutch_2006_strict_exchange(m->net, left, count, m->s->target.rest, &from, &to))
        return false;
    upper[left[from]] = false;
    upper[left[to]] = true;
    add_key(m->out, 1);
    add_key(m->out, (int64_t)to - from);
    add_key(m->out, -(int64_t)from);
    add_key(m->out, to);
    return true;
}

/* The remainder group of strict pairs. */
static enum lm_status pair_strict(const struct maker *m, const struct group *level)
{
    uint32_t count = 0, half = m->s->target.rest;
    uint32_t *left = lm_arena_alloc(m->s->field->arena, level->count, sizeof *left);
    bool *upper = lm_arena_alloc(m->s->field->arena, level->count, sizeof *upper);
    if (left == NULL || upper == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < level->count; i++)
        if (m->out->partner[i] == NO_PARTNER)
            left[count++] = i;
    for (uint32_t i = 0; i < half; i++)
        upper[left[i]] = true;
    if (lm_dutch_2006_strict_lines(m->net, upper)) {
        add_key(m->out, 0);
        add_key(m->out, 0);
    } else if (!exchange_one(m, left, count, upper)) {
        return pair_remainder(m, level);
    }
    pair_lines(m, level->count, upper);
    return LM_OK;
}

/* Without weights: LM_NO_PAIRING when that takes them. */
static enum lm_status find_strict(const struct maker *m)
{
    struct group g = whole_group(m, FLOATS_ALL, FLOATS_ALL);
    int32_t x;
    enum lm_status status = lm_dutch_2006_strict(m->net, &g.down, &g.up, &x);
    if (status != LM_OK)
        return status;
    g.strict = true;
    g.sum[COST_B4] = x;
    write_level(m, &g);
    for (uint32_t u = 0; u < m->s->target.moved; u++)
        join(m->out, u, lm_dutch_2006_strict_partner(m->net, u));
    return m->s->target.rest > 0 ? pair_strict(m, &g) : LM_OK;
}

static enum lm_status find(struct maker *m)
{
    struct group g;
    enum lm_status status = lm_dutch_2006_net(m->s, &m->net);
    if (status == LM_OK)
        status = find_strict(m);
    if (status != LM_NO_PAIRING)
        return status;
    status = find_level(m, &g);
    if (status != LM_OK)
        return status;
    write_level(m, &g);
    for (uint32_t u = 0; u < m->s->target.moved; u++)
        join(m->out, u, first_partner(&g, u, m->s->target.moved));
    return m->s->target.rest > 0 ? pair_remainder(m, &g) : LM_OK;
}

enum lm_status lm_dutch_2006_best(const struct search *search, bool most, struct outcome *out)
{
    struct lm_arena *arena = search->field->arena;
    uint32_t count = search->bracket->count;
    uint32_t below = search->below != NULL ? lm_dutch_2006_count_below(search->below) : 0;
    struct outcome made = {
        .partner = lm_arena_alloc(arena, count, sizeof *made.partner),
        .key = lm_arena_alloc(arena, COST_COUNT + 4 + 2 * (size_t)count, sizeof *made.key),
    };
    if (made.partner == NULL || made.key == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < count; i++)
        made.partner[i] = NO_PARTNER;
    struct lm_mark mark = lm_arena_mark(arena);
    struct maker maker = {
        .s = search,
        .out = &made,
        .most = most,
        .taken = lm_arena_alloc(arena, 2 * (size_t)count + below, sizeof *maker.taken),
        .position = lm_arena_alloc(arena, count, sizeof *maker.position),
    };
    enum lm_status status = maker.taken != NULL && maker.position != NULL ? find(&maker) : LM_LIMIT;
    lm_arena_reset(arena, mark);
    if (status == LM_OK)
        *out = made;
    return status;
}
