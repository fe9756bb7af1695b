/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/matching.h"
#include "pairing/burstein_2026/burstein_2026.h"
#include "pairing/legal.h"

/*
 * C.04.4.2 art. 2 and 4: the best pairing of a bracket is a best matching of its members and
 * everybody below them.  That the round can be completed [C4] is that nobody stays alone; the pairs
 * that leave the bracket are its floaters [C5, C6], and those that leave the next one are that
 * one's [C7]; then the preferences [C8].
 *
 * The order of art. 4 is asked for one BSN after the other: its opponents get falling bonuses below
 * all criteria, and the one that the optimum allows is fixed.  O(n^3) for the first question,
 * O(n^2) for each further one.  Where the members can be paired among themselves, and those below
 * too, [C4] to [C7] are met as well as can be, and nobody below need be looked at.
 */

/* The priorities, the first one first.  One for each score follows [C5] and [C7]. */
struct layout {
    int32_t alone, floaters, floater_scores, next_floaters, next_scores, preference, order, count;
};

struct problem {
    const struct burstein_bracket *b;
    struct layout at;
    uint32_t vertices; /* the members, then those below as far as they matter */
    int32_t *scores;   /* of members and following scoregroup, falling, without repetition */
    int32_t score_count;
};

static uint32_t seat_of(const struct problem *m, uint32_t v)
{
    return v < m->b->member_count ? m->b->members[v] : m->b->lower[v - m->b->member_count];
}

/* Which bracket ${v} is in as things stand: 0 this one, 1 the next, 2 further below. */
static int depth_of(const struct problem *m, uint32_t v)
{
    if (v < m->b->member_count)
        return 0;
    return v - m->b->member_count < m->b->following ? 1 : 2;
}

static int32_t score_place(const struct problem *m, uint32_t v)
{
    int32_t place = 0;
    while (m->scores[place] != m->b->p->seats[seat_of(m, v)].score)
        place++;
    return place;
}

/* What the pair u, v (u is the one from above) costs. */
static void cost_of(const struct problem *m, uint32_t u, uint32_t v, int64_t *value)
{
    const struct lm_seat *x = &m->b->p->seats[seat_of(m, u)], *y = &m->b->p->seats[seat_of(m, v)];
    int above = depth_of(m, u), below = depth_of(m, v);
    if (above == 0 && below > 0) { /* u is a floater of this bracket */
        value[m->at.floaters] = -1;
        value[m->at.floater_scores + score_place(m, u)] = -1;
    }
    if (above < 2 && below == 2) { /* and of the next one */
        value[m->at.next_floaters] = -1;
        value[m->at.next_scores + score_place(m, u)] = -1;
    }
    if (below == 0 && x->wish == y->wish && x->wish != LM_NO_COLOUR)
        value[m->at.preference] = -1;
}

static bool edge_values(const void *context, int32_t a, int32_t b, int64_t *value)
{
    const struct problem *m = context;
    uint32_t u = (uint32_t)(a < b ? a : b), v = (uint32_t)(a < b ? b : a);
    if (!lm_is_legal(m->b->p, seat_of(m, u), seat_of(m, v)))
        return false;
    for (int32_t i = 0; i < m->at.count; i++)
        value[i] = 0;
    cost_of(m, u, v, value);
    return true;
}

static void alone_values(const void *context, int32_t v, int64_t *value)
{
    const struct problem *m = context;
    (void)v;
    for (int32_t i = 0; i < m->at.count; i++)
        value[i] = i == m->at.alone ? -1 : 0;
}

/* The scores of members and following scoregroup; members stand by the Index, not by score. */
static enum lm_status list_scores(struct problem *m)
{
    uint32_t count = m->b->member_count + (m->vertices > m->b->member_count ? m->b->following : 0);
    m->scores = lm_arena_alloc(m->b->arena, count, sizeof *m->scores);
    if (m->scores == NULL)
        return LM_LIMIT;
    for (uint32_t v = 0; v < count; v++) {
        int32_t score = m->b->p->seats[seat_of(m, v)].score, place = 0;
        while (place < m->score_count && m->scores[place] > score)
            place++;
        if (place < m->score_count && m->scores[place] == score)
            continue;
        for (int32_t k = m->score_count++; k > place; k--)
            m->scores[k] = m->scores[k - 1];
        m->scores[place] = score;
    }
    return LM_OK;
}

