/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_UPFLOAT_ONE_H
#define LIMMAT_PAIRING_UPFLOAT_ONE_H

#include "pairing/upfloat.h"

/* Who may become an upfloater of a bracket, as upfloaters.c argues. */
struct lm_up_window {
    bool anonymous;             /* whoever of T is needed can be had */
    bool open;                  /* whoever of the candidates is left over finds somebody outside */
    bool weigh_after;           /* [C6] has a say */
    const uint32_t *candidates; /* seats, ascending */
    uint32_t count;
};

/* Choose the upfloater of ${bracket} if one is enough and it can be said who; ${*found} false:
 * nothing is chosen.  O(n^2) at most, of which little is needed.  Memory of its arena is not given
 * back. */
enum lm_status lm_up_choose_one(struct lm_up_bracket *bracket, const struct lm_up_window *window,
                                bool *found);

#endif
