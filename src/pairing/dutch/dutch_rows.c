/* SPDX-License-Identifier: Apache-2.0 */
#include "graph/best.h"
#include "graph/bits.h"
#include "graph/dense.h"
#include "pairing/dutch/dutch_model.h"

/*
 * What can be asked of tight pairs without weights, by rows of bits: a search among them takes a
 * word for 64 players.
 */

/* ---- Rows ---- */

/* The same, one by one. */
static void list_one_by_one(const int16_t *depth, size_t stride, uint32_t count, uint64_t *set,
                            size_t words)
{
    for (uint32_t u = 0; u < count; u++)
        for (uint32_t v = u + 1; v < count; v++)
            if (depth[u * stride + v] != LM_BARRED) {
                lm_set_insert(set + u * words, (int32_t)v);
                lm_set_insert(set + v * words, (int32_t)u);
            }
}

static void list_tight(const int16_t *depth, size_t stride, uint32_t count, uint64_t *set,
                       size_t words)
{
    (list_one_by_one)(depth, stride, count, set, words);
}

enum lm_status lm_dutch_list_tight(const struct dutch_model *m, uint32_t to, int32_t classes,
                                   const bool *barred, struct lm_dense **out)
{
    const uint32_t count = to;
    const size_t words = lm_set_words((int32_t)count);
    uint64_t *set = lm_arena_alloc(m->arena, count, words * sizeof *set);
    enum lm_status status = lm_dense_new(out, m->arena, (int32_t)count, classes, barred);
    if (set == NULL || status != LM_OK)
        return LM_LIMIT;
    list_tight(&m->depth[(size_t)0 * m->count], m->count, count, set, words);
    for (uint32_t v = 0; v < count; v++)
        lm_dense_set_row(*out, (int32_t)v, &set[v * words]);
    return LM_OK;
}

/* ---- Decision 1 (art. 4.4.2) ---- */

/* Classes of vertices: MDPs of whom it is settled are of the last two. */
enum { LOWER, INNER, PAIRED_MDP, FLOATING_MDP, SET_CLASSES };

/* With fewer the weights of the criteria decide it with them. */
enum { MDPS_FROM = 16 };

bool lm_dutch_sets_by_rows(const struct dutch_model *m)
{
    return m->deepest == 0 && !dutch_is_open(m) && !m->whole &&
           lm_dutch_moved_count(m) >= MDPS_FROM;
}

void lm_dutch_drop_set(struct dutch_model *m, uint32_t from)
{
    if (from == m->priority_count || m->priorities[from].kind != MOVED_SET ||
        !lm_dutch_sets_by_rows(m))
        return;
    m->priority_count = from;
    for (uint32_t v = 0; v < m->inside; v++)
        m->vertices[v].set_rank = 0;
}

/* The tight pairs of a view of everybody, and a perfect matching of them. */
static enum lm_status match_tight(const struct dutch_model *m, struct lm_dense **out)
{
    static const bool barred[SET_CLASSES * SET_CLASSES] = {
        [PAIRED_MDP * SET_CLASSES + LOWER] = true,
        [LOWER * SET_CLASSES + PAIRED_MDP] = true,
        [FLOATING_MDP * SET_CLASSES + INNER] = true,
        [INNER * SET_CLASSES + FLOATING_MDP] = true,
    };
    enum lm_status status = lm_dutch_list_tight(m, m->count, SET_CLASSES, barred, out);
    for (uint32_t v = 0; v < m->inside && status == LM_OK; v++)
        lm_dense_move(*out, (int32_t)v, INNER);
    if (status == LM_OK)
        lm_dense_repair(*out);
    return status;
}

/* Bar the pairs of those MDPs that are not of the kind that is settled. */
static void bar_others(struct dutch_model *m)
{
    for (uint32_t u = 0; u < m->inside; u++) {
        const struct dutch_vertex *vertex = &m->vertices[u];
        for (uint32_t v = u + 1; v < m->count; v++)
            if (v < m->inside ? vertex->must_float : vertex->must_pair)
                m->depth[(size_t)u * m->count + v] = LM_BARRED;
    }
}

/* The tight pairs being those of all best matchings, and no odd set having to be filled, these are
 * the perfect matchings of tight pairs: each MDP in turn is paired if one of them, with what is
 * settled before, does it. */
enum lm_status lm_dutch_settle_set(struct dutch_model *m)
{
    struct lm_mark mark = lm_arena_mark(m->arena);
    struct lm_dense *rows;
    enum lm_status status = match_tight(m, &rows);
    if (status != LM_OK)
        return status;
    uint32_t moved = lm_dutch_moved_count(m);
    for (uint32_t v = 0; v < moved; v++) {
        struct dutch_vertex *vertex = &m->vertices[v];
        lm_dense_keep(rows);
        lm_dense_move(rows, (int32_t)v, PAIRED_MDP);
        vertex->must_pair = lm_dense_is_perfect(rows);
        vertex->must_float = !vertex->must_pair;
        if (vertex->must_pair)
            continue;
        lm_dense_go_back(rows);
        lm_dense_move(rows, (int32_t)v, FLOATING_MDP);
    }
    bar_others(m);
    for (uint32_t v = 0; v < m->count; v++)
        m->mate[v] = lm_dense_mate(rows, (int32_t)v);
    lm_arena_reset(m->arena, mark);
    return LM_OK;
}

/* The set, with room for ${all}, of those from ${from} on of the bracket who are ${allowed} (NULL:
 * all). */
