/* SPDX-License-Identifier: Apache-2.0 */
/* Time controls and days as reports give them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "limmat/rating_event.h"

/* Write "40:5400+30 0:1800+30": moves, seconds and increment of each period. */
static void say(const struct lm_clock *clock, size_t count, char *out, size_t size)
{
    size_t at = 0;
    *out = '\0';
    for (size_t i = 0; i < count; i++)
        at += (size_t)snprintf(out + at, size - at, "%s%d:%d+%d", i == 0 ? "" : " ",
                               (int)clock[i].moves, (int)clock[i].seconds, (int)clock[i].increment);
}

static void time_controls_in_words(void **state)
{
    static const char *const rows[][2] = {
        {"90 min + 30 sec/move", "0:5400+30"},
        {"90'+30\"", "0:5400+30"},
        {"90+30", "0:5400+30"},
        {"15+10", "0:900+10"},
        {"3+2", "0:180+2"},
        {"5 min", "0:300+0"},
        {"G/60", "0:3600+0"},
        {"60 minutes and 30 seconds a move", "0:3600+30"},
        {"90 min/40 moves + 30 min + 30 sec from move 1", "40:5400+30 0:1800+30"},
        {"90'/40 + 30' + 30\" from move 1", "40:5400+30 0:1800+30"},
        {"40 moves in 100 minutes, then 50 minutes, 30 seconds per move", "40:6000+30 0:3000+30"},
        {"40/120, 20/60, 30", "40:7200+0 20:3600+0 0:1800+0"},
        {"1h30 + 30 s", "0:5400+30"},
        {"1 h 30 min + 30 s/coup", "0:5400+30"},
        {"2 h", "0:7200+0"},
        {"90 Minuten + 30 Sekunden pro Zug", "0:5400+30"},
        {"90 Min. f\u00fcr 40 Z\u00fcge + 30 Min. + 30 Sek. ab dem 1. Zug", "40:5400+30 0:1800+30"},
        {"90\u2032 + 30\u2033", "0:5400+30"},
        {"90'+30'' cumulative", "0:5400+30"},
        {"5400+30", "0:5400+30"},
        {"40/6000+30:900+30", "40:6000+30 0:900+30"},
        {"90/40+30/end+30/move1", "40:5400+30 0:1800+30"},
        {"rapid", ""},
        {"", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct lm_clock clock[8];
        char text[200];
        say(clock, lm_time_control_read(rows[i][0], clock, 8), text, sizeof text);
        if (strcmp(text, rows[i][1]) != 0)
            print_message("# %s: %s\n", rows[i][0], text);
        assert_string_equal(text, rows[i][1]);
    }
}

static void time_controls_in_seconds(void **state)
{
    struct lm_clock clock[8];
    char text[200];
    (void)state;
    say(clock, lm_time_control_decode("40/6000+30:900+30", clock, 8), text, sizeof text);
    assert_string_equal(text, "40:6000+30 0:900+30");
    assert_int_equal(lm_time_control_decode("90 min", clock, 8), 0);
    assert_int_equal(lm_time_control_decode("W300-B240", clock, 8), 0);
}

static void days_of_rounds(void **state)
{
    int32_t day = 0;
    int32_t april = lm_day_of((struct lm_date){.year = 2026, .month = 4, .day = 10});
    (void)state;
    assert_true(lm_round_day("26/04/10", &day));
    assert_int_equal(day, april);
    assert_true(lm_round_day("2026/04/10", &day));
    assert_int_equal(day, april);
    assert_false(lm_round_day("26/04/31", &day));
    assert_false(lm_round_day("2026", &day));
    assert_false(lm_round_day("", &day));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_controls_in_words),
        cmocka_unit_test(time_controls_in_seconds),
        cmocka_unit_test(days_of_rounds),
    };
    return cmocka_run_group_tests_name("schedule", tests, NULL, NULL);
}
