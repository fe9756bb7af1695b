/* SPDX-License-Identifier: Apache-2.0 */

/* Crosstables and statistics of tournaments small enough to fill in by hand. */

#include "reading.h"

#include "limmat/crosstable.h"
#include "limmat/statistics.h"

/* Five players: a bye, a half-point bye, an absence, a forfeit, a win of the lower rated. */
static const char open_event[] =
    "{\"format\": \"limmat-tournament/1\", \"start\": \"2026/03/07\", \"rounds\": 3, \"players\": ["
    "{\"tpn\": 1, \"title\": \"GM\", \"name\": \"A\", \"rating\": 2100, \"federation\": \"SUI\", "
    "\"results\": [\"3w1\", \"5b=\", \"4w+\"]},"
    "{\"tpn\": 2, \"sex\": \"w\", \"title\": \"WFM\", \"name\": \"B\", \"rating\": 2000, "
    "\"federation\": \"ITA\", \"results\": [\"4b=\", \"3w0\", \"Z\"]},"
    "{\"tpn\": 3, \"title\": \"IM\", \"name\": \"C\", \"rating\": 1900, \"federation\": \"SUI\", "
    "\"results\": [\"1b0\", \"2b1\", \"5b=\"]},"
    "{\"tpn\": 4, \"name\": \"D\", \"rating\": 1800, \"results\": [\"2w=\", \"H\", \"1b-\"]},"
    "{\"tpn\": 5, \"name\": \"E\", \"results\": [\"U\", \"1w=\", \"3w=\"]}]}";

struct seen {
    struct reading r;
    struct lm_standings *s;
    struct lm_crosstable *c;
};

static struct seen crosstable_of(const char *json, bool teams, uint32_t round)
{
    struct seen x = {.r = read_as("json", json, 0)};
    struct lm_standings_options o = {.teams = teams, .round = round, .edition = LM_C07_2026};
    assert_int_equal(x.r.status, LM_OK);
    assert_int_equal(lm_tie_breaks_parse("PTS", x.r.arena, &x.r.log, &o.list, &o.count), LM_OK);
    assert_int_equal(lm_standings_compute(x.r.t, &o, x.r.arena, &x.r.log, &x.s), LM_OK);
    assert_int_equal(lm_crosstable_new(x.s, x.r.arena, &x.c), LM_OK);
    return x;
}

/* The row of ${participant}, cells separated by a bar. */
static const char *row(struct seen *x, uint32_t participant, enum lm_cell_style style)
{
    struct lm_text out = lm_text_in(x->r.arena);
    for (uint32_t round = 1; round <= x->c->rounds; round++) {
        if (round > 1)
            lm_text_add_char(&out, '|');
        lm_text_add_cell(&out, x->c, participant, round, style);
    }
    return lm_text_string(&out);
}

static const char *meetings(struct seen *x, uint32_t participant, uint32_t other)
{
    struct lm_text out = lm_text_in(x->r.arena);
    lm_text_add_meetings(&out, x->c, participant, other, LM_CELL_PRINTED);
    return lm_text_string(&out);
}

static void cells_name_the_opponents_place_colour_and_result(void **state)
{
    (void)state;
    struct seen x = crosstable_of(open_event, false, 0);
    assert_false(x.c->everybody);
    static const uint32_t places[] = {1, 5, 3, 4, 2};
    for (uint32_t i = 0; i < 5; i++)
        assert_int_equal(x.c->places[i], places[i]);
    assert_string_equal(row(&x, 0, LM_CELL_PRINTED), "3w1|2b½|4w+");
    assert_string_equal(row(&x, 4, LM_CELL_PRINTED), "bye|1w½|3w½");
    assert_string_equal(row(&x, 2, LM_CELL_PRINTED), "1b0|5b1|2b½");
    assert_string_equal(row(&x, 3, LM_CELL_PRINTED), "5w½|–½|1b-");
    assert_string_equal(row(&x, 1, LM_CELL_PRINTED), "4b½|3w0|–");
    assert_string_equal(row(&x, 3, LM_CELL_ASCII), "5w=|H|1b-");
    assert_string_equal(row(&x, 1, LM_CELL_ASCII), "4b=|3w0|Z");
    done(&x.r);
}

