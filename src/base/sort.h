/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_BASE_SORT_H
#define LIMMAT_BASE_SORT_H

#include <stddef.h>
#include <stdint.h>

/* As qsort, but equal items keep their order: the standard leaves that open and libraries differ,
 * so that the same list would be sorted differently elsewhere.  O(n log n), O(n) if already sorted;
 * without memory for half of it, it is qsort. */
void lm_sort(void *all, size_t count, size_t size, int (*compare)(const void *, const void *));

struct lm_keyed {
    uint64_t key;
    uint32_t what; /* index of the item */
};

/* One key from two; ${first} decides first. */
static inline uint64_t lm_key_of(uint32_t first, uint32_t second)
{
    return (uint64_t)first << 32 | second;
}

/* A number as a part of a key: the smallest first, or the largest. */
static inline uint32_t lm_key_up(int32_t number)
{
    return (uint32_t)number ^ (uint32_t)1 << 31;
}

static inline uint32_t lm_key_down(int32_t number)
{
    return ~lm_key_up(number);
}

/* Sort by key, the smallest first; equal ones keep their order.  ${aside}: room for ${count} more.
 * O(count) for each byte of the keys that differs: comparisons would miss the cache if the list is
 * larger than it. */
void lm_sort_keyed(struct lm_keyed *all, struct lm_keyed *aside, size_t count);

#endif
