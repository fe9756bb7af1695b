/* SPDX-License-Identifier: Apache-2.0 */
/* test_team_knock_out BRACKET.TXT: brackets, steps and places, by the library. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../reference/team_knock_out.h"
#include "limmat/arena.h"
#include "limmat/check.h"
#include "limmat/knock_out.h"
#include "limmat/pairing.h"
#include "limmat/random.h"
#include "limmat/ranking.h"

enum { BOARDS = 4, PAIRS = REF_KO_TEAMS / 2 + 1 };

static const char *vectors;

static struct lm_arena *new_arena(void)
{
    struct lm_arena *arena;
    assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
    return arena;
}

/* An event of ${teams} teams of ${boards} players each. */
static struct lm_tournament *event_of(struct lm_arena *arena, int teams, int boards,
                                      const char *code)
{
    struct lm_tournament *t;
    struct lm_team *all = lm_arena_alloc(arena, (size_t)teams, sizeof *all);
    uint32_t *players = lm_arena_alloc(arena, (size_t)(teams * boards), sizeof *players);
    assert_int_equal(lm_tournament_new(arena, (uint32_t)(teams * boards), 7, 1, &t), LM_OK);
    for (uint32_t i = 0; i < t->player_count; i++) {
        t->players[i].tpn = i + 1;
        players[i] = i;
    }
    for (int i = 0; i < teams; i++)
        all[i] = (struct lm_team){.number = (uint32_t)i + 1,
                                  .name = "Team",
                                  .nickname = "",
                                  .strength = "",
                                  .match_points = LM_NO_POINTS,
                                  .game_points = LM_NO_POINTS,
                                  .players = players + i * boards,
                                  .count = (size_t)boards};
    t->teams = all;
    t->team_count = (size_t)teams;
    t->team_points[0] = 20;
    t->team_points[1] = 10;
    t->type_code = code;
    t->initial_colour = LM_WHITE;
    return t;
}

static enum lm_status pair(struct lm_tournament *event, int round, struct lm_arena *arena,
                           struct lm_log *log, struct lm_pairing **out)
{
    static const struct lm_pair_request request = {.player = LM_NOBODY};
    struct lm_tournament *view;
    const struct lm_system *system = lm_system_of(event, NULL);
    assert_string_equal(system->name, "team-knock-out");
    assert_int_equal(lm_system_view(system, event, arena, log, &view), LM_OK);
    return lm_pair_round(system, view, (uint32_t)round, &request, arena, log, out);
}

static void set_board(struct lm_tournament *t, int team, int boards, int board, int round,
                      int halves)
{
    static const uint8_t results[] = {LM_LOSS, LM_DRAW, LM_WIN};
    uint32_t player = (uint32_t)((team - 1) * boards + board);
    struct lm_record *record = lm_record_of(t, player, (uint32_t)round);
    lm_record_of(t, record->opponent, (uint32_t)round)->result = results[2 - halves];
    record->result = results[halves];
}

/* --- vectors */

static void check_first_round(const char *line, int teams)
{
    struct lm_arena *arena = new_arena();
    struct lm_tournament *t = event_of(arena, teams, 1, "FIDE_TEAM_KNOCKOUT");
    struct ref_knock_out k;
    struct lm_pairing *p;
    int read = 0, at = 0, a, b, pairs[PAIRS][2];
    ref_knock_out_begin(&k, teams);
    int made = ref_knock_out_pair(&k, 'w', 0, pairs);
    assert_int_equal(pair(t, 1, arena, NULL, &p), LM_OK);
    while (sscanf(line, "%d%n", &a, &read) == 1) {
        line += read;
        if (sscanf(line, "-%d%n", &b, &read) != 1)
            continue;
        line += read;
        assert_int_equal(a + b, p->pairs[at].white + p->pairs[at].black + 2);
        assert_true(p->pairs[at].white + 1 == (uint32_t)a || p->pairs[at].black + 1 == (uint32_t)a);
        assert_true(pairs[at][0] == a || pairs[at][1] == a);
        at++;
    }
    assert_int_equal(p->pair_count, at);
    assert_int_equal(made, at);
    lm_arena_free(arena);
}

