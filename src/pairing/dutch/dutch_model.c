/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/dutch/dutch_model.h"
#include "base/sort.h"
#include "graph/best.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/*
 * The criteria as values of pairs: which pairs are possible (is_edge), what each is worth
 * (lm_dutch_value_of), what being alone is worth (lm_dutch_value_alone), and in which order
 * (lm_dutch_list_priorities).  A pair has a value under few priorities, so that a solver asks for
 * these alone (lm_dutch_nonzero_values).
 */

static bool is_beyond_next(const struct dutch_vertex *v)
{
    return v->zone >= BELOW;
}

static int32_t score_of(const struct dutch_model *m, const struct dutch_vertex *v)
{
    return m->d->seats[v->seat].score;
}

static uint8_t float_of(const struct dutch_model *m, const struct dutch_vertex *v, uint8_t back)
{
    const struct lm_seat *seat = &m->d->seats[v->seat];
    return back == 1 ? seat->float_1 : seat->float_2;
}

bool lm_dutch_fits_question(const struct dutch_model *m, const struct dutch_vertex *a,
                            const struct dutch_vertex *b)
{
    const struct dutch_question *q = m->question;
    if (q == NULL || a->seat == LM_NOBODY)
        return true;
    if (q->other == LM_NOBODY)
        return !dutch_is_inside(b) || (a->seat != q->seat && b->seat != q->seat);
    bool first = a->seat == q->seat || b->seat == q->seat;
    bool second = a->seat == q->other || b->seat == q->other;
    return first == second;
}

bool lm_dutch_must_not_be_alone(const struct dutch_model *m, uint32_t v)
{
    const struct dutch_vertex *a = &m->vertices[v];
    const struct dutch_question *q = m->question;
    bool asked = q != NULL && q->other != LM_NOBODY && (a->seat == q->seat || a->seat == q->other);
    return !dutch_is_open(m) || a->zone == BYE || a->must_pair || a->final_side == IN_S1 || asked;
}

/* Return the score difference of a downfloater from a collapsed bracket (2017, A.8). */
static int32_t fall_of(const struct dutch_model *m, const struct dutch_vertex *a)
{
    return score_of(m, a) - (m->d->seats[m->d->count - 1].score - DUTCH_POINT);
}

int32_t lm_dutch_difference(const struct dutch_model *m, const struct dutch_vertex *a,
                            const struct dutch_vertex *b)
{
    return dutch_is_inside(b) ? score_of(m, a) - score_of(m, b) : fall_of(m, a);
}

