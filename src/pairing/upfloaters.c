/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "graph/best.h"
#include "graph/matching.h"
#include "graph/tight.h"
#include "pairing/meeting.h"
#include "pairing/upfloat.h"

/*
 * C.04.5 and C.04.6, art. 3.5: the upfloaters of the top-scoregroup T.
 *
 * Everything that [C1] and [C3] to [C7] say is a sum over the pairs of one perfect matching of all
 * who are left: a pair that leaves T costs an upfloater [C4], of some score [C5], perhaps a floater
 * of last round [C7]; a pair that leaves the following scoregroup costs one of its upfloaters [C6].
 * (Two upfloaters never meet: without them the set would be smaller.)  So the best sets are those
 * of the matchings that are best by these priorities, and the first of them (art. 3.5.4) is found
 * by asking for one candidate after the other, in order, whether a best matching takes him up.  All
 * of it is polynomial: O(n^3) for the solution and O(n^2) for each question.
 *
 * Few of a large field have a say.  ${b} is the longest list of barred partners of anybody left:
 *   - Any 2b + 2 participants or more can be paired completely, if even (Dirac).  So when that many
 *     stay outside the window of candidates however the window is used, they need not be looked at:
 *     whoever of the window is left over meets one of them.
 *   - With m upfloaters at most, the first b + m of a scoregroup, in the order of [C7] and TPN,
 *     suffice: instead of a later one somebody of those who is free could go to the same opponent.
 *   - A following scoregroup with at least m + 2b + 2 members has the same need whoever leaves it.
 *   - A T that has as many to spare needs an upfloater if odd, and then takes anybody; it is
 *     stood for by ${hosts} vertices without names, as many as there can be upfloaters.
 *   - Of a T that is larger than all below and 2b + 2 together so many, of the same parity, stand
 *     for it: whatever set floats up, each of it finds a host, and the others of T each other.
 */

enum { ALONE, UPFLOATERS, LEVELS };     /* priorities; after the levels: [C6], [C7], the order */
enum { VALUES = 4, LEVELS_MOST = 100 }; /* of a pair that are not 0, and of levels at once */

struct window {
    struct lm_up_bracket *bracket;
    uint32_t barred;      /* b */
    uint32_t most;        /* upfloaters at most */
    bool anonymous;       /* T is stood for by hosts */
    uint32_t hosts;       /* vertices of T: 0 … hosts - 1 */
    uint32_t *candidates; /* the others, as seats, ascending */
    uint32_t count;
    bool open;        /* enough others stay outside */
    bool weigh_after; /* [C6] has a say */
    uint32_t *level;  /* per candidate: his scoregroup among those in the window, 0 the highest */
    uint32_t levels;  /* scoregroups in the window that may give upfloaters */
    int32_t *mate; /* per vertex, of the solution with the set chosen: another, or none of them */
};

static bool in_following(const struct window *w, uint32_t candidate)
{
    const struct lm_up_bracket *b = w->bracket;
    return b->following > 0 &&
           b->p->seats[w->candidates[candidate]].score == b->p->seats[b->lower[0]].score;
}

/* ---- The window ---- */

struct choice {
    bool floater;
    uint32_t seat;
};

static int by_floats_then_rank(const void *a, const void *b)
{
    const struct choice *x = a, *y = b;
    if (x->floater != y->floater)
        return x->floater ? 1 : -1;
    return x->seat < y->seat ? -1 : x->seat > y->seat;
}

