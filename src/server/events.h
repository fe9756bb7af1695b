/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_EVENTS_H
#define LIMMAT_SERVER_EVENTS_H

/*
 * The events of a server.  Each is a desk in memory over a journal in the store.
 *
 * Not all are in memory at a time.  An event that was not used lately goes to sleep: only its
 * address and number stay in memory, and it is replayed at the next request.  Before that, a
 * summary of what is needed without a replay (the organisers, the directory's entry) goes into the
 * store.  A start then replays only the events that were awake when the server was killed.
 * docs/plan-large.md gives the reasons.
 *
 * One visit at a time has an event, from event_take to event_give, because a desk belongs to one
 * thread.  The desk checks an act; the act is then stored, then sent to open pages.  An act that
 * could not be stored did not happen.
 */

#include "limmat/desk.h"
#include "server/server.h"

struct event {
    const char *slug;
    struct lm_desk *desk;
    struct event_keeper *keeper;
};

/* Open all events of the store; LM_IO, LM_INVALID with the reason in ${log}. */
LM_MUST_CHECK enum lm_status events_open(struct events **out, struct server *s, struct lm_log *log);
void events_free(struct events *events);

/* Put an event into the store as ${slug}.  It comes from the text files ${journal} and (if it
 * exists) ${secrets}, of the mirror, a USB stick or `limmat desk`; every line is checked again.  If
 * the store has the event already, append its new lines; refuse if both copies have new lines. */
LM_MUST_CHECK enum lm_status events_import(struct server *s, const char *slug, const char *journal,
                                           const char *secrets, struct lm_log *log);

/* List the addresses of all events that are not damaged, oldest first, in ${arena}. */
LM_MUST_CHECK enum lm_status events_list(struct events *events, struct lm_arena *arena,
                                         const char *const **slugs, size_t *count);

/* Return the number of events; ${*awake} gets the number of those in memory. */
size_t events_count(struct events *events, size_t *awake);

/* List the events whose last line is not in the directory yet; all of them are awake. */
LM_MUST_CHECK enum lm_status events_unlisted(struct events *events, struct lm_arena *arena,
                                             const char *const **slugs, size_t *count);

/* Put the event of ${v} into the directory. */
LM_MUST_CHECK enum lm_status event_enlist(struct visit *v);

/* Was ${slug} ever moved to a machine to run it? */
bool events_have_home(struct events *events, const char *slug);

/* Set ${*number} to the event_version of the last stored line of ${slug}, without waiting for the
 * visit that has the event. false: no such event. */
bool events_number(struct events *events, const char *slug, uint64_t *number);

/* Return the version of ${event}, for caches and open pages: the number of its last line, plus an
 * offset once it was run at several machines, so that it never decreases when one of them yields.
 */
uint64_t event_version(const struct event *event);

/* Give ${v} the event ${slug}, waiting for other visits.  Refuse with 404, or with 503 if it is
 * damaged. */
LM_MUST_CHECK enum lm_status event_take(struct visit *v, const char *slug);

/* The same for pages that also work without a damaged event: ${v->event} is NULL then. */
LM_MUST_CHECK enum lm_status event_take_well(struct visit *v, const char *slug);
void event_give(struct visit *v);

/* Make a new event as ${v->event}; its address is made of ${name}. */
LM_MUST_CHECK enum lm_status event_make(struct visit *v, const char *name);

/* --- acts */

/* An act being built; its fields are written into ${json}. */
struct act {
    struct lm_desk_act act;
    struct lm_text text;
    struct lm_json_writer json;
};

/* Begin an act of the kind ${event} in ${section} (NULL: none); fields go into ${out->json}. */
void act_begin(struct visit *v, struct act *out, const char *event, const char *section);

/* Do ${acts}, all or none.  LM_OK: they are accepted and stored, now or before.  Otherwise a
 * request for confirmation, a conflict or a refusal becomes the visit's answer, with its status:
 * LM_DIFFERENT or LM_INVALID. */
