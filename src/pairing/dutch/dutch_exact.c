/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/dutch/dutch_model.h"

#include <string.h>

/*
 * A bracket by weighted matching.
 *
 * The best values of the criteria [C6] to [C21] are those of the best perfect matching of the scope
 * by a list of priorities, one or a few for each criterion: every criterion is a sum over pairs
 * once a player who leaves the bracket counts as paired with what lies below it: the players there
 * or the bye.  A smaller scope is *open*: who has nobody in it is left to what lies beyond, and
 * being alone has the values of leaving it.  (Then whom the players two brackets below meet is
 * worth nothing, so they are as good as alone: only a scope of everybody says more than one that
 * ends with the next bracket, but for the bye.)
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

/* ---- Building and solving ---- */

/*
 * More priorities than a weight has room for go in stages: the first ones are solved, and the next
 * ones among the matchings that are as good (lm_best_depth and lm_best_is_needed say which).
 * STAGE priorities of fields that 16384 vertices can need fit into 16 words.
 */
enum { STAGE = 64 };

static bool must_not_be_alone(const void *context, int32_t v)
{
    return lm_dutch_must_not_be_alone(context, (uint32_t)v);
}

static bool can_partner(const struct dutch_model *m, uint32_t v, uint32_t other)
{
    return v < other ? lm_dutch_is_edge(m, &m->vertices[v], &m->vertices[other])
                     : lm_dutch_is_edge(m, &m->vertices[other], &m->vertices[v]);
}

/* Are there players beyond the view, for whom somebody may be left? */
static bool is_open(const struct dutch_model *m)
{
    return m->end < m->d->count;
}

/* The priorities from ${stage_begin} to ${stage_end}. */
static enum lm_status solve_stage(struct dutch_model *m)
{
    struct lm_priority ranges[STAGE + 1] = {{.edge_high = (int64_t)m->count / 2, .alone_low = -1}};
    uint32_t depth = m->depth != NULL, count = m->stage_end - m->stage_begin;
    if (count > 0)
        memcpy(&ranges[depth], &m->ranges[m->stage_begin], count * sizeof *ranges);
    struct lm_priorities priorities = {
        .count = (int32_t)(depth + count),
        .range = ranges,
        .most_pairs = !is_open(m),
        .few = lm_dutch_few_values,
        .must = is_open(m) ? must_not_be_alone : NULL,
        .context = m,
    };
    lm_dutch_list_groups(m);
    enum lm_status status = lm_best_new(&m->best, m->arena, (int32_t)m->count, &priorities);
    if (status != LM_OK)
        return status;
    lm_best_solve(m->best);
    for (uint32_t v = 0; v < m->count; v++)
        if (lm_best_mate(m->best, (int32_t)v) == LM_ALONE && lm_dutch_must_not_be_alone(m, v))
            return LM_NO_PAIRING;
    return LM_OK;
}

/* Keep of the pairs what the stage that is solved leaves to the next. */
static void note_depths(struct dutch_model *m, int16_t *depths)
{
    for (uint32_t u = 0; u < m->count; u++) {
        m->needed[u] = lm_best_is_needed(m->best, (int32_t)u);
        for (uint32_t v = u + 1; v < m->count; v++) {
            size_t at = (size_t)u * m->count + v;
            bool barred = (m->depth != NULL && depths[at] == LM_BARRED) || !can_partner(m, u, v);
            depths[at] =
                barred ? LM_BARRED : (int16_t)lm_best_depth(m->best, (int32_t)u, (int32_t)v);
        }
    }
}

