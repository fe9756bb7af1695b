/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "base/sum.h"
#include "limmat/arena.h"
#include "limmat/crosstable.h"
#include "limmat/date.h"
#include "limmat/json.h"
#include "limmat/random.h"
#include "limmat/text.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED
#include <sanitizer/asan_interface.h>
#endif
#endif

struct lent {
    size_t count; /* how often */
    size_t out;   /* bytes not yet given back */
};

static void *lend(void *context, size_t size)
{
    struct lent *lent = context;
    lent->count++;
    lent->out += size;
    return malloc(size);
}

static void take_back(void *context, void *chunk, size_t size)
{
    struct lent *lent = context;
    memset(chunk, 0xee, size); /* all of it can be written again */
    lent->out -= size;
    free(chunk);
}

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

static void arena_gives_zeroed_aligned_memory_and_takes_it_back(void **state)
{
    struct lm_arena *arena = *state;
    struct lm_mark mark = lm_arena_mark(arena);
    for (size_t i = 1; i < 3000; i += 7) {
        unsigned char *p = lm_arena_alloc(arena, i, 3);
        assert_non_null(p);
        assert_int_equal((uintptr_t)p % 16, 0);
        for (size_t k = 0; k < i * 3; k++)
            assert_int_equal(p[k], 0);
        memset(p, 0xAA, i * 3);
    }
    lm_arena_reset(arena, mark);
    assert_true(lm_arena_mark(arena).chunk == mark.chunk);
    assert_null(lm_arena_alloc(arena, SIZE_MAX / 2, 3));
    for (size_t less = 0; less < 100; less++) /* with header and alignment more than all memory */
        assert_null(lm_arena_alloc(arena, SIZE_MAX - less, 1));
}

static void what_is_to_last_outlives_a_reset(void **state)
{
    struct lm_arena *arena = *state;
    struct lm_mark mark = lm_arena_mark(arena);
    unsigned char *lasting = lm_arena_alloc_lasting(arena, 10, 5);
    assert_non_null(lasting);
    memset(lasting, 'x', 50);
    lm_arena_reset(arena, mark);
    memset(lm_arena_alloc(arena, 1, 50), 'y', 50);
    for (size_t i = 0; i < 50; i++)
        assert_int_equal(lasting[i], 'x');
}

static void an_arena_takes_another_over(void **state)
{
    struct lm_arena *arena = *state, *other;
    struct lm_mark mark = lm_arena_mark(arena);
    assert_int_equal(lm_arena_new(&other, NULL, 0), LM_OK);
    char *own = lm_arena_copy(arena, "own", 3), *others[40];
    for (size_t i = 0; i < 40; i++)
        others[i] =
            memset(lm_arena_alloc(other, 1000 * i + 1, 1), 'a' + (int)(i % 26), 1000 * i + 1);
    char *lasting = memset(lm_arena_alloc_lasting(other, 1, 9), 'l', 9);
    lm_arena_absorb(arena, other);
    memset(lm_arena_alloc(arena, 1, 5000), 'z', 5000);
    for (size_t i = 0; i < 40; i++)
        assert_int_equal(others[i][1000 * i], 'a' + (int)(i % 26));
    assert_string_equal(own, "own");
    lm_arena_reset(arena, mark);
    assert_true(lm_arena_mark(arena).chunk == mark.chunk);
    memset(lm_arena_alloc(arena, 1, 50000), 'z', 50000);
    assert_memory_equal(lasting, "lllllllll", 9);
}

/* An engine fails between mark and reset; the log is in the same arena. */
static void a_log_outlives_the_work_it_tells_of(void **state)
{
    struct lm_arena *arena = *state;
    struct lm_log log = {.arena = arena};
    for (int i = 0; i < 20; i++) {
        struct lm_mark mark = lm_arena_mark(arena);
        const char *value = lm_arena_copy(arena, "value", 5);
        lm_log_add(&log, LM_NOTE, (struct lm_place){.field = "field", .value = value}, "remedy",
                   "entry %d", i);
        lm_arena_reset(arena, mark);
        memset(lm_arena_alloc(arena, 1, 4000), 0xff, 4000);
    }
    assert_int_equal(log.count, 20);
    for (size_t i = 0; i < log.count; i++) {
        struct lm_text line = lm_text_in(arena), expected = lm_text_in(arena);
        lm_text_print(&expected, "entry %zu (field, \"value\"); remedy", i);
        assert_int_equal(lm_diagnostic_write(&log.all[i], &line), LM_OK);
        assert_string_equal(lm_text_string(&line), lm_text_string(&expected));
    }
}

#ifdef SANITIZED
/* Memory outside objects must not be accessed: the rest of a chunk, the byte after an object,
 * memory freed by a reset, and released memory. */
