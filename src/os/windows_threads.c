/* SPDX-License-Identifier: Apache-2.0 */

/* Slim locks and conditions are one word each and need no end. */

#include <assert.h>
#include <process.h>
#include <stdlib.h>

#include "os/threads.h"
#include "os/windows_common.h"

_Static_assert(sizeof(HANDLE) <= sizeof(struct os_thread), "room for a thread");
_Static_assert(sizeof(SRWLOCK) <= sizeof(struct os_mutex), "room for a mutex");
_Static_assert(sizeof(CONDITION_VARIABLE) <= sizeof(struct os_condition), "room for a condition");

size_t os_processors(void)
{
    DWORD processors = GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
    return processors < 1 ? 1 : processors;
}

struct task {
    void (*work)(void *context);
    void *context;
};

static unsigned __stdcall run_task(void *argument)
{
    struct task task = *(struct task *)argument;
    free(argument);
    task.work(task.context);
    return 0;
}

bool os_thread_start(struct os_thread *thread, void (*work)(void *context), void *context)
{
    struct task *task = malloc(sizeof *task);
    if (task == NULL)
        return false;
    *task = (struct task){work, context};
    uintptr_t handle = _beginthreadex(NULL, 0, run_task, task, 0, NULL);
    if (handle == 0) {
        free(task);
        return false;
    }
    *(HANDLE *)thread->room = (HANDLE)handle;
    return true;
}

void os_thread_join(struct os_thread *thread)
{
    HANDLE handle = *(HANDLE *)thread->room;
    DWORD joined = WaitForSingleObject(handle, INFINITE);
    assert(joined == WAIT_OBJECT_0);
    (void)joined;
    CloseHandle(handle);
}

static SRWLOCK *lock_in(struct os_mutex *mutex)
{
    return (SRWLOCK *)mutex->room;
}

void os_mutex_make(struct os_mutex *mutex)
{
    InitializeSRWLock(lock_in(mutex));
}

void os_mutex_end(struct os_mutex *mutex)
{
    (void)mutex;
}

void os_mutex_take(struct os_mutex *mutex)
{
    AcquireSRWLockExclusive(lock_in(mutex));
}

void os_mutex_give(struct os_mutex *mutex)
{
    ReleaseSRWLockExclusive(lock_in(mutex));
}

static CONDITION_VARIABLE *condition_in(struct os_condition *condition)
{
    return (CONDITION_VARIABLE *)condition->room;
}

void os_condition_make(struct os_condition *condition)
{
    InitializeConditionVariable(condition_in(condition));
}

void os_condition_end(struct os_condition *condition)
{
    (void)condition;
}

void os_condition_wait(struct os_condition *condition, struct os_mutex *mutex)
{
    SleepConditionVariableSRW(condition_in(condition), lock_in(mutex), INFINITE, 0);
}

bool os_condition_wait_for(struct os_condition *condition, struct os_mutex *mutex,
                           int64_t milliseconds)
{
    const int64_t most = 1 << 30; /* 12 days: it can return early */
    int64_t wait = milliseconds < 0 ? 0 : milliseconds > most ? most : milliseconds;
    return SleepConditionVariableSRW(condition_in(condition), lock_in(mutex), (DWORD)wait, 0) !=
               0 ||
           wait < milliseconds;
}

void os_condition_signal(struct os_condition *condition)
{
    WakeConditionVariable(condition_in(condition));
}

void os_condition_broadcast(struct os_condition *condition)
{
    WakeAllConditionVariable(condition_in(condition));
}
