/* SPDX-License-Identifier: Apache-2.0 */
#include "base/lean.h"
#include "graph/best.h"
#include "graph/bits.h"
#include "graph/chain.h"
#include "graph/dense.h"
#include "pairing/dutch/dutch_model.h"

#include <string.h>

/*
 * What can be asked of tight pairs without weights, by rows of bits: a search among them takes a
 * word for 64 players.
 */

/* ---- Rows ---- */

/* Eight bytes of 0 or 1 as eight bits: byte i, shifted by 56 - 7 i, comes to bit 56 + i, and no two
 * products share a bit. */
static inline uint64_t pack_flags(const uint8_t *flag)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < 8; i++)
        bytes |= (uint64_t)flag[i] << (8 * i);
    return bytes * UINT64_C(0x0102040810204080) >> 56;
}

/* Which of ${eights} times eight pairs, at most as many as a word has bits, are not barred.  Which
 * these are looks like chance, so no branch hangs on it, and it is told of many at a time. */
static uint64_t tight_word(const int16_t *depth, uint32_t eights)
{
    uint8_t flag[LM_SET_BITS];
    uint64_t word = 0;
    for (uint32_t i = 0; i < 8 * eights; i++)
        flag[i] = depth[i] != LM_BARRED;
    for (uint32_t i = 0; i < 8 * eights; i += 8)
        word |= pack_flags(&flag[i]) << i;
    return word;
}

/* Whom of those after ${u}, up to ${count}, ${depth} does not bar from him.  There is a row behind
 * his, so that a few more can be looked at. */
static void list_later(const int16_t *depth, uint32_t u, uint32_t count, uint64_t *set)
{
    const uint32_t whole = LM_SET_BITS / 8;
    uint32_t w = u / LM_SET_BITS;
    for (; (w + 1) * LM_SET_BITS <= count; w++)
        set[w] = tight_word(&depth[w * LM_SET_BITS], whole);
    if (count % LM_SET_BITS > 0)
        set[w] = tight_word(&depth[w * LM_SET_BITS], (count % LM_SET_BITS + 7) / 8) &
                 UINT64_MAX >> (LM_SET_BITS - count % LM_SET_BITS);
    set[u / LM_SET_BITS] &= ~UINT64_C(0) << u % LM_SET_BITS & ~lm_set_bit((int32_t)u);
}

/* Turn 64 rows of 64 bits into columns: of ever smaller squares two corners change places. */
static void transpose(uint64_t *row)
{
    uint64_t low = UINT64_MAX >> 32;
    for (uint32_t side = 32; side > 0; side /= 2, low ^= low << side)
        for (uint32_t i = 0; i < LM_SET_BITS; i = ((i | side) + 1) & ~side) {
            const uint64_t differ = (row[i] >> side ^ row[i | side]) & low;
            row[i] ^= differ << side;
            row[i | side] ^= differ;
        }
}

/* Those of word ${to} have those of word ${from} who have them: of ${count} sets of ${words}. */
static void reflect(uint64_t *set, uint32_t count, size_t words, uint32_t from, uint32_t to)
{
    uint64_t block[LM_SET_BITS] = {0};
    const uint32_t u = from * LM_SET_BITS, v = to * LM_SET_BITS;
    for (uint32_t i = 0; i < LM_SET_BITS && u + i < count; i++)
        block[i] = set[(u + i) * words + to];
    transpose(block);
    for (uint32_t i = 0; i < LM_SET_BITS && v + i < count; i++)
        set[(v + i) * words + from] |= block[i];
}

/* Of fewer they are told one by one. */
enum { BY_WORDS_FROM = 8 };

/* Into the ${set} of each of ${count} whom he can meet, of whom ${depth}, in rows ${stride} apart,
 * tells those after him. */
static void list_by_words(const int16_t *depth, size_t stride, uint32_t count, uint64_t *set,
                          size_t words)
{
    for (uint32_t u = 0; u + 1 < count; u++)
        list_later(&depth[u * stride], u, count, &set[u * words]);
    for (uint32_t to = 0; to * LM_SET_BITS < count; to++)
        for (uint32_t from = 0; from <= to; from++)
            reflect(set, count, words, from, to);
}

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
    bool by_words = !LM_LEAN && count >= BY_WORDS_FROM;
    (by_words ? list_by_words : list_one_by_one)(depth, stride, count, set, words);
}

