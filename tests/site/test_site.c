/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "../unit/check.h"
#include "site/hole.h"
#include "site/pages.h"
#include "site/site.h"

static struct lm_arena *arena;

static int set_up(void **state)
{
    (void)state;
    return lm_arena_new(&arena, NULL, 0) == LM_OK ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    lm_arena_free(arena);
    return 0;
}

#define ASSERT_MADE(expected, call)                                                                \
    do {                                                                                           \
        struct lm_text out = lm_text_in(arena);                                                    \
        call;                                                                                      \
        assert_string_equal(lm_text_string(&out), expected);                                       \
    } while (0)

static void text_cannot_become_markup(void **state)
{
    (void)state;
    ASSERT_MADE("&lt;b&gt; &amp;amp; &quot;x&#39;", SITE_TEXT(&out, "<b> &amp; \"x'"));
    ASSERT_MADE("&quot; onload=&quot;", SITE_ATTRIBUTE(&out, "\" onload=\""));
    ASSERT_MADE("", SITE_TEXT(&out, ""));
    ASSERT_MADE("Žižka Ł", SITE_TEXT(&out, "Žižka Ł"));
}

static void what_html_may_not_hold_is_replaced(void **state)
{
    (void)state;
    ASSERT_MADE("a\xEF\xBF\xBD"
                "b",
                SITE_TEXT(&out, "a\x01"
                                "b"));
    ASSERT_MADE("a\nb", SITE_TEXT(&out, "a\rb"));
    ASSERT_MADE("\xEF\xBF\xBD\xEF\xBF\xBD", SITE_TEXT(&out, "\xC0\xAF")); /* overlong '/' */
    ASSERT_MADE("x\xEF\xBF\xBD", SITE_TEXT(&out, "x\xE2"));               /* cut off */
    ASSERT_MADE("\xEF\xBF\xBD", SITE_TEXT(&out, "\xEF\xBF\xBF"));         /* U+FFFF */
    ASSERT_MADE("\xEF\xBF\xBD", SITE_TEXT(&out, "\xC2\x85"));             /* U+0085 */
    ASSERT_MADE("\xF0\x9F\x98\x80", SITE_TEXT(&out, "\xF0\x9F\x98\x80"));
}

static void direction_stays_where_it_is(void **state)
{
    (void)state;
    ASSERT_MADE("abc", SITE_TEXT(&out, "a\xE2\x80\xAE"
                                       "b\xE2\x81\xA6"
                                       "c"));
    for (char last = '\xAA'; last <= '\xAE'; last++) /* U+202A … U+202E */
        ASSERT_MADE("ab", SITE_TEXT(&out, ((char[]){'a', '\xE2', '\x80', last, 'b', '\0'})));
    for (char last = '\xA6'; last <= '\xA9'; last++) /* U+2066 … U+2069 */
        ASSERT_MADE("ab", SITE_TEXT(&out, ((char[]){'a', '\xE2', '\x81', last, 'b', '\0'})));
    ASSERT_MADE("<bdi>שלום</bdi>", SITE_TEXT(&out, "שלום"));
    ASSERT_MADE("שלום", SITE_PLAIN(&out, "שלום"));
    ASSERT_MADE("<bdi>a\xE2\x80\x8F</bdi>", SITE_TEXT(&out, "a\xE2\x80\x8F"));
}

static void numbers_and_points(void **state)
{
    (void)state;
    ASSERT_MADE("-3", SITE_TEXT(&out, (int8_t)-3));
    ASSERT_MADE("18446744073709551615", SITE_TEXT(&out, UINT64_MAX));
    const struct {
        int32_t tenths;
        const char *text;
    } points[] = {{0, "0"}, {5, "½"}, {35, "3½"}, {30, "3"}, {33, "3.3"}, {-5, "-½"}, {105, "10½"}};
    for (size_t i = 0; i < sizeof points / sizeof *points; i++)
        ASSERT_MADE(points[i].text, SITE_TEXT(&out, (struct site_points){points[i].tenths}));
    const struct {
        int32_t hundredths;
        const char *text;
    } changes[] = {{0, "±0.0"}, {4, "±0.0"}, {5, "+0.1"}, {-1234, "−12.3"}, {-1235, "−12.4"}};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        ASSERT_MADE(changes[i].text, SITE_TEXT(&out, (struct site_change){changes[i].hundredths}));
}

