/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_PAYMENTS_H
#define LIMMAT_SERVER_PAYMENTS_H

/*
 * Who owes what.  A payment is an act of the desk ("pay"), in the log with who recorded it and how
 * it was paid; a fee follows from the lines of the announcement.  What was paid in full on its day
 * stays paid when the fee rises.
 */

#include "server/entries.h"

struct payment {
    uint64_t line;
    int64_t at;
    int32_t amount;
    const char *how, *by; /* "cash"; the account of who recorded it */
};

struct account {
    const struct lm_desk_player *player;
    const char *reference; /* by which transfers are known; "" none */
    const char *fees;      /* the lines of the announcement */
    int64_t fee, owed;
    const struct payment *payments; /* in the order of their days */
    size_t count;
};

/* The accounts of all who play, or have paid and left, of ${section} (NULL: all). */
LM_MUST_CHECK enum lm_status accounts_of(struct visit *v, const struct lm_desk_section *section,
                                         struct account **out, size_t *count);
LM_MUST_CHECK enum lm_status account_of(struct visit *v, const struct lm_desk_player *p,
                                        struct account *out);

/* What ${a} would have owed on ${day}, "2026-07-14", by what is paid now. */
int64_t account_owed_on(const struct account *a, const char *day);

/* "cash" as the reader calls it; "" stays. */
const char *payment_how(struct visit *v, const char *how);

/* "60 CHF" */
const char *money_said(struct visit *v, int64_t amount, const char *currency);

/* Note what ${p} paid, in the name of who visits; ${how} "": not said, ${day} LM_NO_TIME: now. */
LM_MUST_CHECK enum lm_status payment_begin(struct visit *v, const struct lm_desk_player *p,
                                           int64_t amount, const char *how, int64_t day,
                                           struct act *out);

#endif
