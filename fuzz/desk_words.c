/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What an arbiter types at the desk (cli/desk/desk_words.c): lines of words.  Each is cut, and made
 * into the fields of the act that it names: an object that reads as JSON, or a reason.
 */
#include "fuzz.h"

#include <stdarg.h>

#include "cli/desk/desk_words.h"
#include "limmat/json.h"

enum lm_status fail(struct lm_log *log, enum lm_status status, const char *format, ...)
{
    struct lm_text what = lm_text_in(log->arena);
    va_list arguments;
    va_start(arguments, format);
    lm_text_vprint(&what, format, arguments);
    va_end(arguments);
    (void)lm_log_add(log, LM_ERROR, (struct lm_place){0}, NULL, "%s", lm_text_string(&what));
    return status;
}

/* No word is longer than the line, and each ends within it. */
static void look_at(const char *const *words, size_t count, size_t length)
{
    size_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += strlen(words[i]) + (i > 0);
    HOLDS(sum <= length);
}

static void type(const char *line, size_t length, struct lm_arena *arena)
{
    struct lm_log log = {.arena = arena};
    const char *const *words = NULL, *fields;
    size_t count = 0;
    struct lm_json *json;
    enum lm_status status = desk_split(line, length, arena, &log, &words, &count);
    HOLDS(status == LM_OK || status == LM_LIMIT || log.errors > 0);
    if (status != LM_OK || count == 0)
        return;
    look_at(words, count, length);
    const struct lm_desk_kind *kind = desk_kind_of(words[0]);
    if (kind == NULL)
        return;
    status = desk_fields_of(kind, NULL, "", words + 1, count - 1, arena, &log, &fields);
    HOLDS(status == LM_OK || status == LM_LIMIT || log.errors > 0);
    if (status == LM_OK && lm_utf8_valid(line, length))
        HOLDS(lm_json_parse(fields, strlen(fields), arena, &log, &json) == LM_OK &&
              json->type == LM_JSON_OBJECT);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct lm_arena *arena;
    const char *bytes = (const char *)data;
    if (memchr(bytes, '\0', size) != NULL || lm_arena_new(&arena, NULL, ARENA_LIMIT) != LM_OK)
        return 0;
    for (size_t at = 0; at < size;) {
        const char *end = memchr(bytes + at, '\n', size - at);
        size_t length = end == NULL ? size - at : (size_t)(end - bytes) - at;
        type(bytes + at, length, arena);
        at += length + 1;
    }
    lm_arena_free(arena);
    return 0;
}
