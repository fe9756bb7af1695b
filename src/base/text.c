/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/text.h"

#include <stdio.h>
#include <string.h>

#include "base/room.h"
#include "base/texts.h"

struct lm_text lm_text_in(struct lm_arena *arena)
{
    return (struct lm_text){.arena = arena};
}

enum { FIRST = 64 }; /* bytes of a new text: most are short */

static char *make_room(struct lm_text *text, size_t more)
{
    if (text->failed)
        return NULL;
    if (text->capacity == 0 && more < FIRST)
        more = FIRST - 1;
    if (more > SIZE_MAX - text->length - 1 ||
        !lm_arena_grow(text->arena, &text->bytes, &text->capacity, text->length + more + 1, 1)) {
        text->failed = true;
        return NULL;
    }
    return text->bytes + text->length;
}

/* Return room for ${more} further bytes and the NUL, which mostly exists already; NULL: no memory.
 */
static inline char *room(struct lm_text *text, size_t more)
{
    bool fits = text->length < text->capacity && more < text->capacity - text->length;
    return fits && !text->failed ? text->bytes + text->length : make_room(text, more);
}

char *lm_text_room(struct lm_text *text, size_t more)
{
    return room(text, more);
}

void lm_text_add_bytes(struct lm_text *text, const char *bytes, size_t length)
{
    char *to = room(text, length);
    if (to == NULL)
        return;
    if (length != 0)
        memcpy(to, bytes, length);
    to[length] = '\0';
    text->length += length;
}

void lm_text_add(struct lm_text *text, const char *string)
{
    lm_text_add_bytes(text, string, strlen(string));
}

void lm_text_add_char(struct lm_text *text, char c)
{
    char *to = room(text, 1);
    if (to == NULL)
        return;
    to[0] = c;
    to[1] = '\0';
    text->length++;
}

void lm_text_repeat(struct lm_text *text, char c, size_t count)
{
    char *to = room(text, count);
    if (to == NULL)
        return;
    memset(to, c, count);
    to[count] = '\0';
    text->length += count;
}

struct arguments {
    va_list list;
};

static void add_unsigned(struct lm_text *text, uint64_t number)
{
    char *to = room(text, LM_DIGITS_MOST);
    if (to != NULL)
        lm_text_ends(text, lm_put_number(to, number));
}

/* Add the next argument as the conversion at ${at}, after the percent sign, says; return the
 * conversion's length, 0 if it is not a simple one. */
static size_t add_argument(struct lm_text *text, const char *at, struct arguments *rest)
{
    const char *string;
    switch (*at) {
    case '%':
        lm_text_add_char(text, '%');
        return 1;
    case 'c':
        lm_text_add_char(text, (char)va_arg(rest->list, int));
        return 1;
    case 's':
        string = va_arg(rest->list, const char *);
        lm_text_add(text, string == NULL ? "(null)" : string);
        return 1;
    case 'd':
        lm_text_add_integer(text, va_arg(rest->list, int));
        return 1;
    case 'u':
        add_unsigned(text, va_arg(rest->list, unsigned));
        return 1;
    case 'z':
        if (at[1] != 'u')
            return 0;
        add_unsigned(text, va_arg(rest->list, size_t));
        return 2;
    case 'l':
        if (at[1] != 'd')
            return 0;
        lm_text_add_integer(text, va_arg(rest->list, long));
        return 2;
    default:
        return 0;
    }
}

/* Most formats need only plain strings and numbers, for which printf is slow.  false, with nothing
 * added: this one needs more. */
static bool print_simply(struct lm_text *text, const char *format, va_list arguments)
{
    struct arguments rest;
    size_t begin = text->length, size = 1;
    va_copy(rest.list, arguments);
    while (size > 0 && *format != '\0') {
        const char *percent = format;
        while (*percent != '\0' && *percent != '%')
            percent++;
        lm_text_add_bytes(text, format, (size_t)(percent - format));
        format = percent;
        if (*percent == '%') {
            size = add_argument(text, percent + 1, &rest);
            format += 1 + size;
        }
    }
    va_end(rest.list);
    if ((size == 0 || text->failed) && text->length > begin) {
        text->length = begin;
        text->bytes[begin] = '\0';
    }
    return size > 0;
}

