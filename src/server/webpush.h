/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_WEBPUSH_H
#define LIMMAT_SERVER_WEBPUSH_H

/*
 * Messages to browsers: encrypted for one of them (RFC 8291, with RFC 8188's aes128gcm), and with
 * the proof of who sends them (VAPID, RFC 8292).  By libcrypto; no network, no store.
 */

#include <stdint.h>

#include "limmat/status.h"
#include "limmat/text.h"

enum { WEBPUSH_MOST = 3800 }; /* bytes of a message: services take 4096 with what is around it */

/* A new key pair of a server, as PEM, in ${arena}; NULL: it cannot be made. */
const char *webpush_new_key(struct lm_arena *arena);

/* The public key of ${pem}, as browsers want it (base64url of 65 bytes); NULL: it is none. */
const char *webpush_public_key(const char *pem, struct lm_arena *arena);

/* Can messages be encrypted for these two, as a browser gave them: its key and its secret? */
bool webpush_is_receiver(const char *key, const char *auth, struct lm_arena *arena);

/* Append ${text} to ${out}, encrypted for that browser.  LM_INVALID: it has no such keys, or the
 * message is too long; LM_INTERNAL: libcrypto fails. */
LM_MUST_CHECK enum lm_status webpush_seal(const char *key, const char *auth, const char *text,
                                          struct lm_arena *arena, struct lm_text *out);

/* The value of Authorization for a message to ${endpoint} at ${now}, by the key ${pem} of who can
 * be asked at ${contact} ("mailto:owner@example.org"); NULL: it cannot be made. */
const char *webpush_authorization(const char *pem, const char *contact, const char *endpoint,
                                  int64_t now, struct lm_arena *arena);

#endif
