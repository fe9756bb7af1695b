/* SPDX-License-Identifier: Apache-2.0 */
#include "graph/best.h"

#include <assert.h>
#include <string.h>

#include "base/room.h"
#include "graph/bits.h"
#include "graph/dense.h"

/*
 * From lists of priorities to weights, and the public calls.
 *
 * Leaving u alone is worth a(u).  The values of a matching sum to
 *     sum over all u of a(u)  +  sum over its pairs of ( e(u, v) - a(u) - a(v) ),
 * and the first sum is fixed: the bracket is the edge's gain, and the best matching is the one of
 * greatest gain.  Gains of the priorities are packed into one number, the first priority highest.
 * Two matchings differ in a priority's sum by at most n/2 times the span of its gains and 0; a
 * field that holds this difference, less one unit of it being more than all lower fields together,
 * makes the order of the packed sums the order of the lists.  The same holds with any bound that
 * the caller knows for the difference (${most}); the first field has none above it to spill into,
 * so that it need hold no more than the gain of one edge.  An edge whose packed gain is not
 * positive is never worth having and gets weight 0.
 */

/* In a lean build two widths do. */
static const struct solver *const solvers[] = {
    LM_LEAN ? &lm_solver_2 : &lm_solver_1, &lm_solver_2, LM_LEAN ? &lm_solver_16 : &lm_solver_3,
    LM_LEAN ? &lm_solver_16 : &lm_solver_4, &lm_solver_16};

/* ---- Packing ---- */

static int32_t bit_length(uint64_t value)
{
    int32_t length = 0;
    for (; value != 0; value >>= 1)
        length++;
    return length;
}

/* Bits for a difference of up to ${pairs} times ${span}. */
static int32_t field_bits(uint64_t span, uint64_t pairs)
{
    return span >> 32 == 0 ? bit_length(span * pairs) : bit_length(span) + bit_length(pairs);
}

/* The greatest difference that one pair more, less or other makes in the priority ${range}. */
static uint64_t gain_span(const struct lm_priority *range)
{
    int64_t low = range->edge_low - 2 * range->alone_high;
    int64_t high = range->edge_high - 2 * range->alone_low;
    return (uint64_t)(high > 0 ? high : 0) - (uint64_t)(low < 0 ? low : 0);
}

/* Where pairs are counted their field is the first one, and an edge adds 1.  With another bit no
 * duals to start from, of seven units at most, exceed 2 W, as others do not. */
enum { PAIR_BITS = 2 };

/* Give every priority its field, the last one lowest, and return how many bits they take. */
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

/* The ${count} values that are not 0, each in its field. */
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

/* With that, ${values}: the weight of the edge u, v; none if that is negative. */
static void weigh_edge(const struct lm_best *m, int32_t u, int32_t v, const uint64_t *values,
                       uint64_t *weight)
{
    memcpy(weight, values, (size_t)m->words * sizeof *weight);
    if (m->spared != NULL) {
        add_words(weight, words_of(m, m->spared, (size_t)u), m->words);
        add_words(weight, words_of(m, m->spared, (size_t)v), m->words);
    }
    if (weight[m->words - 1] >> 63 != 0)
        memset(weight, 0, (size_t)m->words * sizeof *weight);
}

/* Of the ${count} values in ${all} those that are not 0; returns how many. */
static int32_t keep_few(const int64_t *all, int32_t count, struct lm_worth *few)
{
    int32_t kept = 0;
    for (int32_t p = 0; p < count; p++)
        if (all[p] != 0)
            few[kept++] = (struct lm_worth){p, all[p]};
    return kept;
}

/* ---- Making one ---- */

/* As many as there are: a small bracket has few, and room for the most would be most of it. */
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
    int32_t **by_vertex[] = {&m->mate,    &m->following, &m->top,   &m->spare, &m->near,
                             &m->reached, &m->outside,   &m->edges, &m->later, &m->neared};
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

static bool allocate(struct lm_best *m, struct lm_arena *arena, bool spares)
{
    size_t n = (size_t)m->vertices, blossoms = (size_t)m->blossoms, nodes = n + blossoms;
    size_t size = (size_t)m->words * sizeof(uint64_t);
    return allocate_nodes(m, arena, n, nodes) &&
           (m->row = lm_arena_room(arena, blossoms, n * sizeof *m->row)) != NULL &&
           (m->dual = lm_arena_alloc(arena, nodes, size)) != NULL &&
           (LM_LEAN || (m->charge = lm_arena_alloc(arena, 1, size)) != NULL) &&
           (m->closest_slack = lm_arena_alloc(arena, nodes, size)) != NULL &&
           (m->near_slack = lm_arena_alloc(arena, n, size)) != NULL &&
           (m->row_slack = lm_arena_alloc(arena, n, size)) != NULL &&
           (!spares || ((m->spared = lm_arena_alloc(arena, n, size)) != NULL &&
                        (m->must = lm_arena_alloc(arena, n, sizeof *m->must)) != NULL)) &&
           (m->edge = lm_arena_room(arena, LISTS ? n : 0, n * sizeof *m->edge)) != NULL &&
           (m->twice = (LM_LEAN ? lm_arena_alloc : lm_arena_room)(arena, n, n * size)) != NULL;
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
        m->spare[m->spare_count++] = m->vertices + i - 1;
}

