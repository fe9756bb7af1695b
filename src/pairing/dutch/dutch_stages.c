/* SPDX-License-Identifier: Apache-2.0 */
#include "base/room.h"
#include "graph/best.h"
#include "pairing/dutch/dutch_model.h"

#include <string.h>

/*
 * The best matchings of a bracket, by one list of priorities after the other.
 *
 * A matching is as good as the best one found exactly when all its pairs are *tight* (lm_best_depth
 * does not bar them), the sum of their depths is the greatest possible, and no *needed* vertex is
 * alone (complementary slackness: graph/matching.h).  So later priorities compare only tight
 * pairs, and more priorities than a weight has room for go in stages.  Between stages the model
 * becomes smaller:
 *
 *   - a needed vertex with one tight partner left is paired with it in every best matching.  Both
 *     leave as a *sure* pair, and the other pairs of either are removed;
 *   - a vertex without tight partner is alone in every best matching, and leaves.
 *
 * The part of vertices that left in any sum is the same in all best matchings, so comparing the
 * others alone is correct.  An open view drops vertices without neighbour in view from the start.
 */

/* ---- Leaving the model ---- */

/* Record the pair of ${a} and ${b}, who comes after ${a} and is not within the bracket. */
static void keep_beyond(struct dutch_model *m, const struct dutch_vertex *a,
                        const struct dutch_vertex *b)
{
    if (b->zone == OUTLET)
        return;
    uint32_t *pair = m->beyond[m->beyond_count++];
    pair[0] = a->seat;
    pair[1] = b->zone == BYE ? m->d->bye : b->seat;
    m->bye_leaves = m->bye_leaves || (b->zone == BYE && dutch_is_inside(a));
}

void lm_dutch_keep_pair(struct dutch_model *m, uint32_t u, uint32_t v)
{
    const struct dutch_vertex *a = &m->vertices[u < v ? u : v], *b = &m->vertices[u < v ? v : u];
    if (dutch_is_inside(b)) {
        m->partner[a->place] = b->seat;
        m->partner[b->place] = a->seat;
        return;
    }
    keep_beyond(m, a, b);
}

/* Keep from the known matching the pairs of the first ${count} of ${kept}. */
static void compact_mates(struct dutch_model *m, const uint32_t *kept, uint32_t count)
{
    int32_t *now = m->row;
    for (uint32_t v = 0; v < m->count; v++)
        now[v] = LM_ALONE;
    for (uint32_t i = 0; i < count; i++)
        now[kept[i]] = (int32_t)i;
    for (uint32_t i = 0; i < count && m->matched; i++)
        m->mate[i] = m->mate[kept[i]] == LM_ALONE ? LM_ALONE : now[m->mate[kept[i]]];
}

/* Keep the vertices that are not ${gone}, with their data. */
static void compact(struct dutch_model *m, const bool *gone)
{
    uint32_t *kept = m->scratch, count = 0, inside = 0;
    for (uint32_t v = 0; v < m->count; v++)
        if (!gone[v])
            kept[count++] = v;
    if (count == m->count)
        return;
    for (uint32_t i = 0; i < count; i++) {
        m->vertices[i] = m->vertices[kept[i]];
        m->needed[i] = m->needed[kept[i]];
        inside += dutch_is_inside(&m->vertices[i]);
        for (uint32_t k = i + 1; k < count; k++)
            m->depth[(size_t)i * count + k] = m->depth[(size_t)kept[i] * m->count + kept[k]];
    }
    compact_mates(m, kept, count);
    m->count = count;
    m->inside = inside;
}

/* Vertices with at most one tight partner left (${m}->degree[v]), to be examined. */
struct worklist {
    uint32_t *vertices;
    uint32_t count;
};

static void lower_degree(struct dutch_model *m, struct worklist *list, uint32_t v)
{
    if (--m->degree[v] <= 1)
        list->vertices[list->count++] = v;
}

static uint32_t only_partner(const struct dutch_model *m, uint32_t v)
{
    uint32_t u = 0;
    while (u == v || m->gone[u] || !dutch_is_tight(m, u, v))
        u++;
    return u;
}

