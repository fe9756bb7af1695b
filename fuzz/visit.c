/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Requests as the network brings them, to the whole table of handlers: method, path, query,
 * headers, cookies, forms.  "@C" stands for the cookie of the administrator's session, "@T" for the
 * token of his forms; without both of them nothing may change.
 *
 *   POST /e/open/main/round/1/result?query
 *   Cookie: limmat=@C
 *
 *   board=1&result=1-0&csrf=@T
 */
#include "served.h"

/* ${data} with "@C" and "@T" resolved. */
static char *resolve(const struct served *s, const uint8_t *data, size_t size,
                     struct lm_arena *arena, size_t *length, bool *cookie, bool *token)
{
    struct lm_text out = lm_text_in(arena);
    for (size_t i = 0; i < size; i++) {
        char next = i + 1 < size && data[i] == '@' ? (char)data[i + 1] : ' ';
        *cookie |= next == 'C';
        *token |= next == 'T';
        if (next == 'C' || next == 'T') {
            lm_text_add(&out, next == 'C' ? s->cookie : s->token);
            i++;
        } else {
            lm_text_add_char(&out, (char)data[i]);
        }
    }
    *length = out.length;
    HOLDS(!out.failed);
    return lm_arena_copy(arena, lm_text_string(&out), out.length);
}

/* Cut the line at ${*at} off; NULL at the end. */
static char *next_line(char **at, const char *end)
{
    char *line = *at, *stop = memchr(line, '\n', (size_t)(end - line));
    if (stop == NULL)
        return NULL;
    *stop = '\0';
    *at = stop + 1;
    return line;
}

static bool read_request(char *at, char *end, struct http_request *r)
{
    char *line = next_line(&at, end);
    char *path = line == NULL ? NULL : strchr(line, ' ');
    if (path == NULL || path[1] != '/')
        return false;
    r->post = strncmp(line, "POST ", 5) == 0;
    r->head = strncmp(line, "HEAD ", 5) == 0;
    r->path = path + 1;
    char *mark = strchr(r->path, '?');
    r->query = mark == NULL ? "" : mark + 1;
    if (mark != NULL)
        *mark = '\0';
    const struct {
        const char *name, **value;
    } headers[] = {{"Host: ", &r->host},
                   {"Cookie: ", &r->cookie},
                   {"Origin: ", &r->origin},
                   {"Content-Type: ", &r->type},
                   {"If-None-Match: ", &r->known}};
    while ((line = next_line(&at, end)) != NULL && *line != '\0')
        for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
            if (strncmp(line, headers[i].name, strlen(headers[i].name)) == 0)
                *headers[i].value = line + strlen(headers[i].name);
    r->body = at;
    r->length = (size_t)(end - at);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct served *s = served();
    struct lm_arena *arena;
    if (lm_arena_new(&arena, NULL, ARENA_LIMIT) != LM_OK)
        return 0;
    bool cookie = false, token = false;
    size_t length;
    char *text = resolve(s, data, size, arena, &length, &cookie, &token);
    struct http_request request = {.query = "",
                                   .host = "localhost",
                                   .referer = "",
                                   .cookie = "",
                                   .origin = "",
                                   .type = "application/x-www-form-urlencoded",
                                   .known = "",
                                   .peer = "127.0.0.1"};
    if (text != NULL && read_request(text, text + length, &request)) {
        struct http_reply reply = served_ask(s, &request, arena);
        bool changed = served_number(s) != s->number;
        HOLDS(!changed || (cookie && token && request.post));
        if (request.post && cookie && reply.status < 400)
            served_again(s);
        else
            HOLDS(!changed);
    }
    lm_arena_free(arena);
    return 0;
}
