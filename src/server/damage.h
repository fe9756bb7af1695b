/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_DAMAGE_H
#define LIMMAT_SERVER_DAMAGE_H

/*
 * Damaged journals.  A journal whose bytes differ from those stored is set aside with its reason,
 * and all others stay in use.  Damage is found when a journal is read; a thread also checks the
 * whole store once after the start.  The thread also logs when the mirror cannot be written.
 */

#include "server/server.h"

struct damage *damage_new(void);
void damage_free(struct damage *d);

/* Start the thread that checks the store of ${s}; false: no thread. */
bool damage_start(struct server *s);
void damage_stop(struct damage *d);

/* Does ${status}, from reading a journal, mean damage? */
bool is_damage(enum lm_status status);

/* Open ${journal} by ${open}, with ${all}.  A damaged one is set aside with LM_OK, because it does
 * not affect the others. */
typedef enum lm_status damage_opener(void *all, const char *journal, struct lm_log *log);
LM_MUST_CHECK enum lm_status damage_open(struct damage *d, const char *journal, damage_opener *open,
                                         void *all, struct lm_log *log);

/* Record that ${journal} ("": the store itself) is damaged, with ${what} as the reason, and log it
 * once. */
void damage_note(struct damage *d, const char *journal, const char *what);

struct damage_item {
    const char *journal, *what;
};

/* Return the damage of ${journal}, in ${arena}; NULL: none. */
const char *damage_of(struct damage *d, const char *journal, struct lm_arena *arena);
bool is_damaged(struct damage *d, const char *journal);

/* List all damage, in ${arena}. */
LM_MUST_CHECK enum lm_status damage_list(struct damage *d, struct lm_arena *arena,
                                         const struct damage_item **items, size_t *count);

/* Refuse a request for a damaged journal, with 503; users with the right to know see why and what
 * to do. */
LM_MUST_CHECK enum lm_status damage_refuse(struct visit *v);

#endif
