/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/burstein_2026/burstein_2026.h"

#include "graph/best.h"
#include "graph/matching.h"
#include "pairing/forced.h"
#include "pairing/legal.h"

/*
 * C.04.4.2 art. 2 and 4: the best pairing of a bracket is a best matching of its members and all
 * players below.  The round can be completed [C4] if no player stays alone; the pairs that leave
 * the bracket give its floaters [C5, C6], and those that leave the next one give its floaters [C7];
 * then come the preferences [C8].
 *
 * The order of art. 4 is decided for one BSN after the other: its opponents get falling bonuses
 * below all criteria, and the one that the optimum allows is fixed.  Only the opponents left by the
 * proof of the last solve (lm_best_depth) get one, and nothing is solved if none of them comes
 * after the present mate.  O(n^3) for the first BSN, O(n^2) for each further one.  Where the
 * members can be paired among themselves, and the players below too, [C4] to [C7] are met as well
 * as possible, and the players below can be ignored.
 *
 * A narrow view.  Only the following scoregroup is in view.  A player alone in such a view leaves
 * it, at the least possible cost.  So the best of the view is no worse than the best of all, and
 * the first of its best comes no later.  If all who leave it, and all below, can be paired, it is
 * the answer.  Otherwise all players below come into view.
 */

/* A criterion with values up to ${most}: a digit, worth ${unit} in the priority ${of}. */
struct digit {
    uint64_t most;
    int32_t of;
    int64_t unit;
};

/*
 * The places of the criteria among the digits, the first one first.  One for each score follows
 * [C5] and [C7].  A digit holds no more than its criterion's greatest value, so numbers made of
 * digits have the order of the criteria.  They are cut into priorities of as many digits as a value
 * can hold: few, and hardly wider than necessary.
 *
 * The digit of the order holds one bonus, though those of the pairs fixed already add up above it.
 * The best matching has them all, so no other has more; and one that is worse by a unit of a higher
 * digit would have to gain more than one bonus to be preferred.
 */
struct layout {
    int32_t floaters, floater_scores, next_floaters, next_scores, preference, order, count;
    struct digit *digits;
    struct lm_priority *ranges; /* of priorities: their greatest sums */
    int32_t priorities;
};

/* Vertices are the members, then the players below in view. */
struct problem {
    const struct burstein_bracket *b;
    struct layout at;
    uint32_t members, vertices; /* ${vertices} includes the members */
    uint32_t *seat;             /* by vertex */
    uint8_t *level;             /* by vertex: 0 this bracket, 1 the present next one, 2 below */
    uint32_t *opponents;        /* vertices; the member itself: undecided; LM_NOBODY: floats */
    bool narrow;                /* players are below the view: a vertex alone leaves it */
    bool next;       /* the following scoregroup is in view, and has others below it: [C7] */
    int32_t *scores; /* of members and following scoregroup, falling, without repetition */
    int32_t score_count;
    int32_t *place;   /* of vertices of levels 0 and 1: index of the score */
    bool *candidates; /* scratch, of members */
};

/* Set up the problem of the members and the first ${below} players below. */
static enum lm_status begin(struct problem *m, const struct burstein_bracket *b, uint32_t below)
{
    m->b = b;
    m->members = b->member_count;
    m->vertices = m->members + below;
    m->seat = lm_arena_alloc(b->arena, m->vertices, sizeof *m->seat);
    m->level = lm_arena_alloc(b->arena, m->vertices, sizeof *m->level);
    m->opponents = lm_arena_alloc(b->arena, m->vertices, sizeof *m->opponents);
    if (m->seat == NULL || m->level == NULL || m->opponents == NULL)
        return LM_LIMIT;
    for (uint32_t v = 0; v < m->vertices; v++) {
        bool member = v < m->members;
        m->seat[v] = member ? b->members[v] : b->lower[v - m->members];
        m->level[v] = member ? 0 : v - m->members < b->following ? 1 : 2;
        m->opponents[v] = v;
    }
    return LM_OK;
}

/* The cost of a pair, or of a vertex alone: few priorities, each once. */
struct cost {
    struct lm_worth *of;
    int32_t count;
};

static void add(struct cost *cost, int32_t priority, int64_t value)
{
    for (int32_t i = 0; i < cost->count; i++)
        if (cost->of[i].of == priority) {
            cost->of[i].value += value;
            return;
        }
    cost->of[cost->count++] = (struct lm_worth){priority, value};
}

static void spend(const struct problem *m, int32_t digit, struct cost *cost)
{
    if (m->at.digits[digit].most > 0)
        add(cost, m->at.digits[digit].of, -m->at.digits[digit].unit);
}

