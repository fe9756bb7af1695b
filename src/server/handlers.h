/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_HANDLERS_H
#define LIMMAT_SERVER_HANDLERS_H

/* What the files of handlers share. */

#include "server/events.h"
#include "server/pages.h"

/* The tables, one a file; ended by NULL. */
extern const struct handler *const handler_tables[];
extern const struct handler *const put_tables[]; /* of files that are put, likewise */
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
/* The line of the championship ${slug} in the list of the server. */
enum lm_status championship_row(struct visit *v, const char *slug, struct home_row *row);

/* What people call a pairing system: "Swiss (Dutch)"; one without such a name by its title. */
const char *system_called(struct visit *v, const struct lm_system *system);

/* "Buchholz Cut-1" */
struct lm_tie_break;
const char *tie_break_called(struct visit *v, const struct lm_tie_break *one);

/* Places for an order of tie-breaks, with ${now} ("BH/C1 SB") chosen; and the order that was chosen
 * in such places, of which some are empty ("-"); "" is none. */
struct order_place;
enum lm_status order_places(struct visit *v, const char *now, const struct order_place **out,
                            size_t *count);
const char *order_chosen(struct visit *v, const char *typed);

/* Made by acts_begin, when the program starts, of the kinds that the desk knows. */
extern struct handler act_handlers[];
void acts_begin(void);
/* Fill the fields of the form of all rounds, before the first request. */
void schedule_begin(void);

/* May he who visits do an act of this kind? */
bool act_may(const struct visit *v, const char *kind);

/* What an act of ${kind} needs. */
enum right right_for(const struct lm_desk_kind *kind);

/* What is known of ${person} that an act calls ${field}; NULL: that is not about a person. */
const char *act_known(struct visit *v, const struct lm_desk_person *person, const char *field);

/* The title of the form of an act; NULL: it has none. */
const char *act_title(const char *kind);
/* The button of that form; NULL: it has none. */
const char *act_button(const char *kind);

/* The rating lists whose rating counts in ${s}, the first first: as was set, else that of its kind
 * of play, and for who has none there the standard one ("effective" rapid and blitz). */
const char *list_order(const struct lm_desk_section *s);

/* "FIDE list of 1 November 2026, ..." and whether it is too old to go by; "" there is none. */
const char *list_text(struct visit *v, bool *old);

/* The verb of an act of ${kind}; NULL: it has none of its own. */
const char *deed_verb(const char *kind);

/* What the button or the form is called by which one does an act of ${kind}. */
const char *deed_name(const char *kind);

/* A way to each of ${kinds} (apart by spaces) that he who visits may do, about ${player} (NULL:
 * nobody). */
enum lm_status deed_links(struct visit *v, const struct lm_desk_section *s, const char *kinds,
                          const struct lm_desk_player *player, const struct tab **out,
                          size_t *count);

/* What can be done instead, with the names that it has in the browser and ways to it; ${s} may be
 * NULL. */
enum lm_status remedy_parts(struct visit *v, const struct lm_desk_section *s,
                            const struct lm_desk_reason *reason, const struct message_link **out,
                            size_t *count);

enum lm_status show_openapi(struct visit *v);
enum lm_status show_asset(struct visit *v); /* the file ${v->parts[0]} */
const char *public_type(const char *path);  /* of the public page or file ${path} */
/* The address of a style sheet or a script of the server. */
struct site_url asset_url(struct visit *v, const char *name, const char *extension);

/* How fresh what stands here of the event is, as a sentence; "" where it is run.  ${*stale}: its
 * home was not heard for a while. */
const char *event_fresh(struct visit *v, bool *stale);

/* "2026-07-14" */
const char *visit_today(struct visit *v);

/* "13:52", "14 July 13:52" by the clock of the server's place. */
const char *visit_clock(struct visit *v, int64_t at, bool day);

/* Which tab of an event a page belongs to. */
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

/* The section ${v->parts[1]} of the event into ${*out}; refuses with 404. */
enum lm_status section_take(struct visit *v, struct lm_desk_section **out);

/* The same, and the number of a round that it may have: ${v->parts[2]}. */
enum lm_status round_take(struct visit *v, struct lm_desk_section **s, uint32_t *number);
/* What would be taken back by who visits; "" nothing. */
const char *undo_said(struct visit *v, const struct lm_desk_section *s);
enum lm_status back_to_round(struct visit *v, const struct lm_desk_section *s, uint32_t round);

