/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_BASE_CREW_H
#define LIMMAT_BASE_CREW_H

/*
 * Work divided into parts, and the workers for it.  The library has no threads; a program that has
 * some lends them as a crew.  The result does not depend on the crew.
 */

#include <stddef.h>

#include "limmat/arena.h"

struct lm_task {
    size_t parts;
    /* Make part ${part}, independently of the others, with the data of worker ${worker}. */
    void (*make)(void *context, size_t part, size_t worker);
    /* NULL, or called by the same worker for the finished part: in the order of parts, one at a
     * time. */
    void (*hand_on)(void *context, size_t part, size_t worker);
    void *context;
};

enum { LM_CREW_MOST = 16 };

struct lm_crew {
    size_t workers;           /* 1 … LM_CREW_MOST */
    struct lm_arena **arenas; /* one for each worker; the first belongs to the caller */
    void (*share)(const struct lm_task *task, size_t workers);
};

/* A crew of one worker that does everything, in the arena ${*own}. */
struct lm_crew lm_crew_alone(struct lm_arena **own);

/* Have ${crew} do all parts of ${task}; it is done when this returns. */
static inline void lm_crew_do(const struct lm_crew *crew, struct lm_task task)
{
    crew->share(&task, crew->workers);
}

#endif
