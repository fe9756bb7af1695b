/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_TESTS_REFERENCE_ROUND_ROBIN_H
#define LIMMAT_TESTS_REFERENCE_ROUND_ROBIN_H

/*
 * The Berger tables of C.05 Annex 1 made as by hand: a first row, and each further one from the row
 * before.  Sharing nothing with the library.
 */

enum { RR_SEATS = 128 };

/* Write row ${round} (from 1) of the table for ${seats} (even): numbers from 1, White first, in the
 * order of boards. */
void ref_berger_row(int seats, int round, int pair[][2]);

#endif
