/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_OS_ZONE_H
#define LIMMAT_OS_ZONE_H

/*
 * Time zones of the IANA database, with our own reader of their compiled form (RFC 8536,
 * tzfile(5)): any number of zones at a time, in any thread, without TZ.  Moments are seconds of UTC
 * since 1970; a local time is the same count as if the wall clock showed UTC (limmat/date.h writes
 * both).
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/status.h"

/* Read-only once made; in the arena. */
struct os_zone;

/* The source of zones: embedded files first, then ${folder}. */
struct os_zone_file {
    const char *name; /* "Europe/Zurich"; NULL ends a table */
    const char *bytes;
    size_t length;
};
struct os_zone_source {
    const struct os_zone_file *embedded; /* or NULL */
    const char *folder;                  /* NULL: none */
};

/* The system's own, /usr/share/zoneinfo; on Windows those built into the program. */
extern const struct os_zone_source os_zones;

/* The zone called ${name}, exactly; "UTC" needs no file.  LM_INVALID: unknown, or its file is
 * damaged. */
LM_MUST_CHECK enum lm_status os_zone_load(const struct os_zone_source *source, const char *name,
                                          struct lm_arena *arena, struct lm_log *log,
                                          const struct os_zone **zone);

/* Read the zone from the bytes of a compiled file.  LM_INVALID: it is not one; the log names
 * ${name}. */
LM_MUST_CHECK enum lm_status os_zone_read(const char *name, const char *bytes, size_t length,
                                          struct lm_arena *arena, struct lm_log *log,
                                          const struct os_zone **zone);

struct os_zone_moment {
    int32_t offset;           /* local time minus UTC, in seconds */
    bool summer;              /* daylight saving time */
    const char *abbreviation; /* "CEST"; lives as long as the zone */
};

/* The local time that applies at ${utc}. */
struct os_zone_moment os_zone_at(const struct os_zone *zone, int64_t utc);

enum os_local {
    OS_ONCE,  /* as almost always: ${*first} and ${*second} are the same */
    OS_TWICE, /* clocks were put back: ${*first} is before that, ${*second} after */
    OS_NEVER /* clocks were put forward over it: ${*first} is the moment as if they had not been, so
                that 02:30 becomes 03:30, ${*second} the other reading, 01:30 */
};

/* Convert ${local}, as the wall clock shows it. */
enum os_local os_zone_utc(const struct os_zone *zone, int64_t local, int64_t *first,
                          int64_t *second);

#endif
