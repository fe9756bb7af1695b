/* SPDX-License-Identifier: Apache-2.0 */
#include "base/sum.h"

enum { EIGHT = 8, BYTE = 8, WHOLE = EIGHT * BYTE };

static uint64_t mixed(uint64_t sum, uint64_t eight)
{
    sum = (sum ^ eight) * UINT64_C(0x9E3779B97F4A7C15);
    return sum ^ sum >> (WHOLE / 2);
}

/* Return eight bytes as a number, the first lowest; compilers make one load of it. */
static uint64_t eight_at(const char *bytes)
{
    const unsigned char *at = (const unsigned char *)bytes;
    return (uint64_t)at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 | (uint64_t)at[3] << 24 |
           (uint64_t)at[4] << 32 | (uint64_t)at[5] << 40 | (uint64_t)at[6] << 48 |
           (uint64_t)at[7] << 56;
}

static void add_byte(struct lm_sum *sum, char byte)
{
    sum->held |= (uint64_t)(unsigned char)byte << sum->bits;
    sum->bits += BYTE;
    if (sum->bits < WHOLE)
        return;
    sum->sum = mixed(sum->sum, sum->held);
    sum->held = 0;
    sum->bits = 0;
}

void lm_sum_add(struct lm_sum *sum, const char *bytes, size_t length)
{
    for (; length > 0 && sum->bits != 0; length--)
        add_byte(sum, *bytes++);
    uint64_t own = sum->sum;
    for (; length >= EIGHT; length -= EIGHT, bytes += EIGHT)
        own = mixed(own, eight_at(bytes));
    sum->sum = own;
    for (; length > 0; length--)
        add_byte(sum, *bytes++);
}

uint64_t lm_sum_of(const struct lm_sum *sum)
{
    return mixed(mixed(sum->sum, sum->held), sum->bits);
}
