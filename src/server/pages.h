/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_PAGES_H
#define LIMMAT_SERVER_PAGES_H

/* What the templates of the desk show: one struct a page. */

#include "limmat/people.h"
#include "server/server.h"

struct tab {
    struct site_url url;
    const char *label;
    bool here;
};

/* Where one can go from every page, with the sign of it. */
struct rail_tab {
    struct site_url url;
    const char *label;
    bool here;
    struct site_html icon;
    uint32_t count; /* of what is there; 0: none is shown */
    bool due;       /* … and waits to be done */
};

/* A language in which one can have the page. */
struct tongue {
    struct site_url url;
    const char *code, *name;
};

struct desk_head {
    const char *title;
    const char *event;   /* NULL: a page of the whole server */
    const char *section; /* its title, if there is more than one; "" */
    struct site_url home, style, script, leave, live;
    struct site_url all, devices; /* every event; who else is at work: none where he may not */
    struct site_url seek;         /* where one searches without scripts */
    struct site_url help;         /* what the page is for */
    const char *who, *role;       /* "Verena Hösli", "chief arbiter"; "" for visitors */
    const char *token;
    uint64_t number; /* of the last line: a page that is older is loaded again */
    const struct rail_tab *tabs;
    const struct tab *sections;
    size_t tab_count, section_count;
    const char *mirror; /* that it is not written; NULL: it is */
    const char *deeds;  /* "edit Details|bye …": forms about a player, kind and title; "" none */
    const char *saved;  /* when the last entry was kept, "17:24"; NULL: not told here */
    const char *mark;   /* "not in FIDE mode since round 3"; "" while it is */
    struct site_url marked;
    const char *language, *spoken; /* of the page: "de", "Deutsch" */
    const struct tongue *tongues;  /* the others */
    size_t tongue_count;
    struct site_url keeper; /* the script that says how fresh the page is; none */
    const char *gap;        /* "{time}": where it puts the time */
    bool desk;              /* places at the left: who works here; false: what everybody sees */
    bool soon;              /* there will be more in a second: it is loaded again */
    bool answers;           /* a form that was sent: no address shows it again */
};

/* Offer the page in the other languages. */
void languages_offered(struct visit *v, struct desk_head *head);

/* The head of a page about nothing in particular. */
struct desk_head head_of(struct visit *v, const char *title);

struct refusal_page {
    struct desk_head head;
    int status;
    bool missing; /* it was only looked for: nothing was to be done */
    struct site_url search;
    const struct lm_diagnostic *reasons;
    size_t reason_count;
};

/* A piece of a sentence; with an address it leads somewhere. */
struct said_part {
    const char *text;
    struct site_url url;
};

struct needs_reason {
    const char *what, *article;
    bool grave;
    const struct said_part *parts; /* of what can be done instead */
    size_t part_count;
};

struct needs_page {
    struct desk_head head;
    const char *what, *deed, *token, *tokens, *request;
    struct site_url action, leave;
    const char *go;    /* what the button says that confirms it; NULL, "": "Go ahead" */
    bool may;          /* it can be confirmed */
    bool grave;        /* and breaks a rule */
    const char *words; /* … which has to be typed; NULL: a button is enough */
    const char *typed; /* was typed instead; "" nothing was */
    const struct needs_reason *reasons;
    size_t reason_count;
    const struct form_pair *pairs;
    size_t pair_count;
};

struct import_page {
    struct desk_head head;
    const char *token, *name, *what, *kept;
    struct site_url action;
    const struct needs_reason *reasons;
    size_t reason_count;
};

/* --- the server */

struct home_row {
    struct site_url url;
    const char *name, *dates, *state;
    const char *system; /* by which its first section is paired */
    const char *look;   /* of its state: "ok", "warn", "" */
    uint32_t players;
    bool draft, past;         /* nothing is paired yet; all is over */
    const struct tab *places; /* of an event, where one goes from the list */
    size_t place_count;
};

/* A section that is played, or about to be. */
struct home_card {
    struct site_url url, step_url, public_page;
    const char *name, *what, *round, *progress, *step;
    const char *state; /* "Draft"; "" it is live */
    uint32_t percent;
};

