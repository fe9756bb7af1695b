/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_SYSTEM_ROWS_H
#define LIMMAT_PAIRING_SYSTEM_ROWS_H

#include "limmat/pairing.h"

/* The rows of the table in system.c, each defined in the file of its system. */
extern const struct lm_system lm_system_dutch_2026;
extern const struct lm_system lm_system_dutch_2017;
extern const struct lm_system lm_system_dutch_2012;
extern const struct lm_system lm_system_dutch_2006;
extern const struct lm_system lm_system_double_swiss_2026;
extern const struct lm_system lm_system_dubov_2026;
extern const struct lm_system lm_system_dubov_2018;
extern const struct lm_system lm_system_dubov_1997;
extern const struct lm_system lm_system_burstein_2026;
extern const struct lm_system lm_system_team_2026;
extern const struct lm_system lm_system_monrad_acwc_2019;
extern const struct lm_system lm_system_simple_2026;
extern const struct lm_system lm_system_keizer_2026;
extern const struct lm_system lm_system_round_robin;
extern const struct lm_system lm_system_team_round_robin;
extern const struct lm_system lm_system_scheveningen;
extern const struct lm_system lm_system_team_knock_out;

/* Can ${system} pair at all?  LM_INVALID, and what to do: it is NULL or a row of zeros. */
enum lm_status lm_system_check(const struct lm_system *system, struct lm_log *log);

/* Can it pair ${t}?  LM_INVALID, and what to do: the matches of ${t} have another number of games,
 * or the number of rounds is required and unknown. */
enum lm_status lm_system_fits(const struct lm_system *system, const struct lm_tournament *t,
                              struct lm_log *log);

/* Is ${request} valid for ${t}, and, unless ${against} is LM_NOBODY, the question why its player
 * does not meet ${against}?  LM_INVALID, and what to do: it is NULL, or one of the two is not a
 * player of ${t}, or they are the same. */
enum lm_status lm_request_check(const struct lm_pair_request *request, uint32_t against,
                                const struct lm_tournament *t, struct lm_log *log);

#endif
