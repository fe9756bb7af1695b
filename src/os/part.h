/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_OS_PART_H
#define LIMMAT_OS_PART_H

/* What drafts of a file are called: "NAME.0123456789ab.part" beside it.  Only os/ includes it. */

#include <stdbool.h>

#include "limmat/arena.h"

/* The folder that ${path} is in: "." stands for none given.  NULL: no memory. */
const char *folder_of(const char *path, struct lm_arena *arena);

/* What the names of all drafts of ${path} begin with: of a length that file systems allow.  NULL:
 * no memory. */
const char *part_begin(const char *path, struct lm_arena *arena);

/* A name in the same folder that nobody else takes.  NULL: no memory, or no chance. */
const char *part_name(const char *begin, struct lm_arena *arena);

/* Does ${name}, without a folder, stand behind ${begin} as part_name makes it? */
bool is_part(const char *name, const char *begin);

#endif
