/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_CORE_NEAR_H
#define LIMMAT_CLI_CORE_NEAR_H

/* Suggestions for unknown words: the known word that differs by one typing error. */

#include "cli/core/command.h"

/* Log that ${arguments} begin with an unknown command, and suggest one.  LM_INVALID. */
enum lm_status no_such_command(struct run *run, const char *const *arguments, size_t count);

/* The same for --${name}, which ${command} does not have. */
enum lm_status no_such_option(struct run *run, const struct command *command, const char *name);

/* Return the one of ${names} (NULLs are skipped) that ${word} is a typing error of; NULL: none. */
const char *nearest_of(const char *word, const char *const *names, size_t count);

#endif
