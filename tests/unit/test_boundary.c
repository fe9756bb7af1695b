/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The library's boundary: a caller can pass on a user's input, or forget something. Every call that
 * takes a request, options, a system, a format, or a player or round by its number returns
 * LM_INVALID for impossible values, and logs why if it has a log.
 */
#include <string.h>

#include "../rating/editions.h"
#include "check.h"

#include "limmat/answers.h"
#include "limmat/championship.h"
#include "limmat/check.h"
#include "limmat/crosstable.h"
#include "limmat/desk.h"
#include "limmat/dubov.h"
#include "limmat/explain.h"
#include "limmat/forecast.h"
#include "limmat/formats.h"
#include "limmat/generate.h"
#include "limmat/norms.h"
#include "limmat/position.h"
#include "limmat/preview.h"
#include "limmat/ranking.h"
#include "limmat/rating_event.h"
#include "limmat/statistics.h"
#include "limmat/varma.h"
#include "limmat/why.h"

/* Eight players and three rounds, explained and ranked. */
struct world {
    struct lm_arena *arena;
    struct lm_log log;
    const struct lm_system *system;
    struct lm_tournament *t;
    struct lm_position *position;
    struct lm_pairing *pairing;
    struct lm_standings *standings;
    struct lm_crosstable *crosstable;
    struct lm_text text;
};

enum { PLAYERS = 8, ROUNDS = 3 };

/* No system, and a row of zeros. */
static const struct lm_system *const no_system = NULL;
static const struct lm_system zero_system = {0};
static const struct lm_pair_request everybody = {.want = LM_WANT_PAIRS, .player = LM_NOBODY};

static int enter(void **state)
{
    static struct world w;
    w = (struct world){.system = lm_system_named("dutch-2026", "")};
    assert_int_equal(lm_arena_new(&w.arena, NULL, 0), LM_OK);
    w.log.arena = w.arena;
    w.text = lm_text_in(w.arena);
    struct lm_plan plan = lm_plan_default();
    plan.expected = lm_rating_expected;
    plan.players = PLAYERS;
    plan.rounds = ROUNDS;
    assert_int_equal(lm_generate(w.system, &plan, 7, w.arena, &w.log, &w.t), LM_OK);
    assert_int_equal(
        lm_explain_round(w.system, w.t, 2, 0, 1, w.arena, &w.log, &w.position, &w.pairing), LM_OK);
    struct lm_standings_options options = {.edition = LM_C07_2026};
    assert_int_equal(lm_standings_order(w.t, "PTS,BH", w.arena, &w.log, &options), LM_OK);
    assert_int_equal(lm_standings_compute(w.t, &options, w.arena, &w.log, &w.standings), LM_OK);
    assert_int_equal(lm_crosstable_new(w.standings, w.arena, &w.crosstable), LM_OK);
    w.log = (struct lm_log){.arena = w.arena};
    *state = &w;
    return 0;
}

static int leave(void **state)
{
    struct world *w = *state;
    lm_arena_free(w->arena);
    return 0;
}

/* --- calls that must be refused with a reason */

static enum lm_status pair_by(struct world *w, const struct lm_system *system, uint32_t round,
                              const struct lm_pair_request *request)
{
    struct lm_pairing *out = NULL;
    enum lm_status status = lm_pair_round(system, w->t, round, request, w->arena, &w->log, &out);
    assert_true(status == LM_OK || out == NULL);
    return status;
}

static enum lm_status explain(struct world *w, const struct lm_system *system, uint32_t round,
                              uint32_t player, uint32_t against)
{
    struct lm_position *p = NULL;
    struct lm_pairing *out = NULL;
    enum lm_status status =
        lm_explain_round(system, w->t, round, player, against, w->arena, &w->log, &p, &out);
    assert_true(status == LM_OK || (p == NULL && out == NULL));
    return status;
}

static enum lm_status asked(struct world *w, uint32_t player)
{
    const struct lm_pair_request request = {LM_WANT_ALTERNATIVES, player};
    return pair_by(w, w->system, 2, &request);
}

static enum lm_status check_by(struct world *w, const struct lm_system *system, uint32_t round)
{
    struct lm_difference difference;
    return lm_check_round(system, w->t, round, w->arena, &w->log, &difference);
}

static enum lm_status check_all_by(struct world *w, const struct lm_system *system)
{
    struct lm_check check;
    return lm_check_rounds(system, w->t, w->arena, &w->log, &check);
}

static enum lm_status view_by(struct world *w, const struct lm_system *system)
{
    struct lm_tournament *view;
    return lm_system_view(system, w->t, w->arena, &w->log, &view);
}

static enum lm_status preview_by(struct world *w, const struct lm_system *system)
{
    struct lm_preview preview;
    return lm_preview(system, w->t, w->arena, &w->log, &preview);
}

