/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_PARTS_H
#define LIMMAT_CLI_PARTS_H

/* The main function of a program that is a part of this one; the first of ${arguments} is its name.
 */
typedef int part_main(int count, const char *const *arguments);

/* Return the part called ${name} ("limmat-serve"); NULL: there is none.  Programs are parts of
 * `limmat` if it is built as one file (meson -Done_file=true); otherwise they are separate files,
 * so that `limmat` starts without the libraries that only they need. */
part_main *part_named(const char *name);

/* Handle a start by a double click, where a window with the help would close before it is read: say
 * what this program is, and go on as `limmat serve`, whose status is returned. */
int serve_by_double_click(part_main *serve);

#endif