static void history_counts_points_round_by_round(void **state)
{
    (void)state;
    struct seen x = crosstable_of(open_event, false, 0);
    static const int32_t totals[5][3] = {
        {10, 15, 25}, {5, 5, 5}, {0, 10, 15}, {5, 10, 10}, {10, 15, 20}};
    for (uint32_t who = 0; who < 5; who++)
        for (uint32_t round = 1; round <= 3; round++)
            assert_int_equal(lm_cell_at(x.c, who, round)->total, totals[who][round - 1]);
    done(&x.r);
}

/* C.04.3 art. 1.4 (2026): the PAB, the half-point bye and the win by forfeit are downfloats. */
static void balance_has_colours_played_and_floats(void **state)
{
    (void)state;
    struct seen x = crosstable_of(open_event, false, 0);
    static const struct lm_balance expected[5] = {
        {.white = 1, .black = 1, .downfloats = 1, .forfeits_won = 1},
        {.white = 1, .black = 1, .downfloats = 1, .absent = 1},
        {.black = 3, .upfloats = 2},
        {.white = 1, .downfloats = 1, .forfeits_lost = 1, .requested = 1},
        {.white = 2, .downfloats = 2, .allocated = 1}};
    assert_memory_equal(x.c->balances, expected, sizeof expected);
    assert_int_equal(lm_cell_at(x.c, 2, 2)->floated, LM_UPFLOAT);
    assert_int_equal(lm_cell_at(x.c, 1, 2)->floated, LM_DOWNFLOAT);
    done(&x.r);
}

static void earlier_rounds_have_their_own_places(void **state)
{
    (void)state;
    struct seen x = crosstable_of(open_event, false, 1);
    assert_int_equal(x.c->rounds, 1);
    assert_string_equal(row(&x, 3, LM_CELL_PRINTED), "3w½");
    assert_string_equal(row(&x, 4, LM_CELL_PRINTED), "bye");
    assert_int_equal(x.c->places[4], 2);
    done(&x.r);
}

static void game_in_progress_is_shown(void **state)
{
    (void)state;
    struct seen x =
        crosstable_of("{\"format\": \"limmat-tournament/1\", \"players\": ["
                      "{\"tpn\": 1, \"results\": [\"2w\"]}, {\"tpn\": 2, \"results\": [\"1b\"]}]}",
                      false, 0);
    assert_string_equal(row(&x, 0, LM_CELL_PRINTED), "2w*");
    assert_int_equal(x.c->balances[0].white, 0);
    assert_int_equal(lm_cell_at(x.c, 0, 1)->floated, LM_NO_FLOAT);
    done(&x.r);
}

static void double_round_robin_has_two_results_in_a_cell(void **state)
{
    (void)state;
    struct seen x = crosstable_of(
        "{\"format\": \"limmat-tournament/1\", \"type\": \"Double round robin\", \"players\": ["
        "{\"tpn\": 1, \"results\": [\"2w1\", \"2b=\"]},"
        "{\"tpn\": 2, \"results\": [\"1b0\", \"1w=\"]}]}",
        false, 0);
    assert_true(x.c->everybody);
    assert_string_equal(meetings(&x, 0, 1), "1½");
    assert_string_equal(meetings(&x, 1, 0), "0½");
    assert_string_equal(meetings(&x, 0, 0), "");
    assert_int_equal(lm_meeting_after(x.c, 0, 1, 0), 1);
    assert_int_equal(lm_meeting_after(x.c, 0, 1, 1), 2);
    assert_int_equal(lm_meeting_after(x.c, 0, 1, 2), 0);
    done(&x.r);
}

