/* SPDX-License-Identifier: Apache-2.0 */
/* C.05 Annex 2: players of one envelope do not meet at the end; players of one federation are in
 * one envelope. */
#include <stdio.h>
#include <string.h>

#include "check.h"

#include "limmat/varma.h"

#include "../reference/round_robin.h"

/* As printed in the annex. */
static void the_tables_are_those_of_the_annex(void **state)
{
    static const struct {
        uint32_t players;
        const char *groups; /* A; B; C; D */
    } printed[] = {{10, "3 4 8; 5 7 9; 1 6; 2 10"},
                   {12, "4 5 9 10; 1 2 7; 6 8 12; 3 11"},
                   {14, "4 5 6 11 12; 1 2 8 9; 7 10 13; 3 14"},
                   {16, "5 6 7 12 13 14; 1 2 3 9 10; 8 11 15; 4 16"},
                   {18, "5 6 7 8 14 15 16; 1 2 3 10 11 12; 9 13 17; 4 18"},
                   {20, "6 7 8 9 15 16 17 18; 1 2 3 11 12 13 14; 5 10 19; 4 20"},
                   {22, "6 7 8 9 10 17 18 19 20; 1 2 3 4 12 13 14 15; 11 16 21; 5 22"},
                   {24, "6 7 8 9 10 11 19 20 21 22; 1 2 3 4 13 14 15 16 17; 12 18 23; 5 24"}};
    (void)state;
    for (size_t i = 0; i < sizeof printed / sizeof *printed; i++) {
        char told[200] = "";
        for (char e = 'A'; e <= 'D'; e++) {
            for (uint32_t n = 1; n <= printed[i].players; n++)
                if (lm_varma_envelope(printed[i].players, n) == e)
                    (void)snprintf(told + strlen(told), sizeof told - strlen(told), "%s%u",
                                   told[0] == '\0' || told[strlen(told) - 1] == ' ' ? "" : " ", n);
            (void)snprintf(told + strlen(told), sizeof told - strlen(told), "%s",
                           e == 'D' ? "" : "; ");
        }
        assert_string_equal(told, printed[i].groups);
    }
    assert_int_equal(lm_varma_envelope(9, 9), 'B');
    assert_int_equal(lm_varma_envelope(9, 10), 0);
    assert_int_equal(lm_varma_envelope(8, 1), 0);
}

/* Except 6 and 12 of twelve, who meet in the last round: the annex prints it this way. */
static void nobody_meets_one_of_his_envelope_in_the_last_three_rounds(void **state)
{
    unsigned meetings = 0;
    (void)state;
    for (uint32_t players = 10; players <= 24; players += 2)
        for (uint32_t round = players - 3; round <= players - 1; round++) {
            int pair[RR_SEATS / 2][2];
            ref_berger_row((int)players, (int)round, pair);
            for (uint32_t b = 0; b < players / 2; b++) {
                if (lm_varma_envelope(players, (uint32_t)pair[b][0]) !=
                    lm_varma_envelope(players, (uint32_t)pair[b][1]))
                    continue;
                meetings++;
                assert_int_equal(players, 12);
                assert_int_equal(round, 11);
                assert_int_equal(pair[b][0] + pair[b][1], 18);
            }
        }
    assert_int_equal(meetings, 1);
}

static void draw(const struct lm_varma_player *players, uint32_t count, uint64_t seed,
                 struct lm_varma_number *out)
{
    struct lm_arena *arena;
    struct lm_random random = lm_random_from(seed);
    bool had[LM_VARMA_MOST + 1] = {false};
    assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
    assert_int_equal(lm_varma_draw(players, count, &random, arena, NULL, out), LM_OK);
    for (uint32_t i = 0; i < count; i++) {
        assert_in_range(out[i].number, 1, count);
        assert_false(had[out[i].number]);
        had[out[i].number] = true;
        assert_int_equal(out[i].envelope, lm_varma_envelope(count, out[i].number));
    }
    lm_arena_free(arena);
}

static void a_federation_has_one_envelope(void **state)
{
    static const struct lm_varma_player players[] = {
        {"SUI", "A"}, {"GER", "B"}, {"SUI", "C"}, {"FRA", "D"}, {"SUI", "E"}, {"GER", "F"},
        {"SUI", "G"}, {"", "H"},    {"GER", "I"}, {"", "J"},    {"FRA", "K"}};
    struct lm_varma_number out[11], again[11];
    bool differ = false;
    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        draw(players, 11, seed, out);
        draw(players, 11, seed, again);
        for (size_t i = 0; i < 11; i++)
            assert_int_equal(out[i].number, again[i].number);
        for (size_t i = 0; i < 11; i++)
            for (size_t k = 0; k < 11; k++)
                if (players[i].contingent[0] == 'S' && players[k].contingent[0] == 'S')
                    assert_int_equal(out[i].envelope, out[k].envelope);
        assert_true(out[0].apart);
        draw(players, 11, seed + 1000, again);
        differ |= out[0].number != again[0].number;
    }
    assert_true(differ);
}

/* Six of nine players are more than any envelope holds. */
static void a_federation_that_fits_nowhere_is_told(void **state)
{
    static const struct lm_varma_player players[] = {{"SUI", "A"}, {"SUI", "B"}, {"SUI", "C"},
                                                     {"SUI", "D"}, {"SUI", "E"}, {"SUI", "F"},
                                                     {"GER", "G"}, {"GER", "H"}, {"FRA", "I"}};
    struct lm_varma_number out[9];
    (void)state;
    draw(players, 9, 5, out);
    for (size_t i = 0; i < 6; i++)
        assert_false(out[i].apart);
    assert_true(out[8].apart);
}

static void other_fields_have_no_table(void **state)
{
    struct lm_varma_player players[25] = {{"", ""}};
    struct lm_varma_number out[25];
    struct lm_random random = lm_random_from(1);
    struct lm_arena *arena;
    (void)state;
    assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
    assert_int_equal(lm_varma_draw(players, 8, &random, arena, NULL, out), LM_INVALID);
    assert_int_equal(lm_varma_draw(players, 25, &random, arena, NULL, out), LM_INVALID);
    lm_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tables_are_those_of_the_annex),
        cmocka_unit_test(nobody_meets_one_of_his_envelope_in_the_last_three_rounds),
        cmocka_unit_test(a_federation_has_one_envelope),
        cmocka_unit_test(a_federation_that_fits_nowhere_is_told),
        cmocka_unit_test(other_fields_have_no_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
