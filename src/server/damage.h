/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_DAMAGE_H
#define LIMMAT_SERVER_DAMAGE_H

/*
 * What is damaged: a journal whose bytes are not those that were stored is set aside and named, and
 * all others go on.  It is found when it is read; a thread of its own looks through the whole store
 * once after the start, and says in the log when the mirror is not written.
 */

#include "server/server.h"

struct damage *damage_new(void);
void damage_free(struct damage *d);

/* Look through the store of ${s} meanwhile; false: no thread. */
bool damage_start(struct server *s);
void damage_stop(struct damage *d);

/* Is ${status}, of reading a journal, one of damage? */
bool is_damage(enum lm_status status);

/* Open ${journal} by ${open}, which has ${all}.  What is damaged is set aside, LM_OK: it harms no
 * other. */
typedef enum lm_status damage_opener(void *all, const char *journal, struct lm_log *log);
LM_MUST_CHECK enum lm_status damage_open(struct damage *d, const char *journal, damage_opener *open,
                                         void *all, struct lm_log *log);

/* ${journal} ("": the store itself) is damaged, and ${what}: said in the log, once. */
void damage_note(struct damage *d, const char *journal, const char *what);

struct damage_item {
    const char *journal, *what;
};

/* What is known of ${journal}, in ${arena}; NULL: it is well. */
const char *damage_of(struct damage *d, const char *journal, struct lm_arena *arena);
bool is_damaged(struct damage *d, const char *journal);

/* All of it, in ${arena}. */
LM_MUST_CHECK enum lm_status damage_list(struct damage *d, struct lm_arena *arena,
                                         const struct damage_item **items, size_t *count);

/* Refuse a request about what is damaged, with 503: why and what to do for who may know. */
LM_MUST_CHECK enum lm_status damage_refuse(struct visit *v);

#endif