static enum lm_status forecast_by(struct world *w, const struct lm_system *system,
                                  const struct lm_forecast_options *options)
{
    struct lm_forecast forecast;
    return lm_forecast(system, w->t, options, w->arena, &w->log, &forecast);
}

static enum lm_status generate_by(struct world *w, const struct lm_system *system,
                                  const struct lm_plan *plan)
{
    struct lm_tournament *t;
    return lm_generate(system, plan, 1, w->arena, &w->log, &t);
}

static enum lm_status read_as_format(struct world *w, const struct lm_format *format)
{
    struct lm_read_options options = {.format = format};
    struct lm_tournament *t = NULL;
    return lm_read("x", 1, &options, w->arena, &w->log, &t);
}

static enum lm_status write_as(struct world *w, const struct lm_format *format)
{
    return lm_write(format, w->t, NULL, &w->log, &w->text);
}

static enum lm_status compute(struct world *w, const struct lm_standings_options *options)
{
    struct lm_standings *s;
    return lm_standings_compute(w->t, options, w->arena, &w->log, &s);
}

static const struct lm_format zero_format = {0};

static void what_cannot_be_asked_is_refused_with_a_reason(void **state)
{
    struct world *w = *state;
    const struct lm_system *zero = &zero_system;
    const struct lm_plan typical = lm_plan_default(), zero_plan = {0};
    const struct lm_forecast_options usual = lm_forecast_default(), zero_options = {0};
    const struct lm_standings_options no_list = {.count = 3};
    struct lm_text journal = lm_text_in(w->arena);
    struct lm_desk_simulated simulated;
    struct lm_simulated championship;
    const struct {
        const char *name;
        enum lm_status status;
    } calls[] = {
        {"pair: no system", pair_by(w, no_system, 1, &everybody)},
        {"pair: zero system", pair_by(w, zero, 1, &everybody)},
        {"pair: no request", pair_by(w, w->system, 1, NULL)},
        {"pair: a round too far", pair_by(w, w->system, ROUNDS + 2, &everybody)},
        {"pair: the last number", pair_by(w, w->system, UINT32_MAX, &everybody)},
        {"pair: no such player", asked(w, PLAYERS)},
        {"pair: matches of two games",
         pair_by(w, lm_system_named("double-swiss-2026", ""), 1, &everybody)},
        {"explain: no system", explain(w, no_system, 1, 0, 1)},
        {"explain: zero system", explain(w, zero, 1, 0, 1)},
        {"explain: oneself", explain(w, w->system, 1, 0, 0)},
        {"explain: nobody asks", explain(w, w->system, 1, LM_NOBODY, 1)},
        {"explain: no such player", explain(w, w->system, 1, PLAYERS, 1)},
        {"explain: against no such player", explain(w, w->system, 1, 1, PLAYERS)},
        {"explain: a round too far", explain(w, w->system, ROUNDS + 2, 0, 1)},
        {"explain: matches of two games",
         explain(w, lm_system_named("double-swiss-2026", ""), 1, 0, 1)},
        {"check: no system", check_by(w, no_system, 1)},
        {"check: zero system", check_by(w, zero, 1)},
        {"check: a round too far", check_by(w, w->system, ROUNDS + 2)},
        {"check all: no system", check_all_by(w, no_system)},
        {"view: no system", view_by(w, no_system)},
        {"view: zero system", view_by(w, zero)},
        {"preview: no system", preview_by(w, no_system)},
        {"preview: zero system", preview_by(w, zero)},
        {"forecast: no system", forecast_by(w, no_system, &usual)},
        {"forecast: no options", forecast_by(w, w->system, NULL)},
        {"forecast: zero options", forecast_by(w, w->system, &zero_options)},
        {"generate: no system", generate_by(w, no_system, &typical)},
        {"generate: no plan", generate_by(w, w->system, NULL)},
        {"generate: zero plan", generate_by(w, w->system, &zero_plan)},
        {"read: zero format", read_as_format(w, &zero_format)},
        {"write: no format", write_as(w, NULL)},
        {"write: a format that is not written", write_as(w, lm_format_named("swt"))},
        {"write: zero format", write_as(w, &zero_format)},
        {"standings: no options", compute(w, NULL)},
        {"standings: no list", compute(w, &no_list)},
        {"standings: an unknown list",
         lm_standings_order(w->t, "NO,SUCH", w->arena, &w->log, &(struct lm_standings_options){0})},
        {"simulate a desk: nothing said",
         lm_desk_simulate(NULL, NULL, w->arena, &w->log, &journal, &journal, &simulated)},
        {"simulate a championship: nothing said",
         lm_championship_simulate(NULL, NULL, w->arena, &w->log, &journal, &championship)},
        {"varma: nobody", lm_varma_draw(NULL, 0, NULL, w->arena, &w->log, NULL)},
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (calls[i].status != LM_INVALID)
            fail_msg("%s: %s", calls[i].name, lm_status_name(calls[i].status));
    assert_true(w->log.errors >= sizeof calls / sizeof *calls);
    for (size_t i = 0; i < w->log.count; i++)
        assert_true(w->log.all[i].what[0] != '\0');
}

/* --- calls without a log */

static void an_index_that_is_not_there_is_refused(void **state)
{
    struct world *w = *state;
    struct lm_whys whys;
    struct lm_derivation derivation;
    struct lm_pairing *played;
    struct lm_difference difference;
    const uint8_t *floats;
    const uint32_t first = 1, beyond = PLAYERS;
    enum lm_found found;
    struct lm_pairing *prescribed;
    struct lm_pair odd_pairs[] = {{.white = 0, .black = PLAYERS}};
    struct lm_pair own_pairs[] = {{.white = 2, .black = 2}};
    const struct lm_pairing none = {.round = 0},
                            odd = {.round = 4, .pairs = odd_pairs, .pair_count = 1},
                            own = {.round = 4, .pairs = own_pairs, .pair_count = 1};
    struct lm_rating_findings findings;
    struct lm_assessment assessment;
    struct lm_rating_initial initial;
    struct lm_tournament *t;
    const struct lm_language *english = lm_english();
    const struct {
        const char *name;
        enum lm_status status;
    } calls[] = {
        {"prescribe: who is not there",
         lm_prescribe(w->system, w->t, 2, &(struct lm_prescription){PLAYERS, &first, 1, false}, 1,
                      w->arena, &found, &prescribed)},
        {"prescribe: against who is not there",
         lm_prescribe(w->system, w->t, 2, &(struct lm_prescription){0, &beyond, 1, true}, 1,
                      w->arena, &found, &prescribed)},
        {"why: none", lm_why_player(w->system, w->position, w->pairing, LM_NOBODY, LM_NOBODY,
                                    english, w->arena, &whys)},
        {"why: oneself",
         lm_why_player(w->system, w->position, w->pairing, 1, 1, english, w->arena, &whys)},
        {"why: not there",
         lm_why_player(w->system, w->position, w->pairing, PLAYERS, 1, english, w->arena, &whys)},
        {"why: against who is not there",
         lm_why_player(w->system, w->position, w->pairing, 1, PLAYERS, english, w->arena, &whys)},
        {"why: no system",
         lm_why_player(NULL, w->position, w->pairing, 1, 2, english, w->arena, &whys)},
        {"answer: not there", lm_answer_explanation(w->system, w->position, w->pairing, PLAYERS,
                                                    LM_NOBODY, english, &w->text)},
        {"answer: no system",
         lm_answer_explanation(NULL, w->position, w->pairing, 1, LM_NOBODY, english, &w->text)},
        {"derive: not there", lm_standings_derive(w->standings, PLAYERS, 0, w->arena, &derivation)},
        {"derive: no such column",
         lm_standings_derive(w->standings, 0, w->standings->options.count, w->arena, &derivation)},
        {"order: no options", lm_standings_order(w->t, NULL, w->arena, NULL, NULL)},
        {"played: no system", lm_played_pairing(NULL, w->position, w->arena, &played)},
        {"compare: zero system",
         lm_compare_played(&zero_system, w->position, w->pairing, w->arena, &difference)},
        {"position: no rules",
         lm_position_new(w->t, 1, NULL, w->arena, NULL, &(struct lm_position *){NULL})},
        {"floats: no rules", lm_floats_of(w->t, 1, NULL, w->arena, &floats)},
        {"floats: too many rounds",
         lm_floats_of(w->t, ROUNDS + 9, &w->system->rules, w->arena, &floats)},
        {"enter: no round", lm_pairing_enter(w->t, &none)},
        {"enter: not there", lm_pairing_enter(w->t, &odd)},
        {"enter: oneself", lm_pairing_enter(w->t, &own)},
        {"enter teams: not there", lm_pairing_enter_teams(w->t, &odd)},
        {"bye of a team: none", lm_team_enter_bye(w->t, 1, 0)},
        {"bye of a team: no round", lm_team_enter_bye(w->t, 0, 0)},
        {"tournament: no games", lm_tournament_new(w->arena, 2, 1, 0, &t)},
        {"rating: no rules", lm_rating_check(NULL, NULL, w->arena, &findings)},
        {"assess: no rules", lm_rating_assess(NULL, NULL, w->arena, &assessment)},
        {"initial: no results",
         lm_rating_initial(lm_rating_rules_first(book(), LM_STANDARD), NULL, 0, &initial)},
    };
    uint32_t paired = w->t->rounds_paired;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (calls[i].status != LM_INVALID)
            fail_msg("%s: %s", calls[i].name, lm_status_name(calls[i].status));
    assert_int_equal(w->t->rounds_paired, paired);
}

/* Numbers and texts of missing players: none. */
static void what_is_not_there_is_nothing(void **state)
{
    struct world *w = *state;
    size_t count;
    int32_t match_points, game_points, points[PLAYERS];
    uint32_t board;
    struct lm_text none = lm_text_in(w->arena);
    assert_int_equal(lm_player_with_tpn(w->t, 0), LM_NOBODY);
    assert_int_equal(lm_player_with_tpn(w->t, UINT32_MAX), LM_NOBODY);
    assert_null(lm_pairing_of_player(w->pairing, PLAYERS, &board));
    assert_int_equal(lm_round_points(w->t, PLAYERS, 1), 0);
    assert_int_equal(lm_round_points(w->t, 0, 0), 0);
    assert_int_equal(lm_round_points(w->t, 0, UINT32_MAX), 0);
    lm_points_after(w->t, UINT32_MAX, points);
    lm_points_standing(w->t, UINT32_MAX - 1, points);
    assert_false(lm_left_before_half(w->t, PLAYERS, 1));
    assert_null(lm_team_line_up(w->t, 0, 1, &count));
    assert_int_equal(count, 0);
    assert_int_equal(lm_team_seated_apart(w->t, 7, 1), LM_NOBODY);
    assert_int_equal(lm_dubov_aro(w->t, PLAYERS, 1, 0).games, 0);
    assert_string_equal(lm_participant_name(w->standings, PLAYERS), "");
    assert_int_equal(lm_participant_number(w->standings, PLAYERS), 0);
    assert_int_equal(lm_standings_points(w->standings, PLAYERS), 0);
    lm_standings_team_points(w->standings, PLAYERS, &match_points, &game_points);
    assert_int_equal(lm_meeting_after(w->crosstable, PLAYERS, 1, 0), 0);
    assert_int_equal(lm_meeting_after(w->crosstable, 1, PLAYERS, UINT32_MAX), 0);
    lm_text_add_cell(&none, w->crosstable, PLAYERS, 1, LM_CELL_PRINTED);
    lm_text_add_cell(&none, w->crosstable, 0, 0, LM_CELL_PRINTED);
    lm_text_add_result(&none, w->crosstable, 0, ROUNDS + 1, LM_CELL_PRINTED);
    lm_text_add_meetings(&none, w->crosstable, 0, PLAYERS, LM_CELL_PRINTED);
    assert_int_equal(none.length, 0);
    assert_null(lm_declared_departure(w->t, UINT32_MAX));
    assert_null(lm_format_named("no-such"));
    assert_null(lm_system_named("no-such", ""));
    assert_null(lm_tie_break_kind_at(SIZE_MAX));
    assert_null(lm_desk_kind(SIZE_MAX));
    assert_non_null(lm_desk_result_at(UINT8_MAX));
    assert_int_equal(lm_varma_envelope(8, 99), 0);
    assert_null(lm_system_in_round(NULL, w->t, 1));
}

/* Rounds and options can be left out where the header says so. */
static void what_may_be_left_out_may(void **state)
{
    struct world *w = *state;
    struct lm_standings *s;
    struct lm_statistics *statistics;
    struct lm_norms *norms;
    const struct lm_standings_options zero = {0}, beyond = {.round = UINT32_MAX};
    assert_int_equal(compute(w, &zero), LM_OK);
    assert_int_equal(lm_standings_compute(w->t, &beyond, w->arena, &w->log, &s), LM_OK);
    assert_int_equal(lm_statistics_of(w->t, UINT32_MAX, w->arena, &statistics), LM_OK);
    assert_int_equal(lm_norms_of(w->t, NULL, w->arena, &norms), LM_OK);
    assert_int_equal(lm_norms_of(w->t, &(struct lm_norm_options){0}, w->arena, &norms), LM_OK);
    assert_int_equal(lm_write(lm_format_named("json"), w->t, NULL, NULL, &w->text), LM_OK);
    /* Without a log nothing is logged, and the same is refused. */
    struct lm_pairing *pairing;
    assert_int_equal(lm_pair_round(NULL, w->t, 0, NULL, w->arena, NULL, &pairing), LM_INVALID);
    struct lm_forecast forecast;
    assert_int_equal(lm_forecast(w->system, w->t, NULL, w->arena, NULL, &forecast), LM_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_cannot_be_asked_is_refused_with_a_reason, enter,
                                        leave),
        cmocka_unit_test_setup_teardown(an_index_that_is_not_there_is_refused, enter, leave),
        cmocka_unit_test_setup_teardown(what_is_not_there_is_nothing, enter, leave),
        cmocka_unit_test_setup_teardown(what_may_be_left_out_may, enter, leave),
    };
    return cmocka_run_group_tests_name("boundary", tests, NULL, NULL);
}
