/* SPDX-License-Identifier: Apache-2.0 */
/* A tournament made by hand: each mistake is found, and reported with its player and round. */
#include "check.h"

#include <string.h>

#include "limmat/text.h"
#include "limmat/tournament.h"

static struct lm_arena *arena;

/* Lists behind pointers to const, which a test can change. */
static struct lists {
    uint32_t apart[2], first_team[2], second_team[2], board[1];
    struct lm_requested_bye bye;
    struct lm_acceleration boost;
    struct lm_prohibition ban;
    struct lm_adjustment bonus;
    struct lm_team teams[2];
    struct lm_lineup lineup;
    struct lm_team_forfeit forfeit;
    struct lm_national national;
} l;

static struct lm_record *at(struct lm_tournament *t, uint32_t tpn, uint32_t round)
{
    return lm_record_of(t, tpn - 1, round);
}

static void play(struct lm_tournament *t, uint32_t white, uint32_t black, uint32_t round)
{
    *at(t, white, round) = (struct lm_record){black - 1, LM_WHITE, LM_WIN};
    *at(t, black, round) = (struct lm_record){white - 1, LM_BLACK, LM_LOSS};
}

/* Five players in two teams, two rounds, all kinds of data; nothing wrong. */
static struct lm_tournament *good(void)
{
    struct lm_tournament *t;
    assert_int_equal(lm_tournament_new(arena, 5, 2, 1, &t), LM_OK);
    for (uint32_t i = 0; i < 5; i++)
        t->players[i].tpn = i + 1;
    play(t, 1, 2, 1);
    play(t, 3, 4, 1);
    at(t, 5, 1)->result = LM_PAB;
    play(t, 1, 3, 2);
    play(t, 5, 2, 2);
    at(t, 4, 2)->result = LM_FORFEIT_LOSS;
    lm_tournament_count_rounds(t);
    l = (struct lists){.apart = {0, 1},
                       .first_team = {0, 2},
                       .second_team = {1, LM_NOBODY},
                       .board = {3},
                       .bye = {LM_HALF_BYE, LM_TEAMS, 3, 1},
                       .boost = {0, 10, 1, 2, 1, 2, LM_PLAYERS},
                       .ban = {1, 3, l.apart, 2, LM_PLAYERS},
                       .bonus = {' ', 0, 5, 0, l.apart, 2, LM_PLAYERS},
                       .lineup = {1, 7, 9, l.board, 1},
                       .forfeit = {"+-", 2, 7, 9},
                       .national = {.rater = "SUI", .player = 4}};
    l.teams[0] = (struct lm_team){7, "A", "", "", LM_NO_POINTS, 10, 1, l.first_team, 2};
    l.teams[1] = (struct lm_team){9, "B", "", "", LM_NO_POINTS, 10, 2, l.second_team, 2};
    t->byes = &l.bye;
    t->accelerations = &l.boost;
    t->prohibitions = &l.ban;
    t->adjustments = &l.bonus;
    t->teams = l.teams;
    t->lineups = &l.lineup;
    t->team_forfeits = &l.forfeit;
    t->nationals = &l.national;
    t->bye_count = t->acceleration_count = t->prohibition_count = t->adjustment_count = 1;
    t->lineup_count = t->team_forfeit_count = t->national_count = 1;
    t->team_count = 2;
    return t;
}

/* All messages about ${t}, a line each. */
static const char *told(const struct lm_tournament *t)
{
    struct lm_log log = {.arena = arena};
    struct lm_text out = lm_text_in(arena);
    enum lm_status status = lm_tournament_check(t, &log);
    assert_int_equal(status, log.errors == 0 ? LM_OK : LM_INVALID);
    assert_int_equal(lm_tournament_check(t, NULL), status);
    for (size_t i = 0; i < log.count; i++) {
        lm_diagnostic_write(&log.all[i], &out);
        lm_text_add_char(&out, '\n');
    }
    return lm_text_string(&out);
}

