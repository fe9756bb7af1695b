/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "pairing/forced.h"
#include "pairing/meeting.h"
#include "pairing/upfloat.h"

/*
 * The result of a bracket of C.04.5 or C.04.6 with a prescribed pair, with the same members: the
 * two are taken out, and the others paired as the bracket was.
 */

enum { COSTS = 3 };

struct forcing {
    const struct lm_up_rules *rules;
    const struct lm_up_bracket *b;
    struct lm_up_bracket rest; /* the others; then with the two as its last pair */
    uint32_t pairs;
};

static bool is_upfloater(const struct lm_up_bracket *b, uint32_t seat)
{
    for (uint32_t i = 0; i < b->upfloater_count; i++)
        if (b->upfloaters[i] == seat)
            return true;
    return false;
}

void lm_up_cost(const struct lm_up_bracket *b, uint32_t x, uint32_t y, uint8_t *cost)
{
    bool up = is_upfloater(b, x), mixed = up != is_upfloater(b, y);
    cost[0] = b->colours && lm_up_same_wish(b->p, x, y);
    cost[1] = b->colours && lm_up_same_strong_wish(b->p, x, y);
    cost[2] = mixed && lm_up_was_floater(b->p, up ? y : x);
}

/* Copy the ${count} ${seats} except ${x} and ${y} to ${out}; return how many. */
static uint32_t without(const uint32_t *seats, uint32_t count, uint32_t x, uint32_t y,
                        uint32_t *out)
{
    uint32_t left = 0;
    for (uint32_t i = 0; i < count; i++)
        if (seats[i] != x && seats[i] != y)
            out[left++] = seats[i];
    return left;
}

static enum lm_status begin(struct forcing *f, uint32_t x, uint32_t y)
{
    const struct lm_up_bracket *b = f->b;
    uint32_t *residents = lm_arena_alloc(b->arena, b->resident_count, sizeof *residents);
    uint32_t *upfloaters = lm_arena_alloc(b->arena, b->upfloater_count, sizeof *upfloaters);
    f->pairs = (b->resident_count + b->upfloater_count) / 2;
    f->rest = *b;
    f->rest.pairs = lm_arena_alloc(b->arena, f->pairs, sizeof *f->rest.pairs);
    if (residents == NULL || upfloaters == NULL || f->rest.pairs == NULL)
        return LM_LIMIT;
    f->rest.residents = residents;
    f->rest.upfloaters = upfloaters;
    f->rest.resident_count = without(b->residents, b->resident_count, x, y, residents);
    f->rest.upfloater_count = without(b->upfloaters, b->upfloater_count, x, y, upfloaters);
    return LM_OK;
}

/* Name some of the others who would be left over; ${*complete}: there are none. */
static enum lm_status find_left_over(const struct forcing *f, bool *complete, struct lm_forced *out)
{
    const struct lm_up_bracket *rest = &f->rest;
    uint32_t count = rest->resident_count + rest->upfloater_count;
    uint32_t *seats = lm_arena_alloc(rest->arena, count, sizeof *seats);
    int32_t *mate = lm_arena_alloc(rest->arena, count, sizeof *mate);
    struct lm_graph graph;
    if (seats == NULL || mate == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < count; i++)
        seats[i] = i < rest->resident_count ? rest->residents[i]
                                            : rest->upfloaters[i - rest->resident_count];
    enum lm_status status = lm_meeting_graph(rest->p, seats, count, rest->arena, &graph);
    if (status == LM_OK)
        status = lm_matching_largest(mate, rest->arena, &graph);
    for (uint32_t i = 0; status == LM_OK && i < count; i++)
        if (mate[i] == LM_ALONE)
            lm_forced_hurts(out, rest->p->seats[seats[i]].player, LM_NOBODY);
    *complete = out->hurt_count == 0;
    return status;
}

/* --- the cost */

static void add_up(const struct lm_up_bracket *b, uint32_t (*pairs)[2], uint32_t count,
                   int32_t *total)
{
    uint8_t cost[COSTS];
    for (int k = 0; k < COSTS; k++)
        total[k] = 0;
    for (uint32_t i = 0; i < count; i++) {
        lm_up_cost(b, pairs[i][0], pairs[i][1], cost);
        for (int k = 0; k < COSTS; k++)
            total[k] += cost[k];
    }
}

static bool has_pair(uint32_t (*pairs)[2], uint32_t count, const uint32_t *pair)
{
    for (uint32_t i = 0; i < count; i++)
        if ((pairs[i][0] == pair[0] && pairs[i][1] == pair[1]) ||
            (pairs[i][0] == pair[1] && pairs[i][1] == pair[0]))
            return true;
    return false;
}

