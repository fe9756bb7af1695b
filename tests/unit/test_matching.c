/* SPDX-License-Identifier: Apache-2.0 */
#include "certify.h"
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "graph/complete.h"
#include "graph/largest.h"
#include "graph/matching.h"
#include "limmat/random.h"

enum { BRUTE = 10, PRIORITIES = 8, BIG = 60, WIDE = 150 };

static struct lm_arena *new_arena(void)
{
    struct lm_arena *arena = NULL;
    assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
    return arena;
}

static int32_t below(struct lm_random *random, uint64_t bound)
{
    return (int32_t)lm_random_below(random, bound);
}

/* ---- Graphs in both forms ---- */

/* An adjacency matrix and the two forms of lists made from it. */
struct sample {
    int32_t n;
    bool *edge; /* [u * n + v] */
    uint8_t *class_of;
    bool *class_barred;
    struct lm_graph sparse, dense;
};

static bool barred_by_class(const struct sample *s, int32_t u, int32_t v)
{
    return s->class_barred[s->class_of[u] * s->dense.classes + s->class_of[v]];
}

/* Make the list form that names the v for which edge(u, v) == ${named}, without those barred by
 * class. */
static void make_lists(struct sample *s, struct lm_arena *arena, struct lm_graph *graph, bool named)
{
    size_t room = (size_t)s->n * (size_t)s->n, used = 0;
    size_t *start = lm_arena_alloc(arena, (size_t)s->n + 1, sizeof *start);
    int32_t *list = lm_arena_alloc(arena, room, sizeof *list);
    assert_true(start != NULL && list != NULL);
    for (int32_t u = 0; u < s->n; u++) {
        start[u] = used;
        for (int32_t v = 0; v < s->n; v++)
            if (u != v && s->edge[u * s->n + v] == named && (named || !barred_by_class(s, u, v)))
                list[used++] = v;
    }
    start[s->n] = used;
    graph->vertices = s->n;
    graph->start = start;
    graph->list = list;
}

/* Random classes, of which some bar each other, and edges with probability ${percent}. */
static struct sample random_sample(struct lm_arena *arena, struct lm_random *random, int32_t n,
                                   uint64_t percent)
{
    struct sample s = {.n = n};
    s.edge = lm_arena_alloc(arena, (size_t)n * (size_t)n, sizeof *s.edge);
    s.class_of = lm_arena_alloc(arena, (size_t)n, sizeof *s.class_of);
    s.class_barred = lm_arena_alloc(arena, LM_GRAPH_CLASSES * LM_GRAPH_CLASSES, sizeof(bool));
    assert_true(s.edge != NULL && s.class_of != NULL && s.class_barred != NULL);
    int32_t classes = 1 + below(random, 4);
    s.dense = (struct lm_graph){.form = LM_GRAPH_BARRED, .classes = classes};
    for (int32_t a = 0; a < classes; a++)
        for (int32_t b = 0; b <= a; b++)
            s.class_barred[a * classes + b] = s.class_barred[b * classes + a] =
                lm_random_below(random, 3) == 0;
    for (int32_t v = 0; v < n; v++)
        s.class_of[v] = (uint8_t)lm_random_below(random, (uint64_t)classes);
    for (int32_t u = 0; u < n; u++)
        for (int32_t v = 0; v < u; v++)
            s.edge[u * n + v] = s.edge[v * n + u] =
                !barred_by_class(&s, u, v) && lm_random_below(random, 100) < percent;
    make_lists(&s, arena, &s.sparse, true);
    make_lists(&s, arena, &s.dense, false);
    s.dense.class_of = s.class_of;
    s.dense.class_barred = s.class_barred;
    return s;
}

/* Return the number of pairs in a largest matching of the vertices not in ${used}. */
static int32_t brute_largest(const struct sample *s, uint32_t used)
{
    int32_t u = 0;
    while (u < s->n && (used >> u & 1) != 0)
        u++;
    if (u >= s->n)
        return 0;
    int32_t best = brute_largest(s, used | 1U << u);
    for (int32_t v = u + 1; v < s->n; v++) {
        if ((used >> v & 1) != 0 || !s->edge[u * s->n + v])
            continue;
        int32_t size = 1 + brute_largest(s, used | 1U << u | 1U << v);
        best = size > best ? size : best;
    }
    return best;
}

static void check_mates(const struct sample *s, const struct lm_matching *m)
{
    assert_true(lm_matching_is_sane(m));
    for (int32_t v = 0; v < s->n; v++) {
        int32_t mate = lm_matching_mate(m, v);
        assert_true(mate == LM_ALONE || s->edge[v * s->n + mate]);
    }
}

/* Check the even set: v is in it if a largest matching without v is as large. */
static void check_even_set(const struct sample *s, struct lm_matching *m, uint32_t gone)
{
    bool even[BRUTE];
    int32_t size = brute_largest(s, gone);
    lm_matching_even_set(m, even);
    assert_true(lm_matching_is_sane(m));
    for (int32_t v = 0; v < s->n; v++)
        assert_int_equal(even[v], (gone >> v & 1) == 0 && brute_largest(s, gone | 1U << v) == size);
}

