/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SITE_PAGES_H
#define LIMMAT_SITE_PAGES_H

/* The data of the templates.  A list ROWS is counted by ROW_count. */

#include "limmat/explain.h"
#include "site/hole.h"
#include "site/picture.h"
#include "site/said.h"
#include "site/sheet.h"
#include "site/site.h"

struct site_link {
    const char *label;
    struct site_url url;
    bool here;
};

/* A page linked from every other; with an icon, on phones, too. */
struct site_tab {
    const char *label;
    struct site_url url;
    bool here;
    struct site_html icon;
};

/* A term and its value. */
struct site_fact {
    const char *term, *text;
};

/* The same page in a language of the site. */
struct site_edition {
    const char *code, *name;   /* "de", "Deutsch" */
    struct site_url url, full; /* full: none without the site's address */
    bool here;
};

/* The content above and below every page. */
struct site_head {
    const char *lang;                    /* of the page */
    const struct site_edition *editions; /* all of them; none if there is only one */
    size_t edition_count;
    bool foreign;            /* not English: text in English only is marked */
    const char *title;       /* of this page */
    const char *event;       /* of the event; NULL on pages of the whole site */
    const char *description; /* for services that preview links; may be NULL */
    struct site_url home;    /* of the event, or of the site */
    struct site_url site;    /* of the site; none on its own pages */
    struct site_url style, script;
    struct site_url look;            /* for some pages only; may be none */
    struct site_url canonical, feed; /* may be none */
    const char *picture;             /* its full address, a text for <meta>; may be "" */
    const struct site_tab *links;
    size_t link_count;
    struct site_html more; /* icon for links without one; "": all have one */
    bool unexplained;      /* its pairings are neither explained nor verified here */
    bool away, stale;      /* as in struct site_event */
    const char *heard;
    const struct site_live *lives; /* one, if the page updates itself, or none */
    size_t live_count;
    struct site_url guide;  /* as in struct site_event */
    const char *updated_at; /* the same for browsers: "2026-07-14T15:04Z" */
    const char *updated;    /* "14 July 2026, 15:04 UTC", of its last version; "" unknown */
    const char *gap;        /* "{time}": the place where a script puts a time */
    const char *mark;       /* "Not in FIDE mode since round 3"; "" while it is, or if unknown */
};

/* Links to the same page of other rounds. */
struct site_rounds {
    const struct site_link *links;
    size_t link_count;
};

struct site_person {
    struct site_url url;
    uint32_t tpn;
    const char *title, *name;
    int32_t rating; /* 0: none */
    const char *federation, *club;
};

/* A text in a cell or a list. */
struct site_cell {
    const char *text;
};

struct site_sentence {
    const char *text, *article;
};

/* A question and its answer. */
struct site_answer {
    const char *question;
    const struct site_sentence *sentences;
    size_t sentence_count;
};

/* A reader's questions about a round; without answers nothing is shown. */
struct site_answers {
    const struct site_answer *answers;
    size_t answer_count;
    uint32_t round;
    struct site_url page; /* the explanation of the whole round */
};

/* --- event.html, index.html */

struct site_round_line {
    uint32_t number;
    const char *date;
    struct site_url pairings, names, standings, why;
};

/* The number of results of a round. */
struct site_results {
    bool open; /* some results are missing, but not all */
    uint32_t done, games;
};

struct site_event_page {
    struct site_head head;
    const char *subtitle;        /* "Zürich, 11–19 July 2026" */
    const char *state;           /* "Round 6 of 9 is being played" */
    const struct site_link *now; /* the most wanted links */
    size_t link_count;
    const struct site_round_line *rounds;
    size_t round_count;
    const struct site_standing *leaders;
    size_t leader_count;
    bool teams;       /* the leaders are teams */
    uint32_t after;   /* round of the leaders */
    const char *when; /* "after", "during" */
    const struct site_fact *facts;
    size_t fact_count;
    const struct site_link *files;
    size_t file_count;
    struct site_url history;
    bool federations, dates;         /* with a column of them: a player, a round has one */
    const struct site_board *boards; /* the first boards of a round in progress */
    size_t board_count;
    const char *boards_title;
    struct site_results results;
    struct site_url all_boards, by_name, why;
    const struct site_person *starters; /* before round 1 */
    size_t starter_count;
    const struct site_link *sections;
    size_t section_count;
    struct site_url where; /* the search for names; "": none */
    struct site_url start; /* all players */
    struct site_url calendar, feed;
    const char *embedded; /* for embedding in other sites; "" without the site's address */
};

