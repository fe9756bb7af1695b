/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The regulations of March 2024 with the change of October 2025: the worked examples that FIDE and
 * the literature published, and cases worked by hand from the articles.  Every number on the right
 * was computed on paper; the comment beside it shows how.
 */
#include "../unit/check.h"
#include "editions.h"

#include <string.h>

#include "limmat/registry.h"

static const struct lm_rating_rules *march_2024, *october_2025;
static struct lm_arena *arena, *months;

static int32_t delta(const struct lm_rating_rules *rules, int32_t own, int32_t opponent,
                     int32_t tenths)
{
    return lm_rating_game(rules, LM_STANDARD, own, opponent, tenths).delta;
}

static int32_t day(int16_t year, uint8_t month, uint8_t number)
{
    return lm_day_of((struct lm_date){year, month, number});
}

static int32_t initial(int32_t games, int32_t tenths, int64_t sum_of_ratings)
{
    struct lm_rating_result result = {games, tenths, lm_fraction_of(sum_of_ratings, games), 0};
    struct lm_rating_initial out;
    assert_int_equal(lm_rating_initial(october_2025, &result, 1, &out), LM_OK);
    return out.rating;
}

/* --- published examples */

/* FIDE's Technical Commission: 2120 against 1750 1900 2200 1450 2100 expects 3.52. */
static void technical_commission_example(void **state)
{
    (void)state;
    static const int32_t opponents[] = {1750, 1900, 2200, 1450, 2100};
    static const int32_t expected[] = {90, 78, 39, 92, 53};
    int32_t sum = 0;
    for (int i = 0; i < 5; i++) {
        struct lm_rating_game game =
            lm_rating_game(october_2025, LM_STANDARD, 2120, opponents[i], 0);
        assert_int_equal(game.expected, expected[i]);
        sum += game.expected;
    }
    assert_int_equal(sum, 352);
}

/* The same commission's ladder of a perfect tournament performance; the table without the cap. */
static void perfect_performance_ladder(void **state)
{
    (void)state;
    static const int32_t opponents[] = {1700, 1950, 1850, 2050, 2150};
    static const int32_t ladder[][2] = {{2089, 337}, {2170, 379}, {2130, 359}, {2112, 350}};
    for (int step = 0; step < 4; step++) {
        int32_t sum = 0;
        for (int i = 0; i < 5; i++)
            sum += lm_rating_expected(ladder[step][0] - opponents[i]);
        assert_int_equal(sum, ladder[step][1]);
    }
}

/* Portisch, 2635, scored 10.5 of 15 where 9.66 were expected, K 10: 2635 + 8.4 = 2643.4. */
static void portisch(void **state)
{
    (void)state;
    assert_int_equal(10 * (1050 - 966), 840);
    assert_int_equal(lm_rating_new(october_2025, 2635, 840), 2643);
}

/* --- 8.3.1: the cap */

static void cap_falls_at_2650(void **state)
{
    (void)state;
    /* 2700 - 2280 = 420: .93 without the cap, .92 with it; a win brings .07 or .08 */
    assert_int_equal(delta(october_2025, 2700, 2280, 10), 7);
    assert_int_equal(delta(march_2024, 2700, 2280, 10), 8);
    /* 2649 - 2229 = 420, below 2650: capped */
    assert_int_equal(delta(october_2025, 2649, 2229, 10), 8);
    /* 2650 - 1850 = 800, above 735: 1.0, a win brings nothing, a draw costs .50 */
    assert_int_equal(delta(october_2025, 2650, 1850, 10), 0);
    assert_int_equal(delta(october_2025, 2650, 1850, 5), -50);
    /* the other side of that game is capped: -400, .08 */
    assert_int_equal(delta(october_2025, 1850, 2650, 5), 42);
}

static void cap_stands_in_rapid_and_blitz(void **state)
{
    (void)state;
    assert_int_equal(lm_rating_game(october_2025, LM_RAPID, 2700, 2280, 10).expected, 92);
    assert_int_equal(lm_rating_game(october_2025, LM_BLITZ, 2800, 2280, 10).expected, 92);
}