static bool has_difference(const struct dutch_model *m, int32_t difference)
{
    uint32_t low = 0, high = m->difference_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (m->differences[middle] == difference)
            return true;
        if (m->differences[middle] > difference)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

/* Is the score difference one of those that the collapsed bracket can have? */
static bool may_differ(const struct dutch_model *m, const struct dutch_vertex *a,
                       const struct dutch_vertex *b)
{
    if (!m->bracket->collapsed || m->differences == NULL || a->seat == LM_NOBODY)
        return true;
    int32_t difference = lm_dutch_difference(m, a, b);
    return difference == 0 || has_difference(m, difference);
}

/* Can ${a} and ${b} be paired, ${a} before ${b} among the vertices? */
static bool is_edge(const struct dutch_model *m, const struct dutch_vertex *a,
                    const struct dutch_vertex *b)
{
    if (b->zone == MOVED || !lm_dutch_fits_question(m, a, b) || !may_differ(m, a, b))
        return false;
    if (b->zone == BYE)
        return lm_dutch_may_have_bye(m->d, a->seat);
    return lm_dutch_compatible(m->d, a->seat, b->seat);
}

void lm_dutch_list_edges_of(const struct dutch_model *m, uint32_t u)
{
    const struct dutch_vertex *vertices = m->vertices;
    int16_t *depth = &m->depth[(size_t)u * m->count];
    uint32_t v = u + 1;
    for (; v < m->count; v++)
        depth[v] = is_edge(m, &vertices[u], &vertices[v]) ? 0 : LM_BARRED;
}

/* ---- Values ---- */

static int64_t colour_value(const struct dutch_model *m, uint8_t kind, const struct dutch_vertex *a,
                            const struct dutch_vertex *b)
{
    struct lm_dutch_colour_cost cost = lm_dutch_colour_cost(m->d, a->seat, b->seat);
    switch (kind) {
    case COLOUR_DIFFERENCE:
        return -cost.difference;
    case COLOUR_TRIPLE:
        return -cost.triple;
    case COLOUR_PREFERENCE:
        return -cost.preference;
    default:
        return -cost.strong;
    }
}

/* Return the value of a pair within the bracket, ${a} the higher ranked. */
static int64_t inside_value(const struct dutch_model *m, const struct dutch_priority *p,
                            const struct dutch_vertex *a, const struct dutch_vertex *b)
{
    int32_t difference = score_of(m, a) - score_of(m, b);
    bool mixed = difference > 0;
    switch (p->kind) {
    case COLOUR_DIFFERENCE:
    case COLOUR_TRIPLE:
    case COLOUR_PREFERENCE:
    case COLOUR_STRONG:
        return colour_value(m, p->kind, a, b);
    case DOWN_AGAIN: /* the same for all MDPs, so it only matters in a collapsed bracket */
        return -(int64_t)(mixed && m->bracket->collapsed &&
                          float_of(m, a, p->back) == LM_DOWNFLOAT);
    case UP_AGAIN:
        return -(int64_t)(mixed && float_of(m, b, p->back) == LM_UPFLOAT);
    case DIFFERENCE:
        return -(int64_t)(difference <= p->score && difference >= p->least);
    case DOWN_DIFFERENCE:
        return -(int64_t)(difference == p->score && float_of(m, a, p->back) == LM_DOWNFLOAT);
    case UP_DIFFERENCE:
        return -(int64_t)(difference == p->score && float_of(m, b, p->back) == LM_UPFLOAT);
    case MOVED_UP:
        return -(int64_t)(mixed && score_of(m, a) == p->score &&
                          float_of(m, b, p->back) == LM_UPFLOAT);
    case MOVED_SET:
        return mixed ? a->set_rank : 0;
    case EXCHANGES:
        return -(int64_t)(a->side == IN_S1 && b->side == IN_S1);
    case EXCHANGE_DISTANCE:
        if (a->side != b->side)
            return 0;
        return a->side == IN_S1 ? (int64_t)b->bsn : -(int64_t)a->bsn;
    default:
        return 0;
    }
}

/* Return the value of ${a} leaving the bracket. */
static int64_t floater_value(const struct dutch_model *m, const struct dutch_priority *p,
                             const struct dutch_vertex *a)
{
    bool moved = a->zone == MOVED;
    switch (p->kind) {
    case FLOATERS:
        return -1;
    case FLOATER_SCORE:
        return -(int64_t)(score_of(m, a) == p->score);
    case DOWN_AGAIN:
        return -(int64_t)((!moved || m->bracket->collapsed) &&
                          float_of(m, a, p->back) == LM_DOWNFLOAT);
    case MOVED_DOWN:
        return -(int64_t)(moved && score_of(m, a) == p->score &&
                          float_of(m, a, p->back) == LM_DOWNFLOAT);
    case DIFFERENCE:
        return -(int64_t)(fall_of(m, a) <= p->score && fall_of(m, a) >= p->least);
    case DOWN_DIFFERENCE:
        return -(int64_t)(fall_of(m, a) == p->score && float_of(m, a, p->back) == LM_DOWNFLOAT);
    case EXCHANGES:
        return -(int64_t)(a->side == IN_S1);
    case EXCHANGE_DISTANCE:
        return a->side == IN_S1 ? (int64_t)a->bsn : 0;
    default:
        return 0;
    }
}

/* Return the value when ${a}, of this bracket or the next, is not paired within the next one. */
static int64_t next_value(const struct dutch_model *m, const struct dutch_priority *p,
                          const struct dutch_vertex *a)
{
    if (p->kind == NEXT_FLOATERS)
        return -1;
    return -(int64_t)(p->kind == NEXT_SCORE && score_of(m, a) == p->score);
}

int64_t lm_dutch_value_of(const struct dutch_model *m, const struct dutch_priority *p, uint32_t u,
                          uint32_t v)
{
    const struct dutch_vertex *a = &m->vertices[u < v ? u : v], *b = &m->vertices[u < v ? v : u];
    if (p->kind == TURN)
        return m->turn == NULL ? 0 : m->turn(m, u < v ? u : v, u < v ? v : u);
    if (dutch_is_inside(b))
        return inside_value(m, p, a, b);
    if (p->kind == BYE_UNPLAYED)
        return b->zone == BYE ? -(int64_t)m->d->seats[a->seat].unplayed : 0;
    int64_t value = dutch_is_inside(a) ? floater_value(m, p, a) : 0;
    if (is_beyond_next(b) && a->zone <= NEXT)
        value += next_value(m, p, a);
    return value;
}

int64_t lm_dutch_value_alone(const struct dutch_model *m, const struct dutch_priority *p,
                             uint32_t v)
{
    const struct dutch_vertex *a = &m->vertices[v];
    int64_t value = dutch_is_inside(a) ? floater_value(m, p, a) : 0;
    return a->zone <= NEXT ? value + next_value(m, p, a) : value;
}

/* Kinds without value for a pair within the bracket, and for a player who leaves it. */
enum {
    NOT_INSIDE = 1 << FLOATERS | 1 << FLOATER_SCORE | 1 << NEXT_FLOATERS | 1 << NEXT_SCORE |
                 1 << BYE_UNPLAYED | 1 << MOVED_DOWN,
    NOT_LEAVING = 1 << COLOUR_DIFFERENCE | 1 << COLOUR_TRIPLE | 1 << COLOUR_PREFERENCE |
                  1 << COLOUR_STRONG | 1 << UP_AGAIN | 1 << MOVED_UP | 1 << UP_DIFFERENCE |
                  1 << MOVED_SET,
    OF_ONE_SCORE = 1 << FLOATER_SCORE | 1 << NEXT_SCORE | 1 << MOVED_DOWN | 1 << MOVED_UP,
    OF_ONE_DIFFERENCE = 1 << DIFFERENCE | 1 << DOWN_DIFFERENCE | 1 << UP_DIFFERENCE,
    OF_COLOURS =
        1 << COLOUR_DIFFERENCE | 1 << COLOUR_TRIPLE | 1 << COLOUR_PREFERENCE | 1 << COLOUR_STRONG,
    OF_ONE_SCOREGROUP = 1 << EXCHANGES | 1 << EXCHANGE_DISTANCE | 1 << TURN
};

/* Add the group that begins with the priority ${first}. */
static void list_group(struct dutch_model *m, uint32_t first)
{
    const struct dutch_priority *p = &m->priorities[first];
    const uint32_t bit = p->kind + (p->back == 2 ? DUTCH_BEFORE : 0U);
    assert((m->group_kinds >> bit & 1) == 0);
    m->group_of[bit] = (uint8_t)m->group_count;
    m->group_kinds |= (uint64_t)1 << bit;
    m->groups[m->group_count++] = (struct dutch_group){first, first + 1, (uint64_t)1 << bit};
}

void lm_dutch_list_groups(struct dutch_model *m)
{
    m->group_count = 0;
    m->group_kinds = 0;
    for (uint32_t i = m->stage_begin; i < m->stage_end; i++) {
        const struct dutch_priority *p = &m->priorities[i], *before = p - 1;
        uint32_t kind = 1U << p->kind;
        bool listed = (kind & (OF_ONE_SCORE | OF_ONE_DIFFERENCE)) != 0;
        if (listed && i > m->stage_begin && before->kind == p->kind && before->back == p->back)
            m->groups[m->group_count - 1].end = i + 1;
        else
            list_group(m, i);
    }
}

/* Return the priority of ${g} that counts ${key}; NULL: there is none.  They fall from the
 * highest. */
static const struct dutch_priority *find_priority(const struct dutch_model *m,
                                                  const struct dutch_group *g, int32_t key)
{
    uint32_t low = g->begin, high = g->end - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (m->priorities[middle].least <= key)
            high = middle;
        else
            low = middle + 1;
    }
    const struct dutch_priority *p = &m->priorities[low];
    return p->least <= key && key <= p->score ? p : NULL;
}

