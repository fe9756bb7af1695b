/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_SUBMISSION_H
#define LIMMAT_SERVER_SUBMISSION_H

/*
 * A submitted tournament: reading its bytes, the findings about it, the part that can be public,
 * and the repairs that need no question. No store, no request.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/message.h"
#include "limmat/status.h"
#include "limmat/tournament.h"

/* A remark about a file. */
struct finding {
    enum lm_severity severity;
    int64_t line, column;                                /* 0: no place */
    const char *field, *value, *what, *remedy, *article; /* "": none */
    const struct lm_message *message; /* parts of ${what}; NULL: not known, as in a draft */
};

struct findings {
    struct finding *all;
    size_t count, capacity;
};

/* Read ${bytes}, called ${file} (for its extension; can be ""), in any format that Limmat reads or
 * as the journal of an event, of which the largest section counts. ${*out} is the part that can be
 * public: of dates of birth the year, no notes, no national ids; the caller can change it. Add
 * remarks to ${findings}, also if the file is refused (LM_INVALID). */
LM_MUST_CHECK enum lm_status submission_read(const char *bytes, size_t length, const char *file,
                                             struct lm_arena *arena, struct findings *findings,
                                             struct lm_tournament **out);

/* Return the year of birth of ${player}; 0: not known. */
int submission_born(const struct lm_player *player);

/* Can a player born in the year ${born} (0: not known) be under 18 on the day of ${now}? A player
 * who turns 18 in this year can. */
bool submission_is_minor(int born, int64_t now);
/* Return the first year of birth of players who can be minors; players born earlier are adults. */
int submission_adults_before(int64_t now);

/* Remove from ${t} the years of birth (unless ${births}) and, of players who are minors at ${now}
 * (unless ${minors}), the FIDE ID, the club and all but the initials. */
LM_MUST_CHECK enum lm_status submission_withhold(struct lm_tournament *t, bool births, bool minors,
                                                 int64_t now, struct lm_arena *arena);

/* Shorten "Muster, Hans" to "M. H.". */
const char *submission_initials(const char *name, struct lm_arena *arena);

/* Return the reason to review ${t} before it is public, an English sentence of the catalogues;
 * NULL: none. */
const char *submission_suspicion(const struct lm_tournament *t);

/* Return the names of the facts in which ${t} differs from ${other}, separated by spaces: "name
 * start". */
const char *submission_facts_typed(const struct lm_tournament *t, const struct lm_tournament *other,
                                   struct lm_arena *arena);

/* Is ${name} among ${message}? */
bool submission_is_typed(const char *message, const char *name);

/* Set the address of the games of ${t}; "": none. */
void submission_give_games(struct lm_tournament *t, const char *address);

/* Copy the facts in ${message}, except those in ${anew}, from ${last} to ${t}. */
void submission_keep_typed(struct lm_tournament *t, const struct lm_tournament *last,
                           const char *message, const char *anew);

/* Rank ${t} by points and ${tie_breaks}, "BH/C1,BH", instead of the ranks that were sent. */
void submission_rank_by(struct lm_tournament *t, const char *tie_breaks);

/* --- repairs that need no question */

struct mend {
    const char *name;  /* "points" */
    const char *field; /* field of the findings that it repairs */
    const char *label; /* label of its button: an English sentence of the catalogues */
    /* Is the repair needed? Carry it out. */
    bool (*needed)(const struct lm_tournament *t, struct lm_arena *arena);
    void (*apply)(struct lm_tournament *t, struct lm_arena *arena);
};

/* Ended by a row without a name. */
extern const struct mend submission_mends[];

/* --- differences between two versions */

struct changes {
    const struct lm_message *
        *lines; /* "Round 3, Muster: White against Beispiel, won; was: drawn" */
    size_t count, capacity;
    size_t more; /* number of further differences */
};

LM_MUST_CHECK enum lm_status submission_compare(const struct lm_tournament *before,
                                                const struct lm_tournament *after,
                                                struct lm_arena *arena, struct changes *out);

/* Find the reasons why ${after} cannot be a version of ${before}: few shared players, another name,
 * fewer rounds. Return their number. */
enum { SUBMISSION_DOUBTS = 3 };
size_t submission_doubts(const struct lm_tournament *before, const struct lm_tournament *after,
                         struct lm_arena *arena,
                         const struct lm_message *out[static SUBMISSION_DOUBTS]);

/* Are both the same event: most players, and the same first day if both have one? */
bool submission_is_alike(const struct lm_tournament *a, const struct lm_tournament *b,
                         struct lm_arena *arena);

/* --- as lines of a journal */

/* Write the facts of ${t} that belong to no person as the member "tournament" of ${w}. */
struct lm_json;
struct lm_json_writer;
LM_MUST_CHECK enum lm_status submission_put_facts(struct lm_json_writer *w,
                                                  const struct lm_tournament *t,
                                                  struct lm_arena *arena);

/* Write the personal data of ${player}, or of all officials, as members of the open object. */
void submission_put_person(struct lm_json_writer *w, const struct lm_player *player);
void submission_put_officials(struct lm_json_writer *w, const struct lm_tournament *t);

/* Read ${facts} back as a tournament that the caller can change, in which no person has a name. */
LM_MUST_CHECK enum lm_status submission_take_facts(const struct lm_json *facts,
                                                   struct lm_arena *arena, struct lm_log *log,
                                                   struct lm_tournament **out);

/* Read personal data back into ${player}, or the officials' into ${t}; ${own} is the object written
 * above, NULL if it was erased. */
void submission_take_person(const struct lm_json *own, struct lm_player *player);
LM_MUST_CHECK enum lm_status submission_take_officials(const struct lm_json *own,
                                                       struct lm_arena *arena,
                                                       struct lm_tournament *t);

#endif
