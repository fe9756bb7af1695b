/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRAPH_COMPLETE_H
#define GRAPH_COMPLETE_H

#include "graph/largest.h"

/*
 * The first perfect matching in an order of pairs: pairs are asked for one after the other, and
 * each is taken if it leaves everybody else a mate.
 */
struct lm_completion;

/* Ask of ${matching}, perfect and of ${vertices} vertices, which is used up by what is taken. */
LM_MUST_CHECK enum lm_status lm_completion_new(struct lm_completion **out, struct lm_arena *arena,
                                               struct lm_matching *matching, int32_t vertices);

/* If all the others can be matched perfectly without ${u} and ${v}, neighbours and present, take
 * the two out.  Otherwise false: no pair taken before or after changes that.  Of all that are asked
 * for with the same ${u} one after the other, one at most costs a search in vain. */
bool lm_completion_take(struct lm_completion *c, int32_t u, int32_t v);

/* Can they?  Both stay, and are a pair then. */
bool lm_completion_can(struct lm_completion *c, int32_t u, int32_t v);

/* May there be a perfect matching with ${u} and ${v}?  false: it is known that there is none. */
bool lm_completion_may(const struct lm_completion *c, int32_t u, int32_t v);

#endif
