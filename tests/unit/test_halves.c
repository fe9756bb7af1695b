/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <string.h>

#include "graph/bits.h"
#include "graph/halves.h"
#include "limmat/random.h"

/* lm_halves_solve against all matchings there are: those of the least cost are exactly those of the
 * pairs that it tells, if there is one of these. */

enum { MOST = 8, KINDS = 3, FIELDS = 6000 };

struct sample {
    int32_t n, players;
    uint64_t pairs[KINDS][MOST]; /* a word is a row */
    int64_t cost[KINDS], lower[MOST], price[MOST];
    uint64_t spared;
    bool lowers, spares, priced;
};

/* What was found: the tight pairs, and how many matchings of them there are. */
struct tally {
    const struct sample *s;
    const uint64_t *tight;
    uint64_t alone;
    int64_t least;                /* of all; INT64_MAX: there is none */
    uint32_t best, both, allowed; /* of the least cost; and tight; tight */
};

static int64_t below(struct lm_random *random, uint64_t bound)
{
    return (int64_t)lm_random_below(random, bound);
}

static int64_t cost_of(const struct sample *s, int32_t kind, int32_t low, int32_t high)
{
    return s->cost[kind] + (kind == 0 && s->lowers && high < s->players ? s->lower[low] : 0);
}

/* Of the pair ${u} < ${v}, by its cheapest kind; false: there is none. */
static bool find_cost(const struct sample *s, int32_t u, int32_t v, int64_t *cost)
{
    bool any = false;
    for (int32_t kind = 0; kind < KINDS; kind++)
        if (lm_set_holds(&s->pairs[kind][u], v)) {
            const int64_t own = cost_of(s, kind, u, v);
            *cost = any && *cost < own ? *cost : own;
            any = true;
        }
    return any;
}

/* As much as prices may be: no pair, and nobody alone, costs less. */
static void draw_prices(struct sample *s, struct lm_random *random)
{
    for (int32_t v = 0; v < s->n; v++) {
        int64_t most = s->spares && lm_set_holds(&s->spared, v) ? 0 : 1000, cost;
        for (int32_t u = 0; u < s->n; u++)
            if (u != v && find_cost(s, u < v ? u : v, u < v ? v : u, &cost) && cost < most)
                most = cost;
        s->price[v] = most - below(random, 3);
    }
}

static void draw(struct sample *s, struct lm_random *random)
{
    const int64_t percent = 20 + below(random, 81), greatest = 1 + below(random, 12);
    *s = (struct sample){.n = 2 + (int32_t)below(random, MOST - 1),
                         .lowers = below(random, 2) == 0,
                         .spares = below(random, 2) == 0,
                         .priced = below(random, 2) == 0};
    s->players = (int32_t)below(random, (uint64_t)s->n + 1);
    for (int32_t kind = 0; kind < KINDS; kind++)
        s->cost[kind] = below(random, 2 * (uint64_t)greatest) - greatest;
    for (int32_t u = 0; u < s->n; u++) {
        s->lower[u] = below(random, (uint64_t)greatest);
        s->spared |= (uint64_t)below(random, 2) << u;
        for (int32_t v = u + 1; v < s->n; v++)
            for (int32_t times = 0; times < 2 && below(random, 100) < percent; times++) {
                uint64_t *pairs = s->pairs[below(random, KINDS)];
                lm_set_insert(&pairs[u], v);
                lm_set_insert(&pairs[v], u);
            }
    }
    draw_prices(s, random);
}

/* Go on from the first who is not ${used}: what the matching so far costs, and is it tight? */
static void enumerate(struct tally *t, uint64_t used, int64_t cost, bool tight, bool judge)
{
    const struct sample *s = t->s;
    int32_t u = 0;
    int64_t own;
    while (u < s->n && lm_set_holds(&used, u))
        u++;
    if (u == s->n) {
        t->least = cost < t->least ? cost : t->least;
        t->allowed += judge && tight;
        t->best += judge && cost == t->least;
        t->both += judge && tight && cost == t->least;
        return;
    }
    lm_set_insert(&used, u);
    if (s->spares && lm_set_holds(&s->spared, u))
        enumerate(t, used, cost, tight && lm_set_holds(&t->alone, u), judge);
    for (int32_t v = u + 1; v < s->n; v++)
        if (!lm_set_holds(&used, v) && find_cost(s, u, v, &own))
            enumerate(t, used | UINT64_C(1) << v, cost + own,
                      tight && lm_set_holds(&t->tight[u], v), judge);
}

/* Mates to begin with: some pairs there are. */
static void draw_mates(const struct sample *s, int32_t *mate, struct lm_random *random)
{
    int64_t cost;
    for (int32_t v = 0; v < s->n; v++)
        mate[v] = LM_ALONE;
    for (int32_t u = 0; u < s->n; u++)
        for (int32_t v = u + 1; v < s->n; v++)
            if (mate[u] == LM_ALONE && mate[v] == LM_ALONE && find_cost(s, u, v, &cost) &&
                below(random, 3) == 0) {
                mate[u] = v;
                mate[v] = u;
            }
}

