/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FORMATS_HEADS_H
#define LIMMAT_FORMATS_HEADS_H

#include "formats/lines.h"

/* Return the meaning of a column of people headed ${name}, in any of the known languages, as the
 * member of a player ("name", "rating", "birth" …); NULL: unknown. */
const char *lm_head_meant(struct lm_field name, struct lm_arena *arena);

/* Ratings of another kind, as a linear function: ${base} + ${factor} times the value. */
struct lm_scale {
    const char *name;
    int base, factor;
};

/* The scale of a column headed ${name} (INGO, BCF); NULL: none is named, the column has Elo's. */
const struct lm_scale *lm_head_scale(struct lm_field name, struct lm_arena *arena);

/* The rating of ${cell}, a value with at most one decimal; false: the scale has no such value. */
bool lm_scale_rating(const struct lm_scale *scale, const char *cell, int32_t *rating);

/* Is ${cell} a title of FIDE's ("WFM")? */
bool lm_is_title(const char *cell);

#endif
