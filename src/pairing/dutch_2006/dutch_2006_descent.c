/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "graph/bits.h"
#include "graph/dense.h"
#include "graph/matching.h"
#include "pairing/dutch_2006/dutch_2006.h"

/*
 * C12 and C13: can the lower bracket be paired when other players come down?  Asked of a graph of
 * its players and of those who come down, or, while the floaters are unknown, of both brackets
 * together.
 *
 * Known floaters: a perfect matching decides.  Dummies are matched with players who can be left
 * over below, or with each other.
 *
 * Both brackets together: all players are paired above, or come down and are paired or left over
 * there, and no more come down than there are floaters.  Without the last condition a largest
 * matching decides again, and usually the answer is no.  With it: let d be how many a largest
 * matching of the bracket above alone leaves alone, or of the one below alone, if these are more;
 * at least d come down.  In a matching of all by which d come down, those of the side that d is of
 * are matched among themselves in a largest way.  So by Gallai and Edmonds its even vertices lie in
 * components of which one each is matched outside, and any one can be; their neighbours are matched
 * to such components only, and the rest among itself.  Each component becomes one vertex, with the
 * neighbours of all, the rest goes, and a largest matching decides again.  If its answer is no,
 * more than d come down; where more can, the answer is "perhaps".
 */

enum role { CAN_FLOAT, STAYS, FLOATS, MOVED_BEFORE, RESIDENT };

struct union_graph {
    const struct field *field;
    const struct below *below;
    uint32_t moved;     /* number of moved-down players that the upper bracket pairs first */
    uint32_t *entrant;  /* per vertex */
    uint32_t *position; /* per vertex: index above, or below in its role */
    uint8_t *role;      /* enum role */
    uint8_t *part;      /* enum part */
    uint32_t upper, count, vertices;
    uint64_t *sure;  /* entrants who are surely below */
    bool first_only; /* ... and the others do not matter */
    bool possible;
    uint8_t *over;                /* per vertex: kinds of dummies that can match it: OVER_* */
    uint32_t dummies[OVER_KINDS]; /* their numbers, by kind */
    bool slack;                   /* two dummies can be a pair: fewer players can be left over */
};

static bool from_above(uint8_t role)
{
    return role != RESIDENT;
}

/* Can two players, ${a} < ${b}, who can meet, be a pair of the bracket below?  ${role}s are as seen
 * from there.  No two floaters of C12 can: they would be a pair above. */
static bool pair_below(const struct union_graph *g, uint32_t a, uint32_t b)
{
    if (g->role[a] == STAYS || g->role[b] == STAYS || (g->below->c12 && b < g->upper))
        return false;
    return g->part[a] != g->part[b] ||
           (g->part[a] != PAIRED_FIRST && (g->part[a] != IN_REMAINDER || !g->first_only));
}

/* Can the bracket below leave ${v} over? */
static bool over_below(const struct union_graph *g, uint32_t v)
{
    const struct entrant *who = &g->field->entrants[g->entrant[v]];
    if (g->role[v] == STAYS || g->part[v] == PAIRED_FIRST)
        return false;
    return !g->below->lowest || !who->seat->pab_barred;
}

/* Do the same for the bracket above: players moved down into it are not paired with each other. */
static bool pair_above(const struct union_graph *g, uint32_t a, uint32_t b)
{
    return b < g->upper && g->role[a] != FLOATS && g->role[b] != FLOATS &&
           g->position[b] >= g->moved;
}

/* Return the kind of the dummy ${v}: OVER_*. */
static uint8_t dummy_kind(const struct union_graph *g, uint32_t v)
{
    uint32_t place = v - g->count;
    for (uint8_t kind = OVER_ANY; kind < OVER_KINDS; kind++) {
        if (place < g->dummies[kind])
            return kind;
        place -= g->dummies[kind];
    }
    return OVER_NOBODY;
}

