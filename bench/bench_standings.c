/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Standings of tournaments with 11 rounds, forfeits, byes and withdrawals: CPU time and memory of
 * lists of tie-breaks, and how often the points alone (lm_points_after) could be added up in that
 * time.
 *
 *   bench_standings [PLAYERS]     nothing larger than PLAYERS
 */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "limmat/generate.h"
#include "limmat/pairing.h"
#include "limmat/ranking.h"
#include "limmat/rating.h"

enum { TIMES = 5 }; /* the best of so many is printed */

static const char *const lists[] = {
    "PTS",
    "PTS,BH/C1,BH,SB,DE,WIN",
    "PTS,DE,BH/C1,BH,SB,PS,ARO,TPR,WON,BWG", /* ten */
    "PTS,DE,WIN,WON,BPG,BWG,PS,REP,STD,BH,BH/C1,BH/M1,AOB,FB,SB,SB/C1,KS,ARO,TPR,PTP,APRO,APPO,TPN",
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void must(enum lm_status status)
{
    if (status == LM_OK)
        return;
    fprintf(stderr, "bench_standings: %s\n", lm_status_name(status));
    exit((int)status);
}

static struct lm_tournament *played(uint32_t players, struct lm_arena *arena)
{
    static const char settings[] =
        "Forfeits=2\nHalfPointByes=1\nZeroPointByes=0.5\nWithdrawals=0.3";
    struct lm_plan plan = lm_plan_default();
    struct lm_tournament *t;
    must(lm_plan_read(settings, sizeof settings - 1, arena, NULL, &plan));
    plan.players = players;
    plan.rounds = 11;
    plan.expected = lm_rating_expected;
    must(lm_generate(lm_system_named("dutch-2026", ""), &plan, 1, arena, NULL, &t));
    return t;
}

static double time_of_points(const struct lm_tournament *t, struct lm_arena *arena)
{
    double best = 1e9;
    int32_t *points = lm_arena_alloc(arena, t->player_count, sizeof *points);
    for (int i = 0; points != NULL && i < TIMES; i++) {
        double start = now();
        lm_points_after(t, t->rounds_paired, points);
        double seconds = now() - start;
        best = seconds < best ? seconds : best;
    }
    return best;
}

static double time_of(const struct lm_tournament *t, const struct lm_standings_options *o,
                      size_t *memory)
{
    double best = 1e9;
    for (int i = 0; i < TIMES; i++) {
        struct lm_arena *arena;
        struct lm_standings *s;
        must(lm_arena_new(&arena, NULL, 0));
        double start = now();
        must(lm_standings_compute(t, o, arena, NULL, &s));
        double seconds = now() - start;
        best = seconds < best ? seconds : best;
        *memory = lm_arena_size(arena);
        lm_arena_free(arena);
    }
    return best;
}

static void measure(uint32_t players)
{
    struct lm_arena *arena;
    must(lm_arena_new(&arena, NULL, 0));
    struct lm_tournament *t = played(players, arena);
    double points = time_of_points(t, arena);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        struct lm_standings_options o = {.edition = LM_C07_2026};
        size_t memory;
        must(lm_tie_breaks_parse(lists[i], arena, NULL, &o.list, &o.count));
        double seconds = time_of(t, &o, &memory);
        printf(
            "%7u players x %u rounds, %2zu tie-breaks %9.3f ms %8.1f times the points %6.1f MB\n",
            players, t->rounds_paired, o.count, seconds * 1e3, seconds / points,
            (double)memory / 1e6);
        fflush(stdout);
    }
    lm_arena_free(arena);
}

int main(int count, char **arguments)
{
    static const uint32_t sizes[] = {100, 1000, 10000, 100000};
    uint32_t most = count > 1 ? (uint32_t)strtoul(arguments[1], NULL, 10) : UINT32_MAX;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (sizes[i] <= most)
            measure(sizes[i]);
    return 0;
}
