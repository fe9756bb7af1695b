/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <string.h>

#include "limmat/check.h"
#include "limmat/generate.h"

/* A system for the tests: in order of rank, each player meets the next allowed one; the last one
 * rests. */
static enum lm_status pair_neighbours(const struct lm_position *p,
                                      const struct lm_pair_request *request, struct lm_arena *arena,
                                      struct lm_log *log, struct lm_pairing **out)
{
    (void)request;
    (void)log;
    struct lm_pairing *pairing = lm_arena_alloc(arena, 1, sizeof *pairing);
    bool *done = lm_arena_alloc(arena, p->seat_count, sizeof *done);
    assert_non_null(pairing);
    assert_non_null(done);
    pairing->round = p->round;
    pairing->pairs = lm_arena_alloc(arena, p->seat_count, sizeof *pairing->pairs);
    for (uint32_t a = 0; a < p->seat_count; a++) {
        uint32_t b = a + 1;
        while (!done[a] && b < p->seat_count && (done[b] || lm_is_barred(p, a, b)))
            b++;
        if (done[a])
            continue;
        struct lm_pair *pair = &pairing->pairs[pairing->pair_count++];
        *pair = (struct lm_pair){.white = p->seats[a].player, .black = LM_NOBODY};
        pair->white_score = p->seats[a].score;
        done[a] = true;
        if (b == p->seat_count)
            continue;
        pair->black = p->seats[b].player;
        pair->black_score = p->seats[b].score;
        done[b] = true;
    }
    *out = pairing;
    return LM_OK;
}

static const char *const no_codes[] = {NULL};
static const struct lm_rule colours[] = {
    {"W", "test 1", "the better ranked has White", .reason = NULL}, {0}};
static const struct lm_system neighbours = {
    .name = "neighbours",
    .family = "neighbours",
    .title = "Neighbours",
    .from = "",
    .until = "",
    .codes = no_codes,
    .games_per_match = 1,
    .colour_rules = colours,
    .pair = pair_neighbours,
};

/* A steep line instead of the curve of 8.1.2: enough for tests. */
static int32_t expected(int32_t difference)
{
    int32_t score = 50 + difference / 10;
    return score < 0 ? 0 : score > 100 ? 100 : score;
}

static int make_arena(void **state)
{
    struct lm_arena *arena;
    if (lm_arena_new(&arena, NULL, 0) != LM_OK)
        return -1;
    *state = arena;
    return 0;
}

static int drop_arena(void **state)
{
    lm_arena_free(*state);
    return 0;
}

static struct lm_plan plan_for(uint32_t players, uint32_t rounds)
{
    struct lm_plan plan = lm_plan_default();
    plan.players = players;
    plan.rounds = rounds;
    plan.expected = expected;
    return plan;
}

static struct lm_tournament *generate(struct lm_arena *arena, const struct lm_plan *plan,
                                      uint64_t seed)
{
    struct lm_tournament *t;
    assert_int_equal(lm_generate(&neighbours, plan, seed, arena, NULL, &t), LM_OK);
    return t;
}

static void same_seed_makes_the_same_tournament(void **state)
{
    struct lm_plan plan = plan_for(30, 7);
    const struct lm_tournament *a = generate(*state, &plan, 5), *b = generate(*state, &plan, 5);
    const struct lm_tournament *c = generate(*state, &plan, 6);
    size_t size = (size_t)a->player_count * a->round_capacity * sizeof *a->records;
    assert_memory_equal(a->records, b->records, size);
    assert_memory_not_equal(a->records, c->records, size);
}

static uint32_t count_results(const struct lm_tournament *t, enum lm_result result)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < t->player_count; i++)
        for (uint32_t round = 1; round <= t->rounds_paired; round++)
            count += lm_record_of(t, i, round)->result == result;
    return count;
}

