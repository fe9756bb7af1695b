/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_WEBPUSH_H
#define LIMMAT_SERVER_WEBPUSH_H

/*
 * Messages to browsers: encrypted for one browser (RFC 8291, with RFC 8188's aes128gcm), and with a
 * proof of their sender (VAPID, RFC 8292). By libcrypto; no network, no store.
 */

#include <stdint.h>

#include "limmat/status.h"
#include "limmat/text.h"

enum { WEBPUSH_MOST = 3800 }; /* bytes of a message: services accept 4096 with its envelope */

/* Make a key pair for a server, as PEM, in ${arena}; NULL: it cannot be made. */
const char *webpush_new_key(struct lm_arena *arena);

/* Return the public key of ${pem}, as browsers want it (base64url of 65 bytes); NULL: not a key. */
const char *webpush_public_key(const char *pem, struct lm_arena *arena);

/* Can messages be encrypted for this key and secret of a browser? */
bool webpush_is_receiver(const char *key, const char *auth, struct lm_arena *arena);

/* Append ${text} to ${out}, encrypted for that browser. LM_INVALID: its keys are invalid, or the
 * message is too long; LM_INTERNAL: libcrypto fails. */
LM_MUST_CHECK enum lm_status webpush_seal(const char *key, const char *auth, const char *text,
                                          struct lm_arena *arena, struct lm_text *out);

/* Return the value of Authorization for a message to ${endpoint} at ${now}, signed with the key
 * ${pem}; ${contact} ("mailto:owner@example.org") reaches the server's owner. NULL: it cannot be
 * made. */
const char *webpush_authorization(const char *pem, const char *contact, const char *endpoint,
                                  int64_t now, struct lm_arena *arena);

#endif