struct home_page {
    struct desk_head head;
    const char *token, *today;
    const struct home_row *championships;
    size_t championship_count;
    struct site_url new_championship;
    struct site_url add, import, rights, results, submit, moderation, pair, fresh, send, ratings;
    struct site_url earlier;     /* events that are not in the list; none: it has all */
    const char *list, *fetching; /* which rating list there is, and how fetching it goes */
    const char *month;           /* its first day, "2026-11-01" */
    const char *done, *whole;    /* "{done}", "{all}": where a script puts how much was sent */
    bool may_add, list_kept;
    bool list_old;
    const struct said_part *damages; /* what is damaged, and what to do */
    size_t damage_count;
    const struct home_row *rows;
    size_t row_count;
    struct home_card *cards;
    size_t card_count;
    struct due_row *waits; /* what needs somebody, of all events */
    size_t wait_count;
    const struct tab *shows; /* all events, drafts, past ones */
    size_t show_count;
};

/* A pairing system as one chooses it. */
struct system_choice {
    const char *value, *title, *what, *order; /* ${order}: its tie-breaks, where none are chosen */
    bool chosen;
};

struct tie_break_choice {
    const char *code, *name;
    bool chosen;
};

/* One place in the order of tie-breaks. */
struct order_place {
    uint32_t number;
    const struct tie_break_choice *choices;
    size_t choice_count;
};

/* ${place}: where the broadcast is, if it is made. */
struct broadcast_page {
    struct desk_head head;
    const char *token;
    bool on;
    const char *address, *trouble, *sent;
    struct site_url place, action, stop, back;
};

struct new_page {
    struct desk_head head;
    const char *token, *today, *arbiter;
    struct site_url add, back;
    const struct system_choice *systems, *others;
    size_t system_count, other_count;
    const struct order_place *places;
    size_t place_count;
};

struct key_page {
    struct desk_head head;
    const char *role;
    const char *whom; /* for an account that has a name; "": it is asked */
    struct site_url action;
};

struct rights_choice {
    const char *name, *title, *what;
};

struct rights_where {
    const char *scope, *label;
};

/* A device that has a session. */
struct rights_device {
    const char *key, *name, *what;
    bool mine;
};

/* The devices that have a session for everything or for one of ${wheres}, in ${v->arena}. */
LM_MUST_CHECK enum lm_status session_devices(struct visit *v, const struct rights_where *wheres,
                                             size_t where_count, const struct rights_device **out,
                                             size_t *count);

struct rights_page {
    struct desk_head head;
    const char *token, *address, *title;
    struct site_url action, end, machines;
    bool all; /* whoever looks may invite for everything */
    const struct rights_where *wheres;
    size_t where_count;
    const struct rights_device *devices;
    size_t device_count;
    struct site_html code; /* of the address; none when there is no new one */
    const struct rights_choice *choices;
    size_t choice_count;
};

/* --- acts as forms */

struct act_option {
    const char *name; /* of its field */
    const char *value, *label;
    bool chosen;
};

/* A pair to be chosen: both sides from the options of its field. */
struct act_pair {
    uint32_t number;
    const struct act_option *options;
    size_t option_count;
};

struct act_field {
    const char *kind, *name, *label, *value;
    bool hidden, options_only, many, number, date, moment, typed, broad, required;
    int64_t low, high;
    struct act_option *options;
    size_t option_count;
    const struct order_place *places; /* of tie-breaks, each chosen from a list */
    size_t place_count;
    const struct act_pair *pairs; /* White and Black, each chosen from a list */
    size_t pair_count;
    const char *list;   /* the address at which people are found as one types; NULL: nowhere */
    const char *lists;  /* whose rating is taken, the first first */
    const char *hint;   /* below the field; NULL none */
    size_t rank, asked; /* where it stands in the form; where among what is sent */
};

struct act_page {
    struct desk_head head;
    const char *token, *title, *article, *button;
    struct site_url action, back;
    const char *note; /* "" none */
    bool note_grave;
    const struct act_field *fields, *extras; /* what is seldom said stands behind a "more" */
    size_t field_count, extra_count;
};