static void check_mates(const struct sample *s, const int32_t *mate, const uint64_t *tight)
{
    for (int32_t v = 0; v < s->n; v++)
        if (mate[v] != LM_ALONE) {
            assert_int_equal(mate[mate[v]], v);
            assert_true(lm_set_holds(&tight[v], mate[v]));
        }
}

/* Drawn, the pairs have a matching of all if one was found. */
static void check_drawn(const struct sample *s, struct lm_arena *arena, const uint64_t *tight,
                        int32_t *mate, bool whole)
{
    const bool barred = false;
    struct lm_dense *dense;
    assert_int_equal(lm_dense_new(&dense, arena, s->n, 1, &barred), LM_OK);
    assert_true(lm_halves_draw(dense, s->n, tight, mate) == whole);
    assert_true(lm_dense_is_sane(dense));
    check_mates(s, mate, tight);
    for (int32_t v = 0; v < s->n && whole; v++)
        assert_true(mate[v] != LM_ALONE);
}

/* Into ${paid} what each pays. */
static void solve(const struct sample *s, struct lm_arena *arena, int32_t *mate, bool *known,
                  struct tally *t, uint64_t *tight, int64_t *paid)
{
    const uint64_t *const pairs[KINDS] = {s->pairs[0], s->pairs[1], s->pairs[2]};
    const struct lm_halves problem = {.vertices = s->n,
                                      .kinds = KINDS,
                                      .pairs = pairs,
                                      .cost = s->cost,
                                      .players = s->players,
                                      .lower = s->lowers ? s->lower : NULL,
                                      .spared = s->spares ? &s->spared : NULL,
                                      .paid = paid,
                                      .price = s->priced ? s->price : NULL};
    *t = (struct tally){.s = s, .tight = tight, .least = INT64_MAX};
    assert_int_equal(lm_halves_solve(&problem, arena, mate, known, tight, &t->alone), LM_OK);
}

/* What is paid adds up to what the best cost, and is a beginning from which there is nothing left
 * to do for who is matched. */
static void check_paid(const struct sample *s, struct lm_arena *arena, const int64_t *paid,
                       const struct tally *t, const int32_t *mate)
{
    struct sample again = *s;
    struct tally then;
    uint64_t tight[MOST] = {0};
    int64_t sum = 0, pays[MOST];
    int32_t mates[MOST];
    bool known;
    for (int32_t v = 0; v < s->n; v++) {
        sum += paid[v];
        again.price[v] = paid[v];
        mates[v] = mate[v];
    }
    assert_int_equal(sum, 2 * t->least);
    again.priced = true;
    solve(&again, arena, mates, &known, &then, tight, pays);
    assert_true(known);
    sum = 0;
    for (int32_t v = 0; v < s->n; v++)
        sum += pays[v];
    assert_int_equal(sum, 2 * t->least);
}

/* Without prices to begin with costs may not be below those of 0. */
static void raise_costs(struct sample *s)
{
    for (int32_t kind = 0; kind < KINDS && !s->priced; kind++)
        s->cost[kind] = s->cost[kind] < 0 ? -s->cost[kind] : s->cost[kind];
}

static void the_pairs_told_are_those_of_the_least_cost(void **state)
{
    (void)state;
    uint32_t whole = 0, halves = 0, none = 0;
    for (uint64_t seed = 0; seed < FIELDS; seed++) {
        struct lm_random random = lm_random_from(seed);
        struct lm_arena *arena;
        struct sample s;
        struct tally t;
        uint64_t tight[MOST] = {0};
        int64_t paid[MOST];
        int32_t mate[MOST];
        bool known;
        assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
        draw(&s, &random);
        raise_costs(&s);
        draw_mates(&s, mate, &random);
        solve(&s, arena, mate, &known, &t, tight, paid);
        enumerate(&t, 0, 0, true, false);
        if (known) {
            check_mates(&s, mate, tight);
            enumerate(&t, 0, 0, true, true);
            assert_int_equal(t.allowed, t.both);
            if (t.allowed > 0) {
                assert_int_equal(t.both, t.best);
                check_paid(&s, arena, paid, &t, mate);
            }
            if (!s.spares)
                check_drawn(&s, arena, tight, mate, t.allowed > 0);
        } else {
            assert_true(t.least == INT64_MAX);
        }
        whole += t.allowed > 0;
        halves += known && t.allowed == 0;
        none += !known;
        lm_arena_free(arena);
    }
    assert_true(whole > FIELDS / 2 && halves > FIELDS / 100 && none > FIELDS / 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_pairs_told_are_those_of_the_least_cost)};
    return cmocka_run_group_tests_name("halves", tests, NULL, NULL);
}