struct site_index_page {
    struct site_head head;
    const char *event;    /* the event of these sections; NULL: they are all events */
    struct site_url pair; /* the page that pairs a reader's own file; none for sections */
    const struct site_index_row *rows;
    size_t row_count;
};

/* --- players.html */

struct site_players_page {
    struct site_head head;
    const struct site_person *players;
    size_t player_count;
    bool clubs, federations;      /* a player has one */
    const struct site_link *ways; /* the same players in another order */
    size_t way_count;
};

/* --- federations.html, clubs.html, categories.html; ratings.html; embed.html */

struct site_group {
    const char *name, *anchor;
    struct site_url jump; /* link to it */
    const struct site_standing *rows;
    size_t row_count;
};

struct site_groups_page {
    struct site_head head;
    const char *state;
    uint32_t after;          /* after this round; 0: rows have numbers, not ranks */
    bool federations, flags; /* with a column of federations; the groups are federations */
    const struct site_group *groups;
    size_t group_count;
};

struct site_change_row {
    struct site_person player;
    struct site_points points; /* of rated games */
    uint32_t games;
    const char *performance, *change; /* "+4.2" */
};

struct site_changes_page {
    struct site_head head;
    bool federations;
    const struct site_change_row *rows;
    size_t row_count;
};

struct site_embedded_page {
    struct site_head head;
    const char *state;
    uint32_t after;
    bool teams;
    const struct site_standing *rows;
    size_t row_count;
};

/* Does the event have a page of categories, of rating changes? */
bool site_has_categories(const struct site_event *e, struct lm_arena *arena);
bool site_has_changes(const struct site_event *e);

/* --- round.html */

struct site_side {
    struct site_person player;
    struct site_points before;
    bool won;
};

struct site_board {
    uint32_t number;
    struct site_side white, black;
    const char *result; /* "1 – 0"; "" pending */
};

/* A player without a game: the bye, or an absence. */
struct site_idle {
    struct site_person player;
    const char *why;
    struct site_points points;
};

struct site_named {
    struct site_person player;
    const char *where;           /* "board 7, White"; "bye" */
    struct site_url row;         /* of the board, with a fragment */
    struct site_person opponent; /* without name: none */
};

/* The what-if of the games of a round, or the forecast of the rest; without words: none. */
struct site_supposing {
    struct site_url shared, script;
    const char *engine, *wasm, *file; /* addresses for the script */
    const char *words;
    uint32_t player; /* the only player of the forecast, by number; 0: all */
};

struct site_round_page {
    struct site_head head;
    struct site_rounds rounds;
    uint32_t round;
    const char *when;     /* "11 July 2026" */
    const char *position; /* of Chess960: "518 RNBQKBNR"; "" none */
    struct site_results results;
    const struct site_board *boards;
    size_t board_count;
    const struct site_idle *idles;
    size_t idle_count;
    const struct site_named *names;
    size_t name_count;
    struct site_url by_board, by_name, standings, why;
    bool matches;
    struct site_supposing supposing;
};

/* The head of a column. */
struct site_column {
    const char *code, *name;
};

/* --- teams.html: the list, a round, a team */

struct site_team_row {
    struct site_person team;
    const char *strength;
    uint32_t players;
};

struct site_teams_page {
    struct site_head head;
    const struct site_team_row *teams;
    size_t team_count;
};

struct site_match_board {
    uint32_t number;               /* in the match; 0: no opponent */
    uint32_t anchor;               /* in the round; 0: none */
    struct site_person home, away; /* without name: none */
    const char *colour;            /* of the home player */
    const char *result;            /* from the home side; "" pending */
};

struct site_match {
    uint32_t number;
    struct site_person home, away;
    const char *result; /* "2½ – 1½"; "" pending */
    const char *note;   /* the decision of a drawn match of a knock-out */
    const struct site_match_board *boards;
    size_t board_count;
};

struct site_matches_page {
    struct site_head head;
    struct site_rounds rounds;
    uint32_t round;
    const char *when; /* as in struct site_round_page */
    const struct site_match *matches;
    size_t match_count;
    const struct site_idle *idles; /* teams */
    size_t idle_count;
    struct site_url by_name, standings, why;
    struct site_supposing supposing;
};

