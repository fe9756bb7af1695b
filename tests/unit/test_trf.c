/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "reading.h"

#include "limmat/check.h"
#include "limmat/ranking.h"

static struct reading read_text(const char *text)
{
    return read_as("trf26", text, 0);
}

static void refuses(const char *text, unsigned line, unsigned column, const char *what)
{
    refused_as("trf26", text, line, column, what);
}

/* Columns:       5    10   15                                49   54  58          70         81 86
 */
#define P1                                                                                         \
    "001    1 mGM  Meier, Anna                       2400 SUI     1300012 1990/01/02  1.0    1"
#define P2                                                                                         \
    "001    2 w    M\xC3\xBCller, Bea                       2300 GER     1300013 1991/00/00  0.0 " \
    "   2"
#define P3                                                                                         \
    "001    3      Rossi, Carlo                         0 ITA                         1.0    3"
#define P_FOUR                                                                                     \
    "001    4      Weiss, Dora                          0 GER                         1.0    3"

static void every_field_of_a_player_is_read(void **state)
{
    (void)state;
    struct reading r = read_text("012 Open\n" P1 "     2 w 1\n" P2 "     1 b 0\n");
    assert_int_equal(r.status, LM_OK);
    assert_int_equal(r.log.count, 0);
    assert_int_equal(r.t->player_count, 2);
    assert_int_equal(r.t->rounds_paired, 1);
    const struct lm_player *bea = &r.t->players[1];
    assert_int_equal(bea->tpn, 2);
    assert_int_equal(bea->sex, 'w');
    assert_string_equal(bea->name, "M\xC3\xBCller, Bea");
    assert_int_equal(bea->rating, 2300);
    assert_string_equal(bea->federation, "GER");
    assert_string_equal(bea->fide_id, "1300013");
    assert_string_equal(bea->birth, "1991/00/00");
    assert_int_equal(bea->declared_points, 0);
    assert_int_equal(bea->declared_rank, 2);
    assert_string_equal(r.t->players[0].title, "GM");
    const struct lm_record *record = lm_record_of(r.t, 1, 1);
    assert_int_equal(record->opponent, 0);
    assert_int_equal(record->colour, LM_BLACK);
    assert_int_equal(record->result, LM_LOSS);
    done(&r);
}

static void line_ends_and_encodings_make_no_difference(void **state)
{
    (void)state;
    static const char *const files[] = {
        P1 "     2 w 1\r" P2 "     1 b 0\r",
        P1 "     2 w 1\r\n" P2 "     1 b 0\r\n\x1A",
        "\xEF\xBB\xBF\xEF\xBB\xBF" P1 "     2 w 1\n\n" P2 "     1 b 0",
        P1 "     2 w 1\n"
           "001    2 w    M\xFCller, Bea                       2300 GER     1300013 1991/00/00"
           "  0.0    2     1 b 0\n",
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct reading r = read_text(files[i]);
        assert_int_equal(r.status, LM_OK);
        assert_int_equal(r.t->player_count, 2);
        assert_string_equal(r.t->players[1].name, "M\xC3\xBCller, Bea");
        assert_int_equal(lm_record_of(r.t, 1, 1)->result, LM_LOSS);
        done(&r);
    }
}

/* In the head, among the players, after byes and prohibitions, at both ends. */
static void comments_keep_their_place(void **state)
{
    (void)state;
    static const char text[] = "### made by hand\n"
                               "012 Open\n"
                               "### the city follows\n"
                               "022 Z\xC3\xBCrich\n"
                               "042 2026/03/14\n"
                               "112 Blum, Eva\n"
                               "### a helper\n"
                               "112 Cahn, Udo\n"
                               "142 3\n"
                               "152 W\n"
                               "### the players\n"
                               "001    1 m GM Meier, Anna                       2400 SUI     "
                               "1300012 1990/01/02  1.0    1     2 w 1\n"
                               "### about Bea\n" P2 "     1 b 0\n"
                               "DDDD kept\n"
                               "### behind the players\n"
                               "240 H 002 0001\n"
                               "### the next bye\n"
                               "240 Z 003 0001\n"
                               "### behind the byes\n"
                               "260 002 003 0001 0002\n"
                               "### the end\n";
    struct reading r = read_text(text);
    assert_int_equal(r.status, LM_OK);
    assert_string_equal(written_as("trf26", &r), text);
    struct reading again = read_as("json", written_as("json", &r), 0);
    assert_int_equal(again.status, LM_OK);
    assert_string_equal(written_as("trf26", &again), text);
    /* other codes, the same places */
    assert_non_null(strstr(written_as("trf16", &r), "XXC white1\n### the players\n001"));
    done(&again);
    done(&r);
}

#define MARK "\xEF\xBB\xBF"

/* Programs add a mark although there is one already, and files get joined. */
static void byte_order_marks_are_passed_over_however_many(void **state)
{
    (void)state;
    static const char *const files[] = {
        MARK MARK P1 "     2 w 1\n" P2 "     1 b 0\n",
        MARK MARK MARK MARK P1 "     2 w 1\n" P2 "     1 b 0\n",
        P1 "     2 w 1\n" MARK MARK P2 "     1 b 0\n",
        MARK MARK "{\"format\": \"limmat-tournament/1\", \"players\": [{\"tpn\": 1, \"results\": "
                  "[\"2w1\"]}, {\"tpn\": 2, \"results\": [\"1b0\"]}]}",
        MARK MARK "tpn,name,round 1\n1,Meier,2w1\n2,Rossi,1b0\n",
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct reading r = {0};
        assert_int_equal(lm_arena_new(&r.arena, NULL, 0), LM_OK);
        r.log.arena = r.arena;
        assert_int_equal(lm_read(files[i], strlen(files[i]), NULL, r.arena, &r.log, &r.t), LM_OK);
        assert_int_equal(r.t->player_count, 2);
        assert_int_equal(r.t->players[0].tpn, 1);
        assert_int_equal(r.t->kept_count, 0);
        done(&r);
    }
}

