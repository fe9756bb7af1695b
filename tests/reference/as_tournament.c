/* SPDX-License-Identifier: Apache-2.0 */
#include "as_tournament.h"

static void set_points(struct lm_point_system *system, const struct random_points *points)
{
    const int worth[LM_RESULT_COUNT] = {
        [LM_BLANK] = points->forfeit_loss,
        [LM_WIN] = points->win,
        [LM_DRAW] = points->draw,
        [LM_LOSS] = points->loss,
        [LM_FORFEIT_WIN] = points->win,
        [LM_FORFEIT_LOSS] = points->forfeit_loss,
        [LM_PAB] = points->pab,
        [LM_FULL_BYE] = points->win,
        [LM_HALF_BYE] = points->draw,
        [LM_ZERO_BYE] = points->forfeit_loss,
        [LM_UNRATED_LOSS] = points->loss,
        [LM_ADJOURNED] = points->draw,
        [LM_UNRATED_DRAW] = points->draw,
        [LM_UNRATED_WIN] = points->win,
    };
    for (int result = 0; result < LM_RESULT_COUNT; result++)
        system->value[result][0] = system->value[result][1] = worth[result];
}

static uint8_t result_of(const struct ref_record *record, const struct random_points *points)
{
    bool win = record->points == points->win, draw = record->points == points->draw;
    if (record->pab)
        return LM_PAB;
    if (record->opponent == 0)
        return win ? LM_FULL_BYE : draw ? LM_HALF_BYE : LM_ZERO_BYE;
    if (!record->played)
        return win ? LM_FORFEIT_WIN : LM_FORFEIT_LOSS;
    return win ? LM_WIN : draw ? LM_DRAW : LM_LOSS;
}

static void fill_player(struct lm_tournament *t, const struct random_tournament *from, uint32_t i)
{
    const struct ref_player *player = &from->state.player[i];
    t->players[i].tpn = (uint32_t)player->tpn;
    t->players[i].rating = player->rating;
    for (uint32_t round = 1; round < (uint32_t)from->state.round; round++) {
        const struct ref_record *record = &player->record[round - 1];
        *lm_record_of(t, i, round) = (struct lm_record){
            .opponent = record->opponent == 0 ? LM_NOBODY : (uint32_t)record->opponent - 1,
            .colour = record->opponent == 0   ? LM_NO_COLOUR
                      : record->colour == 'w' ? LM_WHITE
                                              : LM_BLACK,
            .result = result_of(record, &from->points),
        };
    }
}

struct lists {
    struct lm_requested_bye byes[REF_PLAYERS];
    struct lm_acceleration boosts[REF_PLAYERS * REF_ROUNDS];
    struct lm_prohibition prohibitions[REF_FORBIDDEN];
    uint32_t forbidden[REF_FORBIDDEN][2];
};

static void fill_lists(struct lm_tournament *t, const struct ref_state *state, struct lists *lists)
{
    uint32_t now = (uint32_t)state->round;
    for (uint32_t i = 0; i < t->player_count; i++) {
        const struct ref_player *player = &state->player[i];
        if (!player->present)
            lists->byes[t->bye_count++] =
                (struct lm_requested_bye){.kind = LM_ZERO_BYE, .round = now, .player = i};
        for (uint32_t round = 1; round <= now; round++)
            if (player->record[round - 1].virtual_points != 0)
                lists->boosts[t->acceleration_count++] =
                    (struct lm_acceleration){.points = player->record[round - 1].virtual_points,
                                             .first_round = round,
                                             .last_round = round,
                                             .first = t->players[i].tpn,
                                             .last = t->players[i].tpn};
    }
    for (int i = 0; i < state->forbidden_count; i++) {
        lists->forbidden[i][0] = (uint32_t)state->forbidden[i][0] - 1;
        lists->forbidden[i][1] = (uint32_t)state->forbidden[i][1] - 1;
        lists->prohibitions[t->prohibition_count++] =
            (struct lm_prohibition){.first_round = 1,
                                    .last_round = LM_ROUNDS_MAX,
                                    .players = lists->forbidden[i],
                                    .count = 2};
    }
    t->byes = lists->byes;
    t->accelerations = lists->boosts;
    t->prohibitions = lists->prohibitions;
}

/* Add the data of C.04.6: a code, and a secondary score. */
static enum lm_status fill_teams(struct lm_tournament *t, const struct ref_state *state,
                                 struct lm_arena *arena)
{
    static const char *const codes[3][2] = {{"FIDE_TEAM_MP", "FIDE_TEAM_MP_GP"},
                                            {"FIDE_TEAM_TYPEA_MP", "FIDE_TEAM_TYPEA_MP_GP"},
                                            {"FIDE_TEAM_TYPEB_MP", "FIDE_TEAM_TYPEB_MP_GP"}};
    int32_t *second = lm_arena_alloc(arena, t->player_count, t->round_capacity * sizeof *second);
    if (second == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < t->player_count; i++)
        for (int r = 0; r < state->round - 1; r++)
            second[i * t->round_capacity + (uint32_t)r] = state->player[i].record[r].second;
    t->second_points = second;
    t->type_code =
        codes[state->team_type == 0 ? 0 : state->team_type - 'A' + 1][state->second_counts];
    return LM_OK;
}

enum lm_status as_tournament(const struct random_tournament *from, struct lm_arena *arena,
                             struct lm_tournament **out)
{
    const struct ref_state *state = &from->state;
    struct lists *lists = lm_arena_alloc(arena, 1, sizeof *lists);
    struct lm_tournament *t;
    if (lists == NULL || lm_tournament_new(arena, (uint32_t)state->count,
                                           (uint32_t)state->total_rounds, 1, &t) != LM_OK)
        return LM_LIMIT;
    t->rounds_total = (uint32_t)state->total_rounds;
    t->rounds_paired = (uint32_t)state->round - 1;
    t->initial_colour = state->initial_colour == 'w' ? LM_WHITE : LM_BLACK;
    t->points_declared = true;
    set_points(&t->points, &from->points);
    for (uint32_t i = 0; i < t->player_count; i++)
        fill_player(t, from, i);
    fill_lists(t, state, lists);
    *out = t;
    return LM_OK;
}

enum lm_status as_team_tournament(const struct random_tournament *from, struct lm_arena *arena,
                                  struct lm_tournament **out)
{
    enum lm_status status = as_tournament(from, arena, out);
    return status == LM_OK ? fill_teams(*out, &from->state, arena) : status;
}
