/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/championship/http.h"

#include <curl/curl.h>

#include "cli/core/command.h"

enum { BODY_MAX = 64 << 20, CONNECT_SECONDS = 15, SILENCE_SECONDS = 60 };

static size_t take_body(char *bytes, size_t size, size_t count, void *context)
{
    struct lm_text *body = context;
    if (body->length + size * count > BODY_MAX)
        return 0; /* ends the transfer with an error */
    lm_text_add_bytes(body, bytes, size * count);
    return lm_text_status(body) == LM_OK ? size * count : 0;
}

/* "Name: value" in the memory of the arena. */
static bool add_header(struct curl_slist **headers, struct lm_arena *arena, const char *name,
                       const char *value)
{
    if (value == NULL)
        return true;
    struct lm_text line = lm_text_in(arena);
    lm_text_print(&line, "%s%s", name, value);
    struct curl_slist *longer =
        lm_text_status(&line) == LM_OK ? curl_slist_append(*headers, lm_text_string(&line)) : NULL;
    if (longer != NULL)
        *headers = longer;
    return longer != NULL;
}

static void set_options(CURL *curl, const struct http_request *request, struct curl_slist *headers,
                        struct lm_text *body)
{
    curl_easy_setopt(curl, CURLOPT_URL, request->url);
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

static enum lm_status perform(CURL *curl, const struct http_request *request, struct lm_log *log,
                              struct http_answer *answer)
{
    long status = 0;
    curl_off_t wait = 0;
    CURLcode code = curl_easy_perform(curl);
    if (code != CURLE_OK)
        return fail(log, LM_IO, "%s cannot be reached: %s", request->url, curl_easy_strerror(code));
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_getinfo(curl, CURLINFO_RETRY_AFTER, &wait);
    answer->status = (int)status;
    answer->retry_after = wait > 0 ? (int64_t)wait : -1;
    return LM_OK;
}

enum lm_status http_get(const struct http_request *request, struct lm_log *log,
                        struct http_answer *answer)
{
    struct curl_slist *headers = NULL;
    CURL *curl = curl_easy_init();
    enum lm_status status = LM_LIMIT;
    *answer = (struct http_answer){.retry_after = -1, .body = lm_text_in(log->arena)};
    if (curl != NULL && add_header(&headers, log->arena, "Accept: ", request->accept) &&
        add_header(&headers, log->arena, "Authorization: Bearer ", request->token)) {
        set_options(curl, request, headers, &answer->body);
        status = perform(curl, request, log, answer);
    }
    curl_slist_free_all(headers);
    curl_easy_cleanup(curl);
    return status;
}
