/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_LICENCES_H
#define LIMMAT_SERVER_LICENCES_H

/*
 * A federation's list of those who have a licence, as it gives it: a line each, with whatever
 * columns.  A player is in it when a line has their FIDE ID, or all words of their name and no
 * other year than that of their birth.
 */

#include "limmat/desk.h"

/* Does ${list}, folded as licences_fold does, have ${person}? */
bool licences_have(const char *list, const struct lm_desk_person *person, struct lm_arena *arena);

/* ${text} as it is searched; NULL: no memory. */
const char *licences_fold(const char *text, struct lm_arena *arena);

#endif
