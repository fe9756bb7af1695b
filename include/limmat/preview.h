/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PREVIEW_H
#define LIMMAT_PREVIEW_H

/*
 * The possible next pairings while the last games of a round are played: each outcome is paired by
 * the rules, so the result is exact and not a forecast.
 */

#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/export.h"
#include "limmat/pairing.h"
#include "limmat/status.h"
#include "limmat/tournament.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { LM_PREVIEW_GAMES = 6 }; /* open games at most: 729 outcomes */

/* A game without result: player indices, and in a match of several games its number, from 0. */
struct lm_open_game {
    uint32_t white, black;
    uint16_t game;
};

/* A possible opponent. */
struct lm_preview_meeting {
    uint32_t opponent; /* index; LM_NOBODY: the pairing-allocated bye */
    uint8_t colour;    /* enum lm_colour; LM_NO_COLOUR: of the bye */
    uint32_t outcomes; /* number of outcomes with this meeting, 1 … ${outcomes} of the preview */
};

struct lm_preview_player {
    struct lm_preview_meeting *meetings; /* the most frequent first */
    uint32_t count;
};

struct lm_preview {
    uint32_t round; /* the one to come */
    /* The tournament whose indices ${pairs} and ${players} have: the given one, or of teams a view
     * of it (lm_team_view) in the arena. */
    const struct lm_tournament *paired;
    struct lm_open_game open[LM_PREVIEW_GAMES];
    uint32_t open_count;
    uint32_t outcomes;   /* 3 to the power of ${open_count} */
    uint32_t impossible; /* outcomes without any legal pairing */
    /* By outcome: its pairs, or NULL.  The number of an outcome has a digit to the base of three
     * for each open game, the first game the lowest: 0 White wins, 1 a draw, 2 Black wins. */
    struct lm_pair **pairs;
    uint32_t *pair_counts;
    struct lm_preview_player *players; /* by index; no opponents: not to be paired */
};

/* Preview the next round of ${t} by ${system}, in ${arena}.  LM_INVALID with the reason in ${log}:
 * more open games than LM_PREVIEW_GAMES, no next round, or ${system} plays other matches than
 * ${t}.  LM_LIMIT.  Costs a pairing for each outcome. */
LM_API LM_MUST_CHECK enum lm_status lm_preview(const struct lm_system *system,
                                               const struct lm_tournament *t,
                                               struct lm_arena *arena, struct lm_log *log,
                                               struct lm_preview *out);

#ifdef __cplusplus
}
#endif
#endif
