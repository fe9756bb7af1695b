/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PERIODS_H
#define LIMMAT_PERIODS_H

/*
 * Tournaments that last longer than a rating list is in force.
 *
 * A report holds one rating of each player, the first (record 001), which determines numbers and
 * pairings. TRF has no record for those of later lists, so they are comments, which every program
 * ignores and every format keeps:
 *
 *     ### Ratings @ Round 5: 1=2345 7=2210     from round 5 on; 0: no longer rated
 *     ### Tie-break ratings: by round          or "of round 5"; without it the first (C.07 art. 10)
 *
 * FIDE rates each month's report as a separate event (B.02 4.1): lm_tournament_period makes it.
 */

#include "limmat/tournament.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The ratings that tie-breaks use: LM_RATINGS_FIRST, LM_RATINGS_BY_ROUND (of an opponent, that of
 * the round of the game), or the number of a round whose ratings count throughout. */
#define LM_RATINGS_FIRST    0u
#define LM_RATINGS_BY_ROUND UINT32_MAX

/* Return the use that ${t} declares. */
LM_API uint32_t lm_rating_use(const struct lm_tournament *t);

/* Parse a use: "first", "by round" or "round", "of round 5" or "5"; false, unmodified, for other
 * texts. */
LM_API LM_MUST_CHECK bool lm_rating_use_named(const char *text, uint32_t *use);

/* Return the round from which ${comment} gives other ratings; 0: it gives none. */
LM_API uint32_t lm_is_record_of_ratings(const char *comment);

/* Return the ratings of all players in rounds 1 … ${rounds}: ${*table}[player x ${rounds} + round -
 * 1], in ${arena}; NULL when ${t} has no later ones.  LM_LIMIT.  O(players x rounds + comments). */
LM_API LM_MUST_CHECK enum lm_status lm_ratings_by_round(const struct lm_tournament *t,
                                                        uint32_t rounds, struct lm_arena *arena,
                                                        const int32_t **table);

/* Make a tournament of rounds ${first} … ${last} of ${t}, which is not of teams, for a report:
 * rounds count from 1, ratings are those of round ${first}, days those of the rounds, points those
 * from these rounds. Numbers stay, and so do texts, which are shared.  It must not be paired again:
 * scores of earlier rounds are missing.  LM_INVALID with the reason in ${log} (may be NULL).
 * O(players x rounds). */
LM_API LM_MUST_CHECK enum lm_status lm_tournament_period(const struct lm_tournament *t,
                                                         uint32_t first, uint32_t last,
                                                         struct lm_arena *arena, struct lm_log *log,
                                                         struct lm_tournament **out);

#ifdef __cplusplus
}
#endif
#endif
