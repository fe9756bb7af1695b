/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_BAKU_H
#define LIMMAT_PAIRING_BAKU_H

/* Baku acceleration, C.04.7 (February 2026). */

#include "limmat/tournament.h"

enum { LM_BAKU_STEPS = 2 };

/* Does ${t} leave the virtual points to the program: a code (192, 092) that ends in _BAKU, and no
 * records 250, which take precedence over it? */
bool lm_baku_is_asked(const struct lm_tournament *t);

/* Return why C.04.7 cannot be applied to ${t}, with the remedy; NULL: it can. */
const char *lm_baku_obstacle(const struct lm_tournament *t, const char **remedy);

/* Write the virtual points as records 250 to ${rows}[LM_BAKU_STEPS]; return their number. */
size_t lm_baku_records(const struct lm_tournament *t, struct lm_acceleration *rows);

#endif