static void players_stand_in_the_order_of_their_numbers(void **state)
{
    (void)state;
    struct reading r = read_text(P2 "     1 b 0\n" P1 "     2 w 1\n");
    assert_int_equal(r.status, LM_OK);
    assert_int_equal(r.t->players[0].tpn, 1);
    assert_int_equal(lm_record_of(r.t, 0, 1)->opponent, 1);
    done(&r);
}

static void blank_absence_and_pending_are_three_things(void **state)
{
    (void)state;
    struct reading r =
        read_text(P1 "     2 w 1     3 w\n" P2 "     1 b 0  0000 - Z\n" P3 "               1 b\n");
    assert_int_equal(r.status, LM_OK);
    assert_int_equal(r.t->rounds_paired, 2);
    assert_int_equal(lm_record_of(r.t, 2, 1)->result, LM_BLANK);
    assert_int_equal(lm_record_of(r.t, 1, 2)->result, LM_ZERO_BYE);
    assert_int_equal(lm_record_of(r.t, 0, 2)->result, LM_PENDING);
    done(&r);
}

static void byes_of_the_round_to_pair_are_requests(void **state)
{
    (void)state;
    struct reading r =
        read_as("trf26", "XXR 5\nXXZ 2\n" P1 "     2 w 1  0000 - H\n" P2 "     1 b 0\n", LM_STRICT);
    assert_int_equal(r.status, LM_OK);
    assert_int_equal(r.t->rounds_total, 5);
    assert_int_equal(r.t->rounds_paired, 1);
    assert_int_equal(r.t->bye_count, 2);
    assert_int_equal(r.t->byes[0].kind, LM_HALF_BYE);
    assert_int_equal(r.t->byes[0].round, 2);
    assert_int_equal(r.t->byes[0].player, 0);
    assert_int_equal(r.t->byes[1].kind, LM_ZERO_BYE);
    assert_int_equal(r.t->byes[1].player, 1);
    done(&r);
}

static void point_systems_of_all_dialects_are_understood(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int32_t win, draw, pab, adjourned;
    } rows[] = {
        {"162  W 3.0    D 1.0", 30, 10, 30, 10},
        {"162  W 3.0    D 1.0    P 1.5    X 0.5", 30, 10, 15, 5},
        {"BBW  3.0\nBBD  1.0", 30, 10, 30, 10},
        {"BBW  3.0\nBBU  1.0", 30, 5, 10, 5},
        {"XXS W=3 D=1", 30, 10, 10, 10},
        {"XXS PAB=.5", 10, 5, 5, 5},
        {"", 10, 5, 10, 5},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct reading r = read_text(rows[i].text);
        assert_int_equal(r.status, LM_OK);
        assert_int_equal(r.t->points.value[LM_WIN][1], rows[i].win);
        assert_int_equal(r.t->points.value[LM_FORFEIT_WIN][0], rows[i].win);
        assert_int_equal(r.t->points.value[LM_DRAW][0], rows[i].draw);
        assert_int_equal(r.t->points.value[LM_PAB][0], rows[i].pab);
        assert_int_equal(r.t->points.value[LM_ADJOURNED][0], rows[i].adjourned);
        done(&r);
    }
}

static void every_refusal_names_its_place(void **state)
{
    (void)state;
    refuses(P1 "     7 w 1\n", 1, 95, "no player has this number");
    refuses(P1 "    2x w 1\n", 1, 94, "not a number that is possible here");
    refuses(P1 "     1 w 1\n", 1, 92, "player 1 is their own opponent in round 1");
    refuses(P1 "     2 q 1\n" P2 "     1 b 0\n", 1, 97, "not a colour");
    refuses(P1 "     2 w %\n" P2 "     1 b 0\n", 1, 99, "not a result");
    refuses("001 10000      A\n", 1, 5,
            "a number of five digits: TRF has four columns for it, and so 9999 players");
    refuses(P1 "     2 w 1\n" P2 "     1 w 0\n", 1, 92,
            "players 1 and 2 both have White in round 1");
    refuses(P1 "     2 w 1\n" P2 "     1 b =\n", 1, 92,
            "players 1 and 2 share more than one point in round 1");
    refuses(P1 "     2 w 1\n" P2 "     1 b -\n", 1, 92,
            "players 1 and 2 do not agree whether their game of round 1 was played");
    refuses(P1 "     2 w 1\n" P2 "     1 b  \n", 1, 92,
            "only one of players 1 and 2 has a result in round 1");
    refuses(P1 "     2 w 1\n" P2 "  0000 - U\n", 1, 92,
            "player 1 meets 2 in round 1, but not the other way round");
    refuses(P1 "  0000 - 1\n", 1, 92, "player 1 has a game without an opponent in round 1");
    refuses(P1 "\n\n" P1 "\n", 3, 8, "the number is taken by line 1");
    refuses("XXR many\n", 1, 5, "not a number that is possible here");
    refuses("XXP 1 2\n" P1 "\n", 1, 7, "no player has this number");
}

