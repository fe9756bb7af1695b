/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The rating engine compared with the vectors of 2013 and with the text of the regulations itself.
 * Arguments: vectors.jsonl.xz regulations.txt
 */
#include "editions.h"
#include "vectors.h"

#include <stdlib.h>
#include <string.h>

static char *regulations;
static const struct lm_rating_rules *rules;

/* --- the text of the regulations */

/* The next cell of the table at ${*cursor}: ".83" -> 83, "1.0" -> 100, "273" -> 273. */
static const char *next_line(const char **cursor)
{
    static char line[256];
    size_t length = strcspn(*cursor, "\n");
    assert_true(length < sizeof line);
    memcpy(line, *cursor, length);
    line[length] = '\0';
    while (length > 0 && line[length - 1] == ' ')
        line[--length] = '\0';
    *cursor += strcspn(*cursor, "\n") + 1;
    return line;
}

static int percent_of(const char *text)
{
    if (strcmp(text, "1.0") == 0)
        return 100;
    assert_int_equal(text[0], '.');
    return atoi(text + 1);
}

static void table_8_1a_is_as_printed(void **state)
{
    (void)state;
    const char *cursor = strstr(regulations, "1.0 \n800");
    assert_non_null(cursor);
    for (int cell = 0; cell < 101; cell++) {
        int percent = percent_of(next_line(&cursor));
        int offset = atoi(next_line(&cursor));
        /* the text lost the minus signs of p below .50 (R2) */
        assert_int_equal(lm_rating_offset(percent), percent < 50 ? -offset : offset);
    }
    assert_string_equal(next_line(&cursor), ""); /* the table ends here */
}

/* The text lost the dash of "3-10": the digits of both ends remain (R1). */
static void table_8_1b_is_as_printed(void **state)
{
    (void)state;
    const char *cursor = strstr(regulations, "03 \n.50");
    bool seen[51] = {false};
    assert_non_null(cursor);
    for (int cell = 0; cell < 51; cell++) {
        char range[32];
        snprintf(range, sizeof range, "%s", next_line(&cursor));
        int high = percent_of(next_line(&cursor));
        int low = percent_of(next_line(&cursor));
        int32_t from;
        int32_t to;
        int32_t percent;
        assert_true(lm_rating_band((size_t)(high - 50), &from, &to, &percent));
        assert_int_equal(percent, high);
        assert_int_equal(100 - high, low);
        char ours[32];
        if (to == INT32_MAX)
            snprintf(ours, sizeof ours, "> %d", from - 1);
        else
            snprintf(ours, sizeof ours, "%d%d", from, to);
        assert_string_equal(range, ours);
        int32_t last = to == INT32_MAX ? from + 1000 : to;
        for (int32_t d = from; d <= last; d++) {
            assert_int_equal(lm_rating_expected(d), high);
            assert_int_equal(lm_rating_expected(-d), d == 0 ? 50 : low);
        }
        assert_false(seen[high - 50]);
        seen[high - 50] = true;
    }
    assert_string_equal(next_line(&cursor), "");
}

/* --- elementary files */

static void tables(void **state)
{
    (void)state;
    const struct lm_json *data = file_named("tables");
    size_t states = 0;
    int32_t percent = 0;
    for (const struct lm_json *n = lm_json_get(data, "dp")->first; n != NULL; n = n->next, states++)
        assert_int_equal(lm_rating_offset(percent++), integer(n));
    size_t row = 0;
    for (const struct lm_json *n = lm_json_get(data, "pd_ranges")->first; n != NULL;
         n = n->next, states++) {
        int32_t from, to, high;
        assert_true(lm_rating_band(row++, &from, &to, &high));
        assert_int_equal(from, integer_at(n, 0));
        assert_true(is_null(item(n, 1)) ? to == INT32_MAX : to == integer_at(n, 1));
        assert_int_equal(high, integer_at(n, 2));
    }
    int32_t d = 0;
    for (const struct lm_json *n = lm_json_get(data, "pd_high")->first; n != NULL;
         n = n->next, states++)
        assert_int_equal(lm_rating_expected(d++), integer(n));
    d = 0;
    for (const struct lm_json *n = lm_json_get(data, "pd_low")->first; n != NULL;
         n = n->next, states++)
        assert_int_equal(lm_rating_expected(-d++), integer(n));
    print_message("# tables: %zu states\n", states);
}

