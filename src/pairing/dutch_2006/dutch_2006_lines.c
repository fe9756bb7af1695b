/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/lean.h"
#include "base/room.h"
#include "graph/best.h"
#include "graph/bits.h"
#include "graph/dense.h"
#include "graph/halves.h"
#include "graph/tight.h"
#include "limmat/matching.h"
#include "pairing/dutch_2006/dutch_2006.h"

/*
 * C13 where those from above are paired below as the others are (A3: they are as many, or more),
 * and fewer of them would do there than come down: then some are paired with each other.
 *
 * Two of the bracket above may so be matched in two ways: above, or below if both may come down.  A
 * perfect matching of both brackets by which h pairs can be above, and k must be, has as many there
 * as are asked for, p, if k <= p <= h: of those that need not be, h - p are left to the bracket
 * below.  Below, everybody is in one group, so any such matching is a pairing that serves.  A
 * matching of the greatest h proves that there is none if h < p, one of the least k if k > p; and
 * either may show one.  Only where neither does nothing is known, and the caller goes on by sets.
 * Rows of bits are asked before: where there is no perfect matching there is no pairing, and the
 * one found may show that there is.  Who may float at a level may at the freest one, so it is
 * written down once how two may be matched there, and what a pair gives up, which is the same at
 * all levels.
 *
 * The least sums.  With strict pairs (dutch_2006_net.c) any p give up as little as x of A8.  Where
 * that has no pairing, be B2 and A7(c) kept.  Let z be the most pairs that miss no colour (*plain*)
 * in a perfect matching.  Then no pairing misses less than p - z; it misses as many exactly if its
 * matching has z, all above.  Or let f be how many pairs that are not plain must be above at least:
 * no pairing misses less, and it misses as many exactly if its matching has f, and no other that
 * is not plain is above.  The duals tell which pairs matchings with z, or f, have; if all perfect
 * matchings of these are such (graph/tight.h), again any with k <= p <= h will do, and no sums have
 * to be looked at any more: not for the level of floats, which is the strictest with a pairing, nor
 * for the partners of the moved down players, the first with whom there is one.
 *
 * D1.  With S1, no number is left to ask for: who is of S1 is matched to one of S2, above; of the
 * others two are matched below.  So every perfect matching is a pairing that serves, found without
 * weights, and each of S1 takes the first partner who leaves the others a perfect one.
 *
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
 */

enum { BY_FIRST, BY_ABOVE, PRIORITY_COUNT };

struct lines {
    const struct search *s;
    const struct union_graph *below;
    uint32_t count, vertices, pairs;
    uint8_t larger; /* the colour that too many want; LM_NO_COLOUR: x of A8 is 0 */
    int32_t x;
    bool narrowing; /* x is more than that of A8 */
    bool plenty;    /* ... though enough pairs miss no colour */
    bool fewest;    /* what ${best} looks for */
    bool *above;    /* [a * vertices + b]: may they be a pair above; matched otherwise? */
    bool *other;
    uint64_t *open;     /* a row of bits per vertex: with whom it may be matched at all */
    uint64_t *freest;   /* ... at the freest level, as was drawn last, */
    uint8_t *drawn;     /* ... and at [a * vertices + b] how: WAY_ABOVE, WAY_OTHER */
    uint8_t *down, *up; /* per position: the strictest level at which he may float so */
    bool *leaves;       /* per position: may he leave, with the freest floats? */
    bool *parted;       /* ... and at the level that is drawn? */
    uint8_t *way;       /* at [a * vertices + b], a < b: WAY_* */
    bool *spared;       /* at [a * vertices + b]: if they are matched, not above */
    bool *kept;         /* NULL, or at [a * vertices + b]: may they be matched by the least sums? */
    uint32_t *partner;  /* per position; of moved down players and theirs, so far */
    bool *upper;        /* S1 */
    struct lm_best *best;
    struct lm_dense *dense;
    uint32_t *left;   /* D2: the positions of the (remainder) group, in order, */
    uint8_t *line;    /* ... and in which line each of them is, */
    int64_t exchange; /* what one of the original S2 costs beside his rank, */
    int64_t price;    /* and what is paid for a pair above */
};

enum { OPEN_LINE, IN_S1, IN_S2 };

/* How two may be matched with the freest floats: as a pair above that breaks neither B2 nor A7(c),
 * and whether it misses a colour; otherwise. */
enum { WAY_ABOVE = 1, WAY_MISSES = 2, WAY_OTHER = 4 };

static bool is_freest(int down, int up)
{
    return down == FLOATS_FREE && up == FLOATS_FREE;
}

