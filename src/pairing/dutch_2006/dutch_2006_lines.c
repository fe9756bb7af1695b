/* SPDX-License-Identifier: Apache-2.0 */

#include "pairing/dutch_2006/dutch_2006_lines.h"
#include "graph/best.h"
#include "graph/dense.h"
#include "graph/matching.h"
#include "graph/tight.h"

/*
 * C13 where players from above are paired below like the others (A3: they are as many as the
 * residents, or more), and fewer of them would suffice there than come down: then some are paired
 * with each other.
 *
 * Two players of the bracket above can thus be matched in two ways: above, or below if both can
 * come down.  A perfect matching of both brackets by which h pairs can be above, and k must be, has
 * the required number p there if k <= p <= h: of those that need not be, h - p are left to the
 * bracket below.  Below, all players are in one group, so any such matching is a pairing that
 * serves.  A matching of the greatest h proves that there is none if h < p, one of the least k if k
 * > p; and either can show one.  Only where neither does is the answer open, and the caller goes on
 * by sets. Both are found by weights.  Players who can float at a level can at the freest one, so
 * the ways to match two players there are recorded once, with what a pair gives up, which is the
 * same at all levels.
 *
 * The least sums.  With strict pairs (dutch_2006_net.c) any p give up as little as x of A8.  Where
 * that has no pairing, keep B2 and A7(c).  Let z be the most pairs that miss no colour (*plain*) in
 * a perfect matching.  Then no pairing misses less than p - z; it misses as many exactly if its
 * matching has z, all above.  Or let f be how many pairs that are not plain must be above at least:
 * no pairing misses less, and it misses as many exactly if its matching has f, and no other that is
 * not plain is above.  The duals of weights show which pairs matchings with z, or f, have.  If all
 * perfect matchings of these are such, again any with k <= p <= h suffices, and sums no longer
 * matter: not for the level of floats, which is the strictest with a pairing, nor for the partners
 * of the moved-down players, the first with whom there is one.
 *
 * D1.  With S1 known, the number of pairs is fixed: a player of S1 is matched to one of S2, above;
 * two others are matched below.  So every perfect matching is a pairing that serves, found without
 * weights, and each player of S1 takes the first partner who leaves the others a perfect one.
 */

enum { BY_FIRST, BY_ABOVE, PRIORITY_COUNT };

/* Ways to match two players with the freest floats: as a pair above that breaks neither B2 nor
 * A7(c), and whether it misses a colour; otherwise. */
enum { WAY_ABOVE = 1, WAY_MISSES = 2, WAY_OTHER = 4 };

static bool is_freest(int down, int up)
{
    return down == FLOATS_FREE && up == FLOATS_FREE;
}

static bool parts(const struct lines *l, uint32_t position, int down)
{
    return (l->narrowing || lm_dutch_2006_is_not_needed(l->s, l->larger, position)) &&
           lm_dutch_2006_leaver(l->s, position, down);
}