static void games(void **state)
{
    (void)state;
    size_t states = 0;
    for (const struct lm_json *row = lm_json_get(file_named("games"), "rows")->first; row != NULL;
         row = row->next, states++) {
        struct lm_rating_game game =
            lm_rating_game(rules, LM_STANDARD, (int32_t)integer_at(row, 0),
                           (int32_t)integer_at(row, 1), (int32_t)digits(item(row, 2)));
        assert_int_equal(game.difference, integer_at(row, 4));
        assert_int_equal(game.used, integer_at(row, 5));
        assert_int_equal(game.expected, digits(item(row, 6)));
        assert_int_equal(game.delta, digits(item(row, 7)));
        assert_int_equal(game.delta * integer_at(row, 3), digits(item(row, 8)));
    }
    print_message("# games: %zu states\n", states);
}

static void rounding(void **state)
{
    (void)state;
    struct lm_rating_rules away = *rules; /* the last column: the reading of 2024 */
    away.round_change_away = true;
    size_t states = 0;
    for (const struct lm_json *row = lm_json_get(file_named("rounding"), "rows")->first;
         row != NULL; row = row->next, states++) {
        int32_t old = (int32_t)integer_at(row, 0);
        int64_t change = integer_at(row, 1) * digits(item(row, 2));
        assert_int_equal(change, digits(item(row, 3)));
        assert_int_equal(lm_rating_new(rules, old, change), integer_at(row, 4));
        assert_int_equal(lm_rating_new(&away, old, change), integer_at(row, 5));
    }
    print_message("# rounding: %zu states\n", states);
}

static void offsets(void **state)
{
    (void)state;
    size_t states = 0;
    for (const struct lm_json *row = lm_json_get(file_named("offsets"), "rows")->first; row != NULL;
         row = row->next, states++) {
        struct lm_rating_result result = {.games = (int32_t)integer_at(row, 0),
                                          .tenths = (int32_t)digits(item(row, 1)),
                                          .average = {2000, 1}};
        struct lm_rating_initial initial;
        assert_int_equal(lm_rating_initial(rules, &result, 1, &initial), LM_OK);
        assert_int_equal(initial.percent, integer_at(row, 2));
        assert_int_equal(lm_rating_offset(initial.percent), integer_at(row, 3));
        assert_fraction(initial.offset, item(row, 4));
        result.opponents = result.games;
        assert_int_equal(lm_rating_initial(rules, &result, 1, &initial), LM_OK);
        assert_fraction(initial.offset, item(row, 5));
    }
    print_message("# offsets: %zu states\n", states);
}

static void k_factor(void **state)
{
    (void)state;
    const struct lm_json *data = file_named("k_factor");
    size_t states = 0;
    for (const struct lm_json *row = lm_json_get(data, "table")->first; row != NULL;
         row = row->next, states++) {
        bool top = item(row, 1)->type == LM_JSON_TRUE;
        struct lm_rating_standing standing = {.games = (int32_t)integer_at(row, 0),
                                              .reached_top = top};
        assert_int_equal(lm_rating_k(rules, standing), integer_at(row, 2));
    }
    for (const struct lm_json *s = lm_json_get(data, "sequences")->first; s != NULL; s = s->next) {
        bool top = false;
        for (const struct lm_json *step = lm_json_get(s, "steps")->first; step != NULL;
             step = step->next, states++) {
            int32_t rating = (int32_t)integer_at(step, 0);
            top = top || rating >= rules->top;
            struct lm_rating_standing standing = {
                .rating = rating, .games = (int32_t)integer_at(step, 2), .reached_top = top};
            assert_int_equal(lm_rating_k(rules, standing), integer_at(step, 3));
        }
    }
    print_message("# k_factor: %zu states\n", states);
}

