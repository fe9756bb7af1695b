/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "limmat/people.h"

struct pasted {
    struct lm_arena *arena;
    struct lm_people_row *rows;
    size_t count;
};

static struct pasted paste(const char *text)
{
    struct pasted p = {0};
    assert_int_equal(lm_arena_new(&p.arena, NULL, 0), LM_OK);
    assert_int_equal(lm_people_read(text, strlen(text), 2026, p.arena, NULL, &p.rows, &p.count),
                     LM_OK);
    return p;
}

static void what_cannot_be_understood_is_told(void **state)
{
    (void)state;
    struct pasted p = paste("Name\tElo\tTitle\tFed\tFIDE ID\tBorn\tSex\n"
                            "Amsler, Anna\tabout 1800\tDr\tSwitzerland\t12\t31.2.1990\tx\n"
                            "Brun, Bea\t1850\tWFM\tSUI\t1300001\t1990\tw\n");
    static const char *const told[] = {
        "\"about 1800\" isn’t a rating: left out", "\"Dr\" isn’t a FIDE title: left out",
        "\"Switzerland\" isn’t the three-letter code of a federation: left out",
        "\"12\" isn’t a FIDE ID: left out"};
    assert_int_equal(p.count, 2);
    assert_int_equal(p.rows[0].doubt_count, LM_PEOPLE_DOUBTS_MAX);
    for (size_t i = 0; i < LM_PEOPLE_DOUBTS_MAX; i++)
        assert_string_equal(p.rows[0].doubts[i]->text, told[i]);
    assert_int_equal(p.rows[0].rating, 0);
    assert_string_equal(p.rows[0].birth, "");
    assert_string_equal(p.rows[0].sex, "");
    assert_int_equal(p.rows[1].doubt_count, 0);
    lm_arena_free(p.arena);
}

static void a_date_that_never_was_and_a_sex_are_told(void **state)
{
    (void)state;
    struct pasted p = paste("Name;Born;Sex\nAmsler, Anna;31.2.1990;x\nBrun, Bea;1790;Dame\n");
    assert_int_equal(p.rows[0].doubt_count, 2);
    assert_string_equal(p.rows[0].doubts[0]->text, "\"31.2.1990\" isn’t a date of birth: left out");
    assert_string_equal(p.rows[0].doubts[1]->text, "\"x\" is neither m nor w: left out");
    assert_int_equal(p.rows[1].doubt_count, 2);
    lm_arena_free(p.arena);
}

static void what_is_quoted_is_cut_between_letters(void **state)
{
    (void)state;
    struct pasted p = paste("Name;Elo\nAmsler, Anna;"
                            "abcdefghijklmnopqrstuvwxyzabcdefghijklmäöü\nBrun, Bea;1800\n");
    assert_string_equal(p.rows[0].doubts[0]->text,
                        "\"abcdefghijklmnopqrstuvwxyzabcdefghijklm…\" isn’t a rating: left out");
    lm_arena_free(p.arena);
}

/* Heads over two columns, and ratings of other scales (Dutch 2006, A1). */
static void two_columns_and_other_ratings_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *text, *name;
        int rating;
        size_t doubts;
    } rows[] = {{"Name,Rating\nStark Anna,2060\nMittel Ben,1600\n", "Stark Anna", 2060, 0},
                {"Stark Anna,2060\nMittel Ben,1600\n", "Stark Anna", 2060, 0},
                {"Name,INGO\nStark Anna,60\n", "Stark Anna", 2360, 1},
                {"Name;BCF\nStark Anna;220\n", "Stark Anna", 2360, 1},
                {"Name;INGO;Elo\nStark Anna;60;2100\n", "Stark Anna", 2100, 1},
                {"Name;Elo;INGO\nStark Anna;2100;60\n", "Stark Anna", 2100, 0},
                {"Stark, Anna\nMittel, Ben\n", "Stark, Anna", 0, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct pasted p = paste(rows[i].text);
        assert_string_equal(p.rows[0].name, rows[i].name);
        assert_int_equal(p.rows[0].rating, rows[i].rating);
        assert_int_equal(p.rows[0].doubt_count, rows[i].doubts);
        lm_arena_free(p.arena);
    }
    struct pasted p = paste("Name,INGO\nStark Anna,60\n");
    assert_string_equal(p.rows[0].doubts[0]->text, "INGO 60 was converted to the rating 2360");
    lm_arena_free(p.arena);
}

