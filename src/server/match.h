/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_MATCH_H
#define LIMMAT_SERVER_MATCH_H

/* The page of a match: declarations that its files share. */

#include "server/championship_desk.h"
#include "server/pages.h"

/* The page being made. */
struct match {
    struct visit *v;
    const struct lm_championship *c;
    const struct contest *contest;
    struct viewer who;
    uint32_t side; /* of the viewer; NO_SIDE: not a player of it */
    struct period period;
    const struct os_zone *zones[2]; /* of the players */
    const char *zone_names[2];
    const struct os_zone *utc;
    int64_t now;
    struct champ_match_page page;
};

/* Return the name of the player of ${side}. */
const char *match_name(const struct match *m, uint32_t side);

/* Return "Thu 17 Oct, 18:00 CEST" for the viewer, with the time on the clocks of the others. */
struct champ_moment match_moment(const struct match *m, int64_t at);

/* Return the reason why ${offers}[${index}] did not count towards the offers due when it was made;
 * "": it did. */
const char *match_fault(const struct match *m, const struct offer *offers, size_t index);

/* Have both players offered the time of ${offer}? */
bool match_both_offered(const struct match *m, const struct offer *offer);

/* Can the viewer accept offer ${index} now? */
bool match_may_accept(const struct match *m, size_t index);

/* Fill ${m->page.weeks}: the days until the match must be complete, in the viewer's time zone, with
 * the offers made, the times the viewer can offer, and whether these would count. */
LM_MUST_CHECK enum lm_status match_calendar(struct match *m);

#endif
