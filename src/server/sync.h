/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_SYNC_H
#define LIMMAT_SERVER_SYNC_H

/*
 * An event at several machines: the laptop in the hall and the public server.
 *
 * The journal names its home, the one machine that writes it, and counts in *epochs* how often that
 * has changed.  Whoever has lines that the other lacks sends them as they are; chain and seals are
 * looked at, rules are not.  Two that went on from the same line are a *fork*: the one of the lower
 * epoch gives way, its lines are kept aside and offered to the home one by one, never merged.
 *
 * What happens at a machine that is not the home is an *item* in an inbox, which the home pulls and
 * judges: an ask (a bye, a result that a player reports), or a line of a machine that gave way.
 * Items have an id that is the request of the act which they become, so one that comes twice is
 * taken once.
 *
 * A question and its answer have the same form, so all of this is symmetric but for who calls whom:
 * the hall calls, since nobody reaches a laptop in a hall.
 */

#include "server/belongings.h"
#include "server/events.h"

/* One item: its id and, as JSON, what it is; or what became of it, "" taken. */
struct sync_item {
    const char *id, *text;
};

struct sync_message {
    const char *state;       /* of an answer: below; "" of a question */
    const char *node, *name; /* who says this */
    uint64_t epoch, head;    /* where his journal stands; 0, 0: he has none */
    uint64_t from;           /* the number of the first of ... */
    struct store_line *lines;
    size_t count;
    struct sync_item *items, *done; /* what waits for the home; what it has taken */
    size_t item_count, done_count;
    struct belongings beside; /* what the store keeps of the event beside the journal */
};

/* What became of the lines of a message. */
#define SYNC_WELL    "well"    /* they are here, now or before */
#define SYNC_GAP     "gap"     /* lines before them are missing here */
#define SYNC_EARLIER "earlier" /* the first of them is another one here: send more */
#define SYNC_FORK    "fork"    /* others stand here, of a higher epoch: give way */
#define SYNC_TWINS   "twins"   /* others stand here, of the same epoch: somebody has to seize it */
#define SYNC_OTHER   "other"   /* another event has this address */
#define SYNC_REFUSED "refused" /* the event is run here */

LM_MUST_CHECK enum lm_status sync_write(const struct sync_message *m, struct lm_text *out);

/* Read what another machine has sent; LM_INVALID with the reason in ${log}. */
LM_MUST_CHECK enum lm_status sync_read(const char *bytes, size_t length, struct lm_arena *arena,
                                       struct lm_log *log, struct sync_message *out);

/* Where the event that ${v} has stands here, with its lines from ${from} on, as many as go into one
 * message, and (if it is not run here) the items that wait. */
LM_MUST_CHECK enum lm_status sync_fill(struct visit *v, uint64_t from, struct sync_message *out);

/* Take the lines of ${m}, giving way if it must be; ${*state} says what became of them, and
 * ${*next} which lines its sender lacks from.  A ${guest} may not write what is run here. */
LM_MUST_CHECK enum lm_status sync_take(struct visit *v, const struct sync_message *m, bool guest,
                                       const char **state, uint64_t *next);

/* Judge the items of ${m}, if the event is run here: ${out->done} is what became of them. */
LM_MUST_CHECK enum lm_status sync_judge(struct visit *v, const struct sync_message *m,
                                        struct sync_message *out);

/* Forget the items that the home has taken, and remember why others were not. */
LM_MUST_CHECK enum lm_status sync_settle(struct visit *v, const struct sync_message *m);

/* Give ${s} its name among machines: what it was called before, else ${name}, else one that is made
 * up.  ${address} (NULL: as before) is that of a public server to call. */
LM_MUST_CHECK enum lm_status sync_begin(struct server *s, const char *name, const char *address,
                                        struct lm_log *log);

/* A visit of ours, by nobody: for what is done without a request.  ${reply} and ${request} are to
 * live as long. */
struct visit sync_visit(struct server *s, struct lm_arena *arena, struct http_request *request,
                        struct http_reply *reply);

#endif
