/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "limmat/message.h"
#include "limmat/words.h"
#include "words/catalogue.h"

static int make_arena(void **state)
{
    struct lm_arena *arena;
    if (lm_arena_new(&arena, NULL, 0) != LM_OK)
        return -1;
    *state = arena;
    return 0;
}

static int drop_arena(void **state)
{
    lm_arena_free(*state);
    return 0;
}

/* Return the text of ${pattern} in the form of ${language}. */
static const char *said_by(void **state, const struct lm_language *language, const char *pattern,
                           const struct lm_value *values, size_t count)
{
    struct lm_text text = lm_text_in(*state);
    lm_say_pattern(&text, language, pattern, values, count);
    assert_int_equal(lm_text_status(&text), LM_OK);
    return lm_text_string(&text);
}

static const char *message(void **state, const char *pattern, struct lm_value value)
{
    return said_by(state, lm_english(), pattern, &value, 1);
}

static const struct lm_language french = {"fr", "français", ",", "\u202F", true, true};

static void a_value_stands_for_its_name(void **state)
{
    assert_string_equal(message(state, "to {x} and {x}", lm_value_text("x", "Zürich")),
                        "to Zürich and Zürich");
    assert_string_equal(message(state, "l'exempt # {x}", lm_value_number("x", -3)),
                        "l'exempt # \u22123");
    assert_string_equal(message(state, "{y} {x}", lm_value_text("x", "a")), "{y} a");
    assert_string_equal(message(state, "{x}", lm_value_text("x", "{x}")), "{x}");
}

static void branches_follow_the_number(void **state)
{
    const char *pattern = "{n, plural, =0 {nobody} one {# player} other {# players}} left";
    assert_string_equal(message(state, pattern, lm_value_number("n", 0)), "nobody left");
    assert_string_equal(message(state, pattern, lm_value_number("n", 1)), "1 player left");
    assert_string_equal(message(state, pattern, lm_value_number("n", 2)), "2 players left");
    assert_string_equal(message(state, "{n, plural, other {{n, plural, one {a} other {b}}}}",
                                lm_value_number("n", 1)),
                        "a");
}

static void verbs_follow_how_many_a_list_has(void **state)
{
    const char *pattern = "{p, list} {p, plural, one {goes} other {go}} down";
    const struct lm_value two[] = {lm_value_text(NULL, "7 Huber"), lm_value_text(NULL, "9 Meier")};
    assert_string_equal(message(state, pattern, lm_value_list("p", two, 1)), "7 Huber goes down");
    assert_string_equal(message(state, pattern, lm_value_list("p", two, 2)),
                        "7 Huber and 9 Meier go down");
}

