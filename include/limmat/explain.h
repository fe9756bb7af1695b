/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_EXPLAIN_H
#define LIMMAT_EXPLAIN_H

/*
 * A round with the facts behind it: which brackets there were, what could not be perfect in them
 * and what else was possible.  Answers to players are made of them (limmat/why.h).
 */

#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/export.h"
#include "limmat/pairing.h"
#include "limmat/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Pair ${round} of ${t} (0: the next) with reasons: ${*position} and ${*pairing}, brackets filled
 * if the system provides them.  Alternatives are weighed for ${player}, or for all players
 * (LM_NOBODY) in brackets that are small enough; for ${player} also why not ${against} (LM_NOBODY:
 * none).  If ${t} already has the round, the pairing is still the system's, whatever was played.
 */
LM_API LM_MUST_CHECK enum lm_status
lm_explain_round(const struct lm_system *system, const struct lm_tournament *t, uint32_t round,
                 uint32_t player, uint32_t against, struct lm_arena *arena, struct lm_log *log,
                 struct lm_position **position, struct lm_pairing **pairing);

#ifdef __cplusplus
}
#endif
#endif
