/* SPDX-License-Identifier: Apache-2.0 */
#include "graph/matching.h"
#include "pairing/burstein_2026/burstein_2026.h"
#include "pairing/legal.h"

/*
 * A bracket by counting, with nothing below it in view.  With an odd number one player leaves it,
 * at best one of the lowest score [C5, C6], who is paired with an additional vertex that represents
 * all players below.
 *
 * The bound of [C8].  Of W players with a preference for White, B for Black and N without
 * preference (the additional vertex is one of these) paired completely, at least (W - B - N) / 2
 * pairs prefer White twice: each of the others can serve one White.  With W > B + N a pairing
 * reaches it exactly when no two of the others meet; with Black likewise; otherwise, exactly when
 * no pair has the same preference twice.  Either way the best pairings are the perfect matchings of
 * pairs that waste nothing, which only depends on classes.  If there is one it is best, whatever a
 * wider view would show; if there is none this file does not decide.
 *
 * The order of art. 4.  Each BSN in turn wants the last opponent that leaves the others a perfect
 * matching.  Counting excludes most: the remaining players must keep the balance of the classes.
 * The last possible opponent is tried by one repair; when that fails one search finds all possible
 * opponents (the others that could be left out with the player).
 *
 * The players below [C4, C7] were out of view, so the players who leave are checked at the end
 * (completes_well).  The pairing is the first of the best that the bracket alone
 * allows; if it completes well, it is also the first of the best of those that do.
 */

enum kind { WHITE, MUST_WHITE, BLACK, MUST_BLACK, ANY, KINDS };

/* The kinds of players who can leave come first, then the kinds of those who cannot, then the
 * vertex that represents all players below. */
enum { STAYS = KINDS, BELOW = 2 * KINDS, CLASSES };

struct bracket {
    const struct burstein_bracket *b;
    uint32_t members, count; /* vertices: these, then the one below */
    uint8_t *class_of;
    bool barred[CLASSES * CLASSES];
    int32_t surplus; /* the preference of too many: enum lm_colour, or LM_NO_COLOUR */
    int32_t left[3]; /* by enum lm_colour: number of unplaced players with this preference */
    uint32_t *previous, *next; /* of the same class, unplaced, by BSN */
    uint32_t last[CLASSES];
    struct lm_matching *matching;
    bool *even; /* scratch */
};

static uint8_t wish_of_class(uint8_t class)
{
    static const uint8_t wishes[KINDS] = {LM_WHITE, LM_WHITE, LM_BLACK, LM_BLACK, LM_NO_COLOUR};
    return class == BELOW ? LM_NO_COLOUR : wishes[class % KINDS];
}

static uint8_t kind_of(const struct lm_seat *seat)
{
    bool must = seat->strength == LM_ABSOLUTE;
    if (seat->wish == LM_NO_COLOUR)
        return ANY;
    return seat->wish == LM_WHITE ? (must ? MUST_WHITE : WHITE) : (must ? MUST_BLACK : BLACK);
}

/* Does a pair of these classes waste a player, or break [C3]? */
static bool is_wasted(int32_t surplus, uint8_t a, uint8_t b)
{
    uint8_t x = wish_of_class(a), y = wish_of_class(b);
    bool musts = a % KINDS == MUST_WHITE || a % KINDS == MUST_BLACK;
    if (a != BELOW && b != BELOW && musts && a % KINDS == b % KINDS)
        return true;
    if (surplus != LM_NO_COLOUR)
        return x != surplus && y != surplus;
    return x == y && x != LM_NO_COLOUR;
}

static const struct lm_seat *seat_at(const struct bracket *m, uint32_t place)
{
    return &m->b->p->seats[m->b->members[place]];
}

static void classify(struct bracket *m)
{
    int32_t all = (int32_t)m->count, lowest = INT32_MIN; /* score: of those who can leave */
    for (uint32_t v = 0; v < m->members && m->count > m->members; v++)
        if (lowest == INT32_MIN || seat_at(m, v)->score < lowest)
            lowest = seat_at(m, v)->score;
    for (uint32_t v = 0; v < m->count; v++) {
        m->class_of[v] = BELOW;
        if (v < m->members)
            m->class_of[v] =
                (uint8_t)(kind_of(seat_at(m, v)) + (seat_at(m, v)->score == lowest ? 0 : STAYS));
        m->left[wish_of_class(m->class_of[v])]++;
    }
    m->surplus = 2 * m->left[LM_WHITE] > all   ? LM_WHITE
                 : 2 * m->left[LM_BLACK] > all ? LM_BLACK
                                               : LM_NO_COLOUR;
    for (uint8_t a = 0; a < CLASSES; a++)
        for (uint8_t b = 0; b < CLASSES; b++)
            m->barred[a * CLASSES + b] = is_wasted(m->surplus, a, b) ||
                                         (a == BELOW && b >= STAYS) || (b == BELOW && a >= STAYS);
}

/* ---- Unplaced players ---- */

