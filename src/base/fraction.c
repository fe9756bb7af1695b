/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/fraction.h"

#include <assert.h>
#include <inttypes.h>

#include "base/room.h"

static int64_t greatest_common_divisor(int64_t a, int64_t b)
{
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

struct lm_fraction lm_fraction_of(int64_t over, int64_t under)
{
    assert(under != 0);
    int64_t divisor = greatest_common_divisor(over, under);
    if (under < 0)
        divisor = -divisor;
    return (struct lm_fraction){over / divisor, under / divisor};
}

bool lm_fraction_add(struct lm_fraction a, struct lm_fraction b, struct lm_fraction *sum)
{
    int64_t shared = greatest_common_divisor(a.under, b.under);
    int64_t left;
    int64_t right;
    int64_t over;
    int64_t under;
    if (__builtin_mul_overflow(a.over, b.under / shared, &left) ||
        __builtin_mul_overflow(b.over, a.under / shared, &right) ||
        __builtin_add_overflow(left, right, &over) ||
        __builtin_mul_overflow(a.under, b.under / shared, &under))
        return false;
    *sum = lm_fraction_of(over, under);
    return true;
}

bool lm_fraction_multiply(struct lm_fraction a, struct lm_fraction b, struct lm_fraction *product)
{
    struct lm_fraction left = lm_fraction_of(a.over, b.under); /* reduced crosswise first */
    struct lm_fraction right = lm_fraction_of(b.over, a.under);
    int64_t over;
    int64_t under;
    if (__builtin_mul_overflow(left.over, right.over, &over) ||
        __builtin_mul_overflow(left.under, right.under, &under))
        return false;
    *product = lm_fraction_of(over, under);
    return true;
}

static int64_t floor_division(int64_t over, int64_t under)
{
    return over / under - (over % under < 0 ? 1 : 0);
}

int64_t lm_fraction_round(struct lm_fraction a)
{
    int64_t whole = floor_division(a.over, a.under);
    int64_t rest = a.over - whole * a.under;
    return whole + (rest >= a.under - rest ? 1 : 0);
}

void lm_text_add_fraction(struct lm_text *out, struct lm_fraction a)
{
    lm_text_print(out, "%" PRId64, a.over);
    if (a.under != 1)
        lm_text_print(out, "/%" PRId64, a.under);
}

void lm_text_add_fraction_decimal(struct lm_text *out, struct lm_fraction a)
{
    int64_t whole = floor_division(a.over, a.under);
    struct lm_fraction rest = {a.over - whole * a.under, a.under};
    struct lm_fraction hundredths;
    if (!lm_fraction_multiply(rest, (struct lm_fraction){100, 1}, &hundredths))
        hundredths = (struct lm_fraction){0, 1}; /* a denominator beyond 9e16: practically zero */
    lm_text_add_hundredths(out, whole * 100 + lm_fraction_round(hundredths));
}

void lm_text_add_hundredths(struct lm_text *out, int64_t hundredths)
{
    uint64_t size = hundredths < 0 ? 0 - (uint64_t)hundredths : (uint64_t)hundredths;
    char *to = lm_text_room(out, LM_DIGITS_MOST + 4);
    if (to == NULL)
        return;
    to = lm_put_number(lm_put(to, "-", hundredths < 0), size / 100);
    to = lm_put_number(lm_put(to, ".0", size % 100 < 10 ? 2 : 1), size % 100);
    lm_text_ends(out, to);
}
