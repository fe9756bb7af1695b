/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_BERGER_H
#define LIMMAT_PAIRING_BERGER_H

#include <stdint.h>

/*
 * C.05 Annex 1, the Berger tables, as arithmetic: in round r (from 0) the numbers below the last
 * that meet sum to r + 1 modulo (seats - 1), counted from 1, and the last number meets the
 * remaining one, alternately with Black and White.  The number of seats is even, from 2; numbers,
 * rounds and boards count from 0.
 */

/* Store the two numbers of board ${board} in ${round}, White first. */
void lm_berger(uint32_t seats, uint32_t round, uint32_t board, uint32_t pair[2]);

/* Return the board of ${number} in ${round}. */
uint32_t lm_berger_board(uint32_t seats, uint32_t round, uint32_t number);

#endif
