/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/dutch/dutch_model.h"

#include <string.h>

/*
 * A large bracket by counting, with proof.
 *
 * Players fall into few *types*: the criteria depend on a player's colour preference, floats of two
 * rounds, and score.  Ignoring earlier meetings, the best values are those of a transport between
 * types: each type sends its players to types as partners, and receives as many.  The transport is
 * solved exactly (integers, criteria packed in order of priority); it bounds the cost of every
 * candidate from below.  Its dual prices p make the proof: a pair of types t, u is *tight* when
 * p(t) + p(u) = 2 cost(t, u), and no pair costs less than its prices.  So
 *
 *   - a perfect matching of tight pairs without barred partners has the cost of the bound: it is
 *     optimal, and
 *   - then a perfect matching is optimal exactly when all its pairs are tight (complementary
 *     slackness).
 *
 * A prescribed pair, or a prescribed floater, is a type for each of the two that can be paired with
 * nothing else.
 *
 * From there on no costs are needed.  The first candidate in the order of article 4 is found by
 * deciding whether tight perfect matchings exist: a largest matching, repaired after each decision,
 * decides exactly; a count of types decides most cases beforehand, because a pairing that the
 * counts forbid is impossible.  Where a proof fails (the barred partners bind, more players float
 * than parity asks, two or more have to be exchanged), ${*done} stays false and the exact method
 * decides.
 */

__extension__ typedef __int128 cost_t;

/*
 * Costs are packed, one digit of DIGIT_BITS for each criterion, and compared as numbers.  That is
 * comparing criteria in their order, whatever the size of the bracket: a transport is best in
 * either sense exactly when no cycle of its residual graph improves it, and a simple cycle passes
 * each of the 2 TYPES_MAX nodes once.  So along it a criterion changes by at most CYCLE_ARCS times
 * what one pair gives, VALUE_MOST, and that must be less than a digit: then the first criterion
 * that changes decides the sign.  Of the unplayed games of the bye's receiver only the (at most
 * two) nodes of the bye know, four arcs of a cycle: UNPLAYED_MOST.  A price is the length of a
 * simple path; it must not reach NO_PAIR / 2.
 */
enum { TYPES_MAX = 128, CLASSES_MAX = 20, DIGIT_BITS = 10, DIGITS_MAX = 12 };
enum { CYCLE_ARCS = 2 * TYPES_MAX, VALUE_MOST = 3, UNPLAYED_MOST = 255 };
enum { NO_PAIR_BITS = 125, ARCS_BITS = 8 };

_Static_assert(CYCLE_ARCS *VALUE_MOST < 1 << DIGIT_BITS, "a cycle changes less than a digit");
_Static_assert(4 * UNPLAYED_MOST < 1 << DIGIT_BITS, "so do the arcs of the bye");
_Static_assert(CYCLE_ARCS <= 1 << ARCS_BITS, "ARCS_BITS count the arcs of a path");
_Static_assert((DIGITS_MAX - 1) * DIGIT_BITS + 2 + 1 + ARCS_BITS < NO_PAIR_BITS - 1,
               "a price is far from NO_PAIR: top digit, VALUE_MOST, the digits below, the arcs");

#define NO_PAIR ((cost_t)1 << NO_PAIR_BITS)

struct type {
    uint64_t key;
    uint32_t first, second; /* two vertices of it; equal when there is only one */
    uint32_t count;
    uint8_t class_of;   /* types with the same tight partners are one class */
    cost_t left, right; /* prices of the transport's two sides */
};

struct counting {
    struct dutch_model *m;
    struct lm_arena *arena;
    uint32_t moved;
    uint32_t downs; /* outlets and the bye: vertices from ${inside} on */
    struct type types[TYPES_MAX];
    uint32_t type_count;
    uint8_t *type_of; /* per vertex */
    cost_t *cost;     /* [type_count x type_count] */
    uint32_t *flow;   /* likewise */
    bool tight[CLASSES_MAX][CLASSES_MAX];
    uint32_t class_count;
    const int32_t *local_of; /* per seat: its vertex, or -1 */
};

/* ---- Types ---- */

static const struct lm_seat *seat_of(const struct counting *s, uint32_t v)
{
    return &s->m->d->seats[s->m->vertices[v].seat];
}

static bool bye_in_view(const struct counting *s)
{
    const struct dutch_model *m = s->m;
    return m->count > m->inside && m->vertices[m->inside].zone == BYE;
}

/* Return a float that can cost something here; all others are alike. */
static uint64_t relevant_float(const struct counting *s, uint8_t direction)
{
    if (direction == LM_DOWNFLOAT)
        return s->downs > 0 ? LM_DOWNFLOAT : LM_NO_FLOAT;
    return direction == LM_UPFLOAT && s->moved > 0 ? LM_UPFLOAT : LM_NO_FLOAT;
}

/* Is ${seat} part of the prescription? */
static bool is_prescribed(const struct counting *s, uint32_t seat)
{
    const struct dutch_question *q = s->m->question;
    return q != NULL && seat != LM_NOBODY && (seat == q->seat || seat == q->other);
}

/* Bit of the MDPs' keys; other keys are smaller, except those of prescribed players. */
enum { MDP_BIT = 62 };

/* Return the key of all properties of vertex ${v} that legality and criteria use, except barred
 * partners.  A prescribed player is a type alone. */