LM_MUST_CHECK enum lm_status act_do(struct visit *v, struct act *acts, size_t count);

/* Redo what was undone last, unless another act followed; and return a sentence about it, "" if
 * nothing can be redone. */
LM_MUST_CHECK enum lm_status act_redo(struct visit *v, const char *section);
const char *redo_said(struct visit *v, const char *section);

/* Return the sentence of line ${number} of the log, in the reader's language. */
const char *entry_said(struct visit *v, uint64_t number);

/* Return what ${step} undoes or redoes as a sentence: "Ada Berger entered, and 23 more". */
const char *step_said(struct visit *v, const struct lm_desk_step *step);

/* Undo the last entry of the visitor; ${*what} gets its sentence. */
LM_MUST_CHECK enum lm_status act_undo(struct visit *v, const char *section, const char **what);

/* Put the field ${field} with the value of ${typed} into ${act}, by the field table of its kind. */
LM_MUST_CHECK enum lm_status act_put(struct visit *v, struct act *act, const char *field,
                                     const char *typed);

/* Import ${t} as lm_desk_import does, with everything acknowledged.  With ${look} this is only a
 * preview: ${*look} gets the findings, nothing is stored, and the caller resets the desk. */
LM_MUST_CHECK enum lm_status act_import(struct visit *v, struct lm_desk_act *act,
                                        const struct lm_tournament *t, struct lm_desk_taken *look);

/* Do ${act} (without "acknowledged") only if it needs no confirmation.  ${*why} is NULL if it was
 * accepted, now or before; otherwise ${*why} is the reason and nothing has happened.  For acts from
 * outside, with no user to ask for confirmation. */
LM_MUST_CHECK enum lm_status act_try(struct visit *v, struct act *act, const char *request,
                                     const char **why);

/* --- other machines (sync.h) */

/* Is this machine the home of the event of ${v}, which alone writes it? */
bool event_is_home(const struct visit *v);

/* Move the event of ${v} to the machine ${node}.  With ${seized} the machine that had it is not
 * asked; otherwise this machine must be its home.  Refuses what the desk refuses. */
LM_MUST_CHECK enum lm_status event_move(struct visit *v, const char *node, const char *name,
                                        bool seized);

/* Append ${lines}, which another machine has accepted, to the event of ${v}.  Check their form,
 * numbers, chain and seals, but not the rules.  LM_INVALID with the reason in the log; the event is
 * then unmodified. */
LM_MUST_CHECK enum lm_status event_extend(struct visit *v, const struct store_line *lines,
                                          size_t count);

/* Set the lines from number ${from} on aside, for good: another machine has continued from the line
 * before. */
LM_MUST_CHECK enum lm_status event_yield(struct visit *v, uint64_t from);

/* Make the event ${slug}, without lines yet, for lines of another machine.  It becomes ${v->event}
 * and disappears if event_give finds it still empty.  Refuses with 409 if it exists. */
LM_MUST_CHECK enum lm_status event_make_at(struct visit *v, const char *slug);

/* --- other servers of the same store (others.h) */

/* Does the journal ${slug} with ${head} lines have lines that are not in memory here? */
bool events_are_behind(struct events *events, const char *slug, uint64_t head);

/* Load what another server has stored of ${slug}; ${whole}: not only lines at its end have changed.
 * Notify open pages. */
LM_MUST_CHECK enum lm_status event_follow(struct visit *v, const char *slug, bool whole);

/* --- lines received from the home */

/* Record that at ${now} this machine had all lines of the home of ${slug}; and return when that was
 * last the case (0: never since the start; LM_NO_TIME: the event is run here). */
void events_hear(struct events *events, const char *slug, int64_t now);
int64_t events_heard(struct events *events, const char *slug);

/* --- a sample */

/* Put the tournament in the file ${path} into the store as an event, unless it is there already. */
LM_MUST_CHECK enum lm_status sample_make(struct server *s, const char *path, struct lm_log *log);

#endif