/* --- 8.3.2, 8.3.4 */

/* 1650, K 40: beats 1700 (-50: .43), draws 1500 (+150: .70), loses to 1620 (+30: .54).
 * 0.57 - 0.20 - 0.54 = -0.17; x 40 = -6.8 -> -7: 1643. */
static void change_of_a_new_player(void **state)
{
    (void)state;
    int32_t sum = delta(march_2024, 1650, 1700, 10) + delta(march_2024, 1650, 1500, 5) +
                  delta(march_2024, 1650, 1620, 0);
    assert_int_equal(sum, -17);
    assert_int_equal(lm_rating_new(march_2024, 1650, 40 * sum), 1643);
}

static void halves_are_rounded_away_from_zero(void **state)
{
    (void)state;
    assert_int_equal(lm_rating_new(march_2024, 2000, -50), 1999);
    assert_int_equal(lm_rating_new(march_2024, 2000, 50), 2001);
    assert_int_equal(lm_rating_new(march_2024, 2000, -49), 2000);
    assert_int_equal(lm_rating_new(march_2024, 2000, -250), 1997); /* in 2013: 1998 */
    assert_int_equal(lm_rating_new(lm_rating_rules_named(book(), "rating-2013"), 2000, -250), 1998);
}

/* --- 8.3.3: K */

struct k_case {
    int32_t rating, games;
    bool top;
    int32_t birth, year, k;
};

static void development_coefficient(void **state)
{
    (void)state;
    static const struct k_case cases[] = {
        {1500, 29, false, 1980, 2025, 40}, /* new to the list */
        {1500, 30, false, 1980, 2025, 20}, /* 30 games completed */
        {1500, 90, false, 2007, 2025, 40}, /* 18th birthday in 2025: to the end of that year */
        {1500, 90, false, 2007, 2026, 20}, /* the year after */
        {2299, 90, false, 2012, 2025, 40}, /* a junior under 2300 */
        {2300, 90, false, 2012, 2025, 20}, /* a junior of 2300 */
        {2399, 90, false, 1990, 2025, 20}, /* never 2400 */
        {2399, 90, true, 1990, 2025, 10},  /* has been 2400 */
        {2250, 90, true, 2012, 2025, 10},  /* a junior once rated 2400 did not remain below 2300 */
        {2450, 12, true, 2012, 2025, 10},  /* 2400 once published is 10, with 12 games too (S7) */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct k_case *c = &cases[i];
        struct lm_rating_standing standing = {.rating = c->rating,
                                              .games = c->games,
                                              .reached_top = c->top,
                                              .birth = c->birth,
                                              .list_year = c->year};
        assert_int_equal(lm_rating_k(march_2024, standing), c->k);
    }
}

static void k_times_games_stays_within_700(void **state)
{
    (void)state;
    assert_int_equal(lm_rating_k_within_budget(march_2024, 20, 35), 20); /* 700 */
    assert_int_equal(lm_rating_k_within_budget(march_2024, 20, 36), 19); /* 720; 19 x 36 = 684 */
    assert_int_equal(lm_rating_k_within_budget(march_2024, 20, 40), 17); /* 680; 18 x 40 = 720 */
    assert_int_equal(lm_rating_k_within_budget(march_2024, 40, 17), 40); /* 680 */
    assert_int_equal(lm_rating_k_within_budget(march_2024, 40, 18), 38); /* 684 */
    assert_int_equal(lm_rating_k_within_budget(march_2024, 10, 71), 9);
    assert_int_equal(
        lm_rating_k_within_budget(lm_rating_rules_named(book(), "rating-2013"), 30, 99), 30);
}

/* --- 8.2: initial ratings */

/* Five opponents of average 1900, 2.5 points: (5 x 1900 + 2 x 1800)/7 = 1871.43, p = 3.5/7. */
static void initial_rating_of_an_even_score(void **state)
{
    (void)state;
    assert_int_equal(initial(5, 25, 5 * 1900), 1871);
}

/* 4 of 5 against 1900: Ra 1871.43, p = 5/7 = .71 (.714), dp 158: 2029.43. */
static void initial_rating_above_half(void **state)
{
    (void)state;
    assert_int_equal(initial(5, 40, 5 * 1900), 2029);
}

