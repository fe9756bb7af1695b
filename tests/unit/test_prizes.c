/* SPDX-License-Identifier: Apache-2.0 */

/* Prizes worked by hand. */

#include "reading.h"

#include "limmat/prizes.h"

/* Six players, five rounds' worth of points by 299: A and B 8, C 7½, D, E and F 7, as in the
 * commonly printed example of the Hort system; ranks by rating within equal points. */
static const char hort_event[] =
    "{\"format\": \"limmat-tournament/1\", \"start\": \"2026/03/07\", \"players\": ["
    "{\"tpn\": 1, \"name\": \"A\", \"rating\": 2600, \"sex\": \"w\", \"results\": [\"2w=\"]},"
    "{\"tpn\": 2, \"name\": \"B\", \"rating\": 2500, \"results\": [\"1b=\"]},"
    "{\"tpn\": 3, \"name\": \"C\", \"rating\": 2400, \"sex\": \"w\", \"results\": [\"4w=\"]},"
    "{\"tpn\": 4, \"name\": \"D\", \"rating\": 2300, \"results\": [\"3b=\"]},"
    "{\"tpn\": 5, \"name\": \"E\", \"rating\": 2200, \"results\": [\"6w=\"]},"
    "{\"tpn\": 6, \"name\": \"F\", \"rating\": 2100, \"sex\": \"w\", \"results\": [\"5b=\"]}],"
    "\"adjustments\": [{\"type\": \" \", \"points\": 7.5, \"players\": [1, 2]},"
    "{\"type\": \" \", \"points\": 7, \"players\": [3]},"
    "{\"type\": \" \", \"points\": 6.5, \"players\": [4, 5, 6]}]}";

struct shared {
    struct reading r;
    struct lm_prizes *p;
};

static struct shared share(const char *event, const char *order, const char *plan_text)
{
    struct shared x = {.r = read_as("json", event, 0)};
    struct lm_standings_options o = {.edition = LM_C07_2026};
    struct lm_standings *s;
    const struct lm_prize_plan *plan;
    assert_int_equal(x.r.status, LM_OK);
    assert_int_equal(lm_tie_breaks_parse(order, x.r.arena, &x.r.log, &o.list, &o.count), LM_OK);
    assert_int_equal(lm_standings_compute(x.r.t, &o, x.r.arena, &x.r.log, &s), LM_OK);
    assert_int_equal(lm_prize_plan_read(plan_text, strlen(plan_text), x.r.arena, &x.r.log, &plan),
                     LM_OK);
    assert_int_equal(lm_prizes_award(plan, s, x.r.arena, &x.r.log, &x.p), LM_OK);
    return x;
}

/* Check that paid, unused and remaining money add up to the fund. */
static void adds_up(const struct shared *x)
{
    for (size_t g = 0; g < x->p->plan->group_count; g++) {
        const struct lm_prize_balance *b = &x->p->balances[g];
        int64_t paid = 0;
        for (size_t i = 0; i < x->p->award_count; i++)
            paid += x->p->awards[i].group == g ? x->p->awards[i].amount : 0;
        assert_int_equal(paid, b->paid);
        assert_int_equal(b->fund, b->paid + b->unused + b->rest);
    }
}

static void pays(const struct shared *x, const int64_t *totals)
{
    adds_up(x);
    for (uint32_t i = 0; i < x->p->standings->count; i++)
        if (x->p->totals[i] != totals[i])
            fail_msg("player %u has %lld instead of %lld cents", i + 1, (long long)x->p->totals[i],
                     (long long)totals[i]);
}

#define PLAN(rest) "{\"format\": \"limmat-prizes/1\", " rest "}"
#define GENERAL    "\"groups\": [{\"name\": \"General\", \"places\": [100, 80, 60, 40, 20, 10]}]"

/* A: 50 + (100 + 80) / 4 = 95; D: 20 + 70 / 6 = 31.67, E: 10 + 11.67, F: 5 + 11.67: rounded down
 * they have 31.66, 21.66 and 16.66, and the two remaining cents go to D and E. */
