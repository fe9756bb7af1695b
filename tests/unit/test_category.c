/* SPDX-License-Identifier: Apache-2.0 */

/* Categories: the meaning of a condition, its members, and their ranking. */

#include "reading.h"

#include "limmat/category.h"

/* 2026: 1 was born on New Year's Day of 2008, 2 in the year 2008, 3 the day before 2008; 5 has no
 * birth. */
static const char event[] =
    "{\"format\": \"limmat-tournament/1\", \"start\": \"2026/03/07\", \"players\": ["
    "{\"tpn\": 1, \"sex\": \"w\", \"title\": \"WFM\", \"name\": \"A\", \"rating\": 2100, "
    "\"federation\": \"SUI\", \"birth\": \"2008/01/01\", \"club\": \"SK Zürich\", "
    "\"results\": [\"2w1\"]},"
    "{\"tpn\": 2, \"sex\": \"m\", \"title\": \"GM\", \"name\": \"B\", \"rating\": 2000, "
    "\"federation\": \"ITA\", \"birth\": \"2008/00/00\", \"results\": [\"1b0\"]},"
    "{\"tpn\": 3, \"sex\": \"w\", \"name\": \"C\", \"rating\": 1999, \"federation\": \"LIE\", "
    "\"birth\": \"2007/12/31\", \"results\": [\"4w=\"]},"
    "{\"tpn\": 4, \"sex\": \"m\", \"name\": \"D\", \"federation\": \"SUI\", "
    "\"birth\": \"1966/05/20\", \"results\": [\"3b=\"]},"
    "{\"tpn\": 5, \"name\": \"E\", \"results\": [\"U\"]}]}";

struct asked {
    struct reading r;
    struct lm_standings *s;
};

static struct asked ask_about(const char *json)
{
    struct asked x = {.r = read_as("json", json, 0)};
    struct lm_standings_options o = {.edition = LM_C07_2026};
    assert_int_equal(x.r.status, LM_OK);
    assert_int_equal(lm_tie_breaks_parse("PTS", x.r.arena, &x.r.log, &o.list, &o.count), LM_OK);
    assert_int_equal(lm_standings_compute(x.r.t, &o, x.r.arena, &x.r.log, &x.s), LM_OK);
    return x;
}

/* The numbers of the members of ${text}, ascending: "135". */
static const char *members(struct asked *x, const char *text)
{
    const struct lm_category *category;
    struct lm_category_ranking ranking;
    struct lm_text out = lm_text_in(x->r.arena);
    struct lm_place place = {.field = "category"};
    assert_int_equal(lm_category_parse(text, place, x->r.arena, &x->r.log, &category), LM_OK);
    assert_int_equal(lm_category_rank(x->s, category, x->r.arena, &x->r.log, &ranking), LM_OK);
    for (uint32_t i = 0; i < x->s->count; i++)
        if (ranking.rank[i] != 0)
            lm_text_print(&out, "%u", i + 1);
    return lm_text_string(&out);
}

static void conditions_hold_for_whom_they_say(void **state)
{
    (void)state;
    static const struct {
        const char *category, *members;
    } cases[] = {
        {"sex=w", "13"},
        {"sex = f", "13"},
        {"sex!=w", "245"},
        {"U18", "12"},
        {"U17", ""},
        {"S60", "4"},
        {"S61", ""},
        {"age<18", "2"}, /* on New Year's Day 1 becomes 18, and 3 is */
        {"age>=18", "134"},
        {"born>=2008", "12"},
        {"born>=2008-01-02", ""},
        {"born<2008", "34"},
        {"born=2008", "12"},
        {"born=2008-01-01", "1"},
        {"fed=SUI", "14"},
        {"fed=sui,lie", "134"},
        {"fed!=SUI", "235"},
        {"rating<2000", "3"},
        {"rating<=2000", "23"},
        {"rating>2000", "1"},
        {"!rating", "45"},
        {"!rating | rating<2000", "345"},
        {"title", "12"},
        {"title=gm", "2"},
        {"club=sk zurich", "1"},
        {"club=\"SK Zürich\"", "1"},
        {"number<=2", "12"},
        {"sex=w & rating<2000", "3"},
        {"sex=w & fed=LIE | title=GM", "23"},
        {"sex=w & (fed=LIE | title=GM)", "3"},
        {"!(sex=w | sex=m)", "5"},
        {"Young women: sex=w & U18", "1"},
    };
    struct asked x = ask_about(event);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *found = members(&x, cases[i].category);
        if (strcmp(found, cases[i].members) != 0)
            fail_msg("%s: %s instead of %s", cases[i].category, found, cases[i].members);
    }
    done(&x.r);
}

