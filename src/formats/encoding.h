/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FORMATS_ENCODING_H
#define LIMMAT_FORMATS_ENCODING_H

#include <stddef.h>

#include "limmat/arena.h"
#include "limmat/status.h"

/* Remove the wrapping of spreadsheets and editors from ${*bytes}: UTF-16 becomes UTF-8 (half a pair
 * U+FFFD), byte order marks are dropped.  LM_LIMIT. */
LM_MUST_CHECK enum lm_status lm_unwrap(struct lm_arena *arena, const char **bytes, size_t *length);

/* Convert ${*bytes} to UTF-8: unchanged if they are valid, else from Windows-1252.  LM_LIMIT. */
LM_MUST_CHECK enum lm_status lm_as_utf8(struct lm_arena *arena, const char **bytes, size_t *length);

#endif
