/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An event of 500 players and 11 rounds, run line by line: CPU time of its replay, with and without
 * its chain, beside that of reading the same event as TRF26, in one run.  Both have memory that the
 * process holds already, so that the kernel's first touch of a page counts for neither.
 *
 *   bench_replay [PLAYERS [ROUNDS]]
 */
#define _POSIX_C_SOURCE 200809L

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "limmat/desk.h"
#include "limmat/formats.h"

enum { TIMES = 15 }; /* the best of so many is printed */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void must(enum lm_status status, const struct lm_log *log)
{
    if (status == LM_OK)
        return;
    fprintf(stderr, "bench_replay: %s: %s\n", lm_status_name(status),
            log != NULL && log->count > 0 ? log->all[0].what : "");
    exit((int)status);
}

/* ---- memory that is kept ----------------------------------------------------------------------
 */

enum { KEPT = 64 };

struct kept {
    struct {
        void *chunk; /* free; NULL: none */
        size_t size;
    } chunks[KEPT];
};

static void *take_chunk(void *context, size_t size)
{
    struct kept *kept = context;
    for (size_t i = 0; i < KEPT; i++)
        if (kept->chunks[i].chunk != NULL && kept->chunks[i].size == size) {
            void *chunk = kept->chunks[i].chunk;
            kept->chunks[i].chunk = NULL;
            return chunk;
        }
    return malloc(size);
}

static void keep_chunk(void *context, void *chunk, size_t size)
{
    struct kept *kept = context;
    for (size_t i = 0; i < KEPT; i++)
        if (kept->chunks[i].chunk == NULL) {
            kept->chunks[i].chunk = chunk;
            kept->chunks[i].size = size;
            return;
        }
    free(chunk);
}

static struct lm_arena *arena_new(struct kept *kept)
{
    struct lm_arena *arena;
    const struct lm_memory memory = {take_chunk, keep_chunk, kept};
    must(lm_arena_new(&arena, &memory, 0), NULL);
    return arena;
}

/* ---- an event -------------------------------------------------------------------------------- */

static void digest(void *context, const char *bytes, size_t length, uint8_t out[LM_DIGEST_BYTES])
{
    (void)context;
    crypto_hash_sha256(out, (const unsigned char *)bytes, length);
}

static bool salt(void *context, uint8_t *bytes, size_t length)
{
    (void)context;
    for (size_t i = 0; i < length; i++)
        bytes[i] = (uint8_t)(37 * i + 11);
    return true;
}

static const struct lm_journal_hooks hooks = {.digest = digest, .random = salt};

struct event {
    struct lm_desk *desk;
    struct lm_text journal, secrets;
    struct lm_log log;
    int64_t now;
};

static void act(struct event *e, const char *event, const char *section, const char *fields)
{
    struct lm_desk_act act = {.event = event,
                              .section = section,
                              .by = "arbiter",
                              .at = e->now++,
                              .happened = LM_NO_TIME,
                              .fields = fields};
    struct lm_desk_taken taken;
    const char *tokens[16];
    must(lm_desk_take(e->desk, &act, 1, &e->log, &taken), &e->log);
    if (taken.answer == LM_ACT_NEEDS) {
        for (size_t i = 0; i < taken.reason_count && i < 16; i++)
            tokens[act.acknowledged_count++] = taken.reasons[i].token;
        act.acknowledged = tokens;
        must(lm_desk_take(e->desk, &act, 1, &e->log, &taken), &e->log);
    }
    if (taken.answer != LM_ACT_TAKEN) {
        fprintf(stderr, "bench_replay: %s: %s\n", event,
                taken.reason_count > 0 ? taken.reasons[0].what : "not taken");
        exit(2);
    }
    lm_text_add_bytes(&e->journal, taken.lines, taken.line_length);
    lm_text_add_bytes(&e->secrets, taken.secrets, taken.secret_length);
}

static void play_round(struct event *e, uint32_t round)
{
    static const char *const results[] = {"1-0", "1/2-1/2", "0-1"};
    char fields[128];
    snprintf(fields, sizeof fields, "{\"round\":%u}", round);
    act(e, "pair", "A", "{}");
    act(e, "publish", "A", "{}");
    struct lm_desk_section *s = lm_desk_section(e->desk, "A");
    struct lm_desk_round *r = lm_desk_round(s, round);
    for (size_t i = 0; i < r->board_count; i++) {
        snprintf(fields, sizeof fields, "{\"board\":\"%s\",\"result\":\"%s\"}", r->boards[i]->id,
                 results[(i * 7 + round) % 3]);
        act(e, "result", "A", fields);
    }
    act(e, "close", "A", "{}");
}

