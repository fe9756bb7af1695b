/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The solver behind ${struct lm_best} (best.h has the method), for numbers of WORDS words.  This is
 * not an ordinary header: best_3.c and best_16.c define WORDS and SOLVER and include it once.  A
 * width known to the compiler lets it unroll the loops over three words.
 */
#include "graph/best.h"

#include <assert.h>

enum { NONE = -1 };

enum label { FREE, OUTER, INNER };

/* ---- Numbers: unsigned, of WORDS words, the lowest first ---- */

struct wide {
    uint64_t word[WORDS];
};

/* GCC unrolls three or four words only with this pragma; its loop takes twice as long.  Clang does
 * it anyway. */
#if WORDS == 3 && !defined(__clang__)
#define WORD_BY_WORD _Pragma("GCC unroll 4")
#else
#define WORD_BY_WORD
#endif

static inline bool less(const struct wide *a, const struct wide *b)
{
    WORD_BY_WORD
    for (int i = WORDS - 1; i > 0; i--)
        if (a->word[i] != b->word[i])
            return a->word[i] < b->word[i];
    return a->word[0] < b->word[0];
}

static inline bool is_zero(const struct wide *a)
{
    uint64_t any = 0;
    WORD_BY_WORD
    for (int i = 0; i < WORDS; i++)
        any |= a->word[i];
    return any == 0;
}

static inline struct wide plus(const struct wide *a, const struct wide *b)
{
    struct wide sum;
    uint64_t carry = 0;
    WORD_BY_WORD
    for (int i = 0; i < WORDS; i++) {
        uint64_t part = a->word[i] + b->word[i];
        sum.word[i] = part + carry;
        carry = (uint64_t)(part < a->word[i]) | (uint64_t)(sum.word[i] < part);
    }
    return sum;
}

/* Return ${a} - ${b}, modulo the width. */
static inline struct wide minus(const struct wide *a, const struct wide *b)
{
    struct wide difference;
    uint64_t borrow = 0;
    WORD_BY_WORD
    for (int i = 0; i < WORDS; i++) {
        uint64_t part = a->word[i] - b->word[i];
        difference.word[i] = part - borrow;
        borrow = (uint64_t)(a->word[i] < b->word[i]) | (uint64_t)(part < borrow);
    }
    return difference;
}

static inline struct wide half(const struct wide *a)
{
    struct wide result;
    WORD_BY_WORD
    for (int i = 0; i < WORDS - 1; i++)
        result.word[i] = a->word[i] >> 1 | a->word[i + 1] << 63;
    result.word[WORDS - 1] = a->word[WORDS - 1] >> 1;
    return result;
}

/* Return a number greater than any slack; best.h explains the room for it. */
static inline struct wide more_than_any(void)
{
    struct wide most;
    WORD_BY_WORD
    for (int i = 0; i < WORDS; i++)
        most.word[i] = UINT64_MAX;
    most.word[WORDS - 1] >>= 1;
    return most;
}

/* Is the dual of ${v} 0, as low as that of a vertex alone? */
static inline bool is_low(const struct lm_best *m, int32_t v)
{
    return is_zero(&m->dual[v]);
}

static inline const struct wide *twice(const struct lm_best *m, int32_t u, int32_t v)
{
    return &m->twice[(size_t)u * (size_t)m->vertices + (size_t)v];
}

/* Return the slack of u, v in different outermost nodes, where no blossom holds both. */
static inline struct wide slack(const struct lm_best *m, int32_t u, int32_t v)
{
    struct wide sum = plus(&m->dual[u], &m->dual[v]);
    return minus(&sum, twice(m, u, v));
}

/* Can that slack be less than ${bound}?  Decide by the highest words alone, which a carry or a
 * borrow from below change by one. */
static inline bool may_be_less(const struct lm_best *m, int32_t u, int32_t v,
                               const struct wide *bound)
{
    enum { TOP = WORDS - 1 };
    uint64_t top = m->dual[u].word[TOP] + m->dual[v].word[TOP] - twice(m, u, v)->word[TOP];
    return WORDS == 1 || top + 1 <= bound->word[TOP] + 2;
}

/* Is that slack 0?  The highest words, with a carry or without, decide most pairs. */
static inline bool is_tight(const struct lm_best *m, int32_t u, int32_t v)
{
    const uint64_t *d = m->dual[u].word, *e = m->dual[v].word, *t = twice(m, u, v)->word;
    if (WORDS > 1 && t[WORDS - 1] - d[WORDS - 1] - e[WORDS - 1] > 1)
        return false;
    uint64_t carry = 0;
    for (int i = 0; i < WORDS; i++) {
        uint64_t part = d[i] + e[i], sum = part + carry;
        if (sum != t[i])
            return false;
        carry = (uint64_t)(part < d[i]) | (uint64_t)(sum < part);
    }
    return true;
}

/* ---- Blossoms ---- */

static bool is_blossom(const struct lm_best *m, int32_t node)
{
    return node >= m->vertices;
}

