/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_BELONGINGS_H
#define LIMMAT_SERVER_BELONGINGS_H

/*
 * An event's records in the store beside its journal: announcements, prize plans, regulations,
 * entries and their links, licences.
 *
 * Only the home of the event writes them.  The copy at another machine gets them with the journal.
 * Each message states the version of its sender's records: the epoch in which they were written
 * and a count of changes.  The side with the newer version sends them all.  They replace those with
 * the same key; none is removed because the other side lacks it.  A deleted entry stays as an empty
 * record for a while, so that it is deleted everywhere.
 */

#include "server/events.h"

struct belongings {
    int64_t epoch, count;               /* 0, 0: a machine that never had any */
    const struct store_record *records; /* NULL: only the version is given */
    size_t record_count;
};

/* Get the version of the records of ${v}.  At the home this checks for changes: call it before the
 * home moves. */
LM_MUST_CHECK enum lm_status belongings_look(struct visit *v, struct belongings *out);

/* The same, with all records if ${theirs} are older. */
LM_MUST_CHECK enum lm_status belongings_fill(struct visit *v, const struct belongings *theirs,
                                             struct belongings *out);

/* Store ${sent} if they are newer and the event isn't run here; LM_INVALID: they don't belong to
 * this event. */
LM_MUST_CHECK enum lm_status belongings_take(struct visit *v, const struct belongings *sent);

/* Remove all records of a deleted event. */
LM_MUST_CHECK enum lm_status belongings_forget(struct visit *v);

#endif
