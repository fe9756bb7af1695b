/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The worst field there is: a climber changes one thing about a hard field at a time and keeps what
 * makes a round slower; one try in five is a field drawn anew, as chance finds others than climbing
 * does.  What it found stands in hard_fields.txt, one field a line.
 *
 *   climb SYSTEM SECONDS [PLAYERS [SEED]]   look for one; prints the field in the form of that file
 *   climb FILE [SYSTEM]                     time those of the file; as a part of an ordinary round
 *                                           of the same size and system: the eighth of an event,
 *                                           and the one after as many rounds as the field has
 *
 * CPU time of the engine alone, the least of three, of twelve for a field that a climb keeps.  A
 * field that ends otherwise than with a pairing, or with the word that there is none, is printed as
 * well: nothing legal may.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "hard_field.h"

#include "limmat/arena.h"
#include "limmat/pairing.h"

enum { FIRST_TRIES = 40, FRESH_PER_CENT = 20, GENES = 11, ORDINARY_ROUNDS = 7 };

struct found {
    struct hard_taste taste;
    uint64_t seed;
    double took; /* CPU seconds; below 0: no pairing */
};

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Pair the round after those of ${t}: the CPU seconds, below 0 without a pairing. */
static double pair_once(const struct lm_system *system, const struct lm_tournament *t,
                        enum lm_status *status)
{
    struct lm_arena *arena;
    struct lm_pairing *pairing;
    struct lm_pair_request request = {.player = LM_NOBODY, .against = LM_NOBODY};
    *status = lm_arena_new(&arena, NULL, 0);
    if (*status != LM_OK)
        return -1;
    double start = seconds_now();
    *status = lm_pair_round(system, t, t->rounds_paired + 1, &request, arena, NULL, &pairing);
    double took = seconds_now() - start;
    lm_arena_free(arena);
    return *status == LM_OK ? took : -1;
}

static double least_of_three(const struct lm_system *system, const struct lm_tournament *t,
                             enum lm_status *status)
{
    double least = pair_once(system, t, status);
    for (int i = 0; i < 2 && *status == LM_OK; i++) {
        double took = pair_once(system, t, status);
        least = took < least ? took : least;
    }
    return least;
}

static void print_field(const struct lm_system *system, const struct found *f)
{
    const struct hard_taste *t = &f->taste;
    printf("%s %llu %u %u %u %d %u %u %u %u %u %d %d %u\n", system->name,
           (unsigned long long)f->seed, t->players, t->rounds, t->clubs, (int)t->virtual_most,
           t->draws, t->favourites, t->absent, t->swapped, t->prohibited, t->natural, t->last_round,
           t->points);
    fflush(stdout);
}

static void time_field(const struct lm_system *system, struct found *f)
{
    struct lm_arena *arena;
    struct lm_tournament *t;
    enum lm_status status = lm_arena_new(&arena, NULL, 0);
    struct lm_random random = lm_random_from(f->seed);
    f->took = -1;
    if (status != LM_OK)
        return;
    status = hard_field_make(&f->taste, system->games_per_match, &random, arena, &t);
    if (status == LM_OK)
        f->took = least_of_three(system, t, &status);
    if (status != LM_OK && status != LM_NO_PAIRING) {
        printf("# %s: ", lm_status_name(status));
        print_field(system, f);
    }
    lm_arena_free(arena);
}

/* The round after ${rounds} of ${players} that the system itself paired from the first one on. */
static double ordinary_round(const struct lm_system *system, uint32_t players, uint32_t rounds)
{
    struct hard_taste taste = {.players = players, .draws = 30, .favourites = 72, .swapped = 5};
    struct lm_random random = lm_random_from(players);
    struct lm_arena *arena;
    struct lm_tournament *t;
    double took = -1;
    if (lm_arena_new(&arena, NULL, 0) != LM_OK)
        return -1;
    taste.rounds = rounds + 3;
    enum lm_status status = hard_field_make(&taste, system->games_per_match, &random, arena, &t);
    for (uint32_t i = 0; status == LM_OK && i < players; i++)
        for (uint32_t round = 1; round <= taste.rounds; round++)
            for (uint8_t game = 0; game < t->games_per_match; game++)
                lm_record_of(t, i, round)[game] =
                    (struct lm_record){.opponent = LM_NOBODY, .result = LM_BLANK};
    for (uint32_t round = 1; status == LM_OK && round <= rounds; round++) {
        struct lm_pairing *pairing;
        struct lm_pair_request request = {.player = LM_NOBODY, .against = LM_NOBODY};
        t->rounds_paired = round - 1;
        status = lm_pair_round(system, t, round, &request, arena, NULL, &pairing);
        if (status == LM_OK)
            status = lm_pairing_enter(t, pairing);
        if (status == LM_OK)
            hard_field_play(t, &taste, round, &random);
        t->rounds_paired = round;
    }
    if (status == LM_OK)
        took = least_of_three(system, t, &status);
    lm_arena_free(arena);
    return took;
}

