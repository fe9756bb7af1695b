/* SPDX-License-Identifier: Apache-2.0 */
/* By PKWARE's APPNOTE, 4.3.6 to 4.3.16.  The directory at the end is authoritative: sizes before
 * the parts can be missing. */
#include "formats/zip.h"

#include <string.h>

#include "formats/inflate.h"

enum {
    LOCAL_SIZE = 30,
    CENTRAL_SIZE = 46,
    END_SIZE = 22,
    COMMENT_MOST = 65535,
    STORED = 0,
    DEFLATED = 8,
    ENCRYPTED = 1,
    RATIO_MOST = 1032 /* of deflate: 258 bytes for two bits */
};

static const char local_mark[] = "PK\3\4", central_mark[] = "PK\1\2", end_mark[] = "PK\5\6";

static uint32_t number_at(const char *bytes, size_t size)
{
    uint32_t number = 0;
    for (size_t i = size; i-- > 0;)
        number = number << 8 | (unsigned char)bytes[i];
    return number;
}

bool lm_is_zip(const char *bytes, size_t length)
{
    return length >= LOCAL_SIZE && memcmp(bytes, local_mark, 4) == 0;
}

/* A row of the directory. */
struct entry {
    const char *at;
    size_t name_length;
};

/* Return the beginning of the directory, and ${*end} of it; 0: there is none. */
static size_t find_directory(const char *bytes, size_t length, size_t *end)
{
    if (length < END_SIZE)
        return 0;
    size_t least = length > END_SIZE + COMMENT_MOST ? length - END_SIZE - COMMENT_MOST : 0;
    for (size_t at = length - END_SIZE;; at--) {
        if (memcmp(bytes + at, end_mark, 4) == 0) {
            size_t size = number_at(bytes + at + 12, 4), start = number_at(bytes + at + 16, 4);
            *end = at;
            return start < at && size <= at - start ? start : 0;
        }
        if (at == least)
            return 0;
    }
}

/* Find the entry called ${name}; false: none. */
static bool find_entry(const char *bytes, size_t length, const char *name, struct entry *out)
{
    size_t end = 0, at = find_directory(bytes, length, &end), wanted = strlen(name);
    while (at != 0 && end - at >= CENTRAL_SIZE && memcmp(bytes + at, central_mark, 4) == 0) {
        size_t name_length = number_at(bytes + at + 28, 2);
        size_t more = name_length + number_at(bytes + at + 30, 2) + number_at(bytes + at + 32, 2);
        if (more > end - at - CENTRAL_SIZE)
            return false;
        *out = (struct entry){bytes + at, name_length};
        if (name_length == wanted && memcmp(bytes + at + CENTRAL_SIZE, name, wanted) == 0)
            return true;
        at += CENTRAL_SIZE + more;
    }
    return false;
}

bool lm_zip_has(const char *bytes, size_t length, const char *name)
{
    struct entry entry;
    return lm_is_zip(bytes, length) && find_entry(bytes, length, name, &entry);
}

/* Return the bytes of ${entry}; NULL: they are outside the archive. */
static const char *data_of(const char *bytes, size_t length, const struct entry *entry,
                           size_t packed)
{
    size_t at = number_at(entry->at + 42, 4);
    if (at > length || length - at < LOCAL_SIZE || memcmp(bytes + at, local_mark, 4) != 0)
        return NULL;
    size_t before = LOCAL_SIZE + number_at(bytes + at + 26, 2) + number_at(bytes + at + 28, 2);
    return length - at < before || length - at - before < packed ? NULL : bytes + at + before;
}

/* A part as stored in the archive. */
struct packed {
    const char *data;
    size_t packed, unpacked;
    bool deflated;
    uint32_t crc;
};

/* Find the part called ${name}; false: none that can be unpacked. */
static bool find_packed(const char *bytes, size_t length, const char *name, struct packed *out)
{
    struct entry entry;
    if (!find_entry(bytes, length, name, &entry))
        return false;
    uint32_t flags = number_at(entry.at + 8, 2), method = number_at(entry.at + 10, 2);
    *out = (struct packed){.packed = number_at(entry.at + 20, 4),
                           .unpacked = number_at(entry.at + 24, 4),
                           .deflated = method == DEFLATED,
                           .crc = number_at(entry.at + 16, 4)};
    out->data = data_of(bytes, length, &entry, out->packed);
    return out->data != NULL && !(flags & ENCRYPTED) && (method == STORED || method == DEFLATED) &&
           (out->deflated ? out->unpacked / RATIO_MOST <= out->packed
                          : out->unpacked == out->packed);
}

