/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_DESK_MAKING_H
#define LIMMAT_DESK_MAKING_H

/* Shared parts of the two files that make a tournament of a section. */

#include "desk/desk.h"

struct maker {
    const struct lm_desk *d;
    const struct lm_desk_section *s;
    const struct making *how;
    struct lm_arena *arena;
    struct lm_tournament *t;
    uint32_t *index;                 /* of the participants, by entry */
    struct lm_desk_player **players; /* by index */
    uint32_t *seats;                 /* of persons of teams, by entry: index of the player */
    struct lm_desk_player **persons; /* by that index */
};

/* Choose the participants, in the order of numbers; return how many. */
uint32_t lm_desk_choose(struct maker *m);
int lm_desk_by_number(const void *a, const void *b);
/* Fill in player ${i} with the data of ${p}. */
void lm_desk_fill_person(const struct maker *m, uint32_t i, const struct lm_desk_player *p);
/* Fill in the days of the rounds (132); false: no memory. */
bool lm_desk_fill_dates(const struct maker *m);
/* Fill in the announced settings. */
void lm_desk_fill_facts(struct maker *m);
/* Count the rounds of ${t}, also those whose only entry is the pairing-allocated bye: in a file
 * such a bye can be known beforehand, at the desk the pairing gives it. */
void lm_desk_count_rounds(struct lm_tournament *t);
/* Return the bye of ${p} in ${round} for the requested tournament. */
uint8_t lm_desk_absence(const struct maker *m, const struct lm_desk_player *p, uint32_t round);
/* Fill in prohibitions and acceleration, of players or of teams.  false: no memory. */
bool lm_desk_fill_prohibitions(struct maker *m);
bool lm_desk_fill_acceleration(struct maker *m);

#endif