/* Change one thing about ${f}. */
static void mutate(struct found *f, struct lm_random *random)
{
    struct hard_taste fresh = hard_taste_draw(random, f->taste.players);
    struct hard_taste *t = &f->taste;
    uint32_t most = t->players / 2;
    switch (hard_below(random, GENES)) {
    case 0:
        f->seed = lm_random_below(random, UINT32_MAX);
        break;
    case 1:
        t->rounds = hard_chance(random, 50) ? fresh.rounds : t->rounds + hard_below(random, 3);
        break;
    case 2:
        t->clubs = fresh.clubs;
        break;
    case 3:
        t->virtual_most = fresh.virtual_most;
        break;
    case 4:
        t->draws = fresh.draws;
        break;
    case 5:
        t->favourites = fresh.favourites;
        break;
    case 6:
        t->absent = fresh.absent;
        break;
    case 7:
        t->swapped = hard_below(random, 101);
        break;
    case 8:
        t->prohibited = fresh.prohibited;
        break;
    case 9:
        t->natural = !t->natural;
        break;
    default:
        t->last_round = fresh.last_round;
        t->points = fresh.points;
    }
    t->rounds = t->rounds < most ? t->rounds : most;
}

/* A busy machine makes one in thousands look slow: what is to be kept is timed again. */
static void time_again(const struct lm_system *system, struct found *f)
{
    struct found again = *f;
    time_field(system, &again);
    f->took = again.took < f->took ? again.took : f->took;
}

static int climb(const struct lm_system *system, double seconds, uint32_t players, uint64_t seed)
{
    struct lm_random random = lm_random_from(seed);
    struct found best = {.took = -1};
    double ordinary = ordinary_round(system, players, ORDINARY_ROUNDS),
           end = seconds_now() + seconds;
    for (uint32_t tries = 0; seconds_now() < end; tries++) {
        struct found f = best;
        if (tries < FIRST_TRIES || best.took < 0 || hard_chance(&random, FRESH_PER_CENT)) {
            f.taste = hard_taste_draw(&random, players);
            f.seed = lm_random_below(&random, UINT32_MAX);
        } else {
            mutate(&f, &random);
            if (hard_chance(&random, 30))
                mutate(&f, &random);
        }
        time_field(system, &f);
        for (int again = 0; f.took > best.took && again < 3; again++)
            time_again(system, &f);
        if (f.took > best.took)
            best = f;
    }
    print_field(system, &best);
    printf("# %.6f s, an ordinary round %.6f s: %.1f times\n", best.took, ordinary,
           best.took / ordinary);
    return 0;
}

static int time_file(const char *name, const char *only)
{
    char line[256], system_name[64];
    FILE *file = fopen(name, "r");
    if (file == NULL)
        return 2;
    printf("%-18s %7s %6s  %9s  %9s %6s  %9s %6s\n", "worst fields found", "players", "rounds",
           "CPU s", "ordinary", "times", "as long", "times");
    while (fgets(line, sizeof line, file) != NULL) {
        struct found f = {0};
        const struct hard_taste *t = &f.taste;
        if (hard_taste_read(line, system_name, &f.seed, &f.taste) == 0 ||
            (only != NULL && strcmp(only, system_name) != 0))
            continue;
        const struct lm_system *system = lm_system_named(system_name, "");
        if (system == NULL)
            continue;
        double ordinary = ordinary_round(system, t->players, ORDINARY_ROUNDS);
        double as_long = ordinary_round(system, t->players, t->rounds);
        time_field(system, &f);
        printf("%-18s %7u %6u  %9.6f  %9.6f %6.1f  %9.6f %6.1f\n", system->name, t->players,
               t->rounds, f.took, ordinary, f.took / ordinary, as_long, f.took / as_long);
    }
    fclose(file);
    return 0;
}

int main(int argc, char **argv)
{
    const struct lm_system *system = argc > 2 ? lm_system_named(argv[1], "") : NULL;
    if (system == NULL && argc > 1)
        return time_file(argv[1], argc > 2 ? argv[2] : NULL);
    if (system == NULL)
        return 2;
    return climb(system, atof(argv[2]), argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 10) : 200,
                 argc > 4 ? strtoull(argv[4], NULL, 10) : 1);
}
