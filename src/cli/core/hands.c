/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/core/hands.h"

#include "os/threads.h"

static void share(const struct lm_task *task, size_t workers)
{
    pool_run(&(struct pool){.count = task->parts,
                            .workers = workers,
                            .work = task->make,
                            .hand_on = task->hand_on,
                            .context = task->context});
}

enum lm_status hands_join(struct hands *hands, struct lm_arena *own)
{
    size_t most = os_processors();
    hands->arenas[0] = own;
    hands->crew = (struct lm_crew){.workers = 1, .arenas = hands->arenas, .share = share};
    while (hands->crew.workers < most && hands->crew.workers < LM_CREW_MOST) {
        if (lm_arena_new(&hands->arenas[hands->crew.workers], NULL, 0) != LM_OK) {
            hands_leave(hands);
            return LM_LIMIT;
        }
        hands->crew.workers++;
    }
    return LM_OK;
}

void hands_leave(struct hands *hands)
{
    for (size_t i = 1; i < hands->crew.workers; i++)
        lm_arena_free(hands->arenas[i]);
}

void hands_give(struct hands *hands)
{
    for (size_t i = 1; i < hands->crew.workers; i++)
        lm_arena_absorb(hands->arenas[0], hands->arenas[i]);
}
