/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_CLOCKS_H
#define LIMMAT_SERVER_CLOCKS_H

/* What the clocks show where an event is played: by its time zone, or, where that was never said,
 * by the clock of the server's place. */

#include "server/events.h"

/* How far they are before UTC at ${at}, in seconds. */
int32_t visit_offset(struct visit *v, int64_t at);

/* Let them be those of the zone ${name}, "" those of the server; false: there is no such zone. */
bool visit_in_zone(struct visit *v, const char *name);

/* The moment at which they show ${typed}, "2026-07-16T14:20"; LM_NO_TIME: that is no time. */
int64_t moment_at(struct visit *v, const char *typed);

/* Fill the act "schedule" of ${round}, which begins at ${at}. */
LM_MUST_CHECK enum lm_status schedule_put(struct visit *v, struct act *act, uint32_t round,
                                          int64_t at);

/* Put how far they are before UTC then into an act that has the start already. */
LM_MUST_CHECK enum lm_status schedule_offset(struct visit *v, struct act *act, int64_t at);

/* "2026-07-16T14:20", what they show at ${at}. */
const char *moment_shown(struct visit *v, int64_t at);

/* When ${round} begins where round 1 does at ${first}, ${a_day} rounds are played a day and
 * ${every} minutes lie between their starts. */
int64_t schedule_planned(int64_t first, int64_t a_day, int64_t every, uint32_t round);

/* A sensible start of ${round}: the one that is set, else a day after the round before for each
 * between, else in the afternoon of the first day. */
int64_t schedule_suggested(struct visit *v, const struct lm_desk_section *s, uint32_t round);

/* "3 October 2026, 14:00 (Europe/Zurich)", when ${round} begins; "": that was not said. */
const char *round_begins(struct visit *v, const struct lm_desk_section *s, uint32_t round);

/* Acts "schedule" into ${acts}, which has room for ${most}, so that each round begins
 * when the clocks of the event show what they show now, but in the zone ${name}. */
LM_MUST_CHECK enum lm_status schedule_in_zone(struct visit *v, const char *name, struct act *acts,
                                              size_t most, size_t *count);

#endif
