/* SPDX-License-Identifier: Apache-2.0 */
#include "graph/largest.h"

#include <string.h>

#include "graph/tree.h"

/*
 * A largest matching by augmenting paths (Edmonds 1965), each found by a breadth-first search from
 * one vertex that is alone, with blossoms kept in a union-find forest and paths kept as the labels
 * of Gabow (JACM 1976).  A search that fails leaves a Hungarian tree: no augmenting path will ever
 * enter it (Edmonds), so its vertices stay out of the later searches of the same repair, and a
 * repair of many vertices costs one walk over the part that cannot be repaired.
 *
 * Dense graphs given by their barred pairs.  A search only examines edges that bring it forward.
 * The even vertex u being scanned meets, class by class,
 *
 *   - the unseen vertices: each is either taken into the tree (once in a search) or barred from u;
 *   - the blossoms of the tree, of each one member that is not barred from u: the blossom is merged
 *     with u's (once in a search) or all its members of that class are barred from u by its list.
 *
 * Vertices barred by their class are in lists that are not walked.  So everything examined in vain
 * is an entry of u's own list, and a search costs O(vertices * classes + list entries).  The list
 * is read and counted first: if it names as many unseen vertices as exist, or as many even ones as
 * exist apart from u, none is left to meet, and those lists are not walked.
 *
 * Unseen vertices that are alone are kept apart from those with a mate and are tried first: a
 * search that can end at once does, which makes a separate greedy start superfluous.  The first
 * mates that a scan takes into the tree are also scanned before all others: in a graph that lacks
 * few edges nearly every search ends there, and does not take the whole graph into its tree first.
 */

enum { ASKED_AT_ONCE = 8 };

enum state { ABSENT, UNSEEN, ODD, EVEN };

/* The members of one class in one blossom; linked by ${next_member}. */
struct members {
    int32_t head, tail;
};

/*
 * Invariants between public calls:
 *   - mate[mate[v]] == v, or mate[v] is LM_ALONE, as it is for every ABSENT v;
 *   - every vertex is ABSENT or UNSEEN.  An UNSEEN one is in one ring, that of its class and of the
 *     vertices alone or with a mate; an ABSENT one is in none;
 *   - every UNSEEN vertex that is alone is in ${alone} (others can be: they drop out when met);
 *   - base[v] == v, touched_count == 0.
 * During a search also:
 *   - an ODD vertex is its own blossom and its mate is the base of an EVEN one;
 *   - the base of a blossom is the root or has a label without ${second};
 *   - a vertex in ${heads} represents a list of members while it is its head.
 */
struct lm_matching {
    struct lm_graph graph;
    int32_t pairs, present;
    struct tree tree;
    uint8_t *state; /* enum state */

    int32_t *next, *previous; /* rings of UNSEEN vertices; ring(c, alone) is the anchor of one */
    int32_t *alone;           /* vertices to search from */
    bool *in_alone;
    int32_t alone_count;

    int32_t *touched; /* vertices neither ABSENT nor UNSEEN, in order of discovery */
    int32_t touched_count;
    int32_t *queue; /* the even vertices of this search, in order of discovery */
    int32_t queue_count;
    int32_t standing; /* number touched before this search */

    struct members *members; /* [base * classes + class] */
    int32_t *next_member;
    int32_t *heads;      /* by class, from class_start: a member of each list */
    int32_t *head_count; /* by class */
    int32_t *class_start;
    int32_t *found;      /* scratch: partners that close a cycle */
    uint64_t *barred_at; /* stamps: barred from the current vertex */
};

static int32_t class_count(const struct lm_matching *m)
{
    return m->graph.class_of == NULL ? 1 : m->graph.classes;
}

static int32_t class_of(const struct lm_matching *m, int32_t v)
{
    return m->graph.class_of == NULL ? 0 : m->graph.class_of[v];
}