/* Count the partners whose ${open} is 1.  Numbers of one width, no branch, and nothing else in the
 * loop: this way the compiler vectorises it. */
static void count_open(struct dutch_model *m, const uint16_t *open)
{
    const uint32_t count = m->count;
    uint16_t *degree = m->degree;
    memset(degree, 0, count * sizeof *degree);
    for (uint32_t u = 0; u < count; u++) {
        const int16_t *depth = &m->depth[(size_t)u * count];
        uint16_t own = 0;
        if (open[u] == 0)
            continue;
        for (uint32_t v = u + 1; v < count; v++) {
            uint16_t tight = (uint16_t)(0 - (depth[v] != LM_BARRED)), counts = open[v] & tight;
            own = (uint16_t)(own + counts);
            degree[v] = (uint16_t)(degree[v] + counts);
        }
        degree[u] = (uint16_t)(degree[u] + own);
    }
}

static void count_partners(struct dutch_model *m, struct worklist *list)
{
    uint16_t *open = m->degree + m->room;
    for (uint32_t v = 0; v < m->count; v++) {
        const struct dutch_vertex *vertex = &m->vertices[v];
        m->gone[v] = dutch_is_inside(vertex) && m->partner[vertex->place] != LM_NOBODY;
        open[v] = !m->gone[v];
    }
    count_open(m, open);
    for (uint32_t v = 0; v < m->count; v++)
        if (!m->gone[v] && m->degree[v] <= 1)
            list->vertices[list->count++] = v;
}

/* Remove vertices already paired, sure pairs, and vertices that are surely alone. */
static void let_go_sure(struct dutch_model *m)
{
    struct worklist list = {.vertices = m->scratch};
    count_partners(m, &list);
    while (list.count > 0) {
        uint32_t v = list.vertices[--list.count];
        if (m->gone[v] || (m->degree[v] == 1 && !m->needed[v]))
            continue;
        if (m->degree[v] == 0) {
            m->gone[v] = !m->needed[v]; /* if needed, the solver will find no pairing */
            continue;
        }
        m->gone[v] = true;
        uint32_t u = only_partner(m, v);
        m->gone[u] = true;
        lm_dutch_keep_pair(m, v, u);
        for (uint32_t w = 0; w < m->count; w++)
            if (!m->gone[w] && dutch_is_tight(m, u, w))
                lower_degree(m, &list, w);
    }
}

static void let_go(struct dutch_model *m)
{
    let_go_sure(m);
    compact(m, m->gone);
}

/* ---- Stages ---- */

static bool must_not_be_alone(const void *context, int32_t v)
{
    return lm_dutch_must_not_be_alone(context, (uint32_t)v);
}

static bool any_needed(const struct dutch_model *m)
{
    bool any = false;
    for (uint32_t v = 0; v < m->count && dutch_is_open(m); v++)
        any |= m->needed[v];
    return any;
}

/* Solve the priorities from ${stage_begin} to ${stage_end}. */
static enum lm_status solve_stage(struct dutch_model *m)
{
    struct lm_priority ranges[DUTCH_STAGE + 1] = {
        {.edge_high = m->deepest, .alone_low = any_needed(m) ? -1 : 0}};
    uint32_t asked = m->stage_end - m->stage_begin;
    if (asked > 0)
        memcpy(&ranges[1], &m->ranges[m->stage_begin], asked * sizeof *ranges);
    struct lm_priorities priorities = {
        .count = (int32_t)(1 + asked),
        .range = ranges,
        .most_pairs = !dutch_is_open(m),
        .nonzero = lm_dutch_nonzero_values,
        .must = dutch_is_open(m) ? must_not_be_alone : NULL,
        .context = m,
    };
    lm_dutch_list_groups(m);
    const int32_t count = (int32_t)m->count;
    enum lm_status status = lm_best_new(&m->best, m->arena, count, &priorities);
    if (status != LM_OK)
        return status;
    lm_best_solve(m->best);
    for (uint32_t v = 0; v < m->count; v++)
        if (lm_best_mate(m->best, (int32_t)v) == LM_ALONE && lm_dutch_must_not_be_alone(m, v))
            return LM_NO_PAIRING;
    return LM_OK;
}

