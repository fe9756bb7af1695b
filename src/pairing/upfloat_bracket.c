/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <string.h>

#include "base/sort.h"
#include "graph/best.h"
#include "graph/matching.h"
#include "graph/tight.h"
#include "pairing/meeting.h"
#include "pairing/upfloat.h"

/*
 * C.04.5 and C.04.6, art. 3.6: the pairing of a bracket of 2m members.
 *
 * The identifier begins with the top members.  No top members are earlier in order than the first m
 * of the bracket, and no pairing has less of [C8] than none: when the two halves can be matched
 * like that, the bottom members are the first perfect matching of the halves.  This is nearly
 * always possible, and costs a search or two per pair.  Otherwise each member in order is tested as
 * a top member, and then each top member gets the first possible bottom member.  When no best
 * pairing costs anything, or all pairings cost the same, each test is whether a graph has a perfect
 * matching.  In all other cases one best matching under [C8] is made, and the pairs that its proof
 * leaves are tested (graph/tight.h): "no" is final; "yes" counts if the matching found is a best
 * one, as it nearly always is.  Where it is not, a best matching is computed for this test, at
 * O(n^2), and its proof leaves the pairs for later tests.
 */

enum role { PLAIN, FLOATER, UPFLOATER, ROLES };
enum { WISHES = 3, SIDE = ROLES * WISHES, CLASSES = 2 * SIDE }; /* of vertices, in both halves */

struct members {
    const struct lm_up_bracket *bracket;
    uint32_t *seats; /* by TPN */
    uint8_t *role;
    uint32_t count;
};

struct numbered {
    uint32_t tpn, seat;
    uint8_t role;
};

static int by_tpn(const void *a, const void *b)
{
    const struct numbered *x = a, *y = b;
    return x->tpn < y->tpn ? -1 : x->tpn > y->tpn;
}

/* Sort the members by TPN (art. 3.6.1). */
static enum lm_status sort_members(const struct lm_up_bracket *b, struct members *m)
{
    uint32_t count = b->resident_count + b->upfloater_count;
    struct numbered *all = lm_arena_alloc(b->arena, count, sizeof *all);
    *m = (struct members){.bracket = b, .count = count};
    m->seats = lm_arena_alloc(b->arena, count, sizeof *m->seats);
    m->role = lm_arena_alloc(b->arena, count, sizeof *m->role);
    if (all == NULL || m->seats == NULL || m->role == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < count; i++) {
        bool resident = i < b->resident_count;
        uint32_t seat = resident ? b->residents[i] : b->upfloaters[i - b->resident_count];
        uint8_t role = !resident ? UPFLOATER : lm_up_was_floater(b->p, seat) ? FLOATER : PLAIN;
        all[i] = (struct numbered){b->p->seats[seat].tpn, seat, role};
    }
    lm_sort(all, count, sizeof *all, by_tpn);
    for (uint32_t i = 0; i < count; i++) {
        m->seats[i] = all[i].seat;
        m->role[i] = all[i].role;
    }
    return LM_OK;
}

/* [C8]: are the two an upfloater and an opponent who was a floater? */
static bool is_repeated_float(const struct members *m, uint32_t x, uint32_t y)
{
    return m->role[x] + m->role[y] == FLOATER + UPFLOATER && m->role[x] != m->role[y];
}

/* ---- Halves: top members first, [C8] fulfilled ---- */

static bool may_meet(const void *context, uint32_t x, uint32_t y)
{
    const struct members *m = context;
    return !lm_is_barred(m->bracket->p, m->seats[x], m->seats[y]) && !is_repeated_float(m, x, y) &&
           !(m->bracket->colours && lm_up_same_wish(m->bracket->p, m->seats[x], m->seats[y]));
}

/* Build the graph between the halves: a class for each role and, if colours count, preference in
 * each half. */
