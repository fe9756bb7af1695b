/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_CHAMPIONSHIPS_H
#define LIMMAT_SERVER_CHAMPIONSHIPS_H

/*
 * The championships of a server: each a state in memory over a journal in the store, beside the
 * journals of events and under names of their own.
 *
 * One visit at a time has a championship, from championship_take to championship_give.  A wish is
 * judged by the rules, then stored, then told to who looks on; what could not be stored did not
 * happen.  A visit that only looks leaves no memory behind: the state's arena goes back to where it
 * was.  One that writes does, and when that has become much the state is made anew of its lines.
 */

#include "limmat/championship.h"
#include "server/lines.h"
#include "server/server.h"

struct championship {
    const char *slug;
    struct lm_championship *c;
    struct championship_keeper *keeper;
};

/* All championships of the store, in ${*out}. */
LM_MUST_CHECK enum lm_status championships_open(struct championships **out, struct server *s,
                                                struct lm_log *log);
void championships_free(struct championships *all);

/* Addresses are letters, digits and hyphens, so that no event's journal begins like this. */
#define CHAMPIONSHIPS_PREFIX "championship."

/* Is this the name of a championship's journal? */
bool championships_own(const char *journal);

/* Are these lines a championship's? */
bool championships_are(const struct lines *lines);

/* The state that ${lines} tell, in ${arena}; ${judged}: each by the rules. */
LM_MUST_CHECK enum lm_status championships_state(const struct lines *lines, bool judged,
                                                 struct lm_arena *arena, struct lm_log *log,
                                                 struct lm_championship **out);

/* Put ${lines}, whose first is a championship's, into the store as ${slug}: a new one, or what is
 * new of it behind what is there; every line is judged again. */
LM_MUST_CHECK enum lm_status championships_import(struct server *s, const char *slug,
                                                  const struct lines *lines, struct lm_log *log);

/* The address of each, in the order in which they came, in ${arena}. */
LM_MUST_CHECK enum lm_status championships_list(struct championships *all, struct lm_arena *arena,
                                                const char *const **slugs, size_t *count);

/* Give ${v} the championship ${slug}, waiting for others; refuses with 404. */
LM_MUST_CHECK enum lm_status championship_take(struct visit *v, const char *slug);
void championship_give(struct visit *v);

/* Its title, in ${v->arena}. */
const char *championship_title(struct visit *v);

/* Make a new one, whose address is made of its name; it is ${v->championship} from then on. */
LM_MUST_CHECK enum lm_status championship_make(struct visit *v,
                                               const struct lm_definition *definition);

/* Have the championship of ${lines}, which was taken along from another machine, at ${*slug}: a new
 * one, or farther than it is here. */
LM_MUST_CHECK enum lm_status championship_along(struct visit *v, const struct lines *lines,
                                                const char **slug);

/* All its lines, in ${v->arena}; of the private ones none whose content is sealed until another
 * comes: ${*sealed} says whether there are such. */
LM_MUST_CHECK enum lm_status championship_lines(struct visit *v, struct lines *out, bool *sealed);

/* The state after line ${number}, for ${v} alone: whatever is tried with it is gone with the visit.
 */
LM_MUST_CHECK enum lm_status championship_copy(struct visit *v, uint64_t number,
                                               struct lm_championship **out);

/* --- wishes */

/* A wish under way: its members are written into ${json}. */
struct wish {
    struct lm_text text;
    struct lm_json_writer json;
};

/* By whom what ${v} does is entered: a player's or a director's name.  Who looks after the server
 * acts as the first director. */
const char *wish_author(const struct visit *v);

void wish_begin(struct visit *v, struct wish *wish, const char *event);
void wish_put_moment(struct visit *v, struct wish *wish, const char *key, int64_t at);

/* A list of the ${words}, which stand apart by spaces. */
void wish_put_words(struct visit *v, struct wish *wish, const char *key, const char *words);

/* End ${wish} and make it what lm_championship_enter takes, in the memory of ${c}. */
LM_MUST_CHECK enum lm_status wish_read(struct visit *v, struct lm_championship *c,
                                       struct wish *wish, const struct lm_json **out);

/* Enter ${wishes}, all or none.  LM_OK when they are taken and stored, or had been before.  What
 * has to be acknowledged and a conflict become the answer of the visit. */
LM_MUST_CHECK enum lm_status wish_enter(struct visit *v, struct wish *wishes, size_t count);

/* Enter ${wishes} in ${copy}, all or none, and tell what follows from them; nothing is kept.
 * ${*what} is the refusal when they are not taken (false). */
bool wish_try(struct visit *v, struct lm_championship *copy, struct wish *wishes, size_t count,
              const char **what);

/* Have what another server has taken of ${journal}; who looks on is told (others.h). */
LM_MUST_CHECK enum lm_status championship_follow(struct visit *v, const char *journal);

/* --- the clock */

/* Is there something that the calendar does by itself?  And do it (championship_clock.c): what was
 * not taken is tried again the next time. */
bool championship_is_due(struct visit *v);
void championship_go_on(struct visit *v);

/* The time of championships: the clock's, or that of a rehearsal. */
int64_t championships_now(const struct visit *v);

/* Is it a rehearsal, whose clock is moved by hand? */
bool championships_rehearse(const struct visit *v);

/* Begin a rehearsal at ${at}, or go on with the one that was begun. */
LM_MUST_CHECK enum lm_status championships_set_clock(struct championships *all, int64_t at,
                                                     bool begin, struct lm_log *log);

/* Give again the errands to Lichess that a stop has cut off (handle_lichess.c). */
LM_MUST_CHECK enum lm_status lichess_take_up(struct server *s, struct lm_log *log);

#endif