/* Add the cost of ${u} leaving a narrow view. */
static void leave(const struct problem *m, uint32_t u, struct cost *cost)
{
    if (m->level[u] == 0) {
        spend(m, m->at.floaters, cost);
        spend(m, m->at.floater_scores + m->place[u], cost);
    }
    if (m->next) { /* and a floater of the following scoregroup */
        spend(m, m->at.next_floaters, cost);
        spend(m, m->at.next_scores + m->place[u], cost);
    }
}

/* Add the cost of the pair u, v (u is the one from above). */
static void cost_of(const struct problem *m, uint32_t u, uint32_t v, struct cost *cost)
{
    const struct lm_seat *x = &m->b->p->seats[m->seat[u]], *y = &m->b->p->seats[m->seat[v]];
    if (m->level[u] == 0 && m->level[v] > 0) { /* u is a floater of this bracket */
        spend(m, m->at.floaters, cost);
        spend(m, m->at.floater_scores + m->place[u], cost);
    }
    if (m->level[u] < 2 && m->level[v] == 2) { /* and of the next one */
        spend(m, m->at.next_floaters, cost);
        spend(m, m->at.next_scores + m->place[u], cost);
    }
    if (m->level[v] == 0 && x->wish == y->wish && x->wish != LM_NO_COLOUR)
        spend(m, m->at.preference, cost);
}

/* Write the non-zero values of the edge a, b, or of a left alone; -1: there is no such edge. */
static int32_t nonzero_values(const void *context, int32_t a, int32_t b, struct lm_worth *value)
{
    const struct problem *m = context;
    struct cost cost = {.of = value};
    if (b == LM_ALONE) {
        if (m->narrow)
            leave(m, (uint32_t)a, &cost);
        return cost.count;
    }
    uint32_t u = (uint32_t)(a < b ? a : b), v = (uint32_t)(a < b ? b : a);
    if (!lm_is_legal(m->b->p, m->seat[u], m->seat[v]))
        return -1;
    cost_of(m, u, v, &cost);
    return cost.count;
}

/* List the scores of members and following scoregroup; members are in the order of the Index, not
 * of score. */
static enum lm_status list_scores(struct problem *m)
{
    const struct lm_seat *seats = m->b->p->seats;
    m->scores = lm_arena_alloc(m->b->arena, m->vertices, sizeof *m->scores);
    m->place = lm_arena_alloc(m->b->arena, m->vertices, sizeof *m->place);
    if (m->scores == NULL || m->place == NULL)
        return LM_LIMIT;
    for (uint32_t v = 0; v < m->vertices && m->level[v] < 2; v++) {
        int32_t score = seats[m->seat[v]].score, place = 0;
        while (place < m->score_count && m->scores[place] > score)
            place++;
        if (place < m->score_count && m->scores[place] == score)
            continue;
        for (int32_t k = m->score_count++; k > place; k--)
            m->scores[k] = m->scores[k - 1];
        m->scores[place] = score;
    }
    for (uint32_t v = 0; v < m->vertices && m->level[v] < 2; v++)
        while (m->scores[m->place[v]] != seats[m->seat[v]].score)
            m->place[v]++;
    return LM_OK;
}

/* Drop the digit of the last score from the digit ${first} on: its number follows from the
 * total. */
static void set_last_priority(const struct problem *m, int32_t first)
{
    int32_t last = m->score_count - 1;
    while (last >= 0 && m->at.digits[first + last].most == 0)
        last--;
    if (last >= 0)
        m->at.digits[first + last].most = 0;
}

/* Find the greatest value of each criterion, in sums over matchings, perfect or not. */
static void measure(const struct problem *m)
{
    struct digit *digits = m->at.digits;
    digits[m->at.floaters].most = m->members;
    digits[m->at.preference].most = m->members / 2;
    digits[m->at.order].most = m->members;
    for (uint32_t v = 0; v < m->vertices && m->level[v] < 2; v++) {
        digits[m->at.floater_scores + m->place[v]].most += m->level[v] == 0;
        digits[m->at.next_floaters].most += m->next;
        digits[m->at.next_scores + m->place[v]].most += m->next;
    }
    set_last_priority(m, m->at.floater_scores);
    set_last_priority(m, m->at.next_scores);
}

/* Cut the digits into priorities, from the last one up; ${most}: the greatest sum of each. */
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

