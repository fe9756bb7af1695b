/* SPDX-License-Identifier: Apache-2.0 */
#include "graph/bits.h"
#include "graph/dense.h"
#include "pairing/dutch_2006/dutch_2006.h"

/*
 * The most pairs that a bracket can make, by one largest matching instead of one question for each
 * p.
 *
 * Let R be the players that must not be left over.  The vertices that some matching covers together
 * are the independent sets of a matroid (Edmonds and Fulkerson 1965), so if any matching covers R,
 * a largest one does; and from a matching that covers R, augmenting paths lead to a largest one by
 * one pair at a time, without leaving any vertex uncovered.  So R can be covered with p pairs for
 * each p from the least that covers it up to the most: p is lowered (C14) to the most at once. If a
 * largest matching leaves d alone, one of them covers R exactly when d dummies, which can be
 * matched with players outside R, make a perfect matching possible.
 */

/* Build the graph of the bracket of ${s} with ${dummies}, without the players who must float. */
static enum lm_status make_graph(const struct search *s, uint32_t dummies, struct lm_dense **out)
{
    const bool barred = false;
    const uint32_t count = s->bracket->count;
    enum lm_status status =
        lm_dense_new(out, s->field->arena, (int32_t)(count + dummies), 1, &barred);
    if (status != LM_OK)
        return status;
    lm_dense_bar_all(*out);
    for (uint32_t a = 0; a < count; a++) {
        struct cost cost;
        for (uint32_t b = a + 1; b < count; b++)
            if (lm_dutch_2006_edge(s, a, b, FLOATS_FREE, FLOATS_FREE, &cost))
                lm_dense_meet(*out, (int32_t)a, (int32_t)b);
        for (uint32_t d = 0; d < dummies && lm_dutch_2006_leaver(s, a, FLOATS_FREE); d++)
            lm_dense_meet(*out, (int32_t)a, (int32_t)(count + d));
        if (s->must_float != NULL && s->must_float[a])
            lm_dense_remove(*out, (int32_t)a);
    }
    return LM_OK;
}

/* Can all players float who must? */
static bool floaters_may(const struct search *s)
{
    for (uint32_t i = 0; i < s->bracket->count && s->must_float != NULL; i++)
        if (s->must_float[i] && !lm_dutch_2006_leaver(s, i, FLOATS_FREE))
            return false;
    return true;
}

enum lm_status lm_dutch_2006_most(const struct search *search, uint32_t *most)
{
    struct lm_mark mark = lm_arena_mark(search->field->arena);
    struct lm_dense *m;
    *most = LESS_THAN_NEEDED;
    if (!floaters_may(search))
        return LM_OK;
    enum lm_status status = make_graph(search, 0, &m);
    if (status != LM_OK)
        return status;
    lm_dense_repair(m);
    uint32_t alone = (uint32_t)lm_dense_alone(m), paired = 0;
    for (uint32_t i = 0; i < search->bracket->count; i++)
        paired += lm_dense_mate(m, (int32_t)i) != LM_ALONE;
    if (alone > 0)
        status = make_graph(search, alone, &m);
    if (status == LM_OK && lm_dense_is_perfect(m))
        *most = paired / 2;
    lm_arena_reset(search->field->arena, mark);
    return status;
}

enum lm_status lm_dutch_2006_left_over(const struct search *search, bool *left, uint32_t *count)
{
    struct lm_mark mark = lm_arena_mark(search->field->arena);
    struct lm_dense *m;
    enum lm_status status = make_graph(search, 0, &m);
    if (status != LM_OK)
        return status;
    lm_dense_repair(m);
    *count = 0;
    for (uint32_t i = 0; i < search->bracket->count; i++) {
        left[i] = lm_dense_mate(m, (int32_t)i) == LM_ALONE;
        *count += left[i];
    }
    lm_arena_reset(search->field->arena, mark);
    return LM_OK;
}
