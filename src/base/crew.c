/* SPDX-License-Identifier: Apache-2.0 */
#include "base/crew.h"

static void do_alone(const struct lm_task *task, size_t workers)
{
    (void)workers;
    for (size_t part = 0; part < task->parts; part++) {
        task->make(task->context, part, 0);
        if (task->hand_on != NULL)
            task->hand_on(task->context, part, 0);
    }
}

struct lm_crew lm_crew_alone(struct lm_arena **own)
{
    return (struct lm_crew){.workers = 1, .arenas = own, .share = do_alone};
}
