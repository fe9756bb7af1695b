/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pairing one round by dutch-2026: ordinary fields from 50 to 100,000 players, and hard ones.
 * Prints a table of CPU times and memory; with BBPPAIRINGS naming that engine's binary, also its
 * time on the same fields as far as it is bearable, and the ratio.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "limmat/formats.h"
#include "limmat/generate.h"
#include "limmat/pairing.h"
#include "limmat/random.h"

enum { SLOW_PEER = 1000 }; /* no larger fields for the other engine */

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

struct field {
    const char *name;
    uint32_t players;
    uint32_t rounds; /* played before the one that is measured */
    /* The result of a game: 0 Black wins, 1 draw, 2 White wins. */
    int (*result)(struct lm_random *random, uint32_t white, uint32_t black);
    uint32_t group;  /* players in a row who must not meet; 0: none */
    bool spread;     /* virtual points scatter the scoregroups */
    bool last_round; /* the round measured is the last one */
};

static int by_chance(struct lm_random *random, uint32_t white, uint32_t black)
{
    uint64_t roll = lm_random_below(random, 100);
    if (roll < 30)
        return 1;
    return (roll < 72) == (white < black) ? 2 : 0;
}

static int always_drawn(struct lm_random *random, uint32_t white, uint32_t black)
{
    (void)random;
    (void)white;
    (void)black;
    return 1;
}

static const struct field fields[] = {
    {"ordinary, round 8", 50, 7, by_chance, 0, false, false},
    {"ordinary, round 8", 100, 7, by_chance, 0, false, false},
    {"ordinary, round 8", 200, 7, by_chance, 0, false, false},
    {"ordinary, round 8", 500, 7, by_chance, 0, false, false},
    {"ordinary, round 8", 1000, 7, by_chance, 0, false, false},
    {"ordinary, round 8", 2000, 7, by_chance, 0, false, false},
    {"ordinary, round 8", 10000, 7, by_chance, 0, false, false},
    {"ordinary, round 8", 100000, 7, by_chance, 0, false, false},
    {"last round, topscorers", 1000, 8, by_chance, 0, false, true},
    {"last round, topscorers", 10000, 8, by_chance, 0, false, true},
    {"all games drawn", 1000, 7, always_drawn, 0, false, false},
    {"as many rounds as it bears", 40, 36, by_chance, 0, false, false},
    {"as many rounds as it bears", 100, 60, by_chance, 0, false, false},
    {"clubs of 10 kept apart", 200, 7, by_chance, 10, false, false},
    {"clubs of 100 kept apart", 400, 7, by_chance, 100, false, false},
    {"clubs of 100 kept apart", 1000, 7, by_chance, 100, false, false},
    {"scattered scores", 200, 7, by_chance, 0, true, false},
    {"scattered scores", 1000, 7, by_chance, 0, true, false},
};

static bool keep_apart(struct lm_tournament *t, uint32_t group)
{
    size_t count = group == 0 ? 0 : t->player_count / group;
    struct lm_prohibition *list = lm_arena_alloc(t->arena, count, sizeof *list);
    uint32_t *players = lm_arena_alloc(t->arena, t->player_count, sizeof *players);
    if (list == NULL || players == NULL)
        return false;
    for (uint32_t i = 0; i < t->player_count; i++)
        players[i] = i;
    for (size_t i = 0; i < count; i++)
        list[i] = (struct lm_prohibition){1, LM_ROUNDS_MAX, players + i * group, group};
    t->prohibitions = list;
    t->prohibition_count = count;
    return true;
}

/* Everybody gets a few points of his own in every round: many small scoregroups. */
static bool scatter(struct lm_tournament *t, const struct field *f)
{
    struct lm_acceleration *list = lm_arena_alloc(t->arena, t->player_count, sizeof *list);
    if (list == NULL)
        return false;
    for (uint32_t i = 0; i < t->player_count; i++)
        list[i] = (struct lm_acceleration){.points = (int32_t)(i % 97),
                                           .first_round = 1,
                                           .last_round = LM_ROUNDS_MAX,
                                           .first = i + 1,
                                           .last = i + 1};
    t->accelerations = list;
    t->acceleration_count = f->spread ? t->player_count : 0;
    return true;
}

static struct lm_tournament *new_field(const struct field *f, struct lm_arena *arena)
{
    struct lm_tournament *t;
    if (lm_tournament_new(arena, f->players, f->rounds + 1, 1, &t) != LM_OK)
        return NULL;
    for (uint32_t i = 0; i < f->players; i++) {
        t->players[i].tpn = i + 1;
        t->players[i].rating = 2600 - (int32_t)(i * 1200 / f->players);
        t->players[i].name = "Player";
    }
    t->initial_colour = LM_WHITE;
    t->rounds_total = f->last_round ? f->rounds + 1 : f->rounds + 3;
    return keep_apart(t, f->group) && scatter(t, f) ? t : NULL;
}

