/* SPDX-License-Identifier: Apache-2.0 */

/* Sums are whole numbers, so that shards add up to the exact figures of one run. */

#include "cli/study/study_sums.h"

__extension__ typedef unsigned __int128 wide;

void sums_add(struct sums *sums, int64_t value)
{
    sums->count++;
    sums->sum += value;
    sums->squares += value * value;
}

void sums_join(struct sums *sums, const struct sums *more)
{
    sums->count += more->count;
    sums->sum += more->sum;
    sums->squares += more->squares;
}

/* Return the nearest whole number to ${over}/${under}, halves away from 0. */
static int64_t nearest(int64_t over, int64_t under)
{
    return (over + (over < 0 ? -under : under) / 2) / under;
}

/* Return the nearest whole number to the square root of ${n}. */
static int64_t root(wide n)
{
    uint64_t low = 0, high = UINT64_C(1) << 62;
    while (low < high) {
        uint64_t middle = low + (high - low + 1) / 2;
        if ((wide)middle * middle <= n)
            low = middle;
        else
            high = middle - 1;
    }
    return (int64_t)low + (n - (wide)low * low > low);
}

/* 1.96 standard errors: the root of 1.96^2 (n Q - S^2) / (n^2 (n - 1)). */
struct estimate estimate_of(const struct sums *sums)
{
    enum { SQUARE = 38416, TIMES = 10000 }; /* 1.96^2 */
    if (sums->count == 0)
        return (struct estimate){.known = false};
    struct estimate estimate = {nearest(sums->sum, sums->count), 0, true};
    wide n = (wide)(uint64_t)sums->count;
    wide size = (wide)(uint64_t)(sums->sum < 0 ? -sums->sum : sums->sum);
    wide spread = n * (wide)(uint64_t)sums->squares - size * size;
    if (n > 1)
        estimate.half = root(spread / n * SQUARE / TIMES / (n * (n - 1)));
    return estimate;
}
