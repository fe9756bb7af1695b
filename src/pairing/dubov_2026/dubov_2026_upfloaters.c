/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/lean.h"
#include "graph/best.h"
#include "graph/bits.h"
#include "graph/tight.h"
#include "limmat/matching.h"
#include "pairing/dubov_2026/dubov_2026.h"
#include "pairing/legal.h"

/*
 * C.04.4.1 art. 3.2.1 and 3.2.2: who comes up.
 *
 * Where no guess is right and the residents are not few (dubov_2026_guess.c), the best matching
 * says it.  An upfloater is who meets a resident there (two upfloaters
 * never meet: the set would not be smallest), and the order of art. 4.2 is asked for one candidate
 * after the other.  O(n^3), and O(n^2) for each candidate, n being those in view.
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
 * In the whole view all are paired, and the perfect matchings of the pairs that the proof of one
 * solution allows are the best ones, if no odd set of it matters (graph/tight.h): a candidate is
 * asked whether such a matching has him come up.  Else he need not be asked with a solution of his
 * own if he comes up in the one in hand, or if its proof (lm_best_depth) says that no best matching
 * has a pair of his with a resident.
 *
 * How many scores the view has to reach down is asked first, of rows of bits (dubov_2026_reach.c),
 * and where those below leave as many alone as the residents need, only these are in view.  Where
 * they leave as many as there are residents, each of these meets one of them whenever all are
 * paired: pairs of two residents are no edges then, in either view.
 * So if those below can be paired without one of the best sets of the near view, the first such set
 * is the answer: nothing is better, in view or not.  The best matchings of the near view are those
 * of its tight pairs that fill its odd sets and leave nobody alone who is needed (lm_best_depth).
 * With one vertex for an odd set of residents, whose other members pair with each other whoever of
 * them meets somebody outside, and the pairs of those below with each other added, the perfect
 * matchings have just these sets.  If there is none, everybody is in view, and each score is a
 * priority of its own: those below the reach are barred, or else the lowest ones that nobody need
 * come from, then as many at a time as there is room for.
 */

/* The priorities, the first one first; in the whole view ${scores} is one for each score. */
struct layout {
    int32_t alone, upfloaters, scores, preference, maximum, times, recent, order, count;
};

/* What an upfloater of a score costs under [C6]: a priority of that place, or one of these. */
enum {
    COSTS_NOTHING = -1,
    STAYS_BELOW = -2,
    LOWER_PER_RESIDENT = 5,
    FIRST_ROOM = 24,
    OTHER_PRIORITIES = 7
};

/* The priorities of the near view, in the order of the layout. */
enum { NEAR_ALONE, NEAR_UPFLOATERS, NEAR_SCORES, NEAR_PREFERENCE, NEAR_ORDER = 7, NEAR_PRIORITIES };

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
    uint8_t *kind; /* per one of those below in view: that of his pairs with residents */
    uint8_t *due;  /* per resident, then per one of those below: see due_of */
    int32_t room;  /* for how many scores there is a priority */
    /* Of those below who upfloated as often as they should: the fewest and the most times. */
    int32_t least_upfloats, most_upfloats;
    bool ordered; /* there is room for the order of art. 4.2 as the last priority */
    bool apart;   /* no two residents meet where all can be paired */
    /* Of each of those below, by himself: see find_parts; NULL: not in use. */
    uint8_t *part;
    int32_t *component;
    uint32_t alone; /* with that: so many come up */
    bool beyond;    /* more than the residents need */
    uint32_t least; /* so many come up at least */
    /* What the last near view says of its vertices (lm_best_prices), ${priced} in number. */
    int64_t (*prices)[NEAR_PRIORITIES];
    uint32_t priced;
    bool narrowed;  /* the reach is known */
    uint32_t reach; /* the first so many scores suffice, if no more than ${least} come up */
};

static uint32_t seat_of(const struct problem *m, uint32_t v)
{
    return v < m->b->resident_count ? m->b->members[v] : m->b->lower[v - m->b->resident_count];
}

/* lm_is_legal, asked of the rows of who is left where there are such. */
static bool may_meet(const struct problem *m, uint32_t x, uint32_t y)
{
    const struct lm_left *left = m->b->left;
    if (left->matching == NULL)
        return lm_is_legal(m->b->d->p, x, y);
    return lm_set_holds(lm_dense_row(left->matching, (int32_t)(x - left->first)),
                        (int32_t)(y - left->first));
}