static void every_kind_of_result_happens_at_its_rate(void **state)
{
    static const char lines[] = "DrawPercentage=30\nForfeits = 10\r\nDoubleForfeits=5\r"
                                "HalfPointByes=2,4 # percent\nFullPointByes=1\nUnrated=3\n"
                                "ZeroPointByes=2\nWithdrawals=1\nLateEntries=10\n";
    struct lm_plan plan = plan_for(400, 9);
    assert_int_equal(lm_plan_read(lines, sizeof lines - 1, *state, NULL, &plan), LM_OK);
    const struct lm_tournament *t = generate(*state, &plan, 1);
    for (int result = LM_WIN; result < LM_RESULT_COUNT; result++)
        if (result != LM_ADJOURNED && result != LM_PAB)
            assert_true(count_results(t, (enum lm_result)result) > 5);
    uint32_t games = 2 * count_results(t, LM_FORFEIT_WIN) * 10;
    assert_in_range(games, 2400, 3600);
    uint32_t byes = count_results(t, LM_HALF_BYE);
    assert_in_range(byes, 100, 180);
}

static void it_ends_when_nobody_is_left(void **state)
{
    static const char lines[] = "Withdrawals=0,0,100";
    struct lm_plan plan = plan_for(20, 7);
    assert_int_equal(lm_plan_read(lines, sizeof lines - 1, *state, NULL, &plan), LM_OK);
    const struct lm_tournament *t = generate(*state, &plan, 1);
    assert_int_equal(t->rounds_paired, 2);
}

static void results_follow_the_expected_scores(void **state)
{
    struct lm_plan plan = plan_for(1000, 5);
    const struct lm_tournament *t = generate(*state, &plan, 3);
    int64_t score = 0, hoped = 0;
    for (uint32_t i = 0; i < t->player_count; i++)
        for (uint32_t round = 1; round <= t->rounds_paired; round++) {
            const struct lm_record *record = lm_record_of(t, i, round);
            if (record->colour != LM_WHITE)
                continue;
            hoped += expected(t->players[i].rating - t->players[record->opponent].rating);
            score += 10 * lm_round_points(t, i, round);
        }
    assert_in_range(score * 1000 / hoped, 970, 1030);
}

static void standings_are_declared(void **state)
{
    struct lm_plan plan = plan_for(21, 6);
    const struct lm_tournament *t = generate(*state, &plan, 8);
    int32_t points[21];
    lm_points_after(t, 6, points);
    for (uint32_t i = 0; i < t->player_count; i++) {
        assert_int_equal(t->players[i].declared_points, points[i]);
        for (uint32_t k = 0; k < i; k++)
            assert_int_equal(points[k] > points[i] || (points[k] == points[i] && k < i),
                             t->players[k].declared_rank < t->players[i].declared_rank);
    }
}

static void baku_groups_are_those_of_the_article(void **state)
{
    struct lm_plan plan = plan_for(161, 9);
    plan.baku = true;
    plan.played = 1;
    const struct lm_tournament *t = generate(*state, &plan, 8);
    assert_int_equal(t->rounds_paired, 1);
    assert_int_equal(t->acceleration_count, 2);
    assert_int_equal(t->accelerations[0].last, 82);
    assert_int_equal(t->accelerations[0].last_round, 3);
    assert_int_equal(t->accelerations[0].points, 10);
    assert_int_equal(t->accelerations[1].last_round, 5);
    assert_int_equal(t->accelerations[1].points, 5);
}

static void keys_of_bbppairings_are_understood(void **state)
{
    static const char lines[] = "PlayersNumber=33\r\nRoundsNumber=8\r\nHighestRating=2000\r\n"
                                "LowestRating=1000\r\nPointsForPAB=0.5\r\nPointsForWin=3\r\n"
                                "PointsForDraw=1.0\r\nRetiredRate=100\r\nHalfPointByeRate=10\r\n"
                                "ForfeitRate=20\r\n";
    struct lm_plan plan = lm_plan_default();
    assert_int_equal(lm_plan_read(lines, sizeof lines - 1, *state, NULL, &plan), LM_OK);
    assert_int_equal(plan.players, 33);
    assert_int_equal(plan.rounds, 8);
    assert_int_equal(plan.highest_rating, 2000);
    assert_int_equal(plan.points.value[LM_FORFEIT_WIN][1], 30);
    assert_int_equal(plan.points.value[LM_HALF_BYE][0], 10);
    assert_int_equal(plan.points.value[LM_PAB][0], 5);
    assert_int_equal(plan.chances[LM_CHANCE_FORFEIT].rounds[0], LM_CERTAIN / 20);
    assert_int_equal(plan.chances[LM_CHANCE_HALF_BYE].rounds[0], LM_CERTAIN / 80);
}

