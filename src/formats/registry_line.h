/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FORMATS_REGISTRY_LINE_H
#define LIMMAT_FORMATS_REGISTRY_LINE_H

/* Declarations shared by the reader and the writer of a registry file; the format is in
 * registry_files.h. */

#include "limmat/registry.h"

#define REGISTRY_MAGIC "limmat-registry 3 "

/* "end " NAMES " " WORDS " " PEOPLE " " SUM "\n"; a file of version 1 has no words, one of version
 * 2 no sum. */
enum {
    OFFSET = 18,
    SUM = 16,
    TRAILER_1 = 4 + OFFSET + 1 + 10 + 1,
    TRAILER_2 = TRAILER_1 + OFFSET + 1,
    TRAILER_3 = TRAILER_2 + SUM + 1
};

/* The indices of a registry file, and the sum that identifies the file they belong to: the sum of
 * those of all people and of the indices themselves. */
struct registry_indices {
    const char *bytes;
    size_t length;
    size_t words; /* the place in ${bytes} of those of words */
    char sum[SUM + 1];
};

/* false: not a registry file, or one of a version without a sum. */
bool lm_registry_indices_in(const char *bytes, size_t length, struct registry_indices *out);

/* Can ${person} be written and read back?  If not, ${*column} names the column that prevents it. */
bool lm_registry_can_hold(const struct lm_person *person, const char **column);

#endif
