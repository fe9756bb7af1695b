/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "pairing/dubov_2026/dubov_2026.h"
#include "pairing/legal.h"
#include "pairing/upfloaters.h"

/*
 * C.04.4.1 art. 3.2.1 and 3.2.2: the upfloaters, where no guess is right (dubov_2026_guess.c).
 *
 * The near view: residents and the next scores below, as many as necessary, and it is ignored
 * whether the players who stay below can be paired.
 *
 *   - Every set that completes the bracket in some matching has, if it is a smallest one, as many
 *     upfloaters as a largest matching of the residents among themselves leaves alone: where a
 *     matching has more, the symmetric difference of the two has a path between two upfloaters, and
 *     turning it round saves both.
 *   - A set of that number with a player from beyond the view is worse by [C6] than any in view.
 *   - These smallest sets are the bases of a matroid (that of the residents that largest matchings
 * of them leave alone, carried over by the edges to the others; Rado).  The best bases of a matroid
 *     depend on the order of the weights alone, so one priority, how many scores down each comes
 * from, represents the list of [C6].
 *
 * So if the players below can be paired without one of the best sets of the near view, the first
 * such set is the answer: nothing is better, in view or not.  If not, all players are in view, and
 * each score is a priority of its own.
 */

/* [C7] to [C10] */
enum { PREFERENCE, MAXIMUM, TIMES, RECENT, CRITERIA };

struct view {
    struct dubov26_bracket *b;
    bool near;       /* the players below need no opponent */
    uint32_t seen;   /* number of players below in view, the first ones */
    uint32_t *score; /* per player below: how many scores down, 0 the highest */
    /* The fewest and the most upfloats of the players below with the maximum number (art. 1.8).  As
     * many of them come up in all sets compared by it, so that the fewest need not count. */
    int32_t least_upfloats, most_upfloats;
};

static uint32_t seat_of(const struct view *m, uint32_t v)
{
    return v < m->b->resident_count ? m->b->members[v] : m->b->lower[v - m->b->resident_count];
}

static int32_t values(const void *context, int32_t a, int32_t b, struct lm_worth *out)
{
    const struct view *m = context;
    const uint32_t u = (uint32_t)a, v = (uint32_t)b, residents = m->b->resident_count;
    int32_t count = 0;
    if (b == LM_ALONE)
        return 0;
    const uint32_t x = seat_of(m, u), y = seat_of(m, v);
    if ((m->near && u >= residents) || !lm_is_legal(m->b->d->p, x, y))
        return -1;
    const struct lm_seat *seats = m->b->d->p->seats;
    const struct dubov26_seat *up = &m->b->d->seats[y];
    const bool comes_up = u < residents && v >= residents;
    if (comes_up && up->maximum) {
        out[count++] = (struct lm_worth){MAXIMUM, -1};
        out[count++] = (struct lm_worth){TIMES, (int64_t)m->least_upfloats - (int64_t)up->upfloats};
    }
    if (comes_up && up->recent)
        out[count++] = (struct lm_worth){RECENT, -1};
    if (u < residents && seats[x].wish == seats[y].wish)
        out[count++] = (struct lm_worth){PREFERENCE, -1};
    return count;
}

static void list_upfloats(struct view *m)
{
    bool any = false;
    for (uint32_t i = 0; i < m->b->lower_count; i++) {
        const struct dubov26_seat *x = &m->b->d->seats[m->b->lower[i]];
        if (x->maximum && (!any || x->upfloats < m->least_upfloats))
            m->least_upfloats = x->upfloats;
        if (x->maximum && (!any || x->upfloats > m->most_upfloats))
            m->most_upfloats = x->upfloats;
        any |= x->maximum;
    }
}

static enum lm_status list_scores(struct view *m)
{
    const struct dubov26_bracket *b = m->b;
    const struct lm_seat *seats = b->d->p->seats;
    m->score = lm_arena_alloc(b->d->arena, b->lower_count, sizeof *m->score);
    for (uint32_t i = 1; m->score != NULL && i < b->lower_count; i++)
        m->score[i] = m->score[i - 1] + (seats[b->lower[i]].score != seats[b->lower[i - 1]].score);
    return m->score == NULL ? LM_LIMIT : LM_OK;
}