struct site_member {
    uint32_t number; /* in the line-up */
    struct site_person player;
    struct site_points points;
    const struct site_cell *cells; /* rounds */
    size_t cell_count;
};

struct site_team_round {
    uint32_t round;
    struct site_person opponent; /* without name: none */
    const char *why;             /* then: "bye" */
    const char *result;          /* "2½ – 1½"; "" pending */
    struct site_points total;
    struct site_url match, because;
};

struct site_team_page {
    struct site_head head;
    struct site_person team;
    const struct site_fact *facts;
    size_t fact_count;
    const struct site_team_round *matches;
    size_t match_count;
    const struct site_column *columns; /* rounds */
    size_t column_count;
    const struct site_member *members;
    size_t member_count;
    struct site_answers answers;
};

/* --- standings.html, crosstable.html */

struct site_standing {
    uint32_t rank;
    struct site_person player;
    struct site_points points;
    const struct site_cell *cells; /* tie-breaks, or rounds */
    size_t cell_count;
};

struct site_standings_page {
    struct site_head head;
    bool teams;             /* rows are teams */
    bool federations;       /* a player has one */
    struct site_url others; /* of teams: the players' points, or from there the teams' */
    struct site_rounds rounds;
    uint32_t round;
    const char *title; /* of the crosstable: with the round */
    const char *order; /* the source of received ranks; otherwise "" */
    bool numbered;     /* of the crosstable: ranks are shared, and cells use numbers */
    const struct site_column *columns;
    size_t column_count;
    const struct site_standing *rows;
    size_t row_count;
    const struct site_fact *terms; /* the meaning of the columns */
    size_t term_count;
    struct site_supposing foreseeing;
};

/* --- crosstable.html of predetermined rounds: every player against every player */

struct site_matrix {
    const char *title; /* "Castle 12½"; "": a single matrix */
    const struct site_column *columns;
    size_t column_count;
    const struct site_standing *rows;
    size_t row_count;
};

struct site_matrix_page {
    struct site_head head;
    bool teams;
    uint32_t round;
    const char *when, *order;
    bool numbered;
    const struct site_matrix *matrices;
    size_t matrix_count;
};

/* --- norms.html */

struct site_norm {
    struct site_person player;
    const char *title; /* "GM" */
    uint32_t games;    /* games that count */
    struct site_points points;
    const char *average, *performance; /* "" without games */
    const char *needs;                 /* "2½ of 4"; "" reached */
    const char *why; /* the games left out, or the opponents needed: sentences, may be "" */
};

struct site_norms_page {
    struct site_head head;
    const char *state;                           /* "After round 7 of 9" */
    const struct site_norm *successes, *chances; /* reached; still possible */
    size_t success_count, chance_count;
    const char *rules; /* their title */
};

/* --- statistics.html */

/* The games of a round, or of all rounds. */
struct site_result_row {
    const char *label;
    uint32_t games;
    const char *white, *drawn, *black, *upsets; /* "45 (38 %)" */
    uint32_t forfeits, byes, absent;
};

struct site_upset_row {
    struct site_person winner, loser;
    uint32_t round;
    int32_t difference;
};

struct site_statistics_page {
    struct site_head head;
    const struct site_fact *facts;
    size_t fact_count;
    const struct site_result_row *rows;
    size_t row_count;
    const struct site_upset_row *upsets;
    size_t upset_count;
    struct site_html shares, ratings;
};

/* --- player.html */

struct site_game {
    uint32_t round, board;
    const char *room;            /* of a board of the last round; "" unknown */
    const char *colour;          /* "White"; of a match "White, then Black" */
    const char *side;            /* "White": one colour, of a match that of its first game */
    struct site_person opponent; /* without name: none */
    const char *why;             /* of a round without opponent: "half-point bye" */
    const char *result;          /* "1"; "" pending */
    struct site_points total;
    const char *expected; /* "0.64" */
    const char *change;   /* "+4.2" */
    bool rated;
    struct site_url because; /* its sentence on the explanation page */
};

struct site_derivation {
    const char *code, *name, *article, *value, *what;
    const char *sum; /* "4½ + 4 + 3½" */
    const char *cut; /* "2 of round 3 (…)" */
};

