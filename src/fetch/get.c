/* SPDX-License-Identifier: Apache-2.0 */

/* The one place that knows libcurl. */

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fetch/fetch.h"

enum { BODY_MAX = 64 << 20, LINE_ROOM = 8192, CONNECT_SECONDS = 15, SILENCE_SECONDS = 60 };

struct body {
    char *bytes;
    size_t length, capacity;
};

static size_t take_body(char *bytes, size_t size, size_t count, void *context)
{
    struct body *body = context;
    size_t length = size * count, need = body->length + length;
    if (need > BODY_MAX)
        return 0; /* ends the transfer with an error */
    if (need > body->capacity) {
        size_t capacity = need * 2;
        char *longer = realloc(body->bytes, capacity);
        if (longer == NULL)
            return 0;
        body->bytes = longer;
        body->capacity = capacity;
    }
    if (length > 0)
        memcpy(body->bytes + body->length, bytes, length);
    body->length = need;
    return length;
}

/* A line of standard input without its end; false when there is none, or one too long. */
static bool take_line(char line[LINE_ROOM])
{
    if (fgets(line, LINE_ROOM, stdin) == NULL)
        return false;
    size_t length = strlen(line);
    bool whole = length > 0 && line[length - 1] == '\n';
    if (whole)
        line[length - 1] = '\0';
    return whole;
}

/* "Name: value", unless the value is empty. */
static bool add_header(struct curl_slist **headers, const char *name, const char *value)
{
    char line[LINE_ROOM + 64];
    if (*value == '\0')
        return true;
    snprintf(line, sizeof line, "%s%s", name, value);
    struct curl_slist *longer = curl_slist_append(*headers, line);
    if (longer != NULL)
        *headers = longer;
    return longer != NULL;
}

static void set_options(CURL *curl, const char *url, struct curl_slist *headers, struct body *body)
{
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_USERAGENT, "limmat/" LIMMAT_VERSION);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, (long)SILENCE_SECONDS);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_body);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, body);
}

static enum lm_status perform(CURL *curl, const char *url, const struct body *body)
{
    long status = 0;
    curl_off_t wait = 0;
    char head[64];
    CURLcode code = curl_easy_perform(curl);
    if (code != CURLE_OK)
        return refuse(LM_IO, "%s cannot be reached: %s", url, curl_easy_strerror(code));
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_getinfo(curl, CURLINFO_RETRY_AFTER, &wait);
    int length = snprintf(head, sizeof head, "%ld %lld\n", status, wait > 0 ? (long long)wait : -1);
    if (!deliver(head, (size_t)length) || !deliver(body->bytes, body->length))
        return refuse(LM_IO, "the answer of %s cannot be passed on", url);
    return LM_OK;
}

/* Send a request without a body, by ${method} (NULL: GET). */
static enum lm_status ask(const char *method)
{
    char url[LINE_ROOM], accept[LINE_ROOM], token[LINE_ROOM];
    struct curl_slist *headers = NULL;
    struct body body = {0};
    if (!take_line(url) || !take_line(accept) || !take_line(token))
        return refuse(LM_INVALID, "the request is not three lines");
    CURL *curl = curl_easy_init();
    enum lm_status status = LM_LIMIT;
    if (curl != NULL && add_header(&headers, "Accept: ", accept) &&
        add_header(&headers, "Authorization: Bearer ", token)) {
        set_options(curl, url, headers, &body);
        if (method != NULL)
            curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, method);
        status = perform(curl, url, &body);
    }
    curl_slist_free_all(headers);
    curl_easy_cleanup(curl);
    free(body.bytes);
    return status;
}

enum lm_status fetch_get(void)
{
    return ask(NULL);
}

enum lm_status fetch_delete(void)
{
    return ask("DELETE");
}

/* All that is left of standard input. */
static bool take_rest(struct body *body)
{
    char part[1 << 16];
    size_t length;
    while ((length = fread(part, 1, sizeof part, stdin)) > 0)
        if (take_body(part, 1, length, body) != length)
            return false;
    return ferror(stdin) == 0;
}

/* Send what is left of standard input by ${method}, with these headers. */
static enum lm_status send_rest(const char *method, const char *url, struct curl_slist *headers)
{
    struct body body = {0}, sent = {0};
    CURL *curl = curl_easy_init();
    enum lm_status status = LM_LIMIT;
    if (curl != NULL && take_rest(&sent)) {
        set_options(curl, url, headers, &body);
        curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)sent.length);
        curl_easy_setopt(curl, CURLOPT_POSTFIELDS, sent.bytes == NULL ? "" : sent.bytes);
        curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, method);
        status = perform(curl, url, &body);
    }
    curl_easy_cleanup(curl);
    free(sent.bytes);
    free(body.bytes);
    return status;
}

enum lm_status fetch_put(void)
{
    char url[LINE_ROOM], accept[LINE_ROOM], key[LINE_ROOM];
    struct curl_slist *headers = NULL;
    enum lm_status status = LM_LIMIT;
    if (!take_line(url) || !take_line(accept) || !take_line(key))
        return refuse(LM_INVALID, "the request is not three lines and a file");
    if (add_header(&headers, "Accept: ", accept) &&
        add_header(&headers, "Idempotency-Key: ", key) &&
        add_header(&headers, "Content-Type: ", "application/octet-stream"))
        status = send_rest("PUT", url, headers);
    curl_slist_free_all(headers);
    return status;
}

/* A message of Web Push (RFC 8030), which is encrypted already: the address, who sends it. */
enum lm_status fetch_push(void)
{
    char url[LINE_ROOM], accept[LINE_ROOM], sender[LINE_ROOM];
    struct curl_slist *headers = NULL;
    enum lm_status status = LM_LIMIT;
    if (!take_line(url) || !take_line(accept) || !take_line(sender))
        return refuse(LM_INVALID, "the request is not three lines and a message");
    if (add_header(&headers, "Authorization: ", sender) && add_header(&headers, "TTL: ", "7200") &&
        add_header(&headers, "Urgency: ", "high") &&
        add_header(&headers, "Content-Encoding: ", "aes128gcm") &&
        add_header(&headers, "Content-Type: ", "application/octet-stream"))
        status = send_rest("POST", url, headers);
    curl_slist_free_all(headers);
    return status;
}

enum lm_status fetch_post(void)
{
    char url[LINE_ROOM], accept[LINE_ROOM], token[LINE_ROOM], type[LINE_ROOM];
    struct curl_slist *headers = NULL;
    enum lm_status status = LM_LIMIT;
    if (!take_line(url) || !take_line(accept) || !take_line(token) || !take_line(type))
        return refuse(LM_INVALID, "the request is not four lines and what is sent");
    if (add_header(&headers, "Accept: ", accept) &&
        add_header(&headers, "Authorization: Bearer ", token) &&
        add_header(&headers, "Content-Type: ", type))
        status = send_rest("POST", url, headers);
    curl_slist_free_all(headers);
    return status;
}
