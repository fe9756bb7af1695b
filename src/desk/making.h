/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_DESK_MAKING_H
#define LIMMAT_DESK_MAKING_H

/* A section being made into a tournament: what its two files share. */

#include "desk/desk.h"

struct maker {
    const struct lm_desk *d;
    const struct lm_desk_section *s;
    const struct making *how;
    struct lm_arena *arena;
    struct lm_tournament *t;
    uint32_t *index;                 /* of who takes part, by entry */
    struct lm_desk_player **players; /* by index */
    uint32_t *seats;                 /* of persons of teams, by entry: index of the player */
    struct lm_desk_player **persons; /* by that */
};

/* Choose who takes part, in the order of numbers: how many. */
uint32_t lm_desk_choose(struct maker *m);
int lm_desk_by_number(const void *a, const void *b);
/* Player ${i} is ${p}. */
void lm_desk_fill_person(const struct maker *m, uint32_t i, const struct lm_desk_player *p);
/* The days of the rounds (132); false: no memory. */
bool lm_desk_fill_dates(const struct maker *m);
/* What was announced. */
void lm_desk_fill_facts(struct maker *m);
/* Count the rounds of ${t}, also those whose only entry is the pairing-allocated bye: in a file
 * such a bye may be known beforehand, at the desk it is given by the pairing. */
void lm_desk_count_rounds(struct lm_tournament *t);
/* Which bye ${p} has in ${round} for what is asked. */
uint8_t lm_desk_absence(const struct maker *m, const struct lm_desk_player *p, uint32_t round);
/* Who must not meet, and acceleration: of players, or of teams.  false: no memory. */
bool lm_desk_fill_prohibitions(struct maker *m);
bool lm_desk_fill_acceleration(struct maker *m);

#endif
