/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/upfloaters.h"

#include <assert.h>

#include "graph/best.h"

/*
 * Every criterion is a sum over the pairs of one matching of all in view: a pair of a host and a
 * candidate costs an upfloater, of some score, and the system's own criteria.  (Two upfloaters
 * never meet: without them the set would be smaller.)  So the best sets are those of the best
 * matchings, and the first of them is found by testing one candidate after the other, in order:
 * does a best matching include it?  O(n^3) for the solution, and O(n^2) for each test.
 */

enum { ALONE, UPFLOATERS, LEVELS }; /* priorities; after the levels: the others, the order */
enum { VALUES = 8 };                /* of a pair, non-zero */

/* ---- The priorities ---- */

/* Return the first level with a priority; the levels above cost nothing, as long as there is no
 * room for them, and the highest level always. */
static uint32_t first_weighed(const struct lm_upfloaters *w)
{
    return w->levels > w->room + 1 ? w->levels - w->room : 1;
}

/* Return the place of the priorities after the levels. */
static int32_t after_place(const struct lm_upfloaters *w)
{
    return LEVELS + (w->summed ? 1 : w->levels > 1 ? (int32_t)(w->levels - first_weighed(w)) : 0);
}

static int32_t order_place(const struct lm_upfloaters *w)
{
    return after_place(w) + w->others;
}

static uint32_t vertices_of(const struct lm_upfloaters *w)
{
    return w->hosts + w->count;
}

static bool must_pair(const struct lm_upfloaters *w, uint32_t v)
{
    return v < w->hosts || !w->open;
}

/* Write the system's own values, at their places; none where there is no room for them. */
static int32_t other_values(const struct lm_upfloaters *w, int32_t u, int32_t v,
                            struct lm_worth *value)
{
    int32_t count = w->values(w->context, u, v, value);
    for (int32_t i = 0; i < count; i++)
        value[i].of += after_place(w);
    return count > 0 && w->others == 0 ? 0 : count;
}

static int32_t values(const void *context, int32_t a, int32_t b, struct lm_worth *value)
{
    const struct lm_upfloaters *w = context;
    const int32_t hosts = (int32_t)w->hosts, u = a < b ? a : b, v = a < b ? b : a;
    value[0] = (struct lm_worth){ALONE, -1};
    if (b == LM_ALONE)
        return must_pair(w, (uint32_t)a) ? 1 : other_values(w, a, LM_ALONE, value);
    if ((u < hosts) == (v < hosts))
        return other_values(w, u, v, value);
    const uint32_t level = w->level[v - hosts];
    int32_t count = level < w->levels ? other_values(w, u, v, value) : -1;
    if (count < 0)
        return -1;
    value[count++] = (struct lm_worth){UPFLOATERS, -1};
    if (w->summed && level > 0)
        value[count++] = (struct lm_worth){LEVELS, -(int64_t)level};
    else if (!w->summed && level >= first_weighed(w))
        value[count++] = (struct lm_worth){LEVELS + (int32_t)(w->levels - 1 - level), -1};
    return count;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Set the range of each priority: weights are as wide as these sums. */
static void set_ranges(const struct lm_upfloaters *w, struct lm_priority *ranges)
{
    const uint64_t most = smaller(w->hosts, w->count);
    const uint64_t lowest = w->levels > 0 ? w->levels - 1 : 0;
    ranges[ALONE] = (struct lm_priority){.alone_low = -1}; /* the worth of a pair */
    for (int32_t i = UPFLOATERS; i < after_place(w); i++)
        ranges[i] = (struct lm_priority){.edge_low = -1, .most = most};
    if (w->summed)
        ranges[LEVELS] = (struct lm_priority){.edge_low = -(int64_t)lowest, .most = lowest * most};
    for (int32_t i = 0; i < w->others; i++)
        ranges[after_place(w) + i] = w->ranges[i];
    ranges[order_place(w)] = (struct lm_priority){.edge_high = 2, .most = 2 * most};
}

static enum lm_status pose(struct lm_upfloaters *w, struct lm_best **out)
{
    struct lm_priority ranges[LM_PRIORITIES_MAX];
    if (order_place(w) >= LM_PRIORITIES_MAX)
        return LM_LIMIT;
    set_ranges(w, ranges);
    struct lm_priorities priorities = {
        .count = order_place(w) + 1, .range = ranges, .nonzero = values, .context = w};
    enum lm_status status = lm_best_new(out, w->arena, (int32_t)vertices_of(w), &priorities);
    if (status == LM_OK)
        lm_best_solve(*out);
    return status;
}

static bool is_upfloater(const struct lm_upfloaters *w, const struct lm_best *best,
                         uint32_t candidate)
{
    int32_t mate = lm_best_mate(best, (int32_t)(w->hosts + candidate));
    return mate != LM_ALONE && (uint32_t)mate < w->hosts;
}

static uint32_t upfloaters_in(const struct lm_upfloaters *w, const struct lm_best *best)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < w->count; i++)
        count += is_upfloater(w, best, i);
    return count;
}

