/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "graph/best.h"
#include "graph/matching.h"
#include "graph/tight.h"
#include "pairing/dutch_2006/dutch_2006.h"

/*
 * The first pairing in the order of C4 to C11 and D, found by matching instead of trying.
 *
 * The text has loops within loops: pairs that break B2 (last round), pairs that break A7(c), x, the
 * float criteria dropped for downfloats, those for upfloats; inside, the transpositions for the
 * moved-down players, the exchanges of the (remainder) group, the transpositions of its S2.  The
 * first hit wins.
 *
 * The level.  A larger number of the outer loops is tried only when all of the inner ones failed
 * with the smaller, and a pairing within "at most" a number fails for the smaller only if it uses
 * the number up.  So the first level with a pairing is the one with the least sums (B2, A7(c), x)
 * over its pairs, compared in this order, when floats are free; then the strictest downfloat
 * criteria, and with them the strictest upfloat criteria, under which the same sums can be reached.
 * Sums over pairs, compared in order, make a best matching by priorities, of all players with
 * dummies for the players left over, or with those below (dutch_2006_net.c).  (When the moved-down
 * players have been paired with the most pairs possible, the rest is such a matching of the
 * others.)  That is solved once, with free floats.  Its proof shows which pairs best matchings
 * have, and nearly always all perfect matchings of these are best ones (graph/tight.h).  From then
 * on they are found without weights, like those that reach x of A8.
 *
 * The order within a level.  To find the first of the sequences, test choice by choice whether
 * there is a pairing with the earlier choices, this one, and the same sums: for the partner of one
 * moved-down player after the other, in the order of S2; for D2; for D1.  Most of these tests are
 * *wishes*, a last priority, which gives way to all sums and to all earlier choices: an earlier
 * partner has the greater wish, and a partner wished in vain is impossible.  This takes weights
 * only where the proof leaves others than best matchings.
 *
 * D2, exchanges.  An exchange that puts b before a of a pair although b ranks behind a need not be
 * looked at: leaving both where they were gives the same pairs, and exchanges fewer players or as
 * many with a smaller difference, so came earlier.  In all others S1 is made of the higher players
 * of the pairs.  The number of players exchanged is then the number of pairs whose higher player
 * comes from the original S2, and the difference of the exchanged numbers is the sum of all higher
 * players' numbers less a constant: both are sums over pairs, two further priorities.  Then the
 * lowest players of S1 are preferred, then the highest of S2: choice by choice again, among the
 * pairs that the proof of these sums leaves.
 */

enum { BY_EXCHANGES = COST_COUNT, BY_DIFFERENCE, SUM_COUNT };

/* The priorities of the solver: the number of pairs, the sums above, and the wishes. */
enum { BY_PAIRS, FIRST_SUM, BY_WISH = FIRST_SUM + SUM_COUNT, PRIORITY_COUNT };

