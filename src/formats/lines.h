/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FORMATS_LINES_H
#define LIMMAT_FORMATS_LINES_H

/* Text files as lines of UTF-8 whose columns count code points. */

#include <stdbool.h>
#include <stddef.h>

#include "formats/reading.h"

struct lm_line {
    const char *bytes; /* without the line end */
    size_t length;
    unsigned number; /* from 1 */
    bool plain;      /* ASCII only: a column is a byte */
    /* The end of the latest look-up, so that looking up column after column stays linear. */
    unsigned seen_column; /* from 1 */
    size_t seen_byte;
};

struct lm_lines {
    struct lm_line *all;
    size_t count;
};

/* Part of a line, without surrounding spaces. */
struct lm_field {
    const char *bytes;
    size_t length;
    unsigned column; /* of its first character */
};

/* ${*bytes} as UTF-8 (lm_as_utf8). */
void lm_decode(struct lm_reading *r, const char **bytes, size_t *length);

/* Split ${bytes}: UTF-8 (byte order marks skipped) or else Windows-1252; lines end in CR, LF or
 * CRLF. A TAB is a space.  Spaces at the end of a line, and blank lines, are left out.  A NUL byte
 * is refused. */
void lm_lines_split(struct lm_reading *r, const char *bytes, size_t length, struct lm_lines *out);

/* Columns ${first} … ${last} (from 1, inclusive), up to the end of the line. */
struct lm_field lm_line_columns(struct lm_line *line, unsigned first, unsigned last);

/* Take the next word (run of non-spaces) off ${*rest}.  Empty at the end. */
struct lm_field lm_next_word(struct lm_field *rest);

/* Is ${field} equal to ${word}, regardless of case? */
bool lm_field_is(struct lm_field field, const char *word);

/* Length of ${line} in columns. */
unsigned lm_line_width(const struct lm_line *line);

#endif
