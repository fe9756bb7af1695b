/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <string.h>

#include "graph/bits.h"
#include "graph/dense.h"
#include "graph/matching.h"
#include "limmat/random.h"

/* A matching by rows of bits is as large as that by lists, after all kinds of changes. */

enum { MOST = 150, CLASSES = 4, CHANGES = 60 };

/* The calls made to the dense matching, for the other one. */
struct sample {
    int32_t n;
    bool edge[MOST][MOST], barred[CLASSES * CLASSES], gone[MOST];
    uint8_t class_of[MOST];
};

static int32_t below(struct lm_random *random, int32_t bound)
{
    return (int32_t)lm_random_below(random, (uint64_t)bound);
}

static bool may(const struct sample *s, int32_t u, int32_t v)
{
    return u != v && s->edge[u][v] && !s->gone[u] && !s->gone[v] &&
           !s->barred[s->class_of[u] * CLASSES + s->class_of[v]];
}

/* At most ${most} vertices. */
static struct lm_dense *draw(struct sample *s, int32_t most, struct lm_arena *arena,
                             struct lm_random *random)
{
    struct lm_dense *m = NULL;
    int32_t percent = below(random, 101);
    *s = (struct sample){.n = 1 + below(random, most)};
    for (int a = 0; a < CLASSES; a++)
        for (int b = 0; b <= a; b++)
            s->barred[a * CLASSES + b] = s->barred[b * CLASSES + a] = below(random, 3) == 0;
    assert_int_equal(lm_dense_new(&m, arena, s->n, CLASSES, s->barred), LM_OK);
    lm_dense_bar_all(m);
    for (int32_t u = 0; u < s->n; u++)
        for (int32_t v = 0; v < u; v++) {
            s->edge[u][v] = s->edge[v][u] = below(random, 100) < percent;
            if (s->edge[u][v])
                lm_dense_meet(m, u, v);
        }
    return m;
}

/* Solve ${s} from the start: return how many vertices stay alone; ${even}: which ones can. */
static int32_t solve(const struct sample *s, struct lm_arena *arena, bool *even)
{
    size_t *start = lm_arena_alloc(arena, (size_t)s->n + 1, sizeof *start), used = 0;
    int32_t *list = lm_arena_alloc(arena, (size_t)s->n * (size_t)s->n, sizeof *list);
    struct lm_matching *m = NULL;
    for (int32_t u = 0; u < s->n; u++) {
        for (int32_t v = 0; v < s->n; v++)
            if (may(s, u, v))
                list[used++] = v;
        start[u + 1] = used;
    }
    struct lm_graph graph = {
        .form = LM_GRAPH_EDGES, .vertices = s->n, .start = start, .list = list};
    assert_int_equal(lm_matching_new(&m, arena, &graph), LM_OK);
    for (int32_t v = 0; v < s->n; v++)
        if (s->gone[v])
            lm_matching_remove(m, v);
    lm_matching_even_set(m, even);
    return lm_matching_alone(m);
}

static void change(struct sample *s, struct lm_dense *m, struct lm_random *random)
{
    int32_t v = below(random, s->n);
    switch (below(random, 3)) {
    case 0:
        s->class_of[v] = (uint8_t)below(random, CLASSES);
        lm_dense_move(m, v, s->class_of[v]);
        break;
    case 1:
        s->gone[v] = true;
        lm_dense_remove(m, v);
        break;
    default:
        s->gone[v] = false;
        lm_dense_restore(m, v);
    }
    assert_int_equal(lm_dense_class(m, v), s->class_of[v]);
}

static void compare(const struct sample *s, struct lm_dense *m)
{
    struct lm_arena *arena = NULL;
    bool even[MOST];
    uint8_t part[MOST];
    assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
    int32_t alone = solve(s, arena, even);
    assert_int_equal(lm_dense_is_perfect(m), alone == 0);
    assert_true(lm_dense_is_sane(m));
    lm_dense_repair(m);
    assert_int_equal(lm_dense_alone(m), alone);
    lm_dense_decompose(m, part, NULL);
    assert_true(lm_dense_is_sane(m));
    for (int32_t v = 0; v < s->n; v++) {
        int32_t mate = lm_dense_mate(m, v);
        bool next_to_even = false;
        assert_true(mate == LM_ALONE || may(s, v, mate));
        for (int32_t u = 0; u < s->n; u++)
            next_to_even |= even[u] && may(s, u, v);
        assert_int_equal(part[v], even[v]        ? LM_PART_EVEN
                                  : next_to_even ? LM_PART_ODD
                                                 : LM_PART_REST);
    }
    lm_arena_free(arena);
}

static void dense_matchings_equal_those_by_lists(void **state)
{
    (void)state;
    struct lm_random random = lm_random_from(1);
    for (int round = 0; round < 60; round++) {
        struct lm_arena *arena = NULL;
        struct sample s, before;
        assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
        struct lm_dense *m = draw(&s, MOST, arena, &random);
        compare(&s, m);
        for (int i = 0; i < CHANGES; i++) {
            change(&s, m, &random);
            if (i % 3 == 0)
                compare(&s, m);
            if (i % 10 == 0) {
                lm_dense_keep(m);
                before = s;
            }
            if (i % 10 == 5) {
                lm_dense_go_back(m);
                s = before;
                assert_true(lm_dense_is_sane(m));
            }
        }
        lm_arena_free(arena);
    }
}