/* Set up the priorities of ${m}. */
static enum lm_status find_digits(struct problem *m)
{
    enum lm_status status = list_scores(m);
    if (status != LM_OK)
        return status;
    order_digits(m);
    size_t count = (size_t)m->at.count;
    m->at.digits = lm_arena_alloc(m->b->arena, count, sizeof *m->at.digits);
    uint64_t *most = lm_arena_alloc(m->b->arena, count, sizeof *most);
    m->at.ranges = lm_arena_alloc(m->b->arena, count, sizeof *m->at.ranges);
    if (m->at.digits == NULL || most == NULL || m->at.ranges == NULL)
        return LM_LIMIT;
    measure(m);
    cut(&m->at, most);
    if (m->at.priorities > LM_PRIORITIES_MAX)
        return LM_LIMIT;
    for (int32_t i = 0; i < m->at.priorities; i++) {
        uint64_t sum = most[m->at.priorities - 1 - i];
        m->at.ranges[i] = (struct lm_priority){.edge_low = -(int64_t)sum,
                                               .edge_high = (int64_t)sum,
                                               .alone_low = -(int64_t)sum,
                                               .most = sum};
    }
    return LM_OK;
}

/* Set up the solver for ${m}. */
static enum lm_status weigh_all(struct problem *m, struct lm_best **best)
{
    enum lm_status status = find_digits(m);
    struct lm_priorities priorities = {.count = m->at.priorities,
                                       .range = m->at.ranges,
                                       .most_pairs = !m->narrow,
                                       .nonzero = nonzero_values,
                                       .context = m};
    return status == LM_OK ? lm_best_new(best, m->b->arena, (int32_t)m->vertices, &priorities)
                           : status;
}

/* Give the edge of the members ${x} and ${y}, if they can meet, ${order} as the last priority;
 * below 0: bar it. */
static void weigh(const struct problem *m, struct lm_best *best, uint32_t x, uint32_t y,
                  int64_t order)
{
    struct lm_worth value[LM_PRIORITIES_MAX];
    struct cost cost = {value, nonzero_values(m, (int32_t)x, (int32_t)y, value)};
    if (cost.count < 0)
        return;
    if (order > 0)
        add(&cost, m->at.digits[m->at.order].of, order);
    lm_best_set_nonzero(best, (int32_t)x, (int32_t)y, value, order < 0 ? -1 : cost.count);
}

/* Return the mate of ${x}; LM_NOBODY: no member. */
static uint32_t inside_mate(const struct problem *m, const struct lm_best *best, uint32_t x)
{
    int32_t mate = lm_best_mate(best, (int32_t)x);
    return mate != LM_ALONE && (uint32_t)mate < m->members ? (uint32_t)mate : LM_NOBODY;
}

/* Is ${y} not decided yet, and possible for ${x} by the proof of the last solve? */
static bool is_possible(const struct problem *m, const struct lm_best *best, uint32_t x, uint32_t y)
{
    return y != x && m->opponents[y] == y &&
           lm_best_depth(best, (int32_t)x, (int32_t)y) != LM_BARRED;
}

/* Give ${x} a bonus for each possible member from ${first} to ${last}, the later the higher; or
 * (${asked} false) bar those who had one. */
static void ask_for(const struct problem *m, struct lm_best *best, uint32_t x, uint32_t first,
                    uint32_t last, bool asked)
{
    for (uint32_t y = first; y <= last && asked; y++)
        m->candidates[y] = is_possible(m, best, x, y);
    for (uint32_t y = first; y <= last; y++)
        if (m->candidates[y])
            weigh(m, best, x, y, asked ? (int64_t)y : -1);
}

/* Return the last member that a best matching gives ${x}, or LM_NOBODY: an outgoing floater.
 * ${best} is solved, and is solved again only if a member later than the mate is possible. */
static uint32_t find_opponent(const struct problem *m, struct lm_best *best, uint32_t x)
{
    uint32_t mate = inside_mate(m, best, x), first = mate == LM_NOBODY ? x : mate;
    uint32_t last = m->members - 1;
    while (last > first && !is_possible(m, best, x, last))
        last--;
    if (last == first)
        return mate;
    ask_for(m, best, x, first, last, true);
    lm_best_solve(best);
    mate = inside_mate(m, best, x);
    if (mate == LM_NOBODY)
        ask_for(m, best, x, first, last, false);
    return mate;
}

/* Do art. 4, one member after the other. */
static void ask_in_order(const struct problem *m, struct lm_best *best)
{
    for (uint32_t x = 0; x < m->members; x++) {
        if (m->opponents[x] != x)
            continue;
        lm_best_solve(best);
        m->opponents[x] = find_opponent(m, best, x);
        if (m->opponents[x] == LM_NOBODY)
            continue;
        m->opponents[m->opponents[x]] = x;
        lm_best_fix(best, (int32_t)x, (int32_t)m->opponents[x]);
    }
    lm_best_solve(best);
}