static enum lm_status halves_graph(const struct members *m, bool *barred, struct lm_graph *graph)
{
    struct lm_arena *arena = m->bracket->arena;
    enum lm_status status = lm_meeting_graph(m->bracket->p, m->seats, m->count, arena, graph);
    uint8_t *class_of = lm_arena_alloc(arena, m->count, sizeof *class_of);
    if (status != LM_OK || class_of == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < m->count; i++) {
        uint8_t wish = m->bracket->colours ? m->bracket->p->seats[m->seats[i]].wish : 0;
        class_of[i] = (uint8_t)(m->role[i] + ROLES * wish + (i < m->count / 2 ? 0 : SIDE));
    }
    for (int a = 0; a < CLASSES; a++)
        for (int b = 0; b < CLASSES; b++) {
            int x = a % SIDE, y = b % SIDE;
            barred[a * CLASSES + b] = (a < SIDE) == (b < SIDE) ||
                                      (x / ROLES != 0 && x / ROLES == y / ROLES) ||
                                      (x % ROLES == FLOATER && y % ROLES == UPFLOATER) ||
                                      (x % ROLES == UPFLOATER && y % ROLES == FLOATER);
        }
    graph->class_of = class_of;
    graph->class_barred = barred;
    graph->classes = CLASSES;
    return LM_OK;
}

/* Art. 3.6.2: give each top member in order the first bottom member that leaves the rest one each.
 * ${*done}: the halves can be matched. */
static enum lm_status pair_halves(const struct members *m, bool *done)
{
    struct lm_graph graph;
    struct lm_matching *matching;
    struct lm_arena *arena = m->bracket->arena;
    uint32_t half = m->count / 2;
    bool *barred = lm_arena_alloc(arena, (size_t)CLASSES * CLASSES, sizeof *barred);
    uint32_t *bottom = lm_arena_alloc(arena, half, sizeof *bottom);
    if (barred == NULL || bottom == NULL || halves_graph(m, barred, &graph) != LM_OK ||
        lm_matching_new(&matching, arena, &graph) != LM_OK)
        return LM_LIMIT;
    for (uint32_t top = 0; top < half; top++)
        if (may_meet(m, top, half + top))
            lm_matching_pair(matching, (int32_t)top, (int32_t)(half + top));
    lm_matching_repair(matching);
    *done = lm_matching_alone(matching) == 0;
    if (!*done)
        return LM_OK;
    enum lm_status status = lm_first_matching(matching, half, may_meet, m, arena, bottom);
    for (uint32_t top = 0; top < half && status == LM_OK; top++) {
        m->bracket->pairs[top][0] = m->seats[top];
        m->bracket->pairs[top][1] = m->seats[bottom[top]];
    }
    return status;
}

/* ---- Other top members, at a known cost ---- */

/* Classes of the members: by what was decided about them, or by their roles before that. */
enum side { ANY, ASKED, TOP, BOTTOM, RISEN, FLOATED, RISEN_APART, FLOATED_APART, SIDES };

static const uint8_t side_pairs[][2] = {
    {ANY, ANY},
    {ANY, ASKED}, /* all members before the one being tested as top were tested */
    {ANY, TOP},
    {TOP, BOTTOM},
    {ANY, RISEN},
    {ANY, FLOATED},
    {ANY, RISEN_APART},
    {ANY, FLOATED_APART},
    {RISEN, RISEN},
    {RISEN, FLOATED}, /* what [C8] counts */
    {FLOATED, FLOATED},
    {RISEN_APART, RISEN},
    {RISEN_APART, RISEN_APART},
    {FLOATED_APART, FLOATED},
};

/* Build the graph of legal pairs, with ${wishes} without pairs of the same preference. */
static enum lm_status make_graph(const struct members *m, bool wishes, struct lm_dense **out)
{
    bool barred[SIDES * SIDES];
    struct lm_graph met;
    struct lm_arena *arena = m->bracket->arena;
    memset(barred, true, sizeof barred);
    for (size_t i = 0; i < sizeof side_pairs / sizeof *side_pairs; i++)
        barred[side_pairs[i][0] * SIDES + side_pairs[i][1]] =
            barred[side_pairs[i][1] * SIDES + side_pairs[i][0]] = false;
    enum lm_status status = lm_meeting_graph(m->bracket->p, m->seats, m->count, arena, &met);
    if (status == LM_OK)
        status = lm_dense_new(out, arena, (int32_t)m->count, SIDES, barred);
    if (status != LM_OK)
        return status;
    for (uint32_t x = 0; x < m->count; x++) {
        for (size_t i = met.start[x]; i < met.start[x + 1]; i++)
            lm_dense_bar(*out, (int32_t)x, met.list[i]);
        for (uint32_t y = 0; wishes && y < x; y++)
            if (lm_up_same_wish(m->bracket->p, m->seats[x], m->seats[y]))
                lm_dense_bar(*out, (int32_t)x, (int32_t)y);
    }
    return LM_OK;
}