struct fact_row {
    const char *term, *text;
};

/* What was announced, forbidden, asked for, remembered. */
struct note_row {
    const char *text, *when;
    struct site_url about, grant, deny, undo; /* none: it cannot */
    const char *undo_label;
};

/* A setting: what it is, what it is set to, and a way to the form that asks for it alone. */
struct setting_row {
    const char *term, *value, *note; /* ${note}: what it means; "" */
    const struct fact_row *chips;    /* an order, instead of a value */
    size_t chip_count;
    struct site_url edit; /* none: whoever looks may not */
    bool fixed;           /* until a round is unpaired it stays */
    bool undecided;       /* something waits for it */
};

struct setting_group {
    const char *title, *id;
    struct site_url edit; /* all rows at once; none: each by itself */
    struct setting_row *settings;
    size_t setting_count;
};

struct schedule_row {
    uint32_t number;
    const char *name, *at; /* "2026-07-16T14:20"; "" not known */
    bool set;
};

struct schedule_page {
    struct desk_head head;
    const char *token, *zone, *start, *first, *every;
    uint32_t a_day;
    struct site_url act, back;
    const struct schedule_row *rows;
    size_t row_count;
    bool planned; /* what stands in the rows is not set yet */
};

struct facts_page {
    struct desk_head head;
    const struct setting_group *groups;
    size_t group_count;
    struct site_url announcement; /* before the event starts; none where one may not */
    struct site_url entries, payments, message; /* likewise */
    struct site_url change_section, change_event, add_section, people, place, leave_mode, forbid;
    const char *fide, *section;
    bool in_mode;
    const struct note_row *pairs, *notes;
    size_t pair_count, note_count;
    const struct tab *acts, *dangers;
    size_t act_count, danger_count;
};

/* --- prizes */

struct prize_row {
    uint32_t place, rank;
    const char *name, *amount, *why;
};

struct prize_group {
    const char *name, *note;
    const struct prize_row *rows;
    size_t row_count;
};

struct prizes_page {
    struct desk_head head;
    const char *token, *typed, *currency, *stamp;
    struct site_url act, receipts;
    bool may, final, hort, by_place, cumulative;
    const struct prize_group *groups;
    size_t group_count;
};

/* --- people */

struct person_row {
    const char *id, *title, *name, *federation, *club, *fide_id, *birth, *state;
    const char *look; /* of the state: "ok", "warn", "bad", "on"; "" plain */
    uint32_t number;
    int32_t rating;
    struct site_points points;
    bool present, playing, asks; /* ${asks}: something that waits for an answer */
    bool estimated;              /* the rating is the arbiter's estimate */
    struct site_url edit, tick, away;
};

/* A player who was pasted, as understood. */
struct new_person {
    uint32_t row; /* from 1 */
    const char *title, *name, *federation, *fide_id, *birth, *club;
    int32_t rating, national;
    const char *doubt;  /* what is to be looked at; "" nothing */
    const char *unread; /* cells that are not imported; "" none */
    const char *look;   /* "bad" for a row that cannot be added, "warn" to check, "" ready */
    bool take;          /* added unless the reader says otherwise */
    bool several;       /* the rating list has several of this name */
    const struct act_option *options; /* players of the rating list */
    size_t option_count;
};

/* Pasted rows at the left, what each became at the right. */
struct add_page {
    struct desk_head head;
    const char *token, *pasted;
    const char *unread; /* columns that are not imported: "SNo, Handy"; "" none */
    struct site_url preview, take, back, find, one;
    const char *list;
    bool list_old, teams;
    uint32_t new_rows, ready, doubtful, bad, taken;
    uint32_t one_of, more_of; /* 1 and 2: the button for another number of rows */
    const struct new_person *news;
    size_t new_count;
};

