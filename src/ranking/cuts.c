/* SPDX-License-Identifier: Apache-2.0 */

/* C.07 art. 14 and 16.5: the contributions to leave out. */

#include "ranking/tie_break.h"

/* Is ${a} less significant than ${b}?  Compare by their measure (SB: the opponent's score), then by
 * their contribution (14.1.1.4). */
static bool is_less(const struct lm_contribution *a, const struct lm_contribution *b)
{
    return a->key != b->key ? a->key < b->key : a->value < b->value;
}

static struct lm_contribution *least_of(struct lm_contribution *all, size_t count)
{
    struct lm_contribution *least = NULL;
    for (size_t i = 0; i < count; i++)
        if (all[i].cut == LM_KEPT && (least == NULL || is_less(&all[i], least)))
            least = &all[i];
    return least;
}

static struct lm_contribution *greatest_of(struct lm_contribution *all, size_t count)
{
    struct lm_contribution *greatest = NULL;
    for (size_t i = 0; i < count; i++)
        if (all[i].cut == LM_KEPT && (greatest == NULL || is_less(greatest, &all[i])))
            greatest = &all[i];
    return greatest;
}

/* The lowest contribution that comes from a voluntary unplayed round; of equal ones the least
 * significant: "they are the same element if the least significant value comes from a VUR". */
static struct lm_contribution *least_voluntary_of(struct lm_contribution *all, size_t count)
{
    struct lm_contribution *least = NULL;
    for (size_t i = 0; i < count; i++)
        if (all[i].cut == LM_KEPT && all[i].voluntary &&
            (least == NULL || all[i].value < least->value ||
             (all[i].value == least->value && all[i].key < least->key)))
            least = &all[i];
    return least;
}

/* 16.5.1: cut the lowest voluntary contribution, unless it is lower than the least significant
 * value (for Sonneborn-Berger: the higher of the two). */
static void cut_least(struct lm_contribution *all, size_t count)
{
    struct lm_contribution *least = least_of(all, count);
    struct lm_contribution *voluntary = least_voluntary_of(all, count);
    if (voluntary != NULL && voluntary->value >= least->value)
        voluntary->cut = LM_CUT_VOLUNTARY;
    else if (least != NULL)
        least->cut = LM_CUT_LEAST;
}

void lm_cut_contributions(const struct question *q, struct lm_contribution *all, size_t count)
{
    uint32_t ends = !q->row->median ? 0 : q->a->rounds >= 9 ? 2 : 1;
    for (uint32_t i = 0; i < q->code->least + ends; i++)
        cut_least(all, count);
    for (uint32_t i = 0; i < q->code->greatest + ends; i++) {
        struct lm_contribution *greatest = greatest_of(all, count);
        if (greatest != NULL)
            greatest->cut = LM_CUT_GREATEST;
    }
}
