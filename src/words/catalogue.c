/* SPDX-License-Identifier: Apache-2.0 */
#include "words/catalogue.h"

#include <stdint.h>
#include <string.h>

/*
 * The format of GNU .mo files: a magic number, a revision, the number of strings, and where the
 * tables of the keys, sorted, and of their words begin; a row of a table is length and offset.
 * libintl reads them too, but with the process's locale and from files.
 */
enum { WORD = 4, ROW = 2 * WORD, HEAD = 5 * WORD };
static const uint32_t magic = 0x950412de;

struct bytes {
    const char *at;
    size_t length;
};

/* The number at ${place}, or 0 beyond the end. */
static uint32_t number_at(const struct bytes *b, size_t place)
{
    if (b->length < WORD || place > b->length - WORD)
        return 0;
    const unsigned char *p = (const unsigned char *)b->at + place;
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* The string of ${row} in ${table}; NULL when it is not all there. */
static const char *string_at(const struct bytes *b, uint32_t table, uint32_t row)
{
    size_t place = (size_t)table + (size_t)row * ROW;
    size_t length = number_at(b, place), offset = number_at(b, place + WORD);
    if (offset >= b->length || length >= b->length - offset || b->at[offset + length] != '\0')
        return NULL;
    return b->at + offset;
}

const char *lm_catalogue_find(const char *bytes, size_t length, const char *key)
{
    const struct bytes b = {bytes, length};
    if (length < HEAD || number_at(&b, 0) != magic || key[0] == '\0')
        return NULL;
    uint32_t low = 0, high = number_at(&b, 2 * WORD);
    uint32_t keys = number_at(&b, 3 * WORD), words = number_at(&b, 4 * WORD);
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const char *found = string_at(&b, keys, middle);
        if (found == NULL)
            return NULL;
        int order = strcmp(key, found);
        if (order == 0)
            return string_at(&b, words, middle);
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}