static bool classes_barred(const struct lm_matching *m, int32_t a, int32_t b)
{
    return m->graph.class_of != NULL && m->graph.class_barred[a * m->graph.classes + b];
}

/* ---- The rings of unseen vertices ---- */

static int32_t ring(const struct lm_matching *m, int32_t class, bool alone)
{
    return m->graph.vertices + 2 * class + (alone ? 1 : 0);
}

static void ring_insert(struct lm_matching *m, int32_t v)
{
    int32_t anchor = ring(m, class_of(m, v), m->tree.mate[v] == LM_ALONE);
    int32_t last = m->previous[anchor];
    m->next[last] = v;
    m->previous[v] = last;
    m->next[v] = anchor;
    m->previous[anchor] = v;
}

static void ring_remove(struct lm_matching *m, int32_t v)
{
    m->next[m->previous[v]] = m->next[v];
    m->previous[m->next[v]] = m->previous[v];
}

/* ---- Blossoms ---- */

static void become_even(struct lm_matching *m, int32_t v, struct label label)
{
    m->state[v] = EVEN;
    m->tree.label[v] = label;
    m->queue[m->queue_count++] = v;
    if (m->graph.form != LM_GRAPH_BARRED)
        return;
    int32_t classes = class_count(m), class = class_of(m, v);
    for (int32_t c = 0; c < classes; c++)
        m->members[(size_t)v * (size_t)classes + (size_t)c] = (struct members){NONE, NONE};
    m->members[(size_t)v * (size_t)classes + (size_t) class] = (struct members){v, v};
    m->next_member[v] = NONE;
    m->heads[m->class_start[class] + m->head_count[class]++] = v;
}

/* Merge the blossom of base ${from} into that of ${base}. */
static void unite(struct lm_matching *m, int32_t base, int32_t from)
{
    m->tree.base[from] = base;
    if (m->graph.form != LM_GRAPH_BARRED)
        return;
    size_t classes = (size_t)class_count(m);
    struct members *to = &m->members[(size_t)base * classes];
    const struct members *add = &m->members[(size_t)from * classes];
    for (size_t c = 0; c < classes; c++) {
        if (add[c].head == NONE)
            continue;
        if (to[c].head == NONE)
            to[c].head = add[c].head;
        else
            m->next_member[to[c].tail] = add[c].head;
        to[c].tail = add[c].tail;
    }
}

/* Shrink one side of a new blossom: its odd vertices become even, reached through the edge
 * ${closing}. */
static void shrink_side(struct lm_matching *m, int32_t from, int32_t base, struct label closing)
{
    for (int32_t b = tree_find(&m->tree, from); b != base;) {
        int32_t odd = m->tree.mate[b], up = tree_above(&m->tree, b);
        become_even(m, odd, closing);
        unite(m, base, b);
        unite(m, base, odd);
        b = up;
    }
}

/* Merge the blossoms of ${u} and ${v}, even neighbours in different blossoms of the tree. */
static void shrink(struct lm_matching *m, int32_t u, int32_t v)
{
    int32_t base = tree_join(&m->tree, tree_find(&m->tree, u), tree_find(&m->tree, v));
    struct label closing = {u, v};
    shrink_side(m, u, base, closing);
    shrink_side(m, v, base, closing);
}

/* ---- The search ---- */

static void touch(struct lm_matching *m, int32_t v)
{
    ring_remove(m, v);
    m->touched[m->touched_count++] = v;
}

/* Take the unseen ${v}, which has a mate, into the tree below the even ${u}. */
static void grow(struct lm_matching *m, int32_t u, int32_t v)
{
    int32_t w = m->tree.mate[v];
    touch(m, v);
    m->state[v] = ODD;
    touch(m, w);
    become_even(m, w, (struct label){u, NONE});
}

/* Match the even ${u} to ${v}, which is alone, and the tree path of ${u} accordingly. */
static void augment(struct lm_matching *m, int32_t u, int32_t v)
{
    ring_remove(m, v);
    (void)tree_augment(&m->tree, u, v);
    ring_insert(m, v);
    m->pairs++;
}

