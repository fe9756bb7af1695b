/* SPDX-License-Identifier: Apache-2.0 */

/* Zones independent of the machine's: embedded data, rules as text, damage. */

#include "../unit/check.h"

#include <string.h>

#include "limmat/arena.h"
#include "limmat/date.h"
#include "os/zone.h"

struct world {
    struct lm_arena *arena;
    struct lm_log log;
};

static struct world open_world(void)
{
    struct world w = {0};
    assert_int_equal(lm_arena_new(&w.arena, NULL, 0), LM_OK);
    w.log.arena = w.arena;
    return w;
}

/* Make a file with one kind, UTC+1 "ABC", which ends with ${rule}. */
static size_t make_file(char *bytes, const char *rule)
{
    static const char head[] = "TZif2\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
                               "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0\4"
                               "\0\0\x0e\x10\0\0ABC";
    memcpy(bytes, head, sizeof head);
    memcpy(bytes + sizeof head, head, sizeof head);
    size_t length = 2 * sizeof head;
    bytes[length++] = '\n';
    memcpy(bytes + length, rule, strlen(rule));
    length += strlen(rule);
    bytes[length++] = '\n';
    return length;
}

static int64_t instant(const char *text)
{
    int64_t at = 0;
    assert_true(lm_parse_instant(text, strlen(text), &at));
    return at;
}

static enum lm_status open_rule(struct world *w, const char *rule, const struct os_zone **zone)
{
    char bytes[512];
    size_t length = make_file(bytes, rule);
    const struct os_zone_file table[] = {{"Test/Zone", bytes, length}, {0}};
    const struct os_zone_source source = {.embedded = table};
    return os_zone_load(&source, "Test/Zone", w->arena, &w->log, zone);
}

static void rules_hold_after_the_last_change(void **state)
{
    (void)state;
    struct world w = open_world();
    static const struct {
        const char *rule, *utc, *abbreviation;
        int32_t offset;
    } cases[] = {
        {"CET-1CEST,M3.5.0,M10.5.0/3", "2031-03-30T00:59:59Z", "CET", 3600},
        {"CET-1CEST,M3.5.0,M10.5.0/3", "2031-03-30T01:00:00Z", "CEST", 7200},
        {"CET-1CEST,M3.5.0,M10.5.0/3", "2031-10-26T00:59:59Z", "CEST", 7200},
        {"CET-1CEST,M3.5.0,M10.5.0/3", "2031-10-26T01:00:00Z", "CET", 3600},
        {"AEST-10AEDT,M10.1.0,M4.1.0/3", "2031-01-01T00:00:00Z", "AEDT", 39600},
        {"AEST-10AEDT,M10.1.0,M4.1.0/3", "2031-07-01T00:00:00Z", "AEST", 36000},
        {"<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2031-12-01T00:00:00Z", "+11", 39600},
        {"<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2031-03-30T00:59:59Z", "-02", -7200},
        {"<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2031-03-30T01:00:00Z", "-01", -3600},
        {"ABC5DEF,J60,J300", "2032-03-01T06:59:59Z", "ABC", -18000},
        {"ABC5DEF,J60,J300", "2032-03-01T07:00:00Z", "DEF", -14400},
        {"ABC5DEF,59,300", "2032-02-29T07:00:00Z", "DEF", -14400},
        {"IST-2IDT,M3.4.4/26,M10.5.0", "2031-03-28T00:00:00Z", "IDT", 10800},
        {"IST-2IDT,M3.4.4/26,M10.5.0", "2031-03-27T23:59:59Z", "IST", 7200},
        {"UTC0", "2031-03-27T23:59:59Z", "UTC", 0},
        {"", "2031-03-27T23:59:59Z", "ABC", 3600},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct os_zone *zone;
        assert_int_equal(open_rule(&w, cases[i].rule, &zone), LM_OK);
        struct os_zone_moment at = os_zone_at(zone, instant(cases[i].utc));
        assert_string_equal(at.abbreviation, cases[i].abbreviation);
        assert_int_equal(at.offset, cases[i].offset);
    }
    lm_arena_free(w.arena);
}

