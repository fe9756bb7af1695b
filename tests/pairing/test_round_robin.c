/* SPDX-License-Identifier: Apache-2.0 */
/* test_round_robin BERGER.TXT: the rows of the tables, by the library. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../reference/round_robin.h"
#include "limmat/arena.h"
#include "limmat/pairing.h"

static const char *vectors;

static struct lm_tournament *field_of(struct lm_arena *arena, int players, const char *code)
{
    struct lm_tournament *t;
    assert_int_equal(lm_tournament_new(arena, (uint32_t)players, 3, 1, &t), LM_OK);
    for (uint32_t i = 0; i < t->player_count; i++)
        t->players[i].tpn = i + 1;
    t->type_code = code;
    return t;
}

static struct lm_pairing *round_of(const struct lm_tournament *t, int round, struct lm_arena *arena)
{
    static const struct lm_pair_request request = {.player = LM_NOBODY};
    struct lm_pairing *pairing;
    assert_int_equal(
        lm_pair_round(lm_system_of(t, NULL), t, (uint32_t)round, &request, arena, NULL, &pairing),
        LM_OK);
    return pairing;
}

/* Check that ${round} of ${t} is the row ${pair}, reversed or not.  Numbers beyond the field are
 * free.  Then enter it. */
static void assert_row(struct lm_tournament *t, int round, int seats, int pair[][2], bool reversed)
{
    struct lm_arena *arena;
    assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
    const struct lm_pairing *p = round_of(t, round, arena);
    uint32_t next = 0;
    for (int board = 0; board < seats / 2; board++) {
        uint32_t white = (uint32_t)pair[board][reversed], black = (uint32_t)pair[board][!reversed];
        if (white > t->player_count || black > t->player_count)
            continue;
        assert_true(next < p->pair_count);
        assert_int_equal(p->pairs[next].white + 1, white);
        assert_int_equal(p->pairs[next++].black + 1, black);
    }
    assert_int_equal(next, p->pair_count);
    assert_int_equal(lm_pairing_enter(t, p), LM_OK);
    lm_arena_free(arena);
}

static void rows_of_the_printed_tables(void **state)
{
    (void)state;
    struct lm_arena *arena;
    FILE *file = fopen(vectors, "r");
    char line[1024];
    int seats = 0, rows = 0;
    struct lm_tournament *t = NULL;
    assert_non_null(file);
    assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
    while (fgets(line, sizeof line, file) != NULL) {
        int pair[RR_SEATS][2], round, board = 0, read;
        if (sscanf(line, "players %d", &seats) == 1)
            t = field_of(arena, seats, "BERGER_ROUNDROBIN");
        if (sscanf(line, "%d:%n", &round, &read) != 1)
            continue;
        char *at = line + read;
        for (; sscanf(at, "%d-%d%n", &pair[board][0], &pair[board][1], &read) == 2; at += read)
            board++;
        assert_int_equal(board, seats / 2);
        assert_row(t, round, seats, pair, false);
        rows++;
    }
    fclose(file);
    lm_arena_free(arena);
    assert_int_equal(rows, 3 + 5 + 7 + 9 + 11 + 13 + 15 + 17 + 19 + 21 + 23);
}

/* Compare every round of ${cycles} cycles of ${players} with the reference. */
static void compare(int players, int cycles, const char *code, bool exchanged)
{
    struct lm_arena *arena;
    int pair[RR_SEATS][2], seats = players + players % 2, length = seats - 1;
    assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
    struct lm_tournament *t = field_of(arena, players, code);
    for (int round = 1; round <= cycles * length; round++) {
        int row = (round - 1) % length + 1;
        if (exchanged && round == length - 1)
            row = length;
        else if (exchanged && round == length)
            row = length - 1;
        ref_berger_row(seats, row, pair);
        assert_row(t, round, seats, pair, (round - 1) / length % 2 == 1);
    }
    lm_arena_free(arena);
}

static void engine_and_reference_agree(void **state)
{
    (void)state;
    for (int players = 3; players <= 60; players++) {
        compare(players, 1, "FIDE_ROUNDROBIN", false);
        compare(players, 2, "FIDE_DOUBLEROUNDROBIN", true);
        compare(players, 2, "BERGER_DOUBLEROUNDROBIN", false);
    }
    compare(7, 4, "BERGER_ROUNDROBIN_G4", false);
    compare(100, 1, "BERGER_ROUNDROBIN_G1", false);
}

