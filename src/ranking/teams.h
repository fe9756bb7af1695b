/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_RANKING_TEAMS_H
#define LIMMAT_RANKING_TEAMS_H

/* The matches of teams, assembled from the games of their players (records 310 to 330). */

#include "ranking/field.h"

/* Fill cells, points, ${win} and ${draw} of the field of teams ${f}. */
LM_MUST_CHECK enum lm_status lm_read_teams(struct field *f, struct lm_arena *arena);

#endif
