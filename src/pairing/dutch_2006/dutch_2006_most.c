/* SPDX-License-Identifier: Apache-2.0 */

#include "pairing/dutch_2006/dutch_2006.h"

/*
 * How many pairs a bracket can make, by one largest matching instead of one question for each p.
 *
 * Let R be those whom nobody may leave over.  The vertices that some matching covers together are
 * the independent sets of a matroid (Edmonds and Fulkerson 1965), so if any matching covers R, a
 * largest one does; and from a matching that covers R, augmenting paths lead to a largest one by
 * one pair at a time, without leaving anybody of it.  So R can be covered with p pairs for each p
 * from the least that covers it up to the most: p is lowered (C14) to the most at once.
 *
 * Whether a largest matching M covers R.  Whom M leaves alone and who is not of R is not needed:
 * let N cover R; an alternating path of N and M from a player of R whom M leaves alone ends with
 * one whom N leaves alone, for otherwise M was not the largest; flipping all these paths covers R
 * and uses no other player whom M left alone.  So the latter are taken out.  While anybody of R is
 * still alone, one who is not of R has to be left out for him: anybody whom a largest matching can
 * leave alone will do, for such sets form a matroid, too (the dual of the one above).
 */

struct group {
    const struct search *search;
    uint32_t *entrant;  /* per vertex: who may be paired */
    uint32_t *position; /* per vertex */
    uint32_t count;
    bool *needed; /* per vertex: is of R */
};

static bool floats(const struct search *s, uint32_t position)
{
    return s->must_float != NULL && s->must_float[position];
}

/* false: somebody who must float cannot. */
static bool gather(struct group *g)
{
    const struct search *s = g->search;
    for (uint32_t i = 0; i < s->bracket->count; i++) {
        bool leaver = lm_dutch_2006_leaver(s, i, FLOATS_FREE);
        if (floats(s, i)) {
            if (!leaver)
                return false;
            continue;
        }
        g->entrant[g->count] = s->bracket->players[i];
        g->position[g->count] = i;
        g->needed[g->count++] = !leaver;
    }
    return true;
}

/* Whom each vertex may be paired with: everybody; a moved down player with the others only; two
 * who must be a pair with each other. */
static enum lm_status make_graph(const struct group *g, struct lm_graph *graph)
{
    const struct search *s = g->search;
    const struct field *field = s->field;
    const uint64_t **among = lm_arena_alloc(field->arena, g->count, sizeof *among);
    uint64_t *all = lm_dutch_2006_set(field), *others = lm_dutch_2006_set(field);
    uint64_t *forced = lm_dutch_2006_set(field);
    if (among == NULL || all == NULL || others == NULL || forced == NULL)
        return LM_LIMIT;
    for (uint32_t v = 0; v < g->count; v++) {
        bool is_forced = g->position[v] == s->forced[0] || g->position[v] == s->forced[1];
        lm_dutch_2006_add(is_forced ? forced : all, g->entrant[v]);
        if (!is_forced && g->position[v] >= s->target.moved)
            lm_dutch_2006_add(others, g->entrant[v]);
        among[v] = is_forced ? forced : g->position[v] < s->target.moved ? others : all;
    }
    return lm_dutch_2006_graph(field, g->entrant, g->count, among, graph);
}

/* Take out who is alone and is not of R; is nobody alone then? */
static bool spare_the_others(struct lm_matching *m, const bool *needed, int32_t vertices)
{
    for (int32_t v = 0; v < vertices; v++)
        if (!needed[v] && lm_matching_mate(m, v) == LM_ALONE)
            lm_matching_remove(m, v);
    return lm_matching_alone(m) == 0;
}

/* Somebody who is not of R and whom a largest matching can leave alone; LM_ALONE: nobody. */
static int32_t replaceable(struct lm_matching *m, const bool *needed, int32_t vertices, bool *even)
{
    lm_matching_even_set(m, even);
    for (int32_t v = 0; v < vertices; v++)
        if (even[v] && !needed[v])
            return v;
    return LM_ALONE;
}

/* Can the largest matching ${m} be one that covers R? */
static enum lm_status cover(struct lm_matching *m, const bool *needed, int32_t vertices,
                            struct lm_arena *arena, bool *covered)
{
    bool *even = NULL;
    while (!(*covered = spare_the_others(m, needed, vertices))) {
        if (even == NULL && (even = lm_arena_alloc(arena, (size_t)vertices, 1)) == NULL)
            return LM_LIMIT;
        int32_t v = replaceable(m, needed, vertices, even);
        if (v == LM_ALONE)
            return LM_OK;
        lm_matching_remove(m, v);
        lm_matching_repair(m);
    }
    return LM_OK;
}

enum lm_status lm_dutch_2006_largest(const struct field *field, const struct lm_graph *graph,
                                     const bool *needed, uint32_t *pairs)
{
    struct lm_matching *m;
    bool covered;
    enum lm_status status = lm_matching_new(&m, field->arena, graph);
    if (status != LM_OK)
        return status;
    *pairs = (uint32_t)lm_matching_repair(m);
    status = cover(m, needed, graph->vertices, field->arena, &covered);
    if (!covered)
        *pairs = LESS_THAN_NEEDED;
    return status;
}

static enum lm_status find_most(struct group *g, uint32_t *most)
{
    struct lm_graph graph;
    enum lm_status status = make_graph(g, &graph);
    return status == LM_OK ? lm_dutch_2006_largest(g->search->field, &graph, g->needed, most)
                           : status;
}

/* ---- How many are paired first ---- */

static enum lm_status most_by_lists(const struct search *search, uint32_t *most)
{
    struct lm_arena *arena = search->field->arena;
    uint32_t count = search->bracket->count;
    struct group group = {
        .search = search,
        .entrant = lm_arena_alloc(arena, count, sizeof *group.entrant),
        .position = lm_arena_alloc(arena, count, sizeof *group.position),
        .needed = lm_arena_alloc(arena, count, sizeof *group.needed),
    };
    if (group.entrant == NULL || group.position == NULL || group.needed == NULL)
        return LM_LIMIT;
    return gather(&group) ? find_most(&group, most) : LM_OK;
}

enum lm_status lm_dutch_2006_most(const struct search *search, uint32_t *most)
{
    struct lm_mark mark = lm_arena_mark(search->field->arena);
    *most = LESS_THAN_NEEDED;
    enum lm_status status = most_by_lists(search, most);
    lm_arena_reset(search->field->arena, mark);
    return status;
}

/* The same of any bracket; LESS_THAN_NEEDED: they cannot. */
static enum lm_status ask_moved(const struct search *search, uint32_t moved, uint32_t *pairs)
{
    struct search with = *search;
    with.target.moved = moved;
    return lm_dutch_2006_most(&with, pairs);
}

enum lm_status lm_dutch_2006_most_moved(const struct search *search, uint32_t *moved,
                                        uint32_t *most)
{
    struct lm_mark mark = lm_arena_mark(search->field->arena);
    uint32_t low = 0, high = *moved;
    enum lm_status status = LM_OK;
    *most = LESS_THAN_NEEDED;
    while (status == LM_OK && high - low > 1) {
        uint32_t pairs, middle = low + (high - low) / 2;
        status = ask_moved(search, middle, &pairs);
        *(pairs != LESS_THAN_NEEDED ? &low : &high) = middle;
        if (pairs != LESS_THAN_NEEDED)
            *most = pairs;
    }
    *moved = low;
    lm_arena_reset(search->field->arena, mark);
    return status;
}
