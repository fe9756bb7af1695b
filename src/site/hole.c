/* SPDX-License-Identifier: Apache-2.0 */
#include "site/hole.h"

#include <string.h>

#include "base/room.h"
#include "limmat/crosstable.h"
#include "site/said.h"

#define REPLACEMENT "\xEF\xBF\xBD" /* U+FFFD */

/* Decode the code point at ${s}[0..${length}); return its size in bytes; size 1 and U+FFFD for
 * bytes that are not UTF-8. */
static size_t decode(const char *s, size_t length, uint32_t *point)
{
    size_t size = lm_utf8_point(s, length, point);
    if (size == 0)
        *point = 0xFFFD;
    return size == 0 ? 1 : size;
}

/* Embeddings, overrides and isolates: they affect the text after them. */
static bool turns_direction(uint32_t point)
{
    return (point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
}

/* Code points that HTML text must not contain; a tab or a line end is ordinary white space. */
static bool is_forbidden(uint32_t point)
{
    return (point < 0x20 && point != '\t' && point != '\n' && point != '\r') ||
           (point >= 0x7F && point <= 0x9F) || (point >= 0xFDD0 && point <= 0xFDEF) ||
           (point & 0xFFFE) == 0xFFFE || point == 0xFFFD;
}

/* Hebrew to the extended Arabic block, their presentation forms, and the old scripts. */
static bool is_right_to_left(uint32_t point)
{
    return (point >= 0x0590 && point <= 0x08FF) || (point >= 0xFB1D && point <= 0xFDFF) ||
           (point >= 0xFE70 && point <= 0xFEFC) || (point >= 0x10800 && point <= 0x10FFF) ||
           (point >= 0x1E800 && point <= 0x1EFFF) || point == 0x200F;
}

static const char *reference_of(uint32_t point)
{
    switch (point) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    case '\r':
        return "\n";
    default:
        return is_forbidden(point) ? REPLACEMENT : NULL;
    }
}

/* Bytes that stay themselves in HTML, without a look at code points. */
static const bool is_plain[UINT8_MAX + 1] = {
#define EIGHT(from)                                                                                \
    [(from)] = true, [(from) + 1] = true, [(from) + 2] = true, [(from) + 3] = true,                \
    [(from) + 4] = true, [(from) + 5] = true, [(from) + 6] = true, [(from) + 7] = true
    [' '] = true, ['!'] = true, ['#'] = true, ['$'] = true, ['%'] = true, EIGHT('('),
    EIGHT('0'),   ['8'] = true, ['9'] = true, [':'] = true, [';'] = true, ['='] = true,
    ['?'] = true, EIGHT('@'),   EIGHT('H'),   EIGHT('P'),   EIGHT('X'),   EIGHT('`'),
    EIGHT('h'),   EIGHT('p'),   ['x'] = true, ['y'] = true, ['z'] = true, ['{'] = true,
    ['|'] = true, ['}'] = true, ['~'] = true,
#undef EIGHT
};

/* Return how many of them ${s} begins with. */
static size_t plain_bytes(const char *s)
{
    size_t length = 0;
    while (is_plain[(unsigned char)s[length]])
        length++;
    return length;
}

/* Append ${text} from ${at} on; all bytes before are plain. */
static void add_escaped_from(struct lm_text *out, const char *text, size_t at)
{
    size_t length = at + strlen(text + at), plain = 0; /* plain bytes are copied at once */
    for (; at < length; at += plain_bytes(text + at)) {
        uint32_t point;
        size_t size = decode(text + at, length - at, &point);
        const char *instead = turns_direction(point) ? "" : reference_of(point);
        if (instead != NULL) {
            lm_text_add_bytes(out, text + plain, at - plain);
            lm_text_add(out, instead);
            plain = at + size;
        }
        at += size;
    }
    lm_text_add_bytes(out, text + plain, length - plain);
}

void site_add_escaped(struct lm_text *out, const char *text)
{
    if (text != NULL)
        add_escaped_from(out, text, plain_bytes(text));
}

