/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_OS_NETWORK_H
#define LIMMAT_OS_NETWORK_H

#include "limmat/arena.h"

/* The address by which others in the hall reach this machine, in ${arena}: "192.168.1.7"; NULL:
 * it is in no network. */
const char *os_network_address(struct lm_arena *arena);

#endif
