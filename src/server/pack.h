/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_PACK_H
#define LIMMAT_SERVER_PACK_H

#include "server/http.h"

enum { PACK_TAG = 24 };

/* A body in the two ways in which it may be sent. */
struct packed {
    char digest[PACK_TAG + 1];
    const char *bytes, *small; /* as it is; as gzip, NULL where that does not pay */
    size_t length, small_length;
};

/* What ${reply} has as its body, in its arena; false: no memory. */
bool pack_body(struct http_reply *reply, struct packed *out);

/* Send ${body}, which is copied unless ${reply->held} has it, as ${request} understands it: 304
 * when it is known already, gzip or plain.  Nothing is left for pack_reply. */
void pack_ready(struct http_reply *reply, const struct packed *body,
                const struct http_request *request);

/* Make ${reply} ready to be sent, unless it is: its body becomes its bytes, with a tag of their
 * own; 304 when the other side knows them; gzip where that is understood and worth it. */
void pack_reply(struct http_reply *reply, const struct http_request *request);

#endif