static void the_sanitizer_sees_into_an_arena(void **state)
{
    struct lm_arena *arena;
    (void)state;
    assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
    char *first = lm_arena_alloc(arena, 1, 21), *last = lm_arena_alloc(arena, 3, 7);
    struct lm_mark mark = lm_arena_mark(arena);
    char *gone = lm_arena_alloc(arena, 1, 100), *wide = lm_arena_alloc(arena, 1, 100000);
    char *lasting = lm_arena_alloc_lasting(arena, 1, 9);
    assert_null(__asan_region_is_poisoned(first, 21));
    assert_true(__asan_address_is_poisoned(first - 1));
    assert_true(__asan_address_is_poisoned(first + 21));
    assert_null(__asan_region_is_poisoned(last, 21));
    assert_true(__asan_address_is_poisoned(last - 1));
    assert_true(__asan_address_is_poisoned(last + 21));
    assert_true(__asan_address_is_poisoned(lm_arena_alloc(arena, 0, 8)));
    assert_true(__asan_address_is_poisoned(wide + 100000));
    lm_arena_reset(arena, mark);
    assert_true(__asan_address_is_poisoned(gone));
    assert_true(__asan_address_is_poisoned(wide));
    assert_null(__asan_region_is_poisoned(lasting, 9));
    assert_true(__asan_address_is_poisoned(lasting + 9));
    assert_null(__asan_region_is_poisoned(last, 21));
    lm_arena_free(arena);
    assert_true(__asan_address_is_poisoned(first));
    assert_true(__asan_address_is_poisoned(lasting));
}
#endif

/* Memory returned to a caller's own allocator is complete and unpoisoned. */
static void chunks_are_given_back_whole(void **state)
{
    struct lm_arena *arena;
    struct lent lent = {0};
    struct lm_memory memory = {lend, take_back, &lent};
    (void)state;
    assert_int_equal(lm_arena_new(&arena, &memory, 0), LM_OK);
    struct lm_mark mark = lm_arena_mark(arena);
    for (size_t i = 0; i < 50; i++)
        assert_non_null(lm_arena_alloc(arena, 1000, i));
    assert_non_null(lm_arena_alloc_lasting(arena, 1000, 100));
    assert_true(lm_arena_size(arena) <= lent.out && lm_arena_size(arena) > lent.out / 2);
    lm_arena_reset(arena, mark);
    lm_arena_free(arena);
    assert_int_equal(lent.out, 0);
    assert_true(lent.count > 3);
}

/* Memory freed by a reset is reused without asking for more, but never raises the peak. */
static void chunks_that_came_back_are_used_again(void **state)
{
#ifndef LM_ARENA_OBJECTS
    enum { LARGE = 1000000 };
    struct lm_arena *arena;
    struct lent lent = {0};
    struct lm_memory memory = {lend, take_back, &lent};
    assert_int_equal(lm_arena_new(&arena, &memory, 10 * LARGE), LM_OK);
    struct lm_mark mark = lm_arena_mark(arena);
    for (int i = 0; i < 10; i++) {
        unsigned char *bytes = lm_arena_alloc(arena, LARGE, 1);
        assert_true(bytes != NULL && bytes[0] == 0 && bytes[LARGE - 1] == 0);
        memset(bytes, 'x', LARGE);
        lm_arena_reset(arena, mark);
    }
    assert_int_equal(lent.count, 3); /* the arena, its first chunk, the large one */
    size_t peak = lm_arena_size(arena);
    assert_non_null(lm_arena_alloc(arena, 2 * LARGE, 1));
    assert_true(lm_arena_size(arena) < peak + LARGE + LARGE / 2);
    assert_true(lent.out < peak + LARGE + LARGE / 2);
    lm_arena_free(arena);
    assert_int_equal(lent.out, 0);
#endif
    (void)state;
}

/* With a chunk larger than its fixed limit, an arena keeps half as much as it has in use. */
static void an_arena_keeps_half_as_much_as_it_has_in_use(void **state)
{
#ifndef LM_ARENA_OBJECTS
    enum { MEGABYTE = 1000000, LARGE = 6 * MEGABYTE };
    for (int in_use = 4; in_use <= 20; in_use += 16) {
        struct lm_arena *arena;
        struct lent lent = {0};
        struct lm_memory memory = {lend, take_back, &lent};
        assert_int_equal(lm_arena_new(&arena, &memory, 0), LM_OK);
        assert_non_null(lm_arena_alloc(arena, (size_t)in_use * MEGABYTE, 1));
        const struct lm_mark mark = lm_arena_mark(arena);
        const size_t before = lent.count;
        for (int i = 0; i < 10; i++) {
            assert_non_null(lm_arena_alloc(arena, LARGE, 1));
            lm_arena_reset(arena, mark);
        }
        const bool kept = in_use > 2 * (LARGE / MEGABYTE);
        assert_int_equal(lent.count - before, kept ? 1 : 10);
        lm_arena_free(arena);
        assert_int_equal(lent.out, 0);
    }
#endif
    (void)state;
}

static void arena_keeps_its_ceiling(void **state)
{
    (void)state;
    struct lm_arena *arena;
    assert_int_equal(lm_arena_new(&arena, NULL, 100000), LM_OK);
    assert_null(lm_arena_alloc(arena, 1, 200000));
    assert_non_null(lm_arena_alloc(arena, 1, 50000));
    assert_null(lm_arena_alloc(arena, 1, 50000));
    assert_true(lm_arena_size(arena) <= 100000);
    lm_arena_free(arena);
    assert_int_equal(lm_arena_new(&arena, NULL, 20), LM_LIMIT);
}

