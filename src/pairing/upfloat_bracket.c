/* SPDX-License-Identifier: Apache-2.0 */
#include "base/sort.h"
#include "graph/best.h"
#include "graph/matching.h"
#include "pairing/meeting.h"
#include "pairing/upfloat.h"

/*
 * C.04.5 and C.04.6, art. 3.6: the pairing of a bracket of 2m members.
 *
 * The identifier begins with the top members.  No top members are earlier in order than the first m
 * of the bracket, and no pairing has less of [C8] than none: when the two halves can be matched
 * like that, the bottom members are the first perfect matching of the halves.  This is nearly
 * always possible, and costs a search or two per pair.  Otherwise one best matching under [C8] is
 * made; each member in order is tested as a top member, and then each top member gets the first
 * possible bottom member, at O(n^2) for each test.
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

/* ---- Other top members ---- */

struct progress {
    const struct members *m;
    struct lm_best *best;
    bool *is_top; /* by member: is it the first of its pair? */
    uint32_t paired;
};

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

/* Give ${x} a bonus with every later member: as a top member. */
static void want_after(const struct progress *p, uint32_t x)
{
    for (uint32_t y = x + 1; y < p->m->count; y++)
        weigh(p->m, p->best, x, y, 1);
}

/* Art. 3.6.3: make ${x} a top member if a best pairing with the tops found before allows it.  These
 * keep their bonuses, so that none is given up for ${x}. */
static void ask_top(const struct progress *p, uint32_t x)
{
    want_after(p, x);
    lm_best_solve(p->best);
    p->is_top[x] = (uint32_t)lm_best_mate(p->best, (int32_t)x) > x;
    uint32_t first = p->is_top[x] ? 0 : x + 1, end = p->is_top[x] ? x : p->m->count;
    for (uint32_t y = first; y < end; y++)
        weigh(p->m, p->best, x, y, -1);
    lm_best_solve(p->best); /* the restrictions can have separated pairs */
}

/* Give the top member ${x} the first possible opponent. */
static void ask_bottom(struct progress *p, uint32_t x)
{
    const struct members *m = p->m;
    for (uint32_t y = x + 1; y < m->count; y++)
        if (!p->is_top[y])
            weigh(m, p->best, x, y, m->count - y);
    lm_best_solve(p->best);
    int32_t mate = lm_best_mate(p->best, (int32_t)x);
    lm_best_fix(p->best, (int32_t)x, mate);
    m->bracket->pairs[p->paired][0] = m->seats[x];
    m->bracket->pairs[p->paired++][1] = m->seats[mate];
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

static enum lm_status pair_generally(const struct members *m)
{
    struct progress p = {.m = m};
    p.is_top = lm_arena_alloc(m->bracket->arena, m->count, sizeof *p.is_top);
    enum lm_status status = p.is_top == NULL ? LM_LIMIT : solve(m, &p.best);
    for (uint32_t x = 0; x < m->count && status == LM_OK; x++)
        ask_top(&p, x);
    for (uint32_t x = 0; x < m->count && status == LM_OK; x++)
        if (p.is_top[x])
            ask_bottom(&p, x);
    return status;
}

static enum lm_status pair_members(struct lm_up_bracket *b)
{
    struct members members;
    bool done = false;
    enum lm_status status = sort_members(b, &members);
    if (status == LM_OK)
        status = pair_halves(&members, &done);
    if (status == LM_OK && !done)
        status = pair_generally(&members);
    return status;
}

enum lm_status lm_up_pair_bracket(struct lm_up_bracket *b)
{
    struct lm_mark mark = lm_arena_mark(b->arena);
    enum lm_status status = pair_members(b);
    lm_arena_reset(b->arena, mark);
    return status;
}
