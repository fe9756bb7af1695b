/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CHAMPIONSHIP_EVENTS_H
#define LIMMAT_CHAMPIONSHIP_EVENTS_H

/*
 * Events: one row each.  A handler first reads and checks everything, and changes the state only
 * when nothing forbids the event any more.
 */

#include "championship/state.h"

/* An event that is being taken. */
struct taking {
    struct lm_championship *c;
    struct fields *f;
    const struct lm_json *event;
    bool director; /* entered by a director */
    uint32_t by;   /* the person who entered it; NOBODY */
};

enum author { ANYBODY, PLAYER_OR_DIRECTOR, DIRECTOR };

struct event_row {
    const char *name;
    enum author author;
    enum lm_status (*take)(struct taking *t);
    const char *const *members; /* besides event, at, by, why */
};

enum lm_status lm_event_apply(struct taking *t);
enum lm_status lm_event_decide(struct taking *t);
enum lm_status lm_event_pair(struct taking *t);
enum lm_status lm_event_offer(struct taking *t);
enum lm_status lm_event_accept(struct taking *t);
enum lm_status lm_event_time(struct taking *t);
enum lm_status lm_event_result(struct taking *t);
enum lm_status lm_event_correct(struct taking *t);
enum lm_status lm_event_claim(struct taking *t);
enum lm_status lm_event_break(struct taking *t);
enum lm_status lm_event_bid(struct taking *t);
enum lm_status lm_event_out(struct taking *t);

/* Refuse ${t}->event by an article. */
#define REFUSE(t, key, article, remedy, ...)                                                       \
    lm_champ_refuse((t)->c, (t)->f, lm_event_place(t, key), article, remedy, __VA_ARGS__)

/* The member ${key}, or the event itself where it is missing. */
const struct lm_json *lm_event_place(const struct taking *t, const char *key);
/* The open match "match"; reported if there is none. */
bool lm_event_contest(struct taking *t, struct contest **contest);
/* The player "player", or who enters the event; must play in ${contest}.  A player can act only for
 * himself. */
bool lm_event_side(struct taking *t, const struct contest *contest, uint32_t *side);
bool lm_event_person(struct taking *t, const char *key, uint32_t *person);

#endif
