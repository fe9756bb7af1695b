/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fields made to be hard: clubs kept apart, virtual points that tear the scores apart, odd point
 * systems, long events, histories that no system would have paired, prohibited pairs; and all of
 * that together.  The same seed makes the same field.
 *
 *   adversary FIELDS FIRST-SEED MOST-PLAYERS   each field by every method there is: the literal
 *                                              reference if it is small, the exact method alone,
 *                                              counting wherever it can, and the engine named by
 *                                              BBPPAIRINGS; prints TAP
 *   adversary write SEED PLAYERS               the field as a file
 */
#define _POSIX_C_SOURCE 200809L
#include "as_tournament.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "limmat/formats.h"
#include "limmat/pairing.h"
#include "limmat/random.h"
#include "pairing/dutch/dutch.h"

enum { SMALL = 10, EXACT_ALWAYS = INT32_MAX, EXACT_FROM = 24 };

/* ---- A field ---- */

struct taste {
    uint32_t players, rounds, clubs;
    int32_t virtual_most; /* points of one's own, in tenths; 0: none */
    uint32_t draws, favourites, absent, swapped, prohibited; /* percent */
    bool natural;                                            /* neighbours in the standings met */
    bool last_round;
    struct lm_point_system points;
};

static uint32_t below(struct lm_random *random, uint32_t limit)
{
    return (uint32_t)lm_random_below(random, limit);
}

static bool chance(struct lm_random *random, uint32_t percent)
{
    return below(random, 100) < percent;
}

static void set_points(struct lm_random *random, struct lm_point_system *points)
{
    static const int worth[][3] = {
        {10, 5, 0}, {30, 10, 0}, {20, 10, 0}, {30, 20, 10}, {70, 30, 10}};
    const int *of = worth[chance(random, 40) ? 0 : below(random, 5)];
    for (int result = 0; result < LM_RESULT_COUNT; result++) {
        bool win = result == LM_WIN || result == LM_FORFEIT_WIN || result == LM_PAB ||
                   result == LM_FULL_BYE || result == LM_UNRATED_WIN;
        bool draw = result == LM_DRAW || result == LM_HALF_BYE || result == LM_UNRATED_DRAW ||
                    result == LM_ADJOURNED;
        bool loss = result == LM_LOSS || result == LM_UNRATED_LOSS;
        points->value[result][0] = points->value[result][1] = win    ? of[0]
                                                              : draw ? of[1]
                                                              : loss ? of[2]
                                                                     : 0;
    }
}

static struct taste draw_taste(struct lm_random *random, uint32_t players)
{
    static const uint32_t draws[] = {30, 0, 60, 100}, favourites[] = {65, 50, 95, 100};
    struct taste t = {.players = players};
    uint32_t longest = players / 2 < 40 ? players / 2 : 40;
    t.rounds = chance(random, 70) ? below(random, players < 12 ? players / 2 + 1 : 10)
                                  : below(random, longest + 1);
    t.clubs = chance(random, 50) ? 0 : chance(random, 60) ? 2 : 2 + below(random, 6);
    t.virtual_most = chance(random, 50) ? 0 : chance(random, 50) ? 20 : 600;
    t.draws = draws[below(random, 4)];
    t.favourites = favourites[below(random, 4)];
    t.absent = chance(random, 60) ? 0 : 5 + below(random, 20);
    t.swapped = chance(random, 70) ? 5 : 50;
    t.prohibited = chance(random, 70) ? 0 : below(random, 25);
    t.natural = chance(random, 50);
    t.last_round = chance(random, 25);
    set_points(random, &t.points);
    return t;
}

