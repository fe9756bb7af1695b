/* SPDX-License-Identifier: Apache-2.0 */
#include "graph/bits.h"
#include "pairing/dubov_1997/dubov_1997.h"

/*
 * 6.4 of Dubov 1997 when those below a scoregroup G need help (art. 9): of the smallest sets of
 * floaters that leave G and everybody below, L, pairable the first in the order of 6.4.
 *
 * A matching of all with f pairs across leaves f of L alone in L, so f is no less than what a
 * largest matching of L leaves alone.  Nearly always that many are enough, and then no weights are
 * needed.  Let D be those of L whom a largest matching can leave alone, A their neighbours in L
 * outside D, C the others (Gallai, Edmonds).  A matching of L is largest exactly if it pairs C in
 * itself, A with different components of D, and in each component all but one, who can be anybody.
 * So the sets wanted are those whom perfect matchings of this graph pair with a component:
 *   - vertices: G, the components of D, and A;
 *   - edges: the possible pairs of G; those of G or A with a component that has a possible opponent
 *     for them; nothing else.
 * If it has no perfect matching, more floaters are needed, and a best matching says whom.
 *
 * Whether one of G can be a floater, with those taken before, is one search: a twin takes his place
 * who has the edges to components alone.  None where the matching pairs him with one already;
 * and when all who have not been asked are needed they are taken as they are.
 */

/* ---- Without values ---- */

struct crossing {
    const struct dubov *d;
    const bool *spare; /* by place in L: is he of D? */
    uint32_t *node;    /* by seat, of L: the vertex of his component, or his own of A; LM_NOBODY: he
                          is of C */
    uint32_t vertices; /* G, its twins, components, A */
    uint32_t *place;   /* by seat, of G: his place, which is his vertex */
    size_t words;      /* of a set of seats: */
    uint64_t *spares, *unseen, *members; /* D, who of it has no vertex yet, G, */
    uint64_t *row;                       /* and whom of such a set who is in hand may meet */
    uint64_t *said_at, stamp; /* by vertex: an edge to it from who was in hand then has been said */
    size_t *start, *end;      /* by vertex: its list, and where it ends so far */
    int32_t *list;            /* NULL while edges are counted */
};

static bool allocate(struct crossing *c)
{
    struct lm_arena *arena = c->d->arena;
    size_t seats = c->d->p->seat_count, lower = c->d->lower_count;
    size_t vertices = 2 * (size_t)c->d->group_count + lower;
    c->words = lm_set_words((int32_t)seats);
    return (c->node = lm_arena_alloc(arena, seats, sizeof *c->node)) != NULL &&
           (c->place = lm_arena_alloc(arena, seats, sizeof *c->place)) != NULL &&
           (c->spares = lm_arena_alloc(arena, c->words, sizeof *c->spares)) != NULL &&
           (c->unseen = lm_arena_alloc(arena, c->words, sizeof *c->unseen)) != NULL &&
           (c->members = lm_arena_alloc(arena, c->words, sizeof *c->members)) != NULL &&
           (c->row = lm_arena_alloc(arena, c->words, sizeof *c->row)) != NULL &&
           (c->said_at = lm_arena_alloc(arena, vertices, sizeof *c->said_at)) != NULL &&
           (c->start = lm_arena_alloc(arena, vertices + 1, sizeof *c->start)) != NULL &&
           (c->end = lm_arena_alloc(arena, vertices, sizeof *c->end)) != NULL;
}

/* Take ${seat} in hand, and those of ${set} whom he may meet. */
static void mark(struct crossing *c, uint32_t seat, const uint64_t *set)
{
    const struct lm_seat *x = &c->d->p->seats[seat];
    c->stamp++;
    for (size_t w = 0; w < c->words; w++)
        c->row[w] = set[w] & lm_dubov_possible_word(c->d, seat, w);
    for (uint32_t i = 0; i < x->barred_count; i++)
        lm_set_drop(c->row, (int32_t)x->barred[i]);
}

/* Let go of the first of those, none of whom is before the word ${*w}; LM_NOBODY: of nobody. */
static uint32_t next_of_row(struct crossing *c, size_t *w)
{
    while (*w < c->words && c->row[*w] == 0)
        ++*w;
    if (*w == c->words)
        return LM_NOBODY;
    const uint32_t bit = (uint32_t)__builtin_ctzll(c->row[*w]);
    c->row[*w] &= c->row[*w] - 1;
    return (uint32_t)*w * LM_SET_BITS + bit;
}