static void move_all(const struct members *m, struct lm_dense *dense, uint8_t role, enum side side)
{
    for (uint32_t x = 0; x < m->count; x++)
        if (m->role[x] == role)
            lm_dense_move(dense, (int32_t)x, (int32_t)side);
}

/* Is there no pairing in which a member of ${role} keeps apart? */
static bool all_count(const struct members *m, struct lm_dense *dense, uint8_t role,
                      enum side apart)
{
    for (uint32_t x = 0; x < m->count; x++) {
        if (m->role[x] != role)
            continue;
        lm_dense_keep(dense);
        lm_dense_move(dense, (int32_t)x, (int32_t)apart);
        bool can = lm_dense_is_perfect(dense);
        lm_dense_go_back(dense);
        if (can)
            return false;
    }
    return true;
}

/* [C8]: is the cost of a best pairing known?  Either it is zero: then costly pairs are barred.  Or
 * it is the same for every pairing, as all upfloaters meet floaters or all floaters meet
 * upfloaters. */
static bool knows_cost(const struct members *m, struct lm_dense *dense)
{
    move_all(m, dense, FLOATER, FLOATED);
    move_all(m, dense, UPFLOATER, RISEN_APART);
    bool free = lm_dense_is_perfect(dense);
    move_all(m, dense, UPFLOATER, free ? RISEN_APART : RISEN);
    bool known =
        free || (lm_dense_is_perfect(dense) && (all_count(m, dense, UPFLOATER, RISEN_APART) ||
                                                all_count(m, dense, FLOATER, FLOATED_APART)));
    for (uint32_t x = 0; free && x < m->count; x++)
        for (uint32_t y = 0; y < x; y++)
            if (is_repeated_float(m, x, y))
                lm_dense_bar(dense, (int32_t)x, (int32_t)y);
    move_all(m, dense, FLOATER, ANY);
    move_all(m, dense, UPFLOATER, ANY);
    return known;
}

/* The progress of art. 3.6.3, and its proof: all pairings of the graph cost the same, or those
 * whose depths add up to ${sum} are best. */
struct progress {
    const struct members *m;
    struct lm_dense *dense;
    struct lm_best *best; /* if there is one */
    bool proven;          /* all of the graph cost the same */
    int64_t sum;          /* of the members not paired yet */
    bool *is_top;         /* by member, of the first ones, which were tested */
    uint32_t asked, paired;
    uint32_t *tops, *bottoms; /* by pair, members */
    uint32_t weighed, fixed;  /* tested members and pairs that ${best} takes into account */
};

/* Is the current matching a best one? */
static bool is_best(const struct progress *p)
{
    return p->proven || lm_best_depth_sum(p->best, p->dense, (int32_t)p->m->count) == p->sum;
}

/* Take the tops by art. 3.6.3, like ask_top below.  Return false if undecided, because a test was
 * answered by a matching that is not best. */
static bool take_tops(struct progress *p)
{
    struct lm_dense *dense = p->dense;
    for (; p->asked < p->m->count; p->asked++) {
        int32_t x = (int32_t)p->asked;
        lm_dense_keep(dense);
        lm_dense_move(dense, x, ASKED);
        p->is_top[x] = lm_dense_is_perfect(dense);
        if (!p->is_top[x]) {
            lm_dense_go_back(dense);
            lm_dense_move(dense, x, BOTTOM);
            continue;
        }
        if (!is_best(p))
            return false;
        for (int32_t y = 0; y < x; y++)
            lm_dense_bar(dense, x, y);
        lm_dense_move(dense, x, TOP);
    }
    return true;
}

/* Can ${x} and ${y} be a pair?  If so, take them out. */
static bool take_pair(struct lm_dense *dense, int32_t x, int32_t y)
{
    if (!lm_dense_is_present(dense, y) || lm_dense_class(dense, y) != BOTTOM ||
        lm_dense_is_barred(dense, x, y))
        return false;
    bool already = lm_dense_mate(dense, x) == y;
    if (!already)
        lm_dense_keep(dense);
    lm_dense_remove(dense, x);
    lm_dense_remove(dense, y);
    if (already || lm_dense_is_perfect(dense))
        return true;
    lm_dense_go_back(dense);
    return false;
}

/* Return the first top member without a pair. */
static uint32_t next_top(const struct progress *p)
{
    uint32_t x = p->paired > 0 ? p->tops[p->paired - 1] + 1 : 0;
    while (!p->is_top[x])
        x++;
    return x;
}

