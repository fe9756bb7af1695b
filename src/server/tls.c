/* SPDX-License-Identifier: Apache-2.0 */
#include "server/tls.h"

#include <event2/bufferevent_ssl.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "limmat/text.h"
#include "os/clock.h"
#include "os/files.h"

/* Browsers accept no certificate that is valid for more than 825 days. */
enum { DAY = 86400, GOOD_DAYS = 730, RENEW_DAYS = 30 };

struct tls {
    SSL_CTX *context;
    char fingerprint[3 * EVP_MAX_MD_SIZE];
};

static enum lm_status refuse(struct lm_log *log, const char *what, const char *about)
{
    char reason[200] = "";
    unsigned long code = ERR_get_error();
    if (code != 0)
        ERR_error_string_n(code, reason, sizeof reason);
    ERR_clear_error();
    (void)lm_log_add(log, LM_ERROR, (struct lm_place){0}, NULL, "%s: %s%s%s", about, what,
                     *reason == '\0' ? "" : ": ", reason);
    return LM_IO;
}

/* --- a certificate made by the server */

static bool add_extension(X509 *certificate, int kind, const char *value)
{
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, certificate, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, kind, value);
    bool well = extension != NULL && X509_add_ext(certificate, extension, -1) == 1;
    X509_EXTENSION_free(extension);
    return well;
}

static bool fill(X509 *certificate, EVP_PKEY *key, const char *names)
{
    unsigned char serial[16];
    X509_NAME *name = X509_get_subject_name(certificate);
    BIGNUM *number = RAND_bytes(serial, sizeof serial) == 1 ? BN_new() : NULL;
    serial[0] &= 0x7F;
    bool well = number != NULL && BN_bin2bn(serial, sizeof serial, number) != NULL &&
                BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)) != NULL;
    BN_free(number);
    return well && X509_set_version(certificate, 2) == 1 &&
           X509_gmtime_adj(X509_getm_notBefore(certificate), -DAY) != NULL &&
           X509_gmtime_adj(X509_getm_notAfter(certificate), (long)GOOD_DAYS * DAY) != NULL &&
           X509_set_pubkey(certificate, key) == 1 &&
           X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8,
                                      (const unsigned char *)"Limmat in this hall", -1, -1,
                                      0) == 1 &&
           X509_set_issuer_name(certificate, name) == 1 &&
           add_extension(certificate, NID_subject_alt_name, names) &&
           add_extension(certificate, NID_basic_constraints, "critical,CA:FALSE") &&
           add_extension(certificate, NID_key_usage, "critical,digitalSignature") &&
           add_extension(certificate, NID_ext_key_usage, "serverAuth") &&
           X509_sign(certificate, key, EVP_sha256()) > 0;
}

/* Return the names in the certificate, as OpenSSL writes them. */
static const char *names_of(const char *address, const char *host, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    lm_text_add(&text, "DNS:localhost,IP:127.0.0.1,IP:::1");
    if (address != NULL)
        lm_text_print(&text, ",IP:%s", address);
    if (*host != '\0')
        lm_text_print(&text, ",DNS:%s", host);
    return text.failed ? NULL : lm_text_string(&text);
}

static bool still_good(const char *path, const char *address, const char *host)
{
    FILE *file = os_stream(path, "rb");
    X509 *certificate = file == NULL ? NULL : PEM_read_X509(file, NULL, NULL, NULL);
    time_t soon = (time_t)(os_now_seconds() + (int64_t)RENEW_DAYS * DAY);
    bool good = certificate != NULL && X509_cmp_time(X509_get0_notAfter(certificate), &soon) > 0 &&
                (address == NULL || X509_check_ip_asc(certificate, address, 0) == 1) &&
                (*host == '\0' || X509_check_host(certificate, host, 0, 0, NULL) == 1);
    X509_free(certificate);
    if (file != NULL)
        fclose(file);
    return good;
}

static EVP_PKEY *read_key(const char *path)
{
    FILE *file = os_stream(path, "rb");
    EVP_PKEY *key = file == NULL ? NULL : PEM_read_PrivateKey(file, NULL, NULL, NULL);
    if (file != NULL)
        fclose(file);
    return key;
}

/* Write the content of ${bio} into the file ${path}. */
static enum lm_status write_pem(BIO *bio, const char *path, struct lm_log *log)
{
    char *bytes;
    long length = BIO_get_mem_data(bio, &bytes);
    return os_write(path, bytes, (size_t)length, OS_REPLACE, log);
}

