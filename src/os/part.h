/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_OS_PART_H
#define LIMMAT_OS_PART_H

/* Names of the drafts of a file: "NAME.0123456789ab.part" beside it.  Only os/ includes it. */

#include <stdbool.h>

#include "limmat/arena.h"

/* The folder that ${path} is in: "." if it names none.  NULL: no memory. */
const char *folder_of(const char *path, struct lm_arena *arena);

/* The beginning of the names of all drafts of ${path}: of a length that file systems allow.  NULL:
 * no memory. */
const char *part_begin(const char *path, struct lm_arena *arena);

/* A name in the same folder that no one else uses.  NULL: no memory, or no random bytes. */
const char *part_name(const char *begin, struct lm_arena *arena);

/* Does ${name}, without a folder, begin with ${begin} and end as part_name makes it? */
bool is_part(const char *name, const char *begin);

#endif