/* Can the vertices ${a} < ${b} be matched otherwise, with the freest floats? */
static bool has_other(const struct lines *l, uint32_t a, uint32_t b)
{
    if (a < l->count && !l->leaves[a])
        return false;
    if (b < l->count)
        return l->leaves[b] && lm_dutch_2006_pair_down(l->below, a, b);
    return a < l->count ? lm_dutch_2006_comes_down(l->below, a, b - l->count)
                        : lm_dutch_2006_meet_below(l->below, a - l->count, b - l->count);
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

static void find_ways(struct lines *l)
{
    for (uint32_t a = 0; a < l->count; a++)
        l->leaves[a] = lm_dutch_2006_leaver(l->s, a, FLOATS_FREE);
    for (uint32_t a = 0; a < l->vertices; a++)
        for (uint32_t b = a + 1; b < l->vertices; b++)
            l->way[a * l->vertices + b] = way_of(l, a, b);
}

/* Can they be a pair above that gives up nothing but floats? */
static bool is_plain(const struct lines *l, uint32_t a, uint32_t b)
{
    return (l->way[a * l->vertices + b] & (WAY_ABOVE | WAY_MISSES)) == WAY_ABOVE;
}

/* Can they be a pair above that is strict, or one by the least sums? */
static bool is_above(const struct lines *l, uint32_t a, uint32_t b, int down, int up)
{
    size_t at = (size_t)a * l->vertices + b;
    struct cost cost = {.part = {[COST_B4] = (l->way[at] & WAY_MISSES) != 0}};
    if ((l->way[at] & WAY_ABOVE) == 0)
        return false;
    if (!l->narrowing && !lm_dutch_2006_is_strict(l->s, l->larger, a, b, &cost))
        return false;
    if (l->kept != NULL && (!l->kept[at] || l->skipped[at]))
        return false;
    return is_freest(down, up) || lm_dutch_2006_edge(l->s, a, b, down, up, &cost);
}

/* Can they be matched otherwise? */
static bool is_other(const struct lines *l, uint32_t a, uint32_t b)
{
    size_t at = (size_t)a * l->vertices + b;
    if ((l->way[at] & WAY_OTHER) == 0)
        return false;
    if (l->kept != NULL && (!l->kept[at] || (!l->plenty && is_plain(l, a, b))))
        return false;
    return (a >= l->count || l->parted[a]) && (b >= l->count || l->parted[b]);
}

/* Draw the ways to match ${a} < ${b} at a level. */
static void draw_pair(const struct lines *l, uint32_t a, uint32_t b, int down, int up)
{
    const size_t at = (size_t)a * l->vertices + b, back = (size_t)b * l->vertices + a;
    l->above[at] = l->above[back] = is_above(l, a, b, down, up);
    l->other[at] = l->other[back] = is_other(l, a, b);
}

/* Draw the possible matches at a level: a part of those at the freest level, which is drawn
 * first. */
static void draw(const struct lines *l, int down, int up)
{
    for (uint32_t a = 0; a < l->count; a++)
        l->parted[a] = parts(l, a, down);
    for (uint32_t a = 0; a < l->vertices; a++)
        for (uint32_t b = a + 1; b < l->vertices; b++)
            if (l->way[(size_t)a * l->vertices + b] != 0)
                draw_pair(l, a, b, down, up);
}

/* Write the worth under BY_ABOVE: count pairs that can be above; or, as a penalty, those that must
 * be. */
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

/* Possible and necessary numbers of pairs above in a matching. */
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

/* Is there a pairing?  Decide it from a matching with as many pairs that can be above as possible,
 * or (${fewest}) as few that must be.  Not ${*known}: it does not decide. */
static bool is_pairing(const struct lines *l, const struct tally *tally, bool fewest, bool *known)
{
    const bool has = tally->can >= l->pairs && tally->must <= l->pairs;
    *known = has || (fewest ? tally->must > l->pairs : tally->can < l->pairs);
    return has;
}

/* Do the same from the solution; LM_NO_PAIRING: it does not decide. */
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
    return lm_best_new(best, arena, count, priorities);
}

static enum lm_status solve(struct lines *l, bool fewest, bool *has)
{
    struct lm_priority range[PRIORITY_COUNT] = {
        [BY_FIRST] = {.edge_high = 1, .most = 1},
        [BY_ABOVE] = {.edge_low = -1, .edge_high = 1, .most = l->count / 2},
    };
    const struct lm_priorities priorities = {
        .count = PRIORITY_COUNT, .range = range, .most_pairs = true, .nonzero = edge, .context = l};
    l->fewest = fewest;
    enum lm_status status = new_best(l, &priorities, &l->best);
    return status == LM_OK ? has_pairing(l, has) : status;
}

/* Make all vertices of ${dense} present and alone. */
static void clear(struct lm_dense *dense, uint32_t vertices)
{
    for (uint32_t v = 0; v < vertices; v++) {
        lm_dense_remove(dense, (int32_t)v);
        lm_dense_restore(dense, (int32_t)v);
    }
}

/* Do the same by weights. */
static enum lm_status ask(struct lines *l, bool *has)
{
    enum lm_status status = solve(l, false, has);
    return status == LM_NO_PAIRING ? solve(l, true, has) : status;
}

/* Is there a pairing at this level? */
static enum lm_status reach(struct lines *l, int down, int up, bool *has)
{
    draw(l, down, up);
    return ask(l, has);
}

/* Write the worth of a pair when B2 and A7(c) are kept: as many pairs as possible miss no colour;
 * or, with ${plenty}, as few as possible that miss one must be above. */
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

/* Set x, from the ${counted} pairs of plain_edge, and ${kept}, the pairs that ${dense} leaves. */
static enum lm_status keep(struct lines *l, const struct lm_dense *dense, int32_t counted,
                           bool *kept)
{
    l->x = l->plenty ? counted : (int32_t)l->pairs - counted;
    if (l->x < 0)
        return LM_NO_PAIRING;
    for (uint32_t a = 0; a < l->vertices; a++)
        for (uint32_t b = 0; b < l->vertices; b++) {
            size_t at = (size_t)a * l->vertices + b;
            bool skipped = l->plenty && l->above[at] && l->other[at] &&
                           !is_plain(l, a < b ? a : b, a < b ? b : a);
            kept[at] = !lm_dense_is_barred(dense, (int32_t)a, (int32_t)b);
            l->skipped[at] = skipped;
        }
    l->kept = kept;
    return LM_OK;
}

