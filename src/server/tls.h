/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_TLS_H
#define LIMMAT_SERVER_TLS_H

/*
 * TLS without a proxy: for a hall. The certificate is the user's own, or one that the server makes
 * for its addresses at its first start and keeps in the folder of its data. A browser warns once of
 * such a certificate, and shows the fingerprint that the server prints. The cryptography is
 * OpenSSL's.
 */

#include <event2/bufferevent.h>
#include <stdbool.h>

#include "limmat/arena.h"
#include "limmat/status.h"

struct tls;

/* Use the chain in ${certificate} and its ${key}, both PEM.  LM_IO with the reason in ${log}. */
LM_MUST_CHECK enum lm_status tls_open(struct tls **out, const char *certificate, const char *key,
                                      struct lm_log *log);

/* Use DIR/tls-certificate.pem and DIR/tls-key.pem of ${folder}. Make both if they are missing.
 * Renew the certificate, with the same key, if it ends within a month or is not valid for
 * ${address} (NULL: this machine alone) or ${host} ("": no name). */
LM_MUST_CHECK enum lm_status tls_make(struct tls **out, const char *folder, const char *address,
                                      const char *host, struct lm_log *log);
void tls_free(struct tls *tls);

/* Return "AB:CD:…": SHA-256 of the certificate, as browsers show it. */
const char *tls_fingerprint(const struct tls *tls);

/* Make a connection to be accepted under ${tls}; NULL: no memory. */
struct bufferevent *tls_connection(const struct tls *tls, struct event_base *base);

#endif
