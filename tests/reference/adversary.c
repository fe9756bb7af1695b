/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fields made to be hard (hard_field.h), one for each seed.
 *
 *   adversary FIELDS FIRST-SEED MOST-PLAYERS   each field by every method there is: the literal
 *                                              reference if it is small, the exact method alone,
 *                                              counting wherever it can, and the engine named by
 *                                              BBPPAIRINGS; prints TAP
 *   adversary write SEED PLAYERS               the field as a file
 */
#define _POSIX_C_SOURCE 200809L
#include "as_tournament.h"
#include "hard_field.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "limmat/formats.h"
#include "limmat/pairing.h"
#include "pairing/dutch/dutch.h"

enum { SMALL = 10, EXACT_ALWAYS = INT32_MAX, EXACT_FROM = 24 };

static enum lm_status make_field(uint64_t seed, uint32_t players, struct lm_arena *arena,
                                 struct lm_tournament **out)
{
    struct lm_random random = lm_random_from(seed);
    struct hard_taste taste = hard_taste_draw(&random, players);
    return hard_field_make(&taste, 1, &random, arena, out);
}

/* ---- The methods ---- */

/* The opponent of each player in the round, LM_NOBODY for the bye; no colours. */
struct round {
    bool possible;
    uint32_t *opponent;
};

static enum lm_status by_engine(const struct lm_tournament *t, uint32_t count_from,
                                struct lm_arena *arena, struct round *out)
{
    struct lm_position *position;
    struct lm_pairing *pairing;
    struct lm_pair_request request = {.player = LM_NOBODY};
    const struct lm_system *system = lm_system_named("dutch-2026", "");
    uint32_t collapse;
    enum lm_status status =
        lm_position_new(t, t->rounds_paired + 1, &system->rules, arena, NULL, &position);
    if (status == LM_OK)
        status = lm_dutch_pair_round(&lm_dutch_edition_2026, position, &request, count_from, arena,
                                     NULL, &pairing, &collapse);
    out->possible = status == LM_OK;
    for (uint32_t i = 0; status == LM_OK && i < pairing->pair_count; i++) {
        const struct lm_pair *p = &pairing->pairs[i];
        out->opponent[p->white] = p->black;
        if (p->black != LM_NOBODY)
            out->opponent[p->black] = p->white;
    }
    return status == LM_NO_PAIRING ? LM_OK : status;
}

static void tell_player(const struct lm_tournament *t, uint32_t i, struct ref_state *state)
{
    struct ref_player *p = &state->player[i];
    *p = (struct ref_player){.tpn = (int)i + 1, .present = true, .arrived = true};
    int32_t boost = 0;
    for (size_t k = 0; k < t->acceleration_count; k++)
        if (t->accelerations[k].first == i + 1)
            boost = t->accelerations[k].points;
    p->score = boost;
    for (uint32_t r = 1; r <= t->rounds_paired; r++) {
        const struct lm_record *record = lm_record_of(t, i, r);
        bool game = record->opponent != LM_NOBODY;
        p->record[r - 1] = (struct ref_record){
            .opponent = game ? (int)record->opponent + 1 : 0,
            .colour = record->colour == LM_WHITE ? 'w' : 'b',
            .played = game,
            .points = t->points.value[record->result][record->colour == LM_BLACK],
            .virtual_points = boost,
        };
        p->score += p->record[r - 1].points;
    }
}

static bool tell_prohibitions(const struct lm_tournament *t, struct ref_state *state)
{
    for (size_t i = 0; i < t->prohibition_count; i++)
        for (size_t a = 0; a < t->prohibitions[i].count; a++)
            for (size_t b = a + 1; b < t->prohibitions[i].count; b++) {
                if (state->forbidden_count == REF_FORBIDDEN)
                    return false;
                int *pair = state->forbidden[state->forbidden_count++];
                pair[0] = (int)t->prohibitions[i].players[a] + 1;
                pair[1] = (int)t->prohibitions[i].players[b] + 1;
            }
    return true;
}

/* false: too large for the reference. */
static bool by_reference(const struct lm_tournament *t, struct round *out)
{
    struct ref_state state = {.count = (int)t->player_count,
                              .round = (int)t->rounds_paired + 1,
                              .total_rounds = (int)t->rounds_total,
                              .initial_colour = t->initial_colour == LM_WHITE ? 'w' : 'b',
                              .win = t->points.value[LM_WIN][0],
                              .draw = t->points.value[LM_DRAW][0],
                              .loss = t->points.value[LM_LOSS][0]};
    struct ref_pairing pairing = {0};
    if (t->player_count > SMALL || t->rounds_paired >= REF_ROUNDS || !tell_prohibitions(t, &state))
        return false;
    for (uint32_t i = 0; i < t->player_count; i++)
        tell_player(t, i, &state);
    out->possible = ref_dutch_2026_pair(&state, &pairing) == 0;
    for (int i = 0; out->possible && i < pairing.pairs; i++) {
        out->opponent[pairing.pair[i].white - 1] = (uint32_t)pairing.pair[i].black - 1;
        out->opponent[pairing.pair[i].black - 1] = (uint32_t)pairing.pair[i].white - 1;
    }
    if (out->possible && pairing.pab != 0)
        out->opponent[pairing.pab - 1] = LM_NOBODY;
    return true;
}

