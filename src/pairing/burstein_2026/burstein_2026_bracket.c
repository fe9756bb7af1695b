/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/burstein_2026/burstein_2026.h"

#include "graph/best.h"
#include "graph/matching.h"
#include "pairing/forced.h"
#include "pairing/legal.h"

/*
 * C.04.4.2 art. 2 and 4: the best pairing of a bracket is a best matching of its members and
 * everybody below them.  That the round can be completed [C4] is that nobody stays alone; the pairs
 * that leave the bracket are its floaters [C5, C6], and those that leave the next one are that
 * one's [C7]; then the preferences [C8].
 *
 * The order of art. 4 is asked for one BSN after the other: its opponents get falling bonuses below
 * all criteria, and the one that the optimum allows is fixed.  Only those get one who are left by
 * the proof of the last solve (lm_best_depth), and nothing is asked if none of them comes after his
 * mate.  O(n^3) for the first question, O(n^2) for each further one.  Where the members can be
 * paired among themselves, and those below too, [C4] to [C7] are met as well as can be, and nobody
 * below need be looked at.
 *
 * A narrow view.  Only the following scoregroup is in view, or nobody where none is.  Who is alone
 * in such a view leaves it, and costs the least that this can come to; so the best of the view is
 * no worse than the best there is, and the first of its best comes no later.  If the others can be
 * paired at that cost, it is the one.  Who is further below would change nothing in a view: his
 * pairs with those above cost what leaving does, and others cost nothing.  What the completion of
 * the round asks for (burstein_2026_complete.c) is laid on a view: pairs that it rules out are
 * none, who then can meet nobody is out of view, who can meet nobody outside does not leave it, and
 * of those who have to leave each takes a place outside, a vertex that somebody has to meet at the
 * cost of leaving.
 */

/* A criterion that comes to ${most} at most: a digit, worth ${unit} in the priority ${of}. */
struct digit {
    uint64_t most;
    int32_t of;
    int64_t unit;
};

/*
 * Where the criteria stand among the digits, the first one first.  One for each score follows [C5]
 * and [C7].  A digit holds no more than its criterion can come to, so numbers made of them stand in
 * the order of the criteria.  They are cut into priorities of as many as a value can hold: few, and
 * hardly wider than what they have to tell apart.
 *
 * The digit of the order holds one bonus, though those of the pairs fixed so far add up above it.
 * The best so far has them all, so nothing has more; and what is worse by a unit further up would
 * have to gain more than one bonus to be preferred.
 */
struct layout {
    int32_t alone, floaters, floater_scores, next_floaters, next_scores, preference, order, count;
    struct digit *digits;
    struct lm_priority *ranges; /* of priorities: what they can come to */
    int32_t priorities;
};

/* Vertices are the members that are in view, those below that are, the places outside it that
 * somebody has to take, and last two for each rival: a way for him to leave, and the place that
 * somebody has to take then.  Where nobody goes that way these two are a pair. */
struct problem {
    const struct burstein_bracket *b;
    struct layout at;
    uint32_t members, people, vertices; /* how many, each with the ones before */
    uint32_t *seat;                     /* of people */
    uint8_t *level;   /* which bracket they are in as things stand: 0 this one, 1 the next, 2 */
    const bool *apt;  /* of people: can take one of the places outside */
    const bool *kept; /* of people: cannot leave a narrow view */
    uint32_t room;
    uint32_t *opponents; /* of members: vertices; himself: not asked yet; LM_NOBODY: a floater */
    bool narrow;         /* somebody is below the view: who is alone in it leaves it */
    bool next;           /* those of the following scoregroup are in view: [C7] */
    int32_t *scores;     /* of members and following scoregroup, falling, without repetition */
    int32_t score_count;
    int32_t *place; /* of people of levels 0 and 1: of the score */
    bool *wanted;   /* scratch, of members */
    int32_t *mate;  /* of people: in one of the best matchings with ${opponents} */
};

/* A problem of the ${count} people in the places ${who} of members and those below (NULL: the
 * first ones), and ${outside} places. */
