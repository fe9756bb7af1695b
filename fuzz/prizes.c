/* SPDX-License-Identifier: Apache-2.0 */
/* A plan of prizes, with its categories: it is read, or refused with a reason. */
#include "fuzz.h"

#include "limmat/prizes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct lm_arena *arena;
    if (lm_arena_new(&arena, NULL, ARENA_LIMIT) != LM_OK)
        return 0;
    struct lm_log log = {.arena = arena};
    const struct lm_prize_plan *plan = NULL;
    enum lm_status status = lm_prize_plan_read((const char *)data, size, arena, &log, &plan);
    HOLDS(status == LM_OK || status == LM_INVALID || status == LM_LIMIT);
    HOLDS(status != LM_INVALID || (log.errors > 0 && plan == NULL));
    for (size_t i = 0; status == LM_OK && i < plan->group_count; i++)
        HOLDS(plan->groups[i].name != NULL);
    lm_arena_free(arena);
    return 0;
}
