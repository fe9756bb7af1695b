/* SPDX-License-Identifier: Apache-2.0 */
#include "fuzz.h"

/* Where a file has no points, the report has what the results make. */
static bool has_all_points(const struct lm_tournament *t)
{
    for (uint32_t i = 0; i < t->player_count; i++)
        if (t->players[i].declared_points == LM_NO_POINTS)
            return false;
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct lm_arena *arena;
    if (lm_arena_new(&arena, NULL, ARENA_LIMIT) != LM_OK)
        return 0;
    const struct lm_tournament *t = read_any("trf26", data, size, arena);
    if (t != NULL) {
        goes_round(t, "json", true, arena);
        goes_round(t, "trf26", has_all_points(t), arena);
        goes_round(t, "trf16", false, arena);
    }
    lm_arena_free(arena);
    return 0;
}
