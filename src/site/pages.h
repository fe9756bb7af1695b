/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SITE_PAGES_H
#define LIMMAT_SITE_PAGES_H

/* What the templates are filled with.  A list ROWS is counted by ROW_count. */

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

/* A page that is in reach from every other; with a sign, on a phone, too. */
struct site_tab {
    const char *label;
    struct site_url url;
    bool here;
    struct site_html icon;
};

/* A term and what it is. */
struct site_fact {
    const char *term, *text;
};

/* The same page in a language of the site. */
struct site_edition {
    const char *code, *name;   /* "de", "Deutsch" */
    struct site_url url, full; /* full: none without the site's address */
    bool here;
};

/* What stands above and below every page. */
struct site_head {
    const char *lang;                    /* of the page */
    const struct site_edition *editions; /* all; none when there is but one */
    size_t edition_count;
    bool foreign;            /* not English: what is told in English only is marked so */
    const char *title;       /* of this page */
    const char *event;       /* of the event; NULL on pages of the whole site */
    const char *description; /* for those who show links; may be NULL */
    struct site_url home;    /* of the event, or of the site */
    struct site_url site;    /* of the site; none on its own pages */
    struct site_url style, script;
    struct site_url look;            /* what only some pages have; none */
    struct site_url canonical, feed; /* may be none */
    const char *picture;             /* its address in full, a text for <meta>; may be "" */
    const struct site_tab *links;
    size_t link_count;
    struct site_html more; /* sign of the links that have none; "": all have one */
    bool unexplained;      /* its pairings are neither explained nor verified here */
    bool away, stale;      /* as in struct site_event */
    const char *heard;
    const struct site_live *lives; /* one, where the page follows by itself, or none */
    size_t live_count;
    struct site_url guide;  /* as in struct site_event */
    const char *updated_at; /* the same as browsers read it: "2026-07-14T15:04Z" */
    const char *updated;    /* "14 July 2026, 15:04 UTC", of its last version; "" not told */
    const char *gap;        /* "{time}": where a script puts a time */
    const char *mark;       /* "Not in FIDE mode since round 3"; "" while it is, or nobody says */
};

/* The same page of other rounds. */
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

/* A text in a cell, in a list. */
struct site_cell {
    const char *text;
};

struct site_sentence {
    const char *text, *article;
};

/* A question and the sentences that answer it. */
struct site_answer {
    const char *question;
    const struct site_sentence *sentences;
    size_t sentence_count;
};

/* What somebody asks about a round; without answers nothing is shown. */
struct site_answers {
    const struct site_answer *answers;
    size_t answer_count;
    uint32_t round;
    struct site_url page; /* where the whole round is told */
};

/* --- event.html, index.html */

struct site_round_line {
    uint32_t number;
    const char *date;
    struct site_url pairings, names, standings, why;
};

/* How many results of a round are in. */
struct site_results {
    bool open; /* some are in, some are not */
    uint32_t done, games;
};

struct site_event_page {
    struct site_head head;
    const char *subtitle;        /* "Zürich, 11–19 July 2026" */
    const char *state;           /* "Round 6 of 9 is being played" */
    const struct site_link *now; /* what most people look for */
    size_t link_count;
    const struct site_round_line *rounds;
    size_t round_count;
    const struct site_standing *leaders;
    size_t leader_count;
    bool teams;       /* lead */
    uint32_t after;   /* round of the leaders */
    const char *when; /* "after", "during" */
    const struct site_fact *facts;
    size_t fact_count;
    const struct site_link *files;
    size_t file_count;
    struct site_url history;
    bool federations, dates; /* somebody has one, some round is dated: else no column of it */
    const struct site_board *boards; /* the first of a round that is played */
    size_t board_count;
    const char *boards_title;
    struct site_results results;
    struct site_url all_boards, by_name, why;
    const struct site_person *starters; /* before round 1 */
    size_t starter_count;
    const struct site_link *sections;
    size_t section_count;
    struct site_url where; /* where names are sought; "": nowhere */
    struct site_url start; /* all players */
    struct site_url calendar, feed;
    const char *embedded; /* what others put into their pages; "" without the site's address */
};

