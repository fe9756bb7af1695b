/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_CORE_NAMES_H
#define LIMMAT_CLI_CORE_NAMES_H

/* People named by parts of their names, as they are typed in haste: "jansen", "muller k". */

#include <stdbool.h>

#include "limmat/arena.h"

/* Return ${text} without case and accents, each word after a blank: " muller karl".  NULL: no
 * memory. */
const char *name_folded(struct lm_arena *arena, const char *text);

/* Does each word of ${called} (" muller k") begin a word of ${name}?  Both folded. */
bool name_is_called(const char *name, const char *called);

#endif
