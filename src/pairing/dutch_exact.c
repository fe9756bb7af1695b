/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/dutch.h"

#include <string.h>

/*
 * A bracket by weighted matching.
 *
 * The best values of the criteria [C6] to [C21] are those of the best perfect matching of the scope
 * by a list of priorities, one or a few for each criterion: every criterion is a sum over pairs
 * once a player who leaves the bracket counts as paired with what lies below it: the players there,
 * the bye, or (with a smaller scope) an *outlet*, of which there are as many as players leave it.
 *
 * Among the candidates with these values the first in the order of article 4 is found by adding
 * priorities below those of the criteria, and one decision after the other:
 *
 *   1. which MDPs are paired (4.4.2): the lexicographically first set, by powers of two;
 *   2. their opponents in turn (4.2): each MDP prefers residents by BSN;
 *   3. the exchange of the remainder (4.3.2): of a matching, the smallest exchange that makes it a
 *      candidate moves the lower of two S1 players who are paired, an S1 player who floats, and the
 *      higher of two S2 players who are paired.  So rule 1 is the number of such pairs and
 * floaters, rule 2 a sum of BSNs, and rules 3 and 4 settle player by player who is moved;
 *   4. the transposition (4.2): each player of S1 in turn prefers S2 by BSN.
 *
 * A decision changes the values of one vertex, and the matching is repaired in O(v^2).
 */

enum zone { MOVED, RESIDENT, NEXT, BELOW, BYE, OUTLET };

enum side { NO_SIDE, IN_S1, IN_S2 };

struct vertex {
    uint32_t seat; /* LM_NOBODY: the bye or an outlet */
    uint8_t zone;
    uint8_t side;     /* of the remainder: original S1 or S2 */
    bool must_pair;   /* an MDP of the chosen set */
    bool must_float;  /* an MDP of the Limbo */
    uint32_t bsn;     /* in the remainder, from 1 */
    int64_t set_rank; /* power of two that stands for this MDP in decision 1 */
};

/* What a priority counts; each counts against (values are never positive), but the last four. */
enum kind {
    FLOATERS,          /* C6 */
    FLOATER_SCORE,     /* C7, one for each score from the highest */
    NEXT_FLOATERS,     /* C8: C6 of the following bracket */
    NEXT_SCORE,        /* C8: C7 of it */
    BYE_UNPLAYED,      /* C9 */
    COLOUR_DIFFERENCE, /* C10 */
    COLOUR_TRIPLE,     /* C11 */
    COLOUR_PREFERENCE, /* C12 */
    COLOUR_STRONG,     /* C13 */
    DOWN_AGAIN,        /* C14, C16: residents who float */
    UP_AGAIN,          /* C15, C17: opponents of MDPs */
    MOVED_DOWN,        /* C18, C20: MDPs who float on, one for each score from the highest */
    MOVED_UP,          /* C19, C21: opponents of MDPs of a score */
    MOVED_SET,         /* decision 1 */
    EXCHANGES,         /* decision 3, rule 1 */
    EXCHANGE_DISTANCE, /* decision 3, rule 2 */
    TURN               /* the decision at hand */
};

struct priority {
    uint8_t kind;
    uint8_t back;  /* 1: previous round, 2: the one before */
    int32_t score; /* for those that go by score */
};

struct model {
    struct dutch *d;
    const struct dutch_bracket *bracket;
    uint32_t end; /* seats from here on are beyond the scope */
    struct lm_arena *arena;
    struct vertex *vertices; /* the bracket's players first, then NEXT, BELOW, BYE, OUTLET */
    uint32_t count;
    uint32_t inside; /* how many of them are in the bracket */
    uint32_t outlets;
    struct priority priorities[LM_PRIORITIES_MAX];
    struct lm_priority ranges[LM_PRIORITIES_MAX];
    uint32_t priority_count;
    bool count_unplayed; /* C9 applies */
    bool too_many;       /* more priorities than there is room for */
    struct lm_best *best;
    int64_t (*turn)(const struct model *, uint32_t u, uint32_t v); /* NULL: 0 */
    uint32_t turn_of; /* the vertex whose decision it is */
};

static bool is_inside(const struct vertex *v)
{
    return v->zone <= RESIDENT;
}

static bool is_beyond_next(const struct vertex *v)
{
    return v->zone >= BELOW;
}