static void double_forfeits_and_games_lost_by_both_are_possible(void **state)
{
    (void)state;
    static const char *const results[][2] = {{"-", "-"}, {"0", "0"}, {"+", "-"}, {"W", "L"}};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        char text[300];
        snprintf(text, sizeof text, "001    1%81s     2 w %s\n001    2%81s     1 b %s\n", "",
                 results[i][0], "", results[i][1]);
        struct reading r = read_text(text);
        assert_int_equal(r.status, LM_OK);
        assert_int_equal(r.log.count, 0);
        done(&r);
    }
}

/* C.04.5, preface, and arbiters' decisions: ½-0, 0-½, 0-0. */
static void half_points_against_nothing_are_results(void **state)
{
    (void)state;
    static const char *const results[][2] = {{"=", "0"}, {"0", "="}, {"D", "L"}, {"L", "L"}};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        char text[300];
        snprintf(text, sizeof text, "001    1%81s     2 w %s\n001    2%81s     1 b %s\n", "",
                 results[i][0], "", results[i][1]);
        struct reading r = read_as("trf26", text, LM_STRICT);
        assert_int_equal(r.status, LM_OK);
        assert_int_equal(r.log.count, i < 3);
        done(&r);
    }
}

/* FIDE's own example of a report, Lichess, Swiss-Manager's style, TEC's sample of TRF26. */
static void forfeits_without_an_opponent_are_absences(void **state)
{
    (void)state;
    struct reading r =
        read_as("trf26",
                P1 "  0000 - -  0000 - +     3 w 1\n" P2 "  0000 - +       - -          \n" P3
                   "  0000 - =       - =     1 b 0\n",
                LM_STRICT & ~(LM_DOUBT_POINTS | LM_DOUBT_RANKS));
    assert_int_equal(r.status, LM_OK);
    static const uint8_t results[3][2] = {
        {LM_ZERO_BYE, LM_FULL_BYE}, {LM_FULL_BYE, LM_ZERO_BYE}, {LM_HALF_BYE, LM_HALF_BYE}};
    for (uint32_t player = 0; player < 3; player++)
        for (uint32_t round = 1; round <= 2; round++)
            assert_int_equal(lm_record_of(r.t, player, round)->result, results[player][round - 1]);
    const struct lm_diagnostic *note = NULL;
    for (size_t i = 0; i < r.log.count; i++)
        if (r.log.all[i].severity == LM_NOTE && strstr(r.log.all[i].what, "forfeit") != NULL) {
            assert_null(note); /* one for the file */
            note = &r.log.all[i];
        }
    assert_non_null(note);
    assert_int_equal(note->line, 1);
    assert_int_equal(note->column, 92);
    assert_non_null(strstr(note->what, ", and 5 more like it"));
    done(&r);
    /* The only one in a played round is its pairing-allocated bye. */
    r = read_text(P1 "     2 w 1  0000 - +\n" P2 "     1 b 0     3 w 1\n" P3
                     "  0000 - +     2 b 0\n");
    assert_int_equal(r.status, LM_OK);
    assert_int_equal(lm_record_of(r.t, 2, 1)->result, LM_PAB);
    assert_int_equal(lm_record_of(r.t, 0, 2)->result, LM_PAB);
    done(&r);
    r = read_text(P1 "     2 w 1\n" P2 "     1 b 0\n" P3 "  0000 - +\n" P_FOUR "  0000 - +\n");
    assert_int_equal(lm_record_of(r.t, 2, 1)->result, LM_FULL_BYE);
    assert_int_equal(lm_record_of(r.t, 3, 1)->result, LM_FULL_BYE);
    done(&r);
    r = read_text(P1 "     2 w 1\n" P2 "     1 b 0\n" P3 "  0000 - +\n" P_FOUR "  0000 - U\n");
    assert_int_equal(lm_record_of(r.t, 2, 1)->result, LM_FULL_BYE);
    done(&r);
    /* In a team event a board can be won without an opponent. */
    r = read_text("013 Lions                              1    2\n" P1 "  0000 - +     2 w 1\n" P2
                  "  0000 - -     1 b 0\n");
    assert_int_equal(r.status, LM_OK);
    assert_int_equal(lm_record_of(r.t, 0, 1)->result, LM_FORFEIT_WIN);
    assert_int_equal(lm_record_of(r.t, 1, 1)->result, LM_ZERO_BYE);
    done(&r);
}

static void a_second_pairing_allocated_bye_is_a_doubt(void **state)
{
    (void)state;
    const char *text = P1 "  0000 - U\n" P2 "  0000 - U\n";
    struct reading r = read_text(text);
    assert_int_equal(r.status, LM_OK);
    assert_int_equal(r.log.all[0].severity, LM_SUSPICIOUS);
    assert_string_equal(r.log.all[0].what,
                        "a second pairing-allocated bye in round 1: 1 has one already");
    assert_int_equal(lm_record_of(r.t, 1, 1)->result, LM_PAB);
    done(&r);
    r = read_as("trf26", text, LM_DOUBT_FORM);
    assert_int_equal(r.status, LM_INVALID);
    done(&r);
}

/* 1 to 4 without results; then teams. */
#define FOUR "001    1\n001    2\n001    3\n001    4\n"