/* 1 of 6 against 1700: Ra (6 x 1700 + 3600)/8 = 1725, p = 2/8 = .25, dp -193: 1532. */
static void initial_rating_below_half(void **state)
{
    (void)state;
    assert_int_equal(initial(6, 10, 6 * 1700), 1532);
}

/* 0 of 5 against 1500: Ra (7500 + 3600)/7 = 1585.71, p = 1/7 = .14, dp -309: 1276.71, below the
 * floor of 1400. */
static void a_zero_is_no_minus_800(void **state)
{
    (void)state;
    assert_int_equal(initial(5, 0, 5 * 1500), 1277);
}

/* 9 of 9 against 2300: Ra (20700 + 3600)/11 = 2209.09, p = 10/11 = .91, dp 383: cut to 2200. */
static void initial_rating_is_at_most_2200(void **state)
{
    (void)state;
    assert_int_equal(initial(9, 90, 9 * 2300), 2200);
}

/* --- events */

static struct lm_event_game game(int32_t round, uint32_t white, uint32_t black,
                                 int32_t white_tenths)
{
    return (struct lm_event_game){round, white, black, white_tenths, 10 - white_tenths, true};
}

/* Player 0 meets 1, 2, … in the order of ${tenths}. */
static struct lm_rating_event against_all(enum lm_event_kind kind, struct lm_event_player *players,
                                          size_t count, struct lm_event_game *games,
                                          const int32_t *tenths)
{
    for (size_t i = 1; i < count; i++)
        games[i - 1] = game((int32_t)i, 0, (uint32_t)i, tenths[i - 1]);
    for (size_t i = 0; i < count; i++) {
        players[i].now_rating = players[i].rating;
        players[i].now_k = players[i].k = 20;
    }
    return (struct lm_rating_event){
        .id = "E",
        .kind = kind,
        .start = day(2025, 10, 3),
        .end = day(2025, 10, 5),
        .registered = day(2025, 9, 1),
        .reported = LM_NO_DAY,
        .received = LM_NO_DAY,
        .final = true,
        .players = players,
        .player_count = count,
        .games = games,
        .game_count = count - 1,
    };
}

static struct lm_assessment assess(const struct lm_rating_event *event)
{
    struct lm_assessment assessment;
    assert_int_equal(lm_rating_assess(october_2025, event, arena, &assessment), LM_OK);
    return assessment;
}

/* An unrated player's zero in the first event is disregarded, 8.2.1.  In a later one it counts. */
static void zero_in_the_first_event_is_disregarded(void **state)
{
    (void)state;
    struct lm_event_player players[4] = {
        {.id = 1}, {.rating = 1600}, {.rating = 1700}, {.rating = 1800}};
    struct lm_event_game games[3];
    struct lm_rating_event event =
        against_all(LM_EVENT_SWISS, players, 4, games, (int32_t[]){0, 0, 0});
    assert_int_equal(assess(&event).players[0].fate, LM_RESULT_ZERO);
    players[0].prior = true;
    assert_int_equal(assess(&event).players[0].fate, LM_RESULT_COUNTS);
    players[0].prior = false;
    event = against_all(LM_EVENT_SWISS, players, 4, games, (int32_t[]){0, 5, 0});
    assert_int_equal(assess(&event).players[0].fate, LM_RESULT_COUNTS);
}

/* One rated opponent is enough for a result that counts (7.1.4 asks for five only in the end). */
static void one_rated_opponent_is_enough(void **state)
{
    (void)state;
    struct lm_event_player players[3] = {{.id = 1}, {.rating = 1600}, {.rating = 0}};
    struct lm_event_game games[2];
    struct lm_rating_event event =
        against_all(LM_EVENT_SWISS, players, 3, games, (int32_t[]){10, 10});
    const struct lm_player_report report = assess(&event).players[0];
    assert_int_equal(report.fate, LM_RESULT_COUNTS);
    assert_int_equal(report.games, 1);
    assert_int_equal(report.lines[1].fate, LM_GAME_OPPONENT_UNRATED);
}

