/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_CHECK_H
#define LIMMAT_CLI_CHECK_H

/* What `check`, `-check` and `audit` share. */

#include "cli/core/command.h"
#include "limmat/answers.h"

/* The files that operands name, directly or by their folder. */
struct paths {
    struct run *run;
    const char **all;
    size_t count, capacity;
};

/* Put into ${paths} the operands of its run, and for a folder the tournament files in it and below.
 */
LM_MUST_CHECK enum lm_status find_files(struct paths *paths);

/* Append a line for each declaration of ${checked} that does not follow, ${prefix} before it, and
 * how to find out more. */
void write_wrong_declarations(const struct lm_checked *checked, const char *prefix,
                              struct lm_text *out);

#endif
