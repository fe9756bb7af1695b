/* SPDX-License-Identifier: Apache-2.0 */
#include "server/lines.h"

#include <stdlib.h>
#include <string.h>

#include "limmat/journal.h"
#include "os/files.h"

/* The private line of number ${number}; "" there is none, NULL without memory. */
static const char *secret_of(const struct lines *lines, uint64_t number, struct lm_arena *arena)
{
    const char *end = lines->secrets + lines->secret_length;
    for (const char *at = lines->secrets; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t size = (size_t)((stop == NULL ? end : stop) - at);
        if (size > 5 && strncmp(at, "{\"n\":", 5) == 0 && strtoull(at + 5, NULL, 10) == number)
            return lm_arena_copy(arena, at, size);
        at += size + 1;
    }
    return "";
}

enum lm_status lines_append(struct store *store, const char *journal, uint64_t first,
                            const struct lines *lines, struct lm_arena *arena, struct lm_log *log)
{
    struct store_line *rows = NULL;
    size_t count = 0, capacity = 0;
    for (const char *at = lines->bytes, *end = at + lines->length; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t size = (size_t)((stop == NULL ? end : stop) - at);
        if (!lm_arena_grow(arena, &rows, &capacity, count + 1, sizeof *rows))
            return LM_LIMIT;
        rows[count] = (struct store_line){
            .text = at, .length = size, .secret = secret_of(lines, first + count, arena)};
        if (rows[count++].secret == NULL)
            return LM_LIMIT;
        at += size + 1;
    }
    return store_append(store, journal, first, rows, count, log);
}

enum lm_status lines_read(struct store *store, const char *journal, struct lm_arena *arena,
                          struct lines *out, struct lm_log *log)
{
    struct store_line *rows;
    size_t count;
    enum lm_status status = store_lines(store, journal, 1, arena, &rows, &count, log);
    struct lm_text text = lm_text_in(arena), secrets = lm_text_in(arena);
    for (size_t i = 0; status == LM_OK && i < count; i++) {
        lm_text_add_bytes(&text, rows[i].text, rows[i].length);
        lm_text_add_char(&text, '\n');
        if (*rows[i].secret != '\0')
            lm_text_print(&secrets, "%s\n", rows[i].secret);
    }
    if (status == LM_OK && (text.failed || secrets.failed))
        status = LM_LIMIT;
    if (status == LM_OK)
        *out = (struct lines){lm_text_string(&text), text.length, lm_text_string(&secrets),
                              secrets.length};
    return status;
}

enum lm_status lines_of_files(const char *journal, const char *secrets, struct lines *out,
                              struct lm_log *log)
{
    struct lines lines = {.secrets = ""};
    enum lm_status status = os_read(journal, log->arena, log, &lines.bytes, &lines.length);
    if (status == LM_OK && os_is_there(secrets))
        status = os_read(secrets, log->arena, log, &lines.secrets, &lines.secret_length);
    if (status != LM_OK)
        return status;
    lines.length = lm_journal_whole(lines.bytes, lines.length);
    lines.secret_length = lm_journal_whole(lines.secrets, lines.secret_length);
    *out = lines;
    return LM_OK;
}
