/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "limmat/check.h"
#include "limmat/explain.h"
#include "limmat/pairing.h"
#include "limmat/tournament.h"

/* An allocator that gives ${left} chunks and then no more, and counts those not yet returned. */
struct ration {
    size_t left;
    size_t out;
};

static void *allocate(void *context, size_t size)
{
    struct ration *ration = context;
    if (ration->left == 0)
        return NULL;
    ration->left--;
    void *chunk = malloc(size);
    ration->out += chunk != NULL;
    return chunk;
}

static void release(void *context, void *chunk, size_t size)
{
    (void)size;
    ((struct ration *)context)->out--;
    free(chunk);
}

/* Thirty players, four rounds with simple results, an absence, a requested bye. */
static struct lm_tournament *played(struct lm_arena *arena)
{
    struct lm_tournament *t;
    struct lm_pair_request request = {.player = LM_NOBODY};
    assert_int_equal(lm_tournament_new(arena, 31, 6, 1, &t), LM_OK);
    for (uint32_t i = 0; i < t->player_count; i++) {
        t->players[i].tpn = i + 1;
        t->players[i].name = "Somebody";
    }
    t->rounds_total = 6;
    t->initial_colour = LM_WHITE;
    for (uint32_t round = 1; round <= 4; round++) {
        struct lm_pairing *pairing;
        assert_int_equal(lm_pair_round(lm_system_named("dutch-2026", ""), t, round, &request, arena,
                                       NULL, &pairing),
                         LM_OK);
        assert_int_equal(lm_pairing_enter(t, pairing), LM_OK);
        for (uint32_t i = 0; i < t->player_count; i++) {
            struct lm_record *record = lm_record_of(t, i, round);
            if (record->result == LM_PENDING)
                record->result = (i + record->opponent + round) % 3 == 0 ? LM_DRAW
                                 : i < record->opponent                  ? LM_WIN
                                                                         : LM_LOSS;
        }
    }
    return t;
}

/* A library call on a tournament; LM_OK or its error. */
typedef enum lm_status job(const struct lm_tournament *t, struct lm_arena *arena);

static enum lm_status pair_next(const struct lm_tournament *t, struct lm_arena *arena)
{
    struct lm_pairing *pairing;
    struct lm_log log = {.arena = arena};
    struct lm_pair_request request = {.want = LM_WANT_ALTERNATIVES, .player = LM_NOBODY};
    return lm_pair_round(lm_system_named("dutch-2026", ""), t, 0, &request, arena, &log, &pairing);
}

static enum lm_status check_all(const struct lm_tournament *t, struct lm_arena *arena)
{
    struct lm_check check = {0};
    struct lm_log log = {.arena = arena};
    enum lm_status status =
        lm_check_rounds(lm_system_named("dutch-2026", ""), t, arena, &log, &check);
    if (status == LM_OK) {
        assert_int_equal(check.rounds, 4);
        assert_int_equal(check.difference_count, 0);
    }
    return status;
}

/* Run ${work} with ever more chunks until it succeeds: before that it must return LM_LIMIT, and
 * leave nothing once its arena is freed.  With an allocation for every object there are thousands.
 */
static void runs_out_cleanly(job *work)
{
    struct lm_arena *outside;
    assert_int_equal(lm_arena_new(&outside, NULL, 0), LM_OK);
    const struct lm_tournament *t = played(outside);
    enum lm_status status = LM_LIMIT;
    size_t refused = 0;
    for (size_t chunks = 0; status == LM_LIMIT && chunks < 1000000; chunks += 1 + chunks / 50) {
        struct ration ration = {.left = chunks};
        struct lm_memory memory = {allocate, release, &ration};
        struct lm_arena *arena;
        status = lm_arena_new(&arena, &memory, 0);
        if (status == LM_OK) {
            status = work(t, arena);
            lm_arena_free(arena);
        }
        assert_int_equal(ration.out, 0);
        refused += status == LM_LIMIT;
    }
    assert_int_equal(status, LM_OK);
    assert_true(refused >= 2);
    lm_arena_free(outside);
}

static void pairing_runs_out_of_memory_cleanly(void **state)
{
    (void)state;
    runs_out_cleanly(pair_next);
}

static void checking_runs_out_of_memory_cleanly(void **state)
{
    (void)state;
    runs_out_cleanly(check_all);
}

/* Four players who have all met: no pair is left. */
static void no_pairing_says_who_blocks_it(void **state)
{
    (void)state;
    struct lm_arena *arena;
    struct lm_tournament *t;
    assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
    assert_int_equal(lm_tournament_new(arena, 2, 3, 1, &t), LM_OK);
    t->rounds_total = 3;
    t->players[0].tpn = 1;
    t->players[1].tpn = 2;
    *lm_record_of(t, 0, 1) = (struct lm_record){1, LM_WHITE, LM_WIN};
    *lm_record_of(t, 1, 1) = (struct lm_record){0, LM_BLACK, LM_LOSS};
    lm_tournament_count_rounds(t);
    struct lm_log log = {.arena = arena};
    struct lm_pairing *pairing = NULL;
    struct lm_pair_request request = {.player = LM_NOBODY};
    assert_int_equal(
        lm_pair_round(lm_system_named("dutch-2026", ""), t, 0, &request, arena, &log, &pairing),
        LM_NO_PAIRING);
    assert_null(pairing);
    assert_int_equal(log.errors, 1);
    assert_non_null(strstr(log.all[0].what, "1, 2"));
    lm_arena_free(arena);
}

