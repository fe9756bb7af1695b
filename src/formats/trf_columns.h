/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FORMATS_TRF_COLUMNS_H
#define LIMMAT_FORMATS_TRF_COLUMNS_H

#include "formats/lines.h"

/* Correct the player's record (001) ${line} if its columns are shifted, and report characters in
 * columns that cannot hold them, before any of the line is read. */
void lm_trf_straighten(struct lm_reading *r, struct lm_line *line);

#endif