static void largest_equals_enumeration_in_both_forms(void **state)
{
    (void)state;
    struct lm_random random = lm_random_from(1);
    for (int round = 0; round < 6000; round++) {
        struct lm_arena *arena = new_arena();
        int32_t n = below(&random, BRUTE + 1);
        struct sample s = random_sample(arena, &random, n, lm_random_below(&random, 101));
        int32_t size = brute_largest(&s, 0);
        const struct lm_graph *forms[] = {&s.sparse, &s.dense};
        for (int form = 0; form < 2; form++) {
            struct lm_matching *m = NULL;
            assert_int_equal(lm_matching_new(&m, arena, forms[form]), LM_OK);
            assert_int_equal(lm_matching_repair(m), size);
            assert_int_equal(lm_matching_alone(m), n - 2 * size);
            check_mates(&s, m);
            check_even_set(&s, m, 0);
        }
        lm_arena_free(arena);
    }
}

static void repair_after_removals_equals_enumeration(void **state)
{
    (void)state;
    struct lm_random random = lm_random_from(2);
    for (int round = 0; round < 1500; round++) {
        struct lm_arena *arena = new_arena();
        struct sample s = random_sample(arena, &random, 1 + below(&random, BRUTE - 1),
                                        30 + lm_random_below(&random, 71));
        struct lm_matching *m = NULL;
        assert_int_equal(lm_matching_new(&m, arena, round % 2 == 0 ? &s.sparse : &s.dense), LM_OK);
        uint32_t gone = 0;
        for (int step = 0; step < 12; step++) {
            int32_t v = below(&random, (uint64_t)s.n);
            gone ^= 1U << v;
            if ((gone >> v & 1) != 0)
                lm_matching_remove(m, v);
            else
                lm_matching_restore(m, v);
            if (step % 3 == 0)
                lm_matching_part(m, below(&random, (uint64_t)s.n));
            assert_int_equal(lm_matching_repair(m), brute_largest(&s, gone));
            check_mates(&s, m);
            check_even_set(&s, m, gone);
        }
        lm_arena_free(arena);
    }
}

static void both_forms_agree_on_larger_graphs(void **state)
{
    (void)state;
    struct lm_random random = lm_random_from(3);
    for (int round = 0; round < 1500; round++) {
        struct lm_arena *arena = new_arena();
        int32_t n = 1 + below(&random, BIG);
        uint64_t percent = round % 2 == 0 ? 1 + lm_random_below(&random, 10) : 90;
        struct sample s = random_sample(arena, &random, n, percent);
        struct lm_matching *sparse = NULL, *dense = NULL;
        bool even_sparse[BIG], even_dense[BIG];
        assert_int_equal(lm_matching_new(&sparse, arena, &s.sparse), LM_OK);
        assert_int_equal(lm_matching_new(&dense, arena, &s.dense), LM_OK);
        assert_int_equal(lm_matching_repair(sparse), lm_matching_repair(dense));
        check_mates(&s, sparse);
        check_mates(&s, dense);
        lm_matching_even_set(sparse, even_sparse);
        lm_matching_even_set(dense, even_dense);
        assert_memory_equal(even_sparse, even_dense, (size_t)n * sizeof(bool));
        lm_arena_free(arena);
    }
}

static int32_t still_there(const struct sample *s, uint32_t gone)
{
    int32_t count = 0;
    for (int32_t v = 0; v < s->n; v++)
        count += (gone >> v & 1) == 0;
    return count;
}

static void pairs_are_taken_exactly_if_the_rest_can_be_matched(void **state)
{
    (void)state;
    struct lm_random random = lm_random_from(4);
    for (int round = 0; round < 1500; round++) {
        struct lm_arena *arena = new_arena();
        struct sample s = random_sample(arena, &random, 2 + 2 * below(&random, BRUTE / 2),
                                        15 + lm_random_below(&random, 80));
        struct lm_matching *m = NULL;
        struct lm_completion *c = NULL;
        assert_int_equal(lm_matching_new(&m, arena, round % 2 == 0 ? &s.sparse : &s.dense), LM_OK);
        bool perfect = 2 * lm_matching_repair(m) == s.n;
        assert_int_equal(lm_completion_new(&c, arena, m, s.n), LM_OK);
        uint32_t gone = 0;
        int32_t u = 0;
        for (int ask = 0; ask < 60 && perfect; ask++) {
            int32_t v = below(&random, (uint64_t)s.n);
            u = ask % 4 == 0 ? below(&random, (uint64_t)s.n) : u; /* asked in a row, mostly */
            uint32_t both = gone | 1U << u | 1U << v;
            if (u == v || (gone >> u & 1) != 0 || (gone >> v & 1) != 0 || !s.edge[u * s.n + v])
                continue;
            bool rest = 2 * brute_largest(&s, both) == still_there(&s, both);
            bool stay = ask % 3 == 0;
            assert_int_equal(stay ? lm_completion_can(c, u, v) : lm_completion_take(c, u, v), rest);
            assert_true(!stay || !rest || lm_matching_mate(m, u) == v);
            gone = rest && !stay ? both : gone;
            check_mates(&s, m);
        }
        lm_arena_free(arena);
    }
}

