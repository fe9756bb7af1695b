/* SPDX-License-Identifier: Apache-2.0 */
#include "graph/sets.h"

#include <assert.h>
#include <string.h>

/*
 * The search of largest.c (Edmonds 1965, labels of Gabow 1976) on sets of bits.  An even vertex
 * finds unseen neighbours and even ones of other blossoms by a word at a time: its row, and those
 * unseen, or even but not of its own blossom.  Each bit found is a vertex taken into the tree or a
 * blossom merged, so nothing but words is looked at in vain.
 *
 * A search that fails leaves its tree standing, as there: no augmenting path ever enters it.  Even
 * vertices of different trees are no neighbours: whoever came later was unseen, and would have been
 * taken into the earlier tree.
 */

enum { NONE = -1 };

/* What an even vertex says about its even path to the root: as in largest.c. */
struct label {
    int32_t first, second;
};

/*
 * Between public calls: mate[mate[v]] == v or mate[v] is LM_ALONE; ${unseen} is ${present};
 * ${lonely} those of them without mate; ${even} is empty; base[v] == v; touched_count == 0.
 */
struct lm_set_matching {
    int32_t vertices, alone; /* alone: present, without mate */
    size_t words;
    const uint64_t *neighbours;
    int32_t *mate;
    uint64_t *present, *unseen, *lonely, *even;

    struct label *label;
    int32_t *base;     /* union-find: the base of the blossom is the root of its tree */
    uint64_t *members; /* per base: of its blossom */
    int32_t *touched, *queue;
    int32_t touched_count, queue_count;
    struct label *stack;
    uint64_t *walked_at, stamp;
};

static const uint64_t *row_of(const struct lm_set_matching *m, int32_t v)
{
    return m->neighbours + (size_t)v * m->words;
}

static uint64_t *members_of(const struct lm_set_matching *m, int32_t base)
{
    return m->members + (size_t)base * m->words;
}

/* The lowest of ${bits}, those of the word ${w}. */
static int32_t first_of(uint64_t bits, size_t w)
{
    return (int32_t)(w * LM_SET_BITS) + __builtin_ctzll(bits);
}

/* ---- Blossoms ---- */

static int32_t find(struct lm_set_matching *m, int32_t v)
{
    while (m->base[v] != v) {
        m->base[v] = m->base[m->base[v]];
        v = m->base[v];
    }
    return v;
}

static void become_even(struct lm_set_matching *m, int32_t v, struct label label)
{
    m->label[v] = label;
    m->queue[m->queue_count++] = v;
    lm_set_insert(m->even, v);
    memset(members_of(m, v), 0, m->words * sizeof *m->members);
    lm_set_insert(members_of(m, v), v);
}

static void unite(struct lm_set_matching *m, int32_t base, int32_t from)
{
    uint64_t *all = members_of(m, base);
    const uint64_t *more = members_of(m, from);
    m->base[from] = base;
    for (size_t w = 0; w < m->words; w++)
        all[w] |= more[w];
}

/* The base of the blossom above that of ${base} in the tree; NONE above the root. */
static int32_t above(struct lm_set_matching *m, int32_t base)
{
    return m->mate[base] == LM_ALONE ? NONE : find(m, m->label[base].first);
}

/* The lowest blossom above both ${a} and ${b}, walked from both in turns. */
static int32_t join(struct lm_set_matching *m, int32_t a, int32_t b)
{
    uint64_t here = ++m->stamp;
    for (;;) {
        if (a != NONE) {
            if (m->walked_at[a] == here)
                return a;
            m->walked_at[a] = here;
            a = above(m, a);
        }
        int32_t other = a;
        a = b;
        b = other;
    }
}

/* One side of a new blossom: its odd vertices become even, reached through the edge ${closing}. */
static void shrink_side(struct lm_set_matching *m, int32_t from, int32_t base, struct label closing)
{
    for (int32_t b = find(m, from); b != base;) {
        int32_t odd = m->mate[b], up = above(m, b);
        become_even(m, odd, closing);
        unite(m, base, b);
        unite(m, base, odd);
        b = up;
    }
}

