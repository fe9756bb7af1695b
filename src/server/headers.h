/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_HEADERS_H
#define LIMMAT_SERVER_HEADERS_H

#include "server/http.h"

typedef void header_put(void *to, const char *name, const char *value);

/* What every reply carries: nothing of ours runs or loads anything from elsewhere, nobody frames
 * it, no ${address} leaks. */
void headers_of_all(const char *address, header_put *put, void *to);

/* All that ${reply} has to say about itself, and the above. */
void headers_of(const struct http_reply *reply, const char *address, header_put *put, void *to);

#endif
