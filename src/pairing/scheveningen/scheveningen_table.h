/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SCHEVENINGEN_TABLE_H
#define LIMMAT_SCHEVENINGEN_TABLE_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The Scheveningen tables as arithmetic (docs/scheveningen.md art. 2).  Members of either team,
 * rounds and boards count from 0; member ${a} of the first team always has board ${a}.
 */

/* Return the opponent of member ${a} of the first team in ${round} of a match on ${boards} boards
 * (from 1), and store in ${*white} whether that member has White. */
uint32_t lm_scheveningen(uint32_t boards, uint32_t round, uint32_t a, bool *white);

#endif
