/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/championship/http.h"

#include <string.h>

#include "cli/core/command.h"
#include "cli/core/fetch.h"

static bool take(void *context, const char *bytes, size_t length)
{
    struct lm_text *all = context;
    lm_text_add_bytes(all, bytes, length);
    return !all->failed;
}

/* "200 -1\n", then the body. */
static bool take_apart(const struct lm_text *all, struct http_answer *answer)
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

enum lm_status http_get(const struct http_request *request, struct lm_log *log,
                        struct http_answer *answer)
{
    /* The token goes by a pipe: everybody can read the arguments of a program. */
    struct lm_text lines = lm_text_in(log->arena), all = lm_text_in(log->arena);
    const char *const parts[] = {request->url, request->accept, request->token};
    *answer = (struct http_answer){.retry_after = -1, .body = lm_text_in(log->arena)};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (parts[i] != NULL && strpbrk(parts[i], "\r\n") != NULL)
            return fail(log, LM_INVALID, "an address or a token has more than one line");
        lm_text_print(&lines, "%s\n", parts[i] == NULL ? "" : parts[i]);
    }
    if (lines.failed)
        return LM_LIMIT;
    enum lm_status status = fetch("get", NULL, &lines, take, &all, log);
    if (status != LM_OK || all.failed)
        return status != LM_OK ? status : LM_LIMIT;
    return take_apart(&all, answer) ? LM_OK : fail(log, LM_IO, "limmat-fetch gave no answer");
}
