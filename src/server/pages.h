/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_PAGES_H
#define LIMMAT_SERVER_PAGES_H

/* Data of the desk's templates: one struct for each page. */

#include "limmat/people.h"
#include "server/server.h"

struct tab {
    struct site_url url;
    const char *label;
    bool here;
};

/* A tab that every page of the desk has, with its icon. */
struct rail_tab {
    struct site_url url;
    const char *label;
    bool here;
    struct site_html icon;
    uint32_t count; /* number shown beside the label; 0: none is shown */
    bool due;       /* something there waits to be done */
};

/* A language in which the page is available. */
struct tongue {
    struct site_url url;
    const char *code, *name;
};

struct desk_head {
    const char *title;
    const char *event;   /* NULL: a page of the whole server */
    const char *section; /* its title if the event has several sections, else "" */
    struct site_url home, style, script, leave, live;
    struct site_url all, devices; /* all events; devices at work: none without the right */
    struct site_url seek;         /* search page for browsers without scripts */
    struct site_url help;         /* help about the page */
    const char *who, *role;       /* "Verena Hösli", "chief arbiter"; "" for visitors */
    const char *token;
    uint64_t number; /* of the last journal line; an older page is reloaded */
    const struct rail_tab *tabs;
    const struct tab *sections;
    size_t tab_count, section_count;
    const char *mirror; /* warning that the mirror is not being written; NULL: none */
    const char *deeds;  /* forms about a player, kind and title: "edit Details|bye …"; "": none */
    const char *saved;  /* time of the last saved entry, "17:24"; NULL: not shown */
    const char *mark;   /* "not in FIDE mode since round 3"; "" in FIDE mode */
    struct site_url marked;
    const char *language, *spoken; /* language of the page: "de", "Deutsch" */
    const struct tongue *tongues;  /* the other languages */
    size_t tongue_count;
    struct site_url keeper; /* script that shows the age of the page; none */
    const char *gap;        /* "{time}": placeholder for the time in the script's sentence */
    bool desk;              /* true: desk layout with tabs at the left; false: public layout */
    bool soon;              /* more content follows within a second: the page reloads */
    bool answers;           /* answer to a submitted form, which has no address of its own */
};

/* Offer the page in the other languages. */
void languages_offered(struct visit *v, struct desk_head *head);

/* Return the head of a page that belongs to no event. */
struct desk_head head_of(struct visit *v, const char *title);

/* Return the page of the form that was sent; none if the browser does not name it. */
struct site_url visit_back(struct visit *v);

struct refusal_page {
    struct desk_head head;
    int status;
    bool missing;                 /* the address was not found; no action failed */
    struct site_url search, back; /* back: the page of the form, if it is known */
    const struct lm_diagnostic *reasons;
    size_t reason_count;
};

/* A part of a sentence; a link if it has an address. */
struct message_link {
    const char *text;
    struct site_url url;
};

struct needs_reason {
    const char *what, *article;
    bool grave;
    const struct message_link *parts; /* alternatives to the refused action */
    size_t part_count;
};

struct needs_page {
    struct desk_head head;
    const char *what, *deed, *token, *tokens, *request;
    struct site_url action, leave;
    const char *go;    /* label of the confirming button; NULL, "": "Go ahead" */
    bool may;          /* the user can confirm it */
    bool grave;        /* confirming it breaks a rule */
    const char *words; /* words to type before confirming; NULL: the button is enough */
    const char *typed; /* text typed instead of ${words}; "": none */
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
    const char *system; /* pairing system of the first section */
    const char *look;   /* class of the state: "ok", "warn", "" */
    uint32_t players;
    bool draft, past;         /* nothing is paired yet; the event is over */
    const struct tab *places; /* links to the event's pages */
    size_t place_count;
};

/* A section in play or about to start. */
struct home_card {
    struct site_url url, step_url, public_page;
    const char *name, *what, *round, *progress, *step;
    const char *state; /* "Draft"; "" for a live section */
    uint32_t percent;
};