static bool has_right_to_left(const char *text)
{
    uint32_t point;
    for (size_t length = strlen(text), at = 0; at < length;) {
        if ((unsigned char)text[at] < 0x80) {
            at++;
            continue;
        }
        at += decode(text + at, length - at, &point);
        if (is_right_to_left(point))
            return true;
    }
    return false;
}

void site_add_isolated(struct lm_text *out, const char *text)
{
    if (text == NULL)
        return;
    size_t plain = plain_bytes(text);
    bool isolate = text[plain] != '\0' && has_right_to_left(text + plain);
    if (isolate)
        lm_text_add(out, "<bdi>");
    add_escaped_from(out, text, plain);
    if (isolate)
        lm_text_add(out, "</bdi>");
}

void site_add_signed(struct lm_text *out, int64_t number)
{
    lm_text_add_integer(out, number);
}

void site_add_unsigned(struct lm_text *out, uint64_t number)
{
    char *to = lm_text_room(out, LM_DIGITS_MOST);
    if (to != NULL)
        lm_text_ends(out, lm_put_number(to, number));
}

void site_add_points(struct lm_text *out, struct site_points points)
{
    lm_text_add_points(out, points.tenths);
}

void site_add_change(struct lm_text *out, struct site_change change)
{
    int32_t tenths = (change.hundredths < 0 ? change.hundredths - 5 : change.hundredths + 5) / 10;
    int32_t size = tenths < 0 ? -tenths : tenths;
    lm_text_print(out, "%s%d.%d", tenths < 0 ? "−" : tenths > 0 ? "+" : "±", size / 10, size % 10);
}

void site_add_url(struct lm_text *out, struct site_url url)
{
    if (url.address != NULL)
        site_add_escaped(out, url.address);
}

void site_add_html(struct lm_text *out, struct site_html html)
{
    if (html.markup != NULL)
        lm_text_add(out, html.markup);
}

bool site_holds_text(const char *text)
{
    return text != NULL && text[0] != '\0';
}

bool site_holds_number(int64_t number)
{
    return number != 0;
}

bool site_holds_count(uint64_t number)
{
    return number != 0;
}

bool site_holds_url(struct site_url url)
{
    return site_holds_text(url.address);
}

bool site_holds_html(struct site_html html)
{
    return site_holds_text(html.markup);
}

struct site_url site_local(struct lm_arena *arena, const char *format, ...)
{
    struct lm_text address = lm_text_in(arena);
    va_list arguments;
    va_start(arguments, format);
    lm_text_vprint(&address, format, arguments);
    va_end(arguments);
    return (struct site_url){lm_text_string(&address)};
}

struct site_url site_outside(struct lm_arena *arena, const char *prefix, const char *digits)
{
    size_t length = strspn(digits, "0123456789");
    if (length == 0 || length > 12 || digits[length] != '\0')
        return (struct site_url){NULL};
    return site_local(arena, "%s%s", prefix, digits);
}

struct site_url site_https(struct lm_arena *arena, const char *url)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  "-._~:/?#@!$&()*+,;=%";
    bool plain =
        strncmp(url, "https://", 8) == 0 && url[8] != '\0' && strspn(url, letters) == strlen(url);
    return plain ? site_local(arena, "%s", url) : (struct site_url){NULL};
}

/* --- sentences */

static const char *message(struct lm_text *out, const struct lm_language *language, const char *key,
                           const struct lm_value *values, size_t count)
{
    const char *pattern = site_word(language, key);
    if (count == 0 && strpbrk(pattern, "{}") == NULL)
        return pattern;
    struct lm_text text = lm_text_in(out->arena);
    lm_say_pattern(&text, language, pattern, values, count);
    out->failed |= text.failed;
    return lm_text_string(&text);
}

void site_add_plain_sentence(struct lm_text *out, const struct lm_language *language,
                             const char *key, const struct lm_value *values, size_t count)
{
    site_add_escaped(out, message(out, language, key, values, count));
}

void site_add_sentence(struct lm_text *out, const struct lm_language *language, const char *key,
                       const struct lm_value *values, size_t count)
{
    site_add_isolated(out, message(out, language, key, values, count));
}

struct lm_value site_value_of_points(const char *name, struct site_points points)
{
    return lm_value_points(name, points.tenths);
}