/* ${u} and ${v} are even neighbours in different blossoms of the tree. */
static void shrink(struct lm_set_matching *m, int32_t u, int32_t v)
{
    int32_t base = join(m, find(m, u), find(m, v));
    struct label closing = {u, v};
    shrink_side(m, u, base, closing);
    shrink_side(m, v, base, closing);
}

/* ---- The search ---- */

static void touch(struct lm_set_matching *m, int32_t v)
{
    lm_set_drop(m->unseen, v);
    lm_set_drop(m->lonely, v);
    m->touched[m->touched_count++] = v;
}

/* Match the even ${u} to ${v}, which is alone, and the tree path of ${u} accordingly (Gabow). */
static void augment(struct lm_set_matching *m, int32_t u, int32_t v)
{
    int32_t depth = 0;
    lm_set_drop(m->lonely, v);
    m->mate[v] = u;
    m->stack[depth++] = (struct label){u, v};
    while (depth > 0) {
        struct label match = m->stack[--depth];
        int32_t old = m->mate[match.first];
        m->mate[match.first] = match.second;
        if (old == LM_ALONE || m->mate[old] != match.first)
            continue;
        struct label path = m->label[match.first];
        if (path.second == NONE) {
            m->mate[old] = path.first;
            m->stack[depth++] = (struct label){path.first, old};
        } else {
            m->stack[depth++] = (struct label){path.second, path.first};
            m->stack[depth++] = path;
        }
    }
    m->alone -= 2;
}

/* Match the even ${u} to a neighbour that is unseen and alone, if there is one. */
static bool end_at(struct lm_set_matching *m, int32_t u)
{
    const uint64_t *row = row_of(m, u);
    for (size_t w = 0; w < m->words; w++)
        if ((row[w] & m->lonely[w]) != 0) {
            augment(m, u, first_of(row[w] & m->lonely[w], w));
            return true;
        }
    return false;
}

/* Take all unseen neighbours of the even ${u}, who have mates, into the tree; but true when one of
 * these ends the search. */
static bool grow(struct lm_set_matching *m, int32_t u)
{
    const uint64_t *row = row_of(m, u);
    for (size_t w = 0; w < m->words; w++) {
        while ((row[w] & m->unseen[w]) != 0) {
            int32_t v = first_of(row[w] & m->unseen[w], w), mate = m->mate[v];
            touch(m, v);
            touch(m, mate);
            become_even(m, mate, (struct label){u, NONE});
            if (end_at(m, mate))
                return true;
        }
    }
    return false;
}

/* Merge the blossom of the even ${u} with all that it has neighbours in. */
static void merge(struct lm_set_matching *m, int32_t u)
{
    const uint64_t *row = row_of(m, u), *own = members_of(m, find(m, u));
    for (size_t w = 0; w < m->words; w++) {
        while ((row[w] & m->even[w] & ~own[w]) != 0) {
            shrink(m, u, first_of(row[w] & m->even[w] & ~own[w], w));
            own = members_of(m, find(m, u));
        }
    }
}

/* Back to unseen: all touched from ${from} on. */
static void thaw(struct lm_set_matching *m, int32_t from)
{
    for (int32_t i = from; i < m->touched_count; i++) {
        int32_t v = m->touched[i];
        m->base[v] = v;
        lm_set_insert(m->unseen, v);
        lm_set_drop(m->even, v);
        if (m->mate[v] == LM_ALONE)
            lm_set_insert(m->lonely, v);
    }
    m->touched_count = from;
}

/* Search an augmenting path from ${root} and use it; if there is none the tree stays. */
static void search(struct lm_set_matching *m, int32_t root)
{
    int32_t before = m->touched_count;
    m->queue_count = 0;
    touch(m, root);
    become_even(m, root, (struct label){NONE, NONE});
    bool found = false;
    for (int32_t i = 0; i < m->queue_count && !found; i++) {
        found = end_at(m, m->queue[i]) || grow(m, m->queue[i]);
        if (!found)
            merge(m, m->queue[i]);
    }
    if (found)
        thaw(m, before);
}

/* The lowest of ${lonely}, if it has at least ${least}; or NONE. */
static int32_t next_root(const struct lm_set_matching *m, int least)
{
    int32_t root = NONE;
    int found = 0;
    for (size_t w = 0; w < m->words && found < least; w++) {
        if (root == NONE && m->lonely[w] != 0)
            root = first_of(m->lonely[w], w);
        found += __builtin_popcountll(m->lonely[w]);
    }
    return found < least ? NONE : root;
}

