/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_TESTS_REFERENCE_TEAM_2026_H
#define LIMMAT_TESTS_REFERENCE_TEAM_2026_H

#include "dutch_2026.h"

/*
 * The Swiss Team Pairing System, C.04.6 in force from 1 February 2026, written again from the
 * articles: it examines every set of upfloaters and every pairing of a bracket, and takes the best.
 * For up to 12 teams.  Only the description of a position is shared with the Dutch reference: a
 * player is a team, a record a match, points are those of the primary score.  Return 0 and the
 * round in ${out}, or 1 if no legal pairing exists.
 */
int ref_team_2026_pair(const struct ref_state *state, struct ref_pairing *out);

#endif