static enum lm_status make_files(const char *certificate_path, const char *key_path,
                                 const char *names, struct lm_log *log)
{
    EVP_PKEY *key = read_key(key_path);
    bool fresh = key == NULL;
    if (fresh)
        key = EVP_EC_gen("P-256");
    X509 *certificate = key == NULL ? NULL : X509_new();
    BIO *secret = BIO_new(BIO_s_mem()), *open = BIO_new(BIO_s_mem());
    enum lm_status status = LM_OK;
    if (certificate == NULL || secret == NULL || open == NULL || !fill(certificate, key, names) ||
        PEM_write_bio_PrivateKey(secret, key, NULL, NULL, 0, NULL, NULL) != 1 ||
        PEM_write_bio_X509(open, certificate) != 1)
        status = refuse(log, "cannot be made", certificate_path);
    if (status == LM_OK && fresh)
        status = write_pem(secret, key_path, log);
    if (status == LM_OK)
        status = write_pem(open, certificate_path, log);
    BIO_free(secret);
    BIO_free(open);
    X509_free(certificate);
    EVP_PKEY_free(key);
    return status;
}

/* --- */

static void set_fingerprint(struct tls *tls)
{
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned length = 0;
    const X509 *certificate = SSL_CTX_get0_certificate(tls->context);
    if (certificate != NULL && X509_digest(certificate, EVP_sha256(), digest, &length) == 1)
        for (unsigned i = 0; i < length; i++)
            snprintf(tls->fingerprint + 3 * (size_t)i, 4, i + 1 < length ? "%02X:" : "%02X",
                     digest[i]);
}

enum lm_status tls_open(struct tls **out, const char *certificate, const char *key,
                        struct lm_log *log)
{
    struct tls *tls = calloc(1, sizeof *tls);
    if (tls == NULL)
        return LM_LIMIT;
    tls->context = SSL_CTX_new(TLS_server_method());
    enum lm_status status = LM_OK;
    if (tls->context == NULL || SSL_CTX_set_min_proto_version(tls->context, TLS1_2_VERSION) != 1 ||
        SSL_CTX_set_cipher_list(tls->context, "ECDHE+AESGCM:ECDHE+CHACHA20") != 1)
        status = refuse(log, "no TLS", certificate);
    else if (SSL_CTX_use_certificate_chain_file(tls->context, certificate) != 1)
        status = refuse(log, "no certificate", certificate);
    else if (SSL_CTX_use_PrivateKey_file(tls->context, key, SSL_FILETYPE_PEM) != 1 ||
             SSL_CTX_check_private_key(tls->context) != 1)
        status = refuse(log, "no key of this certificate", key);
    if (status != LM_OK) {
        tls_free(tls);
        return status;
    }
    SSL_CTX_set_options(tls->context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                          SSL_OP_CIPHER_SERVER_PREFERENCE);
    set_fingerprint(tls);
    *out = tls;
    return LM_OK;
}

enum lm_status tls_make(struct tls **out, const char *folder, const char *address, const char *host,
                        struct lm_log *log)
{
    const char *certificate = os_join(log->arena, folder, "tls-certificate.pem");
    const char *key = os_join(log->arena, folder, "tls-key.pem");
    const char *names = names_of(address, host, log->arena);
    if (certificate == NULL || key == NULL || names == NULL)
        return LM_LIMIT;
    enum lm_status status = LM_OK;
    if (!os_is_there(key) || !still_good(certificate, address, host))
        status = make_files(certificate, key, names, log);
    return status == LM_OK ? tls_open(out, certificate, key, log) : status;
}

void tls_free(struct tls *tls)
{
    if (tls == NULL)
        return;
    SSL_CTX_free(tls->context);
    free(tls);
}

const char *tls_fingerprint(const struct tls *tls)
{
    return tls->fingerprint;
}

struct bufferevent *tls_connection(const struct tls *tls, struct event_base *base)
{
    SSL *ssl = SSL_new(tls->context);
    if (ssl == NULL)
        return NULL;
    struct bufferevent *connection = bufferevent_openssl_socket_new(
        base, -1, ssl, BUFFEREVENT_SSL_ACCEPTING, BEV_OPT_CLOSE_ON_FREE);
    if (connection == NULL)
        SSL_free(ssl);
    else
        bufferevent_openssl_set_allow_dirty_shutdown(connection, 1);
    return connection;
}
