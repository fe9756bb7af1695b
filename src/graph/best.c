/* SPDX-License-Identifier: Apache-2.0 */
#include "graph/best.h"

#include <assert.h>
#include <string.h>

#include "base/room.h"

/*
 * From lists of priorities to weights, and the public calls.
 *
 * Leaving u alone is worth a(u).  The values of a matching sum to
 *
 *     sum over all u of a(u)  +  sum over its pairs of ( e(u, v) - a(u) - a(v) ),
 *
 * and the first sum is fixed: the bracket is the edge's gain, and the best matching is the one of
 * greatest gain.  Gains of the priorities are packed into one number, the first priority highest.
 * Two matchings differ in a priority's sum by at most n/2 times the span of its gains and 0; a
 * field that holds this difference, with one unit of it more than all lower fields together, makes
 * the order of the packed sums the order of the lists.  The same holds with any bound that the
 * caller knows for the difference (${most}); the first field has none above it to spill into, so
 * that it need hold no more than the gain of one edge.  An edge whose packed gain is not positive
 * is never worth having and gets weight 0.
 */

static const struct solver *const solvers[] = {&lm_solver_3, &lm_solver_16};

/* ---- Packing ---- */

static int32_t bit_length(uint64_t value)
{
    int32_t length = 0;
    for (; value != 0; value >>= 1)
        length++;
    return length;
}

/* Return the bits for a difference of up to ${pairs} times ${span}. */
static int32_t field_bits(uint64_t span, uint64_t pairs)
{
    return span >> 32 == 0 ? bit_length(span * pairs) : bit_length(span) + bit_length(pairs);
}

/* Return the greatest change in the priority ${range} when one pair is added, removed or
 * replaced. */
static uint64_t gain_span(const struct lm_priority *range)
{
    int64_t low = range->edge_low - 2 * range->alone_high;
    int64_t high = range->edge_high - 2 * range->alone_low;
    return (uint64_t)(high > 0 ? high : 0) - (uint64_t)(low < 0 ? low : 0);
}

/* Where pairs are counted their field is the first one, and an edge adds 1.  With an additional bit
 * no starting duals, of at most seven units, exceed 2 W, as otherwise. */
enum { PAIR_BITS = 2 };

/* Give every priority its field, the last one lowest, and return the total of bits. */
static int32_t lay_out_fields(struct lm_best *m, const struct lm_priorities *priorities)
{
    uint64_t pairs = (uint64_t)m->vertices / 2;
    int32_t bits = 0;
    for (int32_t p = priorities->count - 1; p >= 0; p--) {
        m->range[p] = priorities->range[p];
        m->shift[p] = bits;
        bits += m->range[p].most > 0 ? bit_length(m->range[p].most)
                                     : field_bits(gain_span(&m->range[p]), pairs);
    }
    m->priorities = priorities->count;
    m->pair_shift = m->must_shift = -1;
    if (priorities->most_pairs) {
        m->pair_shift = bits;
        bits += PAIR_BITS;
    } else if (priorities->must != NULL) {
        m->must_shift = bits;
        bits += bit_length((uint64_t)m->vertices) + 1;
    }
    return bits;
}

static const struct solver *solver_for(int32_t bits)
{
    for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++)
        if (bits + WEIGHT_SPARE <= 64 * solvers[i]->words)
            return solvers[i];
    return NULL;
}

/* Add ${value} << ${shift} to the ${words} words of ${weight}, in two's complement. */
static void add_field(uint64_t *weight, int32_t words, int32_t shift, int64_t value)
{
    uint64_t sign = value < 0 ? UINT64_MAX : 0, low = (uint64_t)value, below = 0, carry = 0;
    int32_t within = shift % 64;
    for (int32_t i = shift / 64; i < words; i++) {
        uint64_t part = within == 0 ? low : low << within | below >> (64 - within);
        uint64_t sum = weight[i] + part;
        weight[i] = sum + carry;
        carry = (uint64_t)(sum < part) | (uint64_t)(weight[i] < sum);
        below = low;
        low = sign;
    }
}

static void add_words(uint64_t *sum, const uint64_t *add, int32_t words)
{
    uint64_t carry = 0;
    for (int32_t i = 0; i < words; i++) {
        uint64_t part = sum[i] + add[i];
        uint64_t whole = part + carry;
        carry = (uint64_t)(part < add[i]) | (uint64_t)(whole < part);
        sum[i] = whole;
    }
}