static void add_pair(struct progress *p, uint32_t x, uint32_t y)
{
    p->tops[p->paired] = x;
    p->bottoms[p->paired] = y;
    p->m->bracket->pairs[p->paired][0] = p->m->seats[x];
    p->m->bracket->pairs[p->paired++][1] = p->m->seats[y];
}

/* Take the bottoms; return false as above. */
static bool take_bottoms(struct progress *p)
{
    while (2 * p->paired < p->m->count) {
        int32_t x = (int32_t)next_top(p), y = x + 1;
        while (!take_pair(p->dense, x, y))
            y++;
        if (!p->proven)
            p->sum -= lm_best_depth(p->best, x, y);
        if (!is_best(p))
            return false;
        add_pair(p, (uint32_t)x, (uint32_t)y);
    }
    return true;
}

static enum lm_status begin(const struct members *m, struct progress *p)
{
    *p = (struct progress){.m = m, .proven = true};
    p->is_top = lm_arena_alloc(m->bracket->arena, m->count, sizeof *p->is_top);
    p->tops = lm_arena_alloc(m->bracket->arena, m->count, sizeof *p->tops);
    p->bottoms = lm_arena_alloc(m->bracket->arena, m->count, sizeof *p->bottoms);
    return p->is_top == NULL || p->tops == NULL || p->bottoms == NULL ? LM_LIMIT : LM_OK;
}

/* Take the first best pairing if its cost is known: ${*done}. */
static enum lm_status pair_at_known_cost(struct progress *p, bool *done)
{
    enum lm_status status = make_graph(p->m, p->m->bracket->colours, &p->dense);
    if (status != LM_OK)
        return status;
    *done = knows_cost(p->m, p->dense) && lm_dense_is_perfect(p->dense) && take_tops(p) &&
            take_bottoms(p);
    return LM_OK;
}

/* ---- The general case ---- */

enum { ALONE, WISH, STRONG_WISH, FLOATS, ORDER, PRIORITIES };

static bool edge_values(const void *context, int32_t a, int32_t b, int64_t *value)
{
    const struct members *m = context;
    uint32_t x = (uint32_t)a, y = (uint32_t)b;
    bool colours = m->bracket->colours;
    value[ALONE] = value[ORDER] = 0;
    value[WISH] = colours && lm_up_same_wish(m->bracket->p, m->seats[x], m->seats[y]) ? -1 : 0;
    value[STRONG_WISH] =
        colours && lm_up_same_strong_wish(m->bracket->p, m->seats[x], m->seats[y]) ? -1 : 0;
    value[FLOATS] = is_repeated_float(m, x, y) ? -1 : 0;
    return !lm_is_barred(m->bracket->p, m->seats[x], m->seats[y]);
}

static void alone_values(const void *context, int32_t v, int64_t *value)
{
    (void)context;
    (void)v;
    value[ALONE] = -1;
    value[WISH] = value[STRONG_WISH] = value[FLOATS] = value[ORDER] = 0;
}

/* Give the edge of ${x} and ${y}, if they can meet, ${order} as the last priority; below 0: bar
 * it. */
static void weigh(const struct members *m, struct lm_best *best, uint32_t x, uint32_t y,
                  int64_t order)
{
    int64_t value[PRIORITIES];
    if (!edge_values(m, (int32_t)x, (int32_t)y, value))
        return;
    value[ORDER] = order;
    lm_best_set_edge(best, (int32_t)x, (int32_t)y, order < 0 ? NULL : value);
}

/* Art. 3.6.3: find the first sequence of top members.  Each member in turn wants an opponent after
 * it; a pair counts 1 as soon as its first member was tested, so that no earlier top is given
 * up. */
static void want_after(const struct progress *p, uint32_t x)
{
    for (uint32_t y = x + 1; y < p->m->count; y++)
        weigh(p->m, p->best, x, y, 1);
}

/* Restrict tested members to opponents that agree with the decisions. */
static void tell_tops(struct progress *p)
{
    for (; p->weighed < p->asked; p->weighed++) {
        uint32_t x = p->weighed, count = p->m->count;
        if (p->is_top[x])
            want_after(p, x);
        for (uint32_t y = p->is_top[x] ? 0 : x + 1; y < (p->is_top[x] ? x : count); y++)
            weigh(p->m, p->best, x, y, -1);
    }
}

static void ask_top(struct progress *p)
{
    uint32_t x = p->asked;
    tell_tops(p);
    want_after(p, x);
    lm_best_solve(p->best);
    p->is_top[x] = (uint32_t)lm_best_mate(p->best, (int32_t)x) > x;
    p->asked++;
    tell_tops(p);
    lm_best_solve(p->best); /* the restrictions can have separated pairs */
}

