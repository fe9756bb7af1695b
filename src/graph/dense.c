/* SPDX-License-Identifier: Apache-2.0 */
#include "graph/dense.h"

#include <string.h>

#include "base/room.h"
#include "graph/bits.h"
#include "graph/tree.h"

/*
 * The search of largest.c (Edmonds 1965, with the labels of Gabow 1976) over rows of bits.  An even
 * vertex is tested, as soon as it is found, whether the search ends there, and then scanned twice
 * over the words of its row: for unseen neighbours, whose mates become even; and for even ones
 * outside its own blossom, which is also a row of bits if it has more than one vertex.  Vain tests
 * cost a word for 64 vertices, not a step for each, and so a search costs O(vertices^2 / 64).
 *
 * A search that fails leaves its tree, which no later one of the same repair enters.
 */

/*
 * Invariants between two calls:
 *
 *   - mate[mate[v]] == v, or mate[v] is LM_ALONE, as it is for every absent vertex;
 *   - the bits of classes, and of vertices alone, are of present vertices only;
 *   - unseen is present, even is empty.
 */
struct lm_dense {
    int32_t vertices, words, classes;
    int32_t first, end; /* the words of a row that a search reads: all with a present vertex */
    bool *barred;       /* by two classes */
    uint64_t *row;      /* by vertex: vertices not barred from it */
    void *kept;         /* the part that lm_dense_keep copies, and after it the copy */
    size_t kept_size;

    /* The part that is kept. */
    int32_t *class_of; /* after ${tree.mate} */
    int32_t *alone_count;
    uint64_t *present, *alone;
    uint64_t *of_class; /* by class: its present vertices */

    /* The current search. */
    uint64_t *reach; /* by class: vertices it can meet */
    bool *is_reached;
    uint64_t *unseen, *even;
    uint64_t *unseen_before, *even_before; /* when it began */
    uint64_t *ends;                        /* vertices alone and unseen, except its root */
    uint64_t *shrunk;                      /* the bases of blossoms of more than one vertex */
    uint64_t *blossom;                     /* by such a base: its members */
    struct tree tree;
    int32_t *queue, queue_count;
};

static int32_t lowest(uint64_t word)
{
    return (int32_t)__builtin_ctzll(word);
}

static uint64_t *row_of(const struct lm_dense *m, uint64_t *rows, int32_t v)
{
    return rows + (size_t)v * (size_t)m->words;
}

/* ---- Blossoms ---- */

static void become_even(struct lm_dense *m, int32_t v, struct label label)
{
    lm_set_insert(m->even, v);
    m->tree.label[v] = label;
    m->queue[m->queue_count++] = v;
}

static void touch(struct lm_dense *m, int32_t v)
{
    lm_set_drop(m->unseen, v);
    m->tree.base[v] = v;
}

/* Return the members of the blossom of ${base}, which has more than one vertex from now on. */
static uint64_t *members_of(struct lm_dense *m, int32_t base)
{
    uint64_t *members = row_of(m, m->blossom, base);
    if (lm_set_holds(m->shrunk, base))
        return members;
    memset(members, 0, (size_t)m->words * sizeof *members);
    lm_set_insert(members, base);
    lm_set_insert(m->shrunk, base);
    return members;
}

/* Shrink one side of a new blossom: its odd vertices become even, reached through the edge
 * ${closing}. */
static void shrink_side(struct lm_dense *m, int32_t from, int32_t base, struct label closing)
{
    uint64_t *members = members_of(m, base);
    for (int32_t b = tree_find(&m->tree, from); b != base;) {
        int32_t odd = m->tree.mate[b], up = tree_above(&m->tree, b);
        const uint64_t *add = row_of(m, m->blossom, b);
        become_even(m, odd, closing);
        for (int32_t w = m->first; w < m->end && lm_set_holds(m->shrunk, b); w++)
            members[w] |= add[w];
        lm_set_insert(members, b);
        lm_set_insert(members, odd);
        m->tree.base[b] = m->tree.base[odd] = base;
        b = up;
    }
}

/* Merge the blossoms of ${u} and ${v}, even neighbours in different blossoms of the tree.  The
 * root's blossom has none above it. */
