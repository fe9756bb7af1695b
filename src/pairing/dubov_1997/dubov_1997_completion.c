/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/dubov_1997/dubov_1997.h"

/*
 * 6.4 of Dubov 1997 when the players below a scoregroup need help (art. 9): of the smallest sets of
 * floaters that leave the group and all players below pairable, the first in the order of 6.4.
 *
 * A best matching of all of them leaves no player alone, and then has the fewest pairs between the
 * group and the players below, each of which costs a floater.  In the order of 6.4 each player is
 * tested: does a best matching send the player down?
 */

enum { ALONE, CROSSING, ORDER, PRIORITIES };

static uint32_t seat_at(const struct dubov *d, int32_t v)
{
    uint32_t place = (uint32_t)v;
    return place < d->group_count ? d->group[place] : d->lower[place - d->group_count];
}

/* Write the values of a pair: one between the group and the players below costs a floater.  The
 * player who just joined by 7.2 does not float. */
static bool edge_values(const void *context, int32_t u, int32_t v, int64_t *value)
{
    const struct dubov *d = context;
    bool crossing = ((uint32_t)u < d->group_count) != ((uint32_t)v < d->group_count);
    value[ALONE] = value[ORDER] = 0;
    value[CROSSING] = crossing ? -1 : 0;
    if (crossing && (seat_at(d, u) == d->joined || seat_at(d, v) == d->joined))
        return false;
    return lm_dubov_1997_possible(d, seat_at(d, u), seat_at(d, v));
}

static void alone_values(const void *context, int32_t v, int64_t *value)
{
    (void)context;
    (void)v;
    value[ALONE] = -1;
    value[CROSSING] = value[ORDER] = 0;
}

static bool goes_down(const struct dubov *d, const struct lm_best *best, int32_t v)
{
    return lm_best_mate(best, v) >= (int32_t)d->group_count;
}

/* Give the edges from ${v} of the group to the players below ${order} as last priority; below 0:
 * bar. */
static void prefer(const struct dubov *d, struct lm_best *best, int32_t v, int64_t order)
{
    int64_t value[PRIORITIES];
    int32_t all = (int32_t)(d->group_count + d->lower_count);
    for (int32_t u = (int32_t)d->group_count; u < all; u++) {
        if (!edge_values(d, v, u, value))
            continue;
        value[ORDER] = order;
        lm_best_set_edge(best, v, u, order < 0 ? NULL : value);
    }
}

static int32_t place_of(const struct dubov *d, uint32_t seat)
{
    int32_t place = 0;
    while (d->group[place] != seat)
        place++;
    return place;
}

/* Keep ${v}, who was taken, paired with a player below; all have to be paired. */
static void keep(const struct dubov *d, struct lm_best *best, int32_t v)
{
    for (int32_t u = 0; u < (int32_t)d->group_count; u++)
        if (u != v)
            lm_best_set_edge(best, v, u, NULL);
}

/* Can some best matching pair ${v} of the group with a player below?  false: by the last proof none
 * does, and no matching will become best that is not now. */
static bool may_go_down(const struct dubov *d, const struct lm_best *best, int32_t v)
{
    int32_t all = (int32_t)(d->group_count + d->lower_count);
    for (int32_t u = (int32_t)d->group_count; u < all; u++)
        if (lm_best_depth(best, u, v) != LM_BARRED)
            return true;
    return false;
}

/* Does a best matching send ${v} down?  If so, all do from now on; if not, none does. */
static bool is_sent_down(const struct dubov *d, struct lm_best *best, int32_t v)
{
    bool down = goes_down(d, best, v);
    if (!down && !may_go_down(d, best, v))
        return false;
    if (!down) {
        prefer(d, best, v, 1);
        lm_best_solve(best);
        down = goes_down(d, best, v);
    }
    if (down)
        keep(d, best, v);
    else
        prefer(d, best, v, -1);
    lm_best_solve(best);
    return down;
}

enum lm_status lm_dubov_1997_complete(struct dubov *d, const struct dubov_entry *entries,
                                      uint32_t count, uint32_t *floaters, uint32_t *taken)
{
    struct lm_priority ranges[PRIORITIES] = {
        [ALONE] = {.alone_low = -1}, [CROSSING] = {.edge_low = -1}, [ORDER] = {.edge_high = 1}};
    struct lm_priorities priorities = {.count = PRIORITIES,
                                       .range = ranges,
                                       .edge = edge_values,
                                       .alone = alone_values,
                                       .context = d};
    struct lm_best *best;
    if (lm_best_new(&best, d->arena, (int32_t)(d->group_count + d->lower_count), &priorities) !=
        LM_OK)
        return LM_LIMIT;
    lm_best_solve(best);
    uint32_t need = 0;
    for (uint32_t v = 0; v < d->group_count + d->lower_count; v++)
        if (lm_best_mate(best, (int32_t)v) == LM_ALONE)
            return LM_INTERNAL; /* the player who joined by 7.2 can stay: join_odd_group */
    for (uint32_t v = 0; v < d->group_count; v++)
        need += goes_down(d, best, (int32_t)v);
    *taken = 0;
    for (uint32_t i = 0; i < count && *taken < need; i++) {
        if (is_sent_down(d, best, place_of(d, entries[i].seat)))
            floaters[(*taken)++] = entries[i].seat;
    }
    return *taken == need ? LM_OK : LM_INTERNAL;
}