/* Return the vertex of ${node} after ${v}; NONE after the last. */
static int32_t next_in(const struct lm_best *m, int32_t node, int32_t v)
{
    return v == m->last[node] ? NONE : m->following[v];
}

static bool is_alone(const struct lm_best *m, int32_t node)
{
    return m->mate[m->base[node]] == LM_ALONE;
}

/* Make ${top} the outermost node of all vertices of ${node}. */
static void set_top(struct lm_best *m, int32_t node, int32_t top)
{
    for (int32_t v = m->first[node]; v != NONE; v = next_in(m, node, v))
        m->top[v] = top;
}

static void set_label(struct lm_best *m, int32_t node, enum label label)
{
    m->label[node] = (uint8_t)label;
    for (int32_t v = m->first[node]; v != NONE; v = next_in(m, node, v)) {
        m->at[v] = (uint8_t)label;
        if (label == OUTER && less(&m->dual[v], &m->dual[m->lowest]))
            m->lowest = v;
    }
}

/* Return the child of ${blossom} that holds ${v}. */
static int32_t child_with(const struct lm_best *m, int32_t blossom, int32_t v)
{
    int32_t child = v;
    while (m->parent[child] != blossom)
        child = m->parent[child];
    return child;
}

static void connect(struct lm_best *m, int32_t left, int32_t right, int32_t tail, int32_t head)
{
    m->right[left] = right;
    m->left[right] = left;
    m->tail[left] = tail;
    m->head[left] = head;
}

/* One step along a ring: the next node and the edge to it. */
struct step {
    int32_t from, to, node;
};

static struct step step_along(const struct lm_best *m, int32_t child, bool rightward)
{
    int32_t left = m->left[child];
    return rightward ? (struct step){m->tail[child], m->head[child], m->right[child]}
                     : (struct step){m->head[left], m->tail[left], left};
}

/* Has the way from ${child} rightward to the base child an even number of steps?  If not, the way
 * leftward has. */
static bool even_rightward(const struct lm_best *m, int32_t blossom, int32_t child)
{
    bool even = true;
    for (int32_t c = child; c != m->base_child[blossom]; c = m->right[c])
        even = !even;
    return even;
}

/*
 * Rematch inside ${node} so that its vertex ${v} becomes its base.  From the child with v an even
 * number of steps leads to the old base child; the pairs along it move by one place.  Recursion
 * depth: the nesting of blossoms.
 */
static void make_base(struct lm_best *m, int32_t node, int32_t v)
{
    if (m->base[node] == v)
        return;
    int32_t child = child_with(m, node, v);
    bool rightward = even_rightward(m, node, child);
    make_base(m, child, v);
    for (int32_t c = child; c != m->base_child[node];) {
        struct step to_first = step_along(m, c, rightward);
        struct step pair = step_along(m, to_first.node, rightward);
        make_base(m, to_first.node, pair.from);
        make_base(m, pair.node, pair.to);
        m->mate[pair.from] = pair.to;
        m->mate[pair.to] = pair.from;
        c = pair.node;
    }
    m->base_child[node] = child;
    m->base[node] = v;
}

/* Make the children of the outermost ${blossom} outermost nodes, and its number free. */
static void open_blossom(struct lm_best *m, int32_t blossom)
{
    int32_t child = m->base_child[blossom];
    do {
        m->parent[child] = NONE;
        set_top(m, child, child);
        set_label(m, child, FREE);
        child = m->right[child];
    } while (child != m->base_child[blossom]);
    m->unused[m->unused_count++] = blossom;
}

/* ---- A stage: least slacks ---- */

static void keep_closest(struct lm_best *m, int32_t node, int32_t in, int32_t out,
                         const struct wide *distance)
{
    if (m->closest_in[node] != NONE && !less(distance, &m->closest_slack[node]))
        return;
    m->closest_in[node] = in;
    m->closest_out[node] = out;
    m->closest_slack[node] = *distance;
}

/* Return the slack that an edge from the outer ${node} to ${v} outside has to beat; NULL: none
 * yet. */
static inline const struct wide *rival(const struct lm_best *m, int32_t node, int32_t v)
{
    if (m->at[v] == OUTER)
        return m->closest_in[node] == NONE ? NULL : &m->closest_slack[node];
    return m->near[v] == NONE ? NULL : &m->near_slack[v];
}

/* Let the edge from ${s} in the new outer ${node} to ${v} outside, with its slack ${distance},
 * compete with those of other nodes.  It is the best of that node for ${v}. */
static inline void compete(struct lm_best *m, int32_t node, int32_t s, int32_t v,
                           const struct wide *distance)
{
    if (m->at[v] == OUTER) {
        keep_closest(m, node, s, v, distance);
    } else if (m->near[v] == NONE || less(distance, &m->near_slack[v])) {
        m->near[v] = s;
        m->near_slack[v] = *distance;
    }
}