/* Odd cycles in a row, each joined to the next by one edge: every augmenting path runs through many
 * blossoms.  A given start leaves the two end vertices alone. */
static void a_chain_of_odd_cycles_is_matched_through_its_blossoms(void **state)
{
    (void)state;
    struct lm_arena *arena = new_arena();
    enum { CYCLES = 40, LENGTH = 5, N = CYCLES * LENGTH };
    struct sample s = {.n = N, .dense = {.form = LM_GRAPH_BARRED, .classes = 1}};
    s.edge = lm_arena_alloc(arena, (size_t)N * N, sizeof *s.edge);
    s.class_of = lm_arena_alloc(arena, N, 1);
    s.class_barred = lm_arena_alloc(arena, 1, sizeof(bool));
    assert_true(s.edge != NULL && s.class_of != NULL && s.class_barred != NULL);
    for (int32_t v = 0; v < N; v++) {
        int32_t around = v % LENGTH == LENGTH - 1 ? v - LENGTH + 1 : v + 1;
        s.edge[v * N + around] = s.edge[around * N + v] = true;
        if (v % LENGTH == LENGTH - 1 && v + 1 < N)
            s.edge[v * N + v + 1] = s.edge[(v + 1) * N + v] = true;
    }
    make_lists(&s, arena, &s.sparse, true);
    make_lists(&s, arena, &s.dense, false);
    const struct lm_graph *forms[] = {&s.sparse, &s.dense};
    for (int form = 0; form < 2; form++) {
        struct lm_matching *m = NULL;
        assert_int_equal(lm_matching_new(&m, arena, forms[form]), LM_OK);
        for (int32_t v = 1; v + 1 < N; v += 2)
            if (s.edge[v * N + v + 1])
                lm_matching_pair(m, v, v + 1);
        assert_int_equal(lm_matching_repair(m), N / 2);
        check_mates(&s, m);
        lm_matching_remove(m, 7);
        assert_int_equal(lm_matching_repair(m), N / 2 - 1);
        assert_int_equal(lm_matching_alone(m), 1);
    }
    lm_arena_free(arena);
}

/* ---- The best matching ---- */

struct values {
    int32_t n, count;
    struct lm_priority range[PRIORITIES];
    bool edge[BIG][BIG];
    int64_t value[BIG][BIG][PRIORITIES];
    int64_t alone[BIG][PRIORITIES];
    bool must[BIG]; /* must not be alone */
};

static bool value_of(const void *context, int32_t u, int32_t v, int64_t *value)
{
    const struct values *values = context;
    memcpy(value, values->value[u][v], sizeof values->value[u][v][0] * (size_t)values->count);
    return values->edge[u][v];
}

static void value_alone(const void *context, int32_t v, int64_t *value)
{
    const struct values *values = context;
    memcpy(value, values->alone[v], sizeof values->alone[v][0] * (size_t)values->count);
}

static struct lm_priorities as_priorities(const struct values *values, bool most_pairs)
{
    return (struct lm_priorities){.count = values->count,
                                  .range = values->range,
                                  .most_pairs = most_pairs,
                                  .edge = value_of,
                                  .alone = value_alone,
                                  .context = values};
}

static int64_t between(struct lm_random *random, int64_t low, int64_t high)
{
    return low + (int64_t)lm_random_below(random, (uint64_t)(high - low) + 1);
}

static void random_edge(struct values *values, struct lm_random *random, int32_t u, int32_t v,
                        uint64_t percent)
{
    values->edge[u][v] = values->edge[v][u] = lm_random_below(random, 100) < percent;
    for (int32_t p = 0; p < values->count; p++)
        values->value[u][v][p] = values->value[v][u][p] =
            between(random, values->range[p].edge_low, values->range[p].edge_high);
}

/* Values within +-${size} (alone too, when ${alone}). */
static void random_values(struct values *values, struct lm_random *random, int32_t n, int32_t count,
                          int64_t size, bool alone, uint64_t percent)
{
    values->n = n;
    values->count = count;
    for (int32_t p = 0; p < count; p++) {
        int64_t a = between(random, -size, size), b = between(random, -size, size);
        values->range[p] = (struct lm_priority){.edge_low = a < b ? a : b,
                                                .edge_high = a < b ? b : a,
                                                .alone_low = alone ? -(size / 2) : 0,
                                                .alone_high = alone ? size / 2 : 0};
    }
    for (int32_t u = 0; u < n; u++) {
        for (int32_t v = 0; v < u; v++)
            random_edge(values, random, u, v, percent);
        for (int32_t p = 0; p < count; p++)
            values->alone[u][p] =
                between(random, values->range[p].alone_low, values->range[p].alone_high);
    }
}

/* Sums in the order of importance: pairs on request, then the priorities. */
struct score {
    int64_t sum[PRIORITIES + 1];
};

static int compare_scores(const struct score *a, const struct score *b)
{
    for (int i = 0; i <= PRIORITIES; i++)
        if (a->sum[i] != b->sum[i])
            return a->sum[i] < b->sum[i] ? -1 : 1;
    return 0;
}

static void add_score(struct score *score, const struct values *values, const int64_t *value)
{
    for (int32_t p = 0; p < values->count; p++)
        score->sum[p + 1] += value[p];
}

