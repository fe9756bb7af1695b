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
 * Sums over pairs, compared in order: a best matching by priorities (dummy vertices take up those
 * who are left over, so that exactly p pairs are made).
 *
 * The order within a level.  To take the first of the sequences is to ask, choice by choice,
 * whether there is a pairing with the choices made so far, this one, and the same sums: for the
 * lowest moved down player's partner after the next, in the order of S2; for D2; for D1.
 *
 * D2, exchanges.  An exchange that puts b before a of a pair although b ranks behind a need not be
 * looked at: leaving both where they were gives the same pairs, and exchanges fewer players or as
 * many with a smaller difference, so came earlier.  In all others S1 is made of the higher players
 * of the pairs.  The number of players exchanged is then the number of pairs whose higher player
 * comes from the original S2, and the difference of the exchanged numbers is the sum of all higher
 * players' numbers less a constant: both are sums over pairs, two further priorities.  What remains
 * is to prefer the lowest players of S1, then the highest of S2: choice by choice again.
 */

enum { BY_EXCHANGES = COST_COUNT, BY_DIFFERENCE, PRIORITY_COUNT };

/* A matching problem over some positions of the bracket, in A2 order, and dummies behind them. */
struct group {
    const struct search *s;
    const uint32_t *position; /* per vertex below ${count} */
    uint32_t count;
    uint32_t vertices; /* with the dummies */
    uint32_t half;     /* with exchanges counted: players in the original S1 */
    bool exchanges;
    int down, up;
    bool *closed; /* per two vertices: a choice made has taken the edge away */
    struct lm_best *best;
    uint32_t *mate; /* of the last pairing that reached ${sum} */
    int64_t sum[PRIORITY_COUNT];
};

static bool is_player(const struct group *g, uint32_t vertex)
{
    return vertex < g->count;
}

static size_t priorities_of(const struct group *g)
{
    return g->exchanges ? PRIORITY_COUNT : COST_COUNT;
}

static bool *closed_edge(const struct group *g, uint32_t u, uint32_t v)
{
    return &g->closed[(size_t)(u < v ? u : v) * g->vertices + (u < v ? v : u)];
}

/* Can vertices ${u} and ${v} be matched?  ${value}: what that gives up, negated. */
static bool edge(const void *context, int32_t u, int32_t v, int64_t *value)
{
    const struct group *g = context;
    uint32_t a = (uint32_t)(u < v ? u : v), b = (uint32_t)(u < v ? v : u);
    for (size_t i = 0; i < priorities_of(g); i++)
        value[i] = 0;
    if (*closed_edge(g, a, b))
        return false;
    if (!is_player(g, b))
        return is_player(g, a) && lm_dutch_2006_leaver(g->s, g->position[a], g->down);
    struct cost cost;
    if (!lm_dutch_2006_edge(g->s, g->position[a], g->position[b], g->down, g->up, &cost))
        return false;
    for (size_t i = 0; i < COST_COUNT; i++)
        value[i] = -cost.part[i];
    if (g->exchanges) {
        value[BY_EXCHANGES] = a >= g->half ? -1 : 0;
        value[BY_DIFFERENCE] = -(int64_t)a;
    }
    return true;
}

/* Solve; false when somebody stays alone.  ${sum}: what the pairing comes to. */
static bool solve(struct group *g, int64_t sum[PRIORITY_COUNT])
{
    lm_best_solve(g->best);
    for (size_t i = 0; i < PRIORITY_COUNT; i++)
        sum[i] = 0;
    for (int32_t v = 0; v < (int32_t)g->vertices; v++) {
        int32_t mate = lm_best_mate(g->best, v);
        int64_t value[PRIORITY_COUNT] = {0};
        if (mate == LM_ALONE)
            return false;
        if (mate < v || !edge(g, v, mate, value))
            continue;
        for (size_t i = 0; i < PRIORITY_COUNT; i++)
            sum[i] -= value[i];
    }
    return true;
}

static bool same_sums(const int64_t *a, const int64_t *b)
{
    for (size_t i = 0; i < PRIORITY_COUNT; i++)
        if (a[i] != b[i])
            return false;
    return true;
}

