/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/message.h"

#include <string.h>

#include "base/texts.h"
#include "limmat/text.h"

/*
 * vprintf writes the whole sentence; the text of each conversion is written a second time here, by
 * walking the format and the arguments.  The library therefore needs no printf of its own.  An
 * unknown conversion ends the walk; the sentence is then only available in English.
 */

/* "%.*s", "%02d", "%zu": the part between "%" and its letter. */
struct conversion {
    char letter;
    char size;        /* 'l' long, 'L' long long, 'z' size_t, 0 int */
    bool starred;     /* its precision is an argument */
    size_t precision; /* of "%.7s"; SIZE_MAX: none */
    size_t width;     /* of "%02d" */
};

enum { WIDEST = 999 };

/* Read the conversion that begins after a "%" at ${*at}, and move past its letter. */
static struct conversion take_conversion(const char **at)
{
    struct conversion c = {.precision = SIZE_MAX, .width = lm_take_number(at, WIDEST)};
    if (**at == '.') {
        ++*at;
        c.starred = **at == '*';
        if (c.starred)
            ++*at;
        else
            c.precision = lm_take_number(at, WIDEST);
    }
    for (; **at == 'l' || **at == 'z'; ++*at)
        c.size = **at == 'z' ? 'z' : c.size == 'l' ? 'L' : 'l';
    c.letter = **at;
    *at += **at != '\0';
    return c;
}

static void add_padded(struct lm_text *out, const struct lm_text *digits, size_t width)
{
    if (digits->length < width)
        lm_text_repeat(out, '0', width - digits->length);
    lm_text_add(out, lm_text_string(digits));
}

/* A va_list in a struct: passed by address, it keeps its position on every platform. */
struct arguments {
    va_list list;
};

static void add_signed(struct lm_text *out, const struct conversion *c, struct arguments *a)
{
    struct lm_text digits = lm_text_in(out->arena);
    long long number = c->size == 'L'   ? va_arg(a->list, long long)
                       : c->size == 'l' ? va_arg(a->list, long)
                                        : va_arg(a->list, int);
    lm_text_print(&digits, "%lld", number);
    add_padded(out, &digits, c->width);
}

static void add_unsigned(struct lm_text *out, const struct conversion *c, struct arguments *a)
{
    struct lm_text digits = lm_text_in(out->arena);
    unsigned long long number = c->size == 'L'   ? va_arg(a->list, unsigned long long)
                                : c->size == 'l' ? va_arg(a->list, unsigned long)
                                : c->size == 'z' ? va_arg(a->list, size_t)
                                                 : va_arg(a->list, unsigned);
    lm_text_print(&digits, "%llu", number);
    add_padded(out, &digits, c->width);
}

static void add_string(struct lm_text *out, const struct conversion *c, struct arguments *a)
{
    size_t most = c->precision, length = 0;
    if (c->starred) {
        int given = va_arg(a->list, int);
        most = given < 0 ? SIZE_MAX : (size_t)given;
    }
    const char *text = va_arg(a->list, const char *);
    while (length < most && text[length] != '\0')
        length++;
    lm_text_add_bytes(out, text, length);
}

/* Write the text of ${c}; false: an unknown conversion. */
static bool take_part(struct lm_message_part *part, const struct conversion *c, struct arguments *a,
                      struct lm_arena *arena)
{
    struct lm_text out = lm_text_in(arena);
    part->conversion = c->letter == 'd' || c->letter == 'u' ? 'd' : 's';
    if (c->letter == 'd')
        add_signed(&out, c, a);
    else if (c->letter == 'u')
        add_unsigned(&out, c, a);
    else if (c->letter == 's')
        add_string(&out, c, a);
    else if (c->letter == 'c')
        lm_text_add_char(&out, (char)va_arg(a->list, int));
    else
        return false;
    part->text = lm_text_string(&out);
    return !out.failed;
}

static size_t conversions_of(const char *format)
{
    size_t count = 0;
    for (const char *at = strchr(format, '%'); at != NULL; at = strchr(at + 1, '%'))
        count++;
    return count;
}