static int ascending(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* Take the ${keep} best of the ${count} seats of one scoregroup into the window. */
static enum lm_status admit(struct window *w, const uint32_t *seats, uint32_t count, uint32_t keep)
{
    struct lm_arena *arena = w->bracket->arena;
    struct lm_mark mark = lm_arena_mark(arena);
    struct choice *order = lm_arena_alloc(arena, count, sizeof *order);
    if (order == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < count; i++)
        order[i] = (struct choice){lm_up_was_floater(w->bracket->p, seats[i]), seats[i]};
    if (keep < count)
        lm_sort(order, count, sizeof *order, by_floats_then_rank);
    else
        keep = count;
    uint32_t *added = w->candidates + w->count;
    for (uint32_t i = 0; i < keep; i++) {
        w->level[w->count] = w->levels;
        w->candidates[w->count++] = order[i].seat;
    }
    lm_sort(added, keep, sizeof *added, ascending);
    w->levels++;
    lm_arena_reset(arena, mark);
    return LM_OK;
}

/* Scoregroups from the top until nobody of T can lack an opponent among them, or all of them. */
static enum lm_status admit_groups(struct window *w, bool everybody)
{
    const struct lm_up_bracket *b = w->bracket;
    uint32_t enough = w->barred + w->most;
    w->count = w->levels = 0;
    for (uint32_t i = 0, end; i < b->lower_count && (everybody || w->count < enough); i = end) {
        int32_t score = b->p->seats[b->lower[i]].score;
        for (end = i; end < b->lower_count && b->p->seats[b->lower[end]].score == score; end++)
            ;
        bool whole = everybody || (i < b->following && w->weigh_after);
        enum lm_status status = admit(w, b->lower + i, end - i, whole ? end - i : enough);
        if (status != LM_OK)
            return status;
    }
    return LM_OK;
}

static enum lm_status open_window(struct lm_up_bracket *b, struct window *w)
{
    uint32_t barred = lm_most_barred(b->p, b->residents, b->resident_count);
    uint32_t others = lm_most_barred(b->p, b->lower, b->lower_count);
    *w = (struct window){.bracket = b, .barred = barred > others ? barred : others};
    w->candidates = lm_arena_alloc(b->arena, b->lower_count, sizeof *w->candidates);
    w->level = lm_arena_alloc(b->arena, b->lower_count, sizeof *w->level);
    if (w->candidates == NULL || w->level == NULL)
        return LM_LIMIT;
    uint32_t slack = 2 * w->barred + 2;
    w->anonymous = b->resident_count >= slack + 1;
    w->most = w->anonymous ? b->resident_count % 2 : b->resident_count;
    w->weigh_after = b->following > 0 && b->following < w->most + slack;
    enum lm_status status = admit_groups(w, false);
    w->open = b->lower_count - w->count >= w->count + slack;
    if (status == LM_OK && !w->open) {
        w->weigh_after = b->following > 0;
        status = admit_groups(w, true);
        w->anonymous = b->resident_count >= w->count + slack;
        w->most = w->count;
    }
    w->hosts = w->anonymous ? w->most : b->resident_count;
    return status;
}

/* ---- The priorities ---- */

static bool may_meet(const struct window *w, uint32_t host, uint32_t candidate)
{
    return w->anonymous ||
           !lm_is_barred(w->bracket->p, w->bracket->residents[host], w->candidates[candidate]);
}

static bool inner_edge(const struct window *w, uint32_t u, uint32_t v)
{
    const struct lm_up_bracket *b = w->bracket;
    if (v < w->hosts)
        return w->anonymous || !lm_is_barred(b->p, b->residents[u], b->residents[v]);
    return !lm_is_barred(b->p, w->candidates[u - w->hosts], w->candidates[v - w->hosts]);
}

/* The first level with a priority; the levels above cost nothing, as long as there is no room for
 * them, and the highest level always. */
static uint32_t first_weighed(const struct window *w)
{
    return w->levels > LEVELS_MOST ? w->levels - LEVELS_MOST : 1;
}

/* Where the priorities stand that come after the levels. */
static int32_t after_place(const struct window *w)
{
    return LEVELS + (int32_t)(w->levels - first_weighed(w));
}
static int32_t floater_place(const struct window *w)
{
    return after_place(w) + 1;
}
static int32_t order_place(const struct window *w)
{
    return after_place(w) + 2;
}

static uint32_t vertices_of(const struct window *w)
{
    return w->hosts + w->count;
}

/* Of who is left alone. */
static int32_t alone_values(const struct window *w, uint32_t v, struct lm_worth *value)
{
    bool must = v < w->hosts || !w->open;
    value[0] = (struct lm_worth){must ? ALONE : after_place(w), -1};
    return must || (w->weigh_after && in_following(w, v - w->hosts));
}

static int32_t values(const void *context, int32_t a, int32_t b, struct lm_worth *value)
{
    const struct window *w = context;
    uint32_t u = (uint32_t)(a < b ? a : b), v = (uint32_t)(a < b ? b : a);
    if (b == LM_ALONE)
        return alone_values(w, (uint32_t)a, value);
    if ((u < w->hosts) == (v < w->hosts)) {
        value[0] = (struct lm_worth){after_place(w), -1};
        return !inner_edge(w, u, v)
                   ? -1
                   : u >= w->hosts && w->weigh_after &&
                         in_following(w, u - w->hosts) != in_following(w, v - w->hosts);
    }
    uint32_t candidate = v - w->hosts, level = w->level[candidate];
    int32_t count = 0;
    if (level >= w->levels || !may_meet(w, u, candidate))
        return -1;
    value[count++] = (struct lm_worth){UPFLOATERS, -1};
    if (level >= first_weighed(w))
        value[count++] = (struct lm_worth){LEVELS + (int32_t)(w->levels - 1 - level), -1};
    if (lm_up_was_floater(w->bracket->p, w->candidates[candidate]))
        value[count++] = (struct lm_worth){floater_place(w), -1};
    return count;
}

static enum lm_status pose(struct window *w, struct lm_best **out)
{
    struct lm_priority ranges[LM_PRIORITIES_MAX];
    int32_t count = order_place(w) + 1;
    if (count > LM_PRIORITIES_MAX)
        return LM_LIMIT;
    ranges[ALONE] = (struct lm_priority){.alone_low = -1};
    for (int32_t i = UPFLOATERS; i < count; i++)
        ranges[i] = (struct lm_priority){.edge_low = -1, .alone_low = -1, .most = w->hosts};
    ranges[after_place(w)].most = w->bracket->following;
    ranges[order_place(w)] = (struct lm_priority){.edge_high = 2, .most = 2 * (uint64_t)w->hosts};
    struct lm_priorities priorities = {
        .count = count, .range = ranges, .few = values, .context = w};
    return lm_best_new(out, w->bracket->arena, (int32_t)vertices_of(w), &priorities);
}

static bool is_upfloater(const struct window *w, const struct lm_best *best, uint32_t candidate)
{
    int32_t mate = lm_best_mate(best, (int32_t)(w->hosts + candidate));
    return mate != LM_ALONE && (uint32_t)mate < w->hosts;
}

static uint32_t upfloaters_in(const struct window *w, const struct lm_best *best)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < w->count; i++)
        count += is_upfloater(w, best, i);
    return count;
}