struct home_page {
    struct desk_head head;
    const char *token, *today;
    const struct home_row *championships;
    size_t championship_count;
    struct site_url new_championship;
    struct site_url add, import, rights, results, submit, moderation, pair, fresh, send, ratings;
    struct site_url earlier;     /* events left out of the list; none: it is complete */
    const char *list, *fetching; /* name and age of the rating list; progress of its download */
    const char *month;           /* first day of the current month, "2026-11-01" */
    const char *done, *whole;    /* placeholders "{done}", "{all}" of the upload's progress */
    bool may_add, list_kept;
    bool list_old;
    const struct message_link *damages; /* damage to the store, and how to repair it */
    size_t damage_count;
    const struct home_row *rows;
    size_t row_count;
    struct home_card *cards;
    size_t card_count;
    struct due_row *waits; /* tasks that need attention, of all events */
    size_t wait_count;
    const struct tab *shows; /* filters: all events, drafts, past ones */
    size_t show_count;
};

/* A pairing system to choose. */
struct system_choice {
    const char *value, *title, *what, *order; /* ${order}: its default tie-breaks */
    bool chosen;
};

struct tie_break_choice {
    const char *code, *name;
    bool chosen;
};

/* A position in the order of tie-breaks. */
struct order_place {
    uint32_t number;
    const struct tie_break_choice *choices;
    size_t choice_count;
};

/* ${place}: address of the broadcast, if it is on. */
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
    const char *whom; /* name of the account; "": the form asks for it */
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

/* List the devices that have a session for everything or for one of ${wheres}, in ${v->arena}. */
LM_MUST_CHECK enum lm_status session_devices(struct visit *v, const struct rights_where *wheres,
                                             size_t where_count, const struct rights_device **out,
                                             size_t *count);

struct rights_page {
    struct desk_head head;
    const char *token, *address, *title;
    struct site_url action, end, machines;
    bool all; /* this account can invite for the whole server */
    const struct rights_where *wheres;
    size_t where_count;
    const struct rights_device *devices;
    size_t device_count;
    struct site_html code; /* QR code of the address; none without a new invitation */
    const struct rights_choice *choices;
    size_t choice_count;
};

/* --- acts as forms */

struct act_option {
    const char *name; /* name of the field */
    const char *value, *label;
    bool chosen;
};

/* A pair to choose: both players come from the options of the field. */
struct act_pair {
    uint32_t number;
    const struct act_option *options;
    size_t option_count;
};

struct act_field {
    const char *kind, *name, *label, *value;
    bool hidden, options_only, many, number, date, moment, typed, broad, required, wrong;
    int64_t low, high;
    struct act_option *options;
    size_t option_count;
    const struct order_place *places; /* positions of tie-breaks, each chosen from a list */
    size_t place_count;
    const struct act_pair *pairs; /* White and Black, each chosen from a list */
    size_t pair_count;
    const char *list;   /* address of the search for players while typing; NULL: no search */
    const char *lists;  /* rating lists to take the rating from, first choice first */
    const char *hint;   /* shown below the field; NULL: none */
    size_t rank, asked; /* position in the form; position among the submitted values */
};

struct act_page {
    struct desk_head head;
    const char *token, *title, *article, *button;
    struct site_url action, back;
    const char *note; /* "": none */
    bool note_grave;
    const char *why;                         /* the form was refused; NULL: it wasn't */
    const struct act_field *fields, *extras; /* ${extras}: rarely used fields, behind "more" */
    size_t field_count, extra_count;
};

struct fact_row {
    const char *term, *text;
};

/* A note on the page: an announcement, a request, a pair kept apart. */
struct note_row {
    const char *text, *when;
    struct site_url about, grant, deny, undo; /* links; none if that is not possible */
    const char *undo_label;
};

/* A setting: its name, its value and a link to a form for it alone. */
struct setting_row {
    const char *term, *value, *note; /* ${note}: explanation of the value; "" */
    const struct fact_row *chips;    /* an ordered list instead of ${value} */
    size_t chip_count;
    struct site_url edit; /* none without the right to change it */
    bool fixed;           /* cannot be changed until a round is unpaired */
    bool undecided;       /* something waits for this setting */
};

struct setting_group {
    const char *title, *id;
    struct site_url edit; /* form for all rows; none: each row has its own */
    struct setting_row *settings;
    size_t setting_count;
};

struct schedule_row {
    uint32_t number;
    const char *name, *at; /* "2026-07-16T14:20"; "": not set */
    bool set;
};

struct schedule_page {
    struct desk_head head;
    const char *token, *zone, *start, *first, *every;
    uint32_t a_day;
    struct site_url act, back;
    const struct schedule_row *rows;
    size_t row_count;
    bool planned; /* the rows hold suggested times that are not saved yet */
};

