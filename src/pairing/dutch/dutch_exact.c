/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/dutch/dutch_model.h"

#include <string.h>

/*
 * A bracket by weighted matching.
 *
 * The best values of the criteria [C6] to [C21], of [C8] where the next bracket is in view, are
 * those of the best perfect matching of all players in view, by a list of priorities, one or a few
 * for each criterion.  Every criterion is a sum over pairs: a player who leaves the bracket is
 * paired with a player below it, or the bye.  This matching knows nothing of S1 and S2.
 *
 * A view that ends before the last seat is *open*: a player without mate in it is left to the
 * players beyond, and being alone has the values of leaving the bracket.  So has a pair with a
 * player two brackets below.  Therefore a view wider than the next bracket decides no more than
 * that one, unless it has the bye or all players.
 *
 * Among the candidates with these values article 4 chooses the first, by one decision after the
 * other, each of which has priorities of its own:
 *
 *   1. which MDPs are paired (4.4.2): the lexicographically first set, by powers of two;
 *   2. their opponents in turn (4.2): each MDP prefers residents by BSN;
 *   3. the exchange of the remainder (4.3.2), which is now cut into S1 and S2.  The smallest
 *      exchange that makes a matching a candidate takes to the other side: of two S1 players who
 *      are paired the lower, an S1 player who floats, and of two S2 players who are paired the
 *      higher.  So rule 1 is the number of such pairs and floaters, rule 2 a sum of BSNs, and rules
 *      3 and 4 decide player by player who is exchanged;
 *   4. the transposition (4.2): each player of S1 in turn prefers S2 by BSN.
 *
 * Each decision uses only the pairs that all earlier ones left tight (dutch_stages.c), usually a
 * few.  A question about one player changes the values of that vertex, and the matching is repaired
 * in O(v^2).
 */

/* ---- The current matching ---- */

static bool floats(const struct dutch_model *m, uint32_t v)
{
    return dutch_mate_of(m, v) >= m->inside;
}

static void set_edge(struct dutch_model *m, uint32_t u, uint32_t v)
{
    struct lm_worth value[DUTCH_STAGE + 1];
    int32_t count = lm_dutch_nonzero_values(m, (int32_t)u, (int32_t)v, value);
    lm_best_set_nonzero(m->best, (int32_t)u, (int32_t)v, value, count);
}

static void bar_edge(struct dutch_model *m, uint32_t u, uint32_t v)
{
    lm_best_set_edge(m->best, (int32_t)u, (int32_t)v, NULL);
}

/* Does the bracket leave over exactly one player, who gets the bye?  Then [C9] counts. */
static bool single_floater_has_bye(const struct dutch_model *m)
{
    uint32_t floaters = m->bracket->count;
    bool bye = m->bye_leaves;
    for (uint32_t i = 0; i < m->bracket->count; i++)
        floaters -= m->partner[i] != LM_NOBODY;
    for (uint32_t v = 0; v < m->inside; v++) {
        floaters -= !floats(m, v);
        bye |= floats(m, v) && dutch_mate_of(m, v) < m->count &&
               m->vertices[dutch_mate_of(m, v)].zone == BYE;
    }
    return bye && floaters == 1;
}

/* Does [C9] turn out to count, without having been used yet? */
static bool counts_unplayed(struct dutch_model *m)
{
    bool before = m->count_unplayed;
    m->count_unplayed = before || (m->d->edition->weighs_bye && single_floater_has_bye(m));
    return m->count_unplayed && !before;
}

/* The number of differences decided at once, and the number of groups for those below them. */
enum { DIFFERENCES_AT_ONCE = 24, DIFFERENCE_GROUPS = 16 };

/* Add one priority for each difference before ${single}, and one for each group of those after it;
 * return the size of a group. */
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

static enum lm_status solve_anew(struct dutch_model *m)
{
    enum lm_status status = lm_dutch_begin(m);
    return status == LM_OK ? lm_dutch_solve_on(m) : status;
}

static bool is_used(const struct dutch_model *m, uint32_t priority)
{
    bool used = false;
    for (uint32_t v = 0; v < m->count && !used; v++)
        used = lm_dutch_value_of(m, &m->priorities[priority], v, dutch_mate_of(m, v)) != 0;
    return used;
}

