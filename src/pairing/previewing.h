/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_PREVIEWING_H
#define LIMMAT_PAIRING_PREVIEWING_H

/* Counting whom somebody meets, which preview and forecast share. */

#include "limmat/preview.h"

/* Note the meetings of ${pairs} among ${players}; ${capacities} has a 0 for each at first.  False:
 * no memory. */
bool lm_preview_count(struct lm_arena *arena, const struct lm_pair *pairs, uint32_t count,
                      struct lm_preview_player *players, size_t *capacities);

/* The most frequent meetings first. */
void lm_preview_sort(struct lm_preview_player *players, uint32_t count);

#endif