/* May the vertices ${u} < ${v} be a pair as far as the parts tell? */
static bool parts_allow(const struct problem *m, uint32_t u, uint32_t v)
{
    const uint32_t residents = m->b->resident_count;
    if (v < residents)
        return !m->apart;
    if (LM_LEAN || m->part == NULL || m->near)
        return true;
    uint8_t other = m->part[v - residents];
    if (u < residents)
        return other == LM_PART_EVEN;
    uint8_t one = m->part[u - residents];
    return one == LM_PART_EVEN && other == LM_PART_EVEN
               ? m->component[u - residents] == m->component[v - residents]
               : (one == LM_PART_REST) == (other == LM_PART_REST) &&
                     (one != LM_PART_ODD || other != LM_PART_ODD);
}

/* What it costs that the ${i}-th of those below comes up, into ${out}; how many values, or
 * negative: he may not. */
static int32_t cost_of_upfloater(const struct problem *m, uint32_t i, struct lm_worth *out)
{
    const struct dubov26_seat *x = &m->b->d->seats[m->b->lower[i]];
    int32_t place = m->near ? 0 : m->cost[m->level[i]], count = 0;
    if (place == STAYS_BELOW || (m->part != NULL && m->part[i] != LM_PART_EVEN))
        return -1;
    if (!m->apart) /* else as many come up in all matchings that leave no resident alone */
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
    if ((m->near && u >= residents) || !parts_allow(m, u, v))
        return -1;
    uint32_t x = seat_of(m, u), y = seat_of(m, v);
    const struct lm_seat *seats = m->b->d->p->seats;
    int32_t count = 0;
    if (!may_meet(m, x, y))
        return -1;
    if (u < residents && v >= residents)
        count = cost_of_upfloater(m, v - residents, out);
    if (count >= 0 && u < residents && seats[x].wish == seats[y].wish)
        out[count++] = (struct lm_worth){m->at.preference, -1};
    return count;
}

/* ---- Kinds of pairs ---- */

/*
 * What a pair is worth depends on little: those of two below are worth nothing, those of two
 * residents what their preferences say, and those of a resident with somebody below that and what
 * it costs that this one comes up, which many have in common.
 */

enum { KIND_OF_TWO = 0, KIND_OF_FIRST = 2 }; /* and 1 more: with the same preference */

/* All that decides what it costs that the ${i}-th of those below comes up. */
static uint64_t cost_key(const struct problem *m, uint32_t i)
{
    const struct dubov26_seat *x = &m->b->d->seats[m->b->lower[i]];
    const uint32_t place = m->near ? m->level[i] : (uint32_t)(m->cost[m->level[i]] + 1);
    return (uint64_t)place << 32 | (x->maximum ? x->upfloats + 1U : 0) << 1 | x->recent;
}

/* Those whose coming up costs the same have one kind, as far as there are kinds enough. */
static void give_kinds(struct problem *m)
{
    uint64_t keys[KINDS_MOST / 2];
    uint32_t known = KIND_OF_FIRST / 2;
    struct lm_worth cost[VALUES_MOST];
    for (uint32_t i = 0; i < m->seen; i++) {
        m->kind[i] = KIND_OF_NONE;
        if (cost_of_upfloater(m, i, cost) < 0)
            continue;
        const uint64_t key = cost_key(m, i);
        uint32_t k = known;
        while (k > KIND_OF_FIRST / 2 && keys[k - 1] != key)
            k--;
        if (k == KIND_OF_FIRST / 2 && known < KINDS_MOST / 2)
            keys[(k = ++known) - 1] = key;
        m->kind[i] = k == KIND_OF_FIRST / 2 ? KIND_OF_ITS_OWN : (uint8_t)(2 * (k - 1));
    }
}

/* One of a row of pairs. */
struct row {
    const uint64_t *met; /* whom he is not barred from, by seat less ${first}; NULL: ask */
    uint32_t seat, first;
    uint8_t due;
};

/* The colour that ${seat} prefers, and whether he must have it. */
static uint8_t due_of(const struct problem *m, uint32_t seat)
{
    const struct lm_seat *x = &m->b->d->p->seats[seat];
    return (uint8_t)(x->wish << 1 | (x->strength == LM_ABSOLUTE));
}