static uint64_t key_of(const struct counting *s, uint32_t v)
{
    const struct dutch_vertex *vertex = &s->m->vertices[v];
    uint64_t key = vertex->zone;
    if (!dutch_is_inside(vertex))
        return key;
    if (is_prescribed(s, vertex->seat))
        return UINT64_MAX - v;
    const struct lm_seat *seat = seat_of(s, v);
    key = key << 2 | seat->wish;
    key = key << 2 | seat->strength;
    if (s->m->d->position->last_round) {
        key = key << 1 | seat->topscorer;
        key = key << 8 | (uint8_t)(seat->colour_difference + 128);
        key = key << 1 | (seat->repeats >= 2);
    }
    if (vertex->zone == MOVED) /* no resident has such a key, because its zone comes first */
        return UINT64_C(1) << MDP_BIT | key << 24 | (uint32_t)(seat->score & 0xFFFFFF);
    key = key << 2 | relevant_float(s, seat->float_1);
    key = key << 2 | relevant_float(s, seat->float_2);
    if (bye_in_view(s)) {
        key = key << 1 | lm_dutch_may_have_bye(s->m->d, vertex->seat);
        key = key << 10 | (seat->unplayed & 1023);
    }
    return key;
}

static bool sort_into_types(struct counting *s)
{
    for (uint32_t v = 0; v < s->m->count; v++) {
        uint64_t key = key_of(s, v);
        uint32_t t = 0;
        while (t < s->type_count && s->types[t].key != key)
            t++;
        if (t == TYPES_MAX)
            return false;
        if (t == s->type_count)
            s->types[s->type_count++] = (struct type){.key = key, .first = v};
        s->types[t].second = v;
        s->types[t].count++;
        s->type_of[v] = (uint8_t)t;
    }
    return true;
}

/* Can players of the types of ${a} and ${b} meet, as far as types decide?  MDPs must be paired. */
static bool types_may_meet(const struct counting *s, uint32_t a, uint32_t b)
{
    const struct dutch_vertex *x = &s->m->vertices[a], *y = &s->m->vertices[b];
    if (a == b || y->zone == MOVED || !lm_dutch_fits_question(s->m, x, y))
        return false;
    if (dutch_is_inside(y))
        return lm_dutch_colours_allow(s->m->d, x->seat, y->seat);
    if (x->zone != RESIDENT)
        return false;
    return y->zone == OUTLET || lm_dutch_may_have_bye(s->m->d, x->seat);
}

/* Is ${p} the same for every candidate here, as all MDPs are paired and as few as possible
 * float? */
static bool is_constant(const struct dutch_priority *p)
{
    return p->kind == FLOATERS || p->kind == FLOATER_SCORE || p->kind == MOVED_DOWN;
}

/* Compute the cost of a pair.  Return false when a value is greater than the proof allows; the
 * exact method then decides. */
static bool pair_cost(const struct counting *s, uint32_t a, uint32_t b, cost_t *cost)
{
    *cost = 0;
    for (uint32_t i = 0; i < s->m->priority_count; i++) {
        const struct dutch_priority *p = &s->m->priorities[i];
        if (is_constant(p))
            continue;
        int64_t value = lm_dutch_value_of(s->m, p, a, b);
        int64_t most = p->kind == BYE_UNPLAYED ? UNPLAYED_MOST : VALUE_MOST;
        if (value > 0 || value < -most)
            return false;
        *cost = *cost * ((cost_t)1 << DIGIT_BITS) - value;
    }
    return true;
}

static bool fill_costs(struct counting *s)
{
    uint32_t digits = 0, n = s->type_count;
    for (uint32_t i = 0; i < s->m->priority_count; i++)
        digits += !is_constant(&s->m->priorities[i]);
    if (digits > DIGITS_MAX)
        return false;
    for (uint32_t t = 0; t < n; t++)
        for (uint32_t u = t; u < n; u++) {
            uint32_t a = s->types[t].first, b = t == u ? s->types[t].second : s->types[u].first;
            if (a > b) {
                uint32_t swap = a;
                a = b;
                b = swap;
            }
            cost_t cost = NO_PAIR;
            if (types_may_meet(s, a, b) && !pair_cost(s, a, b, &cost))
                return false;
            s->cost[t * n + u] = s->cost[u * n + t] = cost;
        }
    return true;
}

/* ---- The transport: successive shortest paths with prices ---- */

struct transport {
    uint32_t supply[TYPES_MAX], demand[TYPES_MAX];
    cost_t distance[2 * TYPES_MAX]; /* left nodes, then right nodes */
    uint32_t before[2 * TYPES_MAX];
    bool settled[2 * TYPES_MAX];
};

static cost_t reduced(const struct counting *s, uint32_t t, uint32_t u)
{
    return s->cost[t * s->type_count + u] + s->types[t].left - s->types[u].right;
}

/* Send whatever costs nothing at once: with all prices zero that is optimal as far as it goes. */
static void send_for_nothing(struct counting *s, struct transport *x)
{
    uint32_t n = s->type_count;
    for (uint32_t t = 0; t < n; t++)
        for (uint32_t u = 0; u < n; u++) {
            uint32_t amount = x->supply[t] < x->demand[u] ? x->supply[t] : x->demand[u];
            if (s->cost[t * n + u] != 0 || amount == 0)
                continue;
            s->flow[t * n + u] = amount;
            x->supply[t] -= amount;
            x->demand[u] -= amount;
        }
}

static uint32_t nearest(const struct transport *x, uint32_t nodes)
{
    uint32_t best = nodes;
    for (uint32_t v = 0; v < nodes; v++)
        if (!x->settled[v] && x->distance[v] < NO_PAIR / 2 &&
            (best == nodes || x->distance[v] < x->distance[best]))
            best = v;
    return best;
}