static void nobody_sits_twice(void **state)
{
    (void)state;
    struct reading r = read_text(FOUR "013 Lions                              1    2    1\n"
                                      "013 Bears                              3    2    4\n");
    assert_int_equal(r.status, LM_OK);
    doubts(&r, 5, 50, "the player is twice in this team; the second is left out");
    doubts(&r, 6, 45,
           "the player is in two teams, number 1 of the file and this one; this entry is ignored");
    assert_int_equal(r.log.count, 2);
    assert_int_equal(r.t->teams[0].count, 2);
    assert_int_equal(r.t->teams[1].count, 2);
    assert_int_equal(r.t->teams[1].players[1], 3);
    assert_int_equal(lm_tournament_check(r.t, NULL), LM_OK);
    done(&r);
    r = read_as("trf26", FOUR "013 Lions                              1    2    1\n",
                LM_DOUBT_FORM);
    assert_int_equal(r.status, LM_INVALID);
    done(&r);
}

#define TWO_PLACES "                                                              "
#define TWO_TEAMS                                                                                  \
    "310   1 Lions                                                              1    2\n"          \
    "310   2 Bears                                                              3    4\n"

static void what_is_announced_twice_is_a_doubt(void **state)
{
    (void)state;
    struct reading r = read_text(FOUR TWO_TEAMS "300 001 001 002    2    2    3\n"
                                                "300 001 001 002    1    2\n"
                                                "240 H 002 0001\n240 Z 002 0001\n"
                                                "260 001 002 0001 0002 0001\n");
    assert_int_equal(r.status, LM_OK);
    doubts(&r, 7, 25, "named twice in one list; the second board is left empty");
    doubts(&r, 7, 9, "player 3 sits for team 1 in round 1, but is not in it");
    doubts(&r, 8, 9, "a second line-up of team 1 for round 1; the first counts");
    doubts(&r, 0, 0, "team 1 asks for two different byes in round 2");
    doubts(&r, 11, 23, "named twice in one list; the second is left out");
    assert_int_equal(r.log.count, 5);
    assert_int_equal(r.t->lineups[0].count, 3);
    assert_int_equal(r.t->lineups[0].players[1], LM_NOBODY);
    assert_int_equal(r.t->prohibitions[0].count, 2);
    done(&r);
    refuses(FOUR TWO_TEAMS "330 +- 001 002 002\n", 7, 12, "team 2 meets itself in round 1");
    refuses(FOUR TWO_TEAMS "300 001 001 001    1\n", 7, 9, "team 1 meets itself in round 1");
}

/* Eight who have played two rounds, with their points and ranks; LINE(1, "1.0", "3", …). */
#define LINE(number, points, rank, rounds)                                                         \
    "001    " number                                                                               \
    "                                                                         " points             \
    "    " rank rounds "\n"

static const struct lm_diagnostic *note_of(const struct reading *r, const char *part)
{
    for (size_t i = 0; i < r->log.count; i++)
        if (r->log.all[i].severity == LM_NOTE && strstr(r->log.all[i].what, part) != NULL)
            return &r->log.all[i];
    return NULL;
}

static void ranks_that_are_no_places_are_told_once(void **state)
{
    (void)state;
    struct lm_declared declared;
    struct reading r =
        read_text(LINE("1", "0.0", "1", "     3 w 0") LINE("2", "0.5", "2", "     4 b =")
                      LINE("3", "1.0", "3", "     1 b 1") LINE("4", "0.5", "4", "     2 w ="));
    assert_int_equal(r.status, LM_OK);
    assert_int_equal(lm_rank_use(r.t), LM_RANKS_NUMBERS);
    assert_non_null(note_of(&r, "the players' numbers once more"));
    assert_int_equal(r.log.count, 1);
    assert_int_equal(lm_check_declared(r.t, r.arena, &declared), LM_OK);
    assert_int_equal(declared.count, 0);
    done(&r);
#define EIGHT(a, b, c, d, e, f, g, h)                                                              \
    LINE("1", "2.0", a, "     5 w 1     4 b 1")                                                    \
    LINE("2", "2.0", b, "     6 b 1     3 w 1")                                                    \
    LINE("3", "1.0", c, "     7 w 1     2 b 0")                                                    \
    LINE("4", "1.0", d, "     8 b 1     1 w 0")                                                    \
    LINE("5", "1.0", e, "     1 b 0     8 w 1")                                                    \
    LINE("6", "0.5", f, "     2 w 0     7 b =")                                                    \
    LINE("7", "0.5", g, "     3 b 0     6 w =")                                                    \
    LINE("8", "0.0", h, "     4 w 0     5 b 0")
    r = read_text(EIGHT("3", "8", "1", "2", "6", "5", "4", "7"));
    assert_int_equal(lm_rank_use(r.t), LM_RANKS_EXCHANGED);
    assert_non_null(note_of(&r, "numbers and ranks seem exchanged"));
    assert_int_equal(lm_check_declared(r.t, r.arena, &declared), LM_OK);
    assert_int_equal(declared.count, 0);
    done(&r);
    r = read_text("XXC rank\n" EIGHT("3", "8", "1", "2", "6", "5", "4", "7"));
    assert_int_equal(lm_rank_use(r.t), LM_RANKS_PAIR);
    done(&r);
    r = read_text(EIGHT(" ", " ", " ", " ", " ", " ", " ", " "));
    assert_int_equal(lm_rank_use(r.t), LM_RANKS_PLACES);
    assert_true(lm_numbered_by_points(r.t));
    assert_non_null(note_of(&r, "by which numbers they were paired is not on file"));
    done(&r);
}

