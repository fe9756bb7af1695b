/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_LINES_H
#define LIMMAT_SERVER_LINES_H

/* Journals as text, of which the library makes a state, and as the lines of the store. */

#include "store/store.h"

/* Whole lines, and those of them that have a private part: {"n":12,…, one a line. */
struct lines {
    const char *bytes;
    size_t length;
    const char *secrets;
    size_t secret_length;
};

/* Append ${lines}, the first of which is number ${first}, to ${journal}; as store_append. */
LM_MUST_CHECK enum lm_status lines_append(struct store *store, const char *journal, uint64_t first,
                                          const struct lines *lines, struct lm_arena *arena,
                                          struct lm_log *log);

/* All lines of ${journal}, in ${arena}. */
LM_MUST_CHECK enum lm_status lines_read(struct store *store, const char *journal,
                                        struct lm_arena *arena, struct lines *out,
                                        struct lm_log *log);

/* The lines of the text file ${journal} and (if it is there) of ${secrets}, but for a last one that
 * was cut off: of that nobody was told. */
LM_MUST_CHECK enum lm_status lines_of_files(const char *journal, const char *secrets,
                                            struct lines *out, struct lm_log *log);

#endif
