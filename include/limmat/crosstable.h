/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CROSSTABLE_H
#define LIMMAT_CROSSTABLE_H

/*
 * Crosstables, pairing cards and histories: three views of one table, with every participant's
 * result in every round, ordered by standings.
 *
 * Swiss shape: a row per participant, a column per round; a cell names the opponent by place.
 * Round-robin shape: a column per participant; a cell has the games against that one
 * (lm_meetings).  A card is a row with the balance at its end.
 */

#include "limmat/position.h"
#include "limmat/ranking.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A participant's result in a round. */
struct lm_cell {
    uint32_t opponent;   /* participant, also the one of a forfeited game; LM_NOBODY: none */
    int32_t points;      /* tenths, of the round; of teams match points */
    int32_t game_points; /* of teams; for players the same as ${points} */
    int32_t total;       /* points after the round; bonuses and penalties included */
    uint8_t result;      /* enum lm_result; of a match, its outcome */
    uint8_t colour;      /* enum lm_colour: of the first game, of the first board */
    uint8_t floated;     /* enum lm_float, by the rules of the pairing system; none for teams and
                          * in predetermined schedules */
    const struct lm_record *games; /* games_per_match of the tournament's records; teams: NULL */
};

/* The balance of a participant's rounds, each counted once. */
struct lm_balance {
    uint32_t white, black; /* rounds with a game over the board, by colour as in the cell */
    uint32_t downfloats, upfloats;
    uint32_t forfeits_won, forfeits_lost;
    uint32_t allocated; /* pairing-allocated byes */
    uint32_t requested; /* full-point and half-point byes */
    uint32_t absent;    /* zero-point byes, and rounds without record */
};

struct lm_crosstable {
    const struct lm_standings *standings;
    uint32_t count, rounds;            /* participants; rounds, as in the standings */
    const struct lm_cell *cells;       /* by participant, ${rounds} each: see lm_cell_at */
    const struct lm_balance *balances; /* by participant */
    const uint32_t *places;            /* row by participant, from 1; unique, unlike ranks */
    bool everybody;                    /* a predetermined schedule: the round-robin shape fits */
};

/* The crosstable of ${s}, which must live as long; O(participants x rounds). LM_LIMIT. */
LM_API LM_MUST_CHECK enum lm_status
lm_crosstable_new(const struct lm_standings *s, struct lm_arena *arena, struct lm_crosstable **out);

/* The cell of ${participant} in ${round}, from 1. */
static inline const struct lm_cell *lm_cell_at(const struct lm_crosstable *c, uint32_t participant,
                                               uint32_t round)
{
    assert(participant < c->count && round >= 1 && round <= c->rounds);
    return &c->cells[(size_t)participant * c->rounds + (round - 1)];
}

/* Return the first round after ${after} (0: from the start) in which ${participant} was scheduled
 * against ${other}; 0: none.  In a double round-robin there are two. */
LM_API uint32_t lm_meeting_after(const struct lm_crosstable *c, uint32_t participant,
                                 uint32_t other, uint32_t after);

/* Forms of a cell. */
enum lm_cell_style {
    LM_CELL_PRINTED, /* for readers: 12w1 3b½ 4w+ bye –½ – */
    LM_CELL_ASCII    /* for programs, results as in a TRF: 12w1 3b= 4w+ U H Z */
};

/* Append the cell of ${participant} in ${round}: place of the opponent, colour (w, b), result of
 * each game, of teams the game points.  Forfeits are + and -, a game in progress is *. */
LM_API void lm_text_add_cell(struct lm_text *out, const struct lm_crosstable *c,
                             uint32_t participant, uint32_t round, enum lm_cell_style style);

/* Append the result of that cell alone: "1", "½", "bye"; "1½" of a match or of teams. */
LM_API void lm_text_add_result(struct lm_text *out, const struct lm_crosstable *c,
                               uint32_t participant, uint32_t round, enum lm_cell_style style);

/* Append the results of ${participant} against ${other} in all their meetings, in the order of
 * rounds: "1½"; between teams, and if there are several, the meetings are separated by a blank. */
LM_API void lm_text_add_meetings(struct lm_text *out, const struct lm_crosstable *c,
                                 uint32_t participant, uint32_t other, enum lm_cell_style style);

/* Append ${tenths} as people write points: 25 -> "2½", 30 -> "3", 5 -> "½", 12 -> "1.2". */
LM_API void lm_text_add_points(struct lm_text *out, int32_t tenths);

#ifdef __cplusplus
}
#endif
#endif