struct site_player_page {
    struct site_head head;
    struct site_person team; /* without name: none */
    struct site_person player;
    const char *key;                   /* of the player, for "follow" */
    const char *person;                /* a key over all events; may be NULL */
    struct site_url over_all;          /* the player's page for all events; none */
    const struct site_follow *follows; /* one, if a server notifies followers, or none */
    size_t follow_count;
    const struct site_game *next; /* the paired game, at most one */
    size_t pair_count;
    const char *when; /* of that round */
    const char *next_rating;
    struct site_points next_points; /* of that opponent */
    const char *state;              /* without a game: "Round 7 is not paired yet." */
    struct site_supposing foreseeing;
    const struct site_fact *facts;
    size_t fact_count;
    const struct site_game *games;
    size_t game_count;
    bool reasoned; /* a game has a link to its reasons */
    bool rated;
    const char *expected, *change; /* the sums */
    const char *rating_words;
    struct site_answers answers;
    const struct site_derivation *derivations;
    size_t derivation_count;
    uint32_t derivations_round;
    const char *derivations_when; /* "after", "during" */
    struct site_html progress, colours;
    struct site_url profile, calendar; /* either may be none */
};

/* --- why.html */

struct site_why_pair {
    uint32_t number;
    struct site_person white, black;
    const char *colour;                    /* the rule that gave the colours */
    const struct site_sentence *sentences; /* the other pairings that were weighed */
    size_t sentence_count;
};

struct site_why_bracket {
    uint32_t number;
    const char *title;                  /* "4½ points" */
    const char *moved, *floaters;       /* names; "" none */
    const struct site_sentence *passed; /* why no other players float */
    size_t passed_count;
    const struct site_why_pair *pairs;
    size_t pair_count;
    const struct site_sentence *reasons;
    size_t reason_count;
};

struct site_why_page {
    struct site_head head;
    struct site_rounds rounds;
    uint32_t round;
    bool teams; /* teams are paired, not players */
    const char *system, *source, *note;
    const char *trouble; /* why no explanation is available; "" it is */
    const struct site_why_bracket *brackets;
    size_t bracket_count;
    const struct site_idle *idles;
    size_t idle_count;
    const char *departure;               /* the note if it was played differently */
    const struct site_cell *differences; /* between the played pairing and this one */
    size_t difference_count;
};

/* Return "Board 3: 4 Müller – 7 Meier", for a pair that was played in ${round}. */
const char *site_played_pair(const struct site_event *e, uint32_t round, const struct lm_pair *pair,
                             struct lm_arena *arena);

/* --- verify.html */

struct site_verify_page {
    struct site_head head;
    struct site_url file; /* of the tournament */
    const char *file_name;
    const char *journal; /* the file's name; "" none */
    struct site_url shared, script;
    const char *worker, *engine, *wasm; /* addresses for the script */
    const char *whole;                  /* the module for other files */
    const char *sentences;              /* the engine's; "" English */
    const char *words;                  /* the script's, as JSON */
};

/* --- pair.html */

struct site_pair_page {
    struct site_head head;
    struct site_url look, shared, script; /* its own style sheet; none in the single file */
    const char *engine, *wasm;            /* addresses for the script */
    const char *sentences;                /* the engine's; "" English */
    const char *words;
    struct site_html inside; /* the content of the other files; or none */
};

/* --- feed.xml */

struct site_entry {
    const char *title, *summary, *updated;
    struct site_url url;
};

struct site_feed {
    const char *title, *updated;
    struct site_url home, self;
    const struct site_entry *entries;
    size_t entry_count;
};

struct site_map {
    const struct site_index_row *rows;
    size_t row_count;
};

/* --- prizes.html */

struct site_award {
    uint32_t place;
    struct site_person player;
    const char *amount, *why;
};

struct site_award_group {
    const char *title, *note;
    const struct site_award *awards;
    size_t award_count;
};

struct site_prizes_page {
    struct site_head head;
    const char *state, *currency;
    const struct site_award_group *groups;
    size_t group_count;
};

/* --- championships */

struct site_contender {
    struct site_url url; /* none: the player has no page */
    const char *name;    /* NULL: no player */
};

struct site_contest {
    struct site_url url;
    const char *name; /* "Qualification, round 2, board 1" */
    struct site_contender first, second;
    const char *state;
};

struct site_contests {
    uint32_t number;
    const char *title, *dates;
    const struct site_contest *contests;
    size_t contest_count;
};

struct site_change_line {
    const char *when, *text, *article;
};

struct site_changes {
    const struct site_change_line *changes;
    size_t change_count;
};

struct site_stage {
    struct site_url url;
    const char *title, *kind, *state;
};

