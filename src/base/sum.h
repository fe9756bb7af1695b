/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_BASE_SUM_H
#define LIMMAT_BASE_SUM_H

/*
 * A checksum over bytes: a changed byte changes it, and so does a missing or an added one; only the
 * number of groups of eight zeros at the beginning has no effect.  It is the same on every machine,
 * however the bytes were divided into pieces, and offers no protection against deliberate changes.
 */

#include <stddef.h>
#include <stdint.h>

struct lm_sum {
    uint64_t sum;
    uint64_t held; /* the bytes since the last whole eight, the first lowest … */
    unsigned bits; /* … and their number of bits */
};

void lm_sum_add(struct lm_sum *sum, const char *bytes, size_t length);

/* The sum of all that was added. */
uint64_t lm_sum_of(const struct lm_sum *sum);

#endif