static void match_of_two_games_is_one_cell(void **state)
{
    (void)state;
    struct seen x =
        crosstable_of("{\"format\": \"limmat-tournament/1\", \"type_code\": \"FIDE_DOUBLESWISS\", "
                      "\"games_per_match\": 2, \"players\": ["
                      "{\"tpn\": 1, \"results\": [\"2w1 2b=\", \"3w0 3b1\"]},"
                      "{\"tpn\": 2, \"results\": [\"1b0 1w=\", \"U .\"]},"
                      "{\"tpn\": 3, \"results\": [\"4w+ 4b+\", \"1b1 1w0\"]},"
                      "{\"tpn\": 4, \"results\": [\"3b- 3w-\", \"Z .\"]}]}",
                      false, 0);
    assert_string_equal(row(&x, 0, LM_CELL_PRINTED), "3w1½|1w01");
    assert_string_equal(row(&x, 1, LM_CELL_PRINTED), "2b0½|bye");
    assert_string_equal(row(&x, 2, LM_CELL_PRINTED), "4w++|2b10");
    assert_string_equal(row(&x, 3, LM_CELL_PRINTED), "1b--|–");
    static const uint8_t results[4][2] = {{LM_WIN, LM_DRAW},
                                          {LM_LOSS, LM_PAB},
                                          {LM_FORFEIT_WIN, LM_DRAW},
                                          {LM_FORFEIT_LOSS, LM_ZERO_BYE}};
    for (uint32_t who = 0; who < 4; who++)
        for (uint32_t round = 1; round <= 2; round++)
            assert_int_equal(lm_cell_at(x.c, who, round)->result, results[who][round - 1]);
    assert_int_equal(x.c->balances[0].white, 2);
    done(&x.r);
}

/* Two matches of two boards, the third team has the bye. */
static void teams_meet_on_boards(void **state)
{
    (void)state;
    struct seen x = crosstable_of(
        "{\"format\": \"limmat-tournament/1\", \"players\": ["
        "{\"tpn\": 1, \"results\": [\"3w1\", \"\"]}, {\"tpn\": 2, \"results\": [\"4b=\", \"\"]},"
        "{\"tpn\": 3, \"results\": [\"1b0\", \"5b\"]}, {\"tpn\": 4, \"results\": [\"2w=\"]},"
        "{\"tpn\": 5, \"results\": [\"\", \"3w\"]}],"
        "\"team_bye_match_points\": 1, \"team_bye_game_points\": 1, \"team_byes\": [3, 1],"
        "\"teams\": [{\"number\": 1, \"name\": \"Eins\", \"players\": [1, 2]},"
        "{\"number\": 2, \"name\": \"Zwei\", \"players\": [3, 4]},"
        "{\"number\": 3, \"name\": \"Drei\", \"players\": [5]}]}",
        true, 0);
    assert_string_equal(row(&x, 0, LM_CELL_PRINTED), "3w1½|bye");
    assert_string_equal(row(&x, 1, LM_CELL_PRINTED), "1b½|2b*");
    assert_string_equal(row(&x, 2, LM_CELL_PRINTED), "bye|3w*");
    assert_string_equal(row(&x, 0, LM_CELL_ASCII), "3w1.5|U");
    assert_string_equal(meetings(&x, 0, 1), "1½");
    assert_int_equal(lm_cell_at(x.c, 0, 2)->total, 30);
    done(&x.r);
}

static void points_are_written_for_people(void **state)
{
    (void)state;
    struct lm_arena *arena;
    assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
    struct lm_text out = lm_text_in(arena);
    static const int32_t tenths[] = {0, 5, 10, 25, 12, -5, -15};
    for (size_t i = 0; i < sizeof tenths / sizeof *tenths; i++) {
        lm_text_add_points(&out, tenths[i]);
        lm_text_add_char(&out, ' ');
    }
    assert_string_equal(lm_text_string(&out), "0 ½ 1 2½ 1.2 -½ -1½ ");
    lm_arena_free(arena);
}

