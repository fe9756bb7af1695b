/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/left.h"

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
    for (uint32_t v = 0; status == LM_OK && v < left->count; v++)
        bar(left, p, v);
    return status;
}

void lm_left_look_at(const struct lm_left *left, const uint32_t *seats, uint32_t count,
                     const uint32_t *gone, uint32_t gone_count)
{
    uint32_t next = 0, out = 0;
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