/* Decide more differences, of which the first ${*settled} are used: more single ones, and the
 * groups before the first needed one, which have none. */
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
 * does not have need no priorities in the later criteria by difference.  Only where the values of a
 * pairing are wanted; otherwise lm_dutch_list_tight_differences does as much between stages. */
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
        uint32_t mate = dutch_mate_of(m, v);
        if (mate == (uint32_t)LM_ALONE)
            total += lm_dutch_value_alone(m, priority, v);
        else if (mate > v)
            total += lm_dutch_value_of(m, priority, v, mate);
    }
    return total;
}

/* Store the totals of the first ${count} priorities, which are [C6] to [C21] and in which the
 * matching is best, if wanted. */
static void store_values(const struct dutch_model *m, uint32_t count)
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

/* ---- The best values, and decision 1: the set of pairable MDPs (art. 4.4) ---- */

enum { RANKS_PER_PRIORITY = 50 };

/* Add the priority of the decisions that are taken one player after the other: of one player's
 * pairs at most 2 ${inside}, as much of each pair fixed before, and 1 of each player whose edges it
 * left alike (${base}). */
static void add_turn(struct dutch_model *m)
{
    int64_t inside = m->inside;
    lm_dutch_add_priority(m, &(struct dutch_priority){.kind = TURN}, -3, 2 * inside + 2,
                          (uint64_t)(inside * inside + 4 * inside + 6));
}

/* Add a priority for the first set of the MDPs that are not yet decided: the first of them weighs
 * more than all later ones, as far as a priority has room. */
static void add_moved_set(struct dutch_model *m)
{
    uint32_t ranked = 0, rank = 0;
    for (uint32_t v = 0; v < m->inside; v++) {
        const struct dutch_vertex *vertex = &m->vertices[v];
        ranked += vertex->zone == MOVED && !vertex->must_pair && !vertex->must_float;
    }
    ranked = ranked < RANKS_PER_PRIORITY ? ranked : RANKS_PER_PRIORITY;
    for (uint32_t v = 0; v < m->inside; v++) {
        struct dutch_vertex *vertex = &m->vertices[v];
        bool open = vertex->zone == MOVED && !vertex->must_pair && !vertex->must_float;
        vertex->set_rank = open && rank < ranked ? (int64_t)1 << (ranked - ++rank) : 0;
    }
    int64_t all = ((int64_t)1 << ranked) - 1;
    if (ranked > 0)
        lm_dutch_add_priority(m, &(struct dutch_priority){.kind = MOVED_SET}, 0, all,
                              (uint64_t)all);
}

/* Decide whether the MDPs that the last set ranked are paired; return whether all MDPs are
 * decided. */
static bool settle_moved(struct dutch_model *m)
{
    bool all = true;
    for (uint32_t v = 0; v < m->inside; v++) {
        struct dutch_vertex *vertex = &m->vertices[v];
        if (vertex->set_rank > 0) {
            vertex->must_float = floats(m, v);
            vertex->must_pair = !vertex->must_float;
        }
        all &= vertex->zone != MOVED || vertex->must_pair || vertex->must_float;
    }
    return all;
}

/* Leave in ${m}->best a pairing with the best values and with the first set of MDPs, as far as they
 * are ranked. */
static enum lm_status find_best_values(struct dutch_model *m)
{
    m->beyond_count = 0;
    m->bye_leaves = false;
    for (uint32_t i = 0; i < m->bracket->count; i++)
        m->partner[i] = LM_NOBODY;
    enum lm_status status = lm_dutch_begin(m);
    if (status == LM_OK && m->bracket->collapsed && !m->whole)
        status = lm_dutch_first_differences(m);
    if (status != LM_OK)
        return status;
    lm_dutch_list_priorities(m);
    uint32_t criteria = m->priority_count;
    if (lm_dutch_moved_count(m) > 0) {
        add_moved_set(m);
        add_turn(m);
    }
    status = lm_dutch_solve_on(m);
    if (status == LM_OK && m->whole)
        store_values(m, criteria);
    return status;
}

/* Do the same again with [C9], if it turns out to count. */
static enum lm_status find_with_unplayed(struct dutch_model *m)
{
    uint32_t count = m->count, inside = m->inside;
    struct dutch_vertex *all = lm_arena_alloc(m->arena, count, sizeof *all);
    if (all == NULL)
        return LM_LIMIT;
    if (count > 0)
        memcpy(all, m->vertices, count * sizeof *all);
    enum lm_status status = find_best_values(m);
    if (status != LM_OK || !counts_unplayed(m))
        return status;
    memcpy(m->vertices, all, count * sizeof *all);
    m->count = count;
    m->inside = inside;
    return find_best_values(m);
}