static enum lm_status begin(struct problem *m, const struct burstein_bracket *b,
                            const uint32_t *who, uint32_t count, uint32_t outside)
{
    m->b = b;
    m->people = count;
    m->vertices = count + outside;
    m->seat = lm_arena_alloc(b->arena, count, sizeof *m->seat);
    m->level = lm_arena_alloc(b->arena, count, sizeof *m->level);
    m->opponents = lm_arena_alloc(b->arena, count, sizeof *m->opponents);
    if (m->seat == NULL || m->level == NULL || m->opponents == NULL)
        return LM_LIMIT;
    for (uint32_t v = 0; v < count; v++) {
        uint32_t i = who == NULL ? v : who[v];
        bool member = i < b->member_count;
        m->seat[v] = member ? b->members[i] : b->lower[i - b->member_count];
        m->level[v] = member ? 0 : i - b->member_count < b->following ? 1 : 2;
        m->opponents[v] = v;
        m->members += member;
    }
    return LM_OK;
}

/* The opponents that were found are those of the bracket; who is not in view floats. */
static void hand_over(const struct problem *m, const uint32_t *who, uint32_t *opponents)
{
    for (uint32_t x = 0; x < m->b->member_count; x++)
        opponents[x] = LM_NOBODY;
    for (uint32_t v = 0; v < m->members; v++) {
        uint32_t mate = m->opponents[v];
        if (mate != LM_NOBODY)
            opponents[who == NULL ? v : who[v]] = who == NULL ? mate : who[mate];
    }
}

/* What a pair, or who is alone, costs: of few priorities, each once. */
struct cost {
    struct lm_worth *of;
    int32_t count;
};

static void add(struct cost *cost, int32_t priority, int64_t value)
{
    for (int32_t i = 0; i < cost->count; i++)
        if (cost->of[i].of == priority) {
            cost->of[i].value += value;
            return;
        }
    cost->of[cost->count++] = (struct lm_worth){priority, value};
}

static void spend(const struct problem *m, int32_t digit, struct cost *cost)
{
    if (m->at.digits[digit].most > 0)
        add(cost, m->at.digits[digit].of, -m->at.digits[digit].unit);
}

/* What it costs that ${u} leaves a narrow view. */
static void leave(const struct problem *m, uint32_t u, struct cost *cost)
{
    if (m->level[u] == 0) {
        spend(m, m->at.floaters, cost);
        spend(m, m->at.floater_scores + m->place[u], cost);
    }
    if (m->next) { /* and he leaves the following scoregroup */
        spend(m, m->at.next_floaters, cost);
        spend(m, m->at.next_scores + m->place[u], cost);
    }
}

/* What the pair u, v (u is the one from above) costs. */
static void cost_of(const struct problem *m, uint32_t u, uint32_t v, struct cost *cost)
{
    const struct lm_seat *x = &m->b->p->seats[m->seat[u]], *y = &m->b->p->seats[m->seat[v]];
    if (m->level[u] == 0 && m->level[v] > 0) { /* u is a floater of this bracket */
        spend(m, m->at.floaters, cost);
        spend(m, m->at.floater_scores + m->place[u], cost);
    }
    if (m->level[u] < 2 && m->level[v] == 2) { /* and of the next one */
        spend(m, m->at.next_floaters, cost);
        spend(m, m->at.next_scores + m->place[u], cost);
    }
    if (m->level[v] == 0 && x->wish == y->wish && x->wish != LM_NO_COLOUR)
        spend(m, m->at.preference, cost);
}

/* Does ${u}, who is alone in a narrow view, leave it? */
static bool is_free(const struct problem *m, uint32_t u)
{
    return !m->kept[u];
}

/* Can ${u} take the place outside ${v}? */
static bool can_take(const struct problem *m, uint32_t u)
{
    return m->apt[u];
}

/* The values of the edge a, b, or of a left alone, that are not 0; -1: there is no such edge. */
static int32_t few_values(const void *context, int32_t a, int32_t b, struct lm_worth *value)
{
    const struct problem *m = context;
    struct cost cost = {.of = value};
    if (b == LM_ALONE) {
        if (m->narrow && (uint32_t)a < m->people && is_free(m, (uint32_t)a))
            leave(m, (uint32_t)a, &cost);
        else
            spend(m, m->at.alone, &cost);
        return cost.count;
    }
    uint32_t u = (uint32_t)(a < b ? a : b), v = (uint32_t)(a < b ? b : a);
    bool outside = v >= m->people;
    if (u >= m->people)
        return -1;
    if (outside ? !can_take(m, u) : !lm_burstein_may_meet(m->b, m->seat[u], m->seat[v]))
        return -1;
    if (outside)
        leave(m, u, &cost);
    else
        cost_of(m, u, v, &cost);
    return cost.count;
}

