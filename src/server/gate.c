/* SPDX-License-Identifier: Apache-2.0 */
#include "server/gate.h"

#include <event2/util.h>
#include <stdio.h>
#include <string.h>

#include "base/texts.h"

enum { LENGTH_DIGITS = 18, CHUNK_DIGITS = 8, LINE_MOST = 1024, TRAILERS_MOST = 4096 };

/* The headers that matter for framing, and how often each occurred. */
struct seen {
    unsigned hosts, lengths, codings;
    bool old; /* HTTP/1.0 */
};

/* Is it a token (RFC 9110, section 5.6.2)? */
static bool is_token(const char *text, size_t length)
{
    static const char letters[] = "!#$%&'*+-.^_`|~0123456789"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    return length > 0 && strspn(text, letters) >= length;
}

/* Is ${text} free of control characters except tabs? */
static bool is_text(const char *text)
{
    for (; *text != '\0'; text++)
        if (((unsigned char)*text < ' ' && *text != '\t') || *text == 0x7F)
            return false;
    return true;
}

static bool is_name(const char *name, const char *other)
{
    return evutil_ascii_strcasecmp(name, other) == 0;
}

/* Read the request line: "POST /path?query HTTP/1.1". */
static bool read_first(char *line, struct http_request *r, struct seen *seen)
{
    char *target = strchr(line, ' ');
    char *version = target == NULL ? NULL : strchr(target + 1, ' ');
    if (version == NULL || version == target + 1 || !is_token(line, (size_t)(target - line)) ||
        strchr(line, '\t') != NULL)
        return false;
    *target++ = '\0';
    *version++ = '\0';
    if (strcmp(version, "HTTP/1.1") != 0 && strcmp(version, "HTTP/1.0") != 0)
        return false;
    seen->old = version[7] == '0';
    r->post = strcmp(line, "POST") == 0;
    r->put = strcmp(line, "PUT") == 0;
    r->head = strcmp(line, "HEAD") == 0;
    r->path = target;
    char *query = strchr(target, '?');
    if (query != NULL) {
        *query = '\0';
        r->query = query + 1;
    }
    return true;
}

/* Read a length, only digits: no sign, no list, no overflow. */
static bool read_length(const char *value, size_t *length)
{
    size_t digits = strspn(value, "0123456789");
    if (digits == 0 || digits > LENGTH_DIGITS || value[digits] != '\0')
        return false;
    for (*length = 0; *value != '\0'; value++)
        *length = *length * 10 + (size_t)(*value - '0');
    return true;
}

/* Read a header that affects framing; false: invalid or repeated. */
static bool read_frame(const char *name, const char *value, struct gate_head *out,
                       struct seen *seen)
{
    if (is_name(name, "Host"))
        return ++seen->hosts == 1;
    if (is_name(name, "Content-Length"))
        return ++seen->lengths == 1 && read_length(value, &out->length);
    if (is_name(name, "Transfer-Encoding")) {
        out->chunked = is_name(value, "chunked");
        return ++seen->codings == 1 && out->chunked;
    }
    if (is_name(name, "Expect"))
        out->expects = is_name(value, "100-continue");
    return true;
}

/* Read "Name: value"; a continuation line (obs-fold) is refused, because it has no name. */
static bool read_header(char *line, struct gate_head *out, struct seen *seen)
{
    struct http_request *r = &out->request;
    const struct {
        const char *name, **place;
    } wanted[] = {{"Host", &r->host},
                  {"Cookie", &r->cookie},
                  {"Accept-Language", &r->languages},
                  {"X-Forwarded-For", &r->forwarded},
                  {"Authorization", &r->bearer}};
    char *colon = strchr(line, ':');
    if (colon == NULL || !is_token(line, (size_t)(colon - line)))
        return false;
    *colon = '\0';
    char *value = colon + 1 + strspn(colon + 1, " \t");
    for (size_t end = strlen(value); end > 0 && strchr(" \t", value[end - 1]) != NULL; end--)
        value[end - 1] = '\0';
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (is_name(line, wanted[i].name) && **wanted[i].place == '\0')
            *wanted[i].place = value;
    return read_frame(line, value, out, seen);
}

/* Is the request framed by sections 3.2 and 6: one Host, one length, and a body only with methods
 * that have one? */
static bool is_framed(const struct gate_head *head, const struct seen *seen)
{
    bool body = head->chunked || head->length > 0;
    return (seen->hosts == 1 || seen->old) && !(seen->codings > 0 && seen->lengths > 0) &&
           !(seen->codings > 0 && seen->old) && (!body || head->request.post || head->request.put);
}

bool gate_read(char *head, size_t length, struct gate_head *out)
{
    struct seen seen = {0};
    *out = (struct gate_head){.request = http_no_request()};
    head[length] = '\0';
    if (strlen(head) != length)
        return false;
    for (char *line = head, *end; line < head + length - 2; line = end + 2) {
        end = strstr(line, "\r\n");
        *end = '\0';
        if (!is_text(line) || !(line == head ? read_first(line, &out->request, &seen)
                                             : read_header(line, out, &seen)))
            return false;
    }
    out->request.bearer = http_bearer(out->request.bearer);
    out->request.forwarded = http_last_of(out->request.forwarded);
    return is_framed(out, &seen);
}