/* Check a match of teams 1 and 2 by "10=1" and the steps. */
static void check_match(char *line)
{
    struct lm_arena *arena = new_arena();
    char *arrow = strstr(line, "->"), *order = strchr(line, ' ');
    int boards = (int)(order - line), halves[REF_KO_BOARDS], wins = atoi(arrow + 2);
    const char *steps[3];
    int count = 0;
    struct lm_tournament *t = event_of(arena, 2, boards, "FIDE_TEAM_KNOCKOUT"), *view;
    struct lm_text list = lm_text_in(arena);
    *arrow = '\0';
    lm_text_add(&list, order + 1);
    t->tie_breaks = lm_text_string(&list);
    lm_team_enter_match(t, 1, 0, 1, (uint32_t)boards);
    for (int i = 0; i < boards; i++) {
        halves[i] = line[i] == '1' ? 2 : line[i] == '=';
        set_board(t, 1, boards, i, 1, halves[i]);
    }
    struct lm_knock_out k;
    assert_int_equal(lm_team_view(t, false, arena, &view), LM_OK);
    assert_int_equal(lm_knock_out_of(view, 1, arena, &k), LM_OK);
    const struct lm_knock_out_match *final = lm_knock_out_at(&k, 1, 0);
    assert_int_equal(final->winner, wins == 0 ? LM_NOBODY : (uint32_t)wins - 1);
    assert_int_equal(final->by == LM_BY_NO_STEP, wins == 0);
    for (char *step = strtok(order, " "); step != NULL; step = strtok(NULL, " "))
        steps[count++] = step;
    assert_int_equal(ref_knock_out_winner(halves, boards, steps, count), wins);
    lm_arena_free(arena);
}

static void vectors_are_met(void **state)
{
    (void)state;
    FILE *file = fopen(vectors, "r");
    char line[1024];
    int rows = 0, teams, read;
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "teams %d:%n", &teams, &read) == 1)
            check_first_round(line + read, teams);
        else if (strncmp(line, "match ", 6) == 0)
            check_match(line + 6);
        else
            continue;
        rows++;
    }
    fclose(file);
    assert_int_equal(rows, 9 + 14);
}

/* --- whole knock-outs */

/* Play ${number} of ${round} at random; return the loser by the reference's steps; 0: level by all.
 */
static int play_match(struct lm_tournament *t, const int two[2], int round,
                      struct lm_random *random)
{
    static const char *const steps[] = {"BC", "TBR", "BBE"};
    int halves[BOARDS];
    for (int i = 0; i < BOARDS; i++) {
        halves[i] = (int)lm_random_below(random, 3);
        set_board(t, two[0], BOARDS, i, round, halves[i]);
    }
    int wins = ref_knock_out_winner(halves, BOARDS, steps, 3);
    return wins == 0 ? 0 : two[2 - wins];
}

/* Draw lots: the second of ${two} gets the match (299). */
static int draw_lots(struct lm_tournament *t, const int two[2], int round)
{
    struct lm_adjustment *rows = lm_arena_alloc(t->arena, t->adjustment_count + 2, sizeof *rows);
    uint32_t *who = lm_arena_alloc(t->arena, 2, sizeof *who);
    if (t->adjustment_count > 0)
        memcpy(rows, t->adjustments, t->adjustment_count * sizeof *rows);
    for (int i = 0; i < 2; i++) {
        who[i] = (uint32_t)two[i] - 1;
        rows[t->adjustment_count++] = (struct lm_adjustment){.type = ' ',
                                                             .match_points = i == 0 ? -10 : 10,
                                                             .round = (uint32_t)round,
                                                             .players = &who[i],
                                                             .count = 1,
                                                             .whom = LM_TEAMS};
    }
    t->adjustments = rows;
    return two[0];
}

static void play_whole(int teams, bool third, struct lm_random *random, unsigned *lots)
{
    struct lm_arena *arena = new_arena();
    struct lm_tournament *t =
        event_of(arena, teams, BOARDS, third ? "TEAM_KNOCKOUT_THIRD" : "FIDE_TEAM_KNOCKOUT");
    struct lm_log log = {.arena = arena};
    struct ref_knock_out k;
    int pairs[PAIRS][2], losers[PAIRS];
    ref_knock_out_begin(&k, teams);
    while (k.count > 1) {
        struct lm_pairing *p;
        int round = k.round, made = ref_knock_out_pair(&k, 'w', third, pairs);
        assert_int_equal(pair(t, round, arena, &log, &p), LM_OK);
        assert_int_equal(p->pair_count, made);
        for (int i = 0; i < made; i++) {
            assert_int_equal(p->pairs[i].white + 1, pairs[i][0]);
            assert_int_equal(p->pairs[i].black + 1, pairs[i][1]);
        }
        assert_int_equal(lm_pairing_enter_teams(t, p), LM_OK);
        assert_int_equal(pair(t, round + 1, arena, &log, &p), LM_INVALID); /* it is still open */
        for (int i = 0; i < made; i++) {
            losers[i] = play_match(t, pairs[i], round, random);
            if (losers[i] != 0)
                continue;
            lm_tournament_count_rounds(t);
            assert_int_equal(pair(t, round + 1, arena, &log, &p), LM_INVALID);
            losers[i] = draw_lots(t, pairs[i], round);
            ++*lots;
        }
        lm_tournament_count_rounds(t);
        ref_knock_out_go_on(&k, losers, made);
    }
    struct lm_tournament *view;
    struct lm_knock_out own;
    uint32_t rounds = (uint32_t)k.round - 1;
    uint32_t places[REF_KO_TEAMS];
    assert_int_equal(lm_team_view(t, false, arena, &view), LM_OK);
    assert_int_equal(lm_knock_out_of(view, rounds, arena, &own), LM_OK);
    lm_knock_out_places(&own, (uint32_t)teams, places);
    assert_int_equal(places[k.left[0] - 1], 1);
    for (uint32_t i = 0; i < (uint32_t)teams; i++)
        assert_true(places[i] != 1 || i + 1 == (uint32_t)k.left[0]);
    lm_arena_free(arena);
}

