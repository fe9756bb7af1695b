/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_TESTS_REFERENCE_TEAM_2026_H
#define LIMMAT_TESTS_REFERENCE_TEAM_2026_H

#include "dutch_2026.h"

/*
 * The Swiss Team Pairing System, C.04.6 in force from 1 February 2026, written again from the
 * articles: it looks at every set of upfloaters and at every pairing of a bracket, and takes the
 * best.  For up to 12 teams.  Of the Dutch reference only the description of a position is shared:
 * a player is a team, a record a match, points are those of the primary score.
 *
 * Returns 0 and the round in ${out}, or 1 when no legal pairing exists.
 */
int ref_team_2026_pair(const struct ref_state *state, struct ref_pairing *out);

#endif