static int32_t score_of(const struct model *m, const struct vertex *v)
{
    return m->d->seats[v->seat].score;
}

static uint8_t float_of(const struct model *m, const struct vertex *v, uint8_t back)
{
    const struct lm_seat *seat = &m->d->seats[v->seat];
    return back == 1 ? seat->float_1 : seat->float_2;
}

/* May ${a} be left to what ${b} stands for? */
static bool may_leave(const struct model *m, const struct vertex *a, const struct vertex *b)
{
    if (a->must_pair)
        return false;
    if (b->zone == BYE)
        return a->seat != LM_NOBODY && dutch_may_have_bye(m->d, a->seat);
    return m->end > m->bracket->next_begin || is_inside(a);
}

static bool is_edge(const struct model *m, const struct vertex *a, const struct vertex *b)
{
    if (a->zone == OUTLET)
        return true; /* two that nobody uses */
    if (b->zone >= BYE)
        return a->zone < BYE && may_leave(m, a, b);
    if (is_inside(b) && (a->must_float || b->must_float || b->zone == MOVED))
        return false;
    if (!is_inside(b) && a->must_pair)
        return false;
    return dutch_compatible(m->d, a->seat, b->seat);
}

/* ---- Values ---- */

static int64_t colour_value(const struct model *m, uint8_t kind, const struct vertex *a,
                            const struct vertex *b)
{
    struct dutch_colour_cost cost = dutch_colour_cost(m->d, a->seat, b->seat);
    switch (kind) {
    case COLOUR_DIFFERENCE:
        return -cost.difference;
    case COLOUR_TRIPLE:
        return -cost.triple;
    case COLOUR_PREFERENCE:
        return -cost.preference;
    default:
        return -cost.strong;
    }
}

/* A pair within the bracket, ${a} the higher ranked. */
static int64_t inside_value(const struct model *m, const struct priority *p, const struct vertex *a,
                            const struct vertex *b)
{
    bool mixed = a->zone == MOVED;
    switch (p->kind) {
    case COLOUR_DIFFERENCE:
    case COLOUR_TRIPLE:
    case COLOUR_PREFERENCE:
    case COLOUR_STRONG:
        return colour_value(m, p->kind, a, b);
    case UP_AGAIN:
        return -(int64_t)(mixed && float_of(m, b, p->back) == LM_UPFLOAT);
    case MOVED_UP:
        return -(int64_t)(mixed && score_of(m, a) == p->score &&
                          float_of(m, b, p->back) == LM_UPFLOAT);
    case MOVED_SET:
        return mixed ? a->set_rank : 0;
    case EXCHANGES:
        return -(int64_t)(a->side == IN_S1 && b->side == IN_S1);
    case EXCHANGE_DISTANCE:
        if (a->side != b->side)
            return 0;
        return a->side == IN_S1 ? (int64_t)b->bsn : -(int64_t)a->bsn;
    default:
        return 0;
    }
}

/* ${a} leaves the bracket. */
static int64_t floater_value(const struct model *m, const struct priority *p,
                             const struct vertex *a)
{
    bool moved = a->zone == MOVED;
    switch (p->kind) {
    case FLOATERS:
        return -1;
    case FLOATER_SCORE:
        return -(int64_t)(score_of(m, a) == p->score);
    case DOWN_AGAIN:
        return -(int64_t)(!moved && float_of(m, a, p->back) == LM_DOWNFLOAT);
    case MOVED_DOWN:
        return -(int64_t)(moved && score_of(m, a) == p->score &&
                          float_of(m, a, p->back) == LM_DOWNFLOAT);
    case EXCHANGES:
        return -(int64_t)(a->side == IN_S1);
    case EXCHANGE_DISTANCE:
        return a->side == IN_S1 ? (int64_t)a->bsn : 0;
    default:
        return 0;
    }
}

/* ${a}, of this bracket or the next, is not paired within the next one. */
static int64_t next_value(const struct model *m, const struct priority *p, const struct vertex *a)
{
    if (p->kind == NEXT_FLOATERS)
        return -1;
    return -(int64_t)(p->kind == NEXT_SCORE && score_of(m, a) == p->score);
}

