/* SPDX-License-Identifier: Apache-2.0 */
#include "base/sort.h"
#include "pairing/meeting.h"
#include "pairing/upfloat.h"
#include "pairing/upfloaters.h"

/*
 * C.04.5 and C.04.6, art. 3.5: the upfloaters of the top-scoregroup T.
 *
 * All of [C1] and [C3] to [C7] is a sum over the pairs of one perfect matching of all players left
 * (pairing/upfloaters.h): a pair that leaves T costs an upfloater [C4], of some score [C5], perhaps
 * a floater of last round [C7]; a pair that leaves the following scoregroup costs one of its
 * upfloaters [C6].
 *
 * In a large field few players matter.  ${b} is the longest list of barred partners of any player
 * left:
 *
 *   - Any 2b + 2 participants or more can be paired completely, if even (Dirac).  So when that many
 *     stay outside the window of candidates however the window is used, they can be ignored: any
 *     player of the window left over meets one of them.
 *   - With m upfloaters at most, the first b + m of a scoregroup, in the order of [C7] and TPN,
 *     suffice: instead of a later one, a free one of these could meet the same opponent.
 *   - A following scoregroup with at least m + 2b + 2 members has the same need whichever of its
 *     players leave.
 *   - A T that has as many to spare needs an upfloater if odd, and then takes any player; ${hosts}
 *     anonymous vertices represent it, as many as there can be upfloaters.
 *   - If T is larger than all below and 2b + 2 together, that many of its members, of the same
 *     parity, represent it: whatever set floats up, each player of it finds a host, and the others
 *     of T meet each other.
 */

enum { AFTER, FLOATER, CRITERIA }; /* [C6], [C7] */

struct window {
    struct lm_up_bracket *bracket;
    uint32_t barred;      /* b */
    uint32_t most;        /* upfloaters at most */
    bool anonymous;       /* anonymous hosts represent T */
    uint32_t hosts;       /* vertices of T: 0 … hosts - 1 */
    uint32_t *candidates; /* the others, as seats, ascending */
    uint32_t count;
    bool open;        /* enough others stay outside */
    bool weigh_after; /* [C6] matters */
    uint32_t *level;  /* per candidate: its scoregroup in the window, 0 the highest */
    uint32_t levels;  /* scoregroups in the window that can give upfloaters */
    struct lm_priority ranges[CRITERIA];
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

/* Admit scoregroups from the top until no player of T can lack an opponent among them, or all of
 * them. */
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

/* ---- The criteria ---- */

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

static int32_t values(const void *context, int32_t a, int32_t b, struct lm_worth *value)
{
    const struct window *w = context;
    const uint32_t u = (uint32_t)a, v = (uint32_t)b;
    value[0] = (struct lm_worth){AFTER, -1};
    if (b == LM_ALONE)
        return w->weigh_after && in_following(w, u - w->hosts);
    if ((u < w->hosts) == (v < w->hosts)) {
        bool leaves = u >= w->hosts && w->weigh_after &&
                      in_following(w, u - w->hosts) != in_following(w, v - w->hosts);
        return inner_edge(w, u, v) ? leaves : -1;
    }
    if (!may_meet(w, u, v - w->hosts))
        return -1;
    value[0].of = FLOATER;
    return lm_up_was_floater(w->bracket->p, w->candidates[v - w->hosts]);
}

/* [C6]: return how many of the following scoregroup meet a player below it. */
static uint32_t upfloaters_after(const struct window *w, const int32_t *mates)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < w->count && w->weigh_after && in_following(w, i); i++) {
        int32_t mate = mates[w->hosts + i];
        bool inside = mate != LM_ALONE &&
                      ((uint32_t)mate < w->hosts || in_following(w, (uint32_t)mate - w->hosts));
        count += !inside;
    }
    return count;
}

static enum lm_status search(struct lm_up_bracket *b)
{
    struct window w;
    enum lm_status status = open_window(b, &w);
    if (status != LM_OK)
        return status;
    const struct lm_priority costs = {.edge_low = -1, .alone_low = -1, .most = w.hosts};
    w.ranges[AFTER] = w.ranges[FLOATER] = costs;
    w.ranges[AFTER].most = b->following;
    struct lm_upfloaters all = {.context = &w,
                                .arena = b->arena,
                                .hosts = w.hosts,
                                .count = w.count,
                                .open = w.open,
                                .level = w.level,
                                .levels = w.levels,
                                .room = LM_UP_ROOM_MOST,
                                .others = CRITERIA,
                                .ranges = w.ranges,
                                .values = values,
                                .chosen = b->upfloaters};
    all.mate = lm_arena_alloc(b->arena, w.hosts + w.count, sizeof *all.mate);
    status = all.mate == NULL ? LM_LIMIT : lm_choose_upfloaters(&all);
    if (status != LM_OK)
        return status == LM_NO_PAIRING ? LM_INTERNAL : status; /* [C3] was satisfied before */
    b->upfloater_count = all.chosen_count;
    b->upfloaters_after = all.chosen_count > 0 ? upfloaters_after(&w, all.mate) : 0;
    for (uint32_t i = 0; i < b->upfloater_count; i++)
        b->upfloaters[i] = w.candidates[b->upfloaters[i]];
    return LM_OK;
}

/* Return how many of T matter: the first ones. */
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
    if (status == LM_OK && !closed) /* [C4]: none is the least possible */
        status = search(b);
    lm_arena_reset(b->arena, mark);
    b->resident_count = residents;
    return status;
}
