/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_OS_THREADS_H
#define LIMMAT_OS_THREADS_H

/* Threads, locks, and a pool that shares work among threads. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The number of threads that can run at a time; at least 1. */
size_t os_processors(void);

/* --- a pool: work divided into independent parts */

enum { POOL_WORKERS_MAX = 256 };

struct pool {
    size_t count;   /* parts */
    size_t workers; /* at a time, at most; 0: one for each processor */
    /* Do part ${part}, from 0.  ${worker}, below pool_workers, belongs to this thread alone. */
    void (*work)(void *context, size_t part, size_t worker);
    /* NULL, or called by the same worker after ${work}: in the order of parts, one at a time. */
    void (*hand_on)(void *context, size_t part, size_t worker);
    /* NULL, or called, by one worker at a time, each time ${done} parts are done. */
    void (*progress)(void *context, size_t done);
    void *context;
};

/* The most workers there can be. */
size_t pool_workers(const struct pool *pool);

/* Do all parts, in their order as far as workers become free.  The caller's thread is a worker; if
 * fewer threads can be started, fewer work. */
void pool_run(const struct pool *pool);

/* --- threads of a server */

/* Room for the system's own data; do not copy or move it once it was made. */
struct os_thread {
    _Alignas(8) unsigned char room[16];
};
struct os_mutex {
    _Alignas(8) unsigned char room[64];
};
struct os_condition {
    _Alignas(8) unsigned char room[64];
};

/* Run ${work}(${context}) in a thread of its own; false if none can be started.  Join every started
 * thread once, which waits for its end. */
bool os_thread_start(struct os_thread *thread, void (*work)(void *context), void *context);
void os_thread_join(struct os_thread *thread);

/* A mutex is not recursive: its holder must not take it again. */
void os_mutex_make(struct os_mutex *mutex);
void os_mutex_end(struct os_mutex *mutex);
void os_mutex_take(struct os_mutex *mutex);
void os_mutex_give(struct os_mutex *mutex);

/* Waiting releases ${mutex}, which the caller holds, and takes it again before it returns.  It can
 * also return without a signal: check the condition, and wait again.  false: ${milliseconds} (by
 * the clock that never goes back) have passed. */
void os_condition_make(struct os_condition *condition);
void os_condition_end(struct os_condition *condition);
void os_condition_wait(struct os_condition *condition, struct os_mutex *mutex);
bool os_condition_wait_for(struct os_condition *condition, struct os_mutex *mutex,
                           int64_t milliseconds);
void os_condition_signal(struct os_condition *condition);    /* one waiting thread */
void os_condition_broadcast(struct os_condition *condition); /* all waiting threads */

#endif
