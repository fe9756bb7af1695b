/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_TESTS_VECTORS_DUTCH_2006_H
#define LIMMAT_TESTS_VECTORS_DUTCH_2006_H

/* Reading the tournaments of tests/vectors/dutch-2006 (see its README.md) into the model. */

#include "limmat/json.h"
#include "limmat/tournament.h"

struct vector {
    const struct lm_json *input, *expected, *standings; /* as in the file; standings can be NULL */
    struct lm_tournament *t;                            /* no rounds entered yet */
    uint32_t rounds;                                    /* recorded in the file */
    int64_t *id;                                        /* per player index */
};

/* Read the tournament of a line of the file; abort with a message if it is not as the README says.
 */
struct vector vector_read(const struct lm_json *line, struct lm_arena *arena);

/* Return the index of the player with ${id}. */
uint32_t vector_player(const struct vector *v, const struct lm_json *id);

/* Enter ${round} (from 1) as recorded. */
void vector_enter(struct vector *v, uint32_t round);

/* Return the integer ${key} of ${object}; abort if there is none. */
int64_t vector_integer(const struct lm_json *object, const char *key);

#endif