static void addresses_are_our_own(void **state)
{
    (void)state;
    ASSERT_MADE("round-3.html?a&amp;b",
                SITE_ADDRESS(&out, site_local(arena, "round-%u.html?a&b", 3u)));
    ASSERT_MADE("https://x/12", SITE_ADDRESS(&out, site_outside(arena, "https://x/", "12")));
    ASSERT_MADE("", SITE_ADDRESS(&out, site_outside(arena, "https://x/", "1/../2")));
    ASSERT_MADE("", SITE_ADDRESS(&out, site_outside(arena, "https://x/", "")));
    assert_false(SITE_HOLDS(site_outside(arena, "https://x/", "javascript:")));
}

static void slugs_are_safe_names(void **state)
{
    (void)state;
    ASSERT_MADE("open-2026", site_add_slug(&out, "Open 2026"));
    ASSERT_MADE("etc-passwd", site_add_slug(&out, "../../etc/passwd"));
    ASSERT_MADE("zurich-u-10", site_add_slug(&out, "Zürich <U>10\""));
    ASSERT_MADE("event", site_add_slug(&out, "..."));
    ASSERT_MADE("event", site_add_slug(&out, "\xFF\xFE"));
    ASSERT_MADE("shakhmaty", site_add_slug(&out, "Шахматы"));
    ASSERT_MADE("elliniko-protathlima-2026", site_add_slug(&out, "Ελληνικό Πρωτάθλημα 2026"));
    ASSERT_MADE("event-2026", site_add_slug(&out, "国际象棋 2026"));
    ASSERT_MADE("2026", site_add_slug(&out, "2026"));
    char name[400];
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    struct lm_text out = lm_text_in(arena);
    site_add_slug(&out, name);
    assert_int_equal(out.length, 60);
}

/* RFC 5545: lines of at most 75 bytes, folded between letters; commas, semicolons and backslashes
 * escaped; no control characters. */
static void calendars_are_folded_and_escaped(void **state)
{
    (void)state;
    static const char *const dates[] = {"2026/11/22"};
    static const char expected[] =
        "X-WR-CALNAME:Zürich\\, Ärger\\; \\\\ ÄÖÜÄÖÜÄÖÜÄÖÜÄÖÜÄÖÜÄÖÜÄÖÜÄÖÜÄÖÜ x  y\r\n";
    struct lm_log log = {.arena = arena};
    struct lm_tournament *t;
    struct site_event *event;
    struct site_names names = site_names_of("", arena);
    assert_int_equal(lm_tournament_new(arena, 2, 1, 1, &t), LM_OK);
    t->name = "Zürich, Ärger; \\ ÄÖÜÄÖÜÄÖÜÄÖÜÄÖÜÄÖÜÄÖÜÄÖÜÄÖÜÄÖÜ x\x7F\ny";
    t->dates = dates;
    t->date_count = 1;
    for (uint32_t i = 0; i < 2; i++) {
        t->players[i].tpn = i + 1;
        t->players[i].name = i == 0 ? "A" : "B";
        *lm_record_of(t, i, 1) = (struct lm_record){.opponent = 1 - i,
                                                    .colour = i == 0 ? LM_WHITE : LM_BLACK,
                                                    .result = i == 0 ? LM_WIN : LM_LOSS};
    }
    lm_tournament_count_rounds(t);
    assert_int_equal(site_event_new(t, "e", &names, arena, &log, &event), LM_OK);
    struct lm_text out = lm_text_in(arena), whole = lm_text_in(arena);
    assert_int_equal(site_write_calendar(event, 0, arena, &out), LM_OK);
    size_t longest = 0;
    for (const char *at = lm_text_string(&out); *at != '\0';) {
        size_t length = strcspn(at, "\r");
        longest = length > longest ? length : longest;
        assert_true(lm_utf8_valid(at, length));
        lm_text_add_bytes(&whole, at, length);
        at += length + 2;
        if (*at == ' ')
            at++;
        else
            lm_text_add(&whole, "\r\n");
    }
    assert_in_range(longest, 70, 75);
    assert_non_null(strstr(lm_text_string(&whole), expected));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(text_cannot_become_markup, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_html_may_not_hold_is_replaced, set_up, tear_down),
        cmocka_unit_test_setup_teardown(direction_stays_where_it_is, set_up, tear_down),
        cmocka_unit_test_setup_teardown(numbers_and_points, set_up, tear_down),
        cmocka_unit_test_setup_teardown(addresses_are_our_own, set_up, tear_down),
        cmocka_unit_test_setup_teardown(slugs_are_safe_names, set_up, tear_down),
        cmocka_unit_test_setup_teardown(calendars_are_folded_and_escaped, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
