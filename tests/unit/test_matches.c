/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <string.h>

#include "limmat/matches.h"

static struct lm_arena *arena;

static int make_arena(void **state)
{
    (void)state;
    return lm_arena_new(&arena, NULL, 0) == LM_OK ? 0 : -1;
}

static int drop_arena(void **state)
{
    (void)state;
    lm_arena_free(arena);
    return 0;
}

static void enter(struct lm_tournament *t, uint32_t player, uint32_t column, uint32_t opponent,
                  uint8_t colour, uint8_t result)
{
    *lm_record_of(t, player, column) = (struct lm_record){opponent, colour, result};
}

/* Three players, four columns: 0-1 with 2 resting, then 0-2 with 1 absent. */
static struct lm_tournament *columns(void)
{
    struct lm_tournament *t;
    assert_int_equal(lm_tournament_new(arena, 3, 4, 1, &t), LM_OK);
    t->type_code = "FIDE_DOUBLESWISS";
    t->rounds_total = 6;
    for (uint32_t i = 0; i < 3; i++)
        t->players[i].tpn = i + 1;
    enter(t, 0, 1, 1, LM_WHITE, LM_WIN);
    enter(t, 0, 2, 1, LM_BLACK, LM_DRAW);
    enter(t, 1, 1, 0, LM_BLACK, LM_LOSS);
    enter(t, 1, 2, 0, LM_WHITE, LM_DRAW);
    enter(t, 2, 1, LM_NOBODY, LM_NO_COLOUR, LM_PAB);
    enter(t, 2, 2, LM_NOBODY, LM_NO_COLOUR, LM_HALF_BYE);
    enter(t, 0, 3, 2, LM_BLACK, LM_FORFEIT_WIN);
    enter(t, 0, 4, 2, LM_WHITE, LM_FORFEIT_WIN);
    enter(t, 2, 3, 0, LM_WHITE, LM_FORFEIT_LOSS);
    enter(t, 2, 4, 0, LM_BLACK, LM_FORFEIT_LOSS);
    enter(t, 1, 3, LM_NOBODY, LM_NO_COLOUR, LM_HALF_BYE);
    enter(t, 1, 4, LM_NOBODY, LM_NO_COLOUR, LM_HALF_BYE);
    lm_tournament_count_rounds(t);
    return t;
}

static void two_columns_become_a_match_and_its_points_stay(void **state)
{
    (void)state;
    struct lm_tournament *t = columns();
    int32_t before[3], after[3];
    lm_points_after(t, 4, before);
    assert_true(lm_has_split_matches(t));
    assert_int_equal(lm_join_matches(t, NULL), LM_OK);
    assert_false(lm_has_split_matches(t));
    assert_int_equal(t->games_per_match, 2);
    assert_int_equal(t->rounds_total, 3);
    assert_int_equal(t->rounds_paired, 2);
    assert_int_equal(lm_record_of(t, 2, 1)->result, LM_PAB);
    assert_int_equal(lm_record_of(t, 2, 1)[1].result, LM_BLANK);
    assert_int_equal(lm_round_points(t, 2, 1), 15);
    assert_int_equal(lm_record_of(t, 0, 2)[1].colour, LM_WHITE);
    lm_points_after(t, 2, after);
    assert_memory_equal(before, after, sizeof before);
}

static void splitting_undoes_joining(void **state)
{
    (void)state;
    struct lm_tournament *t = columns(), *again = columns(), *split;
    static const uint32_t all[] = {0};
    struct lm_requested_bye asked[] = {{LM_HALF_BYE, LM_PLAYERS, 5, 1},
                                       {LM_HALF_BYE, LM_PLAYERS, 6, 1}};
    struct lm_prohibition ban = {1, LM_ROUNDS_MAX, all, 1, LM_PLAYERS};
    struct lm_acceleration boost = {0, 10, 1, 4, 1, 2, LM_PLAYERS};
    t->byes = asked;
    t->bye_count = 2;
    t->prohibitions = &ban;
    t->prohibition_count = 1;
    t->accelerations = &boost;
    t->acceleration_count = 1;
    t->players[2].withdrawn = 5;
    assert_int_equal(lm_join_matches(t, NULL), LM_OK);
    assert_int_equal(t->bye_count, 1);
    assert_int_equal(t->byes[0].round, 3);
    assert_int_equal(t->accelerations[0].last_round, 2);
    assert_int_equal(t->players[2].withdrawn, 3);
    assert_int_equal(lm_split_matches(t, arena, &split), LM_OK);
    assert_int_equal(split->rounds_total, 6);
    assert_int_equal(split->round_capacity, again->round_capacity);
    for (size_t i = 0; i < 12; i++) {
        assert_int_equal(split->records[i].opponent, again->records[i].opponent);
        assert_int_equal(split->records[i].colour, again->records[i].colour);
        assert_int_equal(split->records[i].result, again->records[i].result);
    }
    assert_memory_equal(&split->points, &again->points, sizeof again->points);
    assert_int_equal(split->bye_count, 2);
    for (size_t i = 0; i < 2; i++)
        assert_true(split->byes[i].round == asked[i].round && split->byes[i].player == 1);
    assert_int_equal(split->accelerations[0].match_points, 0);
    assert_int_equal(split->accelerations[0].points, 10);
    assert_int_equal(split->accelerations[0].first_round, 1);
    assert_int_equal(split->accelerations[0].last_round, 4);
    assert_int_equal(split->accelerations[0].first, 1);
    assert_int_equal(split->accelerations[0].last, 2);
    assert_int_equal(split->accelerations[0].whom, LM_PLAYERS);
    assert_int_equal(split->prohibitions[0].last_round, LM_ROUNDS_MAX);
    assert_int_equal(split->players[2].withdrawn, 5);
}

static void columns_that_are_no_match_are_refused(void **state)
{
    (void)state;
    struct lm_log log = {.arena = arena};
    struct lm_tournament *t = columns();
    lm_record_of(t, 0, 2)->opponent = 2;      /* another opponent */
    lm_record_of(t, 1, 2)->colour = LM_BLACK; /* the same colour again */
    lm_record_of(t, 2, 4)->opponent = LM_NOBODY;
    assert_int_equal(lm_join_matches(t, &log), LM_INVALID);
    assert_int_equal(log.errors, 3);
    assert_int_equal(t->games_per_match, 1);
    t = columns();
    t->rounds_total = 7;
    assert_int_equal(lm_join_matches(t, NULL), LM_INVALID);
}

static void a_match_of_which_one_game_is_known_waits_for_the_other(void **state)
{
    (void)state;
    struct lm_tournament *t;
    assert_int_equal(lm_tournament_new(arena, 2, 1, 1, &t), LM_OK);
    enter(t, 0, 1, 1, LM_WHITE, LM_PENDING);
    enter(t, 1, 1, 0, LM_BLACK, LM_PENDING);
    assert_int_equal(lm_join_matches(t, NULL), LM_OK);
    assert_int_equal(t->rounds_paired, 1);
    assert_int_equal(lm_record_of(t, 0, 1)[1].result, LM_PENDING);
    assert_int_equal(lm_record_of(t, 0, 1)[1].colour, LM_BLACK);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_columns_become_a_match_and_its_points_stay),
        cmocka_unit_test(splitting_undoes_joining),
        cmocka_unit_test(columns_that_are_no_match_are_refused),
        cmocka_unit_test(a_match_of_which_one_game_is_known_waits_for_the_other),
    };
    return cmocka_run_group_tests(tests, make_arena, drop_arena);
}