static int64_t value_of(const struct model *m, const struct priority *p, uint32_t u, uint32_t v)
{
    const struct vertex *a = &m->vertices[u < v ? u : v], *b = &m->vertices[u < v ? v : u];
    if (p->kind == TURN)
        return m->turn == NULL ? 0 : m->turn(m, u < v ? u : v, u < v ? v : u);
    if (is_inside(b))
        return inside_value(m, p, a, b);
    if (a->zone == OUTLET)
        return 0;
    if (p->kind == BYE_UNPLAYED)
        return b->zone == BYE ? -(int64_t)m->d->seats[a->seat].unplayed : 0;
    int64_t value = is_inside(a) ? floater_value(m, p, a) : 0;
    if (is_beyond_next(b) && a->zone <= NEXT)
        value += next_value(m, p, a);
    return value;
}

static bool edge_values(const void *context, int32_t u, int32_t v, int64_t *value)
{
    const struct model *m = context;
    uint32_t low = (uint32_t)(u < v ? u : v), high = (uint32_t)(u < v ? v : u);
    if (!is_edge(m, &m->vertices[low], &m->vertices[high]))
        return false;
    for (uint32_t i = 0; i < m->priority_count; i++)
        value[i] = value_of(m, &m->priorities[i], low, high);
    return true;
}

/* ---- The list of priorities ---- */

static void add_priority(struct model *m, enum kind kind, uint8_t back, int32_t score, int64_t low,
                         int64_t high)
{
    if (m->priority_count == LM_PRIORITIES_MAX) {
        m->too_many = true;
        return;
    }
    m->ranges[m->priority_count] = (struct lm_priority){.edge_low = low, .edge_high = high};
    m->priorities[m->priority_count++] =
        (struct priority){.kind = (uint8_t)kind, .back = back, .score = score};
}

/* One priority for each different score of the bracket's first ${count} players, highest first. */
static void add_by_score(struct model *m, enum kind kind, uint8_t back, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (i == 0 || score_of(m, &m->vertices[i]) != score_of(m, &m->vertices[i - 1]))
            add_priority(m, kind, back, score_of(m, &m->vertices[i]), -1, 0);
}

static bool someone_floated(const struct model *m, uint32_t from, uint32_t to, uint8_t back,
                            enum lm_float direction)
{
    for (uint32_t i = from; i < to; i++)
        if (float_of(m, &m->vertices[i], back) == direction)
            return true;
    return false;
}

static uint32_t moved_count(const struct model *m)
{
    uint32_t moved = 0;
    while (moved < m->inside && m->vertices[moved].zone == MOVED)
        moved++;
    return moved;
}

/* [C14] to [C21], without those that nobody in the bracket can offend. */
static void add_float_priorities(struct model *m)
{
    uint32_t moved = moved_count(m);
    bool down[3] = {false}, up[3] = {false}, moved_down[3] = {false};
    for (uint8_t back = 1; back <= 2; back++) {
        down[back] = someone_floated(m, moved, m->inside, back, LM_DOWNFLOAT);
        up[back] = moved > 0 && someone_floated(m, moved, m->inside, back, LM_UPFLOAT);
        moved_down[back] = someone_floated(m, 0, moved, back, LM_DOWNFLOAT);
    }
    for (uint8_t back = 1; back <= 2; back++) {
        if (down[back])
            add_priority(m, DOWN_AGAIN, back, 0, -1, 0);
        if (up[back])
            add_priority(m, UP_AGAIN, back, 0, -1, 0);
    }
    for (uint8_t back = 1; back <= 2; back++) {
        if (moved_down[back])
            add_by_score(m, MOVED_DOWN, back, moved);
        if (up[back])
            add_by_score(m, MOVED_UP, back, moved);
    }
}

static void add_next_priorities(struct model *m)
{
    const struct dutch_bracket *b = m->bracket;
    if (m->end == b->next_begin)
        return;
    add_priority(m, NEXT_FLOATERS, 0, 0, -1, 0);
    add_by_score(m, NEXT_SCORE, 0, m->inside);
    add_priority(m, NEXT_SCORE, 0, m->d->seats[b->next_begin].score, -1, 0);
}

static bool is_last_round(const struct model *m)
{
    return m->d->position->last_round;
}