/* ---- The search ---- */

/* Give every edge from a host to ${candidate} the value ${order} as the last priority; below 0: bar
 * these edges. */
static void prefer(const struct lm_upfloaters *w, struct lm_best *best, uint32_t candidate,
                   int64_t order)
{
    struct lm_worth value[VALUES];
    int32_t v = (int32_t)(w->hosts + candidate);
    for (int32_t host = 0; host < (int32_t)w->hosts; host++) {
        int32_t count = values(w, host, v, value);
        if (count < 0)
            continue;
        value[count++] = (struct lm_worth){order_place(w), order};
        lm_best_set_nonzero(best, v, host, value, order < 0 ? -1 : count);
    }
}

static bool everyone_is_paired(const struct lm_upfloaters *w, const struct lm_best *best)
{
    for (uint32_t v = 0; v < vertices_of(w); v++)
        if (must_pair(w, v) && lm_best_mate(best, (int32_t)v) == LM_ALONE)
            return false;
    return true;
}

/* Find the level of the lowest upfloater: bar levels from the bottom up while the number of
 * upfloaters stays the least.  ${w}->levels are those that remain. */
static enum lm_status find_lowest_level(struct lm_upfloaters *w)
{
    struct lm_mark mark = lm_arena_mark(w->arena);
    struct lm_upfloaters all = *w;
    struct lm_best *best;
    all.others = 0;
    all.levels = 1; /* none of them has a priority */
    all.level = lm_arena_alloc(w->arena, w->count, sizeof *all.level);
    enum lm_status status = all.level == NULL ? LM_LIMIT : pose(&all, &best);
    if (status != LM_OK)
        return status;
    uint32_t least = upfloaters_in(&all, best);
    for (uint32_t end = w->count; w->levels > 1; w->levels--) {
        while (end > 0 && w->level[end - 1] == w->levels - 1)
            prefer(&all, best, --end, -1);
        lm_best_solve(best);
        if (!everyone_is_paired(&all, best) || upfloaters_in(&all, best) > least)
            break;
    }
    lm_arena_reset(w->arena, mark);
    return LM_OK;
}

/* Bar the levels with a priority that give no upfloater in ${best}, which makes room for others. */
static enum lm_status bar_unused(struct lm_upfloaters *w, const struct lm_best *best)
{
    const uint32_t levels = w->levels, first = first_weighed(w);
    uint32_t *number = lm_arena_alloc(w->arena, levels, sizeof *number);
    if (number == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < w->count; i++)
        if (is_upfloater(w, best, i))
            number[w->level[i]] = 1;
    w->levels = 0;
    for (uint32_t level = 0; level < levels; level++)
        number[level] = level < first || number[level] == 1 ? w->levels++ : UINT32_MAX;
    for (uint32_t i = 0; i < w->count; i++)
        w->level[i] = w->level[i] < levels ? number[w->level[i]] : UINT32_MAX;
    if (w->levels == levels)
        w->room *= 2;
    return w->room <= LM_UP_ROOM_MOST ? LM_OK : LM_LIMIT;
}

