/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_TESTS_PACKED_H
#define LIMMAT_TESTS_PACKED_H

/* Vectors packed as .jsonl.xz: unpacked by the xz command, parsed line by line. */

#include "limmat/json.h"

/* Call ${visit} for each JSON object of the packed file ${path}; return their number, 0 if it
 * cannot be read.  Each object lives until ${visit} returns. */
int for_each_packed(const char *path, void (*visit)(const struct lm_json *object, void *context),
                    void *context);

/* Return the integer member ${key}; ${otherwise} if it is absent. */
int packed_int(const struct lm_json *object, const char *key, int otherwise);

#endif
