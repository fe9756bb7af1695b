/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_REACH_H
#define LIMMAT_SERVER_REACH_H

#include "server/events.h"

/* Refuse ${act}, whose fields are written, with 403 unless the user has the right to everything it
 * concerns: in its section, and in those of the people and the line that it names. */
LM_MUST_CHECK enum lm_status reach_check(struct visit *v, const struct act *act);

/* The same for undoing line ${number}: it takes the right that the line took. */
LM_MUST_CHECK enum lm_status reach_check_line(struct visit *v, uint64_t number);

/* Return the board ${id} of ${s} if it has a result other than ${result}; NULL otherwise. */
const struct lm_desk_board *reach_known(const struct lm_desk_section *s, const char *id,
                                        const char *result);

#endif