/* Most printed text fits the room there is, so that it is formatted only once. */
void lm_text_vprint(struct lm_text *text, const char *format, va_list arguments)
{
    if (print_simply(text, format, arguments))
        return;
    va_list again;
    va_copy(again, arguments);
    size_t spare = text->failed ? 0 : text->capacity - text->length;
    char *to = spare == 0 ? NULL : text->bytes + text->length;
    int length = vsnprintf(to, spare, format, arguments);
    if (length < 0 || (size_t)length >= spare) {
        if (to != NULL)
            *to = '\0'; /* as it was */
        to = length < 0 ? NULL : room(text, (size_t)length);
        if (to != NULL)
            vsnprintf(to, (size_t)length + 1, format, again);
    }
    va_end(again);
    if (to != NULL)
        text->length += (size_t)length;
    else
        text->failed = true;
}

void lm_text_print(struct lm_text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    lm_text_vprint(text, format, arguments);
    va_end(arguments);
}

void lm_text_add_integer(struct lm_text *text, int64_t number)
{
    char digits[20]; /* of 2^63, and the sign */
    size_t from = sizeof digits;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do
        digits[--from] = (char)('0' + rest % 10);
    while ((rest /= 10) != 0);
    if (number < 0)
        digits[--from] = '-';
    lm_text_add_bytes(text, digits + from, sizeof digits - from);
}

void lm_text_add_tenths(struct lm_text *text, int64_t tenths)
{
    if (tenths < 0)
        lm_text_add_char(text, '-');
    int64_t size = tenths < 0 ? -tenths : tenths;
    lm_text_add_integer(text, size / 10);
    lm_text_add_char(text, '.');
    lm_text_add_integer(text, size % 10);
}

const char *lm_text_string(const struct lm_text *text)
{
    return text->bytes == NULL ? "" : text->bytes;
}

enum lm_status lm_text_status(const struct lm_text *text)
{
    return text->failed ? LM_LIMIT : LM_OK;
}

/* Take an optional sign; is it a minus? */
static bool take_sign(const char **bytes, size_t *length)
{
    if (*length == 0 || (**bytes != '-' && **bytes != '+'))
        return false;
    bool minus = **bytes == '-';
    (*bytes)++;
    (*length)--;
    return minus;
}

/* Read the fraction after the whole part, in tenths: "", ".", ".d", ".d00", "½". */
static bool parse_fraction(const char *bytes, size_t length, int32_t *tenths)
{
    *tenths = 0;
    if (length == 0)
        return true;
    if (length == 2 && memcmp(bytes, "\xC2\xBD", 2) == 0) {
        *tenths = 5;
        return true;
    }
    if (bytes[0] != '.' && bytes[0] != ',')
        return false;
    if (length > 1) {
        if (!lm_is_digit(bytes[1]))
            return false;
        *tenths = bytes[1] - '0';
    }
    for (size_t i = 2; i < length; i++)
        if (bytes[i] != '0')
            return false;
    return true;
}

bool lm_parse_tenths(const char *bytes, size_t length, int32_t *tenths)
{
    lm_trim(&bytes, &length);
    bool minus = take_sign(&bytes, &length);
    size_t digits = 0;
    int32_t whole = 0;
    while (digits < length && lm_is_digit(bytes[digits])) {
        whole = whole * 10 + (bytes[digits++] - '0');
        if (whole > 1000000)
            return false;
    }
    int32_t fraction;
    if (!parse_fraction(bytes + digits, length - digits, &fraction))
        return false;
    if (digits == 0 && (length == 0 || (length == 1)))
        return false;
    *tenths = (whole * 10 + fraction) * (minus ? -1 : 1);
    return true;
}

bool lm_parse_integer(const char *bytes, size_t length, int64_t low, int64_t high, int64_t *value)
{
    lm_trim(&bytes, &length);
    bool minus = take_sign(&bytes, &length);
    if (length == 0 || length > 18)
        return false;
    int64_t number = 0;
    for (size_t i = 0; i < length; i++) {
        if (!lm_is_digit(bytes[i]))
            return false;
        number = number * 10 + (bytes[i] - '0');
    }
    if (minus)
        number = -number;
    if (number < low || number > high)
        return false;
    *value = number;
    return true;
}