/* Unpack ${p} into ${out}, which has room; false: it is damaged. */
static bool unpack(const struct packed *p, char *out)
{
    if (p->deflated && !lm_inflate(p->data, p->packed, out, p->unpacked))
        return false;
    if (!p->deflated)
        memcpy(out, p->data, p->packed);
    return lm_crc32(out, p->unpacked) == p->crc;
}

bool lm_zip_begins(const char *bytes, size_t length, const char *name, const char *text)
{
    struct packed p;
    char part[100];
    size_t wanted = strlen(text);
    return lm_is_zip(bytes, length) && find_packed(bytes, length, name, &p) &&
           p.unpacked >= wanted && p.unpacked <= sizeof part && unpack(&p, part) &&
           memcmp(part, text, wanted) == 0;
}

enum lm_status lm_zip_part(struct lm_archive *archive, const char *name, struct lm_arena *arena,
                           const char **part, size_t *size)
{
    struct packed p;
    if (!find_packed(archive->bytes, archive->length, name, &p))
        return LM_INVALID;
    archive->large |= p.unpacked > ((size_t)LM_ZIP_MB_MOST << 20) - archive->unpacked;
    char *out = archive->large ? NULL : lm_arena_alloc(arena, p.unpacked + 1, 1);
    if (out == NULL)
        return LM_LIMIT;
    archive->unpacked += p.unpacked;
    if (!unpack(&p, out))
        return LM_INVALID;
    *part = out;
    *size = p.unpacked;
    return LM_OK;
}

/* --- writing */

static void add_number(struct lm_text *out, uint32_t number, size_t size)
{
    for (size_t i = 0; i < size; i++, number >>= 8)
        lm_text_add_char(out, (char)(unsigned char)(number & 0xFF));
}

struct lm_zip lm_zip_begin(struct lm_text *out)
{
    return (struct lm_zip){.out = out, .directory = lm_text_in(out->arena), .start = out->length};
}

/* Add the fields that the head of a part and its row in the directory have in
 * common: 4.3.7, 4.3.12. */
static void add_head(struct lm_text *out, const char *name, uint32_t crc, size_t length)
{
    enum { VERSION_2_0 = 20, UTF8_NAMES = 1 << 11, FIRST_DAY = 1 << 5 | 1 };
    add_number(out, VERSION_2_0, 2);
    add_number(out, UTF8_NAMES, 2);
    add_number(out, STORED, 2);
    add_number(out, 0, 2);         /* midnight of … */
    add_number(out, FIRST_DAY, 2); /* … 1980-01-01, the first possible day */
    add_number(out, crc, 4);
    add_number(out, (uint32_t)length, 4);
    add_number(out, (uint32_t)length, 4);
    add_number(out, (uint32_t)strlen(name), 2);
    add_number(out, 0, 2); /* no extra field */
}

void lm_zip_add(struct lm_zip *zip, const char *name, const char *bytes, size_t length)
{
    uint32_t crc = lm_crc32(bytes, length), offset = (uint32_t)(zip->out->length - zip->start);
    lm_text_add_bytes(zip->out, local_mark, 4);
    add_head(zip->out, name, crc, length);
    lm_text_add(zip->out, name);
    lm_text_add_bytes(zip->out, bytes, length);
    lm_text_add_bytes(&zip->directory, central_mark, 4);
    add_number(&zip->directory, 20, 2);
    add_head(&zip->directory, name, crc, length);
    add_number(&zip->directory, 0, 2); /* no comment */
    add_number(&zip->directory, 0, 2); /* the first disk */
    add_number(&zip->directory, 0, 2);
    add_number(&zip->directory, 0, 4);
    add_number(&zip->directory, offset, 4);
    lm_text_add(&zip->directory, name);
    zip->count++;
}

void lm_zip_end(struct lm_zip *zip)
{
    uint32_t start = (uint32_t)(zip->out->length - zip->start);
    zip->out->failed |= zip->directory.failed;
    lm_text_add_bytes(zip->out, lm_text_string(&zip->directory), zip->directory.length);
    lm_text_add_bytes(zip->out, end_mark, 4);
    add_number(zip->out, 0, 4);
    add_number(zip->out, zip->count, 2);
    add_number(zip->out, zip->count, 2);
    add_number(zip->out, (uint32_t)zip->directory.length, 4);
    add_number(zip->out, start, 4);
    add_number(zip->out, 0, 2);
}
