/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_PACK_H
#define LIMMAT_SERVER_PACK_H

#include "server/http.h"

/* Make ${reply} ready to be sent: its body becomes its bytes, with a tag of their own; 304 when the
 * other side has ${known} them; gzip where ${packing} is understood and worth it. */
void pack_reply(struct http_reply *reply, const char *known, bool packing);

#endif
