/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_HANDS_H
#define LIMMAT_CLI_HANDS_H

/* All processors as a crew for the library. */

#include "base/crew.h"

struct hands {
    struct lm_crew crew;
    struct lm_arena *arenas[LM_CREW_MOST];
};

/* Make a crew whose first worker has ${own}; the crew must not be copied or moved.  LM_LIMIT, with
 * nothing held, if memory runs out.  Afterwards hands_leave frees the memory of the others, or
 * hands_give passes it to the first. */
LM_MUST_CHECK enum lm_status hands_join(struct hands *hands, struct lm_arena *own);
void hands_leave(struct hands *hands);
void hands_give(struct hands *hands);

#endif