static void results_are_counted_by_colour_and_round(void **state)
{
    (void)state;
    struct reading r = read_as("json", open_event, 0);
    struct lm_statistics *s;
    assert_int_equal(lm_statistics_of(r.t, 0, r.arena, &s), LM_OK);
    static const struct lm_result_counts rounds[3] = {
        {.played = 2, .white_won = 1, .drawn = 1, .allocated = 1, .rated = 2, .favourites = 1},
        {.played = 2, .black_won = 1, .drawn = 1, .half = 1, .rated = 1, .upsets = 1},
        {.played = 1, .drawn = 1, .forfeited = 1, .absent = 1}};
    static const struct lm_result_counts total = {.played = 5,
                                                  .white_won = 1,
                                                  .drawn = 3,
                                                  .black_won = 1,
                                                  .forfeited = 1,
                                                  .allocated = 1,
                                                  .half = 1,
                                                  .absent = 1,
                                                  .rated = 3,
                                                  .favourites = 1,
                                                  .upsets = 1};
    assert_int_equal(s->rounds, 3);
    assert_memory_equal(s->by_round, rounds, sizeof rounds);
    assert_memory_equal(&s->total, &total, sizeof total);
    assert_int_equal(s->upset_count, 1);
    assert_int_equal(s->upsets[0].winner, 2);
    assert_int_equal(s->upsets[0].loser, 1);
    assert_int_equal(s->upsets[0].difference, 100);
    assert_int_equal(s->upsets[0].colour, LM_BLACK);
    done(&r);
}

static void players_are_counted_by_title_and_federation(void **state)
{
    (void)state;
    struct reading r = read_as("json", open_event, 0);
    struct lm_statistics *s;
    assert_int_equal(lm_statistics_of(r.t, 1, r.arena, &s), LM_OK);
    assert_int_equal(s->rounds, 1);
    assert_int_equal(s->players, 5);
    assert_int_equal(s->rated, 4);
    assert_int_equal(s->women, 1);
    assert_int_equal(s->average_rating.over, 1950);
    assert_int_equal(s->average_rating.under, 1);
    assert_int_equal(s->federation_count, 2);
    assert_string_equal(s->federations[0].text, "SUI");
    assert_int_equal(s->federations[0].count, 2);
    assert_int_equal(s->title_count, 3);
    assert_string_equal(s->titles[1].text, "IM");
    assert_string_equal(s->titles[2].text, "WFM");
    done(&r);
}

/* Memory runs out at every possible place: the result is LM_LIMIT, and the output is unmodified. */
static void memory_that_runs_out_is_said(void **state)
{
    (void)state;
    enum { CHUNK = 16 * 1024 };
    struct seen x = crosstable_of(open_event, false, 0);
    unsigned failures = 0;
    enum lm_status status = LM_LIMIT;
    for (size_t used = CHUNK; status == LM_LIMIT; used -= 16) {
        struct lm_arena *arena;
        struct lm_crosstable *c = NULL;
        struct lm_statistics *s = NULL;
        assert_int_equal(lm_arena_new(&arena, NULL, CHUNK), LM_OK);
        if (lm_arena_alloc(arena, used, 1) != NULL) {
            status = lm_crosstable_new(x.s, arena, &c);
            assert_int_equal(status == LM_OK, c != NULL);
            if (status == LM_OK)
                status = lm_statistics_of(x.r.t, 0, arena, &s);
            assert_int_equal(status == LM_OK, s != NULL);
            failures += status == LM_LIMIT;
        }
        lm_arena_free(arena);
    }
    assert_true(failures > 10);
    done(&x.r);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_name_the_opponents_place_colour_and_result),
        cmocka_unit_test(history_counts_points_round_by_round),
        cmocka_unit_test(balance_has_colours_played_and_floats),
        cmocka_unit_test(earlier_rounds_have_their_own_places),
        cmocka_unit_test(game_in_progress_is_shown),
        cmocka_unit_test(double_round_robin_has_two_results_in_a_cell),
        cmocka_unit_test(match_of_two_games_is_one_cell),
        cmocka_unit_test(teams_meet_on_boards),
        cmocka_unit_test(points_are_written_for_people),
        cmocka_unit_test(results_are_counted_by_colour_and_round),
        cmocka_unit_test(players_are_counted_by_title_and_federation),
        cmocka_unit_test(memory_that_runs_out_is_said),
    };
    return cmocka_run_group_tests_name("crosstable", tests, NULL, NULL);
}