/* ---- The search ---- */

/* Give every edge from T to ${candidate} the value ${order} as the last priority; below 0: bar
 * these edges. */
static void prefer(const struct window *w, struct lm_best *best, uint32_t candidate, int64_t order)
{
    struct lm_worth value[VALUES];
    int32_t v = (int32_t)(w->hosts + candidate);
    for (int32_t host = 0; host < (int32_t)w->hosts; host++) {
        int32_t count = values(w, host, v, value);
        if (count < 0)
            continue;
        value[count++] = (struct lm_worth){order_place(w), order};
        lm_best_set_few(best, v, host, value, order < 0 ? -1 : count);
    }
}

static bool everyone_is_paired(const struct window *w, const struct lm_best *best)
{
    for (uint32_t v = 0; v < vertices_of(w); v++) {
        bool must = v < w->hosts || !w->open;
        if (must && lm_best_mate(best, (int32_t)v) == LM_ALONE)
            return false;
    }
    return true;
}

/* [C4], and of [C5] how far down the lowest upfloater must be: bar scoregroups from the bottom up
 * while the number of upfloaters stays the least.  ${w}->levels are those that remain. */
static enum lm_status find_lowest_level(struct window *w)
{
    struct lm_mark mark = lm_arena_mark(w->bracket->arena);
    struct window all = *w;
    struct lm_best *best;
    all.weigh_after = false;
    all.levels = 1; /* one priority for all of them */
    uint32_t *level = w->level;
    all.level = lm_arena_alloc(w->bracket->arena, w->count, sizeof *all.level);
    if (all.level == NULL)
        return LM_LIMIT;
    enum lm_status status = pose(&all, &best);
    if (status != LM_OK)
        return status;
    lm_best_solve(best);
    uint32_t least = upfloaters_in(&all, best);
    for (uint32_t end = w->count; w->levels > 1; w->levels--) {
        while (end > 0 && level[end - 1] == w->levels - 1)
            prefer(&all, best, --end, -1);
        lm_best_solve(best);
        if (!everyone_is_paired(&all, best) || upfloaters_in(&all, best) > least)
            break;
    }
    lm_arena_reset(w->bracket->arena, mark);
    return LM_OK;
}