/* The scores of members and following scoregroup; members stand by the Index, not by score. */
static enum lm_status list_scores(struct problem *m)
{
    const struct lm_seat *seats = m->b->p->seats;
    m->scores = lm_arena_alloc(m->b->arena, m->people, sizeof *m->scores);
    m->place = lm_arena_alloc(m->b->arena, m->people, sizeof *m->place);
    if (m->scores == NULL || m->place == NULL)
        return LM_LIMIT;
    for (uint32_t v = 0; v < m->people && m->level[v] < 2; v++) {
        int32_t score = seats[m->seat[v]].score, place = 0;
        while (place < m->score_count && m->scores[place] > score)
            place++;
        if (place < m->score_count && m->scores[place] == score)
            continue;
        for (int32_t k = m->score_count++; k > place; k--)
            m->scores[k] = m->scores[k - 1];
        m->scores[place] = score;
    }
    for (uint32_t v = 0; v < m->people && m->level[v] < 2; v++)
        while (m->scores[m->place[v]] != seats[m->seat[v]].score)
            m->place[v]++;
    return LM_OK;
}

/* How many have the last of the scores from the digit ${first} on is known from how many there are:
 * it needs no digit. */
static void spare_last(const struct problem *m, int32_t first)
{
    int32_t last = m->score_count - 1;
    while (last >= 0 && m->at.digits[first + last].most == 0)
        last--;
    if (last >= 0)
        m->at.digits[first + last].most = 0;
}

/* The first digit has none above it to spill into: it holds what a pair can save, its two. */
enum { PER_PAIR = 2 };

/* What each criterion can come to: in sums over matchings, perfect or not.  Where only members are
 * in a narrow view, who floats leaves the following scoregroup, too: [C7] says what [C5] and [C6]
 * said, and needs no digits. */
static void measure(const struct problem *m)
{
    struct digit *digits = m->at.digits;
    digits[m->at.alone].most = m->narrow ? m->vertices : 0; /* else pairs come first */
    for (uint32_t v = 0; m->narrow && v < m->people; v++)
        digits[m->at.alone].most -= is_free(m, v);
    if (digits[m->at.alone].most > PER_PAIR)
        digits[m->at.alone].most = PER_PAIR;
    digits[m->at.floaters].most = m->members;
    digits[m->at.preference].most = m->members / 2;
    digits[m->at.order].most = m->members;
    bool next = m->next && !(m->narrow && m->people == m->members);
    for (uint32_t v = 0; v < m->people && m->level[v] < 2; v++) {
        bool leaves = !m->narrow || !m->kept[v] || m->apt[v];
        digits[m->at.floater_scores + m->place[v]].most += m->level[v] == 0 && (m->next || leaves);
        digits[m->at.next_floaters].most += next && leaves;
        digits[m->at.next_scores + m->place[v]].most += next && leaves;
    }
    spare_last(m, m->at.floater_scores);
    spare_last(m, m->at.next_scores);
}

/* Cut the digits into priorities, from the last one up, and say how much each of these holds. */
static void cut(struct layout *at, uint64_t *most)
{
    static const uint64_t holds = (uint64_t)1 << 60;
    int32_t cuts = 0;
    most[0] = 0;
    for (int32_t i = at->count - 1; i >= 0; i--) {
        struct digit *digit = &at->digits[i];
        if (digit->most >= holds / (most[cuts] + 1))
            most[++cuts] = 0;
        digit->of = cuts;
        digit->unit = (int64_t)most[cuts] + 1;
        most[cuts] += digit->most * (most[cuts] + 1);
    }
    at->priorities = cuts + 1;
    for (int32_t i = 0; i < at->count; i++)
        at->digits[i].of = cuts - at->digits[i].of;
}

static void order_digits(struct problem *m)
{
    int32_t place = 0;
    m->at.alone = place++;
    m->at.floaters = place++;
    m->at.floater_scores = place;
    place += m->score_count;
    m->at.next_floaters = place++;
    m->at.next_scores = place;
    place += m->score_count;
    m->at.preference = place++;
    m->at.order = place++;
    m->at.count = place;
}

