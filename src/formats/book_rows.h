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
    LM_BOOK_CELLS_MOST =
        1000000,         /* of all sheets, empty ones that had to be looked at among them */
    LM_BOOK_MB_MOST = 32 /* of text, with the gaps between its cells */
};

/* The fault of a workbook. */
enum lm_book_fault {
    LM_BOOK_GOOD,
    LM_BOOK_DAMAGED,
    LM_BOOK_CUT,   /* a sheet, or what its cells refer to, breaks off */
    LM_BOOK_LARGE, /* more than one of the numbers above, or LM_ZIP_MB_MOST */
    LM_BOOK_NO_MEMORY
};

struct lm_book_rows {
    struct lm_archive *archive;
    struct lm_arena *arena;
    struct lm_text text;
    size_t row, column; /* that comes next, from 0 */
    size_t written_row, written_column;
    size_t filled;            /* cells that hold something */
    size_t cells;             /* of all sheets */
    enum lm_book_fault fault; /* the first */
    struct lm_text found;     /* the first sheet that holds something, when ${sheets} > 0 */
    size_t sheets;            /* that hold something */
};

/* Note ${fault}, if it is one and the first. */
void lm_book_fault(struct lm_book_rows *r, enum lm_book_fault fault);

/* The part ${name}, to go through; nothing to go through: ${r}->fault. */
struct lm_xml lm_book_part(struct lm_book_rows *r, const char *name);

/* End the reading of ${x}: note its fault, if any. */
void lm_book_part_end(struct lm_book_rows *r, const struct lm_xml *x);

/* A sheet begins; a sheet ends. */
void lm_book_sheet(struct lm_book_rows *r);
void lm_book_sheet_end(struct lm_book_rows *r);

/* Go to ${row}, ${column}. */
void lm_book_go(struct lm_book_rows *r, size_t row, size_t column);

/* The cell here holds ${text}, ${times} times beside each other. */
void lm_book_put(struct lm_book_rows *r, const char *text, size_t times);

/* The row here, whose text begins at ${start} of ${r}->text, is there ${times} times. */
void lm_book_repeat_row(struct lm_book_rows *r, size_t start, size_t times);

/* The number ${text} as programs write it ("2450", "2450.0", "1.503014E6") as people do, where it
 * is whole; else as it is.  NULL: no memory. */
const char *lm_book_number(const char *text, struct lm_arena *arena);

/* The xlsx side and the ods side: all sheets of ${r}->archive. */
void lm_xlsx_sheets(struct lm_book_rows *r);
void lm_ods_sheets(struct lm_book_rows *r);

#endif