static void list_priorities(struct model *m)
{
    m->priority_count = 0;
    add_priority(m, FLOATERS, 0, 0, -1, 0);
    add_by_score(m, FLOATER_SCORE, 0, m->inside);
    add_next_priorities(m);
    if (m->count_unplayed)
        add_priority(m, BYE_UNPLAYED, 0, 0, -(int64_t)m->d->position->round, 0);
    if (is_last_round(m)) {
        add_priority(m, COLOUR_DIFFERENCE, 0, 0, -1, 0);
        add_priority(m, COLOUR_TRIPLE, 0, 0, -1, 0);
    }
    add_priority(m, COLOUR_PREFERENCE, 0, 0, -1, 0);
    add_priority(m, COLOUR_STRONG, 0, 0, -1, 0);
    add_float_priorities(m);
}

/* ---- Building and solving ---- */

static enum lm_status solve_anew(struct model *m)
{
    if (m->too_many)
        return LM_LIMIT;
    struct lm_priorities priorities = {
        .count = (int32_t)m->priority_count,
        .range = m->ranges,
        .most_pairs = true,
        .edge = edge_values,
        .context = m,
    };
    enum lm_status status = lm_best_new(&m->best, m->arena, (int32_t)m->count, &priorities);
    if (status != LM_OK)
        return status;
    lm_best_solve(m->best);
    for (uint32_t v = 0; v < m->count; v++)
        if (lm_best_mate(m->best, (int32_t)v) == LM_ALONE)
            return LM_NO_PAIRING;
    return LM_OK;
}

static uint32_t mate_of(const struct model *m, uint32_t v)
{
    return (uint32_t)lm_best_mate(m->best, (int32_t)v);
}

static bool floats(const struct model *m, uint32_t v)
{
    return mate_of(m, v) >= m->inside;
}

static void set_edge(struct model *m, uint32_t u, uint32_t v)
{
    int64_t value[LM_PRIORITIES_MAX];
    bool edge = edge_values(m, (int32_t)u, (int32_t)v, value);
    lm_best_set_edge(m->best, (int32_t)u, (int32_t)v, edge ? value : NULL);
}

static void bar_edge(struct model *m, uint32_t u, uint32_t v)
{
    lm_best_set_edge(m->best, (int32_t)u, (int32_t)v, NULL);
}

static void add_vertex(struct model *m, uint32_t seat, enum zone zone)
{
    m->vertices[m->count++] = (struct vertex){.seat = seat, .zone = (uint8_t)zone};
}

/* The players of the bracket, and of the rest as far as the scope goes; the bye, when everybody who
 * may have it is among them. */
static enum lm_status list_vertices(struct model *m)
{
    const struct dutch_bracket *b = m->bracket;
    const struct dutch *d = m->d;
    size_t room = (size_t)b->count + (m->end - b->next_begin) + 1;
    m->vertices = lm_arena_alloc(m->arena, 2 * room, sizeof *m->vertices);
    if (m->vertices == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < b->count; i++)
        add_vertex(m, b->players[i], i < b->moved ? MOVED : RESIDENT);
    m->inside = m->count;
    for (uint32_t s = b->next_begin; s < m->end; s++)
        add_vertex(m, s, s < b->next_end ? NEXT : BELOW);
    if (d->odd && (m->end == d->count || d->seats[m->end].score < d->bye_score))
        add_vertex(m, LM_NOBODY, BYE);
    return LM_OK;
}

/* How many vertices a largest matching of the scope leaves alone. */
static enum lm_status count_alone(struct model *m, uint32_t *alone)
{
    struct lm_mark mark = lm_arena_mark(m->arena);
    enum lm_status status = solve_anew(m);
    *alone = 0;
    for (uint32_t v = 0; v < m->count && status != LM_LIMIT; v++)
        *alone += lm_best_mate(m->best, (int32_t)v) == LM_ALONE;
    lm_arena_reset(m->arena, mark);
    return status == LM_LIMIT ? LM_LIMIT : LM_OK;
}

/* Unless the scope is everybody, some may leave it.  The bracket alone lets down as few as it can
 * [C6]; of a wider scope anybody might go, and outlets that are not needed pair up. */
static enum lm_status add_outlets(struct model *m)
{
    uint32_t outlets = 0;
    enum lm_status status = LM_OK;
    if (m->end < m->d->count && m->end == m->bracket->next_begin)
        status = count_alone(m, &outlets);
    else if (m->end < m->d->count)
        outlets = m->count;
    for (uint32_t i = 0; i < outlets; i++)
        add_vertex(m, LM_NOBODY, OUTLET);
    return status;
}