/* ${round} as who visits may see it: what is being made of it, or what was published; NULL: nothing
 * was. */
const struct lm_desk_round *round_seen(const struct visit *v, const struct lm_desk_round *round);

/* Points of everybody of ${s} before ${round}, by the place in the order of entry, tenths. */
int32_t *points_before(struct visit *v, const struct lm_desk_section *s, uint32_t round);

/* All of round ${number} of ${s} as the desk shows it, into ${*page}; without a right to it what
 * everybody may know. */
struct round_page;
enum lm_status round_look(struct visit *v, struct lm_desk_section *s, uint32_t number, bool second,
                          struct round_page *page);

/* Write of the page of ${round} (of its ${second} pass) what an entry at ${board} changes, for the
 * script of a page that has the rest. */
enum lm_status show_board_of_round(struct visit *v, struct lm_desk_section *s, uint32_t round,
                                   bool second, const char *board);

/* A request that is granted: what else is entered with the answer, by a sentence ("" nothing), and
 * as an act (${*any} false: none) for the section of the request. */
const char *granted_says(struct visit *v, const struct lm_desk_section *s, uint64_t line);
enum lm_status granted_act(struct visit *v, const struct lm_desk_section *s, uint64_t line,
                           struct act *out, bool *any);

/* What the prizes of ${s} come to as it stands; NULL: there are none, or no round yet. */
struct lm_prizes;
LM_MUST_CHECK enum lm_status prizes_of(struct visit *v, const struct lm_desk_section *s,
                                       const struct lm_prizes **out);

/* Does the address of the card of ${person} end with ${token}? */
bool card_has(struct visit *v, const struct lm_desk_person *person, const char *token);

/* The id of the board of ${round} that is typed, by its id or by the number on its table. */
const char *board_named(struct visit *v, const struct lm_desk_round *round, const char *typed);

/* Write the public page, view or file ${path} of ${e}, which is what ${p} is made of, or (NULL)
 * nobody else's; refuses with 404. */
struct publication;
struct site_event;
struct site_follow;
const struct site_follow *public_follow(struct visit *v);
enum lm_status public_write(struct visit *v, struct site_event *e, struct publication *p,
                            const char *path);
/* A page of ${e} was not found: the event, whose pages are below ${at}, is one step away. */
void public_missing(struct visit *v, const struct site_event *e, const char *at);

/* Name the due colour beside each player of a draft who does not get it. */
enum lm_status mark_colours(struct visit *v, const struct lm_desk_section *s,
                            const struct lm_desk_round *round, struct round_page *page);
/* What the checker says of a pairing that is being made. */
enum lm_status add_verdict(struct visit *v, const struct lm_desk_section *s,
                           const struct lm_desk_round *round, struct round_page *page);

/* The head of a page of ${section} (NULL: of the event) of ${v}. */
struct desk_head section_head(struct visit *v, const struct lm_desk_section *section,
                              enum tab_name tab, const char *title);

/* "/e/EVENT/SECTION/…" */
struct site_url section_url(struct visit *v, const struct lm_desk_section *section,
                            const char *format, ...) LM_PRINTF(3, 4);

/* The round that the desk is about: the one in the making, played, or to be paired next. */
uint32_t section_round(const struct lm_desk_section *section);

/* "journal 214 · 3f9a…": what stands on every sheet. */
const char *stamp_of(struct visit *v, const struct lm_desk_round *round);

/* What a player is called wherever nobody has to say who he is, and on every sheet that is hung up
 * or laid out; and what he is called to those of the desk, and to others as in public. */
const char *public_name(struct visit *v, const struct lm_desk_player *player);
const char *player_name(struct visit *v, const struct lm_desk_player *player);

/* "1 – 0" for "1-0", "½ – ½" for "1/2-1/2"; "" while nothing is known. */
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

/* What was asked, announced and remembered, of ${about} or (NULL) of all, the last first. */
enum lm_status add_notes(struct visit *v, const struct lm_desk_section *s,
                         const struct lm_desk_person *about, const struct note_row **out,
                         size_t *count);

/* Does ${n} say something to everybody now? */
bool note_is_announced(const struct visit *v, const struct lm_desk_note *n);

/* Links to the forms of those of ${kinds} (apart by spaces) that he who visits may do, with
 * ${query} behind each address: "player=p3". */
enum lm_status act_links(struct visit *v, const struct lm_desk_section *s, const char *kinds,
                         const char *query, const struct tab **acts, size_t *count);

#endif
