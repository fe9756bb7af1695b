/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_PROHIBITED_H
#define LIMMAT_PAIRING_PROHIBITED_H

#include "limmat/arena.h"
#include "limmat/tournament.h"

/* The prohibitions in force in a round: the seats that each names, and for each seat the
 * prohibitions that name it. */
struct lm_prohibited {
    uint32_t count;
    size_t *start;   /* per prohibition: start of its part of … */
    uint32_t *seats; /* … this list */
    size_t *own;     /* per seat: start of its part of … (NULL: there are none) */
    uint32_t *of;    /* … this list */
};

/* Find the prohibitions of the ${seats} players with a seat: ${seat_of}, per player, LM_NOBODY for
 * the others.  Lists in ${arena}. */
enum lm_status lm_find_prohibited(const struct lm_tournament *t, uint32_t round,
                                  const uint32_t *seat_of, uint32_t seats, struct lm_arena *arena,
                                  struct lm_prohibited *out);

/* Return the number of others from which they keep ${seat}, if no two name the same. */
size_t lm_prohibited_at_most(const struct lm_prohibited *p, uint32_t seat);

#endif
