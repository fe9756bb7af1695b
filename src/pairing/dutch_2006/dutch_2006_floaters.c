/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "limmat/matching.h"
#include "pairing/dutch_2006/dutch_2006.h"

/*
 * C12 and C13: "if in this previous score bracket a pairing can be made whereby another player will
 * be moved down to the current one, and this now allows p pairings to be made".
 *
 * The pairings of the bracket are looked at in the order of its own search, each set of floaters
 * once.  To get from one set to the next, the pairings not looked at yet are kept in *shares*: a
 * share names positions that must float and positions that must not, and knows its first pairing.
 * The share whose first pairing comes first of all is next; if its floaters do not serve, it is
 * divided: without the first floater; with the first but without the second; and so on.  A share is
 * dropped when no matching of both brackets together leaves it hope; so a bracket that cannot help
 * is usually known by one matching.
 *
 * The number of sets is exponential in the number of floaters, in principle; after SETS_LIMIT of
 * them the bracket counts as unable to help, and the procedure goes on with its next step.
 *
 * Hope only grows while p is lowered, for the share of all pairings: so the first p for which there
 * is some is found by halving (dutch_2006_procedure.c).
 *
 * C12 lowers the rest of the bracket below.  Each step lets two more be left over, in the same
 * graph; so a pair of the matching has to be found that can be parted.  Let F be how many float.
 * Where those from above are paired first, nobody else meets them: of the residents, who alone can
 * be left over, all but those left over and the partners of those from above are paired with each
 * other, and counting gives twice the rest at least.  Otherwise any pair below will do: who came
 * down for it still comes down.  If there is none, so many less than F come down that one more pair
 * than those of the target is made above, hence two for whom nobody is STAYS: they come down.
 *
 * C13 lowers p of the bracket above.  How many of the lowest bracket are left over stays the same,
 * as the number of floaters changes by two; more may come down; fewer are STAYS; and sooner or
 * later those from above need not be paired first.  None of this takes an edge away.
 */
enum { SETS_LIMIT = 3000 };

struct share {
    bool *must, *may; /* per position */
    struct outcome first;
    bool done;
};

struct sets {
    const struct field *field;
    const struct bracket *bracket;
    struct target target;
    const struct below *below;
    struct share *all;
    size_t count, capacity;
};

/* ---- Can those below be paired? ---- */

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

/* Value: -1 for every player of the upper bracket that leaves it. */
static bool union_edge(const void *context, int32_t u, int32_t v, int64_t *value)
{
    const struct union_graph *g = context;
    uint32_t a = (uint32_t)(u < v ? u : v), b = (uint32_t)(u < v ? v : u);
    *value = a < g->upper && b >= g->upper ? -1 : 0;
    if (b >= g->count)
        return a < g->count && over_below(g, a);
    if (pair_above(g, a, b))
        return true;
    return pair_below(g, a, b);
}

static void add_vertex(struct union_graph *g, uint32_t entrant, uint32_t position, enum role role)
{
    g->entrant[g->count] = entrant;
    g->position[g->count] = position;
    g->role[g->count++] = (uint8_t)role;
}

/* The upper bracket with ${must} and ${may} float (from ${from_bracket}, else its floaters only),
 * and those below. */
static void add_vertices(struct union_graph *g, const struct sets *sets, const bool *must,
                         const bool *may, bool whole)
{
    const struct bracket *b = sets->bracket;
    for (uint32_t i = 0; i < b->count && whole; i++)
        add_vertex(g, b->players[i], i,
                   must[i]                             ? FLOATS
                   : may[i] && i >= sets->target.moved ? CAN_FLOAT
                                                       : STAYS);
    g->upper = g->count;
    for (uint32_t i = 0; i < b->count && !whole; i++)
        if (must[i])
            add_vertex(g, b->players[i], i, FLOATS);
    for (uint32_t i = 0; i < sets->below->moved_count; i++)
        add_vertex(g, sets->below->moved[i], 0, MOVED_BEFORE);
    for (uint32_t i = 0; i < sets->below->resident_count; i++)
        add_vertex(g, sets->below->residents[i], 0, RESIDENT);
}