/* Where more levels are left than fit, weigh the lowest ones first. */
static enum lm_status bar_unused_levels(struct lm_upfloaters *w)
{
    enum lm_status status = LM_OK;
    while (status == LM_OK && first_weighed(w) > 1) {
        struct lm_mark mark = lm_arena_mark(w->arena);
        struct lm_best *best;
        status = pose(w, &best);
        if (status == LM_OK)
            status = bar_unused(w, best);
        lm_arena_reset(w->arena, mark);
    }
    return status;
}

/* The search for the first set among those as good as the one of ${best}, all of ${count}
 * candidates. */
struct progress {
    struct lm_upfloaters *w;
    struct lm_best *best;
    uint32_t count, asked; /* number of candidates already tested, in order */
    uint32_t weighed;      /* number of these that ${best} takes into account */
    uint32_t *wanted;      /* by level, number still wanted */
};

/* Was ${candidate}, which was tested, taken? */
static bool is_taken(const struct progress *p, uint32_t candidate)
{
    for (uint32_t i = p->w->chosen_count; i-- > 0;)
        if (p->w->chosen[i] == candidate)
            return true;
    return false;
}

/* Skip the next candidates of levels that need no more. */
static void pass_over(struct progress *p)
{
    const struct lm_upfloaters *w = p->w;
    while (w->level[p->asked] >= w->levels || p->wanted[w->level[p->asked]] == 0)
        p->asked++;
    assert(p->asked < w->count);
}

/* Test the next candidate: those taken count 2 in the last priority and the candidate 1, so that no
 * earlier one is given up for it. */
static void ask_next(struct progress *p)
{
    pass_over(p);
    for (; p->weighed < p->asked; p->weighed++)
        prefer(p->w, p->best, p->weighed, is_taken(p, p->weighed) ? 2 : -1);
    prefer(p->w, p->best, p->asked, 1);
    lm_best_solve(p->best);
    if (is_upfloater(p->w, p->best, p->asked)) {
        p->w->chosen[p->w->chosen_count++] = p->asked;
        p->wanted[p->w->level[p->asked]]--;
    }
    p->asked++;
}

/* Take the first set in order, from the solution in ${best}. */
static enum lm_status take_first(struct lm_upfloaters *w, struct lm_best *best)
{
    struct progress p = {.w = w, .best = best, .count = upfloaters_in(w, best)};
    p.wanted = lm_arena_alloc(w->arena, w->levels, sizeof *p.wanted);
    enum lm_status status = p.wanted == NULL ? LM_LIMIT : LM_OK;
    for (uint32_t i = 0; status == LM_OK && i < w->count; i++)
        if (is_upfloater(w, best, i))
            p.wanted[w->level[i]]++;
    while (status == LM_OK && w->chosen_count < p.count)
        ask_next(&p);
    return status;
}

enum lm_status lm_choose_upfloaters(struct lm_upfloaters *w)
{
    struct lm_best *best;
    enum lm_status status = LM_OK;
    w->chosen_count = 0;
    if (w->levels > 1 && !w->summed)
        status = find_lowest_level(w);
    if (status == LM_OK && !w->summed)
        status = bar_unused_levels(w);
    if (status == LM_OK)
        status = pose(w, &best);
    if (status != LM_OK || !everyone_is_paired(w, best))
        return status == LM_OK ? LM_NO_PAIRING : status;
    for (uint32_t v = 0; w->mate != NULL && v < vertices_of(w); v++)
        w->mate[v] = lm_best_mate(best, (int32_t)v);
    return take_first(w, best);
}
