/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_UPFLOAT_GREEDY_H
#define LIMMAT_PAIRING_UPFLOAT_GREEDY_H

#include "pairing/upfloat_kept.h"

/* Choose the upfloaters of ${bracket} by matchings without weights, if it can be said so who they
 * are; ${*found} false: nothing is chosen.  Makes its ${kept} ready, in memory that has to stay for
 * the brackets after it; that is lm_up_keep's (upfloat_kept.h), which may be called before.
 * ${search} is what it did. */
enum lm_status lm_up_choose_greedily(struct lm_up_bracket *bracket, struct lm_up_search *search,
                                     bool *found);

#endif
