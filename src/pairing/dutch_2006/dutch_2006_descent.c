/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "limmat/matching.h"
#include "pairing/dutch_2006/dutch_2006.h"

/*
 * C12 and C13: can those below be paired when others come down?  Asked of a graph of those below
 * and of who comes down, or of both brackets together while it is not known who does.
 *
 * Who comes down is given: a largest matching answers.  Those who must not be left over can be
 * covered with so many pairs as that has, and with each number from the least that covers them
 * (dutch_2006_most.c); and so many are asked for: where they are paired first, each makes a pair of
 * his own, and in the lowest bracket as many as can be are asked for.
 *
 * Both brackets together: everybody is paired above, or comes down and is paired or left over
 * there, and no more come down than there are floaters.  Without the last it is again a largest
 * matching that answers; mostly it says no, and the best matching need not be asked.
 */

enum role { CAN_FLOAT, STAYS, FLOATS, MOVED_BEFORE, RESIDENT };

/* Vertices: players of the bracket and of the one below, then those whom nobody needs: dummies. */
struct union_graph {
    const struct field *field;
    const struct below *below;
    struct search search; /* of the upper bracket */
    uint32_t *entrant;    /* per vertex */
    uint32_t *position;   /* per vertex of the upper bracket */
    uint8_t *role;        /* enum role */
    bool *first;          /* A3, C4: paired before the others, and with them only */
    uint32_t upper, count, vertices;
    bool first_only; /* ... and the others do not matter */
    bool exact;      /* who is paired first, and who of the residents is there, is known */
};

static bool from_above(uint8_t role)
{
    return role != RESIDENT;
}

/* May two players be a pair of the bracket below?  ${role}s as seen from there. */
static bool pair_below(const struct union_graph *g, uint32_t a, uint32_t b)
{
    if (g->role[a] == STAYS || g->role[b] == STAYS)
        return false;
    if (g->first[a] ? g->first[b] : !g->first[b] && g->first_only)
        return false;
    return lm_dutch_2006_legal(g->field, g->entrant[a], g->entrant[b]);
}

/* May ${v} be one whom the bracket below leaves over? */
static bool over_below(const struct union_graph *g, uint32_t v)
{
    const struct entrant *who = &g->field->entrants[g->entrant[v]];
    if (g->role[v] == STAYS || g->first[v])
        return false;
    return !g->below->lowest || !who->seat->pab_barred;
}

static bool pair_above(const struct union_graph *g, uint32_t a, uint32_t b)
{
    struct cost cost;
    if (b >= g->upper || g->role[a] == FLOATS || g->role[b] == FLOATS)
        return false;
    return lm_dutch_2006_edge(&g->search, g->position[a], g->position[b], FLOATS_FREE, FLOATS_FREE,
                              &cost);
}

/* May two vertices, ${a} < ${b}, be matched? */
static bool is_edge(const struct union_graph *g, uint32_t a, uint32_t b)
{
    if (b >= g->count)
        return a < g->count && over_below(g, a);
    return pair_above(g, a, b) || pair_below(g, a, b);
}

/* Value: -1 for every player of the upper bracket that leaves it. */
static int32_t union_edge(const void *context, int32_t u, int32_t v, struct lm_worth *worth)
{
    const struct union_graph *g = context;
    uint32_t a = (uint32_t)(u < v ? u : v), b = (uint32_t)(u < v ? v : u);
    if (v == LM_ALONE)
        return 0;
    if (!is_edge(g, a, b))
        return -1;
    *worth = (struct lm_worth){0, -1};
    return a < g->upper && b >= g->upper;
}

static void add_vertex(struct union_graph *g, uint32_t entrant, uint32_t position, enum role role)
{
    g->entrant[g->count] = entrant;
    g->position[g->count] = position;
    g->role[g->count++] = (uint8_t)role;
}

/* The upper bracket with ${must} and ${may} float (from ${from_bracket}, else its floaters only),
 * and those below. */
static void add_vertices(struct union_graph *g, const struct descent *d, const bool *must,
                         const bool *may, bool whole)
{
    const struct bracket *b = d->bracket;
    for (uint32_t i = 0; i < b->count && whole; i++)
        add_vertex(g, b->players[i], i,
                   must[i]                          ? FLOATS
                   : may[i] && i >= d->target.moved ? CAN_FLOAT
                                                    : STAYS);
    g->upper = g->count;
    for (uint32_t i = 0; i < b->count && !whole; i++)
        if (must[i])
            add_vertex(g, b->players[i], i, FLOATS);
    for (uint32_t i = 0; i < d->below->moved_count; i++)
        add_vertex(g, d->below->moved[i], 0, MOVED_BEFORE);
    for (uint32_t i = 0; i < d->below->resident_count; i++)
        add_vertex(g, d->below->residents[i], 0, RESIDENT);
}

