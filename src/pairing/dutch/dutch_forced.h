/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_DUTCH_FORCED_H
#define LIMMAT_PAIRING_DUTCH_FORCED_H

#include "pairing/dutch/dutch_model.h"
#include "pairing/forced.h"

/*
 * Store in ${out} the cost of ${question} in ${bracket}, which was paired as ${actual} with the
 * seats up to ${end} in view and is not committed to the rest.  One or a few solved brackets; cheap
 * where the pair itself is forbidden.  ${known} is from the last question about the same bracket,
 * or new.
 */
enum lm_status lm_dutch_force(struct dutch *d, const struct dutch_bracket *bracket,
                              const struct dutch_result *actual, uint32_t end,
                              struct dutch_question question, struct dutch_values *known,
                              struct lm_forced *out);

/* Do the same by counting, where that proves it: ${*done}.  Near-linear. */
enum lm_status lm_dutch_force_by_counting(struct dutch *d, const struct dutch_bracket *bracket,
                                          const struct dutch_result *actual,
                                          struct dutch_question question, bool *done,
                                          struct lm_forced *out);

/* Is the pair itself the obstacle, without solving anything: the two cannot meet, or both are due
 * the same colour where every player of the bracket gets the due colour?  false: not proved. */
bool lm_dutch_forbids(struct dutch *d, const struct dutch_bracket *bracket,
                      const struct dutch_result *actual, struct dutch_question question,
                      struct lm_forced *out);

#endif
