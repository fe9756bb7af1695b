/* SPDX-License-Identifier: Apache-2.0 */

#include "graph/best.h"
#include "graph/matching.h"
#include "pairing/dubov_2026/dubov_2026.h"
#include "pairing/legal.h"

/*
 * C.04.4.1 art. 3.2.1 and 3.2.2: who comes up.
 *
 * Where no guess is right (dubov_2026_guess.c), the best matching says it.  An upfloater is who
 * meets a resident there (two upfloaters never meet: the set would not be smallest), and the order
 * of art. 4.2 is asked for one candidate after the other.  O(n^3), and O(n^2) for each candidate, n
 * being those in view.
 *
 * The near view: residents and the next scores below, as many as it takes, and nobody asks whether
 * those who stay below can be paired.
 *   - Every set that completes the bracket in some matching has, if it is a smallest one, as many
 *     upfloaters as a largest matching of the residents among themselves leaves alone: where a
 *     matching has more, the symmetric difference of the two has a path between two upfloaters, and
 *     turned round it saves both.
 *   - A set of that number with somebody from beyond the view is worse by [C6] than any in view.
 *   - These smallest sets are the bases of a matroid (that of those whom largest matchings of the
 *     residents leave alone, carried over by the edges to the others; Rado).  The best bases of a
 *     matroid depend on the order of the weights alone, so one priority, how many scores down each
 *     comes from, stands for the list of [C6].
 * A candidate need not be asked with a solution of his own if he comes up in the one in hand, or if
 * its proof (lm_best_depth) says that no best matching has a pair of his with a resident.
 *
 * So if those below can be paired without one of the best sets of the near view, the first such set
 * is the answer: nothing is better, in view or not.  If not, everybody is in view, and each score
 * is a priority of its own: the lowest ones that nobody need come from are barred, then as many at
 * a time have one as there is room for.
 */

/* The priorities, the first one first; in the whole view ${scores} is one for each score. */
struct layout {
    int32_t alone, upfloaters, scores, preference, maximum, times, recent, order, count;
};

/* What an upfloater of a score costs under [C6]: a priority of that place, or one of these. */
enum { COSTS_NOTHING = -1, STAYS_BELOW = -2, FIRST_ROOM = 24, OTHER_PRIORITIES = 7 };

/* Of so many priorities a pair has values at most: all but the one of who is alone, and of the
 * scores one. */
enum { VALUES_MOST = OTHER_PRIORITIES };

struct problem {
    struct dubov26_bracket *b;
    struct layout at;
    bool near;       /* in the near view those below need no opponent */
    uint32_t seen;   /* how many of those below are in view, the first ones */
    uint32_t *level; /* per one of those below: his score, 0 the highest */
    uint32_t levels;
    int32_t *cost; /* per level; not in the near view */
    int32_t room;  /* for how many scores there is a priority */
    /* Of those below who upfloated as often as they should: the fewest and the most times. */
    int32_t least_upfloats, most_upfloats;
    bool ordered; /* there is room for the order of art. 4.2 as the last priority */
};

static uint32_t seat_of(const struct problem *m, uint32_t v)
{
    return v < m->b->resident_count ? m->b->members[v] : m->b->lower[v - m->b->resident_count];
}

/* What it costs that the ${i}-th of those below comes up, into ${out}; how many values, or
 * negative: he may not. */
static int32_t cost_of_upfloater(const struct problem *m, uint32_t i, struct lm_worth *out)
{
    const struct dubov26_seat *x = &m->b->d->seats[m->b->lower[i]];
    int32_t place = m->near ? 0 : m->cost[m->level[i]], count = 0;
    if (place == STAYS_BELOW)
        return -1;
    out[count++] = (struct lm_worth){m->at.upfloaters, -1};
    if (place != COSTS_NOTHING && (!m->near || m->level[i] > 0))
        out[count++] =
            (struct lm_worth){m->at.scores + place, m->near ? -(int64_t)m->level[i] : -1};
    if (x->maximum) {
        out[count++] = (struct lm_worth){m->at.maximum, -1};
        out[count++] =
            (struct lm_worth){m->at.times, (int64_t)m->least_upfloats - (int64_t)x->upfloats};
    }
    if (x->recent)
        out[count++] = (struct lm_worth){m->at.recent, -1};
    return count;
}

