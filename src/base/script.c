/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Names in Greek, Cyrillic, Armenian and Georgian: in small letters without accents, for searches
 * in these scripts, and in Latin letters, for addresses and for searches without such a keyboard.
 * Each letter gets its usual Latin spelling; no standard is followed exactly.
 */
#include <string.h>

#include "base/room.h"

/* U+03B1 on, four letters each. */
static const char greek[] =
    "a   v   g   d   e   z   i   th  i   k   l   m   n   x   o   p   r   s   "
    "s   t   y   f   ch  ps  o   ";

/* U+0430 on, four letters each. */
static const char cyrillic[] =
    "a   b   v   g   d   e   zh  z   i   y   k   l   m   n   o   p   r   s   "
    "t   u   f   kh  ts  ch  sh  shch    y       e   yu  ya  e   e   dj  g   "
    "ye  dz  i   yi  j   lj  nj  c   k   i   u   dz  ";

/* U+0561 on, four letters each. */
static const char armenian[] =
    "a   b   g   d   e   z   e   y   t   zh  i   l   kh  ts  k   h   dz  gh  "
    "ch  m   y   n   sh  o   ch  p   j   r   s   v   t   r   ts  v   p   k   "
    "o   f   ";

/* U+10D0 on, four letters each. */
static const char georgian[] =
    "a   b   g   d   e   v   z   t   i   k   l   m   n   o   p   zh  r   s   "
    "t   u   p   k   gh  q   sh  ch  ts  dz  ts  ch  kh  j   h   ";

static const struct alphabet {
    uint32_t first;
    const char *latin;
    size_t size; /* of ${latin} */
} alphabets[] = {{0x3B1, greek, sizeof greek - 1},
                 {0x430, cyrillic, sizeof cyrillic - 1},
                 {0x561, armenian, sizeof armenian - 1},
                 {0x10D0, georgian, sizeof georgian - 1}};

enum { LETTERS = 4 };

/* Return the small Greek letter without accent. */
static uint32_t small_greek(uint32_t point)
{
    static const struct {
        uint16_t accented, plain;
    } rows[] = {{0x386, 0x3B1}, {0x388, 0x3B5}, {0x389, 0x3B7}, {0x38A, 0x3B9}, {0x38C, 0x3BF},
                {0x38E, 0x3C5}, {0x38F, 0x3C9}, {0x390, 0x3B9}, {0x3AA, 0x3B9}, {0x3AB, 0x3C5},
                {0x3AC, 0x3B1}, {0x3AD, 0x3B5}, {0x3AE, 0x3B7}, {0x3AF, 0x3B9}, {0x3B0, 0x3C5},
                {0x3C2, 0x3C3}, {0x3CA, 0x3B9}, {0x3CB, 0x3C5}, {0x3CC, 0x3BF}, {0x3CD, 0x3C5},
                {0x3CE, 0x3C9}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].accented == point)
            return rows[i].plain;
    return point >= 0x391 && point <= 0x3A9 ? point + 0x20 : point;
}

/* Return the small letter, in Cyrillic without the marks that are often left out. */
static uint32_t small_of(uint32_t point)
{
    if (point >= 0x386 && point <= 0x3CE)
        return small_greek(point);
    if (point >= 0x410 && point <= 0x42F)
        return point + 0x20;
    if (point >= 0x400 && point <= 0x40F)
        return small_of(point + 0x50);
    if (point >= 0x460 && point <= 0x52F && point % 2 == 0 && (point < 0x482 || point > 0x489))
        return point + 1;
    if (point >= 0x531 && point <= 0x556)
        return point + 0x30;
    return point == 0x451 ? 0x435 : point;
}

/* Return the Latin letters of the small letter ${point}, ${*length} of them; NULL: of another
 * script. */
static const char *latin_of(uint32_t point, uint32_t before, size_t *length)
{
    if (point == 0x3C5 && before == 0x3BF) { /* ου */
        *length = 1;
        return "u";
    }
    for (size_t i = 0; i < sizeof alphabets / sizeof *alphabets; i++) {
        const struct alphabet *a = &alphabets[i];
        if (point < a->first || (point - a->first) * LETTERS >= a->size)
            continue;
        const char *letters = a->latin + (size_t)(point - a->first) * LETTERS;
        for (*length = 0; *length < LETTERS && letters[*length] != ' ';)
            ++*length;
        return letters;
    }
    return NULL;
}

/* Append ${bytes} in small letters, with ${latin} in Latin ones; other scripts stay unchanged. */
static void add_letters(struct lm_text *out, const char *bytes, size_t length, bool latin)
{
    uint32_t before = 0;
    for (size_t at = 0, size; at < length; at += size) {
        uint32_t point = 0;
        char small[4];
        size_t count = 0;
        size = lm_utf8_point(bytes + at, length - at, &point);
        if (size == 0)
            return; /* not UTF-8 */
        point = small_of(point);
        const char *letters = latin ? latin_of(point, before, &count) : NULL;
        if (letters == NULL && size == 2 && point >= 0x370 && point < 0x590) {
            small[0] = (char)(0xC0 | (point >> 6));
            small[1] = (char)(0x80 | (point & 0x3F));
            letters = small;
            count = 2;
        }
        lm_text_add_bytes(out, letters == NULL ? bytes + at : letters,
                          letters == NULL ? size : count);
        before = point;
    }
}

void lm_text_add_latin(struct lm_text *out, const char *bytes, size_t length)
{
    add_letters(out, bytes, length, true);
}

/* Append ${bytes} with ä as ae, and so on: as spelt without a German keyboard. */
static void add_spelt(struct lm_text *out, const char *bytes, size_t length)
{
    static const struct {
        const char *letter, *spelt;
    } rows[] = {{"ä", "ae"}, {"ö", "oe"}, {"ü", "ue"}, {"Ä", "ae"}, {"Ö", "oe"},
                {"Ü", "ue"}, {"ø", "oe"}, {"Ø", "oe"}, {"å", "aa"}, {"Å", "aa"}};
    for (size_t at = 0; at < length;) {
        size_t i = 0;
        while (i < sizeof rows / sizeof *rows &&
               (length - at < 2 || memcmp(bytes + at, rows[i].letter, 2) != 0))
            i++;
        bool found = i < sizeof rows / sizeof *rows;
        lm_text_add_bytes(out, found ? rows[i].spelt : bytes + at, found ? 2 : 1);
        at += found ? 2 : 1;
    }
}

void lm_text_add_sought(struct lm_text *out, const char *bytes, size_t length, bool spelt)
{
    struct lm_text small = lm_text_in(out->arena), plain = lm_text_in(out->arena);
    if (spelt)
        add_spelt(&plain, bytes, length);
    else
        lm_text_add_bytes(&plain, bytes, length);
    add_letters(&small, lm_text_string(&plain), plain.length, spelt);
    out->failed |= small.failed || plain.failed;
    lm_text_add_folded(out, lm_text_string(&small), small.length);
}
