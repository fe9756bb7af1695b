/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Times of the matchings of general graphs, one line each: what, vertices, seconds of processor
 * time.
 *
 *   bench_matching            all sizes
 *   bench_matching SIZE       nothing larger than SIZE vertices
 */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "../tests/unit/certify.h"
#include "graph/matching.h"
#include "limmat/random.h"

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void say(const char *what, int32_t n, double seconds)
{
    printf("%-52s %7d %10.6f s\n", what, (int)n, seconds);
    fflush(stdout);
}

static void must(enum lm_status status)
{
    if (status == LM_OK)
        return;
    fprintf(stderr, "bench_matching: %s\n", lm_status_name(status));
    exit((int)status);
}

/* ---- Best ---- */

/* How the values of an edge come about. */
struct kind {
    const char *name;
    int32_t priorities;
    int64_t most;     /* values 0 .. most */
    uint64_t percent; /* edges there are */
    int32_t types;    /* vertices of a type are alike; 0: no two are */
};

static const struct kind kinds[] = {
    {"one value up to 10^6, all edges", 1, 1000000, 100, 0},
    {"one value up to 10^6, 10 % of the edges", 1, 1000000, 10, 0},
    {"one value of 0 or 1, all edges", 1, 1, 100, 0},
    {"5 priorities of 0 .. 3, all edges", 5, 3, 100, 0},
    {"20 priorities of 0 .. 3, all edges", 20, 3, 100, 0},
    {"50 priorities of 0 .. 3, all edges", 50, 3, 100, 0},
    {"5 priorities of 0 .. 3, 7 types, 90 % of the edges", 5, 3, 90, 7},
    {"20 priorities of 0 .. 3, 20 types, all edges", 20, 3, 100, 20},
};

struct problem {
    const struct kind *kind;
    struct lm_random random;
};

static struct lm_random random_of(const struct problem *p, int32_t u, int32_t v)
{
    int32_t low = u < v ? u : v, high = u < v ? v : u;
    return lm_random_fork(p->random, (uint64_t)low << 32 | (uint64_t)high);
}

static bool random_value(const void *context, int32_t u, int32_t v, int64_t *value)
{
    const struct problem *p = context;
    struct lm_random r = random_of(p, u, v);
    bool edge = lm_random_below(&r, 100) < p->kind->percent;
    if (p->kind->types > 0)
        r = random_of(p, u % p->kind->types, v % p->kind->types);
    for (int32_t i = 0; i < p->kind->priorities; i++)
        value[i] = (int64_t)lm_random_below(&r, (uint64_t)p->kind->most + 1);
    value[p->kind->priorities] = 0; /* the bonus, where there is one */
    return edge;
}

/* Cold start, certificate, and the mean of warm starts after all edges of a vertex changed. */
static void bench_best(const struct kind *kind, int32_t n)
{
    enum { CHANGES = 20 };
    struct problem problem = {kind, lm_random_from((uint64_t)n)};
    struct lm_priority range[LM_PRIORITIES_MAX] = {{.edge_low = 0}};
    for (int32_t p = 0; p < kind->priorities; p++)
        range[p].edge_high = kind->most;
    struct lm_priorities priorities = {.count = kind->priorities,
                                       .range = range,
                                       .most_pairs = true,
                                       .edge = random_value,
                                       .context = &problem};
    struct lm_arena *arena = NULL;
    struct lm_best *best = NULL;
    char what[80];
    must(lm_arena_new(&arena, NULL, 0));
    must(lm_best_new(&best, arena, n, &priorities));
    double start = now();
    lm_best_solve(best);
    say(kind->name, n, now() - start);
    start = now();
    must(lm_best_certify(best, arena));
    say("  its certificate", n, now() - start);
    start = now();
    for (int32_t change = 0; change < CHANGES; change++) {
        int64_t value[LM_PRIORITIES_MAX];
        int32_t u = (int32_t)lm_random_below(&problem.random, (uint64_t)n);
        for (int32_t v = 0; v < n; v++)
            if (v != u)
                lm_best_set_edge(best, u, v, random_value(&problem, u, v, value) ? value : NULL);
        lm_best_solve(best);
    }
    snprintf(what, sizeof what, "  again after new values at a vertex");
    say(what, n, (now() - start) / CHANGES);
    must(lm_best_certify(best, arena));
    lm_arena_free(arena);
}

/* Every vertex in turn takes the first partner that keeps the optimum of all priorities but the
 * last, which carries the bonuses: the mean of one turn. */
