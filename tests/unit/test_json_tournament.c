/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "limmat/json.h"
#include "reading.h"

/* In the writer's form: each member once. */
static const char everything[] =
    "{\n"
    "  \"format\": \"limmat-tournament/1\",\n"
    "  \"name\": \"Quote \\\" Open\",\n"
    "  \"deputies\": [\"One\", \"Two\"],\n"
    "  \"dates\": [\"26/03/01\"],\n"
    "  \"declared_players\": 4,\n"
    "  \"rounds\": 5,\n"
    "  \"initial_colour\": \"black\",\n"
    "  \"rank_order\": true,\n"
    "  \"point_system\": {\"win\": [3, 2.5], \"draw\": 1, \"loss\": 0, \"pab\": 2},\n"
    "  \"options\": {\n"
    "    \"colours\": \"by lot\"\n"
    "  },\n"
    "  \"players\": [\n"
    "    {\"tpn\": 1, \"sex\": \"w\", \"title\": \"GM\", \"name\": \"A\", \"rating\": 2400, "
    "\"federation\": \"SUI\", \"fide_id\": \"13\", \"birth\": \"1990\", \"club\": \"SG\", "
    "\"points\": 3, \"rank\": 1, \"lot\": 2, \"withdrawn\": 4, \"results\": [\"20w1\", \"\", "
    "\"3w\"]},\n"
    "    {\"tpn\": 3, \"rank\": 2, \"results\": [\"U\", \"20-+\", \"1b\"]},\n"
    "    {\"tpn\": 20, \"rank\": 3, \"results\": [\"1b0\", \"3--\"]},\n"
    "    {\"tpn\": 1000000, \"rank\": 4, \"results\": [\"Z\"]}\n"
    "  ],\n"
    "  \"nationals\": [\n"
    "    {\"rater\": \"SUI\", \"player\": 20, \"rating\": 1900}\n"
    "  ],\n"
    "  \"byes\": [\n"
    "    {\"kind\": \"H\", \"round\": 4, \"player\": 1000000}\n"
    "  ],\n"
    "  \"accelerations\": [\n"
    "    {\"points\": 1, \"rounds\": [1, 2], \"players\": [1, 20]}\n"
    "  ],\n"
    "  \"prohibitions\": [\n"
    "    {\"rounds\": [2, 3], \"players\": [1, 3]},\n"
    "    {\"players\": [3, 20]}\n"
    "  ],\n"
    "  \"adjustments\": [\n"
    "    {\"type\": \"-\", \"points\": 0.5, \"round\": 2, \"players\": [20]}\n"
    "  ],\n"
    "  \"kept\": [\n"
    "    {\"after\": 4, \"text\": \"801 kept\"}\n"
    "  ]\n"
    "}\n";

static const char teams[] =
    "{\n"
    "  \"format\": \"limmat-tournament/1\",\n"
    "  \"players\": [\n"
    "    {\"tpn\": 1, \"results\": [\"2w1\"]},\n"
    "    {\"tpn\": 2, \"results\": [\"1b0\"]}\n"
    "  ],\n"
    "  \"teams\": [\n"
    "    {\"number\": 7, \"name\": \"Lions\", \"match_points\": 2, \"players\": [1]},\n"
    "    {\"number\": 9, \"name\": \"Bears\", \"players\": [2, 0]}\n"
    "  ],\n"
    "  \"team_points\": [3, 1, 0],\n"
    "  \"team_bye_match_points\": 1,\n"
    "  \"team_byes\": [0, 9],\n"
    "  \"lineups\": [\n"
    "    {\"round\": 1, \"team\": 7, \"opponent\": 9, \"players\": [0, 1]}\n"
    "  ],\n"
    "  \"team_forfeits\": [\n"
    "    {\"type\": \"--\", \"round\": 2, \"white\": 7, \"black\": 9}\n"
    "  ],\n"
    "  \"byes\": [\n"
    "    {\"kind\": \"Z\", \"round\": 3, \"player\": 9}\n"
    "  ]\n"
    "}\n";