/* In 2024 a round robin is no different: games against unrated players do not count. */
static void round_robins_are_like_swisses(void **state)
{
    (void)state;
    struct lm_event_player players[3] = {{.rating = 2000}, {.rating = 1900}, {.rating = 0}};
    struct lm_event_game games[3];
    struct lm_rating_event event =
        against_all(LM_EVENT_ROUND_ROBIN, players, 3, games, (int32_t[]){10, 0});
    games[2] = game(3, 1, 2, 5);
    event.game_count = 3;
    struct lm_assessment assessment = assess(&event);
    assert_int_equal(assessment.as, LM_RATED_AS_SWISS);
    assert_int_equal(assessment.players[0].games, 1);
    assert_int_equal(assessment.players[0].change, 20 * (100 - 64)); /* +100: .64 */
    assert_int_equal(assessment.players[1].change, 20 * (0 - 36));
    assert_int_equal(assessment.players[2].games, 2);
}

/* 6.1, 6.2. */
static void matches(void **state)
{
    (void)state;
    struct lm_event_player players[2] = {{.rating = 2000}, {.rating = 1900}};
    struct lm_event_game games[4];
    struct lm_rating_event event = against_all(LM_EVENT_MATCH, players, 2, games, (int32_t[]){10});
    for (int32_t i = 0; i < 4; i++)
        games[i] = game(i + 1, 0, 1, 10);
    event.game_count = 4;
    event.match_games = 4;
    struct lm_assessment assessment = assess(&event);
    assert_int_equal(assessment.decided_after, 3); /* 3 points of 4 */
    assert_int_equal(assessment.players[0].games, 3);
    assert_int_equal(assessment.players[0].lines[3].fate, LM_GAME_DECIDED);
    players[1].rating = players[1].now_rating = 0;
    assert_int_equal(assess(&event).players[0].games, 0);
    struct lm_rating_findings findings;
    assert_int_equal(lm_rating_check(october_2025, &event, arena, &findings), LM_OK);
    assert_false(findings.ratable);
}

/* 8.2.4: published between the event and its rating. */
static void published_since(void **state)
{
    (void)state;
    struct lm_event_player players[2] = {{.rating = 0}, {.rating = 1900}};
    struct lm_event_game games[1];
    struct lm_rating_event event = against_all(LM_EVENT_SWISS, players, 2, games, (int32_t[]){10});
    players[0].now_rating = 1800;
    players[0].now_k = 40;
    struct lm_assessment assessment = assess(&event);
    assert_int_equal(assessment.players[0].mode, LM_PLAYER_SINCE_PUBLISHED);
    assert_int_equal(assessment.players[0].change, 40 * (100 - 36)); /* -100: .36 */
    assert_int_equal(assessment.players[1].games, 0);                /* the opponent was unrated */
}

/* 1.1: a game with a player of 2400 needs 120 minutes, one below 1800 needs 60; 90 + 30 x 60 s =
 * 120 minutes, 90 minutes flat are 90. */
static void time_is_asked_of_each_game(void **state)
{
    (void)state;
    struct lm_event_player players[4] = {
        {.rating = 2400}, {.rating = 1700}, {.rating = 2399}, {.rating = 1799}};
    struct lm_event_game games[3];
    struct lm_rating_event event =
        against_all(LM_EVENT_SWISS, players, 4, games, (int32_t[]){10, 10, 10});
    games[2] = game(3, 1, 3, 10); /* 1700 against 1799: 60 minutes are enough */
    struct lm_clock clock = {0, 90 * 60, 0};
    event.clock = &clock;
    event.clocks = 1;
    struct lm_assessment assessment = assess(&event);
    assert_int_equal(assessment.players[0].games, 0);
    assert_int_equal(assessment.players[0].lines[0].fate, LM_GAME_TOO_FAST);
    assert_int_equal(assessment.players[3].games, 1);
    clock.increment = 30;
    assert_int_equal(assess(&event).players[0].games, 2);
}

