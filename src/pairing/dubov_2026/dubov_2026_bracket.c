/* SPDX-License-Identifier: Apache-2.0 */

#include "base/sort.h"
#include "graph/matching.h"
#include "pairing/dubov_2026/dubov_2026.h"
#include "pairing/legal.h"
#include "pairing/meeting.h"

/*
 * C.04.4.1 art. 3.2.3 to 3.2.6: the columns of a bracket.
 *
 * S is the smaller of the groups G1 and G2 (G1 if they are equal), L the other one.  Every legal
 * pairing across the recomposed groups is a perfect matching of the bracket in which each pair
 * inside S has one end that was shifted out of S, and each pair inside L one that was shifted out
 * of L; and since as many are shifted out of S as there must be pairs inside it, no others are. So
 * Shift 1 tests one candidate after the other, in the order of art. 4.3: is the candidate in such a
 * pair in some best matching (fewest pairs inside S)?  Then Shift 2 does the same inside L.  O(n^3)
 * for the first test, O(n^2) for each further one.  Where no pair inside S is needed and the first
 * shifters suffice, as nearly always, one bipartite matching shows it.
 */

enum { FREE, MUST_HAVE_WHITE, MUST_HAVE_BLACK, WISHES, SIDES = 2, CLASSES = SIDES * WISHES };

struct groups {
    const struct dubov26_bracket *b;
    bool *right; /* per place in the members: is the player in G2? */
    uint32_t left_count, right_count;
};

static const struct lm_seat *seat_at(const struct groups *g, uint32_t place)
{
    return &g->b->d->p->seats[g->b->members[place]];
}

/* ---- Lists ---- */

struct entry {
    int32_t aro; /* 0 where only the TPN counts */
    uint32_t tpn, place;
};

static int by_aro_and_tpn(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    if (x->aro != y->aro)
        return x->aro < y->aro ? -1 : 1;
    return x->tpn < y->tpn ? -1 : x->tpn > y->tpn;
}

/* List the places of one group, sorted by ARO (if ${by_aro}) and TPN. */
static enum lm_status sort_group(const struct groups *g, bool right, bool by_aro, uint32_t *out)
{
    struct lm_arena *arena = g->b->d->arena;
    uint32_t count = 0;
    struct entry *all = lm_arena_alloc(arena, g->b->member_count, sizeof *all);
    if (all == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < g->b->member_count; i++)
        if (g->right[i] == right)
            all[count++] = (struct entry){by_aro ? g->b->d->seats[g->b->members[i]].aro : 0,
                                          seat_at(g, i)->tpn, i};
    lm_sort(all, count, sizeof *all, by_aro_and_tpn);
    for (uint32_t i = 0; i < count; i++)
        out[i] = all[i].place;
    return LM_OK;
}

/* Art. 4.3: list the members of a group as shifters, #1 first: from the middle of the list. */
static enum lm_status list_shifters(const struct groups *g, bool right, uint32_t *out)
{
    uint32_t count = right ? g->right_count : g->left_count;
    uint32_t *sorted = lm_arena_alloc(g->b->d->arena, count, sizeof *sorted);
    bool white = false;
    for (uint32_t i = 0; i < g->b->member_count; i++)
        white |= g->right[i] == right && seat_at(g, i)->wish == LM_WHITE;
    if (sorted == NULL || sort_group(g, right, white, sorted) != LM_OK)
        return LM_LIMIT;
    uint32_t up = (count + 1) / 2, down = up; /* [${up}, ${down}) are numbered */
    for (uint32_t i = 0; i < count; i++)
        out[i] = up > 0 && up + down >= count ? sorted[--up] : sorted[down++];
    return LM_OK;
}

/* ---- Groups (art. 3.2.3) ---- */

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* Divide the members before any game: the first half by TPN is G1. */
static enum lm_status halve(struct groups *g)
{
    uint32_t count = g->b->member_count;
    uint32_t *numbers = lm_arena_alloc(g->b->d->arena, count, sizeof *numbers);
    if (numbers == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < count; i++)
        numbers[i] = seat_at(g, i)->tpn;
    lm_sort(numbers, count, sizeof *numbers, by_number);
    for (uint32_t i = 0; i < count; i++)
        g->right[i] = seat_at(g, i)->tpn > numbers[count / 2 - 1];
    return LM_OK;
}

