/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Hard fields of up to some hundred players, where no literal reference can go: paired as they
 * have been paired before the shortcuts of the engines were.  TAP, a point a system.
 *
 *   hard_pairings FILE…                       check the lines of FILEs: SYSTEM SEED PLAYERS DIGEST,
 * or a field as in bench/hard_fields.txt and DIGEST hard_pairings SYSTEM FROM COUNT LOW HIGH  print
 * such lines, of LOW to HIGH players hard_pairings print FILE                  the fields of
 * bench/hard_fields.txt as such lines
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hard_field.h"

#include "limmat/arena.h"
#include "limmat/pairing.h"

enum { LINE = 200, NAME = 64 };

/* FNV-1a of the number's eight bytes. */
static uint64_t mix(uint64_t digest, uint64_t number)
{
    for (int i = 0; i < 64; i += 8)
        digest = (digest ^ (number >> i & 0xff)) * UINT64_C(0x100000001b3);
    return digest;
}

/* The digest of all pairs with colours and boards, or of the failure. */
static uint64_t digest_of(const struct lm_system *system, const struct hard_taste *taste,
                          struct lm_random random)
{
    struct lm_arena *arena;
    struct lm_tournament *t;
    struct lm_pairing *pairing = NULL;
    struct lm_pair_request request = {.player = LM_NOBODY};
    if (lm_arena_new(&arena, NULL, 0) != LM_OK)
        return 0;
    enum lm_status status = hard_field_make(taste, system->games_per_match, &random, arena, &t);
    if (status == LM_OK)
        status = lm_pair_round(system, t, t->rounds_paired + 1, &request, arena, NULL, &pairing);
    uint64_t digest = mix(UINT64_C(0xcbf29ce484222325), (uint64_t)status);
    for (uint32_t i = 0; status == LM_OK && i < pairing->pair_count; i++) {
        digest = mix(digest, pairing->pairs[i].white);
        digest = mix(digest, pairing->pairs[i].black);
    }
    lm_arena_free(arena);
    return digest;
}

/* The same for the random field of ${seed}. */
static uint64_t digest_of_seed(const struct lm_system *system, uint64_t seed, uint32_t players)
{
    struct lm_random random = lm_random_from(seed);
    struct hard_taste taste = hard_taste_draw(&random, players);
    return digest_of(system, &taste, random);
}

static int print_lines(const struct lm_system *system, char **from)
{
    uint64_t seed = strtoull(from[0], NULL, 10), end = seed + strtoull(from[1], NULL, 10);
    uint32_t low = (uint32_t)atoi(from[2]), high = (uint32_t)atoi(from[3]);
    for (; seed < end; seed++) {
        struct lm_random random = lm_random_from(~seed);
        uint32_t players = low + hard_below(&random, high - low + 1);
        printf("%s %" PRIu64 " %" PRIu32 " %016" PRIx64 "\n", system->name, seed, players,
               digest_of_seed(system, seed, players));
    }
    return 0;
}

static int print_file(const char *name)
{
    char line[LINE], system_name[NAME];
    FILE *file = fopen(name, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        uint64_t seed;
        struct hard_taste taste;
        int bytes = hard_taste_read(line, system_name, &seed, &taste);
        const struct lm_system *system = bytes > 0 ? lm_system_named(system_name, "") : NULL;
        if (system != NULL)
            printf("%.*s %016" PRIx64 "\n", bytes, line,
                   digest_of(system, &taste, lm_random_from(seed)));
    }
    return file != NULL && fclose(file) == 0 ? 0 : 2;
}

/* The lines of one system are consecutive. */
struct tally {
    char name[NAME];
    unsigned fields, different, points;
};

static void close_point(struct tally *tally)
{
    if (tally->name[0] == '\0')
        return;
    printf("%s %u - %s: %u hard fields, %u different\n", tally->different == 0 ? "ok" : "not ok",
           ++tally->points, tally->name, tally->fields, tally->different);
    fflush(stdout);
    tally->fields = tally->different = 0;
}

/* Is the field of ${line}, of ${*name}, paired as the line says?  A file contains nothing else. */
static bool is_as_before(const char *line, char name[NAME])
{
    uint64_t seed, expected;
    uint32_t players;
    struct hard_taste taste;
    int bytes = hard_taste_read(line, name, &seed, &taste);
    bool of_taste = bytes > 0 && sscanf(line + bytes, "%" SCNx64, &expected) == 1;
    if (!of_taste && sscanf(line, "%63s %" SCNu64 " %" SCNu32 " %" SCNx64, name, &seed, &players,
                            &expected) != 4) {
        printf("Bail out! no line of this file: %s", line);
        exit(1);
    }
    const struct lm_system *system = lm_system_named(name, "");
    if (system == NULL)
        return false;
    return expected == (of_taste ? digest_of(system, &taste, lm_random_from(seed))
                                 : digest_of_seed(system, seed, players));
}

static void check_line(struct tally *tally, const char *line)
{
    char name[NAME];
    bool as_before = is_as_before(line, name);
    if (strcmp(name, tally->name) != 0) {
        close_point(tally);
        memcpy(tally->name, name, sizeof name);
    }
    tally->fields++;
    if (as_before)
        return;
    tally->different++;
    printf("# paired otherwise: %s", line);
}

static bool check_file(struct tally *tally, const char *name)
{
    char line[LINE];
    FILE *file = fopen(name, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        check_line(tally, line);
    return file != NULL && fclose(file) == 0;
}

int main(int argc, char **argv)
{
    struct tally tally = {0};
    if (argc == 6 && lm_system_named(argv[1], "") != NULL)
        return print_lines(lm_system_named(argv[1], ""), argv + 2);
    if (argc == 3 && strcmp(argv[1], "print") == 0)
        return print_file(argv[2]);
    for (int i = 1; i < argc; i++)
        if (!check_file(&tally, argv[i]))
            return 2;
    close_point(&tally);
    printf("1..%u\n", tally.points);
    return tally.points > 0 ? 0 : 2;
}