/* No edge of anybody is known. */
static void begin_notes(struct lm_best *m)
{
    uint64_t *dual = (uint64_t *)(void *)m->dual;
    for (int32_t v = 0; v < m->vertices; v++, dual += m->words)
        dual[m->words - 1] = UINT64_C(1) << 63;
    m->noted = true;
}

/* The values that are not 0, by way of all of them. */
static int32_t ask_all(const struct lm_priorities *priorities, int32_t u, int32_t v,
                       struct lm_worth *few)
{
    int64_t all[LM_PRIORITIES_MAX];
    memset(all, 0, (size_t)priorities->count * sizeof *all);
    if (v == LM_ALONE && priorities->alone != NULL)
        priorities->alone(priorities->context, u, all);
    else if (v != LM_ALONE && !priorities->edge(priorities->context, u, v, all))
        return -1;
    return keep_few(all, priorities->count, few);
}

/* The values of the edge u, v, or of u left alone, that are not 0; -1: there is no such edge. */
static int32_t ask(const struct lm_priorities *priorities, int32_t u, int32_t v,
                   struct lm_worth *few)
{
    return priorities->few != NULL ? priorities->few(priorities->context, u, v, few)
                                   : ask_all(priorities, u, v, few);
}

static void load_spared(struct lm_best *m, const struct lm_priorities *priorities)
{
    struct lm_worth few[LM_PRIORITIES_MAX];
    bool any = m->must_shift >= 0;
    for (int32_t v = 0; v < m->vertices; v++) {
        uint64_t *spared = (uint64_t *)(void *)m->spared + (size_t)v * (size_t)m->words;
        int32_t count = ask(priorities, v, LM_ALONE, few);
        for (int32_t i = count; i-- > 0;)
            add_field(spared, m->words, m->shift[few[i].of], -few[i].value);
        any = any || count > 0;
        m->must[v] = m->must_shift >= 0 && priorities->must(priorities->context, v);
        if (m->must[v])
            add_field(spared, m->words, m->must_shift, 1);
    }
    if (!any)
        m->spared = NULL;
}

static bool are_same(const struct lm_worth *a, const struct lm_worth *b, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        if (a[i].of != b[i].of || a[i].value != b[i].value)
            return false;
    return true;
}

/* Edges of one vertex are often worth the same, one after the other: they are packed once. */
static void load(struct lm_best *m, const struct lm_priorities *priorities)
{
    struct lm_worth few[2][LM_PRIORITIES_MAX];
    uint64_t values[WIDE_WORDS_MAX], weight[WIDE_WORDS_MAX];
    int32_t packed = -1, now = 0; /* how many values are in ${values}, those of the other list */
    for (int32_t u = 0; u < m->vertices; u++) {
        for (int32_t v = u + 1; v < m->vertices; v++) {
            int32_t count = ask(priorities, u, v, few[now]);
            if (count < 0)
                continue;
            if (count != packed || !are_same(few[0], few[1], count)) {
                pack_values(m, few[now], count, values);
                packed = count;
                now = !now;
            }
            weigh_edge(m, u, v, values, weight);
            m->solver->set_edge(m, u, v, weight);
        }
    }
}

static void load_edge(struct lm_best *m, const struct lm_priorities *priorities, int32_t u,
                      int32_t v)
{
    struct lm_worth few[LM_PRIORITIES_MAX];
    uint64_t values[WIDE_WORDS_MAX], weight[WIDE_WORDS_MAX];
    int32_t count = ask(priorities, u, v, few);
    if (count < 0)
        return;
    pack_values(m, few, count, values);
    weigh_edge(m, u, v, values, weight);
    m->solver->set_edge(m, u, v, weight);
}

/* Of which kind edges are, and how much is the same of them. */
struct edge_kinds {
    void (*kinds)(const void *context, int32_t u, uint8_t *kind);
    int32_t (*ends)(const void *context, int32_t u, uint8_t *kind, int32_t *end); /* or NULL */
    const uint8_t *sort; /* per vertex: of rows in which a kind has the same values; NULL: of all */
    int32_t sorts;       /* from there on each row is of its own; all are in a lean build */
    int32_t rows;        /* no others have edges */
};

/* What the edges of each kind add, without what it is worth that neither is alone. */
struct kinds {
    uint8_t *packed;             /* by sort and kind: whether it is in ... */
    uint64_t *values;            /* ... those rows of the sorts */
    int32_t weighed[KINDS_MOST]; /* the last row, from 1, of which it was in ${worth}, */
    uint64_t worth[KINDS_MOST * WIDE_WORDS_MAX]; /* of rows of no sort */
};

/* KIND_OF_ITS_OWN never is. */
enum { PACKED_KINDS = KINDS_MOST + 1 };

static bool make_room_for_kinds(const struct lm_best *m, struct lm_arena *arena, size_t sorts,
                                struct kinds *k)
{
    k->packed = NULL;
    if (LM_LEAN || sorts == 0)
        return true;
    k->packed = lm_arena_alloc(arena, sorts, PACKED_KINDS * sizeof *k->packed);
    k->values = lm_arena_room(arena, sorts * KINDS_MOST, (size_t)m->words * sizeof *k->values);
    return k->packed != NULL && k->values != NULL;
}

