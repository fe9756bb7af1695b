/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_OFFICE_PAGES_H
#define LIMMAT_SERVER_OFFICE_PAGES_H

/* Data of the pages of a rating office (office.html). */

#include "site/hole.h"

struct rated_row {
    size_t rank;
    struct site_url url;
    const char *title, *name, *federation, *change; /* ${change}: "+12"; "" none */
    int32_t rating, games, born;                    /* ${born} 0: not shown */
};

struct rating_list_page {
    struct desk_head head;
    const char *when, *message, *typed, *federation;
    struct site_url action, first, before, after, events, enter; /* ${enter}: register one */
    const struct tab *kinds;
    size_t kind_count;
    const struct choice_row *shows, *federations, *sexes; /* the chosen one first */
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

/* A line of the chart, for one kind of chess. */
struct rating_line {
    int line;                  /* its number among the figures */
    const char *kind, *points; /* "own", a CSS class; " 28,150 60,120" */
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
    bool several; /* it shows several kinds of chess */
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

/* Changes of a rating of one kind on one list. */
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

/* --- organisers and officers */

struct office_event_row {
    struct site_url url;
    const char *name, *when, *place, *state, *look; /* ${look}: "ok", "warn", "bad", "" */
    const char *why;                                /* reason why it waits; "" */
};

struct office_history_row {
    const char *when, *what, *who, *reason;
};

struct office_event_page {
    struct desk_head head;
    const char *name, *when, *place, *chess, *state, *look, *late, *moved, *address, *counted;
    struct site_url action, file, past; /* ${past}: it is on a published list */
    unsigned version;                   /* of the report shown */
    bool officer, decide, withdraw, permit, rule, unrated, send, appeal,
        read;         /* actions allowed; ${read}: there is a report */
    bool desk, enter; /* ${desk}: the desk sends it; ${enter}: register it there */
    const char *organiser, *mail, *days;
    const struct finding_row *findings;
    size_t finding_count;
    const struct office_history_row *rows; /* the latest first */
    size_t row_count;
};

struct office_register_page {
    struct desk_head head;
    struct site_url action, events;
    const char *days; /* days before the start to register */
};

struct office_events_page {
    struct desk_head head;
    struct site_url enter;
    const struct office_event_row *rows;
    size_t row_count;
};

struct office_desk_page {
    struct desk_head head;
    const struct office_event_row *waits, *others;
    size_t wait_count, other_count;
    struct site_url enter, invite, licences, clock; /* none without the right */
    bool has_licences;
    const struct choice_row *federations;
    size_t federation_count;
};

struct office_fee_row {
    struct site_url url;
    const char *name, *when, *place, *fee, *count, *amount, *sum;
};

struct office_fees_page {
    struct desk_head head;
    struct site_url action, file; /* none without the right or a table */
    const char *table;
    const struct office_fee_row *rows;
    const struct choice_row *sums; /* of each currency: labels */
    size_t row_count, sum_count;
};

struct office_drift_row {
    const char *list, *listed, *mean, *spread, *young, *old, *published, *theirs, *games, *gained;
};

struct office_score_row {
    const char *from, *games, *scored, *expected, *surplus;
};

struct office_drift_page {
    struct desk_head head;
    const struct tab *kinds;
    size_t kind_count;
    struct rating_chart means, sizes;
    const struct office_drift_row *rows;
    const struct office_score_row *bands, *differences; /* by rating, by rating difference */
    size_t row_count, band_count, difference_count;
};

struct office_difference_row {
    struct site_url url;
    const char *name, *what, *ours, *theirs, *cause;
};

struct office_compare_page {
    struct desk_head head;
    struct site_url action, csv;
    const char *day, *digest, *counted;
    const struct choice_row *files; /* FIDE's lists in the folder */
    const struct office_difference_row *rows;
    size_t file_count, row_count;
    bool made;
};

struct office_change_row {
    struct site_url url;
    const char *name, *federation, *before, *after, *k, *change, *why;
};

struct office_month_page {
    struct desk_head head;
    const char *token, *name, *when, *chess, *digest, *counted;
    struct site_url action, list;
    const char *published; /* day of the newest list */
    const struct tab *kinds;
    const struct office_event_row *events; /* accepted, and on no list yet */
    const struct choice_row *says;         /* output of the command: labels */
    const struct office_change_row *rows;
    size_t kind_count, event_count, say_count, row_count;
    bool made, failed; /* there is a preview; the last attempt failed */
    bool told;         /* the command printed more than counts */
};

struct office_people_page {
    struct desk_head head;
    const char *typed, *token;
    struct site_url action, add;
    const struct rated_row *rows;
    const struct choice_row *pairs; /* players who seem to have two ids: labels */
    size_t row_count, pair_count;
    bool sought; /* duplicates were searched for */
};

struct office_person_page {
    struct desk_head head;
    const char *name, *federation, *sex, *born, *title, *women_title, *id, *state;
    struct site_url action, page;
    bool excluded, deceased, may_erase;
    const struct office_history_row *rows;
    size_t row_count;
};

struct office_rectify_page {
    struct desk_head head;
    struct site_url action;
    const struct choice_row *lists; /* first list to correct */
    const struct choice_row *says;
    size_t list_count, say_count;
    const char *digest;
    bool made, failed;
};

struct office_log_page {
    struct desk_head head;
    const struct office_history_row *rows;
    size_t row_count;
};

#endif
