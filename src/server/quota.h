/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_QUOTA_H
#define LIMMAT_SERVER_QUOTA_H

/* Limits on what one address, or one card, can send in an hour. Held in memory only. */

#include <stdbool.h>
#include <stdint.h>

#include "limmat/status.h"

struct quota;
struct visit;

/* Allow ${each_hour} for each address; NULL: no memory. */
struct quota *quota_new(int64_t each_hour);
void quota_free(struct quota *l);

/* Hash an address; of an IPv6 address the first half, as a subscriber has all of the second. */
uint64_t quota_hash(const char *address);

/* Can the client of ${v} send one more? Counts it. */
bool quota_take(struct quota *l, const struct visit *v);
/* The same for an object with the hash ${who}. */
bool quota_take_of(struct quota *l, uint64_t who, int64_t now);
/* Count a mail to ${address}, which any visitor can name; refuse if it got too many. */
LM_MUST_CHECK enum lm_status quota_take_mail(struct visit *v, const char *address);
/* Could the client send one more? Does not count. */
bool quota_has(struct quota *l, const struct visit *v);

#endif