static void pass_line(const char *line, size_t size, struct evbuffer *out)
{
    static const char *const ours[] = {
        "Content-Length:", "Transfer-Encoding:", "Expect:", "Trailer:"};
    const char *value = (const char *)memchr(line, ':', size) + 1;
    const char *end = line + size;
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (evutil_ascii_strncasecmp(line, ours[i], strlen(ours[i])) == 0)
            return;
    (void)evbuffer_add(out, line, (size_t)(value - line));
    (void)evbuffer_add(out, " ", 1);
    while (value < end && (*value == ' ' || *value == '\t'))
        value++;
    while (end > value && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    (void)evbuffer_add(out, value, (size_t)(end - value));
    (void)evbuffer_add(out, "\r\n", 2);
}

void gate_pass(const char *head, size_t length, const size_t *body, struct evbuffer *out)
{
    const char *line = strstr(head, "\r\n") + 2;
    (void)evbuffer_add(out, head, (size_t)(line - head));
    for (const char *end; line < head + length - 2; line = end + 2) {
        end = strstr(line, "\r\n");
        pass_line(line, (size_t)(end - line), out);
    }
    if (body != NULL) { /* libevent's own printf has no %zu on Windows */
        char framed[48];
        int count = snprintf(framed, sizeof framed, "Content-Length: %zu\r\n", *body);
        (void)evbuffer_add(out, framed, (size_t)count);
    }
    (void)evbuffer_add(out, "\r\n", 2);
}

struct gate_body gate_body_of(const struct gate_head *head)
{
    return (struct gate_body){head->chunked ? GATE_SIZE : GATE_PLAIN, head->length};
}

/* Read the size of a chunk, "1F;name=value", into ${*size}. */
static bool read_size(const char *line, size_t *size)
{
    size_t digits = strspn(line, "0123456789abcdefABCDEF");
    size_t blank = strspn(line + digits, " \t");
    if (digits == 0 || digits > CHUNK_DIGITS || !is_text(line) ||
        (line[digits + blank] != '\0' && line[digits + blank] != ';') ||
        (blank > 0 && line[digits + blank] == '\0'))
        return false;
    for (*size = 0; digits-- > 0; line++)
        *size = *size * 16 + (size_t)lm_hex_digit(*line);
    return true;
}

/* Move a line of the framing from ${from} into ${line}. */
static enum gate_taken take_line(struct evbuffer *from, char line[LINE_MOST])
{
    size_t size;
    struct evbuffer_ptr end = evbuffer_search_eol(from, NULL, &size, EVBUFFER_EOL_CRLF_STRICT);
    if (end.pos < 0)
        return evbuffer_get_length(from) < LINE_MOST ? GATE_MORE : GATE_WRONG;
    if (end.pos >= LINE_MOST)
        return GATE_WRONG;
    (void)evbuffer_remove(from, line, (size_t)end.pos);
    line[end.pos] = '\0';
    (void)evbuffer_drain(from, 2);
    return strlen(line) == (size_t)end.pos ? GATE_WHOLE : GATE_WRONG;
}

/* Advance the state of the chunks by ${line}. */
static enum gate_taken go_on(struct gate_body *body, const char *line)
{
    switch (body->part) {
    case GATE_SIZE:
        if (!read_size(line, &body->left))
            return GATE_WRONG;
        body->part = body->left > 0 ? GATE_DATA : GATE_TRAILER;
        body->left = body->left > 0 ? body->left : TRAILERS_MOST;
        return GATE_MORE;
    case GATE_END:
        body->part = GATE_SIZE;
        return *line == '\0' ? GATE_MORE : GATE_WRONG;
    default:
        if (*line == '\0')
            return GATE_WHOLE;
        if (strlen(line) > body->left || !is_text(line))
            return GATE_WRONG;
        body->left -= strlen(line);
        return GATE_MORE;
    }
}

enum gate_taken gate_take(struct gate_body *body, struct evbuffer *from, struct evbuffer *to)
{
    for (;;) {
        if (body->part == GATE_PLAIN || body->part == GATE_DATA) {
            int moved = evbuffer_remove_buffer(from, to, body->left);
            body->left -= moved > 0 ? (size_t)moved : 0;
            if (body->left > 0)
                return GATE_MORE;
            if (body->part == GATE_PLAIN)
                return GATE_WHOLE;
            body->part = GATE_END;
        }
        char line[LINE_MOST];
        enum gate_taken taken = take_line(from, line);
        if (taken == GATE_WHOLE)
            taken = go_on(body, line);
        else if (taken == GATE_MORE)
            return taken;
        if (taken != GATE_MORE)
            return taken;
    }
}
