/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_RANDOM_H
#define LIMMAT_RANDOM_H

/*
 * Random numbers with a seed that anyone can repeat: SplitMix64 (Steele, Lea, Flood 2014).  The
 * same seed gives the same numbers on every machine, which lots and generated tournaments need.
 * Not for secrets.
 */

#include <stdint.h>

#include "limmat/export.h"

#ifdef __cplusplus
extern "C" {
#endif

struct lm_random {
    uint64_t state;
};

/* A generator for ${seed}. */
LM_API struct lm_random lm_random_from(uint64_t seed);

/* An independent generator for item ${number} of a run: shards need no common state. */
LM_API struct lm_random lm_random_fork(struct lm_random random, uint64_t number);

/* The next 64 bits. */
LM_API uint64_t lm_random_next(struct lm_random *random);

/* A number in [0, ${bound}), unbiased; ${bound} > 0. */
LM_API uint64_t lm_random_below(struct lm_random *random, uint64_t bound);

#ifdef __cplusplus
}
#endif
#endif
