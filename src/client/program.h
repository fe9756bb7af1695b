/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLIENT_PROGRAM_H
#define LIMMAT_CLIENT_PROGRAM_H

/* The programs of an installation and how one of them runs another. */

#include <stddef.h>

#include "limmat/arena.h"

enum { PROGRAM_WORDS = 2 };

/* The words with which the command line of the program ${name} ("limmat-fetch") begins, in
 * ${arena}: its path, beside the one that runs or where it was installed; of programs that are one
 * file (meson -Done_file=true) the path of that, and which of them is meant.  Returns how many
 * words they are; 0: it is not there. */
size_t program_words(const char *name, struct lm_arena *arena, const char *words[PROGRAM_WORDS]);

#endif