/* Forms that spreadsheets and people use. */
static void usual_forms_are_understood_without_a_word(void **state)
{
    (void)state;
    struct pasted p = paste("Name;Elo;Title;Fed;FIDE ID;Born;Sex\n"
                            "Amsler, Anna;1850.0;wfm;sui;1 300 001;24.12.1990;F\n"
                            "Brun, Beat;unr.;-;;0;1990,0;Herr\n"
                            "Costa, Carl;0;n/a;-;-;1988;m\n");
    const struct lm_people_row *anna = &p.rows[0], *beat = &p.rows[1];
    for (size_t i = 0; i < p.count; i++)
        assert_int_equal(p.rows[i].doubt_count, 0);
    assert_int_equal(anna->rating, 1850);
    assert_string_equal(anna->title, "WFM");
    assert_string_equal(anna->federation, "SUI");
    assert_string_equal(anna->fide_id, "1300001");
    assert_string_equal(anna->birth, "1990-12-24");
    assert_string_equal(anna->sex, "w");
    assert_int_equal(beat->rating, 0);
    assert_string_equal(beat->birth, "1990");
    assert_string_equal(beat->sex, "m");
    lm_arena_free(p.arena);
}

/* A running number is not a FIDE ID, and "Name / Vorname" heads a column of names. */
static void numbers_and_double_heads_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *text, *name, *id;
    } rows[] = {{"Nr.;Name;Elo;FIDE-ID\n1;Amsler, Anna;1850;1300001\n", "Amsler, Anna", "1300001"},
                {"No;Name;Elo\n1;Amsler, Anna;1850\n", "Amsler, Anna", ""},
                {"Number;Name;Elo\n1001;Amsler, Anna;1850\n", "Amsler, Anna", ""},
                {"Nr.;Name / Vorname;Elo\n1;Amsler Anna;1850\n", "Amsler Anna", ""},
                {"Surname, First name;Elo;YOB\nAmsler, Anna;1850;1990\n", "Amsler, Anna", ""},
                {"Nom/Prénom;Elo;FIDE No\nAmsler, Anna;1850;1300001\n", "Amsler, Anna", "1300001"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct pasted p = paste(rows[i].text);
        assert_int_equal(p.count, 1);
        assert_string_equal(p.rows[0].name, rows[i].name);
        assert_string_equal(p.rows[0].fide_id, rows[i].id);
        assert_int_equal(p.rows[0].rating, 1850);
        assert_int_equal(p.rows[0].doubt_count, 0);
        lm_arena_free(p.arena);
    }
}

static void a_line_of_sums_is_no_player(void **state)
{
    (void)state;
    struct pasted p = paste("Nr.;Name;Elo\n1;Amsler, Anna;1850\n;Total: 24;\n");
    assert_int_equal(p.rows[0].doubt_count, 0);
    assert_int_equal(p.rows[1].doubt_count, 1);
    assert_string_equal(p.rows[1].doubts[0]->text, "is this a player?");
    lm_arena_free(p.arena);
}

