/* SPDX-License-Identifier: Apache-2.0 */
#include "os/clock.h"
#include "os/windows_common.h"

enum { MILLI = 1000, MICRO = 1000000, NANO = 1000000000, TICKS = 10000000 };

static const int64_t to_1970 = 116444736000000000; /* from 1601, in units of 100 ns */

static int64_t ticks_now(void)
{
    FILETIME now;
    GetSystemTimePreciseAsFileTime(&now);
    return ((int64_t)now.dwHighDateTime << 32 | now.dwLowDateTime) - to_1970;
}

int64_t os_now_seconds(void)
{
    return ticks_now() / TICKS;
}

int64_t os_now_milliseconds(void)
{
    return ticks_now() / (TICKS / MILLI);
}

int64_t os_elapsed_nanoseconds(void)
{
    LARGE_INTEGER count, each_second;
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&each_second);
    int64_t whole = count.QuadPart / each_second.QuadPart;
    int64_t rest = count.QuadPart % each_second.QuadPart;
    return whole * NANO + rest * NANO / each_second.QuadPart;
}

int64_t os_elapsed_milliseconds(void)
{
    return os_elapsed_nanoseconds() / MICRO;
}

void os_sleep(int64_t milliseconds)
{
    int64_t end = os_elapsed_nanoseconds() + milliseconds * MICRO, left;
    while ((left = end - os_elapsed_nanoseconds()) > 0)
        Sleep((DWORD)(left / MICRO + 1 > INT32_MAX ? INT32_MAX : left / MICRO + 1));
}

static int64_t ticks_of(const SYSTEMTIME *time)
{
    FILETIME ticks = {0};
    (void)SystemTimeToFileTime(time, &ticks);
    return (int64_t)ticks.dwHighDateTime << 32 | ticks.dwLowDateTime;
}

int32_t os_local_offset(int64_t utc)
{
    SYSTEMTIME universal, local;
    int64_t ticks = utc * TICKS + to_1970;
    FILETIME moment = {(DWORD)((uint64_t)ticks & UINT32_MAX), (DWORD)((uint64_t)ticks >> 32)};
    if (!FileTimeToSystemTime(&moment, &universal) ||
        !SystemTimeToTzSpecificLocalTime(NULL, &universal, &local))
        return 0;
    return (int32_t)((ticks_of(&local) - ticks_of(&universal)) / TICKS);
}
