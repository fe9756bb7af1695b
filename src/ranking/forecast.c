/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A run is played in a copy of the records, whose first state is kept beside it; its memory is
 * freed before the next one, so that memory does not grow with the number of runs.
 *
 * Strengths.  Before any game, the strength of a player is normal around the rating with the
 * deviation s, the scatter.  A result W against the expected score E is evidence by the slope
 *   E' = E (1 - E) / 173.7 (that of 1 / (1 + 10^(-d/400)))
 * and the variance v of the result, to which the scatter of the opponent adds (E' s)^2.
 * One step of Newton from the rating gives
 *   deviation^2 = 1 / (1/s^2 + sum E'^2/v),
 *   mean = rating + deviation^2 sum (W - E) E'/v.
 * Scores are in hundredths here, products of them in ten-thousandths.
 */
#include "limmat/forecast.h"

#include <string.h>

#include "limmat/random.h"
#include "limmat/rating.h"

#include "pairing/previewing.h"

enum {
    MILLION = 1000000,
    SLOPE_SQUARED = 30172, /* 173.7 squared */
    UNIFORMS = 12, /* their sum is practically normal, and its variance that of one times 12 */
    MOST_SCATTER = 400,
    MOST_DRAWS = 500 /* above this, draws would be likelier than the expected score allows */
};

struct strength {
    int32_t mean, deviation, drawn;
};

struct forecast {
    const struct lm_system *system;
    const struct lm_forecast_options *options;
    struct lm_standings_options order;
    struct lm_tournament copy;
    struct lm_record *first; /* the records before a run */
    uint32_t rounds_before;
    struct lm_open_game *open;
    uint32_t *open_rounds;
    struct strength *strengths;
    struct lm_pair *next; /* the pairs of the next round, in this run */
    uint32_t next_count;
    struct lm_preview_player *nexts; /* opponents in that round, over all runs */
    size_t *capacities;
    struct lm_arena *arena;
    struct lm_log aside;
    struct lm_forecast out;
};

struct lm_forecast_options lm_forecast_default(void)
{
    return (struct lm_forecast_options){
        .runs = 2000, .draws = 350, .scatter = 80, .unrated = 1400, .seed = 1};
}

/* --- the model of a game */

/* Return the chance of a draw in millionths if the expected score is ${expected} hundredths. */
static uint32_t draw_chance(int32_t expected, uint32_t draws)
{
    return (uint32_t)(expected * (100 - expected)) * draws * 2 / 5;
}

enum lm_result lm_forecast_game(struct lm_random *random, int32_t white, int32_t black,
                                uint32_t draws)
{
    int32_t expected = lm_rating_expected(white - black);
    uint32_t draw = draw_chance(expected, draws);
    uint32_t win = (uint32_t)expected * (MILLION / 100) - draw / 2;
    uint64_t number = lm_random_below(random, MILLION);
    return number < draw ? LM_DRAW : number < draw + win ? LM_WIN : LM_LOSS;
}

int32_t lm_forecast_strength(struct lm_random *random, int32_t mean, int32_t deviation)
{
    int64_t sum = 0;
    for (int i = 0; i < UNIFORMS / 4; i++)
        for (uint64_t bits = lm_random_next(random), k = 0; k < 4; k++, bits >>= 16)
            sum += (int64_t)(bits & 0xffff);
    int64_t from_middle = 2 * sum - UNIFORMS * 0xffff; /* deviation: twice 65536 */
    return mean + (int32_t)(from_middle * deviation / (2 * 65536));
}

/* --- results as evidence of strength */

static int32_t rating_of(const struct forecast *f, uint32_t player)
{
    int32_t rating = f->copy.players[player].rating;
    return rating > 0 ? rating : f->options->unrated;
}

static bool half_points(uint8_t result, int32_t *score)
{
    *score = result == LM_WIN ? 100 : result == LM_DRAW ? 50 : 0;
    return result == LM_WIN || result == LM_DRAW || result == LM_LOSS;
}

static int32_t square_root(int64_t number)
{
    int64_t root = 0;
    for (int64_t bit = 1 << 15; bit > 0; bit /= 2)
        if ((root + bit) * (root + bit) <= number)
            root += bit;
    return (int32_t)root;
}

static struct strength strength_of(const struct forecast *f, uint32_t player)
{
    int64_t scatter = f->options->scatter, slope = 0, information = 0;
    struct strength out = {.mean = rating_of(f, player), .deviation = f->options->scatter};
    for (uint32_t round = 1; scatter > 0 && round <= f->rounds_before; round++) {
        const struct lm_record *r = lm_record_of(&f->copy, player, round);
        int32_t score;
        if (r->opponent == LM_NOBODY || !half_points(r->result, &score))
            continue;
        int32_t expected = lm_rating_expected(out.mean - rating_of(f, r->opponent));
        int64_t product = (int64_t)expected * (100 - expected);
        int64_t variance = product * (1000 - f->options->draws) / 1000 +
                           product * product / 10000 * scatter * scatter / SLOPE_SQUARED;
        if (variance == 0)
            continue; /* a certain result proves nothing */
        slope += (score - expected) * product * 1000 / variance;
        information += product * product * 1000 / variance;
    }
    if (information == 0)
        return out;
    /* In units of 1 / (SLOPE_SQUARED 10^7). */
    int64_t precision = (int64_t)SLOPE_SQUARED * 10 * MILLION / (scatter * scatter) + information;
    out.mean += (int32_t)(slope * 17370 / precision);
    out.deviation = square_root((int64_t)SLOPE_SQUARED * 10 * MILLION / precision);
    return out;
}

/* --- a run */

static void play(struct forecast *f, struct lm_random *random, uint32_t white, uint32_t black,
                 uint32_t round)
{
    const struct strength *s = f->strengths;
    enum lm_result result =
        lm_forecast_game(random, s[white].drawn, s[black].drawn, f->options->draws);
    uint8_t other = result == LM_DRAW ? LM_DRAW : result == LM_WIN ? LM_LOSS : LM_WIN;
    lm_record_of(&f->copy, white, round)->result = (uint8_t)result;
    lm_record_of(&f->copy, black, round)->result = other;
}

/* Pair the next round of the copy and play it; keep the first one. */
static enum lm_status play_round(struct forecast *f, struct lm_random *random, bool first)
{
    const struct lm_pair_request request = {.want = LM_WANT_PAIRS, .player = LM_NOBODY};
    struct lm_pairing *pairing;
    enum lm_status status =
        lm_pair_round(f->system, &f->copy, 0, &request, f->arena, &f->aside, &pairing);
    if (status == LM_OK)
        status = lm_pairing_enter(&f->copy, pairing);
    if (status != LM_OK)
        return status;
    if (first) {
        f->next_count = pairing->pair_count;
        if (f->next_count > 0)
            memcpy(f->next, pairing->pairs, f->next_count * sizeof *f->next);
    }
    for (uint32_t i = 0; i < pairing->pair_count; i++)
        if (pairing->pairs[i].black != LM_NOBODY)
            play(f, random, pairing->pairs[i].white, pairing->pairs[i].black, pairing->round);
    return LM_OK;
}

/* Count the final standings. */
static enum lm_status count_end(struct forecast *f)
{
    struct lm_standings *s;
    struct lm_prizes *prizes = NULL;
    enum lm_status status = lm_standings_compute(&f->copy, &f->order, f->arena, &f->aside, &s);
    if (status == LM_OK && f->options->prizes != NULL)
        status = lm_prizes_award(f->options->prizes, s, f->arena, &f->aside, &prizes);
    for (uint32_t i = 0; status == LM_OK && i < s->count; i++) {
        struct lm_forecast_player *p = &f->out.players[i];
        if (s->rank[i] > 0 && s->rank[i] <= LM_FORECAST_PLACES)
            p->places[s->rank[i] - 1]++;
        p->place_sum += s->rank[i];
        if (prizes == NULL)
            continue;
        p->prizes += prizes->totals[i] > 0;
        p->prize_sum += prizes->totals[i];
    }
    return status;
}

static enum lm_status play_on(struct forecast *f, struct lm_random *random)
{
    struct lm_tournament *t = &f->copy;
    enum lm_status status = LM_OK;
    for (uint32_t i = 0; i < t->player_count; i++)
        f->strengths[i].drawn =
            lm_forecast_strength(random, f->strengths[i].mean, f->strengths[i].deviation);
    for (uint32_t i = 0; i < f->out.open_count; i++)
        play(f, random, f->open[i].white, f->open[i].black, f->open_rounds[i]);
    for (bool first = true; status == LM_OK && t->rounds_paired < t->rounds_total; first = false) {
        uint32_t before = t->rounds_paired;
        status = play_round(f, random, first);
        if (status == LM_OK && t->rounds_paired == before)
            break; /* no player is left to be paired */
    }
    return status == LM_OK ? count_end(f) : status;
}

static enum lm_status run(struct forecast *f, uint32_t number)
{
    struct lm_random random = lm_random_fork(lm_random_from(f->options->seed), number);
    struct lm_mark mark = lm_arena_mark(f->arena);
    size_t count = (size_t)f->copy.player_count * f->copy.round_capacity;
    if (count > 0)
        memcpy(f->copy.records, f->first, count * sizeof *f->first);
    f->copy.rounds_paired = f->rounds_before;
    f->next_count = 0;
    enum lm_status status = play_on(f, &random);
    lm_arena_reset(f->arena, mark);
    if (status == LM_NO_PAIRING) {
        f->out.impossible++;
        return LM_OK;
    }
    f->out.runs += status == LM_OK;
    if (status == LM_OK &&
        !lm_preview_count(f->arena, f->next, f->next_count, f->nexts, f->capacities))
        status = LM_LIMIT;
    return status;
}

/* --- before the first run */

static enum lm_status refuse(struct lm_log *log, const char *remedy, const char *what)
{
    return lm_log_add(log, LM_ERROR, (struct lm_place){0}, remedy, "%s", what);
}

static enum lm_status check(const struct lm_tournament *t, const struct lm_forecast_options *o,
                            struct lm_log *log)
{
    if (t->games_per_match != 1 || lm_ids_are_teams(t))
        return refuse(log, NULL, "matches of several games or of teams have no forecast");
    if (t->rounds_total == 0)
        return refuse(log, "declare the number of rounds",
                      "it is not known how many rounds follow");
    if (o->runs < 1 || o->runs > LM_FORECAST_RUNS_MAX || o->draws > MOST_DRAWS || o->scatter < 0 ||
        o->scatter > MOST_SCATTER)
        return refuse(log, "1 to 100000 runs, 0 to 500 draws per mille, a scatter of 0 to 400",
                      "a forecast cannot be made so");
    return LM_OK;
}

/* Copy ${t}, with records of its own that have room for all rounds. */
static enum lm_status copy_tournament(struct forecast *f, const struct lm_tournament *t)
{
    uint32_t rounds = t->rounds_total > t->round_capacity ? t->rounds_total : t->round_capacity;
    size_t count = (size_t)t->player_count * rounds;
    f->copy = *t;
    f->copy.arena = f->arena;
    f->copy.round_capacity = rounds;
    f->copy.records = lm_arena_alloc(f->arena, count, sizeof *f->copy.records);
    f->first = lm_arena_alloc(f->arena, count, sizeof *f->first);
    if (f->copy.records == NULL || f->first == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < count; i++)
        f->first[i] = (struct lm_record){.opponent = LM_NOBODY};
    for (uint32_t i = 0; t->round_capacity > 0 && i < t->player_count; i++)
        memcpy(f->first + (size_t)i * rounds, lm_record_of(t, i, 1),
               t->round_capacity * sizeof *f->first);
    memcpy(f->copy.records, f->first, count * sizeof *f->first);
    return LM_OK;
}

static enum lm_status find_open(struct forecast *f)
{
    const struct lm_tournament *t = &f->copy;
    size_t capacity = 0, capacity_of_rounds = 0;
    for (uint32_t round = 1; round <= f->rounds_before; round++)
        for (uint32_t i = 0; i < t->player_count; i++) {
            const struct lm_record *r = lm_record_of(t, i, round);
            if (r->result != LM_PENDING || r->colour != LM_WHITE)
                continue;
            if (!lm_arena_grow(f->arena, &f->open, &capacity, f->out.open_count + 1,
                               sizeof *f->open) ||
                !lm_arena_grow(f->arena, &f->open_rounds, &capacity_of_rounds,
                               f->out.open_count + 1, sizeof *f->open_rounds))
                return LM_LIMIT;
            f->open_rounds[f->out.open_count] = round;
            f->open[f->out.open_count++] = (struct lm_open_game){i, r->opponent, 0};
        }
    return LM_OK;
}

static enum lm_status begin(struct forecast *f, const struct lm_tournament *t, struct lm_log *log)
{
    size_t players = t->player_count;
    enum lm_status status = copy_tournament(f, t);
    f->strengths = lm_arena_alloc(f->arena, players, sizeof *f->strengths);
    f->next = lm_arena_alloc(f->arena, players, sizeof *f->next);
    f->nexts = lm_arena_alloc(f->arena, players, sizeof *f->nexts);
    f->capacities = lm_arena_alloc(f->arena, players, sizeof *f->capacities);
    f->out.players = lm_arena_alloc(f->arena, players, sizeof *f->out.players);
    if (f->strengths == NULL || f->next == NULL || f->nexts == NULL || f->capacities == NULL ||
        f->out.players == NULL)
        status = LM_LIMIT;
    if (status == LM_OK)
        status = find_open(f);
    f->order.edition = lm_tie_break_edition_of(t);
    if (status == LM_OK)
        status = lm_standings_order(t, f->options->tie_breaks, f->arena, log, &f->order);
    for (uint32_t i = 0; status == LM_OK && i < players; i++)
        f->strengths[i] = strength_of(f, i);
    return status;
}

enum lm_status lm_forecast(const struct lm_system *system, const struct lm_tournament *t,
                           const struct lm_forecast_options *options, struct lm_arena *arena,
                           struct lm_log *log, struct lm_forecast *out)
{
    if (system == NULL || system->pair == NULL)
        return refuse(log, "choose one by its name, for example dutch-2026",
                      "no pairing system chosen");
    if (options == NULL)
        return refuse(log, "begin with lm_forecast_default()", "no options were given");
    struct forecast f = {.system = system,
                         .options = options,
                         .rounds_before = t->rounds_paired,
                         .arena = arena,
                         .aside = {.arena = arena, .limit = 1}};
    enum lm_status status = check(t, options, log);
    if (status == LM_OK)
        status = begin(&f, t, log);
    if (t->rounds_paired < t->rounds_total)
        f.out.round = t->rounds_paired + 1;
    for (uint32_t i = 0; status == LM_OK && i < options->runs; i++)
        status = run(&f, i);
    if (status == LM_INVALID && (log == NULL || log->errors == 0))
        for (size_t i = 0; i < f.aside.count && i < 1; i++)
            return refuse(log, NULL, f.aside.all[i].what);
    if (status != LM_OK)
        return status;
    lm_preview_sort(f.nexts, t->player_count);
    for (uint32_t i = 0; i < t->player_count; i++)
        f.out.players[i].next = f.nexts[i];
    *out = f.out;
    return LM_OK;
}