struct site_index_page {
    struct site_head head;
    const char *event;    /* whose sections these are; NULL: they are all events */
    struct site_url pair; /* where a reader's own file is paired; of sections none */
    const struct site_index_row *rows;
    size_t row_count;
};

/* --- players.html */

struct site_players_page {
    struct site_head head;
    const struct site_person *players;
    size_t player_count;
    bool clubs, federations;      /* somebody has one */
    const struct site_link *ways; /* the same players in another order */
    size_t way_count;
};

/* --- federations.html, clubs.html, categories.html; ratings.html; embed.html */

struct site_group {
    const char *name, *anchor;
    struct site_url jump; /* to it */
    const struct site_standing *rows;
    size_t row_count;
};

struct site_groups_page {
    struct site_head head;
    const char *state;
    uint32_t after;          /* this round; 0: rows have numbers, no ranks */
    bool federations, flags; /* there is a column of them; they are what names are */
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
    const char *result; /* "1 – 0"; "" awaited */
};

/* Somebody who does not play: the bye, or an absence. */
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

/* What may be supposed of the games of a round, or foreseen of the rest; without words: nothing. */
struct site_supposing {
    struct site_url shared, script;
    const char *engine, *wasm, *file; /* addresses that the script gets */
    const char *words;
    uint32_t player; /* his number, of whom alone it is foreseen; 0: of all */
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
    uint32_t number;               /* in the match; 0: nobody on the other side */
    uint32_t anchor;               /* in the round; 0: none */
    struct site_person home, away; /* without name: nobody */
    const char *colour;            /* of the player at home */
    const char *result;            /* as seen from there; "" awaited */
};

struct site_match {
    uint32_t number;
    struct site_person home, away;
    const char *result; /* "2½ – 1½"; "" awaited */
    const char *note;   /* what decided a drawn match of a knock-out */
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
    const char *result;          /* "2½ – 1½"; "" awaited */
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
    bool federations;       /* somebody has one */
    struct site_url others; /* of teams: the players' points, or of these the teams' */
    struct site_rounds rounds;
    uint32_t round;
    const char *title; /* of the crosstable: as of when it is */
    const char *order; /* where the ranks come from, if they were sent; "" else */
    bool numbered;     /* of the crosstable: ranks are shared, so that cells have numbers */
    const struct site_column *columns;
    size_t column_count;
    const struct site_standing *rows;
    size_t row_count;
    const struct site_fact *terms; /* what the columns mean */
    size_t term_count;
    struct site_supposing foreseeing;
};

/* --- crosstable.html of predetermined rounds: everybody against everybody */

struct site_matrix {
    const char *title; /* "Castle 12½"; "": all are in one */
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
    uint32_t games;    /* that count */
    struct site_points points;
    const char *average, *performance; /* "" without games */
    const char *needs;                 /* "2½ of 4"; "" it is reached */
    const char *why; /* by what was left out, or against whom: sentences, may be "" */
};

struct site_norms_page {
    struct site_head head;
    const char *state;                         /* "After round 7 of 9" */
    const struct site_norm *successes, *hopes; /* reached; still possible */
    size_t success_count, hope_count;
    const char *rules; /* their title */
};

/* --- statistics.html */

/* The games of a round, or of all. */
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
    const char *room;            /* of a board of the last round; "" not told */
    const char *colour;          /* "White"; of a match "White, then Black" */
    const char *side;            /* "White": the colour alone, of a match in its first game */
    struct site_person opponent; /* without name: none */
    const char *why;             /* of a round without opponent: "half-point bye" */
    const char *result;          /* "1"; "" awaited */
    struct site_points total;
    const char *expected; /* "0.64" */
    const char *change;   /* "+4.2" */
    bool rated;
    struct site_url because; /* the sentence on the explanation page */
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
    struct site_url over_all;          /* the page of that; none */
    const struct site_follow *follows; /* one, where a server tells followers, or none */
    size_t follow_count;
    const struct site_game *next; /* at most one: what he is paired for */
    size_t pair_count;
    const char *when; /* of that round */
    const char *next_rating;
    struct site_points next_points; /* of that opponent */
    const char *state;              /* when there is nothing: "Round 7 is not paired yet." */
    struct site_supposing foreseeing;
    const struct site_fact *facts;
    size_t fact_count;
    const struct site_game *games;
    size_t game_count;
    bool reasoned; /* one of the games leads to its reasons */
    bool rated;
    const char *expected, *change; /* the sums */
    const char *rating_words;
    struct site_answers answers;
    const struct site_derivation *derivations;
    size_t derivation_count;
    uint32_t derivations_round;
    const char *derivations_when; /* "after", "during" */
    struct site_html progress, colours;
    struct site_url profile, calendar; /* may be none */
};

