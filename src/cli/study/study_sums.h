/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_STUDY_STUDY_SUMS_H
#define LIMMAT_CLI_STUDY_STUDY_SUMS_H

#include <stdbool.h>
#include <stdint.h>

/* The number of values v, their sum, and that of their squares. */
struct sums {
    int64_t count, sum, squares;
};

void sums_add(struct sums *sums, int64_t value);
void sums_join(struct sums *sums, const struct sums *more);

/* A mean with the half width of its 95 % interval, in the parts of the measure. */
struct estimate {
    int64_t mean, half;
    bool known; /* there were values */
};

/* By the normal distribution: there are hundreds of values, or the interval is wide anyway. */
struct estimate estimate_of(const struct sums *sums);

#endif
