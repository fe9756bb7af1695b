/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FORMATS_HEADS_H
#define LIMMAT_FORMATS_HEADS_H

#include "formats/lines.h"

/* What a column of people headed ${name} holds, in any of the languages that are known, as the
 * member of a player ("name", "rating", "birth" …); NULL: it is not known. */
const char *lm_head_meant(struct lm_field name, struct lm_arena *arena);

/* Is ${cell} a title of FIDE's ("WFM")? */
bool lm_is_title(const char *cell);

#endif
