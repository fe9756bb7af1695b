/* SPDX-License-Identifier: Apache-2.0 */
#include "base/lean.h"
#include "graph/dense.h"
#include "pairing/dutch/dutch_model.h"

#include <string.h>

/*
 * Odd sets that every best matching fills, without weights, where no pair is in two of them.
 *
 * A pair of depth 1 has both ends in one set, so the sets are what such pairs join, and a pairing
 * has the greatest sum of depths where as few pairs as can be join a set with others: one, as its
 * number is odd.
 *
 *   - Fresh from the proof, the tight pairs of a set match all of it but one, whichever: its rings
 *     are such pairs.  So with one vertex for each set the pairings that fill all sets are the
 *     perfect matchings.
 *   - What was settled since may have left a set even, or in parts, or nothing of it.  Where there
 *     is one, odd, and one pair of the matching at hand leaves it, the best matchings are the
 *     perfect ones with one such pair: graph/chain.h can be asked for them.  Where there is none
 *     they are the perfect ones.
 */

enum { FULL = !LM_LEAN, NO_SET = -1, SETS_MOST = 8 };

struct sets {
    const struct dutch_model *m;
    int32_t *of;               /* per vertex: which, or NO_SET */
    uint32_t size[SETS_MOST];  /* how many it has */
    uint32_t first[SETS_MOST]; /* the first one of it */
    uint32_t count;
};

/* The end of the way from ${v}, where each is of one set with who is next. */
static int32_t root_of(int32_t *next, int32_t v)
{
    while (next[v] != v)
        v = next[v] = next[next[v]];
    return v;
}

static void join_deep(const struct dutch_model *m, int32_t *next)
{
    for (int32_t v = 0; v < (int32_t)m->count; v++)
        next[v] = v;
    for (int32_t u = 0; u < (int32_t)m->count; u++) {
        const int16_t *depth = &m->depth[(size_t)u * m->count];
        for (int32_t v = u + 1; v < (int32_t)m->count; v++) {
            if (depth[v] <= 0 || next[v] == next[u])
                continue;
            const int32_t a = root_of(next, u), b = root_of(next, v);
            next[a > b ? a : b] = a > b ? b : a;
        }
    }
}

/* Find what pairs of depth 1 join; ${*simple} false: there are deeper ones, or too many sets. */
static enum lm_status find_sets(const struct dutch_model *m, struct sets *s, bool *simple)
{
    *s = (struct sets){.m = m, .of = lm_arena_alloc(m->arena, m->count, sizeof *s->of)};
    int32_t *next = lm_arena_alloc(m->arena, m->count, sizeof *next);
    if (s->of == NULL || next == NULL)
        return LM_LIMIT;
    *simple = m->deepest == 1;
    if (!*simple)
        return LM_OK;
    join_deep(m, next);
    for (uint32_t v = 0; v < m->count; v++)
        s->of[v] = NO_SET;
    for (uint32_t v = 0; v < m->count; v++) {
        const uint32_t root = (uint32_t)root_of(next, (int32_t)v);
        if (root == v)
            continue;
        if (s->of[root] == NO_SET && s->count == SETS_MOST) {
            *simple = false;
            return LM_OK;
        }
        if (s->of[root] == NO_SET) {
            s->of[root] = (int32_t)s->count;
            s->first[s->count] = root;
            s->size[s->count++] = 1;
        }
        s->of[v] = s->of[root];
        s->size[s->of[v]]++;
    }
    return LM_OK;
}

/* ---- Filling them ---- */

/* The tight pairs; those of different sets do not meet. */
static enum lm_status draw_inside(const struct sets *s, struct lm_dense **out)
{
    bool barred[SETS_MOST * SETS_MOST];
    const struct dutch_model *m = s->m;
    for (int32_t i = 0; i < SETS_MOST * SETS_MOST; i++)
        barred[i] = i / SETS_MOST != i % SETS_MOST;
    enum lm_status status = lm_dutch_list_tight(m, 0, m->count, SETS_MOST, barred, out);
    for (uint32_t v = 0; v < m->count && status == LM_OK; v++)
        if (s->of[v] == NO_SET)
            lm_dense_remove(*out, (int32_t)v);
        else
            lm_dense_move(*out, (int32_t)v, s->of[v]);
    return status;
}

/* Is ${v} the vertex ${one} or of its set? */
static bool is_stood_for(const struct sets *s, uint32_t v, uint32_t one)
{
    return v == one || (s->of[v] != NO_SET && s->of[v] == s->of[one]);
}

