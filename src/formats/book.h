/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FORMATS_BOOK_H
#define LIMMAT_FORMATS_BOOK_H

/*
 * Workbooks: Office Open XML (XLSX) and OpenDocument (ODS).  The first non-empty sheet is converted
 * to the text of a table, which lm_csv_read and lm_people_read understand: columns are recognised
 * by the same heads, and a mistake is reported with its row.
 */

#include "limmat/formats.h"

bool lm_xlsx_looks_like(const char *bytes, size_t length);
bool lm_ods_looks_like(const char *bytes, size_t length);

/* Convert the table of the workbook ${*bytes} to text: cells separated by tabs, a line for each
 * row.  LM_OK and unchanged: it is not a workbook.  LM_INVALID: it is damaged, or empty (the log,
 * which can be NULL, says which). */
LM_MUST_CHECK enum lm_status lm_book_unwrap(struct lm_arena *arena, struct lm_log *log,
                                            const char **bytes, size_t *length);

/* Read the table as lm_csv_read does. */
enum lm_status lm_book_read(const char *bytes, size_t length, const struct lm_read_options *options,
                            struct lm_arena *arena, struct lm_log *log, struct lm_tournament **out);

/* xlsx_write.c: players with their results (which are read back), standings, pairings by round. */
enum lm_status lm_xlsx_write(const struct lm_tournament *t, const struct lm_write_options *options,
                             struct lm_log *log, struct lm_text *out);

#endif