/* Into ${kind}[i] that of the pair with each of the ${count} ${seats}, due ${dues}: ${base}[i], or
 * KIND_OF_TWO where that is NULL, and 1 more with the same preference if that is ${minded}. */
static void list_pairs(const struct problem *m, const struct row *x, const uint32_t *seats,
                       const uint8_t *dues, uint32_t count, const uint8_t *base, bool minded,
                       uint8_t *kind)
{
    const struct row row = *x;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t first = base != NULL ? base[i] : KIND_OF_TWO;
        const bool may = row.met != NULL ? lm_set_holds(row.met, (int32_t)(seats[i] - row.first))
                                         : !lm_is_barred(m->b->d->p, row.seat, seats[i]);
        const bool alike = minded && row.due >> 1 == dues[i] >> 1 && first < KINDS_MOST;
        kind[i] = may && (row.due != dues[i] || (row.due & 1) == 0) ? (uint8_t)(first + alike)
                                                                    : KIND_OF_NONE;
    }
}

static void list_kinds(const void *context, int32_t vertex, uint8_t *kind)
{
    const struct problem *m = context;
    const struct dubov26_bracket *b = m->b;
    const uint32_t u = (uint32_t)vertex, residents = b->resident_count, count = residents + m->seen;
    const struct lm_left *left = b->left;
    struct row x = {.seat = seat_of(m, u), .first = left->first, .due = m->due[u]};
    if (left->matching != NULL)
        x.met = lm_dense_row(left->matching, (int32_t)(x.seat - x.first));
    const uint32_t next = u + 1 > residents ? u + 1 : residents;
    memset(kind + u + 1, KIND_OF_NONE, count - u - 1);
    if (u < residents && !m->apart)
        list_pairs(m, &x, b->members + u + 1, m->due + u + 1, residents - u - 1, NULL, true,
                   kind + u + 1);
    if (u < residents || !m->near)
        list_pairs(m, &x, b->lower + (next - residents), m->due + next, count - next,
                   u < residents ? m->kind : NULL, u < residents, kind + next);
    for (uint32_t v = next; m->part != NULL && u >= residents && !m->near && v < count; v++)
        if (!parts_allow(m, u, v))
            kind[v] = KIND_OF_NONE;
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
    m->kind = lm_arena_alloc(b->d->arena, b->lower_count, sizeof *m->kind);
    m->due =
        lm_arena_alloc(b->d->arena, (size_t)b->resident_count + b->lower_count, sizeof *m->due);
    for (uint32_t v = 0; m->due != NULL && v < b->resident_count + b->lower_count; v++)
        m->due[v] = due_of(m, seat_of(m, v));
    m->reach = m->levels;
    m->prices =
        lm_arena_alloc(b->d->arena, (size_t)b->resident_count + b->lower_count, sizeof *m->prices);
    return m->cost == NULL || m->kind == NULL || m->due == NULL || m->prices == NULL ? LM_LIMIT
                                                                                     : LM_OK;
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
    ranges[m->at.alone] = (struct lm_priority){.alone_low = -1, .most = LM_LEAN ? 0 : 2};
    ranges[m->at.upfloaters] = costs(1, m->apart ? 0 : upfloaters);
    ranges[m->at.preference] = costs(1, residents);
    ranges[m->at.maximum] = costs(1, smaller(maximum, upfloaters));
    ranges[m->at.times] =
        costs(spread, LM_LEAN ? times : smaller(times, upfloaters * (uint64_t)spread));
    ranges[m->at.recent] = costs(1, smaller(recent, upfloaters));
    if (m->ordered)
        ranges[m->at.order] = (struct lm_priority){.edge_high = 1, .most = upfloaters};
}

/* ---- From the near view to the whole one ---- */

/*
 * The whole view adds that those below are paired, too, which changes little: it begins with the
 * prices of the near view, where they are 0 for those who do not come up, so that any two of them
 * who may meet have no slack.  There a score costs how far down it is, here it has a priority; as
 * scores come in the same order, what keeps the slacks of the near view from being negative, or
 * makes them 0, does so here: twice as much as one score costs, or as two together.
 */

/* Into ${out} what twice the score ${level} costs, halved, ${sign} times. */
static int32_t price_score(const struct problem *m, int64_t level, int64_t sign,
                           struct lm_worth *out)
{
    int64_t most = (int64_t)m->reach - 1;
    int32_t place = m->cost[level < most ? level : most];
    if (level <= 0 || place < 0)
        return 0;
    *out = (struct lm_worth){m->at.scores + place, sign};
    return 1;
}