static const char matches[] = "{\n"
                              "  \"format\": \"limmat-tournament/1\",\n"
                              "  \"games_per_match\": 2,\n"
                              "  \"players\": [\n"
                              "    {\"tpn\": 1, \"results\": [\"2w1 2b=\", \"2b 2w\"]},\n"
                              "    {\"tpn\": 2, \"results\": [\"1b0 1w=\", \"1w 1b\"]},\n"
                              "    {\"tpn\": 3, \"results\": [\"U U\", \"Z .\"]}\n"
                              "  ]\n"
                              "}\n";

static void what_was_read_is_written_again(void **state)
{
    (void)state;
    static const char *const texts[] = {everything, teams, matches};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct reading r = read_as("json", texts[i], LM_STRICT & ~LM_DOUBT_POINTS);
        assert_int_equal(r.status, LM_OK);
        assert_string_equal(written_as("json", &r), texts[i]);
        done(&r);
    }
}

static void a_match_holds_its_games(void **state)
{
    (void)state;
    struct reading r = read_as("json", matches, 0);
    assert_int_equal(r.status, LM_OK);
    assert_int_equal(r.t->rounds_paired, 2);
    const struct lm_record *games = lm_record_of(r.t, 0, 1);
    assert_int_equal(games[0].colour, LM_WHITE);
    assert_int_equal(games[1].colour, LM_BLACK);
    assert_int_equal(games[1].result, LM_DRAW);
    assert_int_equal(lm_record_of(r.t, 1, 2)[1].result, LM_PENDING);
    assert_int_equal(lm_round_points(r.t, 0, 1), 15);
    done(&r);
}

static void point_systems_complete_themselves(void **state)
{
    (void)state;
    struct reading r = read_as("json",
                               "{\"format\": \"limmat-tournament/1\", \"point_system\": "
                               "{\"win\": 3, \"draw\": [1, 1.5], \"half_bye\": 0.5}}",
                               0);
    assert_int_equal(r.status, LM_OK);
    assert_true(r.t->points_declared);
    assert_int_equal(r.t->points.value[LM_PAB][0], 30);
    assert_int_equal(r.t->points.value[LM_ADJOURNED][1], 15);
    assert_int_equal(r.t->points.value[LM_HALF_BYE][0], 5);
    assert_int_equal(r.t->points.value[LM_LOSS][0], 0);
    done(&r);
}

#define HEAD "{\"format\": \"limmat-tournament/1\",\n"

static void every_refusal_names_its_place(void **state)
{
    (void)state;
    static const char wrong[] = "not a value that is possible here";
    refused_as("json", "{\"format\": \"x\"}", 1, 12, "not a tournament in a version that is known");
    refused_as("json", HEAD "\"name\": 3}", 2, 9, wrong);
    refused_as("json", HEAD "\"rounds\": 0.5}", 2, 11, wrong);
    refused_as("json", HEAD "\"initial_colour\": \"red\"}", 2, 19, wrong);
    refused_as("json", HEAD "\"players\": {}}", 2, 12, wrong);
    refused_as("json", HEAD "\"players\": [{}]}", 2, 13, "a player without a number");
    refused_as("json", HEAD "\"players\": [{\"tpn\": 1},\n{\"tpn\": 1}]}", 3, 9,
               "the number is taken by line 2");
    refused_as("json", HEAD "\"players\": [{\"tpn\": 1, \"results\": [\"U\", \"7w1\"]}]}", 2, 41,
               "not what a player has for a round");
    refused_as("json", HEAD "\"players\": [{\"tpn\": 1, \"results\": [\"1w1\"]}]}", 2, 36,
               "player 1 is their own opponent in round 1");
    refused_as("json", HEAD "\"byes\": [{\"kind\": \"H\", \"player\": 4}]}", 2, 34,
               "no player has this number");
    refused_as("json", HEAD "\"players\": [{\"tpn\": 4}], \"byes\": [{\"player\": 4}]}", 2, 35,
               "the member \"kind\" is missing");
    refused_as("json", HEAD "\"teams\": [{\"number\": 1}, {\"name\": \"B\"}]}", 0, 0,
               "a team without a number of its own");
}

static void a_misspelt_member_is_a_doubt(void **state)
{
    (void)state;
    struct reading r = read_as("json", HEAD "\"nmae\": \"x\"}", 0);
    assert_int_equal(r.status, LM_OK);
    assert_int_equal(r.log.count, 1);
    assert_string_equal(r.log.all[0].field, "nmae");
    done(&r);
    r = read_as("json", HEAD "\"nmae\": \"x\"}", LM_DOUBT_FORM);
    assert_int_equal(r.status, LM_INVALID);
    done(&r);
}

