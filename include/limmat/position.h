/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_POSITION_H
#define LIMMAT_POSITION_H

/*
 * The position: the data that a pairing engine needs before one round, computed once, in O(players
 * x rounds) and a sort, and read by every system.
 *
 * A *seat* is a participant to be paired in the round.  Seats are numbered from 0 in the order of
 * C.04.3 art. 1.2: score, then TPN; inside an engine a seat number identifies a player.  Absent
 * players have no seat, but their games count in the histories of the others.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/export.h"
#include "limmat/status.h"
#include "limmat/tournament.h"

#ifdef __cplusplus
extern "C" {
#endif

enum lm_float { LM_NO_FLOAT, LM_DOWNFLOAT, LM_UPFLOAT };

/* C.04.3 art. 1.7 (2017 and 2026). */
enum lm_strength { LM_NO_PREFERENCE, LM_MILD, LM_STRONG, LM_ABSOLUTE };

/* Differences between editions about histories; part of a system's row. */
struct lm_position_rules {
    /* Unplayed rounds that count as downfloats. */
    enum {
        LM_FLOATS_2026,   /* PAB, or more points than a loss without playing (C.04.3 art. 1.4.3) */
        LM_FLOATS_2017,   /* every unplayed round (C.04.3 of 2017, A.4.b) */
        LM_FLOATS_MET,    /* none: only players who met another score (C.04.5 art. 1.5) */
        LM_FLOATS_PAIRED, /* none: only players paired with one, played or not (Dubov 1997) */
        LM_FLOATS_2006,   /* PAB; also players paired with another score, played or not (C.04.1, A4,
                             A5) */
        LM_FLOATS_2012    /* points without playing; else as LM_FLOATS_2006 (C.04.1, A.4, B.1.b) */
    } floats;
    bool all_floats; /* the rules need the floats of more than two rounds ago */
    /* Players who must not receive the pairing-allocated bye. */
    enum {
        LM_PAB_2026, /* PAB, or a win's points in one round without playing (C.04.1 art. 4) */
        LM_PAB_2017, /* PAB, or a win by forfeit (C.04.3 of 2017, C.2) */
        LM_PAB_WON,  /* PAB, or a win by forfeit, or a full-point bye */
        LM_PAB_2012  /* PAB, or points in a round without playing (C.04.1 of 2012, B.1.b) */
    } pab;
    bool predetermined; /* no round depends on results: results of earlier rounds may be missing */
    /* Store the score that pairs instead of points before ${round}, tenths, by player in
     * ${score}[player_count].  NULL: the points. */
    enum lm_status (*scores)(const struct lm_tournament *t, uint32_t round, struct lm_arena *arena,
                             struct lm_log *log, int32_t *score);
    /* The number of rounds after which two players can meet again (1: in the next round).  NULL:
     * never. */
    uint32_t (*apart)(const struct lm_tournament *t);
};

struct lm_seat {
    uint32_t player; /* index in the tournament */
    uint32_t tpn;
    int32_t points;            /* tenths, as in the standings */
    int32_t score;             /* points plus the virtual points of this round: the pairing score */
    uint16_t games;            /* games actually played; of matches: those with a game played */
    uint16_t unplayed;         /* rounds so far without a game over the board */
    uint16_t meetings;         /* rounds so far that count as played (C.04.5 art. 0) */
    int16_t colour_difference; /* Whites minus Blacks played (art. 1.6) */
    uint8_t repeats;           /* how many of the latest games had the same colour, at most 255 */
    uint8_t wish;              /* enum lm_colour: the preference's colour (art. 1.7) */
    uint8_t strength;          /* enum lm_strength */
    uint8_t float_1, float_2;  /* enum lm_float of the previous round, and of the one before */
    bool pab_barred;           /* [C2] */
    bool odd;                  /* art. 5.2.5: odd number among the players who have arrived … */
    uint32_t counted;          /* … namely this number, from 1 */
    bool topscorer;            /* art. 1.8: last round and over 50 % */
    const uint32_t
        *barred; /* seats that this player must not meet ([C1] and prohibitions), ascending */
    uint32_t barred_count;
    const uint8_t *colours; /* enum lm_colour of the games played, oldest first, ${games} of them;
                               of a match the colour of its first game (C.04.5 art. 1.6) */
    const uint8_t *floats; /* enum lm_float of rounds 1 … round-1; LM_NO_FLOAT for all but the last
                              two, unless the rules have ${all_floats} */
};

struct lm_position {
    const struct lm_tournament *tournament;
    uint32_t round;         /* the round to pair, from 1 */
    bool last_round;        /* it is the declared last one */
    uint8_t initial_colour; /* enum lm_colour: never LM_NO_COLOUR */
    bool initial_assumed;   /* neither given nor inferable: White was assumed */
    const struct lm_seat *seats;
    uint32_t seat_count;
    const uint32_t
        *seat_of; /* per player: the seat, or LM_NOBODY for players who are not to be paired */
    const int32_t *points; /* per player: points before the round, also of absent players */
    int32_t win_points;    /* a win's worth (the larger of the two colours) */
    int32_t loss_points;
    int32_t pab_points;
};

/*
 * Compute the position of ${t} before ${round} (0: the first round not paired yet, or the one
 * after). Records of ${round} and later are ignored, except for byes and absences in ${round}
 * itself, which exclude players: a bye letter, a requested bye (240, XXZ), a withdrawal, or, if the
 * file already has the pairing of the round, a player without a pairing or PAB in it. LM_INVALID
 * with the reason in ${log} when the round is out of range; LM_LIMIT.
 */
LM_API LM_MUST_CHECK enum lm_status lm_position_new(const struct lm_tournament *t, uint32_t round,
                                                    const struct lm_position_rules *rules,
                                                    struct lm_arena *arena, struct lm_log *log,
                                                    struct lm_position **out);

/* Compute the floats of all players, present or not, in rounds 1 … ${rounds}: enum lm_float, in
 * ${*out}[player * rounds + round - 1].  A game without result is not a float.  LM_LIMIT. */
LM_API LM_MUST_CHECK enum lm_status lm_floats_of(const struct lm_tournament *t, uint32_t rounds,
                                                 const struct lm_position_rules *rules,
                                                 struct lm_arena *arena, const uint8_t **out);

/* Are seats ${a} and ${b} barred from meeting because they have met, or by a prohibition? O(log
 * barred). */
LM_API bool lm_is_barred(const struct lm_position *p, uint32_t a, uint32_t b);

/* Return the latest round in which seats ${a} and ${b} met; 0: they have not.  If two seats are
 * barred but have not met, the arbiter prohibits it.  O(rounds). */
LM_API uint32_t lm_round_met(const struct lm_position *p, uint32_t a, uint32_t b);

#ifdef __cplusplus
}
#endif
#endif
