/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_HANDS_H
#define LIMMAT_CLI_HANDS_H

/* All processors as a crew for the library. */

#include "base/crew.h"

struct hands {
    struct lm_crew crew;
    struct lm_arena *arenas[LM_CREW_MOST];
};

/* A crew whose first worker has ${own}; not to be copied or moved.  LM_LIMIT, nothing being held,
 * without memory; else hands_leave gives back what the others had, or hands_give leaves it to the
 * first. */
LM_MUST_CHECK enum lm_status hands_join(struct hands *hands, struct lm_arena *own);
void hands_leave(struct hands *hands);
void hands_give(struct hands *hands);

#endif
