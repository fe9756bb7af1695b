/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SITE_CHAMPIONSHIP_H
#define LIMMAT_SITE_CHAMPIONSHIP_H

/*
 * The pages of a championship: what stands at the time of its last event.  Who applied and is not
 * in it stays off the pages, and so does what a player has to bid; the journal itself, with
 * accounts and marks, is nobody's download.
 */

#include "limmat/championship.h"
#include "site/pages.h"

struct site_championship {
    struct lm_championship *c;
    const char *slug;
    const struct site_names *names;
};

enum site_championship_over {
    SITE_WHOLE,   /* one page */
    SITE_STAGES,  /* one for each stage of the definition */
    SITE_MATCHES, /* one for each match */
    SITE_ENTRANTS /* one for each person; of those who take no part it comes out empty */
};

/* A row of the table of pages. */
struct site_championship_row {
    const char *name;
    const char *path; /* below SLUG/; %u is the number, from 1 */
    enum site_championship_over over;
    /* Append the page; ${index} is of the stage, match or person. */
    enum lm_status (*write)(const struct site_championship *e, uint32_t index,
                            struct lm_arena *arena, struct lm_text *out);
};

/* All pages; ended by a row without name. */
extern const struct site_championship_row site_championship_pages[];

/* How many pages ${row} has. */
uint32_t site_championship_count(const struct site_championship_row *row,
                                 const struct site_championship *e);

/* The championship's line in the list of all events, nothing of which points to ${e}. */
LM_MUST_CHECK enum lm_status site_championship_row_of(const struct site_championship *e,
                                                      struct lm_arena *arena,
                                                      struct site_index_row *out);

/* --- what the templates are filled with */

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
};

struct site_stage_row {
    uint32_t place;
    struct site_contender player;
    const struct site_cell *cells;
    size_t cell_count;
    const char *note;
};

struct site_stage_group {
    const char *title;
    const struct site_stage_row *rows;
    size_t row_count;
};

/* Where the players of a group will come from. */
struct site_seats {
    const char *title;
    const struct site_cell *seats;
    size_t seat_count;
};

struct site_stage_page {
    struct site_head head;
    struct site_stage stage;
    const struct site_cell *columns;
    size_t column_count;
    const struct site_stage_group *groups;
    size_t group_count;
    const struct site_seats *future;
    size_t seats_count;
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

#endif
