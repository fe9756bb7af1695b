/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_BASE_ROOM_H
#define LIMMAT_BASE_ROOM_H

/*
 * For readers and writers of millions of lines: memory that is not zeroed; and room for a whole
 * line in a text, to which the pieces are written before the text's length is set.
 */

#include <string.h>

#include "limmat/text.h"

/* As lm_arena_alloc, but without zeroing: for memory that is written in full before it is read. */
void *lm_arena_room(struct lm_arena *arena, size_t count, size_t size);

enum { LM_DIGITS_MOST = 20 }; /* of 2^64 - 1 */

/* Return room for ${more} further bytes and a NUL; NULL: no memory, ${text} has failed. */
char *lm_text_room(struct lm_text *text, size_t more);

/* End the text at ${end}, after bytes were put into its room. */
static inline void lm_text_ends(struct lm_text *text, char *end)
{
    text->length = (size_t)(end - text->bytes);
    *end = '\0';
}

/* Put bytes at ${to}; return the address after them. */
static inline char *lm_put(char *to, const char *bytes, size_t length)
{
    memcpy(to, bytes, length);
    return to + length;
}

static inline char *lm_put_string(char *to, const char *string)
{
    return lm_put(to, string, strlen(string));
}

static inline char *lm_put_number(char *to, uint64_t number)
{
    char digits[LM_DIGITS_MOST];
    size_t from = sizeof digits;
    do
        digits[--from] = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    return lm_put(to, digits + from, sizeof digits - from);
}

static inline char *lm_put_integer(char *to, int64_t number)
{
    if (number < 0)
        *to++ = '-';
    return lm_put_number(to, number < 0 ? 0 - (uint64_t)number : (uint64_t)number);
}

/* Fold well-formed UTF-8 as lm_text_add_folded does, into ${to}, which has room for ${length}
 * bytes: no letter becomes longer.  Return the length. */
size_t lm_fold(const char *bytes, size_t length, char *to);

#endif
