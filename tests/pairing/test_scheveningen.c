/* SPDX-License-Identifier: Apache-2.0 */
/* test_scheveningen TABLES.TXT: the rows of the tables, by the library. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../reference/scheveningen.h"
#include "limmat/arena.h"
#include "limmat/check.h"
#include "limmat/pairing.h"

static const char *vectors;

/* Numbers 1 … are the first team's, the rest the second's. */
static struct lm_tournament *field_of(struct lm_arena *arena, int players, const char *code)
{
    struct lm_tournament *t;
    assert_int_equal(lm_tournament_new(arena, (uint32_t)players, 3, 1, &t), LM_OK);
    for (uint32_t i = 0; i < t->player_count; i++)
        t->players[i].tpn = i + 1;
    t->type_code = code;
    return t;
}

static enum lm_status pair(const struct lm_tournament *t, int round, struct lm_arena *arena,
                           struct lm_log *log, struct lm_pairing **out)
{
    static const struct lm_pair_request request = {.player = LM_NOBODY};
    return lm_pair_round(lm_system_of(t, NULL), t, (uint32_t)round, &request, arena, log, out);
}

static struct lm_pairing *round_of(const struct lm_tournament *t, int round, struct lm_arena *arena)
{
    struct lm_pairing *pairing;
    assert_int_equal(pair(t, round, arena, NULL, &pairing), LM_OK);
    return pairing;
}

static struct lm_arena *new_arena(void)
{
    struct lm_arena *arena;
    assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
    return arena;
}

/* Check that board ${board} (from 0) of ${p} is between members ${a} and ${b} of teams of
 * ${boards}. */
static void assert_board(const struct lm_pairing *p, int board, int boards, int a, int b,
                         bool white)
{
    const struct lm_pair *pair = &p->pairs[board];
    uint32_t first = (uint32_t)a - 1, second = (uint32_t)(boards + b) - 1;
    assert_int_equal(white ? pair->white : pair->black, first);
    assert_int_equal(white ? pair->black : pair->white, second);
}

static void rows_of_the_printed_tables(void **state)
{
    (void)state;
    struct lm_arena *arena = new_arena();
    FILE *file = fopen(vectors, "r");
    char line[1024], left, right;
    int boards = 0, rows = 0;
    struct lm_tournament *t = NULL;
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        int x, y, round, board = 0, read;
        if (sscanf(line, "boards %d", &boards) == 1)
            t = field_of(arena, 2 * boards, "FIDE_DOUBLESCHEVENINGEN");
        if (sscanf(line, "%d:%n", &round, &read) != 1)
            continue;
        const struct lm_pairing *p = round_of(t, round, arena);
        for (char *at = line + read; sscanf(at, " %c%d-%c%d%n", &left, &x, &right, &y, &read) == 4;
             at += read, board++)
            assert_board(p, board, boards, left == 'A' ? x : y, left == 'A' ? y : x, left == 'A');
        assert_int_equal(board, boards);
        assert_int_equal(p->pair_count, boards);
        assert_int_equal(lm_pairing_enter(t, p), LM_OK);
        rows++;
    }
    fclose(file);
    lm_arena_free(arena);
    assert_int_equal(rows, 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10 + 11 + 12 + 13 + 3 + 4);
}

static void engine_and_reference_agree(void **state)
{
    (void)state;
    for (int boards = 3; boards <= SV_BOARDS; boards++) {
        struct lm_arena *arena = new_arena();
        struct lm_tournament *t = field_of(arena, 2 * boards, "FIDE_SCHEVENINGEN");
        for (int round = 1; round <= boards && boards != 6 && boards != 10; round++) {
            struct ref_scheveningen_row row;
            ref_scheveningen_row(boards, round, &row);
            const struct lm_pairing *p = round_of(t, round, arena);
            assert_int_equal(p->pair_count, boards);
            for (int a = 1; a <= boards; a++)
                assert_board(p, a - 1, boards, a, row.opponent[a], row.white[a]);
            assert_int_equal(lm_pairing_enter(t, p), LM_OK);
        }
        lm_arena_free(arena);
    }
}

