/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_CHAMPIONSHIP_H
#define LIMMAT_CLI_CHAMPIONSHIP_H

#include "base/embedded.h"
#include "cli/championship/journal.h"

/* The definitions that come with Limmat. */
extern const struct embedded shipped_definitions[];

/* The moment that ${text} names, or the present one when it is NULL. */
LM_MUST_CHECK enum lm_status moment_of(const char *text, struct lm_log *log, int64_t *at);

#endif