static void relax(struct transport *x, uint32_t from, uint32_t to, cost_t distance)
{
    if (!x->settled[to] && distance < x->distance[to]) {
        x->distance[to] = distance;
        x->before[to] = from;
    }
}

/* Run Dijkstra from all supplies to the nearest demand; return the node reached, or 2n: none. */
static uint32_t find_path(const struct counting *s, struct transport *x)
{
    uint32_t n = s->type_count, v;
    for (v = 0; v < 2 * n; v++) {
        x->settled[v] = false;
        x->distance[v] = v < n && x->supply[v] > 0 ? 0 : NO_PAIR;
        x->before[v] = 2 * n;
    }
    while ((v = nearest(x, 2 * n)) < 2 * n) {
        x->settled[v] = true;
        if (v >= n && x->demand[v - n] > 0)
            return v;
        for (uint32_t w = 0; w < n; w++) {
            if (v < n && s->cost[v * n + w] < NO_PAIR)
                relax(x, v, n + w, x->distance[v] + reduced(s, v, w));
            else if (v >= n && s->flow[w * n + (v - n)] > 0)
                relax(x, v, w, x->distance[v]);
        }
    }
    return 2 * n;
}

static void send_along(struct counting *s, struct transport *x, uint32_t end)
{
    uint32_t n = s->type_count, amount = x->demand[end - n], v;
    for (v = end; x->before[v] < 2 * n; v = x->before[v])
        if (v < n && s->flow[v * n + (x->before[v] - n)] < amount)
            amount = s->flow[v * n + (x->before[v] - n)];
    if (x->supply[v] < amount)
        amount = x->supply[v];
    x->supply[v] -= amount;
    x->demand[end - n] -= amount;
    for (v = end; x->before[v] < 2 * n; v = x->before[v]) {
        if (v >= n)
            s->flow[x->before[v] * n + (v - n)] += amount;
        else
            s->flow[v * n + (x->before[v] - n)] -= amount;
    }
}

static void raise_prices(struct counting *s, const struct transport *x, cost_t length)
{
    for (uint32_t t = 0; t < s->type_count; t++) {
        cost_t left = x->distance[t], right = x->distance[s->type_count + t];
        s->types[t].left += left < length ? left : length;
        s->types[t].right += right < length ? right : length;
    }
}

/* Solve the transport; return false when not even the types can be paired. */
static bool solve_transport(struct counting *s)
{
    struct transport x;
    uint32_t n = s->type_count;
    for (uint32_t t = 0; t < n; t++)
        x.supply[t] = x.demand[t] = s->types[t].count;
    memset(s->flow, 0, (size_t)n * n * sizeof *s->flow);
    send_for_nothing(s, &x);
    for (uint32_t t = 0; t < n;) {
        if (x.supply[t] == 0) {
            t++;
            continue;
        }
        uint32_t end = find_path(s, &x);
        if (end == 2 * n)
            return false;
        raise_prices(s, &x, x.distance[end]);
        send_along(s, &x, end);
    }
    return true;
}

/* ---- Tight pairs, and classes of types ---- */

static bool types_are_tight(const struct counting *s, uint32_t t, uint32_t u)
{
    const struct type *a = &s->types[t], *b = &s->types[u];
    cost_t cost = s->cost[t * s->type_count + u];
    return cost < NO_PAIR && a->right - a->left + b->right - b->left == 2 * cost;
}

static bool same_class(const struct counting *s, uint32_t t, uint32_t u)
{
    if (s->m->vertices[s->types[t].first].zone != s->m->vertices[s->types[u].first].zone)
        return false;
    for (uint32_t w = 0; w < s->type_count; w++)
        if (types_are_tight(s, t, w) != types_are_tight(s, u, w))
            return false;
    return true;
}

static bool sort_into_classes(struct counting *s)
{
    uint32_t model[CLASSES_MAX];
    for (uint32_t t = 0; t < s->type_count; t++) {
        uint32_t c = 0;
        while (c < s->class_count && !same_class(s, t, model[c]))
            c++;
        if (c == CLASSES_MAX)
            return false;
        if (c == s->class_count)
            model[s->class_count++] = t;
        s->types[t].class_of = (uint8_t)c;
    }
    for (uint32_t c = 0; c < s->class_count; c++)
        for (uint32_t e = 0; e < s->class_count; e++)
            s->tight[c][e] = types_are_tight(s, model[c], model[e]);
    return true;
}

static uint8_t class_of(const struct counting *s, uint32_t v)
{
    return s->types[s->type_of[v]].class_of;
}

static bool is_barred(const struct counting *s, uint32_t a, uint32_t b)
{
    const struct dutch_model *m = s->m;
    return a < m->inside && b < m->inside &&
           lm_is_barred(m->d->position, m->vertices[a].seat, m->vertices[b].seat);
}

static bool is_tight_edge(const struct counting *s, uint32_t a, uint32_t b)
{
    return s->tight[class_of(s, a)][class_of(s, b)] && !is_barred(s, a, b);
}

/* ---- Matchings of tight pairs ---- */

/* A matching over some of the vertices, ${member}[0 … count), each in a class of its own graph. */
struct tight_matching {
    struct lm_matching *matching;
    uint32_t *member;  /* vertices of the bracket */
    int32_t *place_of; /* per vertex of the bracket: index among the members, or -1 */
    uint8_t *class_of; /* per member */
    uint32_t count;
    struct lm_graph graph;
};