static void who_has_no_rank_takes_up_no_place(void **state)
{
    (void)state;
    struct lm_declared declared;
    struct reading r =
        read_text(LINE("1", "0.5", "1", "     3 w =") LINE("2", "1.0", " ", "     4 b 1")
                      LINE("3", "0.5", "2", "     1 b =") LINE("4", "0.0", "3", "     2 w 0"));
    assert_int_equal(r.status, LM_OK);
    assert_int_equal(lm_check_declared(r.t, r.arena, &declared), LM_OK);
    assert_int_equal(declared.count, 0);
    r.t->players[3].declared_rank = 2;
    assert_int_equal(lm_check_declared(r.t, r.arena, &declared), LM_OK);
    assert_int_equal(declared.count, 1);
    assert_int_equal(declared.wrong[0].participant, 3);
    assert_int_equal(declared.wrong[0].least, 3);
    done(&r);
}

static void points_may_be_declared_with_the_next_bye(void **state)
{
    (void)state;
    struct lm_check check;
    struct reading r = read_text(LINE("1", "1.5", "1", "     2 w 1  0000 - H")
                                     LINE("2", "0.5", "2", "     1 b 0          "));
    assert_int_equal(r.status, LM_OK);
    assert_int_equal(lm_check_points(r.t, r.arena, &check), LM_OK);
    assert_int_equal(check.wrong_point_count, 1);
    assert_int_equal(check.wrong_points[0].player, 1);
    done(&r);
}

static void the_highest_team_and_the_last_round_are_bounds(void **state)
{
    (void)state;
    refuses(FOUR TWO_TEAMS "320  1.0  2.0 999\n", 7, 15, "no team has this number");
    struct reading r = read_text(FOUR "310 999 Lions" TWO_PLACES "1    2\n"
                                      "310   2 Bears" TWO_PLACES "3    4\n"
                                      "320  1.0  2.0 999\n");
    assert_int_equal(r.status, LM_OK);
    assert_int_equal(r.t->team_pab[0], 999);
    done(&r);
    /* Fictitious points in 1,001 rounds: there are 999. */
    static char line[9 + 5 * 1001 + 1] = "XXA    1 ";
    static char text[sizeof line + 1000];
    for (size_t i = 0; i < 1001; i++)
        memcpy(line + 9 + 5 * i, i % 2 == 0 ? " 1.0 " : "  .5 ", 5);
    (void)snprintf(text, sizeof text, "%s%s\n", FOUR, line);
    r = read_text(text);
    assert_int_equal(r.status, LM_OK);
    assert_int_equal(r.t->acceleration_count, LM_ROUNDS_MAX);
    assert_int_equal(r.t->accelerations[LM_ROUNDS_MAX - 1].last_round, LM_ROUNDS_MAX);
    done(&r);
}

static void titles_and_counts_of_old_files_are_understood(void **state)
{
    (void)state;
    struct reading r =
        read_as("trf26", "062 129 (88)\n001    1 m  g\n001    2 w wf\n001    3 w wh\n", LM_STRICT);
    assert_int_equal(r.status, LM_OK);
    assert_int_equal(r.t->declared_players, 129);
    assert_int_equal(r.t->declared_rated, 88);
    assert_string_equal(r.t->players[0].title, "GM");
    assert_string_equal(r.t->players[1].title, "WFM");
    assert_string_equal(r.t->players[2].title, "wh");
    done(&r);
}

static void a_tab_is_a_space(void **state)
{
    (void)state;
    struct reading r =
        read_as("trf26",
                "012 A\tB\n001    1 mGM \tMeier,\tAnna                       2400 SUI"
                "     1300012 1990/01/02  1.0    1     2 w 1\n" P2 "     1\tb 0\n",
                LM_STRICT);
    assert_int_equal(r.status, LM_OK);
    assert_string_equal(r.t->name, "A B");
    assert_string_equal(r.t->players[0].name, "Meier, Anna");
    done(&r);
}

static void utf_16_is_text_like_any_other(void **state)
{
    (void)state;
    static const char text[] = "012 Z\xFCrich\n" P1 "\n";
    for (unsigned form = 0; form < 4; form++) { /* big or little, with a mark or without */
        char bytes[2 * sizeof text + 4];
        size_t n = 0, high = form & 1;
        if (form < 2) {
            bytes[n + high] = '\xFE';
            bytes[n + 1 - high] = '\xFF';
            n += 2;
        }
        for (size_t i = 0; i + 1 < sizeof text; i++, n += 2) {
            bytes[n + high] = '\0';
            bytes[n + 1 - high] = text[i];
        }
        struct reading r = {0};
        assert_int_equal(lm_arena_new(&r.arena, NULL, 0), LM_OK);
        r.log.arena = r.arena;
        assert_int_equal(lm_read(bytes, n, NULL, r.arena, &r.log, &r.t), LM_OK);
        assert_int_equal(r.t->player_count, 1);
        assert_string_equal(r.t->name, "Z\xC3\xBCrich");
        done(&r);
    }
}

static void dates_that_are_none_are_told(void **state)
{
    (void)state;
    struct reading r = read_text(
        "042 24/09/2010\n052 someday\n132" /* columns of rounds */
        "                                                                                      "
        "   "
        "10/09/24  10/13/25\n"
        "001    1      A                                                      1900/02/29\n"
        "001    2      B                                                      0000/00/00\n"
        "001    3      C                                                      1990\n");
    assert_int_equal(r.status, LM_OK);
    static const unsigned places[][2] = {{2, 5}, {3, 102}, {4, 70}};
    assert_int_equal(r.log.count, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(r.log.all[i].severity, LM_SUSPICIOUS);
        assert_int_equal(r.log.all[i].line, places[i][0]);
        assert_int_equal(r.log.all[i].column, places[i][1]);
    }
    assert_non_null(strstr(written_as("trf26", &r), "042 2010/09/24\n"));
    done(&r);
}