static struct score score_of(const struct values *values, bool most_pairs,
                             const struct lm_best *best)
{
    struct score score = {{0}};
    for (int32_t v = 0; v < values->n; v++) {
        int32_t mate = lm_best_mate(best, v);
        if (mate == LM_ALONE) {
            score.sum[0] -= values->must[v];
            add_score(&score, values, values->alone[v]);
        } else if (mate < v) {
            assert_true(values->edge[v][mate]);
            assert_int_equal(lm_best_mate(best, mate), v);
            score.sum[0] += most_pairs ? 1 : 0;
            add_score(&score, values, values->value[v][mate]);
        }
    }
    return score;
}

static void brute_best(const struct values *values, bool most_pairs, uint32_t used,
                       struct score so_far, struct score *best)
{
    int32_t u = 0;
    while (u < values->n && (used >> u & 1) != 0)
        u++;
    if (u >= values->n) {
        if (compare_scores(best, &so_far) < 0)
            *best = so_far;
        return;
    }
    struct score next = so_far;
    next.sum[0] -= values->must[u];
    add_score(&next, values, values->alone[u]);
    brute_best(values, most_pairs, used | 1U << u, next, best);
    for (int32_t v = u + 1; v < values->n; v++) {
        if ((used >> v & 1) != 0 || !values->edge[u][v])
            continue;
        next = so_far;
        next.sum[0] += most_pairs ? 1 : 0;
        add_score(&next, values, values->value[u][v]);
        brute_best(values, most_pairs, used | 1U << u | 1U << v, next, best);
    }
}

static struct lm_best *new_best(struct lm_arena *arena, const struct values *values,
                                bool most_pairs)
{
    struct lm_best *best = NULL;
    struct lm_priorities priorities = as_priorities(values, most_pairs);
    assert_int_equal(lm_best_new(&best, arena, values->n, &priorities), LM_OK);
    return best;
}

static void solve_and_certify(struct lm_best *best, struct lm_arena *arena)
{
    lm_best_solve(best);
    assert_true(lm_best_is_sane(best));
    assert_int_equal(lm_best_certify(best, arena), LM_OK);
}

static void check_against_enumeration(const struct values *values, bool most_pairs,
                                      const struct lm_best *best)
{
    struct score found = score_of(values, most_pairs, best);
    struct score optimum = {{INT64_MIN}};
    brute_best(values, most_pairs, 0, (struct score){{0}}, &optimum);
    assert_int_equal(compare_scores(&found, &optimum), 0);
}

/* Value sizes that need 1, 2, 4, 8 words with 1 to 8 priorities; few values make many ties. */
static const int64_t sizes[] = {1, 2, 7, 1000, INT64_C(1) << 31, INT64_C(1) << 59};

static void best_equals_enumeration(void **state)
{
    (void)state;
    struct lm_random random = lm_random_from(4);
    static struct values values;
    for (int round = 0; round < 12000; round++) {
        struct lm_arena *arena = new_arena();
        int32_t n = round % 50 == 0 ? BRUTE : below(&random, 9);
        random_values(&values, &random, n, 1 + below(&random, PRIORITIES), sizes[round % 6],
                      round % 3 == 0, 20 + lm_random_below(&random, 81));
        bool most_pairs = lm_random_below(&random, 2) == 0;
        struct lm_best *best = new_best(arena, &values, most_pairs);
        solve_and_certify(best, arena);
        check_against_enumeration(&values, most_pairs, best);
        lm_arena_free(arena);
    }
}

/* Change some edges of one vertex, or of two, and pass them on. */
static void change_edges(struct values *values, struct lm_random *random, struct lm_best *best)
{
    int32_t u = below(random, (uint64_t)values->n);
    int32_t changes = 1 + below(random, (uint64_t)values->n);
    for (int32_t i = 0; i < changes; i++) {
        int32_t v = below(random, (uint64_t)values->n);
        if (u == v)
            continue;
        random_edge(values, random, u, v, 70);
        lm_best_set_edge(best, u, v, values->edge[u][v] ? values->value[u][v] : NULL);
    }
}

static void warm_starts_equal_enumeration(void **state)
{
    (void)state;
    struct lm_random random = lm_random_from(5);
    static struct values values;
    for (int round = 0; round < 800; round++) {
        struct lm_arena *arena = new_arena();
        random_values(&values, &random, 2 + below(&random, 7), 1 + below(&random, PRIORITIES),
                      sizes[round % 6], round % 3 == 0, 80);
        bool most_pairs = lm_random_below(&random, 2) == 0;
        struct lm_best *best = new_best(arena, &values, most_pairs);
        for (int step = 0; step < 15; step++) {
            solve_and_certify(best, arena);
            check_against_enumeration(&values, most_pairs, best);
            change_edges(&values, &random, best);
            if (step % 4 == 3) /* changes on top of changes not solved yet */
                change_edges(&values, &random, best);
        }
        lm_arena_free(arena);
    }
}

