/* SPDX-License-Identifier: Apache-2.0 */
#include "server/webpush.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <string.h>

#include "server/secrets.h"

enum {
    POINT = 65, /* a public key of P-256, uncompressed */
    AUTH = 16,
    SALT = 16,
    SHARED = 32,
    CEK = 16,
    NONCE = 12,
    TAG = 16,
    HASH = 32,
    RECORD = 4096,
    HEAD = SALT + 4 + 1 + POINT,
    GOOD_SECONDS = 12 * 3600 /* RFC 8292, 2: at most 24 hours */
};

/* --- keys */

static bool point_of(EVP_PKEY *key, unsigned char out[POINT])
{
    size_t length = 0;
    return EVP_PKEY_set_utf8_string_param(key, OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT,
                                          "uncompressed") == 1 &&
           EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY, out, POINT,
                                           &length) == 1 &&
           length == POINT;
}

/* Make a public key of ${point}; NULL: it is not on P-256. */
static EVP_PKEY *key_at(const unsigned char point[POINT])
{
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)(uintptr_t) "P-256",
                                         0),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)(uintptr_t)point, POINT),
        OSSL_PARAM_construct_end()};
    if (context == NULL || EVP_PKEY_fromdata_init(context) != 1 ||
        EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, parameters) != 1)
        key = NULL;
    EVP_PKEY_CTX_free(context);
    return key;
}

static EVP_PKEY *read_key(const char *pem)
{
    BIO *bio = BIO_new_mem_buf(pem, (int)strlen(pem));
    EVP_PKEY *key = bio == NULL ? NULL : PEM_read_bio_PrivateKey(bio, NULL, NULL, NULL);
    BIO_free(bio);
    return key;
}

const char *webpush_new_key(struct lm_arena *arena)
{
    const char *out = NULL;
    char *bytes;
    EVP_PKEY *key = EVP_EC_gen("P-256");
    BIO *bio = BIO_new(BIO_s_mem());
    if (key != NULL && bio != NULL &&
        PEM_write_bio_PrivateKey(bio, key, NULL, NULL, 0, NULL, NULL) == 1) {
        long length = BIO_get_mem_data(bio, &bytes);
        out = lm_arena_copy(arena, bytes, (size_t)length);
    }
    BIO_free(bio);
    EVP_PKEY_free(key);
    return out;
}

const char *webpush_public_key(const char *pem, struct lm_arena *arena)
{
    unsigned char point[POINT];
    EVP_PKEY *key = read_key(pem);
    bool well = key != NULL && point_of(key, point);
    EVP_PKEY_free(key);
    return well ? secrets_letters((const char *)point, POINT, arena) : NULL;
}

/* --- the receiver */

struct receiver {
    unsigned char point[POINT], auth[AUTH];
    EVP_PKEY *key;
};

/* Read the keys of a browser; false, with nothing to free: they are invalid. */
static bool read_receiver(const char *key, const char *auth, struct lm_arena *arena,
                          struct receiver *out)
{
    size_t point_length, auth_length;
    const char *point = secrets_bytes(key, arena, &point_length);
    const char *secret = secrets_bytes(auth, arena, &auth_length);
    if (point == NULL || secret == NULL || point_length != POINT || auth_length != AUTH)
        return false;
    memcpy(out->point, point, POINT);
    memcpy(out->auth, secret, AUTH);
    out->key = key_at(out->point);
    return out->key != NULL;
}

bool webpush_is_receiver(const char *key, const char *auth, struct lm_arena *arena)
{
    struct receiver r;
    bool is = read_receiver(key, auth, arena, &r);
    if (is)
        EVP_PKEY_free(r.key);
    return is;
}

/* --- encrypting */

static bool agree(EVP_PKEY *own, EVP_PKEY *other, unsigned char out[SHARED])
{
    size_t length = SHARED;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(own, NULL);
    bool well = context != NULL && EVP_PKEY_derive_init(context) == 1 &&
                EVP_PKEY_derive_set_peer(context, other) == 1 &&
                EVP_PKEY_derive(context, out, &length) == 1 && length == SHARED;
    EVP_PKEY_CTX_free(context);
    return well;
}

static bool hmac(const unsigned char *key, size_t key_length, const unsigned char *bytes,
                 size_t length, unsigned char out[HASH])
{
    unsigned int size = HASH;
    return HMAC(EVP_sha256(), key, (int)key_length, bytes, length, out, &size) != NULL;
}

/* Compute ${length} bytes of HKDF (RFC 5869) of ${input}: its first block is enough. */
static bool hkdf(const unsigned char *salt, size_t salt_length, const unsigned char input[HASH],
                 const char *info, size_t info_length, unsigned char *out, size_t length)
{
    unsigned char whole[160], key[HASH], block[HASH];
    if (info_length + 1 > sizeof whole || !hmac(salt, salt_length, input, HASH, key))
        return false;
    memcpy(whole, info, info_length);
    whole[info_length] = 1;
    if (!hmac(key, HASH, whole, info_length + 1, block))
        return false;
    memcpy(out, block, length);
    return true;
}

