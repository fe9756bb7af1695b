/* SPDX-License-Identifier: Apache-2.0 */
#include "graph/dense.h"
#include "pairing/dutch/dutch.h"

/*
 * Which pairs leave a rest that can be completed: those that some perfect matching of everybody
 * left has.
 *
 * With one player taken out of the complete rest his mate is alone.  By Gallai and Edmonds the even
 * players, all who could be left over instead, lie in components that miss one player each at best,
 * whoever it is, and the odd ones, with who was taken out, are as many as these components: the
 * *barrier*.  So in every perfect matching each of the barrier meets somebody of another component.
 * In the one at hand each has his own.  Let an arrow lead from each of the barrier to the owners of
 * the components where he has a neighbour.  All are led to who was taken out, as the search from
 * his component has found them; and an arrow is part of a circle, along which all can exchange
 * components, exactly where it leads back.  Hence those to whom arrows lead from who was taken out,
 * the *tied*, have all the same partners but for whom they may not meet: the players of their
 * components.  And whose component is he alone meets nobody but the barrier, of which the tied are
 * those whom he can have.  One search tells all that of all of them.
 *
 * Where many may meet, nearly all pairs are possible and no two are tied.  It is seen without a
 * search that a player can have another then: the mates that both have are a pair, too, or meet two
 * who are one.
 */

static enum lm_status make_room(struct dutch *d, struct dutch_bracket *bracket)
{
    uint32_t width = bracket->count + (bracket->next_end - bracket->next_begin);
    if (bracket->possible != NULL)
        return LM_OK;
    bracket->width = width;
    bracket->settled = true;
    bracket->possible = lm_arena_alloc(d->arena, width - bracket->moved, width);
    return bracket->possible == NULL ? LM_LIMIT : LM_OK;
}

static void note_possible(struct dutch_bracket *bracket, uint32_t row, uint32_t place)
{
    bracket->possible[(size_t)row * bracket->width + place] = true;
    if (place < bracket->count && bracket->moved + row < bracket->count)
        bracket->settled = false;
}

/* ---- One by one ---- */

/* All others being paired, whom the player of ${row} can meet. */
static void ask_one(struct dutch *d, struct dutch_bracket *bracket, uint32_t row, bool *even)
{
    struct lm_matching *rest = d->rest.matching;
    uint32_t seat = dutch_seat_at(bracket, bracket->moved + row);
    int32_t mate = lm_matching_mate(rest, (int32_t)seat);
    lm_matching_remove(rest, (int32_t)seat);
    lm_matching_even_set(rest, even);
    lm_matching_restore(rest, (int32_t)seat);
    lm_matching_pair(rest, (int32_t)seat, mate);
    for (uint32_t place = 0; place < bracket->width; place++) {
        uint32_t other = dutch_seat_at(bracket, place);
        if (other != seat && even[other] && lm_dutch_compatible(d, seat, other))
            note_possible(bracket, row, place);
    }
}

static enum lm_status ask_each(struct dutch *d, struct dutch_bracket *bracket, uint32_t rows)
{
    bool *even = lm_arena_alloc(d->arena, (size_t)d->count + d->odd, sizeof *even);
    for (; bracket->asked < rows && even != NULL; bracket->asked++)
        ask_one(d, bracket, bracket->asked, even);
    return even == NULL ? LM_LIMIT : LM_OK;
}

/* ---- Many at once ---- */

enum lm_status lm_dutch_list_possible(struct dutch *d, struct dutch_bracket *bracket, uint32_t end)
{
    uint32_t rows = bracket->count - bracket->moved + (end - bracket->next_begin);
    if (make_room(d, bracket) != LM_OK)
        return LM_LIMIT;
    return ask_each(d, bracket, rows);
}

/* ---- Known pairs ---- */

/* With both taken out, can the others be paired? */
static bool leaves_others(struct lm_dense *rows, const uint32_t *pair)
{
    if (lm_dense_mate(rows, (int32_t)pair[0]) == (int32_t)pair[1])
        return true;
    lm_dense_keep(rows);
    lm_dense_remove(rows, (int32_t)pair[0]);
    lm_dense_remove(rows, (int32_t)pair[1]);
    bool leaves = lm_dense_is_perfect(rows);
    lm_dense_go_back(rows);
    return leaves;
}

enum lm_status lm_dutch_are_possible(struct dutch *d, const struct dutch_result *result, bool *all)
{
    *all = d->rest.graph.vertices <= DUTCH_ROWS_MOST;
    if (*all && lm_dutch_bring_rows_up(d) != LM_OK)
        return LM_LIMIT;
    for (uint32_t i = 0; i < result->pair_count + result->beyond_count && *all; i++)
        *all = leaves_others(d->rest.rows, result->pairs[i]);
    return LM_OK;
}

static uint32_t place_of(const struct dutch_bracket *bracket, uint32_t seat)
{
    uint32_t place = 0;
    if (seat >= bracket->next_begin)
        return bracket->count + (seat - bracket->next_begin);
    while (bracket->players[place] != seat)
        place++;
    return place;
}

bool lm_dutch_is_possible(const struct dutch_bracket *bracket, uint32_t a, uint32_t b)
{
    uint32_t one = place_of(bracket, a), two = place_of(bracket, b);
    uint32_t high = one > two ? one : two, low = one > two ? two : one;
    return high - bracket->moved >= bracket->asked ||
           bracket->possible[(size_t)(high - bracket->moved) * bracket->width + low];
}