static enum lm_status divide(const struct dubov26_bracket *b, struct groups *g)
{
    uint32_t count = b->member_count;
    bool played = false;
    *g = (struct groups){.b = b};
    g->right = lm_arena_alloc(b->d->arena, count, sizeof *g->right);
    if (g->right == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < count; i++) {
        g->right[i] = seat_at(g, i)->wish != LM_WHITE;
        played |= seat_at(g, i)->games > 0;
    }
    if (!played && count > 0 && halve(g) != LM_OK)
        return LM_LIMIT;
    for (uint32_t i = 0; i < count; i++)
        g->right_count += g->right[i];
    g->left_count = count - g->right_count;
    return LM_OK;
}

/* Is G2 the one that shifts first, S? */
static bool small_is_right(const struct groups *g)
{
    return g->right_count < g->left_count;
}

static void shift(struct groups *g, uint32_t place)
{
    if (g->right[place]) {
        g->right_count--;
        g->left_count++;
    } else {
        g->right_count++;
        g->left_count--;
    }
    g->right[place] = !g->right[place];
}

/* ---- Columns (art. 3.2.5, 3.2.6) ---- */

struct columns {
    const struct lm_position *p;
    const uint32_t *seats; /* S1, then G2 by TPN */
    uint32_t rows;
};

static bool may_meet(const void *context, uint32_t row, uint32_t column)
{
    const struct columns *c = context;
    return lm_is_legal(c->p, c->seats[row], c->seats[column]);
}

static uint8_t class_of(const struct columns *c, uint32_t vertex)
{
    const struct lm_seat *seat = &c->p->seats[c->seats[vertex]];
    uint8_t wish = seat->strength != LM_ABSOLUTE ? FREE
                   : seat->wish == LM_WHITE      ? MUST_HAVE_WHITE
                                                 : MUST_HAVE_BLACK;
    return (uint8_t)(wish + (vertex < c->rows ? 0 : WISHES));
}

static void bar_classes(bool *barred)
{
    for (int x = 0; x < CLASSES; x++)
        for (int y = 0; y < CLASSES; y++)
            barred[x * CLASSES + y] =
                x / WISHES == y / WISHES || (x % WISHES == y % WISHES && x % WISHES != FREE);
}

/* Build the graph of legal pairs between the ${rows} first ${places} and the others. */
static enum lm_status columns_graph(const void *context, const uint32_t *places, uint32_t rows,
                                    struct lm_arena *arena, struct lm_graph *out)
{
    const struct columns *c = context;
    bool *barred = lm_arena_alloc(arena, (size_t)CLASSES * CLASSES, sizeof *barred);
    uint32_t *seats = lm_arena_alloc(arena, rows, 2 * sizeof *seats);
    uint8_t *classes = lm_arena_alloc(arena, rows, 2 * sizeof *classes);
    if (barred == NULL || seats == NULL || classes == NULL)
        return LM_LIMIT;
    bar_classes(barred);
    for (uint32_t i = 0; i < 2 * rows; i++) {
        seats[i] = c->seats[places[i]];
        classes[i] = class_of(c, places[i]);
    }
    enum lm_status status = lm_meeting_graph(c->p, seats, 2 * rows, arena, out);
    out->class_of = classes;
    out->class_barred = barred;
    out->classes = CLASSES;
    return status;
}

/* Return the number of remaining rows that can always be paired. */
static uint32_t enough_rows(const struct columns *c, uint32_t barred)
{
    static const bool same[WISHES * WISHES] = {[MUST_HAVE_WHITE * WISHES + MUST_HAVE_WHITE] = true,
                                               [MUST_HAVE_BLACK * WISHES + MUST_HAVE_BLACK] = true};
    uint32_t count[CLASSES] = {0};
    for (uint32_t i = 0; i < 2 * c->rows; i++)
        count[class_of(c, i)]++;
    return lm_rows_that_complete(barred,
                                 lm_most_barred_by_class(same, WISHES, count, count + WISHES),
                                 lm_most_barred_by_class(same, WISHES, count + WISHES, count));
}

