/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_SHEET_TEXT_H
#define LIMMAT_CLI_SHEET_TEXT_H

/* Sheets as text: see site/sheet.h. */

#include "cli/core/command.h"
#include "site/sheet.h"

/* Return the number of columns for text: that of the option ${width} (NULL: not an option here),
 * else that of the terminal, else the environment's COLUMNS; 0: unlimited. */
size_t line_width_of(const struct run *run, const struct value *width);

/* Append ${s}; tables are shortened, thinned and folded to ${width} columns (0: unlimited). */
void write_sheet_text(const struct sheet *s, size_t width, struct lm_text *out);

#endif
