/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_GATE_H
#define LIMMAT_SERVER_GATE_H

/*
 * How a request is framed, by RFC 9112 to the letter.  libevent is lenient: it believes the first
 * of two Content-Length, passes over "Transfer-Encoding :" and reads "+5" as a number.  A proxy in
 * front that believes the other one takes a body for a request, or the reverse.  So libevent gets
 * whole requests only, whose one Content-Length is ours.
 */

#include <event2/buffer.h>
#include <stdbool.h>
#include <stddef.h>

#include "server/http.h"

struct gate_head {
    struct http_request request; /* what stands in the head, but for the body and the peer */
    bool chunked, expects;       /* Expect: 100-continue */
    size_t length;               /* Content-Length, 0 without */
};

/* Read ${head}[0..${length}), which ends with the first empty line; there is room for a NUL behind
 * it, and ${out} points into it.  false: it is no request of HTTP/1. */
bool gate_read(char *head, size_t length, struct gate_head *out);

/* Add the head ${head}[0..${length}), which gate_read has read, to ${out} for a body of ${*body}
 * bytes (NULL: it has none), with no blanks around values. */
void gate_pass(const char *head, size_t length, const size_t *body, struct evbuffer *out);

/* What is still to come of a body. */
struct gate_body {
    enum { GATE_PLAIN, GATE_SIZE, GATE_DATA, GATE_END, GATE_TRAILER } part;
    size_t left; /* of the body, of the chunk, or of trailers that are taken */
};

struct gate_body gate_body_of(const struct gate_head *head);

enum gate_taken { GATE_MORE, GATE_WHOLE, GATE_WRONG };

/* Move what ${from} has of the body to ${to}, without its chunks. */
enum gate_taken gate_take(struct gate_body *body, struct evbuffer *from, struct evbuffer *to);

#endif
