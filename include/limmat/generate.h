/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_GENERATE_H
#define LIMMAT_GENERATE_H

/*
 * The random tournament generator: whole tournaments, paired by a system, with results drawn from
 * the expected scores of the players and everything else that happens in real life: draws,
 * forfeits, byes, withdrawals, late entries, pairs that must not meet, acceleration; ratings that
 * are wrong, and the advantage of White.
 *
 * The same plan and seed give the same tournament on every machine: all chances are integers.
 */

#include <stdbool.h>
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

#define LM_CERTAIN 1000000u /* chances are given in millionths */

/* Kinds of random event. */
enum lm_event {
    LM_CHANCE_DRAW,           /* of a game: a draw (less where the players are far apart) */
    LM_CHANCE_UNRATED,        /* of a game: its result is recorded as W, D or L */
    LM_CHANCE_FORFEIT,        /* of a game: one of the two does not appear */
    LM_CHANCE_DOUBLE_FORFEIT, /* of a game: neither does */
    LM_CHANCE_HALF_BYE,       /* of a present player: a half-point bye in the round */
    LM_CHANCE_FULL_BYE,       /* … a full-point bye */
    LM_CHANCE_ZERO_BYE,       /* … a known absence */
    LM_CHANCE_WITHDRAWAL,     /* of a player, in each round from 2: withdrawal */
    LM_CHANCE_LATE,           /* of a player, once (round 1 counts): arrival in a later round */
    LM_CHANCE_COUNT
};

enum { LM_BOARDS_MAX = 16 };

/* A chance per round, in millionths; the last entry applies to all later rounds.  None: never. */
struct lm_chance {
    const uint32_t *rounds;
    size_t count;
};

struct lm_plan {
    const char *name;                      /* of the tournament */
    uint32_t players;                      /* 0: drawn, 15 … 215 */
    uint32_t rounds;                       /* 0: drawn, 5 … 15 */
    uint32_t played;                       /* stop after this many rounds; 0: play all */
    int32_t highest_rating, lowest_rating; /* both ends included */
    struct lm_point_system points;
    uint8_t initial_colour; /* enum lm_colour; LM_NO_COLOUR: drawn */
    bool baku;              /* Baku acceleration, C.04.7 */
    uint32_t boards;        /* of a match of teams, 1 … LM_BOARDS_MAX */
    uint32_t prohibitions;  /* pairs of players who must not meet */
    struct lm_chance chances[LM_CHANCE_COUNT];
    int32_t rating_error; /* standard deviation of strength from rating, in rating points; 0: they
                             are the same */
    int32_t white_advantage; /* White's additional strength, in rating points */
    /* Expected score, in hundredths, of a player ${difference} stronger (B.02 art. 8.1.2). */
    int32_t (*expected)(int32_t difference);
};

/* A plan without irregularities: 30 % draws, ratings 1400 … 2600, standard points.  Its ${expected}
 * must be given: lm_rating_expected is FIDE's. */
LM_API struct lm_plan lm_plan_default(void);

/*
 * Change ${plan} by the lines KEY=VALUE of ${bytes}, texts living in ${arena}.  Keys, in any case:
 *
 *   PlayersNumber RoundsNumber RoundsPlayed HighestRating LowestRating ForbiddenPairs
 *   PointsForWin PointsForDraw PointsForLoss PointsForForfeitLoss PointsForPAB
 *   ForfeitRate         one game in VALUE             (0: none)
 *   RetiredRate         one player in VALUE retires
 *   HalfPointByeRate    one player in VALUE has a half-point bye
 *   DrawPercentage      percent of games
 *   Unrated Forfeits DoubleForfeits HalfPointByes FullPointByes ZeroPointByes Withdrawals
 *   LateEntries         percent, with at most one decimal; a list "0,5,2.5" gives one a round
 *   RatingError         rating points: the standard deviation of strength from rating
 *   WhiteAdvantage      rating points
 *   InitialColour       white, black or random
 *   Acceleration        baku or none
 *
 * Lines without '=' and what follows a '#' are ignored.  LM_INVALID with every mistake in ${log}.
 */
LM_API LM_MUST_CHECK enum lm_status lm_plan_read(const char *bytes, size_t length,
                                                 struct lm_arena *arena, struct lm_log *log,
                                                 struct lm_plan *plan);

/* Play a tournament by ${plan}, paired by ${system}, into ${*out}, owned by ${arena}.  If no
 * legal pairing is left, or there are no players to pair, it ends early, with a note in ${log}.
 * ${log} must live in another arena.  LM_INVALID (a plan that makes no sense), LM_LIMIT. */
LM_API LM_MUST_CHECK enum lm_status lm_generate(const struct lm_system *system,
                                                const struct lm_plan *plan, uint64_t seed,
                                                struct lm_arena *arena, struct lm_log *log,
                                                struct lm_tournament **out);

/* Compute the true strengths of the players of ${t}, which lm_generate made by ${plan} and ${seed},
 * in rating points, in ${strengths}: their ratings, each with a random error; the same for every
 * system. */
LM_API void lm_generate_strengths(const struct lm_plan *plan, uint64_t seed,
                                  const struct lm_tournament *t, int32_t *strengths);

/* Make an event of teams with ${boards} players each (those of the plan) of which ${teams},
 * generated by a system of teams, is the view (lm_team_view): games are drawn so that every match
 * has the result there. LM_LIMIT. */
LM_API LM_MUST_CHECK enum lm_status lm_generate_boards(const struct lm_tournament *teams,
                                                       uint32_t boards, uint64_t seed,
                                                       struct lm_arena *arena,
                                                       struct lm_tournament **out);

/* Return a point system for matches of teams: 2, 1, 0, and a bye worth a draw (C.04.6 art. 1.3). */
LM_API struct lm_point_system lm_points_of_teams(void);

#ifdef __cplusplus
}
#endif
#endif
