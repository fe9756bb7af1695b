/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SITE_PICTURE_H
#define LIMMAT_SITE_PICTURE_H

/* Pictures of a player's tournament, as SVG within the page. */

#include "site/hole.h"
#include "site/site.h"

/* Repeated elements of a picture are one path: a page of 100 players need not load an element for
 * each dot. */

/* A label of a picture and its place. */
struct site_tick {
    int32_t x, y;
    const char *label;
};

struct site_progress {
    const char *label;        /* the picture in words */
    const char *own, *leader; /* " 28,150 60,120", for a polyline */
    const char *grid, *dots;  /* paths */
    const struct site_tick *lines;
    size_t line_count;
    const struct site_tick *ticks;
    size_t tick_count;
};

/* The rounds of one colour, or of none. */
struct site_squares {
    const char *kind, *squares; /* a path */
};

struct site_colours {
    const char *label, *caption;
    struct site_squares *rows;
    size_t row_count;
    const struct site_tick *ticks;
    size_t tick_count;
};

/* A part of a bar. */
struct site_bar {
    int32_t x, width;
    const char *kind;
};

struct site_shares {
    const char *label;
    const struct site_bar *bars;
    size_t bar_count;
};

struct site_ratings {
    const char *label;
    const struct site_tick *lines;
    size_t line_count;
    const char *dots; /* a path */
};

/* Draw the points after each round beside the leader's; and the colours round by round.  Nothing
 * before two played rounds, or without memory. */
struct site_html site_progress_of(const struct site_event *e, uint32_t player,
                                  struct lm_arena *arena);
struct site_html site_colours_of(const struct site_event *e, uint32_t player,
                                 struct lm_arena *arena);

/* Draw the results of all games, as one bar. */
struct site_html site_shares_of(const struct site_event *e, uint32_t white, uint32_t drawn,
                                uint32_t black, struct lm_arena *arena);

/* Draw a dot for each player at rating and performance. */
struct site_html site_ratings_of(const struct site_event *e, struct lm_arena *arena);

#endif