/* Does the bracket let down exactly one player, who gets the bye?  Then [C9] counts. */
static bool single_floater_has_bye(const struct model *m)
{
    uint32_t floaters = 0;
    bool bye = false;
    for (uint32_t v = 0; v < m->inside; v++) {
        floaters += floats(m, v);
        bye |= floats(m, v) && m->vertices[mate_of(m, v)].zone == BYE;
    }
    return bye && floaters == 1;
}

static enum lm_status find_best_values(struct model *m)
{
    list_priorities(m);
    enum lm_status status = solve_anew(m);
    if (status != LM_OK || !single_floater_has_bye(m))
        return status;
    m->count_unplayed = true;
    list_priorities(m);
    return solve_anew(m);
}

/* ---- Decision 1: the set of pairable MDPs (art. 4.4) ---- */

enum { RANKS_PER_PRIORITY = 50 };

/* MDPs ${first} … of at most RANKS_PER_PRIORITY: the first weighs more than all after it. */
static enum lm_status choose_moved_chunk(struct model *m, uint32_t first, uint32_t moved)
{
    uint32_t end = first + RANKS_PER_PRIORITY < moved ? first + RANKS_PER_PRIORITY : moved;
    for (uint32_t v = first; v < end; v++)
        m->vertices[v].set_rank = (int64_t)1 << (end - 1 - v);
    list_priorities(m);
    add_priority(m, MOVED_SET, 0, 0, 0, (int64_t)1 << RANKS_PER_PRIORITY);
    enum lm_status status = solve_anew(m);
    for (uint32_t v = first; v < end && status == LM_OK; v++) {
        m->vertices[v].set_rank = 0;
        m->vertices[v].must_float = floats(m, v);
        m->vertices[v].must_pair = !floats(m, v);
    }
    return status;
}

static enum lm_status choose_moved(struct model *m)
{
    uint32_t moved = moved_count(m), floating = 0;
    for (uint32_t v = 0; v < moved; v++)
        floating += floats(m, v);
    for (uint32_t first = 0; first < moved && floating > 0; first += RANKS_PER_PRIORITY) {
        enum lm_status status = choose_moved_chunk(m, first, moved);
        if (status != LM_OK)
            return status;
    }
    for (uint32_t v = 0; v < moved; v++)
        m->vertices[v].must_pair = !m->vertices[v].must_float;
    return LM_OK;
}

/* ---- Decisions 2 and 4: opponents in turn (art. 4.2) ---- */

/* The earlier among the partners of ${turn_of}, the better.  Steps of two: a vertex that was moved
 * carries a 1 from decision 3 on all its edges but those set here. */
static int64_t prefer_early(const struct model *m, uint32_t u, uint32_t v)
{
    uint32_t other = u == m->turn_of ? v : v == m->turn_of ? u : LM_NOBODY;
    return other == LM_NOBODY ? 0 : 2 * (int64_t)(m->inside - other);
}

static bool can_partner(const struct model *m, uint32_t v, uint32_t other)
{
    return v < other ? is_edge(m, &m->vertices[v], &m->vertices[other])
                     : is_edge(m, &m->vertices[other], &m->vertices[v]);
}

/* Is the present mate of ${v} the first that could be, of those ${allowed}? */
static bool has_first_partner(const struct model *m, uint32_t v, const bool *allowed)
{
    for (uint32_t other = 0; other < m->inside; other++)
        if (allowed[other] && can_partner(m, v, other))
            return mate_of(m, v) == other;
    return true;
}

/* Let ${v} have the first of those ${allowed} that keeps all values, and fix the pair. */
static uint32_t choose_partner(struct model *m, uint32_t v, bool *allowed)
{
    if (!has_first_partner(m, v, allowed)) {
        m->turn_of = v;
        m->turn = prefer_early;
        for (uint32_t other = 0; other < m->inside; other++)
            if (allowed[other])
                set_edge(m, v, other);
        lm_best_solve(m->best);
        m->turn = NULL;
    }
    uint32_t mate = mate_of(m, v);
    lm_best_fix(m->best, (int32_t)v, (int32_t)mate);
    lm_best_solve(m->best);
    allowed[mate] = false;
    return mate;
}

