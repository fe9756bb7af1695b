/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pairing one round: by dutch-2026 ordinary fields from 50 to 100,000 players, and hard ones; by
 * the other systems 300 and 1,000 players, ordinary and hard.  Prints tables of CPU times and
 * memory: of dutch-2026, with BBPPAIRINGS naming that engine's binary, also its time on the same
 * fields as far as it is bearable, and the ratio; of the others which part that is of the time the
 * system may take, and of what dutch-2026 takes for a like field.
 */
#define _DEFAULT_SOURCE /* anonymous memory */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../tests/reference/outcomes.h"
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
    outcome_function *result;
    uint32_t group;  /* players in a row who must not meet; 0: none */
    bool spread;     /* virtual points scatter the scoregroups */
    bool last_round; /* the round measured is the last one */
};

static enum outcome by_chance(const void *context, struct lm_random *random, uint32_t white,
                              uint32_t black)
{
    (void)context;
    uint64_t roll = lm_random_below(random, 100);
    if (roll < 30)
        return DRAWN;
    return (roll < 72) == (white < black) ? WHITE_WINS : BLACK_WINS;
}

static enum outcome always_drawn(const void *context, struct lm_random *random, uint32_t white,
                                 uint32_t black)
{
    (void)context;
    (void)random;
    (void)white;
    (void)black;
    return DRAWN;
}

