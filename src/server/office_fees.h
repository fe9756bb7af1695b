/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_OFFICE_FEES_H
#define LIMMAT_SERVER_OFFICE_FEES_H

/*
 * Fees of a rating office for events (0.2, 4.13). The table is the file "fees.csv" of its folder,
 * which can be missing:
 *
 *   from,fee,chess,per,amount,currency
 *   2013-07-01,registration,all,event,50.00,CHF
 *   2013-07-01,rating,rapid,player,0.50,CHF
 *
 * Of each fee, the latest row that applies on the first day of the event counts; a row of its kind
 * of chess goes before one of "all". An event pays each fee once, however often it is reported.
 */

#include "server/office_journal.h"

struct office_fee {
    const struct office_event *event;
    const char *fee, *per, *currency; /* "registration", "rating"; "event", "player" */
    int64_t count, amount, sum;       /* hundredths */
};

/* Read the text of the table; "": there is none. */
LM_MUST_CHECK enum lm_status office_fees_read(struct visit *v, const char **text);

/* Is ${text} a table of fees? Refuse with the first line that is wrong. */
LM_MUST_CHECK enum lm_status office_fees_check(struct visit *v, const char *text);

/* List the fees of all events of ${log} that the account can see, in their order. */
LM_MUST_CHECK enum lm_status office_fees(struct visit *v, const struct office_log *log,
                                         const char *text, struct office_fee **out, size_t *count);

#endif
