/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_ENTRIES_H
#define LIMMAT_SERVER_ENTRIES_H

/*
 * The announcement of an event, and the entries that players send in before it starts.
 *
 * Both are records of the store beside the journal, objects of JSON whose members have the names of
 * the form's fields.  An entry becomes an act of the desk ("enter") when it is accepted; until then
 * nothing of a person is in the journal, and removing the record forgets them.  Of the link to an
 * entry only its digest is kept.
 */

#include "limmat/json.h"
#include "server/events.h"

/* What was announced of the event of ${v}, or of a section of it; never NULL: an empty object. */
LM_MUST_CHECK enum lm_status announcement_of(struct visit *v, const char *section,
                                             const struct lm_json **out);
/* Keep what the form of ${v} has as that, but for files; and ${file} ("pdf", "") as the member
 * "file". */
LM_MUST_CHECK enum lm_status announcement_keep(struct visit *v, const char *section,
                                               const char *file);

/* The member ${name} of ${facts}: "" it has none; as a number, 0 likewise. */
const char *fact(const struct lm_json *facts, const char *name);
int64_t fact_number(const struct lm_json *facts, const char *name);

/* Do the public see the announcement ${facts}?  Can players enter now? */
bool announcement_is_open(const struct lm_json *facts);
bool announcement_takes_entries(struct visit *v, const struct lm_json *facts);

/* A player by whom the conditions and the fee of a section are judged. */
struct entrant {
    int64_t rating, born; /* 0: none, not said */
    const char *federation, *sex, *title;
};

/* Why ${who} can't play in the section with the conditions ${facts}, as a sentence; "" they can. */
const char *section_refuses(struct visit *v, const struct lm_json *facts,
                            const struct entrant *who);

/* "Rating 1600–2000 · born 2008 or later"; "" all players can enter. */
const char *section_conditions(struct visit *v, const struct lm_json *facts);

/* What ${who} owes by ${fees} on the day ${today} ("2026-07-14"): the lowest amount of the lines
 * that fit.  Each line is an amount with any of "until DATE", "born YEAR" (or later), "title
 * GM IM", "sex w".  false: line ${*wrong} can't be read.  ${who} NULL: only look whether all can.
 */
bool fee_of(const char *fees, const struct entrant *who, const char *today, int64_t *owed,
            unsigned *wrong);

/* ${fees}, which can be read, as players read them: a line each, "50 · until 30 June 2026". */
const char *fees_said(struct visit *v, const char *fees);

/* The room of ${table} by ${rooms}, lines as "Hall A: 1-20, 41"; "" it is in none.  ${table} NULL:
 * only look whether all can be read; else ${*wrong} is the number of the first that can't. */
const char *room_of(struct visit *v, const char *rooms, const char *table, unsigned *wrong);

/* The same of the section ${s}, by its announcement. */
const char *room_in(struct visit *v, const struct lm_desk_section *s, const char *table);

/* Is ${table} among the boards of the arbiter who visits?  By their name, and the announcement. */
bool is_own_sector(struct visit *v, const struct lm_desk_section *s, const char *table);

/* Is ${s} the one section of the event, and has no title of its own? */
bool section_needs_no_name(const struct visit *v, const struct lm_desk_section *s);

/* Free places in ${s}; INT64_MAX: as many as you like. */
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
    const char *digest;          /* of its link */
    const struct lm_json *facts; /* as sent, and what became of it */
    const char *text;            /* the same as it is written; NULL: not set here */
    enum entry_state state;
    int64_t order;
    struct lm_desk_section *section; /* NULL: removed meanwhile */
};

/* All entries of the event of ${v}, in the order in which they came. */
LM_MUST_CHECK enum lm_status entries_list(struct visit *v, struct entry_record **out,
                                          size_t *count);

/* The id of the person of the link that ends with ${key}, by the journal or by the entry; "": of
 * none. */
const char *entry_person_of_link(struct visit *v, const char *key);

/* The one whose link ends with ${key}; refuses with 404. */
LM_MUST_CHECK enum lm_status entry_of_link(struct visit *v, const char *key,
                                           struct entry_record *out);

/* The player that ${e} became; NULL: none. */
const struct lm_desk_player *entry_player(const struct visit *v, const struct entry_record *e);

/* The id of the person that the entry with ${digest} became, by the journal; "": of none. */
const char *entry_person(struct visit *v, const char *digest);

/* Who it is for. */
struct entrant entry_entrant(const struct entry_record *e);

/* Is there a player or another of ${all} with the same FIDE ID, or the same name? */
bool entry_has_twin(struct visit *v, const struct entry_record *e, const struct entry_record *all,
                    size_t count);

/* A member that changes. */
struct entry_change {
    const char *name, *text;
};

/* Set ${changes} (ended by one without name) and its state in ${e}; and write it, too. */
LM_MUST_CHECK enum lm_status entry_set(struct visit *v, struct entry_record *e,
                                       const struct entry_change *changes);
LM_MUST_CHECK enum lm_status entry_put(struct visit *v, struct entry_record *e,
                                       const struct entry_change *changes);
LM_MUST_CHECK enum lm_status entry_forget(struct visit *v, const struct entry_record *e);

/* Let the link that ends with ${key} lead to ${e}, too. */
LM_MUST_CHECK enum lm_status entry_add_link(struct visit *v, const struct entry_record *e,
                                            const char *key);

/* The entry of ${all} that its sender makes once more: the same player, and the same mail address.
 * NULL: none. */
struct entry_record *entry_again(struct visit *v, const struct entry_record *e,
                                 struct entry_record *all, size_t count);

/* Players of the event who may be the one of ${e}: the same FIDE ID, or the same name. */
LM_MUST_CHECK enum lm_status entry_look_alikes(struct visit *v, const struct entry_record *e,
                                               const struct lm_desk_player ***out, size_t *count);

/* ${e} is ${p}, who is entered already: fill in what is not known of them. */
LM_MUST_CHECK enum lm_status entry_merge(struct visit *v, struct entry_record *e,
                                         const struct lm_desk_player *p);

/* Enter ${e}, whose conditions were judged: as a player, or on the waiting list when the section is
 * full (not with ${over}).  What the desk won't take waits for the organiser. */
LM_MUST_CHECK enum lm_status entry_admit(struct visit *v, struct entry_record *e, bool over);

/* Admit those on the waiting lists for whom a place is free, first come first served. */
LM_MUST_CHECK enum lm_status entries_move_up(struct visit *v);

/* Have all entries end when the announcement says so: so many days after the event. */
LM_MUST_CHECK enum lm_status entries_keep(struct visit *v);

/* How many wait for the organiser. */
size_t entries_asking(struct visit *v);

/* Mail ${e} the sentences of ${subject} and ${text}, with ${link} ("" none), if it has an address.
 */
LM_MUST_CHECK enum lm_status entry_mail(struct visit *v, const struct entry_record *e,
                                        const char *subject, const char *text, const char *link);

#endif