static void points_are_plural_as_the_language_has_it(void **state)
{
    const char *pattern = "{p, plural, one {# point} other {# points}}";
    const struct {
        int32_t tenths;
        const char *english, *french;
    } rows[] = {{0, "0 points", "0 point"},       {3, "0.3 points", "0,3 point"},
                {5, "½ point", "½ point"},        {10, "1 point", "1 point"},
                {15, "1½ points", "1½ point"},    {20, "2 points", "2 points"},
                {34, "3.4 points", "3,4 points"}, {-15, "\u22121½ points", "\u22121½ points"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct lm_value value = lm_value_points("p", rows[i].tenths);
        assert_string_equal(said_by(state, lm_english(), pattern, &value, 1), rows[i].english);
        assert_string_equal(said_by(state, &french, pattern, &value, 1), rows[i].french);
    }
}

static void large_numbers_are_grouped_as_the_language_has_it(void **state)
{
    const struct lm_value small = lm_value_number("n", 9999), large = lm_value_number("n", 1234567);
    assert_string_equal(said_by(state, lm_english(), "{n}", &small, 1), "9999");
    assert_string_equal(said_by(state, lm_english(), "{n}", &large, 1), "1,234,567");
    assert_string_equal(said_by(state, &french, "{n}", &large, 1), "1\u202F234\u202F567");
}

static void branches_follow_the_word(void **state)
{
    const char *pattern = "{c, select, white {White} other {Black}}";
    assert_string_equal(message(state, pattern, lm_value_text("c", "white")), "White");
    assert_string_equal(message(state, pattern, lm_value_text("c", "black")), "Black");
    assert_string_equal(message(state, "{n, select, 1 {Jan} other {Feb}}", lm_value_number("n", 1)),
                        "Jan");
}

static void lists_name_four(void **state)
{
    struct lm_value names[7];
    const char *const letters[] = {"a", "b", "c", "d", "e", "f", "g"};
    for (size_t i = 0; i < 7; i++)
        names[i] = lm_value_text(NULL, letters[i]);
    const char *const wanted[] = {"",
                                  "a",
                                  "a and b",
                                  "a, b and c",
                                  "a, b, c and d",
                                  "a, b, c, d and e",
                                  "a, b, c, d and 2 others",
                                  "a, b, c, d and 3 others"};
    for (size_t count = 0; count <= 7; count++)
        assert_string_equal(message(state, "{x, list}", lm_value_list("x", names, count)),
                            wanted[count]);
}

static void dates_and_sentences_within_sentences(void **state)
{
    const struct lm_date day = {2026, 11, 22}, month = {2026, 3, 0}, year = {2026, 0, 0};
    assert_string_equal(message(state, "on {d}", lm_value_date("d", day)), "on 22 November 2026");
    assert_string_equal(message(state, "{d}", lm_value_date("d", month)), "March 2026");
    assert_string_equal(message(state, "{d}", lm_value_date("d", year)), "2026");
    const struct lm_value points = lm_value_points("points", 25);
    const struct lm_sentence sentence = {"points", &points, 1};
    assert_string_equal(message(state, "both have {p}", lm_value_sentence("p", &sentence)),
                        "both have 2½ points");
}

static void a_key_without_words_is_seen(void **state)
{
    struct lm_text text = lm_text_in(*state);
    lm_say(&text, lm_english(), &(struct lm_sentence){"no.such", NULL, 0});
    assert_string_equal(lm_text_string(&text), "no.such");
}

static void languages_are_found_by_tag_and_locale(void **state)
{
    (void)state;
    assert_ptr_equal(lm_language_named("en"), lm_english());
    assert_ptr_equal(lm_language_named("en-GB"), lm_english());
    assert_ptr_equal(lm_language_named("en_US.UTF-8"), lm_english());
    assert_null(lm_language_named("C"));
    assert_null(lm_language_named(""));
    assert_null(lm_language_named("eng"));
}

static void find_what_is_there(const struct lm_catalogue *c)
{
    assert_string_equal(lm_catalogue_find(c, "en", "a"), "A");
    assert_string_equal(lm_catalogue_find(c, "en", "b"), "B");
    assert_string_equal(lm_catalogue_find(c, "de", "a"), "X");
    assert_string_equal(lm_catalogue_find(c, "de", "c"), "Z");
    assert_null(lm_catalogue_find(c, "de", "b"));
    assert_null(lm_catalogue_find(c, "fr", "a"));
    assert_null(lm_catalogue_find(c, "en", "d"));
    assert_null(lm_catalogue_find(c, "en", ""));
}

static void a_catalogue_gives_each_language_its_own_and_no_other(void **state)
{
    (void)state;
    static const uint32_t key_at[] = {0, 2, 4}, english_at[] = {1, 3, 5}, german_at[] = {1, 0, 3};
    static const struct lm_catalogue_language languages[] = {{"en", "\0A\0B\0C", english_at},
                                                             {"de", "\0X\0Z", german_at}};
    static const char *const keys[] = {"a", "b", "c"};
    uint16_t slots[4] = {0}; /* one of them free, so that some hashes collide */
    for (uint16_t i = 0; i < 3; i++) {
        uint32_t at = lm_catalogue_hash(keys[i]) & 3;
        while (slots[at] != 0)
            at = (at + 1) & 3;
        slots[at] = (uint16_t)(i + 1);
    }
    const struct lm_catalogue c = {"a\0b\0c", key_at, slots, 3, languages, 2, NULL};
    find_what_is_there(&c);
}

static void a_lean_catalogue_makes_its_tables_itself(void **state)
{
    (void)state;
    uint32_t key_at[3], english_at[3] = {0}, german_at[3] = {0},
                        *words_at[] = {english_at, german_at};
    uint16_t slots[4] = {0};
    struct lm_catalogue_language languages[] = {{"en", "\0A\0B\0C", english_at},
                                                {"de", NULL, german_at}};
    struct lm_catalogue_tables tables = {key_at, slots, languages, words_at, "1f", 3, false};
    const struct lm_catalogue c = {"a\0b\0c", key_at, slots, 3, languages, 2, &tables};
    assert_null(lm_catalogue_find(&c, "de", "a"));
    assert_true(tables.made);
    static const char *const wrong[] = {"", "de 1f\nX\n\nZ", "de 1f\nX\nZ\n", "de 2f\nX\n\nZ\n",
                                        "fr 1f\nX\n\nZ\n"};
    char words[32];
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        memcpy(words, wrong[i], strlen(wrong[i]) + 1);
        assert_false(lm_catalogue_add(&c, words, strlen(wrong[i])));
        assert_null(lm_catalogue_find(&c, "de", "a"));
    }
    static const char right[] = "de 1f\nX\n\nZ\n";
    memcpy(words, right, sizeof right);
    assert_true(lm_catalogue_add(&c, words, sizeof right - 1));
    find_what_is_there(&c);
}

