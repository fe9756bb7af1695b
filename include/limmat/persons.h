/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PERSONS_H
#define LIMMAT_PERSONS_H

/* The merge of two ids that belong to one person. */

#include <stdint.h>

#include "limmat/export.h"
#include "limmat/registry.h"
#include "limmat/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Give ${right} the data that ${registry} has of ${wrong}, and remove ${wrong}; both are in it and
 * differ.  In each kind of chess games add up, and the heights that a published rating has reached
 * remain.  The rating of ${right} stays in force; without one, it gets that of ${wrong}, with its
 * history.  Results of an unrated player come together in one pool.  K follows from the sum.
 * Changes of rating are not computed again: that takes the events.  LM_LIMIT: no memory.
 */
LM_API LM_MUST_CHECK enum lm_status lm_person_merge(struct lm_registry *registry, uint32_t wrong,
                                                    uint32_t right);

#ifdef __cplusplus
}
#endif
#endif
