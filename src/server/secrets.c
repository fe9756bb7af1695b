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

bool secrets_is_token(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789-_";
    return strlen(text) == SECRETS_TOKEN - 1 && strspn(text, letters) == SECRETS_TOKEN - 1;
}

bool secrets_equal(const char *a, const char *b)
{
    size_t length = strlen(a);
    return length == strlen(b) && sodium_memcmp(a, b, length) == 0;
}

/* --- sealed */

enum { NONCE = crypto_secretbox_NONCEBYTES, MAC = crypto_secretbox_MACBYTES };

static void key_of(const char *secret, unsigned char key[crypto_secretbox_KEYBYTES])
{
    _Static_assert(crypto_secretbox_KEYBYTES == crypto_hash_sha256_BYTES, "a digest is a key");
    crypto_hash_sha256(key, (const unsigned char *)secret, strlen(secret));
}

const char *secrets_seal(const char *text, const char *secret, struct lm_arena *arena)
{
    unsigned char key[crypto_secretbox_KEYBYTES];
    size_t length = strlen(text), whole = NONCE + MAC + length;
    size_t room = sodium_base64_encoded_len(whole, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    unsigned char *bytes = lm_arena_alloc(arena, whole, 1);
    char *out = lm_arena_alloc(arena, room, 1);
    if (bytes == NULL || out == NULL)
        return "";
    key_of(secret, key);
    randombytes_buf(bytes, NONCE);
    (void)crypto_secretbox_easy(bytes + NONCE, (const unsigned char *)text, length, bytes, key);
    sodium_memzero(key, sizeof key);
    return sodium_bin2base64(out, room, bytes, whole, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

const char *secrets_open(const char *sealed, const char *secret, struct lm_arena *arena)
{
    unsigned char key[crypto_secretbox_KEYBYTES];
    size_t most = strlen(sealed), whole = 0;
    unsigned char *bytes = lm_arena_alloc(arena, most + 1, 1);
    char *text = lm_arena_alloc(arena, most + 1, 1);
    if (bytes == NULL || text == NULL ||
        sodium_base642bin(bytes, most, sealed, most, NULL, &whole, NULL,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0 ||
        whole < NONCE + MAC)
        return NULL;
    key_of(secret, key);
    int opened =
        crypto_secretbox_open_easy((unsigned char *)text, bytes + NONCE, whole - NONCE, bytes, key);
    sodium_memzero(key, sizeof key);
    return opened == 0 ? text : NULL; /* a new arena is zeroed */
}

const char *secrets_letters(const char *bytes, size_t length, struct lm_arena *arena)
{
    size_t room = sodium_base64_encoded_len(length, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    char *out = lm_arena_alloc(arena, room, 1);
    return out == NULL ? ""
                       : sodium_bin2base64(out, room, (const unsigned char *)bytes, length,
                                           sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

const char *secrets_bytes(const char *letters, struct lm_arena *arena, size_t *length)
{
    size_t most = strlen(letters);
    while (most > 0 && letters[most - 1] == '=') /* some browsers pad */
        most--;
    unsigned char *out = lm_arena_alloc(arena, most + 1, 1);
    bool well = out != NULL && sodium_base642bin(out, most + 1, letters, most, NULL, length, NULL,
                                                 sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0;
    return well ? (const char *)out : NULL;
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
