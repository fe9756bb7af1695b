/* SPDX-License-Identifier: Apache-2.0 */
#include "base/lean.h"
#include "base/room.h"
#include "graph/dense.h"
#include "pairing/dutch/dutch_model.h"

#include <string.h>

/*
 * With everybody in view, or outlets for whoever is alone, once all criteria are asked: those below
 * the bracket, of whom nothing is asked any more but that they can be paired.
 *
 * As many players leave the bracket by each best matching ([C6]), and nearly any of them can, as
 * most of those below could meet others.  So article 4 is decided as if all could who have a tight
 * pair below: with as many vertices there as leave, each of which can be anybody's.  That admits
 * all best matchings and maybe more, each with the same pairs within the bracket and, where no odd
 * set to be filled has anybody below, the same sum of depths.  If then those who leave and those
 * below can be paired by tight pairs, what is first of more is one of the best matchings, and so
 * the first of them.  If not, or where a decision cannot be taken, as no best matching is left that
 * agrees with those before, all is decided once more with those below.
 */

/* So many fewer vertices are worth its while: a part of all. */
enum { PART_SAVED = 8 };

/* The model before it was taken for easier than it may be. */
struct dutch_before {
    struct dutch_vertex *vertices;
    uint32_t count, inside, beyond_count;
    int16_t *depth;
    int32_t deepest, *mate;
    uint32_t *partner;
    bool bye_leaves;
};

static uint32_t count_leaving(const struct dutch_model *m)
{
    uint32_t count = 0;
    for (uint32_t v = 0; v < m->inside; v++)
        count += dutch_mate_of(m, v) >= m->inside;
    return count;
}

/* Is anybody below in an odd set that is to be filled? */
static bool has_depth_below(const struct dutch_model *m)
{
    int32_t deep = 0;
    for (uint32_t u = 0; u < m->count && m->deepest > 0; u++)
        for (uint32_t v = u < m->inside ? m->inside : u + 1; v < m->count; v++)
            deep |= m->depth[(size_t)u * m->count + v] > 0;
    return deep != 0;
}

bool lm_dutch_is_worth_leaving(const struct dutch_model *m)
{
    const uint32_t left = m->inside + count_leaving(m);
    return !LM_LEAN && m->matched && m->best == NULL && m->inside > 0 && left < m->count &&
           (m->count - left) * PART_SAVED >= m->count && !has_depth_below(m);
}

static enum lm_status keep(struct dutch_model *m)
{
    const size_t pairs = (size_t)m->count * m->count;
    struct dutch_before *b = lm_arena_alloc(m->arena, 1, sizeof *b);
    if (b == NULL)
        return LM_LIMIT;
    *b = (struct dutch_before){
        .count = m->count,
        .inside = m->inside,
        .beyond_count = m->beyond_count,
        .bye_leaves = m->bye_leaves,
        .deepest = m->deepest,
        .vertices = lm_arena_room(m->arena, m->count, sizeof *b->vertices),
        .depth = lm_arena_room(m->arena, pairs, sizeof *b->depth),
        .mate = lm_arena_room(m->arena, m->count, sizeof *b->mate),
        .partner = lm_arena_room(m->arena, m->bracket->count, sizeof *b->partner),
    };
    if (b->vertices == NULL || b->depth == NULL || b->mate == NULL || b->partner == NULL)
        return LM_LIMIT;
    memcpy(b->vertices, m->vertices, m->count * sizeof *b->vertices);
    memcpy(b->depth, m->depth, pairs * sizeof *b->depth);
    memcpy(b->mate, m->mate, m->count * sizeof *b->mate);
    memcpy(b->partner, m->partner, m->bracket->count * sizeof *b->partner);
    m->before = b;
    m->before_best = lm_arena_mark(m->arena);
    return LM_OK;
}

/* The row of ${u} with ${leaving} below instead of all others; of an MDP it may be settled whether
 * he leaves. */
static void shorten_row(struct dutch_model *m, uint32_t u, uint32_t leaving)
{
    const uint32_t count = m->inside + leaving;
    const int16_t *before = &m->depth[(size_t)u * m->count];
    int16_t *depth = &m->depth[(size_t)u * count], leaves = LM_BARRED;
    for (uint32_t v = m->inside; v < m->count && !m->vertices[u].must_pair; v++)
        leaves = before[v] > leaves ? before[v] : leaves;
    memmove(depth, before, m->inside * sizeof *depth);
    for (uint32_t v = m->inside; v < count; v++)
        depth[v] = leaves;
}

/* So many vertices stand for those below as are ${leaving}. */
static void let_leave(struct dutch_model *m, uint32_t leaving)
{
    const uint32_t count = m->inside + leaving;
    uint32_t next = m->inside;
    for (uint32_t u = 0; u < m->inside; u++) {
        shorten_row(m, u, leaving);
        if (m->mate[u] < (int32_t)m->inside)
            continue;
        m->mate[next] = (int32_t)u;
        m->mate[u] = (int32_t)next++;
    }
    for (uint32_t u = m->inside; u < count; u++)
        for (uint32_t v = m->inside; v < count; v++)
            m->depth[(size_t)u * count + v] = LM_BARRED;
    m->count = count;
}

