/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/left.h"

#include "base/lean.h"
#include "graph/bits.h"

/* ${v} may not meet those before it by [C1] and [C3]. */
static void bar(const struct lm_left *left, const struct lm_position *p, uint32_t v)
{
    const struct lm_seat *seat = &p->seats[left->first + v];
    for (uint32_t i = seat->barred_count; i-- > 0 && seat->barred[i] > left->first + v;)
        if (seat->barred[i] - left->first < left->count)
            lm_dense_bar(left->matching, (int32_t)v, (int32_t)(seat->barred[i] - left->first));
    for (uint32_t u = 0; u < v && seat->strength == LM_ABSOLUTE; u++)
        if (lm_same_absolute_wish(seat, &p->seats[left->first + u]))
            lm_dense_bar(left->matching, (int32_t)v, (int32_t)u);
}

/* Into ${out} whom ${v} is not barred from, by the table of all seats. */
static void read_row(const struct lm_left *left, const struct lm_position *p, uint32_t v,
                     uint64_t *out)
{
    const size_t all = lm_set_words((int32_t)p->seat_count), skip = left->first / LM_SET_BITS;
    const uint64_t *met = p->barred + (left->first + v) * all;
    const uint32_t shift = left->first % LM_SET_BITS;
    for (size_t w = 0; w < lm_set_words((int32_t)left->count); w++) {
        const bool more = shift > 0 && skip + w + 1 < all;
        out[w] = ~(met[skip + w] >> shift | (more ? met[skip + w + 1] << (64 - shift) : 0));
    }
}

/* The same of all by that table. */
static enum lm_status bar_by_rows(const struct lm_left *left, const struct lm_position *p,
                                  struct lm_arena *arena)
{
    const size_t words = lm_set_words((int32_t)left->count);
    struct lm_mark mark = lm_arena_mark(arena);
    uint64_t *row = lm_arena_alloc(arena, words, sizeof *row);
    uint64_t *white = lm_arena_alloc(arena, words, sizeof *white);
    uint64_t *black = lm_arena_alloc(arena, words, sizeof *black);
    if (row == NULL || white == NULL || black == NULL)
        return LM_LIMIT;
    for (uint32_t v = 0; v < left->count; v++) {
        if (lm_must_have(&p->seats[left->first + v], LM_WHITE))
            lm_set_insert(white, (int32_t)v);
        if (lm_must_have(&p->seats[left->first + v], LM_BLACK))
            lm_set_insert(black, (int32_t)v);
    }
    for (uint32_t v = 0; v < left->count; v++) {
        read_row(left, p, v, row);
        lm_dense_set_row(left->matching, (int32_t)v, row);
        if (lm_set_holds(white, (int32_t)v))
            lm_dense_bar_set(left->matching, (int32_t)v, white, words);
        if (lm_set_holds(black, (int32_t)v))
            lm_dense_bar_set(left->matching, (int32_t)v, black, words);
    }
    lm_arena_reset(arena, mark);
    return LM_OK;
}

enum lm_status lm_left_make(struct lm_left *left, const struct lm_position *p, uint32_t first,
                            uint32_t end, struct lm_arena *arena)
{
    static const bool barred[LM_LEFT_CLASSES * LM_LEFT_CLASSES] = {
        [LM_LEFT_STAYS * LM_LEFT_CLASSES + LM_LEFT_UP] = true,
        [LM_LEFT_STAYS * LM_LEFT_CLASSES + LM_LEFT_HOST] = true,
        [LM_LEFT_MAY * LM_LEFT_CLASSES + LM_LEFT_UP] = true,
        [LM_LEFT_UP * LM_LEFT_CLASSES + LM_LEFT_STAYS] = true,
        [LM_LEFT_UP * LM_LEFT_CLASSES + LM_LEFT_MAY] = true,
        [LM_LEFT_UP * LM_LEFT_CLASSES + LM_LEFT_UP] = true,
        [LM_LEFT_HOST * LM_LEFT_CLASSES + LM_LEFT_STAYS] = true,
        [LM_LEFT_HOST * LM_LEFT_CLASSES + LM_LEFT_HOST] = true};
    if (left->matching != NULL || end - first > LM_LEFT_MOST)
        return LM_OK;
    left->first = first;
    left->count = end - first;
    enum lm_status status =
        lm_dense_new(&left->matching, arena, (int32_t)left->count, LM_LEFT_CLASSES, barred);
    if (!LM_LEAN && status == LM_OK && p->barred != NULL)
        return bar_by_rows(left, p, arena);
    for (uint32_t v = 0; status == LM_OK && v < left->count; v++)
        bar(left, p, v);
    return status;
}

/* lm_left_look_at by words, for which lean builds have no room. */
static void show(const struct lm_left *left, const uint32_t *seats, uint32_t count,
                 const uint32_t *gone, uint32_t gone_count)
{
    uint64_t set[LM_LEFT_MOST / LM_SET_BITS + 1] = {0};
    for (uint32_t i = 0; i < count; i++)
        if (seats[i] - left->first < left->count)
            lm_set_insert(set, (int32_t)(seats[i] - left->first));
    for (uint32_t i = 0; i < gone_count; i++)
        if (gone[i] - left->first < left->count)
            lm_set_drop(set, (int32_t)(gone[i] - left->first));
    lm_dense_show(left->matching, set);
}

void lm_left_look_at(const struct lm_left *left, const uint32_t *seats, uint32_t count,
                     const uint32_t *gone, uint32_t gone_count)
{
    uint32_t next = 0, out = 0;
    if (!LM_LEAN) {
        show(left, seats, count, gone, gone_count);
        return;
    }
    for (uint32_t v = 0; v < left->count; v++) {
        uint32_t seat = left->first + v;
        bool listed = next < count && seats[next] == seat;
        bool is_gone = out < gone_count && gone[out] == seat;
        next += listed;
        out += is_gone;
        if (listed && !is_gone)
            lm_dense_restore(left->matching, (int32_t)v);
        else
            lm_dense_remove(left->matching, (int32_t)v);
    }
}
