/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reading.h"

static void a_list_of_players_starts_a_tournament(void **state)
{
    (void)state;
    struct reading r = read_as("csv",
                               "\"Name\";Rating;Sex;Federation\r\n"
                               "\"Meier; \"\"Anna\"\"\";2400;F;SUI\r\n"
                               ";;;\r\n"
                               "M\xFCller, Bea;;w;\r\n",
                               LM_STRICT);
    assert_int_equal(r.status, LM_OK);
    assert_int_equal(r.t->player_count, 2);
    assert_string_equal(r.t->players[0].name, "Meier; \"Anna\"");
    assert_int_equal(r.t->players[0].rating, 2400);
    assert_int_equal(r.t->players[0].sex, 'w');
    assert_int_equal(r.t->players[1].tpn, 2);
    assert_string_equal(r.t->players[1].name, "M\xC3\xBCller, Bea");
    done(&r);
}

static const char results[] =
    "tpn,sex,title,name,rating,federation,fide_id,birth,club,points,rank,lot,withdrawn,r1,r2\n"
    "1,w,GM,\"Meier, Anna\",2400,SUI,13,1990,SG,1.0,1,2,5,20w1,3b\n"
    "3,,,C,,,,,,1.0,1,,,U,1w\n"
    "20,m,,B,,,,,,0.0,2,,,1b0,Z\n";

static void results_are_read_and_written(void **state)
{
    (void)state;
    struct reading r = read_as("csv", results, LM_STRICT);
    assert_int_equal(r.status, LM_OK);
    assert_int_equal(lm_record_of(r.t, 2, 1)->result, LM_LOSS);
    assert_int_equal(lm_record_of(r.t, 0, 2)->result, LM_PENDING);
    assert_string_equal(written_as("csv", &r), results);
    struct lm_tournament *sniffed = NULL;
    assert_int_equal(lm_read(results, strlen(results), NULL, r.arena, NULL, &sniffed), LM_OK);
    assert_int_equal(sniffed->player_count, 3);
    done(&r);
}

/* Files saved by results services: titles above, remarks below, opponents by number or place. */
static void crosstables_of_results_services_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t tpn; /* of the first player */
    } tables[] = {
        {"Results service,,,,,,,\nSpring Open,,,,,,,\nRk.,,Name,Rtg,FED,1.Rd,2.Rd,Pts. \n"
         "1,,Amsler Anna ,2020,SUI, 3b1,  2w\xC2\xBD,1.5\n2,WFM,Brun Bea ,1971,SUI,-1, "
         "1b\xC2\xBD,1.5\n"
         "3,,Costa Carl,1900,SUI, 1w0, -0,0\n,,,,,,,\nFound elsewhere,,,,,,,\n",
         1},
        {"Rg.;Nr.;;Name;Elo;Land;1.Rd;2.Rd;Pkt.\n1;3;;Amsler Anna;2020;SUI;2s1;1w\xC2\xBD;1,5\n"
         "2;1;WFM;Brun Bea;1971;SUI;-1;3s\xC2\xBD;1,5\n3;2;;Costa Carl;1900;SUI;3w0;-0;0\n",
         3}, /* opponents by numbers */
        {"Rk;SNo;;Name;Rtg;FED;Rd 1;Rd 2;Pts\n1;3;;Amsler Anna;2020;SUI;3n1;2b\xC2\xBD;1,5\n"
         "2;1;WFM;Brun Bea;1971;SUI;-1;1n\xC2\xBD;1,5\n3;2;;Costa Carl;1900;SUI;1b0;-0;0\n",
         3}, /* by places, beside the starting numbers */
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        struct reading r = read_as("csv", tables[i].text, 0);
        assert_int_equal(r.status, LM_OK);
        assert_int_equal(r.t->player_count, 3);
        uint32_t anna = tables[i].tpn - 1, bea = tables[i].tpn == 1 ? 1 : 0, carl = 3 - anna - bea;
        assert_string_equal(r.t->players[anna].name, "Amsler Anna");
        assert_string_equal(r.t->players[bea].title, "WFM");
        const struct lm_record *first = lm_record_of(r.t, anna, 1);
        const struct lm_record *second = lm_record_of(r.t, anna, 2);
        assert_int_equal(first->opponent, carl);
        assert_int_equal(first->colour, LM_BLACK);
        assert_int_equal(first->result, LM_WIN);
        assert_int_equal(second->opponent, bea);
        assert_int_equal(second->colour, LM_WHITE);
        assert_int_equal(second->result, LM_DRAW);
        assert_int_equal(lm_record_of(r.t, bea, 1)->result, LM_PAB);
        assert_int_equal(lm_record_of(r.t, carl, 2)->result, LM_ZERO_BYE);
        assert_int_equal(r.t->players[bea].declared_points, 15);
        struct lm_tournament *sniffed = NULL;
        assert_int_equal(
            lm_read(tables[i].text, strlen(tables[i].text), NULL, r.arena, NULL, &sniffed), LM_OK);
        assert_int_equal(sniffed->player_count, 3);
        done(&r);
    }
}

