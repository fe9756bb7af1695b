/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_STATISTICS_H
#define LIMMAT_STATISTICS_H

/*
 * The numbers of a tournament: results by colour and by round, byes and forfeits, games that the
 * lower rated player won, the participants.
 *
 * Games are those of players, also in tournaments of teams and in matches of several games.
 */

#include "limmat/fraction.h"
#include "limmat/status.h"
#include "limmat/tournament.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Counts of a round, or of all.  A game counts once, a bye for each player. */
struct lm_result_counts {
    uint32_t played;     /* games over the board: the sum of the next four */
    uint32_t white_won;  /* White won and Black lost */
    uint32_t drawn;      /* both drew */
    uint32_t black_won;  /* White lost and Black won */
    uint32_t otherwise;  /* adjourned; both lost, or another result by decision */
    uint32_t pending;    /* still in progress */
    uint32_t forfeited;  /* won by forfeit */
    uint32_t unattended; /* forfeited by both */
    uint32_t allocated;  /* pairing-allocated byes */
    uint32_t full, half; /* requested byes */
    uint32_t absent;     /* zero-point byes, and players without record */
    uint32_t rated;      /* games over the board between two players with a rating */
    uint32_t favourites; /* of those: won by the higher rated */
    uint32_t upsets;     /* of those: won by the lower rated */
};

/* A game that the lower rated player won. */
struct lm_upset {
    uint32_t round;
    uint32_t winner, loser; /* player indices */
    uint8_t colour;         /* enum lm_colour: the winner's */
    int32_t difference;     /* rating of the loser less that of the winner, > 0 */
};

/* The number of players with a text in common: a federation, a title. */
struct lm_text_count {
    const char *text;
    uint32_t count;
};

struct lm_statistics {
    uint32_t rounds;
    const struct lm_result_counts *by_round; /* ${rounds} of them */
    struct lm_result_counts total;
    const struct lm_upset *upsets; /* the greatest difference first, then by round */
    size_t upset_count;
    uint32_t players, rated, women;
    struct lm_fraction average_rating;       /* of rated players; under == 0: none */
    const struct lm_text_count *federations; /* the most frequent first; without "" */
    size_t federation_count;
    const struct lm_text_count *titles; /* GM, WGM, IM, … as FIDE ranks them; without "" */
    size_t title_count;
};

/* The statistics of rounds 1 … ${round} (0: all that are paired) of ${t}; O(players x rounds), a
 * logarithm for the sorting.  LM_LIMIT. */
LM_API LM_MUST_CHECK enum lm_status lm_statistics_of(const struct lm_tournament *t, uint32_t round,
                                                     struct lm_arena *arena,
                                                     struct lm_statistics **out);

#ifdef __cplusplus
}
#endif
#endif