/* Choose the first set of MDPs to be paired, among the pairings with the best values. */
static enum lm_status choose_moved(struct dutch_model *m)
{
    enum lm_status status = LM_OK;
    while (status == LM_OK && !settle_moved(m)) {
        lm_dutch_keep_best(m);
        m->priority_count = 0;
        add_moved_set(m);
        add_turn(m);
        status = lm_dutch_solve_on(m);
    }
    return status;
}

/* ---- Decisions 2 and 4: opponents in turn (art. 4.2) ---- */

/* Return what the turns of ${u} and ${v} left on all their edges. */
static int64_t left_by_turns(const struct dutch_model *m, uint32_t u, uint32_t v)
{
    return m->base == NULL ? 0 : (int64_t)m->base[u] + m->base[v];
}

/* Return a greater value for an earlier partner of ${turn_of}. */
static int64_t prefer_early(const struct dutch_model *m, uint32_t u, uint32_t v)
{
    uint32_t other = u == m->turn_of ? v : v == m->turn_of ? u : LM_NOBODY;
    return left_by_turns(m, u, v) + (other == LM_NOBODY ? 0 : 2 * (int64_t)(m->inside - other));
}

/* Write the partners with whom ${v} is a tight pair to ${tight}; return their number.  No other
 * pair of ${v} is in a best matching, nor will be: each decision leaves fewer matchings best. */
static uint32_t list_tight(const struct dutch_model *m, uint32_t v, uint32_t *tight)
{
    uint32_t count = 0;
    lm_best_depths(m->best, (int32_t)v, m->row);
    for (uint32_t other = 0; other < m->count; other++)
        if (m->row[other] != LM_BARRED && dutch_is_tight(m, v, other))
            tight[count++] = other;
    return count;
}

/* Give ${v} the first of the partners ${allowed} that keeps all values, and fix the pair.  All
 * other tight pairs of the two are barred, so that no later turn can undo this one. */
static uint32_t choose_partner(struct dutch_model *m, uint32_t v, bool *allowed)
{
    uint32_t *tight = m->scratch, count = list_tight(m, v, tight), first = 0;
    while (first < count && (tight[first] >= m->inside || !allowed[tight[first]]))
        first++;
    if (first < count && tight[first] != dutch_mate_of(m, v)) {
        m->turn_of = v;
        m->turn = prefer_early;
        for (uint32_t i = first; i < count && tight[i] < m->inside; i++)
            if (allowed[tight[i]])
                set_edge(m, v, tight[i]);
        lm_best_solve(m->best);
        m->turn = NULL;
    }
    uint32_t mate = dutch_mate_of(m, v), *of_mate = tight + count;
    uint32_t mates = list_tight(m, mate, of_mate);
    for (uint32_t i = 0; i < count; i++)
        if (tight[i] != mate)
            bar_edge(m, v, tight[i]);
    for (uint32_t i = 0; i < mates; i++)
        if (of_mate[i] != v)
            bar_edge(m, mate, of_mate[i]);
    lm_best_solve(m->best);
    allowed[mate] = false;
    return mate;
}

static uint32_t count_to_pair(const struct dutch_model *m)
{
    uint32_t count = 0;
    for (uint32_t v = 0; v < m->inside; v++)
        count += m->vertices[v].must_pair;
    return count;
}

/* For one or two MDPs a direct decision is faster than a model of the tight pairs. */
enum { ASKED_AT_ONCE = 2 };

/* Prepare the choice for many MDPs: keep only best matchings, which makes some pairs sure; unless
 * all are (${*done}), start a solver whose only priorities are depths and turns. */
static enum lm_status choose_of_many(struct dutch_model *m, bool *done)
{
    lm_dutch_keep_best(m);
    *done = count_to_pair(m) == 0;
    if (*done)
        return LM_OK;
    m->priority_count = 0;
    add_turn(m);
    return lm_dutch_solve_on(m);
}

/* Choose the MDPs' opponents in turn, among the pairings with the best values; with many MDPs they
 * are sure. */