size_t lm_utf8_point(const char *bytes, size_t length, uint32_t *point)
{
    const unsigned char *s = (const unsigned char *)bytes;
    if (s[0] < 0x80) {
        *point = s[0];
        return 1;
    }
    size_t size = s[0] >= 0xF0 ? 4 : s[0] >= 0xE0 ? 3 : 2;
    if (s[0] < 0xC2 || s[0] > 0xF4 || size > length)
        return 0;
    uint32_t value = s[0] & (0xFFu >> (size + 1));
    for (size_t i = 1; i < size; i++) {
        if (!lm_is_utf8_tail((char)s[i]))
            return 0;
        value = value << 6 | (s[i] & 0x3Fu);
    }
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    if (value < smallest[size] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
        return 0;
    *point = value;
    return size;
}

void lm_text_trim(struct lm_text *text, size_t least)
{
    while (!text->failed && text->length > least && text->bytes[text->length - 1] == ' ')
        text->bytes[--text->length] = '\0';
}

static const char hex[] = "0123456789abcdef";

void lm_text_add_hex(struct lm_text *text, const void *bytes, size_t length)
{
    const unsigned char *from = bytes;
    char *to = length > SIZE_MAX / 2 ? NULL : room(text, 2 * length);
    text->failed |= to == NULL;
    for (size_t i = 0; to != NULL && i < length; i++) {
        *to++ = hex[from[i] >> 4];
        *to++ = hex[from[i] & 15];
    }
    if (to != NULL)
        lm_text_ends(text, to);
}

void lm_text_add_escaped(struct lm_text *text, const char *string, const char *plain)
{
    for (const char *c = string; *c != '\0'; c++)
        if (lm_is_letter(*c) || lm_is_digit(*c) || strchr(plain, *c) != NULL)
            lm_text_add_char(text, *c);
        else
            lm_text_print(text, "%%%02X", (unsigned char)*c);
}

const char *lm_vprinted(struct lm_arena *arena, const char *format, va_list arguments)
{
    struct lm_text text = lm_text_in(arena);
    lm_text_vprint(&text, format, arguments);
    return text.failed ? "" : lm_text_string(&text);
}

const char *lm_printed(struct lm_arena *arena, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *text = lm_vprinted(arena, format, arguments);
    va_end(arguments);
    return text;
}

const char *lm_copied(struct lm_arena *arena, const char *string)
{
    const char *copy = lm_arena_copy(arena, string, strlen(string));
    return copy == NULL ? "" : copy;
}

int lm_by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool is_run(char first)
{
    return first != '\0' && strchr("=+-@\t\r", first) != NULL;
}

void lm_text_add_csv(struct lm_text *out, const char *cell, bool guarded)
{
    size_t length = strlen(cell);
    const char *guard = guarded && is_run(cell[0]) ? "'" : "";
    bool plain = strpbrk(cell, ",;\t\"\r\n") == NULL && cell[0] != ' ' &&
                 (length == 0 || cell[length - 1] != ' ');
    if (plain) {
        lm_text_print(out, "%s%s", guard, cell);
        return;
    }
    lm_text_print(out, "\"%s", guard);
    for (; *cell != '\0'; cell++) {
        if (*cell == '"')
            lm_text_add_char(out, '"');
        lm_text_add_char(out, *cell);
    }
    lm_text_add_char(out, '"');
}

const char *lm_csv_unguarded(const char *cell)
{
    return cell[0] == '\'' && is_run(cell[1]) ? cell + 1 : cell;
}

char lm_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

char lm_upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - ('a' - 'A')) : c;
}

bool lm_same_letters(const char *a, const char *b)
{
    while (*a != '\0' && lm_lower(*a) == lm_lower(*b))
        a++, b++;
    return *a == '\0' && *b == '\0';
}