static void case_of_ascii_letters_alone_may_differ(void **state)
{
    (void)state;
    assert_true(lm_same_letters("Fide_Dutch-1", "fIDE_dUTCH-1"));
    assert_false(lm_same_letters("dutch", "dutc"));
    assert_false(lm_same_letters("dutc", "dutch"));
    assert_false(lm_same_letters("[", "{"));
    assert_false(lm_same_letters("\xc3\xa4", "\xc3\x84"));
    assert_int_equal(lm_upper('z'), 'Z');
    assert_int_equal(lm_lower('@'), '@');
}

static void tenths_are_read_as_people_write_them(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int32_t tenths;
    } good[] = {{"2.5", 25}, {" 3 ", 30},  {".5", 5},       {"0", 0},          {"-0.5", -5},
                {"+1", 10},  {"1.50", 15}, {"\xC2\xBD", 5}, {"2\xC2\xBD", 25}, {"2,5", 25}};
    static const char *const bad[] = {"", " ", ".", "-", "2.55", "a", "2.5x", "1 2", "9999999"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        int32_t tenths = -1;
        assert_true(lm_parse_tenths(good[i].text, strlen(good[i].text), &tenths));
        assert_int_equal(tenths, good[i].tenths);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        int32_t tenths = 77;
        assert_false(lm_parse_tenths(bad[i], strlen(bad[i]), &tenths));
        assert_int_equal(tenths, 77);
    }
}

/* Our own digits equal printf's, also in a text with little room left. */
static void text_writes_numbers(void **state)
{
    static const int64_t numbers[] = {
        0, 7, -7, 10, -10, 99, 1000000, -1234567890123456789, INT64_MAX, INT64_MIN};
    struct lm_text all = lm_text_in(*state);
    char expected[400] = "";
    for (size_t i = 0; i < 3 * sizeof numbers / sizeof *numbers; i++) {
        int64_t number = numbers[i % (sizeof numbers / sizeof *numbers)];
        size_t length = strlen(expected);
        if (i % 3 == 0)
            lm_text_print(&all, "%" PRId64 " ", number);
        else
            lm_text_add_integer(&all, number);
        snprintf(expected + length, sizeof expected - length, "%" PRId64 "%s", number,
                 i % 3 == 0 ? " " : "");
        assert_string_equal(lm_text_string(&all), expected);
    }
    struct lm_text tenths = lm_text_in(*state);
    lm_text_add_tenths(&tenths, -5);
    lm_text_add_tenths(&tenths, 105);
    lm_text_add_tenths(&tenths, 0);
    assert_string_equal(lm_text_string(&tenths), "-0.510.50.0");
}

/* Every number has a digit before its point, and the sign of values above -1 is kept. */
static void points_below_one_are_written_with_their_nought(void **state)
{
    static const struct {
        int32_t tenths;
        const char *text, *points, *json;
    } expected[] = {
        {0, "0.0", "0", "0"},       {1, "0.1", "0.1", "0.1"}, {3, "0.3", "0.3", "0.3"},
        {5, "0.5", "½", "0.5"},     {9, "0.9", "0.9", "0.9"}, {10, "1.0", "1", "1"},
        {13, "1.3", "1.3", "1.3"},  {15, "1.5", "1½", "1.5"}, {-3, "-0.3", "-0.3", "-0.3"},
        {-5, "-0.5", "-½", "-0.5"}, {-10, "-1.0", "-1", "-1"}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        struct lm_text text = lm_text_in(*state), points = lm_text_in(*state);
        struct lm_text json = lm_text_in(*state);
        struct lm_json_writer w = lm_json_writer_to(&json, true);
        lm_text_add_tenths(&text, expected[i].tenths);
        lm_text_add_points(&points, expected[i].tenths);
        lm_json_begin(&w, NULL, '[');
        lm_json_put_tenths(&w, NULL, expected[i].tenths);
        lm_json_end(&w, ']');
        assert_string_equal(lm_text_string(&text), expected[i].text);
        assert_string_equal(lm_text_string(&points), expected[i].points);
        assert_non_null(strstr(lm_text_string(&json), expected[i].json));
        assert_int_equal(json.length, strlen(expected[i].json) + 2);
    }
    struct lm_text value = lm_text_in(*state);
    struct lm_tie_break_kind kind = {.decimals = 1};
    lm_text_add_value(&value, &kind, (struct lm_fraction){3, 10});
    lm_text_add_char(&value, ' ');
    lm_text_add_value(&value, &kind, (struct lm_fraction){-1, 3});
    assert_string_equal(lm_text_string(&value), "0.3 -0.3333");
}

/* A text that does not fit is printed completely; a failed one leaves the text unchanged. */
static void text_prints_across_its_room(void **state)
{
    char long_one[300];
    memset(long_one, 'x', sizeof long_one - 1);
    long_one[sizeof long_one - 1] = '\0';
    for (size_t length = 0; length < sizeof long_one; length++) {
        struct lm_text text = lm_text_in(*state);
        lm_text_print(&text, "ab");
        lm_text_print(&text, "%.*s|%u", (int)length, long_one, 42U);
        assert_int_equal(text.length, length + 5);
        assert_int_equal(strlen(lm_text_string(&text)), length + 5);
        assert_string_equal(lm_text_string(&text) + length + 2, "|42");
    }
}

