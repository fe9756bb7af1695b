/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_BASE_TEXTS_H
#define LIMMAT_BASE_TEXTS_H

/* Tools for readers and writers of text, beyond limmat/text.h. */

#include "limmat/json.h"
#include "limmat/text.h"

/* Is ${c} an ASCII digit? */
static inline bool lm_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Is ${c} an ASCII letter? */
static inline bool lm_is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Does ${c} continue a code point of UTF-8, rather than begin one? */
static inline bool lm_is_utf8_tail(char c)
{
    return ((unsigned char)c & 0xC0) == 0x80;
}

/* Return the value of the hexadecimal digit ${c}, in either case; -1: it isn't one. */
static inline int lm_hex_digit(char c)
{
    char low = (char)(c | 0x20);
    return lm_is_digit(c) ? c - '0' : low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
}

/* Read the digits at ${*at}, of a text with a NUL, and move past them; stop after the one that
 * takes the number above ${most}, which is below 10^18.  0 without digits. */
static inline uint64_t lm_take_number(const char **at, uint64_t most)
{
    uint64_t number = 0;
    for (; lm_is_digit(**at) && number <= most; ++*at)
        number = number * 10 + (uint64_t)(**at - '0');
    return number;
}

/* Leave out spaces on both sides of ${*bytes}[0..${*length}). */
static inline void lm_trim(const char **bytes, size_t *length)
{
    for (; *length > 0 && **bytes == ' '; --*length)
        ++*bytes;
    while (*length > 0 && (*bytes)[*length - 1] == ' ')
        --*length;
}

/* Remove spaces from the end of ${text}, down to ${least} bytes. */
void lm_text_trim(struct lm_text *text, size_t least);

/* Append ${bytes} as hexadecimal digits, two each, in lower case. */
void lm_text_add_hex(struct lm_text *text, const void *bytes, size_t length);

/* Append ${string} for an address: all but ASCII letters, digits and ${plain} as %XX. */
void lm_text_add_escaped(struct lm_text *text, const char *string, const char *plain);

/* Return printf's text, or a copy of ${string}, in ${arena}; "" without memory. */
const char *lm_printed(struct lm_arena *arena, const char *format, ...) LM_PRINTF(2, 3);
const char *lm_vprinted(struct lm_arena *arena, const char *format, va_list arguments)
    LM_PRINTF(2, 0);
const char *lm_copied(struct lm_arena *arena, const char *string);

/* Return the text of ${object}'s member ${key}; "" if it is missing or no string. */
const char *lm_json_text(const struct lm_json *object, const char *key);

/* Compare two strings of an array of pointers, for sorting. */
int lm_by_text(const void *a, const void *b);

#endif
