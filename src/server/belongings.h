/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_BELONGINGS_H
#define LIMMAT_SERVER_BELONGINGS_H

/*
 * What the store keeps of an event beside its journal: announcements, prize plans, regulations,
 * entries and their links, licences.
 *
 * The home of the event alone writes them.  The copy at another machine gets them with the journal:
 * each message says how new those of its sender are, by the epoch in which they were written and a
 * count of changes; whoever has newer ones sends them all.  They are written over those of the same
 * key, and none is removed because the other lacks it: an entry that was forgotten stays as an
 * empty record for a while, so that it is forgotten everywhere.
 */

#include "server/events.h"

struct belongings {
    int64_t epoch, count;               /* 0, 0: of a machine that never had any */
    const struct store_record *records; /* NULL: only how new they are */
    size_t record_count;
};

/* How new those of ${v} are.  At the home this looks for changes: do it before the home moves. */
LM_MUST_CHECK enum lm_status belongings_look(struct visit *v, struct belongings *out);

/* The same, with all records when those of ${theirs} are older. */
LM_MUST_CHECK enum lm_status belongings_fill(struct visit *v, const struct belongings *theirs,
                                             struct belongings *out);

/* Take ${sent}, if they are newer and the event isn't run here; LM_INVALID: they are none of this
 * event. */
LM_MUST_CHECK enum lm_status belongings_take(struct visit *v, const struct belongings *sent);

/* Remove them all: the event was deleted. */
LM_MUST_CHECK enum lm_status belongings_forget(struct visit *v);

#endif