/* --- why.html */

struct site_why_pair {
    uint32_t number;
    struct site_person white, black;
    const char *colour;                    /* which rule gave the colours */
    const struct site_sentence *sentences; /* what else was weighed */
    size_t sentence_count;
};

struct site_why_bracket {
    uint32_t number;
    const char *title;                  /* "4½ points" */
    const char *moved, *floaters;       /* names; "" none */
    const struct site_sentence *passed; /* why no others float */
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
    bool teams; /* are paired, not people */
    const char *system, *source, *note;
    const char *trouble; /* why it cannot be told; "" it can */
    const struct site_why_bracket *brackets;
    size_t bracket_count;
    const struct site_idle *idles;
    size_t idle_count;
    const char *departure;               /* what there is to say when it was played otherwise */
    const struct site_cell *differences; /* of the played pairing from this one */
    size_t difference_count;
};

/* "Board 3: 4 Müller – 7 Meier", of a pair that was played in ${round}. */
const char *site_played_pair(const struct site_event *e, uint32_t round, const struct lm_pair *pair,
                             struct lm_arena *arena);

/* --- verify.html */

struct site_verify_page {
    struct site_head head;
    struct site_url file; /* of the tournament */
    const char *file_name;
    const char *journal; /* the file's name; "" there is none */
    struct site_url shared, script;
    const char *worker, *engine, *wasm; /* addresses that the script gets */
    const char *words;                  /* its sentences, as JSON */
};

/* --- pair.html */

struct site_pair_page {
    struct site_head head;
    struct site_url look, shared, script; /* its own style sheet; none where all is inside */
    const char *engine, *wasm;            /* addresses that the script gets */
    const char *words;
    struct site_html inside; /* what is else beside the page; or none */
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
    struct site_url url; /* none: he has no page */
    const char *name;    /* NULL: nobody */
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
    uint32_t opponent; /* the place of the other player; 0: the column says who it is */
    bool alone;        /* reported by one player */
};

struct site_cross_cell {
    const struct site_cross_match *matches;
    size_t match_count;
    bool itself; /* where row and column are one player */
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
    bool alone; /* a match of it was reported by one player */
};

/* Where the players of a group will come from. */
struct site_seats {
    const char *title;
    const struct site_cell *seats;
    size_t seat_count;
};

/* A player in the drawn bracket; ${state}: "through", "lost", or "" while that is open. */
struct site_tree_side {
    struct site_contender player;
    const char *score, *state;
};

/* A match of it; without address: not paired yet, or there was nobody to meet. */
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
    bool swiss; /* each round another opponent, whose place the crosstable says */
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
    const struct site_contest *next; /* the open match, if there is one */
    size_t contest_count;
    const struct site_duty *duties;
    size_t duty_count;
    const struct site_fact *facts;
    size_t fact_count;
    struct site_contests played;
    struct site_changes log;
};

/* --- what page functions share (head.c) */

/* The address of the site's picture, which programs that show links ask for in full: "" without a
 * base. */
const char *site_picture_of(const struct site_names *names, struct lm_arena *arena);

/* Those of ${all} that have a text, ${*kept} of them; NULL without memory. */
const struct site_fact *site_facts_of(const struct site_fact *all, size_t count,
                                      struct lm_arena *arena, size_t *kept);

