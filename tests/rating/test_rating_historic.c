/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The editions of July 2009 to February 2024 and those in force, compared with vectors of a literal
 * reading: single games, players' events, K of a list, first ratings.  Each day and list must
 * choose the edition that the vectors name.  Arguments: games.json events.json k.json first.json
 */
#include "vectors.h"

#include <string.h>

#include "editions.h"

static const struct lm_json *files[4];
static size_t rows, values, differences;

static void same(const struct lm_json *row, const char *what, int64_t got, int64_t expected)
{
    values++;
    if (got == expected)
        return;
    differences++;
    print_message("# %s: %s is %lld, expected %lld\n", lm_json_string(lm_json_get(row, "id")), what,
                  (long long)got, (long long)expected);
}

static void tell(const char *what)
{
    print_message("# %s: %zu rows, %zu values, %zu differences\n", what, rows, values, differences);
    assert_true(rows > 0);
    assert_int_equal(differences, 0);
    rows = values = 0;
}

static int64_t number(const struct lm_json *row, const char *key)
{
    return integer(lm_json_get(row, key));
}

static enum lm_chess chess_of(const struct lm_json *row)
{
    int chess = 0;
    while (strcmp(lm_chess_name((enum lm_chess)chess), lm_json_string(lm_json_get(row, "chess"))) !=
           0)
        chess++;
    return (enum lm_chess)chess;
}

/* "rapid-2012" is named for one list, "rapid-blitz-2012" for both, "rating-2024" for all: the year,
 * and a month after it, must be the same.  Changes within an edition have no name of their own: the
 * floor of July 2012, the 600 points of December 2024. */
static void is_named(const struct lm_json *row, const struct lm_rating_rules *rules)
{
    const char *wanted = strpbrk(lm_json_string(lm_json_get(row, "edition")), "0123456789");
    const char *got = strpbrk(rules->name, "0123456789");
    size_t length = strcmp(wanted, "2022-10") == 0 || strcmp(got, "2022-10") == 0 ? 8 : 4;
    bool changed_within = strcmp(wanted, "2024-12") == 0 && strcmp(got, "2025") == 0;
    if (strncmp(wanted, got, length) != 0 && !changed_within)
        same(row, "the edition", 0, 1);
}

static const struct lm_rating_rules *rules_of(const struct lm_json *row)
{
    const struct lm_rating_rules *rules =
        lm_rating_rules_on(book(), day(lm_json_get(row, "day")), chess_of(row));
    assert_non_null(rules);
    is_named(row, rules);
    rows++;
    return rules;
}

/* --- one player against several */

static struct lm_event_player players[MOST_GAMES];
static struct lm_event_game games_of[MOST_GAMES];

/* ${list} is [rating of the opponent, tenths] each. */
static struct lm_rating_event event_of(const struct lm_json *row, const struct lm_json *list,
                                       struct lm_event_player own)
{
    struct lm_rating_event event = {.id = "E",
                                    .chess = chess_of(row),
                                    .kind = LM_EVENT_SWISS,
                                    .start = day(lm_json_get(row, "day")),
                                    .players = players,
                                    .games = games_of,
                                    .player_count = 1};
    players[0] = own;
    for (const struct lm_json *game = list->first; game != NULL; game = game->next) {
        int32_t rating = (int32_t)integer_at(game, 0);
        int32_t tenths = (int32_t)integer_at(game, 1);
        uint32_t number = (uint32_t)event.player_count++;
        assert_true(number < MOST_GAMES);
        players[number] = (struct lm_event_player){
            .id = number + 1, .rating = rating, .k = 20, .now_rating = rating, .now_k = 20};
        games_of[event.game_count++] = (struct lm_event_game){.round = (int32_t)number,
                                                              .white = 0,
                                                              .black = number,
                                                              .white_tenths = tenths,
                                                              .black_tenths = 10 - tenths,
                                                              .played = true};
    }
    return event;
}

static struct lm_event_player rated(int32_t rating, int32_t k)
{
    return (struct lm_event_player){
        .id = 1, .rating = rating, .k = k, .now_rating = rating, .now_k = k};
}