/* A pair of one whom ${pair}[0] stands for with one whom ${pair}[1] does, into these. */
static void find_crossing(const struct sets *s, uint32_t pair[2])
{
    const uint32_t a = pair[0], b = pair[1];
    for (uint32_t u = 0; u < s->m->count; u++)
        for (uint32_t v = 0; v < s->m->count && is_stood_for(s, u, a); v++)
            if (is_stood_for(s, v, b) && dutch_is_tight(s->m, u, v)) {
                pair[0] = u;
                pair[1] = v;
                return;
            }
}

static void enter(struct dutch_model *m, uint32_t u, uint32_t v)
{
    m->mate[u] = (int32_t)v;
    m->mate[v] = (int32_t)u;
}

/* Enter the pairs of ${graph}, in which the first of each set stands for all of it, and take whom
 * they pair out of ${inside}. */
static void enter_crossing(struct dutch_model *m, const struct sets *s,
                           const struct lm_dense *graph, struct lm_dense *inside)
{
    for (uint32_t v = 0; v < m->count; v++) {
        uint32_t pair[2] = {v, (uint32_t)lm_dense_mate(graph, (int32_t)v)};
        if (!lm_dense_is_present(graph, (int32_t)v) || pair[1] < v)
            continue;
        if (s->of[pair[0]] != NO_SET || s->of[pair[1]] != NO_SET)
            find_crossing(s, pair);
        enter(m, pair[0], pair[1]);
        lm_dense_remove(inside, (int32_t)pair[0]);
        lm_dense_remove(inside, (int32_t)pair[1]);
    }
}

/* The same of the others, who are paired as ${upper} has it, as far as can be; false: they cannot
 * all be. */
static bool enter_inside(struct dutch_model *m, const struct dutch_model *upper,
                         struct lm_dense *inside)
{
    for (uint32_t v = 0; v < upper->count; v++) {
        const uint32_t mate = dutch_mate_of(upper, v);
        if (mate < v && lm_dense_is_present(inside, (int32_t)v) &&
            lm_dense_is_present(inside, (int32_t)mate) &&
            lm_dense_class(inside, (int32_t)v) == lm_dense_class(inside, (int32_t)mate))
            lm_dense_pair(inside, (int32_t)v, (int32_t)mate);
    }
    if (!lm_dense_is_perfect(inside))
        return false;
    for (uint32_t v = 0; v < m->count; v++)
        if (lm_dense_is_present(inside, (int32_t)v))
            m->mate[v] = lm_dense_mate(inside, (int32_t)v);
    return true;
}

enum lm_status lm_dutch_fill_sets(struct dutch_model *m, const struct dutch_model *upper,
                                  struct lm_dense *tight, bool *done)
{
    struct sets s;
    struct lm_dense *inside;
    *done = false;
    if (!FULL)
        return LM_OK;
    bool simple = true;
    enum lm_status status = find_sets(m, &s, &simple);
    for (uint32_t i = 0; i < s.count && simple; i++)
        simple = s.size[i] % 2 != 0;
    if (status == LM_OK && simple)
        status = draw_inside(&s, &inside);
    if (status != LM_OK || !simple)
        return status;
    for (uint32_t v = 0; v < m->count; v++)
        if (s.of[v] != NO_SET && s.first[s.of[v]] != v)
            lm_dense_merge(tight, (int32_t)s.first[s.of[v]], (int32_t)v);
    if (!lm_dense_is_perfect(tight))
        return LM_NO_PAIRING;
    enter_crossing(m, &s, tight, inside);
    *done = enter_inside(m, upper, inside);
    return LM_OK;
}

/* ---- Asking of them ---- */

/* How many of the pairs at hand leave the only set. */
static uint32_t count_leaving(const struct sets *s)
{
    uint32_t leave = 0;
    for (uint32_t v = 0; v < s->m->count; v++) {
        const uint32_t mate = dutch_mate_of(s->m, v);
        leave += s->of[v] != NO_SET && (mate >= s->m->count || s->of[mate] == NO_SET);
    }
    return leave;
}

enum lm_status lm_dutch_find_set(struct dutch_model *m, int32_t *set, bool *one)
{
    struct sets s;
    bool simple;
    *one = false;
    if (!FULL || m->deepest != 1 || !m->matched || m->best != NULL || dutch_is_open(m))
        return LM_OK;
    enum lm_status status = find_sets(m, &s, &simple);
    if (status != LM_OK || !simple)
        return status;
    m->deepest = s.count > 0;
    *one = s.count == 1 && s.size[0] % 2 != 0 && count_leaving(&s) == 1;
    for (uint32_t v = 0; v < m->count; v++)
        set[v] = s.of[v] != NO_SET;
    return LM_OK;
}