/* ---- The public calls ---- */

void lm_set_matching_repair(struct lm_set_matching *m)
{
    for (int32_t root; (root = next_root(m, 2)) != NONE;)
        search(m, root);
    thaw(m, 0);
}

void lm_set_matching_even_set(struct lm_set_matching *m, uint64_t *even)
{
    for (int32_t root; (root = next_root(m, 1)) != NONE;)
        search(m, root);
    memcpy(even, m->even, m->words * sizeof *even);
    thaw(m, 0);
}

int32_t lm_set_matching_alone(const struct lm_set_matching *m)
{
    return m->alone;
}

int32_t lm_set_matching_mate(const struct lm_set_matching *m, int32_t v)
{
    return m->mate[v];
}

void lm_set_matching_pair(struct lm_set_matching *m, int32_t u, int32_t v)
{
    assert(u != v && lm_set_holds(m->lonely, u) && lm_set_holds(m->lonely, v));
    m->mate[u] = v;
    m->mate[v] = u;
    lm_set_drop(m->lonely, u);
    lm_set_drop(m->lonely, v);
    m->alone -= 2;
}

void lm_set_matching_remove(struct lm_set_matching *m, int32_t v)
{
    if (!lm_set_holds(m->present, v))
        return;
    int32_t mate = m->mate[v];
    if (mate == LM_ALONE) {
        m->alone--;
    } else {
        m->mate[mate] = m->mate[v] = LM_ALONE;
        lm_set_insert(m->lonely, mate);
        m->alone++;
    }
    lm_set_drop(m->present, v);
    lm_set_drop(m->unseen, v);
    lm_set_drop(m->lonely, v);
}

void lm_set_matching_restore(struct lm_set_matching *m, int32_t v)
{
    if (lm_set_holds(m->present, v))
        return;
    lm_set_insert(m->present, v);
    lm_set_insert(m->unseen, v);
    lm_set_insert(m->lonely, v);
    m->alone++;
}

static bool allocate(struct lm_set_matching *m, struct lm_arena *arena)
{
    size_t n = (size_t)m->vertices, set = m->words;
    return (m->mate = lm_arena_alloc(arena, n, sizeof *m->mate)) != NULL &&
           (m->present = lm_arena_alloc(arena, set, sizeof *m->present)) != NULL &&
           (m->unseen = lm_arena_alloc(arena, set, sizeof *m->unseen)) != NULL &&
           (m->lonely = lm_arena_alloc(arena, set, sizeof *m->lonely)) != NULL &&
           (m->even = lm_arena_alloc(arena, set, sizeof *m->even)) != NULL &&
           (m->label = lm_arena_alloc(arena, n, sizeof *m->label)) != NULL &&
           (m->base = lm_arena_alloc(arena, n, sizeof *m->base)) != NULL &&
           (m->members = lm_arena_alloc(arena, n, set * sizeof *m->members)) != NULL &&
           (m->touched = lm_arena_alloc(arena, n, sizeof *m->touched)) != NULL &&
           (m->queue = lm_arena_alloc(arena, n, sizeof *m->queue)) != NULL &&
           (m->stack = lm_arena_alloc(arena, n + 1, sizeof *m->stack)) != NULL &&
           (m->walked_at = lm_arena_alloc(arena, n, sizeof *m->walked_at)) != NULL;
}

enum lm_status lm_set_matching_new(struct lm_set_matching **out, struct lm_arena *arena,
                                   int32_t vertices, const uint64_t *neighbours)
{
    struct lm_mark before = lm_arena_mark(arena);
    struct lm_set_matching *m = lm_arena_alloc(arena, 1, sizeof *m);
    if (m == NULL)
        return LM_LIMIT;
    *m = (struct lm_set_matching){
        .vertices = vertices, .words = lm_set_words(vertices), .neighbours = neighbours};
    if (!allocate(m, arena)) {
        lm_arena_reset(arena, before);
        return LM_LIMIT;
    }
    for (int32_t v = 0; v < vertices; v++) {
        m->mate[v] = LM_ALONE;
        m->base[v] = v;
        lm_set_matching_restore(m, v);
    }
    *out = m;
    return LM_OK;
}
