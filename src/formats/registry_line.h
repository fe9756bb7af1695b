/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FORMATS_REGISTRY_LINE_H
#define LIMMAT_FORMATS_REGISTRY_LINE_H

/* What the reader and the writer of a registry file agree on; the format is in registry_files.h. */

#include "limmat/registry.h"

#define REGISTRY_MAGIC "limmat-registry 2 "

/* "end " NAMES " " WORDS " " PEOPLE "\n"; a file of version 1 has no words. */
enum { OFFSET = 18, TRAILER_1 = 4 + OFFSET + 1 + 10 + 1, TRAILER_2 = TRAILER_1 + OFFSET + 1 };

/* Would what is written of ${person} be read back?  ${*column} names what would not. */
bool lm_registry_can_hold(const struct lm_person *person, const char **column);

#endif