static void a_year_or_a_rating_is_asked_and_a_row_without_name_told(void **state)
{
    (void)state;
    struct pasted p = paste("Amsler, Anna;1950\nBrun, Bea;1960\n");
    assert_int_equal(p.rows[0].rating, 1950);
    assert_string_equal(p.rows[0].doubts[0]->text, "is this the rating, or the year of birth?");
    lm_arena_free(p.arena);
    p = paste("Name;Elo\n;1800\nBrun, Bea;3100\n");
    assert_string_equal(p.rows[0].doubts[0]->text, "no name: this row will be left out");
    assert_string_equal(p.rows[1].doubts[0]->text, "a rating as high as this?");
    lm_arena_free(p.arena);
    p = paste("Amsler, Anna;2000 (GER)\nBrun, Bea;1. FC Baar\n");
    assert_string_equal(p.rows[0].doubts[0]->text, "is \"2000 (GER)\" the club?");
    assert_int_equal(p.rows[1].doubt_count, 0);
    lm_arena_free(p.arena);
}

/* Columns with the heads of Swiss-Manager and the DSB: a FIDE rating is not replaced by a national
 * one. */
static void ratings_of_two_kinds_are_kept_apart(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int rating, national;
    } rows[] = {{"SNo;Name;EloN;EloI;FED\n1;Bernoulli Anna;2310;2480;SUI\n", 2480, 2310},
                {"Name;EloI;EloN\nBernoulli Anna;0;2310\n", 0, 2310},
                {"Name;Elo;DWZ\nBernoulli Anna;2480;2310\n", 2480, 2310},
                {"Name;DWZ;Elo\nBernoulli Anna;2310;2480\n", 2480, 2310},
                {"Name;DWZ\nBernoulli Anna;2310\n", 2310, 0},
                {"SNo;Name;Rtg\n1;Bernoulli Anna;2480\n", 2480, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct pasted p = paste(rows[i].text);
        assert_int_equal(p.count, 1);
        assert_string_equal(p.rows[0].name, "Bernoulli Anna");
        assert_int_equal(p.rows[0].rating, rows[i].rating);
        assert_int_equal(p.rows[0].national, rows[i].national);
        lm_arena_free(p.arena);
    }
    struct pasted p = paste("Name;F\xc3\xb6"
                            "deration\nBernoulli Anna;SUI\n");
    assert_string_equal(p.rows[0].federation, "SUI");
    lm_arena_free(p.arena);
}

/* Rows of the lists that the DSB and the FFE publish, and heads of first names in other tongues. */
static void rows_of_national_lists_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *text, *name, *birth, *id, *federation, *sex;
        int rating, national;
    } rows[] = {
        {"ZPS,Mgl-Nr,Status,Spielername,Geschlecht,Spielberechtigung,Geburtsjahr,"
         "Letzte-Auswertung,DWZ,Index,FIDE-Elo,FIDE-Titel,FIDE-ID,FIDE-Land\n"
         "\"10101\",\"0001\",\"A\",\"Amsler,Anna\",\"W\",\"D\",\"1970\",\"202540\",\"1850\","
         "\"33\",\"1905\",\"WFM\",\"1300001\",\"SUI\"\n",
         "Amsler, Anna", "1970", "1300001", "SUI", "w", 1905, 1850},
        {"NrFFE;Nom;Prenom;Sexe;NeLe;Elo;Fide;FideCode\n"
         "A12345;AMSLER;Anna;F;12/03/1985;1780;F;1300001\n",
         "AMSLER, Anna", "1985-03-12", "1300001", "", "w", 1780, 0},
        {"Nom;Elo\nAmsler Anna;1780 N\n", "Amsler Anna", "", "", "", "", 1780, 0},
        {"Cognome;Nome;Elo\nAmsler;Anna;1780\n", "Amsler, Anna", "", "", "", "", 1780, 0},
        {"Apellidos;Nombre;Elo\nAmsler;Anna;1780\n", "Amsler, Anna", "", "", "", "", 1780, 0},
        {"Nombre;Elo\nAnna Amsler;1780\n", "Anna Amsler", "", "", "", "", 1780, 0},
        {"Name;Surname;Elo\nAnna;Amsler;1780\n", "Amsler, Anna", "", "", "", "", 1780, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct pasted p = paste(rows[i].text);
        assert_int_equal(p.count, 1);
        assert_string_equal(p.rows[0].name, rows[i].name);
        assert_string_equal(p.rows[0].birth, rows[i].birth);
        assert_string_equal(p.rows[0].fide_id, rows[i].id);
        assert_string_equal(p.rows[0].federation, rows[i].federation);
        assert_string_equal(p.rows[0].sex, rows[i].sex);
        assert_int_equal(p.rows[0].rating, rows[i].rating);
        assert_int_equal(p.rows[0].national, rows[i].national);
        assert_int_equal(p.rows[0].doubt_count, 0);
        lm_arena_free(p.arena);
    }
}

