/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_RANKING_NORMS_H
#define LIMMAT_RANKING_NORMS_H

/*
 * The inside of limmat/norms.h.  norms_rules.c has the editions, norms_field.c the requirements on
 * the field and each player's facts, norms_judge.c judges a set of games, norms.c searches for the
 * set that gives a norm, norms_hope.c for future games that would give it.
 */

#include "limmat/norms.h"

/* Federations as numbers: none whose games count (1.4.2a), FID, which counts but is not a
 * federation, and the others. */
enum { NO_FEDERATION, FID, FIRST_FEDERATION };

/* The level of a title as an opponent's (1.4.5). */
enum level { UNTITLED, HOLDER, WIM_LEVEL, WGM_LEVEL, IM_LEVEL, GM_LEVEL };

struct norm_field {
    const struct lm_tournament *t;
    struct lm_norms *norms;
    uint32_t *federation; /* by player */
    uint32_t federations; /* numbers below it */
    uint8_t *level;       /* by player: enum level */
    uint32_t *order;      /* all players, the best rated first */
    uint32_t *team;       /* by player: its index + 1; 0: none */
    bool *naught;         /* by player: unrated, and 0 against all rated ones (1.4.2b) */
    uint32_t *seen;       /* by federation: scratch of norms_judge.c, all 0 between calls */
    uint64_t effort;      /* games that searches can still examine */
};

/* A game that counts, or will count. */
struct norm_game {
    uint32_t opponent, round;
    int32_t tenths;
    bool ahead; /* the opponent is known, the result is not yet */
};

/* The sums of a set of games that the articles use. */
struct norm_sum {
    uint32_t games, foreign, own, one, holders, required;
    int64_t ratings; /* sum, 1.4.6 taken into account */
    int32_t raised, tenths, average, performance;
};

/* One player and one title. */
struct norm_case {
    struct norm_field *field;
    const struct lm_norm_demand *demand;
    enum lm_norm_title title;
    uint32_t player;
    bool exempt;             /* 1.4.3 a-d */
    struct norm_game *games; /* those that count, in order of rounds; then those ahead */
    uint32_t count, ahead;
    uint32_t open;           /* rounds to come without a known opponent */
    uint32_t minimum, plain; /* games required of the player, and without 1.4.1c */
};

/* --- norms_field.c */

/* Collect all facts about the field of ${t}.  LM_LIMIT. */
LM_MUST_CHECK enum lm_status lm_norm_field_make(const struct lm_tournament *t,
                                                struct lm_norms *norms, struct lm_arena *arena,
                                                struct norm_field *out);

/* Take the games of ${x}'s player, and the number required.  LM_LIMIT. */
LM_MUST_CHECK enum lm_status lm_norm_games_take(struct norm_case *x, struct lm_arena *arena);

/* Does a game against ${opponent} count, once it is played (1.4.2 a, b)? */
bool lm_norm_counts(const struct norm_field *f, uint32_t opponent);

/* --- norms_judge.c */

/* Was ${player} absent in ${round}, for whatever reason?  A pairing-allocated bye is not an
 * absence, nor is a win by forfeit. */
bool lm_norm_is_missing(const struct lm_tournament *t, uint32_t player, uint32_t round);

/* 1.4.3d, 1.5.6: has ${player} missed one round at most? */
bool lm_norm_took_part(const struct lm_tournament *t, uint32_t player);

/* The rating of ${player} as that of an opponent (1.4.6d). */
int32_t lm_norm_rating(const struct norm_field *f, uint32_t player);

/* Add up ${games}[0..${count}) of ${x}. */
void lm_norm_add_up(const struct norm_case *x, const struct norm_game *games, uint32_t count,
                    struct norm_sum *out);

/* Check ${sum} by the articles, with ${minimum} games required; true: all are met. */
bool lm_norm_judge(const struct norm_case *x, const struct norm_sum *sum, uint32_t minimum,
                   struct lm_norm_check checks[LM_NORM_ARTICLES]);

/* Does the mix of opponents meet 1.4.3 to 1.4.5? */
bool lm_norm_mix_is_met(const struct lm_norm_check checks[LM_NORM_ARTICLES]);

/* The limits of the mix for ${games} games. */
uint32_t lm_norm_own_most(uint32_t games);
uint32_t lm_norm_one_most(uint32_t games);
uint32_t lm_norm_holders_least(uint32_t games);
uint32_t lm_norm_required_least(const struct norm_field *f, uint32_t games);

/* Does ${player} hold ${title} or a higher one? */
bool lm_norm_is_required(const struct norm_field *f, uint32_t player, enum lm_norm_title title);

/* 1.4.8b: the fewest points in ${games} games, tenths. */
int32_t lm_norm_score_least(uint32_t games);

/* --- norms_hope.c */

/* Put the games that would still give ${x} into ${norm}, unmodified if none would.  LM_LIMIT. */
LM_MUST_CHECK enum lm_status lm_norm_chance_of(const struct norm_case *x, struct lm_arena *arena,
                                               struct lm_norm *norm);

#endif
