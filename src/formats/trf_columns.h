/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FORMATS_TRF_COLUMNS_H
#define LIMMAT_FORMATS_TRF_COLUMNS_H

#include "formats/lines.h"

/* Put the player's record (001) ${line} straight when its columns are shifted, and tell what stands
 * where nothing may: before anything of it is read. */
void lm_trf_straighten(struct lm_reading *r, struct lm_line *line);

#endif