/* A matching problem over some positions of the bracket, in A2 order. */
struct group {
    const struct search *s;
    struct net *net;
    bool strict;              /* only strict pairs: any pairing of them gives up the same */
    const uint32_t *position; /* per vertex below ${count} */
    uint32_t count, pairs;
    uint32_t vertices; /* with the dummies, or with the players below */
    uint32_t half;     /* with exchanges counted: players in the original S1 */
    bool exchanges;
    int down, up;
    size_t words;
    uint64_t *open; /* a row of bits per vertex: the edges, less those that a choice has removed */
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

static void flip(const struct group *g, uint32_t u, uint32_t v)
{
    g->open[u * g->words + v / 64] ^= (uint64_t)1 << v % 64;
    g->open[v * g->words + u / 64] ^= (uint64_t)1 << u % 64;
}

/* Store in ${value} what matching the vertices ${a} < ${b} gives up. */
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

/* Write the worths of the open edge ${u}, ${v}, with ${wish}; return their number. */
static int32_t worths_of(const struct group *g, uint32_t u, uint32_t v, uint32_t wish,
                         struct lm_worth *worth)
{
    int64_t value[SUM_COUNT];
    int32_t count = 0;
    sums_of(g, u < v ? u : v, u < v ? v : u, value);
    if (lm_dutch_2006_has_fewer(g->net) && is_player(g, u) && is_player(g, v))
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

/* Return the place of the vertex ${v} in the graph of the whole bracket. */
static uint32_t place_of(const struct group *g, uint32_t v)
{
    return is_player(g, v) ? g->position[v] : v - g->count + g->s->bracket->count;
}

/* Give the edge ${u}, ${v} the wish ${wish}. */
static void set_wish(const struct group *g, uint32_t u, uint32_t v, uint32_t wish)
{
    struct lm_worth worth[PRIORITY_COUNT];
    int32_t count = worths_of(g, u, v, wish, worth);
    lm_best_set_nonzero(g->best, (int32_t)u, (int32_t)v, worth, count);
}

/* Solve; return false when a vertex is alone, or there are too few pairs.  ${sum}: the sums of the
 * pairing. */
static bool solve(struct group *g, int64_t sum[SUM_COUNT])
{
    int64_t value[SUM_COUNT];
    uint32_t pairs = 0;
    lm_best_solve(g->best);
    for (size_t i = 0; i < SUM_COUNT; i++)
        sum[i] = 0;
    for (uint32_t v = 0; v < g->vertices; v++) {
        int32_t mate = lm_best_mate(g->best, (int32_t)v);
        if (mate == LM_ALONE)
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

/* Open the edges that are drawn. */
static void open_edges(struct group *g)
{
    for (uint32_t v = 0; v < g->vertices; v++)
        for (uint32_t u = 0; u < v; u++)
            if (lm_dutch_2006_is_drawn(g->net, place_of(g, u), place_of(g, v)))
                flip(g, u, v);
}

/* Give costs that no pair of ${g} has no room in the weights. */
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
    uint64_t most = g->count / 2;
    for (int i = 0; i < COST_COUNT && !g->strict; i++)
        range[FIRST_SUM + i] = (struct lm_priority){.edge_low = -1, .most = most};
    leave_out_costs(g, range);
    range[BY_WISH].edge_high = g->count;
    if (lm_dutch_2006_has_fewer(g->net))
        range[BY_PAIRS] = (struct lm_priority){.edge_high = 1, .most = most};
    if (!g->exchanges)
        return;
    range[FIRST_SUM + BY_EXCHANGES] = (struct lm_priority){.edge_low = -1, .most = most};
    range[FIRST_SUM + BY_DIFFERENCE] =
        (struct lm_priority){.edge_low = -(int64_t)g->count, .most = most * g->count};
}

/* Set up and solve ${g}; LM_NO_PAIRING when there is no pairing at all. */
static enum lm_status open_group(struct group *g)
{
    struct lm_arena *arena = g->s->field->arena;
    struct lm_priority range[PRIORITY_COUNT] = {{0}};
    const struct lm_priorities priorities = {
        .count = PRIORITY_COUNT, .range = range, .most_pairs = true, .nonzero = edge, .context = g};
    enum lm_status status = g->strict ? LM_OK : lm_dutch_2006_draw(g->net, false, g->down, g->up);
    set_ranges(g, range);
    g->vertices = g->count + lm_dutch_2006_vertices(g->net) - g->s->bracket->count;
    g->words = ((size_t)g->vertices + 63) / 64;
    g->mate = lm_arena_alloc(arena, g->vertices, sizeof *g->mate);
    g->open = lm_arena_alloc(arena, g->vertices, g->words * sizeof *g->open);
    if (status != LM_OK || g->mate == NULL || g->open == NULL)
        return LM_LIMIT;
    open_edges(g);
    status = lm_best_new(&g->best, arena, (int32_t)g->vertices, &priorities);
    if (status != LM_OK)
        return status;
    if (!solve(g, g->sum))
        return LM_NO_PAIRING;
    keep_mates(g);
    return LM_OK;
}

/* A choice for vertex ${u}: does it remove the edge to ${v}? */
typedef bool choice(const struct group *g, uint32_t u, uint32_t v);

/* S2: remove pairs with lower players. */
static bool as_upper(const struct group *g, uint32_t u, uint32_t v)
{
    return v > u && is_player(g, v);
}

/* S1: remove pairs with higher players, and with dummies. */
static bool as_lower(const struct group *g, uint32_t u, uint32_t v)
{
    return !as_upper(g, u, v);
}

/* Remove the edges that the choice ${ends} of ${u} excludes; ${taken}[v]: removed by this call. */
static void take_edges(const struct group *g, uint32_t u, choice *ends, bool *taken)
{
    for (uint32_t v = 0; v < g->vertices; v++) {
        taken[v] = v != u && is_open(g, u, v) && ends(g, u, v);
        if (!taken[v])
            continue;
        flip(g, u, v);
        lm_best_set_edge(g->best, (int32_t)u, (int32_t)v, NULL);
    }
}

static void give_back(const struct group *g, uint32_t u, const bool *taken)
{
    for (uint32_t v = 0; v < g->vertices; v++) {
        if (!taken[v])
            continue;
        flip(g, u, v);
        set_wish(g, u, v, 0);
    }
}

/* Put ${u} into S2, if a pairing with the same sums remains; otherwise change nothing. */
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

/* Solve again after wishes, to which no sum or choice gives way. */
static void solve_wishes(struct group *g)
{
    lm_best_solve(g->best);
    keep_mates(g);
}

/* Put ${u} into S1, if a pairing with the same sums remains.  This is a wish, so it is granted
 * wherever possible. */
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
        return true;
    }
    for (uint32_t v = u + 1; wished > 0 && v < g->count; v++)
        if (is_open(g, u, v))
            set_wish(g, u, v, 0);
    return false;
}

/* D1: give ${u} the first partner, from vertex ${first} on, with whom the rest can be completed.
 * An earlier partner has the greater wish. */
static uint32_t first_partner(struct group *g, uint32_t u, uint32_t first)
{
    uint32_t wish = 2; /* that of the present mate; others can have 1 from choose_lower */
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
            flip(g, u, v);
        if (v != partner && v != u && is_open(g, partner, v))
            flip(g, partner, v);
    }
    lm_best_fix(g->best, (int32_t)u, (int32_t)partner);
    return partner;
}