static void shrink(struct lm_dense *m, int32_t u, int32_t v)
{
    const int32_t own = tree_find(&m->tree, u);
    const int32_t base = tree_join(&m->tree, own, tree_find(&m->tree, v));
    struct label closing = {u, v};
    shrink_side(m, u, base, closing);
    shrink_side(m, v, base, closing);
}

/* ---- The search ---- */

/* Match the even ${u} to ${v}, which is alone, and the tree path of ${u} accordingly. */
static void augment(struct lm_dense *m, int32_t u, int32_t v)
{
    lm_set_drop(m->alone, v);
    lm_set_drop(m->alone, tree_augment(&m->tree, u, v));
    *m->alone_count -= 2;
}

/* Add the vertices that ${class} can meet to the words of ${reach} from ${first} to ${end} - 1. */
static void add_reach(const struct lm_dense *m, int32_t class, int32_t first, int32_t end,
                      uint64_t *reach)
{
    for (int32_t c = 0; c < m->classes; c++) {
        const uint64_t *others = row_of(m, m->of_class, c);
        for (int32_t w = first; !m->barred[class * m->classes + c] && w < end; w++)
            reach[w] |= others[w];
    }
}

static void find_reach(struct lm_dense *m, int32_t class)
{
    uint64_t *reach = row_of(m, m->reach, class);
    m->is_reached[class] = true;
    memset(reach + m->first, 0, (size_t)(m->end - m->first) * sizeof *reach);
    add_reach(m, class, m->first, m->end, reach);
}

/* Return the present vertices that the class of ${v} can meet. */
static inline const uint64_t *reach_of(struct lm_dense *m, int32_t v)
{
    int32_t class = m->class_of[v];
    if (!m->is_reached[class])
        find_reach(m, class);
    return row_of(m, m->reach, class);
}

/* Return a neighbour of ${v} in ${set}, or NONE. */
static int32_t find_of(struct lm_dense *m, int32_t v, const uint64_t *set)
{
    const uint64_t *row = row_of(m, m->row, v), *reach = reach_of(m, v);
    for (int32_t w = m->first; w < m->end; w++) {
        uint64_t found = row[w] & reach[w] & set[w];
        if (found != 0)
            return w * LM_SET_BITS + lowest(found);
    }
    return NONE;
}

/* Return a neighbour of the even ${v} at which the search can end, or NONE. */
static inline int32_t find_end(struct lm_dense *m, int32_t v)
{
    return find_of(m, v, m->ends);
}

/* Take the unseen neighbours of the even ${u} into the tree, with their mates.  Return true when
 * one of these, if the search ${ends} anywhere, has ended it in a new pair. */
static bool grow(struct lm_dense *m, int32_t u, bool ends)
{
    const uint64_t *row = row_of(m, m->row, u), *reach = reach_of(m, u);
    for (int32_t w = m->first; w < m->end; w++) {
        uint64_t new = row[w] & reach[w] & m->unseen[w];
        for (; new != 0; new &= m->unseen[w]) {
            int32_t v = w * LM_SET_BITS + lowest(new), mate = m->tree.mate[v];
            touch(m, v);
            touch(m, mate);
            become_even(m, mate, (struct label){u, NONE});
            int32_t end = ends ? find_end(m, mate) : NONE;
            if (end == NONE)
                continue;
            augment(m, mate, end);
            return true;
        }
    }
    return false;
}

/* Merge with ${u}'s blossom all those of the tree that have a neighbour of ${u}.  Nearly all
 * neighbours can be in it already, so the blossom is looked up once, and again when it has
 * grown. */
static void merge(struct lm_dense *m, int32_t u)
{
    const uint64_t *row = row_of(m, m->row, u), *reach = reach_of(m, u), *own = NULL;
    for (int32_t w = m->first; w < m->end; w++)
        for (uint64_t outside; (outside = row[w] & reach[w] & m->even[w]) != 0; own = NULL) {
            const int32_t base = tree_find(&m->tree, u);
            own = lm_set_holds(m->shrunk, base) ? row_of(m, m->blossom, base) : NULL;
            if (own != NULL && (outside &= ~own[w]) == 0)
                break;
            shrink(m, u, w * LM_SET_BITS + lowest(outside));
        }
}