static bool read_round(FILE *answer, const struct lm_tournament *t, struct round *out)
{
    unsigned pairs, white, black;
    if (fscanf(answer, "%u", &pairs) != 1)
        return false;
    for (unsigned i = 0; i < pairs; i++) {
        if (fscanf(answer, "%u %u", &white, &black) != 2 || white == 0 || white > t->player_count ||
            black > t->player_count)
            return false;
        out->opponent[white - 1] = black == 0 ? LM_NOBODY : black - 1;
        if (black != 0)
            out->opponent[black - 1] = white - 1;
    }
    return true;
}

/* false: the engine is missing, or does not accept the file. */
static bool by_peer(const struct lm_tournament *t, struct lm_arena *arena, struct round *out)
{
    const char *binary = getenv("BBPPAIRINGS");
    char file[] = "/tmp/limmat-adversary-XXXXXX", command[512];
    struct lm_text text = lm_text_in(arena);
    if (binary == NULL || lm_write(lm_format_named("trf26"), t, NULL, NULL, &text) != LM_OK)
        return false;
    int handle = mkstemp(file);
    if (handle < 0)
        return false;
    bool told = write(handle, lm_text_string(&text), text.length) == (ssize_t)text.length;
    close(handle);
    snprintf(command, sizeof command, "%s --dutch %s -p 2>&1", binary, file);
    FILE *answer = told ? popen(command, "r") : NULL;
    out->possible = answer != NULL && read_round(answer, t, out);
    int status = answer == NULL ? -1 : pclose(answer);
    unlink(file);
    return out->possible || (status >= 0 && status >> 8 == 1);
}

/* ---- Comparison ---- */

struct counts {
    long fields, impossible, with_reference, with_peer, different;
};

static bool agree(const struct round *a, const struct round *b, uint32_t players)
{
    return a->possible == b->possible &&
           (!a->possible || memcmp(a->opponent, b->opponent, players * sizeof *a->opponent) == 0);
}

static void count(struct counts *counts, uint64_t seed, uint32_t players, const char *voice,
                  bool same)
{
    if (same)
        return;
    counts->different++;
    printf("# seed %llu, %u players: %s differs\n", (unsigned long long)seed, players, voice);
}

static enum lm_status try_field(uint64_t seed, uint32_t players, struct lm_arena *arena,
                                struct counts *counts)
{
    struct lm_tournament *t;
    struct round own = {0}, other = {0};
    enum lm_status status = make_field(seed, players, arena, &t);
    own.opponent = lm_arena_alloc(arena, players, sizeof *own.opponent);
    other.opponent = lm_arena_alloc(arena, players, sizeof *other.opponent);
    if (status != LM_OK || own.opponent == NULL || other.opponent == NULL)
        return LM_LIMIT;
    if ((status = by_engine(t, EXACT_FROM, arena, &own)) != LM_OK)
        return status;
    counts->fields++;
    counts->impossible += !own.possible;
    static const uint32_t from[] = {0, EXACT_ALWAYS};
    for (size_t i = 0; i < sizeof from / sizeof *from; i++) {
        if ((status = by_engine(t, from[i], arena, &other)) != LM_OK)
            return status;
        count(counts, seed, players, i == 0 ? "counting" : "matching",
              agree(&own, &other, players));
    }
    if (by_reference(t, &other)) {
        counts->with_reference++;
        count(counts, seed, players, "the reference", agree(&own, &other, players));
    }
    if (by_peer(t, arena, &other)) {
        counts->with_peer++;
        count(counts, seed, players, "the other engine", agree(&own, &other, players));
    }
    return LM_OK;
}

static int write_field(uint64_t seed, uint32_t players, struct lm_arena *arena)
{
    struct lm_tournament *t;
    struct lm_text text = lm_text_in(arena);
    if (make_field(seed, players, arena, &t) != LM_OK ||
        lm_write(lm_format_named("trf26"), t, NULL, NULL, &text) != LM_OK)
        return 1;
    fputs(lm_text_string(&text), stdout);
    return 0;
}

int main(int argc, char **argv)
{
    struct lm_arena *arena;
    struct counts counts = {0};
    if (argc != 4 || lm_arena_new(&arena, NULL, 0) != LM_OK)
        return 2;
    uint64_t first = strtoull(argv[2], NULL, 10);
    uint32_t most = (uint32_t)strtoul(argv[3], NULL, 10);
    if (strcmp(argv[1], "write") == 0) {
        int failed = write_field(first, most, arena);
        lm_arena_free(arena);
        return failed;
    }
    long fields = atol(argv[1]);
    for (long i = 0; i < fields; i++) {
        uint64_t seed = first + (uint64_t)i;
        struct lm_random random = lm_random_from(~seed);
        /* Half of them are small enough for the reference. */
        uint32_t small = most < SMALL ? most : SMALL;
        uint32_t players = 2 + hard_below(&random, (i % 2 == 0 ? small : most) - 1);
        struct lm_mark mark = lm_arena_mark(arena);
        if (try_field(seed, players, arena, &counts) != LM_OK)
            count(&counts, seed, players, "the engine gives up, and so", false);
        lm_arena_reset(arena, mark);
    }
    lm_arena_free(arena);
    printf("1..1\n%s 1 - hard_fields_are_paired_the_same # %ld fields, %ld of them impossible, %ld "
           "with the reference, %ld with the other engine, %ld different\n",
           counts.different == 0 && counts.fields > counts.impossible ? "ok" : "not ok",
           counts.fields, counts.impossible, counts.with_reference, counts.with_peer,
           counts.different);
    return counts.different != 0;
}