/* Scan all others from the new outer node ${s}, a vertex. */
static void scan_vertex(struct lm_best *m, int32_t s)
{
    m->closest_in[s] = NONE;
    for (int32_t v = 0; v < m->vertices; v++) {
        const struct wide *beaten = rival(m, s, v);
        if (beaten != NULL && !may_be_less(m, s, v, beaten))
            continue;
        struct wide distance = slack(m, s, v);
        compete(m, s, s, v, &distance);
    }
}

static int32_t *row_of(const struct lm_best *m, int32_t blossom)
{
    return &m->row[(size_t)(blossom - m->vertices) * (size_t)m->vertices];
}

/* Let ${s}, a member of the current outer blossom, compete in its ${row} for ${v} outside. */
static inline void offer(struct lm_best *m, int32_t *row, int32_t s, int32_t v)
{
    if (!may_be_less(m, s, v, &m->row_slack[v]))
        return;
    struct wide distance = slack(m, s, v);
    if (less(&distance, &m->row_slack[v])) {
        row[v] = s;
        m->row_slack[v] = distance;
    }
}

/* Were the least slacks of the outer ${node} measured in this stage? */
static bool is_measured(const struct lm_best *m, int32_t node)
{
    return m->measured_at[node] == m->stages;
}

/* Let the vertices of ${node}, within the current outer blossom, compete in its ${row} for those
 * outside: the ones known from ${node}'s own row, if it has one, or all.  Recursion depth: the
 * nesting of blossoms. */
static void gather(struct lm_best *m, int32_t *row, int32_t node)
{
    if (!is_blossom(m, node)) {
        int32_t blossom = m->top[node];
        for (int32_t v = 0; v < m->vertices; v++)
            if (m->top[v] != blossom)
                offer(m, row, node, v);
        return;
    }
    if (is_measured(m, node)) {
        const int32_t *known = row_of(m, node);
        for (int32_t i = 0; i < m->outside_count; i++)
            if (known[m->outside[i]] != NONE)
                offer(m, row, known[m->outside[i]], m->outside[i]);
        return;
    }
    int32_t child = m->base_child[node];
    do {
        gather(m, row, child);
        child = m->right[child];
    } while (child != m->base_child[node]);
}

/* Fill the row of ${blossom}.  A row has no entries for its members: they stay inside each blossom
 * that takes this one in. */
static void measure_blossom(struct lm_best *m, int32_t blossom)
{
    int32_t *row = row_of(m, blossom);
    m->outside_count = 0;
    for (int32_t v = 0; v < m->vertices; v++)
        if (m->top[v] != blossom) {
            m->outside[m->outside_count++] = v;
            m->row_slack[v] = more_than_any();
            row[v] = NONE;
        }
    gather(m, row, blossom);
    m->closest_in[blossom] = NONE;
    for (int32_t i = 0; i < m->outside_count; i++) {
        int32_t v = m->outside[i];
        if (row[v] != NONE)
            compete(m, blossom, row[v], v, &m->row_slack[v]);
    }
}

/* Find the least slacks of all outer nodes that were not measured after a vertex of theirs became
 * outer. */
static void measure(struct lm_best *m)
{
    while (m->measured_count < m->reached_count) {
        int32_t node = m->top[m->reached[m->measured_count++]];
        if (is_measured(m, node))
            continue;
        if (is_blossom(m, node))
            measure_blossom(m, node);
        else
            scan_vertex(m, node);
        m->measured_at[node] = m->stages;
    }
}

/* ---- A stage: labels ---- */

/* Queue the vertices of ${node}, which have become outer, for a scan of their tight edges. */
static void reach(struct lm_best *m, int32_t node)
{
    for (int32_t v = m->first[node]; v != NONE; v = next_in(m, node, v))
        m->reached[m->reached_count++] = v;
}

static void become_outer(struct lm_best *m, int32_t node)
{
    set_label(m, node, OUTER);
    reach(m, node);
}

static void become_inner(struct lm_best *m, int32_t node, int32_t outer, int32_t inner)
{
    set_label(m, node, INNER);
    m->link_outer[node] = outer;
    m->link_inner[node] = inner;
}

/* ---- A stage: events ---- */

/* Make ${v}, in an outer node, the end of the tree that ${partner} (or LM_ALONE) takes: all pairs
 * from there to the root move by one place. */
static void flip_path(struct lm_best *m, int32_t v, int32_t partner)
{
    for (;;) {
        int32_t node = m->top[v], old = m->mate[m->base[node]];
        make_base(m, node, v);
        m->mate[v] = partner;
        if (old == LM_ALONE)
            return;
        int32_t inner = m->top[old];
        v = m->link_outer[inner];
        partner = m->link_inner[inner];
        make_base(m, inner, partner);
        m->mate[partner] = v;
    }
}

/* Pair all vertices of the ring of halves of ${v} except ${v}, each with the next one. */
static void open_ring(struct lm_best *m, int32_t v)
{
    int32_t one = m->right[v];
    m->right[v] = NONE;
    while (one != v) {
        int32_t other = m->right[one], next = m->right[other];
        m->mate[one] = other;
        m->mate[other] = one;
        m->right[one] = m->right[other] = NONE;
        one = next;
    }
}

