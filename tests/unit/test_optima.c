/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <string.h>

#include "graph/best.h"
#include "graph/chain.h"
#include "graph/optima.h"
#include "graph/tight.h"
#include "limmat/matching.h"
#include "limmat/random.h"
#include "weights.h"

/* What the proof of one best matching tells of all others, against all matchings of small graphs.
 */

enum { MOST = WEIGHTS_MOST, ROUNDS = 3000, CHAIN_ROUNDS = 20000, SET_ROUNDS = 60000 };

struct sample {
    struct weights w;
    int32_t best[1 << MOST]; /* per set of vertices: what it comes to at best */
};

static void draw(struct sample *s, struct lm_random *random)
{
    const uint64_t percent = 10 * (1 + lm_random_below(random, 9));
    memset(s->best, 0, sizeof s->best);
    draw_weights(&s->w, MOST, percent, 1 + (int32_t)lm_random_below(random, 3), random);
}

static void weigh_all(struct sample *s)
{
    for (int32_t set = 1; set < 1 << s->w.n; set++) {
        int32_t first = __builtin_ctz((unsigned)set), rest = set & (set - 1);
        s->best[set] = s->best[rest];
        for (int32_t v = first + 1; v < s->w.n; v++) {
            if ((rest >> v & 1) == 0 || s->w.weight[first][v] == 0)
                continue;
            int32_t worth = s->w.weight[first][v] + s->best[rest & ~(1 << v)];
            s->best[set] = worth > s->best[set] ? worth : s->best[set];
        }
    }
}

/* A best matching, by weights that are ${greatest} at most. */
static struct lm_best *solve(const struct sample *s, int64_t greatest, struct lm_arena *arena)
{
    struct lm_best *best = NULL;
    const struct lm_priority range = {.edge_high = greatest};
    struct lm_priorities priorities = {
        .count = 1, .range = &range, .edge = weight_of, .context = &s->w};
    assert_int_equal(lm_best_new(&best, arena, s->w.n, &priorities), LM_OK);
    lm_best_solve(best);
    return best;
}

/* The last of the ${members} first ones left whom a best matching of ${left} gives to ${x}. */
static int32_t last_for(const struct sample *s, int32_t x, int32_t members, int32_t left)
{
    for (int32_t y = members - 1; y > x; y--)
        if ((left >> y & 1) != 0 && s->w.weight[x][y] > 0 &&
            s->w.weight[x][y] + s->best[left & ~(1 << x | 1 << y)] == s->best[left])
            return y;
    return LM_ALONE;
}

/* Let ${x} have the first one of ${open} whom a best matching of ${left} gives to it, if there is
 * one and that is ${can} be told; else LM_ALONE. */
static int32_t take_first_for(const struct sample *s, struct lm_optima *optima, int32_t x,
                              int32_t open, int32_t left, bool *can)
{
    for (int32_t y = x + 1; y < s->w.n && *can; y++)
        if ((open >> y & 1) != 0 && s->w.weight[x][y] > 0 &&
            s->w.weight[x][y] + s->best[left & ~(1 << x | 1 << y)] == s->best[left]) {
            *can = lm_optima_take(optima, x, y);
            return *can ? y : LM_ALONE;
        }
    return LM_ALONE;
}

static void bar(struct sample *s, struct lm_optima *optima, int32_t x, int32_t members,
                int32_t left)
{
    uint64_t others = (uint64_t)(left & ((1 << members) - 1) & ~(1 << x));
    for (int32_t y = 0; y < members; y++)
        if ((others >> y & 1) != 0)
            s->w.weight[x][y] = s->w.weight[y][x] = 0;
    weigh_all(s);
    lm_optima_bar(optima, x, &others);
}

/* Each of the ${members} first ones takes the last one he can have, of the ${given} first the first
 * one, and what then is left of a best matching is one of those left.  How many were given one. */
static int take_all(struct sample *s, struct lm_optima *optima, int32_t members, int32_t given)
{
    int32_t left = (1 << s->w.n) - 1, all = left;
    int32_t total = s->best[all], made = 0, before[MOST][MOST];
    int taken = 0;
    bool can = true;
    memcpy(before, s->w.weight, sizeof before);
    for (int32_t x = 0; x < members; x++) {
        if ((all >> x & 1) == 0)
            continue;
        uint64_t candidates = (uint64_t)(all & ((1 << members) - 1)) & ~(((uint64_t)2 << x) - 1);
        int32_t expected =
            x < given ? take_first_for(s, optima, x, (int32_t)candidates, left, &can) : LM_ALONE;
        taken += expected != LM_ALONE;
        if (expected == LM_ALONE) {
            expected = last_for(s, x, members, left);
            assert_int_equal(lm_optima_take_last(optima, x, &candidates), expected);
        }
        all &= ~(1 << x);
        if (expected == LM_ALONE) {
            bar(s, optima, x, members, all | 1 << x);
            continue;
        }
        all &= ~(1 << expected);
        left &= ~(1 << x | 1 << expected);
        made += before[x][expected];
    }
    lm_optima_finish(optima);
    assert_int_equal(made + s->best[left], total);
    made = 0;
    for (int32_t v = 0; v < s->w.n; v++) {
        int32_t mate = lm_optima_mate(optima, v);
        made += mate == LM_ALONE ? 0 : before[v][mate];
        assert_true(mate == LM_ALONE || lm_optima_mate(optima, mate) == v);
    }
    assert_int_equal(made, 2 * total);
    return taken;
}