/* [C5] Where more levels are left than there is room for, the lowest ones are weighed first: those
 * of them that give nobody then are barred, which leaves room for others. */
static enum lm_status bar_unused_levels(struct window *w)
{
    struct lm_arena *arena = w->bracket->arena;
    while (first_weighed(w) > 1) {
        const uint32_t levels = w->levels, first = first_weighed(w);
        struct lm_mark mark = lm_arena_mark(arena);
        struct lm_best *best;
        uint32_t *number = lm_arena_alloc(arena, levels, sizeof *number);
        enum lm_status status = number == NULL ? LM_LIMIT : pose(w, &best);
        if (status != LM_OK)
            return status;
        lm_best_solve(best);
        for (uint32_t i = 0; i < w->count; i++)
            if (is_upfloater(w, best, i))
                number[w->level[i]] = 1;
        w->levels = 0;
        for (uint32_t level = 0; level < levels; level++)
            number[level] = level < first || number[level] == 1 ? w->levels++ : UINT32_MAX;
        for (uint32_t i = 0; i < w->count; i++)
            w->level[i] = w->level[i] < levels ? number[w->level[i]] : UINT32_MAX;
        lm_arena_reset(arena, mark);
        if (w->levels == levels)
            return LM_LIMIT; /* upfloaters of more scores than there can be priorities */
    }
    return LM_OK;
}

/* [C6] How many of the following scoregroup meet somebody below it. */
static uint32_t upfloaters_after(const struct window *w, const struct lm_best *best)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < w->count && w->weigh_after && in_following(w, i); i++) {
        int32_t mate = lm_best_mate(best, (int32_t)(w->hosts + i));
        bool inside = mate != LM_ALONE &&
                      ((uint32_t)mate < w->hosts || in_following(w, (uint32_t)mate - w->hosts));
        count += !inside;
    }
    return count;
}

/* How far art. 3.5.4 is: of the sets that are as good as the one ${best} holds, all of ${count},
 * the first is to be found. */
struct progress {
    struct window *w;
    struct lm_best *best;
    uint32_t count, asked; /* candidates asked so far, in order, */
    uint32_t told;         /* of these whom ${best} knows of */
    uint32_t *wanted;      /* by level, how many more */
};

static void take(struct progress *p, uint32_t candidate)
{
    struct lm_up_bracket *b = p->w->bracket;
    b->upfloaters[b->upfloater_count++] = p->w->candidates[candidate];
    p->wanted[p->w->level[candidate]]--;
}

/* Is ${candidate}, who was asked, taken? */
static bool is_taken(const struct progress *p, uint32_t candidate)
{
    const struct lm_up_bracket *b = p->w->bracket;
    for (uint32_t i = b->upfloater_count; i-- > 0;)
        if (b->upfloaters[i] == p->w->candidates[candidate])
            return true;
    return false;
}

/* Pass over the next candidates of whose level no more are wanted. */
static void pass_over(struct progress *p)
{
    const struct window *w = p->w;
    while (w->level[p->asked] >= w->levels || p->wanted[w->level[p->asked]] == 0)
        p->asked++;
    assert(p->asked < w->count);
}

/* Ask for the next candidate: those taken count 2 in the last priority and the one in question 1,
 * so that no earlier one is given up for him. */