static int32_t alone_values(const struct problem *m, int32_t v, struct lm_worth *out)
{
    if (m->near && (uint32_t)v >= m->b->resident_count)
        return 0;
    out[0] = (struct lm_worth){m->at.alone, -1};
    return 1;
}

static int32_t few_values(const void *context, int32_t a, int32_t b, struct lm_worth *out)
{
    const struct problem *m = context;
    if (b == LM_ALONE)
        return alone_values(m, a, out);
    uint32_t u = (uint32_t)(a < b ? a : b), v = (uint32_t)(a < b ? b : a);
    const uint32_t residents = m->b->resident_count;
    if ((m->near && u >= residents))
        return -1;
    uint32_t x = seat_of(m, u), y = seat_of(m, v);
    const struct lm_seat *seats = m->b->d->p->seats;
    int32_t count = 0;
    if (!lm_is_legal(m->b->d->p, x, y))
        return -1;
    if (u < residents && v >= residents)
        count = cost_of_upfloater(m, v - residents, out);
    if (count >= 0 && u < residents && seats[x].wish == seats[y].wish)
        out[count++] = (struct lm_worth){m->at.preference, -1};
    return count;
}

/* How often those have upfloated who did as often as they should.  As many of them come up in all
 * that is compared by it, so that what they have in common need not count. */
static void list_upfloats(struct problem *m)
{
    bool any = false;
    for (uint32_t i = 0; i < m->b->lower_count; i++) {
        const struct dubov26_seat *x = &m->b->d->seats[m->b->lower[i]];
        if (x->maximum && (!any || x->upfloats < m->least_upfloats))
            m->least_upfloats = x->upfloats;
        if (x->maximum && (!any || x->upfloats > m->most_upfloats))
            m->most_upfloats = x->upfloats;
        any |= x->maximum;
    }
}