struct facts_page {
    struct desk_head head;
    const struct setting_group *groups;
    size_t group_count;
    struct site_url announcement;               /* until the event starts; none without the right */
    struct site_url entries, payments, message; /* as for ${announcement} */
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
    uint32_t unknown; /* players of whom the group asks what is not known */
    const struct prize_row *rows;
    size_t row_count;
};

/* A group of the plan, as it is typed; empty behind the last one. */
struct prize_entry {
    uint32_t number;
    const char *name, *who, *amounts;
};

struct prizes_page {
    struct desk_head head;
    const char *token, *typed, *currency, *stamp;
    struct site_url act, receipts, pdf_a4, pdf_letter, as_text; /* ${as_text}: none on that page */
    bool may, final, hort, by_place, cumulative;
    const struct prize_group *groups;
    size_t group_count;
    const struct prize_entry *entries;
    size_t entry_count;
    const struct choice_row *choices; /* conditions of players, with their words */
    size_t choice_count;
};

/* --- people */

struct person_row {
    const char *id, *title, *name, *federation, *club, *fide_id, *birth, *state;
    const char *look; /* class of the state: "ok", "warn", "bad", "on"; "": plain */
    uint32_t number;
    int32_t rating;
    struct site_points points;
    bool present, playing, asks; /* ${asks}: has a request that waits for an answer */
    bool estimated;              /* the rating is the arbiter's estimate */
    struct site_url edit, tick, away;
};

/* A pasted player, as the parser understood it. */
struct new_person {
    uint32_t row; /* from 1 */
    const char *title, *name, *federation, *fide_id, *birth, *club;
    int32_t rating, national;
    const char *doubt;                /* point to check; "": none */
    const char *unread;               /* cells that are not imported; "": none */
    const char *look;                 /* "bad": cannot be added; "warn": to check; "": ready */
    bool take;                        /* add this player unless the arbiter deselects it */
    bool several;                     /* the rating list has several players of this name */
    const struct act_option *options; /* matching players of the rating list */
    size_t option_count;
};

/* Pasted rows at the left, the players made from them at the right. */
struct add_page {
    struct desk_head head;
    const char *token, *pasted;
    const char *unread; /* columns that are not imported: "SNo, Handy"; "": none */
    struct site_url preview, take, back, find, one;
    const char *list;
    bool list_old, teams;
    uint32_t new_rows, ready, doubtful, bad, taken;
    uint32_t one_of, more_of; /* 1 and 2, for the two forms of the button's label */
    const struct new_person *news;
    size_t new_count;
};

struct people_page {
    struct desk_head head;
    struct site_url add, one, round, check_in, numbers, ratings;
    bool may, early; /* no round is paired yet */
    bool ticks;      /* players can be ticked; the form goes to ${many} */
    const char *token;
    struct site_url many;
    uint32_t next;           /* round that the action concerns */
    bool teams;              /* the entrants are teams with their board players */
    bool scored;             /* a round is over and the players have points */
    uint32_t first;          /* round with a direct link */
    const struct tab *shows; /* filters: all players, or only those who need attention */
    size_t show_count;
    struct site_url by_number, by_name, by_rating, by_points;
    const char *sorted; /* sort key: "name", "rating", "points"; "": number */
    const struct person_row *rows;
    size_t row_count;
};

struct number_row {
    uint32_t number;
    int32_t rating;
    const char *id, *title, *name;
    const char *next; /* equal player with the next number; "": none */
};

struct numbers_page {
    struct desk_head head;
    const char *token;
    struct site_url act, back;
    bool may;
    const struct number_row *rows;
    size_t row_count;
};

/* A player whose rating, title or federation differs from the rating list. */
struct rating_row {
    const char *id, *title, *name, *source;
    int32_t now, listed; /* 0: none */
    bool differs;        /* the rating differs */
    const char *besides; /* other differences, "FM -> IM"; "": none */
};

struct ratings_page {
    struct desk_head head;
    const char *token;
    struct site_url act, back;
    const char *message; /* name and age of the list; "": no list */
    bool may, old;
    bool differs; /* the rating of at least one player differs */
    const struct rating_row *rows;
    size_t row_count;
};

/* A player of the rating list. */
struct found_row {
    const char *id, *name, *title, *federation, *birth, *standard, *rapid, *blitz;
    struct site_url enter; /* entry form filled with this player */
};

