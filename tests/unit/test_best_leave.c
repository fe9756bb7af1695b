/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <string.h>

#include "graph/best.h"
#include "graph/bits.h"
#include "graph/optima.h"
#include "limmat/random.h"
#include "weights.h"

/* lm_best_leave against all matchings there are: of those that leave so many alone the best ones
 * are exactly those that its proof allows.  And with others whom they meet, or places for them, its
 * duals are a start. */

enum { MOST = 9, FIELDS = 3000 };

/* What the proof says. */
struct proof {
    int32_t depth[MOST][MOST], deep;
    bool needed[MOST];
};

/* All matchings that leave ${alone} alone: the greatest weight, and how many of them were best
 * and allowed, one but not the other. */
struct tally {
    const struct weights *s;
    const struct proof *proof;
    int32_t alone, greatest, both, one;
};

static void draw(struct weights *s, struct lm_random *random)
{
    const uint64_t weights = lm_random_below(random, 2) == 0 ? 3 : 50;
    const int32_t greatest = 1 + (int32_t)lm_random_below(random, weights);
    draw_weights(s, MOST, 30 + lm_random_below(random, 71), greatest, random);
}

/* Go on from ${u} with the matching so far: its weight, depth, how many it leaves alone, and
 * whether the proof allows it.  ${judge}: the greatest weight is known. */
static void enumerate(struct tally *t, uint32_t used, int32_t weight, int32_t deep, int32_t alone,
                      bool allowed, bool judge)
{
    const struct weights *s = t->s;
    int32_t u = 0;
    while (u < s->n && (used >> u & 1) != 0)
        u++;
    if (u == s->n) {
        if (alone != t->alone)
            return;
        bool best = weight == t->greatest, right = allowed && deep == t->proof->deep;
        if (!judge)
            t->greatest = weight > t->greatest ? weight : t->greatest;
        else if (best || right)
            *(best == right ? &t->both : &t->one) += 1;
        return;
    }
    used |= 1U << u;
    enumerate(t, used, weight, deep, alone + 1, allowed && !t->proof->needed[u], judge);
    for (int32_t v = u + 1; v < s->n; v++)
        if ((used >> v & 1) == 0 && s->weight[u][v] > 0)
            enumerate(t, used | 1U << v, weight + s->weight[u][v], deep + t->proof->depth[u][v],
                      alone, allowed && t->proof->depth[u][v] != LM_BARRED, judge);
}

static void read_proof(const struct lm_best *best, int32_t n, struct proof *proof)
{
    proof->deep = 0;
    for (int32_t v = 0; v < n; v++) {
        lm_best_depths(best, v, proof->depth[v]);
        proof->needed[v] = lm_best_is_needed(best, v);
        if (lm_best_mate(best, v) > v)
            proof->deep += proof->depth[v][lm_best_mate(best, v)];
    }
}

static bool nobody_must(const void *context, int32_t v)
{
    (void)context;
    (void)v;
    return false;
}

/* The sample and ${others}, of whom nobody may meet another. */
struct wider {
    const struct weights *s;
    int32_t others;
};

static bool weight_with(const void *context, int32_t u, int32_t v, int64_t *value)
{
    const struct wider *w = context;
    int32_t low = u < v ? u : v, high = u < v ? v : u;
    *value = high < w->s->n ? w->s->weight[u][v] : 0;
    return high < w->s->n ? *value > 0 : low < w->s->n;
}

/* The same with as many others as leave: what it comes to is right, and soon found. */
static int32_t solve_wider(const struct weights *s, struct lm_arena *arena,
                           const struct lm_priority *range, const uint64_t *dual,
                           const struct tally *t)
{
    struct wider wider = {s, t->alone};
    struct lm_priorities priorities = {
        .count = 1, .range = range, .most_pairs = true, .edge = weight_with, .context = &wider};
    struct lm_best *best = NULL;
    int32_t weight = 0, n = s->n + t->alone;
    assert_int_equal(lm_best_new(&best, arena, n, &priorities), LM_OK);
    if (dual != NULL)
        lm_best_start_at(best, dual);
    lm_best_solve(best);
    assert_true(lm_best_is_sane(best));
    assert_int_equal(lm_best_certify(best, arena), LM_OK);
    for (int32_t v = 0; v < n; v++) {
        int32_t mate = lm_best_mate(best, v);
        assert_int_not_equal(mate, LM_ALONE);
        weight += v < mate && mate < s->n ? s->weight[v][mate] : 0;
    }
    assert_int_equal(weight, t->greatest);
    return (int32_t)best->stages;
}

