/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "graph/bits.h"
#include "graph/complete.h"
#include "pairing/dubov_1997/dubov_1997.h"
#include "pairing/meeting.h"

/*
 * What is asked of everybody who is not paired, and of those below the scoregroup at work, for art.
 * 9 of Dubov 1997: can they still be paired, and whom can they spare?
 *
 * Counting answers that for most fields (Dirac).  Where it does not, two largest matchings are kept
 * from then on, ${rest} of all and ${below} of the lower ones: who is paired, or gets his turn,
 * leaves them, and one search or two set them right.  Both are of one graph, that of those who were
 * not paired when it was first needed.  They stay in the arena for the round.
 */

static int32_t vertex_of(const struct dubov *d, uint32_t seat)
{
    return d->vertex[seat - d->first_listed];
}

/* A matching of those listed, of whom all are there. */
static enum lm_status new_matching(const struct dubov *d, struct lm_either **out)
{
    return lm_either_new(out, d->arena, &d->graph);
}

/* The graph of those who are left. */
static enum lm_status list_left(struct dubov *d)
{
    if (d->vertex != NULL)
        return LM_OK;
    uint32_t first = 0, count = d->p->seat_count;
    while (first < count && d->seats[first].paired)
        first++;
    d->listed = lm_arena_alloc(d->arena, d->left.count, sizeof *d->listed);
    int32_t *vertex = lm_arena_alloc(d->arena, count - first, sizeof *vertex);
    if (d->listed == NULL || vertex == NULL)
        return LM_LIMIT;
    for (uint32_t s = first; s < count; s++)
        if (!d->seats[s].paired) {
            vertex[s - first] = (int32_t)d->listed_count;
            d->listed[d->listed_count++] = s;
        }
    d->first_listed = first;
    d->vertex = vertex;
    return lm_dubov_graph(d, d->listed, d->listed_count, 0, d->arena, &d->graph);
}

/* ---- Everybody ---- */

enum lm_status lm_dubov_prepare_rest(struct dubov *d, uint32_t fewer)
{
    if (d->rest != NULL || lm_dubov_completes(d, &d->left, fewer))
        return LM_OK;
    enum lm_status status = list_left(d);
    if (status == LM_OK)
        status = new_matching(d, &d->rest);
    for (uint32_t v = 0; v < d->listed_count && status == LM_OK; v++)
        if (d->seats[d->listed[v]].paired)
            lm_either_remove(d->rest, (int32_t)v);
    if (status != LM_OK)
        return status;
    lm_either_repair(d->rest);
    return lm_completion_of_either(&d->whom, d->arena, d->rest, (int32_t)d->listed_count);
}

uint32_t lm_dubov_spare_at_first(struct dubov *d, bool *spare)
{
    if (d->rest == NULL) {
        memset(spare, true, d->p->seat_count * sizeof *spare);
        return d->p->seat_count % 2;
    }
    lm_either_even_set(d->rest, spare);
    return (uint32_t)lm_either_alone(d->rest);
}

void lm_dubov_leave_rest(struct dubov *d, uint32_t seat)
{
    if (d->rest != NULL)
        lm_either_remove(d->rest, vertex_of(d, seat));
}

bool lm_dubov_pair_leaves_rest(struct dubov *d, uint32_t a, uint32_t b)
{
    if (d->rest == NULL) /* counting has said yes */
        return true;
    lm_either_repair(d->rest);
    return lm_completion_take(d->whom, vertex_of(d, a), vertex_of(d, b));
}

uint32_t lm_dubov_mate_in_rest(const struct dubov *d, uint32_t seat)
{
    int32_t mate = d->rest == NULL ? LM_ALONE : lm_either_mate(d->rest, vertex_of(d, seat));
    return mate == LM_ALONE ? LM_NOBODY : d->listed[mate];
}

bool lm_dubov_can_stay(struct dubov *d, uint32_t seat, const uint32_t *among, uint32_t count)
{
    bool found = false;
    if (d->rest != NULL)
        lm_either_repair(d->rest);
    for (uint32_t i = 0; i < count && !found; i++)
        found = lm_dubov_possible(d, seat, among[i]) &&
                (d->rest == NULL ||
                 lm_completion_can(d->whom, vertex_of(d, seat), vertex_of(d, among[i])));
    return found;
}

/* ---- Those below ---- */

enum lm_status lm_dubov_prepare_below(struct dubov *d, uint32_t fewer)
{
    struct dubov_many most = d->left;
    most.count = d->lower_count;
    if (d->below != NULL || d->lower_count == 0 || lm_dubov_completes(d, &most, fewer))
        return LM_OK;
    enum lm_status status = list_left(d);
    if (status == LM_OK)
        status = new_matching(d, &d->below);
    d->below_even = lm_arena_alloc(d->arena, d->listed_count, sizeof *d->below_even);
    if (d->below_even == NULL)
        return LM_LIMIT;
    for (uint32_t v = 0; v < d->listed_count && status == LM_OK; v++)
        lm_either_remove(d->below, (int32_t)v);
    for (uint32_t i = 0; i < d->lower_count && status == LM_OK; i++)
        lm_either_restore(d->below, vertex_of(d, d->lower[i]));
    return status;
}

