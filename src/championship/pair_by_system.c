/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "championship/state.h"
#include "limmat/pairing.h"

/*
 * A Swiss stage paired by any system of the table: its matches become the games of a tournament in
 * which the seeding ratings rank, and a match counts as one game with the first player as White.
 */

struct copy {
    const struct lm_championship *c;
    const struct proposal *p;
    const uint32_t *order; /* persons by seeding rating: tournament index to person */
    struct lm_tournament *t;
};

static uint32_t index_of(const struct copy *copy, uint32_t person)
{
    uint32_t i = 0;
    while (i < copy->p->player_count && copy->order[i] != person)
        i++;
    return i < copy->p->player_count ? i : LM_NOBODY;
}

static enum lm_result result_for(const struct contest *contest, uint32_t side)
{
    if (contest->kind == RESULT_BYE)
        return LM_PAB;
    if (contest->winner == DRAWN)
        return LM_DRAW;
    bool played = contest->kind == RESULT_PLAYED || contest->games[0] != '\0';
    if (contest->winner == side)
        return played ? LM_WIN : LM_FORFEIT_WIN;
    return played ? LM_LOSS : LM_FORFEIT_LOSS;
}

static void copy_contest(const struct copy *copy, const struct contest *contest)
{
    for (uint32_t side = FIRST; side <= SECOND; side++) {
        if (contest->player[side] == NOBODY)
            continue;
        uint32_t player = index_of(copy, contest->player[side]);
        if (player == LM_NOBODY)
            continue;
        bool bye = contest->kind == RESULT_BYE;
        *lm_record_of(copy->t, player, contest->round + 1) = (struct lm_record){
            .opponent = bye ? LM_NOBODY : index_of(copy, contest->player[1 - side]),
            .colour = bye ? LM_NO_COLOUR : (side == FIRST ? LM_WHITE : LM_BLACK),
            .result = (uint8_t)result_for(contest, side)};
    }
}

static void copy_points(const struct stage *stage, struct lm_point_system *points)
{
    for (unsigned colour = 0; colour < 2; colour++) {
        points->value[LM_WIN][colour] = points->value[LM_FORFEIT_WIN][colour] = stage->win;
        points->value[LM_DRAW][colour] = stage->draw;
        points->value[LM_LOSS][colour] = points->value[LM_FORFEIT_LOSS][colour] = stage->loss;
        points->value[LM_PAB][colour] = stage->bye;
    }
}

static enum lm_status copy_stage(struct copy *copy)
{
    const struct lm_championship *c = copy->c;
    const struct proposal *p = copy->p;
    enum lm_status status = lm_tournament_new(c->arena, p->player_count, p->rounds, 1, &copy->t);
    if (status != LM_OK)
        return status;
    copy->t->rounds_total = p->rounds;
    copy_points(&c->definition->stages[p->stage], &copy->t->points);
    for (uint32_t i = 0; i < p->player_count; i++) {
        const struct person *person = &c->people[copy->order[i]];
        copy->t->players[i].tpn = i + 1;
        copy->t->players[i].name = person->id;
        copy->t->players[i].rating = person->seeding / WIN;
        copy->t->players[i].withdrawn = person->out != GROUND_NONE ? p->round + 1 : 0;
    }
    for (size_t i = 0; i < c->contest_count; i++) {
        if (c->contests[i].stage == p->stage && c->contests[i].state == CONTEST_DONE)
            copy_contest(copy, &c->contests[i]);
    }
    lm_tournament_count_rounds(copy->t);
    copy->t->rounds_paired = p->round; /* also one in which no possible pair was left */
    return LM_OK;
}

enum lm_status lm_champ_pair_by_system(struct lm_championship *c, const char *name,
                                       struct proposal *p)
{
    const struct lm_system *system = lm_system_named(name, "");
    const struct lm_pair_request request = {.want = LM_WANT_PAIRS, .player = LM_NOBODY};
    uint32_t *order = lm_arena_alloc(c->arena, p->player_count, sizeof *order);
    struct lm_pairing *pairing = NULL;
    if (order == NULL || system == NULL)
        return LM_LIMIT;
    memcpy(order, p->players, p->player_count * sizeof *order);
    lm_champ_sort_by_seeding(c, order, p->player_count);
    struct copy copy = {.c = c, .p = p, .order = order};
    enum lm_status status = copy_stage(&copy);
    if (status == LM_OK)
        status = lm_pair_round(system, copy.t, p->round + 1, &request, c->arena, NULL, &pairing);
    if (status != LM_OK)
        return status;
    p->pairs = lm_arena_alloc(c->arena, pairing->pair_count, sizeof *p->pairs);
    if (p->pairs == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < pairing->pair_count; i++) {
        uint32_t black = pairing->pairs[i].black;
        p->pairs[p->count++] = (struct proposed_pair){
            .player = {order[pairing->pairs[i].white], black == LM_NOBODY ? NOBODY : order[black]}};
    }
    return LM_OK;
}
