/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_FORM_H
#define LIMMAT_SERVER_FORM_H

/* Forms.  A handler accepts exactly the fields of its table. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/message.h"

enum { FORM_FIELDS_MAX = 112 };

enum form_kind {
    FORM_TEXT,   /* one line of at most ${high} characters, no control characters */
    FORM_LINES,  /* several lines, likewise */
    FORM_NUMBER, /* a whole number from ${low} to ${high} */
    FORM_DATE,   /* "2026-07-14" */
    FORM_CHOICE, /* one of ${choices}, separated by '|' */
    FORM_CHECK,  /* "1" or absent */
    FORM_MANY,   /* ids; the field can be repeated; joined by one space */
    FORM_EACH,   /* one line, as FORM_TEXT; the field can be repeated; each ends with a line end */
    FORM_FILE,   /* any bytes, ${high} at most */
    FORM_LARGE   /* likewise, as many as fit into a file; without NUL at the end */
};

struct form_field {
    const char *name; /* NULL ends the table */
    enum form_kind kind;
    int64_t low, high;
    const char *choices;
    bool required;
};

/* The value of a field; its index is the field's in the table. */
struct form_value {
    const char *text; /* "" if not given; NUL-terminated, except for FORM_LARGE */
    size_t length;
    int64_t number; /* of a FORM_NUMBER; ${low} if not given */
    bool given;
};

struct form_pair {
    const char *name, *text;
};

/* Every form can also have these fields: "csrf", the token; "ack", the reasons that the user has
 * confirmed, separated by spaces; "sure", the words typed to confirm an act that cannot be undone;
 * "req", the sender's number of the request.  "" if not given; ${sure} is NULL then. */
struct form {
    struct form_value values[FORM_FIELDS_MAX];
    const char *token, *acknowledged, *sure, *request;
    struct form_pair *pairs; /* as received, without these four; for asking again */
    size_t pair_count, pair_capacity;
    const struct lm_message *trouble; /* why the form is refused; NULL: it is valid */
    const char *wrong;                /* the field whose value is the reason; NULL: none */
};

/* Read ${body} of ${type} (a URL-encoded form, or multipart/form-data) by ${fields} (NULL: none).
 */
void form_read(struct form *form, const char *type, const char *body, size_t length,
               const struct form_field *fields, struct lm_arena *arena);

/* Read the query of an address, the part after '?'; ignore unknown fields. */
void form_read_query(struct form *form, const char *query, const struct form_field *fields,
                     struct lm_arena *arena);

/* Decode %XX and (with ${plus}) '+' in ${text}[0..${length}).  NULL if it is not well formed,
 * contains a NUL or is not UTF-8. */
char *form_decode(const char *text, size_t length, bool plus, struct lm_arena *arena);

#endif