static void what_printf_made_is_told_with_its_parts(void **state)
{
    struct lm_arena *arena = *state;
    const struct lm_message *inner = lm_message_print(arena, "%02d %s", 7, "inner");
    const struct lm_message *message =
        lm_message_print(arena, "%u of %zu, %lld, %.*s, %.2s, %c 100%%: %s", 3u, (size_t)4,
                         -5000000000LL, 2, "abc", "xyz", '!', inner->text);
    assert_string_equal(message->text, "3 of 4, -5000000000, ab, xy, ! 100%: 07 inner");
    const char *const parts[] = {"3", "4", "-5000000000", "ab", "xy", "!", "07 inner"};
    assert_int_equal(message->count, 7);
    for (size_t i = 0; i < message->count; i++) {
        assert_string_equal(message->parts[i].text, parts[i]);
        assert_int_equal(message->parts[i].conversion, i < 3 ? 'd' : 's');
    }
    const struct lm_message *whole =
        lm_message_keep(lm_message_within(message, inner, arena), arena);
    assert_ptr_not_equal(whole->parts, message->parts);
    assert_null(whole->parts[5].message);
    assert_string_equal(whole->parts[6].message->format, "%02d %s");
    assert_string_equal(whole->parts[6].message->parts[0].text, "07");
}

static void what_no_walk_knows_is_told_whole(void **state)
{
    struct lm_arena *arena = *state;
    const struct lm_message *message = lm_message_print(arena, "%x and %s", 255u, "more");
    assert_string_equal(message->text, "ff and more");
    assert_string_equal(message->format, message->text);
    assert_int_equal(message->count, 0);
    assert_null(lm_message_keep(NULL, arena));
    assert_ptr_equal(lm_message_within(message, NULL, arena), message);
}

static void a_log_keeps_what_was_told(void **state)
{
    struct lm_arena *arena = *state;
    struct lm_log log = {.arena = arena};
    struct lm_mark mark = lm_arena_mark(arena);
    assert_int_equal(lm_log_add(&log, LM_ERROR, (struct lm_place){0}, "mend it", "no %s here", "x"),
                     LM_INVALID);
    lm_arena_reset(arena, mark);
    assert_non_null(memset(lm_arena_alloc(arena, 1000, 1), 'z', 1000));
    assert_string_equal(log.all[0].what, "no x here");
    assert_string_equal(log.all[0].message->format, "no %s here");
    assert_string_equal(log.all[0].message->parts[0].text, "x");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_value_stands_for_its_name),
        cmocka_unit_test(branches_follow_the_number),
        cmocka_unit_test(verbs_follow_how_many_a_list_has),
        cmocka_unit_test(points_are_plural_as_the_language_has_it),
        cmocka_unit_test(large_numbers_are_grouped_as_the_language_has_it),
        cmocka_unit_test(branches_follow_the_word),
        cmocka_unit_test(lists_name_four),
        cmocka_unit_test(dates_and_sentences_within_sentences),
        cmocka_unit_test(a_key_without_words_is_seen),
        cmocka_unit_test(languages_are_found_by_tag_and_locale),
        cmocka_unit_test(what_printf_made_is_told_with_its_parts),
        cmocka_unit_test(what_no_walk_knows_is_told_whole),
        cmocka_unit_test(a_log_keeps_what_was_told),
        cmocka_unit_test(a_catalogue_gives_each_language_its_own_and_no_other),
        cmocka_unit_test(a_lean_catalogue_makes_its_tables_itself),
    };
    return cmocka_run_group_tests_name("words", tests, make_arena, drop_arena);
}
