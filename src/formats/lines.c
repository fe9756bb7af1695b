/* SPDX-License-Identifier: Apache-2.0 */
#include "formats/lines.h"

#include <stdint.h>
#include <string.h>

#include "base/texts.h"
#include "formats/encoding.h"

void lm_decode(struct lm_reading *r, const char **bytes, size_t *length)
{
    r->failed |= lm_as_utf8(r->arena, bytes, length) != LM_OK;
}

/* Add a line without the byte order marks before it (files get joined) and the spaces after it. */
static void add_line(struct lm_reading *r, struct lm_list *lines, const char *bytes, size_t length,
                     unsigned number)
{
    while (length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0) {
        bytes += 3;
        length -= 3;
    }
    const char *nul = memchr(bytes, '\0', length);
    if (nul != NULL) {
        struct lm_place place = {.line = number, .column = (unsigned)(nul - bytes) + 1};
        lm_refuse(r, place, "give a text file", "a NUL byte");
        length = (size_t)(nul - bytes);
    }
    while (length > 0 && bytes[length - 1] == ' ')
        length--;
    struct lm_line *line = length == 0 ? NULL : lm_list_add(r, lines, sizeof *line);
    if (line != NULL)
        *line = (struct lm_line){.bytes = bytes,
                                 .length = length,
                                 .number = number,
                                 .plain = lm_ascii_length(bytes, length) == length};
}

/* A TAB fills one column: it occurs inside fields that came from a table or a name. */
static void blank_tabs(struct lm_reading *r, const char **bytes, size_t length)
{
    char *copy = length > 0 && memchr(*bytes, '\t', length) != NULL
                     ? lm_arena_copy(r->arena, *bytes, length)
                     : NULL;
    for (size_t i = 0; copy != NULL && i < length; i++)
        if (copy[i] == '\t')
            copy[i] = ' ';
    *bytes = copy != NULL ? copy : *bytes;
}

void lm_lines_split(struct lm_reading *r, const char *bytes, size_t length, struct lm_lines *out)
{
    lm_decode(r, &bytes, &length);
    blank_tabs(r, &bytes, length);
    struct lm_list lines = {0};
    unsigned number = 0;
    for (size_t at = 0; at < length && !r->failed;) {
        size_t end = at;
        while (end < length && bytes[end] != '\r' && bytes[end] != '\n')
            end++;
        add_line(r, &lines, bytes + at, end - at, ++number);
        bool pair = end + 1 < length && bytes[end] == '\r' && bytes[end + 1] == '\n';
        at = end + (pair ? 2 : 1);
    }
    *out = (struct lm_lines){.all = lines.items, .count = lines.count};
}

/* The byte at which ${column} starts, or the line's length. */
static size_t byte_of(struct lm_line *line, unsigned column)
{
    if (line->plain)
        return column - 1 < line->length ? column - 1 : line->length;
    if (line->seen_column == 0 || column < line->seen_column) {
        line->seen_column = 1;
        line->seen_byte = 0;
    }
    size_t at = line->seen_byte;
    unsigned now = line->seen_column;
    while (now < column && at < line->length) {
        do
            at++;
        while (at < line->length && lm_is_utf8_tail(line->bytes[at]));
        now++;
    }
    line->seen_column = now;
    line->seen_byte = at;
    return at;
}

struct lm_field lm_line_columns(struct lm_line *line, unsigned first, unsigned last)
{
    size_t start = byte_of(line, first);
    struct lm_field field = {.bytes = line->bytes + start, .column = first};
    if (start < line->length)
        field.length = (last == UINT32_MAX ? line->length : byte_of(line, last + 1)) - start;
    lm_trim(&field.bytes, &field.length);
    if (field.length > 0)
        field.column += (unsigned)(field.bytes - (line->bytes + start));
    return field;
}

struct lm_field lm_next_word(struct lm_field *rest)
{
    size_t at = 0;
    while (at < rest->length && rest->bytes[at] == ' ')
        at++;
    size_t end = at;
    while (end < rest->length && rest->bytes[end] != ' ')
        end++;
    struct lm_field word = {rest->bytes + at, end - at,
                            rest->column + (unsigned)lm_utf8_length(rest->bytes, at)};
    rest->column += (unsigned)lm_utf8_length(rest->bytes, end);
    rest->bytes += end;
    rest->length -= end;
    return word;
}

bool lm_field_is(struct lm_field field, const char *word)
{
    if (field.length != strlen(word))
        return false;
    for (size_t i = 0; i < field.length; i++)
        if (lm_lower(field.bytes[i]) != lm_lower(word[i]))
            return false;
    return true;
}

unsigned lm_line_width(const struct lm_line *line)
{
    return (unsigned)(line->plain ? line->length : lm_utf8_length(line->bytes, line->length));
}