static enum lm_status solve_anew(struct dutch_model *m)
{
    int16_t *depths = NULL;
    m->groups = lm_arena_alloc(m->arena, STAGE, sizeof *m->groups);
    m->needed = lm_arena_alloc(m->arena, m->count, sizeof *m->needed);
    if (m->priority_count > STAGE)
        depths = lm_arena_alloc(m->arena, m->count, (size_t)m->count * sizeof *depths);
    if (m->groups == NULL || m->needed == NULL || (m->priority_count > STAGE && depths == NULL))
        return LM_LIMIT;
    m->depth = NULL;
    m->base = NULL;
    for (m->stage_begin = 0;; m->stage_begin = m->stage_end) {
        uint32_t left = m->priority_count - m->stage_begin;
        struct lm_mark mark = lm_arena_mark(m->arena);
        m->stage_end = m->stage_begin + (left < STAGE ? left : STAGE);
        enum lm_status status = solve_stage(m);
        if (status != LM_OK || m->stage_end == m->priority_count)
            return status;
        note_depths(m, depths);
        m->depth = depths;
        lm_arena_reset(m->arena, mark);
    }
}

static uint32_t mate_of(const struct dutch_model *m, uint32_t v)
{
    return (uint32_t)lm_best_mate(m->best, (int32_t)v);
}

static bool floats(const struct dutch_model *m, uint32_t v)
{
    return mate_of(m, v) >= m->inside;
}

static void set_edge(struct dutch_model *m, uint32_t u, uint32_t v)
{
    struct lm_worth value[STAGE + 1];
    int32_t count = lm_dutch_few_values(m, (int32_t)u, (int32_t)v, value);
    lm_best_set_few(m->best, (int32_t)u, (int32_t)v, value, count);
}

static void bar_edge(struct dutch_model *m, uint32_t u, uint32_t v)
{
    lm_best_set_edge(m->best, (int32_t)u, (int32_t)v, NULL);
}

/* Does the bracket let down exactly one player, who gets the bye?  Then [C9] counts. */
static bool single_floater_has_bye(const struct dutch_model *m)
{
    uint32_t floaters = m->bracket->count - m->inside;
    bool bye = false;
    for (uint32_t v = 0; v < m->inside; v++) {
        floaters += floats(m, v);
        bye |= floats(m, v) && mate_of(m, v) < m->count && m->vertices[mate_of(m, v)].zone == BYE;
    }
    return bye && floaters == 1;
}

/* Does it turn out that [C9] counts, which has not been asked yet? */
static bool counts_unplayed(struct dutch_model *m)
{
    bool before = m->count_unplayed;
    m->count_unplayed = before || (m->d->edition->weighs_bye && single_floater_has_bye(m));
    return m->count_unplayed && !before;
}

/* How many differences are settled at once, and into how many groups those below them go. */
enum { DIFFERENCES_AT_ONCE = 24, DIFFERENCE_GROUPS = 16 };

/* One priority for each difference before ${single}, and one for each group of those after it; the
 * size of a group. */
static uint32_t add_grouped_differences(struct dutch_model *m, uint32_t single)
{
    uint32_t size = (m->difference_count - single + DIFFERENCE_GROUPS - 1) / DIFFERENCE_GROUPS;
    m->priority_count = 0;
    for (uint32_t i = 0; i < m->difference_count;) {
        uint32_t more = i < single ? 1 : size;
        if (more > m->difference_count - i)
            more = m->difference_count - i;
        const struct dutch_priority priority = {
            .kind = DIFFERENCE, .score = m->differences[i], .least = m->differences[i + more - 1]};
        lm_dutch_add_priority(m, &priority, -1, 0, m->inside);
        i += more;
    }
    return size;
}

static bool is_used(const struct dutch_model *m, uint32_t priority)
{
    bool used = false;
    for (uint32_t v = 0; v < m->count && !used; v++)
        used = lm_dutch_value_of(m, &m->priorities[priority], v, mate_of(m, v)) != 0;
    return used;
}

/* Settle some more differences, of which the first ${*settled} are used: more single ones, and the
 * groups before the first that is needed, of which none is. */
