/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CHAMPIONSHIP_CHAMPIONSHIP_EVENTS_H
#define LIMMAT_CHAMPIONSHIP_CHAMPIONSHIP_EVENTS_H

/*
 * Events, one row each.  A handler first reads and checks everything, and changes the state only
 * when nothing forbids the event.
 */

#include "championship/state.h"

/* An event that is being taken. */
struct taking {
    struct lm_championship *c;
    struct fields *f;
    const struct lm_json *event;
    const struct record *record;    /* a line that is replayed; NULL: a wish that is judged */
    struct lm_json_writer *found;   /* of a wish: the outcomes, for its line */
    struct reasons *reasons;        /* of a wish */
    const char *name;               /* the author */
    bool director;                  /* … and is a director */
    uint32_t by;                    /* the person who entered it; NOBODY */
    uint64_t undoes;                /* an outcome: the line that it undoes */
    const struct lm_message *named; /* the name of the match in the refusal; NULL */
};

enum author { ANYBODY, PLAYER_OR_DIRECTOR, DIRECTOR };

/* Reasons to acknowledge before a wish is taken. */
struct reasons {
    struct lm_desk_reason *all;
    size_t count, capacity;
    size_t wish; /* index of the judged wish */
};

struct event_row {
    const char *name;
    enum author author;
    enum lm_status (*take)(struct taking *t);
    const char *const *members; /* without event, at, by, why */
    const char *const *found;   /* outcomes in its line, which the author cannot give; NULL */
    const char *hidden;         /* the member that is private until it is opened; NULL */
};

enum lm_status lm_event_apply(struct taking *t);
enum lm_status lm_event_decide(struct taking *t);
enum lm_status lm_event_pair(struct taking *t);
enum lm_status lm_event_offer(struct taking *t);
enum lm_status lm_event_accept(struct taking *t);
enum lm_status lm_event_time(struct taking *t);
enum lm_status lm_event_move(struct taking *t);
enum lm_status lm_event_result(struct taking *t);
enum lm_status lm_event_dispute(struct taking *t);
enum lm_status lm_event_correct(struct taking *t);
enum lm_status lm_event_wait(struct taking *t);
enum lm_status lm_event_here(struct taking *t);
enum lm_status lm_event_rematch(struct taking *t);
enum lm_status lm_event_lapse(struct taking *t);
enum lm_status lm_event_claim(struct taking *t);
enum lm_status lm_event_break(struct taking *t);
enum lm_status lm_event_bid(struct taking *t);
enum lm_status lm_event_out(struct taking *t);
enum lm_status lm_event_restore(struct taking *t);
enum lm_status lm_event_return(struct taking *t);
enum lm_status lm_event_unpublish(struct taking *t);
enum lm_status lm_event_automatic(struct taking *t);

const struct event_row *lm_event_row(const char *name);
/* Can the author enter ${t}?  If not, report it. */
bool lm_event_may_enter(struct taking *t, const struct event_row *row);
/* Are all members of a line, a wish or an old line known? */
enum event_form { EVENT_WISH, EVENT_LINE, EVENT_OLD };
bool lm_event_known(struct fields *f, const struct lm_json *event, const struct event_row *row,
                    enum event_form form);

/* Require an acknowledgement of a wish; lines were acknowledged when taken. */
void lm_event_need(struct taking *t, enum lm_desk_level level, const char *token,
                   enum article article, const char *remedy, const char *format, ...)
    LM_PRINTF(6, 7);
/* Make the sentence ${what} a part of the last such requirement. */
void lm_event_need_says(struct taking *t, const struct lm_message *what);
/* Return the writer for the outcome ${key}: NULL if the wish has it, or it is not wanted. */
struct lm_json_writer *lm_event_found(const struct taking *t, const char *key);
/* Return the content between the braces of the object ${text}, which is modified; "" without
 * memory. */
const char *lm_event_inside(struct lm_text *text);
/* Can ${name} be "by" in a line? */
bool lm_event_is_id(const char *name);
/* Is the line of the present form, with its outcomes? */
bool lm_event_is_recorded(const struct taking *t);

/* Refuse ${t}->event by an article. */
#define REFUSE(t, key, article, remedy, ...)                                                       \
    lm_event_refuse(t, lm_event_place(t, key), article, remedy, __VA_ARGS__)
enum lm_status lm_event_refuse(const struct taking *t, const struct lm_json *node,
                               enum article article, const char *remedy, const char *format, ...)
    LM_PRINTF(5, 6);
/* Return ${contest} for a refusal: "your match with bob" for one of its players, for others "match
 * ann – bob". */
const char *lm_event_named(struct taking *t, const struct contest *contest);

/* Return the member ${key}, or the event itself if it is missing. */
const struct lm_json *lm_event_place(const struct taking *t, const char *key);
/* Find the match "match", or the open one; reported if there is none. */
bool lm_event_match(struct taking *t, struct contest **contest);
/* Return "ann – bob": the players of the line's match, also if no match has the id now; NULL. */
const char *lm_event_meant(const struct lm_championship *c, const struct lm_json *event);
bool lm_event_contest(struct taking *t, struct contest **contest);
/* Is it still open?  If not, report it. */
bool lm_event_is_open(struct taking *t, const struct contest *contest);
/* Find the player "player", or the author; must play in ${contest}.  Players can act only for
 * themselves. */
bool lm_event_side(struct taking *t, const struct contest *contest, uint32_t *side);
/* Note who reported the score of ${contest}: one player alone, unless both ${agreed} or a director
 * did. */
void lm_event_agreed_by(struct taking *t, struct contest *contest, bool agreed);
/* Is the author a director who does not play in the match? */
bool lm_event_is_arbiter(const struct taking *t, const struct contest *contest);
bool lm_event_person(struct taking *t, const char *key, uint32_t *person);
/* Read the games of the event, which follow ${before}; reported if they go beyond the match. */
bool lm_event_games(struct taking *t, const struct contest *contest, const char *before,
                    enum need need, const char **games);

#endif