/* Players of a club never meet: each in turn belongs to one by chance. */
static bool make_prohibitions(struct lm_tournament *t, const struct taste *taste,
                              struct lm_random *random)
{
    uint32_t n = taste->players, pairs = n * taste->prohibited / 100;
    struct lm_prohibition *list = lm_arena_alloc(t->arena, taste->clubs + pairs + 1, sizeof *list);
    uint32_t *members = lm_arena_alloc(t->arena, n + 2 * pairs, sizeof *members);
    uint32_t *club = lm_arena_alloc(t->arena, n, sizeof *club);
    if (list == NULL || members == NULL || club == NULL)
        return false;
    for (uint32_t i = 0; i < n && taste->clubs > 0; i++)
        club[i] = taste->natural ? i * taste->clubs / n : below(random, taste->clubs);
    for (uint32_t c = 0; c < taste->clubs; c++) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < n; i++)
            if (club[i] == c)
                members[count++] = i;
        if (count > 1)
            list[t->prohibition_count++] =
                (struct lm_prohibition){1, LM_ROUNDS_MAX, members, count, LM_PLAYERS};
        members += count;
    }
    for (uint32_t i = 0; i < pairs; i++, members += 2) {
        members[0] = below(random, n);
        members[1] = below(random, n);
        if (members[0] != members[1])
            list[t->prohibition_count++] =
                (struct lm_prohibition){1, LM_ROUNDS_MAX, members, 2, LM_PLAYERS};
    }
    t->prohibitions = list;
    return true;
}

static bool make_virtual_points(struct lm_tournament *t, const struct taste *taste,
                                struct lm_random *random)
{
    struct lm_acceleration *list = lm_arena_alloc(t->arena, taste->players, sizeof *list);
    if (list == NULL)
        return false;
    for (uint32_t i = 0; i < taste->players && taste->virtual_most > 0; i++) {
        int32_t points = 5 * (int32_t)below(random, (uint32_t)taste->virtual_most / 5 + 1);
        if (points > 0) /* bbpPairings takes no record 250 without points */
            list[t->acceleration_count++] = (struct lm_acceleration){.points = points,
                                                                     .first_round = 1,
                                                                     .last_round = t->rounds_total,
                                                                     .first = i + 1,
                                                                     .last = i + 1};
    }
    t->accelerations = list;
    return true;
}

static bool may_meet(const struct lm_tournament *t, uint32_t a, uint32_t b, uint32_t round)
{
    for (uint32_t r = 1; r < round; r++)
        if (lm_record_of(t, a, r)->opponent == b)
            return false;
    for (size_t i = 0; i < t->prohibition_count; i++) {
        bool one = false, two = false;
        for (size_t k = 0; k < t->prohibitions[i].count; k++) {
            one = one || t->prohibitions[i].players[k] == a;
            two = two || t->prohibitions[i].players[k] == b;
        }
        if (one && two)
            return false;
    }
    return true;
}

static int balance_of(const struct lm_tournament *t, uint32_t player, uint32_t round)
{
    int balance = 0;
    for (uint32_t r = 1; r < round; r++) {
        uint8_t colour = lm_record_of(t, player, r)->colour;
        balance += colour == LM_WHITE ? 1 : colour == LM_BLACK ? -1 : 0;
    }
    return balance;
}

static void enter_game(struct lm_tournament *t, const struct taste *taste, uint32_t a, uint32_t b,
                       uint32_t round, struct lm_random *random)
{
    int x = balance_of(t, a, round), y = balance_of(t, b, round);
    bool white = x == y ? chance(random, 50) : (x < y) != chance(random, taste->swapped);
    bool draw = chance(random, taste->draws);
    bool won = (a < b) == chance(random, taste->favourites);
    if (x >= 2 || y <= -2)
        white = false;
    if (x <= -2 || y >= 2)
        white = true;
    *lm_record_of(t, a, round) = (struct lm_record){.opponent = b,
                                                    .colour = white ? LM_WHITE : LM_BLACK,
                                                    .result = draw  ? LM_DRAW
                                                              : won ? LM_WIN
                                                                    : LM_LOSS};
    *lm_record_of(t, b, round) = (struct lm_record){.opponent = a,
                                                    .colour = white ? LM_BLACK : LM_WHITE,
                                                    .result = draw  ? LM_DRAW
                                                              : won ? LM_LOSS
                                                                    : LM_WIN};
}