/* Return the set of the same kinds in both rounds. */
static inline uint64_t of_both(uint32_t kinds)
{
    return (uint64_t)kinds << DUTCH_BEFORE | kinds;
}

/* Return the kinds that can have a value for ${a} with ${b}, or (NULL) alone: for two of a
 * scoregroup few do, without equal preferences none about colours, and only in a collapsed bracket
 * DOWN_AGAIN. */
static uint64_t kinds_counting(const struct dutch_model *m, const struct dutch_vertex *a,
                               const struct dutch_vertex *b)
{
    const struct lm_seat *x = &m->d->seats[a->seat];
    if (b == NULL || !dutch_is_inside(b))
        return of_both(~(uint32_t)NOT_LEAVING);
    const struct lm_seat *y = &m->d->seats[b->seat];
    uint32_t kinds =
        x->score == y->score ? OF_ONE_SCOREGROUP : ~(uint32_t)(NOT_INSIDE | OF_COLOURS);
    if (x->wish == y->wish)
        kinds |= (uint32_t)OF_COLOURS;
    if (!m->bracket->collapsed)
        kinds &= ~(1U << DOWN_AGAIN);
    return of_both(kinds);
}

/* Return the priority of ${g} that has a value for ${a} with ${b}, or (NULL) alone. */
static const struct dutch_priority *priority_counting(const struct dutch_model *m,
                                                      const struct dutch_group *g,
                                                      const struct dutch_vertex *a,
                                                      const struct dutch_vertex *b)
{
    bool inside = b != NULL && dutch_is_inside(b);
    if ((g->kind & of_both(OF_ONE_SCORE)) != 0)
        return find_priority(m, g, score_of(m, a));
    if ((g->kind & of_both(OF_ONE_DIFFERENCE)) != 0)
        return find_priority(m, g, inside ? score_of(m, a) - score_of(m, b) : fall_of(m, a));
    return &m->priorities[g->begin];
}