static void missing_results_are_named(void **state)
{
    (void)state;
    struct lm_arena *arena;
    assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
    struct lm_tournament *t = played(arena);
    struct lm_record *record = lm_record_of(t, 0, 4);
    lm_record_of(t, record->opponent, 4)->result = record->result = LM_PENDING;
    struct lm_log log = {.arena = arena};
    struct lm_pairing *pairing = NULL;
    struct lm_pair_request request = {.player = LM_NOBODY};
    assert_int_equal(
        lm_pair_round(lm_system_named("dutch-2026", ""), t, 5, &request, arena, &log, &pairing),
        LM_INVALID);
    assert_non_null(strstr(log.all[0].what, "round 4"));
    lm_arena_free(arena);
}

/* Let ${system} pair ${round} of ${t} with 4 kB for each player; all games are drawn, except a few
 * at the bottom. */
static void play_in_little_room(const char *system, struct lm_tournament *t, uint32_t round)
{
    struct lm_arena *arena;
    struct lm_pairing *pairing;
    struct lm_pair_request request = {.player = LM_NOBODY};
    assert_int_equal(lm_arena_new(&arena, NULL, 4096 * (size_t)t->player_count), LM_OK);
    assert_int_equal(
        lm_pair_round(lm_system_named(system, ""), t, round, &request, arena, NULL, &pairing),
        LM_OK);
    assert_int_equal(lm_pairing_enter(t, pairing), LM_OK);
    lm_arena_free(arena);
    for (uint32_t i = 0; i < t->player_count; i++)
        for (uint32_t game = 0; game < t->games_per_match; game++) {
            struct lm_record *record = lm_record_of(t, i, round) + game;
            uint32_t last = i > record->opponent ? i : record->opponent;
            if (record->result == LM_PENDING)
                record->result = last < t->player_count - 8 ? LM_DRAW
                                 : last == i                ? LM_LOSS
                                                            : LM_WIN;
        }
}

static void large_scoregroups_need_little_memory(void **state)
{
    static const char *const systems[] = {"dutch-2026",        "dutch-2017",  "dutch-2006",
                                          "dubov-2026",        "dubov-1997",  "burstein-2026",
                                          "double-swiss-2026", "simple-2026", "monrad-acwc-2019"};
    (void)state;
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++) {
        struct lm_arena *arena;
        struct lm_tournament *t;
        assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
        uint8_t games = lm_system_named(systems[i], "")->games_per_match;
        assert_int_equal(lm_tournament_new(arena, 10001, 5, games, &t), LM_OK);
        for (uint32_t k = 0; k < t->player_count; k++) {
            t->players[k].tpn = k + 1;
            t->players[k].rating = 2600 - (int32_t)k / 8;
        }
        t->rounds_total = 5;
        t->initial_colour = LM_WHITE;
        for (uint32_t round = 1; round <= 3; round++)
            play_in_little_room(systems[i], t, round);
        lm_arena_free(arena);
    }
}

enum { LADDER = 340, BELOW = 300 };

/* Round 1 of players with different scores; the first is kept apart from all ${BELOW} - 1 after it.
 */
static struct lm_tournament *scattered(const struct lm_system *system, struct lm_arena *arena)
{
    struct lm_tournament *t;
    assert_int_equal(lm_tournament_new(arena, LADDER, 5, system->games_per_match, &t), LM_OK);
    struct lm_acceleration *points = lm_arena_alloc(arena, LADDER, sizeof *points);
    struct lm_prohibition *apart = lm_arena_alloc(arena, BELOW, sizeof *apart);
    uint32_t(*pairs)[2] = lm_arena_alloc(arena, BELOW, sizeof *pairs);
    assert_true(points != NULL && apart != NULL && pairs != NULL);
    for (uint32_t i = 0; i < LADDER; i++) {
        t->players[i] = (struct lm_player){.tpn = i + 1, .rating = 2000, .name = "Somebody"};
        points[i] = (struct lm_acceleration){.points = 10 * (int32_t)(LADDER - i),
                                             .first_round = 1,
                                             .last_round = 1,
                                             .first = i + 1,
                                             .last = i + 1};
    }
    for (uint32_t i = 1; i < BELOW; i++) {
        pairs[i][1] = i;
        apart[i - 1] = (struct lm_prohibition){1, LM_ROUNDS_MAX, pairs[i], 2, LM_PLAYERS};
    }
    t->accelerations = points;
    t->acceleration_count = LADDER;
    t->prohibitions = apart;
    t->prohibition_count = BELOW - 1;
    t->rounds_total = 5;
    t->initial_colour = LM_WHITE;
    return t;
}

/* More scores between two opponents than fit into a weight. */
static void an_upfloater_comes_from_any_score(void **state)
{
    static const char *const systems[] = {"double-swiss-2026", "dubov-2026"};
    (void)state;
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++) {
        struct lm_arena *arena;
        struct lm_pairing *pairing;
        struct lm_pair_request request = {.player = LM_NOBODY};
        uint32_t board;
        const struct lm_system *system = lm_system_named(systems[i], "");
        assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
        struct lm_tournament *t = scattered(system, arena);
        assert_int_equal(lm_pair_round(system, t, 1, &request, arena, NULL, &pairing), LM_OK);
        const struct lm_pair *first = lm_pairing_of_player(pairing, 0, &board);
        assert_int_equal(first->white + first->black, BELOW); /* the first player has index 0 */
        lm_arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairing_runs_out_of_memory_cleanly),
        cmocka_unit_test(checking_runs_out_of_memory_cleanly),
        cmocka_unit_test(no_pairing_says_who_blocks_it),
        cmocka_unit_test(missing_results_are_named),
        cmocka_unit_test(large_scoregroups_need_little_memory),
        cmocka_unit_test(an_upfloater_comes_from_any_score),
    };
    return cmocka_run_group_tests_name("pairing", tests, NULL, NULL);
}
