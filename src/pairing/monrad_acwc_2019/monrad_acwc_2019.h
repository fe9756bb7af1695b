/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_MONRAD_ACWC_2019_H
#define LIMMAT_PAIRING_MONRAD_ACWC_2019_H

/*
 * The Monrad-like Swiss of the Antichess World Championship 2019 (rules of 4 September 2019,
 * III.F.4), on plain data: a ranking by score, average seeding rating of the opponents and own
 * seeding rating; the bye to the lowest of it; then, from the top, each player meets the nearest
 * one not yet met.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/status.h"

/* The data of one player that the rules use.  Their order in the array is the order of entry, the
 * last tie-break. */
struct monrad_player {
    bool active;               /* neither withdrawn nor disqualified: to be paired */
    int32_t score;             /* tenths */
    int32_t seeding;           /* seeding rating, tenths */
    uint32_t byes;             /* number of earlier ones */
    const uint32_t *opponents; /* indices, one per finished meeting, forfeits included */
    uint32_t opponent_count;
    const uint32_t *prohibited; /* indices: opponents prohibited from outside the rules (260) */
    uint32_t prohibited_count;
};

/* Readings where the rules allow two; zeroes are the settled ones. */
struct monrad_reading {
    bool any_bye_zeroes_average; /* not only a bye that is the player's single win */
    bool avoid_rematches;        /* the first pairing in order without a rematch, if there is one */
};

struct monrad_rank {
    uint32_t player;
    int64_t opponents_sum; /* of seeding ratings, tenths; the average is this over the count */
    uint32_t opponents_count;
};

struct monrad_pair {
    uint32_t higher, lower; /* by the ranking */
    bool rematch;           /* they have met, and no other was left */
};

struct monrad_pairing {
    struct monrad_rank *ranking; /* the active players, best first */
    uint32_t ranked;
    struct monrad_pair *pairs;
    uint32_t pair_count;
    uint32_t bye; /* index, or MONRAD_NO_BYE */
};

#define MONRAD_NO_BYE UINT32_MAX

/* Rank and pair the active ones of ${players}[0..${count}).  The rules know no prohibitions:
 * prohibited opponents are passed over, and so are pairs that would leave the others with one.
 * LM_NO_PAIRING: prohibitions allow no pairing.  LM_LIMIT when memory ran out, or when the search
 * for a pairing without rematches (only with that reading) grew too long. */
LM_MUST_CHECK enum lm_status lm_monrad_pair(const struct monrad_player *players, uint32_t count,
                                            struct monrad_reading reading, struct lm_arena *arena,
                                            struct monrad_pairing *out);

#endif