static void nobody_sits_twice(void **state)
{
    (void)state;
    struct reading r =
        read_as("json",
                HEAD "\"players\": [{\"tpn\": 1}, {\"tpn\": 2}, {\"tpn\": 3}],\n"
                     "\"teams\": [{\"number\": 1, \"players\": [1, 2, 1]},\n"
                     "{\"number\": 2, \"players\": [2, 3]}],\n"
                     "\"lineups\": [\n"
                     "{\"round\": 1, \"team\": 1, \"opponent\": 2, \"players\": [2, 2]},\n"
                     "{\"round\": 1, \"team\": 1, \"opponent\": 2, \"players\": [3]}],\n"
                     "\"byes\": [{\"kind\": \"H\", \"round\": 2, \"player\": 1},\n"
                     "{\"kind\": \"Z\", \"round\": 2, \"player\": 1}],\n"
                     "\"prohibitions\": [{\"players\": [1, 2,\n1]}]}",
                0);
    assert_int_equal(r.status, LM_OK);
    doubts(&r, 3, 43, "the player is twice in this team; the second is left out");
    doubts(&r, 4, 27,
           "the player is in two teams, number 1 of the file and this one; this entry is ignored");
    doubts(&r, 6, 55, "named twice in one list; the second board is left empty");
    doubts(&r, 7, 1, "a second line-up of team 1 for round 1; the first counts");
    doubts(&r, 7, 1, "player 3 sits for team 1 in round 1, but is not in it");
    doubts(&r, 0, 0, "team 1 asks for two different byes in round 2");
    doubts(&r, 11, 1, "named twice in one list; the second is left out");
    assert_int_equal(r.log.count, 7);
    assert_int_equal(r.t->teams[0].count, 2);
    assert_int_equal(r.t->teams[1].count, 1);
    assert_int_equal(r.t->lineups[0].players[1], LM_NOBODY);
    assert_int_equal(lm_tournament_check(r.t, NULL), LM_OK);
    done(&r);
    refused_as("json",
               HEAD "\"teams\": [{\"number\": 1}], \"lineups\": [{\"round\": 1,\n\"team\": 9}]}", 3,
               9, "no team has this number");
    refused_as("json", HEAD "\"teams\": [{\"number\": 1}], \"lineups\": [{\"team\": 1}]}", 2, 39,
               "the member \"round\" is missing");
    refused_as("json",
               HEAD "\"teams\": [{\"number\": 1}],\n\"team_forfeits\": [\n"
                    "{\"type\": \"+-\", \"round\": 1, \"white\": 1, \"black\": 1}]}",
               4, 1, "team 1 meets itself in round 1");
}

static void formats_are_known_by_their_look_or_name(void **state)
{
    (void)state;
    struct reading r = read_as("json", teams, 0);
    struct lm_tournament *t = NULL;
    assert_int_equal(lm_read(teams, strlen(teams), NULL, r.arena, NULL, &t), LM_OK);
    assert_int_equal(t->team_count, 2);
    const char *trf = written_as("trf26", &r);
    assert_int_equal(lm_read(trf, strlen(trf), NULL, r.arena, NULL, &t), LM_OK);
    struct lm_read_options named = {.file = "x.trf"};
    assert_int_equal(lm_read("", 0, &named, r.arena, NULL, &t), LM_OK);
    assert_int_equal(t->player_count, 0);
    assert_int_equal(lm_read("garbage", 7, NULL, r.arena, &r.log, &t), LM_INVALID);
    assert_string_equal(r.log.all[r.log.count - 1].what, "not a tournament file");
    assert_null(lm_format_named("trf99"));
    done(&r);
}

