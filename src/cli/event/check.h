/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_CHECK_H
#define LIMMAT_CLI_CHECK_H

/* What `check` and `-check` share. */

#include "limmat/answers.h"

/* Append a line for each declaration of ${checked} that does not follow, ${prefix} before it, and
 * how to find out more. */
void write_wrong_declarations(const struct lm_checked *checked, const char *prefix,
                              struct lm_text *out);

#endif
