/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CHAMPIONSHIP_DEFINITION_READ_H
#define LIMMAT_CHAMPIONSHIP_DEFINITION_READ_H

/* The parts of the definition reader; each reports its mistakes and continues. */

#include "championship/championship_fields.h"
#include "championship/definition.h"

void lm_definition_formats(struct fields *f, const struct lm_json *root, struct lm_definition *d);
void lm_definition_stages(struct fields *f, const struct lm_json *root, struct lm_definition *d);

/* Make a definition from parsed JSON, which it keeps. */
enum lm_status lm_definition_from(struct lm_json *root, const struct lm_setting *settings,
                                  size_t count, bool suggested, struct lm_arena *arena,
                                  struct lm_log *log, struct lm_definition **out);

#endif
