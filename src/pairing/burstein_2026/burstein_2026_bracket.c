/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/burstein_2026/burstein_2026.h"

#include <string.h>

#include "limmat/matching.h"
#include "pairing/forced.h"
#include "pairing/legal.h"

/*
 * C.04.4.2 art. 2 and 4: the best pairing of a bracket is a best matching of its members and
 * everybody below them.  That the round can be completed [C4] is that nobody stays alone; the pairs
 * that leave the bracket are its floaters [C5, C6], and those that leave the next one are that
 * one's [C7]; then the preferences [C8].
 *
 * The order of art. 4 is asked for one BSN after the other: its opponents get falling bonuses below
 * all criteria, and the one that the optimum allows is fixed.  Only those get one who are left by
 * the proof of the last solve (lm_best_depth), and nothing is asked if none of them comes after his
 * mate.  O(n^3) for the first question, O(n^2) for each further one.  Where the members can be
 * paired among themselves, and those below too, [C4] to [C7] are met as well as can be, and nobody
 * below need be looked at.
 *
 * Narrow views.  First nobody below is in view, then only the following scoregroup.  Who is alone
 * in such a view leaves it, and costs the least that this can come to; so the best of the view is
 * no worse than the best there is, and the first of its best comes no later.  If the others can be
 * paired at that cost, it is the one.  Who is further below would change nothing in a view: his
 * pairs with those above cost what leaving does, and others cost nothing.
 */

/* A criterion that comes to ${most} at most: a digit, worth ${unit} in the priority ${of}. */
struct digit {
    uint64_t most;
    int32_t of;
    int64_t unit;
};

/*
 * Where the criteria stand among the digits, the first one first.  One for each score follows [C5]
 * and [C7].  A digit holds no more than its criterion can come to, so numbers made of them stand in
 * the order of the criteria.  They are cut into priorities of as many as a value can hold: few, and
 * hardly wider than what they have to tell apart.
 *
 * The digit of the order holds one bonus, though those of the pairs fixed so far add up above it.
 * The best so far has them all, so nothing has more; and what is worse by a unit further up would
 * have to gain more than one bonus to be preferred.
 */
struct layout {
    int32_t alone, floaters, floater_scores, next_floaters, next_scores, preference, order, count;
    struct digit *digits;
    int32_t priorities;
};

