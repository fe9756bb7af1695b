/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_CHAMPIONSHIP_H
#define LIMMAT_CLI_CHAMPIONSHIP_H

#include "base/embedded.h"
#include "cli/core/command.h"
#include "limmat/championship.h"

/* The definitions that come with Limmat. */
extern const struct embedded shipped_definitions[];

/* Load the definition that the first operand names, shipped or a file, with the settings NAME=VALUE
 * of the operands from ${first_setting} on; if ${suggested}, open settings get their suggested
 * values. */
LM_MUST_CHECK enum lm_status load_definition(struct run *run, size_t first_setting, bool suggested,
                                             struct lm_definition **definition);

#endif
