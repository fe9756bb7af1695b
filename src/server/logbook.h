/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_LOGBOOK_H
#define LIMMAT_SERVER_LOGBOOK_H

/*
 * The log on standard error, written by a thread of its own. Standard error can stop at any time (a
 * click into a console of Windows, Ctrl-S, a pipe that no one reads), and no request waits for it.
 * Lines that do not fit in the log's memory are dropped and counted, and the log reports how many
 * are missing as soon as it can write again.
 */

#include <stdbool.h>
#include <stddef.h>

#include "limmat/text.h"

struct logbook;

/* Start the log and its thread; NULL: no memory, or no thread. */
struct logbook *logbook_start(void);

/* Write the remaining lines, unless standard error has stopped, and free ${book}, which can be
 * NULL. */
void logbook_end(struct logbook *book);

/* Add ${line}, whose last byte is its only '\n'. Any thread can call this; it never waits for
 * standard error. */
void logbook_add(struct logbook *book, const char *line, size_t length);

/* Add ${text} to ${out} as printable ASCII that needs no escape in a JSON string: every other byte,
 * '"', and '\\' as "%XX"; "…" replaces the part beyond ${most} bytes. */
void logbook_printable(struct lm_text *out, const char *text, size_t most);

#endif