/* Find the first criterion that differs; false: none. */
static bool find_cost(const struct forcing *f, struct lm_forced *out)
{
    int32_t now[COSTS], then[COSTS];
    int first = 0;
    add_up(f->b, f->b->pairs, f->pairs, now);
    add_up(f->b, f->rest.pairs, f->pairs, then);
    while (first < COSTS && then[first] == now[first])
        first++;
    if (first == COSTS || then[first] < now[first])
        return false;
    out->rule = (uint8_t)(f->rules->against + (first < 2 ? UP_PAIR_WISH : UP_PAIR_FLOATS));
    out->decided = true;
    out->with = then[first];
    out->without = now[first];
    for (uint32_t i = 0; i < f->pairs; i++) {
        uint8_t cost[COSTS];
        const uint32_t *pair = f->rest.pairs[i];
        lm_up_cost(f->b, pair[0], pair[1], cost);
        if (cost[first] != 0 && !has_pair(f->b->pairs, f->pairs, pair))
            lm_forced_hurts(out, f->b->p->seats[pair[0]].player, f->b->p->seats[pair[1]].player);
    }
    return true;
}

/* --- the first in the order (art. 3.6.2) */

/* Return the bottom member of ${seat} in ${pairs}; LM_NOBODY: not a top member. */
static uint32_t bottom_of(uint32_t (*pairs)[2], uint32_t count, uint32_t seat)
{
    for (uint32_t i = 0; i < count; i++)
        if (pairs[i][0] == seat)
            return pairs[i][1];
    return LM_NOBODY;
}

static bool has_smaller_tpn(const struct lm_position *p, uint32_t seat, uint32_t than)
{
    return than == LM_NOBODY || p->seats[seat].tpn < p->seats[than].tpn;
}

/* Return the first top member with the prescription and not now, or (${now}) the other way
 * round. */
static uint32_t first_top(const struct forcing *f, bool now)
{
    uint32_t first = LM_NOBODY;
    for (uint32_t i = 0; i < f->pairs; i++) {
        uint32_t seat = now ? f->b->pairs[i][0] : f->rest.pairs[i][0];
        uint32_t other = bottom_of(now ? f->rest.pairs : f->b->pairs, f->pairs, seat);
        if (other == LM_NOBODY && has_smaller_tpn(f->b->p, seat, first))
            first = seat;
    }
    return first;
}

static void find_order(const struct forcing *f, struct lm_forced *out)
{
    const struct lm_seat *seats = f->b->p->seats;
    uint32_t up = first_top(f, false), down = first_top(f, true), first = LM_NOBODY;
    out->first = out->own = out->other = out->up = out->down = LM_NOBODY;
    out->exchanges = up != LM_NOBODY && down != LM_NOBODY;
    if (out->exchanges) {
        out->up = seats[up].player;
        out->down = seats[down].player;
    }
    for (uint32_t i = 0; i < f->pairs; i++) {
        uint32_t top = f->b->pairs[i][0];
        uint32_t then = bottom_of(f->rest.pairs, f->pairs, top);
        if (then != LM_NOBODY && then != f->b->pairs[i][1] && has_smaller_tpn(f->b->p, top, first))
            first = top;
    }
    if (first == LM_NOBODY)
        return;
    out->first = seats[first].player;
    out->own = seats[bottom_of(f->b->pairs, f->pairs, first)].player;
    out->other = seats[bottom_of(f->rest.pairs, f->pairs, first)].player;
}

static enum lm_status force(struct forcing *f, uint32_t x, uint32_t y, struct lm_forced *out)
{
    bool complete;
    enum lm_status status = begin(f, x, y);
    if (status == LM_OK)
        status = find_left_over(f, &complete, out);
    if (status != LM_OK || !complete)
        return status;
    out->possible = true;
    status = lm_up_pair_bracket(&f->rest);
    bool before = has_smaller_tpn(f->b->p, x, y);
    f->rest.pairs[f->pairs - 1][0] = before ? x : y;
    f->rest.pairs[f->pairs - 1][1] = before ? y : x;
    if (status == LM_OK && !find_cost(f, out))
        find_order(f, out);
    return status;
}

enum lm_status lm_up_force(const struct lm_up_rules *rules, const struct lm_up_bracket *b,
                           uint32_t x, uint32_t y, struct lm_alternative *out)
{
    struct forcing f = {.rules = rules, .b = b};
    struct lm_mark mark = lm_arena_mark(b->arena);
    enum lm_status status = LM_OK;
    *out = (struct lm_alternative){.player = b->p->seats[x].player,
                                   .opponent = b->p->seats[y].player,
                                   .expected = true,
                                   .was_forced = true};
    out->forced.rule = (uint8_t)(rules->against + UP_PAIR_REST);
    if (lm_is_barred(b->p, x, y))
        out->forced.rule = (uint8_t)(rules->against + UP_PAIR_MET);
    else
        status = force(&f, x, y, &out->forced);
    lm_arena_reset(b->arena, mark);
    out->rule = out->forced.rule;
    out->possible = out->forced.possible;
    out->later = out->possible && !out->forced.decided;
    return status;
}