bool lm_dutch_can_count(const struct dutch_model *m, const struct dutch_priority *p)
{
    if ((1U << p->kind & OF_ONE_DIFFERENCE) != 0)
        return has_difference(m, p->score);
    if ((1U << p->kind & OF_ONE_SCORE) == 0)
        return true;
    for (uint32_t v = 0; v < m->count && m->vertices[v].zone <= NEXT; v++)
        if (score_of(m, &m->vertices[v]) <= p->score)
            return score_of(m, &m->vertices[v]) == p->score;
    return false;
}

static int64_t worth_of(const struct dutch_model *m, const struct dutch_priority *p, uint32_t low,
                        uint32_t high)
{
    return high == (uint32_t)LM_ALONE ? lm_dutch_value_alone(m, p, low)
                                      : lm_dutch_value_of(m, p, low, high);
}

static int32_t keep_value(const struct dutch_model *m, const struct dutch_priority *p,
                          int64_t value, struct lm_worth *out)
{
    int32_t of = (int32_t)(p - m->priorities - (ptrdiff_t)m->stage_begin) + 1;
    *out = (struct lm_worth){of, value};
    return value != 0;
}

/* Write the non-zero values of vertices ${low} and ${high}, or of ${low} alone, in the current
 * stage. */
static int32_t values_of(const struct dutch_model *m, uint32_t low, uint32_t high,
                         struct lm_worth *value)
{
    const struct dutch_vertex *a = &m->vertices[low];
    const struct dutch_vertex *b = high == (uint32_t)LM_ALONE ? NULL : &m->vertices[high];
    int32_t count = 0;
    for (uint64_t kinds = kinds_counting(m, a, b) & m->group_kinds; kinds != 0;
         kinds &= kinds - 1) {
        const int32_t bit = __builtin_ctzll(kinds);
        const struct dutch_priority *p = priority_counting(m, &m->groups[m->group_of[bit]], a, b);
        if (p == NULL)
            continue;
        count += keep_value(m, p, worth_of(m, p, low, high), &value[count]);
    }
    return count;
}

