/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/lean.h"
#include "graph/bits.h"
#include "graph/dense.h"
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

/* So many are asked of rows of bits, which take no more room then. */
enum { DENSE_MOST = LM_LEAN ? 0 : 512 };

/* ---- How many are paired first ---- */

/* The same question for one number of moved down players who are paired first after the other: of
 * one graph, whose matching begins as the one before ended. */
struct moving {
    const struct search *search;
    struct lm_dense *dense;
    uint32_t count;
    size_t words;
    const uint64_t *legal; /* per position: whom he may meet */
    uint64_t *row;         /* scratch: a set of positions */
    uint8_t *part;         /* scratch: per position */
    bool *leaver;          /* per position: may be left over, where he is not paired first */
};

static enum lm_status begin_moving(const struct search *search, struct moving *m)
{
    const bool barred = false;
    struct lm_arena *arena = search->field->arena;
    const uint32_t count = search->bracket->count;
    const size_t words = lm_set_words((int32_t)count);
    uint64_t *legal = lm_arena_alloc(arena, count, words * sizeof *legal);
    *m = (struct moving){.search = search, .count = count, .words = words, .legal = legal};
    m->row = lm_arena_alloc(arena, words, sizeof *m->row);
    m->part = lm_arena_alloc(arena, count, sizeof *m->part);
    m->leaver = lm_arena_alloc(arena, count, sizeof *m->leaver);
    if (legal == NULL || m->row == NULL || m->part == NULL || m->leaver == NULL)
        return LM_LIMIT;
    enum lm_status status = lm_dense_new(&m->dense, arena, (int32_t)count, 1, &barred);
    if (status == LM_OK)
        status = lm_dutch_2006_places(search->field, search->bracket->players, count, legal);
    for (uint32_t v = 0; v < count && status == LM_OK; v++) {
        lm_dense_set_words(m->dense, (int32_t)v, legal + v * words, words);
        m->leaver[v] = lm_dutch_2006_leaver(search, v, FLOATS_FREE);
    }
    return status;
}

static bool may_leave(const struct moving *m, uint32_t moved, uint32_t v)
{
    return v >= moved && m->leaver[v];
}

/* The first ${moved} are not paired with each other; of ${most} at most the rows change. */
static void draw_moved(const struct moving *m, uint32_t moved, uint32_t most)
{
    memset(m->row, 0, m->words * sizeof *m->row);
    lm_set_insert_all(m->row, 0, moved);
    for (uint32_t v = 0; v < most; v++) {
        uint64_t *row = lm_dense_open_row(m->dense, (int32_t)v);
        for (size_t w = 0; w < m->words; w++)
            row[w] = m->legal[v * m->words + w] & (v < moved ? ~m->row[w] : UINT64_MAX);
    }
    for (uint32_t v = 0; v < m->count; v++)
        lm_dense_restore(m->dense, (int32_t)v);
    lm_dense_part_barred(m->dense);
}

/* Somebody who may be left over and whom a largest matching can leave alone; the count: nobody. */
static uint32_t replaceable_of(const struct moving *m, uint32_t moved)
{
    uint32_t v = 0;
    lm_dense_decompose(m->dense, m->part, NULL);
    while (v < m->count && (m->part[v] != LM_PART_EVEN || !may_leave(m, moved, v)))
        v++;
    return v;
}

/* Can the first ${moved}, and all who may not be left over, be paired?  ${*pairs}: at most. */
static bool can_move(const struct moving *m, uint32_t moved, uint32_t most, uint32_t *pairs)
{
    draw_moved(m, moved, most);
    lm_dense_repair(m->dense);
    *pairs = (m->count - (uint32_t)lm_dense_alone(m->dense)) / 2;
    for (;;) {
        for (uint32_t v = 0; v < m->count; v++)
            if (may_leave(m, moved, v) && lm_dense_mate(m->dense, (int32_t)v) == LM_ALONE)
                lm_dense_remove(m->dense, (int32_t)v);
        if (lm_dense_alone(m->dense) == 0)
            return true;
        const uint32_t v = replaceable_of(m, moved);
        if (v == m->count)
            return false;
        lm_dense_remove(m->dense, (int32_t)v);
        lm_dense_repair(m->dense);
    }
}

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

