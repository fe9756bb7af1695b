/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_RATING_RESULT_H
#define LIMMAT_RATING_RESULT_H

#include "limmat/rating_event.h"

/* An unrated player's result outside a round robin, as 6.41 and 8.21 (8.2.1) look at it. */
struct first_result {
    bool first;        /* none has counted before (R10) */
    int32_t opponents; /* rated, as persons (R12) */
    int32_t games;     /* against rated opponents */
    int32_t tenths;    /* scored in them (R13) */
    int32_t ru;        /* rounded (R14) */
};

enum lm_result_fate lm_fate_of_result(const struct lm_rating_rules *rules,
                                      struct first_result result);

#endif
