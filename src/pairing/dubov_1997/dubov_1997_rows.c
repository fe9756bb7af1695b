/* SPDX-License-Identifier: Apache-2.0 */
#include "graph/dense.h"
#include "pairing/dubov_1997/dubov_1997.h"

/*
 * The graph of dubov_1997_completion.c over rows of bits that need not be drawn: vertices are
 * seats, so that whom each may meet is a row already, and which of these pairs are edges is a
 * matter of classes.  Who goes down changes his class and needs no twin.  One of a component of D
 * stands for it, and meets whom any of them may.
 *
 * The first candidates can often go down all together, so many are asked for at once.  Where they
 * can, each of them can with those before him, and they are the next floaters; where they cannot,
 * half of them are asked for, and who cannot by himself is passed over.
 */

/* JOINED: by 7.2, and stays.  HELD: of A. */
enum { JOINED, MAY_GO, GOES, COMPONENT, HELD, CLASSES };

static const bool no_edge[CLASSES * CLASSES] = {
    [JOINED * CLASSES + GOES] = true,         [GOES * CLASSES + JOINED] = true,
    [JOINED * CLASSES + COMPONENT] = true,    [COMPONENT * CLASSES + JOINED] = true,
    [JOINED * CLASSES + HELD] = true,         [HELD * CLASSES + JOINED] = true,
    [MAY_GO * CLASSES + GOES] = true,         [GOES * CLASSES + MAY_GO] = true,
    [MAY_GO * CLASSES + HELD] = true,         [HELD * CLASSES + MAY_GO] = true,
    [GOES * CLASSES + HELD] = true,           [HELD * CLASSES + GOES] = true,
    [GOES * CLASSES + GOES] = true,           [HELD * CLASSES + HELD] = true,
    [COMPONENT * CLASSES + COMPONENT] = true,
};

struct crossing {
    const struct dubov *d;
    struct lm_dense *graph;
    uint32_t first;    /* the seat of vertex 0, with which a word of a set begins */
    size_t words;      /* of a set of vertices */
    int32_t *stand_in; /* by vertex: himself, or who stands for his component */
    uint64_t *there;   /* G and those below, as vertices, */
    uint64_t *unseen;  /* and who of D is of no component yet */
    uint64_t *row;
};

static int32_t vertex_of(const struct crossing *c, uint32_t seat)
{
    return (int32_t)(seat - c->first);
}

static enum lm_status begin(struct crossing *c)
{
    const struct dubov *d = c->d;
    struct lm_arena *arena = d->arena;
    uint32_t first = d->lower[0];
    for (uint32_t i = 0; i < d->group_count; i++)
        first = d->group[i] < first ? d->group[i] : first;
    c->first = first / LM_SET_BITS * LM_SET_BITS;
    const uint32_t vertices = d->p->seat_count - c->first;
    c->words = lm_set_words((int32_t)vertices);
    c->stand_in = lm_arena_alloc(arena, vertices, sizeof *c->stand_in);
    c->there = lm_arena_alloc(arena, 2 * c->words + d->words, sizeof *c->there);
    if (c->stand_in == NULL || c->there == NULL ||
        lm_dense_new(&c->graph, arena, (int32_t)vertices, CLASSES, no_edge) != LM_OK)
        return LM_LIMIT;
    c->unseen = c->there + c->words;
    c->row = c->unseen + c->words;
    for (size_t w = 0; w < c->words; w++)
        c->there[w] = d->lower_set[c->first / LM_SET_BITS + w];
    for (uint32_t i = 0; i < d->group_count; i++)
        lm_set_insert(c->there, vertex_of(c, d->group[i]));
    for (uint32_t v = 0; v < vertices; v++)
        lm_dense_remove(c->graph, (int32_t)v);
    return LM_OK;
}

/* ---- The graph ---- */

static void draw(struct crossing *c, uint32_t seat, int32_t class)
{
    const int32_t v = vertex_of(c, seat);
    lm_dubov_possible_set(c->d, seat, c->row);
    for (size_t w = 0; w < c->words; w++)
        c->row[w] = c->there[w] & c->row[c->first / LM_SET_BITS + w];
    lm_dense_set_row(c->graph, v, c->row);
    lm_dense_move(c->graph, v, class);
    lm_dense_restore(c->graph, v);
    c->stand_in[v] = v;
}