struct people_page {
    struct desk_head head;
    struct site_url add, one, round, check_in, numbers, ratings;
    bool may, early; /* nothing is paired yet */
    bool ticks;      /* several can be ticked, and sent to ${many} */
    const char *token;
    struct site_url many;
    uint32_t next;           /* the round that such an act is about */
    bool teams;              /* they are entered, and their persons */
    bool scored;             /* a round is over, so that they have points */
    uint32_t first;          /* the round that one may go straight to */
    const struct tab *shows; /* all, or those alone of whom something is to be known */
    size_t show_count;
    struct site_url by_number, by_name, by_rating, by_points;
    const char *sorted; /* "name", "rating", "points"; "" by number */
    const struct person_row *rows;
    size_t row_count;
};

struct number_row {
    uint32_t number;
    int32_t rating;
    const char *id, *title, *name;
    const char *next; /* who is equal and has the next number; "" nobody */
};

struct numbers_page {
    struct desk_head head;
    const char *token;
    struct site_url act, back;
    bool may;
    const struct number_row *rows;
    size_t row_count;
};

/* Somebody whose rating, title or federation differs from the rating list. */
struct rating_row {
    const char *id, *title, *name, *source;
    int32_t now, listed; /* 0: none */
    bool differs;        /* the rating does */
    const char *besides; /* "FM -> IM"; "" nothing else differs */
};

struct ratings_page {
    struct desk_head head;
    const char *token;
    struct site_url act, back;
    const char *said; /* which list it is, and how old; "" there is none */
    bool may, old;
    bool differs; /* of somebody the rating does */
    const struct rating_row *rows;
    size_t row_count;
};

/* Somebody of the rating list. */
struct found_row {
    const char *id, *name, *title, *federation, *birth, *standard, *rapid, *blitz;
    struct site_url enter; /* the form, filled */
};

struct found_page {
    struct desk_head head;
    const char *typed, *said; /* which list it is, and how old; "" there is none */
    bool old;
    struct site_url find, one;
    const struct found_row *rows;
    size_t row_count;
};

struct check_in_page {
    struct desk_head head;
    const char *token, *state;
    struct site_url all, close, open, arrive;
    bool may, may_round, is_open;
    uint32_t missing;
    const struct person_row *rows;
    size_t row_count;
};

struct person_game {
    const char *round, *what, *result;
    struct site_url url;
};

struct person_page {
    struct desk_head head;
    const char *token;
    struct person_row person;
    struct site_url edit, withdraw, back, bye, card;
    bool may, out;
    bool team;      /* he is one, or belongs to one: other forms */
    uint32_t round; /* the next one */
    const struct person_game *games;
    size_t game_count;
    const struct person_game *byes; /* to come */
    size_t bye_count;
    const struct choice_row *figures; /* rank, points, what was paid */
    size_t figure_count;
    const char *undo; /* what would be taken back; "" nothing */
    struct site_url undo_url;
    const struct tab *acts;
    size_t act_count;
    const struct note_row *notes;
    size_t note_count;
};

/* --- the round */

/* A game to be entered: a board, or one of the games of its match. */
struct game_row {
    const char *id, *was, *result;
    const char *label;         /* ", game 2"; "" there is one */
    const char *mark;          /* "1 ▢": which game, and the colour of who is named first */
    const char *first, *other; /* who wins by 1, by 0 */
    const char *left, *right;  /* of teams: who sits there; NULL: it is no board of teams */
};

/* What was entered or reported of a board about which several differ, with a way to make it the
 * result. */
struct report_row {
    const char *text, *label, *spoken, *token;
    const char *board, *was, *result; /* of the form; ${result} "": only the board's page can */
    struct site_url act;
};

struct board_row {
    const char *table; /* a fixed one, where it is not called as the board; "" none */
    const struct report_row *reports;
    size_t report_count;
    const struct game_row *games;
    size_t game_count;
    uint32_t number;
    const char *white_id, *black_id;
    const char *id, *result, *white_title, *white, *black_title, *black, *look;
    struct site_points white_points, black_points;
    uint32_t white_number, black_number;
    const char *white_rating, *black_rating; /* "" unrated */
    struct site_url action, why;
    bool open, may;
    bool own; /* of the sector of the arbiter who looks */
};

