/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_UNIT_WEIGHTS_H
#define TESTS_UNIT_WEIGHTS_H

/* Small random graphs with weights, for which a test can examine every matching. */

#include <string.h>

#include "limmat/random.h"

enum { WEIGHTS_MOST = 11 };

struct weights {
    int32_t n, greatest;
    int32_t weight[WEIGHTS_MOST][WEIGHTS_MOST]; /* 0: no edge */
};

/* For lm_priorities, whose context is the graph. */
static inline bool weight_of(const void *context, int32_t u, int32_t v, int64_t *value)
{
    const struct weights *w = context;
    *value = w->weight[u][v];
    return w->weight[u][v] > 0;
}

/* Draw 2 to ${most} vertices, about ${percent} of 100 of whose pairs have weights 1 to ${greatest}.
 */
static inline void draw_weights(struct weights *w, int32_t most, uint64_t percent, int32_t greatest,
                                struct lm_random *random)
{
    memset(w, 0, sizeof *w);
    w->n = 2 + (int32_t)lm_random_below(random, (uint64_t)most - 1);
    w->greatest = greatest;
    for (int32_t u = 0; u < w->n; u++)
        for (int32_t v = 0; v < u; v++)
            if (lm_random_below(random, 100) < percent)
                w->weight[u][v] = w->weight[v][u] =
                    1 + (int32_t)lm_random_below(random, (uint64_t)greatest);
}

#endif