static void warm_starts_equal_cold_starts_on_larger_graphs(void **state)
{
    (void)state;
    struct lm_random random = lm_random_from(6);
    static struct values values;
    for (int round = 0; round < 120; round++) {
        struct lm_arena *arena = new_arena();
        random_values(&values, &random, 20 + below(&random, BIG - 19), 1 + below(&random, 4),
                      sizes[round % 5], round % 3 == 0, 10 + lm_random_below(&random, 91));
        struct lm_best *warm = new_best(arena, &values, true);
        for (int step = 0; step < 8; step++) {
            solve_and_certify(warm, arena);
            struct lm_best *cold = new_best(arena, &values, true);
            solve_and_certify(cold, arena);
            struct score a = score_of(&values, true, warm), b = score_of(&values, true, cold);
            assert_int_equal(compare_scores(&a, &b), 0);
            change_edges(&values, &random, warm);
        }
        lm_arena_free(arena);
    }
}

static void sixteen_words_hold_eight_widest_priorities(void **state)
{
    (void)state;
    struct lm_arena *arena = new_arena();
    struct lm_random random = lm_random_from(7);
    static struct values values;
    random_values(&values, &random, BIG, PRIORITIES, INT64_C(1) << 60, true, 90);
    for (int32_t p = 0; p < PRIORITIES; p++)
        values.range[p].edge_low = -(values.range[p].edge_high = INT64_C(1) << 60);
    struct lm_best *best = new_best(arena, &values, true);
    assert_int_equal(best->words, 16);
    solve_and_certify(best, arena);
    lm_arena_free(arena);
}

static void fixing_a_pair_keeps_it(void **state)
{
    (void)state;
    struct lm_arena *arena = new_arena();
    struct lm_random random = lm_random_from(8);
    static struct values values;
    random_values(&values, &random, 40, 2, 3, false, 100);
    struct lm_best *best = new_best(arena, &values, true);
    solve_and_certify(best, arena);
    struct score optimum = score_of(&values, true, best);
    for (int32_t v = 0; v < 40; v++) {
        int32_t mate = lm_best_mate(best, v);
        lm_best_fix(best, v, mate);
        solve_and_certify(best, arena);
        assert_int_equal(lm_best_mate(best, v), mate);
        struct score now = score_of(&values, true, best);
        assert_int_equal(compare_scores(&now, &optimum), 0);
    }
    lm_arena_free(arena);
}

/* Equal weights make every edge tight at once and blossoms everywhere. */
static void equal_weights_on_complete_graphs_are_certified(void **state)
{
    (void)state;
    static struct values values;
    for (int32_t n = 1; n < BIG; n++) {
        struct lm_arena *arena = new_arena();
        struct lm_random random = lm_random_from((uint64_t)n);
        random_values(&values, &random, n, 1, 0, false, 100);
        struct lm_best *best = new_best(arena, &values, true);
        solve_and_certify(best, arena);
        int32_t alone = 0;
        for (int32_t v = 0; v < n; v++)
            alone += lm_best_mate(best, v) == LM_ALONE ? 1 : 0;
        assert_int_equal(alone, n % 2);
        lm_arena_free(arena);
    }
}

/* Triangles inside triangles: weights fall with the level at which two vertices meet, so each level
 * makes a blossom around those of the level below. */
static void nested_blossoms_are_certified_and_survive_changes(void **state)
{
    (void)state;
    static struct values values;
    struct lm_random random = lm_random_from(9);
    memset(&values, 0, sizeof values);
    values.n = 54;
    values.count = 1;
    values.range[0] = (struct lm_priority){.edge_low = 0, .edge_high = 10000};
    for (int32_t u = 0; u < values.n; u++) {
        for (int32_t v = 0; v < u; v++) {
            int64_t weight = 10000;
            for (int32_t a = u, b = v; a != b; a /= 3, b /= 3)
                weight /= 3;
            values.edge[u][v] = values.edge[v][u] = true;
            values.value[u][v][0] = values.value[v][u][0] = weight;
        }
    }
    struct lm_arena *arena = new_arena();
    struct lm_best *best = new_best(arena, &values, true);
    solve_and_certify(best, arena);
    for (int step = 0; step < 300; step++) {
        int32_t u = below(&random, 54), v = (u + 1 + below(&random, 53)) % 54;
        int64_t weight = between(&random, 0, 10000);
        lm_best_set_edge(best, u, v, &weight);
        solve_and_certify(best, arena);
    }
    lm_arena_free(arena);
}

/* The certificate must be able to fail: at a pair that is not tight, at a vertex alone with a
 * positive dual, at a blossom that is not full. */
static void a_wrong_proof_is_not_certified(void **state)
{
    (void)state;
    static struct values values;
    struct lm_arena *arena = new_arena();
    struct lm_random random = lm_random_from(10);
    random_values(&values, &random, 12, 2, 1000, false, 100);
    struct lm_best *best = new_best(arena, &values, true);
    solve_and_certify(best, arena);
    int32_t a = 0, b = best->mate[0], c = b == 1 ? 2 : 1, d = best->mate[c];
    best->mate[a] = best->mate[b] = LM_ALONE;
    assert_int_equal(lm_best_certify(best, arena), LM_INTERNAL);
    best->mate[a] = c;
    best->mate[c] = a;
    best->mate[b] = d;
    best->mate[d] = b;
    assert_int_equal(lm_best_certify(best, arena), LM_INTERNAL);

    random_values(&values, &random, 3, 0, 1, false, 0);
    best = new_best(arena, &values, false);
    solve_and_certify(best, arena);
    best->parent[0] = best->parent[1] = best->parent[2] = 3;
    assert_int_equal(lm_best_certify(best, arena), LM_OK);
    uint64_t *dual = (uint64_t *)(void *)best->dual; /* one word each */
    dual[3] = 1;
    assert_int_equal(lm_best_certify(best, arena), LM_INTERNAL);
    lm_arena_free(arena);
}

