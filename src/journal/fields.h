/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_JOURNAL_FIELDS_H
#define LIMMAT_JOURNAL_FIELDS_H

#include "limmat/journal.h"

enum { LM_ID_BYTES = 64, LM_LIST_ITEMS = 100000 };

/* Names are a few letters: strcmp would take longer to begin. */
static inline bool lm_is_name(const char *a, const char *b)
{
    while (*a == *b && *a != '\0')
        a++, b++;
    return *a == *b;
}

/* Is ${text} what an id is: 1 to LM_ID_BYTES letters, digits and - _ . : @ + ? */
bool lm_is_id(const char *text, size_t length);

/* lm_fields_read for an object that may have other members. */
enum lm_status lm_fields_take(const struct lm_field *fields, size_t count,
                              const struct lm_json *object, const struct lm_json *secret, bool wish,
                              struct lm_arena *arena, struct lm_log *log, void *value);

/* The same, and what the rows have read is taken out of ${object}: the rest is for somebody else.
 */
enum lm_status lm_fields_pick(const struct lm_field *fields, size_t count, struct lm_json *object,
                              struct lm_arena *arena, struct lm_log *log, void *value);

/* What every line says, and the private line. */
struct lm_common {
    int64_t version, number, at, happened, undoes;
    const char *event, *section, *by, *request, *previous, *sealed;
    struct lm_words acknowledged;
};
struct lm_private {
    int64_t number;
    const char *person, *salt;
};

/* Read the line at ${bytes} (without newline), line ${place} of its file, into a copy of it in
 * ${arena} (${*kept}, as lm_json_parse_in_place leaves it) and a tree of ${nodes} (${*object}) with
 * what the line says beyond ${*out}. */
enum lm_status lm_common_read(const char *bytes, size_t length, unsigned place,
                              struct lm_json_nodes *nodes, struct lm_arena *arena,
                              struct lm_log *log, const char **kept, struct lm_json **object,
                              struct lm_common *out);
/* The same of ${line}, which it changes, without the short way for a line as lm_journal_write makes
 * it: what both give is the same. */
enum lm_status lm_common_read_any(char *line, size_t length, unsigned place,
                                  struct lm_json_nodes *nodes, struct lm_arena *arena,
                                  struct lm_log *log, struct lm_json **object,
                                  struct lm_common *out);
enum lm_status lm_private_read(const char *bytes, size_t length, unsigned place,
                               struct lm_arena *arena, struct lm_log *log, struct lm_json **object,
                               struct lm_private *out);

void lm_digest_hex(const struct lm_journal_hooks *hooks, const char *bytes, size_t length,
                   char out[2 * LM_DIGEST_BYTES + 1]);

/* Cut the next line off ${*bytes}[0..${*length}): its length; false: no whole line is left. */
bool lm_next_line(const char **bytes, size_t *length, const char **line, size_t *line_length);

#endif
