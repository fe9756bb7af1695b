/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_BERGER_H
#define LIMMAT_PAIRING_BERGER_H

#include <stdint.h>

/*
 * C.05 Annex 1, the Berger tables, as arithmetic: in round r (from 0) the numbers below the last
 * that meet sum to r + 1 modulo (seats - 1), counted from 1, and the last number meets whoever is
 * left, by turns with Black and White.  Seats are even, from 2; numbers, rounds and boards count
 * from 0.
 */

/* The two of board ${board} in ${round}, White first. */
void lm_berger(uint32_t seats, uint32_t round, uint32_t board, uint32_t pair[2]);

/* On which board of ${round} ${number} sits. */
uint32_t lm_berger_board(uint32_t seats, uint32_t round, uint32_t number);

#endif
