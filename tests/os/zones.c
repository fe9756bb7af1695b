/* SPDX-License-Identifier: Apache-2.0 */

/*
 * zones: lines "ZONE utc MOMENT" and "ZONE local MOMENT" from standard input, answered one by one
 * with "OFFSET SUMMER ABBREVIATION" and "once|twice|never FIRST SECOND"; for zones.py.
 */

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "limmat/arena.h"
#include "os/zone.h"

static void answer(const struct os_zone *zone, const char *what, int64_t moment)
{
    static const char *const words[] = {"once", "twice", "never"};
    int64_t first, second;
    if (strcmp(what, "utc") == 0) {
        struct os_zone_moment at = os_zone_at(zone, moment);
        printf("%" PRId32 " %d %s\n", at.offset, at.summer, at.abbreviation);
        return;
    }
    enum os_local how = os_zone_utc(zone, moment, &first, &second);
    printf("%s %" PRId64 " %" PRId64 "\n", words[how], first, second);
}

int main(void)
{
    char name[64], what[8], before[64] = "";
    int64_t moment;
    struct lm_arena *arena;
    const struct os_zone *zone = NULL;
    if (lm_arena_new(&arena, NULL, 0) != LM_OK)
        return 1;
    struct lm_log log = {.arena = arena};
    while (scanf("%63s %7s %" SCNd64, name, what, &moment) == 3) {
        if (strcmp(name, before) != 0 && os_zone_load(&os_zones, name, arena, &log, &zone) != LM_OK)
            return 2;
        memcpy(before, name, sizeof before);
        answer(zone, what, moment);
    }
    lm_arena_free(arena);
    return 0;
}