/* Give everybody of D whom ${seat} can reach inside D its vertex.  ${queue}: room for all. */
static void spread(struct crossing *c, uint32_t seat, uint32_t *queue)
{
    uint32_t count = 0, other;
    queue[count++] = seat;
    lm_set_drop(c->unseen, (int32_t)seat);
    for (uint32_t i = 0; i < count; i++) {
        mark(c, queue[i], c->unseen);
        for (size_t w = 0; (other = next_of_row(c, &w)) != LM_NOBODY;) {
            c->node[other] = c->node[seat];
            lm_set_drop(c->unseen, (int32_t)other);
            queue[count++] = other;
        }
    }
}

static bool meets_spare(struct crossing *c, uint32_t seat)
{
    size_t w = 0;
    mark(c, seat, c->spares);
    return next_of_row(c, &w) != LM_NOBODY;
}

static void list_sets(struct crossing *c)
{
    const struct dubov *d = c->d;
    for (uint32_t i = 0; i < d->lower_count; i++) {
        c->node[d->lower[i]] = LM_NOBODY;
        if (!c->spare[i])
            continue;
        lm_set_insert(c->spares, (int32_t)d->lower[i]);
        lm_set_insert(c->unseen, (int32_t)d->lower[i]);
    }
    for (uint32_t i = 0; i < d->group_count; i++) {
        lm_set_insert(c->members, (int32_t)d->group[i]);
        c->place[d->group[i]] = i;
    }
}

/* The vertices of L. */
static enum lm_status number_lower(struct crossing *c)
{
    const struct dubov *d = c->d;
    uint32_t *queue = lm_arena_alloc(d->arena, d->lower_count, sizeof *queue);
    if (queue == NULL)
        return LM_LIMIT;
    list_sets(c);
    c->vertices = 2 * d->group_count;
    for (uint32_t i = 0; i < d->lower_count; i++)
        if (lm_set_holds(c->unseen, (int32_t)d->lower[i])) {
            c->node[d->lower[i]] = c->vertices++;
            spread(c, d->lower[i], queue);
        }
    for (uint32_t i = 0; i < d->lower_count; i++)
        if (!c->spare[i] && meets_spare(c, d->lower[i]))
            c->node[d->lower[i]] = c->vertices++;
    return LM_OK;
}

static void say_edge(struct crossing *c, uint32_t u, uint32_t v)
{
    if (c->list != NULL) {
        c->list[c->end[u]] = (int32_t)v;
        c->list[c->end[v]] = (int32_t)u;
    }
    c->end[u]++;
    c->end[v]++;
}

/* The edges of ${vertex}, which is that of ${seat}, and of ${twin} if it is another, with
 * components. */
static void say_components(struct crossing *c, uint32_t seat, uint32_t vertex, uint32_t twin)
{
    uint32_t other;
    mark(c, seat, c->spares);
    for (size_t w = 0; (other = next_of_row(c, &w)) != LM_NOBODY;) {
        uint32_t node = c->node[other];
        if (c->said_at[node] == c->stamp)
            continue;
        c->said_at[node] = c->stamp;
        say_edge(c, vertex, node);
        if (twin != vertex)
            say_edge(c, twin, node);
    }
}

static void say_edges(struct crossing *c)
{
    const struct dubov *d = c->d;
    uint32_t other;
    for (uint32_t i = 0; i < d->group_count; i++) {
        mark(c, d->group[i], c->members);
        for (size_t w = 0; (other = next_of_row(c, &w)) != LM_NOBODY;)
            if (c->place[other] > i)
                say_edge(c, i, c->place[other]);
        if (d->group[i] != d->joined)
            say_components(c, d->group[i], i, d->group_count + i);
    }
    for (uint32_t i = 0; i < d->lower_count; i++) {
        const uint32_t node = c->node[d->lower[i]];
        if (!c->spare[i] && node != LM_NOBODY)
            say_components(c, d->lower[i], node, node);
    }
}

/* Edges are counted first, then put down. */
static enum lm_status list_edges(struct crossing *c, struct lm_either **out)
{
    say_edges(c);
    for (uint32_t v = 0; v < c->vertices; v++) {
        c->start[v + 1] = c->start[v] + c->end[v];
        c->end[v] = c->start[v];
    }
    c->list = lm_arena_alloc(c->d->arena, c->start[c->vertices], sizeof *c->list);
    if (c->list == NULL)
        return LM_LIMIT;
    say_edges(c);
    const struct lm_graph graph = {.form = LM_GRAPH_EDGES,
                                   .vertices = (int32_t)c->vertices,
                                   .start = c->start,
                                   .list = c->list};
    return lm_either_new(out, c->d->arena, &graph);
}

