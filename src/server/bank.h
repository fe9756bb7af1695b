/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_BANK_H
#define LIMMAT_SERVER_BANK_H

/*
 * What a bank, or a federation, gives as a table of text: cells apart by ";", "," or tabs, some in
 * quotes.  Every bank has its own columns: a statement is read by the names of its columns in five
 * languages, else by what its cells look like.
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

/* The rows of ${text} that have anything in them, in ${arena}; NULL: no memory.  A cell is never
 * taken for a formula: it is text. */
struct csv_row *csv_rows(const char *text, struct lm_arena *arena, size_t *count);

/* ${bytes} as UTF-8: as they are if they are that, else taken for Latin-1; NULL: no memory. */
const char *csv_text(const char *bytes, size_t length, struct lm_arena *arena);

/* ${cell} as an amount of money in hundredths: "1'234.50", "1.234,50", "CHF 60.-".  false: none. */
bool bank_amount(const char *cell, int64_t *hundredths);

/* ${cell} as a whole day, "14.07.2026" or "2026-07-14", into ${out}.  false: it is none. */
bool bank_day(const char *cell, struct lm_date *out);

/* Money that came in. */
struct bank_row {
    unsigned line;
    const char *whole, *text; /* the line as it is; its cells to be read, apart by " · " */
    struct lm_date day;       /* where ${dated} */
    bool dated;
    int64_t hundredths;
};

/* The rows of ${text} that credit the account; NULL: no memory. */
struct bank_row *bank_read(const char *text, struct lm_arena *arena, size_t *count);

/* Does ${text} have ${reference}, letters and digits, in it, whatever stands between its letters?
 */
bool bank_names(const char *text, const char *reference);

#endif