static void keep_pair(struct dutch_result *result, uint32_t a, uint32_t b)
{
    uint32_t *pair = result->pairs[result->pair_count++];
    pair[0] = a < b ? a : b;
    pair[1] = a < b ? b : a;
}

/* A pair that the scope's best matching has outside the bracket: a witness for [C8]. */
static void keep_beyond(struct dutch_result *result, uint32_t a, uint32_t b)
{
    uint32_t *pair = result->pairs[result->pair_count + result->beyond_count++];
    pair[0] = a;
    pair[1] = b;
}

static enum lm_status pair_moved(struct model *m, struct dutch_result *result, bool *allowed)
{
    uint32_t moved = moved_count(m);
    list_priorities(m);
    add_priority(m, TURN, 0, 0, 0, 2 * (int64_t)m->inside);
    enum lm_status status = solve_anew(m);
    if (status != LM_OK)
        return status;
    for (uint32_t v = 0; v < m->inside; v++)
        allowed[v] = v >= moved;
    for (uint32_t v = 0; v < moved; v++)
        if (m->vertices[v].must_pair)
            keep_pair(result, m->vertices[v].seat, m->vertices[choose_partner(m, v, allowed)].seat);
    return LM_OK;
}

/* ---- Decision 3: the exchange (art. 4.3) ---- */

/* Take the MDPs' pairs out, number the remainder (art. 4.1.1) and cut it into S1 and S2. */
static void keep_remainder(struct model *m, const bool *free)
{
    uint32_t kept = 0, residents = 0, inside = 0, floaters = 0;
    for (uint32_t v = 0; v < m->inside; v++)
        floaters += m->vertices[v].zone == RESIDENT && floats(m, v);
    for (uint32_t v = 0; v < m->count; v++) {
        struct vertex *vertex = &m->vertices[v];
        if (is_inside(vertex) && !(vertex->zone == RESIDENT ? free[v] : vertex->must_float))
            continue;
        if (vertex->zone == RESIDENT)
            vertex->bsn = ++residents;
        inside += is_inside(vertex);
        m->vertices[kept++] = *vertex;
    }
    m->count = kept;
    m->inside = inside;
    uint32_t pairs = (residents - floaters) / 2;
    for (uint32_t v = 0; v < m->inside; v++)
        if (m->vertices[v].zone == RESIDENT)
            m->vertices[v].side = m->vertices[v].bsn <= pairs ? IN_S1 : IN_S2;
}

/* Is vertex ${v} moved from its side by the exchange that the present matching needs? */
static bool is_moved(const struct model *m, uint32_t v)
{
    const struct vertex *vertex = &m->vertices[v];
    uint32_t mate = mate_of(m, v);
    if (mate >= m->inside)
        return vertex->side == IN_S1;
    if (m->vertices[mate].side != vertex->side)
        return false;
    return vertex->side == IN_S1 ? mate < v : mate > v;
}

/* Would the pair ${v}, ${other} mean that ${v} is moved? */
static bool moves(const struct model *m, uint32_t v, uint32_t other)
{
    const struct vertex *vertex = &m->vertices[v];
    if (other >= m->inside)
        return vertex->side == IN_S1;
    if (m->vertices[other].side != vertex->side)
        return false;
    return vertex->side == IN_S1 ? other < v : other > v;
}

static int64_t prefer_moving(const struct model *m, uint32_t u, uint32_t v)
{
    if (u != m->turn_of && v != m->turn_of)
        return 0;
    return moves(m, m->turn_of, u == m->turn_of ? v : u);
}

/* Settle whether ${v} is moved: if it can be, it is (rules 3 and 4 of art. 4.3.2). */
static bool settle_move(struct model *m, uint32_t v)
{
    if (!is_moved(m, v)) {
        m->turn_of = v;
        m->turn = prefer_moving;
        for (uint32_t other = 0; other < m->count; other++)
            if (other != v && moves(m, v, other) && can_partner(m, v, other))
                set_edge(m, v, other);
        lm_best_solve(m->best);
        m->turn = NULL;
    }
    bool moved = is_moved(m, v);
    for (uint32_t other = 0; other < m->count; other++)
        if (other != v && moves(m, v, other) != moved)
            bar_edge(m, v, other);
    lm_best_solve(m->best);
    return moved;
}

/* Rule 3 from the lowest of S1 upwards, rule 4 from the highest of S2 downwards; ${sides} are the
 * sides after the exchange. */
