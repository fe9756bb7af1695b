/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CATEGORY_H
#define LIMMAT_CATEGORY_H

/*
 * Categories: some of the players, chosen by a condition that an arbiter writes, and their ranks
 * among themselves.
 *
 *     category  = [ name ":" ] condition
 *     condition = both { "|" both }                           either holds
 *     both      = term { "&" term }                           all hold
 *     term      = "!" term | "(" condition ")" | test         "!": it does not hold
 *     test      = field [ ("=" | "!=" | "<" | "<=" | ">" | ">=") value { "," value } ]
 *               | "U" age | "S" age
 *
 *     U18               not yet 18 before 1 January of the year of the event, as FIDE defines
 *                       it: born in the year of the event minus 18, or later
 *     S50               reaches 50 in the year of the event, or is older
 *     age < 18          completed years on 1 January of the year of the event
 *     born >= 2008-05-01  date of birth; "2008" is the whole year
 *     sex = w           w (or f), m
 *     fed = SUI,LIE     any of these
 *     rating < 2000     unrated players are in no rating band
 *     title = GM,IM     club = "SK Zürich"     team = Zürich     number <= 20
 *     title             has one; the same with every field
 *
 * Texts are compared without case and diacritics; a missing text is unequal to every value. An
 * unknown rating or date of birth fulfils no comparison, not even "!="; a date of which only the
 * year is known fulfils a test if all days of that year do.  Values with characters other than
 * letters, digits, "-", "/", ".", "'" and blanks are quoted.
 */

#include "limmat/ranking.h"

#ifdef __cplusplus
extern "C" {
#endif

struct lm_category {
    const char *name;      /* the name before the colon, else the condition as written */
    const char *condition; /* as written */
    bool needs_year;       /* it tests an age, which depends on the year of the event */
    bool needs_birth, needs_sex;
    const struct lm_condition *root;
};

/* Parse ${text} into ${*out} in ${arena}.  LM_INVALID with the mistake in ${log}, at ${place}. */
LM_API LM_MUST_CHECK enum lm_status lm_category_parse(const char *text, struct lm_place place,
                                                      struct lm_arena *arena, struct lm_log *log,
                                                      const struct lm_category **out);

/* The members of a category, ranked. */
struct lm_category_ranking {
    uint32_t count;
    const uint32_t *order; /* players, in the order of the standings */
    const uint32_t *rank;  /* by player: from 1, tied players share the best; 0: not a member */
    uint32_t unknown;      /* players without the date of birth or the sex that it asks for */
};

/* Rank the players of ${category} (NULL: all) by the standings ${s} of players.  LM_INVALID if the
 * standings are of teams, or the category tests an age and the event has no start date; ${log}
 * notes players without the date of birth or the sex that it asks for. */
LM_API LM_MUST_CHECK enum lm_status lm_category_rank(const struct lm_standings *s,
                                                     const struct lm_category *category,
                                                     struct lm_arena *arena, struct lm_log *log,
                                                     struct lm_category_ranking *out);

#ifdef __cplusplus
}
#endif
#endif
