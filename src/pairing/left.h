/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_LEFT_H
#define LIMMAT_PAIRING_LEFT_H

#include "graph/dense.h"
#include "pairing/legal.h"

/*
 * One matching of those who are left in a round, kept over rows of bits from question to question:
 * each is about nearly the same people as the one before it, so that a search or two answer it.
 * Who may meet whom is what ${pairing/legal.h} says.
 */
struct lm_left {
    struct lm_dense *matching; /* NULL: there is none, a list has to be asked */
    uint32_t first;            /* the seat of vertex 0 */
    uint32_t count;
};

/* What somebody is while it is asked who comes up to residents of whom no two meet: nobody who
 * comes up, as always otherwise, somebody who may, somebody who has to, or one of these residents.
 */
enum lm_left_class { LM_LEFT_STAYS, LM_LEFT_MAY, LM_LEFT_UP, LM_LEFT_HOST, LM_LEFT_CLASSES };

/* More than so many would need too much memory, and are hardly ever asked about. */
enum { LM_LEFT_MOST = 8192 };

/* Of the seats ${first} to ${end} - 1, unless there is one already, or they are too many. */
LM_MUST_CHECK enum lm_status lm_left_make(struct lm_left *left, const struct lm_position *p,
                                          uint32_t first, uint32_t end, struct lm_arena *arena);

/* Only those of the ${count} ${seats} who are not among the ${gone_count} ${gone} are there; both
 * lists ascend. */
void lm_left_look_at(const struct lm_left *left, const uint32_t *seats, uint32_t count,
                     const uint32_t *gone, uint32_t gone_count);

#endif