/* Simple formats bypass printf; both must give the same. */
static void text_prints_as_printf_does(void **state)
{
    static const struct {
        int d;
        unsigned u;
        long ld;
        size_t zu;
    } numbers[] = {{0, 0, 0, 0},
                   {-7, 10, -100, 9},
                   {INT_MIN, UINT_MAX, LONG_MIN, SIZE_MAX},
                   {INT_MAX, 1, LONG_MAX, 1}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct lm_text text = lm_text_in(*state);
        char expected[300], c = (char)('a' + i);
        lm_text_print(&text, "%d|%u|%ld|%zu%%%c%s.", numbers[i].d, numbers[i].u, numbers[i].ld,
                      numbers[i].zu, c, i == 0 ? "" : "ß");
        lm_text_print(&text, "%s%04d%-3s", "w", numbers[i].d, "x"); /* not all of it simple */
        snprintf(expected, sizeof expected, "%d|%u|%ld|%zu%%%c%s.%s%04d%-3s", numbers[i].d,
                 numbers[i].u, numbers[i].ld, numbers[i].zu, c, i == 0 ? "" : "ß", "w",
                 numbers[i].d, "x");
        assert_string_equal(lm_text_string(&text), expected);
        assert_int_equal(text.length, strlen(expected));
    }
}

static void text_measures_unicode(void **state)
{
    (void)state;
    assert_int_equal(lm_utf8_length("M\xC3\xBCller", 7), 6);
    assert_int_equal(lm_utf8_width("M\xC3\xBCller", 7), 6);
    assert_int_equal(lm_utf8_width("u\xCC\x88", 3), 1);
    assert_int_equal(lm_utf8_width("\xE5\xBC\xA0", 3), 2);
    char letters[] = "abcdefghijklmnopqrstuvwxyz";
    for (size_t i = 0; i < sizeof letters; i++) { /* at any position */
        assert_int_equal(lm_ascii_length(letters, i), i);
        letters[i] = (char)('\xC0');
        assert_int_equal(lm_ascii_length(letters, sizeof letters), i);
        assert_false(lm_utf8_valid(letters, sizeof letters - 1) && i < sizeof letters - 1);
        letters[i] = 'x';
    }
    assert_false(lm_utf8_valid("\xC0\x80", 2));
    assert_false(lm_utf8_valid("\xED\xA0\x80", 3));
    assert_false(lm_utf8_valid("\xE5\xBC", 2));
    assert_true(lm_utf8_valid("\xF0\x9F\x98\x80", 4));
    assert_false(lm_utf8_valid("\xE0\x82\x80", 3));     /* three bytes where two are enough */
    assert_false(lm_utf8_valid("\xF0\x80\xA0\x80", 4)); /* four where three are enough */
    assert_false(lm_utf8_valid("\xF4\x90\x80\x80", 4));
    assert_true(lm_utf8_valid("\xE0\xA0\x80", 3));
    assert_false(lm_utf8_valid("\xE5\xBC\xA0", 2)); /* the bytes after it are not ours */
    assert_false(lm_utf8_valid("a\xC3\xBC", 2));
}

static void whole_numbers_are_told_from_what_no_integer_holds(void **state)
{
    (void)state;
    int64_t number = 77;
    assert_false(lm_parse_integer("9223372036854775808", 19, INT64_MIN, INT64_MAX, &number));
    assert_false(lm_parse_integer("99999999999999999999999", 23, INT64_MIN, INT64_MAX, &number));
    assert_false(lm_parse_integer("11", 2, 1, 10, &number));
    assert_false(lm_parse_integer("0", 1, 1, 10, &number));
    assert_int_equal(number, 77);
    assert_true(lm_parse_integer("-999999999999999999", 19, INT64_MIN, INT64_MAX, &number));
    assert_true(number == -999999999999999999);
}

static void cells_of_csv_are_quoted_when_they_must(void **state)
{
    struct lm_text out = lm_text_in(*state);
    lm_text_add_csv(&out, "plain", true);
    lm_text_add_char(&out, '|');
    lm_text_add_csv(&out, "say \"mate\", then \"\"", false);
    lm_text_add_char(&out, '|');
    lm_text_add_csv(&out, " b", false);
    lm_text_add_char(&out, '|');
    lm_text_add_csv(&out, "=1,2", true);
    assert_string_equal(lm_text_string(&out),
                        "plain|\"say \"\"mate\"\", then \"\"\"\"\"|\" b\"|\"'=1,2\"");
}

