/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/berger.h"

/* Return the number that meets the last one: twice it is the round, modulo the ring of the
 * others. */
static uint32_t pivot_of(uint32_t seats, uint32_t round)
{
    return round % 2 == 0 ? round / 2 : (round + seats - 1) / 2;
}

void lm_berger(uint32_t seats, uint32_t round, uint32_t board, uint32_t pair[2])
{
    uint32_t ring = seats - 1, pivot = pivot_of(seats, round);
    if (board == 0) {
        pair[round % 2] = pivot;
        pair[1 - round % 2] = ring;
        return;
    }
    pair[0] = (pivot + board) % ring;
    pair[1] = (pivot + ring - board) % ring;
}

uint32_t lm_berger_board(uint32_t seats, uint32_t round, uint32_t number)
{
    uint32_t ring = seats - 1;
    if (number == ring)
        return 0;
    uint32_t after = (number + ring - pivot_of(seats, round)) % ring;
    return after < ring - after ? after : ring - after;
}
