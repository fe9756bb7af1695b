/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_RATING_RESULT_H
#define LIMMAT_RATING_RESULT_H

#include "limmat/rating_event.h"

struct lm_track;

/* An unrated player's result outside a round robin, with the data of 6.41 and 8.21 (8.2.1). */
struct first_result {
    bool first;        /* none counted before (R10) */
    int32_t opponents; /* rated, as persons (R12) */
    int32_t games;     /* against rated opponents */
    int32_t tenths;    /* the score in them (R13) */
    int32_t ru;        /* rounded (R14) */
};

/* The tables of every FIDE edition so far. */
extern const struct lm_rating_tables lm_rating_tables;

/* Is a published rating of ${rating} at ${height}?  A height of 0 is none. */
static inline bool lm_rating_reaches(int32_t rating, int32_t height)
{
    return height != 0 && rating >= height;
}

/* Let the difference of ${game} count as ${difference}. */
void lm_rating_game_count_as(const struct lm_rating_rules *rules, struct lm_rating_game *game,
                             int32_t difference);

/* Copy the waiting games of an unrated ${track} into ${player}; false: no memory. */
bool lm_track_take_kept(const struct lm_track *track, struct lm_arena *arena,
                        struct lm_event_player *player);

enum lm_result_fate lm_fate_of_result(const struct lm_rating_rules *rules,
                                      struct first_result result);

#endif
