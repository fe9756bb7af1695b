/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_HEADERS_H
#define LIMMAT_SERVER_HEADERS_H

#include "server/http.h"

typedef void header_put(void *to, const char *name, const char *value);

/* Put the headers of every reply: pages run and load nothing from other sites, other sites cannot
 * frame them, and ${address} does not leak. */
void headers_of_all(const char *address, header_put *put, void *to);

/* Put all headers of ${reply}, and those above. */
void headers_of(const struct http_reply *reply, const char *address, header_put *put, void *to);

#endif