static void keep_mates(struct group *g)
{
    for (uint32_t v = 0; v < g->vertices; v++)
        g->mate[v] = (uint32_t)lm_best_mate(g->best, (int32_t)v);
}

/* Set up and solve ${g}: LM_NO_PAIRING when there is no pairing at all. */
static enum lm_status open_group(struct group *g)
{
    struct lm_arena *arena = g->s->field->arena;
    const struct lm_priority range[PRIORITY_COUNT] = {
        [COST_B2] = {.edge_low = -1},
        [COST_A7C] = {.edge_low = -1},
        [COST_B4] = {.edge_low = -1},
        [BY_EXCHANGES] = {.edge_low = -1},
        [BY_DIFFERENCE] = {.edge_low = -(int64_t)g->count},
    };
    const struct lm_priorities priorities = {.count = (int32_t)priorities_of(g),
                                             .range = range,
                                             .most_pairs = true,
                                             .edge = edge,
                                             .context = g};
    g->mate = lm_arena_alloc(arena, g->vertices, sizeof *g->mate);
    g->closed = lm_arena_alloc(arena, g->vertices, g->vertices);
    if (g->mate == NULL || g->closed == NULL)
        return LM_LIMIT;
    enum lm_status status = lm_best_new(&g->best, arena, (int32_t)g->vertices, &priorities);
    if (status != LM_OK)
        return status;
    if (!solve(g, g->sum))
        return LM_NO_PAIRING;
    keep_mates(g);
    return LM_OK;
}

/* A choice for vertex ${u}: which of his edges it takes away. */
typedef bool choice(const struct group *g, uint32_t u, uint32_t v, uint32_t argument);

/* His partner is ${partner}. */
static bool other_partner(const struct group *g, uint32_t u, uint32_t v, uint32_t partner)
{
    (void)g;
    (void)u;
    return v != partner;
}

/* He is in S2: without pairs with lower players. */
static bool as_upper(const struct group *g, uint32_t u, uint32_t v, uint32_t unused)
{
    (void)unused;
    return v > u && is_player(g, v);
}

/* He is in S1: without pairs with higher players, and not left over. */
static bool as_lower(const struct group *g, uint32_t u, uint32_t v, uint32_t unused)
{
    return !as_upper(g, u, v, unused);
}

/* Take the edges away that choosing so for ${u} ends; ${taken}[v]: was it this call that did? */
static void take_edges(struct group *g, uint32_t u, choice *ends, uint32_t argument, bool *taken)
{
    int64_t value[PRIORITY_COUNT];
    for (uint32_t v = 0; v < g->vertices; v++) {
        taken[v] = v != u && ends(g, u, v, argument) && edge(g, (int32_t)u, (int32_t)v, value);
        if (!taken[v])
            continue;
        *closed_edge(g, u, v) = true;
        lm_best_set_edge(g->best, (int32_t)u, (int32_t)v, NULL);
    }
}

static void give_back(struct group *g, uint32_t u, const bool *taken)
{
    int64_t value[PRIORITY_COUNT];
    for (uint32_t v = 0; v < g->vertices; v++) {
        if (!taken[v])
            continue;
        *closed_edge(g, u, v) = false;
        (void)edge(g, (int32_t)u, (int32_t)v, value);
        lm_best_set_edge(g->best, (int32_t)u, (int32_t)v, value);
    }
}

/* Choose so for ${u}, if a pairing with the same sums remains; else leave all as it is. */
static bool choose(struct group *g, uint32_t u, choice *ends, uint32_t argument, bool *taken)
{
    bool as_it_is = !ends(g, u, g->mate[u], argument);
    int64_t sum[PRIORITY_COUNT];
    take_edges(g, u, ends, argument, taken);
    if (as_it_is)
        return true;
    if (solve(g, sum) && same_sums(sum, g->sum)) {
        keep_mates(g);
        return true;
    }
    give_back(g, u, taken);
    return false;
}

/* D1: give ${u} the first partner, from vertex ${first} on, with whom the rest can be completed. */
static uint32_t first_partner(struct group *g, uint32_t u, uint32_t first, bool *taken)
{
    int64_t value[PRIORITY_COUNT];
    for (uint32_t v = first; is_player(g, v); v++)
        if (v != u && edge(g, (int32_t)u, (int32_t)v, value) &&
            choose(g, u, other_partner, v, taken))
            return v;
    return g->mate[u]; /* not reached: the present mate can be chosen */
}

