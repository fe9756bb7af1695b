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
 * CPU time of the engine alone: the least of three while climbing, of twelve for a field that a
 * climb keeps.  Where a field is told beside ordinary rounds all take turns, each round once a turn
 * and the least of its turns: a processor that changes its speed meanwhile would else tell half or
 * twice the ratio, and one that pairs the same round again and again has learned its branches by
 * heart, the ordinary one's before the hard one's, as it never has where a round is paired once.
 * What an ordinary round takes is the mean of sixteen events, as any single one may be a third
 * quicker or slower.  A field that ends otherwise than with a pairing, or with the word that there
 * is none, is printed as well: nothing legal may.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "hard_field.h"

#include "limmat/arena.h"
#include "limmat/pairing.h"

enum {
    FIRST_TRIES = 40,
    FRESH_PER_CENT = 20,
    GENES = 11,
    ORDINARY_ROUNDS = 7,
    ORDINARY = 16,
    TURNS = 20
};

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
    struct lm_pair_request request = {.player = LM_NOBODY};
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

/* The field of ${f}; NULL: there is none. */
static struct lm_tournament *field_of(const struct lm_system *system, const struct found *f,
                                      struct lm_arena *arena)
{
    struct lm_tournament *t;
    struct lm_random random = lm_random_from(f->seed);
    enum lm_status status = hard_field_make(&f->taste, system->games_per_match, &random, arena, &t);
    return status == LM_OK ? t : NULL;
}

static void tell_of_no_pairing(const struct lm_system *system, const struct found *f,
                               enum lm_status status)
{
    if (status != LM_OK && status != LM_NO_PAIRING) {
        printf("# %s: ", lm_status_name(status));
        print_field(system, f);
    }
}

static void time_field(const struct lm_system *system, struct found *f)
{
    struct lm_arena *arena;
    enum lm_status status = LM_LIMIT;
    f->took = -1;
    if (lm_arena_new(&arena, NULL, 0) != LM_OK)
        return;
    struct lm_tournament *t = field_of(system, f, arena);
    if (t != NULL)
        f->took = least_of_three(system, t, &status);
    tell_of_no_pairing(system, f, status);
    lm_arena_free(arena);
}

/* The event ${number} of ${players} whose first ${rounds} the system itself paired; NULL: there is
 * none. */
static struct lm_tournament *ordinary_event(const struct lm_system *system, uint32_t players,
                                            uint32_t rounds, uint32_t number,
                                            struct lm_arena *arena)
{
    struct hard_taste taste = {.players = players, .draws = 30, .favourites = 72, .swapped = 5};
    struct lm_random random = lm_random_from(players + (uint64_t)number * 1000);
    struct lm_tournament *t;
    taste.rounds = rounds + 3;
    enum lm_status status = hard_field_make(&taste, system->games_per_match, &random, arena, &t);
    for (uint32_t i = 0; status == LM_OK && i < players; i++)
        for (uint32_t round = 1; round <= taste.rounds; round++)
            for (uint8_t game = 0; game < t->games_per_match; game++)
                lm_record_of(t, i, round)[game] =
                    (struct lm_record){.opponent = LM_NOBODY, .result = LM_BLANK};
    for (uint32_t round = 1; status == LM_OK && round <= rounds; round++) {
        struct lm_pairing *pairing;
        struct lm_pair_request request = {.player = LM_NOBODY};
        t->rounds_paired = round - 1;
        status = lm_pair_round(system, t, round, &request, arena, NULL, &pairing);
        if (status == LM_OK)
            status = lm_pairing_enter(t, pairing);
        if (status == LM_OK)
            hard_field_play(t, &taste, round, &random);
        t->rounds_paired = round;
    }
    return status == LM_OK ? t : NULL;
}

/* What is timed together: a field, ordinary rounds, and such after as many rounds as it has. */
enum { HARD = 0, EIGHTH = 1, AS_LONG = EIGHTH + ORDINARY, EVENTS = AS_LONG + ORDINARY };

/* Time rounds after ${events} by turns; the least of each into ${took}, below 0 without one. */
static enum lm_status time_by_turns(const struct lm_system *system,
                                    struct lm_tournament *const events[EVENTS], double took[EVENTS])
{
    enum lm_status last = LM_OK;
    for (int turn = 0; turn < TURNS; turn++)
        for (uint32_t i = 0; i < EVENTS; i++) {
            enum lm_status status = LM_NO_PAIRING;
            const double once = events[i] == NULL ? -1 : pair_once(system, events[i], &status);
            took[i] = turn == 0 || once < took[i] ? once : took[i];
            if (i == HARD)
                last = status;
        }
    return last;
}

/* The mean of ${count} times, but of those without a pairing; below 0: there is no other. */
static double mean(const double *took, uint32_t count)
{
    double sum = 0;
    uint32_t paired = 0;
    for (uint32_t i = 0; i < count; i++)
        if (took[i] >= 0) {
            sum += took[i];
            paired++;
        }
    return paired > 0 ? sum / paired : -1;
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

/* The field of ${f}, an ordinary round, and one after as many rounds as the field has. */
static void time_beside_ordinary(const struct lm_system *system, const struct found *f,
                                 double took[3])
{
    struct lm_arena *arena;
    struct lm_tournament *events[EVENTS];
    double each[EVENTS];
    took[0] = took[1] = took[2] = -1;
    if (lm_arena_new(&arena, NULL, 0) != LM_OK)
        return;
    const struct hard_taste *t = &f->taste;
    events[HARD] = field_of(system, f, arena);
    for (uint32_t i = 0; i < ORDINARY; i++) {
        events[EIGHTH + i] = ordinary_event(system, t->players, ORDINARY_ROUNDS, i, arena);
        events[AS_LONG + i] = ordinary_event(system, t->players, t->rounds, i, arena);
    }
    tell_of_no_pairing(system, f, time_by_turns(system, events, each));
    took[0] = each[HARD];
    took[1] = mean(each + EIGHTH, ORDINARY);
    took[2] = mean(each + AS_LONG, ORDINARY);
    lm_arena_free(arena);
}

static int climb(const struct lm_system *system, double seconds, uint32_t players, uint64_t seed)
{
    struct lm_random random = lm_random_from(seed);
    struct found best = {.took = -1};
    double end = seconds_now() + seconds;
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
    double took[3];
    time_beside_ordinary(system, &best, took);
    printf("# %.6f s, an ordinary round %.6f s: %.1f times\n", took[0], took[1], took[0] / took[1]);
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
        double took[3];
        time_beside_ordinary(system, &f, took);
        printf("%-18s %7u %6u  %9.6f  %9.6f %6.1f  %9.6f %6.1f\n", system->name, t->players,
               t->rounds, took[0], took[1], took[0] / took[1], took[2], took[0] / took[2]);
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