static bool parts(const struct lines *l, uint32_t position, int down)
{
    return (l->narrowing || lm_dutch_2006_is_spared(l->s, l->larger, position)) &&
           lm_dutch_2006_leaver(l->s, position, down);
}

/* May the vertices ${a} < ${b} be matched otherwise, with the freest floats? */
static bool has_other(const struct lines *l, uint32_t a, uint32_t b)
{
    if (a >= l->count)
        return lm_dutch_2006_meet_below(l->below, a - l->count, b - l->count);
    if (!l->leaves[a])
        return false;
    if (b >= l->count)
        return lm_dutch_2006_comes_down(l->below, a, b - l->count);
    return l->leaves[b] && lm_dutch_2006_pair_down(l->below, a, b);
}

static uint8_t way_of(const struct lines *l, uint32_t a, uint32_t b)
{
    struct cost cost;
    uint8_t way = has_other(l, a, b) ? WAY_OTHER : 0;
    if (b < l->count && lm_dutch_2006_edge(l->s, a, b, FLOATS_FREE, FLOATS_FREE, &cost) &&
        cost.part[COST_B2] + cost.part[COST_A7C] == 0)
        way |= cost.part[COST_B4] > 0 ? WAY_ABOVE | WAY_MISSES : WAY_ABOVE;
    return way;
}

static uint8_t strictest(const struct lines *l, uint32_t position, enum lm_float way)
{
    const struct entrant *who = &l->s->field->entrants[l->s->bracket->players[position]];
    uint8_t level = FLOATS_ALL;
    while (!lm_dutch_2006_may_float(who, way, level))
        level++;
    return level;
}

static void find_ways(struct lines *l)
{
    l->up = LM_LEAN ? NULL : l->down + l->count;
    for (uint32_t a = 0; a < l->count && !LM_LEAN; a++) {
        l->down[a] = strictest(l, a, LM_DOWNFLOAT);
        l->up[a] = strictest(l, a, LM_UPFLOAT);
    }
    for (uint32_t a = 0; a < l->count; a++)
        l->leaves[a] = lm_dutch_2006_leaver(l->s, a, FLOATS_FREE);
    for (uint32_t a = 0; a < l->vertices; a++)
        for (uint32_t b = a + 1; b < l->vertices; b++)
            l->way[a * l->vertices + b] = way_of(l, a, b);
}

/* May they be a pair above that gives up nothing but floats? */
static bool is_plain(const struct lines *l, uint32_t a, uint32_t b)
{
    return (l->way[a * l->vertices + b] & (WAY_ABOVE | WAY_MISSES)) == WAY_ABOVE;
}

/* May they be a pair above that is strict, or one by the least sums? */
static bool is_above(const struct lines *l, uint32_t a, uint32_t b, int down, int up)
{
    size_t at = (size_t)a * l->vertices + b;
    struct cost cost = {.part = {[COST_B4] = (l->way[at] & WAY_MISSES) != 0}};
    if ((l->way[at] & WAY_ABOVE) == 0)
        return false;
    if (!l->narrowing && !lm_dutch_2006_is_strict(l->s, l->larger, a, b, &cost))
        return false;
    if (l->kept != NULL && (!l->kept[at] || l->spared[at]))
        return false;
    return is_freest(down, up) || lm_dutch_2006_edge(l->s, a, b, down, up, &cost);
}

/* May they be matched otherwise? */
static bool is_other(const struct lines *l, uint32_t a, uint32_t b)
{
    size_t at = (size_t)a * l->vertices + b;
    if ((l->way[at] & WAY_OTHER) == 0)
        return false;
    if (l->kept != NULL && (!l->kept[at] || (!l->plenty && is_plain(l, a, b))))
        return false;
    return (a >= l->count || l->parted[a]) && (b >= l->count || l->parted[b]);
}

/* How ${a} < ${b} may be matched at a level. */
static void draw_pair(const struct lines *l, uint32_t a, uint32_t b, int down, int up)
{
    const size_t words = lm_set_words((int32_t)l->vertices);
    const size_t at = (size_t)a * l->vertices + b, back = (size_t)b * l->vertices + a;
    l->above[at] = l->above[back] = is_above(l, a, b, down, up);
    l->other[at] = l->other[back] = is_other(l, a, b);
    if (!LM_LEAN && (l->above[at] || l->other[at])) {
        lm_set_insert(&l->open[a * words], (int32_t)b);
        lm_set_insert(&l->open[b * words], (int32_t)a);
        l->drawn[at] = (uint8_t)((l->above[at] ? WAY_ABOVE : 0) | (l->other[at] ? WAY_OTHER : 0));
    }
}

