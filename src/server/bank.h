/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_BANK_H
#define LIMMAT_SERVER_BANK_H

/*
 * Tables of text from banks and federations: cells separated by ";", "," or tabs, some in quotes.
 * Every bank has its own columns.  A statement is read by the names of its columns, in five
 * languages, otherwise by the look of its cells.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/date.h"

enum { CSV_CELLS = 40 };

struct csv_row {
    unsigned line;
    const char *whole; /* the line, without its end */
    const char *cells[CSV_CELLS];
    size_t count;
};

/* Return the non-empty rows of ${text}, in ${arena}; NULL: no memory.  Cells are text, never
 * formulas. */
struct csv_row *csv_rows(const char *text, struct lm_arena *arena, size_t *count);

/* Return ${bytes} as UTF-8: unchanged if valid, otherwise read as Latin-1; NULL: no memory. */
const char *csv_text(const char *bytes, size_t length, struct lm_arena *arena);

/* Read an amount of money in hundredths: "1'234.50", "1.234,50", "CHF 60.-". false: not an amount.
 */
bool bank_amount(const char *cell, int64_t *hundredths);

/* Read a date, "14.07.2026" or "2026-07-14", into ${out}. false: the whole cell is not a date. */
bool bank_day(const char *cell, struct lm_date *out);

/* A payment received. */
struct bank_row {
    unsigned line;
    const char *whole, *text; /* the line; its cells for display, joined by " · " */
    struct lm_date day;       /* valid if ${dated} */
    bool dated;
    int64_t hundredths;
};

/* Return the rows of ${text} that credit the account; NULL: no memory. */
struct bank_row *bank_read(const char *text, struct lm_arena *arena, size_t *count);

/* Does ${text} contain ${reference}, letters and digits, possibly with blanks, "-" or "." between
 * them? */
bool bank_names(const char *text, const char *reference);

#endif
