/* SPDX-License-Identifier: Apache-2.0 */
#include "formats/encoding.h"

#include <stdbool.h>
#include <string.h>

#include "limmat/text.h"

/* Is it UTF-16, by its byte order mark or by the NULs of its first letters?  ${*high}: the index of
 * the high byte of a unit. */
static bool is_utf16(const char *bytes, size_t length, size_t *high)
{
    static const char little[] = "\xFF\xFE", big[] = "\xFE\xFF";
    if (length < 4)
        return false;
    bool first = memcmp(bytes, little, 2) == 0 || (bytes[1] == '\0' && bytes[3] == '\0');
    bool second = memcmp(bytes, big, 2) == 0 || (bytes[0] == '\0' && bytes[2] == '\0');
    *high = first ? 1 : 0;
    return first != second;
}

static unsigned unit_at(const char *bytes, size_t at, size_t high)
{
    return (unsigned)(unsigned char)bytes[at + high] << 8 | (unsigned char)bytes[at + 1 - high];
}

/* Convert ${*bytes} to UTF-8; half of a surrogate pair becomes U+FFFD. */
static enum lm_status decode_utf16(struct lm_arena *arena, size_t high, const char **bytes,
                                   size_t *length)
{
    struct lm_text text = lm_text_in(arena);
    for (size_t at = 0; at + 1 < *length; at += 2) {
        unsigned unit = unit_at(*bytes, at, high);
        unsigned next = at + 3 < *length ? unit_at(*bytes, at + 2, high) : 0;
        if (unit >= 0xD800 && unit < 0xDC00 && next >= 0xDC00 && next < 0xE000) {
            unit = 0x10000 + ((unit - 0xD800) << 10) + (next - 0xDC00);
            at += 2;
        } else if (unit >= 0xD800 && unit < 0xE000) {
            unit = 0xFFFD;
        }
        lm_text_add_point(&text, unit);
    }
    *bytes = lm_text_string(&text);
    *length = text.length;
    return lm_text_status(&text);
}

enum lm_status lm_unwrap(struct lm_arena *arena, const char **bytes, size_t *length)
{
    static const char mark[] = "\xEF\xBB\xBF"; /* the byte order mark that spreadsheets write */
    size_t high;
    if (is_utf16(*bytes, *length, &high) && decode_utf16(arena, high, bytes, length) != LM_OK)
        return LM_LIMIT;
    while (*length >= sizeof mark - 1 && memcmp(*bytes, mark, sizeof mark - 1) == 0) {
        *bytes += sizeof mark - 1; /* some programs add a second mark to the first */
        *length -= sizeof mark - 1;
    }
    return LM_OK;
}

enum lm_status lm_as_utf8(struct lm_arena *arena, const char **bytes, size_t *length)
{
    if (*length > 0 && (*bytes)[*length - 1] == '\x1A')
        --*length; /* the end-of-file mark of old systems */
    if (lm_utf8_valid(*bytes, *length))
        return LM_OK;
    struct lm_text text = lm_text_in(arena);
    lm_text_add_latin1(&text, *bytes, *length);
    *bytes = lm_text_string(&text);
    *length = text.length;
    return lm_text_status(&text);
}
