/* SPDX-License-Identifier: Apache-2.0 */
#include "base/lean.h"
#include "graph/bits.h"
#include "graph/dense.h"
#include "pairing/dutch/dutch.h"

#include <string.h>

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

/* In the module for browsers, and of few, each is asked by himself. */
enum { TIES = !LM_LEAN, TIES_FROM = 8 };

struct ties {
    struct dutch *d;
    struct dutch_bracket *bracket;
    uint32_t rows; /* so many are to be known */
    bool *known;   /* by row */
    size_t words;
    uint32_t *place_of;   /* by vertex; LM_NOBODY: neither in the bracket nor in the next one */
    uint8_t *part;        /* by vertex: enum lm_part */
    int32_t *base, *size; /* by vertex: of an even one's component; and by that how large it is */
    int32_t *list;        /* the tied, */
    uint64_t *tied;       /* as a set, */
    uint64_t *owned;      /* and the players of their components */
    uint64_t *fresh, *partners, *spare;
    uint64_t *places; /* the vertices that have one */
};

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

static enum lm_status new_ties(struct ties *t)
{
    struct dutch *d = t->d;
    const struct dutch_bracket *b = t->bracket;
    size_t vertices = (size_t)d->count + d->odd;
    t->words = lm_set_words((int32_t)vertices);
    t->known = lm_arena_alloc(d->arena, b->width - b->moved, sizeof *t->known);
    t->place_of = lm_arena_alloc(d->arena, vertices, sizeof *t->place_of);
    t->part = lm_arena_alloc(d->arena, vertices, sizeof *t->part);
    t->base = lm_arena_alloc(d->arena, vertices, 3 * sizeof *t->base);
    t->tied = lm_arena_alloc(d->arena, t->words, 6 * sizeof *t->tied);
    if (t->known == NULL || t->place_of == NULL || t->part == NULL || t->base == NULL ||
        t->tied == NULL)
        return LM_LIMIT;
    t->size = t->base + vertices;
    t->list = t->size + vertices;
    t->owned = t->tied + t->words;
    t->fresh = t->owned + t->words;
    t->partners = t->fresh + t->words;
    t->spare = t->partners + t->words;
    t->places = t->spare + t->words;
    for (size_t v = 0; v < vertices; v++)
        t->place_of[v] = LM_NOBODY;
    for (uint32_t place = 0; place < b->width; place++) {
        t->place_of[dutch_seat_at(b, place)] = place;
        lm_set_insert(t->places, (int32_t)dutch_seat_at(b, place));
    }
    return LM_OK;
}

/* The even ones without ${seat}, and their components. */
static void take_out(struct ties *t, int32_t seat)
{
    struct lm_dense *rest = t->d->rest.rows;
    int32_t vertices = t->d->rest.graph.vertices, mate = lm_dense_mate(rest, seat);
    lm_dense_remove(rest, seat);
    lm_dense_decompose(rest, t->part, t->base);
    lm_dense_restore(rest, seat);
    lm_dense_pair(rest, seat, mate);
    memset(t->size, 0, (size_t)vertices * sizeof *t->size);
    memset(t->tied, 0, 3 * t->words * sizeof *t->tied);
    for (int32_t v = 0; v < vertices; v++)
        if (t->part[v] == LM_PART_EVEN) {
            lm_set_insert(t->fresh, v);
            t->size[t->base[v]]++;
        }
}

/* Whose component the even ${v} is of. */
static int32_t owner_of(const struct ties *t, int32_t v)
{
    return lm_dense_mate(t->d->rest.rows, t->base[v]);
}

/* Who was taken out is tied, and whomever arrows lead to from there. */
static void find_tied(struct ties *t, int32_t seat)
{
    int32_t count = 0;
    t->list[count++] = seat;
    lm_set_insert(t->tied, seat);
    for (int32_t i = 0; i < count; i++) {
        lm_dutch_list_partners(t->d, (uint32_t)t->list[i], t->partners);
        for (size_t w = 0; w < t->words; w++) {
            uint64_t new = t->partners[w] & t->fresh[w];
            t->fresh[w] &= ~new;
            for (; new != 0; new &= new - 1) {
                int32_t owner = owner_of(t, (int32_t)w * LM_SET_BITS + __builtin_ctzll(new));
                if (!lm_set_holds(t->tied, owner))
                    t->list[count++] = owner;
                lm_set_insert(t->tied, owner);
            }
        }
    }
}

/* Of those ${others} the vertex ${v} can have all whom he may meet. */
static void fill_row(struct ties *t, int32_t v, const uint64_t *others)
{
    struct dutch_bracket *b = t->bracket;
    uint32_t place = t->place_of[v], row = place - b->moved;
    if (place == LM_NOBODY || place < b->moved || row >= t->rows || t->known[row])
        return;
    t->known[row] = true;
    lm_dutch_list_partners(t->d, (uint32_t)v, t->partners);
    lm_set_drop(t->partners, v);
    for (size_t w = 0; w < t->words; w++)
        for (uint64_t left = t->partners[w] & others[w]; left != 0; left &= left - 1) {
            uint32_t other = t->place_of[w * LM_SET_BITS + (size_t)__builtin_ctzll(left)];
            if (other != LM_NOBODY)
                note_possible(b, row, other);
        }
}