/* 8.3.3, S8: 18 games of K 40 are 720; 38 x 18 = 684.  The event alone has no other games. */
static void k_is_cut_in_an_event(void **state)
{
    (void)state;
    struct lm_event_player players[19] = {{.rating = 2000}};
    struct lm_event_game games[18];
    int32_t tenths[18];
    for (size_t i = 0; i < 18; i++) {
        players[i + 1].rating = 2000;
        tenths[i] = 10;
    }
    struct lm_rating_event event = against_all(LM_EVENT_SWISS, players, 19, games, tenths);
    players[0].k = players[0].now_k = 40;
    struct lm_assessment assessment = assess(&event);
    assert_int_equal(assessment.players[0].listed_k, 40);
    assert_int_equal(assessment.players[0].k, 38);
    assert_int_equal(assessment.players[0].change, 38 * 18 * 50);
    event.game_count = 17; /* 680 */
    assert_int_equal(assess(&event).players[0].k, 40);
}

/* Rapid and blitz 7.2.1: a standard rating of 1900 is lent, K 40 (S13); the opponent meets it. */
static void a_standard_rating_is_lent(void **state)
{
    (void)state;
    struct lm_event_player players[2] = {{.standard = 1900}, {.rating = 1900}};
    struct lm_event_game games[1];
    struct lm_rating_event event = against_all(LM_EVENT_SWISS, players, 2, games, (int32_t[]){10});
    assert_int_equal(assess(&event).players[0].mode,
                     LM_PLAYER_UNRATED); /* no lending in standard */
    event.chess = LM_BLITZ;
    players[0].now_rating = 1950; /* published since: lent nevertheless (S12) */
    struct lm_assessment assessment = assess(&event);
    assert_int_equal(assessment.players[0].mode, LM_PLAYER_LENT);
    assert_int_equal(assessment.players[0].change, 40 * 50);
    assert_int_equal(assessment.players[1].change, 20 * -50);
    assert_int_equal(lm_rating_lent_k(october_2025, 2400, 0, 2025), 10);
}

/* Rapid and blitz 7.3.1: 600 points apart, one above 2600: not rated; standard games are. */
static void far_apart_in_rapid(void **state)
{
    (void)state;
    struct lm_event_player players[3] = {{.rating = 2601}, {.rating = 2001}, {.rating = 2002}};
    struct lm_event_game games[2];
    struct lm_rating_event event =
        against_all(LM_EVENT_SWISS, players, 3, games, (int32_t[]){10, 10});
    assert_int_equal(assess(&event).players[0].games, 2);
    event.chess = LM_RAPID;
    struct lm_assessment assessment = assess(&event);
    assert_int_equal(assessment.players[0].lines[0].fate, LM_GAME_TOO_FAR);
    assert_int_equal(assessment.players[0].games, 1); /* 599 apart */
    event.start = day(2024, 11, 30);                  /* 0.1: begun a day too early */
    assert_int_equal(assess(&event).players[0].games, 2);
}

/* 0.2: three days, thirty when a player is above 2700. */
static void registration(void **state)
{
    (void)state;
    struct lm_event_player players[2] = {{.rating = 2700}, {.rating = 1900}};
    struct lm_event_game games[1];
    struct lm_rating_findings findings;
    struct lm_rating_event event = against_all(LM_EVENT_SWISS, players, 2, games, (int32_t[]){10});
    event.registered = event.start - 3;
    assert_int_equal(lm_rating_check(october_2025, &event, arena, &findings), LM_OK);
    assert_int_equal(findings.all[0].verdict, LM_PASSED);
    players[0].rating = 2701;
    assert_int_equal(lm_rating_check(october_2025, &event, arena, &findings), LM_OK);
    assert_int_equal(findings.all[0].verdict, LM_FAILED);
}

/* --- a list */

static struct lm_registry office_of_2025(void)
{
    struct lm_registry registry = lm_registry_in(arena, day(2025, 10, 1));
    static const int32_t ratings[] = {0, 1900, 1900, 1900, 1900, 1900, 1402};
    for (uint32_t id = 1; id <= 7; id++) {
        struct lm_person *person = lm_registry_add(&registry, id);
        person->born = 19900101;
        struct lm_track *track = &person->tracks[LM_STANDARD];
        track->rating = (int16_t)ratings[id - 1];
        track->k = track->rating == 0 ? 0 : 20;
        track->total = track->rating == 0 ? 0 : 100;
        track->last = lm_month_of(registry.list);
    }
    return registry;
}