/* What is known of a row by its sort. */
struct known {
    uint64_t *worth;
    uint8_t *packed; /* NULL: of no sort */
};

static struct known known_of(const struct lm_best *m, struct kinds *k, int32_t sort)
{
    if (LM_LEAN || sort < 0)
        return (struct known){k->worth, NULL};
    const size_t at = (size_t)sort * KINDS_MOST * (size_t)m->words;
    return (struct known){&k->values[at], &k->packed[(size_t)sort * PACKED_KINDS]};
}

/* Are all kinds of ${row} in ${packed}, as mostly they are? */
static bool are_packed(const struct edge_row *row, const uint8_t *packed)
{
    uint8_t all = true;
    for (int32_t i = 0; i < row->count; i++)
        all &= packed[row->kind[row->ends[i]]];
    return all;
}

/* Let ${known} have what edges of ${kind} add, of which u, v is one. */
static void weigh_kind(const struct lm_best *m, const struct lm_priorities *priorities, int32_t u,
                       int32_t v, uint8_t kind, const struct known *known, struct kinds *k)
{
    struct lm_worth few[LM_PRIORITIES_MAX];
    if (known->packed != NULL ? known->packed[kind] != 0 : k->weighed[kind] == u + 1)
        return;
    pack_values(m, few, ask(priorities, u, v, few), &known->worth[kind * m->words]);
    if (known->packed != NULL)
        known->packed[kind] = true;
    else
        k->weighed[kind] = u + 1;
}

/* The ends of ${row}: which these are looks like chance, so no branch hangs on it. */
static void list_ends(const struct lm_best *m, struct edge_row *row)
{
    int32_t count = 0;
    for (int32_t v = row->u + 1; v < m->vertices; v++) {
        row->ends[count] = v;
        count += row->kind[v] != KIND_OF_NONE;
    }
    row->count = count;
}

/* The sort of ${u}'s row; -1: its own. */
static int32_t sort_of(const struct edge_kinds *kinds, int32_t u)
{
    if (LM_LEAN)
        return -1;
    int32_t sort = kinds->sort == NULL ? 0 : kinds->sort[u];
    return sort < kinds->sorts ? sort : -1;
}

static bool load_kinds(struct lm_best *m, struct lm_arena *arena,
                       const struct lm_priorities *priorities, const struct edge_kinds *kinds)
{
    struct kinds k;
    struct edge_row row = {.kind = m->label, .ends = m->reached}; /* which no stage has used yet */
    struct lm_mark before = lm_arena_mark(arena);
    if (!make_room_for_kinds(m, arena, (size_t)kinds->sorts, &k))
        return false;
    memset(k.weighed, 0, sizeof k.weighed);
    for (row.u = 0; row.u < kinds->rows; row.u++) {
        if (LISTS)
            m->later[row.u] = m->edges[row.u]; /* those so far are with earlier ones */
        if (!LM_LEAN && kinds->ends != NULL) {
            row.count = kinds->ends(priorities->context, row.u, row.kind, row.ends);
        } else {
            kinds->kinds(priorities->context, row.u, row.kind);
            list_ends(m, &row);
        }
        const struct known known = known_of(m, &k, sort_of(kinds, row.u));
        const bool all = known.packed != NULL && are_packed(&row, known.packed);
        for (int32_t i = 0; i < row.count && !all; i++) {
            const int32_t v = row.ends[i];
            const uint8_t kind = row.kind[v];
            if (kind == KIND_OF_ITS_OWN)
                load_edge(m, priorities, row.u, v);
            else
                weigh_kind(m, priorities, row.u, v, kind, &known, &k);
        }
        m->solver->load_row(m, &row, known.worth);
    }
    if (!LM_LEAN)
        m->solver->mirror(m);
    lm_arena_reset(arena, before);
    return true;
}

/* No pair is worth anything; not ${all}: with later ones.  In lean builds it is so. */
static void clear_weights(struct lm_best *m, bool all)
{
    const size_t n = (size_t)m->vertices, size = (size_t)m->words * sizeof(uint64_t);
    char *const weights = (char *)m->twice;
    for (size_t u = 0; u < n; u++)
        memset(weights + (u * n + (all ? 0 : u)) * size, 0, (n - (all ? 0 : u)) * size);
}

static enum lm_status make(struct lm_best **out, struct lm_arena *arena, int32_t vertices,
                           const struct lm_priorities *priorities, const struct edge_kinds *kinds)
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
    bool spares = priorities->alone != NULL || priorities->few != NULL || priorities->must != NULL;
    if (m->solver == NULL || !allocate(m, arena, spares)) {
        lm_arena_reset(arena, before);
        return LM_LIMIT;
    }
    start(m);
    if (m->spared != NULL)
        load_spared(m, priorities);
    if (!LM_LEAN && kinds->kinds != NULL)
        begin_notes(m);
    const bool by_kinds = kinds->kinds != NULL || kinds->ends != NULL;
    if (!LM_LEAN)
        clear_weights(m, !by_kinds);
    if (!by_kinds) {
        load(m, priorities);
    } else if (!load_kinds(m, arena, priorities, kinds)) {
        lm_arena_reset(arena, before);
        return LM_LIMIT;
    }
    m->loaded = true;
    *out = m;
    return LM_OK;
}