static void a_line_out_of_its_columns_is_told_and_read(void **state)
{
    (void)state;
    static const struct {
        const char *line, *what;
    } rows[] = {
        {"001    2 w    M\xC3\xBCller, Bea                        2300 GER     1300013 "
         "1991/00/00  "
         "0.0"
         "    2     1 b 0",
         "line 2 is shifted by one column to the right from column 48 on"},
        {"001    2 w    M\xC3\xBCller, Bea                      2300 GER     1300013 "
         "1991/00/00  "
         "0.0"
         "    2     1 b 0",
         "line 2 is shifted by one column to the left from column 48 on"},
        {"001    2 w    M\xC3\xBC\xC3\xBC\xC3\xBC, Bea                       2300 GER     "
         "1300013"
         " 1991/00/00  0.0    2     1 b 0",
         "line 2 is shifted by 2 columns to the left from column 48 on"},
        {P2 "      1 b 0", "line 2 is shifted by one column to the right from column 92 on"},
        {P2 "    1 b 0", "line 2 is shifted by one column to the left from column 92 on"},
        {"001     2 w    M\xC3\xBCller, Bea                       2300 GER     1300013 "
         "1991/00/00  "
         "0.0"
         "    2     1 b 0",
         "line 2 is shifted by one column to the right from column 4 on"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[400];
        snprintf(text, sizeof text, "%s     2 w 1\n%s\n", P1, rows[i].line);
        struct reading r = read_text(text);
        assert_int_equal(r.status, LM_OK);
        assert_int_equal(r.log.count, 1);
        assert_int_equal(r.log.all[0].severity, LM_SUSPICIOUS);
        assert_string_equal(r.log.all[0].what, rows[i].what);
        assert_int_equal(r.t->players[1].rating, 2300);
        assert_string_equal(r.t->players[1].fide_id, "1300013");
        assert_int_equal(lm_record_of(r.t, 1, 1)->opponent, 0);
        assert_int_equal(lm_record_of(r.t, 1, 1)->result, LM_LOSS);
        done(&r);
        r = read_as("trf26", text, LM_STRICT);
        assert_int_equal(r.status, LM_INVALID);
        done(&r);
    }
}

static void nothing_beside_its_column_is_dropped(void **state)
{
    (void)state;
    struct reading r = read_text(P1 "     2 w  1\n" P2 "     1 b 0 x\n");
    assert_int_equal(r.status, LM_INVALID);
    assert_int_equal(r.log.all[0].column, 100);
    assert_int_equal(r.log.all[1].line, 2);
    assert_string_equal(r.log.all[0].what,
                        "text in a column that must be blank: a value is outside its column");
    done(&r);
    r = read_text("001    1      A                                x2400\n");
    assert_int_equal(r.status, LM_OK);
    assert_int_equal(r.log.count, 1);
    assert_string_equal(r.log.all[0].what, "text in a column that must be blank");
    done(&r);
}

static void unknown_results_of_other_programs_are_read(void **state)
{
    (void)state;
    struct reading r =
        read_text(P1 "     2 w ?     2 b *\n" P2 "     1 b ?     1 w *\n" P3 "  0000 - *\n");
    assert_int_equal(r.status, LM_OK);
    assert_int_equal(lm_record_of(r.t, 0, 1)->result, LM_ADJOURNED);
    assert_int_equal(lm_record_of(r.t, 0, 2)->result, LM_PENDING);
    assert_int_equal(lm_record_of(r.t, 2, 1)->result, LM_BLANK);
    done(&r);
}

static void dates_of_rounds_may_have_a_record_each(void **state)
{
    (void)state;
    struct reading r = read_as("trf26", "132 2026/03/01\n132          2026/03/02\n", LM_STRICT);
    assert_int_equal(r.status, LM_OK);
    assert_int_equal(r.t->date_count, 2);
    assert_string_equal(r.t->dates[1], "2026/03/02");
    done(&r);
}

static void a_late_entry_rated_above_others_is_told(void **state)
{
    (void)state;
    struct reading r = read_text(P2 "     3 w 1            \n"
                                    "001    3                                        1800"
                                    "                                           2 b 0     4 w 1\n"
                                    "001    4                                        1900"
                                    "                                                     3 b 0\n");
    assert_int_equal(r.status, LM_OK);
    const struct lm_diagnostic *last = &r.log.all[r.log.count - 1];
    while (last > r.log.all && last->severity != LM_NOTE)
        last--;
    assert_int_equal(last->severity, LM_NOTE);
    assert_non_null(strstr(last->what, "player 4 came late"));
    done(&r);
}

static void mistakes_that_are_alike_are_counted(void **state)
{
    (void)state;
    struct reading r = {0};
    assert_int_equal(lm_arena_new(&r.arena, NULL, 0), LM_OK);
    struct lm_text text = lm_text_in(r.arena);
    for (int i = 1; i <= 40; i++)
        lm_text_print(&text, "001 %4d%81s  9999 w 1\n", i, "");
    lm_text_add(&text, "XXR many\n");
    r.log.arena = r.arena;
    assert_int_equal(lm_read(lm_text_string(&text), text.length, NULL, r.arena, &r.log, &r.t),
                     LM_INVALID);
    assert_int_equal(r.log.errors, 41);
    assert_int_equal(r.log.count, 6);
    assert_string_equal(r.log.all[4].what,
                        "no player has this number, and 35 more like it (lines 6-40)");
    done(&r);
}

static void wrong_points_are_a_doubt_that_can_be_refused_alone(void **state)
{
    (void)state;
    const char *text = P1 "     2 w =\n" P2 "     1 b =\n";
    struct reading r = read_text(text);
    assert_int_equal(r.status, LM_OK);
    assert_int_equal(r.log.count, 2);
    assert_int_equal(r.log.all[0].severity, LM_SUSPICIOUS);
    assert_int_equal(r.log.all[0].column, 81);
    assert_string_equal(r.log.all[0].what, "the results of player 1 make 0.5 points");
    done(&r);
    r = read_as("trf26", text, LM_STRICT & ~LM_DOUBT_POINTS);
    assert_int_equal(r.status, LM_OK);
    done(&r);
    r = read_as("trf26", text, LM_DOUBT_POINTS);
    assert_int_equal(r.status, LM_INVALID);
    assert_int_equal(r.log.errors, 2);
    done(&r);
}

/* One of every record except those of teams, in the form of the writer of TRF26. */
static const char everything[] =
    "012 Sink Open\n"
    "022 Z\xC3\xBCrich\n"
    "032 SUI\n"
    "042 2026/03/01\n"
    "052 2026/03/09\n"
    "062 6\n"
    "072 4\n"
    "092 Individual: Swiss-System\n"
    "102 B\xC3\xA4"
    "chli, Ruth\n"
    "112 Deputy One\n"
    "112 Deputy Two\n"
    "122 90 min + 30 s\n"
    "132                                                                                       "
    " "
    "26/03/01  26/03/02\n"
    "142 7\n"
    "152 B\n"
    "162  W 3.0    D 1.0    P 2.0    X 0.5\n"
    "172 SUI FIDON\n"
    "182 Somebody 1.0\n"
    "192 FIDE_DUTCH_2026\n"
    "202 BH:GP/C1,DE\n"
    "212 PTS,BH:GP/C1\n"
    "222 5400+30\n"
    "### kitchen sink\n"
    "### players follow\n"
    "001    1 m GM Meier, Anna                       2400 SUI     1300012 1990/01/02  6.0    1 "
    "    "
    "3 w 1     2 b 1\n"
    "### between players\n"
    "001    2 wWFM M\xC3\xBCller, B\xC3\xA9"
    "a                       2300 GER     1300013 1991/00/00  3.0    2     4 b +     1 w 0\n"
    "001    3      Rossi, Carlo                           ITA                         1.0    4 "
    "    "
    "1 b 0     4 w D\n"
    "001    4                                        1800                             1.0    4 "
    "    "
    "2 w -     3 b D\n"
    "001   10      Ten, Late                                                          2.0    3 "
    " "
    "0000 - U  0000 - Z\n"
    "001   11      Eleven, Later                                                     -1.0    6 "
    "    "
    "       0000 - H\n"
    "XYZ something unknown   kept\n"
    "801 kept as it is\n"
    "SUI    1      Meier, Anna                       2450 ZH         4711\n"
    "240 H 003 0010 0011\n"
    "240 Z 004 0001\n"
    "250       1.0 001 002 0001 0003\n"
    "260 001 003 0001 0002 0003\n"
    "260 001 999 0010 0011\n"
    "299          -2.0  001 0011\n";

static const char team_records[] =
    "001    1                                                                         1.0\n"
    "001    2                                                                         0.0\n"
    "001    3\n"
    "310   1 Lions                            LIO     2400    2.0    1.0   1     1    3\n"
    "310   2 Bears\n"
    "320  1.0  2.0 000 002\n"
    "300 001 001 002    3 0000\n"
    "330 +- 002 001 002\n"
    "240 H 003 0002\n"
    "250  2.0  1.0 001 003 0001 0002\n"
    "260 001 002 0001 0002\n";

static void what_was_read_is_written_again(void **state)
{
    (void)state;
    static const char *const texts[] = {everything, team_records, ""};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct reading r = read_text(texts[i]);
        assert_int_equal(r.status, LM_OK);
        struct lm_text out = lm_text_in(r.arena);
        assert_int_equal(lm_write(lm_format_named("trf26"), r.t, NULL, &r.log, &out), LM_OK);
        assert_string_equal(lm_text_string(&out), texts[i]);
        done(&r);
    }
}

