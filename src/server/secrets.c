/* SPDX-License-Identifier: Apache-2.0 */
#include "server/secrets.h"

#include <sodium.h>
#include <string.h>

bool secrets_begin(void)
{
    return sodium_init() >= 0;
}

void secrets_digest(const char *bytes, size_t length, char out[SECRETS_DIGEST])
{
    unsigned char digest[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(digest, (const unsigned char *)bytes, length);
    sodium_bin2hex(out, SECRETS_DIGEST, digest, sizeof digest);
}

void secrets_challenge(const char *verifier, char out[SECRETS_TOKEN])
{
    unsigned char digest[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(digest, (const unsigned char *)verifier, strlen(verifier));
    sodium_bin2base64(out, SECRETS_TOKEN, digest, sizeof digest,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

void secrets_token(char out[SECRETS_TOKEN])
{
    unsigned char bytes[32];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(out, SECRETS_TOKEN, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

bool secrets_equal(const char *a, const char *b)
{
    size_t length = strlen(a);
    return length == strlen(b) && sodium_memcmp(a, b, length) == 0;
}

static void digest(void *context, const char *bytes, size_t length, uint8_t out[LM_DIGEST_BYTES])
{
    (void)context;
    crypto_hash_sha256(out, (const unsigned char *)bytes, length);
}

static bool fill_randomly(void *context, uint8_t *bytes, size_t length)
{
    (void)context;
    randombytes_buf(bytes, length);
    return true;
}

const struct lm_journal_hooks secrets_hooks = {digest, fill_randomly, NULL};
