/* SPDX-License-Identifier: Apache-2.0 */
/* One person's part of a journal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "limmat/rating_story.h"

static const char journal[] = "limmat-journal 1\trating-2025\trapid\t2026-04-01\t2026-05-01\n"
                              "event\tgood\tswiss\trated\trating-2025\tOpen good\n"
                              "refused\tbad\t1.1\ttoo fast\n"
                              "result\tgood\t7\trated\t3\t1.0\t1820\t20\t-0.24\t-4.80\n"
                              "result\tgood\t77\trated\t3\t2.0\t1900\t20\t0.24\t4.80\n"
                              "result\tlate\t7\t7.2.5\t2\t1.0\t1820\t20\t0.00\t0.00\n"
                              "result\tlate\t8\tunrated\t3\t1.5\t1790\tkept in the pool\n"
                              "event\tlate\tswiss\trated\trating-2025\tLate Open\n"
                              "change\t7\t1820\t1815\t20\t20\t5\t-4.80\tplayed\n"
                              "change\t9\t1410\t0\t40\t0\t3\t-20.00\tdelisted\n"
                              "track\t7\t1815,20,20260501,40,5,24317,\n"
                              "end\t2";

static const char adopted[] = "limmat-adopted 1\tblitz\t2026-04-01\t2026-05-01\n"
                              "difference\t7\tfederation\tFRA\tSUI\ttransfer\n"
                              "difference\t17\trating\t1\t2\tgames";

static struct lm_arena *arena;

static int begin(void **state)
{
    (void)state;
    return lm_arena_new(&arena, NULL, 0) == LM_OK ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    lm_arena_free(arena);
    return 0;
}

static void every_result_of_his_and_no_other(void **state)
{
    struct lm_story s;
    (void)state;
    assert_int_equal(lm_story_read(journal, strlen(journal), 7, arena, &s), LM_OK);
    assert_int_equal(s.chess, LM_RAPID);
    assert_string_equal(s.rules, "rating-2025");
    assert_string_equal(s.from, "2026-04-01");
    assert_string_equal(s.to, "2026-05-01");
    assert_int_equal(s.result_count, 2);
    assert_string_equal(s.results[0].name, "Open good");
    assert_string_equal(s.results[0].score, "1.0");
    assert_string_equal(s.results[0].beyond, "-0.24");
    assert_string_equal(s.results[0].change, "-4.80");
    assert_string_equal(s.results[1].as, "7.2.5");
    assert_string_equal(s.results[1].name, "Late Open"); /* its line comes later */
    assert_true(s.changed);
    assert_string_equal(s.change.old_rating, "1820");
    assert_string_equal(s.change.new_rating, "1815");
    assert_string_equal(s.change.why, "played");
}

static void an_unrated_player_has_a_verdict(void **state)
{
    struct lm_story s;
    (void)state;
    assert_int_equal(lm_story_read(journal, strlen(journal), 8, arena, &s), LM_OK);
    assert_int_equal(s.result_count, 1);
    assert_true(s.results[0].unrated);
    assert_string_equal(s.results[0].ru, "1790");
    assert_string_equal(s.results[0].note, "kept in the pool");
    assert_string_equal(s.results[0].k, "");
    assert_false(s.changed);
}

static void the_article_is_of_its_edition_and_chess(void **state)
{
    static const struct lm_rating_rules of_2013 = {.numbered_as_2024 = false};
    static const struct lm_rating_rules of_2024 = {.numbered_as_2024 = true};
    struct lm_story s;
    (void)state;
    assert_int_equal(lm_story_read(journal, strlen(journal), 7, arena, &s), LM_OK);
    assert_string_equal(lm_story_article(&s, &of_2013), "8.57");
    assert_string_equal(lm_story_article(&s, &of_2024), "7.3.4");
    s.chess = LM_STANDARD;
    assert_string_equal(lm_story_article(&s, &of_2024), "8.3.4");
    assert_int_equal(lm_story_read(journal, strlen(journal), 9, arena, &s), LM_OK);
    assert_string_equal(lm_story_article(&s, &of_2024), "6.2.1");
    s.change.why = "published";
    assert_string_equal(lm_story_article(&s, &of_2013), "7.14, 8.3");
    s.change.why = "other";
    assert_string_equal(lm_story_article(&s, &of_2013), "8.56");
}

