/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_INBOX_H
#define LIMMAT_SERVER_INBOX_H

/*
 * Requests from outside: a bye, a withdrawal, a report of a result. Where the event is run, a
 * request becomes an act at once. Elsewhere it becomes an item (sync.h) that waits until the home
 * has it.
 */

#include "server/sync.h"

/* A request of ${player}: an act of ${event} ("request", "report") with the members of a JSON
 * object ${fields}. */
struct inbox_ask {
    const char *event;
    const struct lm_desk_section *section;
    const struct lm_desk_player *player;
    const char *fields;
    const char *mark; /* suffix of the form's request id, if it makes several requests; NULL */
    bool kiosk;       /* entered at the event's own screen, not from a phone */
};

/* Do it or pass it on. ${*why} is the reason of a refusal; NULL: done, or it waits (${*waits}). */
LM_MUST_CHECK enum lm_status inbox_put(struct visit *v, const struct inbox_ask *ask,
                                       const char **why, bool *waits);

/* List the items of ${v}'s event that wait here; of one person, or (NULL) of all. */
LM_MUST_CHECK enum lm_status inbox_list(struct visit *v, const char *person,
                                        struct sync_item **items, size_t *count);

/* List the reasons why items of ${person} were refused, the last first. */
LM_MUST_CHECK enum lm_status inbox_refusals(struct visit *v, const char *person,
                                            const char *const **whys, size_t *count);

/* Notify the pages that show waiting items of a change, as no journal line does. */
void inbox_tell(struct visit *v);

/* Judge an item where the event is run; ${*why} as above. */
LM_MUST_CHECK enum lm_status inbox_judge(struct visit *v, const struct sync_item *item,
                                         const char **why);

/* Note that the home has accepted ${id}, or refused it because of ${why} ("": accepted). */
LM_MUST_CHECK enum lm_status inbox_settle(struct visit *v, const char *id, const char *why);

/* --- lines of a machine that gave way */

/* Offer the lines of ${v}'s event from number ${from} on, as items, before it gives way. */
LM_MUST_CHECK enum lm_status inbox_offer(struct visit *v, uint64_t from);

/* Lines that wait for a decision here, in their order. */
struct inbox_line {
    const char *id, *text; /* sentence of the log */
    int64_t at;
    bool may; /* can be entered here; otherwise it can only be read */
};
LM_MUST_CHECK enum lm_status inbox_lines(struct visit *v, struct inbox_line **lines, size_t *count);

/* Enter the line ${id} as an act of the user, or (with ${leave}) drop it; it waits no longer. */
LM_MUST_CHECK enum lm_status inbox_decide(struct visit *v, const char *id, bool leave);

#endif