static int32_t nonzero_alone(const struct dutch_model *m, uint32_t v, struct lm_worth *value)
{
    int32_t count = 0;
    if (!dutch_is_open(m))
        return 0; /* none is alone */
    if (m->needed[v])
        value[count++] = (struct lm_worth){0, -1};
    if (m->vertices[v].zone > NEXT)
        return count;
    return count + values_of(m, v, (uint32_t)LM_ALONE, &value[count]);
}

int32_t lm_dutch_nonzero_values(const void *context, int32_t u, int32_t v, struct lm_worth *value)
{
    const struct dutch_model *m = context;
    if (v == LM_ALONE)
        return nonzero_alone(m, (uint32_t)u, value);
    uint32_t low = (uint32_t)(u < v ? u : v), high = (uint32_t)(u < v ? v : u);
    const struct dutch_vertex *a = &m->vertices[low], *b = &m->vertices[high];
    int32_t depth = m->depth[(size_t)low * m->count + high], count = 0;
    if (depth == LM_BARRED)
        return -1;
    if (depth != 0)
        value[count++] = (struct lm_worth){0, depth};
    /* In a wide view most pairs lie below the bracket, and have no value. */
    if (a->zone > NEXT || (a->zone == NEXT && m->turn == NULL && !is_beyond_next(b)))
        return count;
    return count + values_of(m, low, high, &value[count]);
}

/* ---- The list of priorities ---- */

/* The greatest number of kinds that are not by score or difference, and of these. */
enum { ONCE = 20, BY_SCORE = 6, BY_DIFFERENCE = 5 };

enum lm_status lm_dutch_make_room(struct dutch_model *m, uint32_t differences)
{
    uint32_t scores = 1; /* in view from the bracket; below it one more */
    for (uint32_t i = 0; i < m->inside; i++)
        scores += i == 0 || score_of(m, &m->vertices[i]) != score_of(m, &m->vertices[i - 1]);
    m->priority_room = ONCE + BY_SCORE * scores + BY_DIFFERENCE * differences;
    m->priorities = lm_arena_alloc(m->arena, m->priority_room, sizeof *m->priorities);
    m->ranges = lm_arena_alloc(m->arena, m->priority_room, sizeof *m->ranges);
    return m->priorities == NULL || m->ranges == NULL ? LM_LIMIT : LM_OK;
}

/* Each player has one score, and at most one difference when the differences are decided. */
uint32_t lm_dutch_most_priorities(const struct dutch_bracket *bracket)
{
    return ONCE + BY_SCORE * (bracket->count + 1) + BY_DIFFERENCE * (bracket->count + 1);
}

void lm_dutch_add_priority(struct dutch_model *m, const struct dutch_priority *priority,
                           int64_t low, int64_t high, uint64_t most)
{
    assert(m->priority_count < m->priority_room && most > 0);
    m->ranges[m->priority_count] =
        (struct lm_priority){.edge_low = low, .edge_high = high, .most = most};
    m->priorities[m->priority_count++] = *priority;
}

