/* SPDX-License-Identifier: Apache-2.0 */

/* The pool, on every system. */

#include "os/threads.h"

/* Data that the workers share; ${lock} guards the numbers. */
struct shared {
    const struct pool *pool;
    struct os_mutex lock;
    struct os_condition turned;
    size_t next, done;
    size_t turn; /* the next part to be handed on */
};

struct worker {
    struct shared *shared;
    size_t number;
};

/* Wait for the part's turn.  The worker with the first part not handed on never waits, so every
 * part gets its turn. */
static void hand_on_in_turn(struct shared *shared, size_t part, size_t worker)
{
    while (shared->turn != part)
        os_condition_wait(&shared->turned, &shared->lock);
    os_mutex_give(&shared->lock);
    shared->pool->hand_on(shared->pool->context, part, worker);
    os_mutex_take(&shared->lock);
    shared->turn++;
    os_condition_broadcast(&shared->turned);
}

static void work_on(void *argument)
{
    const struct worker *worker = argument;
    struct shared *shared = worker->shared;
    const struct pool *pool = shared->pool;
    os_mutex_take(&shared->lock);
    while (shared->next < pool->count) {
        size_t part = shared->next++;
        os_mutex_give(&shared->lock);
        pool->work(pool->context, part, worker->number);
        os_mutex_take(&shared->lock);
        if (pool->hand_on != NULL)
            hand_on_in_turn(shared, part, worker->number);
        shared->done++;
        if (pool->progress != NULL)
            pool->progress(pool->context, shared->done);
    }
    os_mutex_give(&shared->lock);
}

size_t pool_workers(const struct pool *pool)
{
    size_t most = pool->workers != 0 ? pool->workers : os_processors();
    most = most > POOL_WORKERS_MAX ? POOL_WORKERS_MAX : most;
    return most < pool->count || pool->count == 0 ? most : pool->count;
}

void pool_run(const struct pool *pool)
{
    struct os_thread threads[POOL_WORKERS_MAX];
    struct worker workers[POOL_WORKERS_MAX];
    struct shared shared = {.pool = pool};
    size_t started = 1, most = pool_workers(pool);
    os_mutex_make(&shared.lock);
    os_condition_make(&shared.turned);
    for (size_t i = 0; i < most; i++)
        workers[i] = (struct worker){&shared, i};
    while (started < most && os_thread_start(&threads[started], work_on, &workers[started]))
        started++;
    work_on(&workers[0]);
    for (size_t i = 1; i < started; i++)
        os_thread_join(&threads[i]);
    os_condition_end(&shared.turned);
    os_mutex_end(&shared.lock);
}