/* Break ties as an engine does: in the optimum of the first priority, each vertex in turn takes the
 * first partner possible. */
enum { BONUS = 1 };

static void give_bonuses(struct values *values, struct lm_best *best, int32_t u, bool give)
{
    for (int32_t v = 0; v < values->n; v++) {
        if (v == u || !values->edge[u][v])
            continue;
        int64_t bonus = give ? values->n - v : 0;
        values->value[u][v][BONUS] = values->value[v][u][BONUS] = bonus;
        lm_best_set_edge(best, u, v, values->value[u][v]);
    }
}

static void fix_pair(struct values *values, struct lm_best *best, int32_t u, int32_t v)
{
    lm_best_fix(best, u, v);
    for (int32_t x = 0; x < values->n; x++)
        if (x != u && x != v)
            values->edge[u][x] = values->edge[x][u] = values->edge[v][x] = values->edge[x][v] =
                false;
}

/* Return the score of the best matching that has the pair u, v. */
static struct score brute_with_pair(const struct values *values, int32_t u, int32_t v)
{
    struct score with = {{1}}, best = {{INT64_MIN}};
    add_score(&with, values, values->value[u][v]);
    brute_best(values, true, 1U << u | 1U << v, with, &best);
    return best;
}

static void bonuses_find_the_first_partner_that_keeps_the_optimum(void **state)
{
    (void)state;
    struct lm_random random = lm_random_from(12);
    static struct values values;
    for (int round = 0; round < 300; round++) {
        struct lm_arena *arena = new_arena();
        random_values(&values, &random, 8, 2, 1, false, 100);
        values.range[BONUS] = (struct lm_priority){.edge_low = 0, .edge_high = values.n};
        for (int32_t u = 0; u < values.n; u++)
            for (int32_t v = 0; v < values.n; v++)
                values.value[u][v][BONUS] = 0;
        struct lm_best *best = new_best(arena, &values, true);
        struct score optimum = {{INT64_MIN}};
        brute_best(&values, true, 0, (struct score){{0}}, &optimum);
        for (int32_t u = 0; u < values.n; u++) {
            int32_t first = 0;
            for (;; first++) {
                struct score with = {{INT64_MIN}};
                if (first != u && values.edge[u][first])
                    with = brute_with_pair(&values, u, first);
                if (compare_scores(&with, &optimum) == 0)
                    break;
            }
            give_bonuses(&values, best, u, true);
            solve_and_certify(best, arena);
            assert_int_equal(lm_best_mate(best, u), first);
            fix_pair(&values, best, u, first);
            give_bonuses(&values, best, u, false);
        }
        lm_arena_free(arena);
    }
}

/* Give ${stage} the pairs of ${values} that ${best} allows, worth their depth and the value of
 * priority ${p}; without ${best} all of them. */
static void begin_stage(struct values *stage, const struct values *values,
                        const struct lm_best *best, int32_t p)
{
    stage->n = values->n;
    stage->count = 2;
    stage->range[0] = (struct lm_priority){.edge_high = values->n / 2};
    stage->range[1] = values->range[p];
    for (int32_t u = 0; u < values->n; u++) {
        for (int32_t v = 0; v < values->n; v++) {
            int32_t depth = best == NULL || u == v ? 0 : lm_best_depth(best, u, v);
            stage->edge[u][v] = values->edge[u][v] && depth != LM_BARRED;
            stage->value[u][v][0] = depth;
            stage->value[u][v][1] = values->value[u][v][p];
        }
        stage->alone[u][0] = stage->alone[u][1] = 0;
    }
}

static void assert_depths_are_told_at_once(const struct lm_best *best, int32_t n)
{
    int32_t row[WIDE];
    for (int32_t u = 0; u < n; u++) {
        lm_best_depths(best, u, row);
        for (int32_t v = 0; v < n; v++)
            assert_int_equal(row[v], u == v ? LM_BARRED : lm_best_depth(best, u, v));
    }
}

/* Return the values that are not 0, the last ones first. */
static int32_t few_of(const void *context, int32_t u, int32_t v, struct lm_worth *value)
{
    const struct values *values = context;
    int32_t count = 0;
    if (v != LM_ALONE && !values->edge[u][v])
        return -1;
    for (int32_t p = values->count; p-- > 0;) {
        int64_t worth = v == LM_ALONE ? values->alone[u][p] : values->value[u][v][p];
        if (worth != 0)
            value[count++] = (struct lm_worth){p, worth};
    }
    return count;
}

static bool must_of(const void *context, int32_t v)
{
    const struct values *values = context;
    return values->must[v];
}

/* A pair is worth 1 of the first priority, whatever its cost: vertices that must not be alone,
 * before or after, are paired if possible.  The bounds are the tightest. */