static void optima_are_those_of_all_matchings(void **state)
{
    (void)state;
    struct lm_random random = lm_random_from(1);
    int told = 0, taken = 0;
    for (int round = 0; round < ROUNDS; round++) {
        static struct sample s;
        struct lm_arena *arena = NULL;
        struct lm_best *best = NULL;
        struct lm_optima *optima = NULL;
        draw(&s, &random);
        weigh_all(&s);
        assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
        best = solve(&s, 3, arena);
        assert_int_equal(lm_optima_new(&optima, arena, best, s.w.n), LM_OK);
        if (optima != NULL) {
            const int32_t given = (int32_t)lm_random_below(&random, (uint64_t)s.w.n);
            taken += take_all(&s, optima, 1 + (int32_t)lm_random_below(&random, (uint64_t)s.w.n),
                              round % 2 == 0 ? given : 0);
            told++;
        }
        lm_arena_free(arena);
    }
    assert_true(told > ROUNDS / 2);
    assert_true(taken > ROUNDS / 8);
}

/* Each in turn takes the first of some whom he can have, and the rest is a best matching of those
 * left. */
static void take_firsts(const struct sample *s, struct lm_chain *chain, struct lm_random *random)
{
    int32_t left = (1 << s->w.n) - 1, total = s->best[left], made = 0;
    for (int32_t x = 0; x < s->w.n; x++) {
        uint64_t some = lm_random_below(random, (uint64_t)1 << s->w.n);
        int32_t expected = LM_ALONE;
        if ((left >> x & 1) == 0)
            continue;
        for (int32_t y = s->w.n - 1; y >= 0; y--)
            if (y != x && (left & (int32_t)some) >> y & 1 && s->w.weight[x][y] > 0 &&
                s->w.weight[x][y] + s->best[left & ~(1 << x | 1 << y)] == s->best[left])
                expected = y;
        assert_int_equal(lm_chain_take_first(chain, x, &some), expected);
        if (expected != LM_ALONE)
            left &= ~(1 << x | 1 << expected);
    }
    lm_chain_finish(chain);
    for (int32_t v = 0; v < s->w.n; v++) {
        int32_t mate = lm_chain_mate(chain, v);
        made += mate == LM_ALONE ? 0 : s->w.weight[v][mate];
        assert_true(mate == LM_ALONE || lm_chain_mate(chain, mate) == v);
    }
    assert_int_equal(made, 2 * total);
}

/* How many odd sets of positive dual hold ${v}. */
static int count_sets(const struct lm_best *best, int32_t v)
{
    int count = 0;
    for (int32_t u = 0; u < best->vertices; u++) {
        int32_t depth = u == v ? 0 : lm_best_depth(best, u, v);
        count = depth > count ? depth : count;
    }
    return count;
}

static void chains_of_sets_are_asked_for_all_best_matchings(void **state)
{
    (void)state;
    struct lm_random random = lm_random_from(3);
    int told[4] = {0};
    for (int round = 0; round < CHAIN_ROUNDS; round++) {
        static struct sample s;
        struct lm_arena *arena = NULL;
        struct lm_best *best = NULL;
        struct lm_chain *chain = NULL;
        draw(&s, &random);
        weigh_all(&s);
        assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
        best = solve(&s, 3, arena);
        assert_int_equal(lm_chain_new(&chain, arena, best, s.w.n), LM_OK);
        int sets = 0;
        for (int32_t v = 0; v < s.w.n && chain != NULL; v++)
            sets = count_sets(best, v) > sets ? count_sets(best, v) : sets;
        if (chain != NULL) {
            take_firsts(&s, chain, &random);
            told[sets < 3 ? sets : 3]++;
        }
        lm_arena_free(arena);
    }
    for (int sets = 0; sets < 3; sets++)
        assert_true(told[sets] > 100);
}

/* Where one odd set is to be filled, and nobody can be alone: the chain of its members and of the
 * pairs without slack alone; NULL elsewhere. */