/* Can two vertices, ${a} < ${b}, be matched? */
static bool is_edge(const struct union_graph *g, uint32_t a, uint32_t b)
{
    if (b >= g->count)
        return a < g->count ? (g->over[a] & dummy_kind(g, b)) != 0 : g->slack;
    return lm_dutch_2006_legal(g->field, g->entrant[a], g->entrant[b]) &&
           (pair_above(g, a, b) || pair_below(g, a, b));
}

static void add_vertex(struct union_graph *g, uint32_t entrant, uint32_t position, enum role role)
{
    g->entrant[g->count] = entrant;
    g->position[g->count] = position;
    g->role[g->count++] = (uint8_t)role;
}

static enum role role_above(const struct supposed *s, uint32_t position, uint32_t moved)
{
    if (s->must[position])
        return FLOATS;
    return s->may[position] && position >= moved ? CAN_FLOAT : STAYS;
}

/* Add the upper bracket or, if not ${whole}, only its floaters; and the players below. */
static void add_vertices(struct union_graph *g, const struct descent *d, const struct supposed *s,
                         bool whole)
{
    const struct bracket *b = d->bracket;
    const struct below *below = d->below;
    for (uint32_t i = 0; i < b->count && whole; i++)
        add_vertex(g, b->players[i], i, role_above(s, i, d->target.moved));
    g->upper = g->count;
    for (uint32_t i = 0; i < b->count && !whole; i++)
        if (s->must[i])
            add_vertex(g, b->players[i], i, FLOATS);
    for (uint32_t i = 0; i < below->moved_count; i++)
        add_vertex(g, below->moved[i], i, MOVED_BEFORE);
    for (uint32_t i = 0; i < below->resident_count; i++)
        if (s->leaves == NULL || s->leaves[i] != LEAVES)
            add_vertex(g, below->residents[i], i, RESIDENT);
    for (uint32_t v = 0; v < g->count; v++)
        if (g->role[v] != CAN_FLOAT && g->role[v] != STAYS)
            lm_dutch_2006_add(g->sure, g->entrant[v]);
}

uint32_t lm_dutch_2006_floaters(const struct descent *d)
{
    return d->bracket->count - 2 * (d->target.moved + d->target.rest);
}

/* Return the number of pairs needed below, with ${moved} moved-down players and ${residents};
 * ${*first}: how many of them are paired first. */
static uint32_t pairs_below(const struct below *below, uint32_t moved, uint32_t residents,
                            uint32_t *first)
{
    *first = moved < residents && moved > below->moved_lowered ? moved - below->moved_lowered : 0;
    uint32_t rest = (moved + residents - 2 * *first) / 2;
    if (below->moved_only && *first > 0)
        rest = 0;
    return *first + (rest > below->rest_lowered ? rest - below->rest_lowered : 0);
}

/* Does ${v} have an opponent among the players who are surely below? */
static bool has_opponent(const struct union_graph *g, uint32_t v)
{
    return lm_dutch_2006_meets_any(g->field, g->entrant[v], g->sure);
}

/* C1: would ${v} leave, if only the players who are surely below were there? */
static bool may_leave(const struct union_graph *g, uint32_t v)
{
    return g->below->c12 && !from_above(g->role[v]) && g->below->c1[g->entrant[v]] &&
           !has_opponent(g, v);
}