/* The name of ${t}, never empty; when it is; "Zürich, 11–19 July 2026". */
const char *site_title(const struct site_event *e);
const char *site_place_and_dates(const struct site_event *e, struct lm_arena *arena);
/* "3 October 2026, 14:00", without the time where that is not known; and the same with the zone. */
const char *site_round_date(const struct site_event *e, uint32_t round, struct lm_arena *arena);
const char *site_round_when(const struct site_event *e, uint32_t round, struct lm_arena *arena);
/* When ${round} begins, and its clocks; false: not known. */
bool site_round_start(const struct lm_tournament *t, uint32_t round, int64_t *start,
                      int32_t *offset);
/* "Europe/Zurich", "UTC+2"; "" of an event whose times are not known. */
const char *site_zone(const struct site_event *e, struct lm_arena *arena);

/* Is there a feed?  It needs full addresses and a day to begin with. */
bool site_has_feed(const struct site_event *e);

/* "Round 6 of 9 is paired." */
const char *site_state(const struct site_event *e, struct lm_arena *arena);

/* printf into ${arena}; "" when there is no memory, which ${out} of the page tells soon after. */
const char *site_print(struct lm_arena *arena, const char *format, ...) LM_PRINTF(2, 3);

/* The address of a page in the language of ${names}, made by printf: "round-3.de.html". */
struct site_url site_own(const struct site_names *names, struct lm_arena *arena, const char *format,
                         ...) LM_PRINTF(3, 4);

/* Give ${head} the languages of the site; ${format} makes the address of its page in the first. */
void site_add_languages(struct site_head *head, const struct site_names *names, const char *folder,
                        const char *here, struct lm_arena *arena);

/* The head of a page called ${title}; ${here} is its address without what the language adds, for
 * the row of links. */
struct site_head site_head_of(const struct site_event *e, const char *title, const char *here,
                              struct lm_arena *arena);

/* Words and sentences in the language of ${e}, as site/said.h has them. */
const char *site_event_word(const struct site_event *e, const char *key);

/* What if games of ${round} ended otherwise (limmat/preview.h), reckoned by the browser; nothing
 * where it is not the round that is being played. */
struct site_supposing site_supposing(const struct site_event *e, uint32_t round,
                                     struct lm_arena *arena);

/* What may come (limmat/forecast.h), reckoned by the browser; nothing where nothing is to come. */
struct site_supposing site_foreseeing(const struct site_event *e, uint32_t player,
                                      struct lm_arena *arena);

/* The part of a page that shows ${what}, for pages that are not this site's. */
struct site_html site_foreseeing_part(const struct site_event *e, const struct site_supposing *what,
                                      struct lm_arena *arena);

/* Links to ${path}-N.html of rounds 1 … ${count}, ${here} being this one. */
struct site_rounds site_rounds_of(const struct site_names *names, const char *path, uint32_t count,
                                  uint32_t here, struct lm_arena *arena);

/* Does anybody have a club? */
bool site_has_clubs(const struct lm_tournament *t);

/* Who is paired, as ${e->paired} has them: the teams, or the people. */
const struct site_person *site_sides(const struct site_event *e);

/* What ${side}, of those who are paired, asks about the last round, and is told; nothing where that
 * is not known. */
enum lm_status site_answer(const struct site_event *e, uint32_t side, struct lm_arena *arena,
                           struct site_answers *out);

/* The number of the match of ${team} in ${round}, from 1; 0: it has none. */
uint32_t site_match_number(const struct site_event *e, uint32_t team, uint32_t round);

/* The teams that have no match in ${round}; with ${byes} also those whose bye is paired. */
/* Is ${e} a knock-out of teams that is paired? */
bool site_has_bracket(const struct site_event *e);

/* "Final"; of a knock-out of ${rounds} rounds. */
const char *site_level_title(const struct lm_language *language, uint32_t round, uint32_t rounds,
                             struct lm_arena *arena);

/* What decided the match of two teams of a knock-out, if game points did not; "" else. */
const char *site_match_note(const struct site_event *e, uint32_t home, uint32_t away,
                            uint32_t round, struct lm_arena *arena);