/* List barred partners among the members, and allocate the arrays. */
static enum lm_status list_barred(const struct counting *s, struct tight_matching *g)
{
    const struct dutch_model *m = s->m;
    size_t total = 0, at = 0;
    for (uint32_t i = 0; i < g->count; i++)
        if (g->member[i] < m->inside)
            total += seat_of(s, g->member[i])->barred_count;
    size_t *start = lm_arena_alloc(s->arena, (size_t)g->count + 1, sizeof *start);
    int32_t *list = lm_arena_alloc(s->arena, total, sizeof *list);
    if (start == NULL || list == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < g->count; i++) {
        start[i] = at;
        if (g->member[i] >= m->inside)
            continue;
        const struct lm_seat *seat = seat_of(s, g->member[i]);
        for (uint32_t k = 0; k < seat->barred_count; k++) {
            int32_t v = s->local_of[seat->barred[k]];
            if (v >= 0 && g->place_of[v] >= 0)
                list[at++] = g->place_of[v];
        }
    }
    start[g->count] = at;
    g->graph = (struct lm_graph){.form = LM_GRAPH_BARRED,
                                 .vertices = (int32_t)g->count,
                                 .start = start,
                                 .list = list,
                                 .class_of = g->class_of};
    return LM_OK;
}

static enum lm_status new_members(const struct counting *s, struct tight_matching *g)
{
    g->member = lm_arena_alloc(s->arena, s->m->count, sizeof *g->member);
    g->class_of = lm_arena_alloc(s->arena, s->m->count, sizeof *g->class_of);
    g->place_of = lm_arena_alloc(s->arena, s->m->count, sizeof *g->place_of);
    if (g->member == NULL || g->class_of == NULL || g->place_of == NULL)
        return LM_LIMIT;
    for (uint32_t v = 0; v < s->m->count; v++)
        g->place_of[v] = -1;
    return LM_OK;
}

static void add_member(struct tight_matching *g, uint32_t v, uint8_t class_of_v)
{
    g->place_of[v] = (int32_t)g->count;
    g->class_of[g->count] = class_of_v;
    g->member[g->count++] = v;
}

static bool places_may_pair(const struct counting *s, const struct tight_matching *g, uint32_t i,
                            uint32_t k)
{
    return !g->graph.class_barred[g->class_of[i] * g->graph.classes + g->class_of[k]] &&
           !is_barred(s, g->member[i], g->member[k]);
}

/* The number of pairs between each two classes in a perfect matching that ignores barred partners:
 * [a * CLASSES_OF_SIDES + b], a <= b. */
enum { CLASSES_OF_SIDES = 2 * CLASSES_MAX };

struct budget {
    uint32_t pairs[CLASSES_OF_SIDES * CLASSES_OF_SIDES];
};

static uint32_t *pairs_of(struct budget *budget, uint32_t a, uint32_t b)
{
    return &budget->pairs[a < b ? a * CLASSES_OF_SIDES + b : b * CLASSES_OF_SIDES + a];
}

/* The places of each class in order, and where to search for one that is alone. */
struct by_class {
    uint32_t *place; /* sorted by class */
    uint32_t next[CLASSES_OF_SIDES + 1], end[CLASSES_OF_SIDES + 1];
};

static bool sort_by_class(const struct counting *s, const struct tight_matching *g,
                          struct by_class *by)
{
    uint32_t at = 0;
    by->place = lm_arena_alloc(s->arena, g->count, sizeof *by->place);
    if (by->place == NULL)
        return false;
    memset(by->end, 0, sizeof by->end);
    for (uint32_t i = 0; i < g->count; i++)
        by->end[g->class_of[i]]++;
    for (int32_t c = 0; c < g->graph.classes; c++) {
        by->next[c] = at;
        at += by->end[c];
        by->end[c] = by->next[c];
    }
    for (uint32_t i = 0; i < g->count; i++)
        by->place[by->end[g->class_of[i]]++] = i;
    return true;
}

static bool is_alone(const struct tight_matching *g, uint32_t place)
{
    return lm_matching_mate(g->matching, (int32_t)place) == LM_ALONE;
}

/* Return a member of class ${c}, alone, that can meet the one at place ${i}.  Only a few are tried,
 * since few are barred.  LM_NOBODY: none of these. */
static uint32_t find_alone(const struct counting *s, const struct tight_matching *g,
                           struct by_class *by, uint32_t c, uint32_t i)
{
    enum { TRIES = 8 };
    while (by->next[c] < by->end[c] && !is_alone(g, by->place[by->next[c]]))
        by->next[c]++;
    uint32_t end = by->end[c] - by->next[c] < TRIES ? by->end[c] : by->next[c] + TRIES;
    for (uint32_t at = by->next[c]; at < end; at++) {
        uint32_t k = by->place[at];
        if (k != i && is_alone(g, k) && places_may_pair(s, g, i, k))
            return k;
    }
    return LM_NOBODY;
}

/* Pair by class as far as ${budget} allows. */
static void spend(const struct counting *s, struct tight_matching *g, struct by_class *by,
                  struct budget *budget)
{
    uint32_t classes = (uint32_t)g->graph.classes;
    for (uint32_t i = 0; i < g->count; i++) {
        uint32_t own = g->class_of[i], k = LM_NOBODY;
        for (uint32_t c = 0; c < classes && k == LM_NOBODY && is_alone(g, i); c++)
            if (*pairs_of(budget, own, c) > 0 && (k = find_alone(s, g, by, c, i)) != LM_NOBODY) {
                --*pairs_of(budget, own, c);
                lm_matching_pair(g->matching, (int32_t)i, (int32_t)k);
            }
    }
}

