/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_RECOVER_H
#define LIMMAT_SERVER_RECOVER_H

/*
 * A sender who has lost the private address of a tournament gets it by mail, if a mail address was
 * given for it.
 *
 * The store has neither: of the mail address a digest with the server's secret, of the private
 * address what only the mail address opens.  A request is answered the same way, and takes as long,
 * whether the mail address is known or not: the outbox looks later, and asks are in memory only.
 */

#include "server/outbox.h"

/* Keep that ${address} gets the private address with ${secret} again; in the place of another. */
LM_MUST_CHECK enum lm_status recover_keep(struct visit *v, const char *secret, const char *address);

/* Forget the mail address of the tournament with ${secret}. */
LM_MUST_CHECK enum lm_status recover_forget(struct visit *v, const char *secret);

/* Is one kept? */
LM_MUST_CHECK enum lm_status recover_has(struct visit *v, const char *secret, bool *has);

/* The mail to ${address}, who asks; false: nothing is known of it. */
bool recover_mail(struct visit *v, const char *address, struct reminder *out);

#endif