/* Do the floats of a level let the pair ${a} < ${b} above be?  As lm_dutch_2006_edge has it. */
static bool may_float(const struct lines *l, uint32_t a, uint32_t b, int down, int up)
{
    const struct entrant *entrants = l->s->field->entrants;
    const uint32_t *players = l->s->bracket->players;
    return entrants[players[a]].score == entrants[players[b]].score ||
           (l->up[b] <= up && (a < l->s->target.moved || l->down[a] <= down));
}

/* Of those who may be matched at the freest level only, in the ways they may there. */
static void draw_stricter(const struct lines *l, int down, int up)
{
    const size_t words = lm_set_words((int32_t)l->vertices);
    for (uint32_t a = 0; a < l->vertices; a++)
        for (size_t w = a / LM_SET_BITS; w < words; w++)
            for (uint64_t left = l->freest[a * words + w]; left != 0; left &= left - 1) {
                const uint32_t b = (uint32_t)(w * LM_SET_BITS) + (uint32_t)__builtin_ctzll(left);
                const size_t at = (size_t)a * l->vertices + b, back = (size_t)b * l->vertices + a;
                if (b < a)
                    continue;
                l->above[at] = l->above[back] =
                    (l->drawn[at] & WAY_ABOVE) != 0 && may_float(l, a, b, down, up);
                l->other[at] = l->other[back] = (l->drawn[at] & WAY_OTHER) != 0 &&
                                                (a >= l->count || l->parted[a]) &&
                                                (b >= l->count || l->parted[b]);
                if (l->above[at] || l->other[at]) {
                    lm_set_insert(&l->open[a * words], (int32_t)b);
                    lm_set_insert(&l->open[b * words], (int32_t)a);
                }
            }
}

/* Who may be matched at a level: of those who may at the freest one, which is drawn first. */
static void draw(const struct lines *l, int down, int up)
{
    const size_t size = l->vertices * lm_set_words((int32_t)l->vertices) * sizeof *l->open;
    if (!LM_LEAN)
        memset(l->open, 0, size);
    for (uint32_t a = 0; a < l->count; a++)
        l->parted[a] = parts(l, a, down);
    if (!LM_LEAN && !is_freest(down, up)) {
        draw_stricter(l, down, up);
        return;
    }
    for (uint32_t a = 0; a < l->vertices; a++)
        for (uint32_t b = a + 1; b < l->vertices; b++)
            if (l->way[(size_t)a * l->vertices + b] != 0)
                draw_pair(l, a, b, down, up);
    if (!LM_LEAN)
        memcpy(l->freest, l->open, size);
}

/* Of the priority BY_ABOVE: who may be above counts; or, against it, who must be. */
static int32_t worths_of(const struct lines *l, uint32_t u, uint32_t v, struct lm_worth *worth)
{
    size_t at = (size_t)u * l->vertices + v;
    if (!l->above[at])
        return l->other[at] ? 0 : -1;
    *worth = (struct lm_worth){BY_ABOVE, l->fewest ? -1 : 1};
    return !l->fewest || !l->other[at];
}

static int32_t edge(const void *context, int32_t u, int32_t v, struct lm_worth *worth)
{
    return v == LM_ALONE ? 0 : worths_of(context, (uint32_t)u, (uint32_t)v, worth);
}

/* The same, and that of plain_edge, by kinds, as what a pair is worth goes by how they may be
 * matched. */
static void list_kinds(const void *context, int32_t u, uint8_t *kind)
{
    enum { KIND_ABOVE = 1, KIND_OTHER = 2, KIND_PLAIN = 4 };
    const struct lines *l = context;
    const size_t row = (size_t)u * l->vertices;
    for (uint32_t v = (uint32_t)u + 1; v < l->vertices; v++) {
        uint8_t ways = (l->above[row + v] ? KIND_ABOVE : 0) | (l->other[row + v] ? KIND_OTHER : 0);
        uint8_t plain = is_plain(l, (uint32_t)u, v) ? KIND_PLAIN : 0;
        kind[v] = ways == 0 ? (uint8_t)KIND_OF_NONE : (uint8_t)(ways | plain);
    }
}

/* Is there a pairing?  As far as the solution tells: LM_NO_PAIRING, it does not. */
static enum lm_status has_pairing(const struct lines *l, bool *has)
{
    uint32_t can = 0, must = 0;
    lm_best_solve(l->best);
    for (uint32_t v = 0; v < l->vertices; v++) {
        int32_t mate = lm_best_mate(l->best, (int32_t)v);
        size_t at = (size_t)v * l->vertices + (size_t)mate;
        *has = mate != LM_ALONE;
        if (!*has)
            return LM_OK;
        can += mate > (int32_t)v && l->above[at];
        must += mate > (int32_t)v && l->above[at] && !l->other[at];
    }
    *has = can >= l->pairs && must <= l->pairs;
    bool none = l->fewest ? must > l->pairs : can < l->pairs;
    return *has || none ? LM_OK : LM_NO_PAIRING;
}

