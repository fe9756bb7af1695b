/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SITE_SHARE_H
#define LIMMAT_SITE_SHARE_H

/*
 * The picture that other services show beside a link to a page: of an event, a round, a player.
 * This file makes its content; a server that can draw makes a PNG of it.
 *
 * A picture leaves the site and is kept elsewhere: it never names a player who may be a minor, has
 * a pseudonym (whose year of birth is not public, and without that no player is named), or was
 * erased.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/status.h"
#include "limmat/text.h"
#include "limmat/tournament.h"

struct site_event;

enum { SITE_SHARE_WIDTH = 1200, SITE_SHARE_HEIGHT = 630 };

/* "1 Escher, Clara 4½"; of a round "1 Escher, Clara ½ – ½ Gessner, Conrad". */
struct site_share_row {
    const char *number, *name, *result, *other; /* other: NULL if there is only one name */
};

/* A player's result in a round: "1", "½", "" pending; LM_NO_COLOUR: no game. */
struct site_share_game {
    const char *result;
    int32_t tenths;
    enum lm_colour colour;
};

struct site_share {
    const char *event; /* above the title; "": the title is its name */
    const char *title, *subtitle, *state;
    const struct site_share_row *rows; /* none if a player of them cannot be named */
    size_t row_count;
    const struct site_share_game *games;
    size_t game_count;
    uint32_t played, rounds; /* rounds: 0 if unknown */
};

/* The way in which a server draws. */
struct site_pictures {
    int adults_before; /* players born before this year are not minors today */
    enum lm_status (*draw)(const struct site_share *share, struct lm_text *out);
};

/* Can ${player} be named on a picture of ${e}, which has pictures? */
bool site_may_picture(const struct site_event *e, uint32_t player);

/* Return the full address of the picture for the page ${here} ("round-3.html") of ${e}; that of the
 * site if none is drawn, "" without a base. */
const char *site_share_address(const struct site_event *e, const char *here,
                               struct lm_arena *arena);

#endif
