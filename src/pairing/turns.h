/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_TURNS_H
#define LIMMAT_PAIRING_TURNS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Where a pair stands among those that a bracket's rules try first: every system lines up one part
 * of a bracket against another and goes down the lines.  That is the reason of most pairs.
 */

enum lm_turn {
    LM_TURN_OTHER, /* somebody before the opponent was passed over */
    LM_TURN_ROW,   /* the two stand face to face */
    LM_TURN_NEXT   /* all before the opponent have been given to those before */
};

/* ${turn}[i]: the turn of the pair of ${tops}[i] and his ${partner}, those of ${tops} being served
 * in order, each from ${bottoms}.  UINT32_MAX is nobody.  ${taken}, by the same numbers as
 * ${partner}, is all false.  O(n). */
void lm_take_turns(const uint32_t *partner, const uint32_t *tops, uint32_t top_count,
                   const uint32_t *bottoms, uint32_t bottom_count, bool *taken, uint8_t *turn);

#endif
