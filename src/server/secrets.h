/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_SECRETS_H
#define LIMMAT_SERVER_SECRETS_H

/* Digests and tokens, by libsodium; no other code of the server uses it. */

#include <stdbool.h>
#include <stddef.h>

#include "limmat/journal.h"

enum {
    SECRETS_DIGEST = 65, /* SHA-256 in hexadecimal and a NUL */
    SECRETS_TOKEN = 44   /* 32 random bytes in letters, digits, - and _, and a NUL */
};

/* Start libsodium; false if the system has no randomness: do not continue. */
bool secrets_begin(void);

void secrets_digest(const char *bytes, size_t length, char out[SECRETS_DIGEST]);
void secrets_token(char out[SECRETS_TOKEN]);
/* Can ${text} be a token? */
bool secrets_is_token(const char *text);

/* Compute SHA-256 in the form of SECRETS_TOKEN: the code challenge of PKCE (RFC 7636, 4.2). */
void secrets_challenge(const char *verifier, char out[SECRETS_TOKEN]);

/* Are ${a} and ${b} equal? Takes equally long wherever they differ. */
bool secrets_equal(const char *a, const char *b);

/* Encrypt ${text} so that only ${secret}, a text that cannot be guessed, opens it: in letters,
 * digits, - and _, in ${arena}; and decrypt it, NULL if ${secret} is wrong. "" and NULL without
 * memory. */
const char *secrets_seal(const char *text, const char *secret, struct lm_arena *arena);
const char *secrets_open(const char *sealed, const char *secret, struct lm_arena *arena);

/* Encode ${bytes} in letters, digits, - and _ (base64url), in ${arena}, "" without memory; and
 * decode, NULL if the text is invalid. */
const char *secrets_letters(const char *bytes, size_t length, struct lm_arena *arena);
const char *secrets_bytes(const char *letters, struct lm_arena *arena, size_t *length);

/* The functions that journals need for their chain and their private parts. */
extern const struct lm_journal_hooks secrets_hooks;

#endif