static enum lm_status pair_moved(struct dutch_model *m, bool *allowed)
{
    enum lm_status status = LM_OK;
    bool done = count_to_pair(m) == 0;
    if (!done && (m->best == NULL || m->stage_begin > 0 || count_to_pair(m) > ASKED_AT_ONCE))
        status = choose_of_many(m, &done);
    if (status != LM_OK || done)
        return status;
    const uint32_t moved = lm_dutch_moved_count(m);
    for (uint32_t v = 0; v < m->inside; v++)
        allowed[v] = v >= moved;
    for (uint32_t v = 0; v < moved; v++)
        if (m->vertices[v].must_pair)
            lm_dutch_keep_pair(m, v, choose_partner(m, v, allowed));
    return LM_OK;
}

/* ---- Decision 3: the exchange (art. 4.3) ---- */

/* Is the player at ${place} of the bracket sure to meet an MDP? */
static bool meets_moved(const struct dutch_model *m, uint32_t place)
{
    const struct dutch_bracket *b = m->bracket;
    return m->partner[place] != LM_NOBODY && m->partner[place] < b->players[b->moved];
}

/* Return the number of pairs of the bracket. */
static uint32_t count_pairs(const struct dutch_model *m)
{
    uint32_t paired = 0;
    for (uint32_t place = 0; place < m->bracket->count; place++)
        paired += m->partner[place] != LM_NOBODY;
    for (uint32_t v = 0; v < m->inside; v++)
        paired += !floats(m, v);
    return paired / 2;
}

/* Return the number of ${pairs} without those of the MDPs. */
static uint32_t without_moved(const struct dutch_model *m, uint32_t pairs)
{
    for (uint32_t place = 0; place < m->bracket->moved; place++)
        pairs -= m->partner[place] != LM_NOBODY;
    return pairs;
}

/* Number the remainder (art. 4.1.1), including players who have left the model, and cut it into S1,
 * of ${pairs}, and S2. */
static void number_remainder(struct dutch_model *m, uint32_t pairs)
{
    m->bsns = 0;
    for (uint32_t place = m->bracket->moved, v = 0; place < m->bracket->count; place++) {
        while (v < m->inside && m->vertices[v].place < place)
            v++;
        m->bsns += !meets_moved(m, place);
        if (v == m->inside || m->vertices[v].place != place)
            continue;
        m->vertices[v].bsn = m->bsns;
        m->vertices[v].side = m->bsns <= pairs ? IN_S1 : IN_S2;
    }
}

/* Does the exchange that the present matching needs take ${v} to the other side? */
static bool is_exchanged(const struct dutch_model *m, uint32_t v)
{
    const struct dutch_vertex *vertex = &m->vertices[v];
    uint32_t mate = dutch_mate_of(m, v);
    if (mate >= m->inside)
        return vertex->side == IN_S1;
    if (m->vertices[mate].side != vertex->side)
        return false;
    return vertex->side == IN_S1 ? mate < v : mate > v;
}

/* Would the pair ${v}, ${other} take ${v} to the other side? */
static bool would_exchange(const struct dutch_model *m, uint32_t v, uint32_t other)
{
    const struct dutch_vertex *vertex = &m->vertices[v];
    if (other >= m->inside)
        return vertex->side == IN_S1;
    if (m->vertices[other].side != vertex->side)
        return false;
    return vertex->side == IN_S1 ? other < v : other > v;
}

/* Return a greater value for pairs that exchange ${turn_of}.  A player alone has no value: this
 * exchanges a player of S1, so there pairs that do not are worth -1; it does not exchange one of
 * S2, so there pairs that do are worth 1. */
static int64_t prefer_exchange(const struct dutch_model *m, uint32_t u, uint32_t v)
{
    int64_t left = left_by_turns(m, u, v);
    if (u != m->turn_of && v != m->turn_of)
        return left;
    bool exchanged = would_exchange(m, m->turn_of, u == m->turn_of ? v : u);
    return left + (m->vertices[m->turn_of].side == IN_S1 ? exchanged - 1 : exchanged);
}

/* Is it decided that ${other} of S1, below ${v}, stays there?  Then the two cannot be a pair. */
static bool stays_below(const struct dutch_model *m, const uint8_t *sides, uint32_t v,
                        uint32_t other)
{
    return other > v && other < m->inside && m->vertices[other].side == IN_S1 &&
           sides[other] == IN_S1;
}

