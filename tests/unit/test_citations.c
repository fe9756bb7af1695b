/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Citations, row by row, compared with citations.txt, whose numbering was checked: a change of one
 * of these tables has to be looked up there too.  usage: test_citations CITATIONS
 */
#include <stdio.h>
#include <string.h>

#include "check.h"

#include "../rating/editions.h"
#include "limmat/pairing.h"
#include "limmat/rating_event.h"

static const char *path;

/* Systems whose rules no longer change, and the most common one. */
static void add_systems(struct lm_text *out)
{
    static const char *const names[] = {"dutch-2026", "dutch-2017", "dutch-2006", "dubov-1997"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct lm_system *system = lm_system_named(names[i], "");
        for (const struct lm_rule *rule = system->criteria; rule->code != NULL; rule++)
            lm_text_print(out, "%s %s: %s\n", names[i], rule->code, rule->article);
    }
}

static void add_fates(struct lm_text *out)
{
    static const char *const chapters[] = {"rating-2013", "rating-2024", "rapid-blitz"};
    for (int c = 0; c < LM_CHAPTER_OWN; c++) {
        for (int f = LM_GAME_UNPLAYED; f <= LM_GAME_TOO_FAR; f++)
            lm_text_print(out, "%s game, %s: %s\n", chapters[c],
                          lm_game_fate_text((enum lm_game_fate)f),
                          lm_game_fate_article((enum lm_chapter)c, (enum lm_game_fate)f));
        for (int f = LM_RESULT_NO_POINT; f <= LM_RESULT_NO_OPPONENT; f++)
            lm_text_print(out, "%s result, %s: %s\n", chapters[c],
                          lm_result_fate_text((enum lm_result_fate)f),
                          lm_result_fate_code((enum lm_chapter)c, (enum lm_result_fate)f));
        for (int m = LM_PLAYER_RATED; m <= LM_PLAYER_LENT; m++)
            lm_text_print(out, "%s player %d: %s\n", chapters[c], m,
                          lm_player_mode_article((enum lm_chapter)c, (enum lm_player_mode)m));
    }
}

/* The checks of a report, of each edition and kind of chess. */
static void add_checks(struct lm_text *out)
{
    static const struct lm_date days[] = {{2014, 6, 30}, {2024, 7, 1}, {2026, 7, 1}};
    for (size_t i = 0; i < sizeof days / sizeof *days; i++)
        for (int chess = 0; chess < LM_CHESS_KINDS; chess++) {
            struct lm_rating_findings found;
            static const struct lm_clock clocks[] = {{40, 5400, 30}, {0, 1800, 30}};
            struct lm_rating_event event = {.id = "E",
                                            .clock = clocks,
                                            .clocks = 2,
                                            .chess = (enum lm_chess)chess,
                                            .start = lm_day_of(days[i]),
                                            .end = lm_day_of(days[i])};
            const struct lm_rating_rules *rules =
                lm_rating_rules_on(book(), event.start, event.chess);
            assert_int_equal(lm_rating_check(rules, &event, out->arena, &found), LM_OK);
            for (size_t k = 0; k < found.count; k++)
                lm_text_print(out, "check %d %s %s: %s\n", days[i].year,
                              lm_chess_name((enum lm_chess)chess), found.all[k].rule,
                              found.all[k].article);
        }
}

static void every_table_cites_what_was_read(void **state)
{
    (void)state;
    struct lm_arena *arena;
    assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
    struct lm_text out = lm_text_in(arena);
    add_systems(&out);
    add_fates(&out);
    add_checks(&out);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    const char *at = lm_text_string(&out);
    for (char line[400]; fgets(line, sizeof line, file) != NULL; at += strlen(line))
        if (strncmp(at, line, strlen(line)) != 0)
            fail_msg("cited: %.*s\nread:  %s", (int)strcspn(at, "\n"), at, line);
    fclose(file);
    if (*at != '\0')
        fail_msg("not looked up: %.*s", (int)strcspn(at, "\n"), at);
    lm_arena_free(arena);
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_table_cites_what_was_read)};
    if (count != 2)
        return 3;
    path = arguments[1];
    return cmocka_run_group_tests_name("citations", tests, NULL, NULL);
}