/* ---- Making the outcome ---- */

struct maker {
    const struct search *s;
    struct net *net;
    struct outcome *out;
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

/* Return ${g} with all players. */
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
                          .down = down,
                          .up = up};
}

/* Can ${sum} be reached with the float criteria ${down} and ${up}?  Then ${g} is that problem. */
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

/* Can the sums of ${free}, whose floats are free, be reached at a stricter level? */
static enum lm_status reach_stricter(const struct maker *m, const struct group *free, int down,
                                     int up, bool *reached)
{
    struct group at;
    struct lm_mark mark = lm_arena_mark(m->s->field->arena);
    enum lm_status status = reach(m, down, up, free->sum, &at);
    *reached = status == LM_OK;
    lm_arena_reset(m->s->field->arena, mark);
    return status == LM_NO_PAIRING ? LM_OK : status;
}

/* C9: find the strictest downfloat criteria, and with them, C10, the strictest upfloat criteria,
 * under which the sums of ${g} can be reached, whose floats are free: ${g} becomes that problem. */
static enum lm_status tighten(const struct maker *m, struct group *g)
{
    const struct group free = *g;
    enum lm_status status = LM_OK;
    int down = FLOATS_ALL, up = FLOATS_ALL;
    for (bool reached = false; status == LM_OK && !reached && down < FLOATS_FREE; down += !reached)
        status = reach_stricter(m, &free, down, FLOATS_FREE, &reached);
    for (bool reached = false; status == LM_OK && !reached && up < FLOATS_FREE; up += !reached)
        status = reach_stricter(m, &free, down, up, &reached);
    if (status == LM_OK && (down < FLOATS_FREE || up < FLOATS_FREE))
        status = reach(m, down, up, free.sum, g);
    return status;
}

/* Put ${u} into S1 or S2. */
static bool choose(const struct maker *m, struct group *g, uint32_t u, bool upper)
{
    return upper ? choose_lower(g, u, m->taken) : choose_upper(g, u, m->taken);
}

/* D2: choose the ${half} players of S1: ${upper}[vertex]. */
static void exchange(const struct maker *m, struct group *g, bool *upper)
{
    int64_t players = g->sum[BY_EXCHANGES], half = g->half;
    add_key(m->out, players);
    add_key(m->out, g->sum[BY_DIFFERENCE] - half * (half - 1) / 2);
    for (uint32_t u = 0; u < g->count; u++)
        upper[u] = u < g->half;
    int64_t left = players;
    for (uint32_t u = g->half; u-- > 0 && left > 0;) {
        if (!choose(m, g, u, false))
            continue;
        upper[u] = false;
        add_key(m->out, -(int64_t)u);
        left--;
    }
    left = players;
    for (uint32_t u = g->half; u < g->count && left > 0; u++) {
        if (!choose(m, g, u, true))
            continue;
        upper[u] = true;
        add_key(m->out, u);
        left--;
    }
}

/* For strict pairs: give each player of S1, ${upper} per position, the first of the others. */
static void pair_lines(const struct maker *m, uint32_t count, const bool *upper)
{
    for (uint32_t u = 0; u < count; u++)
        if (upper[u])
            join(m->out, u, lm_dutch_2006_strict_partner(m->net, u));
}

