/* SPDX-License-Identifier: Apache-2.0 */
#include "server/shortcut.h"

#include <event2/util.h>
#include <string.h>

#include "server/headers.h"

/* Return the field for a header; NULL and ${unusual} for one that only libevent can handle. */
static const char **place_of(struct http_request *r, const char *name, bool *unusual)
{
    static const char *const unusual_names[] = {
        "Content-Length", "Transfer-Encoding", "Expect",        "Upgrade",
        "Connection",     "Trailer",           "Authorization", "TE"};
    const struct {
        const char *name, **place;
    } usual[] = {{"Host", &r->host},
                 {"Cookie", &r->cookie},
                 {"Origin", &r->origin},
                 {"If-None-Match", &r->known},
                 {"Accept", &r->accept},
                 {"Accept-Language", &r->languages},
                 {"X-Forwarded-For", &r->forwarded}};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (evutil_ascii_strcasecmp(usual[i].name, name) == 0)
            return usual[i].place;
    for (size_t i = 0; i < sizeof unusual_names / sizeof *unusual_names; i++)
        *unusual |= evutil_ascii_strcasecmp(unusual_names[i], name) == 0;
    return NULL;
}

/* Parse "Name: value" without its end; false: it is unusual. */
static bool read_header(char *line, struct http_request *r)
{
    char *colon = strchr(line, ':');
    bool unusual = false;
    if (colon == NULL || colon == line || strcspn(line, " \t") < (size_t)(colon - line))
        return false; /* no name, or a continued line */
    *colon = '\0';
    char *value = colon + 1 + strspn(colon + 1, " \t");
    for (size_t end = strlen(value); end > 0 && strchr(" \t", value[end - 1]) != NULL; end--)
        value[end - 1] = '\0';
    if (evutil_ascii_strcasecmp(line, "Accept-Encoding") == 0) {
        r->packing = strstr(value, "gzip") != NULL;
        return true;
    }
    if (evutil_ascii_strcasecmp(line, "Connection") == 0)
        return evutil_ascii_strcasecmp(value, "keep-alive") == 0;
    const char **place = place_of(r, line, &unusual);
    if (place == NULL)
        return !unusual;
    bool first = **place == '\0'; /* leave duplicates to libevent */
    *place = value;
    return first;
}

/* Parse "GET /path HTTP/1.1". */
static bool read_first(char *line, struct http_request *r)
{
    char *path = line + 4, *version = strchr(path, ' ');
    if (strncmp(line, "GET /", 5) != 0 || version == NULL || strcmp(version, " HTTP/1.1") != 0)
        return false;
    *version = '\0';
    r->path = path;
    return strchr(path, '?') == NULL;
}

bool shortcut_read(char *head, size_t length, struct http_request *out)
{
    *out = http_no_request();
    head[length] = '\0';
    if (length < 4 || strlen(head) != length || strcmp(head + length - 4, "\r\n\r\n") != 0)
        return false;
    bool first = true;
    for (char *line = head, *end; line < head + length - 2; line = end + 2) {
        end = strstr(line, "\r\n");
        size_t size = (size_t)(end - line);
        *end = '\0';
        if (size == 0 || strcspn(line, "\r\n") < size) /* more bytes follow the request */
            return false;
        if (!(first ? read_first(line, out) : read_header(line, out)))
            return false;
        first = false;
    }
    return *out->host != '\0';
}

static void put_header(void *to, const char *name, const char *value)
{
    struct lm_text *out = to;
    lm_text_add(out, name);
    lm_text_add_bytes(out, ": ", 2);
    lm_text_add(out, value);
    lm_text_add_bytes(out, "\r\n", 2);
}

void shortcut_write(const struct http_reply *reply, const char *address, struct lm_text *out)
{
    char date[64];
    evutil_date_rfc1123(date, sizeof date, NULL);
    lm_text_add(out,
                reply->status == 304 ? "HTTP/1.1 304 Not Modified\r\n" : "HTTP/1.1 200 OK\r\n");
    headers_of(reply, address, put_header, out);
    put_header(out, "Date", date);
    if (reply->status != 304)
        lm_text_print(out, "Content-Length: %zu\r\n", reply->length);
    lm_text_add_bytes(out, "\r\n", 2);
}
