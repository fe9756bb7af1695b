/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_POOL_H
#define LIMMAT_CLI_POOL_H

/* Work that falls into parts which know nothing of each other, on all processors. */

#include <stddef.h>

enum { POOL_WORKERS_MAX = 256 };

struct pool {
    size_t count;   /* parts */
    size_t workers; /* at a time, at most; 0: one for each processor */
    /* Do part ${part}, from 0.  ${worker}, below pool_workers, is this thread alone. */
    void (*work)(void *context, size_t part, size_t worker);
    /* NULL, or called, by one worker at a time, when ${done} parts are done. */
    void (*progress)(void *context, size_t done);
    void *context;
};

/* How many workers there are at most. */
size_t pool_workers(const struct pool *pool);

/* Do all parts, in their order as far as workers become free.  The caller's thread is a worker;
 * where no more threads can be had, fewer do. */
void pool_run(const struct pool *pool);

#endif