/* Does every member have an opponent in ${best}, or a view to leave? */
static bool is_complete(const struct problem *m, const struct lm_best *best)
{
    bool complete = true;
    for (uint32_t x = 0; x < m->members && !m->narrow; x++)
        complete = complete && lm_best_mate(best, (int32_t)x) != LM_ALONE;
    return complete;
}

/* Art. 4: give each BSN in turn the last opponent that the others allow; a floater's place counts
 * as 0.  A member with an opponent keeps it. */
static enum lm_status take_in_order(struct problem *m, struct lm_best *best)
{
    m->candidates = lm_arena_alloc(m->b->arena, m->members, sizeof *m->candidates);
    if (m->candidates == NULL)
        return LM_LIMIT;
    lm_best_solve(best);
    if (!is_complete(m, best))
        return LM_INTERNAL; /* the round can be completed: the bye was chosen for that */
    ask_in_order(m, best);
    return LM_OK;
}

/* Solve the members with ${below} players in view; find the first of the best in ${best}. */
static enum lm_status solve_view(struct problem *m, const struct burstein_bracket *b,
                                 uint32_t below, struct lm_best **best)
{
    enum lm_status status = begin(m, b, below);
    if (status == LM_OK)
        status = weigh_all(m, best);
    if (status == LM_OK)
        status = take_in_order(m, *best);
    for (uint32_t x = 0; x < m->members && status == LM_OK; x++)
        b->opponents[x] = m->opponents[x];
    return status;
}

/* Can the members be paired among themselves, and the players below too? */
static enum lm_status is_closed(const struct burstein_bracket *b, bool *out)
{
    enum lm_status status = lm_all_legal(b->p, b->members, b->member_count, b->arena, out);
    if (status == LM_OK && *out)
        status = lm_all_legal(b->p, b->lower, b->lower_count, b->arena, out);
    return status;
}

/* Can all players who are alone in ${best}, the narrow view, and those below it be paired? */
static enum lm_status others_complete(const struct problem *m, const struct lm_best *best,
                                      bool *can)
{
    const struct burstein_bracket *b = m->b;
    uint32_t count = 0,
             *others = lm_arena_alloc(b->arena, m->members + b->lower_count, sizeof *others);
    if (others == NULL)
        return LM_LIMIT;
    for (uint32_t v = 0; v < m->vertices; v++)
        if (lm_best_mate(best, (int32_t)v) == LM_ALONE)
            others[count++] = m->seat[v];
    for (uint32_t i = b->following; i < b->lower_count; i++)
        others[count++] = b->lower[i];
    return lm_all_legal(b->p, others, count, b->arena, can);
}

/* Solve the bracket with the following scoregroup in view. */
static enum lm_status solve_narrowly(const struct burstein_bracket *b, bool *done)
{
    struct problem m = {.narrow = true, .next = true};
    struct lm_best *best;
    struct lm_mark mark = lm_arena_mark(b->arena);
    enum lm_status status = solve_view(&m, b, b->following, &best);
    if (status == LM_OK)
        status = others_complete(&m, best, done);
    lm_arena_reset(b->arena, mark);
    return status;
}

/* Solve the bracket with all players below, if they are needed. */
static enum lm_status solve_whole(const struct burstein_bracket *b)
{
    struct problem m = {0};
    struct lm_best *best;
    bool closed = false;
    enum lm_status status = is_closed(b, &closed);
    m.next = !closed && b->following < b->lower_count;
    return status == LM_OK ? solve_view(&m, b, closed ? 0 : b->lower_count, &best) : status;
}

enum lm_status lm_burstein_pair_bracket(struct burstein_bracket *b)
{
    bool done = false;
    struct lm_mark mark = lm_arena_mark(b->arena);
    enum lm_status status = lm_burstein_pair_by_counting(b, &done);
    if (status == LM_OK && !done && b->following < b->lower_count)
        status = solve_narrowly(b, &done);
    if (status == LM_OK && !done)
        status = solve_whole(b);
    lm_arena_reset(b->arena, mark);
    return status;
}

/* ---- What if the two ends met? ---- */

static bool same_wish(const struct problem *m, uint32_t x, uint32_t y)
{
    const struct lm_seat *seats = m->b->p->seats;
    uint8_t wish = seats[m->seat[x]].wish;
    return wish != LM_NO_COLOUR && wish == seats[m->seat[y]].wish;
}

/* Bar every pair of ${x} except that with ${y}, or (${barred} false) allow them again. */
static void bar_others(const struct problem *m, struct lm_best *best, uint32_t x, uint32_t y,
                       bool barred)
{
    for (uint32_t v = 0; v < m->b->member_count; v++)
        if (v != x && v != y)
            weigh(m, best, x, v, barred ? -1 : 0);
}

