/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_CHAMPIONSHIP_PAGES_H
#define LIMMAT_SERVER_CHAMPIONSHIP_PAGES_H

/* What the templates of championships show: one struct a page (pages.h includes it). */

/* What somebody must or may do. */
struct champ_duty {
    const char *must; /* "must", "may" */
    const char *what, *article, *by, *otherwise;
    bool late;
    struct site_url url; /* where it is done */
};

struct champ_match_row {
    struct site_url url;
    const char *name, *first, *second, *state;
};

/* A button: a small form. */
struct champ_button {
    const char *name, *value, *label, *leads;
};

struct champ_hidden {
    const char *name, *value;
};

/* Something that waits for a director. */
struct champ_case {
    const char *what, *article, *by, *request;
    bool late, why, time;
    struct site_url action, url;
    const struct champ_hidden *hiddens;
    size_t hidden_count;
    const struct champ_button *buttons;
    size_t button_count;
    const char *zone; /* of the time that is asked */
};

struct champ_home_page {
    struct desk_head head;
    const char *token, *state, *now, *me, *rehearsal, *champion;
    const struct champ_duty *duties;
    size_t duty_count;
    const struct champ_case *cases;
    size_t case_count;
    const struct champ_match_row *matches;
    size_t match_count;
    bool director, player, may_apply, nothing;
    struct site_url apply, rules, pages, people, pair, clock, calendar, zone, key;
    const char *zone_name;
    const struct champ_duty *lates; /* what players owe whose time is over */
    size_t late_count;
};

struct champ_log_row {
    uint64_t number;
    const char *when, *who, *what, *why, *token;
    struct site_url back; /* none: it cannot be taken back here */
    bool undone;
};

struct champ_log_page {
    struct desk_head head;
    const char *token, *fingerprint;
    const struct champ_log_row *rows;
    size_t row_count;
    struct site_url journal, secrets;
};

struct champ_choice {
    const char *value, *label;
    struct site_url url;
    bool chosen;
};

struct champ_new_page {
    struct desk_head head;
    const char *token, *own, *settings, *from;
    struct site_url action;
    const struct champ_choice *choices;
    size_t choice_count;
    const struct needs_reason *complaints;
    size_t complaint_count;
    bool suggested;
};

/* Somebody who takes part, applies or directs. */
struct champ_person_row {
    const char *name, *what, *seeding, *zone, *token;
    bool in, out;
};

struct champ_people_page {
    struct desk_head head;
    const char *token, *address, *whom;
    struct site_html code;
    struct site_url key, out, back;
    const struct champ_person_row *rows;
    size_t row_count;
};

#endif
