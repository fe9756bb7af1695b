/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_GATE_H
#define LIMMAT_SERVER_GATE_H

/*
 * The framing of requests, strictly by RFC 9112. libevent is lenient: it uses the first of two
 * Content-Length, ignores "Transfer-Encoding :" and reads "+5" as a number.  If a proxy in front
 * uses the other one, it takes a body for a request, or the reverse.  So libevent gets only
 * complete requests with a single Content-Length, written here.
 */

#include <event2/buffer.h>
#include <stdbool.h>
#include <stddef.h>

#include "server/http.h"

struct gate_head {
    struct http_request request; /* from the head; no body, no peer */
    bool chunked, expects;       /* Expect: 100-continue */
    size_t length;               /* Content-Length, 0 without */
};

/* Parse ${head}[0..${length}), which ends with the first empty line.  It needs room for a NUL after
 * it; ${out} points into it. false: not a request of HTTP/1. */
bool gate_read(char *head, size_t length, struct gate_head *out);

/* Add the head ${head}[0..${length}), checked by gate_read, to ${out} for a body of ${*body} bytes
 * (NULL: none), without blanks around values. */
void gate_pass(const char *head, size_t length, const size_t *body, struct evbuffer *out);

/* The rest of a body. */
struct gate_body {
    enum { GATE_PLAIN, GATE_SIZE, GATE_DATA, GATE_END, GATE_TRAILER } part;
    size_t left; /* bytes left: of the body, of the chunk, or for trailers */
};

struct gate_body gate_body_of(const struct gate_head *head);

enum gate_taken { GATE_MORE, GATE_WHOLE, GATE_WRONG };

/* Move the body's bytes in ${from} to ${to}, without chunk framing. */
enum gate_taken gate_take(struct gate_body *body, struct evbuffer *from, struct evbuffer *to);

#endif