struct choice_row {
    const char *name, *label;
};

struct answer_row {
    const char *question, *text, *article;
    const struct fact_row *more;
    size_t more_count;
};

struct answers {
    const char *name;
    const struct answer_row *answers;
    size_t answer_count;
};

struct board_page {
    struct desk_head head;
    const char *token;
    uint32_t number, round;
    const char *white, *black, *result, *id, *state, *note;
    struct site_url act, back, white_url, black_url;
    bool may, match;
    const struct game_row *games;
    size_t game_count;
    const struct choice_row *choices;
    size_t choice_count;
    const struct tab *acts;
    size_t act_count;
    const struct answers *whys;
    size_t why_count;
    const char *unexplained; /* why there are no reasons; "" there are */
};

struct idle_row {
    const char *id, *name, *why;
    struct site_points points;
};

struct due_row {
    const char *text;
    struct site_url url;
    const struct tab *acts; /* that settle it */
    size_t act_count;
    const struct report_row *reports;
    size_t report_count;
};

/* A round of the section, as a step. */
struct round_step {
    struct site_url url;
    uint32_t number;
    bool here, closed;
};

struct round_page {
    struct desk_head head;
    const char *token;
    bool teams; /* boards are matches of teams */
    const struct round_step *rounds;
    size_t round_count;
    uint32_t number;
    const char *state;  /* "playing", … : the class of the line */
    const char *said;   /* "published 13:52 · 31 of 48 boards" */
    const char *begins; /* "3 October 2026, 14:00"; "" that was not said */
    const char *undo;   /* what would be taken back; "" nothing */
    const char *redo;   /* what would be done again; "" nothing */
    struct site_url redo_url;
    const char *version;
    bool all_known; /* no board is without a word: what is open is postponed */
    struct site_url by_hand, first_pass, second_pass;
    const char *verdict; /* of the checker on a pairing that is being made; "" none */
    bool second, may_edit, verdict_bad;
    const struct note_row *breaches;
    size_t breach_count;
    const struct tab *more;
    size_t more_count;
    struct site_url act, undo_url, paper, slips, names, pair, publish, drop, close, reopen, finish;
    struct site_url preview; /* of the next round, while few games are open; none */
    struct site_url next;    /* of a round that is over, the one behind it */
    uint32_t next_number;
    const char
        *lead; /* what there is to know before it is paired, or when it is over; "" nothing */
    bool may_result, may_round, can_pair, can_publish, can_close, can_reopen, can_drop, can_finish,
        playing, inside;
    const struct board_row *boards;
    size_t board_count;
    const struct idle_row *idles;
    size_t idle_count;
    const struct due_row *dues;
    size_t due_count;
    const struct choice_row *choices;
    size_t choice_count;
    const char *sector;      /* what is missing of the arbiter's own boards; NULL: none are */
    uint32_t left, reported; /* boards without a result, with reports */
    uint32_t percent;        /* of the boards with a result */
    const struct tab *shows; /* all boards, or of them only ... */
    size_t show_count;
    const char *show;  /* "missing", "reports"; "" all are shown */
    bool match;        /* boards are matches of two games */
    bool part;         /* of the boards there is only the one of which something was entered */
    const char *noted; /* what there is to say of that entry; NULL: nothing */
    const char *idle, *full, *shut; /* said when a key has nothing to do: the next step, results of
                                       a round without a free board, of one that is not played */
};

/* A round of the section as a whole: how far it is, and what comes next. */
struct overview_page {
    struct desk_head head;
    struct round_page round;
    const char *when; /* "11–19 July 2026, Zürich" */
    const char *title, *lead;
    const char *step; /* what comes next, where that is done at another page; "": by the round */
    struct site_url step_url;
    uint32_t percent, in, left, boards; /* results, of those that there will be */
    bool ring;                          /* the round is played */
    uint64_t undo_line;                 /* what of the entries one can undo oneself; 0: nothing */
    struct site_url undo, log, public_page, wall, print_standings, crosstable, check_in;
    const struct log_row *rows;
    size_t row_count;
    const struct due_row *waits; /* but for results that are missing */
    size_t wait_count;
    const struct fact_row *facts;
    size_t fact_count;
    const char *address; /* where everybody looks */
    bool in_mode;
};