void lm_dubov_leave_below(struct dubov *d, uint32_t seat)
{
    lm_set_drop(d->lower_set, (int32_t)seat);
    lm_set_drop(d->riser_set, (int32_t)seat);
    d->below_known = false;
    if (d->below != NULL)
        lm_either_remove(d->below, vertex_of(d, seat));
}

/* Who is asked for how many are left alone will be asked for whom that can be, and one search does
 * for both. */
static void decompose_below(struct dubov *d)
{
    if (!d->below_known)
        lm_either_even_set(d->below, d->below_even);
    d->below_known = true;
}

uint32_t lm_dubov_alone_below(struct dubov *d)
{
    if (d->below == NULL) /* counting has said that all can be paired but for the odd one */
        return d->lower_count % 2;
    decompose_below(d);
    return (uint32_t)lm_either_alone(d->below);
}

enum lm_status lm_dubov_spare_below(struct dubov *d, bool *spare, uint32_t *alone)
{
    *alone = d->lower_count % 2;
    if (d->below == NULL) { /* counting has said that anybody can be spared */
        memset(spare, *alone == 1, d->lower_count * sizeof *spare);
        return LM_OK;
    }
    decompose_below(d);
    *alone = (uint32_t)lm_either_alone(d->below);
    for (uint32_t i = 0; i < d->lower_count; i++)
        spare[i] = d->below_even[vertex_of(d, d->lower[i])];
    return LM_OK;
}

bool lm_dubov_can_go_on(struct dubov *d, const uint32_t *floaters, uint32_t count)
{
    if (count == d->group_count) /* everybody left */
        return true;
    if ((d->lower_count + count) % 2 != 0)
        return false;
    if (d->below == NULL) /* counting has said that all can be paired, or there is nobody */
        return d->lower_count > 0 || count == 0;
    d->below_known = d->below_known && count == 0;
    for (uint32_t i = 0; i < count; i++)
        lm_either_restore(d->below, vertex_of(d, floaters[i]));
    lm_either_repair(d->below);
    bool good = lm_either_alone(d->below) == 0;
    for (uint32_t i = 0; i < count; i++)
        lm_either_remove(d->below, vertex_of(d, floaters[i]));
    return good;
}

/* ---- The group ---- */

enum lm_status lm_dubov_prepare_group(struct dubov *d)
{
    if (d->inside != NULL || d->scattered || (d->vertex == NULL && d->matched < d->p->seat_count))
        return LM_OK;
    const struct dubov_many many = lm_dubov_count(d, d->group, d->group_count);
    if (lm_dubov_completes(d, &many, d->group_count % 2))
        return LM_OK;
    enum lm_status status = list_left(d);
    return status == LM_OK ? new_matching(d, &d->inside) : status;
}

/* Nobody but the ${count} ${seats} is there. */
static void look_at(struct dubov *d, const uint32_t *seats, uint32_t count, uint32_t *vertex)
{
    memset(d->set, 0, lm_set_words((int32_t)d->p->seat_count) * sizeof *d->set);
    for (uint32_t i = 0; i < count; i++) {
        lm_set_insert(d->set, (int32_t)seats[i]);
        vertex[i] = (uint32_t)vertex_of(d, seats[i]);
    }
    for (uint32_t v = 0; v < d->listed_count; v++)
        if (lm_set_holds(d->set, (int32_t)d->listed[v]))
            lm_either_restore(d->inside, (int32_t)v);
        else
            lm_either_remove(d->inside, (int32_t)v);
}

enum lm_status lm_dubov_match(struct dubov *d, const uint32_t *seats, uint32_t count,
                              struct lm_either **out, uint32_t *vertex)
{
    struct lm_graph graph;
    enum lm_status status = LM_OK;
    *out = d->inside;
    if (d->inside != NULL) {
        look_at(d, seats, count, vertex);
    } else {
        d->matched += count;
        status = lm_dubov_graph(d, seats, count, 0, d->arena, &graph);
        if (status == LM_OK)
            status = lm_either_new(out, d->arena, &graph);
        for (uint32_t i = 0; i < count; i++)
            vertex[i] = i;
    }
    if (status == LM_OK)
        lm_either_repair(*out);
    return status;
}

enum lm_status lm_dubov_spare_of(const struct dubov *d, struct lm_either *matching,
                                 const uint32_t *vertex, uint32_t count, bool *spare)
{
    bool *even = lm_arena_alloc(d->arena, d->p->seat_count, sizeof *even);
    if (even == NULL)
        return LM_LIMIT;
    lm_either_even_set(matching, even);
    for (uint32_t i = 0; i < count; i++)
        spare[i] = even[vertex[i]];
    return LM_OK;
}