static void drop_unused(struct dutch_model *m, uint32_t *settled, uint32_t single, uint32_t size)
{
    uint32_t kept = *settled, next = single;
    for (uint32_t i = *settled; i < single; i++)
        if (is_used(m, i))
            m->differences[kept++] = m->differences[i];
    for (uint32_t p = single; p < m->priority_count && !is_used(m, p); p++)
        next = m->difference_count - next < size ? m->difference_count : next + size;
    *settled = kept;
    while (next < m->difference_count)
        m->differences[kept++] = m->differences[next++];
    m->difference_count = kept;
}

/* C.6 of 2017 comes first and fixes the score differences of the CLB; those that its best pairing
 * does not have need no priorities in the criteria that list differences again. */
static enum lm_status settle_differences(struct dutch_model *m)
{
    enum lm_status status = lm_dutch_list_differences(m);
    struct lm_mark mark = lm_arena_mark(m->arena);
    for (uint32_t settled = 0; status == LM_OK && settled < m->difference_count;) {
        uint32_t single = settled + DIFFERENCES_AT_ONCE;
        if (single > m->difference_count)
            single = m->difference_count;
        status = lm_dutch_make_room(m, single + DIFFERENCE_GROUPS);
        if (status != LM_OK)
            break;
        uint32_t size = add_grouped_differences(m, single);
        status = solve_anew(m);
        if (status == LM_OK)
            drop_unused(m, &settled, single, size);
        lm_arena_reset(m->arena, mark);
    }
    return status == LM_OK ? lm_dutch_make_room(m, m->difference_count) : status;
}

bool lm_dutch_values_new(const struct dutch_bracket *bracket, struct lm_arena *arena,
                         struct dutch_values *out)
{
    uint32_t most = lm_dutch_most_priorities(bracket);
    *out = (struct dutch_values){.total = lm_arena_alloc(arena, most, sizeof *out->total),
                                 .serves = lm_arena_alloc(arena, most, sizeof *out->serves)};
    return out->total != NULL && out->serves != NULL;
}

static int64_t total_of(const struct dutch_model *m, const struct dutch_priority *priority)
{
    int64_t total = 0;
    for (uint32_t v = 0; v < m->count; v++) {
        uint32_t mate = mate_of(m, v);
        if (mate == (uint32_t)LM_ALONE)
            total += lm_dutch_value_alone(m, priority, v);
        else if (mate > v)
            total += lm_dutch_value_of(m, priority, v, mate);
    }
    return total;
}

/* The matching is best in the first ${count} priorities, which are [C6] to [C21]: tell their
 * totals, if somebody asks. */
static void tell_values(const struct dutch_model *m, uint32_t count)
{
    struct dutch_values *values = m->values;
    if (values == NULL)
        return;
    values->count = count;
    values->end = m->end;
    memcpy(values->serves, m->priorities, count * sizeof *values->serves);
    for (uint32_t i = 0; i < count; i++)
        values->total[i] = total_of(m, &m->priorities[i]);
}

static enum lm_status find_best_values(struct dutch_model *m)
{
    lm_dutch_list_priorities(m);
    enum lm_status status = solve_anew(m);
    if (status == LM_OK && counts_unplayed(m)) {
        lm_dutch_list_priorities(m);
        status = solve_anew(m);
    }
    if (status == LM_OK)
        tell_values(m, m->priority_count);
    return status;
}

/* ---- Who has nobody in view ---- */

static bool is_lonely(const struct dutch_model *m, uint32_t v)
{
    for (uint32_t other = 0; other < m->count; other++)
        if (other != v && can_partner(m, v, other))
            return false;
    return !lm_dutch_must_not_be_alone(m, v);
}

/* In an open view who has nobody there is alone in every matching, and so the same for all: the
 * model goes without him, unless all values are to be told. */
