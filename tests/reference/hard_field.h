/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_TESTS_REFERENCE_HARD_FIELD_H
#define LIMMAT_TESTS_REFERENCE_HARD_FIELD_H

#include "limmat/random.h"
#include "limmat/tournament.h"

/*
 * Fields designed to be hard: clubs kept apart, virtual points that spread the scores, odd point
 * systems, long events, histories that no system would have paired, prohibited pairs; and all of
 * that together.
 */
struct hard_taste {
    uint32_t players, rounds, clubs;
    int32_t virtual_most; /* points of each player's own, in tenths; 0: none */
    uint32_t draws, favourites, absent, swapped, prohibited; /* percent */
    bool natural;                                            /* neighbours in the standings met */
    bool last_round;
    uint32_t points; /* index among the HARD_POINTS point systems */
};

enum { HARD_POINTS = 5 };

uint32_t hard_below(struct lm_random *random, uint32_t limit);
bool hard_chance(struct lm_random *random, uint32_t percent);

/* Draw a random taste for ${players}. */
struct hard_taste hard_taste_draw(struct lm_random *random, uint32_t players);

/* Read a line of bench/hard_fields.txt: SYSTEM (of at most 63 bytes), SEED and the members of a
 * taste in order; return the bytes read, 0 if malformed. */
int hard_taste_read(const char *line, char system[64], uint64_t *seed, struct hard_taste *taste);

/* Make the field of ${taste}, with matches of ${games}, before the round to be paired; the same
 * ${random} makes the same one. */
enum lm_status hard_field_make(const struct hard_taste *taste, uint8_t games,
                               struct lm_random *random, struct lm_arena *arena,
                               struct lm_tournament **out);

/* Draw results for the pending games of ${round}. */
void hard_field_play(struct lm_tournament *t, const struct hard_taste *taste, uint32_t round,
                     struct lm_random *random);

#endif