struct found_page {
    struct desk_head head;
    const char *typed, *message; /* ${message}: name and age of the list; "": no list */
    bool old;
    struct site_url find, one;
    const struct found_row *rows;
    size_t row_count;
};

struct check_in_page {
    struct desk_head head;
    const char *token, *state;
    struct site_url all, close, open, arrive, leave_out;
    bool may, may_round, is_open;
    bool is_closed; /* for ${round}: ${rows} are the missing players */
    uint32_t missing, round;
    const struct person_row *rows;
    size_t row_count;
};

struct person_game {
    const char *round, *what, *result;
    const char *piece,
        *look; /* classes of its colour, "White", and of its result, "w"; NULL: none */
    struct site_url url;
};

/* A round to come: what the player asked for in it. */
struct person_bye {
    uint32_t round;
    const char *what; /* for those who cannot change it */
    bool plays, zero, half, full;
};

struct person_page {
    struct desk_head head;
    const char *token;
    struct person_row person;
    struct site_url edit, withdraw, back, bye, card;
    bool may, out;
    bool team;      /* a team or a board player, whose forms differ */
    uint32_t round; /* next round */
    const struct person_game *games;
    size_t game_count;
    const struct person_bye *byes; /* in rounds to come */
    size_t bye_count;
    bool any_bye;
    const struct choice_row *figures; /* rank, points, fee paid */
    size_t figure_count;
    const char *undo; /* action that the button would undo; "": none */
    struct site_url undo_url;
    const struct tab *acts;
    size_t act_count;
    const struct note_row *notes;
    size_t note_count;
};

/* --- the round */

/* A game that lacks or has a result: a board, or one game of a match. */
struct game_row {
    const char *id, *was, *result;
    const char *label; /* ", game 2"; "" for a single game */
    const char *mark;  /* "1 ▢": number of the game and the colour of the player named first */
    const char *first, *other; /* winner at 1; winner at 0 */
    const char *left, *right;  /* players of a team board; NULL: not a team board */
};

/* A result that was entered or reported for a board with conflicting results, with a button to
 * accept it. */
struct report_row {
    const char *text, *label, *spoken, *token;
    const char *board, *was, *result; /* ${result} "": only the board's page can accept it */
    struct site_url act;
};

struct board_row {
    const char *table; /* label of a fixed table that differs from the board number; "": none */
    const struct report_row *reports;
    size_t report_count;
    const struct game_row *games;
    size_t game_count;
    uint32_t number;
    const char *white_id, *black_id;
    const char *id, *result, *white_title, *white, *black_title, *black, *look;
    struct site_points white_points, black_points;
    uint32_t white_number, black_number;
    const char *white_rating, *black_rating; /* "": unrated */
    struct site_url action, why;
    bool open, may;
    bool changed, broken; /* in a draft: otherwise than by the rules, and against one */
    const char *white_due, *black_due; /* in a draft: the due colour that is not granted; NULL */
    bool own;                          /* in the sector of the arbiter who views the page */
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
    const struct choice_row *laws; /* what to do about a mistake, with the article */
    size_t law_count;
    const struct answers *whys;
    size_t why_count;
    const char *unexplained; /* reason why no explanation is available; "": there is one */
};

struct idle_row {
    const char *id, *name, *why;
    struct site_points points;
};

struct due_row {
    const char *text;
    struct site_url url;
    const struct tab *acts; /* actions that settle it */
    size_t act_count;
    const struct report_row *reports;
    size_t report_count;
};

/* A round of the section, as a step of the progress bar. */
struct round_step {
    struct site_url url;
    uint32_t number;
    bool here, closed;
};

