/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Deflate, read only, by RFC 1951: workbooks are zip archives, and the library depends only on
 * libc.  Codes are decoded a bit at a time by the number of codes of each length (3.2.2): a
 * workbook of a thousand players is 100 kB, so a table per code would save only milliseconds.
 */
#include "formats/inflate.h"

#include <string.h>

enum { LONGEST = 15, LITERALS = 288, DISTANCES = 30, LENGTH_CODES = 19, END_OF_BLOCK = 256 };

struct stream {
    const unsigned char *from;
    size_t packed, at; /* bytes */
    uint32_t bits;     /* read but not yet used */
    unsigned bit_count;
    unsigned char *to;
    size_t size, filled;
    bool bad;
};

/* A canonical code: the number of words of each length, and their symbols in order. */
struct code {
    uint16_t count[LONGEST + 1], symbols[LITERALS];
};

static uint32_t take_bits(struct stream *s, unsigned count)
{
    while (s->bit_count < count) {
        if (s->at == s->packed) {
            s->bad = true;
            return 0;
        }
        s->bits |= (uint32_t)s->from[s->at++] << s->bit_count;
        s->bit_count += 8;
    }
    uint32_t value = s->bits & ((1u << count) - 1);
    s->bits >>= count;
    s->bit_count -= count;
    return value;
}

/* Make the code of words with ${lengths}; false: there are more words than such lengths allow. */
static bool make_code(struct code *code, const uint8_t *lengths, size_t count)
{
    uint16_t first[LONGEST + 2] = {0};
    int left = 1;
    memset(code->count, 0, sizeof code->count);
    for (size_t i = 0; i < count; i++)
        code->count[lengths[i]]++;
    code->count[0] = 0;
    for (unsigned length = 1; length <= LONGEST; length++) {
        left = 2 * left - code->count[length];
        if (left < 0)
            return false;
        first[length + 1] = (uint16_t)(first[length] + code->count[length]);
    }
    for (size_t i = 0; i < count; i++)
        if (lengths[i] != 0)
            code->symbols[first[lengths[i]]++] = (uint16_t)i;
    return true;
}

static unsigned take_symbol(struct stream *s, const struct code *code)
{
    unsigned word = 0, first = 0, index = 0;
    for (unsigned length = 1; length <= LONGEST && !s->bad; length++) {
        word |= take_bits(s, 1);
        unsigned count = code->count[length];
        if (word < first + count)
            return code->symbols[index + (word - first)];
        index += count;
        first = (first + count) << 1;
        word <<= 1;
    }
    s->bad = true;
    return END_OF_BLOCK;
}

static void put(struct stream *s, unsigned byte)
{
    if (s->filled == s->size)
        s->bad = true;
    else
        s->to[s->filled++] = (unsigned char)byte;
}

static void take_stored(struct stream *s)
{
    s->bits = s->bit_count = 0; /* less than a byte remained: 3.2.4 */
    if (s->packed - s->at < 4) {
        s->bad = true;
        return;
    }
    size_t length = s->from[s->at] | (size_t)s->from[s->at + 1] << 8;
    size_t inverse = s->from[s->at + 2] | (size_t)s->from[s->at + 3] << 8;
    s->at += 4;
    if ((length ^ inverse) != 0xFFFF || s->packed - s->at < length ||
        s->size - s->filled < length) {
        s->bad = true;
        return;
    }
    memcpy(s->to + s->filled, s->from + s->at, length);
    s->filled += length;
    s->at += length;
}