/* What the priorities of ${m} are. */
static enum lm_status find_digits(struct problem *m)
{
    enum lm_status status = list_scores(m);
    if (status != LM_OK)
        return status;
    order_digits(m);
    size_t count = (size_t)m->at.count;
    m->at.digits = lm_arena_alloc(m->b->arena, count, sizeof *m->at.digits);
    uint64_t *most = lm_arena_alloc(m->b->arena, count, sizeof *most);
    m->at.ranges = lm_arena_alloc(m->b->arena, count, sizeof *m->at.ranges);
    if (m->at.digits == NULL || most == NULL || m->at.ranges == NULL)
        return LM_LIMIT;
    measure(m);
    cut(&m->at, most);
    if (m->at.priorities > LM_PRIORITIES_MAX)
        return LM_LIMIT;
    for (int32_t i = 0; i < m->at.priorities; i++) {
        uint64_t sum = most[m->at.priorities - 1 - i];
        m->at.ranges[i] = (struct lm_priority){.edge_low = -(int64_t)sum,
                                               .edge_high = (int64_t)sum,
                                               .alone_low = -(int64_t)sum,
                                               .most = sum};
    }
    return LM_OK;
}

/* The first ${vertices} of ${m}, whose digits are found, weighed. */
static enum lm_status weigh_all(struct problem *m, uint32_t vertices, struct lm_best **best)
{
    struct lm_priorities priorities = {.count = m->at.priorities,
                                       .range = m->at.ranges,
                                       .most_pairs = !m->narrow,
                                       .few = few_values,
                                       .context = m};
    return lm_best_new(best, m->b->arena, (int32_t)vertices, &priorities);
}

static enum lm_status lay_out(struct problem *m, struct lm_best **best)
{
    enum lm_status status = find_digits(m);
    return status == LM_OK ? weigh_all(m, m->vertices, best) : status;
}

/* Give the edge of the members ${x} and ${y}, if they may meet, ${order} as the last priority;
 * below 0: bar it. */
static void weigh(const struct problem *m, struct lm_best *best, uint32_t x, uint32_t y,
                  int64_t order)
{
    struct lm_worth value[LM_PRIORITIES_MAX];
    struct cost cost = {value, few_values(m, (int32_t)x, (int32_t)y, value)};
    if (cost.count < 0)
        return;
    if (order > 0)
        add(&cost, m->at.digits[m->at.order].of, order);
    lm_best_set_few(best, (int32_t)x, (int32_t)y, value, order < 0 ? -1 : cost.count);
}

/* The mate of ${x}; LM_NOBODY: no member. */
static uint32_t inside_mate(const struct problem *m, const struct lm_best *best, uint32_t x)
{
    int32_t mate = lm_best_mate(best, (int32_t)x);
    return mate != LM_ALONE && (uint32_t)mate < m->members ? (uint32_t)mate : LM_NOBODY;
}

/* Is ${y} not asked yet, and possible for ${x} by the proof of the last solve? */
static bool is_possible(const struct problem *m, const struct lm_best *best, uint32_t x, uint32_t y)
{
    return y != x && m->opponents[y] == y &&
           lm_best_depth(best, (int32_t)x, (int32_t)y) != LM_BARRED;
}

/* Let ${x} have a bonus, the later the higher, for each member from ${first} to ${last} that is
 * possible for him; or (${asked} false) bar those who had one. */
static void ask_for(const struct problem *m, struct lm_best *best, uint32_t x, uint32_t first,
                    uint32_t last, bool asked)
{
    for (uint32_t y = first; y <= last && asked; y++)
        m->wanted[y] = is_possible(m, best, x, y);
    for (uint32_t y = first; y <= last; y++)
        if (m->wanted[y])
            weigh(m, best, x, y, asked ? (int64_t)y : -1);
}

/* The last member that a best matching gives ${x}, or LM_NOBODY: an outgoing floater.  ${best} is
 * solved, and is solved again only if somebody later than his mate is possible. */
static uint32_t find_opponent(const struct problem *m, struct lm_best *best, uint32_t x)
{
    uint32_t mate = inside_mate(m, best, x), first = mate == LM_NOBODY ? x : mate;
    uint32_t last = m->members - 1;
    while (last > first && !is_possible(m, best, x, last))
        last--;
    if (last == first)
        return mate;
    ask_for(m, best, x, first, last, true);
    lm_best_solve(best);
    mate = inside_mate(m, best, x);
    if (mate == LM_NOBODY)
        ask_for(m, best, x, first, last, false);
    return mate;
}

/* May somebody later than his mate be found for ${x} in ${best}, which is solved? */
static bool is_open(const struct problem *m, const struct lm_best *best, uint32_t x)
{
    uint32_t mate = inside_mate(m, best, x), last = m->members - 1;
    uint32_t first = mate == LM_NOBODY ? x : mate;
    while (last > first && !is_possible(m, best, x, last))
        last--;
    return last > first;
}

/* Let those before the first who is open have their mates in ${best}, which is solved: none of them
 * would be asked for.  Returns him; as many as members: there is none. */
