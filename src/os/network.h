/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_OS_NETWORK_H
#define LIMMAT_OS_NETWORK_H

#include <stdbool.h>
#include <stdint.h>

#include "limmat/arena.h"

/* The address by which other machines in the hall reach this one, in ${arena}: "192.168.1.7"; NULL:
 * it is not in a network. */
const char *os_network_address(struct lm_arena *arena);

/* Bytes written to ${socket}, or to a connection that it accepts, are sent at once. */
void os_send_at_once(intptr_t socket);

/* Put the address that ${socket} is bound to into the ${*length} bytes of a struct sockaddr at
 * ${address}; false: there is none. */
bool os_bound_address(intptr_t socket, void *address, int *length);

/* The port of ${address}, a struct sockaddr_storage. */
uint16_t os_port_of(const void *address);

/* Wait until ${socket} can be read, or has ended; false: ${milliseconds} have passed. */
bool os_wait_to_read(intptr_t socket, int milliseconds);

/* To be called before the network is used: allow as many connections and files as the system
 * permits. */
void os_network_begin(void);

#endif
