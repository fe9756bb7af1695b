/* SPDX-License-Identifier: Apache-2.0 */
#include "graph/complete.h"

#include <string.h>

/*
 * The proof of a vain search.  Let G be the remaining graph, with a perfect matching, and let no
 * perfect matching of G have the pair u, v.  Then the search from the mate of u in G - u ends with
 * a tree: the odd vertices T, the even ones D, in blossoms, and C, the vertices not reached.  It
 * ended because every edge of G - u from D leads into the same blossom or to T; and there is one
 * blossom more than members of T, since the root's has none above it.  So with S = T and u the
 * blossoms are |S| odd components of G - S.  A perfect matching gives each of them a mate in S,
 * which uses S up. Hence no perfect matching has a pair within S, or one between C and S or D; and
 * the mates of u are in D.
 *
 * Together with the pairs taken later, the remaining perfect matchings are perfect matchings of G.
 * So this holds for good, and is kept: every vertex has a ${part}, and pairs of different parts are
 * impossible (S and D together are cut out of each part); and a ${side}, and pairs of the same side
 * are impossible (S is a new side; a vertex forgets its earlier side, which only costs another
 * search). No vertex of D is impossible for u: every neighbour in D can be left alone with u.
 */

enum { NO_SIDE = 0 };

struct place {
    uint32_t part, side;
};

struct lm_completion {
    struct lm_matching *matching;
    int32_t vertices;
    bool learnt;         /* is anything known yet? */
    struct place *place; /* per vertex */
    struct lm_reach reach;
    uint32_t parts, sides; /* their numbers: renumber drops empty parts */
    uint32_t *cut;         /* per part: the one cut out of it; out of date where below ${parts} */
};

/* Return the size for part numbers: there are at most as many parts as vertices, and each of these
 * is cut out of one. */
static size_t part_numbers(const struct lm_completion *c)
{
    return 2 * (size_t)c->vertices + 1;
}

static bool allocate(struct lm_completion *c, struct lm_arena *arena)
{
    size_t n = (size_t)c->vertices;
    return (c->reach.list = lm_arena_alloc(arena, n, sizeof *c->reach.list)) != NULL &&
           (c->place = lm_arena_alloc(arena, n, sizeof *c->place)) != NULL &&
           (c->cut = lm_arena_alloc(arena, part_numbers(c), sizeof *c->cut)) != NULL;
}

enum lm_status lm_completion_new(struct lm_completion **out, struct lm_arena *arena,
                                 struct lm_matching *matching, int32_t vertices)
{
    struct lm_completion *c = lm_arena_alloc(arena, 1, sizeof *c);
    if (c == NULL)
        return LM_LIMIT;
    *c = (struct lm_completion){.matching = matching, .vertices = vertices, .parts = 1};
    *out = c;
    return allocate(c, arena) ? LM_OK : LM_LIMIT;
}

/* Number the non-empty parts from 0 on. */
static void renumber(struct lm_completion *c)
{
    const size_t size = part_numbers(c) * sizeof *c->cut;
    memset(c->cut, 0, size);
    c->parts = 0;
    for (int32_t v = 0; v < c->vertices; v++) {
        uint32_t *number = &c->cut[c->place[v].part]; /* stored plus 1 */
        if (*number == 0)
            *number = ++c->parts;
        c->place[v].part = *number - 1;
    }
    memset(c->cut, 0, size);
}

static void learn(struct lm_completion *c, int32_t u)
{
    c->learnt = true;
    if ((size_t)c->parts + (size_t)c->reach.count + 1 > part_numbers(c))
        renumber(c);
    uint32_t before = c->parts, side = ++c->sides;
    for (int32_t i = -1; i < c->reach.count; i++) {
        struct place *place = &c->place[i < 0 ? u : c->reach.list[i]];
        uint32_t *cut = &c->cut[place->part];
        if (*cut < before) {
            c->cut[c->parts] = 0;
            *cut = c->parts++;
        }
        place->part = *cut;
        if (i < c->reach.odd)
            place->side = side;
    }
}

bool lm_completion_may(const struct lm_completion *c, int32_t u, int32_t v)
{
    if (!c->learnt)
        return true;
    const struct place *a = &c->place[u], *b = &c->place[v];
    return a->part == b->part && (a->side == NO_SIDE || a->side != b->side);
}

bool lm_completion_can(struct lm_completion *c, int32_t u, int32_t v)
{
    if (!lm_completion_may(c, u, v))
        return false;
    bool can = lm_matching_marry(c->matching, u, v, &c->reach);
    if (!can)
        learn(c, u);
    return can;
}

bool lm_completion_take(struct lm_completion *c, int32_t u, int32_t v)
{
    if (!lm_completion_can(c, u, v))
        return false;
    lm_matching_remove(c->matching, u);
    lm_matching_remove(c->matching, v);
    return true;
}