static void every_mistake_of_a_plan_is_reported(void **state)
{
    static const char lines[] = "PlayersNumber=many\n\nForfeits=101\nNonsense=1\nInitialColour=red";
    struct lm_log log = {.arena = *state, .file = "plan.txt"};
    struct lm_plan plan = plan_for(10, 3);
    assert_int_equal(lm_plan_read(lines, sizeof lines - 1, *state, &log, &plan), LM_INVALID);
    assert_int_equal(log.errors, 3);
    assert_int_equal(log.count, 4);
    assert_int_equal(log.all[1].line, 3);
    assert_string_equal(log.all[1].value, "101");
    assert_int_equal(plan.players, 10);
}

static struct lm_check check(struct lm_arena *arena, const struct lm_tournament *t)
{
    struct lm_check result;
    assert_int_equal(lm_check_rounds(&neighbours, t, arena, NULL, &result), LM_OK);
    return result;
}

static void generated_tournaments_pass_the_check(void **state)
{
    static const char lines[] = "Forfeits=10\nHalfPointByes=4\nZeroPointByes=3\nWithdrawals=2\n"
                                "LateEntries=10\nAcceleration=baku\n";
    struct lm_plan plan = plan_for(41, 8);
    assert_int_equal(lm_plan_read(lines, sizeof lines - 1, *state, NULL, &plan), LM_OK);
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct lm_check result = check(*state, generate(*state, &plan, seed));
        assert_int_equal(result.rounds, 8);
        assert_int_equal(result.difference_count, 0);
        assert_int_equal(result.wrong_point_count, 0);
    }
}

static void a_swapped_colour_is_found_with_its_rule(void **state)
{
    struct lm_plan plan = plan_for(10, 3);
    const struct lm_tournament *t = generate(*state, &plan, 1);
    struct lm_record *mine = lm_record_of(t, 0, 3);
    struct lm_record *theirs = lm_record_of(t, mine->opponent, 3);
    uint8_t colour = mine->colour;
    mine->colour = theirs->colour;
    theirs->colour = colour;
    struct lm_check result = check(*state, t);
    assert_int_equal(result.difference_count, 1);
    assert_int_equal(result.differences[0].round, 3);
    assert_ptr_equal(result.differences[0].rule, &colours[0]);
}

static void wrong_points_are_found(void **state)
{
    struct lm_plan plan = plan_for(10, 3);
    const struct lm_tournament *t = generate(*state, &plan, 1);
    t->players[4].declared_points += 5;
    struct lm_check result = check(*state, t);
    assert_int_equal(result.wrong_point_count, 1);
    assert_int_equal(result.wrong_points[0].player, 4);
    assert_int_equal(result.wrong_points[0].declared - result.wrong_points[0].computed, 5);
}

static void who_is_barred_is_who_stands_on_the_list(void **state)
{
    for (uint32_t rounds = 5; rounds <= 20; rounds += 15) {
        struct lm_plan plan = plan_for(70, rounds);
        const struct lm_tournament *t = generate(*state, &plan, 3);
        struct lm_position *p;
        assert_int_equal(lm_position_new(t, rounds, &neighbours.rules, *state, NULL, &p), LM_OK);
        for (uint32_t a = 0; a < p->seat_count; a++) {
            uint32_t barred = 0;
            for (uint32_t b = 0; b < p->seat_count; b++)
                barred += lm_is_barred(p, a, b);
            assert_int_equal(barred, p->seats[a].barred_count);
            for (uint32_t i = 0; i < barred; i++)
                assert_true(lm_is_barred(p, a, p->seats[a].barred[i]));
        }
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, make_arena, drop_arena)
    const struct CMUnitTest tests[] = {
        TEST(same_seed_makes_the_same_tournament),
        TEST(every_kind_of_result_happens_at_its_rate),
        TEST(it_ends_when_nobody_is_left),
        TEST(results_follow_the_expected_scores),
        TEST(standings_are_declared),
        TEST(baku_groups_are_those_of_the_article),
        TEST(keys_of_bbppairings_are_understood),
        TEST(every_mistake_of_a_plan_is_reported),
        TEST(generated_tournaments_pass_the_check),
        TEST(a_swapped_colour_is_found_with_its_rule),
        TEST(wrong_points_are_found),
        TEST(who_is_barred_is_who_stands_on_the_list),
    };
    return cmocka_run_group_tests_name("generate", tests, NULL, NULL);
}
