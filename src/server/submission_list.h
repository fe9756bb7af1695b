/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_SUBMISSION_LIST_H
#define LIMMAT_SERVER_SUBMISSION_LIST_H

/*
 * The index of submitted tournaments (submissions.h): an entry for each in memory, found by its
 * address, by the digest of its sender's secret, or by the digest of its file, each through a hash.
 *
 * Any thread can call these; results are copies in the arena of the caller.
 */

#include "server/submissions.h"

struct submission_list;

enum submission_key { SUBMISSION_SLUG_KEY, SUBMISSION_OWNER_KEY, SUBMISSION_FILE_KEY };

struct submission_list *submission_list_new(void); /* NULL: no memory */
void submission_list_free(struct submission_list *list);

/* Add ${s}, or replace the entry with its address; LM_LIMIT: nothing has changed. */
LM_MUST_CHECK enum lm_status submission_list_put(struct submission_list *list,
                                                 const struct submission *s);

/* Find the entry whose ${key} is ${text}, for SUBMISSION_FILE_KEY a public one; ${out->slug} is
 * NULL if there is none. */
void submission_list_find(struct submission_list *list, enum submission_key key, const char *text,
                          struct lm_arena *arena, struct submission *out);

/* List all entries in ${state}, the latest change first. */
LM_MUST_CHECK enum lm_status submission_list_all(struct submission_list *list,
                                                 enum submission_state state,
                                                 struct lm_arena *arena, struct submission **out,
                                                 size_t *count);

/* Find the state of ${slug} and the number of its last line; false: not found. */
bool submission_list_state(struct submission_list *list, const char *slug,
                           enum submission_state *state, uint64_t *number);

#endif
