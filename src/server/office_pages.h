/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_OFFICE_PAGES_H
#define LIMMAT_SERVER_OFFICE_PAGES_H

/* What the pages of a rating office show (office.html). */

#include "site/hole.h"

struct rated_row {
    size_t rank;
    struct site_url url;
    const char *title, *name, *federation, *change; /* "+12" since the list before, "" */
    int32_t rating, games, born;                    /* ${born} 0: not shown */
};

struct rating_list_page {
    struct desk_head head;
    const char *when, *said, *typed, *federation;
    struct site_url action, first, before, after;
    const struct tab *kinds;
    size_t kind_count;
    const struct choice_row *shows, *federations, *sexes; /* with the chosen one first */
    size_t show_count, federation_count, sex_count;
    const char *chess; /* "rapid" */
    int32_t age;
    const struct rated_row *rows;
    size_t row_count;
    const struct tab *files;
    size_t file_count;
};

struct rating_kind_row {
    const char *name, *state;
    int32_t rating, games;
    unsigned k;
};

struct rating_period_row {
    struct site_url url;
    const char *when;
    const char *standard, *rapid, *blitz, *standard_change, *rapid_change, *blitz_change;
};

/* A line of the chart, of one kind of chess. */
struct rating_line {
    const char *kind, *points; /* the class "own"; " 28,150 60,120" */
};

struct rating_mark {
    int32_t x, y;
    const char *label;
};

struct rating_chart {
    const char *label, *grid, *dots;
    const struct rating_line *lines;
    size_t line_count;
    const struct rating_mark *heights, *months;
    size_t height_count, month_count;
    bool several; /* kinds of chess */
};

struct rating_player_page {
    struct desk_head head;
    const char *name, *title, *federation, *id;
    int32_t born;
    struct site_url feed, list;
    const struct rating_kind_row *kinds;
    size_t kind_count;
    struct rating_chart chart; /* ${line_count} 0: none */
    const char *caption;
    const struct rating_period_row *periods;
    size_t period_count;
};

struct rating_game_row {
    int32_t round;
    struct site_url url;
    const char *opponent, *colour, *difference, *expected, *score, *change, *note, *article;
    int32_t rating;
};

struct rating_event_row {
    const char *name, *games, *score, *rating, *k, *beyond, *change, *note;
    const struct rating_game_row *rows;
    size_t row_count;
};

struct rating_note_row {
    const char *text, *article;
};

/* What happened to a rating of one kind on one list. */
struct rating_story_row {
    const char *kind, *rules, *basis;
    const struct rating_note_row *notes;
    size_t note_count;
    const struct rating_event_row *events;
    size_t event_count;
};

struct rating_period_page {
    struct desk_head head;
    const char *name, *lead;
    struct site_url player;
    const struct rating_story_row *stories;
    size_t story_count;
};

#endif
