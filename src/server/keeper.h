/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_KEEPER_H
#define LIMMAT_SERVER_KEEPER_H

/* Within the events of a server: who keeps one (events.c); how what is taken is kept
 * (event_keep.c), where it may be taken (event_home.c), and journals as files (event_import.c). */

#include "os/threads.h"
#include "server/events.h"

enum {
    EVENT_SLUG = 64,
    ASIDE = '^' /* begins the name of what was put aside of an event */
};

struct event_keeper {
    struct event event; /* without a desk it is asleep */
    struct os_mutex lock;
    struct lm_arena *arena; /* everything of it; not that of a visit */
    bool stale;             /* the store may have something else: it is read again */
    /* The rest is under the lock of the list. */
    uint64_t number;             /* of the last line that is stored */
    uint64_t listed, summarised; /* as of which the directory, a summary in the store have it */
    int64_t heard;               /* its home, the last time */
    bool away;                   /* it is run at another machine */
    bool deleted;                /* its address stays, and says so */
    unsigned users;              /* who have it or wait for it: it stays awake */
    size_t bytes;                /* of its arena, when it was given back; 0: asleep */
    struct event_keeper *newer, *older; /* of those awake, by when they were given back */
    struct event_keeper *next;          /* of the same hash */
    char slug[EVENT_SLUG];
};

/* A keeper with an empty desk, who is in no list; NULL: no memory, said in ${log}. */
struct event_keeper *keeper_new(const char *slug, struct lm_log *log);
void keeper_free(struct event_keeper *k);

/* Do what the store has of ${k}, read into ${arena}. */
LM_MUST_CHECK enum lm_status keeper_replay(struct server *s, struct event_keeper *k,
                                           struct lm_arena *arena, struct lm_log *log);

/* --- of the event that a visit has */

/* Tell who looks on that there is something new. */
void event_tell(struct visit *v);

/* Read the event anew from the store: what was in memory is not to be relied on. */
LM_MUST_CHECK enum lm_status event_read_again(struct visit *v);

/* Do the ${count} ${lines} that another server or machine has taken. */
LM_MUST_CHECK enum lm_status event_replay_foreign(struct visit *v, const struct store_line *lines,
                                                  size_t count);

/* What other servers have put behind the last line that is known here.  What is at hand of the desk
 * stays where it is. */
LM_MUST_CHECK enum lm_status event_catch_up(struct visit *v);

/* Store and tell what the desk has taken; what could not be stored is taken back.  LM_DIFFERENT:
 * another server was faster with a line of this number. */
LM_MUST_CHECK enum lm_status event_keep(struct visit *v, const struct lm_desk_taken *taken);

/* What is private of a person who was erased leaves the store, for good and for every backup that
 * comes back. */
LM_MUST_CHECK enum lm_status event_forget_erased(struct visit *v,
                                                 const struct lm_desk_taken *taken);

/* LM_DIFFERENT becomes a refusal, anything else stays. */
LM_MUST_CHECK enum lm_status event_say_overtaken(struct visit *v, enum lm_status status);

/* One machine writes: what were entered at two would have to be put together by somebody. */
LM_MUST_CHECK enum lm_status event_check_home(struct visit *v);

#endif
