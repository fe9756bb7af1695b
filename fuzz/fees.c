/* SPDX-License-Identifier: Apache-2.0 */
/* Entry fees, line by line: each is read, or its number is told; the lowest that fits counts. */
#include "fuzz.h"
#include "server/entries.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct entrant people[] = {
        {1500, 2010, "SUI", "w", "WGM"}, {0, 0, "", "", ""}, {2500, 1970, "GER", "m", "GM"}};
    struct lm_arena *arena;
    if (lm_arena_new(&arena, NULL, ARENA_LIMIT) != LM_OK)
        return 0;
    const char *fees = lm_arena_copy(arena, (const char *)data, size);
    int64_t owed = 0;
    unsigned lines = 1, wrong = 0;
    bool reads = fee_of(fees, NULL, "2026-07-14", &owed, &wrong);
    for (const char *c = fees; *c != '\0'; c++)
        lines += *c == '\n';
    HOLDS(reads || (wrong > 0 && wrong <= lines));
    for (size_t i = 0; i < sizeof people / sizeof *people; i++) {
        int64_t today = -1, later = -1;
        HOLDS(fee_of(fees, &people[i], "2026-07-14", &today, &wrong) == reads);
        HOLDS(fee_of(fees, &people[i], "2026-07-15", &later, &wrong) == reads);
        HOLDS(!reads || (today >= 0 && today <= 1000000 && later >= 0 && later <= 1000000));
    }
    lm_arena_free(arena);
    return 0;
}