/* Player 1 is published with five games, 2.5 points, at 1871, K 40.  Player 7, 1402, loses to 1900
 * (-498, cap -400: .08): -0.08 x 20 = -1.6 -> -2: 1400, still listed; a second loss makes it -3.2
 * -> -3: 1399, unrated. */
static void a_month(void **state)
{
    (void)state;
    struct lm_registry registry = office_of_2025();
    struct lm_event_player players[7] = {{.id = 1}, {.id = 2}, {.id = 3}, {.id = 4},
                                         {.id = 5}, {.id = 6}, {.id = 7}};
    struct lm_event_game games[8];
    struct lm_rating_event event =
        against_all(LM_EVENT_SWISS, players, 7, games, (int32_t[]){10, 10, 5, 0, 0, 0});
    games[5] = game(6, 6, 1, 0);
    struct lm_log log = {.arena = months};
    struct lm_period period;
    struct lm_period_options options = {.book = book(), .chess = LM_STANDARD};
    assert_int_equal(
        lm_period_rate(&registry, options, day(2025, 11, 1), &event, 1, months, &log, &period),
        LM_OK);
    assert_string_equal(period.events[0].rules->name, "rating-2025");
    assert_int_equal(registry.people[0].tracks[0].rating, 1871);
    assert_int_equal(registry.people[0].tracks[0].k, 40);
    assert_int_equal(registry.people[6].tracks[0].rating, 1400);
    registry = office_of_2025();
    games[6] = game(7, 6, 2, 0);
    event.game_count = 7;
    assert_int_equal(
        lm_period_rate(&registry, options, day(2025, 11, 1), &event, 1, months, &log, &period),
        LM_OK);
    assert_int_equal(registry.people[6].tracks[0].rating, 0);
    assert_true(registry.people[6].tracks[0].delisted);
}

/* Rapid 7.2.1 (S12): player 1 had 1900 in standard until 1 October and 1850 since.  Two rapid
 * events in one period, the later one first in the array: the rating lent by the one that began
 * first is changed. Player 1 beats 1900 on 30 September (0: .50, +0.50) and loses to the same
 * player on 3 October (-50: .43, -0.43): 40 x 0.07 = +2.8 -> 1903. */
static struct lm_registry lending_office(int16_t now, int16_t before)
{
    struct lm_registry registry = lm_registry_in(arena, day(2025, 10, 1));
    for (uint32_t id = 1; id <= 2; id++)
        lm_registry_add(&registry, id)->born = 19900101;
    struct lm_track *standard = &registry.people[0].tracks[LM_STANDARD];
    standard->rating = now;
    standard->since = registry.list;
    assert_true(lm_track_add_past(standard, arena, (struct lm_past_rating){LM_NO_DAY, before, 20}));
    registry.people[1].tracks[LM_RAPID] =
        (struct lm_track){.rating = 1900, .k = 20, .total = 90, .since = LM_NO_DAY};
    return registry;
}

static void rate_two_rapid_events(struct lm_registry *registry, int32_t first, int32_t second)
{
    struct lm_event_player players[2] = {{.id = 1}, {.id = 2}};
    struct lm_event_game games[2];
    struct lm_rating_event events[2] = {against_all(LM_EVENT_SWISS, players, 2, &games[0], &second),
                                        against_all(LM_EVENT_SWISS, players, 2, &games[1], &first)};
    events[1].id = "F";
    events[1].start = day(2025, 9, 30);
    struct lm_log log = {.arena = months};
    struct lm_period period;
    assert_int_equal(lm_period_rate(registry,
                                    (struct lm_period_options){.book = book(), .chess = LM_RAPID},
                                    day(2025, 11, 1), events, 2, months, &log, &period),
                     LM_OK);
}

