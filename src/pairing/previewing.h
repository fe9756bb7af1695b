/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_PREVIEWING_H
#define LIMMAT_PAIRING_PREVIEWING_H

/* Counts of possible opponents, shared by preview and forecast. */

#include "limmat/preview.h"

/* Record the meetings of ${pairs} among ${players}; ${capacities} has a 0 for each at first.
 * Return false if there is no memory. */
bool lm_preview_count(struct lm_arena *arena, const struct lm_pair *pairs, uint32_t count,
                      struct lm_preview_player *players, size_t *capacities);

/* Sort by frequency, the most frequent meetings first. */
void lm_preview_sort(struct lm_preview_player *players, uint32_t count);

#endif
