/* SPDX-License-Identifier: Apache-2.0 */
#include "graph/complete.h"
#include "pairing/dubov_1997/dubov_1997.h"

/*
 * Questions of art. 9 of Dubov 1997 about all unpaired players, and about those below the current
 * scoregroup: can they still be paired, and which of them can be spared?
 *
 * Two largest matchings are kept for the round, of the same graph: ${rest} of all and ${below} of
 * the lower players.  A player who is paired, or whose scoregroup begins, leaves them, and one or
 * two searches repair them.
 */

enum lm_status lm_dubov_1997_match_rest(struct dubov *d)
{
    const uint32_t count = d->p->seat_count;
    struct lm_graph graph;
    uint32_t *all = lm_arena_alloc(d->arena, count, sizeof *all);
    if (all == NULL)
        return LM_LIMIT;
    for (uint32_t s = 0; s < count; s++)
        all[s] = s;
    enum lm_status status = lm_dubov_1997_graph(d, all, count, 0, d->arena, &graph);
    if (status == LM_OK)
        status = lm_matching_new(&d->rest, d->arena, &graph);
    if (status == LM_OK)
        status = lm_matching_new(&d->below, d->arena, &graph);
    if (status == LM_OK)
        status = lm_completion_new(&d->whom, d->arena, d->rest, (int32_t)count);
    return status;
}

/* ---- All players ---- */

uint32_t lm_dubov_1997_alone_in_rest(struct dubov *d)
{
    lm_matching_repair(d->rest);
    return (uint32_t)lm_matching_alone(d->rest);
}

void lm_dubov_1997_surplus_in_rest(struct dubov *d, bool *inessential)
{
    lm_matching_even_set(d->rest, inessential);
}

void lm_dubov_1997_leave_rest(struct dubov *d, uint32_t seat)
{
    if (d->rest != NULL) /* round 1 does not use it */
        lm_matching_remove(d->rest, (int32_t)seat);
}

bool lm_dubov_1997_pair_leaves_rest(struct dubov *d, uint32_t a, uint32_t b)
{
    lm_matching_repair(d->rest);
    return lm_completion_take(d->whom, (int32_t)a, (int32_t)b);
}

bool lm_dubov_1997_can_stay(struct dubov *d, uint32_t seat, const uint32_t *among, uint32_t count)
{
    bool found = false;
    lm_matching_repair(d->rest);
    for (uint32_t i = 0; i < count && !found; i++)
        found = lm_dubov_1997_possible(d, seat, among[i]) &&
                lm_completion_can(d->whom, (int32_t)seat, (int32_t)among[i]);
    return found;
}

/* ---- The lower players ---- */

void lm_dubov_1997_leave_below(struct dubov *d, uint32_t seat)
{
    lm_matching_remove(d->below, (int32_t)seat);
}

uint32_t lm_dubov_1997_alone_below(struct dubov *d)
{
    lm_matching_repair(d->below);
    return (uint32_t)lm_matching_alone(d->below);
}

void lm_dubov_1997_surplus_below(struct dubov *d, bool *inessential)
{
    lm_matching_even_set(d->below, inessential);
}

bool lm_dubov_1997_can_go_on(struct dubov *d, const uint32_t *floaters, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        lm_matching_restore(d->below, (int32_t)floaters[i]);
    const bool good = lm_dubov_1997_alone_below(d) == 0;
    for (uint32_t i = 0; i < count; i++)
        lm_matching_remove(d->below, (int32_t)floaters[i]);
    return good;
}

/* ---- A group ---- */

enum lm_status lm_dubov_1997_match(const struct dubov *d, const uint32_t *seats, uint32_t count,
                                   struct lm_matching **out)
{
    struct lm_graph graph;
    enum lm_status status = lm_dubov_1997_graph(d, seats, count, 0, d->arena, &graph);
    if (status == LM_OK)
        status = lm_matching_new(out, d->arena, &graph);
    if (status == LM_OK)
        lm_matching_repair(*out);
    return status;
}