/* Scan the even ${u} of a graph given by its edges.  Return true when that has ended in a new
 * pair. */
static bool scan_edges(struct lm_matching *m, int32_t u)
{
    const int32_t *list = m->graph.list;
    size_t from = m->graph.start[u], end = m->graph.start[u + 1];
    for (size_t i = from; i < end; i++) {
        if (m->state[list[i]] == UNSEEN && m->tree.mate[list[i]] == LM_ALONE) {
            augment(m, u, list[i]);
            return true;
        }
    }
    for (size_t i = from; i < end; i++) {
        int32_t v = list[i];
        if (m->state[v] == UNSEEN)
            grow(m, u, v);
        else if (m->state[v] == EVEN && tree_find(&m->tree, u) != tree_find(&m->tree, v))
            shrink(m, u, v);
    }
    return false;
}

/* Numbers of unseen and of even vertices in a vertex's list. */
struct barred {
    int32_t unseen, even;
};

static struct barred mark_barred(struct lm_matching *m, int32_t u)
{
    struct barred count = {0};
    const uint64_t stamp = ++m->tree.stamp;
    const int32_t *list = m->graph.list;
    const size_t end = m->graph.start[u + 1];
    m->barred_at[u] = stamp;
    for (size_t i = m->graph.start[u]; i < end; i++) {
        bool again = m->barred_at[list[i]] == stamp;
        count.unseen += !again && m->state[list[i]] == UNSEEN;
        count.even += !again && m->state[list[i]] == EVEN;
        m->barred_at[list[i]] = stamp;
    }
    return count;
}

/* Return an unseen vertex of ${class} that is alone and can meet the vertex marked by ${barred}. */
static int32_t first_alone(const struct lm_matching *m, int32_t class, uint64_t barred)
{
    int32_t anchor = ring(m, class, true);
    int32_t v = m->next[anchor];
    while (v != anchor && m->barred_at[v] == barred)
        v = m->next[v];
    return v == anchor ? NONE : v;
}

/* Return an unseen vertex that is alone and can meet ${w}; only the first one of each class is
 * tried. */
static int32_t end_at_once(const struct lm_matching *m, int32_t w)
{
    for (int32_t c = 0; c < class_count(m); c++) {
        int32_t anchor = ring(m, c, true), v = m->next[anchor];
        if (v == anchor || classes_barred(m, class_of(m, w), c))
            continue;
        size_t i = m->graph.start[w];
        while (i < m->graph.start[w + 1] && m->graph.list[i] != v)
            i++;
        if (i == m->graph.start[w + 1])
            return v;
    }
    return NONE;
}

/* Take all unseen vertices of ${class} with a mate that can meet ${u} into the tree.  Return true
 * when one of the first mates, which are tried at once, has ended the search in a new pair. */
static bool grow_class(struct lm_matching *m, int32_t u, int32_t class, uint64_t barred)
{
    int32_t asked = 0;
    int32_t anchor = ring(m, class, false);
    int32_t stays = anchor; /* the last one met that is barred from ${u} */
    for (int32_t v = m->next[anchor]; v != anchor; v = m->next[stays]) {
        if (m->barred_at[v] == barred) {
            stays = v;
            continue;
        }
        if (stays == m->tree.mate[v])
            stays = m->previous[stays];
        grow(m, u, v);
        int32_t end = asked++ < ASKED_AT_ONCE ? end_at_once(m, m->tree.mate[v]) : NONE;
        if (end == NONE)
            continue;
        augment(m, m->tree.mate[v], end);
        return true;
    }
    return false;
}

/* Merge with ${u}'s blossom all those that have a member of ${class} that can meet ${u}.  They are
 * found first and merged afterwards, since merging changes the lists. */