/* Can the vertices of ${s} from ${v} on that are not in ${used} all be paired? */
static bool pairs_all(const struct sample *s, int32_t v, uint32_t used)
{
    while (v < s->n && ((used >> v & 1) != 0 || s->gone[v]))
        v++;
    if (v == s->n)
        return true;
    for (int32_t u = v + 1; u < s->n; u++)
        if ((used >> u & 1) == 0 && may(s, u, v) && pairs_all(s, v + 1, used | 1U << u))
            return true;
    return false;
}

static bool try_in_class(struct lm_dense *m, int32_t v, int32_t class)
{
    lm_dense_keep(m);
    lm_dense_move(m, v, class);
    if (lm_dense_is_perfect(m))
        return true;
    lm_dense_go_back(m);
    return false;
}

/* A vertex tried in another class joins it if all pairings, one by one, have a complete one; if
 * not, nothing changes. */
static void who_is_tried_stays_if_all_can_be_paired(void **state)
{
    enum { SMALL = 10 };
    (void)state;
    struct lm_random random = lm_random_from(3);
    int32_t taken = 0, refused = 0;
    for (int round = 0; round < 3000; round++) {
        struct lm_arena *arena = NULL;
        struct sample s;
        assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
        struct lm_dense *m = draw(&s, SMALL, arena, &random);
        if (below(&random, 2) == 0)
            lm_dense_repair(m);
        for (int i = 0; i < 6; i++) {
            int32_t v = below(&random, s.n), mate[SMALL];
            change(&s, m, &random);
            if (s.gone[v])
                continue;
            uint8_t old = s.class_of[v];
            for (int32_t u = 0; u < s.n; u++)
                mate[u] = lm_dense_mate(m, u);
            s.class_of[v] = (uint8_t)below(&random, CLASSES);
            bool can = pairs_all(&s, 0, 0);
            assert_int_equal(try_in_class(m, v, s.class_of[v]), can);
            assert_true(lm_dense_is_sane(m));
            s.class_of[v] = can ? s.class_of[v] : old;
            assert_int_equal(lm_dense_class(m, v), s.class_of[v]);
            for (int32_t u = 0; u < s.n; u++)
                assert_true(can ? s.gone[u] || may(&s, u, lm_dense_mate(m, u))
                                : lm_dense_mate(m, u) == mate[u]);
            taken += can;
            refused += !can;
        }
        lm_arena_free(arena);
    }
    assert_true(taken > 1000 && refused > 1000);
}

/* Could all others be paired without ${u} and ${v}? */
static bool leave_all_paired(struct sample *s, int32_t u, int32_t v)
{
    struct lm_arena *arena = NULL;
    bool even[MOST];
    assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
    s->gone[u] = s->gone[v] = true;
    bool all = solve(s, arena, even) == 0;
    s->gone[u] = s->gone[v] = false;
    lm_arena_free(arena);
    return all;
}

/* Return the first of ${set} whom ${u} can be paired with while all others are paired; LM_ALONE. */
static int32_t first_of(struct sample *s, int32_t u, const bool *set)
{
    for (int32_t v = 0; v < s->n; v++)
        if (set[v] && may(s, u, v) && leave_all_paired(s, u, v))
            return v;
    return LM_ALONE;
}

/* Taking the first pairs a vertex with the first of that class that leaves the others a perfect
 * matching. */
static void the_first_who_is_taken_leaves_a_perfect_matching(void **state)
{
    enum { MEDIUM = 24 };
    (void)state;
    struct lm_random random = lm_random_from(17);
    int32_t taken = 0, passed = 0;
    for (int round = 0; round < 600; round++) {
        struct lm_arena *arena = NULL;
        struct sample s;
        assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
        struct lm_dense *m = draw(&s, MEDIUM, arena, &random);
        for (int32_t v = 0; v < s.n; v++) {
            s.class_of[v] = (uint8_t)below(&random, 2);
            lm_dense_move(m, v, s.class_of[v]);
        }
        bool perfect = lm_dense_is_perfect(m);
        for (int32_t u = 0; perfect && u < s.n; u++) {
            bool set[MEDIUM];
            if (s.gone[u])
                continue;
            int32_t class = s.class_of[lm_dense_mate(m, u)];
            for (int32_t w = 0; w < s.n; w++)
                set[w] = s.class_of[w] == class;
            const int32_t v = first_of(&s, u, set);
            assert_int_equal(lm_dense_take_first(m, u, class), v);
            for (int32_t w = 0; w < v; w++)
                passed += set[w] && may(&s, u, w);
            s.gone[u] = s.gone[v] = true;
            assert_true(lm_dense_is_sane(m));
            assert_int_equal(lm_dense_alone(m), 0);
            taken++;
        }
        lm_arena_free(arena);
    }
    assert_true(taken > 500 && passed > 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dense_matchings_equal_those_by_lists),
        cmocka_unit_test(the_first_who_is_taken_leaves_a_perfect_matching),
        cmocka_unit_test(who_is_tried_stays_if_all_can_be_paired),
    };
    return cmocka_run_group_tests_name("dense", tests, NULL, NULL);
}