/* Then give each top member in turn the first possible opponent. */
static void ask_bottom(struct progress *p)
{
    const struct members *m = p->m;
    uint32_t x = next_top(p);
    tell_tops(p);
    for (; p->fixed < p->paired; p->fixed++)
        lm_best_fix(p->best, (int32_t)p->tops[p->fixed], (int32_t)p->bottoms[p->fixed]);
    for (uint32_t y = x + 1; y < m->count; y++)
        if (!p->is_top[y])
            weigh(m, p->best, x, y, m->count - y);
    lm_best_solve(p->best);
    add_pair(p, x, (uint32_t)lm_best_mate(p->best, (int32_t)x));
}

static enum lm_status solve(const struct members *m, struct lm_best **best)
{
    struct lm_priority ranges[PRIORITIES] = {
        [ALONE] = {.alone_low = -1},       [WISH] = {.edge_low = -1},
        [STRONG_WISH] = {.edge_low = -1},  [FLOATS] = {.edge_low = -1},
        [ORDER] = {.edge_high = m->count},
    };
    struct lm_priorities priorities = {.count = PRIORITIES,
                                       .range = ranges,
                                       .edge = edge_values,
                                       .alone = alone_values,
                                       .context = m};
    if (lm_best_new(best, m->bracket->arena, (int32_t)m->count, &priorities) != LM_OK)
        return LM_LIMIT;
    lm_best_solve(*best);
    for (uint32_t x = 0; x < m->count; x++)
        if (lm_best_mate(*best, (int32_t)x) == LM_ALONE)
            return LM_INTERNAL; /* the upfloaters were chosen to make it possible */
    return LM_OK;
}

/* Build the graph of the pairs of best pairings, with the decisions already made. */
static enum lm_status make_tight(struct progress *p)
{
    const int32_t count = (int32_t)p->m->count;
    enum lm_status status = make_graph(p->m, false, &p->dense);
    if (status == LM_OK)
        status = lm_dense_bar_worse(p->dense, p->best, count, p->m->bracket->arena, &p->proven);
    if (status != LM_OK)
        return status;
    for (int32_t x = 0; x < count; x++)
        if (lm_best_mate(p->best, x) > x)
            lm_dense_pair(p->dense, x, lm_best_mate(p->best, x));
    for (uint32_t x = 0; x < p->asked; x++)
        lm_dense_move(p->dense, (int32_t)x, p->is_top[x] ? TOP : BOTTOM);
    for (uint32_t i = 0; i < p->paired; i++) {
        lm_dense_remove(p->dense, (int32_t)p->tops[i]);
        lm_dense_remove(p->dense, (int32_t)p->bottoms[i]);
    }
    p->sum = lm_best_depth_sum(p->best, p->dense, count);
    return LM_OK;
}

/* Take tops and bottoms by the proof of a best pairing; where that does not decide, solve for
 * another one, as good and with all decisions. */
static enum lm_status pair_generally(struct progress *p)
{
    struct lm_arena *arena = p->m->bracket->arena;
    p->asked = 0;
    enum lm_status status = solve(p->m, &p->best);
    struct lm_mark mark = lm_arena_mark(arena);
    while (status == LM_OK && 2 * p->paired < p->m->count) {
        status = make_tight(p);
        if (status != LM_OK || (take_tops(p) && take_bottoms(p)))
            break;
        if (p->asked < p->m->count)
            ask_top(p);
        else
            ask_bottom(p);
        lm_arena_reset(arena, mark);
    }
    return status;
}

static enum lm_status pair_members(struct lm_up_bracket *b)
{
    struct members members;
    struct progress progress;
    bool done = false;
    enum lm_status status = sort_members(b, &members);
    if (status == LM_OK)
        status = pair_halves(&members, &done);
    if (status == LM_OK && !done)
        status = begin(&members, &progress);
    if (status == LM_OK && !done)
        status = pair_at_known_cost(&progress, &done);
    if (status == LM_OK && !done)
        status = pair_generally(&progress);
    return status;
}

enum lm_status lm_up_pair_bracket(struct lm_up_bracket *b)
{
    struct lm_mark mark = lm_arena_mark(b->arena);
    enum lm_status status = pair_members(b);
    lm_arena_reset(b->arena, mark);
    return status;
}
