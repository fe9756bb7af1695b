/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_PAYMENTS_H
#define LIMMAT_SERVER_PAYMENTS_H

/*
 * Accounts of fees. A payment is an act of the desk ("pay"), in the log with the account that
 * recorded it and the way it was paid. The fee follows from the announcement. A fee that was paid
 * in full on its day stays paid if it rises later.
 */

#include "server/entries.h"

struct payment {
    uint64_t line;
    int64_t at;
    int32_t amount;
    const char *how, *by; /* "cash"; the account that recorded it */
};

struct account {
    const struct lm_desk_player *player;
    const char *reference; /* reference of transfers; "": none */
    const char *fees;      /* the fees of the announcement */
    int64_t fee, owed;
    const struct payment *payments; /* in the order of their days */
    size_t count;
};

/* List the accounts of all players of ${section} (NULL: of all) who play, or have paid and
 * withdrawn. */
LM_MUST_CHECK enum lm_status accounts_of(struct visit *v, const struct lm_desk_section *section,
                                         struct account **out, size_t *count);
LM_MUST_CHECK enum lm_status account_of(struct visit *v, const struct lm_desk_player *p,
                                        struct account *out);

/* Return the amount that ${a} would have owed on ${day}, "2026-07-14", after the payments up to
 * now. */
int64_t account_owed_on(const struct account *a, const char *day);

/* Translate "cash" for the reader; "" stays. */
const char *payment_how(struct visit *v, const char *how);

/* Format "60 CHF". */
const char *money_text(struct visit *v, int64_t amount, const char *currency);

/* Record a payment of ${p} in the user's name; ${how} "": not given, ${day} LM_NO_TIME: now. */
LM_MUST_CHECK enum lm_status payment_begin(struct visit *v, const struct lm_desk_player *p,
                                           int64_t amount, const char *how, int64_t day,
                                           struct act *out);

#endif