static int32_t price_of(const void *context, int32_t vertex, struct lm_worth *out)
{
    const struct problem *m = context;
    const uint32_t v = (uint32_t)vertex, hosts = m->b->resident_count;
    const bool below = v >= hosts;
    int32_t count = 0;
    out[count++] = (struct lm_worth){m->at.alone, 2 * below};
    if (v >= m->priced)
        return count;
    const int64_t *price = m->prices[v];
    out[0].value += price[NEAR_ALONE];
    if (!m->apart)
        out[count++] = (struct lm_worth){m->at.upfloaters, price[NEAR_UPFLOATERS]};
    for (int32_t i = NEAR_PREFERENCE; i < NEAR_ORDER; i++)
        out[count++] = (struct lm_worth){m->at.preference + i - NEAR_PREFERENCE, price[i]};
    const int64_t own = below ? m->level[v - hosts] : 0, twice = price[NEAR_SCORES] + 2 * own;
    const int64_t far = twice < 0 ? -twice : twice, sign = twice < 0 ? -1 : 1;
    count += price_score(m, far / 2, sign, out + count);
    count += price_score(m, far - far / 2, sign, out + count);
    return count + price_score(m, own, -2, out + count);
}

/* Of those below most are paired with each other, at one price: the kept matching of them is a
 * better start than pairs as they come. */
static void suggest_kept(const struct problem *m, struct lm_best *best)
{
    const struct lm_left *left = m->b->left;
    const uint32_t hosts = m->b->resident_count;
    for (uint32_t i = 0, next; i < m->seen; i++) {
        const int32_t mate = lm_dense_mate(left->matching, (int32_t)(m->b->lower[i] - left->first));
        if (mate == LM_ALONE || left->first + (uint32_t)mate < m->b->lower[i])
            continue;
        for (next = i + 1; next < m->seen && m->b->lower[next] != left->first + (uint32_t)mate;)
            next++;
        if (next < m->seen)
            lm_best_suggest(best, (int32_t)(hosts + i), (int32_t)(hosts + next));
    }
}

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
    if (!LM_LEAN)
        give_kinds(m);
    struct lm_arena *arena = m->b->d->arena;
    const int32_t residents = (int32_t)m->b->resident_count, count = residents + (int32_t)m->seen;
    enum lm_status status =
        LM_LEAN ? lm_best_new(best, arena, count, &priorities)
                : lm_best_new_by_same_kinds(best, arena, count, m->near ? residents : count,
                                            &priorities, list_kinds);
    if (!LM_LEAN && status == LM_OK && m->priced > 0 && !m->near)
        lm_best_start(*best, price_of, m);
    if (!LM_LEAN && status == LM_OK && !m->near && m->b->left->matching != NULL)
        suggest_kept(m, *best);
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

/* ---- Best matchings as perfect ones, without weights ---- */

enum { HOST, BELOW, UP, CLASSES };

static const bool classes_barred[CLASSES * CLASSES] = {
    [BELOW * CLASSES + UP] = true, [UP * CLASSES + BELOW] = true, [UP * CLASSES + UP] = true};

/* The vertex ${v} of the view where it is asked without weights: near those of who is left. */
static int32_t tight_vertex(const struct problem *m, uint32_t v)
{
    return (int32_t)(m->near ? seat_of(m, v) - m->b->left->first : v);
}

/* A graph of the residents and those below in view, all of whom may meet. */
static enum lm_status new_graph(const struct problem *m, struct lm_dense **out)
{
    const uint32_t hosts = m->b->resident_count;
    enum lm_status status =
        lm_dense_new(out, m->b->d->arena, (int32_t)(hosts + m->seen), CLASSES, classes_barred);
    for (uint32_t v = hosts; status == LM_OK && v < hosts + m->seen; v++)
        lm_dense_move(*out, (int32_t)v, BELOW);
    return status;
}

/* The best matchings as the perfect ones of ${*out}, with the one in hand; NULL: they are not
 * simply that. */
