/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_STANDINGS_H
#define LIMMAT_CLI_STANDINGS_H

/* What `standings` and `explain --standings` share. */

#include "cli/command.h"
#include "limmat/ranking.h"

extern const struct command standings_command;

/* The edition called ${name}; NULL: that of the start date of ${t}, without one the newest. */
LM_MUST_CHECK enum lm_status choose_edition(const char *name, const struct lm_tournament *t,
                                            struct lm_log *log, enum lm_tie_break_edition *edition);

/* explain_standings.c: derive every tie-break of the participant with the number ${wanted} after
 * ${round} (0: the last one), in the order of ${list} (NULL: that of ${t}). */
LM_MUST_CHECK enum lm_status explain_standings(struct run *run, const struct lm_tournament *t,
                                               int64_t wanted, const char *list, uint32_t round,
                                               bool json);

#endif