/*
 * Start with the pairs of the first candidate, as far as a perfect matching of classes goes with
 * them, then with others of those classes.  This leaves few members alone when searches begin, each
 * of which can cost as much as the whole bracket.
 */
static enum lm_status match_members(const struct counting *s, struct tight_matching *g,
                                    uint32_t half, struct budget *budget, bool *perfect)
{
    struct by_class by;
    enum lm_status status = lm_matching_new(&g->matching, s->arena, &g->graph);
    if (status != LM_OK || !sort_by_class(s, g, &by))
        return LM_LIMIT;
    for (uint32_t i = 0; i < half && i + half < g->count; i++) {
        uint32_t *left = pairs_of(budget, g->class_of[i], g->class_of[i + half]);
        if (*left == 0 || !places_may_pair(s, g, i, i + half))
            continue;
        --*left;
        lm_matching_pair(g->matching, (int32_t)i, (int32_t)(i + half));
    }
    spend(s, g, &by, budget);
    lm_matching_repair(g->matching);
    *perfect = lm_matching_alone(g->matching) == 0;
    return LM_OK;
}

/* Fix the pair of members ${i} and ${k}: both leave, and the rest is repaired.  Return false, with
 * nothing changed except perhaps mates, when the rest cannot be matched then. */
static bool fix_places(struct tight_matching *g, uint32_t i, uint32_t k)
{
    lm_matching_remove(g->matching, (int32_t)i);
    lm_matching_remove(g->matching, (int32_t)k);
    lm_matching_repair(g->matching);
    if (lm_matching_alone(g->matching) == 0)
        return true;
    lm_matching_restore(g->matching, (int32_t)i);
    lm_matching_restore(g->matching, (int32_t)k);
    lm_matching_pair(g->matching, (int32_t)i, (int32_t)k);
    lm_matching_repair(g->matching);
    return false;
}

static void keep_pair(const struct counting *s, struct dutch_result *result, uint32_t a, uint32_t b)
{
    uint32_t *pair = result->pairs[result->pair_count++];
    pair[0] = s->m->vertices[a < b ? a : b].seat;
    pair[1] = s->m->vertices[a < b ? b : a].seat;
}

/* ---- The MDPs' opponents in turn (art. 4.2) ---- */

/* Set the budget from the transport, which sends each player once and receives each once: half of
 * what two classes exchange. */
static void budget_of_transport(const struct counting *s, struct budget *budget)
{
    uint32_t n = s->type_count;
    for (uint32_t t = 0; t < n; t++)
        for (uint32_t u = 0; u < n; u++)
            *pairs_of(budget, s->types[t].class_of, s->types[u].class_of) += s->flow[t * n + u];
    for (size_t i = 0; i < sizeof budget->pairs / sizeof *budget->pairs; i++)
        budget->pairs[i] /= 2;
}

/* Match the members of ${g}, of ${classes} that ${barred} bars from each other, into ${pairs}. */
static enum lm_status match_classes(const struct counting *s, struct tight_matching *g,
                                    const bool *barred, uint32_t classes, uint32_t pairs,
                                    struct budget *budget, bool *perfect)
{
    enum lm_status status = list_barred(s, g);
    if (status != LM_OK)
        return status;
    g->graph.class_barred = barred;
    g->graph.classes = (int32_t)classes;
    return match_members(s, g, pairs, budget, perfect);
}

/* Match the whole bracket with its tight pairs. */
static enum lm_status match_bracket(const struct counting *s, struct tight_matching *g,
                                    bool *perfect)
{
    uint32_t classes = s->class_count;
    bool *barred = lm_arena_alloc(s->arena, (size_t)classes * classes, sizeof *barred);
    struct budget *budget = lm_arena_alloc(s->arena, 1, sizeof *budget);
    if (barred == NULL || budget == NULL || new_members(s, g) != LM_OK)
        return LM_LIMIT;
    for (uint32_t c = 0; c < classes * classes; c++)
        barred[c] = !s->tight[c / classes][c % classes];
    for (uint32_t v = 0; v < s->m->count; v++)
        add_member(g, v, class_of(s, v));
    budget_of_transport(s, budget);
    return match_classes(s, g, barred, classes, (g->count - s->downs) / 2, budget, perfect);
}

/* Give MDP ${v} the first resident with whom a tight perfect matching is left: with the MDP out,
 * the even set holds the residents that could be alone instead. */
static enum lm_status pair_moved(const struct counting *s, struct tight_matching *g, uint32_t v,
                                 bool *even, struct dutch_result *result)
{
    lm_matching_remove(g->matching, (int32_t)v);
    lm_matching_even_set(g->matching, even);
    for (uint32_t other = s->moved; other < s->m->inside; other++) {
        if (g->place_of[other] < 0 || !even[other] || !is_tight_edge(s, v, other))
            continue;
        lm_matching_remove(g->matching, (int32_t)other);
        lm_matching_repair(g->matching);
        g->place_of[v] = g->place_of[other] = -1; /* taken */
        keep_pair(s, result, v, other);
        return lm_matching_alone(g->matching) == 0 ? LM_OK : LM_INTERNAL;
    }
    return LM_INTERNAL;
}

/* ---- The remainder: exchange and transposition ---- */

