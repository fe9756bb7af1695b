/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_UPFLOAT_GREEDY_H
#define LIMMAT_PAIRING_UPFLOAT_GREEDY_H

#include "pairing/upfloat.h"

/* Choose the upfloaters of ${bracket}, all of whose lower seats are candidates, by matchings
 * without weights, if it can be said so who they are; ${*found} false: nothing is chosen.  Needs
 * its
 * ${kept}.  Memory of its arena is not given back. */
enum lm_status lm_up_choose_greedily(struct lm_up_bracket *bracket, bool *found);

/* Make the ${kept} of ${bracket} ready, if it is not yet. */
enum lm_status lm_up_keep(const struct lm_up_bracket *bracket);

#endif