static void tables_of_something_else_are_refused(void **state)
{
    (void)state;
    refused_as("csv", "Name,Price,Colour,Shop\nBoard,12,brown,Toys\n", 1, 1,
               "a table of something else: one of 4 columns is known");
    refused_as("csv", "Rk.,Name,Rtg,1,2,Pts.\n1,A,2000,*,1,1\n2,B,1900,0,*,0\n", 1, 1,
               "an all-play-all table: it shows neither rounds nor colours");
}

static void every_refusal_names_its_place(void **state)
{
    (void)state;
    refused_as("csv", "name,rating\nA,high\n", 2, 3, "not a number that is possible here");
    refused_as("csv", "name,Name\nA,B\n", 1, 6, "a second column \"Name\"");
    refused_as("csv", "tpn,name\n1,A\n1,B\n", 3, 1, "the number is taken by line 2");
    refused_as("csv", "tpn,name\nx,A\n", 2, 1, "a player without a number");
    static const char *const cells[] = {"2w1", "2w1 2w1", "18446744073709551617w1", "1", "1w1b"};
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        char text[60];
        snprintf(text, sizeof text, "name,r1\nA,%s\n", cells[i]);
        refused_as("csv", text, 2, 3, "not what a player has for a round");
    }
    refused_as("csv", "name,r1\nA,2w1 2w1\nB,1b0\n", 2, 3, "not what a player has for a round");
    refused_as("csv", "name,r1\nA,18446744073709551618w1\nB,1b0\n", 2, 3,
               "not what a player has for a round");
    refused_as("csv", "name,r1\nA,2\nB,1b0\n", 2, 3, "not what a player has for a round");
    refused_as("csv", "name,r1\nA,2w1\nB,1w0\n", 2, 3,
               "players 1 and 2 both have White in round 1");
    refused_as("csv", "name\n\"A\n", 2, 1, "a quote that is not closed");
    refused_as("csv", "\n \n", 0, 0, "no row of a table");
}

/* "CSV UTF-8" of spreadsheets begins with a byte order mark. */
static void a_byte_order_mark_is_no_part_of_a_name(void **state)
{
    (void)state;
    static const char *const tables[] = {"\xEF\xBB\xBFname,rating\nA,2000\n",
                                         "\xEF\xBB\xBF\"name\";rating\nA;2000\n"};
    for (size_t i = 0; i < 2; i++) {
        struct lm_read_options strict = {.refuse = LM_STRICT};
        struct lm_arena *arena;
        struct lm_tournament *t;
        assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
        assert_int_equal(lm_read(tables[i], strlen(tables[i]), &strict, arena, NULL, &t), LM_OK);
        assert_string_equal(t->players[0].name, "A");
        assert_int_equal(t->players[0].rating, 2000);
        lm_arena_free(arena);
    }
}

/* Some spreadsheets save UTF-16; half of a surrogate pair is replaced. */
static void half_a_pair_of_utf16_is_replaced(void **state)
{
    (void)state;
    static const uint16_t units[] = {0xFEFF, 'n',    'a',    'm',    'e',    '\n',   'A',    0xDC00,
                                     'B',    0xD83D, 'C',    '\n',   'D',    0xD83D, 0xDE00, '\n',
                                     'E',    0xD800, 0xDC00, 0xDBFF, 0xDFFF, '\n'};
    struct lm_arena *arena;
    struct lm_tournament *t;
    assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
    for (int high = 0; high < 2; high++) {
        char bytes[sizeof units];
        for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
            bytes[2 * i + (size_t)high] = (char)(units[i] >> 8);
            bytes[2 * i + 1 - (size_t)high] = (char)(units[i] & 0xFF);
        }
        assert_int_equal(lm_read(bytes, sizeof bytes, NULL, arena, NULL, &t), LM_OK);
        assert_string_equal(t->players[0].name, "A\xEF\xBF\xBD"
                                                "B\xEF\xBF\xBD"
                                                "C");
        assert_string_equal(t->players[1].name, "D\xF0\x9F\x98\x80");
        assert_string_equal(t->players[2].name, "E\xF0\x90\x80\x80\xF4\x8F\xBF\xBF");
    }
    lm_arena_free(arena);
}