static bool is_halved(const struct lm_best *m, int32_t v)
{
    return m->halves && m->right[v] != NONE;
}

/* Grow the tree by ${v}, which is free, through its tight edge to the outer vertex near it.  Return
 * true if that was the last edge of an augmenting path, which has been used. */
static bool grow(struct lm_best *m, int32_t v)
{
    int32_t node = m->top[v];
    if (is_halved(m, v))
        open_ring(m, v);
    if (is_alone(m, node)) {
        make_base(m, node, v);
        m->mate[v] = m->near[v];
        flip_path(m, m->near[v], v);
        return true;
    }
    become_inner(m, node, m->near[v], v);
    become_outer(m, m->top[m->mate[m->base[node]]]);
    return false;
}

/* Return the outer node two steps above ${outer} in the tree; NONE above the root. */
static int32_t above(const struct lm_best *m, int32_t outer)
{
    if (is_alone(m, outer))
        return NONE;
    return m->top[m->link_outer[m->top[m->mate[m->base[outer]]]]];
}

/* Return the lowest outer node above both ${a} and ${b}. */
static int32_t join(struct lm_best *m, int32_t a, int32_t b)
{
    m->stamp++;
    for (; a != NONE; a = above(m, a))
        m->joined_at[a] = m->stamp;
    while (m->joined_at[b] != m->stamp)
        b = above(m, b);
    return b;
}

/* Link the tree path from the outer ${node} up to ${join} as a part of a ring: from right to left
 * if ${leftward}. */
static void connect_path(struct lm_best *m, int32_t node, int32_t join, bool leftward)
{
    while (node != join) {
        int32_t base = m->base[node], mate = m->mate[base], inner = m->top[mate];
        int32_t from = m->link_inner[inner], to = m->link_outer[inner], next = m->top[to];
        if (leftward) {
            connect(m, inner, node, mate, base);
            connect(m, next, inner, to, from);
        } else {
            connect(m, node, inner, base, mate);
            connect(m, inner, next, from, to);
        }
        node = next;
    }
}

/* Make the ring through ${base_child} a blossom: members and place, not yet labels. */
static int32_t close_ring(struct lm_best *m, int32_t base_child)
{
    assert(m->unused_count > 0);
    int32_t blossom = m->unused[--m->unused_count];
    m->parent[blossom] = NONE;
    m->base_child[blossom] = base_child;
    m->base[blossom] = m->base[base_child];
    m->dual[blossom] = (struct wide){{0}};
    m->measured_at[blossom] = 0;
    m->first[blossom] = m->first[base_child];
    int32_t child = base_child;
    do {
        m->parent[child] = blossom;
        set_top(m, child, blossom);
        m->last[blossom] = m->last[child];
        child = m->right[child];
        m->following[m->last[blossom]] = m->first[child];
    } while (child != base_child);
    return blossom;
}

/* Make the ring through ${join} one of halves: its vertices need no other pairs, nor does the
 * root. */
static void halve(struct lm_best *m, int32_t join)
{
    flip_path(m, join, LM_ALONE);
    int32_t v = join;
    do {
        m->mate[v] = LM_ALONE;
        v = m->right[v];
    } while (v != join);
}

/* Make a ring of the tree paths of ${u} and ${v}, of two outer nodes, whose edge is tight.  Return
 * true if that ended the stage. */
static bool shrink(struct lm_best *m, int32_t u, int32_t v)
{
    int32_t node = m->top[u], other = m->top[v], meeting = join(m, node, other);
    connect_path(m, node, meeting, true);
    connect(m, node, other, u, v);
    connect_path(m, other, meeting, false);
    if (m->halves) {
        halve(m, meeting);
        return true;
    }
    for (int32_t child = m->right[meeting]; child != meeting; child = m->right[child])
        if (m->label[child] == INNER)
            become_outer(m, child);
    m->label[close_ring(m, meeting)] = OUTER;
    return false;
}

/* Open the inner ${blossom}, whose dual is 0.  The children between the one where the tree enters
 * and the base child, on the side of an even number of steps, take its place in the tree. */
static void expand(struct lm_best *m, int32_t blossom)
{
    int32_t outer = m->link_outer[blossom], inner = m->link_inner[blossom];
    int32_t child = child_with(m, blossom, inner), last = m->base_child[blossom];
    bool rightward = even_rightward(m, blossom, child);
    open_blossom(m, blossom);
    for (;;) {
        become_inner(m, child, outer, inner);
        if (child == last)
            return;
        struct step matched = step_along(m, child, rightward);
        struct step tight = step_along(m, matched.node, rightward);
        become_outer(m, matched.node);
        outer = tight.from;
        inner = tight.to;
        child = tight.node;
    }
}

/* Scan all edges of ${u}, an outer vertex, and use the tight ones; return true if that ended the
 * stage.  An edge of weight 0 is never used: an end of it would have a dual of 0. */
