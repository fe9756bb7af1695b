/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FORMATS_TUNX_H
#define LIMMAT_FORMATS_TUNX_H

/* Tournaments of Swiss-Manager (TUNX), read only: docs/format-others.md. */

#include "limmat/formats.h"

bool lm_tunx_looks_like(const char *bytes, size_t length);

enum lm_status lm_tunx_read(const char *bytes, size_t length, const struct lm_read_options *options,
                            struct lm_arena *arena, struct lm_log *log, struct lm_tournament **out);

#endif
