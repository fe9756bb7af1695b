/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A championship: a journal is replayed; or the first line is a definition and each of the others
 * an event.  What is taken can be shown in every way, and its journal tells the same state.
 */
#include "fuzz.h"

#include "limmat/championship.h"
#include "limmat/json.h"

static void show(struct lm_championship *c, struct lm_arena *arena, struct lm_log *log)
{
    int64_t now = lm_championship_time(c) + 86400;
    for (int format = 0; format < 2; format++) {
        struct lm_text out = lm_text_in(arena);
        lm_championship_due(c, now, NULL, (enum lm_championship_format)format, &out);
        enum lm_status status =
            lm_championship_standings(c, NULL, (enum lm_championship_format)format, log, &out);
        HOLDS(status == LM_OK || status == LM_LIMIT || log->errors > 0);
    }
    struct lm_text out = lm_text_in(arena);
    lm_championship_status(c, now, NULL, &out);
    lm_championship_bracket(c, &out);
    lm_championship_news(c, 0, &out);
    lm_championship_export(c, &out);
}

/* The next line of ${*bytes}; its length without the newline. */
static size_t next_line(const char **line, const char **bytes, size_t *left)
{
    const char *end = memchr(*bytes, '\n', *left);
    size_t length = end == NULL ? *left : (size_t)(end - *bytes);
    size_t step = length + (end != NULL);
    *line = *bytes;
    *bytes += step;
    *left -= step;
    return length;
}

static void play(const char *bytes, size_t size, struct lm_arena *arena)
{
    struct lm_log log = {.arena = arena};
    struct lm_definition *definition;
    struct lm_championship *c, *again;
    const char *line;
    size_t length = next_line(&line, &bytes, &size);
    enum lm_status status =
        lm_definition_read(line, length, NULL, 0, true, arena, &log, &definition);
    HOLDS(status == LM_OK || status == LM_LIMIT || log.errors > 0);
    struct lm_text journal = lm_text_in(arena);
    if (status != LM_OK ||
        lm_championship_begin(definition, "TD", 0, NULL, arena, &log, &journal, &c) != LM_OK)
        return;
    while (size > 0) {
        struct lm_json *event;
        length = next_line(&line, &bytes, &size);
        if (lm_json_parse(line, length, arena, &log, &event) == LM_OK) {
            struct lm_desk_taken taken = {.lines = ""};
            const struct lm_json *wish = event;
            status = lm_championship_enter(c, &wish, 1, &log, &taken);
            HOLDS(status == LM_OK || status == LM_LIMIT || log.errors > 0);
            if (status == LM_LIMIT)
                return;
            lm_text_add_bytes(&journal, taken.lines, taken.line_length);
        }
    }
    show(c, arena, &log);
    status = lm_championship_replay(lm_text_string(&journal), journal.length, arena, &log, &again);
    HOLDS(status != LM_INVALID);
    HOLDS(status != LM_OK || lm_championship_number(again) == lm_championship_number(c));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct lm_arena *arena;
    struct lm_championship *c;
    if (lm_arena_new(&arena, NULL, ARENA_LIMIT) != LM_OK)
        return 0;
    struct lm_log log = {.arena = arena};
    enum lm_status status = lm_championship_replay((const char *)data, size, arena, &log, &c);
    HOLDS(status == LM_OK || status == LM_LIMIT || log.errors > 0);
    if (status == LM_OK)
        show(c, arena, &log);
    play((const char *)data, size, arena);
    lm_arena_free(arena);
    return 0;
}