enum lm_status lm_best_new(struct lm_best **out, struct lm_arena *arena, int32_t vertices,
                           const struct lm_priorities *priorities)
{
    return make(out, arena, vertices, priorities, &(struct edge_kinds){.kinds = NULL});
}

enum lm_status lm_best_new_by_kinds(struct lm_best **out, struct lm_arena *arena, int32_t vertices,
                                    const struct lm_priorities *priorities,
                                    void (*kinds)(const void *context, int32_t u, uint8_t *kind))
{
    return make(out, arena, vertices, priorities,
                &(struct edge_kinds){.kinds = kinds, .rows = vertices});
}

enum lm_status lm_best_new_by_ends(struct lm_best **out, struct lm_arena *arena, int32_t vertices,
                                   const struct lm_priorities *priorities,
                                   int32_t (*ends)(const void *context, int32_t u, uint8_t *kind,
                                                   int32_t *end),
                                   const uint8_t *sort, int32_t sorts)
{
    const struct edge_kinds all = {
        .ends = ends, .sort = sort, .sorts = LM_LEAN ? 0 : sorts, .rows = vertices};
    return make(out, arena, vertices, priorities, &all);
}

enum lm_status
lm_best_new_by_same_kinds(struct lm_best **out, struct lm_arena *arena, int32_t vertices,
                          int32_t rows, const struct lm_priorities *priorities,
                          void (*kinds)(const void *context, int32_t u, uint8_t *kind))
{
    return make(out, arena, vertices, priorities,
                &(struct edge_kinds){.kinds = kinds, .sorts = 1, .rows = rows});
}

enum lm_status lm_best_new_by_sorts(struct lm_best **out, struct lm_arena *arena, int32_t vertices,
                                    const struct lm_priorities *priorities,
                                    void (*kinds)(const void *context, int32_t u, uint8_t *kind),
                                    const uint8_t *sort, int32_t sorts)
{
    const struct edge_kinds all = {
        .kinds = kinds, .sort = sort, .sorts = LM_LEAN ? 0 : sorts, .rows = vertices};
    return make(out, arena, vertices, priorities, &all);
}

/* ---- Using it ---- */

static void assert_vertex(const struct lm_best *m, int32_t v)
{
    assert(v >= 0 && v < m->vertices);
    (void)m;
    (void)v;
}