/* Where nobody has to float, or to be paired with somebody. */
static enum lm_status most_by_rows(const struct search *search, uint32_t *most)
{
    struct moving m;
    const uint32_t moved = search->target.moved;
    uint32_t pairs;
    enum lm_status status = begin_moving(search, &m);
    if (status == LM_OK && can_move(&m, moved, moved, &pairs))
        *most = pairs;
    return status;
}

enum lm_status lm_dutch_2006_most(const struct search *search, uint32_t *most)
{
    const bool dense = !LM_LEAN && search->bracket->count <= DENSE_MOST &&
                       search->must_float == NULL && search->forced[0] == NO_PARTNER;
    struct lm_mark mark = lm_arena_mark(search->field->arena);
    *most = LESS_THAN_NEEDED;
    enum lm_status status = dense ? most_by_rows(search, most) : most_by_lists(search, most);
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
    const bool dense = !LM_LEAN && search->bracket->count <= DENSE_MOST;
    struct lm_mark mark = lm_arena_mark(search->field->arena);
    struct moving m;
    uint32_t low = 0, high = *moved;
    enum lm_status status = dense ? begin_moving(search, &m) : LM_OK;
    *most = LESS_THAN_NEEDED;
    while (status == LM_OK && high - low > 1) {
        uint32_t pairs, middle = low + (high - low) / 2;
        if (!dense)
            status = ask_moved(search, middle, &pairs);
        else if (!can_move(&m, middle, *moved, &pairs))
            pairs = LESS_THAN_NEEDED;
        *(pairs != LESS_THAN_NEEDED ? &low : &high) = middle;
        if (pairs != LESS_THAN_NEEDED)
            *most = pairs;
    }
    *moved = low;
    lm_arena_reset(search->field->arena, mark);
    return status;
}

/* As lm_dutch_2006_least_alone. */
static enum lm_status leave_alone_dense(const struct field *field, const uint32_t *entrant,
                                        uint32_t count, uint32_t *alone)
{
    const bool barred = false;
    struct lm_mark mark = lm_arena_mark(field->arena);
    const size_t words = lm_set_words((int32_t)count);
    uint64_t *row = lm_arena_alloc(field->arena, count, words * sizeof *row);
    struct lm_dense *m;
    enum lm_status status = lm_dense_new(&m, field->arena, (int32_t)count, 1, &barred);
    if (row == NULL || status != LM_OK)
        return LM_LIMIT;
    status = lm_dutch_2006_places(field, entrant, count, row);
    for (uint32_t v = 0; v < count; v++)
        lm_dense_set_row(m, (int32_t)v, row + v * words);
    lm_dense_repair(m);
    *alone = (uint32_t)lm_dense_alone(m);
    lm_arena_reset(field->arena, mark);
    return status;
}

enum lm_status lm_dutch_2006_least_alone(const struct field *field, const uint32_t *entrant,
                                         uint32_t count, uint32_t *alone)
{
    if (!LM_LEAN && count <= DENSE_MOST)
        return leave_alone_dense(field, entrant, count, alone);
    struct lm_mark mark = lm_arena_mark(field->arena);
    const uint64_t **among = lm_arena_alloc(field->arena, count, sizeof *among);
    uint64_t *all = lm_dutch_2006_set(field);
    struct lm_graph graph;
    struct lm_matching *m;
    if (among == NULL || all == NULL)
        return LM_LIMIT;
    memset(all, 0xff, (field->count + 63) / 64 * sizeof *all);
    for (uint32_t v = 0; v < count; v++)
        among[v] = all;
    enum lm_status status = lm_dutch_2006_graph(field, entrant, count, among, &graph);
    if (status == LM_OK)
        status = lm_matching_new(&m, field->arena, &graph);
    if (status == LM_OK)
        *alone = count - 2 * (uint32_t)lm_matching_repair(m);
    lm_arena_reset(field->arena, mark);
    return status;
}