/* The purpose of the tables (art. 2.7), for every size and in double matches. */
static void everybody_meets_everybody_of_the_other_team_in_turn(void **state)
{
    (void)state;
    for (int boards = 2; boards <= 40; boards++) {
        struct lm_arena *arena = new_arena();
        struct lm_tournament *t = field_of(arena, 2 * boards, "FIDE_DOUBLESCHEVENINGEN");
        int met[40][40] = {{0}}, whites[80] = {0}, running[80] = {0};
        for (int round = 1; round <= 2 * boards; round++) {
            const struct lm_pairing *p = round_of(t, round, arena);
            int first_white = 0;
            assert_int_equal(p->pair_count, boards);
            for (uint32_t i = 0; i < p->pair_count; i++) {
                uint32_t w = p->pairs[i].white, b = p->pairs[i].black;
                bool first = w < (uint32_t)boards;
                met[first ? w : b][(first ? b : w) - (uint32_t)boards] += first ? 1 : 100;
                first_white += first;
                whites[w]++;
                running[w] = running[w] > 0 ? running[w] + 1 : 1;
                running[b] = running[b] < 0 ? running[b] - 1 : -1;
                assert_in_range(running[w], 1, 2);
                assert_in_range(-running[b], 1, 2);
            }
            assert_true(boards == 2 ||
                        (boards <= 2 * first_white + 2 && 2 * first_white <= boards + 2));
            for (int i = 0; round == boards && i < 2 * boards; i++)
                assert_in_range(2 * whites[i] - boards + 1, 0, 2);
            assert_int_equal(lm_pairing_enter(t, p), LM_OK);
        }
        for (int a = 0; a < boards; a++)
            for (int b = 0; b < boards; b++)
                assert_int_equal(met[a][b], 101);
        lm_arena_free(arena);
    }
}

static void the_smaller_team_leaves_one_free_a_round(void **state)
{
    (void)state;
    struct lm_arena *arena = new_arena();
    struct lm_tournament *t = field_of(arena, 9, "FIDE_SCHEVENINGEN");
    bool free_once[5] = {false};
    for (int round = 1; round <= 5; round++) {
        const struct lm_pairing *p = round_of(t, round, arena);
        bool paired[9] = {false};
        assert_int_equal(p->pair_count, 4);
        for (uint32_t i = 0; i < 4; i++)
            paired[p->pairs[i].white] = paired[p->pairs[i].black] = true;
        for (int a = 0; a < 5; a++)
            if (!paired[a]) {
                assert_false(free_once[a]);
                free_once[a] = true;
            }
        assert_int_equal(lm_pairing_enter(t, p), LM_OK);
    }
    assert_int_equal(pair(t, 6, arena, NULL, &(struct lm_pairing *){NULL}), LM_INVALID);
    lm_arena_free(arena);
}

/* Records 013: the teams' own order of boards, regardless of the numbers. */
static void teams_of_the_file_are_the_sides(void **state)
{
    (void)state;
    struct lm_arena *arena = new_arena();
    struct lm_log log = {.arena = arena};
    struct lm_tournament *t = field_of(arena, 6, "FIDE_SCHEVENINGEN");
    struct lm_pairing *p;
    const uint32_t odd[] = {4, 0, 2}, even[] = {1, 5, 3};
    struct lm_team teams[2] = {{.name = "Odd", .players = odd, .count = 3},
                               {.name = "Even", .players = even, .count = 3}};
    t->teams = teams;
    t->team_count = 2;
    assert_int_equal(lm_pairing_enter(t, round_of(t, 1, arena)), LM_OK);
    p = round_of(t, 2, arena); /* B2-A1 A2-B3 B1-A3 */
    assert_int_equal(p->pairs[0].white, 5);
    assert_int_equal(p->pairs[0].black, 4);
    assert_int_equal(p->pairs[1].white, 0);
    assert_int_equal(p->pairs[1].black, 3);
    assert_int_equal(p->pairs[2].white, 1);
    assert_int_equal(p->pairs[2].black, 2);
    teams[1].count = 2;
    assert_int_equal(pair(t, 2, arena, &log, &p), LM_INVALID);
    assert_string_equal(log.all[0].what, "the two teams have 5 players, the file has 6");
    teams[0].count = 1;
    teams[1].count = 5;
    const uint32_t five[] = {0, 1, 2, 3, 5};
    teams[1].players = five;
    assert_int_equal(pair(t, 2, arena, &log, &p), LM_INVALID);
    assert_string_equal(log.all[1].what, "one team has 1 players, the other 5");
    t->team_count = 1;
    assert_int_equal(pair(t, 2, arena, &log, &p), LM_INVALID);
    lm_arena_free(arena);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_the_printed_tables),
        cmocka_unit_test(engine_and_reference_agree),
        cmocka_unit_test(everybody_meets_everybody_of_the_other_team_in_turn),
        cmocka_unit_test(the_smaller_team_leaves_one_free_a_round),
        cmocka_unit_test(teams_of_the_file_are_the_sides),
    };
    if (argc != 2)
        return 2;
    vectors = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