static void what_stands_behind_a_name_goes_to_its_place(void **state)
{
    (void)state;
    static const struct {
        const char *text, *name, *federation, *birth, *id;
        int rating;
        size_t doubts;
    } rows[] = {{"Anna Bernoulli 2480\n", "Anna Bernoulli", "", "", "", 2480, 0},
                {"GM Bernoulli, Anna 2480 SUI\n", "Bernoulli, Anna", "SUI", "", "", 2480, 0},
                {"12. GM Bernoulli, Anna 2480 SUI\n", "Bernoulli, Anna", "SUI", "", "", 2480, 0},
                {"Anna Bernoulli 1820 1998\n", "Anna Bernoulli", "", "1998", "", 1820, 0},
                {"Anna Bernoulli 1990\n", "Anna Bernoulli", "", "", "", 1990, 1},
                {"Anna Bernoulli 2480 1300001\n", "Anna Bernoulli", "", "", "1300001", 2480, 0},
                {"Anna Bernoulli, 2480\nKurt Meier, 1800\n", "Anna Bernoulli", "", "", "", 2480, 0},
                {"Anna 2480\n", "Anna 2480", "", "", "", 0, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct pasted p = paste(rows[i].text);
        assert_string_equal(p.rows[0].name, rows[i].name);
        assert_string_equal(p.rows[0].federation, rows[i].federation);
        assert_string_equal(p.rows[0].birth, rows[i].birth);
        assert_string_equal(p.rows[0].fide_id, rows[i].id);
        assert_int_equal(p.rows[0].rating, rows[i].rating);
        assert_int_equal(p.rows[0].doubt_count, rows[i].doubts);
        lm_arena_free(p.arena);
    }
}

static void what_is_not_read_is_told_by_column_and_cell(void **state)
{
    (void)state;
    static const char text[] =
        "SNo;Name;Elo;Handy\n1;Bernoulli, Anna;2480;079 12\n2;Meier, Kurt;;\n";
    static const char *const became[] = {"", "name", "rating", ""};
    struct lm_arena *arena;
    struct lm_people people;
    assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
    assert_int_equal(lm_people_read_all(text, strlen(text), 2026, arena, NULL, &people), LM_OK);
    assert_int_equal(people.column_count, 4);
    assert_string_equal(people.columns[3].head, "Handy");
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(people.columns[i].became, became[i]);
    assert_string_equal(people.rows[0].unread, "Handy: 079 12");
    assert_string_equal(people.rows[1].unread, "");
    lm_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_cannot_be_understood_is_told),
        cmocka_unit_test(a_date_that_never_was_and_a_sex_are_told),
        cmocka_unit_test(what_is_quoted_is_cut_between_letters),
        cmocka_unit_test(two_columns_and_other_ratings_are_read),
        cmocka_unit_test(usual_forms_are_understood_without_a_word),
        cmocka_unit_test(numbers_and_double_heads_are_read),
        cmocka_unit_test(a_line_of_sums_is_no_player),
        cmocka_unit_test(a_year_or_a_rating_is_asked_and_a_row_without_name_told),
        cmocka_unit_test(ratings_of_two_kinds_are_kept_apart),
        cmocka_unit_test(rows_of_national_lists_are_read),
        cmocka_unit_test(what_stands_behind_a_name_goes_to_its_place),
        cmocka_unit_test(what_is_not_read_is_told_by_column_and_cell),
    };
    return cmocka_run_group_tests_name("people", tests, NULL, NULL);
}
