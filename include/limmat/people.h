/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PEOPLE_H
#define LIMMAT_PEOPLE_H

/* Rows of people as somebody has them: copied from a spreadsheet, from a mail, typed.  Columns are
 * known by their heads (in several languages) or by what stands in them; the rows as understood are
 * to be looked at before anything is entered. */

#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/export.h"
#include "limmat/status.h"
#include "limmat/told.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { LM_PEOPLE_ROWS_MAX = 2000, LM_PEOPLE_COLUMNS_MAX = 24, LM_PEOPLE_DOUBTS_MAX = 4 };

/* A row as understood; "" and 0 where nothing is said, or nothing that could be understood: then a
 * doubt says what is left out. */
struct lm_people_row {
    const char *title, *name, *federation, *fide_id, *birth, *club, *sex;
    int32_t rating;
    int32_t national;   /* beside one of FIDE's; 0 where the rows have one kind of rating alone */
    const char *unread; /* cells that became nothing, "Handy: 079 …; Bemerkung: late"; "" none */
    const struct lm_told *doubts[LM_PEOPLE_DOUBTS_MAX]; /* the first ${doubt_count}, more untold */
    size_t doubt_count;
};

/* A column of the rows and what it became: the member of lm_people_row, "" for nothing (its cells
 * are in ${unread}, but for the numbers of the rows). */
struct lm_people_column {
    const char *head; /* "" when the rows have none */
    const char *became;
};

struct lm_people {
    struct lm_people_row *rows;
    struct lm_people_column *columns;
    size_t row_count, column_count;
};

/* Understand ${bytes}, UTF-8, UTF-16 or Windows-1252: ${*rows} in ${arena}; ${today}
 * is the year.  What is unsure is said in each row's ${doubts}.  LM_LIMIT when there are too many.
 * A workbook (XLSX, ODS) is taken for the table in it.  LM_INVALID, with the reason in ${log} (may
 * be NULL): the workbook cannot be read, or ${bytes} are no text. */
LM_API LM_MUST_CHECK enum lm_status lm_people_read(const char *bytes, size_t length, int today,
                                                   struct lm_arena *arena, struct lm_log *log,
                                                   struct lm_people_row **rows, size_t *count);

/* The same with the columns of the rows, into ${*out}. */
LM_API LM_MUST_CHECK enum lm_status lm_people_read_all(const char *bytes, size_t length, int today,
                                                       struct lm_arena *arena, struct lm_log *log,
                                                       struct lm_people *out);

#ifdef __cplusplus
}
#endif
#endif