static bool look(struct lm_best *m, int32_t u)
{
    for (int32_t v = 0; v < m->vertices; v++) {
        if (m->at[v] == INNER || m->top[v] == m->top[u] || !is_tight(m, u, v))
            continue;
        if (m->at[v] == OUTER) {
            if (shrink(m, u, v))
                return true;
        } else {
            m->near[v] = u;
            m->near_slack[v] = (struct wide){{0}};
            if (grow(m, v))
                return true;
        }
        if (is_low(m, m->lowest))
            return false;
    }
    return false;
}

/* Do the same where rings are halved, and find the least slacks at the same time: no inner node
 * changes its label. */
static bool look_and_measure(struct lm_best *m, int32_t u)
{
    enum { TOP = WORDS - 1 };
    const struct wide *const row = twice(m, u, 0), *const dual = m->dual;
    const struct wide *const least = m->near_slack;
    const uint8_t *const at = m->at;
    const int32_t count = m->vertices;
    const struct wide own = dual[u];
    struct wide closest = more_than_any();
    m->closest_in[u] = NONE;
    m->measured_at[u] = m->stages;
    for (int32_t i = 0; i < count; i++) {
        const int32_t v = i;
        if (at[v] == INNER)
            continue;
        const bool outer = at[v] == OUTER;
        const uint64_t top = own.word[TOP] + dual[v].word[TOP] - row[v].word[TOP];
        const uint64_t most = outer ? closest.word[TOP] : least[v].word[TOP];
        if (WORDS > 1 ? top + 1 > most + 2 : top >= most)
            continue;
        struct wide distance = plus(&own, &dual[v]);
        distance = minus(&distance, &row[v]);
        if (!less(&distance, outer ? &closest : &least[v]))
            continue;
        if (outer)
            closest = distance;
        compete(m, u, u, v, &distance);
        if (is_zero(&distance) && (outer ? shrink(m, u, v) : grow(m, v)))
            return true;
    }
    return false;
}

/* Use the edges known to be tight, and open inner blossoms with a dual of 0, as least_change noted
 * them; return true if that ended the stage. */
static bool use_known(struct lm_best *m)
{
    for (int32_t i = 0; i < m->outside_count && !is_low(m, m->lowest); i++) {
        int32_t v = m->outside[i], node = m->top[v];
        if (m->at[v] == FREE) {
            if (m->near[v] != NONE && is_zero(&m->near_slack[v]) && grow(m, v))
                return true;
        } else if (m->first[node] != v) {
            continue;
        } else if (m->label[node] == INNER) {
            if (is_blossom(m, node) && is_zero(&m->dual[node]))
                expand(m, node);
        } else if (is_measured(m, node) && m->closest_in[node] != NONE &&
                   is_zero(&m->closest_slack[node]) &&
                   shrink(m, m->closest_in[node], m->closest_out[node])) {
            return true;
        }
    }
    return false;
}

/* Lower ${least} to ${change}, which ${v} allows, if it is less; note ${v} if none is less. */
static inline void limit(struct lm_best *m, int32_t v, const struct wide *change,
                         struct wide *least)
{
    if (less(least, change))
        return;
    if (less(change, least))
        m->outside_count = 0;
    *least = *change;
    m->outside[m->outside_count++] = v;
}

/* Return how far the duals of the tree can change until an edge becomes tight, or the dual of an
 * inner blossom or an outer vertex 0; ${m}->outside: where one of the first two happens, by vertex
 * or the first one of a node. */
static struct wide least_change(struct lm_best *m)
{
    struct wide least = m->dual[m->lowest];
    m->outside_count = 0;
    for (int32_t v = 0; v < m->vertices; v++) {
        int32_t node = m->top[v];
        if (m->at[v] == FREE) {
            limit(m, v, &m->near_slack[v], &least);
        } else if (m->first[node] != v) {
            continue;
        } else if (m->label[node] == INNER) {
            if (is_blossom(m, node))
                limit(m, v, &m->dual[node], &least);
        } else if (m->closest_in[node] != NONE) {
            struct wide change = half(&m->closest_slack[node]);
            limit(m, v, &change, &least);
        }
    }
    return least;
}

/* Change the duals and keep all tree edges tight: ${delta} less outside, more inside. */
static void change_duals(struct lm_best *m, const struct wide *delta)
{
    struct wide both = plus(delta, delta);
    for (int32_t v = 0; v < m->vertices; v++) {
        if (m->at[v] == OUTER)
            m->dual[v] = minus(&m->dual[v], delta);
        else if (m->at[v] == INNER)
            m->dual[v] = plus(&m->dual[v], delta);
        else if (m->near[v] != NONE)
            m->near_slack[v] = minus(&m->near_slack[v], delta);
        int32_t node = m->top[v];
        if (m->first[node] != v || m->label[node] == FREE)
            continue;
        if (m->label[node] == OUTER)
            m->closest_slack[node] = minus(&m->closest_slack[node], &both);
        if (is_blossom(m, node))
            m->dual[node] = m->label[node] == OUTER ? plus(&m->dual[node], delta)
                                                    : minus(&m->dual[node], delta);
    }
}

