/* SPDX-License-Identifier: Apache-2.0 */
/* A forecast compared with exact values: the outcomes of a preview, each with its chance by the
 * model.  tests/ranking/calibrate.c tests whether its chances come true. */
#include "check.h"

#include <string.h>

#include "limmat/forecast.h"
#include "limmat/generate.h"
#include "limmat/random.h"
#include "limmat/rating.h"

enum { OPEN = 3, RUNS = 20000 };

struct stage {
    struct lm_arena *arena, *logs;
    struct lm_tournament *t;
    struct lm_log log;
    const struct lm_system *system;
};

/* Begin a tournament of ${players}, with ${open} open games in the last round paired. */
static void begin(struct stage *s, uint32_t players, uint32_t open)
{
    struct lm_plan plan = lm_plan_default();
    uint32_t left = 0;
    plan.players = players;
    plan.rounds = 5;
    plan.played = 3;
    plan.expected = lm_rating_expected;
    s->system = lm_system_named("dutch-2026", "");
    assert_int_equal(lm_arena_new(&s->arena, NULL, 0), LM_OK);
    assert_int_equal(lm_arena_new(&s->logs, NULL, 0), LM_OK);
    s->log = (struct lm_log){.arena = s->logs};
    assert_int_equal(lm_generate(s->system, &plan, 4, s->arena, &s->log, &s->t), LM_OK);
    s->t->rounds_total = 5;
    for (uint32_t i = 0; i < players; i++) {
        struct lm_record *r = lm_record_of(s->t, i, 3);
        if (r->colour == LM_WHITE && r->opponent != LM_NOBODY && left++ < open)
            r->result = lm_record_of(s->t, r->opponent, 3)->result = LM_PENDING;
    }
}

static void end(struct stage *s)
{
    lm_arena_free(s->arena);
    lm_arena_free(s->logs);
}

static struct lm_forecast_options exactly(uint64_t seed)
{
    struct lm_forecast_options o = lm_forecast_default();
    o.runs = RUNS;
    o.scatter = 0;
    o.seed = seed;
    o.tie_breaks = "PTS,BH";
    return o;
}

/* Return the chance of result ${digit} (0 White wins, 1 a draw, 2 Black wins), by the formula in
 * forecast.h. */
static double chance(const struct lm_tournament *t, const struct lm_open_game *g, uint32_t digit)
{
    double e =
        lm_rating_expected(t->players[g->white].rating - t->players[g->black].rating) / 100.0;
    double draw = 4 * 0.35 * e * (1 - e);
    return digit == 1 ? draw : digit == 0 ? e - draw / 2 : 1 - e - draw / 2;
}

static void meetings_come_as_often_as_the_outcomes_of_a_preview_say(void **state)
{
    struct stage s;
    struct lm_preview p;
    struct lm_forecast f;
    double exact[16][17] = {{0}};
    (void)state;
    begin(&s, 16, OPEN);
    const struct lm_forecast_options how = exactly(7);
    assert_int_equal(lm_preview(s.system, s.t, s.arena, &s.log, &p), LM_OK);
    assert_int_equal(p.open_count, OPEN);
    for (uint32_t o = 0; o < p.outcomes; o++) {
        double weight = 1;
        for (uint32_t g = 0, digits = o; g < OPEN; g++, digits /= 3)
            weight *= chance(s.t, &p.open[g], digits % 3);
        for (uint32_t i = 0; i < p.pair_counts[o]; i++)
            exact[p.pairs[o][i].white]
                 [p.pairs[o][i].black == LM_NOBODY ? 16 : p.pairs[o][i].black] += weight;
    }
    assert_int_equal(lm_forecast(s.system, s.t, &how, s.arena, &s.log, &f), LM_OK);
    assert_int_equal(f.round, 4);
    assert_int_equal(f.open_count, OPEN);
    assert_int_equal(f.runs + f.impossible, RUNS);
    for (uint32_t i = 0; i < 16; i++) {
        const struct lm_preview_player *own = &f.players[i].next;
        double message[17] = {0};
        for (uint32_t k = 0; k < own->count; k++)
            if (own->meetings[k].colour == LM_WHITE)
                message[own->meetings[k].opponent] += own->meetings[k].outcomes / (double)f.runs;
        for (uint32_t k = 0; k < 16; k++) {
            double off = message[k] - exact[i][k],
                   variance = exact[i][k] * (1 - exact[i][k]) / f.runs;
            assert_true(off * off <= 25 * variance + 1e-9); /* five deviations */
        }
    }
    end(&s);
}