static void games(void **state)
{
    (void)state;
    for (const struct lm_json *row = files[0]->first; row != NULL; row = row->next) {
        struct lm_mark mark = lm_arena_mark(vectors_arena);
        const struct lm_rating_rules *rules = rules_of(row);
        const struct lm_json *expect = lm_json_get(row, "expect");
        int32_t own = (int32_t)number(row, "own");
        int32_t opponent = (int32_t)number(row, "opponent");
        struct lm_assessment a;
        struct lm_json result[2] = {{.type = LM_JSON_NUMBER}, {.type = LM_JSON_NUMBER}};
        struct lm_json pair = {.type = LM_JSON_ARRAY, .length = 2, .first = &result[0]};
        struct lm_json list = {.type = LM_JSON_ARRAY, .length = 1, .first = &pair};
        result[0] = *lm_json_get(row, "opponent");
        result[1] = *lm_json_get(row, "tenths");
        result[0].next = &result[1];
        result[1].next = NULL;
        struct lm_rating_event event = event_of(row, &list, rated(own, 20));
        assert_int_equal(lm_rating_assess(rules, &event, vectors_arena, &a), LM_OK);
        const struct lm_game_line *line = &a.players[0].lines[0];
        bool counts = lm_json_get(expect, "rated")->type == LM_JSON_TRUE;
        same(row, "rated", line->fate == LM_GAME_RATED, counts);
        if (counts) {
            same(row, "D", own - opponent, number(expect, "d"));
            same(row, "used", line->game.used, number(expect, "used"));
            same(row, "expected", line->game.expected, number(expect, "expected"));
            same(row, "delta", line->game.delta, number(expect, "delta"));
        }
        lm_arena_reset(vectors_arena, mark);
    }
    tell("games");
}

static struct lm_rating_standing standing_of(const struct lm_json *row, const char *rating,
                                             const char *played)
{
    const struct lm_json *age = lm_json_get(row, "list_year_minus_birth");
    int32_t year = lm_date_of(day(lm_json_get(row, "day"))).year;
    return (struct lm_rating_standing){
        .rating = (int32_t)number(row, rating),
        .games = (int32_t)number(row, played),
        .reached_top = truth(row, "reached_2400"),
        .reached_high = truth(row, "reached_2300"),
        .birth = is_null(age) ? 0 : year - (int32_t)integer(age),
        .list_year = year,
    };
}

static void events(void **state)
{
    (void)state;
    for (const struct lm_json *row = files[1]->first; row != NULL; row = row->next) {
        struct lm_mark mark = lm_arena_mark(vectors_arena);
        const struct lm_rating_rules *rules = rules_of(row);
        const struct lm_json *expect = lm_json_get(row, "expect");
        int32_t own = (int32_t)number(row, "own");
        int32_t k = lm_rating_k(rules, standing_of(row, "own", "games_before"));
        struct lm_assessment a;
        same(row, "K", k, number(expect, "k"));
        struct lm_rating_event event = event_of(row, lm_json_get(row, "games"), rated(own, k));
        assert_int_equal(lm_rating_assess(rules, &event, vectors_arena, &a), LM_OK);
        const struct lm_player_report *report = &a.players[0];
        same(row, "K used", report->k, number(expect, "k_used"));
        same(row, "n", report->games, number(expect, "n"));
        same(row, "sum", report->delta, number(expect, "sum"));
        same(row, "change", report->change, number(expect, "change"));
        same(row, "new", lm_rating_new(rules, own, report->change), number(expect, "new"));
        size_t counted = 0;
        for (size_t i = 0; i < report->line_count; i++) {
            if (report->lines[i].fate != LM_GAME_RATED)
                continue;
            same(row, "used", report->lines[i].game.used,
                 integer_at(lm_json_get(expect, "used"), counted));
            same(row, "expected", report->lines[i].game.expected,
                 integer_at(lm_json_get(expect, "expected"), counted++));
        }
        lm_arena_reset(vectors_arena, mark);
    }
    tell("events");
}

static void k_of_lists(void **state)
{
    (void)state;
    for (const struct lm_json *row = files[2]->first; row != NULL; row = row->next)
        same(row, "K", lm_rating_k(rules_of(row), standing_of(row, "rating", "games")),
             number(lm_json_get(row, "expect"), "k"));
    tell("k");
}

static bool is_note(enum lm_result_fate fate, const char *note)
{
    if (strcmp(note, "counted") == 0)
        return fate == LM_RESULT_COUNTS;
    if (strcmp(note, "too few rated opponents") == 0)
        return fate == LM_RESULT_FEW_OPPONENTS;
    return strcmp(note, "too little in the first event") == 0 &&
           (fate == LM_RESULT_SWISS_POINT || fate == LM_RESULT_ZERO);
}

/* Rate the events of ${row} one after the other; put those that count into ${pool}; return their
 * number. */