/* Change the duals as far as possible, if at all. */
static void change(struct lm_best *m)
{
    struct wide least = (least_change)(m);
    if (!is_zero(&least))
        (change_duals)(m, &least);
}

/* Open the outermost blossoms whose dual is 0, which need not be full. */
static void open_slack_blossoms(struct lm_best *m)
{
    for (int32_t v = 0; v < m->vertices; v++)
        while (is_blossom(m, m->top[v]) && is_zero(&m->dual[m->top[v]]))
            open_blossom(m, m->top[v]);
}

static void free_all(struct lm_best *m)
{
    if (!m->halves)
        open_slack_blossoms(m);
    for (int32_t v = 0; v < m->vertices; v++) {
        m->label[m->top[v]] = FREE;
        m->at[v] = FREE;
        m->near[v] = NONE;
        m->near_slack[v] = more_than_any();
    }
}

static void begin_stage(struct lm_best *m, int32_t root)
{
    free_all(m);
    m->stages++;
    m->reached_count = m->measured_count = 0;
    m->lowest = root;
    become_outer(m, m->top[root]);
}

/*
 * Match ${root}, which is alone with a positive dual, or let a vertex with dual 0 be alone.  The
 * tree grows along tight edges, for which scans suffice; least slacks are computed only when there
 * are no more tight edges, so that the duals have to change.
 */
static void stage(struct lm_best *m, int32_t root)
{
    begin_stage(m, root);
    for (int32_t looked = 0;;) {
        while (looked < m->reached_count && !is_low(m, m->lowest))
            if ((m->halves ? look_and_measure : look)(m, m->reached[looked++]))
                return;
        if (is_low(m, m->lowest)) {
            flip_path(m, m->lowest, LM_ALONE);
            return;
        }
        measure(m);
        change(m);
        if (use_known(m))
            return;
    }
}

/* Are shares half of the weights? */
static inline bool shares_weights(const struct lm_best *m)
{
    return m->of_mate == NULL || m->pair_shift >= 0;
}

/* Return u's share: the weight of u, v plus the worth of u not being alone, less that of v; 0 if
 * that is negative.  The shares of u and v add up to twice the weight.  Where pairs come first, few
 * vertices are alone, and the weight is computed faster. */
static inline struct wide share(const struct lm_best *m, int32_t u, int32_t v)
{
    struct wide weight = half(twice(m, u, v));
    if (shares_weights(m) || is_zero(&weight))
        return weight;
    weight = plus(&weight, &m->of_mate[u]);
    weight = minus(&weight, &m->of_mate[v]);
    return weight.word[WORDS - 1] >> 63 == 0 ? weight : (struct wide){{0}};
}

/* Return the greatest share of ${u}. */
static struct wide most_share(const struct lm_best *m, int32_t u)
{
    struct wide most = {{0}};
    for (int32_t v = 0; v < m->vertices; v++) {
        struct wide worth = share(m, u, v);
        if (less(&most, &worth))
            most = worth;
    }
    return most;
}

/* Set duals to start from: the greatest share of each vertex.  Most edges break few criteria, so
 * their weight is the worth of both ends not being alone, and they are tight. */
static void first_duals(struct lm_best *m)
{
    for (int32_t u = 0; u < m->vertices; u++)
        m->dual[u] = most_share(m, u);
}

/* Return the vertex with the least slack to ${u}, which is alone, if it is less than ${*least}, and
 * store the slack there; of equal ones one that is alone.  LM_ALONE: none, or one that is not
 * alone. */
static int32_t find_closest(const struct lm_best *m, int32_t u, struct wide *least)
{
    const struct wide *const weight = twice(m, u, 0), *const dual = m->dual;
    const int32_t *const mate = m->mate, count = m->vertices;
    const struct wide own = dual[u];
    struct wide most = *least;
    int32_t to = LM_ALONE;
    for (int32_t i = 0; i < count && (to == LM_ALONE || !is_zero(&most)); i++) {
        const int32_t v = i;
        struct wide distance = plus(&own, &dual[v]);
        distance = minus(&distance, &weight[v]);
        if (less(&most, &distance))
            continue;
        const bool alone = mate[v] == LM_ALONE;
        if (less(&distance, &most))
            to = alone ? v : LM_ALONE;
        else if (to == LM_ALONE && alone)
            to = v;
        most = distance;
    }
    *least = most;
    return to;
}

/* Lower the duals of vertices alone as far as their edges allow, and take an edge that becomes
 * tight. */
static void first_pairs(struct lm_best *m)
{
    for (int32_t u = 0; u < m->vertices; u++) {
        if (m->mate[u] != LM_ALONE || m->top[u] != u)
            continue;
        struct wide least = m->dual[u];
        const int32_t to = find_closest(m, u, &least);
        m->dual[u] = minus(&m->dual[u], &least);
        if (to != LM_ALONE && !is_low(m, u)) {
            m->mate[u] = to;
            m->mate[to] = u;
        }
    }
}

/* Without blossoms: find the best matching in which a pair can count as a half; then pair all
 * vertices of each ring of halves except one. */
