/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PEOPLE_H
#define LIMMAT_PEOPLE_H

/* Rows of people, copied from a spreadsheet or a mail, or typed.  Columns are recognised by their
 * headings (in several languages) or their contents; show the rows as understood before entering
 * them. */

#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/export.h"
#include "limmat/message.h"
#include "limmat/status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { LM_PEOPLE_ROWS_MAX = 2000, LM_PEOPLE_COLUMNS_MAX = 24, LM_PEOPLE_DOUBTS_MAX = 4 };

/* A row as understood; "" and 0 if a value is missing or not understood; a doubt then names it. */
struct lm_people_row {
    const char *title, *name, *federation, *fide_id, *birth, *club, *sex;
    int32_t rating;
    int32_t national;   /* beside one of FIDE's; 0 if the rows have only one kind of rating */
    const char *unread; /* cells that were not used, "Handy: 079 …; Bemerkung: late"; "" none */
    const struct lm_message *doubts[LM_PEOPLE_DOUBTS_MAX]; /* ${doubt_count}, others are dropped */
    size_t doubt_count;
};

/* A column of the rows and its use: the member of lm_people_row, "" for none (its cells are in
 * ${unread}, except the numbers of the rows). */
struct lm_people_column {
    const char *head; /* "" when the rows have none */
    const char *became;
};

struct lm_people {
    struct lm_people_row *rows;
    struct lm_people_column *columns;
    size_t row_count, column_count;
};

/* Parse ${bytes}, UTF-8, UTF-16 or Windows-1252: ${*rows} in ${arena}; ${today} is the year.  Each
 * row's ${doubts} name its uncertain values.  LM_LIMIT when there are too many. Of a workbook
 * (XLSX, ODS) the table in it is read.  LM_INVALID, with the reason in ${log} (may be NULL): the
 * workbook cannot be read, or ${bytes} are not text. */
LM_API LM_MUST_CHECK enum lm_status lm_people_read(const char *bytes, size_t length, int today,
                                                   struct lm_arena *arena, struct lm_log *log,
                                                   struct lm_people_row **rows, size_t *count);

/* Do the same, with the columns of the rows, into ${*out}. */
LM_API LM_MUST_CHECK enum lm_status lm_people_read_all(const char *bytes, size_t length, int today,
                                                       struct lm_arena *arena, struct lm_log *log,
                                                       struct lm_people *out);

#ifdef __cplusplus
}
#endif
#endif