static void bench_ties(const struct kind *kind, int32_t n)
{
    struct problem problem = {kind, lm_random_from((uint64_t)n)};
    struct lm_priority range[LM_PRIORITIES_MAX] = {{.edge_low = 0}};
    for (int32_t p = 0; p < kind->priorities; p++)
        range[p].edge_high = kind->most;
    range[kind->priorities].edge_high = n;
    struct lm_priorities priorities = {.count = kind->priorities + 1,
                                       .range = range,
                                       .most_pairs = true,
                                       .edge = random_value,
                                       .context = &problem};
    struct lm_arena *arena = NULL;
    struct lm_best *best = NULL;
    must(lm_arena_new(&arena, NULL, 0));
    bool *paired = lm_arena_alloc(arena, (size_t)n, sizeof *paired);
    must(paired == NULL ? LM_LIMIT : lm_best_new(&best, arena, n, &priorities));
    lm_best_solve(best);
    double start = now();
    for (int32_t u = 0; u < n; u++) {
        int64_t value[LM_PRIORITIES_MAX];
        for (int32_t v = 0; v < n && !paired[u]; v++) {
            if (v == u || paired[v] || !random_value(&problem, u, v, value))
                continue;
            value[kind->priorities] = n - v;
            lm_best_set_edge(best, u, v, value);
        }
        lm_best_solve(best);
        if (paired[u] || lm_best_mate(best, u) == LM_ALONE)
            continue;
        paired[u] = paired[lm_best_mate(best, u)] = true;
        lm_best_fix(best, u, lm_best_mate(best, u));
    }
    say("  first partner that keeps the optimum, each pair", n, (now() - start) / (n / 2));
    must(lm_best_certify(best, arena));
    lm_arena_free(arena);
}

/* ---- Largest ---- */

/* A field of ${n} players after ${rounds} random rounds; ${absolute} percent each must have White
 * or must have Black. */
static struct lm_graph field(struct lm_arena *arena, int32_t n, int32_t rounds, uint64_t absolute)
{
    static const bool same_absolute[9] = {[1 * 3 + 1] = true, [2 * 3 + 2] = true};
    struct lm_random random = lm_random_from((uint64_t)n);
    size_t *start = lm_arena_alloc(arena, (size_t)n + 1, sizeof *start);
    int32_t *list = lm_arena_alloc(arena, (size_t)n, (size_t)rounds * sizeof *list);
    int32_t *order = lm_arena_alloc(arena, (size_t)n, sizeof *order);
    uint8_t *class_of = lm_arena_alloc(arena, (size_t)n, sizeof *class_of);
    if (start == NULL || list == NULL || order == NULL || class_of == NULL)
        must(LM_LIMIT);
    for (int32_t v = 0; v < n; v++) {
        order[v] = v;
        start[v + 1] = start[v] + (size_t)rounds;
        uint64_t draw = lm_random_below(&random, 100);
        class_of[v] = draw < absolute ? 1 : draw < 2 * absolute ? 2 : 0;
    }
    for (int32_t round = 0; round < rounds; round++) {
        for (int32_t i = n - 1; i > 0; i--) {
            int32_t j = (int32_t)lm_random_below(&random, (uint64_t)i + 1), other = order[i];
            order[i] = order[j];
            order[j] = other;
        }
        for (int32_t i = 0; i + 1 < n; i += 2) {
            list[order[i] * rounds + round] = order[i + 1];
            list[order[i + 1] * rounds + round] = order[i];
        }
    }
    return (struct lm_graph){LM_GRAPH_BARRED, n, start, list, class_of, same_absolute, 3};
}

static void bench_largest(int32_t n, int32_t rounds, uint64_t absolute)
{
    enum { CHANGES = 1000 };
    struct lm_arena *arena = NULL;
    struct lm_matching *m = NULL;
    char what[80];
    must(lm_arena_new(&arena, NULL, 0));
    struct lm_graph graph = field(arena, n, rounds, absolute);
    struct lm_random random = lm_random_from(1);
    double start = now();
    must(lm_matching_new(&m, arena, &graph));
    lm_matching_repair(m);
    snprintf(what, sizeof what, "largest after %d rounds, 2 x %d %% absolute, %d alone",
             (int)rounds, (int)absolute, (int)lm_matching_alone(m));
    say(what, n, now() - start);
    start = now();
    for (int32_t change = 0; change < CHANGES; change++) {
        lm_matching_remove(m, (int32_t)lm_random_below(&random, (uint64_t)n));
        lm_matching_remove(m, (int32_t)lm_random_below(&random, (uint64_t)n));
        lm_matching_repair(m);
    }
    say("  repaired after two leave", n, (now() - start) / CHANGES);
    lm_arena_free(arena);
}

int main(int argc, char **argv)
{
    static const int32_t best_sizes[] = {100, 300, 1000, 2000};
    static const int32_t largest_sizes[] = {1000, 10000, 100000};
    long most = argc > 1 ? strtol(argv[1], NULL, 10) : 1000000;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        for (size_t i = 0; i < sizeof best_sizes / sizeof *best_sizes; i++) {
            if (best_sizes[i] > most || best_sizes[i] * kinds[k].priorities > 20000)
                continue;
            bench_best(&kinds[k], best_sizes[i]);
            bench_ties(&kinds[k], best_sizes[i]);
        }
    }
    for (size_t i = 0; i < sizeof largest_sizes / sizeof *largest_sizes; i++) {
        if (largest_sizes[i] > most)
            continue;
        bench_largest(largest_sizes[i], 11, 0);
        bench_largest(largest_sizes[i], 11, 20);
        bench_largest(largest_sizes[i], 11, 49);
        bench_largest(largest_sizes[i], 11, 60);
    }
    return 0;
}
