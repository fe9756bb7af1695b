/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_DESK_PEOPLE_H
#define LIMMAT_DESK_PEOPLE_H

/* Shared parts of the events about participants: entry (events_people.c), leaving and returning
 * (events_leave.c), lists (events_lists.c), the end (events_after.c). */

#include "desk/rows.h"

/* Return the round from which a new player is paired. */
uint32_t lm_desk_first_round(const struct taking *t);

/* Remove the entry of the line's player from the section, as if it had never been made. */
void lm_desk_take_out(struct taking *t);

/* Does ${words} name players of the section, each once?  With ${numbered}: all numbered ones. */
bool lm_desk_names_each(const struct taking *t, const struct lm_words *words, bool numbered);

#endif