static uint64_t *list_candidates(const struct dutch_model *m, const bool *allowed, uint32_t all)
{
    uint64_t *set = lm_arena_alloc(m->arena, lm_set_words((int32_t)all), sizeof *set);
    for (uint32_t v = 0; v < m->inside && set != NULL; v++)
        if (allowed == NULL || allowed[v])
            lm_set_insert(set, (int32_t)v);
    return set;
}

/* ---- Decision 4 (art. 4.2) ---- */

/* Who has to have somebody, who may be alone, and what stands for that: outlets, which may meet
 * each other. */
enum { NEEDED, FREE, SPARE, TURN_CLASSES };

/* Of fewer the weights are asked one after the other. */
enum { TURNS_FROM = 6 };

/* Bar what is not tight in ${m}->best.  Returns how deep all tight pairs are; LM_BARRED where some
 * are deeper than others. */
static int32_t bar_slack(const struct dutch_model *m, struct lm_dense *rows)
{
    int32_t deep = -1;
    for (uint32_t u = 0; u < m->count; u++) {
        lm_best_depths_after(m->best, (int32_t)u, m->row);
        for (uint32_t v = u + 1; v < m->count; v++) {
            if (m->row[v] == LM_BARRED || !dutch_is_tight(m, u, v)) {
                lm_dense_bar(rows, (int32_t)u, (int32_t)v);
                continue;
            }
            if (deep >= 0 && m->row[v] != deep)
                return LM_BARRED;
            deep = m->row[v];
        }
    }
    return deep < 0 ? 0 : deep;
}

/* The best matching as rows, an outlet for each who may be alone: ${spare} have the parity of those
 * who are, so that the others can be pairs.  Where all pairs are ${deep} the best matchings have as
 * many pairs as this one, and as many are alone. */
static void begin_rows(const struct dutch_model *m, uint32_t spare, int32_t deep,
                       struct lm_dense *rows)
{
    uint32_t alone = 0;
    for (uint32_t v = 0; v < m->count; v++) {
        bool free = dutch_is_open(m) && !lm_best_is_needed(m->best, (int32_t)v);
        int32_t mate = lm_best_mate(m->best, (int32_t)v);
        lm_dense_move(rows, (int32_t)v, free ? FREE : NEEDED);
        alone += mate == LM_ALONE;
        if (mate > (int32_t)v)
            lm_dense_pair(rows, (int32_t)v, mate);
    }
    for (uint32_t i = 0; i < spare; i++)
        lm_dense_move(rows, (int32_t)(m->count + i), SPARE);
    for (uint32_t i = alone; i < spare && deep > 0; i++)
        lm_dense_remove(rows, (int32_t)(m->count + i));
    lm_dense_repair(rows);
}

static uint32_t count_spare(const struct dutch_model *m)
{
    uint32_t free = 0;
    for (uint32_t v = 0; v < m->count && dutch_is_open(m); v++)
        free += !lm_best_is_needed(m->best, (int32_t)v);
    return free + (free + m->count) % 2;
}

/* All tight pairs being as deep, the best matchings are those of tight pairs that leave nobody
 * alone who is needed, as many as can be if that is more than 0.  ${lower}: who may be an opponent
 * of S1. */
static bool take_turns(struct dutch_model *m, const uint64_t *lower, struct lm_dense *rows)
{
    if (lm_dense_alone(rows) != 0)
        return false;
    for (uint32_t v = 0; v < m->inside; v++) {
        if (m->vertices[v].half != IN_S1)
            continue;
        int32_t first = lm_dense_take_first_of(rows, (int32_t)v, lower);
        if (first == LM_ALONE)
            return false;
        m->scratch[v] = (uint32_t)first;
    }
    for (uint32_t v = 0; v < m->inside; v++)
        if (m->vertices[v].half == IN_S1)
            lm_dutch_keep_pair(m, v, m->scratch[v]);
    for (uint32_t v = 0; v < m->count; v++) {
        int32_t mate = lm_dense_mate(rows, (int32_t)v);
        if (mate > (int32_t)v && mate < (int32_t)m->count)
            lm_dutch_keep_pair(m, v, (uint32_t)mate);
    }
    return true;
}

static uint32_t count_turns(const struct dutch_model *m)
{
    uint32_t count = 0;
    for (uint32_t v = 0; v < m->inside; v++)
        count += m->vertices[v].side == IN_S1;
    return count;
}

static bool has_many_turns(const struct dutch_model *m)
{
    return count_turns(m) >= TURNS_FROM;
}

enum lm_status lm_dutch_transpose(struct dutch_model *m, const bool *allowed, bool *done)
{
    static const bool barred[TURN_CLASSES * TURN_CLASSES] = {
        [NEEDED * TURN_CLASSES + SPARE] = true,
        [SPARE * TURN_CLASSES + NEEDED] = true,
    };
    *done = false;
    if (!has_many_turns(m))
        return LM_OK;
    struct lm_mark mark = lm_arena_mark(m->arena);
    uint32_t spare = count_spare(m), all = m->count + spare;
    struct lm_dense *rows;
    uint64_t *lower = list_candidates(m, allowed, all);
    enum lm_status status = lm_dense_new(&rows, m->arena, (int32_t)all, TURN_CLASSES, barred);
    if (lower == NULL || status != LM_OK)
        return LM_LIMIT;
    int32_t deep = bar_slack(m, rows);
    if (deep != LM_BARRED) {
        begin_rows(m, spare, deep, rows);
        *done = take_turns(m, lower, rows);
    }
    lm_arena_reset(m->arena, mark);
    return LM_OK;
}
