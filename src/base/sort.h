/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_BASE_SORT_H
#define LIMMAT_BASE_SORT_H

#include <stddef.h>

/* As qsort, but who is equal keeps the order: the standard leaves that open and libraries differ,
 * so that the same list stood in another order elsewhere.  O(n log n), O(n) where it is sorted
 * already; without memory for half of it it is qsort. */
void lm_sort(void *all, size_t count, size_t size, int (*compare)(const void *, const void *));

#endif