static void link_up(struct bracket *m)
{
    for (uint8_t class = 0; class < CLASSES; class ++)
        m->last[class] = LM_NOBODY;
    for (uint32_t v = 0; v < m->count; v++) {
        uint32_t before = m->last[m->class_of[v]];
        m->previous[v] = before;
        m->next[v] = LM_NOBODY;
        if (before != LM_NOBODY)
            m->next[before] = v;
        m->last[m->class_of[v]] = v;
    }
}

static void place(struct bracket *m, uint32_t v)
{
    if (m->previous[v] != LM_NOBODY)
        m->next[m->previous[v]] = m->next[v];
    if (m->next[v] != LM_NOBODY)
        m->previous[m->next[v]] = m->previous[v];
    else
        m->last[m->class_of[v]] = m->previous[v];
    m->left[wish_of_class(m->class_of[v])]--;
}

static bool may_meet(const struct bracket *m, uint32_t x, uint32_t y)
{
    const uint32_t *members = m->b->members;
    if (m->barred[m->class_of[x] * CLASSES + m->class_of[y]])
        return false;
    return m->class_of[x] == BELOW || m->class_of[y] == BELOW ||
           lm_is_legal(m->b->p, members[x], members[y]);
}

/* With these two placed, can the remaining players still waste nothing, by their numbers? */
static bool keeps_balance(const struct bracket *m, uint8_t x, uint8_t y)
{
    int32_t left[3] = {m->left[0], m->left[1], m->left[2]};
    left[wish_of_class(x)]--;
    left[wish_of_class(y)]--;
    int32_t all = left[0] + left[1] + left[2];
    if (m->surplus != LM_NO_COLOUR)
        return 2 * left[m->surplus] >= all;
    return 2 * left[LM_WHITE] <= all && 2 * left[LM_BLACK] <= all;
}

/* Return the last opponent of ${x} that is legal, not excluded by the numbers, and ${allowed}
 * (NULL: all); the vertex below comes before all.  LM_NOBODY: none. */
static uint32_t last_for(const struct bracket *m, uint32_t x, const bool *allowed)
{
    uint32_t best = LM_NOBODY;
    for (uint8_t class = 0; class < CLASSES; class ++) {
        if (m->barred[m->class_of[x] * CLASSES + class] || (class == BELOW && best != LM_NOBODY) ||
            !keeps_balance(m, m->class_of[x], class))
            continue;
        uint32_t y = m->last[class];
        while (y != LM_NOBODY && (best == LM_NOBODY || y > best) &&
               (y == x || (allowed != NULL && !allowed[y]) || !may_meet(m, x, y)))
            y = m->previous[y];
        if (y != LM_NOBODY && (best == LM_NOBODY || y > best))
            best = y;
    }
    return best;
}

/* ---- The matching ---- */

/* Match each player with the last opponent that the numbers allow: the final answer unless a player
 * has to give way to others, and any start is correct. */
static void begin(struct bracket *m)
{
    int32_t left[3] = {m->left[0], m->left[1], m->left[2]};
    link_up(m);
    for (uint32_t x = 0; x < m->count; x++) {
        if (lm_matching_mate(m->matching, (int32_t)x) != LM_ALONE)
            continue;
        uint32_t y = last_for(m, x, NULL);
        if (y == LM_NOBODY)
            continue;
        lm_matching_pair(m->matching, (int32_t)x, (int32_t)y);
        place(m, x);
        place(m, y);
    }
    for (int i = 0; i < 3; i++)
        m->left[i] = left[i];
    link_up(m);
}

/* Can ${x} and ${y} leave the matching, with the rest still perfect? If so, take them out; if not,
 * only ${x}. */
static bool settle(struct bracket *m, uint32_t x, uint32_t y)
{
    bool together = lm_matching_mate(m->matching, (int32_t)x) == (int32_t)y;
    lm_matching_remove(m->matching, (int32_t)x);
    lm_matching_remove(m->matching, (int32_t)y);
    if (together || (lm_matching_repair(m->matching), lm_matching_alone(m->matching) == 0))
        return true;
    lm_matching_restore(m->matching, (int32_t)y);
    return false;
}

/* Return the opponent of ${x} and take both out of the matching. */
static uint32_t opponent_for(struct bracket *m, uint32_t x)
{
    uint32_t y = last_for(m, x, NULL);
    if (y == LM_NOBODY || settle(m, x, y))
        return y;
    lm_matching_even_set(m->matching, m->even); /* x is out: who could be left out with it? */
    y = last_for(m, x, m->even);
    if (y == LM_NOBODY)
        return y;
    lm_matching_remove(m->matching, (int32_t)y);
    lm_matching_repair(m->matching);
    return y;
}

static bool take_in_order(struct bracket *m)
{
    uint32_t *opponents = m->b->opponents;
    for (uint32_t x = 0; x < m->b->member_count; x++)
        opponents[x] = LM_NOBODY;
    for (uint32_t x = 0; x < m->members; x++) {
        if (!lm_matching_is_present(m->matching, (int32_t)x))
            continue;
        uint32_t y = opponent_for(m, x);
        if (y == LM_NOBODY)
            return false; /* never: the remaining vertices are matched perfectly */
        if (y < m->members) {
            opponents[x] = y;
            opponents[y] = x;
        }
        place(m, x);
        place(m, y);
    }
    return true;
}

