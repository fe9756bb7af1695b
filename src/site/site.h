/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SITE_SITE_H
#define LIMMAT_SITE_SITE_H

/*
 * Results pages: functions from a tournament to HTML.  No file is read or written here; `limmat
 * publish` writes what they make, the server sends it.
 *
 * Addresses within the site are relative: SLUG/round-3.html beside SLUG/player-7.html; what all
 * events share (style sheet, script) lies one level up.  So a site works in any folder of any host.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/pairing.h"
#include "limmat/ranking.h"
#include "limmat/status.h"
#include "limmat/text.h"
#include "limmat/tournament.h"

/* What the pages of a site have in common. */
struct site_names {
    const char *base;  /* "https://host/path/", for what must be absolute; "": not known */
    const char *style; /* file names of the style sheet and of the script */
    const char *script;
};

/* A participant as every page names him. */
struct site_person;

/* One tournament and what was computed of it once, for all its pages. */
struct site_event {
    const struct lm_tournament *t;
    const struct lm_system *system;
    const char *slug;
    const struct site_names *names;
    const struct site_person *people;            /* by player */
    uint32_t rounds;                             /* that are paired */
    uint32_t played;                             /* the last of them with a result */
    bool pending;                                /* results of the last one are still awaited */
    const struct lm_standings *const *standings; /* after round 1 … ${played}, [0] is NULL */
};

/* Compute ${*out}, in ${arena}, of ${t} under the address ${slug}; what is passed must outlive it.
 * LM_INVALID when its tie-breaks or its system cannot be computed. */
LM_MUST_CHECK enum lm_status site_event_new(const struct lm_tournament *t, const char *slug,
                                            const struct site_names *names, struct lm_arena *arena,
                                            struct lm_log *log, struct site_event **out);

/* Append a name for addresses made of ${text}: lower-case letters, digits and single hyphens, at
 * most 60 bytes, "event" when nothing is left. */
void site_add_slug(struct lm_text *out, const char *text);

enum site_over {
    SITE_ONCE,   /* one page an event */
    SITE_ROUNDS, /* one for each round that is paired */
    SITE_PLAYED, /* one for each round that has a result */
    SITE_PLAYERS /* one for each player, numbered by TPN */
};

/* A row of the table of pages. */
struct site_page {
    const char *name; /* "round" */
    const char *path; /* below SLUG/; %u is the number: "round-%u.html" */
    enum site_over over;
    /* Append the page; ${index} is the round, or the index of the player.  ${arena} is for the
     * while only. */
    enum lm_status (*write)(const struct site_event *e, uint32_t index, struct lm_arena *arena,
                            struct lm_text *out);
};

/* All pages of an event, in no order; ended by a row without name. */
extern const struct site_page site_pages[];

/* The indices for which ${page} is to be written are ${*first} to the one before ${*end}. */
void site_page_range(const struct site_page *page, const struct site_event *e, uint32_t *first,
                     uint32_t *end);

/* Append the address of that page below SLUG/. */
void site_add_path(struct lm_text *out, const struct site_page *page, const struct site_event *e,
                   uint32_t index);

#endif
