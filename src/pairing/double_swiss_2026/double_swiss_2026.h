/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_DOUBLE_SWISS_2026_H
#define LIMMAT_PAIRING_DOUBLE_SWISS_2026_H

#include "limmat/pairing.h"
#include "pairing/upfloat.h"

/* What an answer can name besides: they decide against somebody else. */
enum ds_against {
    C8 = UP_C7 + 1,
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

/* ${order}[i]: why pair i of the paired ${bracket} comes about (enum ds_order). */
enum lm_status lm_ds_note_order(const struct lm_up_bracket *bracket, uint8_t *order);

/* What else ${player} (an index), or everybody (LM_NOBODY), might have had in the paired
 * ${bracket}: into the alternatives of ${out}. */
enum lm_status lm_ds_weigh(const struct lm_up_bracket *bracket, uint32_t player,
                           struct lm_bracket *out);

#endif
