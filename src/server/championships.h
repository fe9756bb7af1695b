/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_CHAMPIONSHIPS_H
#define LIMMAT_SERVER_CHAMPIONSHIPS_H

/*
 * The championships of a server.  Each is a state in memory over a journal in the store; these
 * journals have their own names beside those of events.
 *
 * One visit at a time has a championship, from championship_take to championship_give.  The rules
 * check a wish; the wish is then stored, then sent to open pages.  A wish that could not be stored
 * did not happen.  A visit that only reads uses no memory after its end: the state's arena is
 * reset.  A visit that writes does, so after many of them the state is rebuilt from its lines.
 */

#include "limmat/championship.h"
#include "server/journal_lines.h"
#include "server/server.h"

struct championship {
    const char *slug;
    struct lm_championship *c;
    struct championship_keeper *keeper;
};

/* Open all championships of the store, in ${*out}. */
LM_MUST_CHECK enum lm_status championships_open(struct championships **out, struct server *s,
                                                struct lm_log *log);
void championships_free(struct championships *all);

/* Addresses are letters, digits and hyphens, so no event's journal has this prefix. */
#define CHAMPIONSHIPS_PREFIX "championship."

/* Is ${journal} the journal of a championship? */
bool championships_own(const char *journal);

/* Do ${lines} belong to a championship? */
bool championships_are(const struct lines *lines);

/* Build the state of ${lines}, in ${arena}; ${judged}: check each by the rules. */
LM_MUST_CHECK enum lm_status championships_state(const struct lines *lines, bool judged,
                                                 struct lm_arena *arena, struct lm_log *log,
                                                 struct lm_championship **out);

/* Put ${lines}, which begin with a championship, into the store as ${slug}: as a new one, or append
 * the new lines to those in the store.  Every line is checked again. */
LM_MUST_CHECK enum lm_status championships_import(struct server *s, const char *slug,
                                                  const struct lines *lines, struct lm_log *log);

/* List the addresses, oldest first, in ${arena}. */
LM_MUST_CHECK enum lm_status championships_list(struct championships *all, struct lm_arena *arena,
                                                const char *const **slugs, size_t *count);

/* Give ${v} the championship ${slug}, waiting for other visits; refuses with 404. */
LM_MUST_CHECK enum lm_status championship_take(struct visit *v, const char *slug);
void championship_give(struct visit *v);

/* Return its title, in ${v->arena}. */
const char *championship_title(struct visit *v);

/* Make a new championship as ${v->championship}; its address is made of its name. */
LM_MUST_CHECK enum lm_status championship_make(struct visit *v,
                                               const struct lm_definition *definition);

/* Import the championship of ${lines}, from another machine, at ${*slug}: as a new one, or with
 * lines that are new here. */
LM_MUST_CHECK enum lm_status championship_along(struct visit *v, const struct lines *lines,
                                                const char **slug);

/* Return all its lines, in ${v->arena}, but no private one whose content is sealed until another
 * follows; ${*sealed}: there are such. */
LM_MUST_CHECK enum lm_status championship_lines(struct visit *v, struct lines *out, bool *sealed);

/* Build the state after line ${number}, for ${v} alone; it ends with the visit, with all that was
 * tried on it. */
LM_MUST_CHECK enum lm_status championship_copy(struct visit *v, uint64_t number,
                                               struct lm_championship **out);

/* --- wishes */

/* A wish being built; its members are written into ${json}. */
struct wish {
    struct lm_text text;
    struct lm_json_writer json;
};

/* Return the author of entries by ${v}: a player's or a director's name.  The server's owner acts
 * as the first director. */
const char *wish_author(const struct visit *v);

void wish_begin(struct visit *v, struct wish *wish, const char *event);
void wish_put_moment(struct visit *v, struct wish *wish, const char *key, int64_t at);

/* Put the space-separated ${words} as a list. */
void wish_put_words(struct visit *v, struct wish *wish, const char *key, const char *words);

/* End ${wish} and parse it for lm_championship_enter, in the memory of ${c}. */
LM_MUST_CHECK enum lm_status wish_read(struct visit *v, struct lm_championship *c,
                                       struct wish *wish, const struct lm_json **out);

/* Enter ${wishes}, all or none.  LM_OK: they are accepted and stored, now or before.  A request for
 * confirmation or a conflict becomes the visit's answer. */
LM_MUST_CHECK enum lm_status wish_enter(struct visit *v, struct wish *wishes, size_t count);

/* Try ${wishes} on ${copy}, all or none; nothing is stored.  ${*what} is the list of consequences,
 * or the refusal if they are not accepted (false). */
bool wish_try(struct visit *v, struct lm_championship *copy, struct wish *wishes, size_t count,
              const char **what);

/* Load what another server has stored of ${journal}, and notify open pages (others.h). */
LM_MUST_CHECK enum lm_status championship_follow(struct visit *v, const char *journal);

/* --- the clock */

/* Is an automatic act of the calendar due?  And do it (championship_clock.c); what fails is tried
 * again the next time. */
bool championship_is_due(struct visit *v);
void championship_go_on(struct visit *v);

/* Return the time of championships: the clock's, or a rehearsal's. */
int64_t championships_now(const struct visit *v);

/* Is this a rehearsal, whose clock is set by hand? */
bool championships_rehearse(const struct visit *v);

/* Begin a rehearsal at ${at}, or set the clock of the current one. */
LM_MUST_CHECK enum lm_status championships_set_clock(struct championships *all, int64_t at,
                                                     bool begin, struct lm_log *log);

/* Give the errands to Lichess again that a stop of the server has cut off (handle_lichess.c). */
LM_MUST_CHECK enum lm_status lichess_take_up(struct server *s, struct lm_log *log);

#endif
