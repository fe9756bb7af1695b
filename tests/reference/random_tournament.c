/* SPDX-License-Identifier: Apache-2.0 */
#include "random_tournament.h"

#include <assert.h>
#include <string.h>

/* The character of the tournament: percentages, and the round in which each player comes and goes.
 */
struct plan {
    uint64_t random; /* the state of splitmix64 */
    int draws;
    int favourites; /* percentage of games without a draw that the lower TPN wins */
    int forfeits;
    int double_forfeits; /* percentage of the forfeits */
    int absences;
    int byes_with_points;   /* percentage of the absences */
    int absent_after_black; /* otherwise 0; with it nearly all present players have had White */
    int white_wins;
    int colours_swapped; /* by the arbiter, so that histories of colours are irregular */
    int from[REF_PLAYERS];
    int until[REF_PLAYERS];
    int virtual_points[REF_PLAYERS][REF_ROUNDS];
};

/* splitmix64 */
static uint64_t next_random(struct plan *plan)
{
    uint64_t z = (plan->random += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static int below(struct plan *plan, int limit)
{
    return (int)(next_random(plan) % (uint64_t)limit);
}

static int between(struct plan *plan, int least, int most)
{
    return least + below(plan, most - least + 1);
}

static bool chance(struct plan *plan, int percent)
{
    return below(plan, 100) < percent;
}

/* Return one of the values, the first as often as all others together. */
static int one_of(struct plan *plan, const int *values, int count)
{
    return chance(plan, 50) ? values[0] : values[below(plan, count)];
}

#define ONE_OF(plan, ...)                                                                          \
    one_of(plan, (const int[]){__VA_ARGS__}, (int)(sizeof((int[]){__VA_ARGS__}) / sizeof(int)))

static void plan_points(struct plan *plan, struct random_tournament *tournament)
{
    static const struct random_points systems[] = {
        {10, 5, 0, 0, 10},  {10, 5, 0, 0, 10},   {10, 5, 0, 0, 10},
        {30, 10, 0, 0, 30}, {30, 20, 10, 0, 30}, {10, 5, 0, 0, 5},
        {30, 10, 0, 0, 10}, {10, 5, 0, 0, 0},    {30, 20, 10, 0, 20},
    };
    tournament->points = systems[below(plan, (int)(sizeof systems / sizeof *systems))];
    tournament->state.win = tournament->points.win;
    tournament->state.draw = tournament->points.draw;
    tournament->state.loss = tournament->points.loss;
}

static void plan_presence(struct plan *plan, const struct ref_state *state)
{
    const int late = ONE_OF(plan, 0, 10, 30);
    const int withdrawals = ONE_OF(plan, 0, 10, 30);
    for (int i = 0; i < state->count; i++) {
        plan->from[i] = chance(plan, late) ? between(plan, 1, state->total_rounds) : 1;
        plan->until[i] = chance(plan, withdrawals)
                             ? between(plan, plan->from[i], state->total_rounds)
                             : state->total_rounds;
    }
}

/* Give the upper half points that shrink with the rounds, or random players random points in random
 * rounds. */
static void plan_acceleration(struct plan *plan, const struct random_tournament *tournament)
{
    const int kind = ONE_OF(plan, 0, 0, 1, 2);
    const struct ref_state *state = &tournament->state;
    const int accelerated = (state->total_rounds + 1) / 2;
    const int unit = tournament->points.draw;
    for (int i = 0; i < state->count && kind != 0; i++)
        for (int r = 0; r < state->total_rounds; r++) {
            if (kind == 2)
                plan->virtual_points[i][r] = chance(plan, 30) ? unit * between(plan, 0, 2) : 0;
            else if (i < (state->count + 1) / 2 && r < accelerated)
                plan->virtual_points[i][r] = r < (accelerated + 1) / 2 ? 2 * unit : unit;
        }
}

static void plan_forbidden(struct plan *plan, struct ref_state *state)
{
    const int wanted = chance(plan, 70) ? 0 : below(plan, state->count);
    for (int i = 0; i < wanted && i < REF_FORBIDDEN; i++) {
        const int one = between(plan, 1, state->count);
        const int two = between(plan, 1, state->count);
        if (one == two)
            continue;
        state->forbidden[state->forbidden_count][0] = one;
        state->forbidden[state->forbidden_count++][1] = two;
    }
}

/* Plan ratings, from a separate random stream.  In one field of three there are few different ones,
 * so that averages tie. */
static void plan_ratings(uint64_t seed, struct ref_state *state)
{
    struct plan stream = {.random = ~seed};
    const int step = ONE_OF(&stream, 1, 25, 400);
    for (int i = 0; i < state->count; i++)
        state->player[i].rating = 1200 + step * between(&stream, 0, 1200 / step);
}

/* Plan the data for C.04.6, from a separate random stream.  Matches mostly have two boards. */
static void plan_teams(uint64_t seed, struct ref_state *state)
{
    struct plan stream = {.random = seed ^ 0x7EA35};
    state->team_type = (char)ONE_OF(&stream, 'B', 'B', 'A', 0);
    state->second_counts = chance(&stream, 60);
}

/* Return the game points of a match: few different ones, so that they tie. */
static int second_points(uint64_t seed, int tpn, int round)
{
    struct plan stream = {.random = seed * 1000003 + (uint64_t)(tpn * REF_ROUNDS + round)};
    return 5 * between(&stream, 0, 4);
}

static void plan_tournament(struct plan *plan, int most, struct random_tournament *tournament)
{
    struct ref_state *state = &tournament->state;
    state->count = between(plan, 2, most);
    state->total_rounds = between(plan, 1, state->count);
    state->initial_colour = chance(plan, 50) ? 'w' : 'b';
    for (int i = 0; i < state->count; i++)
        state->player[i].tpn = i + 1;
    plan_ratings(tournament->seed, state);
    plan_teams(tournament->seed, state);
    plan_points(plan, tournament);
    plan_presence(plan, state);
    plan_acceleration(plan, tournament);
    plan_forbidden(plan, state);
    plan->draws = ONE_OF(plan, 30, 0, 60, 100);
    plan->favourites = ONE_OF(plan, 65, 50, 90, 100);
    plan->forfeits = ONE_OF(plan, 0, 5, 20, 60);
    plan->double_forfeits = ONE_OF(plan, 10, 50);
    plan->colours_swapped = chance(plan, 10) ? 50 : 0;
    plan->white_wins = chance(plan, 10) ? 70 : 0;
    plan->absences = ONE_OF(plan, 0, 5, 20);
    plan->byes_with_points = ONE_OF(plan, 50, 0, 100);
    if (chance(plan, 10)) {
        plan->absent_after_black = between(plan, 40, 95);
        plan->white_wins = 70;
    }
}

static bool had_black(const struct ref_player *player, int round)
{
    return round > 0 && player->record[round - 1].played && player->record[round - 1].colour == 'b';
}

/* Decide who is present.  The records of absent players get their byes at once. */
static int appear(struct plan *plan, struct random_tournament *tournament, int round)
{
    const struct random_points *points = &tournament->points;
    const int byes[] = {points->draw, points->draw, points->win};
    int present = 0;
    for (int i = 0; i < tournament->state.count; i++) {
        struct ref_player *player = &tournament->state.player[i];
        const bool gone = round + 1 < plan->from[i] || round + 1 > plan->until[i];
        const bool away =
            !gone && (chance(plan, plan->absences) ||
                      (had_black(player, round) && chance(plan, plan->absent_after_black)));
        player->present = !gone && !away;
        player->arrived = player->arrived || player->present;
        player->score += plan->virtual_points[i][round];
        player->record[round] = (struct ref_record){
            .points = points->forfeit_loss, .virtual_points = plan->virtual_points[i][round]};
        if (away && chance(plan, plan->byes_with_points))
            player->record[round].points = byes[below(plan, 3)];
        present += player->present;
    }
    return present;
}

/* Draw the result of a game of these two: their points, and whether it was played. */
static void give_result(struct plan *plan, const struct random_points *points,
                        struct ref_record *white, struct ref_record *black)
{
    const bool forfeit = chance(plan, plan->forfeits);
    const bool nobody_came = forfeit && chance(plan, plan->double_forfeits);
    const bool draw = !forfeit && chance(plan, plan->draws);
    const bool favourite = chance(plan, plan->favourites);
    const bool white_wins =
        chance(plan, plan->white_wins) || (white->opponent > black->opponent) == favourite;
    const int lost = forfeit ? points->forfeit_loss : points->loss;
    white->points = draw ? points->draw : white_wins && !nobody_came ? points->win : lost;
    black->points = draw ? points->draw : !white_wins && !nobody_came ? points->win : lost;
    white->played = black->played = !forfeit;
}

static struct ref_record *record_of(struct ref_state *state, int tpn, int round)
{
    assert(tpn >= 1 && tpn <= state->count);
    return &state->player[tpn - 1].record[round];
}

/* Would this player stay within a colour difference of two with another game of that colour? */
static bool may_have(const struct ref_player *player, char colour, int round)
{
    int games = 1;
    for (int r = 0; r < round; r++)
        if (player->record[r].played)
            games += player->record[r].colour == colour ? 1 : -1;
    return games <= 2;
}

/* Does the arbiter change the colours of this pair? */
static bool colours_swapped(struct plan *plan, const struct ref_state *state, int white, int black,
                            int round)
{
    return chance(plan, plan->colours_swapped) && may_have(&state->player[white - 1], 'b', round) &&
           may_have(&state->player[black - 1], 'w', round);
}

static void play_round(struct plan *plan, struct random_tournament *tournament, int round,
                       const struct ref_pairing *pairing)
{
    struct ref_state *state = &tournament->state;
    for (int i = 0; i < pairing->pairs; i++) {
        const bool swapped =
            colours_swapped(plan, state, pairing->pair[i].white, pairing->pair[i].black, round);
        const int one = swapped ? pairing->pair[i].black : pairing->pair[i].white;
        const int two = swapped ? pairing->pair[i].white : pairing->pair[i].black;
        struct ref_record *white = record_of(state, one, round);
        struct ref_record *black = record_of(state, two, round);
        white->opponent = two;
        white->colour = 'w';
        black->opponent = one;
        black->colour = 'b';
        give_result(plan, &tournament->points, white, black);
    }
    if (pairing->pab != 0) {
        record_of(state, pairing->pab, round)->pab = true;
        record_of(state, pairing->pab, round)->points = tournament->points.pab;
    }
    for (int i = 0; i < state->count; i++) {
        struct ref_record *record = &state->player[i].record[round];
        state->player[i].score += record->points - plan->virtual_points[i][round];
        record->second = second_points(tournament->seed, i + 1, round);
    }
}

int random_tournament_play(uint64_t seed, int most, random_pair_function *pair, void *context)
{
    assert(most >= 2 && most <= REF_PLAYERS);
    struct plan plan = {.random = seed};
    struct random_tournament tournament = {.seed = seed};
    plan_tournament(&plan, most, &tournament);
    int paired = 0;
    for (int round = 0; round < tournament.state.total_rounds; round++) {
        struct ref_pairing pairing = {0};
        tournament.state.round = round + 1;
        if (appear(&plan, &tournament, round) != 0) {
            if (pair(context, &tournament, &pairing) != 0)
                break;
            paired++;
        }
        play_round(&plan, &tournament, round, &pairing);
    }
    return paired;
}
