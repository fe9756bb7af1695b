/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FORMATS_JSON_H
#define LIMMAT_FORMATS_JSON_H

/* Limmat's own format, "limmat-tournament/1": docs/format-json.md and its JSON Schema. */

#include "limmat/formats.h"

bool lm_json_looks_like(const char *bytes, size_t length);

enum lm_status lm_json_tournament_read(const char *bytes, size_t length,
                                       const struct lm_read_options *options,
                                       struct lm_arena *arena, struct lm_log *log,
                                       struct lm_tournament **out);

enum lm_status lm_json_tournament_write(const struct lm_tournament *t,
                                        const struct lm_write_options *options, struct lm_log *log,
                                        struct lm_text *out);

#endif