static struct lm_chain *chain_of_one_set(struct lm_arena *arena, const struct lm_best *best)
{
    const int32_t n = best->vertices;
    int32_t set[MOST] = {0}, size = 0;
    uint64_t *pairs = lm_arena_alloc(arena, MOST, sizeof *pairs);
    struct lm_chain *chain = NULL;
    bool one = n % 2 == 0 && pairs != NULL;
    for (int32_t v = 0; v < n && one; v++) {
        set[v] = count_sets(best, v);
        size += set[v];
        one = set[v] <= 1 && lm_best_is_needed(best, v) && lm_best_mate(best, v) != LM_ALONE;
        for (int32_t u = 0; u < n; u++)
            if (u != v && lm_best_depth(best, u, v) != LM_BARRED)
                pairs[v] |= UINT64_C(1) << u;
    }
    for (int32_t v = 0; v < n && one; v++) /* and not two */
        for (int32_t u = 0; u < v; u++)
            one = one && !(set[u] && set[v] && lm_best_depth(best, u, v) == 0);
    if (one && size % 2 != 0)
        assert_int_equal(lm_chain_new_of_set(&chain, arena, n, pairs, set, best->mate), LM_OK);
    return chain;
}

/* Let one pair more be worth more than any others are dearer by. */
enum { PAIR = 2 * MOST };

static void want_pairs(struct sample *s)
{
    for (int32_t u = 0; u < s->w.n; u++)
        for (int32_t v = 0; v < s->w.n; v++)
            s->w.weight[u][v] += s->w.weight[u][v] > 0 ? PAIR : 0;
}

static void one_set_is_asked_without_its_proof(void **state)
{
    (void)state;
    struct lm_random random = lm_random_from(5);
    int told = 0;
    for (int round = 0; round < SET_ROUNDS; round++) {
        static struct sample s;
        struct lm_arena *arena = NULL;
        struct lm_best *best = NULL;
        draw(&s, &random);
        want_pairs(&s);
        weigh_all(&s);
        assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
        best = solve(&s, 3 + PAIR, arena);
        struct lm_chain *chain = chain_of_one_set(arena, best);
        if (chain != NULL) {
            take_firsts(&s, chain, &random);
            told++;
        }
        lm_arena_free(arena);
    }
    assert_true(told > 100);
}

/* What is true of the perfect matchings of ${left}, ${worth} being made already. */
struct perfect {
    const struct sample *s;
    const struct lm_dense *dense;
    int32_t total;    /* of a best matching */
    int best, others; /* perfect ones of pairs that are not barred */
};

/* ${barred}: a pair made already is.  Recursion: as deep as there are vertices. */
static void match_all(struct perfect *p, int32_t left, int32_t worth, bool barred)
{
    if (left == 0) {
        assert_false(barred && worth == p->total);
        p->best += worth == p->total;
        p->others += !barred && worth != p->total;
        return;
    }
    int32_t u = __builtin_ctz((unsigned)left);
    for (int32_t v = u + 1; v < p->s->w.n; v++)
        if ((left >> v & 1) != 0 && p->s->w.weight[u][v] > 0)
            match_all(p, left & ~(1 << u | 1 << v), worth + p->s->w.weight[u][v],
                      barred || lm_dense_is_barred(p->dense, u, v));
}

static void no_pair_of_a_best_matching_is_barred(void **state)
{
    (void)state;
    struct lm_random random = lm_random_from(2);
    int told = 0;
    for (int round = 0; round < ROUNDS; round++) {
        static struct sample s;
        static const bool may[1] = {false};
        struct lm_arena *arena = NULL;
        struct lm_best *best = NULL;
        struct lm_dense *dense = NULL;
        bool all = false;
        draw(&s, &random);
        weigh_all(&s);
        assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
        best = solve(&s, 3, arena);
        assert_int_equal(lm_dense_new(&dense, arena, s.w.n, 1, may), LM_OK);
        assert_int_equal(lm_dense_bar_worse(dense, best, s.w.n, arena, &all), LM_OK);
        struct perfect p = {.s = &s, .dense = dense, .total = s.best[(1 << s.w.n) - 1]};
        match_all(&p, (1 << s.w.n) - 1, 0, false);
        if (all && p.best > 0) {
            assert_int_equal(p.others, 0);
            told++;
        }
        lm_arena_free(arena);
    }
    assert_true(told > ROUNDS / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(optima_are_those_of_all_matchings),
        cmocka_unit_test(chains_of_sets_are_asked_for_all_best_matchings),
        cmocka_unit_test(one_set_is_asked_without_its_proof),
        cmocka_unit_test(no_pair_of_a_best_matching_is_barred)};
    return cmocka_run_group_tests_name("optima", tests, NULL, NULL);
}