/* Can ${v} of G be a floater, with those before him?  Then his twin stands for him from now on. */
static bool goes_across(const struct crossing *c, struct lm_either *m, int32_t v)
{
    int32_t mate = lm_either_mate(m, v), twin = v + (int32_t)c->d->group_count;
    lm_either_remove(m, v);
    lm_either_restore(m, twin);
    if ((uint32_t)mate >= 2 * c->d->group_count)
        lm_either_pair(m, twin, mate);
    if (lm_either_is_perfect(m))
        return true;
    lm_either_remove(m, twin);
    lm_either_restore(m, v);
    lm_either_pair(m, v, mate);
    return false;
}

static bool is_of_group(const struct crossing *c, uint32_t seat)
{
    return c->d->group[c->place[seat]] == seat;
}

/* A start for ${m}: the pairs of G in the matching of everybody left, and those between G and a
 * component. */
static void begin_with_rest(struct crossing *c, struct lm_either *m)
{
    const struct dubov *d = c->d;
    for (uint32_t i = 0; i < d->group_count; i++) {
        uint32_t mate = lm_dubov_mate_in_rest(d, d->group[i]);
        if (mate != LM_NOBODY && is_of_group(c, mate) && c->place[mate] > i)
            lm_either_pair(m, (int32_t)i, (int32_t)c->place[mate]);
    }
    for (uint32_t k = 0; k < d->lower_count; k++) {
        uint32_t mate = c->spare[k] ? lm_dubov_mate_in_rest(d, d->lower[k]) : LM_NOBODY;
        if (mate != LM_NOBODY && mate != d->joined && is_of_group(c, mate) &&
            lm_either_mate(m, (int32_t)c->node[d->lower[k]]) == LM_ALONE)
            lm_either_pair(m, (int32_t)c->place[mate], (int32_t)c->node[d->lower[k]]);
    }
}

static void take_in_order(struct crossing *c, struct lm_either *m,
                          const struct dubov_entry *entries, uint32_t count, uint32_t need,
                          uint32_t *floaters)
{
    uint32_t taken = 0;
    for (uint32_t i = 0; i < count && taken < need; i++) {
        int32_t v = (int32_t)c->place[entries[i].seat];
        if (count - i == need - taken || goes_across(c, m, v))
            floaters[taken++] = entries[i].seat;
    }
}

/* Over lists.  ${*done} false: more than ${need} are needed. */
static enum lm_status choose_by_lists(const struct dubov *d, const struct dubov_entry *entries,
                                      uint32_t count, const bool *spare, uint32_t need,
                                      uint32_t *floaters, bool *done)
{
    struct crossing c = {.d = d, .spare = spare};
    struct lm_either *m;
    if (!allocate(&c) || number_lower(&c) != LM_OK || list_edges(&c, &m) != LM_OK)
        return LM_LIMIT;
    for (uint32_t i = 0; i < d->group_count; i++)
        lm_either_remove(m, (int32_t)(d->group_count + i));
    begin_with_rest(&c, m);
    lm_either_repair(m);
    *done = lm_either_alone(m) == 0;
    if (*done)
        take_in_order(&c, m, entries, count, need, floaters);
    return LM_OK;
}

/* ${*taken} 0: more are needed than a largest matching of L leaves alone. */
static enum lm_status choose_without_values(struct dubov *d, const struct dubov_entry *entries,
                                            uint32_t count, uint32_t *floaters, uint32_t *taken)
{
    uint32_t need;
    bool done = false, *spare = lm_arena_alloc(d->arena, d->lower_count, sizeof *spare);
    *taken = 0;
    if (spare == NULL || lm_dubov_spare_below(d, spare, &need) != LM_OK)
        return LM_LIMIT;
    if (need == 0 || need > count)
        return LM_OK;
    if (need == count) { /* fewer are not enough, and there are no more */
        for (uint32_t i = 0; i < count; i++)
            floaters[i] = entries[i].seat;
        *taken = need;
        return LM_OK;
    }
    enum lm_status status = choose_by_lists(d, entries, count, spare, need, floaters, &done);
    *taken = done ? need : 0;
    return status;
}

/* ---- By values ---- */

enum { ALONE, CROSSING, ORDER, PRIORITIES };

static uint32_t seat_at(const struct dubov *d, int32_t v)
{
    uint32_t place = (uint32_t)v;
    return place < d->group_count ? d->group[place] : d->lower[place - d->group_count];
}

/* A pair of somebody of the group with somebody below costs a floater; who just joined by 7.2 is
 * none. */