/* Pack the ${count} non-zero values, each in its field. */
static void pack_values(const struct lm_best *m, const struct lm_worth *value, int32_t count,
                        uint64_t *weight)
{
    memset(weight, 0, (size_t)m->words * sizeof *weight);
    for (int32_t i = 0; i < count; i++) {
        int32_t p = value[i].of;
        assert(value[i].value >= m->range[p].edge_low && value[i].value <= m->range[p].edge_high);
        add_field(weight, m->words, m->shift[p], value[i].value);
    }
    if (m->pair_shift >= 0)
        add_field(weight, m->words, m->pair_shift, 1);
}

/* Compute the weight of the edge u, v from the packed ${values}; 0 if that is negative. */
static void weigh_edge(const struct lm_best *m, int32_t u, int32_t v, const uint64_t *values,
                       uint64_t *weight)
{
    memcpy(weight, values, (size_t)m->words * sizeof *weight);
    if (m->of_mate != NULL) {
        add_words(weight, words_of(m, m->of_mate, (size_t)u), m->words);
        add_words(weight, words_of(m, m->of_mate, (size_t)v), m->words);
    }
    if (weight[m->words - 1] >> 63 != 0)
        memset(weight, 0, (size_t)m->words * sizeof *weight);
}

/* Write the non-zero ones of the ${count} values in ${all} to ${nonzero}; return their number. */
static int32_t keep_nonzero(const int64_t *all, int32_t count, struct lm_worth *nonzero)
{
    int32_t kept = 0;
    for (int32_t p = 0; p < count; p++)
        if (all[p] != 0)
            nonzero[kept++] = (struct lm_worth){p, all[p]};
    return kept;
}

/* ---- Making one ---- */

/* Allocate exactly as many fields as there are: a small bracket has few, and room for the maximum
 * would be most of its memory. */
static bool make_room_for_fields(struct lm_best *m, struct lm_arena *arena, size_t count)
{
    return (m->range = lm_arena_alloc(arena, count, sizeof *m->range)) != NULL &&
           (m->shift = lm_arena_alloc(arena, count, sizeof *m->shift)) != NULL;
}

static bool allocate_nodes(struct lm_best *m, struct lm_arena *arena, size_t n, size_t nodes)
{
    int32_t **by_node[] = {&m->parent,     &m->left,       &m->right,      &m->tail, &m->head,
                           &m->base_child, &m->base,       &m->first,      &m->last, &m->link_outer,
                           &m->link_inner, &m->closest_in, &m->closest_out};
    int32_t **by_vertex[] = {&m->mate, &m->following, &m->top,    &m->unused,
                             &m->near, &m->reached,   &m->outside};
    for (size_t i = 0; i < sizeof by_node / sizeof *by_node; i++)
        if ((*by_node[i] = lm_arena_alloc(arena, nodes, sizeof(int32_t))) == NULL)
            return false;
    for (size_t i = 0; i < sizeof by_vertex / sizeof *by_vertex; i++)
        if ((*by_vertex[i] = lm_arena_alloc(arena, n, sizeof(int32_t))) == NULL)
            return false;
    return (m->label = lm_arena_alloc(arena, nodes, sizeof *m->label)) != NULL &&
           (m->at = lm_arena_alloc(arena, n, sizeof *m->at)) != NULL &&
           (m->measured_at = lm_arena_alloc(arena, nodes, sizeof *m->measured_at)) != NULL &&
           (m->joined_at = lm_arena_alloc(arena, nodes, sizeof *m->joined_at)) != NULL;
}

static bool allocate(struct lm_best *m, struct lm_arena *arena, bool worth_mates)
{
    size_t n = (size_t)m->vertices, blossoms = (size_t)m->blossoms, nodes = n + blossoms;
    size_t size = (size_t)m->words * sizeof(uint64_t);
    return allocate_nodes(m, arena, n, nodes) &&
           (m->row = lm_arena_room(arena, blossoms, n * sizeof *m->row)) != NULL &&
           (m->dual = lm_arena_alloc(arena, nodes, size)) != NULL &&
           (m->closest_slack = lm_arena_alloc(arena, nodes, size)) != NULL &&
           (m->near_slack = lm_arena_alloc(arena, n, size)) != NULL &&
           (m->row_slack = lm_arena_alloc(arena, n, size)) != NULL &&
           (!worth_mates || ((m->of_mate = lm_arena_alloc(arena, n, size)) != NULL &&
                             (m->must = lm_arena_alloc(arena, n, sizeof *m->must)) != NULL)) &&
           (m->twice = lm_arena_alloc(arena, n, n * size)) != NULL;
}

