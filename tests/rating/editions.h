/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_TESTS_RATING_EDITIONS_H
#define LIMMAT_TESTS_RATING_EDITIONS_H

/* The editions that come with the library, read once for a test. */

#include <stdlib.h>

#include "limmat/rating.h"

static inline const struct lm_rating_book *book(void)
{
    static struct lm_arena *arena;
    static struct lm_rating_book read;
    if (arena == NULL &&
        (lm_arena_new(&arena, NULL, 0) != LM_OK || lm_rating_book(arena, &read) != LM_OK))
        abort();
    return &read;
}

#endif
