/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_TAR_H
#define LIMMAT_SERVER_TAR_H

/* Files as one archive: the ustar format of POSIX.1-2001, pax. */

#include <stddef.h>
#include <stdint.h>

#include "limmat/status.h"
#include "limmat/text.h"

/* Append the file ${path}, at most 99 bytes, of ${length} bytes, changed at ${at}.  LM_LIMIT. */
LM_MUST_CHECK enum lm_status tar_add(struct lm_text *out, const char *path, const char *bytes,
                                     size_t length, int64_t at);
LM_MUST_CHECK enum lm_status tar_end(struct lm_text *out);

#endif
