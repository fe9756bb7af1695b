/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_MATCH_H
#define LIMMAT_SERVER_MATCH_H

/* What the files of the page of a match share. */

#include "server/championship_desk.h"
#include "server/pages.h"

/* The page under way. */
struct match {
    struct visit *v;
    const struct lm_championship *c;
    const struct contest *contest;
    struct viewer who;
    uint32_t side; /* of who looks; NO_SIDE: he does not play it */
    struct period period;
    const struct os_zone *zones[2]; /* of the players */
    const char *zone_names[2];
    const struct os_zone *utc;
    int64_t now;
    struct champ_match_page page;
};

/* The name of the player of ${side}. */
const char *match_name(const struct match *m, uint32_t side);

/* "Thu 17 Oct, 18:00 CEST" for who looks, and for others what their clocks show. */
struct champ_moment match_moment(const struct match *m, int64_t at);

/* Why ${offers}[${index}] added nothing to those that are owed when it was made; "" it did. */
const char *match_fault(const struct match *m, const struct offer *offers, size_t index);

/* Have both offered the moment of ${offer}? */
bool match_both_offered(const struct match *m, const struct offer *offer);

/* May who looks accept the offer ${index} now? */
bool match_may_accept(const struct match *m, size_t index);

/* Fill ${m->page.weeks}: the days until the match must be complete, by the clock of who looks, with
 * what was offered, and what he may offer and whether it would count. */
LM_MUST_CHECK enum lm_status match_calendar(struct match *m);

#endif
