/* SPDX-License-Identifier: Apache-2.0 */
/* Do the requested byes, the line-ups and the forfeited matches of a tournament contradict each
 * other, or its teams?  Contradictions are suspicious; the first of two entries counts. */
#include <string.h>

#include "base/sort.h"
#include "formats/reading.h"

struct announced {
    struct lm_reading *r;
    const struct lm_tournament *t;
    const struct lm_locator *where;
    uint32_t *team_of; /* by player: the number of the team, 0 none */
};

/* ---- byes ---- */

static int by_holder(const void *a, const void *b)
{
    const struct lm_requested_bye *left = *(const struct lm_requested_bye *const *)a;
    const struct lm_requested_bye *right = *(const struct lm_requested_bye *const *)b;
    if (left->whom != right->whom)
        return left->whom < right->whom ? -1 : 1;
    if (left->player != right->player)
        return left->player < right->player ? -1 : 1;
    if (left->round != right->round)
        return left->round < right->round ? -1 : 1;
    return (left > right) - (left < right);
}

static void check_two_byes(const struct announced *a, const struct lm_requested_bye *bye)
{
    const struct lm_tournament *t = a->t;
    struct lm_place place = {.field = "bye"};
    if (bye->whom == LM_PLAYERS && bye->round <= t->round_capacity)
        place = a->where->place(a->where->context, bye->player, LM_PART_ROUND, bye->round);
    lm_doubt(a->r, LM_DOUBT_FORM, place, "keep one of them",
             "%s %u asks for two different byes in round %u",
             bye->whom == LM_PLAYERS ? "player" : "team",
             bye->whom == LM_PLAYERS ? t->players[bye->player].tpn : t->teams[bye->player].number,
             bye->round);
}

/* Equal requests were joined when the tournament was settled. */
static void check_byes(const struct announced *a)
{
    size_t count = a->t->bye_count;
    const struct lm_requested_bye **byes = lm_arena_alloc(a->r->arena, count, sizeof *byes);
    if (byes == NULL) {
        a->r->failed = true;
        return;
    }
    for (size_t i = 0; i < count; i++)
        byes[i] = &a->t->byes[i];
    lm_sort(byes, count, sizeof *byes, by_holder);
    for (size_t i = 1; i < count; i++)
        if (byes[i]->whom == byes[i - 1]->whom && byes[i]->player == byes[i - 1]->player &&
            byes[i]->round == byes[i - 1]->round)
            check_two_byes(a, byes[i]);
}

/* ---- line-ups ---- */

static struct lm_place at(const struct announced *a, enum lm_part part, size_t index)
{
    return a->where->place(a->where->context, (uint32_t)index, part, 0);
}

static int by_team_and_round(const void *a, const void *b)
{
    const struct lm_lineup *left = *(const struct lm_lineup *const *)a;
    const struct lm_lineup *right = *(const struct lm_lineup *const *)b;
    if (left->team != right->team)
        return left->team < right->team ? -1 : 1;
    if (left->round != right->round)
        return left->round < right->round ? -1 : 1;
    return (left > right) - (left < right);
}

/* Doubt players of a line-up who are in another team, or in none. */
static void check_lineup(const struct announced *a, size_t index)
{
    const struct lm_lineup *l = &a->t->lineups[index];
    if (l->team != 0 && l->team == l->opponent)
        lm_refuse(a->r, at(a, LM_PART_LINEUP, index), "name the other team",
                  "team %u meets itself in round %u", l->team, l->round);
    for (size_t i = 0; i < l->count; i++)
        if (l->players[i] != LM_NOBODY && a->team_of[l->players[i]] != l->team)
            lm_doubt(a->r, LM_DOUBT_FORM, at(a, LM_PART_LINEUP, index),
                     "name the player in the team's record",
                     "player %u sits for team %u in round %u, but is not in it",
                     a->t->players[l->players[i]].tpn, l->team, l->round);
}

/* Doubt two opponents on boards that do not face each other. */
static void check_seats(const struct announced *a, size_t index)
{
    const struct lm_tournament *t = a->t;
    const struct lm_lineup *l = &t->lineups[index];
    for (uint32_t team = 0; team < t->team_count; team++) {
        uint32_t player =
            t->teams[team].number != l->team ? LM_NOBODY : lm_team_seated_apart(t, team, l->round);
        if (player != LM_NOBODY)
            lm_note(a->r, at(a, LM_PART_LINEUP, index),
                    "players %u and %u met in round %u, but sit on different boards by the "
                    "line-ups: what the match came to is doubtful, and not checked",
                    t->players[player].tpn,
                    t->players[lm_record_of(t, player, l->round)->opponent].tpn, l->round);
    }
}

static void check_lineups(const struct announced *a)
{
    const struct lm_tournament *t = a->t;
    const struct lm_lineup **lineups =
        lm_arena_alloc(a->r->arena, t->lineup_count, sizeof *lineups);
    if (lineups == NULL) {
        a->r->failed = true;
        return;
    }
    for (size_t i = 0; i < t->lineup_count; i++) {
        lineups[i] = &t->lineups[i];
        check_lineup(a, i);
        check_seats(a, i);
    }
    lm_sort(lineups, t->lineup_count, sizeof *lineups, by_team_and_round);
    for (size_t i = 1; i < t->lineup_count; i++)
        if (lineups[i]->team == lineups[i - 1]->team && lineups[i]->round == lineups[i - 1]->round)
            lm_doubt(a->r, LM_DOUBT_FORM, at(a, LM_PART_LINEUP, (size_t)(lineups[i] - t->lineups)),
                     "keep one of them",
                     "a second line-up of team %u for round %u; the first counts", lineups[i]->team,
                     lineups[i]->round);
}

/* ---- forfeited matches ---- */

static void check_forfeits(const struct announced *a)
{
    for (size_t i = 0; i < a->t->team_forfeit_count; i++) {
        const struct lm_team_forfeit *f = &a->t->team_forfeits[i];
        if (f->white != 0 && f->white == f->black)
            lm_refuse(a->r, at(a, LM_PART_FORFEIT, i), "name the other team",
                      "team %u meets itself in round %u", f->white, f->round);
    }
}

void lm_check_announced(struct lm_reading *r, const struct lm_tournament *t,
                        const struct lm_locator *where)
{
    struct announced a = {r, t, where, NULL};
    a.team_of = lm_arena_alloc(r->arena, t->player_count, sizeof *a.team_of);
    if (a.team_of == NULL) {
        r->failed = true;
        return;
    }
    for (size_t i = 0; i < t->team_count; i++)
        for (size_t k = 0; k < t->teams[i].count; k++)
            if (t->teams[i].players[k] != LM_NOBODY)
                a.team_of[t->teams[i].players[k]] = t->teams[i].number;
    check_byes(&a);
    check_lineups(&a);
    check_forfeits(&a);
}