static void play(struct lm_tournament *t, const struct field *f, uint32_t round,
                 struct lm_random *random)
{
    static const uint8_t results[] = {LM_LOSS, LM_DRAW, LM_WIN};
    for (uint32_t i = 0; i < t->player_count; i++) {
        struct lm_record *record = lm_record_of(t, i, round);
        if (record->result != LM_PENDING || record->colour != LM_WHITE)
            continue;
        int result = f->result(random, i, record->opponent);
        record->result = results[result];
        lm_record_of(t, record->opponent, round)->result = results[2 - result];
    }
}

/* Pair round ${round}; the CPU seconds it took, or -1. */
static double pair_round(struct lm_tournament *t, uint32_t round, bool enter, size_t *memory)
{
    struct lm_arena *arena;
    struct lm_pairing *pairing;
    struct lm_pair_request request = {.player = LM_NOBODY};
    if (lm_arena_new(&arena, NULL, 0) != LM_OK)
        return -1;
    double start = seconds_now();
    enum lm_status status =
        lm_pair_round(lm_system_named("dutch-2026", ""), t, round, &request, arena, NULL, &pairing);
    double took = seconds_now() - start;
    *memory = lm_arena_size(arena);
    if (status == LM_OK && enter)
        status = lm_pairing_enter(t, pairing);
    lm_arena_free(arena);
    return status == LM_OK ? took : -1;
}

/* The other engine's CPU seconds for the same round, less what it needs to read the file. */
static double peer_seconds(const char *binary, const char *file)
{
    struct rusage before, after;
    getrusage(RUSAGE_CHILDREN, &before);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        if (freopen("/dev/null", "w", stdout) == NULL || freopen("/dev/null", "w", stderr) == NULL)
            _exit(127);
        execl(binary, binary, "--dutch", file, "-p", (char *)NULL);
        _exit(127);
    }
    int status;
    if (child < 0 || waitpid(child, &status, 0) < 0 || !WIFEXITED(status) ||
        WEXITSTATUS(status) != 0)
        return -1;
    getrusage(RUSAGE_CHILDREN, &after);
    return (double)(after.ru_utime.tv_sec - before.ru_utime.tv_sec) +
           (double)(after.ru_utime.tv_usec - before.ru_utime.tv_usec) / 1e6;
}

static double ask_peer(struct lm_tournament *t, uint32_t rounds, struct lm_arena *arena)
{
    const char *binary = getenv("BBPPAIRINGS");
    char file[] = "/tmp/limmat-bench-XXXXXX";
    struct lm_text text = lm_text_in(arena);
    int32_t *points = lm_arena_alloc(arena, t->player_count, sizeof *points);
    if (points == NULL)
        return -1;
    lm_points_after(t, rounds, points);
    for (uint32_t i = 0; i < t->player_count; i++) {
        t->players[i].declared_points = points[i];
        t->players[i].declared_rank = i + 1;
    }
    if (binary == NULL || t->player_count > SLOW_PEER ||
        lm_write(lm_format_named("trf26"), t, NULL, NULL, &text) != LM_OK)
        return -1;
    int handle = mkstemp(file);
    if (handle < 0)
        return -1;
    bool written = write(handle, lm_text_string(&text), text.length) == (ssize_t)text.length;
    close(handle);
    double took = written ? peer_seconds(binary, file) : -1;
    unlink(file);
    return took;
}

static void measure(const struct field *f)
{
    struct lm_arena *arena;
    if (lm_arena_new(&arena, NULL, 0) != LM_OK)
        return;
    struct lm_random random = lm_random_from(f->players + f->rounds);
    struct lm_tournament *t = new_field(f, arena);
    size_t memory = 0;
    uint32_t round = 1;
    double took = 0;
    for (; t != NULL && round <= f->rounds; round++) {
        took = pair_round(t, round, true, &memory);
        if (took < 0)
            break;
        play(t, f, round, &random);
    }
    if (took >= 0)
        took = pair_round(t, round, false, &memory);
    printf("%-28s %7u  %5u  ", f->name, f->players, round);
    if (took < 0) {
        printf("no pairing\n");
    } else {
        printf("%12.6f  %8.1f", took, (double)memory / 1048576);
        double peer = ask_peer(t, f->rounds, arena);
        if (peer >= 0)
            printf("  %10.3f  %8.0f", peer, peer / took);
        printf("\n");
    }
    fflush(stdout);
    lm_arena_free(arena);
}

int main(void)
{
    printf("%-28s %7s  %5s  %12s  %8s  %10s  %8s\n", "field", "players", "round", "CPU s", "MiB",
           "other s", "ratio");
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        measure(&fields[i]);
    return 0;
}
