/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "limmat/flat.h"

static const char three_players[] =
    "012 Club\nXXR 3\n"
    "001    1      Ada                               2000                             0.0    1\n"
    "001    2      Bea                               1900                             0.0    2\n"
    "001    3      Cle                               1800                             0.0    3\n";

static uint32_t ask(struct limmat_session *s, uint32_t (*question)(struct limmat_session *),
                    const char *argument)
{
    snprintf(limmat_argument(s), limmat_argument_size(), "%s", argument);
    return question(s);
}

static struct limmat_session *session_of(const char *file)
{
    struct limmat_session *s = limmat_open(strlen(file));
    assert_non_null(s);
    memcpy(limmat_bytes(s), file, strlen(file));
    return s;
}

static struct limmat_session *opened(const char *file)
{
    struct limmat_session *s = session_of(file);
    assert_int_equal(limmat_read(s, 0), 0);
    return s;
}

static uint32_t result(struct limmat_session *s, uint32_t round, uint32_t tpn, const char *text)
{
    snprintf(limmat_argument(s), limmat_argument_size(), "%s", text);
    return limmat_result(s, round, tpn, 1);
}

static bool says(struct limmat_session *s, const char *text)
{
    assert_int_equal(strlen(limmat_answer(s)), limmat_answer_length(s));
    return strstr(limmat_answer(s), text) != NULL;
}

static void rounds_are_paired_entered_and_written(void **state)
{
    (void)state;
    struct limmat_session *s = opened(three_players);
    assert_int_equal(ask(s, limmat_enter, "dutch-2026"), 0);
    assert_true(says(s, "\"bye\": 3"));
    assert_int_equal(ask(s, limmat_enter, "dutch-2026"), 3);
    assert_int_equal(result(s, 1, 2, "1/2-1/2"), 0);
    assert_true(says(s, "\"missing\": 0"));
    assert_int_equal(result(s, 1, 2, "0-1"), 0);
    assert_true(says(s, "\"result\": \"0-1\""));
    assert_int_equal(ask(s, limmat_enter, "dutch-2026"), 0);
    assert_int_equal(ask(s, limmat_write, "trf26"), 0);
    /* Declared points are updated. */
    assert_true(says(s, "1.0    2  0000 - U     2 b"));
    limmat_close(s);
}

static void a_round_is_told_as_it_stands_with_what_may_follow(void **state)
{
    (void)state;
    struct limmat_session *s = opened(three_players);
    assert_int_equal(limmat_round(s, 0), 0);
    assert_true(says(s, "\"rounds_paired\": 0"));
    assert_int_equal(ask(s, limmat_enter, "dutch-2026"), 0);
    snprintf(limmat_argument(s), limmat_argument_size(), "dutch-2026");
    assert_int_equal(limmat_round(s, 0), 0);
    assert_true(says(s, "\"results\": [\"none\"]"));
    assert_true(says(s, "{\"player\": 3, \"why\": \"bye\"}"));
    assert_true(says(s, "\"missing\": 1"));
    assert_int_equal(limmat_round(s, 2), 3);
    /* 1 and 2 have met, and one of them has the bye in every outcome: by rank it is 2, except after
     * 0-1. */
    assert_int_equal(ask(s, limmat_preview, "dutch-2026"), 0);
    assert_true(says(s, "\"outcomes\": 3"));
    assert_true(says(s, "{\"opponent\": 0, \"outcomes\": 2}"));
    snprintf(limmat_argument(s), limmat_argument_size(), "dutch-2026");
    assert_int_equal(limmat_forecast(s, 200, 1), 0);
    assert_true(says(s, "\"open\": 1"));
    assert_true(says(s, "\"runs\": 200"));
    assert_int_equal(limmat_forecast(s, 0, 1), 3);
    assert_int_equal(result(s, 1, 1, "1-0"), 0);
    assert_int_equal(ask(s, limmat_preview, "dutch-2026"), 0);
    assert_true(says(s, "\"outcomes\": 1"));
    limmat_close(s);
}