static void who_must_not_be_alone_is_not(void **state)
{
    (void)state;
    struct lm_random random = lm_random_from(77);
    static struct values values;
    for (int round = 0; round < 3000; round++) {
        struct lm_arena *arena = new_arena();
        struct lm_best *best = NULL;
        random_values(&values, &random, 2 + below(&random, 7), 6, 1, false, 40);
        for (int32_t p = 0; p < values.count; p++)
            values.range[p] = (struct lm_priority){.edge_low = p == 0 ? 1 : -1,
                                                   .edge_high = p == 0 ? 1 : 0,
                                                   .alone_low = p == 0 ? 0 : -1,
                                                   .most = (uint64_t)values.n};
        for (int32_t u = 0; u < values.n; u++) {
            values.must[u] = lm_random_below(&random, 3) == 0;
            for (int32_t v = 0; v < u; v++)
                for (int32_t p = 0; p < values.count; p++)
                    values.value[u][v][p] = values.value[v][u][p] =
                        p == 0 ? 1 : -(int64_t)lm_random_below(&random, 2);
            for (int32_t p = 1; p < values.count; p++)
                values.alone[u][p] = -(int64_t)lm_random_below(&random, 2);
        }
        struct lm_priorities priorities = {.count = values.count,
                                           .range = values.range,
                                           .context = &values,
                                           .nonzero = few_of,
                                           .must = must_of};
        assert_int_equal(lm_best_new(&best, arena, values.n, &priorities), LM_OK);
        solve_and_certify(best, arena);
        check_against_enumeration(&values, false, best);
        for (int32_t i = 0; i < 3; i++) {
            int32_t v = below(&random, (uint64_t)values.n);
            values.must[v] = true;
            lm_best_bar_alone(best, v);
            solve_and_certify(best, arena);
            check_against_enumeration(&values, false, best);
        }
        lm_arena_free(arena);
    }
    memset(values.must, 0, sizeof values.must);
}

/* As begin_stage, but vertices can be alone, at the cost in ${values}.  Every pair has a worth by
 * the first priority. */
static void stages_keep_who_is_needed(void **state)
{
    (void)state;
    struct lm_random random = lm_random_from(32);
    static struct values values, stage;
    int needed = 0;
    for (int round = 0; round < 600; round++) {
        struct lm_arena *arena = new_arena();
        random_values(&values, &random, 4 + below(&random, 20), 4, 1 + round % 3, true,
                      round % 2 == 0 ? 100 : 40);
        values.range[0] = (struct lm_priority){.edge_high = 1};
        for (int32_t u = 0; u < values.n; u++) {
            values.alone[u][0] = 0;
            for (int32_t v = 0; v < values.n; v++)
                values.value[u][v][0] = 1;
        }
        struct lm_best *whole = new_best(arena, &values, false), *best = NULL;
        solve_and_certify(whole, arena);
        for (int32_t p = 0; p < values.count; p++) {
            begin_stage(&stage, &values, best, p);
            stage.range[0].alone_low = -1;
            for (int32_t v = 0; v < values.n; v++) {
                stage.alone[v][0] = best != NULL && lm_best_is_needed(best, v) ? -1 : 0;
                stage.alone[v][1] = values.alone[v][p];
                needed += stage.alone[v][0] < 0;
            }
            best = new_best(arena, &stage, false);
            solve_and_certify(best, arena);
        }
        struct score one = score_of(&values, false, whole), other = score_of(&values, false, best);
        assert_int_equal(compare_scores(&one, &other), 0);
        lm_arena_free(arena);
    }
    assert_true(needed > 0);
}

static struct score score_of_best(const struct values *values, const struct lm_best *best)
{
    struct score score = {{0}};
    for (int32_t u = 0; u < values->n; u++)
        if (lm_best_mate(best, u) > u)
            add_score(&score, values, values->value[u][lm_best_mate(best, u)]);
    return score;
}

static void stages_come_to_what_one_solution_comes_to(void **state)
{
    (void)state;
    struct lm_random random = lm_random_from(31);
    static struct values values, stage;
    int deep = 0;
    for (int round = 0; round < 400; round++) {
        struct lm_arena *arena = new_arena();
        random_values(&values, &random, 4 + 2 * below(&random, 12), 4, 1 + round % 3, false,
                      round % 2 == 0 ? 100 : 70);
        struct lm_best *whole = new_best(arena, &values, true), *best = NULL;
        solve_and_certify(whole, arena);
        bool perfect = true;
        for (int32_t v = 0; v < values.n; v++)
            perfect = perfect && lm_best_mate(whole, v) != LM_ALONE;
        for (int32_t p = 0; p < values.count && perfect; p++) {
            begin_stage(&stage, &values, best, p);
            best = new_best(arena, &stage, true);
            solve_and_certify(best, arena);
            assert_depths_are_told_at_once(best, stage.n);
            for (int32_t v = 1; v < stage.n; v++)
                deep += lm_best_depth(best, 0, v) > 0;
        }
        if (perfect) {
            struct score one = score_of_best(&values, whole), other = score_of_best(&values, best);
            assert_int_equal(compare_scores(&one, &other), 0);
        }
        lm_arena_free(arena);
    }
    assert_true(deep > 100);
}