static void engine_and_reference_agree(void **state)
{
    (void)state;
    struct lm_random random = lm_random_from(16);
    unsigned lots = 0;
    for (int teams = 2; teams <= REF_KO_TEAMS; teams++)
        for (int third = 0; third < 2; third++)
            play_whole(teams, third == 1, &random, &lots);
    assert_true(lots > 10);
}

/* --- other articles */

/* The lower number wins: places 1, 2, then 3 and 4 by their match, 5 four times, 9 eight times. */
static void places_are_shared_by_those_who_lose_in_one_round(void **state)
{
    (void)state;
    static const uint32_t expected[] = {1, 2, 3, 4, 5, 5, 5, 5, 9, 9, 9, 9, 9, 9, 9, 9};
    for (int third = 0; third < 2; third++) {
        struct lm_arena *arena = new_arena();
        struct lm_tournament *t =
            event_of(arena, 16, 1, third == 1 ? "TEAM_KNOCKOUT_THIRD" : "FIDE_TEAM_KNOCKOUT");
        for (int round = 1; round <= 4; round++) {
            struct lm_pairing *p;
            assert_int_equal(pair(t, round, arena, NULL, &p), LM_OK);
            assert_int_equal(p->pair_count, round == 4 ? 1 + third : 16 >> round);
            assert_int_equal(lm_pairing_enter_teams(t, p), LM_OK);
            for (uint32_t i = 0; i < p->pair_count; i++) {
                uint32_t better =
                    p->pairs[i].white < p->pairs[i].black ? p->pairs[i].white : p->pairs[i].black;
                set_board(t, (int)better + 1, 1, 0, round, 2);
            }
            lm_tournament_count_rounds(t);
        }
        struct lm_standings_options options = {.edition = lm_tie_break_edition_of(t),
                                               .teams = true};
        struct lm_standings *s;
        assert_int_equal(lm_standings_order(t, NULL, arena, NULL, &options), LM_OK);
        assert_string_equal(options.list[0].code, "KO");
        assert_int_equal(lm_standings_compute(t, &options, arena, NULL, &s), LM_OK);
        for (uint32_t i = 0; i < 16; i++)
            assert_int_equal(s->rank[i], third == 0 && i == 3 ? 3 : expected[i]);
        lm_arena_free(arena);
    }
}

/* An absent team is out, and the other one advances (4.5). */
static void who_is_away_is_out(void **state)
{
    (void)state;
    struct lm_arena *arena = new_arena();
    struct lm_tournament *t = event_of(arena, 4, 1, "FIDE_TEAM_KNOCKOUT");
    static const struct lm_requested_bye away = {
        .kind = LM_ZERO_BYE, .whom = LM_TEAMS, .round = 1, .player = 3};
    struct lm_pairing *p;
    t->byes = &away;
    t->bye_count = 1;
    assert_int_equal(pair(t, 1, arena, NULL, &p), LM_OK);
    assert_int_equal(p->pair_count, 1);
    assert_int_equal(lm_pairing_enter_teams(t, p), LM_OK);
    set_board(t, 3, 1, 0, 1, 2);
    lm_tournament_count_rounds(t);
    assert_int_equal(pair(t, 2, arena, NULL, &p), LM_OK);
    assert_int_equal(p->pair_count, 1);
    assert_int_equal(p->pairs[0].white + p->pairs[0].black, 0 + 2);
    lm_arena_free(arena);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors_are_met),
        cmocka_unit_test(engine_and_reference_agree),
        cmocka_unit_test(places_are_shared_by_those_who_lose_in_one_round),
        cmocka_unit_test(who_is_away_is_out),
    };
    if (argc != 2)
        return 2;
    vectors = argv[1];
    return cmocka_run_group_tests_name("team-knock-out", tests, NULL, NULL);
}