static void leave_out_lonely(struct dutch_model *m)
{
    uint32_t kept = 0, inside = 0;
    if (!is_open(m) || m->values != NULL)
        return;
    for (uint32_t v = 0; v < m->count; v++)
        m->vertices[v].lonely = is_lonely(m, v);
    for (uint32_t v = 0; v < m->count; v++) {
        if (m->vertices[v].lonely)
            continue;
        inside += dutch_is_inside(&m->vertices[v]);
        m->vertices[kept++] = m->vertices[v];
    }
    m->count = kept;
    m->inside = inside;
}

/* ---- Decision 1: the set of pairable MDPs (art. 4.4) ---- */

enum { RANKS_PER_PRIORITY = 50 };

/* The priority of the decisions that are taken one player after the other: of one player's pairs at
 * most 2 ${inside}, as much of each pair fixed before, and 1 of each player whose edges it left
 * alike (${base}). */
static void add_turn(struct dutch_model *m)
{
    int64_t inside = m->inside;
    lm_dutch_add_priority(m, &(struct dutch_priority){.kind = TURN}, -3, 2 * inside + 2,
                          (uint64_t)(inside * inside + 4 * inside + 6));
}

enum { BELOW_VALUES = 2 }; /* the set and the turn, in solve_ranked */

/* The best values; below them the first set of MDPs ${first} … ${end}, the first of whom weighs
 * more than all after it; then room for turns. */
static enum lm_status solve_ranked(struct dutch_model *m, uint32_t first, uint32_t end)
{
    int64_t all = ((int64_t)1 << (end - first)) - 1;
    for (uint32_t v = 0; v < end; v++)
        m->vertices[v].set_rank = v < first ? 0 : (int64_t)1 << (end - 1 - v);
    lm_dutch_list_priorities(m);
    lm_dutch_add_priority(m, &(struct dutch_priority){.kind = MOVED_SET}, 0, all, (uint64_t)all);
    add_turn(m);
    return solve_anew(m);
}

/* Find the best values, and the first set of MDPs to be paired that reaches them; ${m}->best has
 * both then, and room for the turns of the MDPs. */
static enum lm_status choose_moved(struct dutch_model *m)
{
    uint32_t moved = lm_dutch_moved_count(m), floating = 1, end;
    for (uint32_t first = 0; first < moved && floating > 0; first = end) {
        end = first + RANKS_PER_PRIORITY < moved ? first + RANKS_PER_PRIORITY : moved;
        enum lm_status status = solve_ranked(m, first, end);
        if (status == LM_OK && first == 0 && counts_unplayed(m))
            status = solve_ranked(m, first, end);
        if (status != LM_OK)
            return status;
        if (first == 0)
            tell_values(m, m->priority_count - BELOW_VALUES);
        floating = 0;
        for (uint32_t v = 0; v < moved; v++)
            floating += floats(m, v);
        for (uint32_t v = first; v < end; v++) {
            m->vertices[v].must_float = floats(m, v);
            m->vertices[v].must_pair = !floats(m, v);
        }
    }
    for (uint32_t v = 0; v < moved; v++)
        m->vertices[v].must_pair = !m->vertices[v].must_float;
    return moved == 0 ? find_best_values(m) : LM_OK;
}

/* ---- Decisions 2 and 4: opponents in turn (art. 4.2) ---- */

/* What the turns of ${u} and ${v} left on all their edges. */
static int64_t left_by_turns(const struct dutch_model *m, uint32_t u, uint32_t v)
{
    return m->base == NULL ? 0 : (int64_t)m->base[u] + m->base[v];
}

/* The earlier among the partners of ${turn_of}, the better. */
static int64_t prefer_early(const struct dutch_model *m, uint32_t u, uint32_t v)
{
    uint32_t other = u == m->turn_of ? v : v == m->turn_of ? u : LM_NOBODY;
    return left_by_turns(m, u, v) + (other == LM_NOBODY ? 0 : 2 * (int64_t)(m->inside - other));
}

