/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_EXPLAIN_H
#define LIMMAT_EXPLAIN_H

/*
 * A round with its reasons: its brackets, the rules that could not be perfectly fulfilled in them,
 * and the alternatives.  Answers to players are made from them (limmat/why.h).
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
 * none).  If ${t} already has the round, the pairing is still the system's, not the played one.
 */
LM_API LM_MUST_CHECK enum lm_status
lm_explain_round(const struct lm_system *system, const struct lm_tournament *t, uint32_t round,
                 uint32_t player, uint32_t against, struct lm_arena *arena, struct lm_log *log,
                 struct lm_position **position, struct lm_pairing **pairing);

#ifdef __cplusplus
}
#endif
#endif