enum { S1_SIDE, S2_SIDE };

struct remainder {
    uint32_t *players; /* vertices, in ranking order: BSN is the index + 1 */
    uint8_t *side;     /* per player */
    uint32_t count;
    uint32_t pairs;
    uint32_t sizes[2][CLASSES_MAX]; /* players on each side, by class */
    uint32_t downs[CLASSES_MAX];    /* outlets and the bye, by class */
};

/* Whether the classes can be paired across, ignoring barred partners; by augmenting paths. */
struct class_flow {
    uint32_t supply[CLASSES_MAX], demand[CLASSES_MAX];
    uint32_t flow[CLASSES_MAX][CLASSES_MAX];
    bool seen[CLASSES_MAX];
};

static uint32_t push_from(const struct counting *s, struct class_flow *x, uint32_t c,
                          uint32_t amount)
{
    x->seen[c] = true;
    for (uint32_t e = 0; e < s->class_count; e++) {
        if (!s->tight[c][e] || x->demand[e] == 0)
            continue;
        uint32_t sent = amount < x->demand[e] ? amount : x->demand[e];
        x->demand[e] -= sent;
        x->flow[c][e] += sent;
        return sent;
    }
    for (uint32_t e = 0; e < s->class_count; e++)
        for (uint32_t from = 0; from < s->class_count && s->tight[c][e]; from++) {
            if (x->seen[from] || x->flow[from][e] == 0)
                continue;
            uint32_t part = amount < x->flow[from][e] ? amount : x->flow[from][e];
            uint32_t sent = push_from(s, x, from, part);
            if (sent == 0)
                continue;
            x->flow[from][e] -= sent;
            x->flow[c][e] += sent;
            return sent;
        }
    return 0;
}

/* Can the flow from S1 and the outlets all be sent to S2? */
static bool flow_across(const struct counting *s, const struct remainder *r, struct class_flow *x)
{
    *x = (struct class_flow){0};
    for (uint32_t c = 0; c < s->class_count; c++) {
        x->supply[c] = r->sizes[S1_SIDE][c] + r->downs[c];
        x->demand[c] = r->sizes[S2_SIDE][c];
    }
    for (uint32_t c = 0; c < s->class_count; c++)
        while (x->supply[c] > 0) {
            memset(x->seen, 0, sizeof x->seen);
            uint32_t sent = push_from(s, x, c, x->supply[c]);
            if (sent == 0)
                return false;
            x->supply[c] -= sent;
        }
    return true;
}

static bool classes_fit(const struct counting *s, const struct remainder *r)
{
    struct class_flow x;
    return flow_across(s, r, &x);
}

/* Set the budget of sides; classes of S2 come after those of S1. */
static void budget_of_sides(const struct counting *s, const struct remainder *r,
                            struct budget *budget)
{
    struct class_flow x;
    if (!flow_across(s, r, &x))
        return;
    for (uint32_t c = 0; c < s->class_count; c++)
        for (uint32_t e = 0; e < s->class_count; e++)
            *pairs_of(budget, c, s->class_count + e) = x.flow[c][e];
}

static void move_sides(const struct counting *s, struct remainder *r, uint32_t x, uint32_t y)
{
    uint8_t cx = class_of(s, r->players[x]), cy = class_of(s, r->players[y]);
    r->sizes[r->side[x]][cx]--;
    r->sizes[r->side[y]][cy]--;
    uint8_t side = r->side[x];
    r->side[x] = r->side[y];
    r->side[y] = side;
    r->sizes[r->side[x]][cx]++;
    r->sizes[r->side[y]][cy]++;
}

/* Find the smallest exchange of one player each (art. 4.3.2) that the counts allow: the lowest of
 * S1 and the highest of S2, by class.  Return false when no single exchange suffices. */
static bool find_exchange(const struct counting *s, struct remainder *r, uint32_t *out_x,
                          uint32_t *out_y)
{
    uint32_t low[CLASSES_MAX], high[CLASSES_MAX], best = UINT32_MAX;
    for (uint32_t c = 0; c < s->class_count; c++)
        low[c] = high[c] = LM_NOBODY;
    for (uint32_t i = 0; i < r->count; i++) {
        uint8_t c = class_of(s, r->players[i]);
        if (r->side[i] == S1_SIDE)
            low[c] = i;
        else if (high[c] == LM_NOBODY)
            high[c] = i;
    }
    for (uint32_t a = 0; a < s->class_count; a++)
        for (uint32_t b = 0; b < s->class_count; b++) {
            if (low[a] == LM_NOBODY || high[b] == LM_NOBODY || a == b)
                continue;
            uint32_t distance = high[b] - low[a];
            if (distance > best || (distance == best && low[a] < *out_x))
                continue;
            move_sides(s, r, low[a], high[b]);
            if (classes_fit(s, r)) {
                best = distance;
                *out_x = low[a];
                *out_y = high[b];
            }
            move_sides(s, r, low[a], high[b]);
        }
    return best != UINT32_MAX;
}

static enum lm_status cut_remainder(const struct counting *s, const struct tight_matching *whole,
                                    struct remainder *r)
{
    r->players = lm_arena_alloc(s->arena, s->m->inside, sizeof *r->players);
    r->side = lm_arena_alloc(s->arena, s->m->inside, sizeof *r->side);
    if (r->players == NULL || r->side == NULL)
        return LM_LIMIT;
    for (uint32_t v = s->moved; v < s->m->inside; v++)
        if (whole->place_of[v] >= 0)
            r->players[r->count++] = v;
    r->pairs = (r->count - s->downs) / 2;
    for (uint32_t i = 0; i < r->count; i++) {
        r->side[i] = i < r->pairs ? S1_SIDE : S2_SIDE;
        r->sizes[r->side[i]][class_of(s, r->players[i])]++;
    }
    for (uint32_t v = s->m->inside; v < s->m->count; v++)
        r->downs[class_of(s, v)]++;
    return LM_OK;
}

