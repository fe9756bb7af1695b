/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_PARTS_H
#define LIMMAT_CLI_PARTS_H

/* A program that is a part of this one, as its main; the first of ${arguments} is its name. */
typedef int part_main(int count, const char *const *arguments);

/* The part called ${name} ("limmat-serve"); NULL: there is none.  Programs are parts of `limmat`
 * where they are to be one file (meson -Done_file=true), and else lie beside it, so that it starts
 * without what only they need. */
part_main *part_named(const char *name);

/* Started by a double click: the window that belongs to this would close upon the help before it is
 * read.  So say what this is, and go on as `limmat serve`, whose status it returns. */
int serve_by_double_click(part_main *serve);

#endif
