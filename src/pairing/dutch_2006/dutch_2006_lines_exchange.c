/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/lean.h"
#include "graph/best.h"
#include "graph/bits.h"
#include "graph/dense.h"
#include "graph/halves.h"
#include "graph/tight.h"
#include "limmat/matching.h"
#include "pairing/dutch_2006/dutch_2006_lines.h"

/*
 * D2, as in dutch_2006_best.c: S1 are the higher players of the pairs.  p of them are asked for, of
 * whom the fewest come from the original S2, and then with the least sum of ranks: each costs his
 * rank, and one of the original S2 more than all ranks of an S1 come to.  Let each pair above have
 * the same *price*: it is worth the price less what its higher player costs.  Who may be matched
 * otherwise is above only if that is worth something, or nothing: then as you like.  A matching of
 * the greatest worth V by which p pairs can be so is the least: p prices less V is what its S1
 * comes to, and what that of any pairing comes to at least, which is one of these matchings, worth
 * V or less.  More pairs can be above the larger the price is.  Between a price with too few and
 * one with too many the next to try is that at which both matchings are worth the same.  If that is
 * the one with too many, then below it those with too few are worth more than any others: the price
 * cannot be lower.  There one by which no more of the others lead than have to is asked for.  With
 * the price, it is asked of each player whether he may change lines, the lowest of S1 first, then
 * the highest of S2: is there a matching still worth V, and with p pairs?  Again one by which the
 * most can be above, and one by which the fewest must be, tell nearly always.
 *
 * A price is tried with pairs that may count as halves (graph/halves.h).  Mostly there is a
 * matching of whole pairs that is worth as much, and if as many of it can be above as are asked
 * for, no best one has more: then each perfect matching of the pairs that best ones have is worth V
 * with p above, and who may change lines is asked of these pairs by rows of bits.  Else weights are
 * asked.
 */

enum { BY_PRICE, BY_TIE, EXCHANGE_PRIORITIES };

/* Of more vertices all costs of halves might not fit in a number; weights are as wide as it takes.
 */
enum { HALVES_MOST = 4000 };

/* How two of the group may be matched, ranks ${a} < ${b}. */
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
    uint32_t count;    /* of the group; behind them are those below */
    uint32_t vertices; /* of both */
    struct lm_best *best;
    int32_t *mate; /* scratch, per vertex */
};

/* The vertex of ${v}: one of the group, by rank, or behind them one of those below. */
static uint32_t vertex_of(const struct group *g, uint32_t v)
{
    return v < g->count ? g->l->left[v] : g->l->count + v - g->count;
}

/* What a pair above is worth whose higher player is of rank ${a}. */
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

/* The same by kinds, as what a pair is worth goes by its higher player. */
static void exchange_kinds(const void *context, int32_t u, uint8_t *kind)
{
    enum { KIND_OTHER, KIND_ABOVE, KIND_EITHER };
    const struct group *g = context;
    const struct lines *l = g->l;
    uint32_t a = (uint32_t)u, row = vertex_of(g, a) * l->vertices;
    bool out = a < g->count && l->line[a] == IN_S1;
    for (uint32_t b = a + 1; b < g->count; b++) {
        bool other = other_of(l, a, b);
        kind[b] = above_of(l, a, b) ? (other ? KIND_EITHER : KIND_ABOVE)
                  : other           ? KIND_OTHER
                                    : KIND_OF_NONE;
    }
    for (uint32_t b = a < g->count ? g->count : a + 1; b < g->vertices; b++)
        kind[b] = !out && l->other[row + vertex_of(g, b)] ? KIND_OTHER : KIND_OF_NONE;
}

/* A matching of the greatest worth by a price. */
struct exchange {
    int64_t worth, least; /* what the S1 with the least comes to */
    uint32_t can, must;   /* so many of its pairs can be above, must be */
    bool few, many;       /* that is fewer than are asked for, or more */
};

/* What the matching ${mate} comes to. */
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

/* What a solution comes to; LM_NO_PAIRING: somebody is alone. */
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

