/* SPDX-License-Identifier: Apache-2.0 */
#include "rating/evaluation.h"

/*
 * Instead of rating/evaluation.c: the module has no national editions, so no rules ask for an
 * evaluation, and visitors need not fetch it.
 */

int32_t lm_rating_normal(const struct lm_rating_evaluation *evaluation, int32_t difference)
{
    (void)evaluation, (void)difference;
    return 0;
}

int32_t lm_rating_bent(const struct lm_rating_bend *bend, int32_t rating)
{
    (void)bend;
    return rating;
}

enum lm_status lm_rating_evaluate(const struct lm_rating_rules *rules,
                                  const struct lm_rating_event *event,
                                  struct lm_player_report *reports, struct lm_arena *arena)
{
    (void)rules, (void)event, (void)reports, (void)arena;
    return LM_INTERNAL;
}
