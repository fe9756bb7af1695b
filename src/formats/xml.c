/* SPDX-License-Identifier: Apache-2.0 */
#include "formats/xml.h"

#include <stdint.h>
#include <string.h>

#include "base/texts.h"

struct lm_xml lm_xml_of(const char *bytes, size_t length)
{
    return (struct lm_xml){.at = bytes, .end = bytes + length};
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Return the address after ${mark}, which ends what begins at ${at}; NULL: it does not end. */
static const char *behind(const char *at, const char *end, const char *mark)
{
    size_t length = strlen(mark);
    for (; (size_t)(end - at) >= length; at++)
        if (memcmp(at, mark, length) == 0)
            return at + length;
    return NULL;
}

/* Return the end of the tag that begins at ${at}: the '>' outside quotes. */
static const char *end_of_tag(const char *at, const char *end)
{
    for (char quote = '\0'; at < end; at++) {
        if (quote != '\0')
            quote = *at == quote ? '\0' : quote;
        else if (*at == '"' || *at == '\'')
            quote = *at;
        else if (*at == '>')
            return at;
    }
    return NULL;
}

/* Split the tag from ${from} to ${to}, without its brackets, into its parts. */
static void take_tag(struct lm_xml *x, const char *from, const char *to)
{
    x->closing = from < to && *from == '/';
    from += x->closing;
    x->empty = to > from && to[-1] == '/';
    to -= x->empty;
    const char *end = from;
    while (end < to && !is_blank(*end))
        end++;
    const char *colon = memchr(from, ':', (size_t)(end - from));
    x->name = colon == NULL ? from : colon + 1;
    x->name_length = (size_t)(end - x->name);
    x->attributes = end;
    x->attributes_length = (size_t)(to - end);
}

static bool stop(struct lm_xml *x, enum lm_xml_fault fault)
{
    x->fault = x->fault != LM_XML_GOOD ? x->fault : fault;
    x->at = x->end;
    return false;
}

/* Track the open elements; false: this tag closes none of them, or is too deep. */
static bool nest(struct lm_xml *x)
{
    if (x->closing) {
        return x->depth > 0 && x->open[--x->depth].length == x->name_length &&
               memcmp(x->open[x->depth].name, x->name, x->name_length) == 0;
    }
    if (x->empty)
        return true;
    if (x->depth == LM_XML_DEPTH_MOST)
        return false;
    x->open[x->depth].name = x->name;
    x->open[x->depth++].length = x->name_length;
    return true;
}

bool lm_xml_next(struct lm_xml *x)
{
    for (;;) {
        const char *tag = memchr(x->at, '<', (size_t)(x->end - x->at));
        if (tag == NULL)
            return stop(x, x->depth > 0 ? LM_XML_CUT : LM_XML_GOOD);
        size_t left = (size_t)(x->end - tag);
        bool remark = left > 3 && memcmp(tag, "<!--", 4) == 0;
        if (remark || (left > 1 && tag[1] == '?')) {
            const char *next = behind(tag, x->end, remark ? "-->" : "?>");
            if (next == NULL)
                return stop(x, LM_XML_CUT);
            x->at = next;
            continue;
        }
        const char *end = end_of_tag(tag + 1, x->end);
        if (end == NULL)
            return stop(x, LM_XML_CUT);
        x->text = x->at;
        x->text_length = (size_t)(tag - x->at);
        take_tag(x, tag + 1, end);
        x->at = end + 1;
        return (tag[1] != '!' && nest(x)) || stop(x, LM_XML_BAD);
    }
}

static bool is_named(const struct lm_xml *x, const char *name)
{
    return strlen(name) == x->name_length && memcmp(name, x->name, x->name_length) == 0;
}

bool lm_xml_opens(const struct lm_xml *x, const char *name)
{
    return !x->closing && is_named(x, name);
}

bool lm_xml_closes(const struct lm_xml *x, const char *name)
{
    return x->closing && is_named(x, name);
}

/* Return the character of "&#65;" or "&#x41;"; U+FFFD for a forbidden one. */
static uint32_t number_of(const char *at, const char *end)
{
    uint32_t base = at < end && (*at | 0x20) == 'x' ? 16 : 10, number = 0;
    for (at += base == 16; at < end && number <= 0x10FFFF; at++) {
        uint32_t digit = (uint32_t)lm_hex_digit(*at); /* huge if it is none */
        if (digit >= base)
            return 0xFFFD;
        number = number * base + digit;
    }
    bool none = number == 0 || number > 0x10FFFF || (number >= 0xD800 && number < 0xE000);
    return none ? 0xFFFD : number;
}

/* Append the character of the entity at ${at}; return the first byte after it. */
static const char *add_entity(struct lm_text *out, const char *at, const char *end)
{
    static const struct {
        const char *name;
        char is;
    } known[] = {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};
    size_t left = (size_t)(end - at);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        size_t length = strlen(known[i].name);
        if (left >= length && memcmp(at, known[i].name, length) == 0) {
            lm_text_add_char(out, known[i].is);
            return at + length;
        }
    }
    const char *semi = left > 3 && at[1] == '#' ? memchr(at, ';', left < 12 ? left : 12) : NULL;
    if (semi != NULL) {
        lm_text_add_point(out, number_of(at + 2, semi));
        return semi + 1;
    }
    lm_text_add_char(out, *at);
    return at + 1;
}

static void add_decoded(struct lm_text *out, const char *at, const char *end)
{
    while (at < end) {
        const char *entity = memchr(at, '&', (size_t)(end - at));
        const char *stop = entity == NULL ? end : entity;
        lm_text_add_bytes(out, at, (size_t)(stop - at));
        at = entity == NULL ? end : add_entity(out, entity, end);
    }
}

void lm_xml_add_text(const struct lm_xml *x, struct lm_text *out)
{
    add_decoded(out, x->text, x->text + x->text_length);
}

const char *lm_xml_attribute(struct lm_xml *x, const char *name, struct lm_arena *arena)
{
    const char *at = x->attributes, *end = at + x->attributes_length;
    size_t length = strlen(name);
    while (at < end) {
        while (at < end && is_blank(*at))
            at++;
        const char *equals = memchr(at, '=', (size_t)(end - at));
        if (equals == NULL || equals + 1 >= end || (equals[1] != '"' && equals[1] != '\''))
            return NULL;
        const char *stop = memchr(equals + 2, equals[1], (size_t)(end - equals - 2));
        if (stop == NULL)
            return NULL;
        const char *colon = memchr(at, ':', (size_t)(equals - at));
        const char *local = colon == NULL ? at : colon + 1;
        if ((size_t)(equals - local) == length && memcmp(local, name, length) == 0) {
            struct lm_text value = lm_text_in(arena);
            add_decoded(&value, equals + 2, stop);
            x->failed |= value.failed;
            return value.failed ? NULL : lm_text_string(&value);
        }
        at = stop + 1;
    }
    return NULL;
}

void lm_xml_add_escaped(struct lm_text *out, const char *bytes)
{
    for (; *bytes != '\0'; bytes++)
        switch (*bytes) {
        case '&':
            lm_text_add(out, "&amp;");
            break;
        case '<':
            lm_text_add(out, "&lt;");
            break;
        case '>':
            lm_text_add(out, "&gt;");
            break;
        case '"':
            lm_text_add(out, "&quot;");
            break;
        default: /* characters that XML 1.0 forbids are left out */
            if ((unsigned char)*bytes >= 0x20 || is_blank(*bytes))
                lm_text_add_char(out, *bytes);
        }
}