static bool edge_values(const void *context, int32_t u, int32_t v, int64_t *value)
{
    const struct dubov *d = context;
    bool crossing = ((uint32_t)u < d->group_count) != ((uint32_t)v < d->group_count);
    value[ALONE] = value[ORDER] = 0;
    value[CROSSING] = crossing ? -1 : 0;
    if (crossing && (seat_at(d, u) == d->joined || seat_at(d, v) == d->joined))
        return false;
    return lm_dubov_possible(d, seat_at(d, u), seat_at(d, v));
}

static void alone_values(const void *context, int32_t v, int64_t *value)
{
    (void)context;
    (void)v;
    value[ALONE] = -1;
    value[CROSSING] = value[ORDER] = 0;
}

static bool goes_down(const struct dubov *d, const struct lm_best *best, int32_t v)
{
    return lm_best_mate(best, v) >= (int32_t)d->group_count;
}

/* Give the edges from ${v} of the group to those below ${order} as last priority; below 0: bar. */
static void prefer(const struct dubov *d, struct lm_best *best, int32_t v, int64_t order)
{
    int64_t value[PRIORITIES];
    int32_t all = (int32_t)(d->group_count + d->lower_count);
    for (int32_t u = (int32_t)d->group_count; u < all; u++) {
        if (!edge_values(d, v, u, value))
            continue;
        value[ORDER] = order;
        lm_best_set_edge(best, v, u, order < 0 ? NULL : value);
    }
}

static int32_t place_of(const struct dubov *d, uint32_t seat)
{
    int32_t place = 0;
    while (d->group[place] != seat)
        place++;
    return place;
}

/* Who was taken meets somebody below: all have to be paired. */
static void keep(const struct dubov *d, struct lm_best *best, int32_t v)
{
    for (int32_t u = 0; u < (int32_t)d->group_count; u++)
        if (u != v)
            lm_best_set_edge(best, v, u, NULL);
}

/* May some best matching pair ${v} of the group with somebody below?  false: the last proof says
 * that none does, and none will be best that is not now. */
static bool may_go_down(const struct dubov *d, const struct lm_best *best, int32_t v)
{
    int32_t all = (int32_t)(d->group_count + d->lower_count);
    for (int32_t u = (int32_t)d->group_count; u < all; u++)
        if (lm_best_depth(best, u, v) != LM_BARRED)
            return true;
    return false;
}

/* Does a best matching send ${v} down?  Then all do from now on, else none does. */
static bool is_sent_down(const struct dubov *d, struct lm_best *best, int32_t v)
{
    bool down = goes_down(d, best, v);
    if (!down && !may_go_down(d, best, v))
        return false;
    if (!down) {
        prefer(d, best, v, 1);
        lm_best_solve(best);
        down = goes_down(d, best, v);
    }
    if (down)
        keep(d, best, v);
    else
        prefer(d, best, v, -1);
    lm_best_solve(best);
    return down;
}

/* Each in turn is asked for. */
static enum lm_status choose_by_values(const struct dubov *d, const struct dubov_entry *entries,
                                       uint32_t count, uint32_t *floaters, uint32_t *taken)
{
    struct lm_priority ranges[PRIORITIES] = {
        [ALONE] = {.alone_low = -1}, [CROSSING] = {.edge_low = -1}, [ORDER] = {.edge_high = 1}};
    struct lm_priorities priorities = {.count = PRIORITIES,
                                       .range = ranges,
                                       .edge = edge_values,
                                       .alone = alone_values,
                                       .context = d};
    struct lm_best *best;
    if (lm_best_new(&best, d->arena, (int32_t)(d->group_count + d->lower_count), &priorities) !=
        LM_OK)
        return LM_LIMIT;
    lm_best_solve(best);
    uint32_t need = 0;
    for (uint32_t v = 0; v < d->group_count + d->lower_count; v++)
        if (lm_best_mate(best, (int32_t)v) == LM_ALONE)
            return LM_INTERNAL; /* who joined by 7.2 can stay: find_joiners */
    for (uint32_t v = 0; v < d->group_count; v++)
        need += goes_down(d, best, (int32_t)v);
    *taken = 0;
    for (uint32_t i = 0; i < count && *taken < need; i++) {
        if (is_sent_down(d, best, place_of(d, entries[i].seat)))
            floaters[(*taken)++] = entries[i].seat;
    }
    return *taken == need ? LM_OK : LM_INTERNAL;
}

enum lm_status lm_dubov_complete(struct dubov *d, const struct dubov_entry *entries, uint32_t count,
                                 uint32_t *floaters, uint32_t *taken)
{
    enum lm_status status = choose_without_values(d, entries, count, floaters, taken);
    if (status != LM_OK || *taken > 0)
        return status;
    return choose_by_values(d, entries, count, floaters, taken);
}
