/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/upfloat_kept.h"

#include <assert.h>
#include <string.h>

/* Who meets whom; one half of a symmetric table. */
static const uint8_t meets[][2] = {
    {UP_FREE, UP_FREE},
    {UP_FREE, UP_STAY},
    {UP_FREE, UP_BELOW_ODD},
    {UP_FREE, UP_LATER},
    {UP_FREE, UP_HOST},
    {UP_FREE, UP_TOP},
    {UP_FREE, UP_JOKER},
    {UP_FREE, UP_NEXT},
    {UP_FREE, UP_KEEPER},
    {UP_STAY, UP_STAY},
    {UP_STAY, UP_BELOW_ODD},
    {UP_STAY, UP_LATER},
    {UP_STAY, UP_KEEPER},
    {UP_UP, UP_HOST},
    {UP_UP, UP_TOP},
    {UP_BELOW_ODD, UP_LATER},
    {UP_BELOW_ODD, UP_KEEPER},
    {UP_BELOW_CORE, UP_BELOW_CORE},
    {UP_BELOW_CORE, UP_KEEPER},
    {UP_LATER, UP_LATER},
    {UP_LATER, UP_JOKER},
    {UP_LAST, UP_FREE},
    {UP_LAST, UP_STAY},
    {UP_LAST, UP_BELOW_ODD},
    {UP_LAST, UP_LATER},
    {UP_LAST, UP_LAST},
    {UP_LAST, UP_KEEPER},
    {UP_LAST, UP_STRANGER},
    {UP_CORE, UP_CORE},
    {UP_HOST, UP_HOST_ODD},
    {UP_HOST, UP_TAKER},
    {UP_HOST, UP_INNER},
    {UP_TOP, UP_TOP},
    {UP_TOP, UP_TAKER},
    {UP_TOP, UP_INNER},
    {UP_NEXT, UP_NEXT_ODD},
    {UP_NEXT_CORE, UP_NEXT_CORE},
    {UP_INNER, UP_INNER},
    {UP_INNER, UP_INNER_ODD},
    {UP_INNER, UP_SCOUT},
    {UP_INNER, UP_JOKER},
    {UP_INNER_LATER, UP_INNER_LATER},
    {UP_INNER_LATER, UP_INNER},
    {UP_INNER_LATER, UP_INNER_ODD},
    {UP_INNER_LATER, UP_SCOUT},
    {UP_INNER_LATER, UP_JOKER},
    {UP_LATER, UP_KEEPER},
    {UP_INNER_ODD, UP_SCOUT},
    {UP_INNER_CORE, UP_INNER_CORE},
    {UP_INNER_CORE, UP_SCOUT},
    {UP_SCOUT, UP_KEEPER},
};

/* Vertices are those who are left, in the order of seats, and after them the stand-ins. */
static enum lm_status number_vertices(struct lm_up_kept *kept, const struct lm_up_bracket *b)
{
    kept->count = b->resident_count + b->lower_count;
    kept->seats = lm_arena_alloc(b->arena, kept->count, sizeof *kept->seats);
    if (kept->seats == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < kept->count; i++)
        kept->seats[i] = i < b->resident_count ? b->residents[i] : b->lower[i - b->resident_count];
    kept->first = kept->seats[0];
    uint32_t span = kept->seats[kept->count - 1] - kept->first + 1;
    kept->vertex = lm_arena_alloc(b->arena, span, sizeof *kept->vertex);
    if (kept->vertex == NULL)
        return LM_LIMIT;
    for (uint32_t s = 0; s < span; s++)
        kept->vertex[s] = LM_NOBODY;
    for (uint32_t v = 0; v < kept->count; v++)
        kept->vertex[kept->seats[v] - kept->first] = v;
    return LM_OK;
}

static void bar_met(const struct lm_up_kept *kept, const struct lm_position *p)
{
    uint32_t end = kept->seats[kept->count - 1] + 1;
    for (uint32_t v = 0; v < kept->count; v++) {
        const struct lm_seat *seat = &p->seats[kept->seats[v]];
        for (uint32_t i = seat->barred_count; i-- > 0 && seat->barred[i] > kept->seats[v];) {
            uint32_t other =
                seat->barred[i] < end ? kept->vertex[seat->barred[i] - kept->first] : LM_NOBODY;
            if (other != LM_NOBODY)
                lm_dense_bar(kept->matching, (int32_t)v, (int32_t)other);
        }
    }
}

enum lm_status lm_up_keep(const struct lm_up_bracket *b)
{
    struct lm_up_kept *kept = b->kept;
    bool barred[UP_CLASSES * UP_CLASSES];
    if (kept->matching != NULL)
        return LM_OK;
    memset(barred, true, sizeof barred);
    for (size_t i = 0; i < sizeof meets / sizeof *meets; i++)
        barred[meets[i][0] * UP_CLASSES + meets[i][1]] =
            barred[meets[i][1] * UP_CLASSES + meets[i][0]] = false;
    enum lm_status status = number_vertices(kept, b);
    if (status != LM_OK)
        return status;
    kept->vertices =
        2 * kept->count; /* as many stand-ins as there can be pairs, and whom they stand for */
    status = lm_dense_new(&kept->matching, b->arena, (int32_t)kept->vertices, UP_CLASSES, barred);
    if (status != LM_OK)
        return status;
    bar_met(kept, b->p);
    for (uint32_t v = kept->count; v < kept->vertices; v++)
        lm_dense_remove(kept->matching, (int32_t)v);
    return LM_OK;
}

