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
#include "pairing/dutch_2006/dutch_2006_lines.h"

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
 * They are found with pairs as halves, or by weights where these are not whole.  Rows of bits are
 * asked before: where too few can be above at all, or there is no perfect matching, there is no
 * pairing, and the one found may show that there is.  Who may float at a level may at the freest
 * one, so it is written down once how two may be matched there, and what a pair gives up, which is
 * the same at all levels.
 *
 * The least sums.  With strict pairs (dutch_2006_net.c) any p give up as little as x of A8.  Where
 * that has no pairing, be B2 and A7(c) kept.  Let z be the most pairs that miss no colour (*plain*)
 * in a perfect matching.  Then no pairing misses less than p - z; it misses as many exactly if its
 * matching has z, all above.  Or let f be how many pairs that are not plain must be above at least:
 * no pairing misses less, and it misses as many exactly if its matching has f, and no other that
 * is not plain is above.  Pairs that may count as halves (graph/halves.h), or the duals of weights,
 * tell which pairs matchings with z, or f, have; if all perfect matchings of these are such, again
 * any with k <= p <= h will do, and no sums have to be looked at any more: not for the level of
 * floats, which is the strictest with a pairing, nor for the partners of the moved down players,
 * the first with whom there is one.
 *
 * D1.  With S1, no number is left to ask for: who is of S1 is matched to one of S2, above; of the
 * others two are matched below.  So every perfect matching is a pairing that serves, found without
 * weights, and each of S1 takes the first partner who leaves the others a perfect one.
 */

enum { BY_FIRST, BY_ABOVE, PRIORITY_COUNT };

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

/* May the vertices ${a} < ${b} be matched otherwise, with the freest floats?  ${rows}: who of two
 * may be below, as lm_dutch_2006_union_rows has it, or NULL. */
static bool has_other(const struct lines *l, const uint64_t *rows, uint32_t a, uint32_t b)
{
    const size_t words = lm_set_words((int32_t)l->vertices);
    if (a < l->count && !l->leaves[a])
        return false;
    if (b < l->count)
        return l->leaves[b] && lm_dutch_2006_pair_down(l->below, a, b);
    if (!LM_LEAN)
        return lm_set_holds(rows + a * words, (int32_t)b);
    return a < l->count ? lm_dutch_2006_comes_down(l->below, a, b - l->count)
                        : lm_dutch_2006_meet_below(l->below, a - l->count, b - l->count);
}

static uint8_t way_of(const struct lines *l, const uint64_t *rows, uint32_t a, uint32_t b)
{
    struct cost cost;
    uint8_t way = has_other(l, rows, a, b) ? WAY_OTHER : 0;
    if (b < l->count && lm_dutch_2006_edge(l->s, a, b, FLOATS_FREE, FLOATS_FREE, &cost) &&
        cost.part[COST_B2] + cost.part[COST_A7C] == 0)
        way |= cost.part[COST_B4] > 0 ? WAY_ABOVE | WAY_MISSES : WAY_ABOVE;
    return way;
}

