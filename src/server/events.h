/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_EVENTS_H
#define LIMMAT_SERVER_EVENTS_H

/*
 * The events of a server: each a desk in memory over a journal in the store.
 *
 * Not all at a time: an event that nobody has asked for lately goes to sleep.  It leaves the memory
 * but for its address and number, and is replayed when somebody asks for it.  Before that a summary
 * goes into the store, of what is to be known of it without a replay: who runs it, and what the
 * directory says.  So a start replays only what was awake when the server was killed.
 * docs/plan-large.md argues it.
 *
 * One visit at a time has an event, from event_take to event_give: a desk belongs to one thread.
 * An act is judged by the desk, then stored, then told to who looks on; what could not be stored
 * did not happen.
 */

#include "limmat/desk.h"
#include "server/server.h"

struct event {
    const char *slug;
    struct lm_desk *desk;
    struct event_keeper *keeper;
};

/* All events of the store; LM_IO, LM_INVALID with the reason in ${log}. */
LM_MUST_CHECK enum lm_status events_open(struct events **out, struct server *s, struct lm_log *log);
void events_free(struct events *events);

/* Put the event that the text files ${journal} and (if it is there) ${secrets} hold, the mirror's,
 * a stick's or those of `limmat desk`, into the store as ${slug}; every line is judged again. Where
 * the event is already what is new of it is put behind; when it was written on there, too, nothing
 * happens. */
LM_MUST_CHECK enum lm_status events_import(struct server *s, const char *slug, const char *journal,
                                           const char *secrets, struct lm_log *log);

/* The address of each event that is not damaged, in the order in which they were made, in ${arena}.
 */
LM_MUST_CHECK enum lm_status events_list(struct events *events, struct lm_arena *arena,
                                         const char *const **slugs, size_t *count);

/* How many there are; how many of them are in memory. */
size_t events_count(struct events *events, size_t *awake);

/* Those of which the directory does not have the last line, all of which are awake. */
LM_MUST_CHECK enum lm_status events_unlisted(struct events *events, struct lm_arena *arena,
                                             const char *const **slugs, size_t *count);

/* Put the event that ${v} has into the directory. */
LM_MUST_CHECK enum lm_status event_enlist(struct visit *v);

/* Was ${slug} ever given to a machine to run? */
bool events_have_home(struct events *events, const char *slug);

/* event_version of the last line of ${slug} that is stored, without waiting for who has the event;
 * false: there is no such one. */
bool events_number(struct events *events, const char *slug, uint64_t *number);

/* How far ${event} is, for caches and for who looks on: the number of its last line, and more than
 * that once it was run at several machines, so that it never goes back when one gives way. */
uint64_t event_version(const struct event *event);

/* Give ${v} the event ${slug}, waiting for others; refuses with 404, and with 503 what is damaged.
 */
LM_MUST_CHECK enum lm_status event_take(struct visit *v, const char *slug);

/* The same for a page that goes on without what is damaged: ${v->event} is NULL then. */
LM_MUST_CHECK enum lm_status event_take_well(struct visit *v, const char *slug);
void event_give(struct visit *v);

/* Make a new event; its address is made of ${name}.  It is ${v->event} from then on. */
LM_MUST_CHECK enum lm_status event_make(struct visit *v, const char *name);

/* --- acts */

/* An act under way: its fields are written into ${json}. */
struct act {
    struct lm_desk_act act;
    struct lm_text text;
    struct lm_json_writer json;
};

/* Begin an act of the kind ${event} in ${section} (NULL: none); fields go into ${out->json}. */
void act_begin(struct visit *v, struct act *out, const char *event, const char *section);

/* Do ${acts}, all or none.  LM_OK when they are taken and stored, or had been before.  What has to
 * be acknowledged, a conflict and a refusal become the answer of the visit, with its status:
 * LM_DIFFERENT or LM_INVALID. */
LM_MUST_CHECK enum lm_status act_do(struct visit *v, struct act *acts, size_t count);

/* Do what was taken back last once more, unless something else was done since; and what that is, as
 * a sentence, "" nothing. */
LM_MUST_CHECK enum lm_status act_redo(struct visit *v, const char *section);
const char *redo_said(struct visit *v, const char *section);

/* The sentence of what ${step} undoes or redoes: "Ada Berger entered, and 23 more". */
const char *step_said(struct visit *v, const struct lm_desk_step *step);

/* Take back the last entry of who asks; its sentence to ${*what}. */
LM_MUST_CHECK enum lm_status act_undo(struct visit *v, const char *section, const char **what);

/* Make an act of a row of numbers: {"field": value} of what was typed, by the kind's own rows. */
LM_MUST_CHECK enum lm_status act_put(struct visit *v, struct act *act, const char *field,
                                     const char *typed);

/* Take over ${t} as lm_desk_import does, with everything acknowledged.  With ${look} it is not
 * kept: what there is to know goes there, and who asked takes the desk back to where it was. */
LM_MUST_CHECK enum lm_status act_import(struct visit *v, struct lm_desk_act *act,
                                        const struct lm_tournament *t, struct lm_desk_taken *look);

/* Take ${act} (without "acknowledged") if nothing at all has to be confirmed for it; else ${*why}
 * says what stands against it, and nothing has happened.  ${*why} is NULL when it was taken, now or
 * before.  For what comes from outside: nobody is there to be asked. */
LM_MUST_CHECK enum lm_status act_try(struct visit *v, struct act *act, const char *request,
                                     const char **why);

/* --- other machines (sync.h) */

/* Is this machine the one that writes the event that ${v} has? */
bool event_is_home(const struct visit *v);

/* The event of ${v} is run at ${node} from now on; with ${seized} without a word of the machine at
 * which it was, else it must be run here.  Refuses what the desk refuses. */
LM_MUST_CHECK enum lm_status event_move(struct visit *v, const char *node, const char *name,
                                        bool seized);

/* Append ${lines}, as another machine has taken them, behind the last line of the event that ${v}
 * has: form, numbers, chain and seals are looked at, rules are not.  LM_INVALID with the reason in
 * the log; the event is then as it was. */
LM_MUST_CHECK enum lm_status event_extend(struct visit *v, const struct store_line *lines,
                                          size_t count);

/* Put the lines from number ${from} on aside, for good: another machine has written on from the
 * one before. */
LM_MUST_CHECK enum lm_status event_yield(struct visit *v, uint64_t from);

/* Make the event ${slug}, still without a line, for lines from elsewhere.  It is ${v->event} from
 * then on, and gone when it is given back without any.  Refuses with 409 when there is one. */
LM_MUST_CHECK enum lm_status event_make_at(struct visit *v, const char *slug);

/* --- other servers of the same store (others.h) */

/* Has the journal ${slug} with ${head} lines something that is not known here? */
bool events_are_behind(struct events *events, const char *slug, uint64_t head);

/* Have what another server has taken of ${slug}; with ${whole} more has happened than lines at its
 * end.  Who looks on is told. */
LM_MUST_CHECK enum lm_status event_follow(struct visit *v, const char *slug, bool whole);

/* --- */

/* At ${now} all that the home of ${slug} has taken was here; and when that was last so (0: never
 * since the start; LM_NO_TIME: it is run here). */
void events_hear(struct events *events, const char *slug, int64_t now);
int64_t events_heard(struct events *events, const char *slug);

/* --- a sample */

/* Put the tournament in the file ${path} into the store as an event, unless it is there already. */
LM_MUST_CHECK enum lm_status sample_make(struct server *s, const char *path, struct lm_log *log);

#endif