static void what_was_taken_over(void **state)
{
    struct lm_story s;
    (void)state;
    assert_int_equal(lm_story_read(adopted, strlen(adopted), 7, arena, &s), LM_OK);
    assert_int_equal(s.chess, LM_BLITZ);
    assert_string_equal(s.rules, "");
    assert_string_equal(s.to, "2026-05-01");
    assert_int_equal(s.difference_count, 1);
    assert_string_equal(s.differences[0].theirs, "SUI");
    assert_string_equal(s.differences[0].cause, "transfer");
}

static void what_is_no_journal_is_refused(void **state)
{
    static const char *const bad[] = {"", "\n", "limmat-journal 2\tx\n", "limmat-registry 3",
                                      "a\tb"};
    struct lm_story s;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(lm_story_read(bad[i], strlen(bad[i]), 7, arena, &s), LM_INVALID);
    /* a truncated file is read to its end, and not beyond */
    for (size_t length = 17; length < strlen(journal); length++)
        assert_int_equal(lm_story_read(journal, length, 7, arena, &s), LM_OK);
}

static void are_alike(const struct lm_story *a, const struct lm_story *b)
{
    assert_string_equal(a->rules, b->rules);
    assert_string_equal(a->to, b->to);
    assert_int_equal(a->result_count, b->result_count);
    assert_int_equal(a->difference_count, b->difference_count);
    assert_int_equal(a->changed, b->changed);
    for (size_t i = 0; i < a->result_count; i++) {
        assert_string_equal(a->results[i].event, b->results[i].event);
        assert_string_equal(a->results[i].name, b->results[i].name);
        assert_string_equal(a->results[i].score, b->results[i].score);
        assert_string_equal(a->results[i].change, b->results[i].change);
        assert_string_equal(a->results[i].note, b->results[i].note);
    }
    for (size_t i = 0; i < a->difference_count; i++)
        assert_string_equal(a->differences[i].theirs, b->differences[i].theirs);
    if (a->changed)
        assert_string_equal(a->change.new_rating, b->change.new_rating);
}

/* The index gives the same for every person, wherever the journal was cut off. */
static void the_index_finds_what_a_look_at_each_line_does(void **state)
{
    static const char *const journals[] = {journal, adopted};
    static const uint32_t ids[] = {7, 77, 8, 9, 17, 5};
    struct lm_arena *scratch;
    (void)state;
    assert_int_equal(lm_arena_new(&scratch, NULL, 0), LM_OK);
    for (size_t j = 0; j < 2; j++)
        for (size_t length = 44; length <= strlen(journals[j]); length++) {
            struct lm_story_index index;
            assert_int_equal(lm_story_index(journals[j], length, arena, scratch, &index), LM_OK);
            for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
                struct lm_story read, found;
                assert_int_equal(lm_story_read(journals[j], length, ids[i], arena, &read), LM_OK);
                assert_int_equal(lm_story_find(&index, journals[j], length, ids[i], arena, &found),
                                 LM_OK);
                are_alike(&read, &found);
            }
        }
    struct lm_story_index none;
    struct lm_story story;
    assert_int_equal(lm_story_index("a\tb", 3, arena, scratch, &none), LM_OK);
    assert_int_equal(lm_story_find(&none, "a\tb", 3, 7, arena, &story), LM_INVALID);
    lm_arena_free(scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_result_of_his_and_no_other),
        cmocka_unit_test(an_unrated_player_has_a_verdict),
        cmocka_unit_test(the_article_is_of_its_edition_and_chess),
        cmocka_unit_test(what_was_taken_over),
        cmocka_unit_test(the_index_finds_what_a_look_at_each_line_does),
        cmocka_unit_test(what_is_no_journal_is_refused),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