static void settle_exchange(struct model *m, uint8_t *sides)
{
    uint32_t left = 0, right;
    for (uint32_t v = 0; v < m->inside; v++) {
        sides[v] = m->vertices[v].side;
        left += m->vertices[v].side == IN_S1 && is_moved(m, v);
    }
    right = left;
    for (uint32_t v = m->inside; v-- > 0 && left > 0;)
        if (m->vertices[v].side == IN_S1 && settle_move(m, v)) {
            sides[v] = IN_S2;
            left--;
        }
    for (uint32_t v = 0; v < m->inside && right > 0; v++)
        if (m->vertices[v].side == IN_S2 && settle_move(m, v)) {
            sides[v] = IN_S1;
            right--;
        }
}

/* From here on pairs join S1 with S2, and S1 does not float. */
static void keep_sides(struct model *m, const uint8_t *sides)
{
    for (uint32_t u = 0; u < m->inside; u++) {
        if (sides[u] == NO_SIDE)
            continue;
        for (uint32_t v = u + 1; v < m->inside; v++)
            if (sides[v] == sides[u])
                bar_edge(m, u, v);
        for (uint32_t v = m->inside; v < m->count && sides[u] == IN_S1; v++)
            bar_edge(m, u, v);
    }
    lm_best_solve(m->best);
}

static enum lm_status pair_remainder(struct model *m, struct dutch_result *result, bool *allowed,
                                     uint8_t *sides)
{
    keep_remainder(m, allowed);
    list_priorities(m);
    add_priority(m, EXCHANGES, 0, 0, -1, 0);
    add_priority(m, EXCHANGE_DISTANCE, 0, 0, -(int64_t)m->inside, m->inside);
    add_priority(m, TURN, 0, 0, 0, 2 * (int64_t)m->inside);
    enum lm_status status = solve_anew(m);
    if (status != LM_OK)
        return status;
    settle_exchange(m, sides);
    keep_sides(m, sides);
    for (uint32_t v = 0; v < m->inside; v++)
        allowed[v] = sides[v] == IN_S2;
    for (uint32_t v = 0; v < m->inside; v++)
        if (sides[v] == IN_S1)
            keep_pair(result, m->vertices[v].seat, m->vertices[choose_partner(m, v, allowed)].seat);
    for (uint32_t v = 0; v < m->inside; v++)
        if (floats(m, v))
            result->floaters[result->floater_count++] = m->vertices[v].seat;
    return LM_OK;
}

static enum lm_status pair_by_model(struct model *m, struct dutch_result *result)
{
    enum lm_status status = list_vertices(m);
    if (status != LM_OK)
        return status;
    bool *allowed = lm_arena_alloc(m->arena, m->count, sizeof *allowed);
    uint8_t *sides = lm_arena_alloc(m->arena, m->count, sizeof *sides);
    if (allowed == NULL || sides == NULL)
        return LM_LIMIT;
    if ((status = add_outlets(m)) != LM_OK || (status = find_best_values(m)) != LM_OK ||
        (status = choose_moved(m)) != LM_OK || (status = pair_moved(m, result, allowed)) != LM_OK)
        return status;
    status = pair_remainder(m, result, allowed, sides);
    for (uint32_t v = 0; v < m->count && status == LM_OK; v++)
        if (m->vertices[v].zone <= BELOW && mate_of(m, v) > v &&
            !is_inside(&m->vertices[mate_of(m, v)]) && m->vertices[mate_of(m, v)].zone <= BELOW)
            keep_beyond(result, m->vertices[v].seat, m->vertices[mate_of(m, v)].seat);
    return status;
}

enum lm_status dutch_pair_exactly(struct dutch *d, const struct dutch_bracket *bracket,
                                  uint32_t end, struct dutch_result *result)
{
    struct lm_mark mark = lm_arena_mark(d->arena);
    struct model *m = lm_arena_alloc(d->arena, 1, sizeof *m);
    if (m == NULL)
        return LM_LIMIT;
    *m = (struct model){.d = d, .bracket = bracket, .end = end, .arena = d->arena};
    result->pair_count = result->floater_count = result->beyond_count = 0;
    enum lm_status status = pair_by_model(m, result);
    lm_arena_reset(d->arena, mark);
    return status;
}