/* false: an unknown conversion, or no memory; then there are no parts. */
static bool take_parts(struct lm_message *message, struct arguments *a, struct lm_arena *arena)
{
    size_t most = conversions_of(message->format);
    struct lm_message_part *parts = lm_arena_alloc(arena, most, sizeof *parts);
    if (parts == NULL)
        return false;
    for (const char *at = strchr(message->format, '%'); at != NULL; at = strchr(at, '%')) {
        at++;
        struct conversion c = take_conversion(&at);
        if (c.letter == '%')
            continue;
        if (!take_part(&parts[message->count++], &c, a, arena))
            return false;
    }
    message->parts = parts;
    return true;
}

const struct lm_message *lm_message_vprint(struct lm_arena *arena, const char *format,
                                           va_list arguments)
{
    struct lm_message *message = lm_arena_alloc(arena, 1, sizeof *message);
    struct lm_text text = lm_text_in(arena);
    struct arguments again;
    va_copy(again.list, arguments);
    lm_text_vprint(&text, format, arguments);
    if (message != NULL) {
        *message = (struct lm_message){.format = format, .text = lm_text_string(&text)};
        if (!take_parts(message, &again, arena)) {
            message->format = message->text;
            message->count = 0;
        }
    }
    va_end(again.list);
    return text.failed ? NULL : message;
}

const struct lm_message *lm_message_print(struct lm_arena *arena, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const struct lm_message *message = lm_message_vprint(arena, format, arguments);
    va_end(arguments);
    return message;
}

/* Return a copy of ${outer} whose parts are ${*parts}; NULL: it has no parts to change. */
static const struct lm_message *with_parts(const struct lm_message *outer, struct lm_arena *arena,
                                           struct lm_message_part **parts)
{
    if (outer == NULL || outer->count == 0)
        return NULL;
    struct lm_message *out = lm_arena_alloc(arena, 1, sizeof *out);
    *parts = lm_arena_alloc(arena, outer->count, sizeof **parts);
    if (out == NULL || *parts == NULL)
        return NULL;
    *out = *outer;
    out->parts = *parts;
    memcpy(*parts, outer->parts, outer->count * sizeof **parts);
    return out;
}

const struct lm_message *lm_message_within(const struct lm_message *outer,
                                           const struct lm_message *inner, struct lm_arena *arena)
{
    struct lm_message_part *parts;
    const struct lm_message *out = inner == NULL ? NULL : with_parts(outer, arena, &parts);
    for (size_t i = 0; out != NULL && i < out->count; i++)
        if (strcmp(parts[i].text, inner->text) == 0)
            parts[i].message = inner;
    return out == NULL ? outer : out;
}

const struct lm_message *lm_message_at(const struct lm_message *outer, const char *text, int64_t at,
                                       struct lm_arena *arena)
{
    struct lm_message_part *parts;
    const struct lm_message *out = with_parts(outer, arena, &parts);
    for (size_t i = 0; out != NULL && i < out->count; i++) {
        if (strcmp(parts[i].text, text) != 0)
            continue;
        parts[i].conversion = 't';
        parts[i].moment = at;
    }
    return out == NULL ? outer : out;
}

static const char *keep_text(const char *text, struct lm_arena *arena)
{
    size_t size = strlen(text) + 1;
    char *copy = lm_arena_alloc_lasting(arena, size, 1);
    return copy == NULL ? NULL : memcpy(copy, text, size);
}

const struct lm_message *lm_message_keep(const struct lm_message *message, struct lm_arena *arena)
{
    if (message == NULL)
        return NULL;
    struct lm_message *copy = lm_arena_alloc_lasting(arena, 1, sizeof *copy);
    struct lm_message_part *parts = lm_arena_alloc_lasting(arena, message->count, sizeof *parts);
    if (copy == NULL || parts == NULL)
        return NULL;
    *copy = *message;
    copy->text = keep_text(message->text, arena);
    if (message->format == message->text)
        copy->format = copy->text;
    copy->parts = parts;
    for (size_t i = 0; i < message->count && copy->text != NULL; i++) {
        parts[i] = message->parts[i];
        parts[i].text = keep_text(message->parts[i].text, arena);
        parts[i].message = lm_message_keep(message->parts[i].message, arena);
        if (parts[i].text == NULL)
            return NULL;
    }
    return copy->text == NULL ? NULL : copy;
}