static void play(struct event *e, uint32_t players, uint32_t rounds)
{
    char fields[160];
    act(e, "open", "", "{\"name\":\"Bench Open\",\"start\":\"2026-07-16\"}");
    snprintf(fields, sizeof fields, "{\"id\":\"A\",\"rounds\":%u,\"system\":\"dutch-2026\"}",
             rounds);
    act(e, "section", "", fields);
    for (uint32_t i = 0; i < players; i++) {
        snprintf(fields, sizeof fields,
                 "{\"name\":\"Player, Number "
                 "%u\",\"rating\":%u,\"federation\":\"SUI\",\"birth\":\"19%02u-05-04\"}",
                 i + 1, 2600 - 2 * i, 50 + i % 50);
        act(e, "enter", "A", fields);
    }
    for (uint32_t round = 1; round <= rounds; round++)
        play_round(e, round);
}

/* ---- what it costs --------------------------------------------------------------------------- */

static double replay(const struct event *e, const struct lm_journal_hooks *with, struct kept *kept,
                     size_t *size)
{
    double best = 1e9;
    for (int i = 0; i < TIMES; i++) {
        struct lm_arena *arena = arena_new(kept);
        struct lm_log log = {.arena = arena};
        struct lm_desk *desk;
        double start = now();
        must(lm_desk_new(arena, with, "", &desk), NULL);
        must(lm_desk_add_private(desk, e->secrets.bytes, e->secrets.length, &log), &log);
        must(lm_desk_replay(desk, e->journal.bytes, e->journal.length, NULL, NULL, &log), &log);
        double time = now() - start;
        best = time < best ? time : best;
        *size = lm_arena_size(arena);
        lm_arena_free(arena);
    }
    return best;
}

static double read_trf(const struct lm_text *trf, struct kept *kept, size_t *size)
{
    double best = 1e9;
    for (int i = 0; i < TIMES; i++) {
        struct lm_arena *arena = arena_new(kept);
        struct lm_log log = {.arena = arena};
        struct lm_read_options options = {.file = "a.trf"};
        struct lm_tournament *t;
        double start = now();
        must(lm_read(trf->bytes, trf->length, &options, arena, &log, &t), &log);
        double time = now() - start;
        best = time < best ? time : best;
        *size = lm_arena_size(arena);
        lm_arena_free(arena);
    }
    return best;
}

static double hash(const struct lm_text *text)
{
    double best = 1e9;
    for (int i = 0; i < TIMES; i++) {
        uint8_t out[32];
        double start = now();
        digest(NULL, text->bytes, text->length, out);
        double time = now() - start;
        best = time < best ? time : best;
    }
    return best;
}

int main(int argc, char **argv)
{
    uint32_t players = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 500;
    uint32_t rounds = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 11;
    static struct kept kept; /* until the end of the process */
    struct lm_arena *arena = arena_new(&kept);
    size_t file_size = 0, plain_size = 0, chained_size = 0;
    struct event e = {.log = {.arena = arena}, .now = 1784200000};
    e.journal = lm_text_in(arena);
    e.secrets = lm_text_in(arena);
    must(lm_desk_new(arena, &hooks, "bench", &e.desk), NULL);
    play(&e, players, rounds);
    struct lm_tournament *t;
    struct lm_text trf = lm_text_in(arena);
    must(lm_desk_tournament(e.desk, lm_desk_section(e.desk, "A"), LM_FOR_ARBITERS, 0, arena, NULL,
                            &t),
         NULL);
    must(lm_write(lm_format_named("trf26"), t, NULL, NULL, &trf), NULL);
    double file = read_trf(&trf, &kept, &file_size);
    double plain = replay(&e, NULL, &kept, &plain_size);
    double chained = replay(&e, &hooks, &kept, &chained_size);
    printf("%u players, %u rounds: %zu kB of journal, %zu kB of TRF\n", players, rounds,
           e.journal.length / 1000, trf.length / 1000);
    printf("read as TRF        %7.2f ms                 in %5zu kB\n", 1e3 * file,
           file_size / 1000);
    printf("replay             %7.2f ms  %5.2f times  in %5zu kB\n", 1e3 * plain, plain / file,
           plain_size / 1000);
    printf("replay with chain  %7.2f ms  %5.2f times  in %5zu kB\n", 1e3 * chained, chained / file,
           chained_size / 1000);
    printf("SHA-256 of it      %7.2f ms  %5.2f times\n", 1e3 * hash(&e.journal),
           hash(&e.journal) / file);
    lm_arena_free(arena);
    return 0;
}