static void what_a_tournament_changes_in_ratings_is_told(void **state)
{
    (void)state;
    static const char dated[] =
        "012 Club\nXXR 3\n042 2026/03/01\n"
        "001    1      Ada                               2000                             1.0    1"
        "     2 w 1\n"
        "001    2      Bea                               2000                             0.0    2"
        "     1 b 0\n";
    struct limmat_session *s = opened(dated);
    assert_int_equal(limmat_ratings(s), 0);
    /* Equal ratings: half a point more than expected, times K 20. */
    assert_true(says(s, "{\"tpn\": 1, \"rating\": 2000, \"k\": 20, \"games\": 1, \"change\": "
                        "1000}"));
    limmat_close(s);
}

static void what_makes_no_sense_changes_nothing(void **state)
{
    (void)state;
    struct limmat_session *s = opened(three_players);
    assert_int_equal(ask(s, limmat_enter, "dutch-2026"), 0);
    assert_int_equal(result(s, 1, 3, "1-0"), 3); /* the opponent has the bye */
    assert_int_equal(result(s, 1, 4, "1-0"), 3);
    assert_int_equal(result(s, 0, 1, "1-0"), 3);
    assert_int_equal(result(s, 2, 1, "1-0"), 3);
    assert_int_equal(result(s, 1, 1, "9-9"), 3);
    assert_int_equal(limmat_result(s, 1, 1, 2), 3);
    assert_int_equal(limmat_messages(s), 0);
    assert_true(says(s, "games in a match"));
    assert_int_equal(ask(s, limmat_enter, ""), 3);
    assert_int_equal(ask(s, limmat_language, "tlh"), 3);
    assert_int_equal(ask(s, limmat_write, "pdf"), 3);
    limmat_close(s);
}

/* An unreadable tournament leaves the one before; a readable one replaces it. */
static void a_file_is_read_again(void **state)
{
    (void)state;
    struct limmat_session *s = opened(three_players);
    char *bytes = limmat_bytes(s);
    memcpy(bytes + strlen("012 Club\nXXR 3\n"), "001 ?", 5);
    assert_int_equal(limmat_read(s, 0), 3);
    assert_int_equal(ask(s, limmat_write, "json"), 0);
    assert_true(says(s, "Ada"));
    memcpy(bytes, three_players, strlen(three_players));
    memcpy(strstr(bytes, "Ada"), "Eva", 3);
    assert_int_equal(ask(s, limmat_write, "json"), 0);
    assert_true(says(s, "Ada"));
    assert_int_equal(limmat_read(s, 0), 0);
    assert_int_equal(ask(s, limmat_write, "json"), 0);
    assert_true(says(s, "Eva") && !says(s, "Ada"));
    limmat_close(s);
}

static void nothing_is_asked_of_what_was_not_read(void **state)
{
    (void)state;
    struct limmat_session *s = session_of("garbage");
    assert_int_equal(limmat_read(s, 0), 3);
    assert_int_equal(limmat_pair(s, 0), 3);
    assert_int_equal(limmat_explain(s, 0, 1, 2), 3);
    assert_int_equal(limmat_check(s, 0), 3);
    assert_int_equal(limmat_standings(s, 0), 3);
    assert_int_equal(limmat_enter(s), 3);
    assert_int_equal(limmat_result(s, 1, 1, 1), 3);
    assert_int_equal(limmat_write(s), 3);
    assert_int_equal(limmat_systems(s), 0);
    assert_true(says(s, "dutch-2026"));
    limmat_close(s);
    limmat_close(NULL);
    assert_int_equal(limmat_interface(), 4);
    assert_non_null(limmat_version());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounds_are_paired_entered_and_written),
        cmocka_unit_test(a_round_is_told_as_it_stands_with_what_may_follow),
        cmocka_unit_test(what_a_tournament_changes_in_ratings_is_told),
        cmocka_unit_test(what_makes_no_sense_changes_nothing),
        cmocka_unit_test(a_file_is_read_again),
        cmocka_unit_test(nothing_is_asked_of_what_was_not_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