static struct lm_priority costs(int64_t of_one, uint64_t sum, uint64_t most)
{
    return (struct lm_priority){.edge_low = sum > 0 ? -of_one : 0, .most = sum < most ? sum : most};
}

/* Set the range of each criterion: weights are as wide as these sums. */
static void set_ranges(const struct view *m, struct lm_priority *ranges)
{
    const struct dubov26_bracket *b = m->b;
    const uint64_t residents = b->resident_count;
    const uint64_t upfloaters = residents < m->seen ? residents : m->seen;
    uint64_t maximum = 0, times = 0, recent = 0;
    for (uint32_t i = 0; i < m->seen; i++) {
        const struct dubov26_seat *x = &b->d->seats[b->lower[i]];
        maximum += x->maximum;
        times += x->maximum ? (uint64_t)(x->upfloats - m->least_upfloats) : 0;
        recent += x->recent;
    }
    ranges[PREFERENCE] = costs(1, residents, residents);
    ranges[MAXIMUM] = costs(1, maximum, upfloaters);
    ranges[TIMES] = costs(m->most_upfloats - m->least_upfloats, times, times);
    ranges[RECENT] = costs(1, recent, upfloaters);
}

/* Make the first of the best sets in view members.  LM_NO_PAIRING: a player has no opponent. */
static enum lm_status choose(struct view *m)
{
    struct dubov26_bracket *b = m->b;
    struct lm_arena *arena = b->d->arena;
    struct lm_priority ranges[CRITERIA];
    struct lm_upfloaters all = {.context = m,
                                .arena = arena,
                                .hosts = b->resident_count,
                                .count = m->seen,
                                .open = m->near,
                                .levels = m->seen == 0 ? 0 : m->score[m->seen - 1] + 1,
                                .summed = m->near,
                                .room = b->d->way == DUBOV26_OF_ALL ? 1 : LM_UP_ROOM,
                                .others = CRITERIA,
                                .ranges = ranges,
                                .values = values};
    struct lm_mark mark = lm_arena_mark(arena);
    set_ranges(m, ranges);
    all.level = lm_arena_alloc(arena, m->seen, sizeof *all.level);
    all.chosen = lm_arena_alloc(arena, m->seen, sizeof *all.chosen);
    if (all.level == NULL || all.chosen == NULL)
        return LM_LIMIT;
    memcpy(all.level, m->score, m->seen * sizeof *all.level);
    enum lm_status status = lm_choose_upfloaters(&all);
    b->member_count = b->resident_count;
    for (uint32_t i = 0; status == LM_OK && i < all.chosen_count; i++)
        b->members[b->member_count++] = b->lower[all.chosen[i]];
    lm_arena_reset(arena, mark);
    return status;
}

/* Choose in the near view; ${*done}: the upfloaters are members, and the players below can be
 * paired without them; otherwise all have to come into view. */
static enum lm_status choose_nearby(struct view *m, bool *done)
{
    const struct dubov26_bracket *b = m->b;
    enum lm_status status = LM_NO_PAIRING;
    m->near = true;
    for (m->seen = 1; status == LM_NO_PAIRING; m->seen *= 2) {
        m->seen = m->seen < b->lower_count ? m->seen : b->lower_count;
        while (m->seen < b->lower_count && m->score[m->seen] == m->score[m->seen - 1])
            m->seen++;
        status = choose(m);
        if (status == LM_NO_PAIRING && m->seen == b->lower_count)
            return LM_INTERNAL; /* they can be paired completely */
    }
    return status == LM_OK ? lm_dubov_2026_rest_is_legal(b, done) : status;
}

enum lm_status lm_dubov_2026_weigh_upfloaters(struct dubov26_bracket *b)
{
    struct view m = {.b = b};
    bool chosen = false;
    enum lm_status status = list_scores(&m);
    list_upfloats(&m);
    if (status == LM_OK && b->d->way <= DUBOV26_NEARBY)
        status = choose_nearby(&m, &chosen);
    if (status != LM_OK || chosen)
        return status;
    m.near = false;
    m.seen = b->lower_count;
    status = choose(&m);
    return status == LM_NO_PAIRING ? LM_INTERNAL : status; /* the bye was chosen for that */
}