static uint32_t floater_count(const struct sets *sets)
{
    return sets->bracket->count - 2 * (sets->target.moved + sets->target.rest);
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
    for (uint32_t v = 0; v < g->count; v++) {
        uint32_t before = 0;
        for (uint32_t u = 0; u < g->count; u++)
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
    bool exact = certain == below->resident_count && (first == 0 || below->moved_lowered == 0);
    for (uint32_t residents = certain; residents < below->resident_count; residents++) {
        uint32_t ignored, pairs = pairs_below(below, moved, residents, &ignored);
        least = pairs < least ? pairs : least;
    }
    for (uint32_t v = 0; v < g->count; v++)
        g->first[v] = exact && first > 0 && from_above(g->role[v]);
    g->first_only = exact && below->moved_only && first > 0;
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
static enum lm_status make_union(const struct sets *sets, const bool *must, const bool *may,
                                 bool whole, struct union_graph *g)
{
    struct lm_arena *arena = sets->field->arena;
    const struct below *below = sets->below;
    size_t most = sets->bracket->count + below->resident_count + below->moved_count;
    uint32_t moved = below->moved_count + floater_count(sets);
    *g = (struct union_graph){
        .field = sets->field,
        .below = below,
        .search = {.field = sets->field,
                   .bracket = sets->bracket,
                   .target = sets->target,
                   .forced = {NO_PARTNER, NO_PARTNER}},
        .entrant = lm_arena_alloc(arena, most, sizeof *g->entrant),
        .position = lm_arena_alloc(arena, most, sizeof *g->position),
        .role = lm_arena_alloc(arena, most, sizeof *g->role),
        .first = lm_arena_alloc(arena, most, sizeof *g->first),
    };
    if (g->entrant == NULL || g->position == NULL || g->role == NULL || g->first == NULL)
        return LM_LIMIT;
    add_vertices(g, sets, must, may, whole);
    if (whole)
        ask_for_hope(g, moved);
    else
        ask_exactly(g, moved);
    return LM_OK;
}

/* Is there a matching of ${g} with everybody, by which at most ${floaters} leave the bracket? */
static enum lm_status match_union(const struct union_graph *g, uint32_t floaters, bool *can)
{
    struct lm_arena *arena = g->field->arena;
    const struct lm_priority range = {.edge_low = -1};
    const struct lm_priorities priorities = {
        .count = 1, .range = &range, .most_pairs = true, .edge = union_edge, .context = g};
    int32_t *mate = lm_arena_alloc(arena, g->vertices, sizeof *mate);
    if (mate == NULL)
        return LM_LIMIT;
    enum lm_status status =
        lm_matching_by_priorities(mate, arena, (int32_t)g->vertices, &priorities);
    if (status != LM_OK)
        return status;
    uint32_t leaving = 0;
    *can = true;
    for (uint32_t v = 0; v < g->vertices; v++) {
        *can &= mate[v] != LM_ALONE;
        leaving += v < g->upper && mate[v] >= (int32_t)g->upper;
    }
    *can &= leaving <= floaters;
    return LM_OK;
}

/* Can the share ${must}, ${may} be of use at all?  A necessary condition, by one matching of both
 * brackets. */
static enum lm_status has_hope(const struct sets *sets, const bool *must, const bool *may,
                               bool *hope)
{
    struct lm_mark mark = lm_arena_mark(sets->field->arena);
    struct union_graph g;
    enum lm_status status = make_union(sets, must, may, true, &g);
    if (status == LM_OK)
        status = match_union(&g, floater_count(sets), hope);
    lm_arena_reset(sets->field->arena, mark);
    return status;
}

/* Can those below be paired when ${floats} come down? */
static enum lm_status serves_below(const struct sets *sets, const bool *floats, bool *serves)
{
    struct lm_mark mark = lm_arena_mark(sets->field->arena);
    struct union_graph g;
    enum lm_status status = make_union(sets, floats, floats, false, &g);
    if (status == LM_OK)
        status = match_union(&g, 0, serves);
    if (status == LM_OK && sets->below->c12)
        *serves &= opponents_below(&g);
    lm_arena_reset(sets->field->arena, mark);
    return status;
}

/* ---- Shares ---- */

/* Add the share of ${must} and ${may} with its first pairing, unless it is empty or hopeless. */
static enum lm_status add_share(struct sets *sets, const bool *must, const bool *may)
{
    struct lm_arena *arena = sets->field->arena;
    uint32_t count = sets->bracket->count;
    bool hope;
    enum lm_status status = has_hope(sets, must, may, &hope);
    if (status != LM_OK || !hope)
        return status;
    struct share share = {.must = lm_arena_alloc(arena, count, sizeof *share.must),
                          .may = lm_arena_alloc(arena, count, sizeof *share.may)};
    if (share.must == NULL || share.may == NULL ||
        !lm_arena_grow(arena, &sets->all, &sets->capacity, sets->count + 1, sizeof *sets->all))
        return LM_LIMIT;
    memcpy(share.must, must, count * sizeof *must);
    memcpy(share.may, may, count * sizeof *may);
    struct search search = {.field = sets->field,
                            .bracket = sets->bracket,
                            .target = sets->target,
                            .must_float = share.must,
                            .may_float = share.may,
                            .forced = {NO_PARTNER, NO_PARTNER}};
    status = lm_dutch_2006_search(&search, &share.first);
    if (status == LM_OK)
        sets->all[sets->count++] = share;
    return status == LM_NO_PAIRING ? LM_OK : status;
}

/* "Another player will be moved down": is it none of the sets that were tried? */
static bool is_new(const struct sets *sets, const bool *floats)
{
    for (size_t i = 0; i < sets->below->tried_count; i++)
        if (memcmp(sets->below->tried[i], floats, sets->bracket->count * sizeof *floats) == 0)
            return false;
    return true;
}

/* The share with the first pairing of all; NULL: none is left. */
static struct share *first_share(struct sets *sets)
{
    struct share *first = NULL;
    for (size_t i = 0; i < sets->count; i++) {
        struct share *share = &sets->all[i];
        if (!share->done && (first == NULL || lm_dutch_2006_before(&share->first, &first->first)))
            first = share;
    }
    return first;
}

/* Divide ${share} into what it holds besides the floaters of its first pairing. */
static enum lm_status divide(struct sets *sets, const struct share *share, bool *must, bool *may)
{
    uint32_t count = sets->bracket->count;
    const uint32_t *partner = share->first.partner;
    memcpy(must, share->must, count * sizeof *must);
    memcpy(may, share->may, count * sizeof *may);
    for (uint32_t i = 0; i < count; i++) {
        if (partner[i] != NO_PARTNER || must[i])
            continue;
        may[i] = false;
        enum lm_status status = add_share(sets, must, may);
        if (status != LM_OK)
            return status;
        may[i] = must[i] = true;
    }
    return LM_OK;
}

static enum lm_status next_that_serves(struct sets *sets, bool *must, bool *may,
                                       struct outcome *out)
{
    uint32_t count = sets->bracket->count;
    struct share *share;
    for (int looked = 0; looked < SETS_LIMIT && (share = first_share(sets)) != NULL; looked++) {
        bool serves;
        struct share taken = *share;
        share->done = true;
        for (uint32_t i = 0; i < count; i++)
            must[i] = taken.first.partner[i] == NO_PARTNER;
        enum lm_status status = serves_below(sets, must, &serves);
        if (status == LM_OK && serves && is_new(sets, must)) {
            *out = taken.first;
            return LM_OK;
        }
        if (status == LM_OK)
            status = divide(sets, &taken, must, may);
        if (status != LM_OK)
            return status;
    }
    return LM_NO_PAIRING;
}

enum lm_status lm_dutch_2006_repair(const struct field *field, const struct bracket *bracket,
                                    struct target target, const struct below *below,
                                    struct outcome *out)
{
    struct sets sets = {.field = field, .bracket = bracket, .target = target, .below = below};
    bool *must = lm_arena_alloc(field->arena, bracket->count, sizeof *must);
    bool *may = lm_arena_alloc(field->arena, bracket->count, sizeof *may);
    if (must == NULL || may == NULL)
        return LM_LIMIT;
    memset(may, true, bracket->count * sizeof *may);
    enum lm_status status = add_share(&sets, must, may);
    return status == LM_OK ? next_that_serves(&sets, must, may, out) : status;
}

enum lm_status lm_dutch_2006_may_repair(const struct field *field, const struct bracket *bracket,
                                        struct target target, const struct below *below, bool *may)
{
    struct sets sets = {.field = field, .bracket = bracket, .target = target, .below = below};
    struct lm_mark mark = lm_arena_mark(field->arena);
    bool *all = lm_arena_alloc(field->arena, bracket->count, sizeof *all);
    bool *none = lm_arena_alloc(field->arena, bracket->count, sizeof *none);
    if (all == NULL || none == NULL)
        return LM_LIMIT;
    memset(all, true, bracket->count * sizeof *all);
    enum lm_status status = has_hope(&sets, none, all, may);
    lm_arena_reset(field->arena, mark);
    return status;
}
