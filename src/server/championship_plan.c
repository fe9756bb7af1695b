/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The expected course of a championship before it begins.  It is simulated a few times, with
 * players who are late, absent or withdraw, as in `limmat championship simulate`. The result shows
 * the rounds with their dates, their number of matches, and how many matches end without play.
 *
 * Dates come from the definition and are the same in every run.  The numbers of rounds and matches
 * can depend on the players left, so the result has ranges.
 */
#include <string.h>

#include "limmat/date.h"
#include "server/championship_desk.h"
#include "server/pages.h"

enum { RUNS = 5, INCIDENTS = 50 /* per thousand, as in the command */ };

/* A round, over all runs. */
struct round {
    uint32_t stage, round;
    uint32_t now, least, most; /* matches: in the current run, in all runs */
    uint32_t runs;             /* the number of runs that had this round */
    uint32_t unplayed;         /* matches that ended without play, in all runs */
    bool dated;
    struct period period;
};

struct plan {
    struct visit *v;
    const struct lm_definition *definition;
    struct round *rounds; /* by stage, then round */
    size_t count, capacity;
    size_t decisions;
};

/* Find a round, or insert it; NULL: no memory. */
static struct round *round_at(struct plan *plan, uint32_t stage, uint32_t number)
{
    size_t at = 0;
    while (at < plan->count &&
           (plan->rounds[at].stage < stage ||
            (plan->rounds[at].stage == stage && plan->rounds[at].round < number)))
        at++;
    if (at < plan->count && plan->rounds[at].stage == stage && plan->rounds[at].round == number)
        return &plan->rounds[at];
    if (!lm_arena_grow(plan->v->arena, &plan->rounds, &plan->capacity, plan->count + 1,
                       sizeof *plan->rounds))
        return NULL;
    memmove(&plan->rounds[at + 1], &plan->rounds[at], (plan->count - at) * sizeof *plan->rounds);
    plan->count++;
    plan->rounds[at] = (struct round){.stage = stage, .round = number, .least = UINT32_MAX};
    return &plan->rounds[at];
}

/* Did the match end without games? */
static bool is_unplayed(const struct contest *contest)
{
    return contest->kind != RESULT_PLAYED && contest->kind != RESULT_ARMAGEDDON &&
           contest->kind != RESULT_RESCORED;
}

static enum lm_status add_run(struct plan *plan, const struct lm_championship *c)
{
    for (size_t i = 0; i < plan->count; i++)
        plan->rounds[i].now = 0;
    for (size_t i = 0; i < c->contest_count; i++) {
        const struct contest *contest = &c->contests[i];
        if (contest->kind == RESULT_BYE || contest->player[SECOND] == NOBODY)
            continue;
        struct round *round = round_at(plan, contest->stage, contest->round);
        if (round == NULL)
            return LM_LIMIT;
        round->dated = lm_champ_period(c, contest->stage, contest->round, &round->period);
        round->unplayed += contest->state == CONTEST_DONE && is_unplayed(contest);
        round->now++;
    }
    for (size_t i = 0; i < plan->count; i++) {
        struct round *round = &plan->rounds[i];
        if (round->now == 0)
            continue;
        round->runs++;
        round->least = round->now < round->least ? round->now : round->least;
        round->most = round->now > round->most ? round->now : round->most;
    }
    return LM_OK;
}

static enum lm_status play(struct plan *plan, uint32_t entrants)
{
    enum lm_status status = LM_OK;
    for (uint64_t seed = 1; seed <= RUNS && status == LM_OK; seed++) {
        struct lm_arena *arena;
        const struct lm_simulation how = {
            .entrants = entrants, .seed = seed, .incidents = INCIDENTS};
        struct lm_simulated result = {0};
        status = lm_arena_new(&arena, NULL, 0);
        if (status != LM_OK)
            return status;
        struct lm_text journal = lm_text_in(arena);
        struct lm_log log = {.arena = arena};
        status = lm_championship_simulate(plan->definition, &how, arena, &log, &journal, &result);
        if (status == LM_OK)
            status = add_run(plan, result.championship);
        plan->decisions += result.decisions;
        lm_arena_free(arena);
    }
    return status;
}

/* --- the result */

static const char *range(struct visit *v, uint32_t least, uint32_t most)
{
    return least == most ? visit_print(v, "%u", most) : visit_print(v, "%u–%u", least, most);
}

/* Return the average over RUNS runs: "0.4". */
static const char *average(struct visit *v, size_t sum)
{
    size_t tenths = (sum * 10 + RUNS / 2) / RUNS;
    return visit_print(v, "%zu.%zu", tenths / 10, tenths % 10);
}

/* Format a moment: "Sun 6 Oct 2019, 23:59 UTC". */
static const char *minute_of(struct visit *v, int64_t at)
{
    int32_t day = (int32_t)(at / 86400);
    int minute = (int)(at % 86400 / 60);
    return visit_print(v, "%s %d, %02d:%02d UTC", zone_day(v, day), lm_date_of(day).year,
                       minute / 60, minute % 60);
}

static struct champ_plan_row row_of(const struct plan *plan, const struct round *round)
{
    struct visit *v = plan->v;
    const char *title = plan->definition->stages[round->stage].title;
    struct champ_plan_row row = {.stage = title,
                                 .round = visit_print(v, "%u", round->round + 1),
                                 .matches =
                                     range(v, round->runs < RUNS ? 0 : round->least, round->most),
                                 .unplayed = average(v, round->unplayed)};
    if (round->dated) {
        row.from = champ_date(v, round->period.starts);
        row.by = minute_of(v, round->period.complete_by);
    }
    return row;
}

/* Add the totals: rounds, matches, the last day. */
static void add_sums(const struct plan *plan, struct champ_plan *out)
{
    struct visit *v = plan->v;
    uint32_t least = 0, most = 0;
    int64_t last = NEVER;
    bool undated = false;
    for (size_t i = 0; i < plan->count; i++) {
        const struct round *round = &plan->rounds[i];
        least += round->runs < RUNS ? 0 : round->least;
        most += round->most;
        undated |= !round->dated;
        if (round->dated && (last == NEVER || round->period.complete_by > last))
            last = round->period.complete_by;
    }
    out->rounds = visit_print(v, "%zu", plan->count);
    out->matches = range(v, least, most);
    out->decisions = average(v, plan->decisions);
    out->last = last == NEVER ? "" : champ_date(v, last);
    out->undated = undated;
}

enum lm_status champ_plan(struct visit *v, const struct lm_definition *definition,
                          uint32_t entrants, struct champ_plan *out)
{
    struct plan plan = {.v = v, .definition = definition};
    *out = (struct champ_plan){.entrants = visit_print(v, "%u", entrants),
                               .runs = visit_print(v, "%d", (int)RUNS)};
    enum lm_status status = play(&plan, entrants);
    if (status == LM_INTERNAL) {
        out->trouble = visit_word(v, LM_KEY("desk.d-no-end"));
        return LM_OK;
    }
    struct champ_plan_row *rows =
        status == LM_OK ? lm_arena_alloc(v->arena, plan.count, sizeof *rows) : NULL;
    if (rows == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    for (size_t i = 0; i < plan.count; i++)
        rows[out->row_count++] = row_of(&plan, &plan.rounds[i]);
    out->rows = rows;
    add_sums(&plan, out);
    return LM_OK;
}