static void json_reads_and_writes_the_same(void **state)
{
    struct lm_arena *arena = *state;
    static const char text[] =
        "{\n  \"name\": \"Z\\u00fcrich \\ud83d\\ude00 \\\"1895\\\"\",\n"
        "  \"points\": [2.5, -3, 0, true, false, null],\n  \"empty\": {}\n}\n";
    struct lm_log log = {.arena = arena};
    struct lm_json *root;
    assert_int_equal(lm_json_parse(text, strlen(text), arena, &log, &root), LM_OK);
    assert_string_equal(lm_json_string(lm_json_get(root, "name")),
                        "Z\xC3\xBCrich \xF0\x9F\x98\x80 \"1895\"");
    const struct lm_json *points = lm_json_get(root, "points");
    assert_int_equal(points->line, 3);
    assert_int_equal(points->column, 13);
    assert_int_equal(points->length, 6);
    int32_t tenths;
    assert_true(lm_json_tenths(points->first, &tenths));
    assert_int_equal(tenths, 25);

    struct lm_text out = lm_text_in(arena);
    struct lm_json_writer w = lm_json_writer_to(&out, false);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_string(&w, "name", "Z\xC3\xBCrich \"1\"");
    lm_json_begin_inline(&w, "points", '[');
    lm_json_put_tenths(&w, NULL, 25);
    lm_json_put_integer(&w, NULL, -3);
    lm_json_end(&w, ']');
    lm_json_begin(&w, "empty", '{');
    lm_json_end(&w, '}');
    lm_json_end(&w, '}');
    assert_string_equal(lm_text_string(&out),
                        "{\n  \"name\": \"Z\xC3\xBCrich \\\"1\\\"\",\n  \"points\": [2.5, -3],\n"
                        "  \"empty\": {}\n}\n");
}

static void json_refuses_with_the_place(void **state)
{
    struct lm_arena *arena = *state;
    static const struct {
        const char *text;
        unsigned line, column;
    } bad[] = {{"", 1, 1},          {"{\"a\":1,}", 1, 8}, {"[1,\n 01]", 2, 4},  {"[1 2]", 1, 4},
               {"{\"a\" 1}", 1, 6}, {"\"\\x\"", 1, 4},    {"nul", 1, 1},        {"[1]x", 1, 4},
               {"\"\x01\"", 1, 2},  {"\"ab", 1, 4},       {"\"\\ud800\"", 1, 8}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct lm_log log = {.arena = arena, .file = "f.json"};
        struct lm_json *root = NULL;
        assert_int_equal(lm_json_parse(bad[i].text, strlen(bad[i].text), arena, &log, &root),
                         LM_INVALID);
        assert_null(root);
        assert_int_equal(log.errors, 1);
        assert_int_equal(log.all[0].line, bad[i].line);
        assert_int_equal(log.all[0].column, bad[i].column);
        struct lm_text line = lm_text_in(arena);
        assert_int_equal(lm_diagnostic_write(&log.all[0], &line), LM_OK);
        assert_non_null(strstr(lm_text_string(&line), "; "));
    }
    struct lm_log log = {.arena = arena};
    struct lm_json *root = NULL;
    const char *twice = "{\"a\":1,\"a\":2}";
    assert_int_equal(lm_json_parse(twice, strlen(twice), arena, &log, &root), LM_INVALID);
}

static void is_same_tree(const struct lm_json *a, const struct lm_json *b)
{
    for (; a != NULL && b != NULL; a = a->next, b = b->next) {
        assert_int_equal(a->type, b->type);
        assert_int_equal(a->line, b->line);
        assert_int_equal(a->column, b->column);
        assert_int_equal(a->length, b->length);
        if (a->key != NULL)
            assert_string_equal(a->key, b->key);
        if (a->text != NULL)
            assert_memory_equal(a->text, b->text, a->length);
        if (a->type == LM_JSON_STRING)
            assert_int_equal(strlen(a->text), a->length);
        is_same_tree(a->first, b->first);
    }
    assert_true(a == b);
}

/* Parse exactly these bytes: their memory ends with them, so that a sanitizer notices reading
 * beyond.  In place the tree is the same, and the bytes are restored. */
static enum lm_status parse_exactly(struct lm_arena *arena, const char *text, size_t length)
{
    struct lm_log log = {.arena = arena}, other = {.arena = arena};
    struct lm_json *root, *placed;
    struct lm_json_nodes nodes = {0};
    char *bytes = malloc(length);
    assert_non_null(bytes);
    memcpy(bytes, text, length);
    enum lm_status status = lm_json_parse(bytes, length, arena, &log, &root);
    assert_int_equal(lm_json_parse_in_place(bytes, 0, length, 1, &nodes, arena, &other, &placed),
                     status);
    if (status == LM_OK) {
        is_same_tree(placed, root);
        lm_json_restore(bytes, length);
        assert_memory_equal(bytes, text, length);
    } else {
        assert_string_equal(other.all[0].what, log.all[0].what);
        assert_int_equal(other.all[0].column, log.all[0].column);
    }
    free(bytes);
    return status;
}

/* Plain, escaped and empty texts, more nodes than a block has, and the same nodes again. */
static void json_is_read_in_place(void **state)
{
    struct lm_arena *arena = *state;
    struct lm_text many = lm_text_in(arena);
    struct lm_json_nodes nodes = {0};
    struct lm_json *root;
    lm_text_add(&many, "{\"\":\"\",\"Z\xC3\xBCrich, the longest of texts\":\"a\\n\",\"list\":[0");
    for (int i = 1; i < 500; i++)
        lm_text_print(&many, ",%d,\"%d\"", i, i);
    lm_text_add(&many, "]}");
    assert_int_equal(parse_exactly(arena, many.bytes, many.length), LM_OK);
    for (int i = 0; i < 3; i++) {
        char text[] = "[\"ab\", {\"c\": \"d\"}]";
        assert_int_equal(
            lm_json_parse_in_place(text, 0, sizeof text - 1, 7, &nodes, arena, NULL, &root), LM_OK);
        assert_ptr_equal(root, nodes.all);
        assert_ptr_equal(root->first->text, text + 2);
        assert_int_equal(nodes.used, 4);
        assert_int_equal(root->first->line, 7);
    }
}

