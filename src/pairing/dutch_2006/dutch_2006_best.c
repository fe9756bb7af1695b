/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/lean.h"
#include "graph/best.h"
#include "graph/bits.h"
#include "graph/dense.h"
#include "graph/halves.h"
#include "graph/tight.h"
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
 * Sums over pairs, compared in order: a best matching by priorities, of all players with dummies
 * that take up who is left over, or with those below (dutch_2006_net.c).  (When the moved down
 * players have been paired with the most pairs there can be, what they have left is such a matching
 * of the others.)  That is solved once, with free floats: its proof tells which pairs best
 * matchings have, and nearly always all perfect matchings of these are best ones (graph/tight.h).
 * From then on they are asked for without weights, as those that reach x of A8 are.
 *
 * The order within a level.  To take the first of the sequences is to ask, choice by choice,
 * whether there is a pairing with the choices made so far, this one, and the same sums: for the
 * lowest moved down player's partner after the next, in the order of S2; for D2; for D1.  Most of
 * these questions are put as *wishes*, a last priority, which gives way to all sums and to all
 * choices made: an earlier partner is wished the more, and who is wished in vain cannot be had.
 * This takes weights only where the proof leaves others than best matchings.
 *
 * D2, exchanges.  An exchange that puts b before a of a pair although b ranks behind a need not be
 * looked at: leaving both where they were gives the same pairs, and exchanges fewer players or as
 * many with a smaller difference, so came earlier.  In all others S1 is made of the higher players
 * of the pairs.  The number of players exchanged is then the number of pairs whose higher player
 * comes from the original S2, and the difference of the exchanged numbers is the sum of all higher
 * players' numbers less a constant: both are sums over pairs, two further priorities.  What remains
 * is to prefer the lowest players of S1, then the highest of S2: choice by choice again, among the
 * pairs that the proof of these sums leaves.
 *
 * Of strict pairs all give up the same, so that exchanges are all there is to be added up: one
 * number for each pair, by its higher player.  Such a problem is solved with pairs that may count
 * as halves (graph/halves.h), without weights and without dummies: a best matching of as many pairs
 * as there can be leaves them alone, as long as these are not more than p.  What is found tells
 * which pairs best matchings have, and who may be alone: he meets a dummy in the rows of bits that
 * are asked from then on.  Mostly there is such a matching of whole pairs; else weights are asked.
 */

enum { BY_EXCHANGES = COST_COUNT, BY_DIFFERENCE, SUM_COUNT };

/* The priorities of the solver: the number of pairs, the sums above, and who is wished first. */
enum { BY_PAIRS, FIRST_SUM, BY_WISH = FIRST_SUM + SUM_COUNT, PRIORITY_COUNT };