static size_t pool_of(const struct lm_json *row, const struct lm_rating_rules *rules,
                      struct lm_rating_result *pool)
{
    const struct lm_json *notes = lm_json_get(lm_json_get(row, "expect"), "notes");
    size_t pooled = 0;
    size_t number_of_event = 0;
    for (const struct lm_json *list = lm_json_get(row, "results")->first; list != NULL;
         list = list->next) {
        struct lm_assessment a;
        struct lm_rating_event event =
            event_of(row, list, (struct lm_event_player){.id = 1, .prior = pooled > 0});
        assert_int_equal(lm_rating_assess(rules, &event, vectors_arena, &a), LM_OK);
        same(row, "note", is_note(a.players[0].fate, lm_json_string(item(notes, number_of_event))),
             true);
        number_of_event++;
        if (a.players[0].fate == LM_RESULT_COUNTS)
            pool[pooled++] = a.players[0].result;
    }
    return pooled;
}

static void first_ratings(void **state)
{
    (void)state;
    for (const struct lm_json *row = files[3]->first; row != NULL; row = row->next) {
        struct lm_mark mark = lm_arena_mark(vectors_arena);
        const struct lm_rating_rules *rules = rules_of(row);
        const struct lm_json *expect = lm_json_get(row, "expect");
        struct lm_rating_result pool[MOST_DAYS];
        struct lm_rating_initial initial = {0};
        size_t pooled = pool_of(row, rules, pool);
        bool published = false;
        if (pooled > 0) {
            assert_int_equal(lm_rating_initial(rules, pool, pooled, &initial), LM_OK);
            struct lm_fraction exact = fraction(lm_json_get(expect, "exact"));
            published = initial.games >= rules->list_games && initial.rating >= rules->floor;
            same(row, "exact, over", initial.exact.over, exact.over);
            same(row, "exact, under", initial.exact.under, exact.under);
            same(row, "rating", initial.rating, number(expect, "rating"));
            same(row, "tenths", initial.tenths, number(expect, "tenths"));
        }
        same(row, "games", initial.games, number(expect, "games"));
        same(row, "published", published, truth(expect, "published"));
        lm_arena_reset(vectors_arena, mark);
    }
    tell("first");
}

static void the_first_days_are_refused(void **state)
{
    (void)state;
    struct lm_log log = {.arena = vectors_arena};
    const struct lm_rating_rules *rules;
    int32_t june_2009 = lm_day_of((struct lm_date){.year = 2009, .month = 6, .day = 30});
    int32_t december_2011 = lm_day_of((struct lm_date){.year = 2011, .month = 12, .day = 31});
    assert_int_equal(lm_rating_rules_for(book(), june_2009, LM_STANDARD, &log, &rules), LM_INVALID);
    assert_non_null(strstr(log.all[0].what, "the first is rating-2009"));
    assert_int_equal(lm_rating_rules_for(book(), june_2009 + 1, LM_STANDARD, &log, &rules), LM_OK);
    assert_string_equal(rules->name, "rating-2009");
    assert_int_equal(lm_rating_rules_for(book(), december_2011, LM_RAPID, &log, &rules),
                     LM_INVALID);
    assert_int_equal(lm_rating_rules_for(book(), december_2011 + 1, LM_BLITZ, &log, &rules), LM_OK);
    assert_string_equal(rules->name, "rapid-blitz-2012");
}

/* Lists of 2009 to June 2012 appeared every second month, and closed a week before. */
static void lists_have_their_days(void **state)
{
    (void)state;
    const struct lm_rating_rules *old = lm_rating_rules_named(book(), "rating-2009");
    int32_t september = lm_day_of((struct lm_date){.year = 2009, .month = 9, .day = 1});
    int32_t november = lm_day_of((struct lm_date){.year = 2009, .month = 11, .day = 1});
    assert_int_equal(lm_list_of(old, september - 7, false, LM_NO_DAY), september);
    assert_int_equal(lm_list_of(old, september - 6, false, LM_NO_DAY), november);
    assert_int_equal(lm_list_of(old, september - 6, true, LM_NO_DAY), september);
    assert_int_equal(lm_list_of(old, september - 60, false, september), november);
}

int main(int argc, char **argv)
{
    if (argc != 5 || lm_arena_new(&vectors_arena, NULL, 0) != LM_OK)
        return 3;
    for (int i = 0; i < 4; i++) {
        FILE *stream = fopen(argv[i + 1], "r");
        char *bytes = stream == NULL ? NULL : slurp(stream);
        struct lm_log log = {.arena = vectors_arena};
        struct lm_json *root;
        if (bytes == NULL ||
            lm_json_parse(bytes, strlen(bytes), vectors_arena, &log, &root) != LM_OK)
            return 2;
        files[i] = root;
        free(bytes);
        fclose(stream);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games),
        cmocka_unit_test(events),
        cmocka_unit_test(k_of_lists),
        cmocka_unit_test(first_ratings),
        cmocka_unit_test(the_first_days_are_refused),
        cmocka_unit_test(lists_have_their_days),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    lm_arena_free(vectors_arena);
    return failed;
}