static void too_wide_priorities_are_a_limit(void **state)
{
    (void)state;
    static struct values values;
    struct lm_arena *arena = new_arena();
    struct lm_priority range[LM_PRIORITIES_MAX];
    for (int i = 0; i < LM_PRIORITIES_MAX; i++)
        range[i] = (struct lm_priority){.edge_low = -1000, .edge_high = 1000};
    struct lm_priorities priorities = as_priorities(&values, true);
    priorities.count = LM_PRIORITIES_MAX;
    priorities.range = range;
    struct lm_best *best = NULL;
    assert_int_equal(lm_best_new(&best, arena, 100, &priorities), LM_LIMIT);
    assert_null(best);
    lm_arena_free(arena);
}

/* ---- Memory that runs out ---- */

struct faulty {
    int allowed; /* requests before the first refusal */
    int held;
};

static void *faulty_allocate(void *context, size_t size)
{
    struct faulty *faulty = context;
    if (faulty->allowed-- <= 0)
        return NULL;
    faulty->held++;
    return malloc(size);
}

static void faulty_release(void *context, void *chunk, size_t size)
{
    struct faulty *faulty = context;
    (void)size;
    faulty->held--;
    free(chunk);
}

/* All calls that allocate, over memory that refuses after some requests, in an arena with a
 * ceiling of ${limit} bytes. */
static enum lm_status everything(struct faulty *faulty, size_t limit, const struct sample *s,
                                 const struct values *values)
{
    struct lm_memory memory = {faulty_allocate, faulty_release, faulty};
    struct lm_arena *arena = NULL;
    struct lm_best *best = NULL;
    int32_t mate[BIG] = {-7};
    struct lm_priorities priorities = as_priorities(values, true);
    enum lm_status status = lm_arena_new(&arena, &memory, limit);
    if (status == LM_OK)
        status = lm_matching_largest(mate, arena, &s->dense);
    assert_int_equal(mate[0] == -7, status != LM_OK);
    mate[0] = -7;
    if (status == LM_OK) {
        status = lm_matching_by_priorities(mate, arena, values->n, &priorities);
        assert_int_equal(mate[0] == -7, status != LM_OK);
    }
    if (status == LM_OK)
        status = lm_best_new(&best, arena, values->n, &priorities);
    if (status == LM_OK) {
        lm_best_solve(best);
        status = lm_best_certify(best, arena);
    }
    lm_arena_free(arena);
    return status;
}

static void refused_memory_is_reported_and_nothing_leaks(void **state)
{
    (void)state;
    static struct values values;
    struct lm_arena *arena = new_arena();
    struct lm_random random = lm_random_from(11);
    struct sample s = random_sample(arena, &random, BIG, 50);
    random_values(&values, &random, BIG, PRIORITIES, 1000, true, 100);
    enum lm_status status = LM_LIMIT;
    int runs = 0;
    for (int allowed = 0; status != LM_OK; allowed++, runs++) {
        struct faulty faulty = {.allowed = allowed};
        status = everything(&faulty, 0, &s, &values);
        assert_true(status == LM_LIMIT || status == LM_OK);
        assert_int_equal(faulty.held, 0);
    }
    status = LM_LIMIT;
    for (size_t limit = 1; status != LM_OK; limit += 2017, runs++) {
        struct faulty faulty = {.allowed = 1000};
        status = everything(&faulty, limit, &s, &values);
        assert_true(status == LM_LIMIT || status == LM_OK);
        assert_int_equal(faulty.held, 0);
    }
    assert_in_range(runs, 50, 1000);
    lm_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(largest_equals_enumeration_in_both_forms),
        cmocka_unit_test(repair_after_removals_equals_enumeration),
        cmocka_unit_test(both_forms_agree_on_larger_graphs),
        cmocka_unit_test(pairs_are_taken_exactly_if_the_rest_can_be_matched),
        cmocka_unit_test(a_chain_of_odd_cycles_is_matched_through_its_blossoms),
        cmocka_unit_test(best_equals_enumeration),
        cmocka_unit_test(warm_starts_equal_enumeration),
        cmocka_unit_test(warm_starts_equal_cold_starts_on_larger_graphs),
        cmocka_unit_test(sixteen_words_hold_eight_widest_priorities),
        cmocka_unit_test(fixing_a_pair_keeps_it),
        cmocka_unit_test(equal_weights_on_complete_graphs_are_certified),
        cmocka_unit_test(nested_blossoms_are_certified_and_survive_changes),
        cmocka_unit_test(a_wrong_proof_is_not_certified),
        cmocka_unit_test(bonuses_find_the_first_partner_that_keeps_the_optimum),
        cmocka_unit_test(who_must_not_be_alone_is_not),
        cmocka_unit_test(stages_keep_who_is_needed),
        cmocka_unit_test(stages_come_to_what_one_solution_comes_to),
        cmocka_unit_test(too_wide_priorities_are_a_limit),
        cmocka_unit_test(refused_memory_is_reported_and_nothing_leaks),
    };
    return cmocka_run_group_tests_name("matching", tests, NULL, NULL);
}
