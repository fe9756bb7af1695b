/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_OS_NETWORK_H
#define LIMMAT_OS_NETWORK_H

#include <stdbool.h>
#include <stdint.h>

#include "limmat/arena.h"

/* The address by which others in the hall reach this machine, in ${arena}: "192.168.1.7"; NULL:
 * it is in no network. */
const char *os_network_address(struct lm_arena *arena);

/* What is written to ${socket}, or to a connection that it accepts, goes out at once. */
void os_send_at_once(intptr_t socket);

/* The address that ${socket} is bound to, into the ${*length} bytes of a struct sockaddr at
 * ${address}; false: there is none. */
bool os_bound_address(intptr_t socket, void *address, int *length);

/* The port of ${address}, a struct sockaddr_storage. */
uint16_t os_port_of(const void *address);

/* Wait until ${socket} can be read, or has ended; false: ${milliseconds} are over. */
bool os_wait_to_read(intptr_t socket, int milliseconds);

/* Before anything of the network: from now on there may be as many connections and files as the
 * system allows at all. */
void os_network_begin(void);

#endif
