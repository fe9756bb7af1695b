/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRAPH_LEVEL_H
#define GRAPH_LEVEL_H

#include "limmat/matching.h"

/*
 * The best perfect matchings that a proof left are those of the pairs with the greatest sum of
 * depths (lm_best_depth).  Where that needs no odd sets, they are all perfect matchings of fewer
 * pairs: bar the others, and let the depth of these be 0.  false: it does need them, or that could
 * not be told soon; nothing is changed.
 *
 * ${depth}[u * vertices + v], u < v, are the depths, LM_BARRED where there is no pair; ${mate} is
 * one of those matchings; ${scratch} has room for LM_LEVEL_SCRATCH numbers for each of ${vertices}.
 * O(vertices^2) with a small factor.
 */
enum { LM_LEVEL_SCRATCH = 4 };
bool lm_depths_level(int16_t *depth, int32_t vertices, const int32_t *mate, int32_t *scratch);

#endif