static uint32_t take_sure(const struct problem *m, const struct lm_best *best)
{
    uint32_t x = 0;
    for (; x < m->members && (m->opponents[x] != x || !is_open(m, best, x)); x++) {
        if (m->opponents[x] != x)
            continue;
        m->opponents[x] = inside_mate(m, best, x);
        if (m->opponents[x] != LM_NOBODY)
            m->opponents[m->opponents[x]] = x;
    }
    return x;
}

/* The rest of art. 4 from ${first} on, one question after the other. */
static void ask_in_order(const struct problem *m, struct lm_best *best, uint32_t first)
{
    for (uint32_t x = first; x < m->members; x++) {
        if (m->opponents[x] != x)
            continue;
        lm_best_solve(best);
        m->opponents[x] = find_opponent(m, best, x);
        if (m->opponents[x] == LM_NOBODY)
            continue;
        m->opponents[m->opponents[x]] = x;
        lm_best_fix(best, (int32_t)x, (int32_t)m->opponents[x]);
    }
    lm_best_solve(best);
}

/* Is there somebody for everybody in ${best}, or a view that he can leave? */
static bool is_complete(const struct problem *m, const struct lm_best *best)
{
    bool complete = true;
    for (uint32_t x = 0; x < m->members && !m->narrow; x++)
        complete = complete && lm_best_mate(best, (int32_t)x) != LM_ALONE;
    return complete;
}

/* Art. 4: each BSN in turn wants the last opponent that the others allow, and a floater's place
 * counts as 0.  Who has an opponent already keeps him.  Nothing is fixed before somebody is open:
 * until then the solution stays what it is. */
static enum lm_status take_in_order(struct problem *m, struct lm_best *best)
{
    m->wanted = lm_arena_alloc(m->b->arena, m->members, sizeof *m->wanted);
    m->mate = lm_arena_alloc(m->b->arena, m->people, sizeof *m->mate);
    if (m->wanted == NULL || m->mate == NULL)
        return LM_LIMIT;
    lm_best_solve(best);
    if (!is_complete(m, best))
        return LM_INTERNAL; /* the round can be completed: the bye was chosen so */
    uint32_t first = take_sure(m, best);
    for (uint32_t x = 0; x < first && first < m->members; x++)
        if (m->opponents[x] != LM_NOBODY && x < m->opponents[x])
            lm_best_fix(best, (int32_t)x, (int32_t)m->opponents[x]);
    if (first < m->members) {
        ask_in_order(m, best, first);
    }
    for (uint32_t v = 0; v < m->people; v++)
        m->mate[v] = lm_best_mate(best, (int32_t)v);
    return LM_OK;
}

/* Can the members be paired among themselves, and those below too? */
static enum lm_status is_closed(const struct burstein_bracket *b, bool *out)
{
    enum lm_status status = lm_all_legal(b->p, b->members, b->member_count, b->arena, out);
    if (status == LM_OK && *out)
        status = lm_all_legal(b->p, b->lower, b->lower_count, b->arena, out);
    return status;
}

/* Can all who are alone in ${next}, the view of the following scoregroup, be paired with those
 * below it? */
static enum lm_status leave_well(const struct problem *m, const struct burstein_view *next,
                                 bool *out)
{
    bool *paired = lm_arena_alloc(m->b->arena, m->people, sizeof *paired);
    if (paired == NULL)
        return LM_LIMIT;
    for (uint32_t v = 0; v < m->people; v++)
        paired[v] = m->mate[v] != LM_ALONE && (uint32_t)m->mate[v] < m->people;
    return lm_burstein_can_leave(m->b, next, paired, out);
}

/* How many members float in ${best}, as it is solved. */
static uint32_t count_floaters(const struct problem *m, const struct lm_best *best)
{
    uint32_t floaters = m->b->member_count;
    for (uint32_t x = 0; x < m->members; x++)
        floaters -= inside_mate(m, best, x) != LM_NOBODY;
    return floaters;
}

/* Solve ${m} with the places outside, beginning where ${few} (NULL: nowhere) ended, and take what
 * is first; ${*enough}: at least ${floaters} members float. */
static enum lm_status solve_with_places(struct problem *m, uint32_t floaters, bool *enough)
{
    struct lm_best *best;
    enum lm_status status = weigh_all(m, m->vertices, &best);
    if (status != LM_OK)
        return status;
    lm_best_solve(best);
    *enough = count_floaters(m, best) >= floaters;
    return *enough ? take_in_order(m, best) : LM_OK;
}