/* The scores of those below, and what there is for each of them. */
static enum lm_status list_scores(struct problem *m)
{
    const struct dubov26_bracket *b = m->b;
    m->level = lm_arena_alloc(b->d->arena, b->lower_count, sizeof *m->level);
    if (m->level == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < b->lower_count; i++) {
        bool next =
            i > 0 && b->d->p->seats[b->lower[i]].score != b->d->p->seats[b->lower[i - 1]].score;
        m->level[i] = i == 0 ? 0 : m->level[i - 1] + next;
        m->levels = m->level[i] + 1;
    }
    list_upfloats(m);
    m->cost = lm_arena_alloc(b->d->arena, m->levels, sizeof *m->cost);
    return m->cost == NULL ? LM_LIMIT : LM_OK;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static struct lm_priority costs(int64_t of_one, uint64_t most)
{
    return (struct lm_priority){.edge_low = most > 0 ? -of_one : 0, .most = most};
}

/* What each priority can come to: weights are as wide as these sums. */
static void set_ranges(const struct problem *m, struct lm_priority *ranges)
{
    const struct dubov26_bracket *b = m->b;
    const uint64_t residents = b->resident_count;
    const uint64_t upfloaters = residents < m->seen ? residents : m->seen;
    const int32_t spread = m->most_upfloats - m->least_upfloats;
    uint64_t maximum = 0, times = 0, recent = 0;
    for (uint32_t i = 0; i < m->seen; i++) {
        const struct dubov26_seat *x = &b->d->seats[b->lower[i]];
        maximum += x->maximum;
        times += x->maximum ? (uint64_t)(x->upfloats - m->least_upfloats) : 0;
        recent += x->recent;
        if (!m->near && m->cost[m->level[i]] >= 0)
            ranges[m->at.scores + m->cost[m->level[i]]].most++;
    }
    for (int32_t i = m->at.scores; i < m->at.preference; i++)
        ranges[i] = costs(1, smaller(ranges[i].most, upfloaters));
    if (m->near && m->seen > 0) {
        uint64_t lowest = m->level[m->seen - 1];
        ranges[m->at.scores] = costs((int64_t)lowest, lowest * upfloaters);
    }
    /* The first one has to hold what one pair is worth: that neither is alone. */
    ranges[m->at.alone] = (struct lm_priority){.alone_low = -1, .most = 0};
    ranges[m->at.upfloaters] = costs(1, upfloaters);
    ranges[m->at.preference] = costs(1, residents);
    ranges[m->at.maximum] = costs(1, smaller(maximum, upfloaters));
    ranges[m->at.times] = costs(spread, times);
    ranges[m->at.recent] = costs(1, smaller(recent, upfloaters));
    if (m->ordered)
        ranges[m->at.order] = (struct lm_priority){.edge_high = 1, .most = upfloaters};
}

/* ---- Solving ---- */

/* The problem with priorities for ${scores} scores. */
static enum lm_status pose(struct problem *m, int32_t scores, struct lm_best **best)
{
    int32_t place = 0;
    m->at.alone = place++;
    m->at.upfloaters = place++;
    m->at.scores = place;
    place += scores;
    m->at.preference = place++;
    m->at.maximum = place++;
    m->at.times = place++;
    m->at.recent = place++;
    m->at.order = place++;
    m->at.count = place;
    struct lm_priority *ranges = lm_arena_alloc(m->b->d->arena, (size_t)place, sizeof *ranges);
    if (ranges == NULL)
        return LM_LIMIT;
    set_ranges(m, ranges);
    struct lm_priorities priorities = {
        .count = place, .range = ranges, .few = few_values, .context = m};
    struct lm_arena *arena = m->b->d->arena;
    const int32_t residents = (int32_t)m->b->resident_count, count = residents + (int32_t)m->seen;
    enum lm_status status = lm_best_new(best, arena, count, &priorities);
    if (status == LM_OK)
        lm_best_solve(*best);
    return status;
}

/* The same with room for the order of art. 4.2. */
static enum lm_status pose_with_order(struct problem *m, int32_t scores, struct lm_best **best)
{
    m->ordered = true;
    enum lm_status status = pose(m, scores, best);
    m->ordered = false;
    return status;
}

/* Does the ${i}-th of those below come up? */
static bool comes_up(const struct problem *m, const struct lm_best *best, uint32_t i)
{
    int32_t mate = lm_best_mate(best, (int32_t)(m->b->resident_count + i));
    return mate != LM_ALONE && (uint32_t)mate < m->b->resident_count;
}

/* How many come up, in all and, unless it is NULL, of each level. */
static uint32_t count_upfloaters(const struct problem *m, const struct lm_best *best,
                                 uint32_t *of_level)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->seen; i++)
        if (comes_up(m, best, i)) {
            count++;
            if (of_level != NULL)
                of_level[m->level[i]]++;
        }
    return count;
}

static bool all_are_paired(const struct problem *m, const struct lm_best *best)
{
    uint32_t count = m->b->resident_count + (m->near ? 0 : m->seen);
    for (uint32_t v = 0; v < count; v++)
        if (lm_best_mate(best, (int32_t)v) == LM_ALONE)
            return false;
    return true;
}

/* ---- The order of art. 4.2 ---- */

/* Who was taken meets a resident, nobody else. */
static void keep(const struct problem *m, struct lm_best *best, uint32_t v)
{
    for (uint32_t u = 0; u < m->seen; u++)
        if (m->b->resident_count + u != v)
            lm_best_set_edge(best, (int32_t)(m->b->resident_count + u), (int32_t)v, NULL);
}

/* Give the edges of the candidate ${v} with residents ${order} as the last priority; below 0: bar
 * them. */
