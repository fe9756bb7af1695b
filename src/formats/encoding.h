/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FORMATS_ENCODING_H
#define LIMMAT_FORMATS_ENCODING_H

#include <stddef.h>

#include "limmat/arena.h"
#include "limmat/status.h"

/* ${*bytes} without what spreadsheets and editors wrap a text in: UTF-16 becomes UTF-8 (half a pair
 * U+FFFD), byte order marks go.  LM_LIMIT. */
LM_MUST_CHECK enum lm_status lm_unwrap(struct lm_arena *arena, const char **bytes, size_t *length);

/* ${*bytes} as UTF-8: as they are if they are that, else taken for Windows-1252.  LM_LIMIT. */
LM_MUST_CHECK enum lm_status lm_as_utf8(struct lm_arena *arena, const char **bytes, size_t *length);

#endif
