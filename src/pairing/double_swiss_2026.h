/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_DOUBLE_SWISS_2026_H
#define LIMMAT_PAIRING_DOUBLE_SWISS_2026_H

#include "limmat/pairing.h"

/* What the files of the Double-Swiss engine share: one bracket (C.04.5 art. 1.3.2) on its way. */
struct ds_bracket {
    const struct lm_position *p;
    struct lm_arena *arena;
    const uint32_t *residents; /* the top-scoregroup: seats, ascending */
    uint32_t resident_count;
    const uint32_t *lower; /* all other seats yet to be paired, ascending: potential upfloaters */
    uint32_t lower_count;
    uint32_t following;   /* how many of them, the first ones, are the following scoregroup [C6] */
    uint32_t *upfloaters; /* room for all: the set of art. 3.5, in the order of art. 3.5.3 */
    uint32_t upfloater_count;
    uint32_t upfloaters_after; /* [C6] how many the following scoregroup will need, if weighed */
    uint32_t (*pairs)[2];      /* top and bottom members, by the identifier of art. 3.6.2 */
};

/* Was ${seat} a floater in the previous round, and does that matter now ([C7], [C8])? */
static inline bool ds_was_floater(const struct lm_position *p, uint32_t seat)
{
    return !p->last_round && p->seats[seat].float_1 != LM_NO_FLOAT;
}

/* Art. 3.5: choose the upfloaters. */
enum lm_status ds_choose_upfloaters(struct ds_bracket *bracket);

/* Art. 3.6: pair residents and upfloaters. */
enum lm_status ds_pair_bracket(struct ds_bracket *bracket);

#endif