/* Why ${team} has no match: "bye"; "" where it is out of a knock-out. */
const char *site_team_idle(const struct site_event *e, uint32_t team, uint32_t round,
                           enum lm_result result, struct lm_arena *arena);

const struct site_idle *site_idle_teams(const struct site_event *e, uint32_t round, bool byes,
                                        struct lm_arena *arena, size_t *count);
bool site_has_federations(const struct lm_tournament *t);

/* "w", "b"; "" for no colour: in cells of crosstables. */
const char *site_colour_letter(const struct site_event *e, enum lm_colour colour);

/* "4 of 96" */
const char *site_place_text(const struct site_event *e, uint32_t place, uint32_t count,
                            struct lm_arena *arena);

/* "½", "1": points in a text. */
const char *site_points_text(int32_t tenths, struct lm_arena *arena);

/* --- page_round.c, page_standings.c */

/* ${name} with what is to be known of who is ${out} (enum lm_out): "Muster, Hans (expelled)". */
const char *site_marked(const struct lm_language *language, const char *name, uint8_t out,
                        struct lm_arena *arena);

/* What somebody without opponent has for ${result}: "half-point bye". */
const char *site_idle_text(const struct lm_language *language, enum lm_result result);

/* The teams of ${t} as every page names them; NULL without memory. */
const struct site_person *site_name_teams(const struct lm_tournament *t,
                                          const struct site_names *names, struct lm_arena *arena);

/* What ${e} has to do with teams, into it and its ${rounds}; LM_LIMIT. */
LM_MUST_CHECK enum lm_status site_add_teams(struct site_event *e, struct site_round *rounds,
                                            struct lm_arena *arena);

/* What a game's result is worth as it is shown, in tenths. */
int32_t site_game_tenths(enum lm_result result);

/* "1 – 0", "½ – ½", "1 – 0 forfeit", as seen from who stands first in ${pair}; of a match of games
 * "1½ – ½"; "" while a result is awaited. */
const char *site_result_of(const struct site_event *e, const struct lm_pair *pair, uint32_t round,
                           struct lm_arena *arena);

/* "1 – 0", "1 – 0 forfeit", of points in tenths. */
const char *site_score_text(const struct site_event *e, int32_t first, int32_t second, bool forfeit,
                            struct lm_arena *arena);

/* Who has no opponent in ${round}; ${byes}: also who has the pairing-allocated bye. */
const struct site_idle *site_idles(const struct site_event *e, uint32_t round, bool byes,
                                   struct lm_arena *arena, size_t *count);

/* "Round 6: pairings", "Round 5: results"; ${key}, one of sentences about a round: "Standings
 * during round 5". */
const char *site_round_title(const struct site_event *e, uint32_t round, struct lm_arena *arena);
struct site_results site_results_in(const struct site_event *e, uint32_t round);
const char *site_standings_title(const struct site_event *e, const char *key, uint32_t round,
                                 struct lm_arena *arena);

/* Where the ranks of the standings after ${round}, of the ${teams} or of the players, come from;
 * "" where they are computed by tie-breaks that the event names. */
const char *site_order_said(const struct site_event *e, uint32_t round, bool teams,
                            struct lm_arena *arena);

/* "Round 6, board 2: White against Meier, Anna": where ${player} plays ${round}. */
const char *site_game_said(const struct site_event *e, uint32_t player, uint32_t round,
                           struct lm_arena *arena);

/* The first ${most} boards of ${round}; NULL: no memory. */
struct site_board;
const struct site_board *site_boards_of(const struct site_event *e, uint32_t round, uint32_t most,
                                        struct lm_arena *arena, size_t *count);

/* "after" when ${round} is over, "during" while it is played. */
const char *site_when(const struct site_event *e, uint32_t round);

/* The rows of the best ${most} players, or ${teams}, after ${round}. */
const struct site_standing *site_standings_rows(const struct site_event *e, uint32_t round,
                                                bool teams, uint32_t most, struct lm_arena *arena,
                                                size_t *count);

/* --- the pages, one function each in the file of its name */

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