/* solve_narrowly, whose memory stays in use. */
static enum lm_status try_view(struct burstein_bracket *b, const struct burstein_view *view,
                               const struct burstein_view *next, uint32_t floaters, bool *done)
{
    struct problem m = {.narrow = true, .next = view == next};
    struct burstein_view closer;
    bool enough = false;
    enum lm_status status = lm_burstein_look_closer(b, view, &closer);
    m.apt = closer.apt;
    m.kept = closer.kept;
    if (status == LM_OK)
        status = begin(&m, b, closer.who, closer.count, closer.leaving);
    if (status == LM_OK)
        status = find_digits(&m);
    if (status == LM_OK)
        status = solve_with_places(&m, floaters, &enough);
    if (status != LM_OK || !enough)
        return status; /* the view shows too little */
    hand_over(&m, closer.who, b->opponents);
    return m.next ? leave_well(&m, &closer, done) : lm_burstein_completes_next(b, done);
}

/* The bracket as ${view} shows it, alone or (${view} is ${next}) with the following scoregroup; at
 * least ${floaters} are known to leave it. */
static enum lm_status solve_narrowly(struct burstein_bracket *b, const struct burstein_view *view,
                                     const struct burstein_view *next, uint32_t floaters,
                                     bool *done)
{
    struct lm_mark mark = lm_arena_mark(b->arena);
    enum lm_status status = try_view(b, view, next, floaters, done);
    lm_arena_reset(b->arena, mark);
    return status;
}

/* With the following scoregroup in view, ${next}: once more where the best of it leaves somebody
 * outside without an opponent, with what that asks for. */
static enum lm_status solve_next(struct burstein_bracket *b, struct burstein_view *next,
                                 uint32_t floaters, bool *done)
{
    return solve_narrowly(b, next, next, floaters, done);
}

/* ---- Where the solution of everybody begins ---- */

/* The bracket with everybody below, if they are needed, as they are where some ${leave} it. */
static enum lm_status solve_whole(struct burstein_bracket *b, bool leave)
{
    struct problem m = {0};
    struct lm_best *best;
    bool closed = false;
    enum lm_status status = leave ? LM_OK : is_closed(b, &closed);
    m.next = !closed && b->following < b->lower_count;
    if (status == LM_OK)
        status = begin(&m, b, NULL, b->member_count + (closed ? 0 : b->lower_count), 0);
    if (status == LM_OK)
        status = lay_out(&m, &best);
    if (status == LM_OK)
        status = take_in_order(&m, best);
    if (status == LM_OK)
        hand_over(&m, NULL, b->opponents);
    return status;
}

static void let_all_float(struct burstein_bracket *b)
{
    for (uint32_t x = 0; x < b->member_count; x++)
        b->opponents[x] = LM_NOBODY;
}

/* Nobody can be paired in ${view}: everybody floats. */
static bool all_leave(const struct burstein_view *view, struct burstein_bracket *b)
{
    let_all_float(b);
    return view->members == 0 || view->leaving >= view->count;
}

/* With the following scoregroup, ${next}, in view; ${bracket}: without.  Where few leave the
 * bracket, or few pairs are made, the pairs across cost less than to tell which they are. */
static enum lm_status solve_wider(struct burstein_bracket *b, const struct burstein_view *bracket,
                                  struct burstein_view *next, bool *done)
{
    *done = all_leave(next, b);
    uint32_t floaters = b->member_count - bracket->members + bracket->leaving;
    return !*done ? solve_next(b, next, floaters, done) : false;
}

static enum lm_status solve(struct burstein_bracket *b)
{
    struct burstein_view bracket, wider, *next = NULL;
    bool done = false;
    enum lm_status status = lm_burstein_look(b, 0, &bracket);
    if (status != LM_OK || all_leave(&bracket, b))
        return status;
    if (b->following < b->lower_count)
        status = lm_burstein_look(b, b->following, next = &wider);
    if (status != LM_OK || (next != NULL && all_leave(next, b)))
        return status;
    status = next != NULL ? solve_wider(b, &bracket, next, &done)
                          : solve_narrowly(b, &bracket, next, 0, &done);
    bool leave = bracket.members < b->member_count || bracket.leaving > 0;
    return status == LM_OK && !done ? solve_whole(b, leave) : status;
}