static enum lm_status new_best(const struct lines *l, const struct lm_priorities *priorities,
                               struct lm_best **best)
{
    struct lm_arena *arena = l->s->field->arena;
    const int32_t count = (int32_t)l->vertices;
    return LM_LEAN ? lm_best_new(best, arena, count, priorities)
                   : lm_best_new_by_same_kinds(best, arena, count, count, priorities, list_kinds);
}

static enum lm_status solve(struct lines *l, bool fewest, bool *has)
{
    struct lm_priority range[PRIORITY_COUNT] = {
        [BY_FIRST] = {.edge_high = 1, .most = 1},
        [BY_ABOVE] = {.edge_low = -1, .edge_high = 1, .most = l->count / 2},
    };
    const struct lm_priorities priorities = {
        .count = PRIORITY_COUNT, .range = range, .most_pairs = true, .few = edge, .context = l};
    l->fewest = fewest;
    enum lm_status status = new_best(l, &priorities, &l->best);
    return status == LM_OK ? has_pairing(l, has) : status;
}

/* All are in ${dense}, and alone. */
static void clear(struct lm_dense *dense, uint32_t vertices)
{
    for (uint32_t v = 0; v < vertices; v++) {
        lm_dense_remove(dense, (int32_t)v);
        lm_dense_restore(dense, (int32_t)v);
    }
}

/* Does any perfect matching tell whether there is a pairing? */
static bool is_clear(const struct lines *l, bool *has)
{
    uint32_t can = 0, must = 0;
    clear(l->dense, l->vertices);
    for (uint32_t v = 0; v < l->vertices; v++)
        lm_dense_set_row(l->dense, (int32_t)v, &l->open[v * lm_set_words((int32_t)l->vertices)]);
    *has = lm_dense_is_perfect(l->dense);
    for (uint32_t v = 0; v < l->vertices && *has; v++) {
        int32_t mate = lm_dense_mate(l->dense, (int32_t)v);
        size_t at = (size_t)v * l->vertices + (size_t)mate;
        can += mate > (int32_t)v && l->above[at];
        must += mate > (int32_t)v && l->above[at] && !l->other[at];
    }
    return !*has || (can >= l->pairs && must <= l->pairs);
}

/* Is there a pairing of what is drawn? */
static enum lm_status ask(struct lines *l, bool *has)
{
    enum lm_status status = solve(l, false, has);
    return status == LM_NO_PAIRING ? solve(l, true, has) : status;
}

/* Is there one at this level? */
static enum lm_status reach(struct lines *l, int down, int up, bool *has)
{
    draw(l, down, up);
    return !LM_LEAN && is_clear(l, has) ? LM_OK : ask(l, has);
}

/* Can so many pairs be had, of those that give up neither B2 nor A7(c)?  As many as can be miss no
 * colour; or, of ${plenty}, as few as can be that miss one must be above. */
static int32_t plain_edge(const void *context, int32_t u, int32_t v, struct lm_worth *worth)
{
    const struct lines *l = context;
    uint32_t a = (uint32_t)(u < v ? u : v), b = (uint32_t)(u < v ? v : u);
    size_t at = (size_t)a * l->vertices + b;
    if (v == LM_ALONE)
        return 0;
    if (!l->above[at] && !l->other[at])
        return -1;
    *worth = (struct lm_worth){0, l->plenty ? -1 : 1};
    return l->plenty ? !l->other[at] && !is_plain(l, a, b) : is_plain(l, a, b);
}

/* x, as ${counted} pairs of plain_edge say, and what ${dense} leaves: ${kept}. */
static enum lm_status keep(struct lines *l, const struct lm_dense *dense, int32_t counted,
                           bool *kept)
{
    l->x = l->plenty ? counted : (int32_t)l->pairs - counted;
    if (l->x < 0)
        return LM_NO_PAIRING;
    for (uint32_t a = 0; a < l->vertices; a++)
        for (uint32_t b = 0; b < l->vertices; b++) {
            size_t at = (size_t)a * l->vertices + b;
            bool spared = l->plenty && l->above[at] && l->other[at] &&
                          !is_plain(l, a < b ? a : b, a < b ? b : a);
            kept[at] = !lm_dense_is_barred(dense, (int32_t)a, (int32_t)b);
            l->spared[at] = spared;
        }
    l->kept = kept;
    return LM_OK;
}