static enum lm_status list_best(const struct problem *m, const struct lm_best *best,
                                struct lm_dense **out)
{
    const int32_t count = (int32_t)(m->b->resident_count + m->seen);
    bool all = false;
    enum lm_status status = new_graph(m, out);
    if (status == LM_OK)
        status = lm_dense_bar_worse(*out, best, count, m->b->d->arena, &all);
    for (int32_t v = 0; v < count && status == LM_OK && all; v++)
        if (lm_best_mate(best, v) < v)
            lm_dense_pair(*out, v, lm_best_mate(best, v));
    if (!all)
        *out = NULL;
    return status;
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

/* As many as the optimum needs of the scores that it wants, each candidate in turn: asked of
 * ${tight}, where who came up in a perfect matching does so in all later ones, or of ${best} where
 * that is NULL. */
static enum lm_status take_in_order(struct problem *m, struct lm_best *best, struct lm_dense *tight)
{
    uint32_t *wanted = lm_arena_alloc(m->b->d->arena, m->levels, sizeof *wanted);
    if (wanted == NULL)
        return LM_LIMIT;
    uint32_t need = count_upfloaters(m, best, wanted);
    if (tight == NULL)
        take_by_weights(m, best, wanted, &need);
    for (uint32_t i = 0; tight != NULL && i < m->seen && need > 0; i++)
        if (wanted[m->level[i]] > 0 &&
            lm_dense_try_move(tight, tight_vertex(m, m->b->resident_count + i), UP))
            take(m, i, wanted, &need);
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

/* Two residents are in one odd set that all best matchings fill. */
static void unite(uint32_t *set_of, uint32_t count, uint32_t a, uint32_t b)
{
    uint32_t low = set_of[a] < set_of[b] ? set_of[a] : set_of[b];
    uint32_t high = set_of[a] < set_of[b] ? set_of[b] : set_of[a];
    for (uint32_t r = 0; r < count && low != high; r++)
        if (set_of[r] == high)
            set_of[r] = low;
}

/* Draw those below, whose rows are those of who is left, and who stays there with the mate that he
 * has among these. */
static enum lm_status draw_lower(const struct problem *m, const struct lm_best *best,
                                 struct lm_dense **out)
{
    const struct dubov26_bracket *b = m->b;
    const struct lm_left *left = b->left;
    enum lm_status status =
        lm_dense_new_of(out, b->d->arena, left->matching, CLASSES, classes_barred);
    for (uint32_t i = 0; i < b->lower_count && status == LM_OK; i++) {
        int32_t v = tight_vertex(m, b->resident_count + i);
        bool needed = i < m->seen && lm_best_is_needed(best, (int32_t)(b->resident_count + i));
        lm_dense_move(*out, v, needed ? UP : BELOW);
        const int32_t mate = lm_dense_mate(left->matching, v);
        if (mate != LM_ALONE && mate < v && lm_dense_class(*out, v) == BELOW &&
            lm_dense_class(*out, mate) == BELOW)
            lm_dense_pair(*out, v, mate);
    }
    return status;
}

/* Draw the residents and their pairs that the best matchings of the near view have, and one vertex
 * for each odd set that these fill; ${*simple} false: somebody below is in such a set. */
static enum lm_status draw_residents(const struct problem *m, const struct lm_best *best,
                                     struct lm_dense *out, bool *simple)
{
    const uint32_t hosts = m->b->resident_count, seen = hosts + m->seen;
    int32_t *depth = lm_arena_alloc(m->b->d->arena, seen, sizeof *depth);
    uint32_t *set_of = lm_arena_alloc(m->b->d->arena, hosts, sizeof *set_of);
    *simple = true;
    if (depth == NULL || set_of == NULL)
        return LM_LIMIT;
    for (uint32_t r = 0; r < hosts; r++) {
        set_of[r] = r;
        lm_dense_restore(out, tight_vertex(m, r));
        lm_best_depths(best, (int32_t)r, depth);
        for (uint32_t v = 0; v < seen; v++) {
            if (depth[v] != LM_BARRED)
                lm_dense_meet(out, tight_vertex(m, r), tight_vertex(m, v));
            if (depth[v] > 0 && v >= hosts)
                *simple = false;
            else if (depth[v] > 0 && v < r)
                unite(set_of, hosts, v, r);
        }
    }
    for (uint32_t r = 0; r < hosts; r++)
        if (set_of[r] != r)
            lm_dense_merge(out, tight_vertex(m, set_of[r]), tight_vertex(m, r));
    return LM_OK;
}

/* The best matchings of the near view, and those below who do not come up paired with each other,
 * as the perfect matchings of ${*out}; NULL: they are not simply that.  Who is needed there comes
 * up in all of them. */
static enum lm_status list_best_with_rest(const struct problem *m, const struct lm_best *best,
                                          struct lm_dense **out)
{
    bool simple = false;
    enum lm_status status = draw_lower(m, best, out);
    if (status == LM_OK)
        status = draw_residents(m, best, *out, &simple);
    if (!simple)
        *out = NULL;
    return status;
}

/* The first of the best sets of the near view without which those below can be paired, or the first
 * of all; ${*done}: there is one, or this one is. */
static enum lm_status take_nearby(struct problem *m, struct lm_best *best, bool *done)
{
    struct lm_dense *tight = NULL;
    enum lm_status status = LM_OK;
    *done = false;
    if (!LM_LEAN && m->b->left->matching != NULL)
        status = list_best_with_rest(m, best, &tight);
    if (status != LM_OK || (tight != NULL && !lm_dense_is_perfect(tight)))
        return status;
    if (tight == NULL)
        status = pose_with_order(m, 1, &best);
    if (status == LM_OK)
        status = take_in_order(m, best, tight);
    *done = tight != NULL;
    return status == LM_OK && tight == NULL ? lm_dubov26_rest_is_legal(m->b, done) : status;
}

static void keep_prices(struct problem *m, const struct lm_best *best)
{
    const uint32_t count = m->b->resident_count + m->seen;
    m->priced = 0;
    while (!LM_LEAN && m->priced < count &&
           lm_best_prices(best, (int32_t)m->priced, m->prices[m->priced]))
        m->priced++;
}

/* Where the reach is known, somebody of its last score is needed. */
static uint32_t first_view(const struct problem *m)
{
    uint32_t seen = 1;
    while (m->narrowed && m->level[seen - 1] + 1 < m->reach)
        seen++;
    return seen;
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
    for (m->seen = first_view(m); status == LM_OK && !enough; m->seen *= 2) {
        struct lm_best *best;
        m->seen = m->seen < b->lower_count ? end_of_score(m, m->seen) : b->lower_count;
        status = pose(m, 1, &best);
        enough = status == LM_OK && all_are_paired(m, best);
        if (enough)
            status = take_nearby(m, best, done);
        if (enough && status == LM_OK && !*done)
            keep_prices(m, best);
        else if (!enough && m->seen == b->lower_count && status == LM_OK)
            /* they can be paired completely, unless by parts */
            return m->part == NULL ? LM_INTERNAL : LM_OK;
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

/* How many residents a largest matching of them among themselves leaves alone: no fewer come up. */
static uint32_t residents_alone(const struct dubov26_bracket *b)
{
    struct lm_dense *matching = b->left->matching;
    lm_dense_keep(matching);
    lm_left_look_at(b->left, b->members, b->resident_count, NULL, 0);
    lm_dense_repair(matching);
    uint32_t alone = (uint32_t)lm_dense_alone(matching);
    lm_dense_go_back(matching);
    return alone;
}

/* The decomposition of Gallai and Edmonds of those below by themselves.  No fewer come up than a
 * largest matching of them leaves ${alone}.  With just so many, those below make a largest
 * matching, whose pairs are within C, within a component of D, or between A and D, and who comes up
 * is of D; and no two residents meet if each has to have one of them.  Where the best matching of
 * the pairs that are so has just so many upfloaters, it is the best one of all.  Nothing of this is
 * asked where the matching in hand, largest or not, leaves fewer alone than the residents need. */
static enum lm_status find_parts(struct problem *m)
{
    const struct dubov26_bracket *b = m->b;
    const struct lm_left *left = b->left;
    if (LM_LEAN || left->matching == NULL)
        return LM_OK;
    uint8_t *part = lm_arena_alloc(b->d->arena, left->count, sizeof *part);
    int32_t *base = lm_arena_alloc(b->d->arena, left->count, sizeof *base);
    if (part == NULL || base == NULL)
        return LM_LIMIT;
    lm_left_look_at(left, b->lower, b->lower_count, NULL, 0);
    m->least = residents_alone(b);
    m->apart = m->least == b->resident_count;
    if ((uint32_t)lm_dense_alone(left->matching) < m->least)
        return LM_OK;
    lm_dense_decompose(left->matching, part, base);
    m->alone = (uint32_t)lm_dense_alone(left->matching);
    if (m->alone == 0 || m->alone < m->least)
        return LM_OK;
    m->apart = m->alone >= b->resident_count;
    m->beyond = m->alone > m->least && !m->apart;
    m->least = m->alone;
    for (uint32_t i = 0; i < b->lower_count; i++) { /* ascending: nobody is written over too soon */
        part[i] = part[b->lower[i] - left->first];
        base[i] = base[b->lower[i] - left->first];
    }
    m->component = base;
    m->part = part;
    return LM_OK;
}

/* Is ${best} what the parts and the reach promise? */
static bool is_as_told(const struct problem *m, const struct lm_best *best)
{
    return all_are_paired(m, best) && count_upfloaters(m, best, NULL) == m->least;
}

/* From how many scores somebody can come up. */
static enum lm_status find_reach(struct problem *m)
{
    if (LM_LEAN || m->b->left->matching == NULL)
        return LM_OK;
    m->narrowed = true;
    return lm_dubov26_reach(m->b, m->level, m->part, !m->apart, &m->reach);
}

/* Bar the scores below the reach, or where that is not known whom bar_lowest can. */
static enum lm_status bar_low(struct problem *m)
{
    if (!m->narrowed)
        return bar_lowest(m);
    for (uint32_t level = 0; level < m->levels; level++)
        m->cost[level] = level < m->reach ? COSTS_NOTHING : STAYS_BELOW;
    return LM_OK;
}

static enum lm_status choose_of_all(struct problem *m)
{
    m->near = false;
    m->seen = m->b->lower_count;
    m->room = m->b->d->way == DUBOV26_OF_ALL ? 1 : FIRST_ROOM;
    struct lm_mark mark = lm_arena_mark(m->b->d->arena);
    enum lm_status status = bar_low(m);
    for (bool all = false; status == LM_OK && !all;) {
        struct lm_best *best;
        int32_t scores = give_places(m, &all);
        status = pose(m, scores, &best);
        if (status == LM_OK && (m->part != NULL || m->reach < m->levels) && !is_as_told(m, best)) {
            m->part = NULL;
            m->reach = m->levels;
            m->narrowed = all = false;
            lm_arena_reset(m->b->d->arena, mark);
            status = bar_lowest(m);
            continue;
        }
        if (status == LM_OK && !all_are_paired(m, best))
            status = LM_INTERNAL; /* the round can be completed: the bye was chosen so */
        struct lm_dense *tight = NULL;
        if (!LM_LEAN && status == LM_OK && all)
            status = list_best(m, best, &tight);
        if (status == LM_OK && all && tight == NULL)
            status = pose_with_order(m, scores, &best);
        if (status == LM_OK)
            status = all ? take_in_order(m, best, tight) : bar_unused(m, best);
        lm_arena_reset(m->b->d->arena, mark);
    }
    return status;
}

/* Is the near view worth a look?  Where those below leave more alone than the residents need it
 * cannot be right; and it seldom is where they are hardly more than those who come up. */
static bool is_near_likely(const struct problem *m)
{
    const bool many = !LM_LEAN && m->narrowed && m->part == NULL && m->b->d->way < DUBOV26_NEARBY &&
                      LOWER_PER_RESIDENT * m->b->resident_count >= m->b->lower_count;
    return !m->beyond && !many && !m->b->far;
}

/* Where those below leave some alone whom the residents need not have. */
static enum lm_status choose_spare(struct problem *m, bool *chosen, bool *done)
{
    const struct dubov26_spare given = {m->level, m->part, m->component, m->alone};
    if (LM_LEAN || m->part == NULL || m->apart || m->b->d->way != DUBOV26_GUESS)
        return LM_OK;
    return lm_dubov26_choose_spare(m->b, &given, chosen, done);
}

enum lm_status lm_dubov26_weigh_upfloaters(struct dubov26_bracket *b, bool *done)
{
    struct problem m = {.b = b};
    bool chosen = false;
    *done = false;
    enum lm_status status = list_scores(&m);
    if (status == LM_OK)
        status = find_parts(&m);
    if (status == LM_OK)
        status = choose_spare(&m, &chosen, done);
    if (status != LM_OK || chosen)
        return status;
    if (b->d->way <= DUBOV26_NEARBY)
        status = find_reach(&m);
    if (status == LM_OK && is_near_likely(&m) && b->d->way <= DUBOV26_NEARBY)
        status = choose_nearby(&m, &chosen);
    return status != LM_OK || chosen ? status : choose_of_all(&m);
}