/* How many stages the duals spared. */
static int32_t spared;

static void go_on(const struct weights *s, struct lm_arena *arena, const struct lm_priority *range,
                  const struct lm_best *left, const struct tally *t)
{
    uint64_t dual[2 * MOST + 3], wrong[2 * MOST];
    assert_int_equal(left->words, 1);
    lm_best_leave_duals(left, dual);
    for (int32_t v = s->n; v < 2 * MOST; v++)
        dual[v] = dual[s->n];
    for (int32_t v = 0; v < 2 * MOST; v++)
        wrong[v] = dual[v] / (uint64_t)(1 + v % 3);
    spared += solve_wider(s, arena, range, NULL, t) - solve_wider(s, arena, range, dual, t);
    solve_wider(s, arena, range, wrong, t);
}

static bool edge_or_place(const void *context, int32_t u, int32_t v, int64_t *value)
{
    const struct wider *w = context;
    bool edge = weight_with(context, u, v, &value[1]);
    return edge && (u >= w->s->n || v >= w->s->n || value[1] > 0);
}

/* A place that nobody takes is worse than any weights. */
static void alone_or_empty(const void *context, int32_t v, int64_t *value)
{
    const struct wider *w = context;
    value[0] = v < w->s->n ? 0 : -1;
}

/* The greatest weight with ${alone} places, all of them taken, from the proof without them or
 * (${start} false) from nothing; returns how many stages it took. */
static int32_t fill_places(const struct weights *s, struct lm_arena *arena, const struct tally *t,
                           bool start)
{
    struct wider wider = {s, t->alone};
    const int32_t n = s->n + t->alone;
    const struct lm_priority ranges[2] = {{.alone_low = -1, .most = 2 * MOST},
                                          {.edge_high = s->greatest, .most = 50 * MOST}};
    struct lm_priorities priorities = {.count = 2,
                                       .range = ranges,
                                       .edge = edge_or_place,
                                       .alone = alone_or_empty,
                                       .context = &wider};
    struct lm_best *best = NULL, *few = NULL;
    int32_t weight = 0;
    assert_int_equal(lm_best_new(&best, arena, n, &priorities), LM_OK);
    assert_int_equal(lm_best_new(&few, arena, s->n, &priorities), LM_OK);
    lm_best_solve(few);
    assert_true(lm_best_leave(few, arena, t->alone));
    if (start)
        lm_best_start_from(best, few);
    lm_best_solve(best);
    assert_true(lm_best_is_sane(best));
    assert_int_equal(lm_best_certify(best, arena), LM_OK);
    for (int32_t v = 0; v < n; v++) {
        int32_t mate = lm_best_mate(best, v);
        assert_true(v < s->n || mate != LM_ALONE);
        weight += v < mate && mate < s->n ? s->weight[v][mate] : 0;
    }
    assert_int_equal(weight, t->greatest);
    return (int32_t)best->stages;
}

/* How many stages a start with places spared. */
static int32_t spared_by_places;

/* Whether it was done with ${alone}; then it is right. */
static bool leaves(const struct weights *s, struct lm_arena *arena, int32_t alone)
{
    struct lm_priority range = {.edge_high = s->greatest, .most = (uint64_t)s->greatest * MOST};
    struct lm_priorities priorities = {
        .count = 1, .range = &range, .edge = weight_of, .must = nobody_must, .context = s};
    struct lm_best *best = NULL;
    struct proof proof;
    assert_int_equal(lm_best_new(&best, arena, s->n, &priorities), LM_OK);
    lm_best_solve(best);
    if (!lm_best_leave(best, arena, alone))
        return false;
    assert_true(lm_best_is_sane(best));
    read_proof(best, s->n, &proof);
    struct tally t = {.s = s, .proof = &proof, .alone = alone, .greatest = -1};
    enumerate(&t, 0, 0, 0, 0, true, false);
    enumerate(&t, 0, 0, 0, 0, true, true);
    assert_true(t.both > 0);
    assert_int_equal(t.one, 0);
    go_on(s, arena, &range, best, &t);
    spared_by_places += fill_places(s, arena, &t, false) - fill_places(s, arena, &t, true);
    return true;
}

