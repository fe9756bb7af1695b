/* SPDX-License-Identifier: Apache-2.0 */
#include "certify.h"

#include <string.h>

/*
 * Check the proof that a matching is best: conditions (1) to (4) of best.h, from the weights, the
 * mates, the duals and the nesting of blossoms alone.  The arithmetic is independent, a word at a
 * time and one word wider than the solver's, so that no overflow goes unnoticed.
 */

enum { NONE = -1, SUM_WORDS = WIDE_WORDS_MAX + 1 };

struct sum {
    uint64_t word[SUM_WORDS];
};

struct check {
    const struct lm_best *m;
    int32_t nodes;
    int32_t *order;    /* blossoms in use, each after the one around it */
    int32_t in_use;    /* number of these */
    int32_t *shared;   /* by node: the innermost blossom that contains it and the current vertex */
    int32_t *around;   /* by node: stamp of the current vertex (plus 1) if the node contains it */
    int32_t *size;     /* by node: vertices */
    int32_t *matched;  /* by node: vertices with their mate inside */
    struct sum *above; /* by node: z of the node and of all around it */
};

static void add(struct sum *sum, const uint64_t *words, int32_t count)
{
    uint64_t carry = 0;
    for (int32_t i = 0; i < SUM_WORDS; i++) {
        uint64_t word = i < count ? words[i] : 0;
        uint64_t part = sum->word[i] + word;
        sum->word[i] = part + carry;
        carry = (uint64_t)(part < word) | (uint64_t)(sum->word[i] < part);
    }
}

/* Return the sign of a - b. */
static int compare(const struct sum *a, const uint64_t *b, int32_t count)
{
    for (int32_t i = SUM_WORDS - 1; i >= 0; i--) {
        uint64_t word = i < count ? b[i] : 0;
        if (a->word[i] != word)
            return a->word[i] < word ? -1 : 1;
    }
    return 0;
}

static bool is_zero(const uint64_t *words, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        if (words[i] != 0)
            return false;
    return true;
}

static const uint64_t *dual(const struct check *c, int32_t node)
{
    return words_of(c->m, c->m->dual, (size_t)node);
}

/* Order the blossoms that contain a vertex from outside in, and sum their duals on the way: each
 * pass takes those whose surroundings have been taken. */
static void sort_blossoms(struct check *c)
{
    const struct lm_best *m = c->m;
    for (int32_t v = 0; v < m->vertices; v++)
        for (int32_t b = m->parent[v]; b != NONE; b = m->parent[b])
            c->size[b]++;
    for (int32_t done = -1; done != c->in_use;) {
        done = c->in_use;
        for (int32_t b = m->vertices; b < c->nodes; b++) {
            int32_t outside = m->parent[b];
            if (c->size[b] == 0 || c->around[b] != 0 ||
                (outside != NONE && c->around[outside] == 0))
                continue;
            c->around[b] = -1;
            c->order[c->in_use++] = b;
            if (outside != NONE)
                c->above[b] = c->above[outside];
            add(&c->above[b], dual(c, b), m->words);
        }
    }
}

/* Find for every node the innermost blossom that it shares with ${u}. */
static void share(struct check *c, int32_t u)
{
    const struct lm_best *m = c->m;
    for (int32_t b = m->parent[u]; b != NONE; b = m->parent[b])
        c->around[b] = u + 1;
    for (int32_t i = 0; i < c->in_use; i++) {
        int32_t b = c->order[i];
        if (c->around[b] == u + 1)
            c->shared[b] = b;
        else
            c->shared[b] = m->parent[b] == NONE ? NONE : c->shared[m->parent[b]];
    }
    for (int32_t v = 0; v < m->vertices; v++)
        c->shared[v] = m->parent[v] == NONE ? NONE : c->shared[m->parent[v]];
}

/* (1) and (2) for the pair u, v. */
static bool pair_holds(const struct check *c, int32_t u, int32_t v)
{
    const struct lm_best *m = c->m;
    const uint64_t *twice = words_of(m, m->twice, (size_t)u * (size_t)m->vertices + (size_t)v);
    struct sum sum = {{0}};
    add(&sum, dual(c, u), m->words);
    add(&sum, dual(c, v), m->words);
    if (c->shared[v] != NONE) {
        add(&sum, c->above[c->shared[v]].word, SUM_WORDS);
        add(&sum, c->above[c->shared[v]].word, SUM_WORDS);
    }
    int sign = compare(&sum, twice, m->words);
    return m->mate[u] == v ? sign == 0 && !is_zero(twice, m->words) : sign >= 0;
}

/* Check all conditions of ${u}; count its mate for (3). */
static bool vertex_holds(struct check *c, int32_t u)
{
    const struct lm_best *m = c->m;
    int32_t mate = m->mate[u];
    share(c, u);
    for (int32_t v = 0; v < m->vertices; v++)
        if (v != u && !pair_holds(c, u, v))
            return false;
    if (mate == LM_ALONE)
        return is_zero(dual(c, u), m->words);
    for (int32_t b = c->shared[mate]; b != NONE; b = m->parent[b])
        c->matched[b]++;
    return mate != u && m->mate[mate] == u;
}

static bool proof_holds(struct check *c)
{
    sort_blossoms(c);
    for (int32_t u = 0; u < c->m->vertices; u++)
        if (!vertex_holds(c, u))
            return false;
    for (int32_t i = 0; i < c->in_use; i++) {
        int32_t b = c->order[i];
        if (!is_zero(dual(c, b), c->m->words) && c->matched[b] != c->size[b] - 1)
            return false;
    }
    return true;
}

enum lm_status lm_best_certify(const struct lm_best *best, struct lm_arena *arena)
{
    struct lm_mark before = lm_arena_mark(arena);
    struct check c = {.m = best, .nodes = best->vertices + best->blossoms};
    size_t nodes = (size_t)c.nodes;
    enum lm_status status = LM_LIMIT;
    if ((c.order = lm_arena_alloc(arena, nodes, sizeof *c.order)) != NULL &&
        (c.shared = lm_arena_alloc(arena, nodes, sizeof *c.shared)) != NULL &&
        (c.around = lm_arena_alloc(arena, nodes, sizeof *c.around)) != NULL &&
        (c.size = lm_arena_alloc(arena, nodes, sizeof *c.size)) != NULL &&
        (c.matched = lm_arena_alloc(arena, nodes, sizeof *c.matched)) != NULL &&
        (c.above = lm_arena_alloc(arena, nodes, sizeof *c.above)) != NULL)
        status = proof_holds(&c) ? LM_OK : LM_INTERNAL;
    lm_arena_reset(arena, before);
    return status;
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

/* Is v in ${node}? */
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

bool lm_best_is_sane(const struct lm_best *m)
{
    int32_t used = 0;
    for (int32_t v = 0; v < m->vertices; v++)
        if (!vertex_is_sane(m, v))
            return false;
    for (int32_t b = m->vertices; b < m->vertices + m->blossoms; b++) {
        bool unused = false;
        for (int32_t i = 0; i < m->unused_count; i++)
            unused = unused || m->unused[i] == b;
        if (!unused && !ring_is_sane(m, b))
            return false;
        used += unused ? 0 : 1;
    }
    return used + m->unused_count == m->blossoms;
}
