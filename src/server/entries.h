/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_ENTRIES_H
#define LIMMAT_SERVER_ENTRIES_H

/*
 * The announcement of an event, and the entries that players send before it starts.
 *
 * Both are records in the store beside the journal: JSON objects whose members have the names of
 * the form's fields.  An accepted entry becomes an act of the desk ("enter").  Before that the
 * journal has no data of the person, and removing the record removes everything.  Only a digest of
 * an entry's link is stored.
 */

#include "limmat/json.h"
#include "server/events.h"

/* Get the announcement of the event of ${v}, or of its ${section}; never NULL: an empty object if
 * there is none. */
LM_MUST_CHECK enum lm_status announcement_of(struct visit *v, const char *section,
                                             const struct lm_json **out);
/* Store the form of ${v} as the announcement, without its files; ${file} ("pdf", "") becomes the
 * member "file". */
LM_MUST_CHECK enum lm_status announcement_keep(struct visit *v, const char *section,
                                               const char *file);

/* Return the member ${name} of ${facts} as text, "" if absent; as a number, 0 if absent. */
int64_t fact_number(const struct lm_json *facts, const char *name);

/* Is the announcement ${facts} public?  Can players enter now? */
bool announcement_is_open(const struct lm_json *facts);
bool announcement_takes_entries(struct visit *v, const struct lm_json *facts);

/* A player, as far as conditions and fees depend on them. */
struct entrant {
    int64_t rating, born; /* 0: none, unknown */
    const char *federation, *sex, *title;
};

/* Return why ${who} can't play in the section with the conditions ${facts}, as a sentence; "": they
 * can. */
const char *section_refuses(struct visit *v, const struct lm_json *facts,
                            const struct entrant *who);

/* Return the conditions: "Rating 1600–2000 · born 2008 or later"; "": all players can enter. */
const char *section_conditions(struct visit *v, const struct lm_json *facts);

/* Return the year ${text}, in which a living person can be born; 0: none. */
int64_t year_of_birth(struct visit *v, const char *text);

/* Compute what ${who} owes by ${fees} on the day ${today} ("2026-07-14"): the lowest amount of the
 * lines that apply.  Each line is an amount with any of "until DATE", "born YEAR" (or later),
 * "title GM IM", "sex w". false: line ${*wrong} can't be read.  ${who} NULL: only check that all
 * lines can be read. */
bool fee_of(const char *fees, const struct entrant *who, const char *today, int64_t *owed,
            unsigned *wrong);

/* Return ${fees}, which are valid, for players: a line each, "50 · until 30 June 2026". */
const char *fees_said(struct visit *v, const char *fees);

/* Return the room of ${table} by ${rooms}, lines as "Hall A: 1-20, 41"; "": none.  ${table} NULL:
 * only check all lines; ${*wrong} is the number of the first invalid one. */
const char *room_of(struct visit *v, const char *rooms, const char *table, unsigned *wrong);

/* Return the room of ${table} by the announcement of the section ${s}. */
const char *room_in(struct visit *v, const struct lm_desk_section *s, const char *table);

/* Is ${table} among the visiting arbiter's boards?  Found by their name in the announcement. */
bool is_own_sector(struct visit *v, const struct lm_desk_section *s, const char *table);

/* Is ${s} the event's only section, without a title of its own? */
bool section_needs_no_name(const struct visit *v, const struct lm_desk_section *s);

/* Return the number of free places in ${s}; INT64_MAX: no limit. */
int64_t places_left(const struct lm_desk_section *s, const struct lm_json *facts);

enum entry_state {
    ENTRY_NEW,    /* waits until its sender opens the link in the mail */
    ENTRY_ASKS,   /* waits for the organiser */
    ENTRY_WAITS,  /* on the waiting list */
    ENTRY_IN,     /* a player of the section */
    ENTRY_DENIED, /* refused by the organiser */
    ENTRY_STATES
};

struct entry_record {
    const char *digest;          /* digest of its link */
    const struct lm_json *facts; /* the data sent, and what was decided */
    const char *text;            /* the same as JSON text; NULL: not set here */
    enum entry_state state;
    int64_t order;
    struct lm_desk_section *section; /* NULL: removed since */
};

/* List all entries of the event of ${v}, oldest first. */
LM_MUST_CHECK enum lm_status entries_list(struct visit *v, struct entry_record **out,
                                          size_t *count);

/* Return the id of the person whose link ends with ${key}, by the journal or the entry; "": none.
 */
const char *entry_person_of_link(struct visit *v, const char *key);

/* Find the entry whose link ends with ${key}; refuses with 404. */
LM_MUST_CHECK enum lm_status entry_of_link(struct visit *v, const char *key,
                                           struct entry_record *out);

/* Return the player made from ${e}; NULL: none. */
const struct lm_desk_player *entry_player(const struct visit *v, const struct entry_record *e);

/* Return the id of the person entered by the entry with ${digest}, by the journal; "": none. */
const char *entry_person(struct visit *v, const char *digest);

/* Return the entry's player for checking conditions and fees. */
struct entrant entry_entrant(const struct entry_record *e);

/* Does a player, or another entry of ${all}, have the same FIDE ID or the same name? */
bool entry_has_twin(struct visit *v, const struct entry_record *e, const struct entry_record *all,
                    size_t count);

/* A changed member. */
struct entry_change {
    const char *name, *text;
};

/* Set ${changes} (ended by one without name) and the state in ${e}; entry_put also stores it. */
LM_MUST_CHECK enum lm_status entry_set(struct visit *v, struct entry_record *e,
                                       const struct entry_change *changes);
LM_MUST_CHECK enum lm_status entry_put(struct visit *v, struct entry_record *e,
                                       const struct entry_change *changes);
LM_MUST_CHECK enum lm_status entry_forget(struct visit *v, const struct entry_record *e);

/* Make the link that ends with ${key} another link to ${e}. */
LM_MUST_CHECK enum lm_status entry_add_link(struct visit *v, const struct entry_record *e,
                                            const char *key);

/* Return an entry of ${all} that ${e} repeats: the same player and mail address.  NULL: none. */
struct entry_record *entry_again(struct visit *v, const struct entry_record *e,
                                 struct entry_record *all, size_t count);

/* List players of the event who could be the one of ${e}: the same FIDE ID, or the same name. */
LM_MUST_CHECK enum lm_status entry_look_alikes(struct visit *v, const struct entry_record *e,
                                               const struct lm_desk_player ***out, size_t *count);

/* Merge ${e} into ${p}, a player entered before: fill in data that are missing there. */
LM_MUST_CHECK enum lm_status entry_merge(struct visit *v, struct entry_record *e,
                                         const struct lm_desk_player *p);

/* Enter ${e}, whose conditions were checked: as a player, or on the waiting list if the section is
 * full (unless ${over}).  An entry that the desk refuses waits for the organiser. */
LM_MUST_CHECK enum lm_status entry_admit(struct visit *v, struct entry_record *e, bool over);

/* Admit entries from the waiting lists to free places, first come first served. */
LM_MUST_CHECK enum lm_status entries_move_up(struct visit *v);

/* Set the date of deletion of all entries, so many days after the event as announced. */
LM_MUST_CHECK enum lm_status entries_keep(struct visit *v);

/* Return the number of entries that wait for the organiser. */
size_t entries_asking(struct visit *v);

/* Mail the texts with the keys ${subject} and ${text} to ${e}, with ${link} ("": none), if it has
 * an address. */
LM_MUST_CHECK enum lm_status entry_mail(struct visit *v, const struct entry_record *e,
                                        const char *subject, const char *text, const char *link);

#endif
