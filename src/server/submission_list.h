/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_SUBMISSION_LIST_H
#define LIMMAT_SERVER_SUBMISSION_LIST_H

/*
 * The tournaments that were sent in, as submissions.h tells of them: a line of each in memory,
 * found by its address, by the digest of its sender's secret and by that of its file, each by a
 * hash.
 *
 * Any thread may call; what is found is a copy in the arena of who asks.
 */

#include "server/submissions.h"

struct submission_list;

enum submission_key { SUBMISSION_SLUG_KEY, SUBMISSION_OWNER_KEY, SUBMISSION_FILE_KEY };

struct submission_list *submission_list_new(void); /* NULL: no memory */
void submission_list_free(struct submission_list *list);

/* Put ${s} into the place of what is known of its address; LM_LIMIT: nothing has happened. */
LM_MUST_CHECK enum lm_status submission_list_put(struct submission_list *list,
                                                 const struct submission *s);

/* The one whose ${key} is ${text}, for SUBMISSION_FILE_KEY a public one; ${out->slug} is NULL when
 * there is none. */
void submission_list_find(struct submission_list *list, enum submission_key key, const char *text,
                          struct lm_arena *arena, struct submission *out);

/* All in that state, the latest change first. */
LM_MUST_CHECK enum lm_status submission_list_all(struct submission_list *list,
                                                 enum submission_state state,
                                                 struct lm_arena *arena, struct submission **out,
                                                 size_t *count);

/* The state of ${slug} and the number of its last line; false: there is no such one. */
bool submission_list_state(struct submission_list *list, const char *slug,
                           enum submission_state *state, uint64_t *number);

#endif