static void initial(void **state)
{
    (void)state;
    size_t states = 0;
    for (const struct lm_json *c = lm_json_get(file_named("initial"), "cases")->first; c != NULL;
         c = c->next, states++) {
        struct lm_rating_result results[64];
        size_t count = 0;
        for (const struct lm_json *e = lm_json_get(c, "events")->first; e != NULL; e = e->next)
            results[count++] = (struct lm_rating_result){
                .games = (int32_t)integer_at(e, 0),
                .tenths = (int32_t)digits(item(e, 1)),
                .average = fraction(item(e, 2)),
                .opponents = is_null(item(e, 4)) ? 0 : (int32_t)integer_at(e, 4)};
        const struct lm_json *expect = lm_json_get(c, "expect");
        struct lm_rating_initial got;
        assert_int_equal(lm_rating_initial(rules, results, count, &got), LM_OK);
        assert_int_equal(got.games, integer(lm_json_get(expect, "games")));
        assert_int_equal(got.tenths, digits(lm_json_get(expect, "score")));
        assert_fraction(got.average, lm_json_get(expect, "average"));
        assert_fraction(got.exact, lm_json_get(expect, "exact"));
        assert_int_equal(got.rating, integer(lm_json_get(expect, "rating")));
        assert_int_equal(got.games >= rules->list_games && got.rating >= rules->floor,
                         truth(expect, "published"));
    }
    print_message("# initial: %zu states\n", states);
}

static void dates(void **state)
{
    (void)state;
    const struct lm_json *data = file_named("dates");
    size_t states = 0;
    for (const struct lm_json *row = lm_json_get(data, "closing")->first; row != NULL;
         row = row->next, states++)
        assert_int_equal(lm_list_closing(rules, day(item(row, 0))), day(item(row, 1)));
    for (const struct lm_json *row = lm_json_get(data, "first_list")->first; row != NULL;
         row = row->next, states++)
        assert_int_equal(lm_list_of(rules, day(item(row, 0)), item(row, 1)->type == LM_JSON_TRUE,
                                    day(item(row, 2))),
                         day(item(row, 3)));
    print_message("# dates: %zu states\n", states);
}

/* --- events */

static void check_lines(const struct read_event *r, const struct lm_player_report *report,
                        const struct lm_json *list)
{
    size_t line = 0;
    for (const struct lm_json *g = list == NULL ? NULL : list->first; g != NULL; g = g->next) {
        while (report->lines[line].fate != LM_GAME_RATED)
            line++;
        const struct lm_game_line *l = &report->lines[line++];
        assert_string_equal(r->players[l->opponent].name, lm_json_string(item(g, 0)));
        assert_int_equal(l->game.opponent, integer_at(g, 1));
        assert_int_equal(l->game.used, integer_at(g, 2));
        assert_int_equal(l->game.expected, digits(item(g, 3)));
        assert_int_equal(l->game.delta, digits(item(g, 4)));
    }
}

static void check_rated(const struct read_event *r, const struct lm_player_report *report,
                        const struct lm_json *expect)
{
    const char *mode = lm_json_string(lm_json_get(expect, "mode"));
    assert_int_equal(report->mode,
                     strcmp(mode, "8.4") == 0 ? LM_PLAYER_SINCE_PUBLISHED : LM_PLAYER_RATED);
    assert_int_equal(report->own, integer(lm_json_get(expect, "ro")));
    assert_int_equal(report->k, integer(lm_json_get(expect, "k")));
    assert_int_equal(report->games, integer(lm_json_get(expect, "n")));
    assert_int_equal(report->tenths, digits(lm_json_get(expect, "score")));
    assert_int_equal(report->expected, digits(lm_json_get(expect, "we")));
    assert_int_equal(report->delta, digits(lm_json_get(expect, "delta")));
    assert_int_equal(report->change, digits(lm_json_get(expect, "change")));
    check_lines(r, report, lm_json_get(expect, "games"));
}

