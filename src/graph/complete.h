/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRAPH_COMPLETE_H
#define GRAPH_COMPLETE_H

#include "graph/largest.h"

/*
 * The first perfect matching in an order of pairs: pairs are tried one after the other, and each is
 * taken if it leaves every other vertex a mate.
 */
struct lm_completion;

/* Create it from ${matching}, perfect and of ${vertices} vertices.  Taking pairs uses the matching
 * up. */
LM_MUST_CHECK enum lm_status lm_completion_new(struct lm_completion **out, struct lm_arena *arena,
                                               struct lm_matching *matching, int32_t vertices);

/* If all the others can be matched perfectly without ${u} and ${v}, neighbours and present, take
 * the two out.  Otherwise return false: no pair taken before or after changes that.  Of all pairs
 * tried with the same ${u} one after the other, at most one costs a vain search. */
bool lm_completion_take(struct lm_completion *c, int32_t u, int32_t v);

/* Can they be taken?  Both stay, and are then a pair. */
bool lm_completion_can(struct lm_completion *c, int32_t u, int32_t v);

#endif