#define FOUND(expected, mistake)                                                                   \
    do {                                                                                           \
        struct lm_tournament *t = good();                                                          \
        mistake;                                                                                   \
        const char *what = told(t);                                                                \
        if (strstr(what, expected) == NULL)                                                        \
            fail_msg("%s: told: %s", #mistake, what);                                              \
    } while (0)

static void what_is_right_is_not_refused(void **state)
{
    (void)state;
    assert_string_equal(told(good()), "");
    struct lm_tournament *t;
    assert_int_equal(lm_tournament_new(arena, 0, 0, 1, &t), LM_OK);
    assert_string_equal(told(t), "");
}

static void the_frame(void **state)
{
    (void)state;
    FOUND("a match of 0 games", t->games_per_match = 0);
    FOUND("a match of 17 games", t->games_per_match = 17);
    FOUND("more than 999 rounds", t->rounds_total = 1000);
    FOUND("3 rounds are paired, but there is room for 2", t->rounds_paired = 3);
    FOUND("initial_colour", t->initial_colour = 3);
    FOUND("a list is NULL", t->players = NULL);
    FOUND("a list is NULL", t->records = NULL);
    FOUND("a list is NULL", t->byes = NULL);
    FOUND("a list is NULL", t->accelerations = NULL);
    FOUND("a list is NULL", t->prohibitions = NULL);
    FOUND("a list is NULL", t->adjustments = NULL);
    FOUND("a list is NULL", t->teams = NULL);
    FOUND("a list is NULL", t->lineups = NULL);
    FOUND("a list is NULL", t->team_forfeits = NULL);
    FOUND("a list is NULL", t->nationals = NULL);
    FOUND("a list is NULL", t->team_pab_count = 1);
    FOUND("a text is NULL", t->city = NULL);
    FOUND("worth more than", t->points.value[LM_DRAW][1] = 100000);
    FOUND("worth more than", t->team_points[2] = -100000);
    FOUND("worth more than", t->team_pab_game_points = INT32_MAX);
}

static void players(void **state)
{
    (void)state;
    FOUND("player 0 (index 2) has no number", t->players[2].tpn = 0);
    FOUND("no number from 1", t->players[4].tpn = LM_TPN_MAX + 1);
    FOUND("player 2 comes after player 2", t->players[2].tpn = 2);
    FOUND("player 3 comes after player 8", t->players[1].tpn = 8);
    FOUND("a text of player 3 is NULL", t->players[2].club = NULL);
    FOUND("player 3 has more than 9999.9 points", t->players[2].declared_points = 100000);
    FOUND("the sex of player 3", t->players[2].sex = 'x');
}

static void games(void **state)
{
    (void)state;
    FOUND("opponent of player 1 in round 2 is not a player", at(t, 1, 2)->opponent = 5);
    FOUND("player 1 is their own opponent in round 2", at(t, 1, 2)->opponent = 0);
    FOUND("player 1 meets player 4 in round 2, but", at(t, 1, 2)->opponent = 3);
    FOUND("player 3 meets player 1 in round 2, but", at(t, 1, 2)->opponent = LM_NOBODY);
    FOUND("players 1 and 3 have the same colour in round 2", at(t, 3, 2)->colour = LM_WHITE);
    FOUND("player 3 has no known colour in round 2", at(t, 3, 2)->colour = 3);
    FOUND("player 3 has no known result in round 2", at(t, 3, 2)->result = LM_RESULT_COUNT);
    FOUND("only one of players 1 and 3 has a result", at(t, 1, 2)->result = LM_PENDING);
    FOUND("player 1 has a bye and an opponent in round 2", at(t, 1, 2)->result = LM_HALF_BYE);
    FOUND("player 4 has a game without an opponent in round 2", at(t, 4, 2)->result = LM_PENDING);
    FOUND("player 4 has a game without an opponent in round 2", at(t, 4, 2)->result = LM_DRAW);
}

static void matches(void **state)
{
    struct lm_tournament *t;
    (void)state;
    assert_int_equal(lm_tournament_new(arena, 4, 1, 2, &t), LM_OK);
    for (uint32_t i = 0; i < 4; i++)
        t->players[i].tpn = i + 1;
    at(t, 3, 1)->result = LM_HALF_BYE;
    assert_string_equal(told(t), "");
    at(t, 3, 1)[1].result = LM_HALF_BYE;
    assert_string_equal(told(t), "");
    at(t, 3, 1)[1].result = LM_PAB;
    assert_non_null(strstr(told(t), "game 2 of the match of player 3 in round 1"));
    at(t, 3, 1)[1].opponent = 1;
    assert_non_null(strstr(told(t), "player 3 has two opponents in the match of round 1"));
}

static void what_is_announced(void **state)
{
    (void)state;
    FOUND("index 2 names no team", l.bye.player = 2);
    FOUND("index 5 names no player", (l.bye.whom = LM_PLAYERS, l.bye.player = 5));
    FOUND("names no team", l.bye.whom = 2);
    FOUND("neither F nor H nor Z", l.bye.kind = LM_PAB);
    FOUND("a bye is asked for in round 0", l.bye.round = 0);
    FOUND("in rounds 2 to 1", (l.boost.first_round = 2, l.boost.last_round = 1));
    FOUND("points of 3 to 2", l.boost.first = 3);
    FOUND("fictitious points", l.boost.points = 100000);
    FOUND("index 5 names no player", l.apart[1] = 5);
    FOUND("rounds 1 to 1000", l.ban.last_round = 1000);
    FOUND("a list is NULL", l.ban.players = NULL);
    FOUND("unknown type", l.bonus.type = 'Q');
    FOUND("unknown type", l.bonus.type = '\0');
    FOUND("in round 1000", l.bonus.round = 1000);
    FOUND("9999.9 points are given", l.bonus.match_points = INT32_MIN);
    FOUND("index 5 names no player", l.national.player = 5);
}

static void teams(void **state)
{
    (void)state;
    FOUND("index 5 in team 7 names no player", l.first_team[0] = 5);
    FOUND("the players of team 9 are NULL", l.teams[1].players = NULL);
    FOUND("a text of team 9 is NULL", l.teams[1].nickname = NULL);
    FOUND("team 9 has more than", l.teams[1].game_points = 100000);
    FOUND("two teams have the number 7", l.teams[1].number = 7);
    FOUND("player 3 sits on two boards, the second in team 9", l.second_team[0] = 2);
    FOUND("player 1 sits on two boards, the second in team 7", l.first_team[1] = 0);
    FOUND("index 5 in team 7 names no player", l.board[0] = 5);
    FOUND("line-up of team 7 for round 0", l.lineup.round = 0);
    FOUND("line-up of team 7 in round 1 is NULL", l.lineup.players = NULL);
    FOUND("forfeited match of teams 7 and 9 in round 2", l.forfeit.type[0] = '=');
    FOUND("forfeited match of teams 7 and 9 in round 1000", l.forfeit.round = 1000);
}

static int set_up(void **state)
{
    (void)state;
    return lm_arena_new(&arena, NULL, 0) == LM_OK ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    lm_arena_free(arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_right_is_not_refused),
        cmocka_unit_test(the_frame),
        cmocka_unit_test(players),
        cmocka_unit_test(games),
        cmocka_unit_test(matches),
        cmocka_unit_test(what_is_announced),
        cmocka_unit_test(teams),
    };
    return cmocka_run_group_tests_name("validate", tests, set_up, tear_down);
}
