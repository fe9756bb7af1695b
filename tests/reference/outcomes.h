/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_TESTS_REFERENCE_OUTCOMES_H
#define LIMMAT_TESTS_REFERENCE_OUTCOMES_H

#include "limmat/random.h"
#include "limmat/tournament.h"

/* The end of a game from White's side. */
enum outcome { BLACK_WINS, DRAWN, WHITE_WINS };

/* Draws the outcome of each game of a match in turn; ${context} is the caller's. */
typedef enum outcome outcome_function(const void *context, struct lm_random *random, uint32_t white,
                                      uint32_t black);

/* Enter results for the pending games of ${round}; White's and Black's are those of the match's
 * first game. */
void play_pending(struct lm_tournament *t, uint32_t round, outcome_function *outcome,
                  const void *context, struct lm_random *random);

#endif
