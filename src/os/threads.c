/* SPDX-License-Identifier: Apache-2.0 */
#include "os/threads.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { MILLI = 1000, MICRO = 1000000, NANO = 1000000000 };

_Static_assert(sizeof(pthread_t) <= sizeof(struct os_thread), "room for a thread");
_Static_assert(sizeof(pthread_mutex_t) <= sizeof(struct os_mutex), "room for a mutex");
_Static_assert(sizeof(pthread_cond_t) <= sizeof(struct os_condition), "room for a condition");

size_t os_processors(void)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors < 1 ? 1 : (size_t)processors;
}

/* --- threads */

struct task {
    void (*work)(void *context);
    void *context;
};

static void *run_task(void *argument)
{
    struct task task = *(struct task *)argument;
    free(argument);
    task.work(task.context);
    return NULL;
}

bool os_thread_start(struct os_thread *thread, void (*work)(void *context), void *context)
{
    struct task *task = malloc(sizeof *task);
    if (task == NULL)
        return false;
    *task = (struct task){work, context};
    if (pthread_create((pthread_t *)thread->room, NULL, run_task, task) == 0)
        return true;
    free(task);
    return false;
}

void os_thread_join(struct os_thread *thread)
{
    int joined = pthread_join(*(pthread_t *)thread->room, NULL);
    assert(joined == 0);
    (void)joined;
}

static pthread_mutex_t *mutex_in(struct os_mutex *mutex)
{
    return (pthread_mutex_t *)mutex->room;
}

void os_mutex_make(struct os_mutex *mutex)
{
    pthread_mutex_init(mutex_in(mutex), NULL);
}

void os_mutex_end(struct os_mutex *mutex)
{
    pthread_mutex_destroy(mutex_in(mutex));
}

void os_mutex_take(struct os_mutex *mutex)
{
    pthread_mutex_lock(mutex_in(mutex));
}

void os_mutex_give(struct os_mutex *mutex)
{
    pthread_mutex_unlock(mutex_in(mutex));
}

static pthread_cond_t *condition_in(struct os_condition *condition)
{
    return (pthread_cond_t *)condition->room;
}

void os_condition_make(struct os_condition *condition)
{
    pthread_condattr_t how;
    pthread_condattr_init(&how);
    pthread_condattr_setclock(&how, CLOCK_MONOTONIC);
    pthread_cond_init(condition_in(condition), &how);
    pthread_condattr_destroy(&how);
}

void os_condition_end(struct os_condition *condition)
{
    pthread_cond_destroy(condition_in(condition));
}

void os_condition_wait(struct os_condition *condition, struct os_mutex *mutex)
{
    pthread_cond_wait(condition_in(condition), mutex_in(mutex));
}

bool os_condition_wait_for(struct os_condition *condition, struct os_mutex *mutex,
                           int64_t milliseconds)
{
    struct timespec end = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &end);
    int64_t nanoseconds = end.tv_nsec + milliseconds % MILLI * MICRO;
    end.tv_sec += (time_t)(milliseconds / MILLI + nanoseconds / NANO);
    end.tv_nsec = (long)(nanoseconds % NANO);
    return pthread_cond_timedwait(condition_in(condition), mutex_in(mutex), &end) == 0;
}

void os_condition_signal(struct os_condition *condition)
{
    pthread_cond_signal(condition_in(condition));
}

void os_condition_broadcast(struct os_condition *condition)
{
    pthread_cond_broadcast(condition_in(condition));
}