struct round_page {
    struct desk_head head;
    const char *token;
    bool teams; /* the boards are team matches */
    const struct round_step *rounds;
    size_t round_count;
    uint32_t number;
    const char *state;   /* "playing" and so on: CSS class of the state line */
    const char *message; /* "published 13:52 · 31 of 48 boards" */
    const char *begins;  /* "3 October 2026, 14:00"; "": not set */
    const char *undo;    /* action that the button would undo; "": none */
    const char *redo;    /* action that the button would redo; "": none */
    struct site_url redo_url;
    const char *version;
    bool all_known; /* every board has a result or is postponed */
    struct site_url by_hand, first_pass, second_pass;
    const char *verdict; /* verdict of the checker on a draft; "": none */
    bool second, may_edit, verdict_bad;
    const struct note_row *breaches;
    size_t breach_count;
    const struct tab *more;
    size_t more_count;
    struct site_url act, undo_url, paper, slips, names, pair, publish, drop, close, reopen, finish;
    struct site_url preview; /* preview of the next round, while few games are open; none */
    struct site_url next;    /* the round after one that is over */
    uint32_t next_number;
    const char *lead; /* advice before the pairing or after the round; "": none */
    bool may_result, may_round, can_pair, can_publish, can_close, can_reopen, can_drop, can_finish,
        playing, inside;
    struct board_row *boards;
    size_t board_count;
    const struct idle_row *idles;
    size_t idle_count;
    const struct due_row *dues;
    size_t due_count;
    const struct choice_row *choices;
    size_t choice_count;
    const char *sector;      /* missing results of the arbiter's own sector; NULL: no sector */
    uint32_t left, reported; /* boards without a result, boards with reports */
    uint32_t disputed;       /* boards whose reports differ, or differ from the result */
    uint32_t changed;        /* boards of a draft that the rules would pair otherwise */
    uint32_t percent;        /* share of the boards that have a result */
    const struct tab *shows; /* filters: all boards, or only … */
    size_t show_count;
    const char *show;               /* "missing", "reports"; "": all */
    bool match;                     /* the boards are matches of two games */
    bool part;                      /* only the board that was just entered is in ${boards} */
    const char *noted;              /* remark on that entry; NULL: none */
    const char *idle, *full, *shut; /* messages for a key without effect: shows the next step, in a
                                       round without a free board, in a round that is not in play */
};

/* Overview of a section: its round and the next step. */
struct overview_page {
    struct desk_head head;
    struct round_page round;
    const char *when; /* "11–19 July 2026, Zürich" */
    const char *title, *lead;
    const char *step; /* next step if it has a page of its own; "": the round's buttons do it */
    struct site_url step_url;
    uint32_t percent, in, left, boards; /* results: share, entered, missing, all boards */
    bool ring;                          /* the round is in play */
    uint64_t undo_line; /* journal line of the user's entry that can be undone; 0: none */
    struct site_url undo, log, public_page, wall, print_standings, crosstable, check_in;
    const struct log_row *rows;
    size_t row_count;
    const struct due_row *waits; /* other than missing results */
    size_t wait_count;
    const struct fact_row *facts;
    size_t fact_count;
    const char *address; /* address of the public page */
    bool in_mode;
};

/* Preview: pairings that hold whatever the open games end in, and the possible opponents of the
 * other players. */
struct preview_row {
    const char *board, *white, *black;
};

struct preview_open {
    const char *name;
    const struct message_link *parts; /* one for each possible opponent */
    size_t part_count;
};

struct preview_page {
    struct desk_head head;
    const char *lead, *impossible; /* ${impossible}: outcomes without a legal pairing; NULL: none */
    struct site_url back;
    const struct preview_row *rows;
    size_t row_count;
    const struct preview_open *opens;
    size_t open_count;
};

struct log_row {
    uint64_t number;
    const char *when, *who, *what;
    struct site_url by; /* link to the entries of the same person */
    bool undone;
    bool mine; /* the user's latest entry that can be undone */
};

struct log_page {
    struct desk_head head;
    const char *fingerprint, *only; /* person whose entries are shown; "": all */
    struct site_url all;
    const struct log_row *rows;
    size_t row_count;
};

/* --- standings and printouts */

struct cell {
    const char *text, *look;
    /* On a screen, instead of ${text}: the title apart from the name, a federation with its flag, a
     * code with its meaning; NULL: none. */
    const char *title, *bare, *federation, *hint;
    const char *aside; /* on a screen of the desk, never on paper; NULL: nothing */
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
    bool chips;                      /* on a screen each row ends with its results */
    uint32_t after;                  /* round after which these standings are taken */
    const struct act_option *afters; /* rounds to choose from */
    size_t after_count;
    struct site_url again;
    const char *title, *note, *stamp;
    const char *message; /* explanation of the values; NULL: none */
    const struct tab *rounds, *links;
    size_t round_count, link_count;
    const struct tab *categories; /* filters: all players, or a category */
    size_t category_count;
    const char *category; /* category shown; NULL: all */
    struct site_url csv;  /* same table for a spreadsheet; none */
    const struct cell *columns;
    size_t column_count;
    const struct line_row *rows;
    size_t row_count;
    const char *look;
    struct site_url pdf_a4, pdf_letter; /* same table as PDF; none if built without PDF */
};

