/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "graph/bits.h"
#include "graph/either.h"
#include "limmat/random.h"

/* Of a small graph all matchings are tried: whichever way is gone, over rows of bits or over lists,
 * the matching is as large, and the same vertices can be left alone.  A graph is given as its
 * edges, as what is barred, or as rows of bits, and others, who meet nobody, make it large enough
 * for the lists. */

enum { SMALL = 9, CLASSES = 3, OTHERS = 4100, MOST = SMALL + OTHERS, CHANGES = 8 };

struct sample {
    int32_t n;       /* the vertices that have neighbours */
    int32_t others;  /* and those who have none, after them */
    uint32_t absent; /* a bit for each of the former */
    bool edge[SMALL][SMALL];
    uint8_t class_of[MOST];
    bool class_barred[(CLASSES + 1) * (CLASSES + 1)]; /* the last one is of the others */
};

static int32_t below(struct lm_random *random, int32_t bound)
{
    return (int32_t)lm_random_below(random, (uint64_t)bound);
}

static struct sample draw(struct lm_random *random, int32_t others)
{
    struct sample s = {.n = 1 + below(random, SMALL), .others = others};
    int32_t percent = below(random, 101);
    for (int a = 0; a <= CLASSES; a++)
        for (int b = 0; b <= a; b++)
            s.class_barred[a * (CLASSES + 1) + b] = s.class_barred[b * (CLASSES + 1) + a] =
                a == CLASSES || below(random, 3) == 0;
    for (int32_t v = 0; v < s.n + others; v++)
        s.class_of[v] = (uint8_t)(v < s.n ? below(random, CLASSES) : CLASSES);
    for (int32_t u = 0; u < s.n; u++)
        for (int32_t v = 0; v < u; v++)
            s.edge[u][v] = s.edge[v][u] = below(random, 100) < percent;
    return s;
}

static bool may(const struct sample *s, int32_t u, int32_t v)
{
    return u < s->n && v < s->n && s->edge[u][v] &&
           !s->class_barred[s->class_of[u] * (CLASSES + 1) + s->class_of[v]];
}

/* The list of each vertex, its neighbours or whom it is barred from, in ${arena}; the others, as
 * class of their own, are barred from nobody by name. */
static struct lm_graph make_graph(const struct sample *s, bool edges, struct lm_arena *arena)
{
    const int32_t all = s->n + s->others;
    size_t *start = lm_arena_alloc(arena, (size_t)all + 1, sizeof *start), used = 0;
    int32_t *list = lm_arena_alloc(arena, SMALL, SMALL * sizeof *list);
    assert_true(start != NULL && list != NULL);
    for (int32_t u = 0; u < all; u++) {
        for (int32_t v = 0; v < s->n && u < s->n; v++)
            if (u != v && (edges ? may(s, u, v) : !s->edge[u][v]))
                list[used++] = v;
        start[u + 1] = used;
    }
    return (struct lm_graph){.form = edges ? LM_GRAPH_EDGES : LM_GRAPH_BARRED,
                             .vertices = all,
                             .start = start,
                             .list = list,
                             .class_of = s->class_of,
                             .class_barred = s->class_barred,
                             .classes = CLASSES + 1};
}

/* The pairs of a largest matching without those of ${used}. */
static int32_t most_pairs(const struct sample *s, uint32_t used)
{
    int32_t u = 0;
    while (u < s->n && (used >> u & 1) != 0)
        u++;
    if (u == s->n)
        return 0;
    used |= 1U << u;
    int32_t most = most_pairs(s, used);
    for (int32_t v = u + 1; v < s->n; v++) {
        int32_t pairs =
            (used >> v & 1) == 0 && may(s, u, v) ? 1 + most_pairs(s, used | 1U << v) : 0;
        most = pairs > most ? pairs : most;
    }
    return most;
}

static void compare(const struct sample *s, struct lm_either *m)
{
    static bool even[MOST];
    const int32_t pairs = most_pairs(s, s->absent), present = s->n + s->others;
    lm_either_repair(m);
    assert_int_equal(lm_either_alone(m), present - __builtin_popcount(s->absent) - 2 * pairs);
    for (int32_t v = 0; v < s->n; v++) {
        int32_t mate = lm_either_mate(m, v);
        assert_true(mate == LM_ALONE ||
                    (may(s, v, mate) && lm_either_mate(m, mate) == v && (s->absent >> v & 1) == 0));
    }
    lm_either_even_set(m, even);
    for (int32_t v = 0; v < s->n; v++)
        assert_int_equal(even[v],
                         (s->absent >> v & 1) == 0 && most_pairs(s, s->absent | 1U << v) == pairs);
    for (int32_t v = s->n; v < present; v++)
        assert_true(even[v] && lm_either_mate(m, v) == LM_ALONE);
}

/* A start for the repair: the first pair that can be made, and others after it. */
static void begin(const struct sample *s, struct lm_either *m)
{
    for (int32_t u = 0; u < s->n; u++)
        for (int32_t v = 0; v < u; v++)
            if (may(s, u, v) && lm_either_mate(m, u) == LM_ALONE &&
                lm_either_mate(m, v) == LM_ALONE)
                lm_either_pair(m, u, v);
}

static struct lm_either *make(const struct sample *s, bool as_edges, struct lm_arena *arena)
{
    struct lm_either *m = NULL;
    struct lm_graph graph = make_graph(s, as_edges, arena);
    assert_int_equal(lm_either_new(&m, arena, &graph), LM_OK);
    return m;
}

static void try_one(struct lm_random *random, int32_t others, bool as_edges)
{
    struct lm_arena *arena = NULL;
    struct sample s = draw(random, others);
    assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
    struct lm_either *m = make(&s, as_edges, arena);
    if (below(random, 2) == 0)
        begin(&s, m);
    compare(&s, m);
    for (int i = 0; i < CHANGES; i++) {
        int32_t v = below(random, s.n);
        if (below(random, 2) == 0) {
            lm_either_remove(m, v);
            s.absent |= 1U << v;
        } else {
            lm_either_restore(m, v);
            s.absent &= ~(1U << v);
        }
        if (i % 2 == 0)
            compare(&s, m);
    }
    lm_arena_free(arena);
}

static void rows_equal_enumeration(void **state)
{
    (void)state;
    struct lm_random random = lm_random_from(1);
    for (int i = 0; i < 2400; i++)
        try_one(&random, i % 4, i % 2 == 0);
}

static void lists_equal_enumeration(void **state)
{
    (void)state;
    struct lm_random random = lm_random_from(2);
    for (int i = 0; i < 60; i++)
        try_one(&random, OTHERS, i % 2 == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_equal_enumeration),
        cmocka_unit_test(lists_equal_enumeration),
    };
    return cmocka_run_group_tests_name("either", tests, NULL, NULL);
}