/* Is the present mate of ${v} the first that could be, of those ${allowed}? */
static bool has_first_partner(const struct dutch_model *m, uint32_t v, const bool *allowed)
{
    for (uint32_t other = 0; other < m->inside; other++)
        if (allowed[other] && can_partner(m, v, other))
            return mate_of(m, v) == other;
    return true;
}

/* Let ${v} have the first of those ${allowed} that keeps all values, and fix the pair. */
static uint32_t choose_partner(struct dutch_model *m, uint32_t v, bool *allowed)
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

static void keep_pair(struct dutch_model *m, struct dutch_result *result, uint32_t u, uint32_t v)
{
    const struct dutch_vertex *a = &m->vertices[u], *b = &m->vertices[v];
    uint32_t *pair = result->pairs[result->pair_count++];
    pair[0] = a->seat < b->seat ? a->seat : b->seat;
    pair[1] = a->seat < b->seat ? b->seat : a->seat;
    m->taken[a->place] = m->taken[b->place] = true;
}

/* A pair that the scope's best matching has outside the bracket: a witness for [C8]. */
static void keep_beyond(struct dutch_result *result, uint32_t a, uint32_t b)
{
    uint32_t *pair = result->pairs[result->pair_count + result->beyond_count++];
    pair[0] = a;
    pair[1] = b;
}

static void pair_moved(struct dutch_model *m, struct dutch_result *result, bool *allowed)
{
    uint32_t moved = lm_dutch_moved_count(m);
    for (uint32_t v = 0; v < m->inside; v++)
        allowed[v] = v >= moved;
    for (uint32_t v = 0; v < moved; v++)
        if (m->vertices[v].must_pair)
            keep_pair(m, result, v, choose_partner(m, v, allowed));
}

/* ---- Decision 3: the exchange (art. 4.3) ---- */

/* Number the remainder (art. 4.1.1), those who are left out of the model with it. */
static void number_remainder(struct dutch_model *m)
{
    m->bsns = 0;
    for (uint32_t place = m->bracket->moved, v = 0; place < m->bracket->count; place++) {
        while (v < m->inside && m->vertices[v].place < place)
            v++;
        m->bsns += !m->taken[place];
        if (v < m->inside && m->vertices[v].place == place)
            m->vertices[v].bsn = m->bsns;
    }
}

/* Take the MDPs' pairs out, and cut the remainder into S1 and S2. */
static void keep_remainder(struct dutch_model *m)
{
    uint32_t kept = 0, inside = 0, paired = 0;
    for (uint32_t v = 0; v < m->inside; v++)
        paired +=
            m->vertices[v].zone == RESIDENT && !floats(m, v) && !m->taken[m->vertices[v].place];
    number_remainder(m);
    for (uint32_t v = 0; v < m->count; v++) {
        struct dutch_vertex *vertex = &m->vertices[v];
        if (v < m->inside && m->taken[vertex->place])
            continue;
        if (vertex->zone == RESIDENT)
            vertex->side = vertex->bsn <= paired / 2 ? IN_S1 : IN_S2;
        inside += dutch_is_inside(vertex);
        m->vertices[kept++] = *vertex;
    }
    m->count = kept;
    m->inside = inside;
    leave_out_lonely(m);
}

/* Is vertex ${v} moved from its side by the exchange that the present matching needs? */
static bool is_moved(const struct dutch_model *m, uint32_t v)
{
    const struct dutch_vertex *vertex = &m->vertices[v];
    uint32_t mate = mate_of(m, v);
    if (mate >= m->inside)
        return vertex->side == IN_S1;
    if (m->vertices[mate].side != vertex->side)
        return false;
    return vertex->side == IN_S1 ? mate < v : mate > v;
}

/* Would the pair ${v}, ${other} mean that ${v} is moved? */
static bool moves(const struct dutch_model *m, uint32_t v, uint32_t other)
{
    const struct dutch_vertex *vertex = &m->vertices[v];
    if (other >= m->inside)
        return vertex->side == IN_S1;
    if (m->vertices[other].side != vertex->side)
        return false;
    return vertex->side == IN_S1 ? other < v : other > v;
}