static void a_seed_gives_the_same_again_and_another_one_does_not(void **state)
{
    struct stage s;
    struct lm_forecast f[3];
    const uint64_t seeds[3] = {7, 7, 8};
    (void)state;
    begin(&s, 12, 6);
    for (int i = 0; i < 3; i++) {
        struct lm_forecast_options how = exactly(seeds[i]);
        how.runs = 300;
        how.scatter = 80;
        assert_int_equal(lm_forecast(s.system, s.t, &how, s.arena, &s.log, &f[i]), LM_OK);
    }
    bool differs = false;
    for (uint32_t i = 0; i < 12; i++) {
        const size_t size = sizeof f[0].players[i].places;
        assert_memory_equal(f[0].players[i].places, f[1].players[i].places, size);
        assert_true(f[0].players[i].place_sum == f[1].players[i].place_sum);
        differs |= memcmp(f[0].players[i].places, f[2].players[i].places, size) != 0;
    }
    assert_true(differs);
    for (uint32_t i = 0; i < s.t->player_count; i++)
        for (uint32_t k = 0; k < f[0].players[i].next.count; k++)
            assert_true(f[0].players[i].next.meetings[k].outcomes <= f[0].runs);
    end(&s);
}

static void places_add_up_and_the_tournament_is_not_changed(void **state)
{
    struct stage s;
    struct lm_forecast f;
    uint64_t sum = 0;
    (void)state;
    begin(&s, 10, 5);
    size_t size = (size_t)s.t->player_count * s.t->round_capacity * sizeof *s.t->records;
    struct lm_record *before = lm_arena_alloc(s.arena, 1, size);
    assert_non_null(before);
    memcpy(before, s.t->records, size);
    struct lm_forecast_options how = exactly(3);
    how.runs = 500;
    how.tie_breaks = "PTS,TPN";
    assert_int_equal(lm_forecast(s.system, s.t, &how, s.arena, &s.log, &f), LM_OK);
    assert_memory_equal(before, s.t->records, size);
    assert_int_equal(s.t->rounds_paired, 3);
    for (uint32_t place = 0; place < LM_FORECAST_PLACES; place++) {
        uint64_t on_it = 0;
        for (uint32_t i = 0; i < 10; i++)
            on_it += f.players[i].places[place];
        assert_true(on_it == f.runs); /* no two players share a place that numbers decide */
    }
    for (uint32_t i = 0; i < 10; i++)
        sum += f.players[i].place_sum;
    assert_true(sum == (uint64_t)f.runs * 55);
    end(&s);
}

/* A player who has beaten all opponents counts as stronger than the rating. */
static void results_move_what_is_thought_of_a_strength(void **state)
{
    struct stage s;
    struct lm_forecast calm, moved;
    (void)state;
    begin(&s, 12, 6);
    for (uint32_t i = 0; i < 12; i++)
        s.t->players[i].rating = 1800;
    for (uint32_t round = 1; round <= 2; round++)
        for (uint32_t i = 0; i < 12; i++) {
            struct lm_record *r = lm_record_of(s.t, i, round);
            if (r->opponent == LM_NOBODY)
                continue;
            bool mine = i == 0 || (r->opponent != 0 && r->colour == LM_WHITE);
            r->result = mine ? LM_WIN : LM_LOSS;
        }
    struct lm_forecast_options how = exactly(5);
    how.runs = 4000;
    assert_int_equal(lm_forecast(s.system, s.t, &how, s.arena, &s.log, &calm), LM_OK);
    how.scatter = 200;
    assert_int_equal(lm_forecast(s.system, s.t, &how, s.arena, &s.log, &moved), LM_OK);
    assert_true(moved.players[0].places[0] > calm.players[0].places[0] + 200);
    end(&s);
}

static void what_cannot_be_foreseen_is_refused(void **state)
{
    struct stage s;
    struct lm_forecast f = {.round = 77};
    (void)state;
    begin(&s, 10, 1);
    struct lm_forecast_options how = exactly(1);
    how.runs = 0;
    assert_int_equal(lm_forecast(s.system, s.t, &how, s.arena, &s.log, &f), LM_INVALID);
    how = exactly(1);
    how.draws = 501;
    assert_int_equal(lm_forecast(s.system, s.t, &how, s.arena, &s.log, &f), LM_INVALID);
    how = exactly(1);
    how.tie_breaks = "NONSENSE";
    assert_int_equal(lm_forecast(s.system, s.t, &how, s.arena, &s.log, &f), LM_INVALID);
    how = exactly(1);
    s.t->rounds_total = 0;
    assert_int_equal(lm_forecast(s.system, s.t, &how, s.arena, &s.log, &f), LM_INVALID);
    assert_int_equal(f.round, 77);
    assert_true(s.log.errors >= 4);
    end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(meetings_come_as_often_as_the_outcomes_of_a_preview_say),
        cmocka_unit_test(a_seed_gives_the_same_again_and_another_one_does_not),
        cmocka_unit_test(places_add_up_and_the_tournament_is_not_changed),
        cmocka_unit_test(results_move_what_is_thought_of_a_strength),
        cmocka_unit_test(what_cannot_be_foreseen_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
