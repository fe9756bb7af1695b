/* SPDX-License-Identifier: Apache-2.0 */
/* The measures of `limmat study`, on events computed by hand, and the generator's strengths. */
#include "check.h"

#include <stdlib.h>

#include "cli/study/measure.h"
#include "cli/study/study_sums.h"
#include "limmat/generate.h"
#include "limmat/rating.h"

static struct lm_arena *new_arena(void)
{
    struct lm_arena *arena;
    assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
    return arena;
}

static struct lm_standings_options by_points(struct lm_arena *arena)
{
    struct lm_standings_options options = {.edition = LM_C07_2026, .schedule = LM_SWISS};
    assert_int_equal(lm_tie_breaks_parse("PTS", arena, NULL, &options.list, &options.count), LM_OK);
    return options;
}

static void enter(struct lm_tournament *t, uint32_t round, uint32_t white, uint32_t black,
                  enum lm_result result)
{
    enum lm_result other = result == LM_WIN ? LM_LOSS : result == LM_LOSS ? LM_WIN : result;
    *lm_record_of(t, white, round) =
        (struct lm_record){.opponent = black, .colour = LM_WHITE, .result = (uint8_t)result};
    *lm_record_of(t, black, round) =
        (struct lm_record){.opponent = white, .colour = LM_BLACK, .result = (uint8_t)other};
}

/*
 * Five players, 0 the strongest; three rounds:
 *
 *   1: 0-1 1-0   2-3 1-0   4 bye      after it 0, 2 and 4 have a point
 *   2: 0-2 1-0   1-4 0-1   3 bye      0 and 4 two, 2 and 3 one, 1 none; 1-4 floats: 4 down, 1 up
 *   3: 4-0 1-0   1-2 0-1   3 absent   4 three, 0 and 2 two, 3 one, 1 none; 1-2 floats: 1 up again
 */
static struct lm_tournament *event(struct lm_arena *arena)
{
    struct lm_tournament *t;
    assert_int_equal(lm_tournament_new(arena, 5, 3, 1, &t), LM_OK);
    t->rounds_total = 3;
    for (uint32_t i = 0; i < 5; i++)
        t->players[i].tpn = i + 1;
    enter(t, 1, 0, 1, LM_WIN);
    enter(t, 1, 2, 3, LM_WIN);
    lm_record_of(t, 4, 1)->result = LM_PAB;
    enter(t, 2, 0, 2, LM_WIN);
    enter(t, 2, 1, 4, LM_LOSS);
    lm_record_of(t, 3, 2)->result = LM_PAB;
    enter(t, 3, 4, 0, LM_WIN);
    enter(t, 3, 1, 2, LM_LOSS);
    lm_record_of(t, 3, 3)->result = LM_ZERO_BYE;
    lm_tournament_count_rounds(t);
    return t;
}

static struct measured measured_of(const struct lm_tournament *t, const int32_t *strengths,
                                   struct lm_arena *arena, int64_t *wrong)
{
    struct measured measured;
    struct lm_standings_options list = by_points(arena);
    uint32_t rounds;
    assert_int_equal(measure(t, strengths, 2, &list, arena, &measured, wrong, &rounds), LM_OK);
    assert_int_equal(rounds, t->rounds_paired);
    return measured;
}

static const int32_t falling[] = {2500, 2400, 2300, 2200, 2100};

/* Ranks 0: 2=, 1: 5, 2: 2=, 3: 4, 4: 1.  Of ten pairs 0-2 is tied, 0-4 1-2 1-3 1-4 2-4 3-4 are
 * wrong. */
static void places_are_held_against_strengths(void **state)
{
    (void)state;
    struct lm_arena *arena = new_arena();
    int64_t wrong[3];
    struct measured m = measured_of(event(arena), falling, arena, wrong);
    assert_int_equal(m.value[WRONG_PAIRS], 650000);
    assert_int_equal(wrong[2], 650000);
    /* After round 1: 0, 2 and 4 tied, before 1 and 3, tied.  Wrong: 1-2 1-4 3-4; tied: 0-2 0-4 2-4
     * 1-3. */
    assert_int_equal(wrong[0], 500000);
    /* Twice the places 5 10 5 8 2 against 2 4 6 8 10: covariance -16, spreads 40 and 38. */
    assert_int_equal(m.value[SPEARMAN], -410391);
    assert_int_equal(m.value[STRONGEST_FIRST], 0);
    /* 0 and 1 are the strongest two; only 4 has a mean place up to 2. */
    assert_int_equal(m.value[TOP_FOUND], 0);
    lm_arena_free(arena);
}