/* Everybody meets the first one he may, in the order of the standings or of chance. */
static void play_round(struct lm_tournament *t, const struct taste *taste, uint32_t round,
                       uint32_t *order, int32_t *points, struct lm_random *random)
{
    uint32_t n = taste->players;
    lm_points_after(t, round - 1, points);
    for (uint32_t i = 0; i < n; i++)
        order[i] = i;
    for (uint32_t i = n; i-- > 1 && !taste->natural;) {
        uint32_t k = below(random, i + 1), swap = order[i];
        order[i] = order[k];
        order[k] = swap;
    }
    for (uint32_t i = 1; i < n && taste->natural; i++)
        for (uint32_t k = i; k > 0 && points[order[k]] > points[order[k - 1]]; k--) {
            uint32_t swap = order[k];
            order[k] = order[k - 1];
            order[k - 1] = swap;
        }
    for (uint32_t i = 0; i < n; i++) {
        struct lm_record *record = lm_record_of(t, order[i], round);
        if (record->opponent != LM_NOBODY && record->result != LM_BLANK)
            continue;
        *record = (struct lm_record){.opponent = LM_NOBODY, .result = LM_ZERO_BYE};
        if (chance(random, taste->absent))
            continue;
        for (uint32_t k = i + 1; k < n; k++) {
            const struct lm_record *other = lm_record_of(t, order[k], round);
            if (other->result == LM_BLANK && may_meet(t, order[i], order[k], round)) {
                enter_game(t, taste, order[i], order[k], round, random);
                break;
            }
        }
    }
}

static enum lm_status make_field(uint64_t seed, uint32_t players, struct lm_arena *arena,
                                 struct lm_tournament **out)
{
    struct lm_random random = lm_random_from(seed);
    struct taste taste = draw_taste(&random, players);
    struct lm_tournament *t;
    uint32_t *order = lm_arena_alloc(arena, players, sizeof *order);
    int32_t *points = lm_arena_alloc(arena, players, sizeof *points);
    if (order == NULL || points == NULL ||
        lm_tournament_new(arena, players, taste.rounds + 1, 1, &t) != LM_OK)
        return LM_LIMIT;
    for (uint32_t i = 0; i < players; i++) {
        t->players[i].tpn = i + 1;
        t->players[i].rating = 2600 - (int32_t)i;
        t->players[i].name = "Player";
        for (uint32_t r = 1; r <= taste.rounds; r++)
            *lm_record_of(t, i, r) = (struct lm_record){.opponent = LM_NOBODY, .result = LM_BLANK};
    }
    t->rounds_total = taste.rounds + (taste.last_round ? 1 : 4);
    t->initial_colour = chance(&random, 50) ? LM_WHITE : LM_BLACK;
    t->points_declared = true;
    t->points = taste.points;
    if (!make_prohibitions(t, &taste, &random) || !make_virtual_points(t, &taste, &random))
        return LM_LIMIT;
    for (uint32_t round = 1; round <= taste.rounds; round++) {
        play_round(t, &taste, round, order, points, &random);
        t->rounds_paired = round;
    }
    lm_points_after(t, taste.rounds, points);
    for (uint32_t i = 0; i < players; i++) {
        t->players[i].declared_points = points[i];
        t->players[i].declared_rank = i + 1;
    }
    *out = t;
    return LM_OK;
}

/* ---- Its voices ---- */

/* The opponent of each player in the round, LM_NOBODY for the bye; no colours. */
struct round {
    bool possible;
    uint32_t *opponent;
};

static enum lm_status by_engine(const struct lm_tournament *t, uint32_t swift_from,
                                struct lm_arena *arena, struct round *out)
{
    struct lm_position *position;
    struct lm_pairing *pairing;
    struct lm_pair_request request = {.player = LM_NOBODY, .against = LM_NOBODY};
    const struct lm_system *system = lm_system_named("dutch-2026", "");
    uint32_t collapse;
    enum lm_status status =
        lm_position_new(t, t->rounds_paired + 1, &system->rules, arena, NULL, &position);
    if (status == LM_OK)
        status = lm_dutch_pair_round(&lm_dutch_edition_2026, position, &request, swift_from, arena,
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

/* false: it is not there, or does not take the file. */
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

/* ---- Do they agree? ---- */

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
        /* Half of them small enough for the reference. */
        uint32_t small = most < SMALL ? most : SMALL;
        uint32_t players = 2 + below(&random, (i % 2 == 0 ? small : most) - 1);
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