/* Count the pairs of ${mate} that count for plain_edge; LM_NO_PAIRING: a vertex is alone. */
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

/* Make the pairs of ${dense} those of the best matchings by weights.  LM_NO_PAIRING: its perfect
 * matchings are not all best, or there is none. */
static enum lm_status weigh_plain(const struct lines *l, struct lm_dense *dense, int32_t *counted)
{
    struct lm_arena *arena = l->s->field->arena;
    const struct lm_priority range = {.edge_low = -1, .edge_high = 1, .most = l->count / 2};
    const struct lm_priorities priorities = {
        .count = 1, .range = &range, .most_pairs = true, .nonzero = plain_edge, .context = l};
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

/* Find the least sums where x of A8 cannot be reached.  LM_NO_PAIRING: this method finds none. */
static enum lm_status narrow(struct lines *l, bool plenty)
{
    const bool barred = false;
    struct lm_arena *arena = l->s->field->arena;
    struct lm_dense *dense;
    size_t pairs = (size_t)l->vertices * l->vertices;
    int32_t counted;
    bool has, *kept = lm_arena_alloc(arena, pairs, sizeof *kept);
    l->skipped = lm_arena_alloc(arena, pairs, sizeof *l->skipped);
    l->narrowing = true;
    l->plenty = plenty;
    l->kept = NULL;
    if (kept == NULL || l->skipped == NULL)
        return LM_LIMIT;
    draw(l, FLOATS_FREE, FLOATS_FREE);
    enum lm_status status = lm_dense_new(&dense, arena, (int32_t)l->vertices, 1, &barred);
    if (status == LM_OK)
        status = weigh_plain(l, dense, &counted);
    if (status == LM_OK)
        status = keep(l, dense, counted, kept);
    if (status == LM_OK)
        status = reach(l, FLOATS_FREE, FLOATS_FREE, &has);
    return status != LM_OK || has ? status : LM_NO_PAIRING;
}

/* Find the strictest ${*floats}, a part of ${level}, with a pairing; the freest level has one. */
static enum lm_status restrict_floats(struct lines *l, const struct level *level, int *floats)
{
    bool has = false;
    enum lm_status status = LM_OK;
    for (*floats = FLOATS_ALL; status == LM_OK && !has && *floats < FLOATS_FREE; *floats += !has)
        status = reach(l, level->down, level->up, &has);
    return status;
}

/* Find and draw the strictest level with a pairing; with moved-down players, also solve it
 * there. */
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

/* Find the first partner of the moved-down player ${u}. */
static enum lm_status pair_moved(const struct lines *l, uint32_t u)
{
    for (uint32_t v = l->s->target.moved; v < l->count; v++) {
        struct lm_worth wish[] = {{BY_FIRST, 1}, {BY_ABOVE, 1}};
        bool has;
        if (l->partner[v] != NO_PARTNER || !l->above[u * l->vertices + v])
            continue;
        int32_t count = worths_of(l, u, v, wish + 1);
        lm_best_set_nonzero(l->best, (int32_t)u, (int32_t)v, wish, 1 + count);
        enum lm_status status = has_pairing(l, &has);
        if (status != LM_OK)
            return status;
        if (has && lm_best_mate(l->best, (int32_t)u) == (int32_t)v) {
            lm_best_set_nonzero(l->best, (int32_t)u, (int32_t)v, wish + 1, count);
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

/* ---- The outcome ---- */

/* D2: find the first S1 with a pairing, of the ${count} positions left. */
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
    l->leaves = lm_arena_alloc(arena, l->count, sizeof *l->leaves);
    l->parted = lm_arena_alloc(arena, l->count, sizeof *l->parted);
    l->upper = lm_arena_alloc(arena, l->count, sizeof *l->upper);
    l->left = lm_arena_alloc(arena, l->count, sizeof *l->left);
    l->line = lm_arena_alloc(arena, l->count, sizeof *l->line);
    return l->left != NULL && l->line != NULL && l->above != NULL && l->other != NULL &&
           l->way != NULL && l->upper != NULL && l->leaves != NULL && l->parted != NULL &&
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
    find_ways(l);
    enum lm_status status = find_level(l, &level);
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