/* So many pairs of ${mate} count for plain_edge; LM_NO_PAIRING: somebody is alone. */
static enum lm_status count_plain(const struct lines *l, const int32_t *mate, int32_t *counted)
{
    struct lm_worth worth;
    *counted = 0;
    for (int32_t v = 0; v < (int32_t)l->vertices; v++) {
        if (mate[v] == LM_ALONE)
            return LM_NO_PAIRING;
        *counted += mate[v] > v && plain_edge(l, v, mate[v], &worth) == 1;
    }
    return LM_OK;
}

/* The pairs of ${dense} are those of the best matchings by weights.  LM_NO_PAIRING: its perfect
 * matchings are not all such, or there is none. */
static enum lm_status weigh_plain(const struct lines *l, struct lm_dense *dense, int32_t *counted)
{
    struct lm_arena *arena = l->s->field->arena;
    const struct lm_priority range = {.edge_low = -1, .edge_high = 1, .most = l->count / 2};
    const struct lm_priorities priorities = {
        .count = 1, .range = &range, .most_pairs = true, .few = plain_edge, .context = l};
    struct lm_best *best;
    int32_t *mate = lm_arena_alloc(arena, l->vertices, sizeof *mate);
    bool all;
    enum lm_status status = mate != NULL ? new_best(l, &priorities, &best) : LM_LIMIT;
    if (status != LM_OK)
        return status;
    lm_best_solve(best);
    for (uint32_t v = 0; v < l->vertices; v++)
        mate[v] = lm_best_mate(best, (int32_t)v);
    status = count_plain(l, mate, counted);
    if (status == LM_OK)
        status = lm_dense_bar_worse(dense, best, (int32_t)l->vertices, arena, &all);
    return status == LM_OK && !all ? LM_NO_PAIRING : status;
}

/* The pairs that are drawn, in two kinds: a matching has to have as few of the second as it can. */
static void list_costs(const struct lines *l, uint64_t *cheap, uint64_t *dear)
{
    const size_t words = lm_set_words((int32_t)l->vertices);
    for (uint32_t a = 0; a < l->vertices; a++)
        for (size_t w = a / LM_SET_BITS; w < words; w++)
            for (uint64_t left = l->open[a * words + w]; left != 0; left &= left - 1) {
                const uint32_t b = (uint32_t)(w * LM_SET_BITS) + (uint32_t)__builtin_ctzll(left);
                struct lm_worth worth;
                if (b <= a)
                    continue;
                bool counts = plain_edge(l, (int32_t)a, (int32_t)b, &worth) == 1;
                uint64_t *set = counts == l->plenty ? dear : cheap;
                lm_set_insert(set + a * words, (int32_t)b);
                lm_set_insert(set + b * words, (int32_t)a);
            }
}

/* weigh_plain with pairs as halves; not ${*known}: it is not found so. */
static enum lm_status halve_plain(const struct lines *l, struct lm_dense *dense, int32_t *counted,
                                  bool *known)
{
    static const int64_t cost[] = {0, 1};
    struct lm_arena *arena = l->s->field->arena;
    const size_t n = l->vertices, words = lm_set_words((int32_t)n);
    uint64_t *rows = lm_arena_alloc(arena, 3 * n, words * sizeof *rows);
    int32_t *mate = lm_arena_alloc(arena, n, sizeof *mate);
    if (rows == NULL || mate == NULL)
        return LM_LIMIT;
    const uint64_t *const pairs[] = {rows, rows + n * words};
    uint64_t *tight = rows + 2 * n * words;
    const struct lm_halves problem = {
        .vertices = (int32_t)n, .kinds = 2, .pairs = pairs, .cost = cost};
    list_costs(l, rows, rows + n * words);
    for (uint32_t v = 0; v < n; v++)
        lm_dense_set_row(dense, (int32_t)v, rows + v * words);
    lm_dense_repair(dense);
    for (uint32_t v = 0; v < n; v++)
        mate[v] = lm_dense_mate(dense, (int32_t)v);
    enum lm_status status = lm_halves_solve(&problem, arena, mate, known, tight, NULL);
    if (status != LM_OK || !*known)
        return status;
    lm_dense_part_all(dense);
    for (uint32_t v = 0; v < n; v++)
        lm_dense_set_row(dense, (int32_t)v, tight + v * words);
    for (uint32_t v = 0; v < n; v++)
        if (mate[v] > (int32_t)v)
            lm_dense_pair(dense, (int32_t)v, mate[v]);
    *known = lm_dense_is_perfect(dense);
    for (uint32_t v = 0; v < n; v++)
        mate[v] = lm_dense_mate(dense, (int32_t)v);
    return *known ? count_plain(l, mate, counted) : LM_OK;
}