/* A player of S1 who is left alone is moved, and that has no value here: so it is the other way
 * that counts against him; one of S2 who is left alone is not. */
static int64_t prefer_moving(const struct dutch_model *m, uint32_t u, uint32_t v)
{
    int64_t left = left_by_turns(m, u, v);
    if (u != m->turn_of && v != m->turn_of)
        return left;
    bool moved = moves(m, m->turn_of, u == m->turn_of ? v : u);
    return left + (m->vertices[m->turn_of].side == IN_S1 ? moved - 1 : moved);
}

/* Is it settled that ${other} of S1, below ${v}, stays there?  Then they are no pair any more. */
static bool stays_below(const struct dutch_model *m, const uint8_t *sides, uint32_t v,
                        uint32_t other)
{
    return other > v && other < m->inside && m->vertices[other].side == IN_S1 &&
           sides[other] == IN_S1;
}

/* Let ${v} be moved if it can be. */
static void ask_to_move(struct dutch_model *m, const uint8_t *sides, uint32_t v)
{
    bool upper = m->vertices[v].side == IN_S1;
    m->turn_of = v;
    m->turn = prefer_moving;
    for (uint32_t other = 0; other < m->count; other++)
        if (other != v && moves(m, v, other) != upper && can_partner(m, v, other) &&
            !(upper && stays_below(m, sides, v, other)))
            set_edge(m, v, other);
    lm_best_solve(m->best);
    m->turn = NULL;
    if (is_moved(m, v) != upper)
        m->base[v] = upper ? -1 : 1;
}

/* Settle whether ${v} is moved: if it can be, it is (rules 3 and 4 of art. 4.3.2). */
static bool settle_move(struct dutch_model *m, const uint8_t *sides, uint32_t v)
{
    bool upper = m->vertices[v].side == IN_S1;
    if (!is_moved(m, v))
        ask_to_move(m, sides, v);
    bool moved = is_moved(m, v);
    for (uint32_t other = 0; other < m->count; other++)
        if (other != v && moves(m, v, other) != moved)
            bar_edge(m, v, other);
    if (is_open(m) && moved != upper)
        lm_best_bar_alone(m->best, (int32_t)v);
    lm_best_solve(m->best);
    return moved;
}

/* Rule 3 from the lowest of S1 upwards, rule 4 from the highest of S2 downwards; ${sides} are the
 * sides after the exchange. */
static void settle_exchange(struct dutch_model *m, uint8_t *sides)
{
    uint32_t left = 0, right = 0;
    for (uint32_t v = 0; v < m->inside; v++) {
        sides[v] = m->vertices[v].side;
        left += sides[v] == IN_S1 && is_moved(m, v);
        right += sides[v] == IN_S2 && is_moved(m, v);
    }
    for (uint32_t v = m->inside; v-- > 0 && left > 0;)
        if (m->vertices[v].side == IN_S1 && settle_move(m, sides, v)) {
            sides[v] = IN_S2;
            left--;
        }
    for (uint32_t v = 0; v < m->inside && right > 0; v++)
        if (m->vertices[v].side == IN_S2 && settle_move(m, sides, v)) {
            sides[v] = IN_S1;
            right--;
        }
}

/* From here on pairs join S1 with S2, and S1 does not float. */
static void keep_sides(struct dutch_model *m, const uint8_t *sides)
{
    for (uint32_t u = 0; u < m->inside; u++) {
        if (sides[u] == NO_SIDE)
            continue;
        for (uint32_t v = u + 1; v < m->inside; v++)
            if (sides[v] == sides[u])
                bar_edge(m, u, v);
        for (uint32_t v = m->inside; v < m->count && sides[u] == IN_S1; v++)
            bar_edge(m, u, v);
        if (is_open(m) && sides[u] == IN_S1)
            lm_best_bar_alone(m->best, (int32_t)u);
    }
    lm_best_solve(m->best);
}