static bool allocate(struct bracket *m)
{
    struct lm_arena *arena = m->b->arena;
    return (m->class_of = lm_arena_alloc(arena, m->count, sizeof *m->class_of)) != NULL &&
           (m->previous = lm_arena_alloc(arena, m->count, sizeof *m->previous)) != NULL &&
           (m->next = lm_arena_alloc(arena, m->count, sizeof *m->next)) != NULL &&
           (m->even = lm_arena_alloc(arena, m->count, sizeof *m->even)) != NULL;
}

static enum lm_status make_graph(struct bracket *m)
{
    struct lm_graph graph;
    struct lm_arena *arena = m->b->arena;
    size_t *start = lm_arena_alloc(arena, (size_t)m->count + 1, sizeof *start);
    if (start == NULL ||
        lm_meeting_graph(m->b->p, m->b->members, m->members, arena, &graph) != LM_OK)
        return LM_LIMIT;
    for (uint32_t v = 0; v <= m->count; v++)
        start[v] = graph.start[v < m->members ? v : m->members];
    graph.start = start;
    graph.vertices = (int32_t)m->count;
    graph.class_of = m->class_of;
    graph.class_barred = m->barred;
    graph.classes = CLASSES;
    return lm_matching_new(&m->matching, arena, &graph);
}

static enum lm_status pair_members(struct bracket *m, bool *done)
{
    if (!allocate(m))
        return LM_LIMIT;
    classify(m);
    enum lm_status status = make_graph(m);
    if (status != LM_OK)
        return status;
    begin(m);
    lm_matching_repair(m->matching);
    *done = lm_matching_alone(m->matching) == 0 && take_in_order(m);
    return LM_OK;
}

/* ---- The players below ---- */

/* ${waiting}, an odd number, are the players who leave the bracket, then those of the following
 * scoregroup. Can one of the latter meet one of ${rest}, and all others be paired where they
 * are? */
static enum lm_status one_more_leaves(const struct burstein_bracket *b, const uint32_t *waiting,
                                      uint32_t count, bool *out)
{
    const uint32_t *rest = b->lower + b->following;
    uint32_t below = b->lower_count - b->following, from = count - b->following;
    bool *leaves = lm_arena_alloc(b->arena, count, sizeof *leaves);
    bool *takes = lm_arena_alloc(b->arena, below, sizeof *takes);
    if (leaves == NULL || takes == NULL ||
        lm_players_not_needed(b->p, waiting, count, b->arena, leaves) != LM_OK ||
        lm_players_not_needed(b->p, rest, below, b->arena, takes) != LM_OK)
        return LM_LIMIT;
    for (uint32_t u = from; u < count && !*out; u++)
        for (uint32_t v = 0; v < below && leaves[u] && !*out; v++)
            *out = takes[v] && lm_is_legal(b->p, waiting[u], rest[v]);
    return LM_OK;
}

static enum lm_status below_completes(const struct burstein_bracket *b, uint32_t *waiting,
                                      bool *out)
{
    uint32_t count = 0;
    for (uint32_t x = 0; x < b->member_count; x++)
        if (b->opponents[x] == LM_NOBODY)
            waiting[count++] = b->members[x];
    if (count == 0)
        return lm_all_legal(b->p, b->lower, b->lower_count, b->arena, out);
    for (uint32_t i = 0; i < b->following; i++)
        waiting[count++] = b->lower[i];
    if (count % 2 != 0)
        return one_more_leaves(b, waiting, count, out);
    enum lm_status status = lm_all_legal(b->p, waiting, count, b->arena, out);
    if (status == LM_OK && *out)
        status = lm_all_legal(b->p, b->lower + b->following, b->lower_count - b->following,
                              b->arena, out);
    return status;
}

/* Can the players who leave the bracket by ${opponents}, and ${lower}, be paired completely [C4]
 * with as few as possible leaving the following scoregroup: none if their number is even, one of
 * its own score if it is odd [C7]?  Where no player leaves the bracket, [C7] does not count. */
static enum lm_status completes_well(const struct burstein_bracket *b, bool *out)
{
    struct lm_mark mark = lm_arena_mark(b->arena);
    uint32_t *waiting =
        lm_arena_alloc(b->arena, (size_t)b->member_count + b->following, sizeof *waiting);
    *out = false;
    enum lm_status status = waiting == NULL ? LM_LIMIT : below_completes(b, waiting, out);
    lm_arena_reset(b->arena, mark);
    return status;
}

enum lm_status lm_burstein_pair_by_counting(struct burstein_bracket *b, bool *done)
{
    struct bracket m = {
        .b = b, .members = b->member_count, .count = b->member_count + b->member_count % 2};
    struct lm_mark mark = lm_arena_mark(b->arena);
    *done = false;
    enum lm_status status = pair_members(&m, done);
    lm_arena_reset(b->arena, mark);
    return status == LM_OK && *done ? completes_well(b, done) : status;
}
