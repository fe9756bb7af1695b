/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/core/pool.h"

#include <pthread.h>
#include <unistd.h>

/* What the workers share; ${lock} guards ${next} and ${done}. */
struct shared {
    const struct pool *pool;
    pthread_mutex_t lock;
    size_t next, done;
};

struct worker {
    struct shared *shared;
    size_t number;
};

static void *work_on(void *argument)
{
    const struct worker *worker = argument;
    struct shared *shared = worker->shared;
    const struct pool *pool = shared->pool;
    pthread_mutex_lock(&shared->lock);
    while (shared->next < pool->count) {
        size_t part = shared->next++;
        pthread_mutex_unlock(&shared->lock);
        pool->work(pool->context, part, worker->number);
        pthread_mutex_lock(&shared->lock);
        shared->done++;
        if (pool->progress != NULL)
            pool->progress(pool->context, shared->done);
    }
    pthread_mutex_unlock(&shared->lock);
    return NULL;
}

size_t pool_workers(const struct pool *pool)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    size_t most = pool->workers != 0 ? pool->workers : processors < 1 ? 1 : (size_t)processors;
    most = most > POOL_WORKERS_MAX ? POOL_WORKERS_MAX : most;
    return most < pool->count || pool->count == 0 ? most : pool->count;
}

void pool_run(const struct pool *pool)
{
    pthread_t threads[POOL_WORKERS_MAX];
    struct worker workers[POOL_WORKERS_MAX];
    struct shared shared = {.pool = pool};
    size_t started = 1, most = pool_workers(pool);
    pthread_mutex_init(&shared.lock, NULL);
    for (size_t i = 0; i < most; i++)
        workers[i] = (struct worker){&shared, i};
    while (started < most &&
           pthread_create(&threads[started], NULL, work_on, &workers[started]) == 0)
        started++;
    work_on(&workers[0]);
    for (size_t i = 1; i < started; i++)
        pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&shared.lock);
}
