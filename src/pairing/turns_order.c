/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/turns_rest.h"

/*
 * Where a pair of two players opposite in the lines would be as good for all the rows but was not
 * made: the player that the order serves first.
 *
 * With the pair prescribed the lines are paired again, with the first tops unchanged as far down as
 * possible: the row after those, r, is the first that changes.  Prices on tops and bottoms (the
 * duals of the assignment) show the pairs of the best pairings, the *tight* ones; a pairing of
 * tight pairs alone is as good as any.  So r is the highest row on the lowest cycle of tight pairs
 * through the prescribed one: the widest path, found by always serving the lowest row of those
 * reached.  With that cycle turned round, the top of r takes the first bottom for which another
 * cycle, of rows below r, leads back to the bottom that was given up.
 */

struct order {
    const struct rest *r;
    uint32_t row;         /* row of the prescribed pair */
    int64_t *price;       /* per top: cost of reaching it */
    int64_t *worth;       /* per bottom: cost of a tight pair with it, plus the top's price */
    int32_t *meets, *met; /* the pairing with the prescribed pair: per top, per bottom */
    int32_t *from;        /* per top: the one before it on the way, or NONE */
    bool *seen, *done;    /* per top */
};

static bool is_tight(const struct order *o, uint32_t top, uint32_t bottom)
{
    int64_t cost = rest_cost(o->r, top, bottom);
    return cost != FAR && o->price[top] + cost == o->worth[bottom];
}

/* Find the prices: the least cost at which each top can be reached from any (Bellman and Ford).
 * Return false if a cycle gains something for ever, so that the pairing is not the best one. */
static bool find_prices(const struct order *o)
{
    const struct rest *r = o->r;
    bool changed = true;
    for (uint32_t pass = 0; changed && pass <= r->count; pass++) {
        changed = false;
        for (uint32_t top = 0; top < r->count; top++)
            for (uint32_t bottom = 0; bottom < r->columns; bottom++) {
                int64_t cost = rest_cost(r, top, bottom);
                uint32_t own = (uint32_t)r->bottoms[bottom].top;
                if (cost == FAR)
                    continue;
                int64_t price = o->price[top] + cost - rest_cost(r, own, bottom);
                if (price < o->price[own]) {
                    o->price[own] = price;
                    changed = true;
                }
            }
    }
    for (uint32_t bottom = 0; bottom < r->columns; bottom++) {
        uint32_t own = (uint32_t)r->bottoms[bottom].top;
        o->worth[bottom] = o->price[own] + rest_cost(r, own, bottom);
    }
    return !changed;
}

static enum lm_status begin(const struct rest *r, uint32_t row, struct lm_arena *arena,
                            struct order *out)
{
    uint32_t n = r->count;
    *out = (struct order){.r = r,
                          .row = row,
                          .price = lm_arena_alloc(arena, n, sizeof *out->price),
                          .worth = lm_arena_alloc(arena, n, sizeof *out->worth),
                          .meets = lm_arena_alloc(arena, n, sizeof *out->meets),
                          .met = lm_arena_alloc(arena, n, sizeof *out->met),
                          .from = lm_arena_alloc(arena, n, sizeof *out->from),
                          .seen = lm_arena_alloc(arena, n, sizeof *out->seen),
                          .done = lm_arena_alloc(arena, n, sizeof *out->done)};
    if (out->price == NULL || out->worth == NULL || out->meets == NULL || out->met == NULL ||
        out->from == NULL || out->seen == NULL || out->done == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < n; i++) {
        out->meets[i] = r->tops[i].bottom;
        out->met[i] = r->bottoms[i].top;
        out->from[i] = NONE;
    }
    return LM_OK;
}

/* Return the lowest row of those reached and not served; NONE: there is none. */
static int32_t lowest_waiting(const struct order *o)
{
    for (uint32_t i = o->r->count; i-- > 0;)
        if (o->seen[i] && !o->done[i])
            return (int32_t)i;
    return NONE;
}

/* Find the widest way from the top that has the bottom of the row to its own top, by tight pairs,
 * into ${from}.  Return the highest row on it; NONE: there is none. */
static int32_t find_widest_way(struct order *o)
{
    int32_t highest = (int32_t)o->row;
    o->seen[o->met[o->row]] = true;
    for (int32_t top; (top = lowest_waiting(o)) != NONE;) {
        o->done[top] = true;
        highest = top < highest ? top : highest;
        if ((uint32_t)top == o->row)
            return highest;
        for (uint32_t bottom = 0; bottom < o->r->columns; bottom++) {
            int32_t own = o->met[bottom];
            if (!o->seen[own] && is_tight(o, (uint32_t)top, bottom)) {
                o->seen[own] = true;
                o->from[own] = top;
            }
        }
    }
    return NONE;
}

/* Pair the two, and each top on the way with the bottom that the next one gives up. */
static void turn_round(struct order *o)
{
    int32_t gives = (int32_t)o->row;
    for (int32_t top = o->from[gives]; top != NONE; top = o->from[top]) {
        o->meets[top] = o->r->tops[gives].bottom;
        gives = top;
    }
    o->meets[o->row] = (int32_t)o->row;
    for (uint32_t i = 0; i < o->r->count; i++)
        o->met[o->meets[i]] = (int32_t)i;
}

/* Mark in ${seen} the tops of the rows below ${first} that could, step by step, have the bottom of
 * ${first} instead. */
static void reach_back(struct order *o, uint32_t first)
{
    const struct rest *r = o->r;
    for (uint32_t i = 0; i < r->count; i++)
        o->seen[i] = o->done[i] = false;
    for (int32_t top = (int32_t)first; top != NONE; top = lowest_waiting(o)) {
        o->done[top] = true;
        for (uint32_t i = first + 1; i < r->count; i++)
            o->seen[i] |= i != o->row && is_tight(o, i, (uint32_t)o->meets[top]);
    }
}

/* Return the partner of ${first}'s top with the prescribed pair: the first in the order. */
static int32_t first_for(struct order *o, uint32_t first)
{
    if (first == o->row)
        return (int32_t)first;
    reach_back(o, first);
    for (uint32_t bottom = 0; bottom < o->r->columns; bottom++) {
        bool free = o->met[bottom] == (int32_t)first || o->seen[o->met[bottom]];
        if (free && is_tight(o, first, bottom))
            return (int32_t)bottom;
    }
    return NONE;
}

enum lm_status lm_rest_first_change(const struct rest *r, uint32_t row, struct lm_arena *arena,
                                    struct lm_alternative *answer)
{
    const struct lm_lined_up *lines = r->lines;
    const struct lm_seat *seats = lines->p->seats;
    struct lm_mark mark = lm_arena_mark(arena);
    struct order o;
    enum lm_status status = begin(r, row, arena, &o);
    bool priced = status == LM_OK && find_prices(&o) && is_tight(&o, row, row);
    int32_t first = priced ? find_widest_way(&o) : NONE, other = NONE;
    if (first != NONE) {
        turn_round(&o);
        other = first_for(&o, (uint32_t)first);
    }
    if (other > (first == NONE ? NONE : r->tops[first].bottom)) {
        answer->line = LM_LINE_ALONE;
        answer->later = true;
        answer->forced =
            (struct lm_forced){.possible = true,
                               .first = seats[lines->tops[first]].player,
                               .own = seats[lines->bottoms[r->tops[first].bottom]].player,
                               .other = seats[lines->bottoms[other]].player,
                               .up = LM_NOBODY,
                               .down = LM_NOBODY};
    }
    lm_arena_reset(arena, mark);
    return status;
}