void lm_best_suggest(struct lm_best *best, int32_t u, int32_t v)
{
    assert_vertex(best, u);
    assert_vertex(best, v);
    assert(!best->solved && u != v && best->mate[u] == LM_ALONE && best->mate[v] == LM_ALONE);
    best->mate[u] = v;
    best->mate[v] = u;
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

bool lm_best_tight_row(const struct lm_best *best, int32_t u, uint64_t *row)
{
    assert_vertex(best, u);
    bool single = !LM_LEAN && best->parent[u] == LM_ALONE;
    if (single)
        best->solver->tight_row(best, u, row);
    return single;
}

bool lm_best_bar_slack(const struct lm_best *best, int32_t u, int16_t *depth)
{
    assert_vertex(best, u);
    bool single = !LM_LEAN && best->parent[u] == LM_ALONE;
    if (single)
        best->solver->bar_slack(best, u, depth);
    return single;
}

void lm_best_set_edge(struct lm_best *best, int32_t u, int32_t v, const int64_t *value)
{
    assert_vertex(best, u);
    assert_vertex(best, v);
    assert(u != v);
    struct lm_worth few[LM_PRIORITIES_MAX];
    lm_best_set_few(best, u, v, few, value == NULL ? -1 : keep_few(value, best->priorities, few));
}

void lm_best_set_few(struct lm_best *best, int32_t u, int32_t v, const struct lm_worth *value,
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
    add_words((uint64_t *)(void *)best->spared + (size_t)v * (size_t)best->words, unit,
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
        any |= dual[i] ^ (LM_LEAN ? 0 : words_of(best, best->charge, 0)[i]);
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

/* ---- A start from prices ---- */

/* The dual of ${v} is its price and half of the doubled field of pairs, if there is one; never
 * negative. */
static void set_price(struct lm_best *m, int32_t v, const struct lm_worth *price, int32_t count)
{
    uint64_t *dual = (uint64_t *)(void *)m->dual + (size_t)v * (size_t)m->words;
    memset(dual, 0, (size_t)m->words * sizeof *dual);
    if (m->pair_shift >= 0)
        add_field(dual, m->words, m->pair_shift, 1);
    for (int32_t i = 0; i < count; i++)
        add_field(dual, m->words, m->shift[price[i].of], price[i].value);
    if (dual[m->words - 1] >> 63 != 0)
        memset(dual, 0, (size_t)m->words * sizeof *dual);
}

void lm_best_start(struct lm_best *best,
                   int32_t (*price)(const void *context, int32_t v, struct lm_worth *worth),
                   const void *context)
{
    struct lm_worth few[LM_PRIORITIES_MAX];
    assert(!best->solved);
    for (int32_t v = 0; v < best->vertices; v++)
        set_price(best, v, few, price(context, v, few));
    best->priced = true;
}

bool lm_best_prices(const struct lm_best *best, int32_t v, int64_t *value)
{
    uint64_t left = 0;
    if (best->words != 1)
        return false;
    for (int32_t node = v; node >= 0; node = best->parent[node])
        left += *words_of(best, best->dual, (size_t)node);
    for (int32_t p = best->priorities - 1; p > 0; p--) {
        int32_t bits = best->shift[p - 1] - best->shift[p];
        uint64_t size = UINT64_C(1) << bits, low = left & (size - 1);
        value[p] = (int64_t)low;
        left >>= bits;
        if (bits > 0 && low >> (bits - 1) != 0) { /* nearer to one more, less this */
            value[p] -= (int64_t)size;
            left++;
        }
    }
    value[0] = (int64_t)left;
    return true;
}

void lm_best_start_at(struct lm_best *best, const uint64_t *dual)
{
    assert(!best->solved);
    memcpy(best->dual, dual, (size_t)best->vertices * (size_t)best->words * sizeof *dual);
    best->priced = true;
}

/* Are there too many edges for ${least} to be alone?  Where there are p pairs at most, there are at
 * most those of 2 p + 1 vertices, or those of p vertices with all others (Erdos and Gallai). */
static bool has_many_edges(const struct lm_best *m, int32_t least)
{
    int64_t n = m->vertices, pairs = (n - least) / 2, ends = 0;
    for (int32_t v = 0; v < m->vertices; v++)
        ends += m->edges[v];
    return ends > 2 * pairs * (2 * pairs + 1) && ends > pairs * (2 * n - pairs - 1);
}

void lm_best_expect_alone(struct lm_best *best, struct lm_arena *arena, int32_t least)
{
    enum { FEW = 24 };
    static const bool barred[] = {false};
    const int32_t n = best->vertices;
    struct lm_mark before = lm_arena_mark(arena);
    struct lm_dense *graph;
    assert(!best->solved);
    if (n <= FEW || has_many_edges(best, least) ||
        lm_dense_new(&graph, arena, n, 1, barred) != LM_OK)
        return;
    lm_dense_bar_all(graph);
    for (int32_t u = 0; u < n; u++) {
        uint64_t *row = lm_dense_open_row(graph, u);
        const uint16_t *edge = &best->edge[(size_t)u * (size_t)n];
        for (int32_t i = 0; i < best->edges[u]; i++)
            lm_set_insert(row, edge[i]);
    }
    lm_dense_repair(graph);
    if (lm_dense_alone(graph) >= least)
        best->parted = lm_dense_alone(graph);
    if (best->parted > 0)
        lm_dense_decompose(graph, best->at, NULL);
    lm_arena_reset(arena, before);
}

/* ---- As many alone as wanted ---- */

/*
 * Of the matchings of p pairs let g(p) be the greatest weight.  2 g(p) >= g(p - 1) + g(p + 1): in
 * two best ones of p - 1 and of p + 1 pairs some path of alternating pairs has one more of the
 * greater, and exchanging it leaves two of p pairs.  With a charge c on every pair the best
 * matchings are those of the p at which g(p) - c p is greatest: a stretch of p between two steps of
 * g, steps above it being more than c and those below it less.  Steps are whole numbers.  So some
 * whole charge has the wanted number in its stretch, and its best matchings of so many pairs are
 * the best ones of so many pairs.  It is found between two charges, one of too many pairs and one
 * of too few: the step that is the mean between what both found is tried next.
 */

__extension__ typedef unsigned __int128 weight_t;

enum { CHARGES_MOST = 64 };

/* A best matching of the charge ${at}. */
struct charged {
    weight_t at, weight;
    int32_t pairs;
};

static weight_t weight_of(const struct lm_best *m, size_t edge)
{
    const uint64_t *twice = words_of(m, m->twice, edge);
    weight_t weight = m->words == CHARGE_WORDS ? twice[CHARGE_WORDS - 1] : 0;
    return (weight << 64 | twice[0]) / 2;
}

static struct charged look_at(const struct lm_best *m, weight_t at)
{
    struct charged found = {.at = at};
    for (int32_t v = 0; v < m->vertices; v++) {
        if (m->mate[v] <= v)
            continue;
        size_t edge = (size_t)v * (size_t)m->vertices + (size_t)m->mate[v];
        found.weight += weight_of(m, edge);
        found.pairs++;
    }
    return found;
}

/* What a solve leaves: matching, sets and duals. */
struct state {
    int32_t *numbers;
    uint64_t *dual;
    int32_t spare_count;
    weight_t at;
};

enum { BY_NODE = 9, BY_VERTEX = 4 };

static bool hold_state(const struct lm_best *m, struct lm_arena *arena, struct state *state)
{
    size_t vertices = (size_t)m->vertices, nodes = vertices + (size_t)m->blossoms;
    state->numbers =
        lm_arena_alloc(arena, BY_NODE * nodes + BY_VERTEX * vertices, sizeof *state->numbers);
    state->dual = lm_arena_alloc(arena, nodes, (size_t)m->words * sizeof *state->dual);
    return state->numbers != NULL && state->dual != NULL;
}

/* Note the state of ${m}, of the charge ${at}; or go ${back} to the one noted. */
static void move_state(struct lm_best *m, struct state *state, weight_t at, bool back)
{
    int32_t *const by_node[BY_NODE] = {m->parent,     m->left, m->right, m->tail, m->head,
                                       m->base_child, m->base, m->first, m->last};
    int32_t *const by_vertex[BY_VERTEX] = {m->mate, m->following, m->top, m->spare};
    size_t vertices = (size_t)m->vertices, nodes = vertices + (size_t)m->blossoms;
    int32_t *numbers = state->numbers;
    for (size_t i = 0; i < BY_NODE + BY_VERTEX; i++) {
        size_t count = i < BY_NODE ? nodes : vertices;
        int32_t *array = i < BY_NODE ? by_node[i] : by_vertex[i - BY_NODE];
        if (count > 0)
            memcpy(back ? array : numbers, back ? numbers : array, count * sizeof *numbers);
        numbers += count;
    }
    size_t size = nodes * (size_t)m->words * sizeof(uint64_t);
    if (size > 0)
        memcpy(back ? (void *)m->dual : state->dual, back ? state->dual : (void *)m->dual, size);
    if (!back) {
        state->spare_count = m->spare_count;
        state->at = at;
        return;
    }
    m->spare_count = state->spare_count;
    uint64_t *charge = (uint64_t *)(void *)m->charge;
    for (int32_t i = 0; i < m->words; i++)
        charge[i] = (uint64_t)(state->at >> (64 * i));
}

/* From the state of a lower charge, which leaves few to be matched anew; or from that of a higher
 * one at hand (${from}: NULL), where nearly all who are alone stay so, at the lower price. */
static struct charged solve_at(struct lm_best *m, struct state *from, weight_t at)
{
    if (from != NULL)
        move_state(m, from, at, true);
    const uint64_t words[CHARGE_WORDS] = {(uint64_t)at, (uint64_t)(at >> 64)};
    m->solver->charge(m, words);
    m->solver->solve(m);
    return look_at(m, at);
}

/* Two matchings, the one of a charge too low and the one of a charge too high, differ by paths of
 * alternating pairs.  ${gain}: what each path adds that makes one pair more of the latter, the
 * greatest first. */
struct between {
    const int32_t *many; /* the mates of the former */
    int32_t *few;        /* of the latter */
    weight_t *gain;
    int32_t count;
};

/* Walk from ${v}, who is alone among the few, along pairs of the many and of the few in turn: what
 * the path adds into ${*gain}; its other end, if it makes one pair more, else LM_ALONE. */
static int32_t walk_path(const struct lm_best *m, const struct between *b, int32_t v,
                         weight_t *gain)
{
    *gain = 0;
    while (b->many[v] != LM_ALONE) {
        int32_t to = b->many[v], back = b->few[to];
        *gain += weight_of(m, (size_t)v * (size_t)m->vertices + (size_t)to);
        if (back == LM_ALONE)
            return to;
        *gain -= weight_of(m, (size_t)to * (size_t)m->vertices + (size_t)back);
        v = back;
    }
    return LM_ALONE;
}

static void list_gains(const struct lm_best *m, struct between *b)
{
    b->count = 0;
    for (int32_t v = 0; v < m->vertices; v++) {
        weight_t gain;
        if (b->few[v] != LM_ALONE || walk_path(m, b, v, &gain) <= v)
            continue;
        int32_t at = b->count++;
        for (; at > 0 && b->gain[at - 1] < gain; at--)
            b->gain[at] = b->gain[at - 1];
        b->gain[at] = gain;
    }
}

/* The charge to try next between ${many} and ${few}, or (${*last}) the one that is right, by the
 * mean step between the two. */
static weight_t mean_charge(const struct charged *many, const struct charged *few, int32_t wanted,
                            bool *last)
{
    weight_t more = many->weight - few->weight, pairs = (weight_t)(many->pairs - few->pairs);
    weight_t mean = more / pairs;
    bool whole = mean * pairs == more;
    *last = whole && (mean == many->at || mean == few->at);
    if (*last)
        return mean;
    if (few->at - many->at == 1) { /* steps of both only: so many of the greater */
        weight_t great = more - many->at * pairs;
        *last = true;
        return (weight_t)(wanted - few->pairs) <= great ? few->at : many->at;
    }
    return mean == many->at ? mean + 1 : mean;
}

/* The same by the paths between the two: with the best of them the few are as many as wanted, so
 * the step there is hardly another than that of the last of these.  No path adds more than the
 * charge of the few or less than that of the many; where the last one, or the first that is left,
 * adds just that, no matching of as many pairs as wanted is better: it is the right charge. */
static weight_t next_charge(const struct lm_best *m, struct between *b, const struct charged *many,
                            const struct charged *few, int32_t wanted, bool *last)
{
    int32_t more = wanted - few->pairs;
    *last = more == 0; /* nobody is to be paired */
    if (*last)
        return few->at;
    list_gains(m, b);
    if (b->count != many->pairs - few->pairs)
        return mean_charge(many, few, wanted, last);
    weight_t in = b->gain[more - 1], out = b->gain[more];
    *last = in == few->at || out == many->at;
    if (*last)
        return in == few->at ? in : out;
    weight_t between = out + (in - out) / 2;
    return between > many->at && between < few->at ? between : mean_charge(many, few, wanted, last);
}

enum {
    BY_PATHS_MOST = LM_LEAN ? 0 : 16
}; /* of charges; after them by the mean, which comes to an end */

/* Do so many pairs of ${most} at most fit into a weight_t?  The first field need not hold them. */
static bool can_add_up(weight_t most, int32_t pairs)
{
    return pairs == 0 || most <= ~(weight_t)0 / (weight_t)pairs;
}

/* Of ${u}'s pairs with those before him, or ${least} if that is greater. */
static weight_t greatest_weight(const struct lm_best *m, int32_t u, weight_t least)
{
    const size_t row = (size_t)u * (size_t)m->vertices;
    const int32_t count = LISTS ? m->edges[u] : m->vertices;
    for (int32_t i = 0; i < count; i++) {
        const size_t v = LISTS ? m->edge[row + (size_t)i] : (size_t)i;
        const weight_t weight = v < (size_t)u ? weight_of(m, row + v) : 0;
        least = weight > least ? weight : least;
    }
    return least;
}

static bool find_charge(struct lm_best *m, struct state *state, struct between *b, int32_t wanted)
{
    struct charged many = look_at(m, 0), few = {0}, now = many;
    for (int32_t v = 0; v < m->vertices; v++) {
        few.at = greatest_weight(m, v, few.at);
        b->few[v] = LM_ALONE;
    }
    bool last = false;
    if (many.pairs <= wanted || !can_add_up(few.at, many.pairs))
        return false;
    move_state(m, state, 0, false);
    for (int32_t tries = 0; !last && tries < CHARGES_MOST; tries++) {
        weight_t at = tries < BY_PATHS_MOST ? next_charge(m, b, &many, &few, wanted, &last)
                                            : mean_charge(&many, &few, wanted, &last);
        const bool nearer = now.at == few.at && few.at - at < at - many.at;
        if (at != now.at)
            now = solve_at(m, nearer ? NULL : state, at);
        last = last || now.pairs == wanted;
        if (now.pairs > wanted)
            move_state(m, state, at, false);
        else
            memcpy(b->few, m->mate, (size_t)m->vertices * sizeof *b->few);
        *(now.pairs > wanted ? &many : &few) = now;
    }
    return last && now.at > 0;
}

bool lm_best_leave(struct lm_best *best, struct lm_arena *arena, int32_t alone)
{
    struct state state;
    struct between between = {
        .few = lm_arena_alloc(arena, (size_t)best->vertices, sizeof *between.few),
        .gain = lm_arena_alloc(arena, (size_t)best->vertices, sizeof *between.gain)};
    const size_t n = (size_t)best->vertices;
    if (LM_LEAN || best->words > CHARGE_WORDS || best->charged || between.few == NULL ||
        between.gain == NULL || !hold_state(best, arena, &state))
        return false;
    best->charged = true;
    between.many = state.numbers + BY_NODE * (n + (size_t)best->blossoms);
    return find_charge(best, &state, &between, (best->vertices - alone) / 2);
}

static void subtract_words(uint64_t *sum, const uint64_t *less, int32_t words)
{
    uint64_t borrow = 0;
    for (int32_t i = 0; i < words; i++) {
        uint64_t part = sum[i] - less[i], whole = part - borrow;
        borrow = (uint64_t)(sum[i] < less[i]) | (uint64_t)(part < borrow);
        sum[i] = whole;
    }
}

static void not_negative(uint64_t *number, int32_t words)
{
    if (number[words - 1] >> 63 != 0)
        memset(number, 0, (size_t)words * sizeof *number);
}

/* Let P be the unit of who must, and c the charge: d(v) - 2 P is the dual of ${v} by what he is
 * worth alone, and more than -${times} c. */
bool lm_best_stays(const struct lm_best *best, int32_t v, int32_t times)
{
    uint64_t most[WIDE_WORDS_MAX] = {0}, any = 0;
    memcpy(most, words_of(best, best->dual, (size_t)v), (size_t)best->words * sizeof *most);
    for (int32_t i = 0; i < times; i++)
        add_words(most, words_of(best, best->charge, 0), best->words);
    for (int32_t i = 0; i < 2; i++)
        add_field(most, best->words, best->must_shift, -1);
    for (int32_t i = 0; i < best->words; i++)
        any |= most[i];
    return most[best->words - 1] >> 63 == 0 && any != 0;
}

/* c; 0 in lean builds. */
static void copy_charge(const struct lm_best *best, uint64_t *charge)
{
    memset(charge, 0, WIDE_WORDS_MAX * sizeof *charge);
    if (!LM_LEAN)
        memcpy(charge, words_of(best, best->charge, 0), (size_t)best->words * sizeof *charge);
}

/*
 * Let P be the unit of pairs, a(u) what it is worth that u is alone, and c the charge.  Here
 * d(u) + d(v) >= 2 w(u, v) - 2 a(u) - 2 a(v), so P + d(u) + 2 a(u) leave no pair less than its
 * 2 P + 2 w(u, v), nor P - c of those left one of u and them less than its 2 P + 2 a(u), as
 * d(u) >= c; and no more where the proof of this problem says so.  Those left are no pairs among
 * themselves: P + c for their neighbours, and P for the rest.  The duals of sets go to their
 * vertices.
 */
void lm_best_leave_duals(const struct lm_best *best, uint64_t *dual)
{
    const int32_t words = best->words;
    uint64_t charge[WIDE_WORDS_MAX];
    copy_charge(best, charge);
    memset(dual, 0, ((size_t)best->vertices + 3) * (size_t)words * sizeof *dual);
    for (int32_t v = 0; v < best->vertices; v++, dual += words) {
        add_field(dual, words, best->must_shift, 1);
        for (int32_t node = v; node >= 0; node = best->parent[node])
            add_words(dual, words_of(best, best->dual, (size_t)node), words);
        subtract_words(dual, words_of(best, best->spared, (size_t)v), words);
        subtract_words(dual, words_of(best, best->spared, (size_t)v), words);
        not_negative(dual, words);
    }
    for (int32_t i = 0; i < 3; i++)
        add_field(dual + i * words, words, best->must_shift, 1);
    subtract_words(dual, charge, words);
    not_negative(dual, words);
    add_words(dual + words, charge, words);
}

/*
 * With the charge c (0 where none was asked for) no dual is less than c: so d(u) leave no pair less
 * than its weight.  Whoever is alone has c, and a place, worth P to whoever takes it, P - c.  The
 * duals of sets go to their vertices.
 */
void lm_best_start_from(struct lm_best *best, const struct lm_best *few)
{
    const int32_t words = best->words;
    uint64_t charge[WIDE_WORDS_MAX];
    assert(!best->solved && few->words == words);
    copy_charge(few, charge);
    uint64_t *dual = (uint64_t *)(void *)best->dual;
    for (int32_t v = 0; v < best->vertices; v++, dual += words) {
        memset(dual, 0, (size_t)words * sizeof *dual);
        if (v < few->vertices) {
            for (int32_t node = v; node >= 0; node = few->parent[node])
                add_words(dual, words_of(few, few->dual, (size_t)node), words);
            continue;
        }
        add_words(dual, words_of(best, best->spared, (size_t)v), words);
        add_words(dual, words_of(best, best->spared, (size_t)v), words);
        subtract_words(dual, charge, words);
        not_negative(dual, words);
    }
    best->priced = true;
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

/* ---- The invariants ---- */

static bool vertex_is_sane(const struct lm_best *m, int32_t v)
{
    int32_t mate = m->mate[v], top = v;
    while (m->parent[top] >= 0)
        top = m->parent[top];
    return m->top[v] == top && m->base[v] == v && m->first[v] == v && m->last[v] == v &&
           (mate == LM_ALONE || (mate != v && m->mate[mate] == v));
}

/* Whether v is in ${node}. */
static bool holds(const struct lm_best *m, int32_t node, int32_t v)
{
    while (v >= 0 && v != node)
        v = m->parent[v];
    return v == node;
}

static bool ring_is_sane(const struct lm_best *m, int32_t blossom)
{
    int32_t child = m->base_child[blossom], length = 0, v = m->first[blossom];
    bool matched = false; /* to the left neighbour */
    do {
        int32_t right = m->right[child], tail = m->tail[child], head = m->head[child];
        if (m->parent[child] != blossom || m->left[right] != child || !holds(m, child, tail) ||
            !holds(m, right, head) || length++ > m->vertices)
            return false;
        bool pair = m->mate[tail] == head && m->base[child] == tail && m->base[right] == head;
        if (pair != (child != m->base_child[blossom] && !matched))
            return false;
        matched = pair;
        child = right;
    } while (child != m->base_child[blossom]);
    for (; v != m->last[blossom]; v = m->following[v])
        if (!holds(m, blossom, v) || length++ > 2 * m->vertices)
            return false;
    return m->base[blossom] == m->base[child] && !matched;
}

static bool has_weight(const struct lm_best *m, int32_t u, int32_t v)
{
    const uint64_t *weight = words_of(m, m->twice, (size_t)u * (size_t)m->vertices + (size_t)v);
    bool any = false;
    for (int32_t i = 0; i < m->words; i++)
        any |= weight[i] != 0;
    return any;
}

/* Whether all edges of ${v} are listed, none of them twice. */
static bool edges_are_sane(const struct lm_best *m, int32_t v)
{
    int32_t more = 0;
    for (int32_t u = 0; u < m->vertices; u++)
        more += has_weight(m, v, u);
    for (int32_t i = 0; i < m->edges[v]; i++)
        more -= has_weight(m, v, m->edge[(size_t)v * (size_t)m->vertices + (size_t)i]);
    return !LISTS || (more == 0 && m->edges[v] < m->vertices);
}

bool lm_best_is_sane(const struct lm_best *m)
{
    int32_t used = 0;
    for (int32_t v = 0; v < m->vertices; v++)
        if (!vertex_is_sane(m, v) || !edges_are_sane(m, v))
            return false;
    for (int32_t b = m->vertices; b < m->vertices + m->blossoms; b++) {
        bool spare = false;
        for (int32_t i = 0; i < m->spare_count; i++)
            spare = spare || m->spare[i] == b;
        if (!spare && !ring_is_sane(m, b))
            return false;
        used += spare ? 0 : 1;
    }
    return used + m->spare_count == m->blossoms;
}