static void check_unrated(const struct lm_player_report *report, const struct lm_json *expect)
{
    assert_int_equal(report->mode, LM_PLAYER_UNRATED);
    assert_int_equal(report->fate == LM_RESULT_COUNTS, truth(expect, "counted"));
    const struct lm_json *reason = lm_json_get(expect, "reason");
    assert_string_equal(lm_result_fate_code(LM_CHAPTER_2013, report->fate),
                        is_null(reason) ? "counted" : lm_json_string(reason));
    const struct lm_json *ru = lm_json_get(expect, "ru");
    assert_int_equal(report->has_ru, !is_null(ru));
    if (!is_null(ru))
        assert_int_equal(report->ru.rating, integer(ru));
    if (lm_json_get(expect, "n") != NULL) {
        assert_int_equal(report->games, integer(lm_json_get(expect, "n")));
        assert_int_equal(report->tenths, digits(lm_json_get(expect, "score")));
    }
    if (lm_json_get(expect, "rc") != NULL)
        assert_fraction(report->result.average, lm_json_get(expect, "rc"));
    if (lm_json_get(expect, "opp") != NULL)
        assert_int_equal(report->result.opponents, integer(lm_json_get(expect, "opp")));
}

static void check_round_robin(const struct read_event *r, const struct lm_assessment *a,
                              const struct lm_json *rr)
{
    if (is_null(rr) || is_null(lm_json_get(rr, "ra")))
        return;
    assert_fraction(a->round_robin.rated, lm_json_get(rr, "rar"));
    assert_fraction(a->round_robin.dpa, lm_json_get(rr, "dpa"));
    assert_fraction(a->round_robin.average, lm_json_get(rr, "ra"));
    assert_int_equal(a->round_robin.opponents, integer(lm_json_get(rr, "n")));
    for (const struct lm_json *ru = lm_json_get(rr, "ru")->first; ru != NULL; ru = ru->next)
        assert_int_equal(a->players[player_with(r, ru->key)].ru.rating, integer(ru));
}

static void check_events(const char *file)
{
    size_t states = 0;
    for (const struct lm_json *c = lm_json_get(file_named(file), "cases")->first; c != NULL;
         c = c->next) {
        struct lm_mark mark = lm_arena_mark(vectors_arena);
        struct read_event r;
        struct lm_assessment a;
        read_event(&r, lm_json_get(c, "tournament"), lm_json_get(c, "people"));
        assert_int_equal(lm_rating_assess(rules, &r.event, vectors_arena, &a), LM_OK);
        const struct lm_json *expect = lm_json_get(c, "expect");
        assert_string_equal(lm_rated_as_name(a.as), lm_json_string(lm_json_get(expect, "as")));
        for (const struct lm_json *p = lm_json_get(expect, "players")->first; p != NULL;
             p = p->next, states++) {
            const struct lm_player_report *report = &a.players[player_with(&r, p->key)];
            if (strcmp(lm_json_string(lm_json_get(p, "mode")), "unrated") == 0)
                check_unrated(report, p);
            else
                check_rated(&r, report, p);
        }
        if (lm_json_get(expect, "games_before_decision") != NULL)
            assert_int_equal(a.counted_games,
                             integer(lm_json_get(expect, "games_before_decision")));
        check_round_robin(&r, &a, lm_json_get(expect, "rr"));
        lm_arena_reset(vectors_arena, mark);
    }
    print_message("# %s: %zu states\n", file, states);
}

static void swiss(void **state)
{
    (void)state;
    check_events("swiss");
}

static void round_robin(void **state)
{
    (void)state;
    check_events("round_robin");
}

static void match(void **state)
{
    (void)state;
    check_events("match");
}

static void pooled(void **state)
{
    (void)state;
    check_events("pooled");
}

