/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_SHORTCUT_H
#define LIMMAT_SERVER_SHORTCUT_H

/*
 * A fast path for requests. A public page is cached, so most of its cost is libevent's: parsing the
 * request into a list of headers, and writing such a list. Nearly every browser and proxy sends a
 * GET in one piece with nothing after it. Such a request is read here, before libevent has seen a
 * byte; any other goes to libevent whole.
 */

#include "server/http.h"

enum { SHORTCUT_MAX = 4096 }; /* bytes of such a request */

/* Parse ${head}, of ${length} bytes and one spare, into ${out}, whose texts point into it. false:
 * leave it to libevent. ${out->peer} and ${out->body} are "". */
bool shortcut_read(char *head, size_t length, struct http_request *out);

/* Write the head of an answer, for HTTP/1.1: the status, the headers of ${reply}, its length; in
 * ${reply->arena}. */
void shortcut_write(const struct http_reply *reply, const char *address, struct lm_text *out);

#endif