/* Of the matchings of the greatest worth, one by which the most can be above, or, ${fewest}, the
 * fewest must be. */
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
                                             .few = exchange_edge,
                                             .context = g};
    l->fewest = fewest;
    return lm_best_new_by_kinds(&g->best, l->s->field->arena, (int32_t)g->vertices, &priorities,
                                LM_LEAN ? NULL : exchange_kinds);
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

/* ---- The same by rows of bits ---- */

/* How the matchings of the greatest worth are found again without weights: by pairs, of which each
 * perfect matching is one (graph/tight.h). */
struct choices {
    struct lm_dense *pairs;
    uint64_t *leads;   /* by rank: to whom he is the higher one of a pair above by these, */
    uint64_t *ended;   /* scratch: a set */
    uint64_t *kind[2]; /* NULL, or rows: who may be above, who matched otherwise, before D2 */
    int32_t *mate;     /* ... and with S1 and S2 as they are */
    uint32_t vertices;
    size_t words;
};

/* Is the tight pair ${a} < ${b} one above in the matchings of the greatest worth? */
static bool is_led(const struct group *g, uint32_t a, uint32_t b)
{
    return b < g->count && above_of(g->l, a, b) &&
           (!other_of(g->l, a, b) || worth_above(g->l, a) >= 0);
}

/* Of ${pairs}: ${c->pairs}. */
static void list_leads(const struct group *g, struct lm_dense *pairs, struct choices *c)
{
    memset(c->leads, 0, g->count * c->words * sizeof *c->leads);
    for (uint32_t a = 0; a < g->count; a++) {
        const uint64_t *row = lm_dense_row(pairs, (int32_t)a);
        for (size_t w = a / LM_SET_BITS; w < lm_set_words((int32_t)g->count); w++)
            for (uint64_t left = row[w]; left != 0; left &= left - 1) {
                const uint32_t b = (uint32_t)(w * LM_SET_BITS) + (uint32_t)__builtin_ctzll(left);
                if (b > a && is_led(g, a, b))
                    lm_set_insert(c->leads + a * c->words, (int32_t)b);
            }
    }
    c->pairs = pairs;
}

/* The best matchings of ${g} have as many pairs that can be above as are asked for, and none has
 * more.  NULL in ${c->pairs}: perfect matchings of their pairs are not all such. */
static enum lm_status find_choices(const struct group *g, struct choices *c)
{
    static const bool barred[1] = {false};
    struct lm_arena *arena = g->l->s->field->arena;
    struct lm_dense *pairs;
    bool all;
    enum lm_status status = lm_dense_new(&pairs, arena, (int32_t)g->vertices, 1, barred);
    if (status != LM_OK)
        return LM_LIMIT;
    status = lm_dense_bar_worse(pairs, g->best, (int32_t)g->vertices, arena, &all);
    if (status != LM_OK || !all)
        return status;
    for (uint32_t a = 0; a < g->vertices; a++) {
        const int32_t mate = lm_best_mate(g->best, (int32_t)a);
        if (mate > (int32_t)a)
            lm_dense_pair(pairs, (int32_t)a, mate);
    }
    list_leads(g, pairs, c);
    return LM_OK;
}

/* Whom they may be matched with, above and otherwise, and with whom they are in ${l->dense}. */
static enum lm_status find_kinds(const struct group *g, struct choices *c)
{
    const struct lines *l = g->l;
    struct lm_arena *arena = l->s->field->arena;
    uint64_t *rows = lm_arena_alloc(arena, 2 * (size_t)g->vertices, c->words * sizeof *rows);
    uint32_t *vertex = lm_arena_alloc(arena, l->vertices, sizeof *vertex);
    c->mate = lm_arena_alloc(arena, g->vertices, sizeof *c->mate);
    if (rows == NULL || vertex == NULL || c->mate == NULL)
        return LM_LIMIT;
    c->kind[0] = rows;
    c->kind[1] = rows + g->vertices * c->words;
    for (uint32_t v = 0; v < g->vertices; v++)
        vertex[vertex_of(g, v)] = v;
    for (uint32_t a = 0; a < g->vertices; a++) {
        const size_t at = (size_t)vertex_of(g, a) * l->vertices;
        for (uint32_t b = 0; b < g->vertices; b++) {
            const size_t to = at + vertex_of(g, b);
            if (a < g->count && b < g->count && a != b && l->above[to])
                lm_set_insert(c->kind[0] + a * c->words, (int32_t)b);
            if (a != b && l->other[to])
                lm_set_insert(c->kind[1] + a * c->words, (int32_t)b);
        }
    }
    lm_dense_repair(l->dense);
    for (uint32_t v = 0; v < g->vertices; v++) {
        const int32_t mate = lm_dense_mate(l->dense, (int32_t)vertex_of(g, v));
        c->mate[v] = mate == LM_ALONE ? LM_ALONE : (int32_t)vertex[mate];
    }
    return LM_OK;
}

