/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_OS_TERMINAL_H
#define LIMMAT_OS_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

/* Is standard output a terminal? */
bool os_output_is_terminal(void);
bool os_errors_are_terminal(void);

/* The number of columns of the terminal of standard output; 0 if it is none, or unknown. */
size_t os_terminal_width(void);

/* Does this program have a window of its own, which closes when it ends?  On Windows, if it was
 * started by a double click, not from a terminal; elsewhere never. */
bool os_has_own_window(void);

/* Wait until Enter is pressed; false: there is no terminal. */
bool os_await_enter(void);

/* Show ${url} in the user's browser, if possible. */
void os_show_page(const char *url);

/* Write ${bytes}, which are UTF-8, to standard output or standard error, at once; a terminal shows
 * the right characters.  false: they could not be written whole, and errno can give the reason. */
bool os_put_output(const char *bytes, size_t length);
void os_put_errors(const char *bytes, size_t length);

#endif