/* Pair S1 of ${g}, ${upper} per vertex. */
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

/* Pair the homogeneous (remainder) group: exchange, then transposition. */
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
    enum lm_status status = upper != NULL ? LM_OK : LM_LIMIT;
    if (status == LM_OK)
        status = open_group(&g);
    if (status != LM_OK)
        return status;
    exchange(m, &g, upper);
    return transpose(m, &g, level, upper);
}

/* Write the level and its sums. */
static void write_level(const struct maker *m, const struct group *g)
{
    for (size_t i = 0; i < COST_COUNT; i++) {
        m->out->cost.part[i] = (int32_t)g->sum[i];
        add_key(m->out, g->sum[i]);
    }
    add_key(m->out, m->out->down = (uint8_t)g->down);
    add_key(m->out, m->out->up = (uint8_t)g->up);
}

/* Pair the remainder group with strict pairs. */
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
    } else {
        return pair_remainder(m, level);
    }
    pair_lines(m, level->count, upper);
    return LM_OK;
}

/* Pair the moved-down players with strict pairs. */
static enum lm_status pair_moved(const struct maker *m, const struct group *level)
{
    struct group g = *level;
    enum lm_status status = LM_OK;
    bool weighs = m->s->target.moved > 0 && lm_dutch_2006_weighs_moved(m->net);
    if (weighs)
        status = open_group(&g);
    for (uint32_t u = 0; u < m->s->target.moved && status == LM_OK; u++) {
        uint32_t partner = weighs ? first_partner(&g, u, m->s->target.moved)
                                  : lm_dutch_2006_strict_partner(m->net, u);
        join(m->out, u, partner);
        if (weighs)
            lm_dutch_2006_take(m->net, u, partner);
    }
    return status;
}

/* Pair with strict pairs, which give up ${sum}, or, without it, x of A8.  LM_NO_PAIRING when other
 * pairs are needed. */
static enum lm_status find_strict(struct maker *m, const int64_t *sum)
{
    int64_t bound[SUM_COUNT] = {0};
    bound[COST_B4] = lm_dutch_2006_least(m->net);
    struct level level;
    enum lm_status status = lm_dutch_2006_strict(m->net, &level);
    if (status != LM_OK)
        return status;
    struct group g = whole_group(m, level.down, level.up);
    g.strict = true;
    memcpy(g.sum, sum != NULL ? sum : bound, sizeof g.sum);
    write_level(m, &g);
    status = pair_moved(m, &g);
    return status == LM_OK && m->s->target.rest > 0 ? pair_strict(m, &g) : status;
}

/* Pair by weights, from ${g} on, whose floats are free. */
static enum lm_status find_weighed(const struct maker *m, struct group *g)
{
    enum lm_status status = tighten(m, g);
    if (status != LM_OK)
        return status;
    write_level(m, g);
    for (uint32_t u = 0; u < m->s->target.moved; u++)
        join(m->out, u, first_partner(g, u, m->s->target.moved));
    return m->s->target.rest > 0 ? pair_remainder(m, g) : LM_OK;
}

/* Pair by weights, and by strict pairs if the weights leave only these. */
static enum lm_status find_by_weights(struct maker *m)
{
    struct group g;
    bool all;
    enum lm_status status = reach(m, FLOATS_FREE, FLOATS_FREE, NULL, &g);
    if (status == LM_OK)
        status = lm_dutch_2006_narrow(m->net, g.best, &all);
    if (status != LM_OK)
        return status;
    return all ? find_strict(m, g.sum) : find_weighed(m, &g);
}

static enum lm_status find(struct maker *m)
{
    enum lm_status status = lm_dutch_2006_net(m->s, &m->net);
    if (status == LM_OK)
        status = find_strict(m, NULL);
    return status == LM_NO_PAIRING ? find_by_weights(m) : status;
}

enum lm_status lm_dutch_2006_best(const struct search *search, struct outcome *out)
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
        .taken = lm_arena_alloc(arena, 2 * (size_t)count + below, sizeof *maker.taken),
        .position = lm_arena_alloc(arena, count, sizeof *maker.position),
    };
    enum lm_status status = maker.taken != NULL && maker.position != NULL ? find(&maker) : LM_LIMIT;
    lm_arena_reset(arena, mark);
    if (status == LM_OK)
        *out = made;
    return status;
}