/* Exchange ${v} if possible, using the ${tight} pairs. */
static void ask_to_exchange(struct dutch_model *m, const uint8_t *sides, uint32_t v,
                            const uint32_t *tight, uint32_t count)
{
    bool upper = m->vertices[v].side == IN_S1;
    m->turn_of = v;
    m->turn = prefer_exchange;
    for (uint32_t i = 0; i < count; i++)
        if (would_exchange(m, v, tight[i]) != upper &&
            !(upper && stays_below(m, sides, v, tight[i])))
            set_edge(m, v, tight[i]);
    lm_best_solve(m->best);
    m->turn = NULL;
    if (is_exchanged(m, v) != upper)
        m->base[v] = upper ? -1 : 1;
}

/* Decide whether ${v} is exchanged: if it can be, it is (rules 3 and 4 of art. 4.3.2). */
static bool settle_player(struct dutch_model *m, const uint8_t *sides, uint32_t v)
{
    bool upper = m->vertices[v].side == IN_S1;
    bool alone = dutch_is_open(m) && !lm_best_is_needed(m->best, (int32_t)v);
    bool exchangeable = upper && alone;
    uint32_t *tight = m->scratch, count = list_tight(m, v, tight);
    for (uint32_t i = 0; i < count; i++)
        exchangeable |= would_exchange(m, v, tight[i]);
    if (exchangeable && !is_exchanged(m, v))
        ask_to_exchange(m, sides, v, tight, count);
    bool exchanged = is_exchanged(m, v);
    for (uint32_t i = 0; i < count; i++)
        if (would_exchange(m, v, tight[i]) != exchanged)
            bar_edge(m, v, tight[i]);
    if (alone && exchanged != upper)
        lm_best_bar_alone(m->best, (int32_t)v);
    lm_best_solve(m->best);
    return exchanged;
}

/* Apply rule 3 from the lowest of S1 upwards, rule 4 from the highest of S2 downwards; ${sides} are
 * the sides after the exchange. */
static void settle_exchange(struct dutch_model *m, uint8_t *sides)
{
    uint32_t left = 0, right = 0;
    for (uint32_t v = 0; v < m->inside; v++) {
        sides[v] = m->vertices[v].side;
        left += sides[v] == IN_S1 && is_exchanged(m, v);
        right += sides[v] == IN_S2 && is_exchanged(m, v);
    }
    for (uint32_t v = m->inside; v-- > 0 && left > 0;)
        if (m->vertices[v].side == IN_S1 && settle_player(m, sides, v)) {
            sides[v] = IN_S2;
            left--;
        }
    for (uint32_t v = 0; v < m->inside && right > 0; v++)
        if (m->vertices[v].side == IN_S2 && settle_player(m, sides, v)) {
            sides[v] = IN_S1;
            right--;
        }
}

/* Does the current matching need an exchange?  Then all equally good ones do, of as many
 * players. */
static bool needs_exchange(const struct dutch_model *m)
{
    bool any = false;
    for (uint32_t v = 0; v < m->inside; v++)
        any |= m->vertices[v].side != NO_SIDE && is_exchanged(m, v);
    return any;
}

static void add_exchanges(struct dutch_model *m)
{
    lm_dutch_add_priority(m, &(struct dutch_priority){.kind = EXCHANGES}, -1, 0, m->inside + 1);
}

static void add_exchange_distance(struct dutch_model *m)
{
    const int64_t bsns = m->bsns;
    lm_dutch_add_priority(m, &(struct dutch_priority){.kind = EXCHANGE_DISTANCE}, -bsns, bsns,
                          (uint64_t)(bsns * (bsns + 1) / 2 + 1)); /* the sum of all BSNs at most */
}

/* Choose the smallest exchange (rule 1); if one is needed, that of the smallest difference (rule
 * 2); then the players (rules 3 and 4). */
static enum lm_status choose_exchange(struct dutch_model *m, uint8_t *sides)
{
    m->priority_count = 0;
    add_exchanges(m);
    add_turn(m);
    enum lm_status status = lm_dutch_solve_on(m);
    if (status == LM_OK && needs_exchange(m)) {
        lm_dutch_keep_best(m);
        m->priority_count = 0;
        add_exchange_distance(m);
        add_turn(m);
        status = lm_dutch_solve_on(m);
    }
    m->base = lm_arena_alloc(m->arena, m->count, sizeof *m->base);
    if (status == LM_OK && m->base == NULL)
        return LM_LIMIT;
    if (status == LM_OK)
        settle_exchange(m, sides);
    m->base = NULL;
    return status;
}

