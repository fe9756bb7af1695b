/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_TESTS_REFERENCE_SCHEVENINGEN_H
#define LIMMAT_TESTS_REFERENCE_SCHEVENINGEN_H

#include <stdbool.h>

/*
 * Scheveningen tables made by hand as in docs/scheveningen.md art. 2: a first row, and each further
 * one from the row before.  Not for 2, 6 and 10 boards, which only have printed tables.  Sharing
 * nothing with the library.
 */

enum { SV_BOARDS = 64 };

struct ref_scheveningen_row {
    int opponent[SV_BOARDS + 1]; /* by member 1, 2, … of the first team: a number of the second */
    bool white[SV_BOARDS + 1];   /* does the player have White? */
};

/* Make row ${round} (from 1) of the table for ${boards}. */
void ref_scheveningen_row(int boards, int round, struct ref_scheveningen_row *row);

#endif