/* The next round, whatever the open games come to; and whom the others may meet. */
struct preview_row {
    const char *board, *white, *black;
};

struct preview_open {
    const char *name;
    const struct said_part *parts; /* one a possible opponent */
    size_t part_count;
};

struct preview_page {
    struct desk_head head;
    const char *lead, *impossible; /* ${impossible}: outcomes without a legal pairing; NULL none */
    struct site_url back;
    const struct preview_row *rows;
    size_t row_count;
    const struct preview_open *opens;
    size_t open_count;
};

struct log_row {
    uint64_t number;
    const char *when, *who, *what;
    struct site_url by; /* the entries of the same person */
    bool undone;
    bool mine; /* the last that one can undo oneself */
};

struct log_page {
    struct desk_head head;
    const char *fingerprint, *only; /* whose entries; "" all */
    struct site_url all;
    const struct log_row *rows;
    size_t row_count;
};

/* --- standings and paper */

struct cell {
    const char *text, *look;
    /* On a screen instead of ${text}: the title apart from the name, a federation with its flag,
     * a code with what it stands for; NULL none. */
    const char *title, *bare, *federation, *hint;
};

struct line_row {
    const struct cell *cells;
    size_t cell_count;
    const struct result_chip *results;
    size_t result_count;
};

/* A result from the player's side, "1" "½" "0" "+" "−", and its colour. */
struct result_chip {
    const char *text, *look;
};

struct table_page {
    struct desk_head head;
    bool chips;                      /* each row ends with its results, on a screen */
    uint32_t after;                  /* the round behind which the standings are … */
    const struct act_option *afters; /* … and those that one may ask for */
    size_t after_count;
    struct site_url again;
    const char *title, *note, *stamp;
    const char *said; /* what is to be known of the values; NULL: nothing */
    const struct tab *rounds, *links;
    size_t round_count, link_count;
    const struct tab *categories; /* all, and those that divide the players */
    size_t category_count;
    const char *category; /* the one that is shown; NULL: all */
    struct site_url csv;  /* the same for a spreadsheet; none */
    const struct cell *columns;
    size_t column_count;
    const struct line_row *rows;
    size_t row_count;
    const char *look;
    struct site_url pdf_a4, pdf_letter; /* the same as PDF; none where it was not built */
};

/* A player on the wall; a bye has ${against} its kind. */
struct wall_row {
    const char *name, *against, *board, *piece, *colour; /* ${colour}: of ${piece}, in words */
    const char *room;                                    /* "" none */
    bool plays;
};

struct wall_sheet {
    const struct wall_row *walls;
    size_t wall_count;
    const char *range; /* "B to D" */
};

struct wall_page {
    struct desk_head head;
    const char *title, *section, *clock, *stamp, *address;
    const char *begins; /* the round, by the clocks of the event; "" that was not said */
    int64_t starts;     /* the round, seconds since 1970; 0: it has, or that was not said */
    struct site_html code;
    const struct wall_sheet *sheets;
    size_t sheet_count;
};

struct slip {
    uint32_t board, round;
    const char *table; /* where another one is called so; "" it is the board */
    const char *room;  /* "" none */
    const char *event, *white, *black, *stamp;
    bool match;          /* two games, the second with the other colours */
    const char *without; /* instead of a board: who needs no slip; NULL */
};

struct slips_page {
    struct desk_head head;
    struct site_url again;
    const char *boards; /* that were asked for; "" all */
    struct site_url pdf_a4, pdf_letter;
    const struct slip *slips;
    size_t slip_count;
    /* Of the PDF: "Board", "Round 3", "White", "Black", "No slip". */
    const char *board, *round, *white, *black, *none;
    const char *games[2]; /* "1: A White   ☐ A won   ☐ ½ – ½   ☐ B won" */
};

