/* SPDX-License-Identifier: Apache-2.0 */
/* A preview matches the later pairing: rounds of generated tournaments, with up to six games of the
 * round before made open again, in every system that pairs round after round. */
#include "check.h"

#include <string.h>

#include "limmat/generate.h"
#include "limmat/preview.h"
#include "limmat/rating.h"

enum { ROUNDS = 1000 };

static const char *const systems[] = {"dutch-2026",       "dutch-2017",    "dubov-2026",
                                      "dubov-1997",       "burstein-2026", "dutch-2006",
                                      "double-swiss-2026"};

/* Copy ${t} up to round ${round}, with ${open} of its played games without result; return the
 * number of the real outcome. */
static uint32_t take_back(const struct lm_tournament *t, uint32_t round, uint32_t open,
                          struct lm_arena *arena, struct lm_tournament *out, uint32_t *taken)
{
    uint32_t outcome = 0, digit = 1;
    *out = *t;
    size_t count = (size_t)t->player_count * t->round_capacity * t->games_per_match;
    out->records = lm_arena_alloc(arena, count, sizeof *out->records);
    assert_non_null(out->records);
    memcpy(out->records, t->records, count * sizeof *out->records);
    out->rounds_paired = round;
    *taken = 0;
    for (uint32_t i = 0; i < t->player_count; i++) {
        for (uint32_t later = round + 2; later <= t->round_capacity; later++)
            for (uint32_t game = 0; game < t->games_per_match; game++)
                lm_record_of(out, i, later)[game] = (struct lm_record){.opponent = LM_NOBODY};
        for (uint32_t game = 0; game < t->games_per_match; game++) {
            struct lm_record *r = lm_record_of(out, i, round) + game;
            if (*taken == open || r->colour != LM_WHITE || r->result < LM_WIN ||
                r->result > LM_LOSS)
                continue;
            outcome += digit * (uint32_t)(r->result - LM_WIN);
            digit *= 3;
            lm_record_of(out, r->opponent, round)[game].result = LM_PENDING;
            r->result = LM_PENDING;
            ++*taken;
        }
    }
    return outcome;
}

/* Was ${pair} played in ${round} of ${t}? */
static bool was_played(const struct lm_tournament *t, uint32_t round, const struct lm_pair *pair)
{
    const struct lm_record *r = lm_record_of(t, pair->white, round);
    if (pair->black == LM_NOBODY)
        return r->result == LM_PAB;
    return r->opponent == pair->black && r->colour == LM_WHITE;
}

static uint32_t paired_in(const struct lm_tournament *t, uint32_t round)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < t->player_count; i++) {
        const struct lm_record *r = lm_record_of(t, i, round);
        count += (r->opponent != LM_NOBODY && r->colour == LM_WHITE) || r->result == LM_PAB;
    }
    return count;
}

static void check_round(const struct lm_system *system, const struct lm_tournament *t,
                        uint32_t round, uint32_t open, struct lm_arena *arena)
{
    struct lm_tournament before;
    struct lm_preview p;
    struct lm_log log = {.arena = arena};
    uint32_t taken, total = 0;
    uint32_t outcome = take_back(t, round, open, arena, &before, &taken);
    assert_int_equal(lm_preview(system, &before, arena, &log, &p), LM_OK);
    assert_int_equal(p.open_count, taken);
    assert_int_equal(p.round, round + 1);
    assert_ptr_equal(p.paired, &before);
    assert_int_equal(p.pair_counts[outcome], paired_in(t, round + 1));
    for (uint32_t i = 0; i < p.pair_counts[outcome]; i++)
        assert_true(was_played(t, round + 1, &p.pairs[outcome][i]));
    for (uint32_t i = 0; i < p.players[p.pairs[outcome][0].white].count; i++)
        total += p.players[p.pairs[outcome][0].white].meetings[i].outcomes;
    assert_int_equal(total, p.outcomes - p.impossible);
}

static void previews_equal_the_pairings_that_followed_in_1000_rounds(void **state)
{
    uint32_t rounds = 0;
    (void)state;
    for (uint64_t seed = 1; rounds < ROUNDS; seed++) {
        struct lm_arena *arena, *logs;
        struct lm_tournament *t;
        const struct lm_system *system =
            lm_system_named(systems[seed % (sizeof systems / sizeof *systems)], "");
        struct lm_plan plan = lm_plan_default();
        plan.players = 8 + (uint32_t)(seed % 13);
        plan.rounds = 5;
        plan.expected = lm_rating_expected;
        assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
        assert_int_equal(lm_arena_new(&logs, NULL, 0), LM_OK);
        struct lm_log log = {.arena = logs};
        assert_int_equal(lm_generate(system, &plan, seed, arena, &log, &t), LM_OK);
        for (uint32_t round = 1; round + 1 <= t->rounds_paired && rounds < ROUNDS;
             round++, rounds++) {
            /* Six games from time to time: 729 pairings. */
            uint32_t open = rounds % 100 == 0 ? LM_PREVIEW_GAMES : rounds % 4;
            check_round(system, t, round, open, arena);
        }
        lm_arena_free(logs);
        lm_arena_free(arena);
    }
}

static void more_than_six_open_games_and_the_last_round_are_refused(void **state)
{
    struct lm_arena *arena, *logs;
    struct lm_tournament *t, before;
    struct lm_preview p = {.round = 77};
    uint32_t taken;
    (void)state;
    const struct lm_system *system = lm_system_named("dutch-2026", "");
    struct lm_plan plan = lm_plan_default();
    plan.players = 20;
    plan.rounds = 5;
    plan.expected = lm_rating_expected;
    assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
    assert_int_equal(lm_arena_new(&logs, NULL, 0), LM_OK);
    struct lm_log log = {.arena = logs};
    assert_int_equal(lm_generate(system, &plan, 9, arena, &log, &t), LM_OK);
    (void)take_back(t, 3, 7, arena, &before, &taken);
    assert_int_equal(taken, 7);
    assert_int_equal(lm_preview(system, &before, arena, &log, &p), LM_INVALID);
    assert_int_equal(lm_preview(system, t, arena, &log, &p), LM_INVALID);
    assert_int_equal(p.round, 77);
    assert_int_equal(log.errors, 2);
    lm_arena_free(logs);
    lm_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(previews_equal_the_pairings_that_followed_in_1000_rounds),
        cmocka_unit_test(more_than_six_open_games_and_the_last_round_are_refused),
    };
    return cmocka_run_group_tests_name("preview", tests, NULL, NULL);
}