static void the_best_that_leave_as_many_are_told(void **state)
{
    (void)state;
    struct lm_random random = lm_random_from(19);
    int done = 0;
    for (int i = 0; i < FIELDS; i++) {
        struct lm_arena *arena;
        struct weights s;
        assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
        draw(&s, &random);
        for (int32_t alone = s.n % 2; alone <= s.n; alone += 2)
            done += leaves(&s, arena, alone);
        lm_arena_free(arena);
    }
    assert_true(done > FIELDS);
    assert_true(spared > FIELDS / 2);
    assert_true(spared_by_places > FIELDS / 2);
}

/* ---- Who has to be paired, and would be anyway ---- */

struct some_must {
    struct weights s; /* first, for weight_of */
    uint32_t must;    /* as bits */
};

static bool must_be(const void *context, int32_t v)
{
    const struct some_must *m = context;
    return (m->must >> v & 1) != 0;
}

/* What a matching comes to is twice its weight and, for each who is alone, ${pay}[v]. */
struct paid {
    const struct weights *s;
    uint32_t must; /* not to be alone */
    const int64_t *pay;
};

/* The most that the rest can come to, and ${first}, if not negative, alone; below 0: nothing. */
static int64_t most_paid(const struct paid *p, uint32_t used, int32_t first)
{
    int32_t u = 0;
    int64_t most = INT64_MIN / 2;
    if (first >= 0)
        return p->pay[first] + most_paid(p, used | 1U << first, LM_ALONE);
    while (u < p->s->n && (used >> u & 1) != 0)
        u++;
    if (u == p->s->n)
        return 0;
    used |= 1U << u;
    if ((p->must >> u & 1) == 0)
        most = p->pay[u] + most_paid(p, used, LM_ALONE);
    for (int32_t v = u + 1; v < p->s->n; v++)
        if ((used >> v & 1) == 0 && p->s->weight[u][v] > 0) {
            int64_t now = 2 * p->s->weight[u][v] + most_paid(p, used | 1U << v, LM_ALONE);
            most = now > most ? now : most;
        }
    return most;
}

/* Of whom is it said that they stay, and of whom not, though they would? */
struct staying {
    int said, unsaid;
};

/* Whoever stays is alone in no matching that comes to as much as the best in which all are paired
 * who must. */
static void ask_who_stays(const struct some_must *m, const struct lm_best *best, int32_t times,
                          struct staying *count)
{
    const int64_t charge = (int64_t)words_of(best, best->charge, 0)[0];
    int64_t pay[MOST];
    struct paid p = {.s = &m->s, .must = m->must, .pay = pay};
    for (int32_t v = 0; v < m->s.n; v++)
        pay[v] = must_be(m, v) ? -times * charge : charge;
    const int64_t all = most_paid(&p, 0, LM_ALONE);
    for (int32_t v = 0; v < m->s.n; v++) {
        const bool would = most_paid(&p, 0, v) < all;
        if (!must_be(m, v))
            continue;
        if (lm_best_stays(best, v, times)) {
            assert_true(would);
            count->said++;
        } else {
            count->unsaid += would;
        }
    }
}