static int32_t mate_of(const struct ties *t, int32_t v)
{
    return lm_dense_mate(t->d->rest.rows, v);
}

/* Into ${t}->spare who can be left over for somebody else by the mate of ${seat}: whose own mate he
 * may meet. */
static void list_spare(struct ties *t, int32_t seat)
{
    int32_t mate = mate_of(t, seat);
    lm_dutch_list_partners(t->d, (uint32_t)mate, t->partners);
    lm_set_drop(t->partners, seat);
    lm_set_drop(t->partners, mate);
    memset(t->spare, 0, t->words * sizeof *t->spare);
    for (size_t w = 0; w < t->words; w++)
        for (uint64_t left = t->partners[w]; left != 0; left &= left - 1) {
            int32_t own = mate_of(t, (int32_t)w * LM_SET_BITS + __builtin_ctzll(left));
            if (own != LM_ALONE)
                lm_set_insert(t->spare, own);
        }
}

/* Does the mate of ${v} meet one of those to spare who is not of that pair? */
static bool finds_spare(struct ties *t, int32_t v)
{
    int32_t mate = mate_of(t, v);
    uint64_t found = 0;
    lm_dutch_list_partners(t->d, (uint32_t)mate, t->partners);
    lm_set_drop(t->partners, v);
    lm_set_drop(t->partners, mate);
    for (size_t w = 0; w < t->words; w++)
        found |= t->partners[w] & t->spare[w];
    return found != 0;
}

/* Can ${seat} have all whom he may meet, for all that is seen at once? */
static bool can_have_all(struct ties *t, int32_t seat)
{
    bool all = true;
    list_spare(t, seat);
    lm_dutch_list_partners(t->d, (uint32_t)seat, t->partners);
    for (size_t w = 0; w < t->words; w++)
        t->fresh[w] = t->partners[w] & t->places[w] & ~t->spare[w];
    lm_set_drop(t->fresh, seat);
    lm_set_drop(t->fresh, mate_of(t, seat));
    for (size_t w = 0; w < t->words && all; w++)
        for (uint64_t left = t->fresh[w]; left != 0 && all; left &= left - 1)
            all = finds_spare(t, (int32_t)w * LM_SET_BITS + __builtin_ctzll(left));
    return all;
}

static void ask_tied(struct ties *t, int32_t seat)
{
    int32_t vertices = t->d->rest.graph.vertices;
    take_out(t, seat);
    find_tied(t, seat);
    for (int32_t v = 0; v < vertices; v++)
        if (t->part[v] == LM_PART_EVEN && lm_set_holds(t->tied, owner_of(t, v)))
            lm_set_insert(t->owned, v);
    for (int32_t v = 0; v < vertices; v++) {
        if (lm_set_holds(t->tied, v))
            fill_row(t, v, t->owned);
        else if (lm_set_holds(t->owned, v) && t->size[t->base[v]] == 1)
            fill_row(t, v, t->tied);
    }
}

static void ask_row(struct ties *t, int32_t seat)
{
    if (can_have_all(t, seat))
        fill_row(t, seat, t->places);
    else
        ask_tied(t, seat);
}

static enum lm_status ask_all(struct dutch *d, struct dutch_bracket *bracket, uint32_t rows)
{
    if (lm_dutch_bring_rows_up(d) != LM_OK)
        return LM_LIMIT;
    struct lm_mark mark = lm_arena_mark(d->arena);
    struct ties t = {.d = d, .bracket = bracket, .rows = rows};
    enum lm_status status = new_ties(&t);
    for (uint32_t row = 0; row < bracket->asked && status == LM_OK; row++)
        t.known[row] = true;
    for (; bracket->asked < rows && status == LM_OK; bracket->asked++)
        if (!t.known[bracket->asked])
            ask_row(&t, (int32_t)dutch_seat_at(bracket, bracket->moved + bracket->asked));
    lm_arena_reset(d->arena, mark);
    return status;
}

enum lm_status lm_dutch_list_possible(struct dutch *d, struct dutch_bracket *bracket, uint32_t end)
{
    uint32_t rows = bracket->count - bracket->moved + (end - bracket->next_begin);
    bool many = d->rest.graph.vertices <= DUTCH_ROWS_MOST &&
                (d->rest.rows != NULL || rows >= bracket->asked + TIES_FROM);
    if (make_room(d, bracket) != LM_OK)
        return LM_LIMIT;
    return TIES && many ? ask_all(d, bracket, rows) : ask_each(d, bracket, rows);
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