/* Is the next bracket's best result [C8] left to later stages? */
static bool leaves_next(const struct dutch_model *m)
{
    bool later = false;
    for (uint32_t i = m->stage_end; i < m->priority_count && dutch_is_open(m); i++)
        later |= m->priorities[i].kind == NEXT_FLOATERS;
    return later;
}

/* Vertices [${low}, ${bye}) below the bracket, whose pairs the solver did not consider. */
struct unasked {
    uint32_t low, bye;
};

/* Find these vertices: until [C8] is weighed an open view gives pairs with players below no
 * value. */
static struct unasked find_unasked(const struct dutch_model *m)
{
    struct unasked none = {m->count, m->count}, some = {m->inside, m->inside};
    while (some.bye < m->count && m->vertices[some.bye].zone <= BELOW)
        some.bye++;
    return leaves_next(m) ? some : none;
}

/* Does the solver know the pairs of ${u} correctly? */
static bool solver_knows(const struct dutch_model *m, uint32_t u, struct unasked unasked)
{
    return unasked.low == unasked.bye && m->vertices[u].final_side == NO_SIDE;
}

/* Write corrected depths of the pairs of ${u} to ${m}->row.  The pairs not considered are in no odd
 * set, as players below have at most the bye; so they are tight unless one of the two is needed. */
static void correct_row(const struct dutch_model *m, uint32_t u, struct unasked unasked)
{
    const struct dutch_vertex *vertex = &m->vertices[u];
    if (solver_knows(m, u, unasked))
        return;
    for (uint32_t v = u + 1; v < m->count; v++) {
        if (v >= unasked.low && v < unasked.bye)
            m->row[v] = m->needed[u] || m->needed[v] ? LM_BARRED : 0;
        if (!dutch_joins_sides(vertex, &m->vertices[v]))
            m->row[v] = LM_BARRED;
    }
}

/* Record the depths of ${u}'s pairs with later vertices; return the greatest.  Barred pairs stay
 * barred: the solver has no other pairs of a vertex left out at once. */
static int32_t note_row(struct dutch_model *m, uint32_t u, struct unasked unasked)
{
    int16_t *depth = &m->depth[(size_t)u * m->count];
    const int32_t *row = m->row;
    const uint32_t count = m->count;
    int32_t deepest = 0;
    lm_best_depths_after(m->best, (int32_t)u, m->row);
    correct_row(m, u, unasked);
    for (uint32_t v = u + 1; v < count; v++) {
        int32_t now = row[v] | -(depth[v] == LM_BARRED);
        depth[v] = (int16_t)now;
        deepest = now > deepest ? now : deepest;
    }
    return deepest;
}

/* Record which pairs are tight, their depths, and which vertices are needed. */
static void note_depths(struct dutch_model *m)
{
    int32_t deepest = 0;
    const struct unasked unasked = find_unasked(m);
    for (uint32_t v = 0; v < m->count; v++)
        m->needed[v] = !dutch_is_open(m) || lm_best_is_needed(m->best, (int32_t)v);
    for (uint32_t u = 0; u < m->count; u++) {
        int32_t deep = note_row(m, u, unasked);
        deepest = deep > deepest ? deep : deepest;
    }
    m->deepest = deepest;
}

static void note_mates(struct dutch_model *m)
{
    for (uint32_t v = 0; v < m->count; v++)
        m->mate[v] = lm_best_mate(m->best, (int32_t)v);
    m->matched = true;
}

void lm_dutch_keep_best(struct dutch_model *m)
{
    if (m->best != NULL) {
        note_depths(m);
        note_mates(m);
    }
    if (m->matched && !m->whole)
        let_go(m);
    m->best = NULL;
    lm_arena_reset(m->arena, m->before_best);
}

/* Keep, of the priorities from ${from} on, those about a score that a player has. */
static void drop_priorities(struct dutch_model *m, uint32_t from)
{
    uint32_t kept = from;
    if (m->bracket->collapsed && m->values == NULL)
        lm_dutch_list_tight_differences(m);
    for (uint32_t i = from; i < m->priority_count; i++) {
        if (!lm_dutch_can_count(m, &m->priorities[i]))
            continue;
        m->priorities[kept] = m->priorities[i];
        m->ranges[kept++] = m->ranges[i];
    }
    m->priority_count = kept;
}