static void time_control(void **state)
{
    (void)state;
    const struct lm_json *data = file_named("time_control");
    size_t states = 0;
    for (const struct lm_json *c = lm_json_get(data, "rate")->first; c != NULL;
         c = c->next, states++) {
        struct read_event r = {.event = {.final = true}};
        read_clock(&r, lm_json_get(c, "tc"));
        int32_t seconds = lm_clock_seconds(r.clock, r.event.clocks);
        int32_t required = lm_rating_minutes(rules, rating_of(c, "top"));
        assert_int_equal(seconds, seconds_of(lm_json_get(c, "minutes")));
        assert_int_equal(required, integer(lm_json_get(c, "required")));
        assert_int_equal(seconds >= 60 * required, truth(c, "rate_ok"));
        assert_int_equal(r.clock[0].moves == 0 || r.clock[0].moves == 40,
                         truth(c, "first_control_ok"));
    }
    for (const struct lm_json *c = lm_json_get(data, "days")->first; c != NULL;
         c = c->next, states++) {
        struct read_event r = {.event = {.final = true}};
        read_clock(&r, lm_json_get(c, "tc"));
        int64_t minutes =
            integer(lm_json_get(c, "rounds")) * 2 * lm_clock_seconds(r.clock, r.event.clocks) / 60;
        assert_int_equal(minutes, integer(lm_json_get(c, "minutes_in_day")));
        assert_int_equal(minutes <= 720, truth(c, "ok"));
    }
    print_message("# time_control: %zu states\n", states);
}

/* The codes that the vectors call violations: failed articles, and the norms of 0.2. */
static void check_violations(const struct lm_rating_findings *findings, const struct lm_json *list)
{
    const struct lm_json *want = list->first;
    for (size_t i = 0; i < findings->count; i++) {
        const struct lm_rating_finding *f = &findings->all[i];
        if (f->verdict != LM_FAILED && !(f->verdict == LM_WARNING && f->article[3] == 'n'))
            continue;
        assert_non_null(want);
        assert_string_equal(f->article, lm_json_string(want));
        assert_non_null(f->remedy);
        want = want->next;
    }
    assert_null(want);
}

static void validity(void **state)
{
    (void)state;
    size_t states = 0;
    for (const struct lm_json *c = lm_json_get(file_named("validity"), "cases")->first; c != NULL;
         c = c->next, states++) {
        struct lm_mark mark = lm_arena_mark(vectors_arena);
        struct read_event r;
        struct lm_assessment a;
        struct lm_rating_findings findings;
        read_event(&r, lm_json_get(c, "tournament"), lm_json_get(c, "ratings"));
        assert_int_equal(lm_rating_check(rules, &r.event, vectors_arena, &findings), LM_OK);
        assert_int_equal(lm_rating_assess(rules, &r.event, vectors_arena, &a), LM_OK);
        const struct lm_json *expect = lm_json_get(c, "expect");
        assert_int_equal(findings.ratable, truth(expect, "rated"));
        check_violations(&findings, lm_json_get(expect, "violations"));
        assert_string_equal(lm_rated_as_name(a.as), lm_json_string(lm_json_get(expect, "as")));
        assert_int_equal(a.counted_games, integer(lm_json_get(expect, "games")));
        for (const struct lm_json *u = lm_json_get(c, "unrated")->first; u != NULL; u = u->next)
            check_unrated(&a.players[player_with(&r, u->key)], u);
        lm_arena_reset(vectors_arena, mark);
    }
    print_message("# validity: %zu states\n", states);
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 3;
    read_vectors(argv[1]);
    FILE *stream = fopen(argv[2], "r");
    regulations = stream == NULL ? NULL : slurp(stream);
    rules = lm_rating_rules_named(book(), "rating-2013");
    if (regulations == NULL || rules == NULL)
        return 2;
    fclose(stream);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_8_1a_is_as_printed),
        cmocka_unit_test(table_8_1b_is_as_printed),
        cmocka_unit_test(tables),
        cmocka_unit_test(games),
        cmocka_unit_test(rounding),
        cmocka_unit_test(offsets),
        cmocka_unit_test(k_factor),
        cmocka_unit_test(initial),
        cmocka_unit_test(dates),
        cmocka_unit_test(swiss),
        cmocka_unit_test(round_robin),
        cmocka_unit_test(match),
        cmocka_unit_test(pooled),
        cmocka_unit_test(time_control),
        cmocka_unit_test(validity),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    lm_arena_free(vectors_arena);
    free(regulations);
    return failed;
}
