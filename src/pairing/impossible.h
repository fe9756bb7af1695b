/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_IMPOSSIBLE_H
#define LIMMAT_PAIRING_IMPOSSIBLE_H

#include "graph/matching.h"
#include "limmat/position.h"
#include "limmat/status.h"

/*
 * The message about a round without a legal pairing, the same for every system: the players who
 * cannot all find an opponent, the opponents left for them, what keeps them apart, and what would
 * help.
 */

struct lm_obstacles {
    const struct lm_position *position;
    /* Do their colours keep seats ${a} and ${b} apart?  NULL: never. */
    bool (*colours)(const void *context, uint32_t a, uint32_t b);
    const void *context;
    bool prohibitions_only; /* nothing else keeps two apart; any player can have the bye */
    const char *where;      /* the place of the message: an article, or "pairing" */
};

/* Explain in ${log} why there is no pairing; return LM_NO_PAIRING, or LM_LIMIT.  ${matching}: a
 * largest one of the seats and, when their number is odd, the bye as the vertex after them; NULL:
 * it is computed here.  Do not call it between mark and reset of the arena of ${log}.  O(n^2) and
 * one matching. */
enum lm_status lm_say_impossible(const struct lm_obstacles *obstacles, struct lm_matching *matching,
                                 struct lm_arena *arena, struct lm_log *log);

#endif