/* Match the remainder with only those tight pairs that join S1 (or an outlet) with S2; S1 first. */
static enum lm_status match_sides(const struct counting *s, const struct remainder *r,
                                  struct tight_matching *g, bool *perfect)
{
    uint32_t own = s->class_count, classes = 2 * own;
    bool *barred = lm_arena_alloc(s->arena, (size_t)classes * classes, sizeof *barred);
    struct budget *budget = lm_arena_alloc(s->arena, 1, sizeof *budget);
    if (barred == NULL || budget == NULL || new_members(s, g) != LM_OK)
        return LM_LIMIT;
    for (uint32_t c = 0; c < classes; c++)
        for (uint32_t e = 0; e < classes; e++)
            barred[c * classes + e] = c / own == e / own || !s->tight[c % own][e % own];
    for (uint8_t side = S1_SIDE; side <= S2_SIDE; side++)
        for (uint32_t i = 0; i < r->count; i++)
            if (r->side[i] == side)
                add_member(g, r->players[i], (uint8_t)(class_of(s, r->players[i]) + side * own));
    for (uint32_t v = s->m->inside; v < s->m->count; v++)
        add_member(g, v, class_of(s, v));
    budget_of_sides(s, r, budget);
    return match_classes(s, g, barred, classes, r->pairs, budget, perfect);
}

/* The players of S2 that are still free, by class, in ranking order. */
struct queues {
    uint32_t *next; /* per place of S2: the next of its class */
    uint32_t head[CLASSES_MAX];
};

static enum lm_status fill_queues(const struct counting *s, const struct tight_matching *g,
                                  uint32_t pairs, uint32_t players, struct queues *q)
{
    q->next = lm_arena_alloc(s->arena, (size_t)g->count + 1, sizeof *q->next);
    if (q->next == NULL)
        return LM_LIMIT;
    for (uint32_t c = 0; c < s->class_count; c++)
        q->head[c] = LM_NOBODY;
    for (uint32_t k = players; k-- > pairs;) {
        uint8_t c = class_of(s, g->member[k]);
        q->next[k] = q->head[c];
        q->head[c] = k;
    }
    return LM_OK;
}

static void take_from_queue(const struct counting *s, const struct tight_matching *g,
                            struct queues *q, uint32_t k)
{
    uint32_t *link = &q->head[class_of(s, g->member[k])];
    while (*link != k)
        link = &q->next[*link];
    *link = q->next[k];
}

/* Return the first candidate for the player at place ${i}: of each class the first not barred;
 * ${from}[c] is where to start. */
static uint32_t first_candidate(const struct counting *s, const struct tight_matching *g,
                                const struct queues *q, uint32_t i, uint32_t *from, uint8_t *of)
{
    uint32_t best = LM_NOBODY;
    for (uint32_t c = 0; c < s->class_count; c++) {
        while (from[c] != LM_NOBODY && is_barred(s, g->member[i], g->member[from[c]]))
            from[c] = q->next[from[c]];
        if (from[c] < best) {
            best = from[c];
            *of = (uint8_t)c;
        }
    }
    return best;
}

/* Fix ${i} with ${k} if a perfect matching remains.  Try the usual cases first: they are mates
 * already, or their mates can be paired. */
static bool try_fix(const struct counting *s, struct tight_matching *g, uint32_t i, uint32_t k)
{
    uint32_t mate_i = (uint32_t)lm_matching_mate(g->matching, (int32_t)i);
    uint32_t mate_k = (uint32_t)lm_matching_mate(g->matching, (int32_t)k);
    if (mate_i != k && places_may_pair(s, g, mate_i, mate_k)) {
        lm_matching_part(g->matching, (int32_t)i);
        lm_matching_part(g->matching, (int32_t)k);
        lm_matching_pair(g->matching, (int32_t)i, (int32_t)k);
        lm_matching_pair(g->matching, (int32_t)mate_i, (int32_t)mate_k);
    }
    return fix_places(g, i, k);
}

/* Give the player at place ${i} of S1 the first of S2 that leaves a tight perfect matching. */
static bool pair_in_turn(const struct counting *s, struct remainder *r, struct tight_matching *g,
                         struct queues *q, uint32_t i, uint32_t *taken)
{
    uint8_t own = class_of(s, g->member[i]), c = 0;
    uint32_t from[CLASSES_MAX], k;
    bool fits[CLASSES_MAX] = {false};
    for (uint32_t e = 0; e < s->class_count; e++)
        from[e] = s->tight[own][e] ? q->head[e] : LM_NOBODY;
    r->sizes[S1_SIDE][own]--;
    while ((k = first_candidate(s, g, q, i, from, &c)) != LM_NOBODY) {
        r->sizes[S2_SIDE][c]--;
        fits[c] =
            fits[c] || lm_matching_mate(g->matching, (int32_t)i) == (int32_t)k || classes_fit(s, r);
        if (fits[c] && try_fix(s, g, i, k)) {
            take_from_queue(s, g, q, k);
            *taken = k;
            return true;
        }
        r->sizes[S2_SIDE][c]++;
        from[c] = fits[c] ? q->next[k] : LM_NOBODY;
    }
    return false;
}

