/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_KEEPER_H
#define LIMMAT_SERVER_KEEPER_H

/* Internals of the events of a server: owners of an event (events.c), storing lines (event_keep.c),
 * the machine that can write them (event_home.c), and journals as files (event_import.c). */

#include "os/threads.h"
#include "server/events.h"

enum {
    EVENT_SLUG = 64,
    ASIDE = '^' /* begins the name of lines set aside from an event */
};

struct event_keeper {
    struct event event; /* asleep if it has no desk */
    struct os_mutex lock;
    struct lm_arena *arena; /* of the event's data; not a visit's */
    bool stale;             /* the store can differ: read it again before use */
    /* Fields below are under the lock of the list. */
    uint64_t number;                    /* of the last stored line */
    uint64_t listed, summarised;        /* last line in the directory, in the stored summary */
    int64_t heard;                      /* time of the last message from its home */
    bool away;                          /* another machine runs it */
    bool deleted;                       /* the address stays, with a note that it was deleted */
    unsigned users;                     /* visits that hold it or wait for it; keeps it awake */
    size_t bytes;                       /* of its arena when it was last given back; 0: asleep */
    struct event_keeper *newer, *older; /* list of those awake, by the time they were given back */
    struct event_keeper *next;          /* with the same hash */
    char slug[EVENT_SLUG];
};

/* Make a keeper with an empty desk, in no list; NULL: no memory, with a message in ${log}. */
struct event_keeper *keeper_new(const char *slug, struct lm_log *log);
void keeper_free(struct event_keeper *k);

/* Replay the journal of ${k} from the store into ${arena}. */
LM_MUST_CHECK enum lm_status keeper_replay(struct server *s, struct event_keeper *k,
                                           struct lm_arena *arena, struct lm_log *log);

/* --- for the event of a visit */

/* Notify open pages of a change. */
void event_tell(struct visit *v);

/* Read the event again from the store, as the copy in memory is not reliable. */
LM_MUST_CHECK enum lm_status event_read_again(struct visit *v);

/* Replay ${count} ${lines} that another server or machine has written. */
LM_MUST_CHECK enum lm_status event_replay_foreign(struct visit *v, const struct store_line *lines,
                                                  size_t count);

/* Read the lines that other servers have appended after the last one known here. Pointers into the
 * desk stay valid. */
LM_MUST_CHECK enum lm_status event_catch_up(struct visit *v);

/* Store and announce the lines that the desk has accepted; undo what could not be stored.
 * LM_DIFFERENT: another server has stored a line of this number first. */
LM_MUST_CHECK enum lm_status event_keep(struct visit *v, const struct lm_desk_taken *taken);

/* Delete the private data of an erased person from the store, for good and in every backup restored
 * later. */
LM_MUST_CHECK enum lm_status event_forget_erased(struct visit *v,
                                                 const struct lm_desk_taken *taken);

/* Turn LM_DIFFERENT into a refusal; pass any other status on. */
LM_MUST_CHECK enum lm_status event_say_overtaken(struct visit *v, enum lm_status status);

/* Refuse unless this machine is the home: only one machine writes, since lines entered at two would
 * have to be merged by hand. */
LM_MUST_CHECK enum lm_status event_check_home(struct visit *v);

#endif
