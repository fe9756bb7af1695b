/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRAPH_BITS_H
#define GRAPH_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sets of vertices, a bit for each. */

enum { LM_SET_BITS = 64 };

/* How many words a set of ${vertices} takes. */
static inline size_t lm_set_words(int32_t vertices)
{
    return ((size_t)vertices + LM_SET_BITS - 1) / LM_SET_BITS;
}

static inline bool lm_set_holds(const uint64_t *set, int32_t v)
{
    return (set[v / LM_SET_BITS] >> v % LM_SET_BITS & 1) != 0;
}

static inline void lm_set_insert(uint64_t *set, int32_t v)
{
    set[v / LM_SET_BITS] |= UINT64_C(1) << v % LM_SET_BITS;
}

static inline void lm_set_drop(uint64_t *set, int32_t v)
{
    set[v / LM_SET_BITS] &= ~(UINT64_C(1) << v % LM_SET_BITS);
}

#endif
