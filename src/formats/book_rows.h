/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FORMATS_BOOK_ROWS_H
#define LIMMAT_FORMATS_BOOK_ROWS_H

/* The rows of a sheet while it is converted to text.  Empty cells and rows are written only before
 * something non-empty: sheets can end in a million empty ones. */

#include "formats/xml.h"
#include "formats/zip.h"
#include "limmat/text.h"

/* Limits of a workbook; rows and columns are counted up to the last non-empty cell. */
enum {
    LM_BOOK_ROWS_MOST = 200000,
    LM_BOOK_COLUMNS_MOST = 2000,
    LM_BOOK_CELLS_MOST = 1000000, /* of all sheets, including empty ones that were examined */
    LM_BOOK_MB_MOST = 32          /* of text, with the gaps between its cells */
};

/* The fault of a workbook. */
enum lm_book_fault {
    LM_BOOK_GOOD,
    LM_BOOK_DAMAGED,
    LM_BOOK_CUT,   /* a sheet, or data that its cells refer to, breaks off */
    LM_BOOK_LARGE, /* beyond one of the limits above, or LM_ZIP_MB_MOST */
    LM_BOOK_NO_MEMORY
};

struct lm_book_rows {
    struct lm_archive *archive;
    struct lm_arena *arena;
    struct lm_text text;
    size_t row, column; /* the next one, from 0 */
    size_t written_row, written_column;
    size_t filled;            /* non-empty cells */
    size_t cells;             /* of all sheets */
    enum lm_book_fault fault; /* the first */
    struct lm_text found;     /* the first non-empty sheet, if ${sheets} > 0 */
    size_t sheets;            /* non-empty ones */
};

/* Note ${fault}, if it is a fault and the first one. */
void lm_book_fault(struct lm_book_rows *r, enum lm_book_fault fault);

/* Open the part ${name} for reading; an empty one on ${r}->fault. */
struct lm_xml lm_book_part(struct lm_book_rows *r, const char *name);

/* End the reading of ${x}: note its fault, if any. */
void lm_book_part_end(struct lm_book_rows *r, const struct lm_xml *x);

/* Begin a sheet; end a sheet. */
void lm_book_sheet(struct lm_book_rows *r);
void lm_book_sheet_end(struct lm_book_rows *r);

/* Move to ${row}, ${column}. */
void lm_book_go(struct lm_book_rows *r, size_t row, size_t column);

/* Put ${text} into this cell and the next ones, ${times} in all. */
void lm_book_put(struct lm_book_rows *r, const char *text, size_t times);

/* Repeat this row, whose text begins at ${start} of ${r}->text, ${times} times in all. */
void lm_book_repeat_row(struct lm_book_rows *r, size_t start, size_t times);

/* Return the number ${text} as programs write it ("2450", "2450.0", "1.503014E6") as people do, if
 * it is whole; else unchanged.  NULL: no memory. */
const char *lm_book_number(const char *text, struct lm_arena *arena);

/* Read all sheets of ${r}->archive, as XLSX or as ODS. */
void lm_xlsx_sheets(struct lm_book_rows *r);
void lm_ods_sheets(struct lm_book_rows *r);

#endif
