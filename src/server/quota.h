/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_QUOTA_H
#define LIMMAT_SERVER_QUOTA_H

/* How much one address, or one card, may send in an hour.  Nothing of it is kept. */

#include <stdbool.h>
#include <stdint.h>

#include "limmat/status.h"

struct quota;
struct visit;

/* ${each_hour} for an address; NULL: no memory. */
struct quota *quota_new(int64_t each_hour);
void quota_free(struct quota *l);

/* One number for each address; for an IPv6 address, of which a subscriber has the last half, for
 * its first half. */
uint64_t quota_hash(const char *address);

/* May the client of ${v} send one more?  It is counted. */
bool quota_take(struct quota *l, const struct visit *v);
/* The same for whatever has the hash ${who}. */
bool quota_take_of(struct quota *l, uint64_t who, int64_t now);
/* May one more mail go to ${address}, which anybody can name?  Refuses when enough went there. */
LM_MUST_CHECK enum lm_status quota_take_mail(struct visit *v, const char *address);
/* Could it, without counting? */
bool quota_has(struct quota *l, const struct visit *v);

#endif