static uint32_t floater_count(const struct descent *d)
{
    return d->bracket->count - 2 * (d->target.moved + d->target.rest);
}

/* How many pairs those below must make, of ${moved} moved down players and ${residents}; ${*first}:
 * how many of them are paired first. */
static uint32_t pairs_below(const struct below *below, uint32_t moved, uint32_t residents,
                            uint32_t *first)
{
    *first = moved < residents && moved > below->moved_lowered ? moved - below->moved_lowered : 0;
    uint32_t rest = (moved + residents - 2 * *first) / 2;
    if (below->moved_only && *first > 0)
        rest = 0;
    return *first + (rest > below->rest_lowered ? rest - below->rest_lowered : 0);
}

/* Has ${v} an opponent among those who will surely be below? */
static bool has_opponent(const struct union_graph *g, uint32_t v)
{
    for (uint32_t u = 0; u < g->count; u++)
        if (u != v && g->role[u] != CAN_FLOAT && g->role[u] != STAYS &&
            lm_dutch_2006_legal(g->field, g->entrant[v], g->entrant[u]))
            return true;
    return false;
}

/* C1: would ${v} leave, if only those who are surely there were? */
static bool may_leave(const struct union_graph *g, uint32_t v)
{
    return g->below->c12 && !from_above(g->role[v]) && g->below->c1[g->entrant[v]] &&
           !has_opponent(g, v);
}

static void drop_those_without_opponent(struct union_graph *g)
{
    uint32_t kept = 0;
    for (uint32_t v = 0; v < g->count; v++) /* who leaves was nobody's opponent */
        if (!may_leave(g, v)) {
            g->entrant[kept] = g->entrant[v];
            g->position[kept] = g->position[v];
            g->role[kept++] = g->role[v];
        }
    g->count = kept;
}

static uint32_t count_residents(const struct union_graph *g)
{
    uint32_t residents = 0;
    for (uint32_t v = 0; v < g->count; v++)
        residents += !from_above(g->role[v]);
    return residents;
}

/* The first ${first} of those from above, in A2 order, are paired first. */
static void choose_first(struct union_graph *g, uint32_t first)
{
    for (uint32_t v = 0; v < g->count && first > 0; v++) {
        uint32_t before = 0;
        for (uint32_t u = 0; u < g->count && from_above(g->role[v]); u++)
            before += from_above(g->role[u]) && g->entrant[u] < g->entrant[v];
        g->first[v] = from_above(g->role[v]) && before < first;
    }
}

/* ${floats} come down: who is there, who is paired first, and how many may be left over. */
static void ask_exactly(struct union_graph *g, uint32_t moved)
{
    uint32_t first;
    drop_those_without_opponent(g);
    uint32_t pairs = pairs_below(g->below, moved, count_residents(g), &first);
    choose_first(g, first);
    g->first_only = g->below->moved_only && first > 0;
    g->vertices = g->count + (g->count - 2 * pairs);
}

/* Nobody knows yet who comes down.  While it is certain who is there and who is paired first, that
 * is asked; else only for as many pairs as there must be in any case. */
static void ask_for_hope(struct union_graph *g, uint32_t moved)
{
    const struct below *below = g->below;
    uint32_t certain = 0, first, least;
    for (uint32_t v = 0; v < g->count; v++)
        certain += !from_above(g->role[v]) && !may_leave(g, v);
    least = pairs_below(below, moved, below->resident_count, &first);
    g->exact = certain == below->resident_count && (first == 0 || below->moved_lowered == 0);
    for (uint32_t residents = certain; residents < below->resident_count; residents++) {
        uint32_t ignored, pairs = pairs_below(below, moved, residents, &ignored);
        least = pairs < least ? pairs : least;
    }
    for (uint32_t v = 0; v < g->count; v++)
        g->first[v] = g->exact && first > 0 && from_above(g->role[v]);
    g->first_only = g->exact && below->moved_only && first > 0;
    g->vertices = g->count + (moved + below->resident_count - 2 * least);
}