static void the_last_round_has_the_number_999(void **state)
{
    (void)state;
    struct reading r = read_as("csv", "name,r999,r1000\nA,,U\n", 0);
    assert_int_equal(r.status, LM_OK);
    assert_int_equal(r.t->round_capacity, LM_ROUNDS_MAX);
    assert_int_equal(r.log.count, 1);
    assert_string_equal(r.log.all[0].what, "this heading is unknown; its column was left out");
    assert_string_equal(r.log.all[0].field, "r1000");
    done(&r);
}

#define READ "this heading is in another language or short; its column was read by its meaning"

static void an_unknown_column_is_told_with_what_was_meant(void **state)
{
    (void)state;
    static const char *const rows[][3] = {
        {"Elo", "write \"rating\" to be sure", READ},
        {"ratin", "did you mean \"rating\"?", "this heading is unknown; its column was left out"},
        {"Fed", "write \"federation\" to be sure", READ},
        {"shoe size", "see docs/format-csv.md",
         "this heading is unknown; its column was left out"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[60];
        snprintf(text, sizeof text, "name,%s\nA,5\n", rows[i][0]);
        struct reading r = read_as("csv", text, 0);
        assert_int_equal(r.status, LM_OK);
        assert_string_equal(r.log.all[0].what, rows[i][2]);
        assert_string_equal(r.log.all[0].remedy, rows[i][1]);
        done(&r);
    }
}

static void heads_of_other_languages_are_read(void **state)
{
    (void)state;
    struct reading r = read_as("csv", "Naam;Elo;Vereniging\nJan;1850;SC\n", 0);
    assert_int_equal(r.status, LM_OK);
    assert_string_equal(r.t->players[0].name, "Jan");
    assert_string_equal(r.t->players[0].club, "SC");
    assert_int_equal(r.t->players[0].rating, 1850);
    done(&r);
}

/* A column with the right name is preferred to one with a likely name, wherever it is. */
static void a_column_that_is_there_is_not_taken_from_another(void **state)
{
    (void)state;
    struct reading r = read_as("csv", "name,Elo,rating,DWZ\nA,1,1850,2\n", 0);
    assert_int_equal(r.status, LM_OK);
    assert_int_equal(r.t->players[0].rating, 1850);
    assert_int_equal(r.log.count, 2);
    assert_string_equal(r.log.all[0].what, "this heading is unknown; its column was left out");
    done(&r);
}

static void rows_may_end_early(void **state)
{
    (void)state;
    struct reading r = read_as("csv", "name,club,rating\nA\nB,SG\nC,,2000\n", 0);
    assert_int_equal(r.status, LM_OK);
    assert_int_equal(r.t->player_count, 3);
    assert_int_equal(r.t->players[0].rating, 2000); /* numbered by C.04.2 */
    assert_string_equal(r.t->players[1].club, "");
    assert_string_equal(r.t->players[2].club, "SG");
    assert_int_equal(r.t->players[2].rating, 0);
    done(&r);
}

/* The memory of the bytes ends with them, so that a sanitizer notices reading beyond. */
static void no_byte_beyond_a_text_is_read(void **state)
{
    (void)state;
    static const char text[] = "name,rating\r\n\"A \"\"B\"\"\",\"5\"";
    const struct lm_format *csv = lm_format_named("csv");
    for (size_t length = 0; length < sizeof text; length++) {
        struct lm_arena *arena;
        struct lm_tournament *t = NULL;
        struct lm_read_options options = {.format = csv};
        assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
        char *bytes = malloc(length == 0 ? 1 : length);
        assert_non_null(bytes);
        memcpy(bytes, text, length);
        enum lm_status status = lm_read(bytes, length, &options, arena, NULL, &t);
        assert_true(status == LM_OK || status == LM_INVALID);
        free(bytes);
        lm_arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_of_players_starts_a_tournament),
        cmocka_unit_test(results_are_read_and_written),
        cmocka_unit_test(an_unknown_column_is_told_with_what_was_meant),
        cmocka_unit_test(heads_of_other_languages_are_read),
        cmocka_unit_test(a_column_that_is_there_is_not_taken_from_another),
        cmocka_unit_test(crosstables_of_results_services_are_read),
        cmocka_unit_test(tables_of_something_else_are_refused),
        cmocka_unit_test(every_refusal_names_its_place),
        cmocka_unit_test(a_byte_order_mark_is_no_part_of_a_name),
        cmocka_unit_test(half_a_pair_of_utf16_is_replaced),
        cmocka_unit_test(the_last_round_has_the_number_999),
        cmocka_unit_test(rows_may_end_early),
        cmocka_unit_test(no_byte_beyond_a_text_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
