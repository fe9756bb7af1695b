/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FORMATS_FOREIGN_H
#define LIMMAT_FORMATS_FOREIGN_H

/*
 * The table of formats, and other programs' files that are recognised but not read.  Both exist
 * twice: in full (format_table.c, foreign.c), and for the module of browsers (small.c), which a
 * visitor downloads, without workbooks and other programs' binary files.
 */

#include "limmat/formats.h"

/* The text formats, then the others. */
extern const struct lm_format lm_format_table[];
extern const size_t lm_format_texts, lm_format_count;

/* Is it a known file that cannot be read, by its first bytes or, if ${file} is not NULL, by its
 * extension?  Then log what it is and what to do instead. */
bool lm_foreign_refused(const char *bytes, size_t length, const char *file, struct lm_log *log);

#endif