size_t lm_ascii_length(const char *bytes, size_t length)
{
    uint64_t eight;
    size_t i = 0;
    for (; i + sizeof eight <= length; i += sizeof eight) {
        memcpy(&eight, bytes + i, sizeof eight);
        if ((eight & 0x8080808080808080) != 0)
            break;
    }
    while (i < length && (bytes[i] & 0x80) == 0)
        i++;
    return i;
}

bool lm_utf8_valid(const char *bytes, size_t length)
{
    for (size_t i = 0; (i += lm_ascii_length(bytes + i, length - i)) < length;) {
        uint32_t point;
        size_t size = lm_utf8_point(bytes + i, length - i, &point);
        if (size == 0)
            return false;
        i += size;
    }
    return true;
}

void lm_text_add_point(struct lm_text *text, uint32_t point)
{
    static const struct {
        uint32_t below;
        unsigned char mark, tail; /* of the first byte; number of bytes after it */
    } forms[] = {{0x80, 0, 0}, {0x800, 0xC0, 1}, {0x10000, 0xE0, 2}, {UINT32_MAX, 0xF0, 3}};
    size_t form = 0;
    while (point >= forms[form].below)
        form++;
    unsigned tail = forms[form].tail;
    lm_text_add_char(text, (char)(forms[form].mark | point >> 6 * tail));
    while (tail-- > 0)
        lm_text_add_char(text, (char)(0x80 | (point >> 6 * tail & 0x3F)));
}

/* The characters of Windows-1252 from 0x80 to 0x9F, where Latin-1 has controls that do not occur in
 * texts. */
static const uint16_t windows_1252[32] = {
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178,
};

void lm_text_add_latin1(struct lm_text *text, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned byte = (unsigned char)bytes[i];
        bool gap = byte >= 0x80 && byte < 0xA0;
        lm_text_add_point(text, gap ? windows_1252[byte - 0x80] : byte);
    }
}

size_t lm_utf8_length(const char *bytes, size_t length)
{
    size_t points = 0;
    for (size_t i = 0; i < length; i++)
        points += !lm_is_utf8_tail(bytes[i]);
    return points;
}

/* Ranges of code points that are drawn over their neighbour, and of those two columns wide
 * (Unicode's general categories Mn/Me/Cf and East Asian Width W/F, coarsely). */
struct range {
    uint32_t first, last;
};

static const struct range zero_width[] = {
    {0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD},  {0x0610, 0x061A}, {0x064B, 0x065F},
    {0x06D6, 0x06DC}, {0x0900, 0x0902}, {0x093C, 0x093C},  {0x0941, 0x0948}, {0x094D, 0x094D},
    {0x0E31, 0x0E31}, {0x0E34, 0x0E3A}, {0x0E47, 0x0E4E},  {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF},
    {0x200B, 0x200F}, {0x202A, 0x202E}, {0x2060, 0x2069},  {0x20D0, 0x20FF}, {0xFE00, 0xFE0F},
    {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF}, {0xE0100, 0xE01EF}};

static const struct range double_width[] = {
    {0x1100, 0x115F}, {0x2E80, 0x303E},   {0x3041, 0x33FF},   {0x3400, 0x4DBF},  {0x4E00, 0x9FFF},
    {0xA000, 0xA4CF}, {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},  {0xFF00, 0xFF60},
    {0xFFE0, 0xFFE6}, {0x1F300, 0x1F64F}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD}};

static bool within(const struct range *ranges, size_t count, uint32_t point)
{
    for (size_t i = 0; i < count && ranges[i].first <= point; i++)
        if (point <= ranges[i].last)
            return true;
    return false;
}

size_t lm_utf8_width(const char *bytes, size_t length)
{
    size_t width = 0;
    for (size_t i = 0; i < length;) {
        uint32_t point = 0;
        size_t size = lm_utf8_point(bytes + i, length - i, &point);
        if (size == 0) {
            size = 1;
            width++;
        } else if (within(double_width, sizeof double_width / sizeof *double_width, point)) {
            width += 2;
        } else if (!within(zero_width, sizeof zero_width / sizeof *zero_width, point)) {
            width++;
        }
        i += size;
    }
    return width;
}