static void members_are_ranked_among_themselves(void **state)
{
    (void)state;
    struct asked x = ask_about(event);
    const struct lm_category *category;
    struct lm_category_ranking ranking;
    struct lm_place place = {.field = "category"};
    assert_int_equal(lm_category_parse("Known: sex", place, x.r.arena, &x.r.log, &category), LM_OK);
    assert_string_equal(category->name, "Known");
    assert_string_equal(category->condition, "sex");
    assert_int_equal(lm_category_rank(x.s, category, x.r.arena, &x.r.log, &ranking), LM_OK);
    static const uint32_t order[] = {0, 2, 3, 1}, ranks[] = {1, 4, 2, 2, 0};
    assert_int_equal(ranking.count, 4);
    assert_memory_equal(ranking.order, order, sizeof order);
    assert_memory_equal(ranking.rank, ranks, sizeof ranks);
    done(&x.r);
}

static void mistakes_are_told_with_their_place(void **state)
{
    (void)state;
    static const struct {
        const char *category, *what;
    } cases[] = {
        {"", "is not understood at its 1. byte: no field; there are: sex age born fed rating title "
             "club team number"},
        {"sex=", "is not understood at its 5. byte: a value is missing"},
        {"rating<two", "is not understood at its 11. byte: a whole number is missing before"},
        {"born>spring",
         "is not understood at its 12. byte: a date is missing before, such as 2008-05-31 or 2008"},
        {"fed<SUI", "is not understood at its 8. byte: texts are only equal (=) or not (!=)"},
        {"(sex=w", "is not understood at its 7. byte: a closing bracket is missing"},
        {"sex=w)", "is not understood at its 6. byte: the category should end here, or go on with "
                   "& or |"},
        {"club=\"SK", "is not understood at its 6. byte: the quotation mark is not closed"},
        {"\xFF", "is not understood at its 1. byte: it is not UTF-8"},
    };
    struct asked x = ask_about(event);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct lm_category *category = NULL;
        struct lm_log log = {.arena = x.r.arena};
        struct lm_place place = {.line = 3, .column = 7, .field = "category"};
        assert_int_equal(lm_category_parse(cases[i].category, place, x.r.arena, &log, &category),
                         LM_INVALID);
        assert_null(category);
        assert_int_equal(log.errors, 1);
        assert_int_equal(log.all[0].line, 3);
        assert_int_equal(log.all[0].column, 7);
        assert_non_null(strstr(log.all[0].what, cases[i].what));
    }
    done(&x.r);
}

static void endless_brackets_are_refused(void **state)
{
    (void)state;
    struct asked x = ask_about(event);
    char deep[2000];
    memset(deep, '(', sizeof deep - 1);
    deep[sizeof deep - 1] = '\0';
    const struct lm_category *category = NULL;
    struct lm_place place = {.field = "category"};
    assert_int_equal(lm_category_parse(deep, place, x.r.arena, &x.r.log, &category), LM_INVALID);
    memset(deep, '!', sizeof deep - 1);
    assert_int_equal(lm_category_parse(deep, place, x.r.arena, &x.r.log, &category), LM_INVALID);
    done(&x.r);
}

static void an_age_needs_the_year_of_the_event(void **state)
{
    (void)state;
    struct asked x = ask_about("{\"format\": \"limmat-tournament/1\", \"players\": ["
                               "{\"tpn\": 1, \"birth\": \"2008\"}]}");
    const struct lm_category *category;
    struct lm_category_ranking ranking;
    struct lm_place place = {.field = "category"};
    assert_int_equal(lm_category_parse("U18", place, x.r.arena, &x.r.log, &category), LM_OK);
    assert_int_equal(lm_category_rank(x.s, category, x.r.arena, &x.r.log, &ranking), LM_INVALID);
    done(&x.r);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditions_hold_for_whom_they_say),
        cmocka_unit_test(members_are_ranked_among_themselves),
        cmocka_unit_test(mistakes_are_told_with_their_place),
        cmocka_unit_test(endless_brackets_are_refused),
        cmocka_unit_test(an_age_needs_the_year_of_the_event),
    };
    return cmocka_run_group_tests_name("category", tests, NULL, NULL);
}
