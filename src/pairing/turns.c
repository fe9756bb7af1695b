/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/turns.h"

void lm_take_turns(const uint32_t *partner, const uint32_t *tops, uint32_t top_count,
                   const uint32_t *bottoms, uint32_t bottom_count, bool *taken, uint8_t *turn)
{
    uint32_t next = 0; /* the first of ${bottoms} who is left */
    for (uint32_t i = 0; i < top_count; i++) {
        uint32_t own = partner[tops[i]];
        while (next < bottom_count && taken[bottoms[next]])
            next++;
        turn[i] = LM_TURN_OTHER;
        if (next < bottom_count && bottoms[next] == own)
            turn[i] = LM_TURN_NEXT;
        if (i < bottom_count && bottoms[i] == own)
            turn[i] = LM_TURN_ROW;
        if (own != UINT32_MAX)
            taken[own] = true;
    }
}