static void json_reads_no_byte_beyond_its_text(void **state)
{
    static const char whole[] = "{\"a\\u00e4\\n\": [true, false, null, -1.5e+3, \"b\"]}";
    for (size_t length = 1; length < sizeof whole - 1; length++)
        assert_int_equal(parse_exactly(*state, whole, length), LM_INVALID);
    assert_int_equal(parse_exactly(*state, whole, sizeof whole - 1), LM_OK);
}

static void json_strings_are_unicode(void **state)
{
    static const char *const bad[] = {
        "\"\xFF\"",    "\"a\xC3\"",   "\"\xED\xA0\x80\"",   "\"\\ud83d\\u0041\"",
        "\"\\ude00\"", "\"\\u0000\"", "\"\\ud83d\\ud83d\"", "\"\\n\xE0\x82\x80\""};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(parse_exactly(*state, bad[i], strlen(bad[i])), LM_INVALID);
    assert_int_equal(parse_exactly(*state, "\"\x7F\xC3\xA4\"", 5), LM_OK);
}

static void json_nests_64_levels(void **state)
{
    char text[130];
    memset(text, '[', 65);
    memset(text + 65, ']', 65);
    assert_int_equal(parse_exactly(*state, text + 1, 128), LM_OK);
    assert_int_equal(parse_exactly(*state, text, 130), LM_INVALID);
}

/* Few members are compared with each other, many are sorted. */
static void json_members_differ_however_many(void **state)
{
    for (int count = 2; count < 40; count++) {
        struct lm_text text = lm_text_in(*state);
        lm_text_add(&text, "{\"m1\": 0");
        for (int i = 1; i < count; i++)
            lm_text_print(&text, ", \"m%d\": 0", i == count - 1 ? 0 : i + 1);
        size_t good = text.length;
        lm_text_add_char(&text, '}');
        assert_int_equal(parse_exactly(*state, text.bytes, text.length), LM_OK);
        text.length = good;
        lm_text_add(&text, ", \"m1\": 0}");
        assert_int_equal(parse_exactly(*state, text.bytes, text.length), LM_INVALID);
    }
}

static void dates_and_instants_go_there_and_back(void **state)
{
    struct lm_arena *arena = *state;
    for (int32_t day = -200000; day < 200000; day += 13) {
        struct lm_date date = lm_date_of(day);
        assert_int_equal(lm_day_of(date), day);
        assert_int_equal((lm_weekday(day) + 1) % 7, lm_weekday(day + 1));
    }
    int64_t seconds;
    assert_true(lm_parse_instant("2019-06-05T18:30:00Z", 20, &seconds));
    assert_int_equal(seconds, 1559759400);
    struct lm_text out = lm_text_in(arena);
    lm_text_add_instant(&out, seconds);
    assert_string_equal(lm_text_string(&out), "2019-06-05T18:30:00Z");
    struct lm_date date;
    assert_false(lm_parse_date("2023/02/29", 10, &date));
    assert_true(lm_parse_date("2024/02/29", 10, &date));
    assert_true(lm_parse_date("1971/00/00", 10, &date));
    assert_false(lm_parse_instant("2019-06-05T24:30:00Z", 20, &seconds));
}

static void dates_of_old_files_and_other_hands_are_understood(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int year, month, day; /* year 0: no date */
    } rows[] = {{"2010/09/24", 2010, 9, 24},
                {"24/09/2010", 2010, 9, 24},
                {"24.09.2010", 2010, 9, 24},
                {"2010/9/4", 2010, 9, 4},
                {"28. 07. 2005", 2005, 7, 28},
                {"May 10, 2020", 2020, 5, 10},
                {"10 May 2020", 2020, 5, 10},
                {"09/24/2010", 2010, 9, 24},
                {"1.2.2019", 2019, 2, 1},
                {"20100924", 2010, 9, 24},
                {"2010", 2010, 0, 0},
                {"05/2010", 2010, 5, 0},
                {"Sept 2010", 2010, 9, 0},
                {"1990/00/00", 1990, 0, 0},
                {"2026/13/40", 0, 0, 0},
                {"2026/13/05", 0, 0, 0},
                {"1900/02/29", 0, 0, 0},
                {"31.04.2020", 0, 0, 0},
                {"2024-2025", 0, 0, 0},
                {"26/03/01", 0, 0, 0},
                {"soon", 0, 0, 0},
                {"10 Mai 2020", 0, 0, 0},
                {"2020/05/10/1", 0, 0, 0},
                {"May", 0, 0, 0},
                {"2020/", 0, 0, 0},
                {"", 0, 0, 0},
                {"99999999999/1/1", 0, 0, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct lm_date date = {0};
        bool good = lm_parse_date(rows[i].text, strlen(rows[i].text), &date);
        assert_int_equal(good, rows[i].year != 0);
        assert_int_equal(date.year, rows[i].year);
        assert_int_equal(date.month, rows[i].month);
        assert_int_equal(date.day, rows[i].day);
    }
}