static enum lm_status lay_out(struct problem *m, struct lm_best **best)
{
    enum lm_status status = list_scores(m);
    if (status != LM_OK)
        return status;
    int32_t place = 0;
    m->at.alone = place++;
    m->at.floaters = place++;
    m->at.floater_scores = place;
    place += m->score_count;
    m->at.next_floaters = place++;
    m->at.next_scores = place;
    place += m->score_count;
    m->at.preference = place++;
    m->at.order = place++;
    m->at.count = place;
    struct lm_priority *ranges = lm_arena_alloc(m->b->arena, (size_t)place, sizeof *ranges);
    if (ranges == NULL)
        return LM_LIMIT;
    for (int32_t i = 0; i < place; i++)
        ranges[i].edge_low = -1;
    ranges[m->at.alone] = (struct lm_priority){.alone_low = -1};
    ranges[m->at.order] = (struct lm_priority){.edge_high = m->b->member_count};
    struct lm_priorities priorities = {
        .count = place, .range = ranges, .edge = edge_values, .alone = alone_values, .context = m};
    return lm_best_new(best, m->b->arena, (int32_t)m->vertices, &priorities);
}

/* Give the edge of the members ${x} and ${y}, if they may meet, ${order} as the last priority;
 * below 0: bar it. */
static void weigh(const struct problem *m, struct lm_best *best, uint32_t x, uint32_t y,
                  int64_t *value, int64_t order)
{
    if (!edge_values(m, (int32_t)x, (int32_t)y, value))
        return;
    value[m->at.order] = order;
    lm_best_set_edge(best, (int32_t)x, (int32_t)y, order < 0 ? NULL : value);
}

/* Art. 4: each BSN in turn wants the last opponent that the others allow, and a floater's place
 * counts as 0. */
static enum lm_status take_in_order(const struct problem *m, struct lm_best *best)
{
    uint32_t count = m->b->member_count, *opponents = m->b->opponents;
    int64_t *value = lm_arena_alloc(m->b->arena, (size_t)m->at.count, sizeof *value);
    if (value == NULL)
        return LM_LIMIT;
    for (uint32_t x = 0; x < count; x++)
        opponents[x] = x; /* not asked yet */
    for (uint32_t x = 0; x < count; x++) {
        if (opponents[x] != x)
            continue;
        for (uint32_t y = x + 1; y < count; y++)
            if (opponents[y] == y)
                weigh(m, best, x, y, value, y);
        lm_best_solve(best);
        int32_t mate = lm_best_mate(best, (int32_t)x);
        if (mate == LM_ALONE)
            return LM_INTERNAL; /* the round can be completed: the bye was chosen so */
        if ((uint32_t)mate < count) {
            lm_best_fix(best, (int32_t)x, mate);
            opponents[x] = (uint32_t)mate;
            opponents[mate] = x;
            continue;
        }
        opponents[x] = LM_NOBODY;
        for (uint32_t y = x + 1; y < count; y++)
            if (opponents[y] == y)
                weigh(m, best, x, y, value, -1);
    }
    return LM_OK;
}

/* Can the members be paired among themselves, and those below too? */
static enum lm_status is_closed(const struct burstein_bracket *b, bool *out)
{
    enum lm_status status = lm_all_legal(b->p, b->members, b->member_count, b->arena, out);
    if (status == LM_OK && *out)
        status = lm_all_legal(b->p, b->lower, b->lower_count, b->arena, out);
    return status;
}

static enum lm_status solve(struct burstein_bracket *b)
{
    struct problem m = {.b = b, .vertices = b->member_count};
    struct lm_best *best;
    bool closed;
    enum lm_status status = is_closed(b, &closed);
    if (status == LM_OK && !closed)
        m.vertices += b->lower_count;
    if (status == LM_OK)
        status = lay_out(&m, &best);
    if (status == LM_OK)
        status = take_in_order(&m, best);
    return status;
}

enum lm_status lm_burstein_pair_bracket(struct burstein_bracket *b)
{
    struct lm_mark mark = lm_arena_mark(b->arena);
    enum lm_status status = solve(b);
    lm_arena_reset(b->arena, mark);
    return status;
}
