/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_OS_CLOCK_H
#define LIMMAT_OS_CLOCK_H

/* The only clocks: callers of the library pass it the time. */

#include <stdint.h>

/* Now, in UTC since 1970-01-01T00:00:00Z, leap seconds not counted; can go back when the clock is
 * set. */
int64_t os_now_seconds(void);
int64_t os_now_milliseconds(void);

/* Local time minus UTC at ${utc} on this machine, in seconds. */
int32_t os_local_offset(int64_t utc);

/* Time since a moment that is fixed while the process lives; never goes back. */
int64_t os_elapsed_nanoseconds(void);
int64_t os_elapsed_milliseconds(void);

/* Return when this much time has passed, not before. */
void os_sleep(int64_t milliseconds);

#endif
