/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_LOGBOOK_H
#define LIMMAT_SERVER_LOGBOOK_H

/*
 * The log on standard error, written by a thread of its own.  Standard error can stop at any time
 * (a click into a console of Windows, Ctrl-S, a pipe that no one reads), and no request waits for
 * it: what does not fit in the memory of the log is dropped and counted, and the log says how many
 * lines are missing as soon as it is read again.
 */

#include <stdbool.h>
#include <stddef.h>

#include "limmat/text.h"

struct logbook;

/* NULL: no memory, or no thread. */
struct logbook *logbook_start(void);

/* Write what is left, unless standard error has stopped, and free ${book}, which may be NULL. */
void logbook_end(struct logbook *book);

/* Add ${line}, whose last byte is its only '\n'.  Any thread may call; it never waits for standard
 * error. */
void logbook_add(struct logbook *book, const char *line, size_t length);

/* Add ${text} to ${out} as printable ASCII that needs no escape in a JSON string: every other byte,
 * '"', and '\\' as "%XX"; "…" stands for what is beyond ${most} bytes. */
void logbook_printable(struct lm_text *out, const char *text, size_t most);

#endif