/* One declared worth changes no other, in matches either. */
static void one_declared_worth_leaves_the_others(void **state)
{
    (void)state;
    static const char head[] = "{\"format\":\"limmat-tournament/1\",\"games_per_match\":2";
    char text[200];
    snprintf(text, sizeof text, "%s}", head);
    struct reading plain = read_as("json", text, 0);
    snprintf(text, sizeof text, "%s,\"point_system\":{\"half_bye\":0.5}}", head);
    struct reading one = read_as("json", text, 0);
    for (unsigned result = 0; result < LM_RESULT_COUNT; result++)
        for (unsigned colour = 0; colour < 2; colour++)
            assert_int_equal(one.t->points.value[result][colour],
                             result == LM_HALF_BYE ? 5 : plain.t->points.value[result][colour]);
    done(&plain);
    done(&one);
}

static void ratings_of_old_scales_can_be_entered(void **state)
{
    (void)state;
    static const char *const scales[] = {"INGO", "BCF", "SUI"};
    for (size_t i = 0; i < 3; i++) {
        char text[200];
        snprintf(text, sizeof text,
                 "{\"format\":\"limmat-tournament/1\",\"players\":[{\"tpn\":1}],"
                 "\"nationals\":[{\"rater\":\"%s\",\"player\":1,\"rating\":95}]}",
                 scales[i]);
        struct reading r = read_as("json", text, LM_STRICT);
        assert_int_equal(r.status, LM_OK);
        assert_string_equal(r.t->nationals[0].rater, scales[i]);
        done(&r);
    }
}

static void what_trf_cannot_hold_is_said_and_withdrawals_are_kept(void **state)
{
    (void)state;
    struct reading r =
        read_as("json",
                "{\"format\":\"limmat-tournament/"
                "1\",\"rounds\":4,\"byes\":[{\"kind\":\"H\",\"round\":3,\"player\":2}],"
                "\"players\":[{\"tpn\":1,\"club\":\"SG\",\"results\":[\"2w1\"]},"
                "{\"tpn\":2,\"withdrawn\":2,\"results\":[\"1b0\"]}]}",
                0);
    assert_int_equal(r.status, LM_OK);
    const char *text = written_as("trf26", &r);
    static const char *const lines[] = {"\n240 Z 002 0002\n", "\n240 H 003 0002\n",
                                        "\n240 Z 004 0002\n"};
    for (size_t i = 0; i < 3; i++)
        assert_non_null(strstr(text, lines[i]));
    assert_null(strstr(text, "240 Z 003"));
    assert_non_null(strstr(text, "  1.0          2 w 1\n")); /* undeclared points: counted */
    assert_string_equal(r.log.all[r.log.count - 1].what, "TRF has no room for clubs: 1 lost");
    struct reading again = read_as("trf26", text, LM_STRICT);
    assert_int_equal(again.t->bye_count, 3);
    done(&again);
    done(&r);
}

/* When this was quadratic, it took a minute. */
static void an_object_of_many_members_is_read_at_once(void **state)
{
    (void)state;
    struct lm_arena *arena;
    assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
    struct lm_text text = lm_text_in(arena);
    for (int i = 0; i < 200000; i++)
        lm_text_print(&text, "%c\"m%d\":1", i == 0 ? '{' : ',', i);
    size_t length = text.length;
    lm_text_add(&text, "}");
    struct lm_log log = {.arena = arena};
    struct lm_json *root;
    assert_int_equal(lm_json_parse(lm_text_string(&text), text.length, arena, &log, &root), LM_OK);
    assert_int_equal(root->length, 200000);
    text.length = length;
    lm_text_add(&text, ",\"m777\":2}");
    assert_int_equal(lm_json_parse(lm_text_string(&text), text.length, arena, &log, &root),
                     LM_INVALID);
    assert_string_equal(log.all[0].field, "m777");
    lm_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_read_is_written_again),
        cmocka_unit_test(a_match_holds_its_games),
        cmocka_unit_test(point_systems_complete_themselves),
        cmocka_unit_test(one_declared_worth_leaves_the_others),
        cmocka_unit_test(ratings_of_old_scales_can_be_entered),
        cmocka_unit_test(what_trf_cannot_hold_is_said_and_withdrawals_are_kept),
        cmocka_unit_test(an_object_of_many_members_is_read_at_once),
        cmocka_unit_test(every_refusal_names_its_place),
        cmocka_unit_test(a_misspelt_member_is_a_doubt),
        cmocka_unit_test(nobody_sits_twice),
        cmocka_unit_test(formats_are_known_by_their_look_or_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
