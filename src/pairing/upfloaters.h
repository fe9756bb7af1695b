/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PAIRING_UPFLOATERS_H
#define PAIRING_UPFLOATERS_H

#include "graph/matching.h"

/*
 * Upfloaters that complete a bracket, by the articles of 2026 that compare whole sets of them
 * (C.04.4.1 art. 3.2.2, C.04.5 and C.04.6 art. 3.5): as few as possible, from scores as high as
 * possible, then by the system's own criteria, then the first set in order.
 */
struct lm_upfloaters {
    const void *context;
    struct lm_arena *arena;
    uint32_t hosts;  /* vertices 0 … hosts - 1: the bracket */
    uint32_t count;  /* the candidates, in order: the vertices after them */
    bool open;       /* candidates need no partner; otherwise all are to be paired */
    uint32_t *level; /* per candidate: the score, 0 the highest; UINT32_MAX: cannot come up */
    uint32_t levels;
    bool summed;   /* one priority for the sum of the levels, if that suffices */
    uint32_t room; /* otherwise: number of levels that have priorities at first */
    /* The system's own criteria, the first one first, and their ranges. */
    int32_t others;
    const struct lm_priority *ranges;
    /* Write the non-zero values of the pair ${u} < ${v}, or (${v} LM_ALONE) of the candidate ${u}
     * without a partner; return their number; negative: no pair. */
    int32_t (*values)(const void *context, int32_t u, int32_t v, struct lm_worth *value);
    uint32_t *chosen; /* room for all candidates: the set, in order */
    uint32_t chosen_count;
    int32_t *mate; /* NULL, or per vertex: a best matching */
};

enum { LM_UP_ROOM = 24, LM_UP_ROOM_MOST = 100 };

/* Find ${w}->chosen; ${w}->level and ${w}->levels are used up.  LM_NO_PAIRING: not all players who
 * must be paired can be. */
LM_MUST_CHECK enum lm_status lm_choose_upfloaters(struct lm_upfloaters *w);

#endif
