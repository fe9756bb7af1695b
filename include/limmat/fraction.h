/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FRACTION_H
#define LIMMAT_FRACTION_H

/*
 * Exact fractions, for averages of ratings, where floating point must not decide anything.
 *
 * Always in lowest terms with a positive denominator; the zeroed struct is not a fraction.
 */

#include <stdbool.h>
#include <stdint.h>

#include "limmat/export.h"
#include "limmat/text.h"

#ifdef __cplusplus
extern "C" {
#endif

struct lm_fraction {
    int64_t over;  /* the numerator, carries the sign */
    int64_t under; /* the denominator, > 0 */
};

/* ${over}/${under} in lowest terms; ${under} is not 0. */
LM_API struct lm_fraction lm_fraction_of(int64_t over, int64_t under);

/* ${*sum} = ${a} + ${b}; false, unmodified, when the result does not fit. */
LM_API LM_MUST_CHECK bool lm_fraction_add(struct lm_fraction a, struct lm_fraction b,
                                          struct lm_fraction *sum);

/* ${*product} = ${a} x ${b}; false, unmodified, when the result does not fit. */
LM_API LM_MUST_CHECK bool lm_fraction_multiply(struct lm_fraction a, struct lm_fraction b,
                                               struct lm_fraction *product);

/* The nearest whole number, halves upwards: floor(${a} + 1/2). */
LM_API int64_t lm_fraction_round(struct lm_fraction a);

/* Append as "6037/4", or "1855" when it is whole. */
LM_API void lm_text_add_fraction(struct lm_text *out, struct lm_fraction a);

/* Append the nearest value with two decimals, halves upwards: 6037/4 -> "1509.25". */
LM_API void lm_text_add_fraction_decimal(struct lm_text *out, struct lm_fraction a);

/* Append ${hundredths} as a decimal number: -345 -> "-3.45". */
LM_API void lm_text_add_hundredths(struct lm_text *out, int64_t hundredths);

#ifdef __cplusplus
}
#endif
#endif