/* One of D of no component yet whom ${v} meets; LM_ALONE: nobody. */
static int32_t next_unseen(const struct crossing *c, int32_t v)
{
    const uint64_t *row = lm_dense_row(c->graph, v);
    for (size_t w = 0; w < c->words; w++)
        if ((row[w] & c->unseen[w]) != 0)
            return (int32_t)w * LM_SET_BITS + (int32_t)__builtin_ctzll(row[w] & c->unseen[w]);
    return LM_ALONE;
}

static void draw_all(struct crossing *c, const bool *spare)
{
    const struct dubov *d = c->d;
    for (uint32_t i = 0; i < d->group_count; i++)
        draw(c, d->group[i], d->group[i] == d->joined ? JOINED : MAY_GO);
    for (uint32_t i = 0; i < d->lower_count; i++) {
        draw(c, d->lower[i], spare[i] ? COMPONENT : HELD);
        if (spare[i])
            lm_set_insert(c->unseen, vertex_of(c, d->lower[i]));
    }
    for (uint32_t i = 0; i < d->lower_count; i++) /* who meets nobody of D is of C */
        if (!spare[i] && next_unseen(c, vertex_of(c, d->lower[i])) == LM_ALONE)
            lm_dense_remove(c->graph, vertex_of(c, d->lower[i]));
}

static void join_components(struct crossing *c, const bool *spare)
{
    for (uint32_t i = 0; i < c->d->lower_count; i++) {
        const int32_t v = vertex_of(c, c->d->lower[i]);
        if (!spare[i] || !lm_set_holds(c->unseen, v))
            continue;
        lm_set_drop(c->unseen, v);
        for (int32_t other; (other = next_unseen(c, v)) != LM_ALONE;) {
            lm_set_drop(c->unseen, other);
            c->stand_in[other] = v;
            lm_dense_merge(c->graph, v, other);
        }
    }
}

/* A start: what the matching of everybody left pairs the ${count} ${seats} with. */
static void pair_as_in_rest(struct crossing *c, const uint32_t *seats, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t mate = lm_dubov_mate_in_rest(c->d, seats[i]);
        if (mate == LM_NOBODY)
            continue;
        const int32_t v = vertex_of(c, seats[i]), other = c->stand_in[vertex_of(c, mate)];
        const int32_t class = lm_dense_class(c->graph, v);
        if (lm_dense_is_present(c->graph, other) && lm_dense_mate(c->graph, v) == LM_ALONE &&
            lm_dense_mate(c->graph, other) == LM_ALONE &&
            !no_edge[class * CLASSES + lm_dense_class(c->graph, other)])
            lm_dense_pair(c->graph, v, other);
    }
}

/* ---- Who goes down ---- */

static bool all_can_go(struct crossing *c, const struct dubov_entry *entries, uint32_t count)
{
    if (count == 1)
        return lm_dense_try_move(c->graph, vertex_of(c, entries[0].seat), GOES);
    lm_dense_keep(c->graph);
    for (uint32_t i = 0; i < count; i++)
        lm_dense_move(c->graph, vertex_of(c, entries[i].seat), GOES);
    if (lm_dense_is_perfect(c->graph))
        return true;
    lm_dense_go_back(c->graph);
    return false;
}

static void take_in_order(struct crossing *c, const struct dubov_entry *entries, uint32_t count,
                          uint32_t need, uint32_t *floaters)
{
    uint32_t taken = 0, next = 0, asked = need;
    while (taken < need) {
        const bool all = count - next == need - taken; /* nobody else is left */
        asked = all || asked > need - taken ? need - taken : asked;
        if (all || all_can_go(c, entries + next, asked)) {
            for (uint32_t i = 0; i < asked; i++)
                floaters[taken++] = entries[next++].seat;
            asked *= 2;
        } else if (asked > 1) {
            asked /= 2;
        } else {
            next++;
        }
    }
}

enum lm_status lm_dubov_complete_by_rows(const struct dubov *d, const struct dubov_entry *entries,
                                         uint32_t count, const bool *spare, uint32_t need,
                                         uint32_t *floaters, bool *done)
{
    struct crossing c = {.d = d};
    if (begin(&c) != LM_OK)
        return LM_LIMIT;
    draw_all(&c, spare);
    join_components(&c, spare);
    pair_as_in_rest(&c, d->group, d->group_count);
    lm_dense_repair(c.graph);
    *done = lm_dense_alone(c.graph) == 0;
    if (*done)
        take_in_order(&c, entries, count, need, floaters);
    return LM_OK;
}