struct site_place {
    const char *what, *size;
    struct site_contender player;
};

struct site_entrant {
    struct site_contender name;
    const char *seeding, *entry;
};

struct site_championship_page {
    struct site_head head;
    const char *state, *as_of;
    const struct site_place *places;
    size_t place_count;
    struct site_contests now;
    const struct site_stage *stages;
    size_t stage_count;
    const struct site_entrant *players;
    size_t player_count;
    struct site_url journal, json, feed;
    const char *json_name;
};

struct site_rule {
    const char *text, *article;
};

struct site_rule_section {
    const char *title;
    struct site_rule *rules;
    size_t rule_count;
};

struct site_rules_page {
    struct site_head head;
    const char *source;
    const struct site_rule_section *sections;
    size_t section_count;
};

/* A match in a crosstable, from the side of its row. */
struct site_cross_match {
    struct site_url url;
    const char *score;
    uint32_t opponent; /* the place of the other player; 0: the column names the opponent */
    bool alone;        /* reported by one player */
};

struct site_cross_cell {
    const struct site_cross_match *matches;
    size_t match_count;
    bool itself; /* row and column are the same player */
};

struct site_stage_row {
    uint32_t place;
    struct site_contender player;
    const struct site_cell *cells;
    size_t cell_count;
    const char *note;
    const struct site_cross_cell *crosses;
    size_t cross_count;
};

struct site_number {
    uint32_t number;
};

struct site_stage_group {
    const char *title;
    struct site_stage_row *rows;
    size_t row_count;
    const struct site_number *heads; /* of the crosstable's columns: places, or rounds */
    size_t head_count;
    bool alone; /* one of its matches was reported by one player alone */
};

/* The origins of the players of a group. */
struct site_seats {
    const char *title;
    const struct site_cell *seats;
    size_t seat_count;
};

/* A player in the drawn bracket; ${state}: "through", "lost", or "" while open. */
struct site_tree_side {
    struct site_contender player;
    const char *score, *state;
};

/* One of its matches; without address: not paired yet, or without an opponent. */
struct site_tie {
    struct site_url url;
    struct site_tree_side first, second;
};

struct site_level {
    const char *title; /* "Semi-finals" */
    const struct site_tie *ties;
    size_t tie_count;
};

struct site_tree {
    const struct site_level *levels;
    size_t level_count;
};

/* A match that game points did not decide. */
struct site_decision {
    uint32_t round;
    struct site_tie tie;
    const char *how; /* "SK Bern goes on: board count" */
};

struct site_bracket_page {
    struct site_head head;
    struct site_tree tree;
    bool has_third;
    struct site_tie third;
    const struct site_decision *decisions;
    size_t decision_count;
};

struct site_stage_page {
    struct site_head head;
    struct site_stage stage;
    bool swiss; /* another opponent in each round; the crosstable has their places */
    const struct site_cell *columns;
    size_t column_count;
    const struct site_stage_group *groups;
    size_t group_count;
    const struct site_seats *future;
    size_t seats_count;
    struct site_tree tree; /* of a knock-out, drawn */
    const struct site_contests *rounds;
    size_t round_count;
};

struct site_contest_game {
    uint32_t number;
    const char *first, *second;
    struct site_points first_total, second_total;
};

struct site_contest_page {
    struct site_head head;
    struct site_contest contest;
    struct site_url stage;
    const struct site_fact *facts;
    size_t fact_count;
    const struct site_contest_game *games;
    size_t game_count;
    struct site_changes log;
};

struct site_duty {
    const char *text, *article, *by;
};

struct site_entrant_page {
    struct site_head head;
    struct site_entrant player;
    const char *key;                 /* for "follow this player" */
    const struct site_contest *next; /* the open match, if any */
    size_t contest_count;
    const struct site_duty *duties;
    size_t duty_count;
    const struct site_fact *facts;
    size_t fact_count;
    struct site_contests played;
    struct site_changes log;
};

/* --- shared by page functions (head.c) */

/* Return the full address of the site's picture, for services that preview links: "" without a
 * base. */
const char *site_picture_of(const struct site_names *names, struct lm_arena *arena);

/* Return the facts of ${all} that have a text, ${*kept} of them; NULL without memory. */
const struct site_fact *site_facts_of(const struct site_fact *all, size_t count,
                                      struct lm_arena *arena, size_t *kept);