static void shrink_class(struct lm_matching *m, int32_t u, int32_t class, uint64_t barred)
{
    int32_t *heads = &m->heads[m->class_start[class]];
    size_t classes = (size_t)class_count(m);
    int32_t kept = 0, found = 0, own = tree_find(&m->tree, u);
    for (int32_t i = 0; i < m->head_count[class]; i++) {
        int32_t base = tree_find(&m->tree, heads[i]);
        if (m->members[(size_t)base * classes + (size_t) class].head != heads[i])
            continue; /* now in the middle of a longer list */
        heads[kept++] = heads[i];
        int32_t v = base == own ? NONE : heads[i];
        while (v != NONE && m->barred_at[v] == barred)
            v = m->next_member[v];
        if (v != NONE)
            m->found[found++] = v;
    }
    m->head_count[class] = kept;
    for (int32_t i = 0; i < found; i++)
        if (tree_find(&m->tree, u) != tree_find(&m->tree, m->found[i]))
            shrink(m, u, m->found[i]);
}

/* Scan the even ${u} of a graph given by its barred pairs.  Where the list names all unseen
 * vertices, or all even ones but ${u}, skip them. */
static bool scan_barred(struct lm_matching *m, int32_t u)
{
    const struct barred count = mark_barred(m, u);
    const bool may_grow = count.unseen < m->present - m->touched_count;
    const int32_t even = m->queue_count, classes = class_count(m), own = class_of(m, u);
    const bool may_shrink = m->standing > 0 || count.even < even - 1;
    const uint64_t barred = m->tree.stamp;
    for (int32_t c = 0; c < classes && may_grow; c++) {
        int32_t v = classes_barred(m, own, c) ? NONE : first_alone(m, c, barred);
        if (v != NONE) {
            augment(m, u, v);
            return true;
        }
    }
    for (int32_t c = 0; c < classes && (may_grow || may_shrink); c++) {
        if (classes_barred(m, own, c))
            continue;
        if (may_grow && grow_class(m, u, c, barred))
            return true;
        if (may_shrink || m->queue_count > even)
            shrink_class(m, u, c, barred);
    }
    return false;
}

/* Make all vertices touched from ${from} on unseen again. */
static void thaw(struct lm_matching *m, int32_t from)
{
    for (int32_t i = from; i < m->touched_count; i++) {
        int32_t v = m->touched[i];
        m->state[v] = UNSEEN;
        m->tree.base[v] = v;
        ring_insert(m, v);
    }
    m->touched_count = from;
}

/* Scan the even vertices from the ${from}-th of the queue on.  Return true if that ended in a new
 * pair. */
static bool scan_queue(struct lm_matching *m, int32_t from)
{
    bool barred = m->graph.form == LM_GRAPH_BARRED;
    for (int32_t i = from; i < m->queue_count; i++)
        if (barred ? scan_barred(m, m->queue[i]) : scan_edges(m, m->queue[i]))
            return true;
    return false;
}

/* Search an augmenting path from ${root} and use it.  Return false if there is none; the tree
 * stays. */
static bool search(struct lm_matching *m, int32_t root)
{
    m->standing = m->touched_count;
    m->queue_count = 0;
    if (m->graph.form == LM_GRAPH_BARRED)
        memset(m->head_count, 0, (size_t)class_count(m) * sizeof *m->head_count);
    touch(m, root);
    become_even(m, root, (struct label){NONE, NONE});
    bool found = scan_queue(m, 0);
    if (found)
        thaw(m, m->standing);
    return found;
}

/* Search from all vertices that are alone while at least ${least} are; keep the trees of those that
 * remain alone. */
static void search_all(struct lm_matching *m, int32_t least)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < m->alone_count; i++) {
        int32_t v = m->alone[i];
        bool alone = m->state[v] != ABSENT && m->tree.mate[v] == LM_ALONE;
        if (alone && (lm_matching_alone(m) < least || !search(m, v)))
            m->alone[kept++] = v;
        else
            m->in_alone[v] = false;
    }
    m->alone_count = kept;
}

/* ---- The public calls ---- */