static void who_would_be_paired_anyway_is_told(void **state)
{
    (void)state;
    struct lm_random random = lm_random_from(23);
    struct staying count = {0};
    for (int i = 0; i < FIELDS; i++) {
        struct lm_arena *arena;
        struct some_must m;
        struct lm_best *best = NULL;
        assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
        draw(&m.s, &random);
        m.must = (uint32_t)lm_random_below(&random, 1U << m.s.n) &
                 (uint32_t)lm_random_below(&random, 1U << m.s.n);
        struct lm_priority range = {.edge_high = m.s.greatest,
                                    .most = (uint64_t)m.s.greatest * MOST};
        struct lm_priorities priorities = {
            .count = 1, .range = &range, .edge = weight_of, .must = must_be, .context = &m};
        assert_int_equal(lm_best_new(&best, arena, m.s.n, &priorities), LM_OK);
        lm_best_solve(best);
        bool all = lm_best_leave(best, arena, 2 + m.s.n % 2);
        for (int32_t v = 0; v < m.s.n; v++)
            all &= !must_be(&m, v) || lm_best_mate(best, v) != LM_ALONE;
        for (int32_t times = 0; times <= 1 && all; times++)
            ask_who_stays(&m, best, times, &count);
        lm_arena_free(arena);
    }
    assert_true(count.said > FIELDS / 10);
    assert_true(count.unsaid < count.said);
}

/* Prices that have nothing to do with the weights, some of them. */
struct guess {
    int64_t price[MOST];
};

static int32_t price_of(const void *context, int32_t v, struct lm_worth *worth)
{
    const struct guess *g = context;
    *worth = (struct lm_worth){0, g->price[v]};
    return g->price[v] != 0;
}

/* The greatest weight of the most pairs. */
static int32_t weight_from(const struct weights *s, const struct guess *guess,
                           struct lm_arena *arena)
{
    struct lm_priority range = {.edge_high = s->greatest};
    struct lm_priorities priorities = {
        .count = 1, .range = &range, .most_pairs = true, .edge = weight_of, .context = s};
    struct lm_best *best = NULL;
    int32_t weight = 0;
    assert_int_equal(lm_best_new(&best, arena, s->n, &priorities), LM_OK);
    if (guess != NULL)
        lm_best_start(best, price_of, guess);
    lm_best_solve(best);
    assert_true(lm_best_is_sane(best));
    assert_int_equal(lm_best_certify(best, arena), LM_OK);
    for (int32_t v = 0; v < s->n; v++)
        if (lm_best_mate(best, v) > v)
            weight += 1000 + s->weight[v][lm_best_mate(best, v)];
    return weight;
}

static void the_best_are_found_from_any_prices(void **state)
{
    (void)state;
    struct lm_random random = lm_random_from(20);
    for (int i = 0; i < FIELDS; i++) {
        struct lm_arena *arena;
        struct weights s;
        struct guess guess;
        assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
        draw(&s, &random);
        for (int32_t v = 0; v < s.n; v++)
            guess.price[v] = (int64_t)lm_random_below(&random, 2 * (uint64_t)s.greatest + 1) -
                             (int64_t)lm_random_below(&random, (uint64_t)s.greatest + 1);
        assert_int_equal(weight_from(&s, &guess, arena), weight_from(&s, NULL, arena));
        lm_arena_free(arena);
    }
}

/* The sample, and places for those of ${apt}. */
struct places {
    struct wider wider;
    bool apt[MOST];
};

static bool edge_or_apt(const void *context, int32_t u, int32_t v, int64_t *value)
{
    const struct places *p = context;
    int32_t n = p->wider.s->n, low = u < v ? u : v;
    return edge_or_place(&p->wider, u, v, value) && ((u < n && v < n) || p->apt[low]);
}

static void alone_or_empty_place(const void *context, int32_t v, int64_t *value)
{
    const struct places *p = context;
    alone_or_empty(&p->wider, v, value);
}

/* Each of ${n} in turn has the same last one in both. */
static void take_the_same(struct lm_optima *a, struct lm_optima *b, int32_t n)
{
    uint64_t left = (UINT64_C(1) << n) - 1;
    for (int32_t x = 0; x < n; x++) {
        if (!lm_set_holds(&left, x))
            continue;
        lm_set_drop(&left, x);
        int32_t mate = lm_optima_take_last(a, x, &left);
        assert_int_equal(lm_optima_take_last(b, x, &left), mate);
        if (mate != LM_ALONE) {
            lm_set_drop(&left, mate);
            continue;
        }
        lm_optima_bar(a, x, &left);
        lm_optima_bar(b, x, &left);
    }
}

