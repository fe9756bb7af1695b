/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <string.h>

#include "graph/best.h"
#include "graph/matching.h"
#include "graph/optima.h"
#include "graph/tight.h"
#include "limmat/random.h"
#include "weights.h"

/* What the proof of one best matching tells of all others, against all matchings of small graphs.
 */

enum { MOST = WEIGHTS_MOST, ROUNDS = 3000 };

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

/* Each of the ${members} first ones takes the last one he can have, and what then is left of a best
 * matching is one of those left. */
static void take_all(struct sample *s, struct lm_optima *optima, int32_t members)
{
    int32_t left = (1 << s->w.n) - 1, all = left;
    int32_t total = s->best[all], made = 0, before[MOST][MOST];
    memcpy(before, s->w.weight, sizeof before);
    for (int32_t x = 0; x < members; x++) {
        if ((all >> x & 1) == 0)
            continue;
        uint64_t candidates = (uint64_t)(all & ((1 << members) - 1)) & ~(((uint64_t)2 << x) - 1);
        int32_t expected = last_for(s, x, members, left);
        assert_int_equal(lm_optima_take_last(optima, x, &candidates), expected);
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
}

static void optima_are_those_of_all_matchings(void **state)
{
    (void)state;
    struct lm_random random = lm_random_from(1);
    int told = 0;
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
            take_all(&s, optima, 1 + (int32_t)lm_random_below(&random, (uint64_t)s.w.n));
            told++;
        }
        lm_arena_free(arena);
    }
    assert_true(told > ROUNDS / 2);
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(optima_are_those_of_all_matchings),
                                       cmocka_unit_test(no_pair_of_a_best_matching_is_barred)};
    return cmocka_run_group_tests_name("optima", tests, NULL, NULL);
}
