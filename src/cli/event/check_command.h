/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_CHECK_COMMAND_H
#define LIMMAT_CLI_CHECK_COMMAND_H

/* Declarations shared by `check`, `-check` and `audit`. */

#include "cli/core/command.h"
#include "limmat/answers.h"

/* The files that operands name, directly or by their folder. */
struct paths {
    struct run *run;
    const char **all;
    size_t count, capacity;
};

/* Put the operands of the run into ${paths}, and for a folder the tournament files in it and below.
 */
LM_MUST_CHECK enum lm_status find_files(struct paths *paths);

/* Append a line for each wrong declaration of ${checked}, after ${prefix}, and how to find out
 * more. */
void write_wrong_declarations(const struct lm_checked *checked, const char *prefix,
                              struct lm_text *out);

#endif
