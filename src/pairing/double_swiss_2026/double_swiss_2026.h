/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_DOUBLE_SWISS_2026_H
#define LIMMAT_PAIRING_DOUBLE_SWISS_2026_H

#include "limmat/pairing.h"

/* What a finding or an answer can name; those from PAIR_MET on decide against somebody else. */
enum criterion {
    C1,
    C2,
    C3,
    C4,
    C5,
    C6,
    C7,
    C8,
    PAB_SCORE,
    PAB_MATCHES,
    PAB_TPN,
    PAIR_MET,    /* the two have met [C1] */
    PAIR_FLOATS, /* [C8] */
    PAIR_REST,   /* the others of the bracket could not be paired as well (art. 3.6.4) */
    UP_GROUP,    /* the bracket could not be paired then [C1] */
    UP_BELOW,    /* those below could not [C3] */
    UP_AGAIN,    /* [C7] */
    UP_NEED      /* [C6] */
};

/* Why two meet: places in lm_double_swiss_2026_order_rules. */
enum ds_order { ORDER_OTHER, ORDER_HALVES, ORDER_NEXT };
extern const struct lm_rule lm_double_swiss_2026_order_rules[];

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
enum lm_status lm_ds_choose_upfloaters(struct ds_bracket *bracket);

/* Art. 3.6: pair residents and upfloaters. */
enum lm_status lm_ds_pair_bracket(struct ds_bracket *bracket);

/* ${order}[i]: why pair i of the paired ${bracket} comes about (enum ds_order). */
enum lm_status lm_ds_note_order(const struct ds_bracket *bracket, uint8_t *order);

/* lm_system's ${judge}. */
enum lm_status lm_ds_judge(const struct lm_position *p, const struct lm_pair *pairs,
                           uint32_t pair_count, struct lm_arena *arena, struct lm_log *log,
                           struct lm_pairing **out);

/* What else ${player} (an index), or everybody (LM_NOBODY), might have had in the paired
 * ${bracket}: into the alternatives of ${out}. */
enum lm_status lm_ds_weigh(const struct ds_bracket *bracket, uint32_t player,
                           struct lm_bracket *out);

#endif