static void match_by_halves(struct lm_best *m)
{
    m->halves = true;
    m->reached_count = 0;
    for (int32_t v = 0; v < m->vertices; v++) {
        m->at[v] = FREE;
        m->near[v] = m->right[v] = NONE;
        m->near_slack[v] = more_than_any();
    }
    for (int32_t v = 0; v < m->vertices; v++)
        if (m->mate[v] == LM_ALONE && m->right[v] == NONE && !is_low(m, v))
            stage(m, v);
    for (int32_t v = 0; v < m->vertices; v++)
        if (m->right[v] != NONE)
            open_ring(m, v);
    m->halves = false;
}

static void solve(struct lm_best *m)
{
    if (!m->solved) {
        first_duals(m);
        first_pairs(m);
    }
    m->solved = true;
    if (m->unused_count == m->blossoms)
        match_by_halves(m);
    for (int32_t v = 0; v < m->vertices; v++)
        if (m->mate[v] == LM_ALONE && !is_low(m, v))
            stage(m, v);
}

/* ---- Changes ---- */

static void part(struct lm_best *m, int32_t v)
{
    int32_t mate = m->mate[v];
    if (mate != LM_ALONE)
        m->mate[mate] = LM_ALONE;
    m->mate[v] = LM_ALONE;
}

/*
 * Dissolve the outermost ${blossom}: its dual moves to its vertices, which keeps the slack of every
 * edge inside; the slack of edges leaving it rises, so its base loses its mate.
 */
static void dissolve(struct lm_best *m, int32_t blossom)
{
    if (!is_zero(&m->dual[blossom])) {
        part(m, m->base[blossom]);
        for (int32_t v = m->first[blossom]; v != NONE; v = next_in(m, blossom, v))
            m->dual[v] = plus(&m->dual[v], &m->dual[blossom]);
    }
    open_blossom(m, blossom);
}

/* Is the edge u, v, both in one blossom, part of the ring of the least one? */
static bool in_ring(const struct lm_best *m, int32_t u, int32_t v)
{
    int32_t a = u, b = NONE;
    for (;; a = m->parent[a]) {
        b = v;
        while (b != NONE && m->parent[b] != m->parent[a])
            b = m->parent[b];
        if (b != NONE)
            break;
    }
    return (m->right[a] == b && m->tail[a] == u && m->head[a] == v) ||
           (m->right[b] == a && m->tail[b] == v && m->head[b] == u);
}

/* Would an edge of the weight ${doubled} between u and v, in different outermost nodes, have a
 * negative slack? */
static bool too_good(const struct lm_best *m, int32_t u, int32_t v, const struct wide *doubled)
{
    struct wide sum = plus(&m->dual[u], &m->dual[v]);
    return less(&sum, doubled);
}

/* Make (1) to (3) of best.h hold with the edge's weight about to become ${doubled}: pairs and
 * blossoms that cannot stay are separated, and if the edge has become too good for the duals, that
 * of ${u} rises. */
static void make_room(struct lm_best *m, int32_t u, int32_t v, const struct wide *doubled)
{
    bool falls = less(doubled, twice(m, u, v));
    if (!falls || m->top[u] != m->top[v] || in_ring(m, u, v))
        while (m->top[u] == m->top[v])
            dissolve(m, m->top[u]);
    if (falls) {
        if (m->mate[u] == v)
            part(m, u);
        return;
    }
    while (too_good(m, u, v, doubled) && m->top[u] != u)
        dissolve(m, m->top[u]);
    if (!too_good(m, u, v, doubled))
        return;
    if (m->mate[u] != v) /* a pair with a greater weight remains one */
        part(m, u);
    m->dual[u] = minus(doubled, &m->dual[v]);
}

static void set_edge(struct lm_best *m, int32_t u, int32_t v, const uint64_t *weight)
{
    struct wide doubled;
    for (int i = 0; i < WORDS; i++)
        doubled.word[i] = weight[i];
    doubled = plus(&doubled, &doubled);
    if (m->solved) {
        if (!less(&doubled, twice(m, u, v)) && !less(twice(m, u, v), &doubled))
            return;
        make_room(m, u, v, &doubled);
    } /* an edge can have become worse */
    m->twice[(size_t)u * (size_t)m->vertices + (size_t)v] = doubled;
    m->twice[(size_t)v * (size_t)m->vertices + (size_t)u] = doubled;
}

/* Raise the weights of ${v}.  Slacks do not change, so the matching stays best, unless ${v} is
 * alone: then it needs a search for a mate. */
static void raise(struct lm_best *m, int32_t v, const uint64_t *weight)
{
    struct wide more;
    for (int i = 0; i < WORDS; i++)
        more.word[i] = weight[i];
    more = plus(&more, &more);
    for (int32_t u = 0; u < m->vertices; u++) {
        if (u == v || is_zero(twice(m, v, u)))
            continue;
        size_t one = (size_t)v * (size_t)m->vertices + (size_t)u;
        size_t other = (size_t)u * (size_t)m->vertices + (size_t)v;
        m->twice[one] = m->twice[other] = plus(&m->twice[one], &more);
    }
    if (m->solved)
        m->dual[v] = plus(&m->dual[v], &more);
}

