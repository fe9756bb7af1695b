/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "limmat/repeats.h"

enum { PLAYERS = 60, ROUNDS = 9, GAMES = PLAYERS / 2 * ROUNDS };

struct report {
    struct lm_rating_event event;
    struct lm_event_player players[PLAYERS];
    struct lm_event_game games[GAMES];
};

/* Make an open, round by round of a table of 60, White winning; only the first ${games} games. */
static void make_open(struct report *r, const char *id, int32_t start, size_t games)
{
    *r = (struct report){.event = {.id = id,
                                   .start = start,
                                   .end = start + 8,
                                   .players = r->players,
                                   .player_count = PLAYERS,
                                   .games = r->games,
                                   .game_count = games}};
    for (uint32_t i = 0; i < PLAYERS; i++)
        r->players[i].id = 1300000 + i;
    for (uint32_t i = 0; i < games; i++) {
        uint32_t board = i % (PLAYERS / 2), round = i / (PLAYERS / 2);
        r->games[i] = (struct lm_event_game){.round = (int32_t)round + 1,
                                             .white = board,
                                             .black = PLAYERS / 2 + (board + round) % (PLAYERS / 2),
                                             .white_tenths = 10,
                                             .played = true};
    }
}

/* Make a match of six games, three of them won by White: the first is ${shared}, a game of an open.
 */
static void make_match(struct report *r, const struct lm_event_game *shared, int32_t start)
{
    make_open(r, "match", start, 6);
    for (uint32_t i = 0; i < 6; i++) {
        r->games[i] = *shared;
        r->games[i].round = (int32_t)i + 1;
        if (i % 2 == 1) {
            r->games[i].white = shared->black;
            r->games[i].black = shared->white;
        }
    }
}

static struct lm_sketch sketch(const struct report *r, struct lm_arena *arena)
{
    struct lm_sketch out;
    assert_int_equal(lm_sketch_of(&r->event, r->event.end, arena, &out), LM_OK);
    return out;
}

static void one_shared_game_makes_no_repeat(void **state)
{
    (void)state;
    struct lm_arena *arena;
    static struct report open, match;
    assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
    make_open(&open, "open", 1000, GAMES);
    struct lm_sketch of_open = sketch(&open, arena);
    for (size_t i = 0; i < GAMES; i++) {
        make_match(&match, &open.games[i], 1100);
        struct lm_sketch of_match = sketch(&match, arena);
        assert_false(lm_sketch_repeats(&of_open, &of_match));
        assert_false(lm_sketch_repeats(&of_match, &of_open));
    }
    lm_arena_free(arena);
}

/* White wins a match of six, and another half a year later: not a repeat; within a week it is. */
static void a_match_may_end_alike_twice(void **state)
{
    (void)state;
    struct lm_arena *arena;
    static struct report open, first, second;
    assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
    make_open(&open, "open", 1000, GAMES);
    make_match(&first, &open.games[0], 1000);
    make_match(&second, &open.games[0], 1180);
    second.event.id = "second";
    struct lm_sketch one = sketch(&first, arena), other = sketch(&second, arena);
    assert_int_equal(lm_sketch_shared(&one, &other), 100);
    assert_false(lm_sketch_repeats(&one, &other));
    make_match(&second, &open.games[0], 1003);
    second.event.id = "second";
    other = sketch(&second, arena);
    assert_true(lm_sketch_repeats(&one, &other));
    lm_arena_free(arena);
}

static void the_whole_after_a_part_is_a_repeat(void **state)
{
    (void)state;
    struct lm_arena *arena;
    static struct report open, part;
    assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
    make_open(&open, "open", 1000, GAMES);
    make_open(&part, "part", 1001, GAMES / 3);
    struct lm_sketch whole = sketch(&open, arena), third = sketch(&part, arena);
    assert_true(lm_sketch_repeats(&third, &whole));
    assert_int_equal(lm_sketch_shared(&whole, &whole), 100);
    lm_arena_free(arena);
}

static void small_events_are_counted_game_by_game(void **state)
{
    (void)state;
    struct lm_arena *arena;
    static struct report a, b;
    assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
    for (size_t games = 4; games <= LM_SKETCH; games++) {
        make_open(&a, "a", 1000, games);
        make_open(&b, "b", 1000, LM_SKETCH);
        for (size_t i = 0; i < games / 2; i++)
            a.games[i].white_tenths = 5; /* these are different */
        struct lm_sketch of_a = sketch(&a, arena), of_b = sketch(&b, arena);
        assert_int_equal(lm_sketch_shared(&of_a, &of_b), 100 * (games - games / 2) / games);
    }
    lm_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_shared_game_makes_no_repeat),
        cmocka_unit_test(a_match_may_end_alike_twice),
        cmocka_unit_test(the_whole_after_a_part_is_a_repeat),
        cmocka_unit_test(small_events_are_counted_game_by_game),
    };
    return cmocka_run_group_tests_name("repeats", tests, NULL, NULL);
}