static const struct field dutch_fields[] = {
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

/* What every system is measured with. */
static const struct field common_fields[] = {
    {"ordinary, round 8", 300, 7, by_chance, 0, false, false},
    {"last round", 300, 8, by_chance, 0, false, true},
    {"all games drawn", 300, 7, always_drawn, 0, false, false},
    {"60 rounds: many rematches", 300, 59, by_chance, 0, false, false},
    {"clubs of 75 kept apart", 300, 7, by_chance, 75, false, false},
    {"scattered scores", 300, 7, by_chance, 0, true, false},
    {"ordinary, round 8", 1000, 7, by_chance, 0, false, false},
    {"last round", 1000, 8, by_chance, 0, false, true},
    {"all games drawn", 1000, 7, always_drawn, 0, false, false},
    {"60 rounds: many rematches", 1000, 59, by_chance, 0, false, false},
    {"clubs of 100 kept apart", 1000, 7, by_chance, 100, false, false},
    {"scattered scores", 1000, 7, by_chance, 0, true, false},
};

/* The seconds that 300 and 1,000 players may take.  0: on an ordinary field twice what dutch-2026
 * takes for it in this run, on a hard one 20 times what the system takes for an ordinary one. */
static const struct target {
    const char *system;
    double of_300, of_1000;
} targets[] = {
    {"dutch-2017", 0.05, 0.05}, {"double-swiss-2026", 0.05, 0.05},
    {"dutch-2006", 1, 10},      {"dubov-1997", 1, 10},
    {"team-2026", 0, 0},        {"dubov-2026", 0, 0},
    {"burstein-2026", 0, 0},    {"round-robin", 0, 0},
    {"scheveningen", 0, 0},     {"simple-2026", 0, 0},
    {"keizer-2026", 0, 0},
};

enum { TARGETS = sizeof targets / sizeof *targets };

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
        list[i] = (struct lm_prohibition){1, LM_ROUNDS_MAX, players + i * group, group, LM_PLAYERS};
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

static struct lm_tournament *new_field(const struct lm_system *system, const struct field *f,
                                       struct lm_arena *arena)
{
    struct lm_tournament *t;
    if (lm_tournament_new(arena, f->players, f->rounds + 1, system->games_per_match, &t) != LM_OK)
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

/* Pair round ${round} out of ${from} (NULL: malloc); the CPU seconds it took, or -1. */
static double pair_round(const struct lm_system *system, struct lm_tournament *t, uint32_t round,
                         const struct lm_memory *from, bool enter, size_t *memory)
{
    struct lm_arena *arena;
    struct lm_pairing *pairing;
    struct lm_pair_request request = {.player = LM_NOBODY};
    if (lm_arena_new(&arena, from, 0) != LM_OK)
        return -1;
    double start = seconds_now();
    enum lm_status status = lm_pair_round(system, t, round, &request, arena, NULL, &pairing);
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

/* A file must say what everybody has. */
static bool declare_points(struct lm_tournament *t, uint32_t rounds, struct lm_arena *arena)
{
    int32_t *points = lm_arena_alloc(arena, t->player_count, sizeof *points);
    if (points == NULL)
        return false;
    lm_points_after(t, rounds, points);
    for (uint32_t i = 0; i < t->player_count; i++) {
        t->players[i].declared_points = points[i];
        t->players[i].declared_rank = i + 1;
    }
    return true;
}

static double ask_peer(struct lm_tournament *t, uint32_t rounds, struct lm_arena *arena)
{
    const char *binary = getenv("BBPPAIRINGS");
    char file[] = "/tmp/limmat-bench-XXXXXX";
    struct lm_text text = lm_text_in(arena);
    if (!declare_points(t, rounds, arena))
        return -1;
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

/* Play ${f} by ${system} and pair the round that is measured: its CPU seconds, or -1. */
static double measure(const struct lm_system *system, const struct field *f, struct lm_arena *arena,
                      struct lm_tournament **out, size_t *memory)
{
    struct lm_random random = lm_random_from(f->players + f->rounds);
    struct lm_tournament *t = new_field(system, f, arena);
    for (uint32_t round = 1; t != NULL && round <= f->rounds; round++) {
        if (pair_round(system, t, round, NULL, true, memory) < 0)
            return -1;
        play_pending(t, round, f->result, NULL, &random);
    }
    *out = t;
    return t == NULL ? -1 : pair_round(system, t, f->rounds + 1, NULL, false, memory);
}

static void print_field(const struct field *f, double took, size_t memory)
{
    printf("%-28s %7u  %5u  ", f->name, f->players, f->rounds + 1);
    if (took < 0)
        printf("no pairing");
    else
        printf("%12.6f  %8.1f", took, (double)memory / 1048576);
}

static void measure_dutch(const struct field *f)
{
    struct lm_arena *arena;
    struct lm_tournament *t;
    size_t memory = 0;
    if (lm_arena_new(&arena, NULL, 0) != LM_OK)
        return;
    double took = measure(lm_system_named("dutch-2026", ""), f, arena, &t, &memory);
    print_field(f, took, memory);
    double peer = took < 0 ? -1 : ask_peer(t, f->rounds, arena);
    if (peer >= 0)
        printf("  %10.3f  %8.0f", peer, peer / took);
    printf("\n");
    fflush(stdout);
    lm_arena_free(arena);
}

/* By ${system}; the CPU seconds, or -1. */
static double measure_once(const char *system, const struct field *f, size_t *memory)
{
    struct lm_arena *arena;
    struct lm_tournament *t;
    if (lm_arena_new(&arena, NULL, 0) != LM_OK)
        return -1;
    double took = measure(lm_system_named(system, ""), f, arena, &t, memory);
    lm_arena_free(arena);
    return took;
}

/* Fields of teams are half as large. */
static struct field field_for(const struct field *f, const char *system)
{
    struct field own = *f;
    if (lm_system_named(system, "")->teams)
        own.players /= 2;
    return own;
}

/* What ${took} is measured by: ${yardstick} is what dutch-2026 takes for the field. */
static double target_of(const struct target *t, const struct field *f, double yardstick,
                        double *ordinary)
{
    double fixed = f->players <= 300 ? t->of_300 : t->of_1000;
    if (fixed > 0)
        return fixed;
    return *ordinary > 0 ? 20 * *ordinary : 2 * yardstick;
}

/* Fields come by size, an ordinary one first of each; ${ordinary}: what that one took. */
static void measure_all(const struct field *f, const char *only, double *ordinary)
{
    size_t memory = 0;
    for (size_t i = 0; i < TARGETS; i++) {
        if (only != NULL && strcmp(only, targets[i].system) != 0)
            continue;
        struct field own = field_for(f, targets[i].system);
        if (strcmp(f->name, common_fields[0].name) == 0)
            ordinary[i] = 0;
        double yardstick = measure_once("dutch-2026", &own, &memory);
        double took = measure_once(targets[i].system, &own, &memory);
        double target = target_of(&targets[i], &own, yardstick, &ordinary[i]);
        if (ordinary[i] <= 0)
            ordinary[i] = took;
        printf("%-18s", targets[i].system);
        print_field(&own, took, memory);
        if (took >= 0)
            printf("  %8.1f  %9.4f  %8.1f", target * 1e3, took / target, took / yardstick);
        printf("\n");
        fflush(stdout);
    }
}

/* ---- Growth ---- */

enum { GROWTH_ROUNDS = 12 };

/* The CPU seconds of reading ${t} as a file once, or -1. */
static double reading_of(struct lm_tournament *t, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    struct lm_arena *own;
    struct lm_tournament *again;
    if (!declare_points(t, GROWTH_ROUNDS - 1, arena) ||
        lm_write(lm_format_named("json"), t, NULL, NULL, &text) != LM_OK ||
        lm_arena_new(&own, NULL, 0) != LM_OK)
        return -1;
    double start = seconds_now();
    enum lm_status status = lm_read(lm_text_string(&text), text.length, NULL, own, NULL, &again);
    double took = seconds_now() - start;
    lm_arena_free(own);
    return status == LM_OK ? took : -1;
}

/*
 * Every size is paired as by a command that pairs one round and ends: its memory comes fresh from
 * the system, and the caches held something else before.  From one process, 1,000 players would
 * find both ready from the time before, and 100,000 would not.
 */
static void *map_fresh(void *context, size_t size)
{
    (void)context;
    void *chunk = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return chunk == MAP_FAILED ? NULL : chunk;
}

static void unmap(void *context, void *chunk, size_t size)
{
    (void)context;
    (void)munmap(chunk, size);
}

static void cool_down(void)
{
    enum { CACHES = 48 << 20, LINE = 64 };
    static volatile unsigned char other[CACHES];
    for (size_t i = 0; i < CACHES; i += LINE)
        other[i]++;
}

/* Pair round ${round} some times, entering the last; the CPU seconds of the time least disturbed,
 * or -1. */
static double pair_often(const struct lm_system *system, struct lm_tournament *t, uint32_t round)
{
    static const struct lm_memory fresh = {map_fresh, unmap, NULL};
    enum { TIMES = 9 };
    size_t memory;
    double best = -1;
    for (int i = 1; i <= TIMES; i++) {
        cool_down();
        double took = pair_round(system, t, round, &fresh, i == TIMES, &memory);
        if (took < 0)
            return -1;
        best = best < 0 || took < best ? took : best;
    }
    return best;
}

/* The slowest of the rounds 1 to GROWTH_ROUNDS of ${players} in CPU seconds, or -1; ${*reading}:
 * of the file after all but the last of them. */
static double slowest_round(const struct lm_system *system, uint32_t players, double *reading)
{
    struct field f = {"", players, GROWTH_ROUNDS - 1, by_chance, 0, false, false};
    struct lm_random random = lm_random_from(players);
    struct lm_arena *arena;
    double slowest = 0, took = 0;
    if (lm_arena_new(&arena, NULL, 0) != LM_OK)
        return -1;
    struct lm_tournament *t = new_field(system, &f, arena);
    *reading = -1;
    for (uint32_t round = 1; t != NULL && round <= GROWTH_ROUNDS && took >= 0; round++) {
        if (round == GROWTH_ROUNDS)
            *reading = reading_of(t, arena);
        took = pair_often(system, t, round);
        slowest = took > slowest ? took : slowest;
        play_pending(t, round, f.result, NULL, &random);
    }
    lm_arena_free(arena);
    return t == NULL || took < 0 ? -1 : slowest;
}

/* The slope of the line through (log ${x}, log ${y}), by least squares. */
static double fitted_exponent(const double *x, const double *y, int count)
{
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (int i = 0; i < count; i++) {
        double lx = log(x[i]), ly = log(y[i]);
        sx += lx;
        sy += ly;
        sxx += lx * lx;
        sxy += lx * ly;
    }
    return (count * sxy - sx * sy) / (count * sxx - sx * sx);
}

/* From 1,000 to 100,000 players, or half as many teams: the exponent of the slowest round, and its
 * part of reading.  The least of three passes over all sizes, as a processor that changes its speed
 * between two sizes would else tell of that. */
static void measure_growth(const char *name)
{
    static const double players[] = {1000, 3000, 10000, 30000, 100000};
    enum { SIZES = sizeof players / sizeof *players, PASSES = 3 };
    const struct lm_system *system = lm_system_named(name, "");
    double slowest[SIZES], least = -1;
    for (int i = 0; i < PASSES * SIZES; i++) {
        double *best = &slowest[i % SIZES], reading = -1;
        const uint32_t count = (uint32_t)players[i % SIZES] / (system->teams ? 2 : 1);
        const double took = slowest_round(system, count, &reading);
        *best = i < SIZES || took < *best ? took : *best;
        if (i % SIZES == SIZES - 1)
            least = least < 0 || reading < least ? reading : least;
    }
    printf("%-18s", name);
    for (int i = 0; i < SIZES; i++)
        printf(" %10.6f", slowest[i]);
    printf("  %8.2f  %10.2f\n", fitted_exponent(players, slowest, SIZES),
           slowest[SIZES - 1] / least);
    fflush(stdout);
}

/* bench_pairing [SYSTEM]: one of the others alone; bench_pairing growth [SYSTEM]: large fields. */
int main(int argc, char **argv)
{
    double ordinary[TARGETS] = {0};
    const char *only = argc > 1 ? argv[1] : NULL;
    if (only != NULL && strcmp(only, "growth") == 0) {
        printf("%-18s %10s %10s %10s %10s %10s  %8s  %10s\n", "rounds 1 to 12", "1,000 s", "3,000",
               "10,000", "30,000", "100,000", "exponent", "of reading");
        if (argc > 2) {
            measure_growth(argv[2]);
            return 0;
        }
        measure_growth("dutch-2026");
        measure_growth("monrad-acwc-2019");
        for (size_t i = 0; i < TARGETS; i++)
            if (lm_system_named(targets[i].system, "")->board == NULL)
                measure_growth(targets[i].system);
        return 0;
    }
    printf("%-28s %7s  %5s  %12s  %8s  %10s  %8s\n", "dutch-2026: field", "players", "round",
           "CPU s", "MiB", "other s", "ratio");
    for (size_t i = 0; only == NULL && i < sizeof dutch_fields / sizeof *dutch_fields; i++)
        measure_dutch(&dutch_fields[i]);
    printf("\n%-18s%-28s %7s  %5s  %12s  %8s  %8s  %9s  %8s\n", "system", "field", "players",
           "round", "CPU s", "MiB", "target ms", "of target", "of 2026");
    for (size_t i = 0; i < sizeof common_fields / sizeof *common_fields; i++)
        measure_all(&common_fields[i], only, ordinary);
    return 0;
}