/* Add a priority that counts some of ${most} players as a penalty; 0: there are none to count. */
static void add_count(struct dutch_model *m, enum dutch_kind kind, uint8_t back, int32_t score,
                      uint32_t most)
{
    const struct dutch_priority priority = {
        .kind = (uint8_t)kind, .back = back, .score = score, .least = score};
    if (most > 0)
        lm_dutch_add_priority(m, &priority, -1, 0, most);
}

/* Return how many of vertices ${from} to ${to} had that float. */
static uint32_t count_floats(const struct dutch_model *m, uint32_t from, uint32_t to, uint8_t back,
                             enum lm_float direction)
{
    uint32_t count = 0;
    for (uint32_t i = from; i < to; i++)
        count += float_of(m, &m->vertices[i], back) == direction;
    return count;
}

/* Return how many of the players ${begin} to ${end} of one score ${kind} can count. */
static uint32_t count_most(const struct dutch_model *m, enum dutch_kind kind, uint8_t back,
                           uint32_t begin, uint32_t end)
{
    uint32_t up = UINT32_MAX, size = end - begin;
    if (kind == MOVED_DOWN)
        return count_floats(m, begin, end, back, LM_DOWNFLOAT);
    if (kind == MOVED_UP)
        up = count_floats(m, lm_dutch_moved_count(m), m->inside, back, LM_UPFLOAT);
    return size < up ? size : up;
}

/* Add one priority for each different score of the bracket's first ${count} players, highest
 * first. */
static void add_by_score(struct dutch_model *m, enum dutch_kind kind, uint8_t back, uint32_t count)
{
    for (uint32_t i = 0, end; i < count; i = end) {
        for (end = i + 1;
             end < count && score_of(m, &m->vertices[end]) == score_of(m, &m->vertices[i]);)
            end++;
        add_count(m, kind, back, score_of(m, &m->vertices[i]), count_most(m, kind, back, i, end));
    }
}

uint32_t lm_dutch_moved_count(const struct dutch_model *m)
{
    uint32_t moved = 0;
    while (moved < m->inside && m->vertices[moved].zone == MOVED)
        moved++;
    return moved;
}

int lm_dutch_descending(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x < y) - (x > y);
}

/* Write each score in the bracket once to ${scores}; return how many. */
static uint32_t list_scores(const struct dutch_model *m, int32_t *scores)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->inside; i++)
        if (count == 0 || score_of(m, &m->vertices[i]) != scores[count - 1])
            scores[count++] = score_of(m, &m->vertices[i]);
    return count;
}

enum lm_status lm_dutch_list_differences(struct dutch_model *m)
{
    int32_t *scores = lm_arena_alloc(m->arena, m->inside, sizeof *scores);
    if (scores == NULL)
        return LM_LIMIT;
    uint32_t count = list_scores(m, scores), kept = 0;
    size_t all = 0, room = (size_t)count * (count + 1) / 2;
    int32_t *differences = lm_arena_alloc(m->arena, room, sizeof *differences);
    if (differences == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < count; i++) {
        if (m->d->odd)
            differences[all++] = scores[i] - (m->d->seats[m->d->count - 1].score - DUTCH_POINT);
        for (uint32_t k = i + 1; k < count; k++)
            differences[all++] = scores[i] - scores[k];
    }
    if (all > 0)
        lm_sort(differences, all, sizeof *differences, lm_dutch_descending);
    for (size_t i = 0; i < all; i++)
        if (differences[i] > 0 && (kept == 0 || differences[i] != differences[kept - 1]))
            differences[kept++] = differences[i];
    m->differences = differences;
    m->difference_count = kept;
    return LM_OK;
}

/* Add one priority for each of ${m}->differences. */
static void add_differences(struct dutch_model *m, enum dutch_kind kind, uint8_t back)
{
    for (uint32_t i = 0; i < m->difference_count; i++)
        add_count(m, kind, back, m->differences[i], m->inside);
}