/* Reversing the strengths turns right pairs into wrong ones, whatever the ranks are. */
static void turned_strengths_turn_the_figures(void **state)
{
    (void)state;
    static const int32_t rising[] = {2100, 2200, 2300, 2400, 2500};
    struct lm_arena *arena = new_arena();
    int64_t wrong[3];
    struct lm_tournament *t = event(arena);
    struct measured a = measured_of(t, falling, arena, wrong);
    struct measured b = measured_of(t, rising, arena, wrong);
    assert_int_equal(a.value[WRONG_PAIRS] + b.value[WRONG_PAIRS], 1000000);
    assert_int_equal(a.value[SPEARMAN], -b.value[SPEARMAN]);
    assert_int_equal(b.value[STRONGEST_FIRST], 1000000);
    lm_arena_free(arena);
}

/* White and Black: 0 wwb, 1 bww, 2 wbb, 3 b, 4 bw.  Each is one game off except 4, who is balanced.
 */
static void colours_are_counted_game_by_game(void **state)
{
    (void)state;
    struct lm_arena *arena = new_arena();
    int64_t wrong[3];
    struct lm_tournament *t = event(arena);
    struct measured m = measured_of(t, falling, arena, wrong);
    assert_int_equal(m.value[COLOUR_SPREAD], 800000);
    assert_int_equal(m.value[COLOUR_OFF], 0);
    assert_int_equal(m.value[COLOUR_AGAIN], 428571); /* ww, ww, bb of seven */
    /* A trap: 0 has White in the last round, too, but a forfeit is not a game. */
    enter(t, 3, 0, 4, LM_LOSS);
    m = measured_of(t, falling, arena, wrong);
    assert_int_equal(m.value[COLOUR_OFF], 400000); /* 0 www, 4 bb */
    enter(t, 3, 0, 4, LM_FORFEIT_LOSS);
    m = measured_of(t, falling, arena, wrong);
    assert_int_equal(m.value[COLOUR_OFF], 200000);
    lm_arena_free(arena);
}

static void floats_and_byes_are_counted(void **state)
{
    (void)state;
    struct lm_arena *arena = new_arena();
    int64_t wrong[3];
    struct lm_tournament *t = event(arena);
    struct measured m = measured_of(t, falling, arena, wrong);
    assert_int_equal(m.value[FLOATS], 333333);    /* 1-4 and 1-2 of six */
    assert_int_equal(m.value[FLOAT_GAP], 333333); /* a point each time */
    assert_int_equal(m.value[FLOAT_AGAIN],
                     500000); /* in round 3 1 went up as before; 2 did not go down */
    assert_int_equal(m.value[STRENGTH_GAP], 200000); /* 100 100 200 300 400 100, in thousandths */
    assert_int_equal(m.value[BYES], 2000);
    assert_int_equal(m.value[BYE_PLACE], 875000); /* the last and the one before: 1 and 3/4 */
    assert_int_equal(m.value[CUT_SHORT], 0);
    t->rounds_total = 4;
    m = measured_of(t, falling, arena, wrong);
    assert_int_equal(m.value[CUT_SHORT], 1000000);
    lm_arena_free(arena);
}

static void what_nobody_has_is_not_measured(void **state)
{
    (void)state;
    struct lm_arena *arena = new_arena();
    struct lm_tournament *t;
    int64_t wrong[1];
    static const int32_t equal[] = {2000, 2000};
    assert_int_equal(lm_tournament_new(arena, 2, 1, 1, &t), LM_OK);
    t->rounds_total = 1;
    t->players[0].tpn = 1;
    t->players[1].tpn = 2;
    enter(t, 1, 0, 1, LM_DRAW);
    lm_tournament_count_rounds(t);
    struct measured m = measured_of(t, equal, arena, wrong);
    assert_false(m.has[BYE_PLACE]);
    assert_false(m.has[COLOUR_AGAIN]);
    assert_false(m.has[FLOAT_AGAIN]);
    assert_false(m.has[STRONGEST_FIRST]); /* no player is the strongest */
    assert_int_equal(m.value[SPEARMAN], 0);
    lm_arena_free(arena);
}

/* --- sums */

static void means_and_intervals(void **state)
{
    (void)state;
    struct sums sums = {0};
    assert_false(estimate_of(&sums).known);
    sums_add(&sums, 7);
    assert_int_equal(estimate_of(&sums).mean, 7);
    assert_int_equal(estimate_of(&sums).half, 0);
    /* -3, …, 3 thousand times over in thousands: variance 4 (7000/6999), 1.96 * 2 / sqrt(7000). */
    sums = (struct sums){0};
    for (int i = 0; i < 7000; i++)
        sums_add(&sums, (i % 7 - 3) * 1000);
    assert_int_equal(estimate_of(&sums).mean, 0);
    assert_int_equal(estimate_of(&sums).half, 47);
    sums_add(&sums, -7001 * 5);
    assert_int_equal(estimate_of(&sums).mean, -5);
    /* The largest number of the largest values. */
    sums = (struct sums){1000000, INT64_C(1000000000000), INT64_C(1000000000000000000)};
    assert_int_equal(estimate_of(&sums).mean, 1000000);
    assert_int_equal(estimate_of(&sums).half, 0);
    sums.sum = 0;
    assert_int_equal(estimate_of(&sums).half, 1960);
}