/* A player on the public pairing list; for a bye, ${against} is its kind. */
struct wall_row {
    const char *name, *against, *board, *piece, *colour; /* ${colour}: ${piece} in words */
    const char *room;                                    /* "": none */
    bool plays;
};

struct wall_sheet {
    const struct wall_row *walls;
    size_t wall_count;
    const char *range; /* range of the names' initials, "B to D" */
};

struct wall_page {
    struct desk_head head;
    const char *title, *section, *clock, *stamp, *address;
    const char *begins; /* start of the round in the event's time zone; "": not set */
    int64_t starts;     /* start of the round, seconds since 1970; 0: started, or not set */
    struct site_html code;
    const struct wall_sheet *sheets;
    size_t sheet_count;
};

struct slip {
    uint32_t board, round;
    const char *table; /* label that differs from the board number; "": none */
    const char *room;  /* "": none */
    const char *event, *white, *black, *stamp;
    bool match;          /* two games, the second with colours reversed */
    const char *without; /* on a sheet without a board: players who need no slip; NULL */
};

struct slips_page {
    struct desk_head head;
    struct site_url again;
    const char *boards; /* requested boards; "": all */
    struct site_url pdf_a4, pdf_letter;
    const struct slip *slips;
    size_t slip_count;
    /* Words of the PDF: "Board", "Round 3", "White", "Black", "No slip". */
    const char *board, *round, *white, *black, *none;
    const char *games[2]; /* "1: A White   ☐ A won   ☐ ½ – ½   ☐ B won" */
};

struct place_card {
    uint32_t number;
    const char *name, *below; /* "SUI · 2280 · SC Limmat" */
    struct site_html code;    /* QR code of the player's page; none without a starting number */
    const char *address;      /* address in the code; NULL: none */
};

/* Formats of the cards: two a sheet, or eight in stacks for cutting. */
enum card_kind { CARD_PLACE, CARD_CODE, CARD_BADGE, CARD_TABLE };

struct cards_page {
    struct desk_head head;
    const struct place_card *cards;
    size_t card_count;
    enum card_kind kind;
    bool codes, badges, tables;  /* format of the page: ${kind} as flags */
    const char *event, *section; /* ${section}: "" if the event has one section */
    const struct tab *others;    /* the other formats */
    size_t other_count;
    struct site_url pdf_a4, pdf_letter;
};

/* A field of a FIDE form: its value or, if ${lacks}, how to supply it. */
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
    const char *lead, *none; /* ${none}: reason why there are no forms; NULL */
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
    const char *address; /* address of a new invitation; shown once */
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
    const char *token, *node, *home, *other, *far, *message, *trouble, *heard, *public_url;
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
    const char *won, *lost; /* results of the board that mean the player won or lost */
};

/* A board of a team, and the players who can sit there. */
struct card_seat {
    uint32_t board;
    const struct act_option *choices;
    size_t choice_count;
};

struct card_page {
    struct desk_head head;
    const char *token, *name, *section, *when, *standing, *idle, *fresh, *message;
    struct site_url ask, report, page;
    uint32_t round, next, rounds;
    const struct card_board *boards; /* at most one */
    size_t board_count;
    bool may_report, may_ask;
    const struct note_row *notes;
    size_t note_count;
    const struct note_row *news; /* announcements */
    size_t new_count;
    struct site_url line_up;
    const char *line_up_note;      /* of a team: submitted, or its deadline; "": no round to come */
    uint32_t lined;                /* round of the line-up */
    const struct card_seat *seats; /* none: the line-up is submitted */
    size_t seat_count;
    struct site_html foreseeing; /* forecast of the player's next rounds; or none */
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
    struct site_url url; /* none: the result can no longer be entered */
};

struct kiosk_page {
    struct desk_head head;
    uint32_t round;
    bool open; /* results can be entered */
    const struct kiosk_row *rows;
    size_t row_count, left;
};

struct kiosk_board {
    struct desk_head head;
    const char *token;
    const struct kiosk_row *rows; /* exactly one */
    size_t row_count;
    struct site_url say, back;
};

#include "server/championship_pages.h"
#include "server/entry_pages.h"
#include "server/office_pages.h"
#include "server/payment_pages.h"
#include "server/service_pages.h"

#endif
