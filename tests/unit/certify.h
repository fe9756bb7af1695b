/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_TESTS_UNIT_CERTIFY_H
#define LIMMAT_TESTS_UNIT_CERTIFY_H

#include "graph/best.h"

/*
 * Check the proof that the last lm_best_solve left: dual values under which no better matching can
 * exist (complementary slackness), tested in O(vertices^2) by code that shares nothing with the
 * solver.  ${arena} gives scratch memory and gets it back.  LM_INTERNAL if the proof fails;
 * LM_LIMIT if memory runs out.
 */
LM_MUST_CHECK enum lm_status lm_best_certify(const struct lm_best *best, struct lm_arena *arena);

/* Do the invariants of best.h hold?  (The duals are for lm_best_certify.) */
bool lm_best_is_sane(const struct lm_best *m);

#endif