struct place_card {
    uint32_t number;
    const char *name, *below; /* "SUI · 2280 · SC Limmat" */
    struct site_html code;    /* of his page; none before he has a number */
    const char *address;      /* that it leads to; NULL: none */
};

/* Two a sheet; or eight, in cut stacks. */
enum card_kind { CARD_PLACE, CARD_CODE, CARD_BADGE, CARD_TABLE };

struct cards_page {
    struct desk_head head;
    const struct place_card *cards;
    size_t card_count;
    enum card_kind kind;
    bool codes, badges, tables;  /* which, for the page */
    const char *event, *section; /* ${section}: of several; "" */
    const struct tab *others;    /* the looks */
    size_t other_count;
    struct site_url pdf_a4, pdf_letter;
};

/* A field of one of FIDE's forms: its value, or (${lacks}) what to do where it is missing. */
struct form_row {
    const char *label, *value, *article;
    bool lacks;
};

struct form_card {
    const char *title;
    const struct form_row *fields;
    size_t field_count;
};

struct norms_page {
    struct desk_head head;
    const char *lead, *none; /* ${none}: why there is nothing; NULL */
    struct form_card *forms;
    size_t form_count;
    int64_t missing, reached;
    struct site_url trf, back;
};

struct file_group {
    const char *title;
    struct tab *files;
    size_t file_count;
};

struct files_page {
    struct desk_head head;
    const struct file_group *groups;
    size_t group_count;
};

/* --- other machines */

struct machine_row {
    const char *key, *name, *events;
};

struct machines_page {
    struct desk_head head;
    const char *address; /* just made; shown once */
    const char *node, *site, *trouble, *heard;
    struct site_url invite, call, end;
    const struct tab *events;
    size_t event_count;
    const struct machine_row *machines;
    size_t machine_count;
};

struct place_line {
    const char *id, *text, *when;
    bool may;
};

struct place_page {
    struct desk_head head;
    const char *token, *node, *home, *other, *far, *said, *trouble, *heard, *public_url;
    struct site_url begin, hand, seize, decide, machines;
    bool begun, here, linked, may_event, may_server;
    uint32_t waits;
    const struct place_line *lines;
    size_t line_count;
};

/* --- a player's card */

struct card_board {
    const char *id, *colour, *opponent, *result, *note;
    struct site_points points; /* the opponent's */
    const char *table, *room;
    int32_t rating;
    const char *was;
    const char *won, *lost; /* as results of the board */
};

/* A board of a team, and who can sit there. */
struct card_seat {
    uint32_t board;
    const struct act_option *choices;
    size_t choice_count;
};

struct card_page {
    struct desk_head head;
    const char *token, *name, *section, *when, *standing, *idle, *fresh, *said;
    struct site_url ask, report, page;
    uint32_t round, next, rounds;
    const struct card_board *boards; /* none or one */
    size_t board_count;
    bool may_report, may_ask;
    const struct note_row *notes;
    size_t note_count;
    const struct note_row *news; /* what was announced */
    size_t new_count;
    struct site_url line_up;
    const char *line_up_note; /* of a team: that it is in, or until when; "" it plays no more */
    uint32_t lined;           /* the round of it */
    const struct card_seat *seats; /* none: it is in */
    size_t seat_count;
    struct site_html foreseeing; /* what may come of him; or none */
};

struct card_code_page {
    struct desk_head head;
    const char *name, *address;
    struct site_html code;
    struct site_url back;
};

/* --- the kiosk */

struct kiosk_row {
    uint32_t number;
    const char *white, *black, *result, *note;
    struct site_url url; /* none: nothing can be said any more */
};

struct kiosk_page {
    struct desk_head head;
    uint32_t round;
    bool open; /* results can be said */
    const struct kiosk_row *rows;
    size_t row_count, left;
};

struct kiosk_board {
    struct desk_head head;
    const char *token;
    const struct kiosk_row *rows; /* the one */
    size_t row_count;
    struct site_url say, back;
};

#include "server/championship_pages.h"
#include "server/entry_pages.h"
#include "server/office_pages.h"
#include "server/payment_pages.h"
#include "server/service_pages.h"

#endif
