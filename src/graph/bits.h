/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRAPH_BITS_H
#define GRAPH_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sets of vertices, a bit for each. */

enum { LM_SET_BITS = 64 };

/* Return the number of words of a set of ${vertices}. */
static inline size_t lm_set_words(int32_t vertices)
{
    return ((size_t)vertices + LM_SET_BITS - 1) / LM_SET_BITS;
}

/* Return the word of ${v}, which is not negative; the cast lets the compiler know this. */
static inline size_t lm_set_word(int32_t v)
{
    return (uint32_t)v / LM_SET_BITS;
}

static inline uint64_t lm_set_bit(int32_t v)
{
    return UINT64_C(1) << (uint32_t)v % LM_SET_BITS;
}

static inline bool lm_set_holds(const uint64_t *set, int32_t v)
{
    return (set[lm_set_word(v)] & lm_set_bit(v)) != 0;
}

static inline void lm_set_insert(uint64_t *set, int32_t v)
{
    set[lm_set_word(v)] |= lm_set_bit(v);
}

static inline void lm_set_drop(uint64_t *set, int32_t v)
{
    set[lm_set_word(v)] &= ~lm_set_bit(v);
}

/* Return the number of elements in one ${word} of a set.  Where a processor can lack the
 * instruction, the compiler's own function is a call. */
static inline uint32_t lm_set_count(uint64_t word)
{
#if defined(__x86_64__) && !defined(__POPCNT__)
    word -= word >> 1 & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + (word >> 2 & UINT64_C(0x3333333333333333));
    word = (word + (word >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (uint32_t)(word * UINT64_C(0x0101010101010101) >> 56);
#else
    return (uint32_t)__builtin_popcountll(word);
#endif
}

/* Insert the vertices from ${first} up to, not including, ${end}. */
static inline void lm_set_insert_all(uint64_t *set, uint32_t first, uint32_t end)
{
    while (first < end) {
        uint32_t room = LM_SET_BITS - first % LM_SET_BITS, left = end - first;
        uint32_t some = left < room ? left : room;
        set[first / LM_SET_BITS] |= UINT64_MAX >> (LM_SET_BITS - some) << first % LM_SET_BITS;
        first += some;
    }
}

#endif
