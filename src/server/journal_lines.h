/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_JOURNAL_LINES_H
#define LIMMAT_SERVER_JOURNAL_LINES_H

/* Journals as text, which the library replays, and as the lines of the store. */

#include "store/store.h"

/* Whole lines, and the private parts of those that have one: {"n":12,…, one a line. In one file,
 * the messages of a championship can precede these (letters.h): {"n":0,…. */
struct lines {
    const char *bytes;
    size_t length;
    const char *secrets;
    size_t secret_length;
    const char *letters;
    size_t letter_length;
};

/* Append ${lines}, whose first is number ${first}, to ${journal}; as store_append. */
LM_MUST_CHECK enum lm_status lines_append(struct store *store, const char *journal, uint64_t first,
                                          const struct lines *lines, struct lm_arena *arena,
                                          struct lm_log *log);

/* Append to ${journal} the lines that ${lines} have more, which can be all. ${*first}: number of
 * the first new line, 0 if nothing is new. LM_DIFFERENT: line ${*first} differs there. */
LM_MUST_CHECK enum lm_status lines_extend(struct store *store, const char *journal,
                                          const struct lines *lines, struct lm_arena *arena,
                                          struct lm_log *log, uint64_t *first);

/* Read all lines of ${journal}, in ${arena}. */
LM_MUST_CHECK enum lm_status lines_read(struct store *store, const char *journal,
                                        struct lm_arena *arena, struct lines *out,
                                        struct lm_log *log);

/* Do ${lines} begin like a journal? Does a file hold both parts, first the private ones, one a
 * line, then the lines? Split such a file; join both into one. */
bool lines_are_journal(const struct lines *lines);
bool lines_are_together(const char *bytes, size_t length);
void lines_part(const char *bytes, size_t length, struct lines *out);
LM_MUST_CHECK enum lm_status lines_together(const struct lines *lines, struct lm_text *out);

/* Return the rows of ${lines}, whose first is number ${first}, in ${arena}. */
LM_MUST_CHECK enum lm_status lines_rows(const struct lines *lines, uint64_t first,
                                        struct lm_arena *arena, struct store_line **rows,
                                        size_t *count);

/* Is the private part of a line missing without an erasure? ${*all}: all of them are. */
bool lines_lack_secrets(const struct lines *lines, struct lm_arena *arena, bool *all);

/* Read the lines of the text file ${journal} and (if it exists) of ${secrets}. Drop an incomplete
 * last line, which was never confirmed. ${journal} can hold both. */
LM_MUST_CHECK enum lm_status lines_of_files(const char *journal, const char *secrets,
                                            struct lines *out, struct lm_log *log);

#endif
