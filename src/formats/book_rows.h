/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FORMATS_BOOK_ROWS_H
#define LIMMAT_FORMATS_BOOK_ROWS_H

/* A sheet while it becomes text.  Empty cells and rows are written only before something that
 * stands behind them: sheets end in a million of them. */

#include "limmat/text.h"

enum { LM_BOOK_ROWS_MOST = 200000, LM_BOOK_COLUMNS_MOST = 2000 };

struct lm_book_rows {
    struct lm_text text;
    size_t row, column; /* that comes next, from 0 */
    size_t written_row, written_column;
    size_t filled; /* cells that hold something */
    bool bad;      /* more rows or columns than a tournament has, or backwards */
};

struct lm_book_rows lm_book_rows_in(struct lm_arena *arena);

/* Go to ${row}, ${column}. */
void lm_book_go(struct lm_book_rows *r, size_t row, size_t column);

/* The cell here holds ${text}, ${times} times beside each other. */
void lm_book_put(struct lm_book_rows *r, const char *text, size_t times);

/* The number ${text} as programs write it ("2450", "2450.0", "1.503014E6") as people do, where it
 * is whole; else as it is.  NULL: no memory. */
const char *lm_book_number(const char *text, struct lm_arena *arena);

/* The xlsx side and the ods side: the first sheet of ${bytes} that holds something, and how many
 * others do. */
enum lm_status lm_xlsx_sheet(const char *bytes, size_t length, struct lm_arena *arena,
                             struct lm_text *out, size_t *others);
enum lm_status lm_ods_sheet(const char *bytes, size_t length, struct lm_arena *arena,
                            struct lm_text *out, size_t *others);

#endif
