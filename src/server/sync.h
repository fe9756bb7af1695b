/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_SYNC_H
#define LIMMAT_SERVER_SYNC_H

/*
 * Copies of an event on several machines: the laptop in the hall and the public server.
 *
 * The journal names its home, the one machine that writes it, and counts in *epochs* how often the
 * home has changed. A machine that has lines the other lacks sends them unchanged; the receiver
 * checks chain and seals, but no rules. Two journals that continue differently after the same line
 * are a *fork*: the one of the lower epoch gives way. Its lines are set aside and offered to the
 * home one by one, never merged.
 *
 * What happens at a machine that is not the home is an *item* in an inbox, which the home fetches
 * and judges: a request (a bye, a result that a player reports), or a line of a machine that gave
 * way. The id of an item is the request id of the act that it becomes, so an item that arrives
 * twice is accepted once.
 *
 * A question and its answer have the same form, so that everything but the calling is symmetric.
 * The hall calls, since a laptop in a hall cannot be reached from outside.
 */

#include "server/belongings.h"
#include "server/events.h"

/* An item: its id and its content as JSON; or, in an answer, the reason it was refused (""
 * accepted). */
struct sync_item {
    const char *id, *text;
};

struct sync_message {
    const char *state;       /* of an answer: one of SYNC_WELL …; "" in a question */
    const char *node, *name; /* the sender */
    uint64_t epoch, head;    /* of the sender's journal; 0, 0: the sender has none */
    uint64_t from;           /* number of the first of ${lines} */
    struct store_line *lines;
    size_t count;
    struct sync_item *items, *done; /* waiting for the home; judged by the home */
    size_t item_count, done_count;
    struct belongings beside; /* what the store keeps of the event beside its journal */
};

/* Outcomes for the lines of a message. */
#define SYNC_WELL    "well"    /* accepted, now or before */
#define SYNC_GAP     "gap"     /* earlier lines are missing here */
#define SYNC_EARLIER "earlier" /* the first line differs from the one here: send earlier ones */
#define SYNC_FORK    "fork"    /* the lines here differ and have a higher epoch: give way */
#define SYNC_TWINS   "twins" /* the lines here differ, in the same epoch: a person must seize it */
#define SYNC_OTHER   "other" /* another event has this address */
#define SYNC_REFUSED "refused" /* the event is run here */

LM_MUST_CHECK enum lm_status sync_write(const struct sync_message *m, struct lm_text *out);

/* Read a message of another machine; LM_INVALID with the reason in ${log}. */
LM_MUST_CHECK enum lm_status sync_read(const char *bytes, size_t length, struct lm_arena *arena,
                                       struct lm_log *log, struct sync_message *out);

/* Fill ${out} with the state of the journal of ${v}'s event: its lines from ${from} on, as many as
 * fit into one message, and (unless the event is run here) the waiting items. */
LM_MUST_CHECK enum lm_status sync_fill(struct visit *v, uint64_t from, struct sync_message *out);

/* Accept the lines of ${m}, giving way if necessary. ${*state} is the outcome, ${*next} the first
 * line that the sender lacks. A ${guest} cannot write an event that is run here. */
LM_MUST_CHECK enum lm_status sync_take(struct visit *v, const struct sync_message *m, bool guest,
                                       const char **state, uint64_t *next);

/* Judge the items of ${m}, if the event is run here; ${out->done} is the outcome. */
LM_MUST_CHECK enum lm_status sync_judge(struct visit *v, const struct sync_message *m,
                                        struct sync_message *out);

/* Delete the items that the home has accepted; keep the reasons of those it refused. */
LM_MUST_CHECK enum lm_status sync_settle(struct visit *v, const struct sync_message *m);

/* Give ${s} its name among machines: the one it had, else ${name}, else a generated one. ${address}
 * (NULL: as before) is the public server to call. */
LM_MUST_CHECK enum lm_status sync_begin(struct server *s, const char *name, const char *address,
                                        struct lm_log *log);

/* Make a visit by no user, for work without a request. ${reply} and ${request} live as long. */
struct visit sync_visit(struct server *s, struct lm_arena *arena, struct http_request *request,
                        struct http_reply *reply);

#endif
