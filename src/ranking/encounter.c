/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Direct encounter, C.07 art. 6, and its extension for teams, art. 13.3.
 *
 * A separate standing is two numbers for each of the tied: the points of the games among them, in
 * exact units, and the number of the others they never met.  Everything is read from the rounds of
 * the tied, so that a group of n costs n x rounds.
 */

#include "ranking/tie_break.h"

/* The least common multiple of 1 … 12: averages of up to twelve meetings are whole (6.1.2). */
enum { UNIT = 27720 };

struct standing {
    uint32_t who;
    uint32_t index;   /* in the group given */
    int64_t score;    /* in tenths of a point / UNIT */
    uint32_t missing; /* number of the others not met */
};

struct encounter {
    const struct question *q;
    int score;       /* MATCH or GAME */
    uint32_t *place; /* by index in the group */
    bool as_before;  /* before C.07: repeated meetings are summed, and smaller groups stay tied */
};

/* Return how often ${who} has played ${other} up to ${round}, and whether they had met before it.
 */
static uint32_t games_against(const struct field *f, uint32_t who, uint32_t other, uint32_t round,
                              bool *before)
{
    uint32_t count = 0;
    *before = false;
    for (uint32_t r = 1; r <= f->rounds; r++) {
        const struct cell *cell = cell_of(f, who, r);
        if (cell->kind != PLAYED || cell->opponent != other)
            continue;
        count++;
        *before = *before || r < round;
    }
    return count;
}

/* 6.1: the separate standings of ${all}[0..${count}). */
static void make_standings(const struct encounter *e, struct standing *all, uint32_t count)
{
    const struct field *f = e->q->f;
    uint32_t *group_of = e->q->a->group_of;
    for (uint32_t i = 0; i < count; i++)
        group_of[all[i].who] = 1;
    for (uint32_t i = 0; i < count; i++) {
        all[i].score = 0;
        all[i].missing = count - 1;
        for (uint32_t round = 1; round <= f->rounds; round++) {
            const struct cell *cell = cell_of(f, all[i].who, round);
            if (cell->kind != PLAYED || cell->opponent == LM_NOBODY || !group_of[cell->opponent])
                continue;
            bool before;
            uint32_t games = games_against(f, all[i].who, cell->opponent, round, &before);
            all[i].score += (int64_t)cell->points[e->score] * UNIT / (e->as_before ? 1 : games);
            all[i].missing -= !before;
        }
    }
    for (uint32_t i = 0; i < count; i++)
        group_of[all[i].who] = 0;
}

/* Stable, the higher score first; groups are small or decided at once. */
static void sort_standings(struct standing *all, uint32_t count)
{
    for (uint32_t gap = count / 2; gap > 0; gap /= 2)
        for (uint32_t i = gap; i < count; i++) {
            struct standing moving = all[i];
            uint32_t k = i;
            for (; k >= gap &&
                   (all[k - gap].score < moving.score ||
                    (all[k - gap].score == moving.score && all[k - gap].index > moving.index));
                 k -= gap)
                all[k] = all[k - gap];
            all[k] = moving;
        }
}

static void place_all(const struct encounter *e, const struct standing *all, uint32_t count,
                      uint32_t first)
{
    for (uint32_t i = 0; i < count; i++)
        e->place[all[i].index] = first;
}

static void rank_group(const struct encounter *e, struct standing *all, uint32_t count,
                       uint32_t first);

/* 6.2: all the tied have met each other. */
static void rank_complete(const struct encounter *e, struct standing *all, uint32_t count,
                          uint32_t first)
{
    sort_standings(all, count);
    for (uint32_t from = 0, to; from < count; from = to) {
        for (to = from + 1; to < count && all[to].score == all[from].score; to++)
            ;
        if (to - from == count || e->as_before)
            place_all(e, all + from, to - from, first + from);
        else
            rank_group(e, all + from, to - from, first + from);
    }
}

/* 6.3: is ${all}[0] (the highest) alone on top whatever the results of the missing games? */
static bool is_certain(const struct encounter *e, const struct standing *all, uint32_t count)
{
    int64_t win = (int64_t)e->q->f->win[e->score] * UNIT;
    for (uint32_t i = 1; i < count; i++)
        if (all[i].score + win * all[i].missing >= all[0].score)
            return false;
    return true;
}