/* Find the first transposition of G2 that can be paired; ${*done} false: there is none. */
static enum lm_status pair_columns(struct dubov26_bracket *b, const struct groups *g, bool *done)
{
    struct lm_arena *arena = b->d->arena;
    uint32_t rows = b->member_count / 2;
    uint32_t *places = lm_arena_alloc(arena, b->member_count, sizeof *places);
    uint32_t *seats = lm_arena_alloc(arena, b->member_count, sizeof *seats);
    uint32_t *column_of = lm_arena_alloc(arena, rows, sizeof *column_of);
    if (places == NULL || seats == NULL || column_of == NULL ||
        sort_group(g, false, true, places) != LM_OK ||
        sort_group(g, true, false, places + rows) != LM_OK)
        return LM_LIMIT;
    for (uint32_t i = 0; i < b->member_count; i++)
        seats[i] = b->members[places[i]];
    const struct columns c = {b->d->p, seats, rows};
    const struct lm_rows lines = {.count = rows,
                                  .enough = enough_rows(&c, b->d->most_barred),
                                  .edge = may_meet,
                                  .graph = columns_graph,
                                  .context = &c};
    enum lm_status status = lm_first_of_rows(&lines, arena, column_of, done);
    for (uint32_t row = 0; row < rows && status == LM_OK && *done; row++) {
        b->white[row] = seats[row];
        b->black[row] = seats[column_of[row]];
    }
    return status;
}

static enum lm_status try_first_shifters(struct dubov26_bracket *b, bool *done)
{
    struct groups g;
    if (divide(b, &g) != LM_OK)
        return LM_LIMIT;
    bool right = !small_is_right(&g);
    uint32_t large = right ? g.right_count : g.left_count;
    uint32_t *shifters = lm_arena_alloc(b->d->arena, large, sizeof *shifters);
    if (shifters == NULL || list_shifters(&g, right, shifters) != LM_OK)
        return LM_LIMIT;
    for (uint32_t i = 0, need = large - b->member_count / 2; i < need; i++)
        shift(&g, shifters[i]);
    return pair_columns(b, &g, done);
}

enum lm_status lm_dubov_2026_pair_plainly(struct dubov26_bracket *b, bool *done)
{
    struct lm_mark mark = lm_arena_mark(b->d->arena);
    enum lm_status status = try_first_shifters(b, done);
    lm_arena_reset(b->d->arena, mark);
    return status;
}

/* ---- Recomposition in general (art. 3.2.4) ---- */

enum { ALONE, INSIDE, ORDER, PRIORITIES };

enum fate { NOT_ASKED, STAYS, LEAVES };

struct recomposition {
    struct groups *g;
    bool small;           /* is S on the right? */
    enum fate *fate;      /* per place */
    struct lm_best *best; /* once needed */
};

static bool in_small(const struct recomposition *r, uint32_t place)
{
    return r->g->right[place] == r->small;
}

/* Write the values of a pair; can the two meet, as far as decided?  Of a pair inside a group one
 * leaves it, and a player who leaves meets none of the other group. */
static bool edge_values(const void *context, int32_t a, int32_t b, int64_t *value)
{
    const struct recomposition *r = context;
    uint32_t x = (uint32_t)a, y = (uint32_t)b;
    bool inside = in_small(r, x) == in_small(r, y);
    value[ALONE] = value[ORDER] = 0;
    value[INSIDE] = inside && in_small(r, x) ? -1 : 0;
    if (inside ? r->fate[x] == r->fate[y] && r->fate[x] != NOT_ASKED
               : r->fate[x] == LEAVES || r->fate[y] == LEAVES)
        return false;
    return lm_is_legal(r->g->b->d->p, r->g->b->members[x], r->g->b->members[y]);
}

static void alone_values(const void *context, int32_t v, int64_t *value)
{
    (void)context;
    (void)v;
    value[ALONE] = -1;
    value[INSIDE] = value[ORDER] = 0;
}

/* Write the edges of ${x} again; those inside the group with ${bonus}. */
static void weigh(const struct recomposition *r, struct lm_best *best, uint32_t x, int64_t bonus)
{
    for (uint32_t y = 0; y < r->g->b->member_count; y++) {
        int64_t value[PRIORITIES];
        if (y == x)
            continue;
        bool edge = edge_values(r, (int32_t)x, (int32_t)y, value);
        if (!lm_is_legal(r->g->b->d->p, r->g->b->members[x], r->g->b->members[y]))
            continue; /* it was never an edge */
        bool inside = in_small(r, x) == in_small(r, y);
        value[ORDER] = inside && r->fate[y] != LEAVES ? bonus : 0;
        lm_best_set_edge(best, (int32_t)x, (int32_t)y, edge ? value : NULL);
    }
}

/* ---- Shifters (art. 4.3) ---- */

