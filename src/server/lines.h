/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_LINES_H
#define LIMMAT_SERVER_LINES_H

/* Journals as text, of which the library makes a state, and as the lines of the store. */

#include "store/store.h"

/* Whole lines, and those of them that have a private part: {"n":12,…, one a line.  In one file the
 * messages of a championship can stand before these (letters.h): {"n":0,…. */
struct lines {
    const char *bytes;
    size_t length;
    const char *secrets;
    size_t secret_length;
    const char *letters;
    size_t letter_length;
};

/* Append ${lines}, the first of which is number ${first}, to ${journal}; as store_append. */
LM_MUST_CHECK enum lm_status lines_append(struct store *store, const char *journal, uint64_t first,
                                          const struct lines *lines, struct lm_arena *arena,
                                          struct lm_log *log);

/* Put into ${journal} what ${lines} have more than it, which may be all; ${*first}: the number of
 * the first new line, 0 when nothing is new.  LM_DIFFERENT: line ${*first} is another there. */
LM_MUST_CHECK enum lm_status lines_extend(struct store *store, const char *journal,
                                          const struct lines *lines, struct lm_arena *arena,
                                          struct lm_log *log, uint64_t *first);

/* All lines of ${journal}, in ${arena}. */
LM_MUST_CHECK enum lm_status lines_read(struct store *store, const char *journal,
                                        struct lm_arena *arena, struct lines *out,
                                        struct lm_log *log);

/* The same of one file that has both: the private parts, one a line, and the lines behind them. */
bool lines_are_journal(const struct lines *lines);
bool lines_are_together(const char *bytes, size_t length);
void lines_part(const char *bytes, size_t length, struct lines *out);
LM_MUST_CHECK enum lm_status lines_together(const struct lines *lines, struct lm_text *out);

/* The rows of ${lines}, the first of which is number ${first}, in ${arena}. */
LM_MUST_CHECK enum lm_status lines_rows(const struct lines *lines, uint64_t first,
                                        struct lm_arena *arena, struct store_line **rows,
                                        size_t *count);

/* Is the private part of a line missing that no erasure accounts for?  ${*all}: there is none at
 * all. */
bool lines_lack_secrets(const struct lines *lines, struct lm_arena *arena, bool *all);

/* The lines of the text file ${journal} and (if it is there) of ${secrets}, but for a last one that
 * was cut off: of that nobody was told.  ${journal} may have both together. */
LM_MUST_CHECK enum lm_status lines_of_files(const char *journal, const char *secrets,
                                            struct lines *out, struct lm_log *log);

#endif
