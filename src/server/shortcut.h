/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_SHORTCUT_H
#define LIMMAT_SERVER_SHORTCUT_H

/*
 * The short way.  Most of what a public page costs is not the page, which is kept, but libevent's
 * reading of the request into a list of headers, and writing of one.  What nearly every browser and
 * proxy sends, a GET in one piece with nothing behind it, is read here, before libevent has seen a
 * byte; whatever is not exactly that goes the long way, whole.
 */

#include "server/http.h"

enum { SHORTCUT_MAX = 4096 }; /* bytes of such a request */

/* Read ${head}, of ${length} bytes and one more for us, into ${out}, whose texts stand there then.
 * false: the long way.  ${out->peer} and ${out->body} are "". */
bool shortcut_read(char *head, size_t length, struct http_request *out);

/* The head of an answer, for HTTP/1.1: the status, the headers of ${reply}, its length; in
 * ${reply->arena}. */
void shortcut_write(const struct http_reply *reply, const char *address, struct lm_text *out);

#endif