/* ---- Making the outcome ---- */

struct maker {
    const struct search *s;
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

/* ${g} with everybody in it. */
static struct group whole_group(const struct maker *m, int down, int up)
{
    const struct search *s = m->s;
    uint32_t count = s->bracket->count, pairs = s->target.moved + s->target.rest;
    for (uint32_t i = 0; i < count; i++)
        m->position[i] = i;
    return (struct group){.s = s,
                          .position = m->position,
                          .count = count,
                          .vertices = 2 * (count - pairs),
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

/* C9 to C11: the level, and in ${g} the problem at that level. */
static enum lm_status find_level(const struct maker *m, struct group *g)
{
    struct lm_mark mark = lm_arena_mark(m->s->field->arena);
    int64_t sum[PRIORITY_COUNT];
    enum lm_status status = reach(m, FLOATS_FREE, FLOATS_FREE, NULL, g);
    if (status != LM_OK)
        return status;
    memcpy(sum, g->sum, sizeof sum);
    int down = FLOATS_ALL, up = FLOATS_ALL;
    lm_arena_reset(m->s->field->arena, mark);
    while ((status = reach(m, down, FLOATS_FREE, sum, g)) == LM_NO_PAIRING && down < FLOATS_FREE)
        down++;
    lm_arena_reset(m->s->field->arena, mark);
    while (status == LM_OK && (status = reach(m, down, up, sum, g)) == LM_NO_PAIRING) {
        up++;
        status = LM_OK;
    }
    return status;
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
        if (!choose(g, u, as_upper, 0, m->taken))
            continue;
        upper[u] = false;
        add_key(m->out, -(int64_t)u);
        left--;
    }
    left = players;
    for (uint32_t u = g->half; u < g->count && left > 0; u++) {
        if (!choose(g, u, as_lower, 0, m->taken))
            continue;
        upper[u] = true;
        add_key(m->out, u);
        left--;
    }
    for (uint32_t u = 0; u < g->count; u++)
        (void)choose(g, u, upper[u] ? as_lower : as_upper, 0, m->taken);
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
    g.half = m->s->target.rest;
    g.vertices = 2 * (g.count - g.half);
    g.exchanges = true;
    bool *upper = lm_arena_alloc(arena, g.count, sizeof *upper);
    enum lm_status status = upper != NULL ? open_group(&g) : LM_LIMIT;
    if (status != LM_OK)
        return status;
    exchange(m, &g, upper);
    for (uint32_t u = 0; u < g.count; u++)
        if (upper[u])
            join(m->out, g.position[u], g.position[first_partner(&g, u, 0, m->taken)]);
    return LM_OK;
}

static enum lm_status find(const struct maker *m)
{
    struct group g;
    enum lm_status status = find_level(m, &g);
    if (status != LM_OK)
        return status;
    for (size_t i = 0; i < COST_COUNT; i++) {
        m->out->cost.part[i] = (int32_t)g.sum[i];
        add_key(m->out, g.sum[i]);
    }
    add_key(m->out, m->out->down = (uint8_t)g.down);
    add_key(m->out, m->out->up = (uint8_t)g.up);
    for (uint32_t u = 0; u < m->s->target.moved; u++)
        join(m->out, u, first_partner(&g, u, m->s->target.moved, m->taken));
    return m->s->target.rest > 0 ? pair_remainder(m, &g) : LM_OK;
}

enum lm_status lm_dutch_2006_best(const struct search *search, struct outcome *out)
{
    struct lm_arena *arena = search->field->arena;
    uint32_t count = search->bracket->count;
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
        .taken = lm_arena_alloc(arena, 2 * (size_t)count, sizeof *maker.taken),
        .position = lm_arena_alloc(arena, count, sizeof *maker.position),
    };
    enum lm_status status = maker.taken != NULL && maker.position != NULL ? find(&maker) : LM_LIMIT;
    lm_arena_reset(arena, mark);
    if (status == LM_OK)
        *out = made;
    return status;
}
