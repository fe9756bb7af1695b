/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_RATING_LICENCES_H
#define LIMMAT_RATING_LICENCES_H

/*
 * A federation's list of licence holders in its own form: a line each, with any columns.  A person
 * is in it if a line has their FIDE ID, or all words of their name and no year other than that of
 * their birth.
 */

#include "limmat/arena.h"

/* Does ${list}, folded as lm_licences_fold does, have the person of ${fide_id}, ${name} and
 * ${birth}?  Each of them can be "". */
bool lm_licences_have(const char *list, const char *fide_id, const char *name, const char *birth,
                      struct lm_arena *arena);

/* The same of an arbiter as reports name them: "IA Muster, Max (1399199)". */
bool lm_licences_have_arbiter(const char *list, const char *arbiter, struct lm_arena *arena);

/* ${text} prepared for searching; NULL: no memory. */
const char *lm_licences_fold(const char *text, struct lm_arena *arena);

#endif
