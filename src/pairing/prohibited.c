/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/prohibited.h"

static bool in_force(const struct lm_prohibition *group, uint32_t round)
{
    return group->whom == LM_PLAYERS && round >= group->first_round && round <= group->last_round;
}

/* List the seats that each names; own[s + 2] counts how many name seat s. */
static void list_members(struct lm_prohibited *p, const struct lm_tournament *t, uint32_t round,
                         const uint32_t *seat_of)
{
    size_t listed = 0;
    for (size_t i = 0; i < t->prohibition_count; i++) {
        const struct lm_prohibition *group = &t->prohibitions[i];
        if (!in_force(group, round))
            continue;
        for (size_t k = 0; k < group->count; k++) {
            uint32_t seat = seat_of[group->players[k]];
            if (seat == LM_NOBODY)
                continue;
            p->seats[listed++] = seat;
            p->own[seat + 2]++;
        }
        p->start[++p->count] = listed;
    }
}

/* Make the lists of the seats, in which those of s begin at own[s + 1] meanwhile, and at own[s] in
 * the end. */
static void turn_over(struct lm_prohibited *p, uint32_t seats)
{
    for (uint32_t s = 0; s < seats; s++)
        p->own[s + 2] += p->own[s + 1];
    for (uint32_t group = 0; group < p->count; group++)
        for (size_t i = p->start[group]; i < p->start[group + 1]; i++)
            p->of[p->own[p->seats[i] + 1]++] = group;
}

enum lm_status lm_find_prohibited(const struct lm_tournament *t, uint32_t round,
                                  const uint32_t *seat_of, uint32_t seats, struct lm_arena *arena,
                                  struct lm_prohibited *out)
{
    size_t members = 0;
    for (size_t i = 0; i < t->prohibition_count; i++)
        members += in_force(&t->prohibitions[i], round) ? t->prohibitions[i].count : 0;
    *out = (struct lm_prohibited){0};
    if (members == 0)
        return LM_OK;
    out->start = lm_arena_alloc(arena, t->prohibition_count + 1, sizeof *out->start);
    out->seats = lm_arena_alloc(arena, members, sizeof *out->seats);
    out->own = lm_arena_alloc(arena, (size_t)seats + 2, sizeof *out->own);
    out->of = lm_arena_alloc(arena, members, sizeof *out->of);
    if (out->start == NULL || out->seats == NULL || out->own == NULL || out->of == NULL)
        return LM_LIMIT;
    list_members(out, t, round, seat_of);
    turn_over(out, seats);
    return LM_OK;
}

size_t lm_prohibited_at_most(const struct lm_prohibited *p, uint32_t seat)
{
    size_t most = 0;
    for (size_t i = p->own[seat]; i < p->own[seat + 1]; i++)
        most += p->start[p->of[i] + 1] - p->start[p->of[i]] - 1;
    return most;
}