struct problem {
    const struct burstein_bracket *b;
    struct layout at;
    uint32_t vertices; /* the members, then those below as far as they are in view */
    bool narrow;       /* somebody is below the view: who is alone in it leaves it */
    int32_t *scores;   /* of members and following scoregroup, falling, without repetition */
    int32_t score_count;
    int32_t *place; /* per vertex of these: of its score */
    bool *wanted;   /* scratch, per BSN - 1 */
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

static void spend(const struct problem *m, int32_t digit, int64_t *value)
{
    value[m->at.digits[digit].of] -= m->at.digits[digit].unit;
}

/* What the pair u, v (u is the one from above) costs. */
static void cost_of(const struct problem *m, uint32_t u, uint32_t v, int64_t *value)
{
    const struct lm_seat *x = &m->b->p->seats[seat_of(m, u)], *y = &m->b->p->seats[seat_of(m, v)];
    int above = depth_of(m, u), below = depth_of(m, v);
    if (above == 0 && below > 0) { /* u is a floater of this bracket */
        spend(m, m->at.floaters, value);
        spend(m, m->at.floater_scores + m->place[u], value);
    }
    if (above < 2 && below == 2) { /* and of the next one */
        spend(m, m->at.next_floaters, value);
        spend(m, m->at.next_scores + m->place[u], value);
    }
    if (below == 0 && x->wish == y->wish && x->wish != LM_NO_COLOUR)
        spend(m, m->at.preference, value);
}

static bool edge_values(const void *context, int32_t a, int32_t b, int64_t *value)
{
    const struct problem *m = context;
    uint32_t u = (uint32_t)(a < b ? a : b), v = (uint32_t)(a < b ? b : a);
    uint32_t x = seat_of(m, u), y = seat_of(m, v);
    if (!lm_is_legal(m->b->p, x, y) || !lm_burstein_may_complete(m->b, x, y))
        return false;
    memset(value, 0, (size_t)m->at.priorities * sizeof *value);
    cost_of(m, u, v, value);
    return true;
}

static void alone_values(const void *context, int32_t v, int64_t *value)
{
    const struct problem *m = context;
    if (!m->narrow) {
        spend(m, m->at.alone, value);
        return;
    }
    if (depth_of(m, (uint32_t)v) == 0) {
        spend(m, m->at.floaters, value);
        spend(m, m->at.floater_scores + m->place[v], value);
    }
    if (m->vertices > m->b->member_count) { /* and he leaves the following scoregroup */
        spend(m, m->at.next_floaters, value);
        spend(m, m->at.next_scores + m->place[v], value);
    }
}

/* The scores of members and following scoregroup; members stand by the Index, not by score. */
static enum lm_status list_scores(struct problem *m)
{
    uint32_t count = m->b->member_count + (m->vertices > m->b->member_count ? m->b->following : 0);
    m->scores = lm_arena_alloc(m->b->arena, count, sizeof *m->scores);
    m->place = lm_arena_alloc(m->b->arena, count, sizeof *m->place);
    if (m->scores == NULL || m->place == NULL)
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
    for (uint32_t v = 0; v < count; v++)
        while (m->scores[m->place[v]] != m->b->p->seats[seat_of(m, v)].score)
            m->place[v]++;
    return LM_OK;
}

/* What each criterion can come to: in sums over matchings, perfect or not. */
static void measure(const struct problem *m)
{
    uint32_t members = m->b->member_count, in_view = members;
    struct digit *digits = m->at.digits;
    if (m->vertices > members) {
        in_view += m->b->following;
        digits[m->at.next_floaters].most = in_view;
    }
    digits[m->at.alone].most = m->narrow ? 0 : m->vertices;
    digits[m->at.floaters].most = members;
    digits[m->at.preference].most = members / 2;
    digits[m->at.order].most = members;
    for (uint32_t v = 0; v < in_view; v++) {
        digits[m->at.floater_scores + m->place[v]].most += v < members;
        digits[m->at.next_scores + m->place[v]].most += in_view > members;
    }
}

/* Cut the digits into priorities, from the last one up, and say how much each of these holds. */
static void cut(struct layout *at, uint64_t *most)
{
    static const uint64_t holds = (uint64_t)1 << 60;
    int32_t cuts = 0;
    most[0] = 0;
    for (int32_t i = at->count - 1; i >= 0; i--) {
        struct digit *digit = &at->digits[i];
        if (digit->most >= holds / (most[cuts] + 1))
            most[++cuts] = 0;
        digit->of = cuts;
        digit->unit = (int64_t)most[cuts] + 1;
        most[cuts] += digit->most * (most[cuts] + 1);
    }
    at->priorities = cuts + 1;
    for (int32_t i = 0; i < at->count; i++)
        at->digits[i].of = cuts - at->digits[i].of;
}

static void order_digits(struct problem *m)
{
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
}

static enum lm_status lay_out(struct problem *m, struct lm_best **best)
{
    enum lm_status status = list_scores(m);
    if (status != LM_OK)
        return status;
    order_digits(m);
    size_t count = (size_t)m->at.count;
    m->at.digits = lm_arena_alloc(m->b->arena, count, sizeof *m->at.digits);
    uint64_t *most = lm_arena_alloc(m->b->arena, count, sizeof *most);
    struct lm_priority *ranges = lm_arena_alloc(m->b->arena, count, sizeof *ranges);
    if (m->at.digits == NULL || most == NULL || ranges == NULL)
        return LM_LIMIT;
    measure(m);
    cut(&m->at, most);
    if (m->at.priorities > LM_PRIORITIES_MAX)
        return LM_LIMIT;
    for (int32_t i = 0; i < m->at.priorities; i++) {
        uint64_t sum = most[m->at.priorities - 1 - i];
        ranges[i] = (struct lm_priority){.edge_low = -(int64_t)sum,
                                         .edge_high = (int64_t)sum,
                                         .alone_low = -(int64_t)sum,
                                         .most = sum};
    }
    struct lm_priorities priorities = {.count = m->at.priorities,
                                       .range = ranges,
                                       .edge = edge_values,
                                       .alone = alone_values,
                                       .context = m};
    return lm_best_new(best, m->b->arena, (int32_t)m->vertices, &priorities);
}

/* Give the edge of the members ${x} and ${y}, if they may meet, ${order} as the last priority;
 * below 0: bar it. */
static void weigh(const struct problem *m, struct lm_best *best, uint32_t x, uint32_t y,
                  int64_t *value, int64_t order)
{
    if (!edge_values(m, (int32_t)x, (int32_t)y, value))
        return;
    value[m->at.digits[m->at.order].of] += order;
    lm_best_set_edge(best, (int32_t)x, (int32_t)y, order < 0 ? NULL : value);
}

static void ask_nobody_yet(const struct burstein_bracket *b)
{
    for (uint32_t x = 0; x < b->member_count; x++)
        b->opponents[x] = x;
}

/* The BSN that is the mate of ${x}; LM_NOBODY: none of the bracket. */
static uint32_t inside_mate(const struct problem *m, const struct lm_best *best, uint32_t x)
{
    int32_t mate = lm_best_mate(best, (int32_t)x);
    return mate != LM_ALONE && (uint32_t)mate < m->b->member_count ? (uint32_t)mate : LM_NOBODY;
}

/* The last BSN after ${after} that a best matching can give ${x}, by the proof of the last solve:
 * LM_NOBODY: none. */
static uint32_t last_possible(const struct problem *m, const struct lm_best *best, uint32_t x,
                              uint32_t after)
{
    const uint32_t *opponents = m->b->opponents;
    for (uint32_t y = m->b->member_count; y-- > after + 1;)
        if (opponents[y] == y && lm_best_depth(best, (int32_t)x, (int32_t)y) != LM_BARRED)
            return y;
    return LM_NOBODY;
}

/* Let ${x} have a bonus, the later the higher, for each of the BSNs from ${first} to ${last} that a
 * best matching can give him; or (${asked} false) bar those who had one. */
static void ask_for(const struct problem *m, struct lm_best *best, uint32_t x, uint32_t first,
                    uint32_t last, int64_t *value, bool asked)
{
    const uint32_t *opponents = m->b->opponents;
    for (uint32_t y = first; y <= last && asked; y++)
        m->wanted[y] =
            y != x && opponents[y] == y && lm_best_depth(best, (int32_t)x, (int32_t)y) != LM_BARRED;
    for (uint32_t y = first; y <= last; y++)
        if (m->wanted[y])
            weigh(m, best, x, y, value, asked ? (int64_t)y : -1);
}

/* The last BSN that a best matching gives ${x}, or LM_NOBODY: an outgoing floater.  ${best} is
 * solved, and is solved again only if somebody later than his mate is possible. */
static uint32_t find_opponent(const struct problem *m, struct lm_best *best, uint32_t x,
                              int64_t *value)
{
    uint32_t mate = inside_mate(m, best, x), first = mate == LM_NOBODY ? x : mate;
    uint32_t last = last_possible(m, best, x, first);
    if (last == LM_NOBODY)
        return mate;
    ask_for(m, best, x, first, last, value, true);
    lm_best_solve(best);
    mate = inside_mate(m, best, x);
    if (mate == LM_NOBODY)
        ask_for(m, best, x, first, last, value, false);
    return mate;
}

/* Art. 4: each BSN in turn wants the last opponent that the others allow, and a floater's place
 * counts as 0.  Who has an opponent already keeps him. */
static enum lm_status take_in_order(struct problem *m, struct lm_best *best)
{
    uint32_t count = m->b->member_count, *opponents = m->b->opponents;
    int64_t *value = lm_arena_alloc(m->b->arena, (size_t)m->at.priorities, sizeof *value);
    m->wanted = lm_arena_alloc(m->b->arena, count, sizeof *m->wanted);
    if (value == NULL || m->wanted == NULL)
        return LM_LIMIT;
    for (uint32_t x = 0; x < count; x++) {
        if (opponents[x] != x)
            continue;
        lm_best_solve(best);
        if (lm_best_mate(best, (int32_t)x) == LM_ALONE && !m->narrow)
            return LM_INTERNAL; /* the round can be completed: the bye was chosen so */
        opponents[x] = find_opponent(m, best, x, value);
        if (opponents[x] == LM_NOBODY)
            continue;
        opponents[opponents[x]] = x;
        lm_best_fix(best, (int32_t)x, (int32_t)opponents[x]);
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

/* Can all who are alone in the view be paired with those below it? */
static enum lm_status leave_well(const struct problem *m, struct lm_best *best, bool *out)
{
    const struct burstein_bracket *b = m->b;
    uint32_t count = 0;
    if (m->vertices == b->member_count)
        return lm_burstein_completes_well(b, out);
    uint32_t *leaving = lm_arena_alloc(b->arena, b->member_count + b->lower_count, sizeof *leaving);
    if (leaving == NULL)
        return LM_LIMIT;
    lm_best_solve(best);
    for (uint32_t v = 0; v < m->vertices; v++)
        if (lm_best_mate(best, (int32_t)v) == LM_ALONE)
            leaving[count++] = seat_of(m, v);
    for (uint32_t i = m->vertices - b->member_count; i < b->lower_count; i++)
        leaving[count++] = b->lower[i];
    return lm_all_legal(b->p, leaving, count, b->arena, out);
}

/* The bracket with ${below} of those below it in view. */
static enum lm_status solve_narrowly(struct burstein_bracket *b, uint32_t below, bool *done)
{
    struct problem m = {.b = b, .vertices = b->member_count + below, .narrow = true};
    struct lm_mark mark = lm_arena_mark(b->arena);
    struct lm_best *best;
    enum lm_status status = lay_out(&m, &best);
    ask_nobody_yet(b);
    if (status == LM_OK)
        status = take_in_order(&m, best);
    if (status == LM_OK)
        status = leave_well(&m, best, done);
    lm_arena_reset(b->arena, mark);
    return status;
}

static enum lm_status solve(struct burstein_bracket *b)
{
    struct problem m = {.b = b, .vertices = b->member_count};
    struct lm_best *best;
    bool closed, done = false;
    enum lm_status narrowly = solve_narrowly(b, 0, &done);
    if (narrowly == LM_OK && !done && b->following < b->lower_count)
        narrowly = solve_narrowly(b, b->following, &done);
    if (narrowly != LM_OK || done)
        return narrowly;
    enum lm_status status = is_closed(b, &closed);
    if (status == LM_OK && !closed)
        m.vertices += b->lower_count;
    if (status == LM_OK)
        status = lay_out(&m, &best);
    ask_nobody_yet(b);
    if (status == LM_OK)
        status = take_in_order(&m, best);
    return status;
}

enum lm_status lm_burstein_pair_bracket(struct burstein_bracket *b)
{
    bool done;
    enum lm_status status = lm_burstein_pair_by_counting(b, &done);
    if (status != LM_OK || done)
        return status;
    status = lm_burstein_ask_completion(b, 0, b->member_count + b->following);
    struct lm_mark mark = lm_arena_mark(b->arena);
    if (status == LM_OK)
        status = solve(b);
    lm_arena_reset(b->arena, mark);
    return status;
}

/* ---- What if the two ends met? ---- */

static bool same_wish(const struct problem *m, uint32_t x, uint32_t y)
{
    const struct lm_seat *seats = m->b->p->seats;
    uint8_t wish = seats[seat_of(m, x)].wish;
    return wish != LM_NO_COLOUR && wish == seats[seat_of(m, y)].wish;
}

/* Bar every pair of ${x} but that with ${y}, or (${barred} false) allow them again. */
static void bar_others(const struct problem *m, struct lm_best *best, uint32_t x, uint32_t y,
                       bool barred, int64_t *value)
{
    for (uint32_t v = 0; v < m->b->member_count; v++)
        if (v != x && v != y)
            weigh(m, best, x, v, value, barred ? -1 : 0);
}

/* Who is alone, and which pairs wish the same [C8], in ${best} as it is solved; ${*now}: of the
 * pairs that were made. */
static void count_up(const struct problem *m, const struct lm_best *best, int32_t *alone,
                     int32_t *then, int32_t *now)
{
    *alone = *then = *now = 0;
    for (uint32_t v = 0; v < m->b->member_count; v++) {
        int32_t mate = lm_best_mate(best, (int32_t)v);
        uint32_t own = m->b->opponents[v];
        *alone += mate == LM_ALONE;
        *then += mate != LM_ALONE && (uint32_t)mate > v && same_wish(m, v, (uint32_t)mate);
        *now += own > v && same_wish(m, v, own);
    }
}

/* Whom that concerns who have other opponents now. */
static void note_hurt(const struct problem *m, const struct lm_best *best, struct lm_forced *out)
{
    const struct lm_seat *seats = m->b->p->seats;
    for (uint32_t v = 0; v < m->b->member_count; v++) {
        int32_t mate = lm_best_mate(best, (int32_t)v);
        if (out->rule == BURSTEIN_C5 && mate == LM_ALONE)
            lm_forced_hurts(out, seats[seat_of(m, v)].player, LM_NOBODY);
        else if (out->rule == BURSTEIN_C8 && mate != LM_ALONE && (uint32_t)mate > v &&
                 m->b->opponents[v] != (uint32_t)mate && same_wish(m, v, (uint32_t)mate))
            lm_forced_hurts(out, seats[seat_of(m, v)].player,
                            seats[seat_of(m, (uint32_t)mate)].player);
    }
}

/* The others of ${b} when the ends ${x} and ${y} meet, by counting, into ${opponents} of all;
 * ${*done}: that found out. */
static enum lm_status pair_others_by_counting(const struct burstein_bracket *b, uint32_t x,
                                              uint32_t y, uint32_t *opponents, bool *done)
{
    struct burstein_bracket others = *b;
    uint32_t *place = lm_arena_alloc(b->arena, b->member_count, sizeof *place);
    others.members = lm_arena_alloc(b->arena, b->member_count, sizeof *others.members);
    others.opponents = lm_arena_alloc(b->arena, b->member_count, sizeof *others.opponents);
    others.member_count = others.lower_count = others.following = 0;
    if (place == NULL || others.members == NULL || others.opponents == NULL)
        return LM_LIMIT;
    for (uint32_t v = 0; v < b->member_count; v++)
        if (v != x && v != y) {
            place[others.member_count] = v;
            others.members[others.member_count++] = b->members[v];
        }
    enum lm_status status = lm_burstein_pair_by_counting(&others, done);
    for (uint32_t i = 0; status == LM_OK && *done && i < others.member_count; i++)
        opponents[place[i]] = place[others.opponents[i]];
    return status;
}

/* The others of ${b} when the ends ${x} and ${y} meet, into ${opponents} of all. */
static enum lm_status pair_others(const struct burstein_bracket *b, uint32_t x, uint32_t y,
                                  uint32_t *opponents)
{
    struct burstein_bracket with = *b;
    struct problem m = {.b = &with, .vertices = b->member_count};
    struct lm_best *best;
    with.opponents = opponents;
    if (lay_out(&m, &best) != LM_OK)
        return LM_LIMIT;
    ask_nobody_yet(&with);
    lm_best_fix(best, (int32_t)x, (int32_t)y);
    opponents[x] = y;
    opponents[y] = x;
    return take_in_order(&m, best);
}

/* Larger brackets are not solved once more for who is the first to have somebody else, and where
 * the order has answered there it is believed. */
enum { ORDERED_AGAIN = 150 };

/* The ends ${x} and ${y} would be as good a pair: pair the others in the order of art. 4, and see
 * who is the first to have somebody else; LM_NOBODY: that would take too long. */
static enum lm_status find_first_change(const struct burstein_bracket *b, uint32_t x, uint32_t y,
                                        struct lm_forced *out)
{
    const struct lm_seat *seats = b->p->seats;
    uint32_t *then = lm_arena_alloc(b->arena, b->member_count, sizeof *then), first = 0;
    bool done;
    if (then == NULL)
        return LM_LIMIT;
    enum lm_status status = pair_others_by_counting(b, x, y, then, &done);
    then[x] = y;
    then[y] = x;
    if (status == LM_OK && !done && b->member_count > ORDERED_AGAIN)
        return LM_OK;
    if (status == LM_OK && !done)
        status = pair_others(b, x, y, then);
    while (status == LM_OK && then[first] == b->opponents[first])
        first++;
    if (status != LM_OK)
        return status;
    out->first = seats[b->members[first]].player;
    out->own = seats[b->members[b->opponents[first]]].player;
    out->other = seats[b->members[then[first]]].player;
    return LM_OK;
}

/* ${best} is solved with the ends ${x} and ${y} prescribed. */
static enum lm_status compare(const struct problem *m, const struct lm_best *best, uint32_t x,
                              uint32_t y, struct lm_alternative *answer)
{
    int32_t alone, then, now;
    count_up(m, best, &alone, &then, &now);
    bool decided = alone > 0 || then > now;
    struct lm_forced *out = &answer->forced;
    if (!decided && answer->line != LM_LINE_REST)
        return LM_OK; /* the order decides, and who comes first in it is told */
    *out = (struct lm_forced){.possible = true,
                              .decided = decided,
                              .rule = alone > 0 ? BURSTEIN_C5 : BURSTEIN_C8,
                              .with = alone > 0 ? alone : then,
                              .without = alone > 0 ? 0 : now,
                              .first = LM_NOBODY,
                              .own = LM_NOBODY,
                              .other = LM_NOBODY,
                              .up = LM_NOBODY,
                              .down = LM_NOBODY};
    answer->line = LM_LINE_ALONE;
    answer->later = !decided;
    if (!decided)
        return find_first_change(m->b, x, y, out);
    answer->rule = out->rule;
    note_hurt(m, best, out);
    return LM_OK;
}

/* The place of ${player} among the members. */
static uint32_t place_of(const struct burstein_bracket *b, uint32_t player)
{
    uint32_t place = 0;
    while (b->p->seats[b->members[place]].player != player)
        place++;
    return place;
}

/* Prescribe the ends of ${answer} in ${best}, which is then as it was. */
static enum lm_status try_ends(const struct problem *m, struct lm_best *best, int64_t *value,
                               struct lm_alternative *answer)
{
    uint32_t x = place_of(m->b, answer->player), y = place_of(m->b, answer->opponent);
    bar_others(m, best, x, y, true, value);
    bar_others(m, best, y, x, true, value);
    lm_best_solve(best);
    enum lm_status status = compare(m, best, x, y, answer);
    bar_others(m, best, x, y, false, value);
    bar_others(m, best, y, x, false, value);
    return status;
}

enum lm_status lm_burstein_ask_ends(const struct burstein_bracket *b, struct lm_alternative *all,
                                    size_t count)
{
    struct lm_mark mark = lm_arena_mark(b->arena);
    struct problem m = {.b = b, .vertices = b->member_count};
    struct lm_best *best = NULL;
    int64_t *value = NULL;
    enum lm_status status = LM_OK;
    for (size_t i = 0; i < count && status == LM_OK; i++) {
        bool before = all[i].line == LM_LINE_TAKEN || all[i].line == LM_LINE_LEFT;
        if (all[i].line != LM_LINE_REST && (!before || b->member_count > ORDERED_AGAIN))
            continue;
        if (best == NULL) {
            status = lay_out(&m, &best);
            value = lm_arena_alloc(b->arena, (size_t)m.at.priorities, sizeof *value);
            if (value == NULL)
                status = LM_LIMIT;
        }
        if (status == LM_OK)
            status = try_ends(&m, best, value, &all[i]);
    }
    lm_arena_reset(b->arena, mark);
    return status;
}
