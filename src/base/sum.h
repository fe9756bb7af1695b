/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_BASE_SUM_H
#define LIMMAT_BASE_SUM_H

/*
 * A sum over bytes that tells whether they are still what they were: a byte that fell over changes
 * it, and one more or fewer; only how many eights of zeros they begin with does not.  It is the
 * same on every machine, however the bytes were cut into pieces, and no help against somebody who
 * means to deceive.
 */

#include <stddef.h>
#include <stdint.h>

struct lm_sum {
    uint64_t sum;
    uint64_t held; /* the bytes since the last whole eight, the first lowest … */
    unsigned bits; /* … and how many bits they have */
};

void lm_sum_add(struct lm_sum *sum, const char *bytes, size_t length);

/* The sum of all that was added. */
uint64_t lm_sum_of(const struct lm_sum *sum);

#endif
