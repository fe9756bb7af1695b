/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_JOURNAL_FIELDS_H
#define LIMMAT_JOURNAL_FIELDS_H

#include "limmat/journal.h"

enum { LM_ID_BYTES = 64, LM_LIST_ITEMS = 100000 };

/* Compare names in a loop: for a few letters, strcmp takes longer to start. */
static inline bool lm_is_name(const char *a, const char *b)
{
    while (*a == *b && *a != '\0')
        a++, b++;
    return *a == *b;
}

/* Is ${text} a valid id: 1 to LM_ID_BYTES letters, digits and - _ . : @ + ? */
bool lm_is_id(const char *text, size_t length);

/* Do the same as lm_fields_read, for an object that can have other members. */
enum lm_status lm_fields_take(const struct lm_field *fields, size_t count,
                              const struct lm_json *object, const struct lm_json *secret, bool wish,
                              struct lm_arena *arena, struct lm_log *log, void *value);

/* Do the same, and remove the members that were read from ${object}: the rest is for another
 * reader. */
enum lm_status lm_fields_pick(const struct lm_field *fields, size_t count, struct lm_json *object,
                              struct lm_arena *arena, struct lm_log *log, void *value);

/* The members of every line, and of a private line. */
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
 * the members of the line that are not in ${*out}. */
enum lm_status lm_common_read(const char *bytes, size_t length, unsigned place,
                              struct lm_json_nodes *nodes, struct lm_arena *arena,
                              struct lm_log *log, const char **kept, struct lm_json **object,
                              struct lm_common *out);
/* Do the same with ${line}, which is modified, without the fast path for lines in the form of
 * lm_journal_write: the results of both are the same. */
enum lm_status lm_common_read_any(char *line, size_t length, unsigned place,
                                  struct lm_json_nodes *nodes, struct lm_arena *arena,
                                  struct lm_log *log, struct lm_json **object,
                                  struct lm_common *out);
enum lm_status lm_private_read(const char *bytes, size_t length, unsigned place,
                               struct lm_arena *arena, struct lm_log *log, struct lm_json **object,
                               struct lm_private *out);

void lm_digest_hex(const struct lm_journal_hooks *hooks, const char *bytes, size_t length,
                   char out[2 * LM_DIGEST_BYTES + 1]);

/* Cut the next line off ${*bytes}[0..${*length}), and return its length; false: no whole line is
 * left. */
bool lm_next_line(const char **bytes, size_t *length, const char **line, size_t *line_length);

#endif