static enum lm_status pair_sides(const struct counting *s, struct remainder *r,
                                 struct tight_matching *g, struct dutch_result *result)
{
    struct queues q;
    enum lm_status status = fill_queues(s, g, r->pairs, r->count, &q);
    for (uint32_t i = 0; i < r->pairs && status == LM_OK; i++) {
        uint32_t k;
        if (!pair_in_turn(s, r, g, &q, i, &k))
            return LM_INTERNAL;
        keep_pair(s, result, g->member[i], g->member[k]);
        g->place_of[g->member[k]] = -1;
    }
    for (uint32_t k = r->pairs; k < r->count && status == LM_OK; k++)
        if (g->place_of[g->member[k]] >= 0)
            result->floaters[result->floater_count++] = s->m->vertices[g->member[k]].seat;
    return status;
}

static enum lm_status pair_remainder(const struct counting *s, const struct tight_matching *whole,
                                     struct dutch_result *result, bool *done)
{
    struct remainder r = {0};
    struct tight_matching g = {0};
    uint32_t x = 0, y = 0;
    enum lm_status status = cut_remainder(s, whole, &r);
    if (status != LM_OK)
        return status;
    if (!classes_fit(s, &r)) {
        if (!find_exchange(s, &r, &x, &y))
            return LM_OK;
        move_sides(s, &r, x, y);
    }
    status = match_sides(s, &r, &g, done);
    return status == LM_OK && *done ? pair_sides(s, &r, &g, result) : status;
}

/* ---- The whole method ---- */

/* Add as many outlets as parity requires: fewer downfloaters are impossible [C6]. */
static void add_outlets(struct counting *s)
{
    struct dutch_model *m = s->m;
    bool bye = bye_in_view(s);
    if ((m->inside + bye) % 2 == 1)
        lm_dutch_add_vertex(m, LM_NOBODY, OUTLET);
    s->downs = m->count - m->inside;
    m->count_unplayed = bye && s->downs == 1 && m->d->edition->weighs_bye;
}

static enum lm_status prepare(struct counting *s)
{
    struct dutch_model *m = s->m;
    enum lm_status status = lm_dutch_list_vertices(m);
    if (status != LM_OK)
        return status;
    s->moved = lm_dutch_moved_count(m);
    add_outlets(s);
    lm_dutch_list_priorities(m);
    int32_t *local_of = lm_arena_alloc(s->arena, m->d->count, sizeof *local_of);
    s->type_of = lm_arena_alloc(s->arena, m->count, sizeof *s->type_of);
    if (local_of == NULL || s->type_of == NULL)
        return LM_LIMIT;
    for (uint32_t seat = 0; seat < m->d->count; seat++)
        local_of[seat] = -1;
    for (uint32_t v = 0; v < m->inside; v++)
        local_of[m->vertices[v].seat] = (int32_t)v;
    s->local_of = local_of;
    return LM_OK;
}

/* Find the tight pairs; LM_NO_PAIRING: this method fails. */
static enum lm_status find_tight_pairs(struct counting *s)
{
    if (s->downs > 1 || !sort_into_types(s))
        return LM_NO_PAIRING;
    const size_t cells = (size_t)s->type_count * s->type_count;
    s->cost = lm_arena_alloc(s->arena, cells, sizeof *s->cost);
    s->flow = lm_arena_alloc(s->arena, cells, sizeof *s->flow);
    if (s->cost == NULL || s->flow == NULL)
        return LM_LIMIT;
    return fill_costs(s) && solve_transport(s) && sort_into_classes(s) ? LM_OK : LM_NO_PAIRING;
}

static enum lm_status pair_tightly(struct counting *s, struct dutch_result *result, bool *done)
{
    struct tight_matching whole = {0};
    enum lm_status status = prepare(s);
    if (status == LM_OK)
        status = find_tight_pairs(s);
    if (status != LM_OK)
        return status == LM_NO_PAIRING ? LM_OK : status;
    bool perfect;
    status = match_bracket(s, &whole, &perfect);
    bool *even = lm_arena_alloc(s->arena, s->m->count, sizeof *even);
    if (status != LM_OK || !perfect || even == NULL)
        return status == LM_OK && even == NULL ? LM_LIMIT : status;
    for (uint32_t v = 0; v < s->moved && status == LM_OK; v++)
        status = pair_moved(s, &whole, v, even, result);
    return status == LM_OK ? pair_remainder(s, &whole, result, done) : status;
}

enum lm_status lm_dutch_pair_by_counting(struct dutch *d, const struct dutch_bracket *bracket,
                                         struct dutch_result *result, bool *done)
{
    struct lm_mark mark = lm_arena_mark(d->arena);
    struct dutch_model *m = lm_arena_alloc(d->arena, 1, sizeof *m);
    struct counting *s = lm_arena_alloc(d->arena, 1, sizeof *s);
    *done = false;
    if (m == NULL || s == NULL)
        return LM_LIMIT;
    *m = (struct dutch_model){.d = d,
                              .question = d->question,
                              .bracket = bracket,
                              .end = bracket->next_begin,
                              .arena = d->arena};
    s->m = m;
    s->arena = d->arena;
    result->pair_count = result->floater_count = result->beyond_count = 0;
    enum lm_status status = pair_tightly(s, result, done);
    lm_arena_reset(d->arena, mark);
    return status;
}
