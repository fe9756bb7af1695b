/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_RECOVER_H
#define LIMMAT_SERVER_RECOVER_H

/*
 * Recovery of lost private addresses: the sender of a tournament gets its address by mail, if they
 * gave a mail address.
 *
 * The store has neither: of the mail address only a digest with the server's secret, of the private
 * address a text that only the mail address can open. The answer to a request is the same, and
 * takes as long, whether the mail address is known or not: the outbox looks later, and requests
 * stay in memory.
 */

#include "server/outbox.h"

/* Store that ${address} recovers the private address with ${secret}, instead of any earlier one. */
LM_MUST_CHECK enum lm_status recover_keep(struct visit *v, const char *secret, const char *address);

/* Forget the mail address of the tournament with ${secret}. */
LM_MUST_CHECK enum lm_status recover_forget(struct visit *v, const char *secret);

/* Is a mail address stored? */
LM_MUST_CHECK enum lm_status recover_has(struct visit *v, const char *secret, bool *has);

/* Write the mail to ${address}, which asked for it; false: the address is unknown. */
bool recover_mail(struct visit *v, const char *address, struct reminder *out);

#endif