/* C1: has everybody moved down an opponent below? */
static bool opponents_below(const struct union_graph *g)
{
    for (uint32_t v = 0; v < g->count; v++)
        if (from_above(g->role[v]) && !has_opponent(g, v))
            return false;
    return true;
}

/* The graph of the share ${must}, ${may}; or, not ${whole}, of ${must} and those below only. */
static enum lm_status make_union(const struct descent *d, const bool *must, const bool *may,
                                 bool whole, struct union_graph *g)
{
    struct lm_arena *arena = d->field->arena;
    const struct below *below = d->below;
    size_t most = d->bracket->count + below->resident_count + below->moved_count;
    uint32_t moved = below->moved_count + floater_count(d);
    *g = (struct union_graph){
        .field = d->field,
        .below = below,
        .search = {.field = d->field,
                   .bracket = d->bracket,
                   .target = d->target,
                   .forced = {NO_PARTNER, NO_PARTNER}},
        .entrant = lm_arena_alloc(arena, most, sizeof *g->entrant),
        .position = lm_arena_alloc(arena, most, sizeof *g->position),
        .role = lm_arena_alloc(arena, most, sizeof *g->role),
        .first = lm_arena_alloc(arena, most, sizeof *g->first),
    };
    if (g->entrant == NULL || g->position == NULL || g->role == NULL || g->first == NULL)
        return LM_LIMIT;
    add_vertices(g, d, must, may, whole);
    if (whole)
        ask_for_hope(g, moved);
    else
        ask_exactly(g, moved);
    return LM_OK;
}

/* Sets of the vertices of a union: the upper bracket but who must float, all and those who may meet
 * each other; who is below, or may be, and is paired first, and the others. */
enum { ABOVE, ABOVE_OTHERS, BELOW_FIRST, BELOW_OTHERS, BELOW, CAN_BE_BOTH, SETS };

/* Whom ${v} may be paired with below: as pair_below has it. */
static int set_below(const struct union_graph *g, uint32_t v)
{
    if (g->first[v])
        return BELOW_OTHERS;
    return g->first_only ? BELOW_FIRST : BELOW;
}

static int set_for(const struct union_graph *g, uint32_t v)
{
    if (v >= g->upper || g->role[v] == FLOATS)
        return set_below(g, v);
    if (g->role[v] == CAN_FLOAT)
        return CAN_BE_BOTH;
    return g->position[v] < g->search.target.moved ? ABOVE_OTHERS : ABOVE;
}

static void enter(const struct union_graph *g, uint32_t v, uint64_t *const set[SETS])
{
    bool above = v < g->upper && g->role[v] != FLOATS;
    if (above)
        lm_dutch_2006_add(set[ABOVE], g->entrant[v]);
    if (above && g->position[v] >= g->search.target.moved)
        lm_dutch_2006_add(set[ABOVE_OTHERS], g->entrant[v]);
    if (g->role[v] == STAYS)
        return;
    lm_dutch_2006_add(set[g->first[v] ? BELOW_FIRST : BELOW_OTHERS], g->entrant[v]);
    lm_dutch_2006_add(set[BELOW], g->entrant[v]);
}

/* The edges of union_edge between players. */
static enum lm_status make_graph(const struct union_graph *g, struct lm_graph *graph)
{
    const struct field *field = g->field;
    const uint64_t **among = lm_arena_alloc(field->arena, g->count, sizeof *among);
    uint64_t *set[SETS];
    for (int i = 0; i < SETS; i++)
        if ((set[i] = lm_dutch_2006_set(field)) == NULL)
            return LM_LIMIT;
    if (among == NULL)
        return LM_LIMIT;
    uint32_t can_float = g->upper;
    for (uint32_t v = 0; v < g->count; v++) {
        enter(g, v, set);
        can_float = v < g->upper && g->role[v] == CAN_FLOAT ? v : can_float;
    }
    const uint64_t *below = can_float < g->upper ? set[set_below(g, can_float)] : set[ABOVE];
    for (uint32_t w = 0; w < (field->count + 63) / 64; w++)
        set[CAN_BE_BOTH][w] = set[ABOVE][w] | below[w];
    for (uint32_t v = 0; v < g->count; v++)
        among[v] = set[set_for(g, v)];
    return lm_dutch_2006_graph(field, g->entrant, g->count, among, graph);
}

