/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_FORM_H
#define LIMMAT_SERVER_FORM_H

/* Forms: what a handler takes is a table of fields, and nothing else gets through. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/told.h"

enum { FORM_FIELDS_MAX = 112 };

enum form_kind {
    FORM_TEXT,   /* one line of at most ${high} bytes, no control characters */
    FORM_LINES,  /* lines, likewise */
    FORM_NUMBER, /* a whole number from ${low} to ${high} */
    FORM_DATE,   /* "2026-07-14" */
    FORM_CHOICE, /* one of ${choices}, separated by '|' */
    FORM_CHECK,  /* "1" or not there */
    FORM_MANY,   /* ids, the field may stand there again and again; joined by one space */
    FORM_FILE,   /* any bytes, ${high} at most */
    FORM_LARGE   /* likewise, as many as go into a file of their own; no NUL ends them */
};

struct form_field {
    const char *name; /* a row without name ends the table */
    enum form_kind kind;
    int64_t low, high;
    const char *choices;
    bool required;
};

/* What was given for a field; by its place in the table. */
struct form_value {
    const char *text; /* "" when not given; NUL-terminated, but for FORM_LARGE */
    size_t length;
    int64_t number; /* of a FORM_NUMBER; ${low} when not given */
    bool given;
};

struct form_pair {
    const char *name, *text;
};

/* What every form may have besides: "csrf", the token; "ack", what its sender was told and has
 * confirmed, apart by spaces; "sure", the words that were typed for what is for good; "req", the
 * sender's number of the request.  "" when not given. */
struct form {
    struct form_value values[FORM_FIELDS_MAX];
    const char *token, *acknowledged, *sure, *request;
    struct form_pair *pairs; /* as they came, but for these four: to ask again with them */
    size_t pair_count, pair_capacity;
    const struct lm_told *trouble; /* why it is refused; NULL: it is not */
};

/* Read ${body} of ${type} (a URL-encoded form, or multipart/form-data) by ${fields} (NULL: none).
 */
void form_read(struct form *form, const char *type, const char *body, size_t length,
               const struct form_field *fields, struct lm_arena *arena);

/* The same of the part of an address behind '?'; fields that are not known are passed over. */
void form_read_query(struct form *form, const char *query, const struct form_field *fields,
                     struct lm_arena *arena);

/* ${text}[0..${length}) with %XX and (in forms) '+' resolved; NULL when it is not well formed, has
 * a NUL in it, or is not UTF-8. */
char *form_decode(const char *text, size_t length, bool plus, struct lm_arena *arena);

#endif