static void ask_next(struct progress *p)
{
    pass_over(p);
    for (; p->told < p->asked; p->told++)
        prefer(p->w, p->best, p->told, is_taken(p, p->told) ? 2 : -1);
    prefer(p->w, p->best, p->asked, 1);
    lm_best_solve(p->best);
    if (is_upfloater(p->w, p->best, p->asked))
        take(p, p->asked);
    p->asked++;
}

/* ---- The first set, without weights ---- */

/* A best matching takes a candidate up only if there is a perfect one of the pairs that the proof
 * does not bar (graph/tight.h).  It does if the one that is found is a best one.  If not, he is
 * asked for by weights: the best matchings are then those that have all who were taken, and he is
 * one of these if he can be; their proof leaves the pairs for the questions after it.  Who was
 * turned down is in none of them.  In an open window those may be alone whose duals are 0, and meet
 * one of as many OTHERS then, who meet each other. */

enum { HOST, BELOW, NEEDED, UP, OTHER, CLASSES };

static const uint8_t meets[][2] = {{HOST, HOST},   {HOST, BELOW},    {HOST, NEEDED},
                                   {HOST, UP},     {BELOW, BELOW},   {BELOW, NEEDED},
                                   {BELOW, OTHER}, {NEEDED, NEEDED}, {OTHER, OTHER}};

/* How many OTHERS there are, so that all vertices are even in number. */
static int32_t count_others(const struct progress *p)
{
    const struct window *w = p->w;
    int32_t count = 0;
    for (uint32_t i = 0; w->open && i < w->count; i++)
        count += !lm_best_is_needed(p->best, (int32_t)(w->hosts + i));
    return count + (count + (int32_t)vertices_of(w)) % 2;
}

static int32_t class_of(const struct progress *p, uint32_t candidate)
{
    if (candidate < p->asked && is_taken(p, candidate))
        return UP;
    return lm_best_is_needed(p->best, (int32_t)(p->w->hosts + candidate)) ? NEEDED : BELOW;
}

/* Pair as ${best} does, and the OTHERS. */
static void pair_as_best(const struct lm_best *best, int32_t vertices, int32_t others,
                         struct lm_dense *dense)
{
    int32_t other = vertices;
    for (int32_t v = 0; v < vertices; v++) {
        int32_t mate = lm_best_mate(best, v);
        if (mate == LM_ALONE)
            lm_dense_pair(dense, v, other++);
        else if (mate > v)
            lm_dense_pair(dense, v, mate);
    }
    for (; other < vertices + others; other += 2)
        lm_dense_pair(dense, other, other + 1);
}

/* The graph of the pairs that best matchings have, and that of ${p}->best in it, which has all who
 * were taken. */
static enum lm_status make_tight(const struct progress *p, struct lm_dense **out)
{
    bool barred[CLASSES * CLASSES];
    const struct window *w = p->w;
    const int32_t vertices = (int32_t)vertices_of(w), others = count_others(p);
    memset(barred, true, sizeof barred);
    for (size_t i = 0; i < sizeof meets / sizeof *meets; i++)
        barred[meets[i][0] * CLASSES + meets[i][1]] = barred[meets[i][1] * CLASSES + meets[i][0]] =
            false;
    enum lm_status status =
        lm_dense_new(out, w->bracket->arena, vertices + others, CLASSES, barred);
    if (status == LM_OK)
        status = lm_dense_bar_worse(*out, p->best, vertices, w->bracket->arena, NULL);
    if (status != LM_OK)
        return status;
    for (uint32_t i = 0; i < w->count; i++)
        lm_dense_move(*out, (int32_t)(w->hosts + i), class_of(p, i));
    for (int32_t i = 0; i < others; i++)
        lm_dense_move(*out, vertices + i, OTHER);
    pair_as_best(p->best, vertices, others, *out);
    return LM_OK;
}

/* Note the matching of ${dense}, or else of ${p}->best, if the set is complete. */
static void note_mates(const struct progress *p, const struct lm_dense *dense)
{
    for (uint32_t v = 0; v < p->w->hosts + p->w->count; v++)
        p->w->mate[v] =
            dense != NULL ? lm_dense_mate(dense, (int32_t)v) : lm_best_mate(p->best, (int32_t)v);
}