static void hort_halves_go_by_place_and_are_shared(void **state)
{
    (void)state;
    static const int64_t totals[] = {9500, 8500, 6000, 3167, 2167, 1666};
    struct shared x = share(hort_event, "PTS,RTNG", PLAN("\"sharing\": \"hort\", " GENERAL));
    pays(&x, totals);
    assert_int_equal(x.p->balances[0].rest, 0);
    done(&x.r);
}

/* The same to whole francs, as the printed example has it: 32, 22 and 17 are one more than 70. */
static void rounding_to_the_nearest_may_add(void **state)
{
    (void)state;
    static const int64_t totals[] = {9500, 8500, 6000, 3200, 2200, 1700};
    struct shared x =
        share(hort_event, "PTS,RTNG",
              PLAN("\"sharing\": \"hort\", \"unit\": 1, \"rounding\": \"nearest\", " GENERAL));
    pays(&x, totals);
    assert_int_equal(x.p->balances[0].rest, -100);
    done(&x.r);
}

static void rounding_down_leaves_the_rest(void **state)
{
    (void)state;
    static const int64_t totals[] = {9500, 8500, 6000, 3165, 2165, 1665};
    struct shared x =
        share(hort_event, "PTS,RTNG",
              PLAN("\"sharing\": \"hort\", \"unit\": 0.05, \"rounding\": \"down\", " GENERAL));
    pays(&x, totals);
    assert_int_equal(x.p->balances[0].rest, 5);
    done(&x.r);
}

static void equal_shares_of_the_places_held(void **state)
{
    (void)state;
    static const int64_t totals[] = {9000, 9000, 6000, 2334, 2333, 2333};
    struct shared x = share(hort_event, "PTS,RTNG", PLAN(GENERAL));
    pays(&x, totals);
    done(&x.r);
}

/* Only points decide: E and F cannot be separated from D, so by place they share as well. */
static void by_place_only_those_share_whom_nothing_separates(void **state)
{
    (void)state;
    static const int64_t separated[] = {10000, 8000, 6000, 4000, 2000, 1000};
    static const int64_t tied[] = {9000, 9000, 6000, 2334, 2333, 2333};
    struct shared x = share(hort_event, "PTS,RTNG", PLAN("\"sharing\": \"place\", " GENERAL));
    pays(&x, separated);
    done(&x.r);
    x = share(hort_event, "PTS", PLAN("\"sharing\": \"place\", " GENERAL));
    pays(&x, tied);
    done(&x.r);
    x = share(hort_event, "PTS", PLAN("\"sharing\": \"hort\", " GENERAL));
    pays(&x, tied);
    done(&x.r);
}

/* Four prizes, three tied on places 4 to 6: all of them share the last one, or only D has it. */
static void those_tied_beyond_the_last_prize_share_if_the_plan_says_so(void **state)
{
    (void)state;
    static const int64_t beyond[] = {10000, 10000, 6000, 1334, 1333, 1333};
    static const int64_t within[] = {10000, 10000, 6000, 4000, 0, 0};
    static const char plan[] = "\"groups\": [{\"name\": \"G\", \"places\": [100, 100, 60, 40]}]";
    struct lm_text text;
    struct shared x =
        share(hort_event, "PTS,RTNG",
              PLAN("\"groups\": [{\"name\": \"G\", \"places\": [100, 100, 60, 40]}]"));
    pays(&x, beyond);
    text = lm_text_in(x.r.arena);
    lm_text_print(&text, "{\"format\": \"limmat-prizes/1\", \"beyond\": false, %s}", plan);
    struct shared y = share(hort_event, "PTS,RTNG", lm_text_string(&text));
    pays(&y, within);
    done(&y.r);
    done(&x.r);
}

#define WOMEN                                                                                      \
    "\"groups\": [{\"name\": \"General\", \"sharing\": \"place\", \"places\": [100, 80, 60]}, "    \
    "{\"name\": \"Women\", \"category\": \"sex=w\", \"places\": [70, 30, 20]}]"

/* A keeps 100 and leaves the women; C, now first of them, prefers 70 to 60 and leaves the general
 * places, where D moves up; F is second woman. */
