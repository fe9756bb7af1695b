/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRAPH_LARGEST_H
#define GRAPH_LARGEST_H

#include "limmat/matching.h"

/* Whether the invariants written at ${struct lm_matching} hold between two public calls. */
bool lm_matching_is_sane(const struct lm_matching *m);

#endif
