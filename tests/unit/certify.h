/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_TESTS_UNIT_CERTIFY_H
#define LIMMAT_TESTS_UNIT_CERTIFY_H

#include "graph/best.h"

/*
 * Check the proof that the last lm_best_solve left behind: dual values that no better matching can
 * exist under (complementary slackness), tested in O(vertices^2) by code that shares nothing with
 * the solver.  ${arena} gives scratch memory and has it back.  LM_INTERNAL when the proof fails;
 * LM_LIMIT when there is no memory.
 */
LM_MUST_CHECK enum lm_status lm_best_certify(const struct lm_best *best, struct lm_arena *arena);

/* Whether the invariants of best.h hold (the duals are for lm_best_certify). */
bool lm_best_is_sane(const struct lm_best *m);

#endif