static void only_the_highest_prize_is_paid_and_others_move_up(void **state)
{
    (void)state;
    static const int64_t totals[] = {10000, 8000, 7000, 6000, 0, 3000};
    struct shared x = share(hort_event, "PTS,RTNG", PLAN(WOMEN));
    pays(&x, totals);
    assert_int_equal(x.p->declined_count, 2);
    assert_int_equal(x.p->declined[0].participant, 0);
    assert_int_equal(x.p->declined[0].group, 1);
    assert_int_equal(x.p->declined[0].amount, 7000);
    assert_int_equal(x.p->declined[1].participant, 2);
    assert_int_equal(x.p->declined[1].group, 0);
    assert_int_equal(x.p->declined[1].amount, 6000);
    assert_int_equal(x.p->balances[1].unused, 2000);
    done(&x.r);
}

static void cumulative_prizes_are_all_paid(void **state)
{
    (void)state;
    static const int64_t totals[] = {17000, 8000, 9000, 0, 0, 2000};
    struct shared x = share(hort_event, "PTS,RTNG", PLAN("\"award\": \"cumulative\", " WOMEN));
    pays(&x, totals);
    assert_int_equal(x.p->declined_count, 0);
    done(&x.r);
}

static void a_group_with_too_few_is_not_awarded(void **state)
{
    (void)state;
    struct shared x = share(hort_event, "PTS,RTNG",
                            PLAN("\"groups\": [{\"name\": \"Women\", \"category\": \"sex=w\", "
                                 "\"at_least\": 4, \"places\": [70]}]"));
    static const int64_t totals[] = {0, 0, 0, 0, 0, 0};
    pays(&x, totals);
    assert_false(x.p->balances[0].awarded);
    assert_int_equal(x.p->balances[0].unused, 7000);
    done(&x.r);
}

static void who_never_played_gets_nothing(void **state)
{
    (void)state;
    struct shared x = share("{\"format\": \"limmat-tournament/1\", \"players\": ["
                            "{\"tpn\": 1, \"results\": [\"U\", \"U\"]},"
                            "{\"tpn\": 2, \"results\": [\"3w1\", \"\"]},"
                            "{\"tpn\": 3, \"results\": [\"2b0\", \"\"]}]}",
                            "PTS", PLAN("\"groups\": [{\"name\": \"G\", \"places\": [9, 5, 1]}]"));
    static const int64_t totals[] = {0, 900, 500};
    pays(&x, totals);
    assert_int_equal(x.p->balances[0].unused, 100);
    done(&x.r);
}

static const char *why(struct shared *x, size_t award)
{
    struct lm_text out = lm_text_in(x->r.arena);
    lm_text_add_award_reason(&out, x->p, &x->p->awards[award]);
    return lm_text_string(&out);
}

static void reasons_are_sentences(void **state)
{
    (void)state;
    struct shared x = share(hort_event, "PTS,RTNG", PLAN("\"sharing\": \"hort\", " GENERAL));
    assert_string_equal(why(&x, 2),
                        "General: place 3 with 7.5 Points: the prize of that place, 60.00.");
    assert_string_equal(
        why(&x, 3),
        "General: place 4 with 7.0 Points, tied on places 4 to 6: by the Hort system half of the "
        "prize by place, 20.00, and one of 3 equal shares of the other half of the prizes of "
        "places 4 to 6 (40.00 + 20.00 + 10.00 = 70.00); rounded up to 31.67, as what rounding down "
        "leaves over goes to the best placed.");
    assert_string_equal(
        why(&x, 5),
        "General: place 6 with 7.0 Points, tied on places 4 to 6: by the Hort system half of the "
        "prize by place, 5.00, and one of 3 equal shares of the other half of the prizes of places "
        "4 to 6 (40.00 + 20.00 + 10.00 = 70.00); rounded down to 16.66.");
    done(&x.r);
}

