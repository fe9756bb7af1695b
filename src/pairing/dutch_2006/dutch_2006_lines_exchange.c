/* SPDX-License-Identifier: Apache-2.0 */

#include "graph/best.h"
#include "graph/matching.h"
#include "graph/tight.h"
#include "pairing/dutch_2006/dutch_2006_lines.h"

/*
 * D2, as in dutch_2006_best.c: S1 are the higher players of the pairs.  Wanted are p of them, of
 * whom the fewest come from the original S2, and then with the least sum of ranks: each player
 * costs the own rank, and one of the original S2 additionally more than all ranks of an S1.  Let
 * each pair above have the same *price*: it is worth the price less the cost of its higher player.
 * Players who can be matched otherwise are above only if that is worth 0 or more; if 0, either way.
 * A matching of the greatest worth V by which p pairs can be above is the least: its S1 costs p
 * prices less V, and no pairing costs less, because any pairing is one of these matchings, worth V
 * or less.  More pairs can be above the larger the price is.
 *
 * The price is found by halving, between one with too few and one with too many.  There a matching
 * is computed in which as few players as possible lead who need not.  With the price, each player
 * is tested for a change of lines, the lowest of S1 first, then the highest of S2: is there a
 * matching still worth V, and with p pairs?  Again one by which the most can be above, and one by
 * which the fewest must be, nearly always decide.
 */

enum { BY_PRICE, BY_TIE, EXCHANGE_PRIORITIES };

/* Can two of the group, ranks ${a} < ${b}, be matched above, or otherwise? */
static bool above_of(const struct lines *l, uint32_t a, uint32_t b)
{
    return l->line[a] != IN_S2 && l->line[b] != IN_S1 &&
           l->above[l->left[a] * l->vertices + l->left[b]];
}

static bool other_of(const struct lines *l, uint32_t a, uint32_t b)
{
    return l->line[a] != IN_S1 && l->line[b] != IN_S1 &&
           l->other[l->left[a] * l->vertices + l->left[b]];
}

struct group {
    struct lines *l;
    uint32_t count;    /* of the group; the players below come after them */
    uint32_t vertices; /* of both */
    struct lm_best *best;
    int32_t *mate; /* scratch, per vertex */
};

/* Return the vertex of ${v}: one of the group, by rank, or after them one of those below. */
static uint32_t vertex_of(const struct group *g, uint32_t v)
{
    return v < g->count ? g->l->left[v] : g->l->count + v - g->count;
}

/* Return the worth of a pair above whose higher player has the rank ${a}. */
static int64_t worth_above(const struct lines *l, uint32_t a)
{
    return l->price - (int64_t)a - (a >= l->s->target.rest ? l->exchange : 0);
}

static int32_t exchange_edge(const void *context, int32_t u, int32_t v, struct lm_worth *worth)
{
    const struct group *g = context;
    const struct lines *l = g->l;
    uint32_t a = (uint32_t)(u < v ? u : v), b = (uint32_t)(u < v ? v : u);
    if (v == LM_ALONE)
        return 0;
    if (b >= g->count)
        return (a >= g->count || l->line[a] != IN_S1) &&
                       l->other[vertex_of(g, a) * l->vertices + vertex_of(g, b)]
                   ? 0
                   : -1;
    bool other = other_of(l, a, b);
    if (!above_of(l, a, b))
        return other ? 0 : -1;
    int64_t value = worth_above(l, a);
    if (other && value < 0)
        return 0;
    worth[0] = (struct lm_worth){BY_PRICE, value};
    worth[1] = (struct lm_worth){BY_TIE, l->fewest ? -1 : 1};
    return l->fewest && other && value == 0 ? 1 : 2;
}

/* A matching of the greatest worth by a price. */
struct exchange {
    int64_t worth, least; /* cost of the cheapest S1 */
    uint32_t can, must;   /* number of its pairs that can be above, must be */
    bool few, many;       /* fewer than wanted, or more */
};

/* Add up the matching ${mate}. */
static void add_up_exchange(const struct group *g, const int32_t *mate, struct exchange *e)
{
    const struct lines *l = g->l;
    uint32_t half = l->s->target.rest;
    *e = (struct exchange){0};
    for (uint32_t a = 0; a < g->vertices; a++) {
        uint32_t b = (uint32_t)mate[a];
        if (b < a || b >= g->count || !above_of(l, a, b))
            continue;
        bool other = other_of(l, a, b);
        int64_t worth = worth_above(l, a);
        e->can += !other || worth >= 0;
        e->must += !other || worth > 0;
        e->worth += !other || worth > 0 ? worth : 0;
    }
    e->least = half * l->price - e->worth;
    e->few = e->can < half;
    e->many = e->must > half;
}

/* Add up a solution; LM_NO_PAIRING: a vertex is alone. */
static enum lm_status solve_exchange(const struct group *g, struct exchange *e)
{
    *e = (struct exchange){0};
    lm_best_solve(g->best);
    for (uint32_t a = 0; a < g->vertices; a++) {
        g->mate[a] = lm_best_mate(g->best, (int32_t)a);
        if (g->mate[a] == LM_ALONE)
            return LM_NO_PAIRING;
    }
    add_up_exchange(g, g->mate, e);
    return LM_OK;
}

/* Find, of the matchings of the greatest worth, one by which the most pairs can be above, or,
 * ${fewest}, the fewest must be. */
