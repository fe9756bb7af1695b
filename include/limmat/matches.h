/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_MATCHES_H
#define LIMMAT_MATCHES_H

/*
 * Matches of two games, as the model holds them and as files with one game a column do.
 *
 * A Double-Swiss match takes two columns of a TRF, 2k-1 and 2k, one for each game; every round
 * number in such a file counts columns.  The columns agree: the same opponent with reversed
 * colours, or a bye in both.  A bye of the match is worth what its two columns are: a pairing-
 * allocated bye is written U and H (1 and ½: C.04.5 art. 1.4), other byes twice.
 */

#include "limmat/arena.h"
#include "limmat/export.h"
#include "limmat/status.h"
#include "limmat/tournament.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Does the encoded type (192) of ${t} declare that two columns are a match? */
LM_API bool lm_has_split_matches(const struct lm_tournament *t);

/* Make matches of two games each of the columns of ${t}, which has one game a round.  LM_INVALID,
 * with player and columns in ${log}, when two columns do not agree; ${t} is unmodified then.
 * LM_LIMIT.  O(players x rounds). */
LM_API LM_MUST_CHECK enum lm_status lm_join_matches(struct lm_tournament *t, struct lm_log *log);

/* Do the opposite: make ${t}, of two games a match, a tournament of one game a column in ${*out},
 * which shares with ${t} the data that do not depend on rounds; in ${arena}.  LM_LIMIT. */
LM_API LM_MUST_CHECK enum lm_status
lm_split_matches(const struct lm_tournament *t, struct lm_arena *arena, struct lm_tournament **out);

#ifdef __cplusplus
}
#endif
#endif