static void start(struct lm_best *m)
{
    for (int32_t v = 0; v < m->vertices; v++) {
        m->mate[v] = LM_ALONE;
        m->base[v] = m->first[v] = m->last[v] = m->top[v] = v;
    }
    for (int32_t node = 0; node < m->vertices + m->blossoms; node++)
        m->parent[node] = -1;
    for (int32_t i = m->blossoms; i > 0; i--)
        m->unused[m->unused_count++] = m->vertices + i - 1;
}

/* Write the non-zero values, computed from all of them. */
static int32_t ask_all(const struct lm_priorities *priorities, int32_t u, int32_t v,
                       struct lm_worth *nonzero)
{
    int64_t all[LM_PRIORITIES_MAX];
    memset(all, 0, (size_t)priorities->count * sizeof *all);
    if (v == LM_ALONE && priorities->alone != NULL)
        priorities->alone(priorities->context, u, all);
    else if (v != LM_ALONE && !priorities->edge(priorities->context, u, v, all))
        return -1;
    return keep_nonzero(all, priorities->count, nonzero);
}

/* Write the non-zero values of the edge u, v, or of u left alone; -1: there is no such edge. */
static int32_t ask(const struct lm_priorities *priorities, int32_t u, int32_t v,
                   struct lm_worth *nonzero)
{
    return priorities->nonzero != NULL ? priorities->nonzero(priorities->context, u, v, nonzero)
                                       : ask_all(priorities, u, v, nonzero);
}

static void load_spared(struct lm_best *m, const struct lm_priorities *priorities)
{
    struct lm_worth nonzero[LM_PRIORITIES_MAX];
    bool any = m->must_shift >= 0;
    for (int32_t v = 0; v < m->vertices; v++) {
        uint64_t *of_mate = (uint64_t *)(void *)m->of_mate + (size_t)v * (size_t)m->words;
        int32_t count = ask(priorities, v, LM_ALONE, nonzero);
        for (int32_t i = count; i-- > 0;)
            add_field(of_mate, m->words, m->shift[nonzero[i].of], -nonzero[i].value);
        any = any || count > 0;
        m->must[v] = m->must_shift >= 0 && priorities->must(priorities->context, v);
        if (m->must[v])
            add_field(of_mate, m->words, m->must_shift, 1);
    }
    if (!any)
        m->of_mate = NULL;
}

static bool are_same(const struct lm_worth *a, const struct lm_worth *b, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        if (a[i].of != b[i].of || a[i].value != b[i].value)
            return false;
    return true;
}

/* Load all edges.  Consecutive edges of one vertex often have equal values, which are packed
 * once. */
static void load(struct lm_best *m, const struct lm_priorities *priorities)
{
    struct lm_worth nonzero[2][LM_PRIORITIES_MAX];
    uint64_t values[WIDE_WORDS_MAX], weight[WIDE_WORDS_MAX];
    int32_t packed = -1, now = 0; /* number packed in ${values}, from the other list */
    for (int32_t u = 0; u < m->vertices; u++) {
        for (int32_t v = u + 1; v < m->vertices; v++) {
            int32_t count = ask(priorities, u, v, nonzero[now]);
            if (count < 0)
                continue;
            if (count != packed || !are_same(nonzero[0], nonzero[1], count)) {
                pack_values(m, nonzero[now], count, values);
                packed = count;
                now = !now;
            }
            weigh_edge(m, u, v, values, weight);
            m->solver->set_edge(m, u, v, weight);
        }
    }
}

enum lm_status lm_best_new(struct lm_best **out, struct lm_arena *arena, int32_t vertices,
                           const struct lm_priorities *priorities)
{
    assert(vertices >= 0 && priorities->count >= 0 && priorities->count <= LM_PRIORITIES_MAX);
    struct lm_mark before = lm_arena_mark(arena);
    struct lm_best *m = lm_arena_alloc(arena, 1, sizeof *m);
    if (m == NULL || !make_room_for_fields(m, arena, (size_t)priorities->count)) {
        lm_arena_reset(arena, before);
        return LM_LIMIT;
    }
    m->vertices = vertices;
    m->blossoms = vertices > 2 ? (vertices - 1) / 2 : 0;
    m->solver = vertices > LM_BEST_VERTICES ? NULL : solver_for(lay_out_fields(m, priorities));
    if (m->solver != NULL)
        m->words = m->solver->words;
    bool worth_mates =
        priorities->alone != NULL || priorities->nonzero != NULL || priorities->must != NULL;
    if (m->solver == NULL || !allocate(m, arena, worth_mates)) {
        lm_arena_reset(arena, before);
        return LM_LIMIT;
    }
    start(m);
    if (m->of_mate != NULL)
        load_spared(m, priorities);
    load(m, priorities);
    *out = m;
    return LM_OK;
}

