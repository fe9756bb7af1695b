/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/upfloat_one.h"

#include "graph/matching.h"
#include "pairing/meeting.h"

/*
 * C.04.5 and C.04.6, art. 3.5, where one upfloater is enough: nearly always when scores are
 * scattered, and then for hundreds of scoregroups a round.
 *
 * The number of the residents T is odd then, and one upfloater is the least there can be [C4].  He
 * has to meet one of those whom a largest matching of T can leave out, and be one of those whom a
 * largest matching of all below can leave out; both are the sets of Gallai and Edmonds, which a
 * largest matching without weights gives in one go (lm_matching_even_set).  So [C1] and [C3] leave
 * a list; [C5] keeps of it the highest score; and of those the first in the order of [C6], [C7] and
 * art. 3.5.4 is taken.
 *
 * [C6] asks how many of the following scoregroup F have to meet somebody of the rest R: no fewer
 * than a largest matching of F leaves alone, with the candidate gone.  With nobody of F alone that
 * many is enough if R can be paired without the candidate too, with one if somebody whom F can
 * leave out may meet somebody whom R can.  A candidate for whom the bound is the least of all, and
 * is enough, has the least there is.  Where that cannot be said of anybody so simply, the general
 * search decides (upfloaters.c).
 */

/* Some seats, who of them can be paired at all, and with whom left out. */
struct side {
    const uint32_t *seats;
    uint32_t count;
    struct lm_matching *matching;
    uint32_t alone; /* the fewest there can be */
    bool *spare;    /* per seat: can he be one of them? */
};

struct single {
    const struct lm_up_bracket *b;
    const struct lm_up_window *w;
    struct side top, below, following, rest;
};

static enum lm_status look_at(struct single *s, struct side *side, const uint32_t *seats,
                              uint32_t count)
{
    struct lm_graph graph;
    struct lm_arena *arena = s->b->arena;
    *side = (struct side){.seats = seats, .count = count};
    side->spare = lm_arena_alloc(arena, count, sizeof *side->spare);
    enum lm_status status =
        side->spare == NULL ? LM_LIMIT : lm_meeting_graph(s->b->p, seats, count, arena, &graph);
    if (status == LM_OK)
        status = lm_matching_new(&side->matching, arena, &graph);
    if (status != LM_OK)
        return status;
    lm_matching_even_set(side->matching, side->spare);
    side->alone = (uint32_t)lm_matching_alone(side->matching);
    return LM_OK;
}

/* --- [C1], [C3] */

/* Can ${seat} meet one of T, and all others of T each other? */
static bool has_host(const struct single *s, uint32_t seat)
{
    if (s->w->anonymous)
        return true;
    for (uint32_t i = 0; i < s->top.count; i++)
        if (s->top.spare[i] && !lm_is_barred(s->b->p, s->top.seats[i], seat))
            return true;
    return false;
}