static void drop_those_without_opponent(struct union_graph *g)
{
    uint32_t kept = 0;
    for (uint32_t v = 0; v < g->count; v++) /* a player who leaves was no opponent of any */
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

/* Mark the first ${first} players from above, in A2 order, as paired first. */
static void choose_first(struct union_graph *g, uint32_t first)
{
    for (uint32_t v = 0; v < g->count && first > 0; v++) {
        uint32_t before = 0;
        for (uint32_t u = 0; u < g->count && from_above(g->role[v]); u++)
            before += from_above(g->role[u]) && g->entrant[u] < g->entrant[v];
        g->part[v] = from_above(g->role[v]) && before < first ? PAIRED_FIRST : IN_REMAINDER;
    }
}

/* Set up the graph for known floaters: the players present, those paired first, and the number that
 * can be left over. */
static void ask_exactly(struct union_graph *g, uint32_t moved)
{
    uint32_t first;
    drop_those_without_opponent(g);
    uint32_t pairs = pairs_below(g->below, moved, count_residents(g), &first);
    choose_first(g, first);
    g->first_only = g->below->moved_only && first > 0;
    for (uint32_t v = 0; v < g->count; v++)
        g->over[v] = over_below(g, v) ? OVER_ANY : OVER_NOBODY;
    g->vertices = g->count + (g->count - 2 * pairs);
}

/* By C1, is it open whether ${v} leaves? */
static bool is_open(const struct union_graph *g, const struct supposed *s, uint32_t v)
{
    return may_leave(g, v) && (s->leaves == NULL || s->leaves[g->position[v]] == OPEN);
}

/* C12: all who come down have an opponent below, and floaters cannot meet each other.  So a floater
 * without opponent stays, and a player moved down before without one is paired with a floater. */
static void need_opponents(struct union_graph *g, bool paired_down)
{
    for (uint32_t v = 0; v < g->count && g->below->c12; v++) {
        if (!from_above(g->role[v]) || g->role[v] == STAYS || has_opponent(g, v))
            continue;
        if (v < g->upper || paired_down)
            g->over[v] = OVER_NOBODY;
        g->possible &= g->role[v] != FLOATS;
        if (g->role[v] == CAN_FLOAT)
            g->role[v] = STAYS;
    }
}

/* Count the dummies of each kind, for ${moved} from above, of whom ${first} are paired first, and
 * ${residents}, of whom ${open} can leave. */
static void count_dummies(struct union_graph *g, uint32_t moved, uint32_t first, uint32_t residents,
                          uint32_t open)
{
    const struct below *below = g->below;
    uint32_t left = moved + residents - 2 * first, odd = open > 0 ? 1 : left % 2;
    uint32_t over = 2 * below->rest_lowered + odd;
    g->dummies[OVER_ANY] = over < left ? over : left;
    g->dummies[OVER_SPARED] = first == 0 || open < residents - moved ? open : residents - moved - 1;
}

/* Do the same where only players who are paired first matter: impossible if too many of the players
 * moved down before are not. */
static void count_others(struct union_graph *g, uint32_t first, uint32_t others, uint32_t residents)
{
    uint32_t spared = 0;
    for (uint32_t v = 0; v < g->count; v++)
        spared += g->role[v] == MOVED_BEFORE && g->part[v] == IN_REMAINDER;
    g->possible &= spared <= others;
    g->dummies[OVER_ANY] = others - spared;
    g->dummies[OVER_SPARED] = spared;
    g->dummies[OVER_RESIDENT] = residents - first + others;
}

/* Return the part of ${v} if the players from above are paired first: all, or all but ${others}. */
static enum part part_of(const struct union_graph *g, const struct supposed *s, uint32_t v,
                         uint32_t others)
{
    if (!from_above(g->role[v]))
        return IN_REMAINDER;
    if (others == 0 || g->entrant[v] < s->from)
        return PAIRED_FIRST;
    return g->entrant[v] + 1 >= s->to ? IN_REMAINDER : UNDECIDED;
}

/* Of the players from above who surely come: are at most ${first} paired first, and at most
 * ${others} not? */
static bool fits(const struct union_graph *g, uint32_t first, uint32_t others)
{
    uint32_t sure[PARTS] = {0};
    for (uint32_t v = 0; v < g->count; v++)
        sure[g->part[v]] += g->role[v] == FLOATS || g->role[v] == MOVED_BEFORE;
    return sure[PAIRED_FIRST] <= first && sure[IN_REMAINDER] <= others;
}

/* Choose the kinds of dummies for each vertex.  Until now ${over} marks the residents of whom it is
 * open whether they leave. */
static void set_over(struct union_graph *g)
{
    for (uint32_t v = 0; v < g->count; v++) {
        const bool open = g->over[v] != OVER_NOBODY;
        g->over[v] = OVER_NOBODY;
        if (!over_below(g, v))
            continue;
        bool spared =
            g->first_only ? g->role[v] == MOVED_BEFORE && g->part[v] == IN_REMAINDER : open;
        g->over[v] = spared ? OVER_SPARED : OVER_NOBODY;
        if (from_above(g->role[v]) || !g->first_only)
            g->over[v] |= OVER_ANY;
        else
            g->over[v] |= OVER_RESIDENT;
    }
}

/* Set up the graph for unknown floaters: ${moved} players from above, including those moved down
 * before. */
static void ask_for_share(struct union_graph *g, const struct supposed *s, uint32_t moved)
{
    uint32_t lowered = g->below->moved_lowered, residents = count_residents(g), open = 0;
    for (uint32_t v = g->count - residents; v < g->count; v++)
        if (is_open(g, s, v)) {
            g->over[v] = OVER_SPARED;
            open++;
        }
    uint32_t first = s->first && moved > lowered ? moved - lowered : 0;
    g->possible =
        s->first ? first > 0 && residents > moved : moved <= lowered || residents - open <= moved;
    if (!g->possible)
        return;
    g->first_only = g->below->moved_only && first > 0;
    for (uint32_t v = 0; v < g->count; v++)
        g->part[v] = (uint8_t)(first > 0 ? part_of(g, s, v, lowered) : IN_REMAINDER);
    if (first > 0 && lowered > 0)
        g->possible = fits(g, first, lowered);
    set_over(g);
    if (g->first_only)
        count_others(g, first, lowered, residents);
    else
        count_dummies(g, moved, first, residents, open);
    need_opponents(g, first == 0 || lowered == 0);
    g->slack = g->below->c12;
    g->vertices = g->count;
    for (int kind = 0; kind < OVER_KINDS; kind++)
        g->vertices += g->dummies[kind];
    g->vertices += g->slack && g->vertices % 2;
}

/* C1: do all moved-down players have an opponent below? */
static bool opponents_below(const struct union_graph *g)
{
    for (uint32_t v = 0; v < g->count; v++)
        if (from_above(g->role[v]) && !has_opponent(g, v))
            return false;
    return true;
}

/* Build the graph of the share that ${s} supposes; or, if not ${whole}, of the players who must
 * float and those below. */
static enum lm_status make_union(const struct descent *d, const struct supposed *s, bool whole,
                                 struct union_graph *g)
{
    struct lm_arena *arena = d->field->arena;
    const struct below *below = d->below;
    size_t most = d->bracket->count + below->resident_count + below->moved_count;
    uint32_t moved = below->moved_count + lm_dutch_2006_floaters(d);
    *g = (struct union_graph){
        .field = d->field,
        .below = below,
        .moved = d->target.moved,
        .entrant = lm_arena_alloc(arena, most, sizeof *g->entrant),
        .position = lm_arena_alloc(arena, most, sizeof *g->position),
        .role = lm_arena_alloc(arena, most, sizeof *g->role),
        .part = lm_arena_alloc(arena, most, sizeof *g->part),
        .over = lm_arena_alloc(arena, most, sizeof *g->over),
        .sure = lm_dutch_2006_set(d->field),
    };
    if (g->entrant == NULL || g->position == NULL || g->role == NULL || g->part == NULL ||
        g->over == NULL || g->sure == NULL)
        return LM_LIMIT;
    if (lm_dutch_2006_make_table(d->field) != LM_OK)
        return LM_LIMIT;
    add_vertices(g, d, s, whole);
    if (whole)
        ask_for_share(g, s, moved);
    else
        ask_exactly(g, moved);
    return LM_OK;
}

/* The vertices from ${first} up to, not including, ${end}. */
struct side {
    int32_t first, end;
};

/* Build the graph of ${g}: the edges of is_edge, as rows of bits. */
static enum lm_status make_rows(const struct union_graph *g, uint64_t **rows)
{
    const size_t words = lm_set_words((int32_t)g->vertices);
    *rows = lm_arena_alloc(g->field->arena, g->vertices, words * sizeof **rows);
    if (*rows == NULL)
        return LM_LIMIT;
    for (uint32_t b = 0; b < g->vertices; b++) {
        const uint8_t kind = b < g->count ? OVER_NOBODY : dummy_kind(g, b);
        for (uint32_t a = 0; a < b; a++)
            if (b >= g->count && a < g->count ? (g->over[a] & kind) != 0 : is_edge(g, a, b)) {
                lm_set_insert(*rows + a * words, (int32_t)b);
                lm_set_insert(*rows + b * words, (int32_t)a);
            }
    }
    return LM_OK;
}

static enum lm_status make_dense(const struct union_graph *g, struct lm_dense **out)
{
    const bool barred = false;
    uint64_t *rows;
    enum lm_status status = make_rows(g, &rows);
    if (status == LM_OK)
        status = lm_dense_new(out, g->field->arena, (int32_t)g->vertices, 1, &barred);
    for (uint32_t v = 0; v < g->vertices && status == LM_OK; v++)
        lm_dense_set_row(*out, (int32_t)v, rows + v * lm_set_words((int32_t)g->vertices));
    return status;
}

/* Match ${g} as set up by ask_exactly: fewer can be left over than there are dummies. */
static enum lm_status match_exactly(struct union_graph *g, bool *can)
{
    struct lm_dense *m;
    g->dummies[OVER_ANY] = g->vertices - g->count;
    g->slack = true;
    enum lm_status status = make_dense(g, &m);
    *can = status == LM_OK && lm_dense_is_perfect(m);
    return status;
}

static void show(struct lm_dense *m, struct side side, bool present)
{
    for (int32_t v = side.first; v < side.end; v++)
        (present ? lm_dense_restore : lm_dense_remove)(m, v);
}

/* Return how many of ${side} a largest matching among them leaves alone. */
static int32_t deficiency(struct lm_dense *m, struct side side, struct side other)
{
    show(m, side, true);
    show(m, other, false);
    lm_dense_repair(m);
    return lm_dense_alone(m);
}

/* Contract ${side}, the only one present, as described above. */
static enum lm_status contract(struct lm_dense *m, struct side side, struct side other,
                               struct lm_arena *arena)
{
    int32_t vertices = side.end > other.end ? side.end : other.end;
    uint8_t *part = lm_arena_alloc(arena, (size_t)vertices, sizeof *part);
    int32_t *base = lm_arena_alloc(arena, (size_t)vertices, sizeof *base);
    size_t words = lm_set_words(vertices);
    uint64_t *odd = lm_arena_alloc(arena, words, sizeof *odd);
    uint64_t *rest = lm_arena_alloc(arena, words, sizeof *rest);
    if (part == NULL || base == NULL || odd == NULL || rest == NULL)
        return LM_LIMIT;
    lm_dense_decompose(m, part, base);
    for (int32_t v = side.first; v < side.end; v++) {
        if (part[v] == LM_PART_REST)
            lm_dense_remove(m, v);
        if (part[v] == LM_PART_EVEN && base[v] != v)
            lm_dense_merge(m, base[v], v);
    }
    for (int32_t v = 0; v < vertices; v++) { /* no vertex of the other side is even */
        if (part[v] == LM_PART_ODD)
            lm_set_insert(odd, v);
        if (part[v] != LM_PART_EVEN)
            lm_set_insert(rest, v);
    }
    for (int32_t v = 0; v < vertices; v++)
        if (part[v] != LM_PART_EVEN)
            lm_dense_bar_set(m, v, part[v] == LM_PART_ODD ? rest : odd, words);
    return LM_OK;
}

enum lm_status lm_dutch_2006_leave(struct lm_dense *m, uint32_t upper, uint32_t vertices,
                                   uint32_t floaters, struct lm_arena *arena, bool *can,
                                   bool *known, uint32_t *leaving)
{
    struct side above = {0, (int32_t)upper}, below = {(int32_t)upper, (int32_t)vertices};
    struct side side = above, other = below;
    *known = true;
    *leaving = (uint32_t)deficiency(m, above, below);
    show(m, below, true);
    lm_dense_keep(m);
    *can = *leaving <= floaters && lm_dense_is_perfect(m);
    if (!*can)
        return LM_OK;
    lm_dense_go_back(m);
    show(m, below, false);
    if (*leaving < floaters) {
        uint32_t up = (uint32_t)deficiency(m, below, above);
        side = *leaving > up ? above : below;
        other = *leaving > up ? below : above;
        *leaving = (uint32_t)deficiency(m, side, other);
    }
    enum lm_status status = contract(m, side, other, arena);
    if (status != LM_OK)
        return status;
    show(m, other, true);
    *can = *leaving <= floaters && lm_dense_is_perfect(m);
    *known = *can || *leaving >= floaters;
    *can |= !*known;
    return LM_OK;
}

enum lm_status lm_dutch_2006_may_serve(const struct descent *d, const struct supposed *supposed,
                                       bool *may, uint32_t *leaving)
{
    struct lm_mark mark = lm_arena_mark(d->field->arena);
    struct union_graph g;
    struct lm_dense *m;
    bool known;
    const uint32_t floaters = lm_dutch_2006_floaters(d);
    *leaving = floaters;
    enum lm_status status = make_union(d, supposed, true, &g);
    *may = status == LM_OK && g.possible;
    if (*may)
        status = make_dense(&g, &m);
    if (status == LM_OK && *may)
        status = lm_dutch_2006_leave(m, g.upper, g.vertices, floaters, d->field->arena, may, &known,
                                     leaving);
    lm_arena_reset(d->field->arena, mark);
    return status;
}

enum lm_status lm_dutch_2006_serves(const struct descent *d, const bool *floats, bool *serves)
{
    const struct supposed supposed = {.must = floats, .may = floats};
    struct lm_mark mark = lm_arena_mark(d->field->arena);
    struct union_graph g;
    enum lm_status status = make_union(d, &supposed, false, &g);
    if (status == LM_OK)
        status = match_exactly(&g, serves);
    if (status == LM_OK && d->below->c12)
        *serves &= opponents_below(&g);
    lm_arena_reset(d->field->arena, mark);
    return status;
}

/* Players of the bracket above who can come down, and who would, as sets of entrants. */
struct comers {
    uint64_t *may, *would;
};

static enum lm_status find_comers(const struct union_graph *g, const bool *floats,
                                  struct comers *comers)
{
    comers->may = lm_dutch_2006_set(g->field);
    comers->would = lm_dutch_2006_set(g->field);
    if (comers->may == NULL || comers->would == NULL)
        return LM_LIMIT;
    for (uint32_t u = 0; u < g->upper; u++) {
        if (g->role[u] == CAN_FLOAT)
            lm_dutch_2006_add(comers->may, g->entrant[u]);
        if (floats[u])
            lm_dutch_2006_add(comers->would, g->entrant[u]);
    }
    return LM_OK;
}

static bool meets_comer(const struct union_graph *g, const struct comers *comers, uint32_t v)
{
    return lm_dutch_2006_meets_any(g->field, g->entrant[v], comers->would);
}

/* Return how many players who can come down ${v} can meet. */
static uint32_t comers_for(const struct union_graph *g, const struct comers *comers, uint32_t v)
{
    return lm_dutch_2006_meets_of(g->field, g->entrant[v], comers->may);
}

enum lm_status lm_dutch_2006_doubtful(const struct descent *d, const struct supposed *supposed,
                                      const bool *floats, uint32_t *resident)
{
    struct lm_mark mark = lm_arena_mark(d->field->arena);
    struct union_graph g;
    struct comers comers;
    enum lm_status status = make_union(d, supposed, true, &g);
    uint32_t most = 0;
    *resident = LM_NOBODY;
    if (status == LM_OK)
        status = find_comers(&g, floats, &comers);
    for (uint32_t v = g.upper; v < g.count && status == LM_OK; v++) {
        if (!is_open(&g, supposed, v) || !meets_comer(&g, &comers, v))
            continue;
        uint32_t count = comers_for(&g, &comers, v);
        if (count > most) {
            most = count;
            *resident = g.position[v];
        }
    }
    lm_arena_reset(d->field->arena, mark);
    return status;
}

/* Remove from ${who}, and return, the resident whom the fewest players who can come down can
 * meet. */
static uint32_t take_loneliest(const struct union_graph *g, bool *who, const struct comers *comers)
{
    uint32_t loneliest = 0, least = UINT32_MAX, count;
    for (uint32_t v = g->upper; v < g->count; v++)
        if (who[v] && (count = comers_for(g, comers, v)) < least) {
            least = count;
            loneliest = v;
        }
    who[loneliest] = false;
    return loneliest;
}

/* Can so many residents leave (C12) that at most ${moved} remain?  A quick test. */
static bool may_lack(const struct descent *d, const struct supposed *s, uint32_t moved)
{
    const struct below *below = d->below;
    uint32_t remain = 0;
    for (uint32_t i = 0; i < below->resident_count; i++)
        remain += s->leaves[i] != LEAVES && !(below->c12 && below->c1[below->residents[i]]);
    return s->first && remain <= moved;
}

enum lm_status lm_dutch_2006_wanted(const struct descent *d, const struct supposed *supposed,
                                    const bool *floats, bool *wanted, bool *lacks)
{
    struct lm_mark mark = lm_arena_mark(d->field->arena);
    struct union_graph g;
    uint32_t moved = d->below->moved_count + lm_dutch_2006_floaters(d), leaving = 0;
    *lacks = false;
    if (!may_lack(d, supposed, moved))
        return LM_OK;
    enum lm_status status = make_union(d, supposed, true, &g);
    if (status != LM_OK)
        return status;
    uint32_t residents = count_residents(&g);
    struct comers comers;
    bool *leaves = lm_arena_alloc(d->field->arena, g.count, sizeof *leaves);
    if (leaves == NULL || find_comers(&g, floats, &comers) != LM_OK)
        return LM_LIMIT;
    for (uint32_t v = g.upper; v < g.count; v++) {
        leaves[v] = may_leave(&g, v) && !meets_comer(&g, &comers, v);
        leaving += leaves[v];
    }
    *lacks = supposed->first && residents - leaving <= moved;
    memset(wanted, false, d->bracket->count * sizeof *wanted);
    for (uint32_t i = moved; i < residents && *lacks; i++) {
        uint32_t v = take_loneliest(&g, leaves, &comers);
        for (uint32_t u = 0; u < g.upper; u++)
            wanted[u] |=
                g.role[u] == CAN_FLOAT && lm_dutch_2006_legal(d->field, g.entrant[v], g.entrant[u]);
    }
    lm_arena_reset(d->field->arena, mark);
    return LM_OK;
}

/* ---- For the search of the bracket above ---- */

enum lm_status lm_dutch_2006_union(const struct descent *d, const struct supposed *supposed,
                                   struct union_graph **out)
{
    *out = lm_arena_alloc(d->field->arena, 1, sizeof **out);
    return *out != NULL ? make_union(d, supposed, true, *out) : LM_LIMIT;
}

uint32_t lm_dutch_2006_count_below(const struct union_graph *g)
{
    return g->vertices - g->upper;
}

enum lm_status lm_dutch_2006_union_rows(const struct union_graph *g, const uint64_t **row)
{
    uint64_t *rows;
    enum lm_status status = make_rows(g, &rows);
    *row = rows;
    return status;
}

bool lm_dutch_2006_meet_below(const struct union_graph *g, uint32_t a, uint32_t b)
{
    return is_edge(g, g->upper + a, g->upper + b);
}

bool lm_dutch_2006_comes_down(const struct union_graph *g, uint32_t position, uint32_t to)
{
    return is_edge(g, position, g->upper + to);
}

bool lm_dutch_2006_pair_down(const struct union_graph *g, uint32_t a, uint32_t b)
{
    return lm_dutch_2006_legal(g->field, g->entrant[a], g->entrant[b]) && pair_below(g, a, b);
}
