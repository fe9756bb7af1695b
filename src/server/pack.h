/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_PACK_H
#define LIMMAT_SERVER_PACK_H

#include "server/http.h"

enum { PACK_TAG = 24 };

/* A body in the two forms in which it can be sent. */
struct packed {
    char digest[PACK_TAG + 1];
    const char *bytes, *small; /* plain; gzip, NULL if that saves nothing */
    size_t length, small_length;
};

/* Pack the body of ${reply}, in its arena; false: no memory. */
bool pack_body(struct http_reply *reply, struct packed *out);

/* Send ${body}, which is copied unless ${reply->held} has it, in the form that ${request} accepts:
 * 304 if the client has it already, else gzip or plain. Leaves nothing for pack_reply. */
void pack_ready(struct http_reply *reply, const struct packed *body,
                const struct http_request *request);

/* Prepare ${reply} for sending, unless that was done: its body becomes its bytes, with a tag of
 * their own; 304 if the client has them; gzip if the client accepts it and it saves bytes. */
void pack_reply(struct http_reply *reply, const struct http_request *request);

#endif
