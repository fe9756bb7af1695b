/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SITE_PAGES_H
#define LIMMAT_SITE_PAGES_H

/* What the templates are filled with.  A list ROWS is counted by ROW_count. */

#include "site/hole.h"
#include "site/site.h"

struct site_link {
    const char *label;
    struct site_url url;
    bool here;
};

/* What stands above and below every page. */
struct site_head {
    const char *title;       /* of this page */
    const char *event;       /* of the event; NULL on pages of the whole site */
    const char *description; /* for those who show links; may be NULL */
    struct site_url home;    /* of the event, or of the site */
    struct site_url site;    /* of the site; none on its own pages */
    struct site_url style, script;
    struct site_url canonical, feed; /* may be none */
    const struct site_link *links;
    size_t link_count;
};

struct site_person {
    struct site_url url;
    uint32_t tpn;
    const char *title, *name;
    int32_t rating; /* 0: none */
    const char *federation;
};

/* A term and what it is. */
struct site_fact {
    const char *term;
    const char *text;
};

struct site_standing {
    uint32_t rank;
    struct site_person player;
    struct site_points points;
    const struct site_value *values;
    size_t value_count;
};

struct site_value {
    const char *text;
};

struct site_round_row {
    uint32_t number;
    const char *date;
    const char *state; /* "played", "pairings are out" */
    struct site_url pairings, standings, why;
};

struct site_event_page {
    struct site_head head;
    const char *subtitle; /* "Zürich, 11–19 July 2026" */
    const struct site_fact *facts;
    size_t fact_count;
    const struct site_round_row *rounds;
    size_t round_count;
    const struct site_standing *leaders;
    size_t leader_count;
    uint32_t after; /* round of the leaders */
    const struct site_link *files;
    size_t file_count;
};

/* --- what page functions share (head.c) */

/* The name of ${t}, never empty; when it is; "Zürich, 11–19 July 2026". */
const char *site_title(const struct lm_tournament *t);
const char *site_dates(const char *start, const char *end, struct lm_arena *arena);
const char *site_place_and_dates(const struct lm_tournament *t, struct lm_arena *arena);

/* The head of a page called ${title}; ${here} is its address, for the row of links. */
struct site_head site_head_of(const struct site_event *e, const char *title, const char *here,
                              struct lm_arena *arena);

/* --- the pages, one function each in the file of its name */

enum lm_status site_write_event(const struct site_event *e, uint32_t index, struct lm_arena *arena,
                                struct lm_text *out);

#endif