static uint8_t colour_of(const struct lm_pairing *p, uint32_t player)
{
    for (uint32_t i = 0; i < p->pair_count; i++)
        if (p->pairs[i].white == player || p->pairs[i].black == player)
            return p->pairs[i].white == player ? 1 : 2;
    return 0;
}

/* The reason why the annex exchanges two rounds. */
static void nobody_has_a_colour_three_times_running_in_a_fide_double(void **state)
{
    (void)state;
    struct lm_arena *arena;
    for (int players = 4; players <= 24; players += 2) {
        uint8_t colours[64][3] = {{0}};
        assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
        struct lm_tournament *t = field_of(arena, players, "FIDE_DOUBLEROUNDROBIN");
        for (int round = 1; round <= 2 * (players - 1); round++) {
            const struct lm_pairing *p = round_of(t, round, arena);
            for (uint32_t i = 0; i < t->player_count; i++) {
                colours[i][round % 3] = colour_of(p, i);
                assert_true(round < 3 || colours[i][0] != colours[i][1] ||
                            colours[i][1] != colours[i][2]);
            }
            assert_int_equal(lm_pairing_enter(t, p), LM_OK);
        }
        lm_arena_free(arena);
    }
}

/* Play ${rounds} rounds, all games drawn; player 1 leaves before the next one. */
static struct lm_tournament *left_after(struct lm_arena *arena, int rounds)
{
    struct lm_tournament *t = field_of(arena, 6, "FIDE_ROUNDROBIN");
    for (int round = 1; round <= rounds; round++) {
        assert_int_equal(lm_pairing_enter(t, round_of(t, round, arena)), LM_OK);
        for (uint32_t i = 0; i < t->player_count; i++)
            lm_record_of(t, i, (uint32_t)round)->result = LM_DRAW;
    }
    t->players[0].withdrawn = (uint32_t)rounds + 1;
    return t;
}

static void who_leaves_before_half_is_met_no_more(void **state)
{
    (void)state;
    struct lm_arena *arena;
    assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
    const struct lm_pairing *before = round_of(left_after(arena, 2), 3, arena);
    assert_int_equal(before->pair_count, 2);
    assert_int_equal(colour_of(before, 0), 0);
    assert_null(before->note);
    const struct lm_pairing *after = round_of(left_after(arena, 3), 4, arena);
    assert_int_equal(after->pair_count, 2);
    assert_string_equal(after->note, "lost by forfeit, as one of them is away: 1 - 4");
    lm_arena_free(arena);
}

/* A postponed game stops no later round. */
static void open_games_of_earlier_rounds_may_be_missing(void **state)
{
    (void)state;
    struct lm_arena *arena;
    assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
    struct lm_tournament *t = left_after(arena, 1);
    t->players[0].withdrawn = 0;
    lm_record_of(t, 0, 1)->result = lm_record_of(t, 5, 1)->result = LM_PENDING;
    assert_int_equal(round_of(t, 2, arena)->pair_count, 3);
    lm_arena_free(arena);
}

static void the_table_ends(void **state)
{
    (void)state;
    static const struct lm_pair_request request = {.player = LM_NOBODY};
    struct lm_arena *arena;
    struct lm_pairing *pairing;
    assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
    const struct lm_tournament *t = field_of(arena, 6, "FIDE_ROUNDROBIN");
    assert_int_equal(lm_pair_round(lm_system_of(t, NULL), t, 6, &request, arena, NULL, &pairing),
                     LM_INVALID);
    lm_arena_free(arena);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_the_printed_tables),
        cmocka_unit_test(engine_and_reference_agree),
        cmocka_unit_test(nobody_has_a_colour_three_times_running_in_a_fide_double),
        cmocka_unit_test(who_leaves_before_half_is_met_no_more),
        cmocka_unit_test(open_games_of_earlier_rounds_may_be_missing),
        cmocka_unit_test(the_table_ends),
    };
    if (argc != 2)
        return 2;
    vectors = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