static void mistakes_of_a_plan_are_told_with_line_and_column(void **state)
{
    (void)state;
    static const struct {
        const char *plan, *what;
        unsigned line, column;
    } cases[] = {
        {"[]", "not a plan of prizes", 1, 1},
        {"{\"format\": \"limmat-prizes/2\",\n\"groups\": [{\"name\": \"G\", \"places\": [1]}]}",
         "not a plan of prizes", 1, 12},
        {"{\"format\": \"limmat-prizes/1\",\n\"groups\": []}", "not a list of groups", 2, 11},
        {"{\"format\": \"limmat-prizes/1\",\n\"groups\": [{\"name\": \"G\", \"places\": [1.005]}]}",
         "not an amount of money", 2, 37},
        {"{\"format\": \"limmat-prizes/1\",\n\"groups\": [{\"name\": \"G\", \"places\": [1, 2]}]}",
         "a prize that is higher than that of the place before", 2, 40},
        {"{\"format\": \"limmat-prizes/1\",\n\"groups\": [{\"places\": [1]}]}",
         "a group of prizes without name", 2, 12},
        {"{\"format\": \"limmat-prizes/1\", \"sharing\": \"fair\",\n\"groups\": [{\"name\": \"G\", "
         "\"places\": [1]}]}",
         "not one of the words allowed here", 1, 42},
        {"{\"format\": \"limmat-prizes/1\", \"unit\": 0,\n\"groups\": [{\"name\": \"G\", "
         "\"places\": [1]}]}",
         "the unit cannot be 0", 1, 39},
        {"{\"format\": \"limmat-prizes/1\", \"tax\": 1,\n\"groups\": [{\"name\": \"G\", "
         "\"places\": [1]}]}",
         "unknown in a plan of prizes", 1, 38},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct lm_arena *arena;
        assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
        struct lm_log log = {.arena = arena};
        const struct lm_prize_plan *plan = NULL;
        assert_int_equal(
            lm_prize_plan_read(cases[i].plan, strlen(cases[i].plan), arena, &log, &plan),
            LM_INVALID);
        assert_null(plan);
        assert_string_equal(log.all[0].what, cases[i].what);
        assert_int_equal(log.all[0].line, cases[i].line);
        assert_int_equal(log.all[0].column, cases[i].column);
        lm_arena_free(arena);
    }
}

static void memory_that_runs_out_is_said(void **state)
{
    (void)state;
    enum { CHUNK = 16 * 1024 };
    static const char plan_text[] = PLAN("\"sharing\": \"hort\", " WOMEN);
    struct shared x = share(hort_event, "PTS,RTNG", plan_text);
    unsigned failures = 0;
    enum lm_status status = LM_LIMIT;
    for (size_t used = CHUNK; status == LM_LIMIT && used > 0; used -= 16) {
        struct lm_arena *arena;
        const struct lm_prize_plan *plan = NULL;
        struct lm_prizes *p = NULL;
        assert_int_equal(lm_arena_new(&arena, NULL, CHUNK), LM_OK);
        if (lm_arena_alloc(arena, used, 1) != NULL) {
            status = lm_prize_plan_read(plan_text, strlen(plan_text), arena, NULL, &plan);
            assert_int_equal(status == LM_OK, plan != NULL);
            if (status == LM_OK)
                status = lm_prizes_award(plan, x.p->standings, arena, NULL, &p);
            assert_int_equal(status == LM_OK, p != NULL);
            failures += status == LM_LIMIT;
        }
        lm_arena_free(arena);
    }
    assert_int_equal(status, LM_OK);
    assert_true(failures > 10);
    done(&x.r);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(hort_halves_go_by_place_and_are_shared),
        cmocka_unit_test(rounding_to_the_nearest_may_add),
        cmocka_unit_test(rounding_down_leaves_the_rest),
        cmocka_unit_test(equal_shares_of_the_places_held),
        cmocka_unit_test(by_place_only_those_share_whom_nothing_separates),
        cmocka_unit_test(those_tied_beyond_the_last_prize_share_if_the_plan_says_so),
        cmocka_unit_test(only_the_highest_prize_is_paid_and_others_move_up),
        cmocka_unit_test(cumulative_prizes_are_all_paid),
        cmocka_unit_test(a_group_with_too_few_is_not_awarded),
        cmocka_unit_test(who_never_played_gets_nothing),
        cmocka_unit_test(reasons_are_sentences),
        cmocka_unit_test(mistakes_of_a_plan_are_told_with_line_and_column),
        cmocka_unit_test(memory_that_runs_out_is_said),
    };
    return cmocka_run_group_tests_name("prizes", tests, NULL, NULL);
}