enum lm_status lm_burstein_pair_bracket(struct burstein_bracket *b)
{
    bool done = false;
    enum lm_status status = LM_OK;
    uint32_t stuck = lm_burstein_count_stuck(b);
    if (stuck == b->member_count && b->lower_count > 0) {
        let_all_float(b);
        return LM_OK;
    }
    if (stuck <= b->member_count % 2)
        status = lm_burstein_pair_by_counting(b, &done);
    if (status != LM_OK || done)
        return status;
    status = lm_burstein_ask_completion(b);
    struct lm_mark mark = lm_arena_mark(b->arena);
    if (status == LM_OK)
        status = solve(b);
    lm_arena_reset(b->arena, mark);
    return status;
}

/* ---- What if the two ends met? ---- */

static bool same_wish(const struct problem *m, uint32_t x, uint32_t y)
{
    const struct lm_seat *seats = m->b->p->seats;
    uint8_t wish = seats[m->seat[x]].wish;
    return wish != LM_NO_COLOUR && wish == seats[m->seat[y]].wish;
}

/* Bar every pair of ${x} but that with ${y}, or (${barred} false) allow them again. */
static void bar_others(const struct problem *m, struct lm_best *best, uint32_t x, uint32_t y,
                       bool barred)
{
    for (uint32_t v = 0; v < m->b->member_count; v++)
        if (v != x && v != y)
            weigh(m, best, x, v, barred ? -1 : 0);
}

/* Who is alone, and which pairs wish the same [C8], in ${best} as it is solved; ${*now}: of the
 * pairs that were made. */
static void count_up(const struct problem *m, const struct lm_best *best, int32_t *alone,
                     int32_t *then, int32_t *now)
{
    *alone = *then = *now = 0;
    for (uint32_t v = 0; v < m->b->member_count; v++) {
        int32_t mate = lm_best_mate(best, (int32_t)v);
        uint32_t own = m->b->opponents[v];
        *alone += mate == LM_ALONE;
        *then += mate != LM_ALONE && (uint32_t)mate > v && same_wish(m, v, (uint32_t)mate);
        *now += own > v && same_wish(m, v, own);
    }
}

/* Whom that concerns who have other opponents now. */
static void note_hurt(const struct problem *m, const struct lm_best *best, struct lm_forced *out)
{
    const struct lm_seat *seats = m->b->p->seats;
    for (uint32_t v = 0; v < m->b->member_count; v++) {
        int32_t mate = lm_best_mate(best, (int32_t)v);
        if (out->rule == BURSTEIN_C5 && mate == LM_ALONE)
            lm_forced_hurts(out, seats[m->seat[v]].player, LM_NOBODY);
        else if (out->rule == BURSTEIN_C8 && mate != LM_ALONE && (uint32_t)mate > v &&
                 m->b->opponents[v] != (uint32_t)mate && same_wish(m, v, (uint32_t)mate))
            lm_forced_hurts(out, seats[m->seat[v]].player, seats[m->seat[mate]].player);
    }
}

/* The others of ${b} when the ends ${x} and ${y} meet, by counting, into ${opponents} of all;
 * ${*done}: that found out. */
static enum lm_status pair_others_by_counting(const struct burstein_bracket *b, uint32_t x,
                                              uint32_t y, uint32_t *opponents, bool *done)
{
    struct burstein_bracket others = *b;
    uint32_t *place = lm_arena_alloc(b->arena, b->member_count, sizeof *place);
    others.members = lm_arena_alloc(b->arena, b->member_count, sizeof *others.members);
    others.opponents = lm_arena_alloc(b->arena, b->member_count, sizeof *others.opponents);
    others.member_count = others.lower_count = others.following = 0;
    if (place == NULL || others.members == NULL || others.opponents == NULL)
        return LM_LIMIT;
    for (uint32_t v = 0; v < b->member_count; v++)
        if (v != x && v != y) {
            place[others.member_count] = v;
            others.members[others.member_count++] = b->members[v];
        }
    enum lm_status status = lm_burstein_pair_by_counting(&others, done);
    for (uint32_t i = 0; status == LM_OK && *done && i < others.member_count; i++)
        opponents[place[i]] = place[others.opponents[i]];
    return status;
}

/* The others of ${b} when the ends ${x} and ${y} meet, into ${opponents} of all. */
static enum lm_status pair_others(const struct burstein_bracket *b, uint32_t x, uint32_t y,
                                  uint32_t *opponents)
{
    struct problem m = {0};
    struct lm_best *best;
    if (begin(&m, b, NULL, b->member_count, 0) != LM_OK || lay_out(&m, &best) != LM_OK)
        return LM_LIMIT;
    lm_best_fix(best, (int32_t)x, (int32_t)y);
    m.opponents[x] = y;
    m.opponents[y] = x;
    enum lm_status status = take_in_order(&m, best);
    if (status == LM_OK)
        hand_over(&m, NULL, opponents);
    return status;
}

