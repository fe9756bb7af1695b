/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_RATING_EVALUATION_H
#define LIMMAT_RATING_EVALUATION_H

#include "rating/result.h"

/* Evaluate ${event}, whose lines ${reports} have, by ${rules->evaluation}. */
enum lm_status lm_rating_evaluate(const struct lm_rating_rules *rules,
                                  const struct lm_rating_event *event,
                                  struct lm_player_report *reports, struct lm_arena *arena);

#endif