/* Whether the solution without ${count} places tells all that is best with them; then it is right,
 * and all are taken. */
static bool tells_with_places(struct places *p, int32_t count, struct lm_arena *arena)
{
    const int32_t n = p->wider.s->n;
    const struct lm_priority ranges[2] = {{.alone_low = -1, .most = 2 * MOST},
                                          {.edge_high = p->wider.s->greatest, .most = 50 * MOST}};
    struct lm_priorities priorities = {.count = 2,
                                       .range = ranges,
                                       .edge = edge_or_apt,
                                       .alone = alone_or_empty_place,
                                       .context = p};
    struct lm_leaving leaving = {.count = count, .apt = p->apt};
    struct lm_best *best = NULL, *few = NULL;
    struct lm_optima *known = NULL, *told = NULL;
    int32_t alone = 0;
    assert_int_equal(lm_best_new(&few, arena, n, &priorities), LM_OK);
    lm_best_solve(few);
    for (int32_t v = 0; v < n; v++)
        alone += lm_best_mate(few, v) == LM_ALONE;
    leaving.charged = alone < count;
    if (leaving.charged && !lm_best_leave(few, arena, count))
        return false;
    assert_int_equal(lm_optima_new_leaving(&told, arena, few, n, &leaving), LM_OK);
    assert_int_equal(lm_best_new(&best, arena, n + count, &priorities), LM_OK);
    lm_best_solve(best);
    assert_int_equal(lm_optima_new(&known, arena, best, n + count), LM_OK);
    for (int32_t v = n; v < n + count && told != NULL; v++)
        assert_int_not_equal(lm_best_mate(best, v), LM_ALONE);
    if (told == NULL || known == NULL)
        return false;
    take_the_same(known, told, n);
    return true;
}

static void those_who_leave_need_no_places(void **state)
{
    (void)state;
    struct lm_random random = lm_random_from(21);
    int done = 0;
    for (int i = 0; i < FIELDS; i++) {
        struct lm_arena *arena;
        struct weights s;
        struct places p = {.wider = {.s = &s}};
        assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
        draw(&s, &random);
        for (int32_t v = 0; v < s.n; v++)
            p.apt[v] = lm_random_below(&random, 4) > 0;
        for (int32_t count = 2 - s.n % 2; count <= s.n; count += 2) {
            p.wider.others = count;
            done += tells_with_places(&p, count, arena);
        }
        lm_arena_free(arena);
    }
    assert_true(done > FIELDS);
}

/* A problem whose edges are worth what the sort of the one and the kind of the edge say. */
struct sorted {
    const struct weights *s;
    uint8_t sort[MOST], kind[MOST]; /* of an edge: that of its later one */
    int32_t sorts;                  /* edges of those from there on are worth another thing each */
};

static int64_t worth_by_sort(const struct sorted *p, int32_t u, int32_t v)
{
    int64_t own = p->sort[u] < p->sorts ? 0 : 7 * u;
    return 1 + 11 * p->sort[u] % 17 + 5 * p->kind[v] % 13 + own;
}

static int32_t few_by_sort(const void *context, int32_t u, int32_t v, struct lm_worth *value)
{
    const struct sorted *p = context;
    if (v == LM_ALONE)
        return 0;
    if (p->s->weight[u][v] == 0)
        return -1;
    *value = (struct lm_worth){0, worth_by_sort(p, u < v ? u : v, u < v ? v : u)};
    return 1;
}

static void kinds_by_sort(const void *context, int32_t u, uint8_t *kind)
{
    const struct sorted *p = context;
    for (int32_t v = u + 1; v < p->s->n; v++)
        kind[v] = p->s->weight[u][v] == 0 ? (uint8_t)KIND_OF_NONE : p->kind[v];
}

static void draw_sorted(struct sorted *p, struct weights *s, struct lm_random *random)
{
    p->s = s;
    draw(s, random);
    for (int32_t v = 0; v < s->n; v++) {
        p->sort[v] = (uint8_t)lm_random_below(random, 5);
        p->kind[v] = (uint8_t)lm_random_below(random, 3);
    }
}