static void weigh(const struct problem *m, struct lm_best *best, uint32_t v, int64_t order)
{
    struct lm_worth value[VALUES_MOST];
    for (uint32_t r = 0; r < m->b->resident_count; r++) {
        int32_t count = few_values(m, (int32_t)v, (int32_t)r, value);
        if (count < 0)
            continue;
        value[count++] = (struct lm_worth){m->at.order, order};
        lm_best_set_few(best, (int32_t)v, (int32_t)r, value, order < 0 ? -1 : count);
    }
}

/* May some best matching pair the candidate ${v} with a resident?  false: the last proof says that
 * none does, and none will be best that is not now. */
static bool may_come_up(const struct problem *m, const struct lm_best *best, uint32_t v)
{
    for (uint32_t r = 0; r < m->b->resident_count; r++)
        if (lm_best_depth(best, (int32_t)r, (int32_t)v) != LM_BARRED)
            return true;
    return false;
}

static void take(struct problem *m, uint32_t i, uint32_t *wanted, uint32_t *need)
{
    m->b->members[m->b->member_count++] = m->b->lower[i];
    wanted[m->level[i]]--;
    (*need)--;
}

/* Who comes up in the matching in hand is one already: in the whole view all are paired, so that it
 * is enough to bar him from the others below; in the near view a bonus keeps him. */
static void take_by_weights(struct problem *m, struct lm_best *best, uint32_t *wanted,
                            uint32_t *need)
{
    for (uint32_t i = 0; i<m->seen && * need> 0; i++) {
        uint32_t v = m->b->resident_count + i;
        if (wanted[m->level[i]] == 0)
            continue;
        bool up = comes_up(m, best, i);
        if (!up && !may_come_up(m, best, v))
            continue;
        if (!up || m->near) {
            weigh(m, best, v, 1);
            lm_best_solve(best);
            up = comes_up(m, best, i);
        }
        if (!up)
            weigh(m, best, v, -1);
        else if (!m->near)
            keep(m, best, v);
        lm_best_solve(best);
        if (up)
            take(m, i, wanted, need);
    }
}

/* As many as the optimum needs of the scores that it wants, each candidate in turn. */
static enum lm_status take_in_order(struct problem *m, struct lm_best *best)
{
    uint32_t *wanted = lm_arena_alloc(m->b->d->arena, m->levels, sizeof *wanted);
    if (wanted == NULL)
        return LM_LIMIT;
    uint32_t need = count_upfloaters(m, best, wanted);
    take_by_weights(m, best, wanted, &need);
    return need == 0 ? LM_OK : LM_INTERNAL;
}

/* ---- The near view ---- */

/* From ${seen} of those below on to the end of a score. */
static uint32_t end_of_score(const struct problem *m, uint32_t seen)
{
    while (seen < m->b->lower_count && m->level[seen] == m->level[seen - 1])
        seen++;
    return seen;
}

/* The first of the best sets of the near view without which those below can be paired, or the first
 * of all; ${*done}: there is one, or this one is. */
static enum lm_status take_nearby(struct problem *m, struct lm_best *best, bool *done)
{
    *done = false;
    enum lm_status status = pose_with_order(m, 1, &best);
    if (status == LM_OK)
        status = take_in_order(m, best);
    return status == LM_OK ? lm_dubov26_rest_is_legal(m->b, done) : status;
}

/* ${*done}: the upfloaters are members; else everybody has to come into view. */
static enum lm_status choose_nearby(struct problem *m, bool *done)
{
    struct dubov26_bracket *b = m->b;
    struct lm_mark mark = lm_arena_mark(b->d->arena);
    enum lm_status status = LM_OK;
    bool enough = false;
    *done = false;
    m->near = true;
    for (m->seen = 1; status == LM_OK && !enough; m->seen *= 2) {
        struct lm_best *best;
        m->seen = m->seen < b->lower_count ? end_of_score(m, m->seen) : b->lower_count;
        status = pose(m, 1, &best);
        enough = status == LM_OK && all_are_paired(m, best);
        if (enough)
            status = take_nearby(m, best, done);
        if (!enough && m->seen == b->lower_count && status == LM_OK)
            return LM_INTERNAL; /* they can be paired completely */
        lm_arena_reset(b->d->arena, mark);
    }
    if (!*done)
        b->member_count = b->resident_count;
    return status;
}

