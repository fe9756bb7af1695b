/* SPDX-License-Identifier: Apache-2.0 */
#include "client/http_client.h"

#include <string.h>

#include "client/fetch.h"

static bool take(void *context, const char *bytes, size_t length)
{
    struct lm_text *all = context;
    lm_text_add_bytes(all, bytes, length);
    return !all->failed;
}

/* Split "200 -1\n" from the body after it. */
static bool take_apart(const struct lm_text *all, struct client_answer *answer)
{
    const char *line = lm_text_string(all);
    size_t length = strcspn(line, "\n"), space = strcspn(line, " ");
    int64_t status, wait;
    if (line[length] != '\n' || space >= length ||
        !lm_parse_integer(line, space, 0, 999, &status) ||
        !lm_parse_integer(line + space, length - space, -1, INT64_MAX, &wait))
        return false;
    answer->status = (int)status;
    answer->retry_after = wait;
    lm_text_add_bytes(&answer->body, line + length + 1, all->length - length - 1);
    return !answer->body.failed;
}

/* Write the lines that limmat-fetch reads: address, form of the answer, secret; type of the body.
 */
static enum lm_status add_lines(const struct client_request *request, bool typed,
                                struct lm_log *log, struct lm_text *lines)
{
    const char *const parts[] = {request->url, request->accept, request->token, request->type};
    for (size_t i = 0; i < (typed ? 4 : 3); i++) {
        if (parts[i] != NULL && strpbrk(parts[i], "\r\n") != NULL)
            return client_fail(log, LM_INVALID, "an address or a token has more than one line");
        lm_text_print(lines, "%s\n", parts[i] == NULL ? "" : parts[i]);
    }
    return lm_text_status(lines);
}

static enum lm_status ask(const char *verb, const struct client_request *request, const char *bytes,
                          size_t length, struct lm_log *log, struct client_answer *answer)
{
    /* The token goes through a pipe: all users of a machine can read the arguments of a program. */
    struct lm_text lines = lm_text_in(log->arena), all = lm_text_in(log->arena);
    *answer = (struct client_answer){.retry_after = -1, .body = lm_text_in(log->arena)};
    enum lm_status status = add_lines(request, strcmp(verb, "post") == 0, log, &lines);
    lm_text_add_bytes(&lines, bytes, length);
    if (status == LM_OK)
        status = lm_text_status(&lines);
    if (status == LM_OK)
        status = fetch(verb, NULL, &lines, take, &all, request->stop, log);
    if (status != LM_OK || all.failed)
        return status != LM_OK ? status : LM_LIMIT;
    return take_apart(&all, answer) ? LM_OK
                                    : client_fail(log, LM_IO, "limmat-fetch gave no answer");
}

enum lm_status client_get(const struct client_request *request, struct lm_log *log,
                          struct client_answer *answer)
{
    return ask("get", request, "", 0, log, answer);
}

enum lm_status client_put(const struct client_request *request, const char *bytes, size_t length,
                          struct lm_log *log, struct client_answer *answer)
{
    return ask("put", request, bytes, length, log, answer);
}

enum lm_status client_post(const struct client_request *request, const char *bytes, size_t length,
                           struct lm_log *log, struct client_answer *answer)
{
    return ask("post", request, bytes, length, log, answer);
}

enum lm_status client_push(const struct client_request *request, const char *bytes, size_t length,
                           struct lm_log *log, struct client_answer *answer)
{
    return ask("push", request, bytes, length, log, answer);
}

enum lm_status client_delete(const struct client_request *request, struct lm_log *log,
                             struct client_answer *answer)
{
    return ask("delete", request, "", 0, log, answer);
}