/* Remove the current tree; earlier ones stay. */
static void thaw(struct lm_dense *m)
{
    for (int32_t w = m->first; w < m->end; w++) {
        m->unseen[w] = m->unseen_before[w];
        m->even[w] = m->even_before[w];
    }
}

static void thaw_all(struct lm_dense *m)
{
    for (int32_t w = m->first; w < m->end; w++) {
        m->unseen[w] = m->present[w];
        m->even[w] = 0;
    }
}

/* Start a tree of ${root} only.  Can the search end anywhere? */
static bool plant(struct lm_dense *m, int32_t root)
{
    uint64_t all = 0;
    m->queue_count = 0;
    for (int32_t w = m->first; w < m->end; w++) {
        const uint64_t own = lm_set_word(root) == (size_t)w ? lm_set_bit(root) : 0;
        const uint64_t unseen = m->unseen[w];
        m->unseen_before[w] = unseen;
        m->even_before[w] = m->even[w];
        m->shrunk[w] = 0;
        all |= m->ends[w] = unseen & m->alone[w] & ~own;
    }
    touch(m, root);
    become_even(m, root, (struct label){NONE, NONE});
    return all != 0;
}

/* Return the first neighbour of ${root} that is also alone, and in no tree; NONE. */
static int32_t find_alone(struct lm_dense *m, int32_t root)
{
    const uint64_t *row = row_of(m, m->row, root), *reach = reach_of(m, root);
    for (int32_t w = m->first; w < m->end; w++) {
        const uint64_t found = row[w] & reach[w] & m->unseen[w]; /* no row holds its own vertex */
        if ((found & m->alone[w]) != 0)
            return w * LM_SET_BITS + lowest(found & m->alone[w]);
    }
    return NONE;
}

/* Pair ${u} and ${v}, neighbours, both present and alone. */
static void pair(struct lm_dense *m, int32_t u, int32_t v)
{
    assert(lm_set_holds(m->alone, u) && lm_set_holds(m->alone, v));
    m->tree.mate[u] = v;
    m->tree.mate[v] = u;
    lm_set_drop(m->alone, u);
    lm_set_drop(m->alone, v);
    *m->alone_count -= 2;
}

/* Search an augmenting path from ${root} and use it.  Return false if there is none; the tree
 * stays, but need not be complete if nothing uses it. */
static bool search(struct lm_dense *m, int32_t root)
{
    int32_t end = find_alone(m, root);
    if (end != NONE) { /* the usual case at first */
        pair(m, root, end);
        return true;
    }
    bool ends = plant(m, root);
    for (int32_t i = 0; end == NONE && i < m->queue_count; i++) {
        int32_t u = m->queue[i];
        if (ends && m->tree.label[u].second != NONE) /* the others were tested when found */
            end = find_end(m, u);
        if (end != NONE)
            augment(m, u, end);
        else if (grow(m, u, ends))
            end = u;
        else
            merge(m, u);
    }
    if (end != NONE)
        thaw(m);
    return end != NONE;
}

/* Recompute what can have changed: the vertices that classes can meet, and the words in use. */
static void begin(struct lm_dense *m)
{
    memset(m->is_reached, false, (size_t)m->classes * sizeof *m->is_reached);
    for (m->first = 0; m->first < m->words && m->present[m->first] == 0;)
        m->first++;
    for (m->end = m->words; m->end > m->first && m->present[m->end - 1] == 0;)
        m->end--;
}

/* Search from all vertices that are alone while at least ${least} are; keep the trees of those that
 * remain alone.  With ${all}, stop at the first that does. */
static bool search_all(struct lm_dense *m, int32_t least, bool all)
{
    begin(m);
    for (int32_t w = m->first; w < m->end; w++) {
        uint64_t later = ~UINT64_C(0);
        for (uint64_t roots; (roots = m->alone[w] & later) != 0;) {
            if (*m->alone_count < least)
                return true;
            int32_t bit = lowest(roots);
            later = bit == LM_SET_BITS - 1 ? 0 : ~UINT64_C(0) << (bit + 1);
            const int32_t root = w * LM_SET_BITS + bit;
            if (!lm_set_holds(m->unseen, root))
                continue;
            if (!search(m, root) && all)
                return false;
        }
    }
    return true;
}

void lm_dense_repair(struct lm_dense *m)
{
    search_all(m, 2, false); /* an augmenting path has two ends */
    thaw_all(m);
}

