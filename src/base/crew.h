/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_BASE_CREW_H
#define LIMMAT_BASE_CREW_H

/*
 * Work that falls into parts, and who does it.  The library has no threads; a program that has some
 * lends them as a crew.  What is made is the same whoever makes it.
 */

#include <stddef.h>

#include "limmat/arena.h"

struct lm_task {
    size_t parts;
    /* Make part ${part}, which knows nothing of the others, with what is worker ${worker}'s. */
    void (*make)(void *context, size_t part, size_t worker);
    /* NULL, or called by the same worker for what was made: in the order of parts, one at a time.
     */
    void (*hand_on)(void *context, size_t part, size_t worker);
    void *context;
};

enum { LM_CREW_MOST = 16 };

struct lm_crew {
    size_t workers;           /* 1 … LM_CREW_MOST */
    struct lm_arena **arenas; /* of each worker; the first is that of who asks for the work */
    void (*share)(const struct lm_task *task, size_t workers);
};

/* Somebody who does all himself, in the arena ${*own}. */
struct lm_crew lm_crew_alone(struct lm_arena **own);

/* Have ${crew} do all parts of ${task}; it is done when this returns. */
static inline void lm_crew_do(const struct lm_crew *crew, struct lm_task task)
{
    crew->share(&task, crew->workers);
}

#endif
