/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_HANDLERS_H
#define LIMMAT_SERVER_HANDLERS_H

/* Declarations that the files of handlers share. */

#include "server/events.h"
#include "server/pages.h"

/* The tables, one per file, with NULL at the end. */
extern const struct handler *const handler_tables[];
extern const struct handler *const put_tables[]; /* of uploaded files, likewise */
extern const struct guard submit_guards[], sync_guards[];
extern const struct handler machine_handlers[], sync_handlers[], card_handlers[], kiosk_handlers[];
extern const struct handler server_handlers[], event_handlers[], people_handlers[],
    round_handlers[], paper_handlers[], public_handlers[], overview_handlers[], new_handlers[],
    board_handlers[], settings_handlers[], edit_handlers[], number_handlers[], rating_handlers[],
    list_handlers[], language_handlers[], prizes_handlers[], preview_handlers[], deed_handlers[],
    director_handlers[], match_handlers[], outbox_handlers[], entrant_handlers[],
    championship_handlers[], calendar_handlers[], letter_handlers[], definition_handlers[],
    sign_in_handlers[], championship_files[], lichess_handlers[], announcement_handlers[],
    entry_handlers[], schedule_handlers[], cards_handlers[], norms_handlers[], standings_handlers[],
    payment_handlers[], arrival_handlers[], rating_list_handlers[], closing_handlers[],
    organiser_handlers[], office_handlers[], office_list_handlers[], office_people_handlers[],
    section_report_handlers[], office_fee_handlers[], office_compare_handlers[];

/* End the session of ${v}. */
enum lm_status session_leave(struct visit *v);

struct home_row;
/* Fill ${*row} with the championship ${slug}, for the server's list. */
enum lm_status championship_row(struct visit *v, const char *slug, struct home_row *row);

/* Return the usual name of a pairing system, "Swiss (Dutch)"; its title if it has none. */
const char *system_called(struct visit *v, const struct lm_system *system);

/* "Buchholz Cut-1" */
struct lm_tie_break;
const char *tie_break_called(struct visit *v, const struct lm_tie_break *one);

/* List the fields that set an order of tie-breaks, with ${now} ("BH/C1 SB") selected; and return
 * the order set in such fields, some of which are empty ("-"); "": none. */
struct order_place;
enum lm_status order_places(struct visit *v, const char *now, const struct order_place **out,
                            size_t *count);
const char *order_chosen(struct visit *v, const char *typed);

/* The handlers of the desk's kinds of acts; acts_begin fills them when the program starts. */
extern struct handler act_handlers[];
void acts_begin(void);
/* Fill the fields of the form of all rounds, before the first request. */
void schedule_begin(void);

/* May the user do an act of this kind? */
bool act_may(const struct visit *v, const char *kind);

/* Return the right that an act of ${kind} needs. */
enum right right_for(const struct lm_desk_kind *kind);

/* Return the value of ${person} for the field ${field} of an act; NULL: not a field of a person. */
const char *act_known(struct visit *v, const struct lm_desk_person *person, const char *field);

/* Return the title of an act's form; NULL: it has none. */
const char *act_title(const char *kind);
/* The button of that form; NULL: it has none. */
const char *act_button(const char *kind);

/* Return the rating lists that count in ${s}, in order: those that were set; otherwise the list of
 * its time category, then the standard one ("effective" rapid and blitz). */
const char *list_order(const struct lm_desk_section *s);

/* Return "FIDE list of 1 November 2026, ...", "" without a list; ${*old}: it is too old to use. */
const char *list_text(struct visit *v, bool *old);

/* Return the verb of an act of ${kind}; NULL: it has none of its own. */
const char *deed_verb(const char *kind);

/* Return the name of the button or the form for an act of ${kind}. */
const char *deed_name(const char *kind);

/* List links to those of ${kinds} (separated by spaces) that the user may do, about ${player} if it
 * isn't NULL. */
enum lm_status deed_links(struct visit *v, const struct lm_desk_section *s, const char *kinds,
                          const struct lm_desk_player *player, const struct tab **out,
                          size_t *count);

/* List the remedies of ${reason}, by their names in the browser, with links; ${s} can be NULL. */
enum lm_status remedy_parts(struct visit *v, const struct lm_desk_section *s,
                            const struct lm_desk_reason *reason, const struct message_link **out,
                            size_t *count);

enum lm_status show_openapi(struct visit *v);
enum lm_status show_asset(struct visit *v); /* the file ${v->parts[0]} */
const char *public_type(const char *path);  /* of the public page or file ${path} */
/* Return the address of a style sheet or a script of the server. */
struct site_url asset_url(struct visit *v, const char *name, const char *extension);

/* Return a sentence about the age of this copy of the event; "" on the server that runs it.
 * ${*stale}: its home has been silent for a while. */
const char *event_fresh(struct visit *v, bool *stale);

/* "2026-07-14" */
const char *visit_today(struct visit *v);

/* "13:52", "14 July 13:52" by the clock of the server's place. */
const char *visit_clock(struct visit *v, int64_t at, bool day);

/* The tab of an event that a page belongs to. */
enum tab_name {
    TAB_OVERVIEW,
    TAB_PLAYERS,
    TAB_CHECK_IN,
    TAB_ROUND,
    TAB_STANDINGS,
    TAB_PRIZES,
    TAB_FILES,
    TAB_SETTINGS,
    TAB_LOG,
    TABS
};