static void assert_vertex(const struct lm_matching *m, int32_t v)
{
    assert(v >= 0 && v < m->graph.vertices);
    (void)m;
    (void)v;
}

static void remember_alone(struct lm_matching *m, int32_t v)
{
    if (!m->in_alone[v])
        m->alone[m->alone_count++] = v;
    m->in_alone[v] = true;
}

int32_t lm_matching_repair(struct lm_matching *m)
{
    search_all(m, 2); /* an augmenting path has two ends */
    thaw(m, 0);
    return m->pairs;
}

void lm_matching_even_set(struct lm_matching *m, bool *even)
{
    search_all(m, 1);
    for (int32_t v = 0; v < m->graph.vertices; v++)
        even[v] = m->state[v] == EVEN;
    thaw(m, 0);
}

void lm_matching_pair(struct lm_matching *m, int32_t u, int32_t v)
{
    assert_vertex(m, u);
    assert_vertex(m, v);
    assert(u != v);
    assert(m->state[u] == UNSEEN && m->tree.mate[u] == LM_ALONE);
    assert(m->state[v] == UNSEEN && m->tree.mate[v] == LM_ALONE);
    ring_remove(m, u);
    ring_remove(m, v);
    m->tree.mate[u] = v;
    m->tree.mate[v] = u;
    ring_insert(m, u);
    ring_insert(m, v);
    m->pairs++;
}

void lm_matching_part(struct lm_matching *m, int32_t v)
{
    assert_vertex(m, v);
    int32_t mate = m->tree.mate[v];
    if (mate == LM_ALONE)
        return;
    ring_remove(m, v);
    ring_remove(m, mate);
    m->tree.mate[v] = m->tree.mate[mate] = LM_ALONE;
    ring_insert(m, v);
    ring_insert(m, mate);
    remember_alone(m, v);
    remember_alone(m, mate);
    m->pairs--;
}

void lm_matching_remove(struct lm_matching *m, int32_t v)
{
    assert_vertex(m, v);
    if (m->state[v] == ABSENT)
        return;
    lm_matching_part(m, v);
    ring_remove(m, v);
    m->state[v] = ABSENT;
    m->present--;
}

void lm_matching_restore(struct lm_matching *m, int32_t v)
{
    assert_vertex(m, v);
    if (m->state[v] != ABSENT)
        return;
    m->state[v] = UNSEEN;
    ring_insert(m, v);
    remember_alone(m, v);
    m->present++;
}

bool lm_matching_is_present(const struct lm_matching *m, int32_t v)
{
    assert_vertex(m, v);
    return m->state[v] != ABSENT;
}

int32_t lm_matching_mate(const struct lm_matching *m, int32_t v)
{
    assert_vertex(m, v);
    return m->tree.mate[v];
}

int32_t lm_matching_alone(const struct lm_matching *m)
{
    return m->present - 2 * m->pairs;
}

/* ---- A chosen pair ---- */

/* Return an even neighbour of ${v} from the search that just ended, or NONE. */
static int32_t even_neighbour(struct lm_matching *m, int32_t v)
{
    if (m->graph.form != LM_GRAPH_BARRED) {
        for (size_t i = m->graph.start[v]; i < m->graph.start[v + 1]; i++)
            if (m->state[m->graph.list[i]] == EVEN)
                return m->graph.list[i];
        return NONE;
    }
    mark_barred(m, v);
    for (int32_t i = 0; i < m->queue_count; i++) {
        int32_t u = m->queue[i];
        if (m->barred_at[u] != m->tree.stamp && !classes_barred(m, class_of(m, u), class_of(m, v)))
            return u;
    }
    return NONE;
}

/* Continue the failed search with ${v} and its mate, which were left out.  The final tree is the
 * same as if they had been there, since ${v} can only be odd in it. */
