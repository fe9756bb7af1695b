/* SPDX-License-Identifier: Apache-2.0 */
#include "server/journal_lines.h"

#include <stdlib.h>
#include <string.h>

#include "limmat/journal.h"
#include "os/files.h"
#include "server/secrets.h"

/* Return the private line of number ${number}; "": there is none, NULL without memory. */
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

enum lm_status lines_rows(const struct lines *lines, uint64_t first, struct lm_arena *arena,
                          struct store_line **out, size_t *count)
{
    struct store_line *rows = NULL;
    size_t capacity = 0;
    *count = 0;
    for (const char *at = lines->bytes, *end = at + lines->length; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t size = (size_t)((stop == NULL ? end : stop) - at);
        if (!lm_arena_grow(arena, &rows, &capacity, *count + 1, sizeof *rows))
            return LM_LIMIT;
        rows[*count] = (struct store_line){
            .text = at, .length = size, .secret = secret_of(lines, first + *count, arena)};
        if (rows[(*count)++].secret == NULL)
            return LM_LIMIT;
        at += size + 1;
    }
    *out = rows;
    return LM_OK;
}

enum lm_status lines_append(struct store *store, const char *journal, uint64_t first,
                            const struct lines *lines, struct lm_arena *arena, struct lm_log *log)
{
    struct store_line *rows = NULL;
    size_t count = 0;
    enum lm_status status = lines_rows(lines, first, arena, &rows, &count);
    return status == LM_OK ? store_append(store, journal, first, rows, count, log) : status;
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
        *out = (struct lines){.bytes = lm_text_string(&text),
                              .length = text.length,
                              .secrets = lm_text_string(&secrets),
                              .secret_length = secrets.length};
    return status;
}

/* Count the whole lines with which both ${a} and ${b} begin, of ${*length} bytes. */
static uint64_t lines_alike(const struct lines *a, const struct lines *b, size_t *length)
{
    uint64_t count = 0;
    *length = 0;
    for (size_t i = 0; i < a->length && i < b->length && a->bytes[i] == b->bytes[i]; i++)
        if (a->bytes[i] == '\n') {
            count++;
            *length = i + 1;
        }
    return count;
}

enum lm_status lines_extend(struct store *store, const char *journal, const struct lines *lines,
                            struct lm_arena *arena, struct lm_log *log, uint64_t *first)
{
    struct lines there;
    size_t same;
    enum lm_status status = lines_read(store, journal, arena, &there, log);
    if (status != LM_OK)
        return status;
    *first = lines_alike(&there, lines, &same) + 1;
    if (same < lines->length && same < there.length)
        return LM_DIFFERENT;
    const struct lines rest = {.bytes = lines->bytes + same,
                               .length = lines->length - same,
                               .secrets = lines->secrets,
                               .secret_length = lines->secret_length};
    if (rest.length > 0) /* otherwise it has all of it, and perhaps more */
        return lines_append(store, journal, *first, &rest, arena, log);
    *first = 0;
    return LM_OK;
}

/* The beginning of private parts, and of no line of a journal. */
static const char private_opening[] = "{\"n\":";
enum { PRIVATE_OPENING = sizeof private_opening - 1 };

bool lines_are_together(const char *bytes, size_t length)
{
    return length > PRIVATE_OPENING && memcmp(bytes, private_opening, PRIVATE_OPENING) == 0;
}

bool lines_are_journal(const struct lines *lines)
{
    static const char opening[] = "{\"v\":";
    enum { OPENING = sizeof opening - 1 };
    return lines->length > OPENING && memcmp(lines->bytes, opening, OPENING) == 0;
}

/* Count the bytes of the leading lines, among ${length}, that begin with ${opening}. */
static size_t size_of(const char *opening, const char *bytes, size_t length)
{
    size_t size = 0, least = strlen(opening);
    while (length - size > least && memcmp(bytes + size, opening, least) == 0) {
        const char *end = memchr(bytes + size, '\n', length - size);
        size = end == NULL ? length : (size_t)(end - bytes) + 1;
    }
    return size;
}

void lines_part(const char *bytes, size_t length, struct lines *out)
{
    size_t letters = size_of("{\"n\":0,", bytes, length);
    size_t size = size_of(private_opening, bytes, length);
    *out = (struct lines){.bytes = bytes + size,
                          .length = length - size,
                          .secrets = bytes + letters,
                          .secret_length = size - letters,
                          .letters = bytes,
                          .letter_length = letters};
}

enum lm_status lines_together(const struct lines *lines, struct lm_text *out)
{
    if (lines->letter_length > 0)
        lm_text_add_bytes(out, lines->letters, lines->letter_length);
    lm_text_add_bytes(out, lines->secrets, lines->secret_length);
    lm_text_add_bytes(out, lines->bytes, lines->length);
    return lm_text_status(out);
}

bool lines_lack_secrets(const struct lines *lines, struct lm_arena *arena, bool *all)
{
    struct lm_journal_audit audit = {0};
    static const char erase[] = "\"event\":\"erase\"";
    static const char gone[] = "\"event\":\"delete\"";
    const char *text = lm_arena_copy(arena, lines->bytes, lines->length);
    *all = lines->secret_length == 0;
    return text != NULL &&
           lm_journal_verify(text, lines->length, lines->secrets, lines->secret_length, NULL,
                             &secrets_hooks, arena, NULL, &audit) == LM_OK &&
           audit.erased > 0 && strstr(text, erase) == NULL && strstr(text, gone) == NULL;
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
    if (lines_are_together(lines.bytes, lines.length))
        lines_part(lines.bytes, lines.length, &lines);
    lines.length = lm_journal_whole(lines.bytes, lines.length);
    lines.secret_length = lm_journal_whole(lines.secrets, lines.secret_length);
    *out = lines;
    return LM_OK;
}