/* Find the section ${v->parts[1]} of the event; otherwise refuse with 404. */
enum lm_status section_take(struct visit *v, struct lm_desk_section **out);

/* Do the same, and read the number of a possible round, ${v->parts[2]}. */
enum lm_status round_take(struct visit *v, struct lm_desk_section **s, uint32_t *number);
/* Return the entry that the user would undo, as a sentence; "": none. */
const char *undo_said(struct visit *v, const struct lm_desk_section *s);
enum lm_status back_to_round(struct visit *v, const struct lm_desk_section *s, uint32_t round);

/* Return the version of ${round} that the user may see: the draft, or the published one; NULL:
 * none. */
const struct lm_desk_round *round_seen(const struct visit *v, const struct lm_desk_round *round);

/* Return the points of all players of ${s} before ${round}, in tenths, by order of entry. */
int32_t *points_before(struct visit *v, const struct lm_desk_section *s, uint32_t round);

/* Fill ${*page} with round ${number} of ${s} as the desk shows it; for users without the right,
 * only with its public part. */
struct round_page;
enum lm_status round_look(struct visit *v, struct lm_desk_section *s, uint32_t number, bool second,
                          struct round_page *page);

/* Write the part of the page of ${round} (of its ${second} check) that an entry at ${board}
 * changes, for the script of an open page. */
enum lm_status show_board_of_round(struct visit *v, struct lm_desk_section *s, uint32_t round,
                                   bool second, const char *board);

/* Return the act that granting the request of ${line} also enters in its section: as a sentence, ""
 * if there is none; and as an act, ${*any} false if there is none. */
const char *granted_says(struct visit *v, const struct lm_desk_section *s, uint64_t line);
enum lm_status granted_act(struct visit *v, const struct lm_desk_section *s, uint64_t line,
                           struct act *out, bool *any);

/* Compute the prizes of ${s} by its current standings; NULL: no prizes, or no round yet. */
struct lm_prizes;
LM_MUST_CHECK enum lm_status prizes_of(struct visit *v, const struct lm_desk_section *s,
                                       const struct lm_prizes **out);

/* Does the address of the card of ${person} end with ${token}? */
bool card_has(struct visit *v, const struct lm_desk_person *person, const char *token);

/* Return the id of the board of ${round} that ${typed} names, by its id or its table's number. */
const char *board_named(struct visit *v, const struct lm_desk_round *round, const char *typed);

/* Write the public page, view or file ${path} of ${e}, of which ${p} is a publication, NULL if it
 * is the visit's own; refuse with 404. */
struct publication;
struct site_event;
struct site_follow;
const struct site_follow *public_follow(struct visit *v);
enum lm_status public_write(struct visit *v, struct site_event *e, struct publication *p,
                            const char *path);
/* Report a missing page of ${e}, with a link to the event, whose pages are below ${at}. */
void public_missing(struct visit *v, const struct site_event *e, const char *at);

/* Name the due colour beside each player who does not get it. */
enum lm_status mark_colours(struct visit *v, const struct lm_desk_section *s,
                            struct round_page *page);
/* Add the checker's findings about a draft. */
enum lm_status add_verdict(struct visit *v, const struct lm_desk_section *s,
                           const struct lm_desk_round *round, struct round_page *page);

/* Return the head of a page of ${section} (NULL: of the event). */
struct desk_head section_head(struct visit *v, const struct lm_desk_section *section,
                              enum tab_name tab, const char *title);

/* "/e/EVENT/SECTION/…" */
struct site_url section_url(struct visit *v, const struct lm_desk_section *section,
                            const char *format, ...) LM_PRINTF(3, 4);

/* Return the current round of the desk: the draft, the one being played, or the next. */
uint32_t section_round(const struct lm_desk_section *section);

/* Return "journal 214 · 3f9a…", which every sheet shows. */
const char *stamp_of(struct visit *v, const struct lm_desk_round *round);

/* Return the player's name for pages without sign-in and for sheets on walls and tables; and the
 * name for pages of the desk, which is the public one for other users. */
const char *public_name(struct visit *v, const struct lm_desk_player *player);
const char *player_name(struct visit *v, const struct lm_desk_player *player);

/* "1 – 0" for "1-0", "½ – ½" for "1/2-1/2"; "" without a result. */
const char *shown_result(struct visit *v, const char *name);
const char *report_of(struct visit *v, const struct lm_desk_report *report);
/* "White said 1 – 0", "Verena Hösli said 1 – 0" */
const char *report_sentence(struct visit *v, const struct lm_desk_board *b,
                            const struct lm_desk_report *report);
struct game_row;
struct game_row *games_of(struct visit *v, const struct lm_desk_board *b, size_t *count);
/* "White"; in a match "White, then Black". */
const char *colours_of(const struct lm_language *language, const struct lm_desk_board *b,
                       bool white);
const char *result_of(struct visit *v, const struct lm_desk_board *board);

/* List requests, announcements and notes about ${about}, or (NULL) all; the latest first. */
enum lm_status add_notes(struct visit *v, const struct lm_desk_section *s,
                         const struct lm_desk_person *about, const struct note_row **out,
                         size_t *count);

/* Is ${n} a current announcement? */
bool note_is_announced(const struct visit *v, const struct lm_desk_note *n);

/* List links to the forms of those of ${kinds} (separated by spaces) that the user may do, with
 * ${query} after each address: "player=p3". */
enum lm_status act_links(struct visit *v, const struct lm_desk_section *s, const char *kinds,
                         const char *query, const struct tab **acts, size_t *count);

#endif