/* The first and last of each length; nothing between them is a surrogate. */
static void code_points_are_written_and_read_at_every_bound(void **state)
{
    static const struct {
        uint32_t point;
        const char *bytes;
    } bounds[] = {{0x7F, "\x7F"},
                  {0x80, "\xC2\x80"},
                  {0x7FF, "\xDF\xBF"},
                  {0x800, "\xE0\xA0\x80"},
                  {0xD7FF, "\xED\x9F\xBF"},
                  {0xE000, "\xEE\x80\x80"},
                  {0xFFFF, "\xEF\xBF\xBF"},
                  {0x10000, "\xF0\x90\x80\x80"},
                  {0x10FFFF, "\xF4\x8F\xBF\xBF"}};
    static const char *const wrong[] = {
        "\x80",         "\xC1\xBF",     "\xE0\x9F\xBF",     "\xED\xA0\x80",     "\xED\xAF\xBF",
        "\xED\xB0\x80", "\xED\xBF\xBF", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80"};
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        struct lm_text text = lm_text_in(*state);
        uint32_t point = 0;
        size_t length = strlen(bounds[i].bytes);
        lm_text_add_point(&text, bounds[i].point);
        assert_string_equal(lm_text_string(&text), bounds[i].bytes);
        assert_int_equal(lm_utf8_point(bounds[i].bytes, length, &point), length);
        assert_int_equal(point, bounds[i].point);
        for (size_t less = 1; less < length; less++) /* cut off */
            assert_int_equal(lm_utf8_point(bounds[i].bytes, length - less, &point), 0);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(lm_utf8_valid(wrong[i], strlen(wrong[i])));
    struct lm_text json = lm_text_in(*state);
    lm_json_add_string(&json, "\x01\t\x1F\x7F\"\\/");
    assert_string_equal(lm_text_string(&json), "\"\\u0001\\u0009\\u001f\\u007f\\\"\\\\/\"");
}

/* A number to sort by, its original place, and padding to the size of other elements. */
struct sorted {
    uint32_t key, place;
    char rest[24];
};

static int by_key(const void *one, const void *two)
{
    const struct sorted *a = one, *b = two;
    return (a->key > b->key) - (a->key < b->key);
}

static int by_key_behind(const void *one, const void *two)
{
    return by_key(*(const struct sorted *const *)one, *(const struct sorted *const *)two);
}

static void who_is_equal_keeps_the_order(void **state)
{
    enum { MOST = 300 };
    static struct sorted all[MOST];
    static const struct sorted *behind[MOST];
    struct lm_random random = lm_random_from(7);
    (void)state;
    for (size_t count = 0; count <= MOST; count++) {
        for (uint32_t i = 0; i < count; i++) {
            all[i] = (struct sorted){(uint32_t)lm_random_below(&random, 1 + count / 3), i, {0}};
            all[i].rest[i % sizeof all[i].rest] = 1;
        }
        if (count % 2 == 0)
            lm_sort(all, count, sizeof *all, by_key);
        for (size_t i = 0; i < count; i++)
            behind[i] = &all[i];
        lm_sort(behind, count, sizeof(struct sorted *), by_key_behind);
        for (size_t i = 0; i < count; i++) {
            assert_int_equal(behind[i]->rest[behind[i]->place % sizeof behind[i]->rest], 1);
            if (i == 0)
                continue;
            assert_true(behind[i - 1]->key <= behind[i]->key);
            if (behind[i - 1]->key == behind[i]->key)
                assert_true(behind[i - 1]->place < behind[i]->place);
        }
    }
}

static void who_has_an_equal_key_keeps_the_order(void **state)
{
    enum { MOST = 300 };
    static struct lm_keyed all[MOST], aside[MOST];
    static uint64_t keys[MOST];
    struct lm_random random = lm_random_from(11);
    (void)state;
    for (uint32_t count = 0; count <= MOST; count++) {
        uint64_t different = 1 + count / 3;
        for (uint32_t i = 0; i < count; i++) {
            /* digits far apart; in every third list the lower half is already sorted */
            uint64_t drawn = lm_random_below(&random, different) << (count % 2 == 0 ? 0 : 37);
            keys[i] = count % 3 == 0 ? drawn << 32 | i / 4 : drawn | drawn << 19;
            all[i] = (struct lm_keyed){keys[i], i};
        }
        lm_sort_keyed(all, aside, count);
        for (uint32_t i = 0; i < count; i++) {
            assert_true(all[i].key == keys[all[i].what]);
            if (i > 0)
                assert_true(all[i - 1].key < all[i].key ||
                            (all[i - 1].key == all[i].key && all[i - 1].what < all[i].what));
        }
    }
    assert_true(lm_key_up(-1) < lm_key_up(0) && lm_key_up(INT32_MIN) < lm_key_up(INT32_MAX));
    assert_true(lm_key_down(-1) > lm_key_down(0) && lm_key_down(5) > lm_key_down(6));
}

static void random_numbers_are_the_published_ones(void **state)
{
    (void)state;
    /* The first outputs of SplitMix64 for seed 1234567 as its authors' code prints them. */
    struct lm_random random = lm_random_from(1234567);
    assert_true(lm_random_next(&random) == 6457827717110365317u);
    assert_true(lm_random_next(&random) == 3203168211198807973u);
    size_t counts[6] = {0};
    for (int i = 0; i < 60000; i++)
        counts[lm_random_below(&random, 6)]++;
    for (int i = 0; i < 6; i++)
        assert_in_range(counts[i], 9500, 10500);
}

static uint64_t sum_of(const char *bytes, size_t length)
{
    struct lm_sum sum = {0};
    lm_sum_add(&sum, bytes, length);
    return lm_sum_of(&sum);
}

static void a_sum_is_of_the_bytes_not_of_the_pieces(void **state)
{
    (void)state;
    char bytes[40];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)(i * 37 + 1);
    const uint64_t whole = sum_of(bytes, sizeof bytes);
    for (size_t first = 0; first <= sizeof bytes; first++)
        for (size_t second = first; second <= sizeof bytes; second++) {
            struct lm_sum sum = {0};
            lm_sum_add(&sum, bytes, first);
            lm_sum_add(&sum, bytes + first, second - first);
            lm_sum_add(&sum, bytes + second, sizeof bytes - second);
            assert_true(lm_sum_of(&sum) == whole);
        }
}