static void go_on_with(struct lm_matching *m, int32_t v)
{
    int32_t scanned = m->queue_count, u = even_neighbour(m, v);
    if (u == NONE)
        return;
    grow(m, u, v);
    (void)scan_queue(m, scanned); /* no other vertex is alone */
}

static void list_reached(const struct lm_matching *m, struct lm_reach *reach)
{
    reach->count = 0;
    for (int32_t i = 0; i < m->touched_count; i++)
        if (m->state[m->touched[i]] == ODD)
            reach->list[reach->count++] = m->touched[i];
    reach->odd = reach->count;
    for (int32_t i = 0; i < m->touched_count; i++)
        if (m->state[m->touched[i]] == EVEN)
            reach->list[reach->count++] = m->touched[i];
}

bool lm_matching_marry(struct lm_matching *m, int32_t u, int32_t v, struct lm_reach *reach)
{
    assert(lm_matching_alone(m) == 0 && m->state[u] == UNSEEN && m->state[v] == UNSEEN);
    int32_t mate = m->tree.mate[u], other = m->tree.mate[v];
    if (mate == v)
        return true;
    lm_matching_remove(m, u);
    lm_matching_remove(m, v);
    bool found = search(m, mate);
    lm_matching_restore(m, v);
    if (!found) {
        lm_matching_pair(m, v, other);
        go_on_with(m, v);
        list_reached(m, reach);
        thaw(m, 0);
    }
    lm_matching_restore(m, u);
    lm_matching_pair(m, u, found ? v : mate);
    return found;
}

/* ---- Making one ---- */

static bool allocate_search(struct lm_matching *m, struct lm_arena *arena)
{
    size_t n = (size_t)m->graph.vertices, classes = (size_t)class_count(m);
    bool barred = m->graph.form == LM_GRAPH_BARRED;
    return (m->tree.label = lm_arena_alloc(arena, n, sizeof *m->tree.label)) != NULL &&
           (m->tree.base = lm_arena_alloc(arena, n, sizeof *m->tree.base)) != NULL &&
           (m->touched = lm_arena_alloc(arena, n, sizeof *m->touched)) != NULL &&
           (m->queue = lm_arena_alloc(arena, n, sizeof *m->queue)) != NULL &&
           (m->tree.stack = lm_arena_alloc(arena, n + 1, sizeof *m->tree.stack)) != NULL &&
           (m->tree.walked_at = lm_arena_alloc(arena, n, sizeof *m->tree.walked_at)) != NULL &&
           (!barred ||
            ((m->members = lm_arena_alloc(arena, n, classes * sizeof *m->members)) != NULL &&
             (m->next_member = lm_arena_alloc(arena, n, sizeof *m->next_member)) != NULL &&
             (m->heads = lm_arena_alloc(arena, n, sizeof *m->heads)) != NULL &&
             (m->head_count = lm_arena_alloc(arena, classes, sizeof *m->head_count)) != NULL &&
             (m->class_start = lm_arena_alloc(arena, classes, sizeof *m->class_start)) != NULL &&
             (m->found = lm_arena_alloc(arena, n, sizeof *m->found)) != NULL &&
             (m->barred_at = lm_arena_alloc(arena, n, sizeof *m->barred_at)) != NULL));
}

static bool allocate(struct lm_matching *m, struct lm_arena *arena)
{
    size_t n = (size_t)m->graph.vertices, rings = n + 2 * (size_t)class_count(m);
    return (m->tree.mate = lm_arena_alloc(arena, n, sizeof *m->tree.mate)) != NULL &&
           (m->state = lm_arena_alloc(arena, n, sizeof *m->state)) != NULL &&
           (m->next = lm_arena_alloc(arena, rings, sizeof *m->next)) != NULL &&
           (m->previous = lm_arena_alloc(arena, rings, sizeof *m->previous)) != NULL &&
           (m->alone = lm_arena_alloc(arena, n, sizeof *m->alone)) != NULL &&
           (m->in_alone = lm_arena_alloc(arena, n, sizeof *m->in_alone)) != NULL &&
           allocate_search(m, arena);
}

