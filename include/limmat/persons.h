/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PERSONS_H
#define LIMMAT_PERSONS_H

/* Two ids that are one person. */

#include <stdint.h>

#include "limmat/export.h"
#include "limmat/registry.h"
#include "limmat/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Give ${right} what ${registry} knows of ${wrong}, and take ${wrong} out; both are in it and
 * differ.  In each kind of chess games add up, and what a published rating has reached stays
 * reached.  The rating of ${right} stays in force; where it has none, that of ${wrong} does, with
 * its history.  Results of an unrated player come together in one pool.  K follows from the sum.
 * Changes of rating are not computed anew: that takes the events.  LM_LIMIT: no memory.
 */
LM_API LM_MUST_CHECK enum lm_status lm_person_merge(struct lm_registry *registry, uint32_t wrong,
                                                    uint32_t right);

#ifdef __cplusplus
}
#endif
#endif
