/* SPDX-License-Identifier: Apache-2.0 */
#include "os/clock.h"

#include <errno.h>
#include <time.h>

enum { MILLI = 1000, MICRO = 1000000, NANO = 1000000000 };

static struct timespec read_clock(clockid_t clock)
{
    struct timespec now = {0};
    (void)clock_gettime(clock, &now);
    return now;
}

int64_t os_now_seconds(void)
{
    return (int64_t)read_clock(CLOCK_REALTIME).tv_sec;
}

int64_t os_now_milliseconds(void)
{
    struct timespec now = read_clock(CLOCK_REALTIME);
    return (int64_t)now.tv_sec * MILLI + now.tv_nsec / MICRO;
}

int64_t os_elapsed_nanoseconds(void)
{
    struct timespec now = read_clock(CLOCK_MONOTONIC);
    return (int64_t)now.tv_sec * NANO + now.tv_nsec;
}

int64_t os_elapsed_milliseconds(void)
{
    return os_elapsed_nanoseconds() / MICRO;
}

void os_sleep(int64_t milliseconds)
{
    struct timespec left = {.tv_sec = (time_t)(milliseconds / MILLI),
                            .tv_nsec = (long)(milliseconds % MILLI) * MICRO};
    while (milliseconds > 0 && nanosleep(&left, &left) != 0 && errno == EINTR) {
    }
}

int32_t os_local_offset(int64_t utc)
{
    time_t moment = (time_t)utc;
    struct tm local;
    return localtime_r(&moment, &local) == NULL ? 0 : (int32_t)local.tm_gmtoff;
}
