/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_TESTS_TUTTE_H
#define LIMMAT_TESTS_TUTTE_H

/*
 * Does a graph have a perfect matching?  By a method that shares nothing with the library's: the
 * graph has one exactly if its skew-symmetric matrix of unknowns is regular (Tutte 1947); with
 * random numbers for the unknowns a regular matrix looks singular once in 10^7 cases, never the
 * reverse.
 */

#include <stdbool.h>
#include <stdint.h>

#include "limmat/random.h"

enum { TUTTE_MOST = 64 };

struct tutte_matrix {
    uint64_t at[TUTTE_MOST][TUTTE_MOST];
};

/* Set whether there is an edge between ${a} and ${b}. */
void tutte_set(struct tutte_matrix *m, int a, int b, bool edge, struct lm_random *chance);

/* Does the graph of the first ${n} vertices have a perfect matching?  ${m} is overwritten. */
bool tutte_is_regular(struct tutte_matrix *m, int n);

#endif