/* Give each class room in ${heads}: as many places as it has vertices. */
static void divide_heads(struct lm_matching *m)
{
    int32_t from = 0;
    for (int32_t v = 0; v < m->graph.vertices; v++)
        m->head_count[class_of(m, v)]++;
    for (int32_t c = 0; c < class_count(m); c++) {
        m->class_start[c] = from;
        from += m->head_count[c];
    }
}

enum lm_status lm_matching_new(struct lm_matching **out, struct lm_arena *arena,
                               const struct lm_graph *graph)
{
    assert(graph->vertices >= 0);
    assert(graph->class_of == NULL || (graph->classes >= 1 && graph->classes <= LM_GRAPH_CLASSES));
    struct lm_mark before = lm_arena_mark(arena);
    struct lm_matching *m = lm_arena_alloc(arena, 1, sizeof *m);
    if (m == NULL)
        return LM_LIMIT;
    m->graph = *graph;
    if (graph->form != LM_GRAPH_BARRED)
        m->graph.class_of = NULL;
    if (!allocate(m, arena)) {
        lm_arena_reset(arena, before);
        return LM_LIMIT;
    }
    int32_t n = graph->vertices;
    for (int32_t anchor = n; anchor < n + 2 * class_count(m); anchor++)
        m->next[anchor] = m->previous[anchor] = anchor;
    for (int32_t v = 0; v < n; v++) {
        m->tree.mate[v] = LM_ALONE;
        m->tree.base[v] = v;
        assert(class_of(m, v) < class_count(m));
        lm_matching_restore(m, v);
    }
    if (m->graph.form == LM_GRAPH_BARRED)
        divide_heads(m);
    *out = m;
    return LM_OK;
}

enum lm_status lm_matching_largest(int32_t *mate, struct lm_arena *arena,
                                   const struct lm_graph *graph)
{
    struct lm_mark before = lm_arena_mark(arena);
    struct lm_matching *m = NULL;
    enum lm_status status = lm_matching_new(&m, arena, graph);
    if (status != LM_OK)
        return status;
    lm_matching_repair(m);
    if (graph->vertices > 0)
        memcpy(mate, m->tree.mate, (size_t)graph->vertices * sizeof *mate);
    lm_arena_reset(arena, before);
    return LM_OK;
}

/* ---- The invariants ---- */

static bool vertex_is_sane(const struct lm_matching *m, int32_t v)
{
    int32_t mate = m->tree.mate[v];
    if (m->tree.base[v] != v)
        return false;
    if (m->state[v] == ABSENT)
        return mate == LM_ALONE;
    if (m->state[v] != UNSEEN)
        return false;
    return mate == LM_ALONE ? m->in_alone[v] : m->tree.mate[mate] == v && mate != v;
}

/* Count the ring of ${class} and ${alone}; return -1 when a vertex does not belong there. */
static int32_t ring_length(const struct lm_matching *m, int32_t class, bool alone)
{
    int32_t anchor = ring(m, class, alone), length = 0;
    for (int32_t v = m->next[anchor]; v != anchor; v = m->next[v]) {
        if (m->previous[m->next[v]] != v || m->state[v] != UNSEEN || class_of(m, v) != class ||
            (m->tree.mate[v] == LM_ALONE) != alone || length++ > m->present)
            return -1;
    }
    return length;
}

bool lm_matching_is_sane(const struct lm_matching *m)
{
    int32_t alone = 0, matched = 0;
    for (int32_t v = 0; v < m->graph.vertices; v++)
        if (!vertex_is_sane(m, v))
            return false;
    for (int32_t c = 0; c < class_count(m); c++) {
        int32_t a = ring_length(m, c, true), b = ring_length(m, c, false);
        if (a < 0 || b < 0)
            return false;
        alone += a;
        matched += b;
    }
    return m->touched_count == 0 && matched == 2 * m->pairs && alone + matched == m->present;
}