enum lm_status lm_dutch_let_leave(struct dutch_model *m)
{
    if (LM_LEAN || dutch_is_open(m) || m->whole || m->before != NULL || m->went_back ||
        !lm_dutch_is_worth_leaving(m))
        return LM_OK;
    enum lm_status status = keep(m);
    if (status == LM_OK)
        let_leave(m, count_leaving(m));
    return status;
}

/* ---- Whether they could ---- */

/* Those who have left the bracket, and behind them those below, as they were. */
struct left {
    uint32_t *vertex; /* of each: which he was */
    uint32_t leaving, count;
    struct lm_dense *rows;
};

static bool list_left(const struct dutch_model *m, struct left *left)
{
    const struct dutch_before *b = m->before;
    left->count = 0;
    left->vertex = lm_arena_alloc(m->arena, b->count, sizeof *left->vertex);
    for (uint32_t v = 0; v < b->inside && left->vertex != NULL; v++)
        if (m->partner[b->vertices[v].place] == LM_NOBODY)
            left->vertex[left->count++] = v;
    left->leaving = left->count;
    for (uint32_t v = b->inside; v < b->count && left->vertex != NULL; v++)
        left->vertex[left->count++] = v;
    return left->vertex != NULL;
}

/* Their tight pairs, but for those of two who have left. */
static enum lm_status list_rows(const struct dutch_model *m, struct left *left)
{
    static const bool barred[1] = {false};
    const struct dutch_before *b = m->before;
    const uint32_t leaving = left->leaving, lower = left->count - leaving;
    struct dutch_model alone = {
        .arena = m->arena,
        .count = left->count,
        .depth = lm_arena_room(m->arena, left->count, left->count * sizeof *alone.depth),
    };
    for (uint32_t i = 0; i < left->count && alone.depth != NULL; i++) {
        int16_t *depth = &alone.depth[(size_t)i * left->count];
        for (uint32_t k = 0; k < leaving; k++)
            depth[k] = LM_BARRED;
        memcpy(depth + leaving, &b->depth[(size_t)left->vertex[i] * b->count + b->inside],
               lower * sizeof *depth);
    }
    return alone.depth == NULL
               ? LM_LIMIT
               : lm_dutch_list_tight(&alone, 0, left->count, 1, barred, &left->rows);
}

/* Can they be paired, those below as they were as far as possible? */
static bool match_left(const struct dutch_model *m, const struct left *left)
{
    const struct dutch_before *b = m->before;
    const uint32_t shift = b->inside - left->leaving;
    for (uint32_t v = left->leaving; v < left->count; v++) {
        const uint32_t mate = (uint32_t)b->mate[v + shift];
        if (mate < b->count && mate > v + shift)
            lm_dense_pair(left->rows, (int32_t)v, (int32_t)(mate - shift));
    }
    return lm_dense_is_perfect(left->rows);
}

/* Their pairs are those that are not within the bracket. */
static void keep_pairs(struct dutch_model *m, const struct left *left)
{
    const struct dutch_before *b = m->before;
    m->beyond_count = b->beyond_count;
    m->bye_leaves = b->bye_leaves;
    for (uint32_t v = 0; v < left->count; v++) {
        const uint32_t mate = (uint32_t)lm_dense_mate(left->rows, (int32_t)v);
        if (mate > v)
            lm_dutch_keep_beyond(m, &b->vertices[left->vertex[v]],
                                 &b->vertices[left->vertex[mate]]);
    }
}

bool lm_dutch_is_complete(struct dutch_model *m)
{
    struct lm_mark mark = lm_arena_mark(m->arena);
    struct left left;
    const bool complete =
        list_left(m, &left) && list_rows(m, &left) == LM_OK && match_left(m, &left);
    if (complete)
        keep_pairs(m, &left);
    lm_arena_reset(m->arena, mark);
    return complete;
}

void lm_dutch_go_back(struct dutch_model *m)
{
    const struct dutch_before *b = m->before;
    m->count = b->count;
    m->inside = b->inside;
    m->beyond_count = b->beyond_count;
    m->bye_leaves = b->bye_leaves;
    m->deepest = b->deepest;
    memcpy(m->vertices, b->vertices, b->count * sizeof *b->vertices);
    memcpy(m->depth, b->depth, (size_t)b->count * b->count * sizeof *b->depth);
    memcpy(m->mate, b->mate, b->count * sizeof *b->mate);
    memcpy(m->partner, b->partner, m->bracket->count * sizeof *b->partner);
    for (uint32_t v = 0; v < b->count; v++)
        m->needed[v] = true;
    m->matched = true;
    m->best = NULL;
    m->priority_count = 0;
    m->before = NULL;
    m->went_back = true;
    lm_arena_reset(m->arena, m->before_best);
}