static void the_night_of_two_o_clock_is_told(void **state)
{
    (void)state;
    struct world w = open_world();
    const struct os_zone *zone;
    int64_t first, second;
    assert_int_equal(open_rule(&w, "CET-1CEST,M3.5.0,M10.5.0/3", &zone), LM_OK);
    assert_int_equal(os_zone_utc(zone, instant("2031-10-26T02:30:00Z"), &first, &second), OS_TWICE);
    assert_true(first == instant("2031-10-26T00:30:00Z"));
    assert_true(second == instant("2031-10-26T01:30:00Z"));
    assert_int_equal(os_zone_utc(zone, instant("2031-03-30T02:30:00Z"), &first, &second), OS_NEVER);
    assert_true(first == instant("2031-03-30T01:30:00Z"));
    assert_true(second == instant("2031-03-30T00:30:00Z"));
    assert_int_equal(os_zone_utc(zone, instant("2031-06-01T12:00:00Z"), &first, &second), OS_ONCE);
    assert_true(first == instant("2031-06-01T10:00:00Z") && second == first);
    lm_arena_free(w.arena);
}

static void damaged_files_are_refused(void **state)
{
    (void)state;
    struct world w = open_world();
    static const char *const rules[] = {"C-1",
                                        "CET",
                                        "CET-1CEST,M3.5.0",
                                        "CET-1CEST",
                                        "CET-1CEST,M13.5.0,M10.5.0",
                                        "<+01-1",
                                        "CET-1CEST,M3.5.7,M10.5.0",
                                        "CET-1CEST,M3.5.0,M10.5.0x",
                                        "CET-1CEST,J0,J9",
                                        "CET-99"};
    const struct os_zone *zone;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        assert_int_equal(open_rule(&w, rules[i], &zone), LM_INVALID);
    char bytes[512];
    size_t length = make_file(bytes, "CET-1CEST,M3.5.0,M10.5.0/3");
    for (size_t cut = 0; cut < length; cut++)
        assert_int_equal(os_zone_read("cut", bytes, cut, w.arena, &w.log, &zone), LM_INVALID);
    /* Change single bytes: the file is then refused or read, and queries do no harm. */
    for (size_t i = 0; i < length; i++) {
        for (int value = 0; value < 256; value += 15) {
            char other[512];
            memcpy(other, bytes, length);
            other[i] = (char)value;
            if (os_zone_read("changed", other, length, w.arena, &w.log, &zone) == LM_OK) {
                int64_t first, second;
                (void)os_zone_at(zone, INT64_C(1700000000));
                (void)os_zone_utc(zone, INT64_C(4000000000), &first, &second);
            }
        }
    }
    lm_arena_free(w.arena);
}

static void names_lead_nowhere_else(void **state)
{
    (void)state;
    struct world w = open_world();
    static const char *const names[] = {"",     "../../etc/passwd", "/etc/passwd", "Europe",
                                        "a//b", "Europe/Atlantis",  "tzdata.zi."};
    const struct os_zone *zone;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_int_equal(os_zone_load(&os_zones, names[i], w.arena, &w.log, &zone), LM_INVALID);
    const struct os_zone_source nothing = {0};
    assert_int_equal(os_zone_load(&nothing, "UTC", w.arena, &w.log, &zone), LM_OK);
    assert_string_equal(os_zone_at(zone, 0).abbreviation, "UTC");
    assert_int_equal(os_zone_at(zone, INT64_MIN / 2).offset, 0);
    lm_arena_free(w.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_hold_after_the_last_change),
        cmocka_unit_test(the_night_of_two_o_clock_is_told),
        cmocka_unit_test(damaged_files_are_refused),
        cmocka_unit_test(names_lead_nowhere_else),
    };
    return cmocka_run_group_tests_name("os/zone", tests, NULL, NULL);
}