bool lm_dense_is_perfect(struct lm_dense *m)
{
    bool perfect = *m->alone_count % 2 == 0 && search_all(m, 1, true);
    thaw_all(m);
    return perfect;
}

void lm_dense_decompose(struct lm_dense *m, uint8_t *part, int32_t *base)
{
    search_all(m, 1, false);
    memset(part, LM_PART_REST, (size_t)m->vertices * sizeof *part);
    for (int32_t w = m->first; w < m->end; w++)
        for (uint64_t seen = m->present[w] & ~m->unseen[w]; seen != 0; seen &= seen - 1) {
            const int32_t v = w * LM_SET_BITS + lowest(seen);
            part[v] = lm_set_holds(m->even, v) ? LM_PART_EVEN : LM_PART_ODD;
            if (base != NULL)
                base[v] = tree_find(&m->tree, v);
        }
    thaw_all(m);
}

/* ---- Vertices ---- */

static void part(struct lm_dense *m, int32_t v)
{
    int32_t mate = m->tree.mate[v];
    if (mate == LM_ALONE)
        return;
    m->tree.mate[v] = m->tree.mate[mate] = LM_ALONE;
    lm_set_insert(m->alone, v);
    lm_set_insert(m->alone, mate);
    *m->alone_count += 2;
}

void lm_dense_bar_all(struct lm_dense *m)
{
    memset(m->row, 0, (size_t)m->vertices * (size_t)m->words * sizeof *m->row);
}

void lm_dense_meet(struct lm_dense *m, int32_t u, int32_t v)
{
    lm_set_insert(row_of(m, m->row, u), v);
    lm_set_insert(row_of(m, m->row, v), u);
}

void lm_dense_bar_set(struct lm_dense *m, int32_t v, const uint64_t *set, size_t words)
{
    for (size_t w = 0; w < words; w++)
        row_of(m, m->row, v)[w] &= ~set[w];
}

uint64_t *lm_dense_open_row(struct lm_dense *m, int32_t v)
{
    return row_of(m, m->row, v);
}

void lm_dense_set_row(struct lm_dense *m, int32_t v, const uint64_t *set)
{
    memcpy(row_of(m, m->row, v), set, lm_set_words(m->vertices) * sizeof *set);
    lm_set_drop(row_of(m, m->row, v), v);
}

bool lm_dense_is_barred(const struct lm_dense *m, int32_t u, int32_t v)
{
    return !lm_set_holds(row_of(m, m->row, u), v);
}

const uint64_t *lm_dense_row(const struct lm_dense *m, int32_t v)
{
    return row_of(m, m->row, v);
}

void lm_dense_move(struct lm_dense *m, int32_t v, int32_t class)
{
    int32_t old = m->class_of[v], mate = m->tree.mate[v];
    assert(class >= 0 && class < m->classes);
    if (old == class)
        return;
    if (mate != LM_ALONE && m->barred[class * m->classes + m->class_of[mate]])
        part(m, v);
    m->class_of[v] = class;
    if (!lm_set_holds(m->present, v))
        return;
    lm_set_drop(row_of(m, m->of_class, old), v);
    lm_set_insert(row_of(m, m->of_class, class), v);
}

void lm_dense_remove(struct lm_dense *m, int32_t v)
{
    if (!lm_set_holds(m->present, v))
        return;
    part(m, v);
    lm_set_drop(m->present, v);
    lm_set_drop(m->alone, v);
    lm_set_drop(m->unseen, v);
    lm_set_drop(row_of(m, m->of_class, m->class_of[v]), v);
    *m->alone_count -= 1;
}

void lm_dense_restore(struct lm_dense *m, int32_t v)
{
    if (lm_set_holds(m->present, v))
        return;
    lm_set_insert(m->present, v);
    lm_set_insert(m->alone, v);
    lm_set_insert(m->unseen, v);
    lm_set_insert(row_of(m, m->of_class, m->class_of[v]), v);
    *m->alone_count += 1;
}