/* ---- Using it ---- */

static void assert_vertex(const struct lm_best *m, int32_t v)
{
    assert(v >= 0 && v < m->vertices);
    (void)m;
    (void)v;
}

void lm_best_solve(struct lm_best *best)
{
    best->solver->solve(best);
}

int32_t lm_best_mate(const struct lm_best *best, int32_t v)
{
    assert_vertex(best, v);
    return best->mate[v];
}

int32_t lm_best_depth(const struct lm_best *best, int32_t u, int32_t v)
{
    assert_vertex(best, u);
    assert_vertex(best, v);
    assert(u != v);
    return best->solver->depth(best, u, v);
}

void lm_best_depths(const struct lm_best *best, int32_t u, int32_t *depth)
{
    assert_vertex(best, u);
    best->solver->depths(best, u, 0, depth);
}

void lm_best_depths_after(const struct lm_best *best, int32_t u, int32_t *depth)
{
    assert_vertex(best, u);
    best->solver->depths(best, u, u + 1, depth);
}

void lm_best_set_edge(struct lm_best *best, int32_t u, int32_t v, const int64_t *value)
{
    assert_vertex(best, u);
    assert_vertex(best, v);
    assert(u != v);
    struct lm_worth nonzero[LM_PRIORITIES_MAX];
    lm_best_set_nonzero(best, u, v, nonzero,
                        value == NULL ? -1 : keep_nonzero(value, best->priorities, nonzero));
}

void lm_best_set_nonzero(struct lm_best *best, int32_t u, int32_t v, const struct lm_worth *value,
                         int32_t count)
{
    assert_vertex(best, u);
    assert_vertex(best, v);
    assert(u != v);
    uint64_t values[WIDE_WORDS_MAX], weight[WIDE_WORDS_MAX] = {0};
    if (count >= 0) {
        pack_values(best, value, count, values);
        weigh_edge(best, u, v, values, weight);
    }
    best->solver->set_edge(best, u, v, weight);
}

void lm_best_bar_alone(struct lm_best *best, int32_t v)
{
    assert_vertex(best, v);
    assert(best->must_shift >= 0);
    if (best->must[v])
        return;
    uint64_t unit[WIDE_WORDS_MAX] = {0};
    add_field(unit, best->words, best->must_shift, 1);
    add_words((uint64_t *)(void *)best->of_mate + (size_t)v * (size_t)best->words, unit,
              best->words);
    best->must[v] = true;
    best->solver->raise(best, v, unit);
}

bool lm_best_is_needed(const struct lm_best *best, int32_t v)
{
    assert_vertex(best, v);
    const uint64_t *dual = words_of(best, best->dual, (size_t)v);
    uint64_t any = 0;
    for (int32_t i = 0; i < best->words; i++)
        any |= dual[i];
    return any != 0;
}

void lm_best_fix(struct lm_best *best, int32_t u, int32_t v)
{
    assert_vertex(best, u);
    assert_vertex(best, v);
    assert(u != v);
    for (int32_t x = 0; x < best->vertices; x++) {
        if (x == u || x == v)
            continue;
        lm_best_set_edge(best, u, x, NULL);
        lm_best_set_edge(best, v, x, NULL);
    }
}

enum lm_status lm_matching_by_priorities(int32_t *mate, struct lm_arena *arena, int32_t vertices,
                                         const struct lm_priorities *priorities)
{
    struct lm_mark before = lm_arena_mark(arena);
    struct lm_best *best = NULL;
    enum lm_status status = lm_best_new(&best, arena, vertices, priorities);
    if (status != LM_OK)
        return status;
    lm_best_solve(best);
    if (vertices > 0)
        memcpy(mate, best->mate, (size_t)vertices * sizeof *mate);
    lm_arena_reset(arena, before);
    return LM_OK;
}