/* Larger brackets are not solved once more for who is the first to have somebody else, and where
 * the order has answered there it is believed. */
enum { ORDERED_AGAIN = 150 };

/* The ends ${x} and ${y} would be as good a pair: pair the others in the order of art. 4, and see
 * who is the first to have somebody else; LM_NOBODY: that would take too long. */
static enum lm_status find_first_change(const struct burstein_bracket *b, uint32_t x, uint32_t y,
                                        struct lm_forced *out)
{
    const struct lm_seat *seats = b->p->seats;
    uint32_t *then = lm_arena_alloc(b->arena, b->member_count, sizeof *then), first = 0;
    bool done;
    if (then == NULL)
        return LM_LIMIT;
    enum lm_status status = pair_others_by_counting(b, x, y, then, &done);
    then[x] = y;
    then[y] = x;
    if (status == LM_OK && !done && b->member_count > ORDERED_AGAIN)
        return LM_OK;
    if (status == LM_OK && !done)
        status = pair_others(b, x, y, then);
    while (status == LM_OK && then[first] == b->opponents[first])
        first++;
    if (status != LM_OK)
        return status;
    out->first = seats[b->members[first]].player;
    out->own = seats[b->members[b->opponents[first]]].player;
    out->other = seats[b->members[then[first]]].player;
    return LM_OK;
}

/* ${best} is solved with the ends ${x} and ${y} prescribed. */
static enum lm_status compare(const struct problem *m, const struct lm_best *best, uint32_t x,
                              uint32_t y, struct lm_alternative *answer)
{
    int32_t alone, then, now;
    count_up(m, best, &alone, &then, &now);
    bool decided = alone > 0 || then > now;
    struct lm_forced *out = &answer->forced;
    if (!decided && answer->line != LM_LINE_REST)
        return LM_OK; /* the order decides, and who comes first in it is told */
    *out = (struct lm_forced){.possible = true,
                              .decided = decided,
                              .rule = alone > 0 ? BURSTEIN_C5 : BURSTEIN_C8,
                              .with = alone > 0 ? alone : then,
                              .without = alone > 0 ? 0 : now,
                              .first = LM_NOBODY,
                              .own = LM_NOBODY,
                              .other = LM_NOBODY,
                              .up = LM_NOBODY,
                              .down = LM_NOBODY};
    answer->line = LM_LINE_ALONE;
    answer->later = !decided;
    if (!decided)
        return find_first_change(m->b, x, y, out);
    answer->rule = out->rule;
    note_hurt(m, best, out);
    return LM_OK;
}

/* The place of ${player} among the members. */
static uint32_t place_of(const struct burstein_bracket *b, uint32_t player)
{
    uint32_t place = 0;
    while (b->p->seats[b->members[place]].player != player)
        place++;
    return place;
}

/* Prescribe the ends of ${answer} in ${best}, which is then as it was. */
static enum lm_status try_ends(const struct problem *m, struct lm_best *best,
                               struct lm_alternative *answer)
{
    uint32_t x = place_of(m->b, answer->player), y = place_of(m->b, answer->opponent);
    bar_others(m, best, x, y, true);
    bar_others(m, best, y, x, true);
    lm_best_solve(best);
    enum lm_status status = compare(m, best, x, y, answer);
    bar_others(m, best, x, y, false);
    bar_others(m, best, y, x, false);
    return status;
}

enum lm_status lm_burstein_ask_ends(const struct burstein_bracket *b, struct lm_alternative *all,
                                    size_t count)
{
    struct lm_mark mark = lm_arena_mark(b->arena);
    struct problem m = {0};
    struct lm_best *best = NULL;
    enum lm_status status = begin(&m, b, NULL, b->member_count, 0);
    for (size_t i = 0; i < count && status == LM_OK; i++) {
        bool before = all[i].line == LM_LINE_TAKEN || all[i].line == LM_LINE_LEFT;
        if (all[i].line != LM_LINE_REST && (!before || b->member_count > ORDERED_AGAIN))
            continue;
        if (best == NULL)
            status = lay_out(&m, &best);
        if (status == LM_OK)
            status = try_ends(&m, best, &all[i]);
    }
    lm_arena_reset(b->arena, mark);
    return status;
}