void lm_dense_merge(struct lm_dense *m, int32_t into, int32_t from)
{
    uint64_t *to = row_of(m, m->row, into);
    const uint64_t *add = row_of(m, m->row, from);
    lm_dense_remove(m, from);
    for (int32_t w = 0; w < m->words; w++) {
        uint64_t more = add[w] & ~to[w];
        to[w] |= more;
        for (; more != 0; more &= more - 1)
            if (w * LM_SET_BITS + lowest(more) < m->vertices)
                lm_set_insert(row_of(m, m->row, w * LM_SET_BITS + lowest(more)), into);
    }
    lm_set_drop(to, into);
}

int32_t lm_dense_class(const struct lm_dense *m, int32_t v)
{
    return m->class_of[v];
}

int32_t lm_dense_mate(const struct lm_dense *m, int32_t v)
{
    return m->tree.mate[v];
}

int32_t lm_dense_alone(const struct lm_dense *m)
{
    return *m->alone_count;
}

/* ---- The first mate ---- */

/* Return the first present vertex of ${row} and ${set}, or NONE. */
static int32_t first_of(const struct lm_dense *m, const uint64_t *row, const uint64_t *set)
{
    for (int32_t w = m->first; w < m->end; w++) {
        const uint64_t found = row[w] & set[w] & m->present[w];
        if (found != 0)
            return w * LM_SET_BITS + lowest(found);
    }
    return NONE;
}

/* Grow the tree of ${root}, the only vertex alone; return the first even neighbour of ${u} in
 * ${set}. */
static int32_t first_even(struct lm_dense *m, int32_t root, int32_t u, const uint64_t *set)
{
    const uint64_t *row = row_of(m, m->row, u);
    plant(m, root);
    for (int32_t i = 0; i < m->queue_count; i++) {
        grow(m, m->queue[i], false);
        merge(m, m->queue[i]);
    }
    for (int32_t w = m->first; w < m->end; w++)
        m->ends[w] = set[w] & m->even[w];
    return first_of(m, row, m->ends);
}

int32_t lm_dense_take_first(struct lm_dense *m, int32_t u, int32_t class)
{
    const int32_t mate = m->tree.mate[u];
    const uint64_t *set = row_of(m, m->of_class, class);
    assert(*m->alone_count == 0 && m->class_of[mate] == class);
    begin(m);
    int32_t v = first_of(m, row_of(m, m->row, u), set);
    if (v != mate) {
        lm_dense_remove(m, u);
        v = first_even(m, mate, u, set);
        lm_dense_restore(m, u);
        augment(m, v, u);
        thaw_all(m);
    }
    lm_dense_remove(m, u);
    lm_dense_remove(m, v);
    return v;
}

/* ---- Making one ---- */

/* Allocate all that a question changes in one block: words of bits, then numbers. */
static bool allocate_kept(struct lm_dense *m, struct lm_arena *arena)
{
    size_t n = (size_t)m->vertices, words = (size_t)m->words;
    size_t bits = (2 + (size_t)m->classes) * words * sizeof(uint64_t);
    m->kept_size = bits + (2 * n + 1) * sizeof(int32_t);
    m->kept_size = (m->kept_size + 7) / 8 * 8;
    uint64_t *block = lm_arena_alloc(arena, 2, m->kept_size);
    if (block == NULL)
        return false;
    m->kept = block;
    m->present = block;
    m->alone = m->present + words;
    m->of_class = m->alone + words;
    m->tree.mate = (int32_t *)(void *)(m->of_class + (size_t)m->classes * words);
    m->class_of = m->tree.mate + n;
    m->alone_count = m->class_of + n;
    return true;
}

/* Allocate the sets and numbers of a search in one block: there are as many graphs as searches, and
 * separate objects would cost as much as a search. */
static bool allocate_search(struct lm_dense *m, struct lm_arena *arena)
{
    uint64_t **set[] = {&m->unseen,      &m->even, &m->unseen_before,
                        &m->even_before, &m->ends, &m->shrunk};
    const size_t n = (size_t)m->vertices, words = (size_t)m->words;
    const size_t sets = sizeof set / sizeof *set;
    uint64_t *block = lm_arena_alloc(arena, sets, words * sizeof *block);
    int32_t *numbers = lm_arena_room(arena, 2 * n, sizeof *numbers);
    m->tree.label = lm_arena_room(arena, 2 * n + 1, sizeof *m->tree.label);
    m->tree.walked_at = lm_arena_alloc(arena, n, sizeof *m->tree.walked_at);
    if (block == NULL || numbers == NULL || m->tree.label == NULL || m->tree.walked_at == NULL)
        return false;
    for (size_t i = 0; i < sets; i++)
        *set[i] = block + i * words;
    m->tree.base = numbers;
    m->queue = numbers + n;
    m->tree.stack = m->tree.label + n;
    return true;
}

