/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_JSON_H
#define LIMMAT_JSON_H

/*
 * JSON (RFC 8259), read strictly into a tree whose every node has its line and column, and written
 * canonically.
 *
 * Why not a library: a definition file or a tournament file must be refused with the place of each
 * mistake, found long after parsing, and the common C libraries drop places with the text.  Numbers
 * stay text until a caller reads them: no floating point decides anything here.
 *
 * Limits: 64 levels of nesting; duplicate keys are an error; a byte order mark is refused.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/export.h"
#include "limmat/status.h"
#include "limmat/text.h"

#ifdef __cplusplus
extern "C" {
#endif

enum lm_json_type {
    LM_JSON_NULL,
    LM_JSON_FALSE,
    LM_JSON_TRUE,
    LM_JSON_NUMBER,
    LM_JSON_STRING,
    LM_JSON_ARRAY,
    LM_JSON_OBJECT
};

struct lm_json {
    enum lm_json_type type;
    unsigned line;    /* of its first character, from 1 */
    unsigned column;  /* in bytes, from 1 */
    const char *key;  /* in an object: its name (UTF-8); else NULL */
    const char *text; /* string: its UTF-8 value, NUL-terminated; number: its digits as written */
    size_t length;    /* of ${text}; of an array or object: the number of children */
    struct lm_json *first; /* first child */
    struct lm_json *next;  /* next sibling */
};

/* Parse ${bytes}[0..${length}) into ${*out}, owned by ${arena}.  The first mistake is reported to
 * ${log} with its place and ends the parse with LM_INVALID. */
LM_API LM_MUST_CHECK enum lm_status lm_json_parse(const char *bytes, size_t length,
                                                  struct lm_arena *arena, struct lm_log *log,
                                                  struct lm_json **out);

/* Do the same for a text whose first line is line ${line} of a larger file: places refer to that.
 */
LM_API LM_MUST_CHECK enum lm_status lm_json_parse_at(const char *bytes, size_t length,
                                                     unsigned line, struct lm_arena *arena,
                                                     struct lm_log *log, struct lm_json **out);

/* Nodes that one tree after another reuses; all 0 to begin with. */
struct lm_json_nodes {
    struct lm_json *all;
    size_t used, capacity;
};

/*
 * Parse as one of many small texts, each needed for a moment only: the tree uses the nodes of
 * ${nodes}, valid until the next tree reuses them, and its texts lie in ${bytes}, which must stay:
 * each has a NUL in place of its closing quote.  The text is ${bytes}[${from}..${length}); places
 * count from the beginning of ${bytes}.  Numbers have no NUL behind them.  The arena supplies more
 * nodes if needed, and texts that had escapes.  After LM_OK lm_json_restore makes ${bytes} what
 * they were.
 */
LM_API LM_MUST_CHECK enum lm_status
lm_json_parse_in_place(char *bytes, size_t from, size_t length, unsigned line,
                       struct lm_json_nodes *nodes, struct lm_arena *arena, struct lm_log *log,
                       struct lm_json **out);
LM_API void lm_json_restore(char *bytes, size_t length);

/* The member ${key} of ${object}; NULL when it is missing or ${object} is not an object. */
LM_API const struct lm_json *lm_json_get(const struct lm_json *object, const char *key);

/* Is ${node} an integer (no fraction, no exponent) within the range?  Then store it.  NULL: no. */
LM_API bool lm_json_integer(const struct lm_json *node, int64_t low, int64_t high, int64_t *value);

/* Is ${node} a number with at most one decimal?  Then store tenths: 2.5 -> 25. */
LM_API bool lm_json_tenths(const struct lm_json *node, int32_t *tenths);

/* Is ${node} a boolean?  Then store it. */
LM_API bool lm_json_boolean(const struct lm_json *node, bool *value);

/* The text of a string node, NULL for any other node (also for NULL). */
LM_API const char *lm_json_string(const struct lm_json *node);

/* Name of a type for messages: "an array", "a string", … */
LM_API const char *lm_json_type_name(enum lm_json_type type);

/* Append ${string} quoted and escaped. */
LM_API void lm_json_add_string(struct lm_text *out, const char *string);

/*
 * A writer that cannot produce ill-formed JSON: it takes care of commas, indentation (two spaces,
 * or none when ${compact}) and escapes.  Members are written in the order given; writers give them
 * in the order of their schema, so that the same data always makes the same bytes.
 */
struct lm_json_writer {
    struct lm_text *out;
    bool compact;
    unsigned depth;
    unsigned
        inline_depth; /* containers at this depth and deeper are written on one line; 0: none */
    bool started[65]; /* a child was written at this depth */
};

/* Make a writer that appends to ${out}.  Its functions write members if ${key} is given, elements
 * if it is NULL.  ${compact}: nothing between them but commas. */
LM_API struct lm_json_writer lm_json_writer_to(struct lm_text *out, bool compact);
LM_API void lm_json_begin(struct lm_json_writer *w, const char *key, char bracket); /* '{' or '[' */
LM_API void lm_json_begin_inline(struct lm_json_writer *w, const char *key, char bracket);
LM_API void lm_json_end(struct lm_json_writer *w, char bracket); /* '}' or ']' */
LM_API void lm_json_put_string(struct lm_json_writer *w, const char *key, const char *value);
LM_API void lm_json_put_integer(struct lm_json_writer *w, const char *key, int64_t value);
LM_API void lm_json_put_tenths(struct lm_json_writer *w, const char *key, int64_t tenths);
LM_API void lm_json_put_boolean(struct lm_json_writer *w, const char *key, bool value);
LM_API void lm_json_put_null(struct lm_json_writer *w, const char *key);
LM_API void lm_json_put_node(struct lm_json_writer *w, const char *key, const struct lm_json *node);

#ifdef __cplusplus
}
#endif
#endif