/* Copy a piece of the unpacked bytes, whose length is coded by ${symbol} (3.2.5). */
static void take_piece(struct stream *s, unsigned symbol, const struct code *distances)
{
    static const uint16_t lengths[] = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                       15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                       67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const uint8_t more[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                   2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    static const uint16_t backs[] = {1,    2,    3,    4,    5,    7,    9,    13,    17,    25,
                                     33,   49,   65,   97,   129,  193,  257,  385,   513,   769,
                                     1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    size_t which = symbol - END_OF_BLOCK - 1;
    if (which >= sizeof more) {
        s->bad = true;
        return;
    }
    size_t length = lengths[which] + take_bits(s, more[which]);
    unsigned far = take_symbol(s, distances);
    if (s->bad || far >= DISTANCES) {
        s->bad = true;
        return;
    }
    size_t back = backs[far] + take_bits(s, far < 2 ? 0 : far / 2 - 1);
    if (back > s->filled) {
        s->bad = true;
        return;
    }
    while (length-- > 0 && !s->bad)
        put(s, s->to[s->filled - back]);
}

static void take_coded(struct stream *s, const struct code *literals, const struct code *distances)
{
    while (!s->bad) {
        unsigned symbol = take_symbol(s, literals);
        if (s->bad || symbol == END_OF_BLOCK)
            return;
        if (symbol < END_OF_BLOCK)
            put(s, symbol);
        else
            take_piece(s, symbol, distances);
    }
}

static void take_fixed(struct stream *s)
{
    struct code literals, distances;
    uint8_t lengths[LITERALS];
    for (size_t i = 0; i < LITERALS; i++)
        lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    s->bad |= !make_code(&literals, lengths, LITERALS);
    memset(lengths, 5, DISTANCES);
    s->bad |= !make_code(&distances, lengths, DISTANCES);
    take_coded(s, &literals, &distances);
}

/* Read the lengths of ${count} words, themselves coded (3.2.7). */
static void take_lengths(struct stream *s, const struct code *code, uint8_t *lengths, size_t count)
{
    for (size_t i = 0; i < count && !s->bad;) {
        unsigned symbol = take_symbol(s, code);
        if (symbol < 16) {
            lengths[i++] = (uint8_t)symbol;
            continue;
        }
        uint8_t repeated = 0;
        if (symbol == 16 && i == 0)
            s->bad = true;
        else if (symbol == 16)
            repeated = lengths[i - 1];
        size_t times = symbol == 16   ? 3 + take_bits(s, 2)
                       : symbol == 17 ? 3 + take_bits(s, 3)
                                      : 11 + take_bits(s, 7);
        if (times > count - i)
            s->bad = true;
        while (times-- > 0 && !s->bad)
            lengths[i++] = repeated;
    }
}

static void take_dynamic(struct stream *s)
{
    static const uint8_t order[LENGTH_CODES] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                11, 4,  12, 3, 13, 2, 14, 1, 15};
    uint8_t lengths[LITERALS + 32] = {0}, code_lengths[LENGTH_CODES] = {0};
    struct code code, literals, distances;
    size_t literal_count = 257 + take_bits(s, 5), distance_count = 1 + take_bits(s, 5);
    size_t code_count = 4 + take_bits(s, 4);
    for (size_t i = 0; i < code_count; i++)
        code_lengths[order[i]] = (uint8_t)take_bits(s, 3);
    if (s->bad || literal_count > 286 || distance_count > DISTANCES ||
        !make_code(&code, code_lengths, LENGTH_CODES)) {
        s->bad = true;
        return;
    }
    take_lengths(s, &code, lengths, literal_count + distance_count);
    if (s->bad || lengths[END_OF_BLOCK] == 0 || !make_code(&literals, lengths, literal_count) ||
        !make_code(&distances, lengths + literal_count, distance_count)) {
        s->bad = true;
        return;
    }
    take_coded(s, &literals, &distances);
}

bool lm_inflate(const char *from, size_t packed, char *to, size_t size)
{
    struct stream s = {.from = (const unsigned char *)from,
                       .packed = packed,
                       .to = (unsigned char *)to,
                       .size = size};
    for (bool last = false; !last && !s.bad;) {
        last = take_bits(&s, 1) != 0;
        uint32_t kind = take_bits(&s, 2);
        if (kind == 0)
            take_stored(&s);
        else if (kind == 1)
            take_fixed(&s);
        else if (kind == 2)
            take_dynamic(&s);
        else
            s.bad = true;
    }
    return !s.bad && s.filled == size;
}

uint32_t lm_crc32(const char *bytes, size_t length)
{
    uint32_t crc = 0xFFFFFFFFu;
    for (size_t i = 0; i < length; i++) {
        crc ^= (unsigned char)bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
    }
    return ~crc;
}