/* A matching problem over some positions of the bracket, in A2 order. */
struct group {
    const struct search *s;
    struct net *net;
    bool strict;              /* of strict pairs: any pairing of them gives up the same */
    const uint32_t *position; /* per vertex below ${count} */
    uint32_t count, pairs;
    uint32_t vertices; /* with the dummies, or with those below */
    uint32_t half;     /* with exchanges counted: players in the original S1 */
    bool exchanges;
    int down, up;
    size_t words;
    uint64_t *open; /* a row of bits per vertex: the edges, less those that a choice has taken */
    struct lm_best *best;
    struct lm_dense *choices; /* NULL, or what is open and in a matching as good as the best */
    uint64_t *ended;          /* then scratch: a set of vertices */
    uint32_t *mate;           /* of the last pairing that reached ${sum}; NO_PARTNER: alone */
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

/* What edges give up of which the lower vertex is the same: pairs by their costs, others. */
enum { KIND_OF_OTHERS = 1 << COST_COUNT };

static uint8_t kind_of(const struct group *g, uint32_t u, uint32_t v)
{
    struct cost cost = {{0}};
    uint8_t kind = 0;
    if (!is_player(g, v))
        return KIND_OF_OTHERS;
    if (!g->strict)
        (void)lm_dutch_2006_edge(g->s, g->position[u], g->position[v], FLOATS_FREE, FLOATS_FREE,
                                 &cost);
    for (int i = 0; i < COST_COUNT; i++)
        kind |= (uint8_t)((cost.part[i] != 0) << i);
    return kind;
}

static int32_t list_ends(const void *context, int32_t vertex, uint8_t *kind, int32_t *end)
{
    const struct group *g = context;
    const uint64_t *row = g->open + (size_t)vertex * g->words;
    const uint32_t u = (uint32_t)vertex;
    int32_t count = 0;
    for (size_t w = u / LM_SET_BITS; w < g->words; w++)
        for (uint64_t left = row[w]; left != 0; left &= left - 1) {
            uint32_t v = (uint32_t)w * LM_SET_BITS + (uint32_t)__builtin_ctzll(left);
            if (v < u)
                continue;
            kind[v] = kind_of(g, u, v);
            end[count++] = (int32_t)v;
        }
    return count;
}

/* The place of the vertex ${v} in the graph of the whole bracket. */
static uint32_t place_of(const struct group *g, uint32_t v)
{
    return is_player(g, v) ? g->position[v] : v - g->count + g->s->bracket->count;
}

/* In halves: pairs that reach x of A8 have what they give up for a price, and so have those of S1
 * and S2.  No others have less, so that a start from these prices leaves little to solve. */
static int32_t price(const void *context, int32_t vertex, struct lm_worth *worth)
{
    const struct group *g = context;
    uint32_t v = (uint32_t)vertex, place = place_of(g, v);
    uint8_t larger = lm_dutch_2006_larger(g->net);
    bool player = is_player(g, v), receives = lm_dutch_2006_receives(g->net, place);
    bool spares = player ? g->s->bracket->wish[place] != larger : receives;
    bool leads = player && v < g->half;
    int32_t count = 0;
    if (!g->strict && larger != LM_NO_COLOUR)
        worth[count++] = (struct lm_worth){FIRST_SUM + COST_B4, spares ? 1 : -1};
    if (g->exchanges)
        worth[count++] = (struct lm_worth){FIRST_SUM + BY_EXCHANGES, leads ? 1 : -1};
    if (g->exchanges && player && leads)
        worth[count++] = (struct lm_worth){FIRST_SUM + BY_DIFFERENCE, -2 * (int64_t)v};
    return count;
}

/* Give the edge ${u}, ${v} the wish ${wish}. */
static void set_wish(const struct group *g, uint32_t u, uint32_t v, uint32_t wish)
{
    struct lm_worth worth[PRIORITY_COUNT];
    int32_t count = worths_of(g, u, v, wish, worth);
    lm_best_set_few(g->best, (int32_t)u, (int32_t)v, worth, count);
}

/* Solve; false when somebody is alone, or there are too few pairs.  ${sum}: what the
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

/* Open the edges that are drawn; ${end}, scratch: per vertex, to where places follow one another.
 */
static void open_edges(struct group *g, uint32_t *end)
{
    for (uint32_t v = 0; v < g->vertices && LM_LEAN; v++)
        for (uint32_t u = 0; u < v; u++)
            if (lm_dutch_2006_is_drawn(g->net, place_of(g, u), place_of(g, v)))
                turn(g, u, v);
    for (uint32_t v = g->vertices; v-- > 0 && !LM_LEAN;)
        end[v] =
            v + 1 < g->vertices && place_of(g, v + 1) == place_of(g, v) + 1 ? end[v + 1] : v + 1;
    for (uint32_t v = 0; v < g->vertices && !LM_LEAN; v++) {
        const uint64_t *drawn = lm_dutch_2006_drawn(g->net, place_of(g, v));
        for (uint32_t u = 0; u < g->vertices; u = end[u])
            lm_set_move(drawn, place_of(g, u), g->open + v * g->words, u, end[u] - u);
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

/* Set up and solve ${g}: LM_NO_PAIRING when there is no pairing at all. */
static enum lm_status open_group(struct group *g)
{
    struct lm_arena *arena = g->s->field->arena;
    struct lm_priority range[PRIORITY_COUNT] = {{0}};
    const struct lm_priorities priorities = {
        .count = PRIORITY_COUNT, .range = range, .most_pairs = true, .few = edge, .context = g};
    enum lm_status status = g->strict ? LM_OK : lm_dutch_2006_draw(g->net, false, g->down, g->up);
    set_ranges(g, range);
    g->vertices = g->count + lm_dutch_2006_vertices(g->net) - g->s->bracket->count;
    g->words = ((size_t)g->vertices + 63) / 64;
    g->mate = lm_arena_alloc(arena, g->vertices, sizeof *g->mate);
    g->open = lm_arena_alloc(arena, g->vertices, g->words * sizeof *g->open);
    if (status != LM_OK || g->mate == NULL || g->open == NULL)
        return LM_LIMIT;
    open_edges(g, g->mate);
    status = lm_best_new_by_ends(&g->best, arena, (int32_t)g->vertices, &priorities,
                                 LM_LEAN ? NULL : list_ends, NULL, 0);
    if (status != LM_OK)
        return status;
    if (!LM_LEAN)
        lm_best_start(g->best, price, g);
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
        return true;
    }
    for (uint32_t v = u + 1; wished > 0 && v < g->count; v++)
        if (is_open(g, u, v))
            set_wish(g, u, v, 0);
    return false;
}

/* Which edges of ${g} a pairing with the same sums may have, if any such pairing of them has these:
 * ${choices}; NULL: that is not so. */
static enum lm_status find_choices(struct group *g)
{
    static const bool barred[1] = {false};
    struct lm_arena *arena = g->s->field->arena;
    struct lm_dense *choices;
    bool all;
    enum lm_status status = lm_dense_new(&choices, arena, (int32_t)g->vertices, 1, barred);
    if (status == LM_OK)
        status = lm_dense_bar_worse(choices, g->best, (int32_t)g->vertices, arena, &all);
    if (status != LM_OK || !all)
        return status;
    for (uint32_t v = 0; v < g->vertices; v++)
        if (g->mate[v] > v)
            lm_dense_pair(choices, (int32_t)v, (int32_t)g->mate[v]);
    g->choices = choices;
    return LM_OK;
}

/* ---- D2 of strict pairs, without weights ---- */

/* More players have weights as wide as they need. */
enum { HALVES_MOST = 10000 };

/* Is who is left over taken up by dummies only? */
static bool has_dummies(const struct group *g)
{
    return g->s->below == NULL;
}

/* What pairs cost, and prices to begin with. */
struct costs {
    int64_t exchange; /* one player exchanged: more than all differences */
    int64_t pair;     /* each pair, negative where the most come before all */
    int64_t *lower;   /* per vertex: beside, a pair of which he is the higher one */
    int64_t *price;
};

static void set_costs(const struct group *g, struct costs *c)
{
    c->exchange = (int64_t)g->half * g->count + 1;
    c->pair = has_dummies(g) ? -(c->exchange + g->count) * ((int64_t)g->count / 2 + 1) : 0;
    for (uint32_t v = 0; v < g->count; v++)
        c->lower[v] = v + (v < g->half ? 0 : c->exchange);
}

/* Prices by which pairs of S1 and S2 cost just as much, and those of S2 and of who takes in its
 * others: good where most are of such pairs. */
static void price_lines(const struct group *g, const struct costs *c)
{
    for (uint32_t v = 0; v < g->vertices; v++) {
        const bool leads = v < g->half;
        c->price[v] = (leads ? 2 * (int64_t)v - c->exchange : c->exchange) + c->pair;
        if (!is_player(g, v) && lm_dutch_2006_receives(g->net, place_of(g, v)))
            c->price[v] = -c->exchange;
    }
}

/* Prices by which whoever is not of S1 may be left over just so, and those below may be pairs, but
 * for players of S2 of whom one is of each pair there, ${cover}. */
static void price_others(const struct group *g, const struct costs *c, const uint64_t *cover)
{
    for (uint32_t v = 0; v < g->vertices; v++) {
        c->price[v] = v < g->half ? 2 * ((int64_t)v + c->pair) - c->exchange : 0;
        if (has_dummies(g) && lm_set_holds(cover, (int32_t)v))
            c->price[v] = 2 * c->pair;
    }
}

/* Those of S2 of whom one is of each pair of S2, into ${cover}: who is of the most pairs first.
 * ${others} and ${pairs}, per vertex, scratch; no more than ${most}, then it is not complete. */
static void find_cover(const struct group *g, uint64_t *cover, uint64_t *others, uint32_t *pairs,
                       uint32_t most)
{
    lm_set_insert_all(others, g->half, g->count);
    for (uint32_t v = g->half; v < g->count; v++)
        for (size_t w = 0; w < g->words; w++)
            pairs[v] += lm_set_count(g->open[v * g->words + w] & others[w]);
    for (uint32_t found = 0; found < most; found++) {
        uint32_t best = g->count;
        for (uint32_t v = g->half; v < g->count; v++) {
            uint64_t left = 0;
            if (!lm_set_holds(others, (int32_t)v) || (best < g->count && pairs[v] <= pairs[best]))
                continue;
            for (size_t w = 0; w < g->words; w++)
                left |= g->open[v * g->words + w] & others[w];
            best = left != 0 ? v : best;
        }
        if (best == g->count)
            return;
        lm_set_insert(cover, (int32_t)best);
        lm_set_drop(others, (int32_t)best);
    }
}

/* How many begin without a mate, with either prices?  With those of lines who has a mate of the
 * same side, or none; with the others S1, its mates, and who is of the cover. */
static void count_left(const struct group *g, const int32_t *mate, const uint64_t *cover,
                       uint32_t *lines, uint32_t *others)
{
    *lines = *others = 0;
    for (uint32_t v = 0; v < g->vertices; v++) {
        const bool leads = v < g->half, player = is_player(g, v);
        const uint32_t other = (uint32_t)mate[v];
        const bool alone = mate[v] == LM_ALONE;
        const bool led = !alone && other < g->half;
        *lines += alone || (player ? leads == led : !is_player(g, other));
        if (has_dummies(g))
            *others += leads || lm_set_holds(cover, (int32_t)v);
        else
            *others += leads || led || alone;
    }
}

/* The better prices; ${cover}, ${scratch} and ${pairs}, per vertex, are empty. */
static void set_prices(const struct group *g, const int32_t *mate, uint64_t *cover,
                       uint64_t *scratch, uint32_t *pairs, const struct costs *c)
{
    uint32_t lines, others;
    count_left(g, mate, cover, &lines, &others);
    if (has_dummies(g) && others < lines) {
        find_cover(g, cover, scratch, pairs, lines - others);
        count_left(g, mate, cover, &lines, &others);
    }
    if (others < lines)
        price_others(g, c, cover);
    else
        price_lines(g, c);
}

/* Who is matched in the graph of the net, as a beginning; ${vertex}, scratch: by place. */
static void take_mates(const struct group *g, int32_t *vertex, int32_t *mate)
{
    for (uint32_t place = 0; place < lm_dutch_2006_vertices(g->net); place++)
        vertex[place] = LM_ALONE;
    for (uint32_t v = 0; v < g->vertices; v++)
        vertex[place_of(g, v)] = (int32_t)v;
    for (uint32_t v = 0; v < g->vertices; v++) {
        const int32_t other = lm_dutch_2006_mate(g->net, place_of(g, v));
        mate[v] = other == LM_ALONE ? LM_ALONE : vertex[other];
    }
}

/* The graph of the pairs ${tight}, with dummies for who may be ${alone}; matched by ${mate}. */
static enum lm_status draw_choices(struct group *g, const uint64_t *tight, const uint64_t *alone,
                                   const int32_t *mate)
{
    static const bool barred[1] = {false};
    struct lm_arena *arena = g->s->field->arena;
    const uint32_t dummies = has_dummies(g) ? g->count - 2 * g->pairs : 0;
    const uint32_t count = g->vertices, all = count + dummies;
    uint64_t *row = lm_arena_alloc(arena, lm_set_words((int32_t)all), sizeof *row);
    struct lm_dense *choices;
    enum lm_status status = lm_dense_new(&choices, arena, (int32_t)all, 1, barred);
    if (row == NULL || status != LM_OK)
        return LM_LIMIT;
    for (uint32_t v = 0; v < all; v++) {
        memset(row, 0, lm_set_words((int32_t)all) * sizeof *row);
        memcpy(row, v < count ? tight + v * g->words : alone, g->words * sizeof *row);
        if (v < count && dummies > 0 && lm_set_holds(alone, (int32_t)v))
            lm_set_insert_all(row, count, all);
        lm_dense_set_row(choices, (int32_t)v, row);
    }
    for (uint32_t v = 0; v < count; v++)
        if (mate[v] > (int32_t)v)
            lm_dense_pair(choices, (int32_t)v, mate[v]);
    if (lm_dense_is_perfect(choices))
        g->choices = choices;
    g->vertices = all;
    return LM_OK;
}

/* What the matching of the choices of ${g} comes to. */
static void add_up(struct group *g)
{
    for (uint32_t v = 0; v < g->count; v++) {
        const int32_t mate = lm_dense_mate(g->choices, (int32_t)v);
        if (mate < (int32_t)v || !is_player(g, (uint32_t)mate))
            continue;
        g->sum[BY_EXCHANGES] += v >= g->half;
        g->sum[BY_DIFFERENCE] += v;
    }
}

/* What is kept of the last such group of these brackets; NULL: nothing, or there is no room. */
static struct kept *kept_of(const struct group *g)
{
    struct kept *k = has_dummies(g) ? NULL : lm_dutch_2006_kept(g->s->below);
    return k != NULL && g->vertices <= k->paid_room ? k : NULL;
}

/* Begin as the last one of these brackets ended, another share, with hardly other pairs: false, it
 * was not like this.  Where a pair costs less than its two pay one of them pays less; none of those
 * does that were there before. */
static bool begin_as_last(const struct group *g, const struct costs *c, int32_t *mate)
{
    const struct kept *k = kept_of(g);
    if (k == NULL || k->paid_vertices != g->vertices || k->paid_count != g->count ||
        k->paid_half != g->half)
        return false;
    memcpy(c->price, k->paid, g->vertices * sizeof *c->price);
    for (uint32_t u = 0; u < g->vertices; u++) {
        const int64_t own = is_player(g, u) ? 2 * c->lower[u] : 0;
        for (size_t w = u / LM_SET_BITS; w < g->words; w++) {
            const size_t at = u * g->words + w;
            uint64_t left = g->open[at] & ~(k->paid_open != NULL ? k->paid_open[at] : 0);
            for (; left != 0; left &= left - 1) {
                const uint32_t v = (uint32_t)(w * LM_SET_BITS) + (uint32_t)__builtin_ctzll(left);
                const int64_t most = 2 * c->pair + (is_player(g, v) ? own : 0) - c->price[v];
                if (v > u && c->price[u] > most)
                    c->price[u] = most;
            }
        }
    }
    for (uint32_t v = 0; v < g->vertices; v++) {
        const int32_t other = k->paid_mate[v];
        mate[v] = other != LM_ALONE && is_open(g, v, (uint32_t)other) ? other : LM_ALONE;
    }
    return true;
}

/* For the next: what all pay, and a best matching. */
static void keep_end(const struct group *g, const struct costs *c)
{
    struct kept *k = kept_of(g);
    if (k == NULL)
        return;
    k->paid_vertices = g->vertices;
    k->paid_count = g->count;
    k->paid_half = g->half;
    memcpy(k->paid, c->price, g->vertices * sizeof *c->price);
    if (k->paid_open != NULL)
        memcpy(k->paid_open, g->open, g->vertices * g->words * sizeof *g->open);
    for (uint32_t v = 0; v < g->vertices; v++)
        k->paid_mate[v] = lm_dense_mate(g->choices, (int32_t)v);
}

/* The choices of ${g}, if they are found; else all is left as it is.  Where those below are
 * vertices and could do with fewer, a matching has so many pairs anyway, as nobody of S1 is left
 * over. */
static enum lm_status find_halves(struct group *g)
{
    struct lm_arena *arena = g->s->field->arena;
    const struct lm_mark mark = lm_arena_mark(arena);
    const struct group before = *g;
    bool known = false;
    g->vertices = g->count;
    if (!has_dummies(g))
        g->vertices += lm_dutch_2006_vertices(g->net) - g->s->bracket->count;
    g->words = lm_set_words((int32_t)g->vertices);
    const size_t most = g->vertices + lm_dutch_2006_vertices(g->net);
    g->open = lm_arena_alloc(arena, g->vertices, g->words * sizeof *g->open);
    uint64_t *tight = lm_arena_alloc(arena, g->vertices, g->words * sizeof *tight);
    uint64_t *alone = lm_arena_alloc(arena, 4 * g->words, sizeof *alone);
    struct costs c = {.lower = lm_arena_alloc(arena, g->vertices, sizeof *c.lower),
                      .price = lm_arena_alloc(arena, g->vertices, sizeof *c.price)};
    int32_t *mate = lm_arena_alloc(arena, most, sizeof *mate);
    uint32_t *pair_count = lm_arena_alloc(arena, g->vertices, sizeof *pair_count);
    if (pair_count == NULL || g->open == NULL || tight == NULL || alone == NULL ||
        c.lower == NULL || c.price == NULL || mate == NULL)
        return LM_LIMIT;
    open_edges(g, (uint32_t *)mate);
    set_costs(g, &c);
    if (!begin_as_last(g, &c, mate)) {
        take_mates(g, mate + g->vertices, mate);
        set_prices(g, mate, alone + 2 * g->words, alone + 3 * g->words, pair_count, &c);
    }
    uint64_t *spared = alone + g->words;
    for (uint32_t v = 0; v < g->count && has_dummies(g) && g->count > 2 * g->pairs; v++)
        if (lm_dutch_2006_is_drawn(g->net, g->position[v], g->s->bracket->count))
            lm_set_insert(spared, (int32_t)v);
    const uint64_t *const pairs[] = {g->open};
    const struct lm_halves problem = {.vertices = (int32_t)g->vertices,
                                      .kinds = 1,
                                      .pairs = pairs,
                                      .cost = &c.pair,
                                      .players = (int32_t)g->count,
                                      .lower = c.lower,
                                      .spared = has_dummies(g) ? spared : NULL,
                                      .paid = c.price,
                                      .price = c.price};
    enum lm_status status = lm_halves_solve(&problem, arena, mate, &known, tight, alone);
    if (status == LM_OK && known)
        status = draw_choices(g, tight, alone, mate);
    if (g->choices != NULL) {
        add_up(g);
        keep_end(g, &c);
        return status;
    }
    *g = before;
    lm_arena_reset(arena, mark);
    return status;
}

/* The edges that putting ${u} into S1, ${upper}, or S2 ends, into ${g->ended}; false: he has no
 * others. */
static bool list_ended(const struct group *g, uint32_t u, bool upper)
{
    const size_t words = lm_set_words((int32_t)g->vertices);
    const uint64_t *row = lm_dense_row(g->choices, (int32_t)u);
    uint64_t others = 0;
    memset(g->ended, 0, words * sizeof *g->ended);
    if (upper)
        lm_set_insert_all(g->ended, 0, u);
    lm_set_insert_all(g->ended, upper ? g->count : u + 1, upper ? g->vertices : g->count);
    for (size_t w = 0; w < words; w++) {
        const uint64_t all = w + 1 < words || g->vertices % LM_SET_BITS == 0
                                 ? UINT64_MAX
                                 : (UINT64_C(1) << g->vertices % LM_SET_BITS) - 1;
        others |= row[w] & all & ~g->ended[w];
        g->ended[w] &= row[w];
    }
    return others != 0;
}

/* Those of ${g->ended} are neighbours of ${u}, or no more. */
static void turn_ended(const struct group *g, uint32_t u, bool neighbours)
{
    for (size_t w = 0; w < lm_set_words((int32_t)g->vertices); w++)
        for (uint64_t left = g->ended[w]; left != 0; left &= left - 1)
            (neighbours ? lm_dense_meet : lm_dense_bar)(
                g->choices, (int32_t)u, (int32_t)(w * LM_SET_BITS) + __builtin_ctzll(left));
}

/* Put ${u} into S1, ${upper}, or S2, if a pairing remains; else leave all as it is. */
static bool choose_by_bits(const struct group *g, uint32_t u, bool upper)
{
    if (!list_ended(g, u, upper))
        return false;
    lm_dense_keep(g->choices);
    if (lm_set_holds(g->ended, lm_dense_mate(g->choices, (int32_t)u))) {
        lm_dense_remove(g->choices, (int32_t)u);
        lm_dense_restore(g->choices, (int32_t)u);
    }
    turn_ended(g, u, false);
    if (lm_dense_is_perfect(g->choices))
        return true;
    turn_ended(g, u, true);
    lm_dense_go_back(g->choices);
    return false;
}

static enum lm_status make_ended(struct group *g)
{
    g->ended =
        lm_arena_alloc(g->s->field->arena, lm_set_words((int32_t)g->vertices), sizeof *g->ended);
    return g->ended != NULL ? LM_OK : LM_LIMIT;
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
    bool waits;         /* ${out} has only the beginning of its key */
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

/* Can the sums of ${free}, whose floats are free, be reached at a stricter level? */
static enum lm_status reach_stricter(const struct maker *m, const struct group *free, int down,
                                     int up, bool *reached)
{
    struct group at;
    bool may;
    enum lm_status status = lm_dutch_2006_reaches(m->net, free->best, down, up, &may, reached);
    if (status != LM_OK || !may || *reached)
        return status;
    struct lm_mark mark = lm_arena_mark(m->s->field->arena);
    status = reach(m, down, up, free->sum, &at);
    *reached = status == LM_OK;
    lm_arena_reset(m->s->field->arena, mark);
    return status == LM_NO_PAIRING ? LM_OK : status;
}

/* What is before any level with these sums: that of the search that admits more, if it has them. */
static struct level least_level(const struct maker *m, const int64_t *sum)
{
    const struct outcome *least = m->s->least;
    bool same = least != NULL;
    for (size_t i = 0; same && i < COST_COUNT; i++)
        same = least->cost.part[i] == sum[i];
    return same ? (struct level){least->down, least->up} : (struct level){FLOATS_ALL, FLOATS_ALL};
}

/* C9: the strictest downfloat criteria, and with them, C10, the strictest upfloat criteria, under
 * which the sums of ${g} can be reached, whose floats are free: ${g} becomes that problem. */
static enum lm_status tighten(const struct maker *m, struct group *g)
{
    const struct group free = *g;
    const struct level least = least_level(m, free.sum);
    enum lm_status status = LM_OK;
    int down = least.down;
    for (bool reached = false; status == LM_OK && !reached && down < FLOATS_FREE; down += !reached)
        status = reach_stricter(m, &free, down, FLOATS_FREE, &reached);
    int up = down == least.down ? least.up : FLOATS_ALL;
    for (bool reached = false; status == LM_OK && !reached && up < FLOATS_FREE; up += !reached)
        status = reach_stricter(m, &free, down, up, &reached);
    if (status == LM_OK && (down < FLOATS_FREE || up < FLOATS_FREE))
        status = reach(m, down, up, free.sum, g);
    return status;
}

/* Into S2 with ${u}, or S1. */
static bool choose(const struct maker *m, struct group *g, uint32_t u, bool upper)
{
    if (!LM_LEAN && g->choices != NULL)
        return choose_by_bits(g, u, upper);
    return upper ? choose_lower(g, u, m->taken) : choose_upper(g, u, m->taken);
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

/* Of strict pairs: S1, who are ${upper}, per position, each with the first of the others. */
static void pair_lines(const struct maker *m, uint32_t count, const bool *upper)
{
    for (uint32_t u = 0; u < count; u++)
        if (upper[u])
            join(m->out, u, lm_dutch_2006_strict_partner(m->net, u));
}

/* The matching that the choices ended with, of S1 and S2, by the vertices of the net; NULL: it is
 * not known, or S1 so small that its own are soon found. */
static enum lm_status choose_mates(const struct maker *m, const struct group *g, int32_t **mate)
{
    const uint32_t vertices = lm_dutch_2006_vertices(m->net);
    *mate = NULL;
    if (LM_LEAN || g->choices == NULL || 4 * g->half < g->count)
        return LM_OK;
    *mate = lm_arena_alloc(m->s->field->arena, vertices, sizeof **mate);
    if (*mate == NULL)
        return LM_LIMIT;
    for (uint32_t v = 0; v < vertices; v++)
        (*mate)[v] = LM_ALONE;
    for (uint32_t v = 0; v < g->vertices; v++) {
        const int32_t other = lm_dense_mate(g->choices, (int32_t)v);
        if (other != LM_ALONE)
            (*mate)[place_of(g, v)] = (int32_t)place_of(g, (uint32_t)other);
    }
    return LM_OK;
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
        int32_t *mate;
        if (choose_mates(m, g, &mate) != LM_OK)
            return LM_LIMIT;
        (void)lm_dutch_2006_strict_lines(m->net, positions, mate);
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
    enum lm_status status = upper != NULL ? LM_OK : LM_LIMIT;
    if (!LM_LEAN && status == LM_OK && g.strict && g.count <= HALVES_MOST)
        status = find_halves(&g);
    if (status == LM_OK && g.choices == NULL)
        status = open_group(&g);
    if (!LM_LEAN && status == LM_OK && g.choices == NULL)
        status = find_choices(&g);
    if (!LM_LEAN && status == LM_OK)
        status = make_ended(&g);
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
    if (lm_dutch_2006_strict_lines(m->net, upper, NULL)) {
        add_key(m->out, 0);
        add_key(m->out, 0);
    } else if (!exchange_one(m, left, count, upper)) {
        return pair_remainder(m, level);
    }
    pair_lines(m, level->count, upper);
    return LM_OK;
}

/* The moved down players, with strict pairs. */
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

/* Is the level behind that of the search that admits more, and may what follows be asked later? */
static bool is_behind_least(const struct maker *m, const struct group *g)
{
    const struct level least = least_level(m, g->sum);
    const struct outcome *of = m->s->least;
    if (!m->s->postponed)
        return false;
    for (int i = 0; i < COST_COUNT; i++)
        if (of->cost.part[i] != g->sum[i])
            return true;
    return least.down != g->down || least.up != g->up;
}

/* By strict pairs, which give up ${sum}, or, without it, x of A8: LM_NO_PAIRING when it takes
 * others, or if the pairing ${m->waits}, as what is known of its key is enough for now. */
static enum lm_status find_strict(struct maker *m, const int64_t *sum)
{
    int64_t bound[SUM_COUNT] = {0};
    bound[COST_B4] = lm_dutch_2006_least(m->net);
    struct level level = least_level(m, sum != NULL ? sum : bound);
    enum lm_status status = lm_dutch_2006_strict(m->net, &level);
    if (status != LM_OK)
        return status;
    struct group g = whole_group(m, level.down, level.up);
    g.strict = true;
    memcpy(g.sum, sum != NULL ? sum : bound, sizeof g.sum);
    write_level(m, &g);
    if (!LM_LEAN && (m->waits = is_behind_least(m, &g)))
        return LM_NO_PAIRING;
    status = pair_moved(m, &g);
    return status == LM_OK && m->s->target.rest > 0 ? pair_strict(m, &g) : status;
}

/* By weights, from ${g} on, whose floats are free. */
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

/* x of A8 cannot be had; the search that admits more has it: may the rest wait? */
static bool may_wait(const struct maker *m)
{
    const struct outcome *least = m->s->least;
    return !LM_LEAN && m->s->postponed && lm_dutch_2006_is_known(m->net) &&
           least->cost.part[COST_B2] + least->cost.part[COST_A7C] == 0 &&
           least->cost.part[COST_B4] == lm_dutch_2006_least(m->net);
}

/* By pairs of the least sums, where these are known without weights. */
static enum lm_status find_least(struct maker *m, bool *known)
{
    int64_t sum[SUM_COUNT] = {0};
    int32_t more;
    struct lm_mark mark = lm_arena_mark(m->s->field->arena);
    enum lm_status status = lm_dutch_2006_least_sums(m->net, known, &more);
    sum[COST_B4] = lm_dutch_2006_least(m->net) + (*known ? more : 0);
    if (status == LM_OK && *known) {
        m->s->field->habits->misses = more > 0;
        return find_strict(m, sum);
    }
    lm_arena_reset(m->s->field->arena, mark);
    return status;
}

/* By the least sums first, where x of A8 was not to be had before; ${*known}: that is all. */
static enum lm_status find_as_before(struct maker *m, bool *tried, bool *known)
{
    *tried = !LM_LEAN && m->s->field->habits->misses && !may_wait(m);
    *known = false;
    return *tried ? find_least(m, known) : LM_OK;
}

/* By weights, and by strict pairs if all that these leave are. */
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
    bool tried = false, known = false;
    enum lm_status status = lm_dutch_2006_net(m->s, &m->net);
    if (status == LM_OK)
        status = find_as_before(m, &tried, &known);
    if (known || status != LM_OK)
        return status;
    status = find_strict(m, NULL);
    if (!LM_LEAN)
        m->s->field->habits->misses = status == LM_NO_PAIRING && !m->waits;
    if (status != LM_NO_PAIRING || (!LM_LEAN && m->waits))
        return status;
    if (may_wait(m)) {
        for (int i = 0; i < COST_COUNT; i++)
            add_key(m->out, m->s->least->cost.part[i] + (i == COST_B4));
        return LM_NO_PAIRING;
    }
    if (!LM_LEAN && !tried) {
        status = find_least(m, &known);
        if (known || status != LM_OK)
            return status;
    }
    return find_by_weights(m);
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
    if (status == LM_OK || search->postponed)
        *out = made;
    return status;
}
