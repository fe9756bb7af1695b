/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_TESTS_REFERENCE_AS_TOURNAMENT_H
#define LIMMAT_TESTS_REFERENCE_AS_TOURNAMENT_H

#include "limmat/tournament.h"
#include "random_tournament.h"

/* Convert the random tournament, before the round to be paired, to the library's form, in ${arena}.
 */
enum lm_status as_tournament(const struct random_tournament *from, struct lm_arena *arena,
                             struct lm_tournament **out);

/* The same as a view of teams: with the code of C.04.6 and a secondary score. */
enum lm_status as_team_tournament(const struct random_tournament *from, struct lm_arena *arena,
                                  struct lm_tournament **out);

#endif