static enum lm_status find_ways(struct lines *l)
{
    const uint64_t *rows = NULL;
    if (!LM_LEAN && lm_dutch_2006_union_rows(l->below, &rows) != LM_OK)
        return LM_LIMIT;
    l->up = LM_LEAN ? NULL : l->down + l->count;
    for (uint32_t a = 0; a < l->count && !LM_LEAN; a++) {
        const struct entrant *who = &l->s->field->entrants[l->s->bracket->players[a]];
        l->down[a] = lm_dutch_2006_strictest(who, LM_DOWNFLOAT);
        l->up[a] = lm_dutch_2006_strictest(who, LM_UPFLOAT);
    }
    for (uint32_t a = 0; a < l->count; a++)
        l->leaves[a] = lm_dutch_2006_leaver(l->s, a, FLOATS_FREE);
    for (uint32_t a = 0; a < l->vertices; a++)
        for (uint32_t b = a + 1; b < l->vertices; b++)
            l->way[a * l->vertices + b] = way_of(l, rows, a, b);
    return LM_OK;
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

/* The pair ${a} < ${b}, in the ways ${above} and ${other}. */
static inline void draw_ways(const struct lines *l, size_t a, size_t b, bool above, bool other)
{
    const size_t n = l->vertices, words = lm_set_words((int32_t)n);
    l->above[a * n + b] = l->above[b * n + a] = above;
    l->other[a * n + b] = l->other[b * n + a] = other;
    if (!above && !other)
        return;
    lm_set_insert(&l->open[a * words], (int32_t)b);
    lm_set_insert(&l->open[b * words], (int32_t)a);
}

/* Two below may be matched at each level as at the freest one, which has noted how. */
static void draw_lower(const struct lines *l)
{
    const size_t words = lm_set_words((int32_t)l->vertices), first = l->count / LM_SET_BITS;
    for (uint32_t a = l->count; a < l->vertices; a++)
        for (size_t w = first; w < words; w++) {
            const uint64_t below = w > first ? UINT64_MAX : UINT64_MAX << l->count % LM_SET_BITS;
            l->open[a * words + w] |= l->freest[a * words + w] & below;
        }
}

/* Of those who may be matched at the freest level only, in the ways they may there; floats as
 * lm_dutch_2006_edge has them. */
static void draw_stricter(const struct lines *l, int down, int up)
{
    const size_t words = lm_set_words((int32_t)l->vertices);
    const struct entrant *entrants = l->s->field->entrants;
    const uint32_t *players = l->s->bracket->players;
    for (uint32_t a = 0; a < l->count; a++) {
        const int32_t score = entrants[players[a]].score;
        const bool falls = a < l->s->target.moved || l->down[a] <= down, parted = l->parted[a];
        for (size_t w = a / LM_SET_BITS; w < words; w++)
            for (uint64_t left = l->freest[a * words + w]; left != 0; left &= left - 1) {
                const uint32_t b = (uint32_t)(w * LM_SET_BITS) + (uint32_t)__builtin_ctzll(left);
                if (b < a)
                    continue;
                const uint8_t drawn = l->drawn[(size_t)a * l->vertices + b];
                const bool above =
                    (drawn & WAY_ABOVE) != 0 &&
                    (entrants[players[b]].score == score || (falls && l->up[b] <= up));
                const bool other =
                    (drawn & WAY_OTHER) != 0 && parted && (b >= l->count || l->parted[b]);
                draw_ways(l, a, b, above, other);
            }
    }
    draw_lower(l);
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

/* How many pairs of a matching can be above, and how many must be. */
struct tally {
    uint32_t can, must;
};

static void count_pair(const struct lines *l, uint32_t v, int32_t mate, struct tally *tally)
{
    const size_t at = (size_t)v * l->vertices + (size_t)mate;
    if (mate < (int32_t)v)
        return;
    tally->can += l->above[at];
    tally->must += l->above[at] && !l->other[at];
}

/* Is there a pairing?  As far as that of a matching with as many that can be above as possible, or
 * (${fewest}) as few that must be, tells: not ${*known}, it does not. */
static bool is_pairing(const struct lines *l, const struct tally *tally, bool fewest, bool *known)
{
    const bool has = tally->can >= l->pairs && tally->must <= l->pairs;
    *known = has || (fewest ? tally->must > l->pairs : tally->can < l->pairs);
    return has;
}

/* The same as far as the solution tells: LM_NO_PAIRING, it does not. */
static enum lm_status has_pairing(const struct lines *l, bool *has)
{
    struct tally tally = {0, 0};
    bool known;
    lm_best_solve(l->best);
    for (uint32_t v = 0; v < l->vertices; v++) {
        int32_t mate = lm_best_mate(l->best, (int32_t)v);
        *has = mate != LM_ALONE;
        if (!*has)
            return LM_OK;
        count_pair(l, v, mate, &tally);
    }
    *has = is_pairing(l, &tally, l->fewest, &known);
    return known ? LM_OK : LM_NO_PAIRING;
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

/* The pairs that are drawn: those that cannot be above are dear, or (${fewest}) those that must. */
static void list_ways(const struct lines *l, bool fewest, uint64_t *cheap, uint64_t *dear)
{
    const size_t words = lm_set_words((int32_t)l->vertices);
    for (uint32_t a = 0; a < l->vertices; a++)
        for (size_t w = 0; w < words; w++)
            for (uint64_t left = l->open[a * words + w]; left != 0; left &= left - 1) {
                const uint64_t bit = left & -left;
                const size_t b = w * LM_SET_BITS + (size_t)__builtin_ctzll(left);
                const size_t at = (size_t)a * l->vertices + b;
                (*(fewest ? &l->other[at] : &l->above[at]) ? cheap : dear)[a * words + w] |= bit;
            }
}

/* Is there a pairing, as far as is known without costs?  Not ${*known}: it is not.  There is none
 * if too few can be above at all, whoever else is matched, or no perfect matching; and any of these
 * may show one. */
static enum lm_status look(const struct lines *l, bool *has, bool *known)
{
    struct lm_arena *arena = l->s->field->arena;
    struct lm_mark mark = lm_arena_mark(arena);
    struct tally tally = {0, 0};
    const size_t n = l->vertices, words = lm_set_words((int32_t)n);
    uint64_t *rows = lm_arena_alloc(arena, 2 * n, words * sizeof *rows);
    if (rows == NULL)
        return LM_LIMIT;
    list_ways(l, false, rows, rows + n * words);
    clear(l->dense, l->vertices);
    for (uint32_t v = 0; v < n; v++)
        lm_dense_set_row(l->dense, (int32_t)v, rows + v * words);
    lm_dense_repair(l->dense);
    *has = l->vertices >= (uint32_t)lm_dense_alone(l->dense) + 2 * l->pairs;
    for (uint32_t v = 0; v < n && *has; v++)
        lm_dense_set_row(l->dense, (int32_t)v, &l->open[v * words]);
    *has = *has && lm_dense_is_perfect(l->dense);
    for (uint32_t v = 0; v < n && *has; v++)
        count_pair(l, v, lm_dense_mate(l->dense, (int32_t)v), &tally);
    *known = !*has || (tally.can >= l->pairs && tally.must <= l->pairs);
    lm_arena_reset(arena, mark);
    return LM_OK;
}

/* In a row of ${dense} those pairs stand that cost nothing, or two below what they pay. */
static void draw_start(const struct lines *l, struct lm_dense *dense, const uint64_t *cheap,
                       const uint64_t *dear, const int64_t *price)
{
    const size_t words = lm_set_words((int32_t)l->vertices);
    for (uint32_t v = 0; v < l->vertices; v++) {
        uint64_t *row = lm_dense_open_row(dense, (int32_t)v);
        memcpy(row, cheap + v * words, words * sizeof *row);
        for (uint32_t u = l->count; u < l->vertices && price != NULL && v >= l->count; u++)
            if (lm_set_holds(dear + v * words, (int32_t)u))
                lm_set_insert(row, (int32_t)u);
    }
}

/* The perfect matchings with as few dear pairs as can be, of the cheap and then the dear pairs in
 * ${rows} (with room for as many more), with pairs as halves: those of the pairs of ${dense} then,
 * one of them into ${mate}; not ${*known}: they are not found so.  ${price}: of each vertex to
 * begin with, as for lm_halves_solve, where those below pay for their pairs; or NULL. */
static enum lm_status match_cheaply(const struct lines *l, struct lm_dense *dense, uint64_t *rows,
                                    const int64_t *price, int32_t *mate, bool *known)
{
    static const int64_t cost[] = {0, 1};
    const size_t n = l->vertices, words = lm_set_words((int32_t)n);
    const uint64_t *const pairs[] = {rows, rows + n * words};
    uint64_t *tight = rows + 2 * n * words;
    const struct lm_halves problem = {
        .vertices = (int32_t)n, .kinds = 2, .pairs = pairs, .cost = cost, .price = price};
    draw_start(l, dense, rows, rows + n * words, price);
    lm_dense_repair(dense);
    for (uint32_t v = 0; v < n; v++)
        mate[v] = lm_dense_mate(dense, (int32_t)v);
    enum lm_status status = lm_halves_solve(&problem, l->s->field->arena, mate, known, tight, NULL);
    *known = status == LM_OK && *known && lm_halves_draw(dense, (int32_t)n, tight, mate);
    return status;
}

static enum lm_status halve(const struct lines *l, bool fewest, bool *has, bool *known)
{
    struct lm_arena *arena = l->s->field->arena;
    const size_t n = l->vertices, words = lm_set_words((int32_t)n);
    uint64_t *rows = lm_arena_alloc(arena, 3 * n, words * sizeof *rows);
    int32_t *mate = lm_arena_alloc(arena, n, sizeof *mate);
    int64_t *price = lm_arena_alloc(arena, n, sizeof *price);
    struct tally tally = {0, 0};
    if (rows == NULL || mate == NULL || price == NULL)
        return LM_LIMIT;
    for (uint32_t v = l->count; v < n; v++)
        price[v] = 1; /* of the 2 halves that a pair of two below costs, which is none above */
    list_ways(l, fewest, rows, rows + n * words);
    clear(l->dense, l->vertices);
    enum lm_status status = match_cheaply(l, l->dense, rows, fewest ? NULL : price, mate, known);
    if (status != LM_OK || !*known)
        return status;
    for (uint32_t v = 0; v < n; v++)
        count_pair(l, v, mate[v], &tally);
    *has = is_pairing(l, &tally, fewest, known);
    return LM_OK;
}

/* Is there a pairing of what is drawn, which has a perfect matching?  Without weights; not
 * ${*known}: that does not tell. */
static enum lm_status ask_by_halves(const struct lines *l, bool *has, bool *known)
{
    struct lm_arena *arena = l->s->field->arena;
    struct lm_mark mark = lm_arena_mark(arena);
    enum lm_status status = halve(l, false, has, known);
    if (status == LM_OK && !*known)
        status = halve(l, true, has, known);
    lm_arena_reset(arena, mark);
    return status;
}

/* The same by weights. */
static enum lm_status ask(struct lines *l, bool *has)
{
    enum lm_status status = solve(l, false, has);
    return status == LM_NO_PAIRING ? solve(l, true, has) : status;
}

/* Is there one at this level? */
static enum lm_status reach(struct lines *l, int down, int up, bool *has)
{
    bool known = false;
    draw(l, down, up);
    enum lm_status status = LM_LEAN ? LM_OK : look(l, has, &known);
    if (!LM_LEAN && status == LM_OK && !known)
        status = ask_by_halves(l, has, &known);
    return status != LM_OK || known ? status : ask(l, has);
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
    struct lm_arena *arena = l->s->field->arena;
    const size_t n = l->vertices, words = lm_set_words((int32_t)n);
    uint64_t *rows = lm_arena_alloc(arena, 3 * n, words * sizeof *rows);
    int32_t *mate = lm_arena_alloc(arena, n, sizeof *mate);
    if (rows == NULL || mate == NULL)
        return LM_LIMIT;
    list_costs(l, rows, rows + n * words);
    enum lm_status status = match_cheaply(l, dense, rows, NULL, mate, known);
    return status == LM_OK && *known ? count_plain(l, mate, counted) : status;
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
    const size_t words = lm_set_words((int32_t)l->vertices);
    clear(l->dense, l->vertices);
    lm_dense_bar_all(l->dense);
    for (uint32_t v = 0; v < l->vertices; v++) {
        for (uint32_t u = 0; u < v && LM_LEAN && !is_out(l, v); u++)
            if (!is_out(l, u) && is_line(l, u, v))
                lm_dense_meet(l->dense, (int32_t)u, (int32_t)v);
        for (size_t w = 0; w < words && !LM_LEAN && !is_out(l, v); w++)
            for (uint64_t left = l->open[v * words + w]; left != 0; left &= left - 1) {
                const uint32_t u = (uint32_t)(w * LM_SET_BITS) + (uint32_t)__builtin_ctzll(left);
                if (u < v && !is_out(l, u) && is_line(l, u, v))
                    lm_dense_meet(l->dense, (int32_t)u, (int32_t)v);
            }
        if (is_out(l, v))
            lm_dense_remove(l->dense, (int32_t)v);
    }
    return lm_dense_is_perfect(l->dense);
}

/* ---- Taking it ---- */

/* D2: the first S1 with a pairing, of the ${count} positions that are left. */
static enum lm_status find_lines(struct lines *l, uint32_t count, struct outcome *out)
{
    uint32_t half = l->s->target.rest;
    for (uint32_t i = 0; i < half; i++)
        l->upper[l->left[i]] = true;
    if (form(l)) {
        lm_dutch_2006_add_key(out, 0);
        lm_dutch_2006_add_key(out, 0);
        return LM_OK;
    }
    enum lm_status status = lm_dutch_2006_choose_lines(l, count, out);
    for (uint32_t i = 0; i < count; i++)
        l->upper[l->left[i]] = l->line[i] == IN_S1 || (l->line[i] == OPEN_LINE && i < half);
    return status != LM_OK || form(l) ? status : LM_NO_PAIRING;
}

static void join(const struct lines *l, struct outcome *out, uint32_t a, uint32_t b)
{
    l->partner[a] = b;
    l->partner[b] = a;
    lm_dutch_2006_add_key(out, b);
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
        lm_dutch_2006_add_key(out, out->cost.part[i]);
    lm_dutch_2006_add_key(out, out->down = (uint8_t)level.down);
    lm_dutch_2006_add_key(out, out->up = (uint8_t)level.up);
}

static enum lm_status find(struct lines *l, struct outcome *out)
{
    struct level level = {FLOATS_ALL, FLOATS_ALL};
    if (!make(l))
        return LM_LIMIT;
    l->larger = lm_dutch_2006_bound(l->s, &l->x);
    enum lm_status status = find_ways(l);
    if (status == LM_OK)
        status = find_level(l, &level);
    write_level(out, l->x, level);
    for (uint32_t u = 0; u < l->s->target.moved && status == LM_OK; u++) {
        status = pair_moved(l, u);
        lm_dutch_2006_add_key(out, l->partner[u]);
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