/* Derive the key and the nonce of the message (RFC 8291, 3.4). */
static bool derive(const struct receiver *r, EVP_PKEY *own, const unsigned char own_point[POINT],
                   const unsigned char salt[SALT], unsigned char cek[CEK],
                   unsigned char nonce[NONCE])
{
    static const char intro[] = "WebPush: info", for_key[] = "Content-Encoding: aes128gcm",
                      for_nonce[] = "Content-Encoding: nonce";
    unsigned char shared[SHARED], input[HASH];
    char info[sizeof intro + 2 * POINT];
    memcpy(info, intro, sizeof intro); /* with its NUL */
    memcpy(info + sizeof intro, r->point, POINT);
    memcpy(info + sizeof intro + POINT, own_point, POINT);
    return agree(own, r->key, shared) &&
           hkdf(r->auth, AUTH, shared, info, sizeof info, input, HASH) &&
           hkdf(salt, SALT, input, for_key, sizeof for_key, cek, CEK) &&
           hkdf(salt, SALT, input, for_nonce, sizeof for_nonce, nonce, NONCE);
}

/* Encrypt ${text} and the end of the only record, with its tag. */
static bool encrypt(const unsigned char cek[CEK], const unsigned char nonce[NONCE],
                    const char *text, size_t length, unsigned char *out)
{
    static const unsigned char last = 2; /* RFC 8188, 2 */
    int size = 0, end = 0;
    EVP_CIPHER_CTX *c = EVP_CIPHER_CTX_new();
    bool well = c != NULL && EVP_EncryptInit_ex(c, EVP_aes_128_gcm(), NULL, cek, nonce) == 1 &&
                EVP_EncryptUpdate(c, out, &size, (const unsigned char *)text, (int)length) == 1 &&
                EVP_EncryptUpdate(c, out + length, &size, &last, 1) == 1 &&
                EVP_EncryptFinal_ex(c, out + length + 1, &end) == 1 &&
                EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_GCM_GET_TAG, TAG, out + length + 1) == 1;
    EVP_CIPHER_CTX_free(c);
    return well;
}

enum lm_status webpush_seal(const char *key, const char *auth, const char *text,
                            struct lm_arena *arena, struct lm_text *out)
{
    struct receiver r;
    size_t length = strlen(text);
    unsigned char head[HEAD], cek[CEK], nonce[NONCE], *body;
    if (length > WEBPUSH_MOST || !read_receiver(key, auth, arena, &r))
        return LM_INVALID;
    EVP_PKEY *own = EVP_EC_gen("P-256"); /* for this message alone */
    unsigned char *point = head + SALT + 5;
    body = lm_arena_alloc(arena, length + 1 + TAG, 1);
    bool well = own != NULL && body != NULL && RAND_bytes(head, SALT) == 1 &&
                point_of(own, point) && derive(&r, own, point, head, cek, nonce) &&
                encrypt(cek, nonce, text, length, body);
    EVP_PKEY_free(own);
    EVP_PKEY_free(r.key);
    if (!well)
        return LM_INTERNAL;
    const unsigned char size[] = {0, 0, RECORD >> 8, RECORD & 0xff, POINT};
    memcpy(head + SALT, size, sizeof size);
    lm_text_add_bytes(out, (const char *)head, HEAD);
    lm_text_add_bytes(out, (const char *)body, length + 1 + TAG);
    return lm_text_status(out);
}

/* --- the sender */

/* Sign ${text} with ${key}: two numbers of 32 bytes each (RFC 7518, 3.4). */
static bool sign(EVP_PKEY *key, const char *text, unsigned char out[2 * HASH])
{
    unsigned char der[128];
    size_t length = sizeof der;
    const unsigned char *at = der;
    ECDSA_SIG *signature = NULL;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool well =
        context != NULL && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
        EVP_DigestSign(context, der, &length, (const unsigned char *)text, strlen(text)) == 1 &&
        (signature = d2i_ECDSA_SIG(NULL, &at, (long)length)) != NULL &&
        BN_bn2binpad(ECDSA_SIG_get0_r(signature), out, HASH) == HASH &&
        BN_bn2binpad(ECDSA_SIG_get0_s(signature), out + HASH, HASH) == HASH;
    ECDSA_SIG_free(signature);
    EVP_MD_CTX_free(context);
    return well;
}

const char *webpush_authorization(const char *pem, const char *contact, const char *endpoint,
                                  int64_t now, struct lm_arena *arena)
{
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    unsigned char signature[2 * HASH];
    struct lm_text claims = lm_text_in(arena), token = lm_text_in(arena);
    const char *host = strstr(endpoint, "://");
    size_t origin = host == NULL ? 0 : (size_t)(host + 3 - endpoint) + strcspn(host + 3, "/");
    lm_text_print(&claims, "{\"aud\":\"%.*s\",\"exp\":%lld,\"sub\":\"%s\"}", (int)origin, endpoint,
                  (long long)(now + GOOD_SECONDS), contact);
    lm_text_print(&token, "%s.%s", secrets_letters(head, strlen(head), arena),
                  secrets_letters(lm_text_string(&claims), claims.length, arena));
    EVP_PKEY *key = read_key(pem);
    const char *own = webpush_public_key(pem, arena);
    bool well = key != NULL && own != NULL && sign(key, lm_text_string(&token), signature);
    EVP_PKEY_free(key);
    if (!well)
        return NULL;
    struct lm_text out = lm_text_in(arena);
    lm_text_print(&out, "vapid t=%s.%s, k=%s", lm_text_string(&token),
                  secrets_letters((const char *)signature, sizeof signature, arena), own);
    return out.failed ? NULL : lm_text_string(&out);
}
