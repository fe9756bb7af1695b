/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FORMATS_ZIP_H
#define LIMMAT_FORMATS_ZIP_H

/* Zip archives in the form of workbooks: some small parts, stored or deflated, without encryption
 * and below 4 GB.  A part that claims to unpack to more than deflate can hold is damaged; nothing
 * is allocated for it. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/text.h"

/* The most MB that the parts read from an archive can unpack to, each part counted as often as it
 * is read.  A workbook of 20,000 players unpacks to 10. */
enum { LM_ZIP_MB_MOST = 128 };

/* An archive being read. */
struct lm_archive {
    const char *bytes;
    size_t length;
    size_t unpacked; /* bytes so far */
    bool large;      /* a part was refused: it would exceed LM_ZIP_MB_MOST */
};

/* Does it begin as a zip archive? */
bool lm_is_zip(const char *bytes, size_t length);

/* Is there a part called ${name}? */
bool lm_zip_has(const char *bytes, size_t length, const char *name);

/* Is there a part whose text begins with ${text}, of at most 100 bytes? */
bool lm_zip_begins(const char *bytes, size_t length, const char *name, const char *text);

/* The part called ${name} of ${archive}, unpacked into ${arena} and NUL-terminated.  LM_INVALID: it
 * is missing or damaged; LM_LIMIT: ${archive} is too large, or memory has run out. */
LM_MUST_CHECK enum lm_status lm_zip_part(struct lm_archive *archive, const char *name,
                                         struct lm_arena *arena, const char **part, size_t *size);

/* An archive being written: parts are stored uncompressed, with one date for all of them, so that
 * the same parts give the same bytes. */
struct lm_zip {
    struct lm_text *out;
    struct lm_text directory;
    size_t start; /* of the archive in ${out} */
    uint32_t count;
};

struct lm_zip lm_zip_begin(struct lm_text *out);
void lm_zip_add(struct lm_zip *zip, const char *name, const char *bytes, size_t length);
void lm_zip_end(struct lm_zip *zip);

#endif