static enum lm_status new_exchange(struct group *g, bool fewest)
{
    struct lines *l = g->l;
    const int64_t most = l->count + l->exchange + (l->price < 0 ? -l->price : l->price);
    const struct lm_priority range[EXCHANGE_PRIORITIES] = {
        [BY_PRICE] = {.edge_low = -most,
                      .edge_high = most,
                      .most = (uint64_t)(l->count / 2) * (uint64_t)most},
        [BY_TIE] = {.edge_low = -1, .edge_high = 1, .most = l->count / 2},
    };
    const struct lm_priorities priorities = {.count = EXCHANGE_PRIORITIES,
                                             .range = range,
                                             .most_pairs = true,
                                             .nonzero = exchange_edge,
                                             .context = g};
    l->fewest = fewest;
    return lm_best_new(&g->best, l->s->field->arena, (int32_t)g->vertices, &priorities);
}

static enum lm_status ask_exchange(const struct group *group, bool fewest, struct exchange *e)
{
    struct lm_arena *arena = group->l->s->field->arena;
    struct lm_mark mark = lm_arena_mark(arena);
    struct group g = *group;
    enum lm_status status = new_exchange(&g, fewest);
    if (status == LM_OK)
        status = solve_exchange(&g, e);
    lm_arena_reset(arena, mark);
    return status;
}

/* A price by which fewer pairs can be above than wanted, or more must be. */
struct bound {
    int64_t price;
};

/* Return the price halfway. */
static int64_t next_price(const struct bound *low, const struct bound *high)
{
    return low->price + (high->price - low->price) / 2;
}

/* Find the price by which the wanted number of pairs can be above, and store its matching in ${*e}.
 * LM_NO_PAIRING: there is none, or more must be. */
static enum lm_status find_price(struct group *g, struct exchange *e)
{
    struct lines *l = g->l;
    l->exchange = (int64_t)l->s->target.rest * g->count + 1;
    const int64_t far = (l->exchange + g->count) * g->count;
    struct bound low = {.price = -far - 1}, high = {.price = far + 1};
    while (low.price + 1 < high.price && (l->price = next_price(&low, &high)) < high.price) {
        enum lm_status status = ask_exchange(g, false, e);
        if (status != LM_OK || (!e->few && !e->many))
            return status;
        struct bound *bound = e->few ? &low : &high;
        bound->price = l->price;
        continue;
    }
    l->price = high.price;
    enum lm_status status = ask_exchange(g, true, e);
    return status == LM_OK && (e->few || e->many) ? LM_NO_PAIRING : status;
}

/* Put the player of rank ${u} into ${line} from now on. */
static void set_line(const struct group *g, uint32_t u, uint8_t line)
{
    struct lines *l = g->l;
    l->line[u] = line;
    l->fewest = false;
    for (uint32_t v = 0; v < g->vertices; v++) {
        struct lm_worth worth[EXCHANGE_PRIORITIES];
        if (v != u)
            lm_best_set_nonzero(g->best, (int32_t)u, (int32_t)v, worth,
                                exchange_edge(g, (int32_t)u, (int32_t)v, worth));
    }
}

/* With the present lines, is there a pairing that costs no more than ${e}?  LM_NO_PAIRING:
 * unknown. */
static enum lm_status is_as_good(const struct group *g, const struct exchange *e, bool *good)
{
    struct exchange then;
    enum lm_status status = solve_exchange(g, &then);
    *good = status == LM_OK && then.least == e->least && !then.few;
    if (!*good || !then.many)
        return LM_OK;
    status = ask_exchange(g, true, &then);
    *good = !then.many;
    return then.few ? LM_NO_PAIRING : status;
}

/* Exchange the player of rank ${u} into ${line}, if it can be one of ${*left}. */
static enum lm_status choose_line(const struct group *g, const struct exchange *e, uint32_t u,
                                  uint8_t line, uint32_t *left, struct outcome *out)
{
    bool good;
    set_line(g, u, line);
    enum lm_status status = is_as_good(g, e, &good);
    if (good) {
        lm_dutch_2006_add_key(out, line == IN_S1 ? (int64_t)u : -(int64_t)u);
        (*left)--;
    } else {
        set_line(g, u, line == IN_S1 ? IN_S2 : IN_S1);
    }
    return status;
}

/* Exchange ${upper} of S1 and ${lower} of S2; once the required number is exchanged, the others
 * stay. */
static enum lm_status choose_all_by_weights(struct group *g, const struct exchange *e,
                                            uint32_t upper, uint32_t lower, struct outcome *out)
{
    const uint32_t half = g->l->s->target.rest;
    enum lm_status status = g->best == NULL ? new_exchange(g, false) : LM_OK;
    for (uint32_t u = half; u-- > 0 && upper > 0 && status == LM_OK;)
        status = choose_line(g, e, u, IN_S2, &upper, out);
    for (uint32_t u = half; u < g->count && lower > 0 && status == LM_OK; u++)
        status = choose_line(g, e, u, IN_S1, &lower, out);
    return status;
}

enum lm_status lm_dutch_2006_choose_lines(struct lines *l, uint32_t count, struct outcome *out)
{
    struct exchange e = {0};
    struct group g = {l, count, count + l->vertices - l->count, NULL, NULL};
    const int64_t half = l->s->target.rest, start = half * (half - 1) / 2;
    g.mate = lm_arena_alloc(l->s->field->arena, g.vertices, sizeof *g.mate);
    enum lm_status status = g.mate != NULL ? LM_OK : LM_LIMIT;
    if (status == LM_OK)
        status = find_price(&g, &e);
    if (status != LM_OK)
        return status;
    const uint32_t exchanged = (uint32_t)(e.least / l->exchange);
    lm_dutch_2006_add_key(out, exchanged);
    lm_dutch_2006_add_key(out, e.least % l->exchange - start);
    return choose_all_by_weights(&g, &e, exchanged, exchanged, out);
}
