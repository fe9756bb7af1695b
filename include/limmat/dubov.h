/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_DUBOV_H
#define LIMMAT_DUBOV_H

/*
 * The average rating of opponents in the Dubov System of 1997: "ARO must be calculated after each
 * round as basis of the pairings" (art. 1) and published (art. 9).
 */

#include <stdint.h>

#include "limmat/export.h"
#include "limmat/status.h"
#include "limmat/tournament.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An exact average: ${sum} of the ratings of ${games} opponents; without games it counts as 0. */
struct lm_aro {
    int64_t sum;
    uint32_t games;
};

/* Return the rating that Dubov 1997 uses for players without one: option "unrated_rating" of ${t}.
 * LM_INVALID, with the remedy in ${log}, if it is needed but missing. */
LM_API LM_MUST_CHECK enum lm_status lm_dubov_unrated(const struct lm_tournament *t,
                                                     struct lm_log *log, int32_t *rating);

/* Return ARO of ${player} over the games actually played in rounds 1 … ${round}.  O(rounds). */
LM_API struct lm_aro lm_dubov_aro(const struct lm_tournament *t, uint32_t player, uint32_t round,
                                  int32_t unrated);

/* For display: tenths, halves up; 0 without games. */
LM_API int64_t lm_aro_tenths(struct lm_aro aro);

/* <0, 0, >0 as ${a} is lower than, equal to, higher than ${b}; exact. */
LM_API int lm_aro_compare(struct lm_aro a, struct lm_aro b);

#ifdef __cplusplus
}
#endif
#endif
