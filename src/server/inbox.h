/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_INBOX_H
#define LIMMAT_SERVER_INBOX_H

/*
 * What people from outside want: a bye, to withdraw, that a result is noted.  Where the event is
 * run it becomes an act at once; elsewhere an item (sync.h) that waits until the home has it.
 */

#include "server/sync.h"

/* A wish of ${player}: an act of ${event} ("request", "report") with the members of a JSON object
 * ${fields}. */
struct inbox_ask {
    const char *event;
    const struct lm_desk_section *section;
    const struct lm_desk_player *player;
    const char *fields;
    const char *mark; /* behind the form's request, where one form says several things; NULL */
    bool kiosk;       /* said at the event's own screen: no telephone is concerned */
};

/* Do it or pass it on.  ${*why} says why not; NULL: it was done, or waits (${*waits}). */
LM_MUST_CHECK enum lm_status inbox_put(struct visit *v, const struct inbox_ask *ask,
                                       const char **why, bool *waits);

/* The items of the event of ${v} that wait here; of one person, or (NULL) of all. */
LM_MUST_CHECK enum lm_status inbox_list(struct visit *v, const char *person,
                                        struct sync_item **items, size_t *count);

/* Why items of ${person} were not taken, the last first. */
LM_MUST_CHECK enum lm_status inbox_refusals(struct visit *v, const char *person,
                                            const char *const **whys, size_t *count);

/* Tell the pages that show what is offered that it is not what it was: no entry says so. */
void inbox_tell(struct visit *v);

/* Judge an item where the event is run; ${*why} as above. */
LM_MUST_CHECK enum lm_status inbox_judge(struct visit *v, const struct sync_item *item,
                                         const char **why);

/* The home has taken ${id}, or not and says ${why} ("": taken). */
LM_MUST_CHECK enum lm_status inbox_settle(struct visit *v, const char *id, const char *why);

/* --- lines of a machine that gave way */

/* Offer the lines of the event of ${v} from number ${from} on, as items, before it gives way. */
LM_MUST_CHECK enum lm_status inbox_offer(struct visit *v, uint64_t from);

/* Those that wait for a decision here, in their order. */
struct inbox_line {
    const char *id, *text; /* the sentence of the log */
    int64_t at;
    bool may; /* it can be entered here: else one can only read it */
};
LM_MUST_CHECK enum lm_status inbox_lines(struct visit *v, struct inbox_line **lines, size_t *count);

/* Make the line ${id} an act of who visits, or (with ${leave}) leave it; it waits no more. */
LM_MUST_CHECK enum lm_status inbox_decide(struct visit *v, const char *id, bool leave);

#endif
