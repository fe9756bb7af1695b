/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_DESK_PEOPLE_H
#define LIMMAT_DESK_PEOPLE_H

/* What the events about those who take part share: entered (events_people.c), gone and back
 * (events_leave.c), as lists have them (events_lists.c), at the end (events_after.c). */

#include "desk/rows.h"

/* The round from which a new player is paired. */
uint32_t lm_desk_first_round(const struct taking *t);

/* The entry of the line's player is taken out of his section, as if it had never been. */
void lm_desk_take_out(struct taking *t);

/* ${words} name players of the section, each once?  ${numbered}: all who have a number. */
bool lm_desk_names_each(const struct taking *t, const struct lm_words *words, bool numbered);

#endif