/* 6.3: rank the first, the second and so on, as long as they are certain. */
static void rank_incomplete(const struct encounter *e, struct standing *all, uint32_t count,
                            uint32_t first)
{
    uint32_t certain = 0;
    if (!e->q->a->predetermined || e->as_before) {
        sort_standings(all, count);
        while (certain < count && is_certain(e, all + certain, count - certain))
            e->place[all[certain].index] = first + certain, certain++;
    }
    if (certain == 0 || e->as_before)
        place_all(e, all + certain, count - certain, first + certain);
    else if (certain < count)
        rank_group(e, all + certain, count - certain, first + certain);
}

static void rank_group(const struct encounter *e, struct standing *all, uint32_t count,
                       uint32_t first)
{
    make_standings(e, all, count);
    bool complete = true;
    for (uint32_t i = 0; i < count; i++)
        complete = complete && all[i].missing == 0;
    if (count == 1)
        place_all(e, all, count, first);
    else if (complete)
        rank_complete(e, all, count, first);
    else
        rank_incomplete(e, all, count, first);
}

static struct standing *new_standings(const struct question *q, const uint32_t *group,
                                      uint32_t count)
{
    struct standing *all = lm_arena_alloc(q->a->arena, count, sizeof *all);
    for (uint32_t i = 0; all != NULL && i < count; i++)
        all[i] = (struct standing){.who = group[i], .index = i};
    return all;
}

enum lm_status lm_split_direct(const struct question *q, const uint32_t *group, uint32_t count,
                               uint32_t *place)
{
    struct encounter e = {
        .q = q, .score = q->score, .place = place, .as_before = q->a->edition == LM_TB_2009};
    struct standing *all = new_standings(q, group, count);
    if (all == NULL)
        return LM_LIMIT;
    rank_group(&e, all, count, 0);
    return LM_OK;
}

/* Dutch 2006 F10, "where it concerns the first place": the best in one table of all tied for it,
 * whether or not they have all met; the others stay tied. */
enum lm_status lm_split_first_place(const struct question *q, const uint32_t *group, uint32_t count,
                                    uint32_t *place)
{
    struct encounter e = {.q = q, .score = q->score, .place = place};
    struct standing *all = new_standings(q, group, count);
    if (all == NULL)
        return LM_LIMIT;
    make_standings(&e, all, count);
    sort_standings(all, count);
    uint32_t best = 0;
    while (best < count && (q->ahead > 0 || all[best].score == all[0].score))
        place[all[best++].index] = 0;
    for (uint32_t i = best; i < count; i++)
        place[all[i].index] = best;
    return LM_OK;
}

/* --- teams */

/* Put the participants of ${group} whose ${place} is ${at} into ${members}, with their indices. */
static uint32_t members_at(const uint32_t *group, uint32_t count, const uint32_t *place,
                           uint32_t at, uint32_t *members, uint32_t *index)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++)
        if (place[i] == at) {
            members[found] = group[i];
            index[found++] = i;
        }
    return found;
}

/* 13.3.1, 13.3.3: by the primary score, by the secondary one, then again among those still tied. */
enum lm_status lm_split_extended(const struct question *q, const uint32_t *group, uint32_t count,
                                 uint32_t *place)
{
    struct lm_arena *arena = q->a->arena;
    uint32_t *members = lm_arena_alloc(arena, count, sizeof *members);
    uint32_t *index = lm_arena_alloc(arena, count, sizeof *index);
    uint32_t *inner = lm_arena_alloc(arena, count, sizeof *inner);
    if (members == NULL || index == NULL || inner == NULL)
        return LM_LIMIT;
    struct question second = *q;
    second.score = q->score == MATCH ? GAME : MATCH;
    enum lm_status status = lm_split_direct(q, group, count, place);
    for (uint32_t at = 0; status == LM_OK && at < count; at++) {
        uint32_t tied = members_at(group, count, place, at, members, index);
        if (tied < 2)
            continue;
        status = lm_split_direct(&second, members, tied, inner);
        bool smaller = false;
        for (uint32_t i = 0; i < tied; i++)
            smaller = smaller || inner[i] != inner[0];
        for (uint32_t i = 0; i < tied; i++)
            place[index[i]] = at + inner[i];
        if (status != LM_OK || !smaller)
            continue;
        for (uint32_t sub = at; sub < at + tied && status == LM_OK; sub++) {
            uint32_t left = members_at(group, count, place, sub, members, index);
            if (left < 2)
                continue;
            status = lm_split_extended(q, members, left, inner);
            for (uint32_t i = 0; status == LM_OK && i < left; i++)
                place[index[i]] = sub + inner[i];
        }
        at += tied - 1;
    }
    return status;
}
