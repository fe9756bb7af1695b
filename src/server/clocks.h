/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_CLOCKS_H
#define LIMMAT_SERVER_CLOCKS_H

/* Local times of an event: in its time zone or, if none is set, in that of the server. */

#include "server/events.h"

/* Return the offset from UTC at ${at}, in seconds; positive in the east. */
int32_t visit_offset(struct visit *v, int64_t at);

/* Use the zone ${name} in this visit, "": the server's; false: no such zone. */
bool visit_in_zone(struct visit *v, const char *name);

/* Return the moment of the local time ${typed}, "2026-07-16T14:20"; LM_NO_TIME: not a time. */
int64_t moment_at(struct visit *v, const char *typed);

/* Fill the act "schedule" of ${round}, which begins at ${at}. */
LM_MUST_CHECK enum lm_status schedule_put(struct visit *v, struct act *act, uint32_t round,
                                          int64_t at);

/* Put the offset from UTC at ${at}, in minutes, into an act that has the start already; nothing if
 * the event has no time zone. */
LM_MUST_CHECK enum lm_status schedule_offset(struct visit *v, struct act *act, int64_t at);

/* Return the local time at ${at}: "2026-07-16T14:20". */
const char *moment_shown(struct visit *v, int64_t at);

/* Return the start of ${round} if round 1 begins at ${first}, with ${a_day} rounds a day, ${every}
 * minutes apart. */
int64_t schedule_planned(int64_t first, int64_t a_day, int64_t every, uint32_t round);

/* Suggest a start of ${round}: the one already set; otherwise one day a round after the last
 * earlier round with a start; otherwise one day a round from 14:00 on the event's first day. */
int64_t schedule_suggested(struct visit *v, const struct lm_desk_section *s, uint32_t round);

/* Return the start of ${round}, "3 October 2026, 14:00 (Europe/Zurich)"; "": not set. */
const char *round_begins(struct visit *v, const struct lm_desk_section *s, uint32_t round);

/* Fill ${acts}, with room for ${most}, with acts "schedule" that keep the local start of each round
 * in the new zone ${name}. */
LM_MUST_CHECK enum lm_status schedule_in_zone(struct visit *v, const char *name, struct act *acts,
                                              size_t most, size_t *count);

#endif
