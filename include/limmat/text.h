/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_TEXT_H
#define LIMMAT_TEXT_H

/*
 * A growing UTF-8 text, and the few operations on text that readers and writers need.
 *
 * A failed append leaves the text unchanged and sets ${failed}; later appends do nothing.  A writer
 * thus appends freely and checks once, at the end, with lm_text_status.
 */

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/export.h"

#ifdef __cplusplus
extern "C" {
#endif

struct lm_text {
    struct lm_arena *arena;
    char *bytes; /* NUL-terminated once something was appended; NULL before */
    size_t length;
    size_t capacity;
    bool failed;
};

/* An empty text whose bytes will live in ${arena}. */
LM_API struct lm_text lm_text_in(struct lm_arena *arena);

/* Append to ${text}; without memory ${failed} is set, and the text stays unchanged. */
LM_API void lm_text_add(struct lm_text *text, const char *string);
LM_API void lm_text_add_bytes(struct lm_text *text, const char *bytes, size_t length);
LM_API void lm_text_add_char(struct lm_text *text, char c);
/* ${number} in decimal digits, with its sign when it is negative. */
LM_API void lm_text_add_integer(struct lm_text *text, int64_t number);
LM_API void lm_text_repeat(struct lm_text *text, char c, size_t count);

/* printf into ${text}.  Use integers and strings only: %f would depend on the locale. */
LM_API void lm_text_print(struct lm_text *text, const char *format, ...) LM_PRINTF(2, 3);
LM_API void lm_text_vprint(struct lm_text *text, const char *format, va_list arguments)
    LM_PRINTF(2, 0);

/* Append ${tenths} as points: 25 -> "2.5", 30 -> "3.0", -5 -> "-0.5". */
LM_API void lm_text_add_tenths(struct lm_text *text, int64_t tenths);

/* The text as a C string ("" when empty), valid until the next append. */
LM_API const char *lm_text_string(const struct lm_text *text);

/* LM_OK, or LM_LIMIT when an append failed. */
LM_API enum lm_status lm_text_status(const struct lm_text *text);

/* Parse the whole of ${bytes}[0..${length}) as points with at most one decimal ("2.5", "2", ".5",
 * "-0.5", "+1", spaces around allowed; also "½" after digits or alone) into ${*tenths}. false
 * (unmodified) for other texts, or beyond +-1,000,000 points. */
LM_API bool lm_parse_tenths(const char *bytes, size_t length, int32_t *tenths);

/* Parse a decimal integer with optional sign and surrounding spaces, within [${low}, ${high}]. */
LM_API bool lm_parse_integer(const char *bytes, size_t length, int64_t low, int64_t high,
                             int64_t *value);

/* Append ${cell} in the form of RFC 4180: in quotes when necessary.  ${guarded}: a cell that a
 * spreadsheet would run as a formula (it begins with =, +, -, @, a tab or CR) gets an apostrophe in
 * front, which lm_csv_unguarded removes. */
LM_API void lm_text_add_csv(struct lm_text *out, const char *cell, bool guarded);
LM_API const char *lm_csv_unguarded(const char *cell);

/* Return the ASCII letter ${c} in the other case; other characters unchanged. */
LM_API char lm_lower(char c);
LM_API char lm_upper(char c);

/* Are ${a} and ${b} the same, ignoring the case of ASCII letters? */
LM_API bool lm_same_letters(const char *a, const char *b);

/* Decode the code point at ${bytes}, of which ${length} > 0 are left; return its length in bytes, 0
 * when none is well formed there. */
LM_API size_t lm_utf8_point(const char *bytes, size_t length, uint32_t *point);

/* Return the number of ASCII bytes at the beginning of ${bytes}. */
LM_API size_t lm_ascii_length(const char *bytes, size_t length);

/* Is ${bytes} well-formed UTF-8 (no overlong forms, no surrogates)? */
LM_API bool lm_utf8_valid(const char *bytes, size_t length);

/* Append the code point ${point}, at most U+10FFFF and no half of a pair, as UTF-8. */
LM_API void lm_text_add_point(struct lm_text *text, uint32_t point);

/* Append the Latin-1 bytes, and those that Windows-1252 puts into its gap, as UTF-8. */
LM_API void lm_text_add_latin1(struct lm_text *text, const char *bytes, size_t length);

/* Number of code points of a UTF-8 text; TRF columns count them. */
LM_API size_t lm_utf8_length(const char *bytes, size_t length);

/* Terminal columns of a UTF-8 text: 0 for combining marks, 2 for wide East Asian, else 1. */
LM_API size_t lm_utf8_width(const char *bytes, size_t length);

/* Append the well-formed UTF-8 text in the form used for searching: lower case, diacritics dropped
 * (Ł l, Đ d, Þ th, ø o, ß ss), apostrophes dropped, everything else except letters and digits as
 * one space, none at the ends.  Letters of other scripts stay. */
LM_API void lm_text_add_folded(struct lm_text *text, const char *bytes, size_t length);

/* Append the well-formed UTF-8 text with Greek, Cyrillic, Armenian and Georgian letters in small
 * Latin ones; other letters stay. */
LM_API void lm_text_add_latin(struct lm_text *text, const char *bytes, size_t length);

/* Append the text as lm_text_add_folded does, Greek and Cyrillic in small letters without accents,
 * too; ${spelt}: ü as ue and likewise, and other scripts in Latin letters.  Search indexes
 * have both, and queries match either.  Stored folded texts (marks of erased names, indexes) aren't
 * affected: lm_text_add_folded stays as it is. */
LM_API void lm_text_add_sought(struct lm_text *text, const char *bytes, size_t length, bool spelt);

#ifdef __cplusplus
}
#endif
#endif