/* Where x of A8 cannot be had: the least sums.  LM_NO_PAIRING: they are not found so. */
static enum lm_status narrow(struct lines *l, bool plenty)
{
    const bool barred = false;
    struct lm_arena *arena = l->s->field->arena;
    struct lm_dense *dense;
    size_t pairs = (size_t)l->vertices * l->vertices;
    int32_t counted;
    bool has, known = false, *kept = lm_arena_alloc(arena, pairs, sizeof *kept);
    l->spared = lm_arena_alloc(arena, pairs, sizeof *l->spared);
    l->narrowing = true;
    l->plenty = plenty;
    l->kept = NULL;
    if (kept == NULL || l->spared == NULL)
        return LM_LIMIT;
    draw(l, FLOATS_FREE, FLOATS_FREE);
    enum lm_status status = lm_dense_new(&dense, arena, (int32_t)l->vertices, 1, &barred);
    if (!LM_LEAN && status == LM_OK)
        status = halve_plain(l, dense, &counted, &known);
    if (!LM_LEAN && status == LM_OK && !known)
        status = lm_dense_new(&dense, arena, (int32_t)l->vertices, 1, &barred);
    if (status == LM_OK && !known)
        status = weigh_plain(l, dense, &counted);
    if (status == LM_OK)
        status = keep(l, dense, counted, kept);
    if (status == LM_OK)
        status = reach(l, FLOATS_FREE, FLOATS_FREE, &has);
    return status != LM_OK || has ? status : LM_NO_PAIRING;
}

/* The strictest ${*floats}, a part of ${level}, with a pairing; the freest have one. */
static enum lm_status restrict_floats(struct lines *l, const struct level *level, int *floats)
{
    bool has = false;
    enum lm_status status = LM_OK;
    for (*floats = FLOATS_ALL; status == LM_OK && !has && *floats < FLOATS_FREE; *floats += !has)
        status = reach(l, level->down, level->up, &has);
    return status;
}

/* The strictest level with a pairing is drawn; where some moved down, their question is asked. */
static enum lm_status find_level(struct lines *l, struct level *level)
{
    bool has;
    enum lm_status status = reach(l, FLOATS_FREE, FLOATS_FREE, &has);
    if (status == LM_OK && !has) {
        status = narrow(l, false);
        if (status == LM_NO_PAIRING)
            status = narrow(l, true);
    }
    *level = (struct level){FLOATS_FREE, FLOATS_FREE};
    if (status == LM_OK)
        status = restrict_floats(l, level, &level->down);
    if (status == LM_OK)
        status = restrict_floats(l, level, &level->up);
    draw(l, level->down, level->up);
    return status == LM_OK && l->s->target.moved > 0 ? ask(l, &has) : status;
}

/* The first partner of the moved down player ${u}. */
static enum lm_status pair_moved(const struct lines *l, uint32_t u)
{
    for (uint32_t v = l->s->target.moved; v < l->count; v++) {
        struct lm_worth wish[] = {{BY_FIRST, 1}, {BY_ABOVE, 1}};
        bool has;
        if (l->partner[v] != NO_PARTNER || !l->above[u * l->vertices + v])
            continue;
        int32_t count = worths_of(l, u, v, wish + 1);
        lm_best_set_few(l->best, (int32_t)u, (int32_t)v, wish, 1 + count);
        enum lm_status status = has_pairing(l, &has);
        if (status != LM_OK)
            return status;
        if (has && lm_best_mate(l->best, (int32_t)u) == (int32_t)v) {
            lm_best_set_few(l->best, (int32_t)u, (int32_t)v, wish + 1, count);
            lm_best_fix(l->best, (int32_t)u, (int32_t)v);
            l->partner[u] = v;
            l->partner[v] = u;
            return LM_OK;
        }
        lm_best_set_edge(l->best, (int32_t)u, (int32_t)v, NULL);
    }
    return LM_NO_PAIRING;
}

/* ---- S1 and S2 ---- */

static bool is_line(const struct lines *l, uint32_t a, uint32_t b)
{
    bool first = a < l->count && l->upper[a], second = b < l->count && l->upper[b];
    if (first != second)
        return l->above[a * l->vertices + b];
    return !first && l->other[a * l->vertices + b];
}

static bool is_out(const struct lines *l, uint32_t v)
{
    return v < l->count && l->partner[v] != NO_PARTNER;
}

/* Is there a pairing of S1 and S2? */
static bool form(const struct lines *l)
{
    clear(l->dense, l->vertices);
    lm_dense_bar_all(l->dense);
    for (uint32_t v = 0; v < l->vertices; v++) {
        for (uint32_t u = 0; u < v && !is_out(l, v); u++)
            if (!is_out(l, u) && is_line(l, u, v))
                lm_dense_meet(l->dense, (int32_t)u, (int32_t)v);
        if (is_out(l, v))
            lm_dense_remove(l->dense, (int32_t)v);
    }
    return lm_dense_is_perfect(l->dense);
}