/* Differences of TRF16 with TRF(x). */
static void older_programs_get_records_they_know(void **state)
{
    (void)state;
    struct reading r = read_text(everything);
    struct lm_text out = lm_text_in(r.arena);
    struct lm_write_options options = {.line_end = "\r"};
    assert_int_equal(lm_write(lm_format_named("trf16"), r.t, &options, &r.log, &out), LM_OK);
    static const char *const lines[] = {
        "\rXXR 7\r",       "\rXXC black1\r",     "\rXXA    1  1.0  1.0\r",        "\rXXP 10 11\r",
        "  0000 - H\rXYZ", "\r240 Z 004 0001\r", "\r260 001 003 0001 0002 0003\r"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_non_null(strstr(out.bytes, lines[i]));
    assert_null(strstr(out.bytes, "\r142"));
    assert_null(strstr(out.bytes, "\n"));
    struct reading again = read_as("trf26", out.bytes, LM_STRICT);
    assert_int_equal(again.status, LM_OK);
    struct lm_text twice = lm_text_in(again.arena);
    assert_int_equal(lm_write(lm_format_named("trf16"), again.t, &options, NULL, &twice), LM_OK);
    assert_string_equal(twice.bytes, out.bytes);
    done(&again);
    done(&r);
}

static void what_does_not_fit_is_refused_whole(void **state)
{
    (void)state;
    struct reading r = read_text("012 A\n" P1 "\n");
    r.t->players[0].tpn = 10000;
    struct lm_text out = lm_text_in(r.arena);
    assert_int_equal(lm_write(lm_format_named("trf26"), r.t, NULL, &r.log, &out), LM_LIMIT);
    assert_int_equal(out.length, 0);
    assert_string_equal(r.log.all[r.log.count - 1].what,
                        "TRF has no room for players above number 9999");
    assert_string_equal(r.log.all[r.log.count - 1].remedy, "write it as JSON");
    done(&r);
}

static void numbers_beside_the_field_lead_nowhere(void **state)
{
    (void)state;
    refuses("012 Open\r\n" P1 "     9 w 1\r\n", 2, 95, "no player has this number");
    struct reading r = read_text(P1 "    -1 w 1\n");
    assert_int_equal(r.status, LM_INVALID);
    done(&r);
    r = read_text(P1 "     2 w 1\n" P2 "     1 b 0\n");
    assert_int_equal(lm_player_with_tpn(r.t, 2), 1);
    assert_int_equal(lm_player_with_tpn(r.t, 3), LM_NOBODY);
    assert_int_equal(lm_player_with_tpn(r.t, 0), LM_NOBODY);
    const uint32_t capacity = r.t->round_capacity;
    assert_int_equal(lm_tournament_reserve(r.t, LM_ROUNDS_MAX + 1), LM_LIMIT);
    assert_int_equal(r.t->round_capacity, capacity);
    done(&r);
}

static void names_are_cut_between_characters_and_stay_on_their_line(void **state)
{
    (void)state;
    struct reading r = read_text("012 Open\n" P1 "     2 w 1\n" P2 "     1 b 0\n");
    char name[2 * 40 + 1] = "";
    for (size_t i = 0; i < 40; i++)
        memcpy(name + 2 * i, "\xC3\xA4", 3);
    r.t->players[0].name = name;
    r.t->players[1].name = "B\r001 C\n001 D";
    struct lm_text out = lm_text_in(r.arena);
    assert_int_equal(lm_write(lm_format_named("trf26"), r.t, NULL, &r.log, &out), LM_OK);
    struct reading again = read_text(lm_text_string(&out));
    assert_int_equal(again.status, LM_OK);
    name[2 * 33] = '\0';
    assert_string_equal(again.t->players[0].name, name);
    assert_string_equal(again.t->players[1].name, "B 001 C 001 D");
    done(&again);
    done(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_of_a_player_is_read),
        cmocka_unit_test(line_ends_and_encodings_make_no_difference),
        cmocka_unit_test(comments_keep_their_place),
        cmocka_unit_test(byte_order_marks_are_passed_over_however_many),
        cmocka_unit_test(players_stand_in_the_order_of_their_numbers),
        cmocka_unit_test(blank_absence_and_pending_are_three_things),
        cmocka_unit_test(byes_of_the_round_to_pair_are_requests),
        cmocka_unit_test(point_systems_of_all_dialects_are_understood),
        cmocka_unit_test(every_refusal_names_its_place),
        cmocka_unit_test(double_forfeits_and_games_lost_by_both_are_possible),
        cmocka_unit_test(half_points_against_nothing_are_results),
        cmocka_unit_test(forfeits_without_an_opponent_are_absences),
        cmocka_unit_test(a_second_pairing_allocated_bye_is_a_doubt),
        cmocka_unit_test(nobody_sits_twice),
        cmocka_unit_test(what_is_announced_twice_is_a_doubt),
        cmocka_unit_test(ranks_that_are_no_places_are_told_once),
        cmocka_unit_test(who_has_no_rank_takes_up_no_place),
        cmocka_unit_test(points_may_be_declared_with_the_next_bye),
        cmocka_unit_test(the_highest_team_and_the_last_round_are_bounds),
        cmocka_unit_test(titles_and_counts_of_old_files_are_understood),
        cmocka_unit_test(a_tab_is_a_space),
        cmocka_unit_test(utf_16_is_text_like_any_other),
        cmocka_unit_test(dates_that_are_none_are_told),
        cmocka_unit_test(a_line_out_of_its_columns_is_told_and_read),
        cmocka_unit_test(nothing_beside_its_column_is_dropped),
        cmocka_unit_test(unknown_results_of_other_programs_are_read),
        cmocka_unit_test(dates_of_rounds_may_have_a_record_each),
        cmocka_unit_test(a_late_entry_rated_above_others_is_told),
        cmocka_unit_test(mistakes_that_are_alike_are_counted),
        cmocka_unit_test(wrong_points_are_a_doubt_that_can_be_refused_alone),
        cmocka_unit_test(what_was_read_is_written_again),
        cmocka_unit_test(older_programs_get_records_they_know),
        cmocka_unit_test(what_does_not_fit_is_refused_whole),
        cmocka_unit_test(numbers_beside_the_field_lead_nowhere),
        cmocka_unit_test(names_are_cut_between_characters_and_stay_on_their_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
