/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_KNOCK_OUT_H
#define LIMMAT_PAIRING_KNOCK_OUT_H

#include "limmat/knock_out.h"

/* Return the seed (from 0) at ${slot} of a bracket of ${size}, a power of two, where 1 meets the
 * last, and the best two can meet only in its final. */
uint32_t lm_bracket_seed(uint32_t slot, uint32_t size);

/* Return the slot of ${seed}, the inverse of lm_bracket_seed. */
uint32_t lm_bracket_slot(uint32_t seed, uint32_t size);

/* Decide who goes on from the match of ${a} and ${b} in ${round}: set ${winner}, ${by} and ${step}
 * of ${match}. */
void lm_knock_out_decide(const struct lm_tournament *t, uint32_t round, uint32_t a, uint32_t b,
                         struct lm_knock_out_match *match);

#endif