enum lm_status lm_dutch_list_tight(const struct dutch_model *m, uint32_t from, uint32_t to,
                                   int32_t classes, const bool *barred, struct lm_dense **out)
{
    const uint32_t count = to - from;
    const size_t words = lm_set_words((int32_t)count);
    uint64_t *set = lm_arena_alloc(m->arena, count, words * sizeof *set);
    enum lm_status status = lm_dense_new(out, m->arena, (int32_t)count, classes, barred);
    if (set == NULL || status != LM_OK)
        return LM_LIMIT;
    list_tight(&m->depth[(size_t)from * m->count + from], m->count, count, set, words);
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
    enum lm_status status = lm_dutch_list_tight(m, 0, m->count, SET_CLASSES, barred, out);
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

/* ---- Decision 2 (art. 4.2) ---- */

/* Of fewer the weights are asked one after the other. */
enum { OPPONENTS_FROM = LM_LEAN ? INT32_MAX : 1 };

bool lm_dutch_opponents_by_rows(const struct dutch_model *m, uint32_t count)
{
    return m->deepest == 0 && !dutch_is_open(m) && m->matched && count >= OPPONENTS_FROM;
}

/* The tight pairs, and the matching that is known. */
static enum lm_status list_known(const struct dutch_model *m, struct lm_dense **out)
{
    static const bool barred[1] = {false};
    enum lm_status status = lm_dutch_list_tight(m, 0, m->count, 1, barred, out);
    for (uint32_t v = 0; v < m->count && status == LM_OK; v++)
        if (m->mate[v] > (int32_t)v && m->mate[v] < (int32_t)m->count)
            lm_dense_pair(*out, (int32_t)v, m->mate[v]);
    return status;
}

/* The set, with room for ${all}, of those from ${from} on of the bracket who are ${allowed} (NULL:
 * all). */
static uint64_t *list_candidates(const struct dutch_model *m, uint32_t from, const bool *allowed,
                                 uint32_t all)
{
    uint64_t *set = lm_arena_alloc(m->arena, lm_set_words((int32_t)all), sizeof *set);
    for (uint32_t v = from; v < m->inside && set != NULL; v++)
        if (allowed == NULL || allowed[v])
            lm_set_insert(set, (int32_t)v);
    return set;
}

/* The best matchings are the perfect matchings of tight pairs: each MDP in turn has the first whom
 * he has in one that is as good. */
enum lm_status lm_dutch_choose_opponents(struct dutch_model *m)
{
    struct lm_mark mark = lm_arena_mark(m->arena);
    uint32_t moved = lm_dutch_moved_count(m);
    struct lm_dense *rows;
    uint64_t *residents = list_candidates(m, moved, NULL, m->count);
    if (residents == NULL || list_known(m, &rows) != LM_OK)
        return LM_LIMIT;
    if (lm_dense_alone(rows) != 0)
        return LM_INTERNAL;
    for (uint32_t v = 0; v < moved; v++) {
        if (!m->vertices[v].must_pair)
            continue;
        int32_t first = lm_dense_take_first_of(rows, (int32_t)v, residents);
        if (first == LM_ALONE)
            return LM_INTERNAL;
        lm_dutch_keep_pair(m, v, (uint32_t)first);
    }
    for (uint32_t v = 0; v < m->count; v++)
        m->mate[v] = lm_dense_mate(rows, (int32_t)v);
    lm_arena_reset(m->arena, mark);
    return LM_OK;
}

/* Of fewer the weights are asked, as where odd sets are no chain. */
enum { CHAINS = !LM_LEAN, CHAIN_FROM = 4 };

/* Those residents, into the set ${residents}, with whom MDP ${v} is a tight pair. */
static void list_residents(const struct dutch_model *m, uint32_t v, uint64_t *residents)
{
    memset(residents, 0, lm_set_words((int32_t)m->count + 1) * sizeof *residents);
    for (uint32_t u = lm_dutch_moved_count(m); u < m->inside; u++)
        if (dutch_is_tight(m, v, u))
            lm_set_insert(residents, (int32_t)u);
}

/* Each MDP in turn has the first whom the ${chain} gives him. */
static enum lm_status take_by_chain(struct dutch_model *m, struct lm_chain *chain,
                                    uint64_t *residents)
{
    uint32_t moved = lm_dutch_moved_count(m);
    for (uint32_t v = 0; v < moved; v++) {
        if (!m->vertices[v].must_pair)
            continue;
        list_residents(m, v, residents);
        int32_t first = lm_chain_take_first(chain, (int32_t)v, residents);
        if (first == LM_ALONE)
            return LM_INTERNAL;
        lm_dutch_keep_pair(m, v, (uint32_t)first);
    }
    lm_chain_finish(chain);
    for (uint32_t v = 0; v < m->count; v++)
        m->mate[v] = lm_chain_mate(chain, (int32_t)v);
    return LM_OK;
}

enum lm_status lm_dutch_choose_by_chain(struct dutch_model *m, uint32_t count, bool *done)
{
    *done = false;
    if (!CHAINS || m->best == NULL || !m->matched || count < CHAIN_FROM)
        return LM_OK;
    struct lm_chain *chain;
    uint64_t *residents =
        lm_arena_alloc(m->arena, lm_set_words((int32_t)m->count + 1), sizeof *residents);
    if (residents == NULL || lm_chain_new(&chain, m->arena, m->best, (int32_t)m->count) != LM_OK)
        return LM_LIMIT;
    if (chain == NULL)
        return LM_OK;
    enum lm_status status = take_by_chain(m, chain, residents);
    m->best = NULL;
    lm_arena_reset(m->arena, m->before_best);
    *done = true;
    return status;
}

/* The tight pairs as sets, a row for each of ${all}. */
static uint64_t *list_rows(const struct dutch_model *m, size_t words, uint32_t all)
{
    uint64_t *rows = lm_arena_alloc(m->arena, all, words * sizeof *rows);
    if (rows != NULL)
        list_tight(m->depth, m->count, m->count, rows, words);
    return rows;
}

enum lm_status lm_dutch_choose_by_set(struct dutch_model *m, uint32_t count, const int32_t *set,
                                      bool *done)
{
    *done = false;
    if (!CHAINS || count < CHAIN_FROM)
        return LM_OK;
    struct lm_chain *chain;
    struct lm_mark mark = lm_arena_mark(m->arena);
    const uint32_t all = m->count + m->count % 2;
    const size_t words = lm_set_words((int32_t)all + 2);
    uint64_t *rows = list_rows(m, words, all);
    uint64_t *residents = lm_arena_alloc(m->arena, words, sizeof *residents);
    if (rows == NULL || residents == NULL ||
        lm_chain_new_of_set(&chain, m->arena, (int32_t)m->count, rows, set, m->mate) != LM_OK)
        return LM_LIMIT;
    enum lm_status status = take_by_chain(m, chain, residents);
    lm_arena_reset(m->arena, mark);
    *done = true;
    return status;
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

bool lm_dutch_has_many_turns(const struct dutch_model *m)
{
    return has_many_turns(m);
}

bool lm_dutch_turns_by_rows(const struct dutch_model *m)
{
    return !LM_LEAN && m->best == NULL && m->matched && m->deepest == 0 && !dutch_is_open(m) &&
           has_many_turns(m);
}

/* The best matchings are the perfect matchings of tight pairs. */
enum lm_status lm_dutch_transpose_known(struct dutch_model *m, const bool *allowed)
{
    struct lm_mark mark = lm_arena_mark(m->arena);
    struct lm_dense *rows;
    uint64_t *lower = list_candidates(m, 0, allowed, m->count);
    if (lower == NULL || list_known(m, &rows) != LM_OK)
        return LM_LIMIT;
    bool done = take_turns(m, lower, rows);
    lm_arena_reset(m->arena, mark);
    return done ? LM_OK : LM_INTERNAL;
}

/* Those who are not of the remainder, and the halves of that. */
enum { BEYOND, UPPER_HALF, LOWER_HALF, HALF_CLASSES };

/* The tight pairs that join S1 with S2, or S2 and others, with what is known of a matching. */
static enum lm_status match_halves(const struct dutch_model *m, struct lm_dense **out)
{
    static const bool barred[HALF_CLASSES * HALF_CLASSES] = {
        [UPPER_HALF * HALF_CLASSES + UPPER_HALF] = true,
        [LOWER_HALF * HALF_CLASSES + LOWER_HALF] = true,
        [UPPER_HALF * HALF_CLASSES + BEYOND] = true,
        [BEYOND * HALF_CLASSES + UPPER_HALF] = true,
    };
    enum lm_status status = lm_dutch_list_tight(m, 0, m->count, HALF_CLASSES, barred, out);
    if (status != LM_OK)
        return status;
    for (uint32_t v = 0; v < m->inside; v++) {
        const uint8_t side = m->vertices[v].side;
        if (side != NO_SIDE)
            lm_dense_move(*out, (int32_t)v, side == IN_S1 ? UPPER_HALF : LOWER_HALF);
    }
    for (int32_t v = 0; v < (int32_t)m->count; v++) {
        const int32_t mate = m->mate[v], class = lm_dense_class(*out, v);
        if (mate > v && !barred[class * HALF_CLASSES + lm_dense_class(*out, mate)])
            lm_dense_pair(*out, v, mate);
    }
    return LM_OK;
}

/* The best matchings are the perfect matchings of tight pairs, and those without an exchange come
 * first. */
enum lm_status lm_dutch_pair_unmoved(struct dutch_model *m, bool *allowed, bool *done)
{
    struct lm_mark mark = lm_arena_mark(m->arena);
    struct lm_dense *rows;
    if (match_halves(m, &rows) != LM_OK)
        return LM_LIMIT;
    *done = lm_dense_is_perfect(rows);
    for (uint32_t v = 0; v < m->inside && *done; v++) {
        m->vertices[v].half = m->vertices[v].side;
        allowed[v] = m->vertices[v].side == IN_S2;
    }
    uint64_t *lower = list_candidates(m, 0, allowed, m->count);
    if (lower == NULL)
        return LM_LIMIT;
    bool all = !*done || take_turns(m, lower, rows);
    lm_arena_reset(m->arena, mark);
    return all ? LM_OK : LM_INTERNAL;
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
    uint64_t *lower = list_candidates(m, 0, allowed, all);
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
