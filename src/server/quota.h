/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_QUOTA_H
#define LIMMAT_SERVER_QUOTA_H

/* How much one address may send in an hour.  Nothing of it is kept. */

#include <stdbool.h>
#include <stdint.h>

struct quota;
struct visit;

/* ${each_hour} for an address; NULL: no memory. */
struct quota *quota_new(int64_t each_hour);
void quota_free(struct quota *l);

/* May he who visits send one more?  It is counted. */
bool quota_take(struct quota *l, const struct visit *v);

#endif