void lm_up_look_at(const struct lm_up_search *s)
{
    const struct lm_up_bracket *b = s->b;
    uint32_t resident = 0, lower = 0;
    for (uint32_t i = 0; i < b->kept->count; i++) {
        uint32_t seat = b->kept->seats[i];
        bool top = resident < b->resident_count && b->residents[resident] == seat;
        bool below = lower < b->lower_count && b->lower[lower] == seat;
        resident += top;
        lower += below;
        if (!top && !below) {
            lm_dense_remove(s->m, (int32_t)i);
            continue;
        }
        lm_dense_restore(s->m, (int32_t)i);
        lm_dense_move(s->m, (int32_t)i, top ? UP_CORE : UP_FREE);
    }
}

void lm_up_open_top(struct lm_up_search *s)
{
    static const uint8_t class_of[] = {
        [LM_PART_REST] = UP_CORE, [LM_PART_ODD] = UP_HOST_ODD, [LM_PART_EVEN] = UP_HOST};
    for (uint32_t i = 0; i < s->b->resident_count; i++) {
        int32_t v = lm_up_vertex(s->b, s->b->residents[i]);
        lm_dense_move(s->m, v, class_of[s->below[v]]);
        if (s->below[v] != LM_PART_EVEN)
            continue;
        if (s->base[v] != v)
            lm_dense_merge(s->m, s->base[v], v);
        else
            s->hosts++;
    }
    for (uint32_t i = 0; i < s->b->lower_count; i++)
        s->can[lm_up_vertex(s->b, s->b->lower[i])] = true;
}

void lm_up_open_below(struct lm_up_search *s)
{
    static const uint8_t class_of[] = {
        [LM_PART_REST] = UP_BELOW_CORE, [LM_PART_ODD] = UP_BELOW_ODD, [LM_PART_EVEN] = UP_FREE};
    for (uint32_t i = 0; i < s->b->resident_count; i++)
        lm_dense_move(s->m, lm_up_vertex(s->b, s->b->residents[i]), UP_TOP);
    for (uint32_t i = 0; i < s->b->lower_count; i++) {
        int32_t v = lm_up_vertex(s->b, s->b->lower[i]);
        lm_dense_move(s->m, v, class_of[s->below[v]]);
        s->can[v] = s->below[v] == LM_PART_EVEN;
    }
}

static void play(const struct lm_up_search *s, uint32_t from, uint32_t end,
                 enum lm_up_class stand_in, enum lm_up_class taker)
{
    for (uint32_t i = from; i < end; i++) {
        int32_t one = (int32_t)(s->b->kept->count + 2 * i), other = one + 1;
        lm_dense_move(s->m, one, (int32_t)stand_in);
        lm_dense_move(s->m, other, (int32_t)taker);
        lm_dense_restore(s->m, one);
        lm_dense_restore(s->m, other);
    }
}

bool lm_up_perfect_with(const struct lm_up_search *s, uint32_t jokers, uint32_t strangers)
{
    assert(s->scouts + jokers + strangers <= s->b->kept->count);
    play(s, s->scouts, s->scouts + jokers, UP_JOKER, UP_TAKER);
    play(s, s->scouts + jokers, s->scouts + jokers + strangers, UP_STRANGER, UP_TAKER);
    return lm_dense_is_perfect(s->m);
}

/* Everybody may float, or not, as bar_low_levels left it. */
static void free_all(const struct lm_up_search *s)
{
    for (uint32_t i = 0; i < s->end; i++)
        lm_up_set(s, i, UP_FREE);
}

static uint32_t most_scouts(const struct lm_up_search *s, uint32_t need)
{
    uint32_t outside = s->b->lower_count - s->b->following;
    return need < outside ? need : outside;
}

/* F meets its like, by the parts of all below where these count. */
static void turn_inward(const struct lm_up_search *s)
{
    static const uint8_t class_of[] = {
        [LM_PART_REST] = UP_INNER_CORE, [LM_PART_ODD] = UP_INNER_ODD, [LM_PART_EVEN] = UP_INNER};
    for (uint32_t i = 0; i < s->b->following; i++) {
        int32_t v = lm_up_vertex(s->b, s->b->lower[i]);
        lm_dense_move(s->m, v, s->hosts > 0 ? UP_INNER : class_of[s->below[v]]);
    }
}

bool lm_up_is_needed(struct lm_up_search *s, uint32_t need)
{
    if (need < 2)
        return true; /* there are as many, less two for each pair inside */
    free_all(s);
    turn_inward(s);
    for (uint32_t i = s->b->following; i < s->end; i++)
        lm_up_set(s, i, UP_LAST);
    s->scouts = most_scouts(s, need - 2);
    play(s, 0, s->scouts, UP_SCOUT, UP_KEEPER);
    bool fewer = lm_up_perfect_with(s, 0, s->k - lm_up_taken_of_following(s));
    s->scouts = 0;
    lm_dense_go_back(s->m);
    return !fewer;
}

void lm_up_limit_need(struct lm_up_search *s, uint32_t need)
{
    free_all(s);
    turn_inward(s);
    s->inner = true;
    s->scouts = most_scouts(s, need);
    play(s, 0, s->scouts, UP_SCOUT, UP_KEEPER);
}

void lm_up_lift_limit(struct lm_up_search *s)
{
    static const uint8_t class_of[] = {
        [LM_PART_REST] = UP_BELOW_CORE, [LM_PART_ODD] = UP_BELOW_ODD, [LM_PART_EVEN] = UP_FREE};
    for (uint32_t i = 0; i < 2 * s->scouts; i++)
        lm_dense_remove(s->m, (int32_t)(s->b->kept->count + i));
    s->scouts = 0;
    s->inner = false;
    for (uint32_t i = 0; i < s->b->following; i++) {
        int32_t v = lm_up_vertex(s->b, s->b->lower[i]);
        lm_dense_move(s->m, v, s->hosts > 0 ? UP_FREE : class_of[s->below[v]]);
    }
    free_all(s);
}