/* Return the name of ${t}, never empty; and "Zürich, 11–19 July 2026". */
const char *site_title(const struct site_event *e);
const char *site_place_and_dates(const struct site_event *e, struct lm_arena *arena);
/* Return "3 October 2026, 14:00", without the time if it is unknown; and the same with the zone. */
const char *site_round_date(const struct site_event *e, uint32_t round, struct lm_arena *arena);
const char *site_round_when(const struct site_event *e, uint32_t round, struct lm_arena *arena);
/* Find the start of ${round}, and the offset of its clock; false: unknown. */
bool site_round_start(const struct lm_tournament *t, uint32_t round, int64_t *start,
                      int32_t *offset);
/* Return "Europe/Zurich", "UTC+2"; "" if the times of the event are unknown. */
const char *site_zone(const struct site_event *e, struct lm_arena *arena);

/* Is there a feed?  It needs full addresses and a first day. */
bool site_has_feed(const struct site_event *e);

/* Return "Round 6 of 9 is paired." */
const char *site_state(const struct site_event *e, struct lm_arena *arena);

/* Make the address of a page in the language of ${names} by printf: "round-3.de.html". */
struct site_url site_own(const struct site_names *names, struct lm_arena *arena, const char *format,
                         ...) LM_PRINTF(3, 4);

/* Give ${head} the languages of the site; ${format} makes the address of its page in the first
 * language. */
void site_add_languages(struct site_head *head, const struct site_names *names, const char *folder,
                        const char *here, struct lm_arena *arena);

/* Make the head of a page called ${title}; ${here} is its address without the language suffix, for
 * the row of links. */
struct site_head site_head_of(const struct site_event *e, const char *title, const char *here,
                              struct lm_arena *arena);

/* Return the words of ${key} in the language of ${e}, as in site/said.h. */
const char *site_event_word(const struct site_event *e, const char *key);

/* Make the what-if of ${round} (limmat/preview.h), computed by the browser; nothing unless the
 * round is in progress. */
struct site_supposing site_supposing(const struct site_event *e, uint32_t round,
                                     struct lm_arena *arena);

/* Make the forecast (limmat/forecast.h), computed by the browser; nothing after the end. */
struct site_supposing site_foreseeing(const struct site_event *e, uint32_t player,
                                      struct lm_arena *arena);

/* Make the part of a page that shows ${what}, for pages of other sites. */
struct site_html site_foreseeing_part(const struct site_event *e, const struct site_supposing *what,
                                      struct lm_arena *arena);

/* Make links to ${path}-N.html of rounds 1 … ${count}; ${here} is the present one. */
struct site_rounds site_rounds_of(const struct site_names *names, const char *path, uint32_t count,
                                  uint32_t here, struct lm_arena *arena);

/* Does any player have a club? */
bool site_has_clubs(const struct lm_tournament *t);

/* Return the participants in the order of ${e->paired}: teams, or players. */
const struct site_person *site_sides(const struct site_event *e);

/* Answer the questions of ${side}, a paired participant, about the last round; nothing if no
 * explanation is available. */
enum lm_status site_answer(const struct site_event *e, uint32_t side, struct lm_arena *arena,
                           struct site_answers *out);

/* Return the number of the match of ${team} in ${round}, from 1; 0: none. */
uint32_t site_match_number(const struct site_event *e, uint32_t team, uint32_t round);

/* Is ${e} a paired knock-out of teams? */
bool site_has_bracket(const struct site_event *e);

/* Return "Final", for a round of a knock-out of ${rounds} rounds. */
const char *site_level_title(const struct lm_language *language, uint32_t round, uint32_t rounds,
                             struct lm_arena *arena);

/* Return the decision of a match of two teams of a knock-out, if game points did not decide;
 * otherwise "". */
const char *site_match_note(const struct site_event *e, uint32_t home, uint32_t away,
                            uint32_t round, struct lm_arena *arena);

/* Return why ${team} has no match: "bye"; "" if it is out of a knock-out. */
const char *site_team_idle(const struct site_event *e, uint32_t team, uint32_t round,
                           enum lm_result result, struct lm_arena *arena);

/* Return the teams without a match in ${round}; with ${byes} also those with a paired bye. */
const struct site_idle *site_idle_teams(const struct site_event *e, uint32_t round, bool byes,
                                        struct lm_arena *arena, size_t *count);
bool site_has_federations(const struct lm_tournament *t);

