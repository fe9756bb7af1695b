/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_SUBMISSION_H
#define LIMMAT_SERVER_SUBMISSION_H

/*
 * A tournament that somebody sends in: what is read from its bytes, what there is to say about it,
 * what of it may be public, and what can be mended.  No store, no request.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/status.h"
#include "limmat/told.h"
#include "limmat/tournament.h"

/* One thing to say about a file. */
struct finding {
    enum lm_severity severity;
    int64_t line, column;                                /* 0: about none */
    const char *field, *value, *what, *remedy, *article; /* "": none */
    const struct lm_told *said; /* what ${what} was made of; NULL: not known, as of a draft */
};

struct findings {
    struct finding *all;
    size_t count, capacity;
};

/* Read ${bytes}, called ${file} (for its extension; may be ""), as any form that Limmat reads or as
 * the journal of an event, whose largest section is taken.  ${*out} is what may be public of it: of
 * dates of birth the years, no notes, no ids of nationals; it may be changed.  What there is to say
 * is in ${findings}, also when it is refused (LM_INVALID). */
LM_MUST_CHECK enum lm_status submission_read(const char *bytes, size_t length, const char *file,
                                             struct lm_arena *arena, struct findings *findings,
                                             struct lm_tournament **out);

/* The year of birth of ${player}; 0: not known. */
int submission_born(const struct lm_player *player);

/* May a player who was born in the year ${born} (0: not known) be under 18 on the day of ${now}?
 * Whoever turns 18 in this year may. */
bool submission_is_minor(int born, int64_t now);
/* The year before which players were born who are no minors then. */
int submission_adults_before(int64_t now);

/* Take out of ${t}, which may be changed, the years of birth (unless ${births}), and all but the
 * initials of those who are minors at ${now} (unless ${minors}). */
LM_MUST_CHECK enum lm_status submission_withhold(struct lm_tournament *t, bool births, bool minors,
                                                 int64_t now, struct lm_arena *arena);

/* "Muster, Hans" as "M. H.". */
const char *submission_initials(const char *name, struct lm_arena *arena);

/* Why somebody should look at ${t} before it is public, an English sentence of the catalogues;
 * NULL: no reason. */
const char *submission_suspicion(const struct lm_tournament *t);

/* The names of the facts of ${t} that ${other} has otherwise, apart by spaces: "name start". */
const char *submission_facts_said(const struct lm_tournament *t, const struct lm_tournament *other,
                                  struct lm_arena *arena);

/* Is ${name} among ${said}? */
bool submission_is_said(const char *said, const char *name);

/* Let ${t} say that its games are at ${address}; "": nowhere. */
void submission_give_games(struct lm_tournament *t, const char *address);

/* Give ${t} the facts in ${said} but for those in ${anew} as ${last} has them. */
void submission_keep_said(struct lm_tournament *t, const struct lm_tournament *last,
                          const char *said, const char *anew);

/* Order ${t} by its points and ${tie_breaks}, "BH/C1,BH": the ranks that were sent go. */
void submission_rank_by(struct lm_tournament *t, const char *tie_breaks);

/* --- what can be mended without asking anybody */

struct mend {
    const char *name;  /* "points" */
    const char *field; /* of the findings that it answers */
    const char *label; /* of its button: an English sentence of the catalogues */
    /* Is there something to mend; mend it. */
    bool (*needed)(const struct lm_tournament *t, struct lm_arena *arena);
    void (*apply)(struct lm_tournament *t, struct lm_arena *arena);
};

/* Ended by a row without name. */
extern const struct mend submission_mends[];

/* --- what differs between two versions */

struct changes {
    const struct lm_told **lines; /* "Round 3, Muster: White against Beispiel, won; was: drawn" */
    size_t count, capacity;
    size_t more; /* that are not told one by one */
};

LM_MUST_CHECK enum lm_status submission_compare(const struct lm_tournament *before,
                                                const struct lm_tournament *after,
                                                struct lm_arena *arena, struct changes *out);

/* Why ${after} may not be a version of ${before}: it shares few players, has another name, or fewer
 * rounds.  How many reasons there are. */
enum { SUBMISSION_DOUBTS = 3 };
size_t submission_doubts(const struct lm_tournament *before, const struct lm_tournament *after,
                         struct lm_arena *arena,
                         const struct lm_told *out[static SUBMISSION_DOUBTS]);

/* Are both the same event: most players, and the same first day if both have one? */
bool submission_is_alike(const struct lm_tournament *a, const struct lm_tournament *b,
                         struct lm_arena *arena);

/* --- as lines of a journal */

/* What of ${t} is nobody's own, as the member "tournament" of ${w}. */
struct lm_json;
struct lm_json_writer;
LM_MUST_CHECK enum lm_status submission_put_facts(struct lm_json_writer *w,
                                                  const struct lm_tournament *t,
                                                  struct lm_arena *arena);

/* What is ${player}'s own, or that of all who officiate, as the members of an object that is open.
 */
void submission_put_person(struct lm_json_writer *w, const struct lm_player *player);
void submission_put_officials(struct lm_json_writer *w, const struct lm_tournament *t);

/* Back: ${facts} as a tournament that may be changed, nobody of which has a name. */
LM_MUST_CHECK enum lm_status submission_take_facts(const struct lm_json *facts,
                                                   struct lm_arena *arena, struct lm_log *log,
                                                   struct lm_tournament **out);

/* What is his own into ${player}, theirs into ${t}; ${own} is what was put, NULL when it was
 * erased. */
void submission_take_person(const struct lm_json *own, struct lm_player *player);
LM_MUST_CHECK enum lm_status submission_take_officials(const struct lm_json *own,
                                                       struct lm_arena *arena,
                                                       struct lm_tournament *t);

#endif