static void parts_add_up_to_the_whole(void **state)
{
    (void)state;
    struct sums whole = {0}, parts[3] = {{0}}, joined = {0};
    for (int i = 0; i < 100; i++) {
        sums_add(&whole, i * i - 1000);
        sums_add(&parts[i % 3], i * i - 1000);
    }
    for (int i = 2; i >= 0; i--)
        sums_join(&joined, &parts[i]);
    assert_memory_equal(&joined, &whole, sizeof whole);
}

/* --- strengths */

/* The tournament of ${seed} by ${name}, and its strengths. */
static struct lm_tournament *generated(const char *name, const struct lm_plan *plan, uint64_t seed,
                                       struct lm_arena *arena, int32_t **strengths)
{
    struct lm_tournament *t;
    struct lm_arena *notes = new_arena();
    struct lm_log log = {.arena = notes};
    assert_int_equal(lm_generate(lm_system_named(name, ""), plan, seed, arena, &log, &t), LM_OK);
    lm_arena_free(notes);
    *strengths = lm_arena_alloc(arena, t->player_count, sizeof **strengths);
    assert_non_null(*strengths);
    lm_generate_strengths(plan, seed, t, *strengths);
    return t;
}

static void strengths_are_off_by_chance_and_the_same_for_every_system(void **state)
{
    (void)state;
    struct lm_arena *arena = new_arena();
    struct lm_plan plan = lm_plan_default();
    int32_t *a, *b;
    int64_t sum = 0, squares = 0;
    plan.expected = lm_rating_expected;
    plan.players = 2000;
    plan.rounds = 2;
    struct lm_tournament *t = generated("dutch-2026", &plan, 3, arena, &a);
    for (uint32_t i = 0; i < t->player_count; i++)
        assert_int_equal(a[i], t->players[i].rating);
    plan.rating_error = 100;
    t = generated("dutch-2026", &plan, 3, arena, &a);
    (void)generated("double-swiss-2026", &plan, 3, arena, &b);
    assert_memory_equal(a, b, t->player_count * sizeof *a);
    for (uint32_t i = 0; i < t->player_count; i++) {
        sum += a[i] - t->players[i].rating;
        squares += (int64_t)(a[i] - t->players[i].rating) * (a[i] - t->players[i].rating);
    }
    assert_in_range(llabs(sum), 0, 3 * 100 * 45); /* three standard errors of 2000 */
    assert_in_range(squares / 2000, 95 * 95, 105 * 105);
    lm_arena_free(arena);
}

/* Tenths that White scored. */
static int64_t scored_by_white(const struct lm_tournament *t)
{
    int64_t tenths = 0;
    for (uint32_t i = 0; i < t->player_count; i++)
        for (uint32_t round = 1; round <= t->rounds_paired; round++) {
            const struct lm_record *record = lm_record_of(t, i, round);
            if (record->colour == LM_WHITE)
                tenths += t->points.value[record->result][0];
        }
    return tenths;
}

static void white_plays_stronger_by_the_advantage(void **state)
{
    (void)state;
    struct lm_arena *arena = new_arena();
    struct lm_plan plan = lm_plan_default();
    int32_t *strengths;
    plan.expected = lm_rating_expected;
    plan.players = 1000;
    plan.rounds = 4;
    plan.lowest_rating = plan.highest_rating = 2000;
    int64_t even = scored_by_white(generated("dutch-2026", &plan, 5, arena, &strengths));
    plan.white_advantage = 72; /* 0.60 by the table */
    int64_t ahead = scored_by_white(generated("dutch-2026", &plan, 5, arena, &strengths));
    assert_in_range(even, 9600, 10400);
    assert_in_range(ahead, 11600, 12400);
    lm_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_are_held_against_strengths),
        cmocka_unit_test(turned_strengths_turn_the_figures),
        cmocka_unit_test(colours_are_counted_game_by_game),
        cmocka_unit_test(floats_and_byes_are_counted),
        cmocka_unit_test(what_nobody_has_is_not_measured),
        cmocka_unit_test(means_and_intervals),
        cmocka_unit_test(parts_add_up_to_the_whole),
        cmocka_unit_test(strengths_are_off_by_chance_and_the_same_for_every_system),
        cmocka_unit_test(white_plays_stronger_by_the_advantage),
    };
    return cmocka_run_group_tests_name("study", tests, NULL, NULL);
}
