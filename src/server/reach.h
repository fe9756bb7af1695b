/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_REACH_H
#define LIMMAT_SERVER_REACH_H

#include "server/events.h"

/* Refuse ${act}, whose fields are written, with 403 unless who visits may do all that it is about:
 * in its section, and in those of the people and the line that it names. */
LM_MUST_CHECK enum lm_status reach_check(struct visit *v, const struct act *act);

/* The same of line ${number}, which is to be taken back: that takes the right by which it was done.
 */
LM_MUST_CHECK enum lm_status reach_check_line(struct visit *v, uint64_t number);

/* The board ${id} of ${s} when it has a result that is not ${result}; NULL otherwise. */
const struct lm_desk_board *reach_known(const struct lm_desk_section *s, const char *id,
                                        const char *result);

#endif