static enum lm_status pair_remainder(struct dutch_model *m, struct dutch_result *result,
                                     bool *allowed, uint8_t *sides)
{
    keep_remainder(m);
    lm_dutch_list_priorities(m);
    int64_t bsns = m->bsns;
    lm_dutch_add_priority(m, &(struct dutch_priority){.kind = EXCHANGES}, -1, 0, m->inside + 1);
    lm_dutch_add_priority(m, &(struct dutch_priority){.kind = EXCHANGE_DISTANCE}, -bsns, bsns,
                          (uint64_t)(bsns * (bsns + 1) / 2 + 1)); /* of all BSNs at most */
    add_turn(m);
    enum lm_status status = solve_anew(m);
    if (status != LM_OK)
        return status;
    m->base = lm_arena_alloc(m->arena, m->count, sizeof *m->base);
    if (m->base == NULL)
        return LM_LIMIT;
    settle_exchange(m, sides);
    keep_sides(m, sides);
    for (uint32_t v = 0; v < m->inside; v++)
        allowed[v] = sides[v] == IN_S2;
    for (uint32_t v = 0; v < m->inside; v++)
        if (sides[v] == IN_S1)
            keep_pair(m, result, v, choose_partner(m, v, allowed));
    for (uint32_t i = 0; i < m->bracket->count; i++)
        if (!m->taken[i])
            result->floaters[result->floater_count++] = m->bracket->players[i];
    return LM_OK;
}

static enum lm_status list_bracket(struct dutch_model *m)
{
    enum lm_status status = lm_dutch_list_vertices(m);
    if (status == LM_OK && m->bracket->collapsed)
        status = settle_differences(m);
    return status;
}

enum lm_status lm_dutch_solve_bracket(struct dutch_model *m)
{
    enum lm_status status = list_bracket(m);
    return status == LM_OK ? find_best_values(m) : status;
}

static enum lm_status pair_by_model(struct dutch_model *m, struct dutch_result *result)
{
    enum lm_status status = list_bracket(m);
    m->taken = lm_arena_alloc(m->arena, m->bracket->count, sizeof *m->taken);
    if (status == LM_OK && m->taken == NULL)
        return LM_LIMIT;
    if (status == LM_OK) {
        leave_out_lonely(m);
        status = choose_moved(m);
    }
    if (status != LM_OK)
        return status;
    bool *allowed = lm_arena_alloc(m->arena, m->count, sizeof *allowed);
    uint8_t *sides = lm_arena_alloc(m->arena, m->count, sizeof *sides);
    if (allowed == NULL || sides == NULL)
        return LM_LIMIT;
    pair_moved(m, result, allowed);
    status = pair_remainder(m, result, allowed, sides);
    for (uint32_t v = 0; v < m->count && status == LM_OK; v++) {
        uint32_t mate = mate_of(m, v);
        if (mate < m->count && mate > v && mate >= m->inside)
            keep_beyond(result, m->vertices[v].seat,
                        m->vertices[mate].zone == BYE ? m->d->bye : m->vertices[mate].seat);
    }
    return status;
}

enum lm_status lm_dutch_pair_exactly(struct dutch *d, const struct dutch_bracket *bracket,
                                     uint32_t end, struct dutch_result *result)
{
    struct lm_mark mark = lm_arena_mark(d->arena);
    struct dutch_model *m = lm_arena_alloc(d->arena, 1, sizeof *m);
    if (m == NULL)
        return LM_LIMIT;
    *m = (struct dutch_model){.d = d,
                              .question = d->question,
                              .values = d->values,
                              .bracket = bracket,
                              .end = end,
                              .arena = d->arena};
    result->pair_count = result->floater_count = result->beyond_count = 0;
    enum lm_status status = pair_by_model(m, result);
    lm_arena_reset(d->arena, mark);
    return status;
}