/* ---- D2 ---- */

enum { BY_PRICE, BY_TIE, EXCHANGE_PRIORITIES };

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

static void add_key(struct outcome *out, int64_t number)
{
    out->key[out->key_length++] = (int32_t)number;
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

static enum lm_status make_choices(const struct group *g, struct choices *c)
{
    struct lm_arena *arena = g->l->s->field->arena;
    *c = (struct choices){.vertices = g->vertices, .words = lm_set_words((int32_t)g->vertices)};
    c->leads = lm_arena_alloc(arena, g->count, c->words * sizeof *c->leads);
    c->ended = lm_arena_alloc(arena, c->words, sizeof *c->ended);
    return c->leads != NULL && c->ended != NULL ? LM_OK : LM_LIMIT;
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
    for (uint32_t v = 0; v < n; v++)
        lm_dense_set_row(pairs, (int32_t)v, tight + v * c->words);
    for (uint32_t v = 0; v < n; v++)
        if (mate[v] > (int32_t)v)
            lm_dense_pair(pairs, (int32_t)v, mate[v]);
    *known = lm_dense_is_perfect(pairs);
    if (!*known)
        return LM_OK;
    for (uint32_t v = 0; v < n; v++)
        mate[v] = lm_dense_mate(pairs, (int32_t)v);
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

/* Exchange whom must be, as choose_lines does. */
static void choose_all_by_bits(const struct group *g, const struct choices *c, uint32_t upper,
                               uint32_t lower, struct outcome *out)
{
    const uint32_t half = g->l->s->target.rest;
    for (uint32_t u = half; u-- > 0 && upper > 0;)
        if (choose_by_bits(c, u, false)) {
            g->l->line[u] = IN_S2;
            add_key(out, -(int64_t)u);
            upper--;
        } else {
            g->l->line[u] = IN_S1;
        }
    for (uint32_t u = half; u < g->count && lower > 0; u++)
        if (choose_by_bits(c, u, true)) {
            g->l->line[u] = IN_S1;
            add_key(out, u);
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
    bool known;
    enum lm_status status = halve_exchange(g, c, e, &known);
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
        add_key(out, line == IN_S1 ? (int64_t)u : -(int64_t)u);
        (*left)--;
    } else {
        set_line(g, u, line == IN_S1 ? IN_S2 : IN_S1);
    }
    return status;
}

/* When as many as have to be are exchanged, the others are where they were. */
static enum lm_status choose_lines(struct lines *l, uint32_t count, struct outcome *out)
{
    struct exchange e = {0};
    struct choices choices = {0};
    struct group g = {l, count, count + l->vertices - l->count, NULL, NULL};
    uint32_t half = l->s->target.rest;
    g.mate = lm_arena_alloc(l->s->field->arena, g.vertices, sizeof *g.mate);
    enum lm_status status = g.mate != NULL ? LM_OK : LM_LIMIT;
    if (!LM_LEAN && status == LM_OK)
        status = make_choices(&g, &choices);
    if (!LM_LEAN && status == LM_OK)
        status = find_kinds(&g, &choices);
    if (status == LM_OK)
        status = find_price(&g, &choices, &e);
    int64_t start = (int64_t)half * ((int64_t)half - 1) / 2;
    uint32_t upper = (uint32_t)(e.least / l->exchange), lower = upper;
    const bool solved = g.best != NULL; /* with the most that can be above */
    if (status == LM_OK && !solved && choices.pairs == NULL)
        status = new_exchange(&g, false);
    add_key(out, upper);
    add_key(out, e.least % l->exchange - start);
    if (!LM_LEAN && status == LM_OK && solved && e.can == half)
        status = find_choices(&g, &choices);
    if (choices.pairs != NULL) {
        choose_all_by_bits(&g, &choices, upper, lower, out);
        return status;
    }
    for (uint32_t u = half; u-- > 0 && upper > 0 && status == LM_OK;)
        status = choose_line(&g, &e, u, IN_S2, &upper, out);
    for (uint32_t u = half; u < count && lower > 0 && status == LM_OK; u++)
        status = choose_line(&g, &e, u, IN_S1, &lower, out);
    return status;
}

/* D2: the first S1 with a pairing, of the ${count} positions that are left. */
static enum lm_status find_lines(struct lines *l, uint32_t count, struct outcome *out)
{
    uint32_t half = l->s->target.rest;
    for (uint32_t i = 0; i < half; i++)
        l->upper[l->left[i]] = true;
    if (form(l)) {
        add_key(out, 0);
        add_key(out, 0);
        return LM_OK;
    }
    enum lm_status status = choose_lines(l, count, out);
    for (uint32_t i = 0; i < count; i++)
        l->upper[l->left[i]] = l->line[i] == IN_S1 || (l->line[i] == OPEN_LINE && i < half);
    return status != LM_OK || form(l) ? status : LM_NO_PAIRING;
}

static void join(const struct lines *l, struct outcome *out, uint32_t a, uint32_t b)
{
    l->partner[a] = b;
    l->partner[b] = a;
    add_key(out, b);
}

static enum lm_status pair_rest(struct lines *l, struct outcome *out)
{
    uint32_t left = 0;
    for (uint32_t i = 0; i < l->count; i++)
        if (l->partner[i] == NO_PARTNER)
            l->left[left++] = i;
    enum lm_status status = find_lines(l, left, out);
    if (status != LM_OK)
        return status;
    for (uint32_t i = 0; i < l->count; i++)
        if (l->upper[i])
            join(l, out, i, (uint32_t)lm_dense_take_first(l->dense, (int32_t)i, 0));
    return LM_OK;
}

static bool make(struct lines *l)
{
    const bool barred = false;
    struct lm_arena *arena = l->s->field->arena;
    size_t all = (size_t)l->vertices * l->vertices;
    l->above = lm_arena_alloc(arena, all, sizeof *l->above);
    l->other = lm_arena_alloc(arena, all, sizeof *l->other);
    l->way = lm_arena_alloc(arena, all, sizeof *l->way);
    const size_t rows = l->vertices * lm_set_words((int32_t)l->vertices);
    if (!LM_LEAN) {
        l->open = lm_arena_alloc(arena, rows, sizeof *l->open);
        l->freest = lm_arena_alloc(arena, rows, sizeof *l->freest);
        l->drawn = lm_arena_room(arena, all, sizeof *l->drawn);
        l->down = lm_arena_alloc(arena, 2 * (size_t)l->count, sizeof *l->down);
    }
    l->leaves = lm_arena_alloc(arena, l->count, sizeof *l->leaves);
    l->parted = lm_arena_alloc(arena, l->count, sizeof *l->parted);
    l->upper = lm_arena_alloc(arena, l->count, sizeof *l->upper);
    l->left = lm_arena_alloc(arena, l->count, sizeof *l->left);
    l->line = lm_arena_alloc(arena, l->count, sizeof *l->line);
    return l->left != NULL && l->line != NULL && l->above != NULL && l->other != NULL &&
           l->way != NULL && l->upper != NULL &&
           (LM_LEAN ||
            (l->open != NULL && l->freest != NULL && l->drawn != NULL && l->down != NULL)) &&
           l->leaves != NULL && l->parted != NULL &&
           lm_dense_new(&l->dense, arena, (int32_t)l->vertices, 1, &barred) == LM_OK;
}

static void write_level(struct outcome *out, int32_t x, struct level level)
{
    out->cost.part[COST_B4] = x;
    for (int i = 0; i < COST_COUNT; i++)
        add_key(out, out->cost.part[i]);
    add_key(out, out->down = (uint8_t)level.down);
    add_key(out, out->up = (uint8_t)level.up);
}

static enum lm_status find(struct lines *l, struct outcome *out)
{
    struct level level = {FLOATS_ALL, FLOATS_ALL};
    if (!make(l))
        return LM_LIMIT;
    l->larger = lm_dutch_2006_bound(l->s, &l->x);
    find_ways(l);
    enum lm_status status = find_level(l, &level);
    write_level(out, l->x, level);
    for (uint32_t u = 0; u < l->s->target.moved && status == LM_OK; u++) {
        status = pair_moved(l, u);
        add_key(out, l->partner[u]);
    }
    return status == LM_OK ? pair_rest(l, out) : status;
}

enum lm_status lm_dutch_2006_lines(const struct search *search, const struct union_graph *below,
                                   struct outcome *out)
{
    struct lm_arena *arena = search->field->arena;
    uint32_t count = search->bracket->count;
    *out = (struct outcome){
        .partner = lm_arena_alloc(arena, count, sizeof *out->partner),
        .key = lm_arena_alloc(arena, COST_COUNT + 4 + 2 * (size_t)count, sizeof *out->key)};
    if (out->partner == NULL || out->key == NULL)
        return LM_LIMIT;
    struct lm_mark mark = lm_arena_mark(arena);
    struct lines l = {.s = search,
                      .below = below,
                      .count = count,
                      .vertices = count + lm_dutch_2006_count_below(below),
                      .pairs = search->target.moved + search->target.rest,
                      .partner = out->partner};
    for (uint32_t i = 0; i < count; i++)
        l.partner[i] = NO_PARTNER;
    enum lm_status status = find(&l, out);
    lm_arena_reset(arena, mark);
    return status;
}
