/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_PASTE_H
#define LIMMAT_SERVER_PASTE_H

/* Rows of people as somebody has them: copied from a spreadsheet, from a mail, typed.  Columns are
 * known by their heads (in several languages) or by what stands in them; the rows as understood are
 * shown before anything is entered. */

#include <stddef.h>

#include "limmat/arena.h"
#include "limmat/status.h"
#include "server/pages.h"

enum { PASTE_ROWS_MAX = 2000, PASTE_COLUMNS_MAX = 24 };

/* Understand ${text}: ${*rows} in ${arena}; ${today} is the year.  What is unsure is said in each
 * row's ${doubt}.  LM_LIMIT when there are too many. */
LM_MUST_CHECK enum lm_status paste_read(const char *text, int today, struct lm_arena *arena,
                                        struct understood **rows, size_t *count);

#endif