/* Add [C14] to [C21], without those that no player of the bracket can break. */
static void add_float_priorities(struct dutch_model *m)
{
    bool collapsed = m->bracket->collapsed;
    uint32_t moved = lm_dutch_moved_count(m);
    uint32_t down[3] = {0}, up[3] = {0};
    for (uint8_t back = 1; back <= 2; back++) {
        down[back] = count_floats(m, collapsed ? 0 : moved, m->inside, back, LM_DOWNFLOAT);
        if (collapsed || moved > 0)
            up[back] = count_floats(m, moved, m->inside, back, LM_UPFLOAT);
        add_count(m, DOWN_AGAIN, back, 0, down[back]);
        add_count(m, UP_AGAIN, back, 0, up[back]);
    }
    for (uint8_t back = 1; back <= 2; back++) {
        if (collapsed && down[back] > 0)
            add_differences(m, DOWN_DIFFERENCE, back);
        if (collapsed && up[back] > 0)
            add_differences(m, UP_DIFFERENCE, back);
        if (!collapsed)
            add_by_score(m, MOVED_DOWN, back, moved);
        if (!collapsed && up[back] > 0)
            add_by_score(m, MOVED_UP, back, moved);
    }
}

static void add_next_priorities(struct dutch_model *m)
{
    const struct dutch_bracket *b = m->bracket;
    if (m->end == b->next_begin || !b->looks_down)
        return;
    uint32_t next = b->next_end - b->next_begin;
    add_count(m, NEXT_FLOATERS, 0, 0, m->inside + next);
    add_by_score(m, NEXT_SCORE, 0, m->inside);
    add_count(m, NEXT_SCORE, 0, m->d->seats[b->next_begin].score, next);
}

static bool is_last_round(const struct dutch_model *m)
{
    return m->d->position->last_round;
}

void lm_dutch_list_priorities(struct dutch_model *m)
{
    uint32_t pairs = m->inside / 2;
    m->priority_count = 0;
    add_count(m, FLOATERS, 0, 0, m->inside);
    if (m->bracket->collapsed)
        add_differences(m, DIFFERENCE, 0);
    else
        add_by_score(m, FLOATER_SCORE, 0, m->inside);
    add_next_priorities(m);
    if (m->count_unplayed)
        lm_dutch_add_priority(m, &(struct dutch_priority){.kind = BYE_UNPLAYED},
                              -(int64_t)m->d->position->round, 0, m->d->position->round);
    if (is_last_round(m)) {
        add_count(m, COLOUR_DIFFERENCE, 0, 0, pairs);
        add_count(m, COLOUR_TRIPLE, 0, 0, pairs);
    }
    add_count(m, COLOUR_PREFERENCE, 0, 0, pairs);
    add_count(m, COLOUR_STRONG, 0, 0, pairs);
    add_float_priorities(m);
}

/* ---- Vertices ---- */

void lm_dutch_add_vertex(struct dutch_model *m, uint32_t seat, enum dutch_zone zone)
{
    uint32_t place = m->count;
    m->vertices[m->count++] =
        (struct dutch_vertex){.seat = seat, .zone = (uint8_t)zone, .place = place};
}

enum lm_status lm_dutch_list_vertices(struct dutch_model *m)
{
    const struct dutch_bracket *b = m->bracket;
    const struct dutch *d = m->d;
    size_t room = (size_t)b->count + (m->end - b->next_begin) + 1;
    m->vertices = lm_arena_alloc(m->arena, room + 1, sizeof *m->vertices);
    if (m->vertices == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < b->count; i++)
        lm_dutch_add_vertex(m, b->players[i], i < b->moved ? MOVED : RESIDENT);
    m->inside = m->count;
    for (uint32_t s = b->next_begin; s < m->end; s++)
        lm_dutch_add_vertex(m, s, s < b->next_end ? NEXT : BELOW);
    if (d->odd &&
        (m->end == d->count || (d->edition->weighs_bye && d->seats[m->end].score < d->bye_score)))
        lm_dutch_add_vertex(m, LM_NOBODY, BYE);
    return lm_dutch_make_room(m, 0);
}