/* ---- The whole view ---- */

/* Bar the lowest scores that nobody need come from, until there is room for all others. */
static enum lm_status bar_lowest(struct problem *m)
{
    struct lm_mark mark = lm_arena_mark(m->b->d->arena);
    struct lm_best *best;
    for (uint32_t i = 0; i < m->levels; i++)
        m->cost[i] = COSTS_NOTHING;
    if (m->levels <= (uint32_t)m->room)
        return LM_OK;
    enum lm_status status = pose(m, 0, &best);
    if (status != LM_OK)
        return status;
    uint32_t least = count_upfloaters(m, best, NULL);
    for (uint32_t end = m->seen, level = m->levels; level-- > (uint32_t)m->room;) {
        for (; end > 0 && m->level[end - 1] == level; end--)
            weigh(m, best, m->b->resident_count + end - 1, -1);
        lm_best_solve(best);
        if (!all_are_paired(m, best) || count_upfloaters(m, best, NULL) > least)
            break;
        m->cost[level] = STAYS_BELOW;
    }
    lm_arena_reset(m->b->d->arena, mark);
    return LM_OK;
}

/* The lowest scores that are not barred get a priority each as long as there is room; ${*all}:
 * there are no more.  The highest one needs none: as few as can be come up in all, and who does not
 * come from the others comes from there. */
static int32_t give_places(struct problem *m, bool *all)
{
    int32_t places = 0;
    *all = true;
    for (uint32_t level = m->levels; level-- > 1;) {
        if (m->cost[level] == STAYS_BELOW)
            continue;
        *all &= places < m->room;
        m->cost[level] = places < m->room ? places++ : COSTS_NOTHING;
    }
    return places;
}

/* Bar those of the scores with a priority that nobody comes from; where there is none, more room
 * has to be made. */
static enum lm_status bar_unused(struct problem *m, const struct lm_best *best)
{
    bool fewer = false;
    uint32_t *used = lm_arena_alloc(m->b->d->arena, m->levels, sizeof *used);
    if (used == NULL)
        return LM_LIMIT;
    (void)count_upfloaters(m, best, used);
    for (uint32_t level = 0; level < m->levels; level++)
        if (m->cost[level] >= 0 && used[level] == 0) {
            m->cost[level] = STAYS_BELOW;
            fewer = true;
        }
    m->room *= fewer ? 1 : 2;
    return m->room <= LM_PRIORITIES_MAX - OTHER_PRIORITIES ? LM_OK : LM_LIMIT;
}

static enum lm_status choose_of_all(struct problem *m)
{
    m->near = false;
    m->seen = m->b->lower_count;
    m->room = m->b->d->way == DUBOV26_OF_ALL ? 1 : FIRST_ROOM;
    struct lm_mark mark = lm_arena_mark(m->b->d->arena);
    enum lm_status status = bar_lowest(m);
    for (bool all = false; status == LM_OK && !all;) {
        struct lm_best *best;
        int32_t scores = give_places(m, &all);
        status = pose(m, scores, &best);
        if (status == LM_OK && !all_are_paired(m, best))
            status = LM_INTERNAL; /* the round can be completed: the bye was chosen so */
        if (status == LM_OK && all)
            status = pose_with_order(m, scores, &best);
        if (status == LM_OK)
            status = all ? take_in_order(m, best) : bar_unused(m, best);
        lm_arena_reset(m->b->d->arena, mark);
    }
    return status;
}

enum lm_status lm_dubov26_weigh_upfloaters(struct dubov26_bracket *b, bool *done)
{
    struct problem m = {.b = b};
    bool chosen = false;
    *done = false;
    enum lm_status status = list_scores(&m);
    if (status == LM_OK && b->d->way <= DUBOV26_NEARBY)
        status = choose_nearby(&m, &chosen);
    return status != LM_OK || chosen ? status : choose_of_all(&m);
}