static enum lm_status make_choices(const struct group *g, struct choices *c)
{
    struct lm_arena *arena = g->l->s->field->arena;
    *c = (struct choices){.vertices = g->vertices, .words = lm_set_words((int32_t)g->vertices)};
    c->leads = lm_arena_alloc(arena, g->count, c->words * sizeof *c->leads);
    c->ended = lm_arena_alloc(arena, c->words, sizeof *c->ended);
    return c->leads != NULL && c->ended != NULL ? find_kinds(g, c) : LM_LIMIT;
}

/* What leading costs, as worth_above has it, in units of which a tie is one; and prices to begin
 * with: pairs of S1 and S2 cost just as much if they are worth anything, and so do others.
 * Returned: what each pair above costs. */
static int64_t price_all(const struct group *g, int64_t *lower, int64_t *price)
{
    const struct lines *l = g->l;
    const int64_t half = l->s->target.rest, unit = (int64_t)g->vertices + 1;
    const int64_t pair = -l->price * unit - 1, dear = l->price - l->exchange - half + 1;
    const int64_t more = dear > 0 ? dear * unit : 0; /* that pairs of S2 would cost less */
    for (uint32_t v = 0; v < g->vertices; v++) {
        const int64_t own = ((int64_t)v + (v < half ? 0 : l->exchange)) * unit;
        const int64_t leads = 2 * (own + pair) + more;
        if (v < g->count)
            lower[v] = own;
        if (v < half)
            price[v] = leads < 0 ? leads : 0;
        else
            price[v] = v < g->count ? -more : 0;
    }
    return pair;
}

/* With the price of ${g}, a matching of the greatest worth by which the most can be above, with
 * pairs as halves, into ${*e}, and its choices; not ${*known}: it is not found so. */
static enum lm_status halve_exchange(const struct group *g, struct choices *c, struct exchange *e,
                                     bool *known)
{
    static const bool barred[1] = {false};
    struct lm_arena *arena = g->l->s->field->arena;
    const size_t n = g->vertices;
    uint64_t *tight = lm_arena_alloc(arena, n, c->words * sizeof *tight);
    int64_t *lower = lm_arena_alloc(arena, 2 * n, sizeof *lower);
    int32_t *mate = lm_arena_alloc(arena, n, sizeof *mate);
    struct lm_dense *pairs;
    enum lm_status status = lm_dense_new(&pairs, arena, (int32_t)n, 1, barred);
    if (tight == NULL || lower == NULL || mate == NULL || status != LM_OK)
        return LM_LIMIT;
    const int64_t cost[] = {price_all(g, lower, lower + n), 0};
    const uint64_t *const kinds[] = {c->kind[0], c->kind[1]};
    const struct lm_halves problem = {.vertices = (int32_t)n,
                                      .kinds = 2,
                                      .pairs = kinds,
                                      .cost = cost,
                                      .players = (int32_t)g->count,
                                      .lower = lower,
                                      .price = lower + n};
    memcpy(mate, c->mate, n * sizeof *mate);
    status = lm_halves_solve(&problem, arena, mate, known, tight, NULL);
    if (status != LM_OK || !*known)
        return status;
    *known = lm_halves_draw(pairs, (int32_t)n, tight, mate);
    if (!*known)
        return LM_OK;
    add_up_exchange(g, mate, e);
    if (!e->few && !e->many)
        list_leads(g, pairs, c);
    return LM_OK;
}

