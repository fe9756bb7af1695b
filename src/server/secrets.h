/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_SECRETS_H
#define LIMMAT_SERVER_SECRETS_H

/* Digests and tokens, by libsodium; the only code of the server that knows it. */

#include <stdbool.h>
#include <stddef.h>

#include "limmat/journal.h"

enum {
    SECRETS_DIGEST = 65, /* SHA-256 in hexadecimal and a NUL */
    SECRETS_TOKEN = 44   /* 32 random bytes in letters, digits, - and _, and a NUL */
};

/* false when the system gives no randomness: do not go on. */
bool secrets_begin(void);

void secrets_digest(const char *bytes, size_t length, char out[SECRETS_DIGEST]);
void secrets_token(char out[SECRETS_TOKEN]);
/* Can ${text} be one? */
bool secrets_is_token(const char *text);

/* SHA-256 as in SECRETS_TOKEN: the code challenge of PKCE (RFC 7636, 4.2). */
void secrets_challenge(const char *verifier, char out[SECRETS_TOKEN]);

/* Are they the same?  Takes as long when the first letters are. */
bool secrets_equal(const char *a, const char *b);

/* ${text} for who knows ${secret}, a text that nobody guesses, alone: in letters, digits, - and _,
 * in
 * ${arena}; and back, NULL for what was not made by it.  "" and NULL without memory. */
const char *secrets_seal(const char *text, const char *secret, struct lm_arena *arena);
const char *secrets_open(const char *sealed, const char *secret, struct lm_arena *arena);

/* ${bytes} in letters, digits, - and _ (base64url), in ${arena}, "" without memory; and back, NULL
 * for what is none. */
const char *secrets_letters(const char *bytes, size_t length, struct lm_arena *arena);
const char *secrets_bytes(const char *letters, struct lm_arena *arena, size_t *length);

/* What journals need for their chain and their private parts. */
extern const struct lm_journal_hooks secrets_hooks;

#endif