/* ---- The size of a stage ---- */

/* The most bits of a stage, unless its first priority needs more.  They fit into narrow weights,
 * which are much faster than wide ones, and each stage makes the model of the next one smaller. */
enum { STAGE_BITS = 2 * 64 - 3 };

static uint32_t bit_length(uint64_t value)
{
    uint32_t length = 0;
    for (; value != 0; value >>= 1)
        length++;
    return length;
}

/* Return the bits of the fields before the priorities: vertices not to be left alone, or pairs;
 * depths. */
static uint32_t first_bits(const struct dutch_model *m)
{
    uint64_t deepest = (uint64_t)m->deepest + 2;
    return bit_length(m->count) + 1 + bit_length(deepest * (m->count / 2));
}

/* Find ${m}->stage_end: as many priorities as STAGE_BITS hold, at least one. */
static void choose_stage(struct dutch_model *m)
{
    uint32_t begin = m->stage_begin, end = begin, bits = first_bits(m);
    while (end < m->priority_count && end - begin < DUTCH_STAGE) {
        bits += bit_length(m->ranges[end].most);
        if (end > begin && bits > STAGE_BITS)
            break;
        end++;
    }
    m->stage_end = end;
}

enum lm_status lm_dutch_solve_on(struct dutch_model *m)
{
    if (m->count == 0)
        return LM_OK;
    for (m->stage_begin = 0;; m->stage_begin = m->stage_end) {
        choose_stage(m);
        enum lm_status status = solve_stage(m);
        if (status != LM_OK || m->stage_end == m->priority_count)
            return status;
        lm_dutch_keep_best(m);
        if (m->count == 0)
            return LM_OK;
        if (m->whole)
            continue;
        drop_priorities(m, m->stage_end);
        if (m->stage_end == m->priority_count)
            return LM_OK;
    }
}

/* ---- The first model ---- */

/* List all possible pairs, with depth 0. */
static void list_edges(struct dutch_model *m)
{
    m->deepest = 0;
    for (uint32_t u = 0; u < m->count; u++)
        lm_dutch_list_edges_of(m, u);
}

/* Remove vertices that are surely alone, and the sure pairs of those that must not be. */
static void start_small(struct dutch_model *m)
{
    for (uint32_t v = 0; v < m->count; v++)
        m->needed[v] = lm_dutch_must_not_be_alone(m, v);
    let_go_sure(m);
    compact(m, m->gone);
}

enum lm_status lm_dutch_begin(struct dutch_model *m)
{
    size_t room = m->count;
    m->room = (uint32_t)room;
    m->groups = lm_arena_alloc(m->arena, DUTCH_STAGE, sizeof *m->groups);
    m->needed = lm_arena_alloc(m->arena, room, sizeof *m->needed);
    m->gone = lm_arena_alloc(m->arena, room, sizeof *m->gone);
    m->degree = lm_arena_alloc(m->arena, room, 2 * sizeof *m->degree);
    m->scratch = lm_arena_alloc(m->arena, room, 2 * sizeof *m->scratch);
    m->row = lm_arena_alloc(m->arena, room, sizeof *m->row);
    m->mate = lm_arena_alloc(m->arena, room, sizeof *m->mate);
    m->matched = false;
    if (m->groups == NULL || m->needed == NULL || m->gone == NULL || m->degree == NULL ||
        m->scratch == NULL || m->row == NULL || m->mate == NULL)
        return LM_LIMIT;
    m->base = NULL;
    m->best = NULL;
    m->depth = lm_arena_room(m->arena, room, room * sizeof *m->depth);
    m->before_best = lm_arena_mark(m->arena);
    if (m->depth == NULL)
        return LM_LIMIT;
    list_edges(m);
    if (!m->whole)
        start_small(m);
    for (uint32_t v = 0; v < m->count; v++)
        m->needed[v] = !dutch_is_open(m);
    return LM_OK;
}