/* The one of rank ${u} leads, if he ${leads}, or he does not: his other pairs end. */
static void end_pairs(const struct choices *c, uint32_t u, bool leads)
{
    const uint64_t *row = lm_dense_row(c->pairs, (int32_t)u), *led = c->leads + u * c->words;
    memset(c->ended, 0, c->words * sizeof *c->ended);
    lm_set_insert_all(c->ended, 0, c->vertices);
    for (size_t w = 0; w < c->words; w++)
        c->ended[w] &= row[w] & (leads ? ~led[w] : led[w]);
    if (lm_set_holds(c->ended, lm_dense_mate(c->pairs, (int32_t)u))) {
        lm_dense_remove(c->pairs, (int32_t)u);
        lm_dense_restore(c->pairs, (int32_t)u);
    }
    for (size_t w = 0; w < c->words; w++)
        for (uint64_t left = c->ended[w]; left != 0; left &= left - 1)
            lm_dense_bar(c->pairs, (int32_t)u, (int32_t)(w * LM_SET_BITS) + __builtin_ctzll(left));
}

/* May he, with a matching of the greatest worth?  Then he does; else he does not. */
static bool choose_by_bits(const struct choices *c, uint32_t u, bool leads)
{
    lm_dense_keep(c->pairs);
    end_pairs(c, u, leads);
    if (lm_dense_is_perfect(c->pairs))
        return true;
    for (size_t w = 0; w < c->words; w++)
        for (uint64_t left = c->ended[w]; left != 0; left &= left - 1)
            lm_dense_meet(c->pairs, (int32_t)u, (int32_t)(w * LM_SET_BITS) + __builtin_ctzll(left));
    lm_dense_go_back(c->pairs);
    return false;
}

/* Exchange ${upper} of S1 and ${lower} of S2: when as many as have to be are, the others are where
 * they were. */
static void choose_all_by_bits(const struct group *g, const struct choices *c, uint32_t upper,
                               uint32_t lower, struct outcome *out)
{
    const uint32_t half = g->l->s->target.rest;
    for (uint32_t u = half; u-- > 0 && upper > 0;)
        if (choose_by_bits(c, u, false)) {
            g->l->line[u] = IN_S2;
            lm_dutch_2006_add_key(out, -(int64_t)u);
            upper--;
        } else {
            g->l->line[u] = IN_S1;
        }
    for (uint32_t u = half; u < g->count && lower > 0; u++)
        if (choose_by_bits(c, u, true)) {
            g->l->line[u] = IN_S1;
            lm_dutch_2006_add_key(out, u);
            lower--;
        } else {
            g->l->line[u] = IN_S2;
        }
}

/* A price by which fewer can be above than are asked for, or more must be: so many ${pairs}, with
 * S1 at that ${cost}. */
struct bound {
    bool known;
    int64_t price, pairs, cost;
};

/* Where both cost the same; while one is not known, farther and farther out.  In a lean build
 * halfway, which takes less room. */
static int64_t next_price(const struct lines *l, const struct bound *low, const struct bound *high,
                          int64_t far)
{
    const int64_t dear = l->exchange + l->s->target.rest;
    if (LM_LEAN)
        return low->price + (high->price - low->price) / 2;
    if (!low->known && !high->known)
        return l->s->target.rest;
    if (!low->known)
        return high->price > 0 ? 0 : -far;
    if (!high->known)
        return low->price < dear ? dear : far;
    int64_t cost = high->cost - low->cost, pairs = high->pairs - low->pairs;
    int64_t price = cost / pairs - (cost % pairs < 0);
    return price > low->price ? price : low->price + 1;
}

/* Of ${g}, one by which the most can be above, if that is as many as are asked for: it is kept, or
 * ${c->pairs} are. */