/* Until a question is answered by a matching that is none of the best. */
static enum lm_status take_by_proof(struct progress *p)
{
    const struct window *w = p->w;
    struct lm_dense *dense;
    const int32_t vertices = (int32_t)vertices_of(w);
    enum lm_status status = make_tight(p, &dense);
    for (; status == LM_OK && w->bracket->upfloater_count < p->count; p->asked++) {
        pass_over(p);
        if (!lm_dense_try_move(dense, (int32_t)(w->hosts + p->asked), UP))
            continue;
        if (!lm_best_is_as_deep(p->best, dense, vertices))
            return LM_OK;
        take(p, p->asked);
    }
    if (status == LM_OK)
        note_mates(p, dense);
    return status;
}

/* ---- All of it ---- */

/* Art. 3.5.4, from the solution in ${best}. */
static enum lm_status take_first(struct window *w, struct lm_best *best)
{
    struct lm_arena *arena = w->bracket->arena;
    struct progress p = {.w = w, .best = best, .count = upfloaters_in(w, best)};
    p.wanted = lm_arena_alloc(arena, w->levels, sizeof *p.wanted);
    w->mate = lm_arena_alloc(arena, w->hosts + w->count, sizeof *w->mate);
    enum lm_status status = p.wanted == NULL || w->mate == NULL ? LM_LIMIT : LM_OK;
    for (uint32_t i = 0; status == LM_OK && i < w->count; i++)
        if (is_upfloater(w, best, i))
            p.wanted[w->level[i]]++;
    struct lm_mark mark = lm_arena_mark(arena);
    while (status == LM_OK && w->bracket->upfloater_count < p.count) {
        status = take_by_proof(&p);
        lm_arena_reset(arena, mark);
        if (status != LM_OK || w->bracket->upfloater_count == p.count)
            break;
        ask_next(&p);
        note_mates(&p, NULL);
    }
    return status;
}

/* Choose in ${w} with weights. */
static enum lm_status weigh(struct window *w)
{
    struct lm_best *best;
    enum lm_status status = pose(w, &best);
    if (status != LM_OK)
        return status;
    lm_best_solve(best);
    if (!everyone_is_paired(w, best))
        return LM_INTERNAL; /* [C3] was kept so far */
    const uint32_t needed = upfloaters_after(w, best);
    status = take_first(w, best);
    if (w->bracket->upfloater_count > 0)
        w->bracket->upfloaters_after = needed;
    return status;
}

static enum lm_status search(struct lm_up_bracket *b)
{
    struct window w;
    enum lm_status status = open_window(b, &w);
    if (status == LM_OK && w.levels > 1)
        status = find_lowest_level(&w);
    if (status == LM_OK)
        status = bar_unused_levels(&w);
    return status == LM_OK ? weigh(&w) : status;
}

/* As many of T as have a say: the first ones. */
static uint32_t residents_needed(const struct lm_up_bracket *b, uint32_t barred)
{
    uint32_t others = lm_most_barred(b->p, b->residents, b->resident_count);
    uint32_t needed = b->lower_count + 2 * (barred > others ? barred : others) + 2;
    needed += (b->resident_count - needed) % 2;
    return b->resident_count > needed ? needed : b->resident_count;
}

enum lm_status lm_up_choose(struct lm_up_bracket *b)
{
    const uint32_t residents = b->resident_count;
    uint32_t barred = lm_most_barred(b->p, b->lower, b->lower_count);
    struct lm_mark mark = lm_arena_mark(b->arena);
    enum lm_status status = LM_OK;
    bool closed = false;
    b->upfloater_count = b->upfloaters_after = 0;
    b->resident_count = residents_needed(b, barred);
    if (b->lower_count % 2 == 0 && lm_completes_by_counting(b->lower_count, barred))
        status = lm_all_can_meet(b->p, b->residents, b->resident_count, b->arena, &closed);
    if (status == LM_OK && !closed) /* [C4] none is the least there can be */
        status = search(b);
    lm_arena_reset(b->arena, mark);
    b->resident_count = residents;
    return status;
}