/* ---- The proof ---- */

static int32_t blossoms_around(const struct lm_best *m, int32_t node)
{
    int32_t count = 0;
    while ((node = m->parent[node]) != NONE)
        count++;
    return count;
}

/* Return the innermost blossom that holds both ${u} and ${v}; NONE: there is none. */
static int32_t innermost_around(const struct lm_best *m, int32_t u, int32_t v)
{
    int32_t above_u = blossoms_around(m, u), above_v = blossoms_around(m, v);
    for (; above_u > above_v; above_u--)
        u = m->parent[u];
    for (; above_v > above_u; above_v--)
        v = m->parent[v];
    for (; u != v && u != NONE; v = m->parent[v])
        u = m->parent[u];
    return u;
}

/* Return the depth.  By (1) to (4) of best.h a matching is best exactly when its pairs have no
 * slack, blossoms with z > 0 are full and vertices with d > 0 are not alone. */
static int32_t depth(const struct lm_best *m, int32_t u, int32_t v)
{
    enum { TOP = WORDS - 1 };
    if (m->dual[u].word[TOP] + m->dual[v].word[TOP] > twice(m, u, v)->word[TOP])
        return LM_BARRED;
    struct wide sum = plus(&m->dual[u], &m->dual[v]);
    if (is_zero(twice(m, u, v)) || less(twice(m, u, v), &sum))
        return LM_BARRED;
    int32_t sets = 0, around = m->top[u] == m->top[v] ? innermost_around(m, u, v) : NONE;
    for (; around != NONE; around = m->parent[around]) {
        if (is_zero(&m->dual[around]))
            continue;
        struct wide both = plus(&m->dual[around], &m->dual[around]);
        sum = plus(&sum, &both);
        sets++;
    }
    return less(twice(m, u, v), &sum) ? LM_BARRED : sets;
}

/* Are ${price} (the duals of u and of the sets around u, v) and the dual of ${v} together the
 * doubled weight of that edge?  The lowest words decide most pairs. */
static inline bool is_paid(const struct wide *price, const struct wide *dual,
                           const struct wide *weight)
{
    if (price->word[0] + dual->word[0] != weight->word[0])
        return false;
    const struct wide sum = plus(price, dual);
    return !less(weight, &sum) && !is_zero(weight);
}

/* List the depths of ${u}, whose outermost node is ${top}, with vertices from ${from} on outside
 * it. Constant values are copied into local variables, because they would be read again each
 * time. */
static void list_outside(const struct lm_best *m, int32_t u, int32_t top, int32_t from,
                         int32_t *out)
{
    const struct wide *const weight = twice(m, u, 0), *const dual = m->dual;
    const int32_t *const top_of = m->top, count = m->vertices;
    const struct wide own = dual[u];
    for (int32_t i = 0; i < count; i++) {
        const int32_t v = i;
        if (v >= from && top_of[v] != top && is_paid(&own, &dual[v], &weight[v]))
            out[v] = 0;
    }
}

/* List the depths of ${u}, in ${node}, with the others of ${around}, the next set: ${price} is the
 * sum of the duals of u and the ${sets} around both. */
static void list_inside(const struct lm_best *m, int32_t u, int32_t node, int32_t around,
                        const struct wide *price, int32_t sets, int32_t from, int32_t *out)
{
    const struct wide *const weight = twice(m, u, 0), *const dual = m->dual;
    const int32_t *const following = m->following;
    const int32_t first = m->first[node], last = m->last[node], end = m->last[around];
    const struct wide paid = *price;
    for (int32_t v = m->first[around];; v = following[v]) {
        if (v == first)
            v = last;
        else if (v >= from && is_paid(&paid, &dual[v], &weight[v]))
            out[v] = sets;
        if (v == end)
            return;
    }
}

/* List the depths of ${u} with all others, set by set from the innermost around it: each step
 * covers the vertices that the one before did not. */
static void depths(const struct lm_best *m, int32_t u, int32_t from, int32_t *out)
{
    struct wide price = {{0}};
    int32_t sets = 0, node = u;
    for (int32_t v = from; v < m->vertices; v++)
        out[v] = LM_BARRED;
    for (int32_t around = m->parent[u]; around != NONE; around = m->parent[around]) {
        price = plus(&price, &m->dual[around]);
        sets += !is_zero(&m->dual[around]);
    }
    price = plus(&price, &price);
    price = plus(&price, &m->dual[u]);
    for (int32_t around = m->parent[u]; around != NONE; node = around, around = m->parent[node]) {
        list_inside(m, u, node, around, &price, sets, from, out);
        const struct wide both = plus(&m->dual[around], &m->dual[around]);
        price = minus(&price, &both);
        sets -= !is_zero(&m->dual[around]);
    }
    list_outside(m, u, node, from, out);
    if (u >= from)
        out[u] = LM_BARRED;
}

const struct solver SOLVER = {WORDS, solve, set_edge, raise, depth, depths};