/* Count in ${best}, as solved, the players alone, and the pairs with equal preferences [C8];
 * ${*now}: those of the actual pairs. */
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

/* Record the players hurt: alone under [C5], or with a new opponent of the same preference under
 * [C8]. */
static void note_hurt(const struct problem *m, const struct lm_best *best, struct lm_forced *out)
{
    const struct lm_seat *seats = m->b->p->seats;
    for (uint32_t v = 0; v < m->b->member_count; v++) {
        int32_t mate = lm_best_mate(best, (int32_t)v);
        if (out->rule == BURSTEIN_C5 && mate == LM_ALONE)
            lm_forced_hurts(out, seats[m->seat[v]].player, LM_NOBODY);
        else if (out->rule == BURSTEIN_C8 && mate != LM_ALONE && (uint32_t)mate > v &&
                 m->b->opponents[v] != (uint32_t)mate && same_wish(m, v, (uint32_t)mate))
            lm_forced_hurts(out, seats[m->seat[v]].player, seats[m->seat[mate]].player);
    }
}

/* Pair the others of ${b} by counting when the ends ${x} and ${y} meet, into ${opponents} of all;
 * ${*done}: counting decided it. */
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

/* Pair the others of ${b} when the ends ${x} and ${y} meet, into ${opponents} of all. */
static enum lm_status pair_others(const struct burstein_bracket *b, uint32_t x, uint32_t y,
                                  uint32_t *opponents)
{
    struct problem m = {0};
    struct lm_best *best;
    if (begin(&m, b, 0) != LM_OK || weigh_all(&m, &best) != LM_OK)
        return LM_LIMIT;
    lm_best_fix(best, (int32_t)x, (int32_t)y);
    m.opponents[x] = y;
    m.opponents[y] = x;
    enum lm_status status = take_in_order(&m, best);
    for (uint32_t v = 0; v < m.members && status == LM_OK; v++)
        opponents[v] = m.opponents[v];
    return status;
}

/* Larger brackets are not solved again to find the first player with another opponent; there the
 * answer by the order is final. */
enum { ORDERED_AGAIN = 150 };

/* Where the ends ${x} and ${y} would be as good a pair: pair the others in the order of art. 4, and
 * find the first one with another opponent; LM_NOBODY: that would take too long. */
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

/* Compare the round with the ends ${x} and ${y} prescribed, as ${best} is solved. */
static enum lm_status compare(const struct problem *m, const struct lm_best *best, uint32_t x,
                              uint32_t y, struct lm_alternative *answer)
{
    int32_t alone, then, now;
    count_up(m, best, &alone, &then, &now);
    bool decided = alone > 0 || then > now;
    struct lm_forced *out = &answer->forced;
    if (!decided && answer->line != LM_LINE_REST)
        return LM_OK; /* the order decides, and the answer already names who comes first in it */
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

/* Return the place of ${player} among the members. */
static uint32_t place_of(const struct burstein_bracket *b, uint32_t player)
{
    uint32_t place = 0;
    while (b->p->seats[b->members[place]].player != player)
        place++;
    return place;
}

/* Prescribe the ends of ${answer} in ${best}, and restore it. */
static enum lm_status try_ends(const struct problem *m, struct lm_best *best,
                               struct lm_alternative *answer)
{
    uint32_t x = place_of(m->b, answer->player), y = place_of(m->b, answer->opponent);
    bar_others(m, best, x, y, true);
    bar_others(m, best, y, x, true);
    lm_best_solve(best);
    enum lm_status status = compare(m, best, x, y, answer);
    bar_others(m, best, x, y, false);
    bar_others(m, best, y, x, false);
    return status;
}

enum lm_status lm_burstein_ask_ends(const struct burstein_bracket *b, struct lm_alternative *all,
                                    size_t count)
{
    struct lm_mark mark = lm_arena_mark(b->arena);
    struct problem m = {0};
    struct lm_best *best = NULL;
    enum lm_status status = begin(&m, b, 0);
    for (size_t i = 0; i < count && status == LM_OK; i++) {
        bool before = all[i].line == LM_LINE_TAKEN || all[i].line == LM_LINE_LEFT;
        if (all[i].line != LM_LINE_REST && (!before || b->member_count > ORDERED_AGAIN))
            continue;
        if (best == NULL)
            status = weigh_all(&m, &best);
        if (status == LM_OK)
            status = try_ends(&m, best, &all[i]);
    }
    lm_arena_reset(b->arena, mark);
    return status;
}