static enum lm_status ask_weights(struct recomposition *r, uint32_t x, bool *leaves)
{
    weigh(r, r->best, x, 1);
    lm_best_solve(r->best);
    int32_t mate = lm_best_mate(r->best, (int32_t)x);
    if (mate == LM_ALONE)
        return LM_INTERNAL; /* the upfloaters were chosen to make it possible */
    bool inside = in_small(r, (uint32_t)mate) == in_small(r, x);
    *leaves = inside && r->fate[mate] != LEAVES;
    r->fate[x] = *leaves ? LEAVES : STAYS;
    weigh(r, r->best, x, 0);
    return LM_OK;
}

/* Choose the first set, by art. 4.3, of ${need} players of the group who leave it. */
static enum lm_status choose_shifters(struct recomposition *r, bool right, uint32_t need)
{
    struct groups *g = r->g;
    uint32_t count = right ? g->right_count : g->left_count;
    uint32_t *order = lm_arena_alloc(g->b->d->arena, count, sizeof *order);
    if (order == NULL || list_shifters(g, right, order) != LM_OK)
        return LM_LIMIT;
    for (uint32_t i = 0; i < count; i++) {
        bool leaves = false;
        uint32_t x = order[i];
        enum lm_status status = LM_OK;
        status = ask_weights(r, x, &leaves);
        if (status != LM_OK)
            return status;
        need -= leaves;
    }
    return need == 0 ? LM_OK : LM_INTERNAL;
}

/* Return how many pairs of the current best matching are inside S. */
static uint32_t pairs_inside(const struct recomposition *r)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->g->b->member_count; i++) {
        int32_t mate = lm_best_mate(r->best, (int32_t)i);
        count += mate > (int32_t)i && in_small(r, i) && in_small(r, (uint32_t)mate);
    }
    return count;
}

/* Solve for the best matchings once: ${*inside} of their pairs are inside S. */
static enum lm_status solve(struct recomposition *r, uint32_t *inside)
{
    struct lm_arena *arena = r->g->b->d->arena;
    const int32_t count = (int32_t)r->g->b->member_count;
    static const struct lm_priority ranges[PRIORITIES] = {
        [ALONE] = {.alone_low = -1}, [INSIDE] = {.edge_low = -1}, [ORDER] = {.edge_high = 1}};
    struct lm_priorities priorities = {.count = PRIORITIES,
                                       .range = ranges,
                                       .edge = edge_values,
                                       .alone = alone_values,
                                       .context = r};
    if (lm_best_new(&r->best, arena, count, &priorities) != LM_OK)
        return LM_LIMIT;
    lm_best_solve(r->best);
    *inside = pairs_inside(r);
    return LM_OK;
}

static enum lm_status recompose(struct recomposition *r)
{
    struct groups *g = r->g;
    const uint32_t count = g->b->member_count;
    const uint32_t small = r->small ? g->right_count : g->left_count;
    uint32_t inside = 0;
    r->fate = lm_arena_alloc(g->b->d->arena, count, sizeof *r->fate);
    enum lm_status status = r->fate == NULL ? LM_LIMIT : LM_OK;
    if (status == LM_OK) {
        status = solve(r, &inside);
        if (status == LM_OK)
            status = choose_shifters(r, r->small, inside);
    }
    if (status == LM_OK)
        status = choose_shifters(r, !r->small, count / 2 - small + inside);
    for (uint32_t i = 0; i < count && status == LM_OK; i++)
        if (r->fate[i] == LEAVES)
            shift(g, i);
    return status;
}

static enum lm_status pair_generally(struct dubov26_bracket *b)
{
    struct groups g;
    struct recomposition r = {.g = &g};
    bool done = false;
    enum lm_status status = divide(b, &g);
    r.small = small_is_right(&g);
    if (status == LM_OK)
        status = recompose(&r);
    if (status == LM_OK)
        status = pair_columns(b, &g, &done);
    return status == LM_OK && !done ? LM_INTERNAL : status;
}

enum lm_status lm_dubov_2026_pair_bracket(struct dubov26_bracket *b)
{
    bool done;
    enum lm_status status = lm_dubov_2026_pair_plainly(b, &done);
    if (status != LM_OK || done)
        return status;
    struct lm_mark mark = lm_arena_mark(b->d->arena);
    status = pair_generally(b);
    lm_arena_reset(b->d->arena, mark);
    return status;
}
