/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Names as people search for them: lower case, without diacritics, Ł as l, Đ and Ð as d, Þ as th, ø
 * as o, ß as ss.  The tables hold Unicode's decompositions of Latin letters, and a plain letter for
 * those that do not decompose; letters of other scripts stay unchanged.
 */
#include "base/room.h"

#include "base/texts.h"

/* U+00C0 … U+024F, two letters each. */
static const char latin[] = "a a a a a a aec e e e e i i i i d n o o o o o   o u u u u y thss"
                            "a a a a a a aec e e e e i i i i d n o o o o o   o u u u u y thy "
                            "a a a a a a c c c c c c c c d d d d e e e e e e e e e e g g g g "
                            "g g g g h h h h i i i i i i i i i i ijijj j k k k l l l l l l l "
                            "l l l n n n n n n n n n o o o o o o oeoer r r r r r s s s s s s "
                            "s s t t t t t t u u u u u u u u u u u u w w y y y z z z z z z s "
                            "b b b b     o c c d d d d   e e e f f g   hvi i k k l     n n o "
                            "o o     p p r         t t t t u u   v y y z z z               w "
                            "        dzdzdzljljljnjnjnja a i i o o u u u u u u u u u u e a a "
                            "a a     g g g g k k o o o o     j dzdzdzg g hvw n n a a         "
                            "a a a a e e e e i i i i o o o o r r r r u u u u s s t t y y h h "
                            "n d ououz z a a e e o o o o o o o o y y l n t j     a c c l t s "
                            "z     b u   e e j j     r r y y ";

/* U+1E00 … U+1EFF, two letters each. */
static const char additional[] = "a a b b b b b b c c d d d d d d d d d d e e e e e e e e e e f f "
                                 "g g h h h h h h h h h h i i i i k k k k k k l l l l l l l l m m "
                                 "m m m m n n n n n n n n o o o o o o o o p p p p r r r r r r r r "
                                 "s s s s s s s s s s t t t t t t t t u u u u u u u u u u v v v v "
                                 "w w w w w w w w w w x x x x y y z z z z z z h t w y a s     ss  "
                                 "a a a a a a a a a a a a a a a a a a a a a a a a e e e e e e e e "
                                 "e e e e e e e e i i i i o o o o o o o o o o o o o o o o o o o o "
                                 "o o o o u u u u u u u u u u u u u u y y y y y y y y             ";

static bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || lm_is_digit(c);
}

/* Return the two letters of a code point in the tables; NULL: not in them. */
static const char *letters_of(uint32_t point)
{
    enum { LATIN = 0xC0, LATIN_END = 0x250, ADDITIONAL = 0x1E00, ADDITIONAL_END = 0x1F00 };
    if (point >= LATIN && point < LATIN_END)
        return latin + 2 * (size_t)(point - LATIN);
    if (point >= ADDITIONAL && point < ADDITIONAL_END)
        return additional + 2 * (size_t)(point - ADDITIONAL);
    return NULL;
}

static bool is_combining(uint32_t point)
{
    return point >= 0x300 && point <= 0x36F;
}

/* The text folded so far. */
struct folded {
    char *begin, *end;
};

/* Add an ASCII character: letters in lower case, no apostrophe, anything else as a gap. */
static void add_ascii(struct folded *out, char c)
{
    c = c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
    if (is_plain(c))
        *out->end++ = c;
    else if (c != '\'' && out->end > out->begin && out->end[-1] != ' ')
        *out->end++ = ' ';
}

/* Add the code point at ${at}; return its length in bytes. */
static size_t add_point(struct folded *out, const char *at, size_t length)
{
    uint32_t point = 0;
    size_t size = lm_utf8_point(at, length, &point);
    const char *letters = letters_of(point);
    if (size == 0) /* a caller's mistake: it is copied unchanged */
        size = 1;
    if (letters == NULL && !is_combining(point))
        out->end = lm_put(out->end, at, size);
    for (int i = 0; letters != NULL && i < 2 && letters[i] != ' '; i++)
        *out->end++ = letters[i];
    return size;
}

/* The tables hold code points of two and three bytes, which become two letters at most. */
size_t lm_fold(const char *bytes, size_t length, char *to)
{
    const char *end = bytes + length;
    struct folded out = {to, to};
    for (const char *at = bytes; at < end;)
        if ((unsigned char)*at < 0x80)
            add_ascii(&out, *at++);
        else
            at += add_point(&out, at, (size_t)(end - at));
    if (out.end > out.begin && out.end[-1] == ' ')
        out.end--;
    return (size_t)(out.end - out.begin);
}

void lm_text_add_folded(struct lm_text *out, const char *bytes, size_t length)
{
    char *to = lm_text_room(out, length);
    if (to != NULL)
        lm_text_ends(out, to + lm_fold(bytes, length, to));
}