/* Where ${w}'s candidate ${i} stands among all below. */
static uint32_t place_below(const struct single *s, uint32_t seat)
{
    uint32_t low = 0, high = s->b->lower_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (s->b->lower[middle] <= seat)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static bool is_possible(const struct single *s, uint32_t seat)
{
    return (s->w->open || s->below.spare[place_below(s, seat)]) && has_host(s, seat);
}

/* --- [C6] */

static bool is_following(const struct single *s, uint32_t seat)
{
    return s->w->weigh_after && seat <= s->b->lower[s->b->following - 1];
}

/* At least that many of F meet somebody outside it when ${seat} has gone. */
static uint32_t need_at_least(const struct single *s, uint32_t seat)
{
    if (!s->w->weigh_after)
        return 0;
    if (!is_following(s, seat))
        return s->following.alone;
    return s->following.spare[place_below(s, seat)] ? s->following.alone - 1
                                                    : s->following.alone + 1;
}

/* Who of ${side} can be left out when ${place} is not there? */
static enum lm_status without(const struct single *s, const struct side *side, uint32_t place,
                              bool **spare)
{
    *spare = lm_arena_alloc(s->b->arena, side->count, sizeof **spare);
    if (*spare == NULL)
        return LM_LIMIT;
    lm_matching_remove(side->matching, (int32_t)place);
    lm_matching_even_set(side->matching, *spare);
    (*spare)[place] = false;
    lm_matching_restore(side->matching, (int32_t)place);
    return LM_OK;
}

static bool can_meet(const struct single *s, const bool *of_following, const bool *of_rest)
{
    for (uint32_t i = 0; i < s->following.count; i++)
        for (uint32_t k = 0; of_following[i] && k < s->rest.count; k++)
            if (of_rest[k] && !lm_is_barred(s->b->p, s->following.seats[i], s->rest.seats[k]))
                return true;
    return false;
}

/* Is ${need}, the bound for ${seat}, enough?  ${*out} false: no, or not known. */
static enum lm_status is_enough(const struct single *s, uint32_t seat, uint32_t need, bool *out)
{
    *out = s->w->open || !s->w->weigh_after || s->following.alone == s->following.count;
    if (*out)
        return LM_OK;
    const bool follows = is_following(s, seat);
    const uint32_t place = place_below(s, seat) - (follows ? 0 : s->following.count);
    bool *of_following = s->following.spare, *of_rest = s->rest.spare;
    uint32_t alone = s->rest.alone;
    if (!follows)
        alone = of_rest[place] ? alone - 1 : alone + 1;
    if (need > 1 || need != alone)
        return LM_OK;
    *out = need == 0;
    if (*out)
        return LM_OK;
    enum lm_status status = follows ? without(s, &s->following, place, &of_following)
                                    : without(s, &s->rest, place, &of_rest);
    if (status == LM_OK)
        *out = can_meet(s, of_following, of_rest);
    return status;
}

static enum lm_status look_at_need(struct single *s)
{
    const struct lm_up_bracket *b = s->b;
    if (!s->w->weigh_after)
        return LM_OK;
    enum lm_status status = look_at(s, &s->following, b->lower, b->following);
    if (status == LM_OK && !s->w->open)
        status = look_at(s, &s->rest, b->lower + b->following, b->lower_count - b->following);
    return status;
}

/* --- the choice */

struct choice {
    uint32_t *seats; /* [C1], [C3], [C5] leave these */
    uint32_t count;
    uint32_t need; /* the least of their bounds */
};

/* [C5] Those of the highest score of whom one is possible. */
static enum lm_status keep_highest(struct single *s, struct choice *c)
{
    const struct lm_seat *seats = s->b->p->seats;
    c->seats = lm_arena_alloc(s->b->arena, s->w->count, sizeof *c->seats);
    if (c->seats == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < s->w->count; i++) {
        uint32_t seat = s->w->candidates[i];
        if (c->count > 0 && seats[seat].score != seats[c->seats[0]].score)
            break;
        if (is_possible(s, seat))
            c->seats[c->count++] = seat;
    }
    for (uint32_t i = 0; i < c->count; i++) {
        uint32_t need = need_at_least(s, c->seats[i]);
        c->need = i == 0 || need < c->need ? need : c->need;
    }
    return LM_OK;
}

/* [C6], [C7], art. 3.5.4; ${*found} LM_NOBODY: not known. */
static enum lm_status take_first(const struct single *s, const struct choice *c, uint32_t *found)
{
    enum { TRIES = 16 }; /* the general search is not far off then */
    uint32_t tries = 0;
    *found = LM_NOBODY;
    for (int floater = 0; floater < 2; floater++)
        for (uint32_t i = 0; i < c->count; i++) {
            bool enough;
            if (lm_up_was_floater(s->b->p, c->seats[i]) != (floater == 1) ||
                need_at_least(s, c->seats[i]) != c->need)
                continue;
            enum lm_status status = is_enough(s, c->seats[i], c->need, &enough);
            if (status != LM_OK || tries++ == TRIES)
                return status;
            if (enough) {
                *found = c->seats[i];
                return LM_OK;
            }
        }
    return LM_OK;
}

static enum lm_status look_around(struct single *s, bool *single)
{
    const struct lm_up_bracket *b = s->b;
    enum lm_status status = LM_OK;
    if (!s->w->anonymous)
        status = look_at(s, &s->top, b->residents, b->resident_count);
    *single = status == LM_OK && (s->w->anonymous || s->top.alone == 1);
    if (*single && !s->w->open) {
        status = look_at(s, &s->below, b->lower, b->lower_count);
        *single = s->below.alone == 1;
    }
    return status;
}

enum lm_status lm_up_choose_one(struct lm_up_bracket *b, const struct lm_up_window *w, bool *found)
{
    struct single s = {.b = b, .w = w};
    struct choice c = {.count = 0};
    uint32_t seat;
    bool single;
    *found = false;
    if (b->resident_count % 2 == 0)
        return LM_OK;
    enum lm_status status = look_around(&s, &single);
    if (status != LM_OK || !single)
        return status;
    status = look_at_need(&s);
    if (status == LM_OK)
        status = keep_highest(&s, &c);
    if (status == LM_OK)
        status = take_first(&s, &c, &seat);
    *found = status == LM_OK && seat != LM_NOBODY;
    if (!*found)
        return status;
    b->upfloaters[0] = seat;
    b->upfloater_count = 1;
    b->upfloaters_after = c.need;
    return LM_OK;
}