static void edges_of_a_sort_are_asked_once(void **state)
{
    (void)state;
    struct lm_random random = lm_random_from(41);
    for (int field = 0; field < FIELDS; field++) {
        struct weights s;
        struct sorted p = {.sorts = 3};
        struct lm_arena *arena;
        assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
        draw_sorted(&p, &s, &random);
        struct lm_priority range = {.edge_high = 200};
        struct lm_priorities priorities = {
            .count = 1, .range = &range, .few = few_by_sort, .context = &p};
        struct lm_best *all, *sorted;
        assert_int_equal(lm_best_new(&all, arena, s.n, &priorities), LM_OK);
        assert_int_equal(
            lm_best_new_by_sorts(&sorted, arena, s.n, &priorities, kinds_by_sort, p.sort, p.sorts),
            LM_OK);
        lm_best_solve(all);
        lm_best_solve(sorted);
        for (int32_t u = 0; u < s.n; u++)
            for (int32_t v = u + 1; v < s.n; v++)
                assert_int_equal(lm_best_depth(all, u, v), lm_best_depth(sorted, u, v));
        lm_arena_free(arena);
    }
}

/* The same edges, the last one first. */
static int32_t ends_backwards(const void *context, int32_t u, uint8_t *kind, int32_t *end)
{
    const struct sorted *p = context;
    int32_t count = 0;
    for (int32_t v = p->s->n - 1; v > u; v--)
        if (p->s->weight[u][v] != 0) {
            kind[v] = p->kind[v];
            end[count++] = v;
        }
    return count;
}

static int64_t worth_of_all(const struct sorted *p, const struct lm_best *best)
{
    int64_t sum = 0;
    for (int32_t v = 0; v < p->s->n; v++)
        if (lm_best_mate(best, v) > v)
            sum += worth_by_sort(p, v, lm_best_mate(best, v));
    return sum;
}

/* Where an odd set holds nobody, tight pairs are those of depth 0. */
static void compare_tight_rows(const struct sorted *p, const struct lm_best *best)
{
    for (int32_t u = 0; u < p->s->n; u++) {
        uint64_t row[MOST / LM_SET_BITS + 1] = {0};
        int16_t depth[MOST];
        const bool single = lm_best_tight_row(best, u, row);
        assert_int_equal(single, lm_best_bar_slack(best, u, depth));
        for (int32_t v = u + 1; single && v < p->s->n; v++) {
            assert_int_equal(lm_set_holds(row, v), lm_best_depth(best, u, v) != LM_BARRED);
            assert_int_equal(depth[v], lm_best_depth(best, u, v));
        }
    }
}

static void edges_are_told_in_any_order(void **state)
{
    (void)state;
    struct lm_random random = lm_random_from(43);
    for (int field = 0; field < FIELDS; field++) {
        struct weights s;
        struct sorted p = {.sorts = field % 6};
        struct lm_arena *arena;
        assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
        draw_sorted(&p, &s, &random);
        struct lm_priority range = {.edge_high = 200};
        struct lm_priorities priorities = {
            .count = 1, .range = &range, .few = few_by_sort, .context = &p};
        struct lm_best *all, *told;
        assert_int_equal(lm_best_new(&all, arena, s.n, &priorities), LM_OK);
        assert_int_equal(
            lm_best_new_by_ends(&told, arena, s.n, &priorities, ends_backwards, p.sort, p.sorts),
            LM_OK);
        lm_best_solve(all);
        lm_best_solve(told);
        assert_int_equal(worth_of_all(&p, all), worth_of_all(&p, told));
        compare_tight_rows(&p, all);
        compare_tight_rows(&p, told);
        lm_arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges_are_told_in_any_order),
        cmocka_unit_test(the_best_that_leave_as_many_are_told),
        cmocka_unit_test(who_would_be_paired_anyway_is_told),
        cmocka_unit_test(the_best_are_found_from_any_prices),
        cmocka_unit_test(those_who_leave_need_no_places),
        cmocka_unit_test(edges_of_a_sort_are_asked_once),
    };
    return cmocka_run_group_tests_name("best_leave", tests, NULL, NULL);
}