static bool allocate(struct lm_dense *m, struct lm_arena *arena)
{
    size_t n = (size_t)m->vertices, words = (size_t)m->words, classes = (size_t)m->classes;
    return allocate_kept(m, arena) && allocate_search(m, arena) &&
           (m->barred = lm_arena_alloc(arena, classes * classes, sizeof *m->barred)) != NULL &&
           (m->row = lm_arena_room(arena, n, words * sizeof *m->row)) != NULL &&
           (m->blossom = lm_arena_room(arena, n, words * sizeof *m->blossom)) != NULL &&
           (m->reach = lm_arena_room(arena, classes, words * sizeof *m->reach)) != NULL &&
           (m->is_reached = lm_arena_alloc(arena, classes, sizeof *m->is_reached)) != NULL;
}

/* Make a graph of all vertices, present and alone, whose rows are still to be filled. */
static enum lm_status make(struct lm_dense **out, struct lm_arena *arena, int32_t vertices,
                           int32_t classes, const bool *barred)
{
    struct lm_mark before = lm_arena_mark(arena);
    struct lm_dense *m = lm_arena_alloc(arena, 1, sizeof *m);
    if (m == NULL)
        return LM_LIMIT;
    m->vertices = vertices;
    m->classes = classes;
    m->words = vertices / LM_SET_BITS + 1;
    if (!allocate(m, arena)) {
        lm_arena_reset(arena, before);
        return LM_LIMIT;
    }
    memcpy(m->barred, barred, (size_t)classes * (size_t)classes * sizeof *barred);
    const size_t size = (size_t)m->words * sizeof *m->present;
    for (int32_t v = 0; v < vertices; v++)
        m->tree.mate[v] = LM_ALONE;
    lm_set_insert_all(m->present, 0, (uint32_t)vertices);
    for (int32_t w = 0; w < m->words; w++)
        *m->alone_count += (int32_t)lm_set_count(m->present[w]);
    memcpy(m->alone, m->present, size);
    memcpy(m->unseen, m->present, size);
    memcpy(m->of_class, m->present, size);
    *out = m;
    return LM_OK;
}

enum lm_status lm_dense_new(struct lm_dense **out, struct lm_arena *arena, int32_t vertices,
                            int32_t classes, const bool *barred)
{
    enum lm_status status = make(out, arena, vertices, classes, barred);
    if (status != LM_OK)
        return status;
    struct lm_dense *m = *out;
    memset(m->row, 0xff, (size_t)vertices * (size_t)m->words * sizeof *m->row);
    for (int32_t v = 0; v < vertices; v++)
        lm_set_drop(row_of(m, m->row, v), v);
    return LM_OK;
}

void lm_dense_keep(struct lm_dense *m)
{
    memcpy((char *)m->kept + m->kept_size, m->kept, m->kept_size);
}

void lm_dense_go_back(struct lm_dense *m)
{
    memcpy(m->kept, (char *)m->kept + m->kept_size, m->kept_size);
    memcpy(m->unseen, m->present, (size_t)m->words * sizeof *m->unseen);
}

bool lm_dense_is_sane(const struct lm_dense *m)
{
    int32_t alone = 0;
    for (int32_t v = 0; v < m->vertices; v++) {
        int32_t mate = m->tree.mate[v];
        bool present = lm_set_holds(m->present, v), single = present && mate == LM_ALONE;
        if (lm_set_holds(m->alone, v) != single || lm_set_holds(m->unseen, v) != present ||
            lm_set_holds(m->even, v) ||
            (mate != LM_ALONE &&
             (!present || m->tree.mate[mate] != v || lm_dense_is_barred(m, v, mate))))
            return false;
        for (int32_t c = 0; c < m->classes; c++)
            if (lm_set_holds(row_of(m, m->of_class, c), v) != (present && m->class_of[v] == c))
                return false;
        alone += single;
    }
    return alone == *m->alone_count;
}