/* Return "w", "b"; "" for no colour: in cells of crosstables. */
const char *site_colour_letter(const struct site_event *e, enum lm_colour colour);

/* Return "4 of 96". */
const char *site_place_text(const struct site_event *e, uint32_t place, uint32_t count,
                            struct lm_arena *arena);

/* Return "½", "1": points as text. */
const char *site_points_text(int32_t tenths, struct lm_arena *arena);

/* --- page_round.c, page_standings.c */

/* Return ${name} with the note for ${out} (enum lm_out): "Muster, Hans (expelled)". */
const char *site_marked(const struct lm_language *language, const char *name, uint8_t out,
                        struct lm_arena *arena);

/* Return the text of ${result} without opponent: "half-point bye". */
const char *site_idle_text(const struct lm_language *language, enum lm_result result);

/* Return the teams of ${t} with their names on all pages; NULL without memory. */
const struct site_person *site_name_teams(const struct lm_tournament *t,
                                          const struct site_names *names, struct lm_arena *arena);

/* Add the data of teams to ${e} and its ${rounds}; LM_LIMIT. */
LM_MUST_CHECK enum lm_status site_add_teams(struct site_event *e, struct site_round *rounds,
                                            struct lm_arena *arena);

/* Return the displayed value of a game's result, in tenths. */
int32_t site_game_tenths(enum lm_result result);

/* Return "1 – 0", "½ – ½", "1 – 0 forfeit", from the side named first in ${pair}; of a match of
 * games "1½ – ½"; "" while a result is pending. */
const char *site_result_of(const struct site_event *e, const struct lm_pair *pair, uint32_t round,
                           struct lm_arena *arena);

/* Return "1 – 0", "1 – 0 forfeit", from points in tenths. */
const char *site_score_text(const struct site_event *e, int32_t first, int32_t second, bool forfeit,
                            struct lm_arena *arena);

/* Return the players without opponent in ${round}; ${byes}: also the one with the pairing-allocated
 * bye. */
const struct site_idle *site_idles(const struct site_event *e, uint32_t round, bool byes,
                                   struct lm_arena *arena, size_t *count);

/* Return "Round 6: pairings", "Round 5: results"; by ${key}, one of the sentences about a round:
 * "Standings during round 5". */
const char *site_round_title(const struct site_event *e, uint32_t round, struct lm_arena *arena);
struct site_results site_results_in(const struct site_event *e, uint32_t round);
const char *site_standings_title(const struct site_event *e, const char *key, uint32_t round,
                                 struct lm_arena *arena);

/* Return the source of the ranks in the standings after ${round}, of the ${teams} or of the
 * players; "" if they are computed by tie-breaks that the event names. */
const char *site_order_sentence(const struct site_event *e, uint32_t round, bool teams,
                                struct lm_arena *arena);

/* Return "Round 6, board 2: White against Meier, Anna": the game of ${player} in ${round}. */
const char *site_game_sentence(const struct site_event *e, uint32_t player, uint32_t round,
                               struct lm_arena *arena);

/* Return the first ${most} boards of ${round}; NULL: no memory. */
struct site_board;
const struct site_board *site_boards_of(const struct site_event *e, uint32_t round, uint32_t most,
                                        struct lm_arena *arena, size_t *count);

/* Return "after" when ${round} is over, "during" while it is played. */
const char *site_when(const struct site_event *e, uint32_t round);

/* Return the rows of the best ${most} players, or ${teams}, after ${round}. */
const struct site_standing *site_standings_rows(const struct site_event *e, uint32_t round,
                                                bool teams, uint32_t most, struct lm_arena *arena,
                                                size_t *count);

/* --- the pages, one function each in the file of its name; one that writes nothing has no page */

typedef enum lm_status site_write(const struct site_event *e, uint32_t index,
                                  struct lm_arena *arena, struct lm_text *out);

site_write site_write_feed, site_write_calendar, site_write_statistics, site_write_norms,
    site_write_event, site_write_players, site_write_round, site_write_names, site_write_standings,
    site_write_crosstable, site_write_player, site_write_why, site_write_prizes, site_write_verify,
    site_write_journal, site_write_trf, site_write_json, site_write_csv, site_write_teams,
    site_write_matches, site_write_bracket, site_write_team, site_write_scores,
    site_write_federations, site_write_clubs, site_write_categories, site_write_changes,
    site_write_embedded, site_write_dates, site_write_share, site_write_share_round,
    site_write_share_player;

#endif
