/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FEDERATION_H
#define LIMMAT_FEDERATION_H

/*
 * An invented federation: people with a playing strength, and the events they play month by month.
 * For tests, benchmarks and studies of drift: the true strength is known here.
 *
 * The same seed makes the same federation on every machine.
 */

#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/export.h"
#include "limmat/random.h"
#include "limmat/registry.h"

#ifdef __cplusplus
extern "C" {
#endif

struct lm_federation {
    struct lm_random random;
    int32_t *strength; /* by index in the registry; it changes a little every month */
    int32_t *debut;    /* lm_month_of the list before which the person does not play */
    size_t count;
};

/* Fill ${registry}, which is empty and has the day of the list, with ${players} people: nine of ten
 * rated near their strength, with K by ${rules}, the others newcomers who begin to play within
 * ${months} months.  Everything lives in the registry's arena. */
LM_API LM_MUST_CHECK enum lm_status lm_federation_found(struct lm_federation *federation,
                                                        struct lm_registry *registry,
                                                        const struct lm_rating_rules *rules,
                                                        size_t players, int32_t months,
                                                        uint64_t seed);

/* The events of the month before the list of day ${list}, about ${games} games in all, in ${arena}:
 * Swisses, team events, round robins and matches, with some forfeits.  Results follow the true
 * strengths. */
LM_API LM_MUST_CHECK enum lm_status
lm_federation_play(struct lm_federation *federation, const struct lm_registry *registry,
                   int32_t list, size_t games, struct lm_arena *arena,
                   struct lm_rating_event **events, size_t *count);

#ifdef __cplusplus
}
#endif
#endif
