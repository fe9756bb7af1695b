/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FORMATS_HEADS_H
#define LIMMAT_FORMATS_HEADS_H

#include "formats/lines.h"

/* Return the meaning of a column of people headed ${name}, in any of the known languages, as the
 * member of a player ("name", "rating", "birth" …); NULL: unknown. */
const char *lm_head_meant(struct lm_field name, struct lm_arena *arena);

/* Ratings of another scale, as a linear function: ${base} + ${factor} times the value. */
struct lm_scale {
    const char *name;
    int base, factor;
};

/* Return the scale of a column headed ${name} (INGO, BCF); NULL: it names none, so the ratings are
 * Elo. */
const struct lm_scale *lm_head_scale(struct lm_field name, struct lm_arena *arena);

/* Convert ${cell}, a value with at most one decimal, to a rating; false: the scale has no such
 * value. */
bool lm_scale_rating(const struct lm_scale *scale, const char *cell, int32_t *rating);

/* Is ${cell} a FIDE title ("WFM")? */
bool lm_is_title(const char *cell);

#endif
