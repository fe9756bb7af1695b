/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_TABLES_H
#define LIMMAT_SERVER_TABLES_H

/* Printouts that are one table, as a page and as PDF (handle_paper.c). */

#include "server/pages.h"

enum { TABLE_COLUMNS_MAX = 24 };

struct table_maker {
    struct visit *v;
    struct table_page page;
    struct cell columns[TABLE_COLUMNS_MAX];
    struct line_row *rows;
    size_t capacity, cell_capacity;
    bool failed;
};

/* Add a column; all columns before the first row. */
void add_column(struct table_maker *m, const char *text, const char *look);

/* Add a row, of as many cells as there are columns, all ""; NULL: no memory. */
struct cell *add_row(struct table_maker *m);

/* Write the page, or the PDF if the query asks for it (SHEET_FIELD of the handler's table). */
LM_MUST_CHECK enum lm_status write_table(struct table_maker *m);

#define SHEET_FIELD                                                                                \
    {                                                                                              \
        "pdf", FORM_CHOICE, 0, 10, "|a4|letter", false                                             \
    }

#endif