/* Is there a matching of ${g} with everybody, whoever leaves the bracket above? */
static enum lm_status match_all(const struct union_graph *g, bool *can)
{
    struct lm_graph graph;
    uint32_t pairs;
    bool *needed = lm_arena_alloc(g->field->arena, g->count, sizeof *needed);
    enum lm_status status = needed != NULL ? make_graph(g, &graph) : LM_LIMIT;
    for (uint32_t v = 0; v < g->count && status == LM_OK; v++)
        needed[v] = !over_below(g, v);
    if (status == LM_OK)
        status = lm_dutch_2006_largest(g->field, &graph, needed, &pairs);
    *can = status == LM_OK && pairs != LESS_THAN_NEEDED &&
           2 * pairs + (g->vertices - g->count) >= g->count;
    return status;
}

/* Is there a matching of ${g} with everybody, by which at most ${floaters} leave the bracket? */
static enum lm_status match_union(const struct union_graph *g, uint32_t floaters, bool *can,
                                  uint32_t *leaving)
{
    struct lm_arena *arena = g->field->arena;
    const struct lm_priority range = {.edge_low = -1};
    const struct lm_priorities priorities = {
        .count = 1, .range = &range, .most_pairs = true, .few = union_edge, .context = g};
    int32_t *mate = lm_arena_alloc(arena, g->vertices, sizeof *mate);
    if (mate == NULL)
        return LM_LIMIT;
    enum lm_status status =
        lm_matching_by_priorities(mate, arena, (int32_t)g->vertices, &priorities);
    if (status != LM_OK)
        return status;
    *leaving = 0;
    *can = true;
    for (uint32_t v = 0; v < g->vertices; v++) {
        *can &= mate[v] != LM_ALONE;
        *leaving += v < g->upper && mate[v] >= (int32_t)g->upper;
    }
    *can &= *leaving <= floaters;
    return LM_OK;
}

enum lm_status lm_dutch_2006_hope(const struct descent *d, const bool *must, const bool *may,
                                  bool *hope, uint32_t *leaving)
{
    struct lm_mark mark = lm_arena_mark(d->field->arena);
    struct union_graph g;
    enum lm_status status = make_union(d, must, may, true, &g);
    if (status == LM_OK)
        status = match_all(&g, hope);
    if (status == LM_OK && *hope)
        status = match_union(&g, floater_count(d), hope, leaving);
    lm_arena_reset(d->field->arena, mark);
    return status;
}

enum lm_status lm_dutch_2006_serves(const struct descent *d, const bool *floats, bool *serves)
{
    struct lm_mark mark = lm_arena_mark(d->field->arena);
    struct union_graph g;
    enum lm_status status = make_union(d, floats, floats, false, &g);
    if (status == LM_OK)
        status = match_all(&g, serves);
    if (status == LM_OK && d->below->c12)
        *serves &= opponents_below(&g);
    lm_arena_reset(d->field->arena, mark);
    return status;
}

/* ---- For the search of the bracket above ---- */

/* C12: whoever comes down has an opponent there.  Floaters are none for each other.  false: whether
 * somebody who was moved down before has one depends on who floats. */
static bool keep_those_without_opponent(struct union_graph *g)
{
    for (uint32_t v = 0; v < g->count && g->below->c12; v++) {
        if (!from_above(g->role[v]) || g->first[v] || has_opponent(g, v))
            continue;
        if (g->role[v] == MOVED_BEFORE)
            return false;
        g->role[v] = STAYS;
    }
    return true;
}

enum lm_status lm_dutch_2006_union(const struct descent *d, struct union_graph **out)
{
    bool *all = lm_arena_alloc(d->field->arena, d->bracket->count, sizeof *all);
    bool *none = lm_arena_alloc(d->field->arena, d->bracket->count, sizeof *none);
    struct union_graph *g = lm_arena_alloc(d->field->arena, 1, sizeof *g);
    *out = NULL;
    if (all == NULL || none == NULL || g == NULL)
        return LM_LIMIT;
    memset(all, true, d->bracket->count * sizeof *all);
    enum lm_status status = make_union(d, none, all, true, g);
    if (status == LM_OK && g->exact && keep_those_without_opponent(g))
        *out = g;
    return status;
}

uint32_t lm_dutch_2006_count_below(const struct union_graph *g)
{
    return g->vertices - g->upper;
}

bool lm_dutch_2006_meet_below(const struct union_graph *g, uint32_t a, uint32_t b)
{
    return is_edge(g, g->upper + a, g->upper + b);
}

bool lm_dutch_2006_comes_down(const struct union_graph *g, uint32_t position, uint32_t to)
{
    return is_edge(g, position, g->upper + to);
}