static void the_first_lent_rating_is_changed(void **state)
{
    (void)state;
    struct lm_registry registry = lending_office(1850, 1900);
    rate_two_rapid_events(&registry, 10, 0);
    assert_int_equal(registry.people[0].tracks[LM_RAPID].rating, 1903);
    assert_int_equal(registry.people[0].tracks[LM_RAPID].total, 2);
    assert_int_equal(registry.people[0].tracks[LM_RAPID].k, 40);
}

/* 1410 loses twice to 1900 (capped: .08 each): 40 x -0.16 = -6.4 -> 1404, listed; 1402 -> 1396 is
 * below 1400: not listed, and nothing is remembered; the standard rating will be lent again. */
static void a_lent_rating_below_the_floor_is_not_listed(void **state)
{
    (void)state;
    struct lm_registry registry = lending_office(1410, 1410);
    rate_two_rapid_events(&registry, 0, 0);
    assert_int_equal(registry.people[0].tracks[LM_RAPID].rating, 1404);
    registry = lending_office(1402, 1402);
    rate_two_rapid_events(&registry, 0, 0);
    assert_int_equal(registry.people[0].tracks[LM_RAPID].rating, 0);
    assert_true(lm_track_is_blank(&registry.people[0].tracks[LM_RAPID]));
}

/* 7.1.3 and the editions in force. */
static void editions_by_date(void **state)
{
    (void)state;
    assert_string_equal(lm_rating_rules_on(book(), day(2013, 7, 1), LM_STANDARD)->name,
                        "rating-2013");
    assert_string_equal(lm_rating_rules_on(book(), day(2024, 2, 29), LM_STANDARD)->name,
                        "rating-2022");
    assert_string_equal(lm_rating_rules_on(book(), day(2024, 3, 1), LM_STANDARD)->name,
                        "rating-2024");
    assert_string_equal(lm_rating_rules_on(book(), day(2025, 9, 30), LM_STANDARD)->name,
                        "rating-2024");
    assert_string_equal(lm_rating_rules_on(book(), day(2025, 10, 1), LM_STANDARD)->name,
                        "rating-2025");
}

static int open_arenas(void **state)
{
    (void)state;
    march_2024 = lm_rating_rules_named(book(), "rating-2024");
    october_2025 = lm_rating_rules_named(book(), "rating-2025");
    return lm_arena_new(&arena, NULL, 0) != LM_OK || lm_arena_new(&months, NULL, 0) != LM_OK;
}

static int close_arenas(void **state)
{
    (void)state;
    lm_arena_free(arena);
    lm_arena_free(months);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(technical_commission_example),
        cmocka_unit_test(perfect_performance_ladder),
        cmocka_unit_test(portisch),
        cmocka_unit_test(cap_falls_at_2650),
        cmocka_unit_test(cap_stands_in_rapid_and_blitz),
        cmocka_unit_test(change_of_a_new_player),
        cmocka_unit_test(halves_are_rounded_away_from_zero),
        cmocka_unit_test(development_coefficient),
        cmocka_unit_test(k_times_games_stays_within_700),
        cmocka_unit_test(initial_rating_of_an_even_score),
        cmocka_unit_test(initial_rating_above_half),
        cmocka_unit_test(initial_rating_below_half),
        cmocka_unit_test(a_zero_is_no_minus_800),
        cmocka_unit_test(initial_rating_is_at_most_2200),
        cmocka_unit_test(zero_in_the_first_event_is_disregarded),
        cmocka_unit_test(one_rated_opponent_is_enough),
        cmocka_unit_test(round_robins_are_like_swisses),
        cmocka_unit_test(matches),
        cmocka_unit_test(published_since),
        cmocka_unit_test(time_is_asked_of_each_game),
        cmocka_unit_test(k_is_cut_in_an_event),
        cmocka_unit_test(a_standard_rating_is_lent),
        cmocka_unit_test(far_apart_in_rapid),
        cmocka_unit_test(registration),
        cmocka_unit_test(a_month),
        cmocka_unit_test(the_first_lent_rating_is_changed),
        cmocka_unit_test(a_lent_rating_below_the_floor_is_not_listed),
        cmocka_unit_test(editions_by_date),
    };
    return cmocka_run_group_tests(tests, open_arenas, close_arenas);
}