static enum lm_status try_price(struct group *g, struct choices *c, struct exchange *e)
{
    struct lm_arena *arena = g->l->s->field->arena;
    struct lm_mark mark = lm_arena_mark(arena);
    bool known = false;
    enum lm_status status = LM_OK;
    if (g->vertices <= HALVES_MOST)
        status = halve_exchange(g, c, e, &known);
    if (status == LM_OK && known && !e->few && !e->many && e->can == g->l->s->target.rest)
        return LM_OK;
    c->pairs = NULL;
    lm_arena_reset(arena, mark);
    if (status != LM_OK || (known && (e->few || e->many)))
        return status;
    status = new_exchange(g, false);
    if (status == LM_OK)
        status = solve_exchange(g, e);
    if (status == LM_OK && !e->few && !e->many)
        return LM_OK;
    lm_arena_reset(arena, mark);
    g->best = NULL;
    return status;
}

/* The price by which so many can be above as are asked for, and in ${*e} what it comes to.
 * LM_NO_PAIRING: there is none, or more must be. */
static enum lm_status find_price(struct group *g, struct choices *c, struct exchange *e)
{
    struct lines *l = g->l;
    l->exchange = (int64_t)l->s->target.rest * g->count + 1;
    const int64_t far = (l->exchange + g->count) * g->count;
    struct bound low = {.price = -far - 1}, high = {.price = far + 1};
    while (low.price + 1 < high.price &&
           (l->price = next_price(l, &low, &high, far)) < high.price) {
        enum lm_status status = LM_LEAN ? ask_exchange(g, false, e) : try_price(g, c, e);
        if (status != LM_OK || (!e->few && !e->many))
            return status;
        struct bound *bound = e->few ? &low : &high;
        bound->price = l->price;
        if (LM_LEAN)
            continue;
        bound->known = true;
        bound->pairs = e->few ? e->can : e->must;
        bound->cost = bound->pairs * l->price - e->worth;
    }
    l->price = high.price;
    enum lm_status status = ask_exchange(g, true, e);
    return status == LM_OK && (e->few || e->many) ? LM_NO_PAIRING : status;
}

/* The one of rank ${u} is in ${line} from now on. */
static void set_line(const struct group *g, uint32_t u, uint8_t line)
{
    struct lines *l = g->l;
    const size_t words = lm_set_words((int32_t)l->vertices);
    const uint64_t *open = LM_LEAN ? NULL : &l->open[l->left[u] * words];
    l->line[u] = line;
    l->fewest = false;
    for (uint32_t v = 0; v < g->vertices; v++) {
        struct lm_worth worth[EXCHANGE_PRIORITIES];
        if (v != u && (LM_LEAN || lm_set_holds(open, (int32_t)vertex_of(g, v))))
            lm_best_set_few(g->best, (int32_t)u, (int32_t)v, worth,
                            exchange_edge(g, (int32_t)u, (int32_t)v, worth));
    }
}

/* With those lines, is there a pairing that comes to no more than ${e}?  LM_NO_PAIRING: that is not
 * known. */
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

/* Exchange the one of rank ${u} into ${line}, if one of ${*left} can be he. */
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

/* As choose_all_by_bits. */
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
    struct choices choices = {0};
    struct group g = {l, count, count + l->vertices - l->count, NULL, NULL};
    const int64_t half = l->s->target.rest, start = half * (half - 1) / 2;
    g.mate = lm_arena_alloc(l->s->field->arena, g.vertices, sizeof *g.mate);
    enum lm_status status = g.mate != NULL ? LM_OK : LM_LIMIT;
    if (!LM_LEAN && status == LM_OK)
        status = make_choices(&g, &choices);
    if (status == LM_OK)
        status = find_price(&g, &choices, &e);
    if (!LM_LEAN && status == LM_OK && g.best != NULL && e.can == half)
        status = find_choices(&g, &choices);
    if (status != LM_OK)
        return status;
    const uint32_t exchanged = (uint32_t)(e.least / l->exchange);
    lm_dutch_2006_add_key(out, exchanged);
    lm_dutch_2006_add_key(out, e.least % l->exchange - start);
    if (choices.pairs == NULL)
        return choose_all_by_weights(&g, &e, exchanged, exchanged, out);
    choose_all_by_bits(&g, &choices, exchanged, exchanged, out);
    return LM_OK;
}
