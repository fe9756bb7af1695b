/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/matching.h"
#include "pairing/burstein_2026/burstein_2026.h"
#include "pairing/legal.h"

/*
 * Which pairs the completion of the round [C4] rules out, whatever else.  G: all who are not paired
 * yet, with their legal pairs; it has a perfect matching, since the round can be completed.
 *
 * Take u out and search from its mate: the even set D(u) is exactly those v for whom G - u - v has
 * a perfect matching, so that u, v may be a pair (and those he may not meet anyway).  Let A be
 * those outside D(u) who are matched into it, and B = A + u.  By Gallai and Edmonds, D(u) falls
 * into odd components, without edges between them or to others than B, one for each member of B: so
 * in every perfect matching of G each of B meets somebody of D(u).  So D(u) bounds whom anybody of
 * B may meet, and one search tells it of all of them.
 *
 * What is ruled out stays so as the round goes on: who can be paired when pairs have been made
 * could before.  A round keeps what it has found.
 */

/* Searches that rule out nothing, after which no more are made. */
enum { IN_VAIN = 3 };

struct burstein_completion {
    uint32_t count;    /* vertices */
    int32_t *vertex;   /* per seat; LM_ALONE: not there from the beginning */
    bool *left;        /* per vertex: scratch, not paired yet */
    const bool **meet; /* per vertex: whom he may meet at most; NULL: not asked */
    struct lm_matching *matching;
};

static enum lm_status list_vertices(struct burstein_completion *c, const struct burstein_bracket *b,
                                    uint32_t *seats)
{
    for (uint32_t s = 0; s < b->p->seat_count; s++)
        c->vertex[s] = LM_ALONE;
    for (uint32_t i = 0; i < c->count; i++) {
        seats[i] = i < b->member_count ? b->members[i] : b->lower[i - b->member_count];
        c->vertex[seats[i]] = (int32_t)i;
    }
    struct lm_graph graph;
    enum lm_status status = lm_legal_graph(b->p, seats, c->count, b->arena, &graph);
    if (status == LM_OK)
        status = lm_matching_new(&c->matching, b->arena, &graph);
    return status;
}

static enum lm_status begin(struct burstein_bracket *b)
{
    struct burstein_completion *c = lm_arena_alloc(b->arena, 1, sizeof *c);
    if (c == NULL)
        return LM_LIMIT;
    c->count = b->member_count + b->lower_count;
    c->vertex = lm_arena_alloc(b->arena, b->p->seat_count, sizeof *c->vertex);
    c->left = lm_arena_alloc(b->arena, c->count, sizeof *c->left);
    c->meet = lm_arena_alloc(b->arena, c->count, sizeof *c->meet);
    uint32_t *seats = lm_arena_alloc(b->arena, c->count, sizeof *seats);
    if (c->vertex == NULL || c->left == NULL || c->meet == NULL || seats == NULL)
        return LM_LIMIT;
    *b->completion = c;
    return list_vertices(c, b, seats);
}

static int32_t vertex_of(const struct burstein_completion *c, const struct burstein_bracket *b,
                         uint32_t i)
{
    return c->vertex[i < b->member_count ? b->members[i] : b->lower[i - b->member_count]];
}

/* Take out who has been paired since. */
static void follow(struct burstein_completion *c, const struct burstein_bracket *b)
{
    for (uint32_t v = 0; v < c->count; v++)
        c->left[v] = false;
    for (uint32_t i = 0; i < b->member_count + b->lower_count; i++)
        c->left[vertex_of(c, b, i)] = true;
    for (uint32_t v = 0; v < c->count; v++)
        if (!c->left[v])
            lm_matching_remove(c->matching, (int32_t)v);
    lm_matching_repair(c->matching);
}

/* Whom may ${u}, and those who are with him in a set B, meet?  ${*told}: that rules out somebody.
 */
static enum lm_status search_from(struct burstein_completion *c, struct lm_arena *arena, int32_t u,
                                  bool *told)
{
    struct lm_matching *matching = c->matching;
    int32_t mate = lm_matching_mate(matching, u), others = 0;
    bool *even = lm_arena_alloc(arena, c->count, sizeof *even);
    if (even == NULL)
        return LM_LIMIT;
    lm_matching_remove(matching, u);
    lm_matching_even_set(matching, even);
    lm_matching_restore(matching, u);
    lm_matching_pair(matching, u, mate);
    for (int32_t v = 0; v < (int32_t)c->count; v++) {
        if (!c->left[v] || even[v])
            continue;
        others++;
        if (even[lm_matching_mate(matching, v)] && c->meet[v] == NULL)
            c->meet[v] = even;
    }
    *told = others > 1;
    return LM_OK;
}

enum lm_status lm_burstein_ask_completion(struct burstein_bracket *b, uint32_t from, uint32_t to)
{
    enum lm_status status = *b->completion == NULL ? begin(b) : LM_OK;
    struct burstein_completion *c = *b->completion;
    int32_t in_vain = 0;
    if (status == LM_OK)
        follow(c, b);
    if (status == LM_OK && lm_matching_alone(c->matching) > 0)
        return LM_INTERNAL; /* the round can be completed: the bye was chosen so */
    for (uint32_t i = from; i < to && status == LM_OK && in_vain < IN_VAIN; i++) {
        bool told = true;
        int32_t v = vertex_of(c, b, i);
        if (c->meet[v] == NULL)
            status = search_from(c, b->arena, v, &told);
        in_vain = told ? 0 : in_vain + 1;
    }
    return status;
}

bool lm_burstein_may_complete(const struct burstein_bracket *b, uint32_t x, uint32_t y)
{
    if (b->completion == NULL || *b->completion == NULL)
        return true;
    const struct burstein_completion *c = *b->completion;
    const bool *of_x = c->meet[c->vertex[x]], *of_y = c->meet[c->vertex[y]];
    return (of_x == NULL || of_x[c->vertex[y]]) && (of_y == NULL || of_y[c->vertex[x]]);
}