/* Lengths after a first byte that is not 0: zeros at the end count, too. */
static void a_sum_tells_of_every_bit_place_and_length(void **state)
{
    (void)state;
    char bytes[40] = {1};
    uint64_t sums[sizeof bytes + 1];
    for (size_t length = 0; length <= sizeof bytes; length++) {
        sums[length] = sum_of(bytes, length);
        for (size_t other = 0; other < length; other++)
            assert_true(sums[other] != sums[length]);
    }
    const size_t bits = sizeof bytes * CHAR_BIT;
    uint64_t *flipped = calloc(bits, sizeof *flipped);
    assert_non_null(flipped);
    for (size_t bit = 0; bit < bits; bit++) {
        const char was = bytes[bit / CHAR_BIT];
        bytes[bit / CHAR_BIT] = (char)(was ^ (char)(1U << bit % CHAR_BIT));
        flipped[bit] = sum_of(bytes, sizeof bytes);
        bytes[bit / CHAR_BIT] = was;
        assert_true(flipped[bit] != sums[sizeof bytes]);
        for (size_t other = 0; other < bit; other++)
            assert_true(flipped[other] != flipped[bit]);
    }
    free(flipped);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arena_gives_zeroed_aligned_memory_and_takes_it_back),
        cmocka_unit_test(an_arena_takes_another_over),
        cmocka_unit_test(what_is_to_last_outlives_a_reset),
        cmocka_unit_test(a_log_outlives_the_work_it_tells_of),
#ifdef SANITIZED
        cmocka_unit_test(the_sanitizer_sees_into_an_arena),
#endif
        cmocka_unit_test(chunks_are_given_back_whole),
        cmocka_unit_test(arena_keeps_its_ceiling),
        cmocka_unit_test(chunks_that_came_back_are_used_again),
        cmocka_unit_test(an_arena_keeps_half_as_much_as_it_has_in_use),
        cmocka_unit_test(case_of_ascii_letters_alone_may_differ),
        cmocka_unit_test(tenths_are_read_as_people_write_them),
        cmocka_unit_test(text_writes_numbers),
        cmocka_unit_test(points_below_one_are_written_with_their_nought),
        cmocka_unit_test(text_prints_across_its_room),
        cmocka_unit_test(text_prints_as_printf_does),
        cmocka_unit_test(text_measures_unicode),
        cmocka_unit_test(whole_numbers_are_told_from_what_no_integer_holds),
        cmocka_unit_test(cells_of_csv_are_quoted_when_they_must),
        cmocka_unit_test(json_reads_and_writes_the_same),
        cmocka_unit_test(json_refuses_with_the_place),
        cmocka_unit_test(json_is_read_in_place),
        cmocka_unit_test(json_reads_no_byte_beyond_its_text),
        cmocka_unit_test(json_strings_are_unicode),
        cmocka_unit_test(json_nests_64_levels),
        cmocka_unit_test(json_members_differ_however_many),
        cmocka_unit_test(dates_and_instants_go_there_and_back),
        cmocka_unit_test(dates_of_old_files_and_other_hands_are_understood),
        cmocka_unit_test(random_numbers_are_the_published_ones),
        cmocka_unit_test(who_is_equal_keeps_the_order),
        cmocka_unit_test(who_has_an_equal_key_keeps_the_order),
        cmocka_unit_test(code_points_are_written_and_read_at_every_bound),
        cmocka_unit_test(a_sum_is_of_the_bytes_not_of_the_pieces),
        cmocka_unit_test(a_sum_tells_of_every_bit_place_and_length),
    };
    return cmocka_run_group_tests_name("base", tests, make_arena, drop_arena);
}