/* From here on let pairs join S1 with S2, and S1 not float. */
static enum lm_status keep_sides(struct dutch_model *m, const uint8_t *sides)
{
    for (uint32_t v = 0; v < m->inside; v++)
        m->vertices[v].final_side = sides[v];
    lm_dutch_keep_best(m);
    m->priority_count = 0;
    add_turn(m);
    return lm_dutch_solve_on(m);
}

/* Choose the transposition, and all that is left. */
static void choose_turns(struct dutch_model *m, bool *allowed)
{
    for (uint32_t v = 0; v < m->inside; v++)
        allowed[v] = m->vertices[v].final_side == IN_S2;
    for (uint32_t v = 0; v < m->inside; v++)
        if (m->vertices[v].final_side == IN_S1)
            choose_partner(m, v, allowed);
    for (uint32_t v = 0; v < m->count; v++)
        if (dutch_mate_of(m, v) < m->count && dutch_mate_of(m, v) > v)
            lm_dutch_keep_pair(m, v, dutch_mate_of(m, v));
}

/* Pair the remainder, among the pairings with the best values and with the MDPs' pairs. */
static enum lm_status pair_remainder(struct dutch_model *m, uint32_t pairs, bool *allowed,
                                     uint8_t *sides)
{
    lm_dutch_keep_best(m);
    if (m->count == 0)
        return LM_OK;
    number_remainder(m, without_moved(m, pairs));
    enum lm_status status = choose_exchange(m, sides);
    if (status == LM_OK)
        status = keep_sides(m, sides);
    if (status == LM_OK)
        choose_turns(m, allowed);
    return status;
}

/* List all pairs, which are sure: those of the MDPs first, each part in the order of S1. */
static void list_result(const struct dutch_model *m, struct dutch_result *result)
{
    const uint32_t *players = m->bracket->players;
    result->pair_count = result->floater_count = 0;
    for (uint32_t i = 0; i < m->bracket->count; i++) {
        if (m->partner[i] == LM_NOBODY) {
            result->floaters[result->floater_count++] = players[i];
        } else if (m->partner[i] > players[i]) {
            uint32_t *pair = result->pairs[result->pair_count++];
            pair[0] = players[i];
            pair[1] = m->partner[i];
        }
    }
    result->beyond_count = m->beyond_count;
    if (m->beyond_count > 0)
        memcpy(result->pairs[result->pair_count], m->beyond, m->beyond_count * sizeof *m->beyond);
}

static enum lm_status list_bracket(struct dutch_model *m)
{
    enum lm_status status = lm_dutch_list_vertices(m);
    m->whole = m->values != NULL;
    if (status == LM_OK && m->bracket->collapsed && m->whole)
        status = settle_differences(m);
    m->partner = lm_arena_alloc(m->arena, m->bracket->count, sizeof *m->partner);
    m->beyond = lm_arena_alloc(m->arena, m->count, sizeof *m->beyond);
    return status == LM_OK && (m->partner == NULL || m->beyond == NULL) ? LM_LIMIT : status;
}

enum lm_status lm_dutch_solve_bracket(struct dutch_model *m)
{
    enum lm_status status = list_bracket(m);
    return status == LM_OK ? find_with_unplayed(m) : status;
}

/* Apply article 4 to the pairings with the best values. */
static enum lm_status decide(struct dutch_model *m, bool *allowed, uint8_t *sides)
{
    enum lm_status status = choose_moved(m);
    uint32_t pairs = status == LM_OK ? count_pairs(m) : 0;
    if (status == LM_OK)
        status = pair_moved(m, allowed);
    return status == LM_OK ? pair_remainder(m, pairs, allowed, sides) : status;
}

static enum lm_status pair_by_model(struct dutch_model *m, struct dutch_result *result)
{
    enum lm_status status = list_bracket(m);
    if (status != LM_OK)
        return status;
    bool *allowed = lm_arena_alloc(m->arena, m->count, sizeof *allowed);
    uint8_t *sides = lm_arena_alloc(m->arena, m->count, sizeof *sides);
    if (allowed == NULL || sides == NULL)
        return LM_LIMIT;
    status = find_with_unplayed(m);
    m->whole = false;
    if (status == LM_OK)
        status = decide(m, allowed, sides);
    if (status == LM_OK)
        list_result(m, result);
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
    enum lm_status status = pair_by_model(m, result);
    lm_arena_reset(d->arena, mark);
    return status;
}
