/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_TESTS_VECTORS_DUTCH_2006_H
#define LIMMAT_TESTS_VECTORS_DUTCH_2006_H

/* Reading the tournaments of tests/vectors/dutch-2006 (see its README.md) into the model. */

#include "limmat/json.h"
#include "limmat/tournament.h"

struct vector {
    const struct lm_json *input, *expected, *standings; /* as in the file; no standings: NULL */
    struct lm_tournament *t;                            /* no rounds entered yet */
    uint32_t rounds;                                    /* recorded in the file */
    int64_t *id;                                        /* per player index */
};

/* The tournament of a line of the file; aborts with a message when it is not as the README says. */
struct vector vector_read(const struct lm_json *line, struct lm_arena *arena);

/* The index of the player with ${id}. */
uint32_t vector_player(const struct vector *v, const struct lm_json *id);

/* Enter ${round} (from 1) as recorded. */
void vector_enter(struct vector *v, uint32_t round);

/* The integer ${key} of ${object}; aborts when there is none. */
int64_t vector_integer(const struct lm_json *object, const char *key);

#endif
