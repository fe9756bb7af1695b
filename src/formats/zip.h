/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FORMATS_ZIP_H
#define LIMMAT_FORMATS_ZIP_H

/* Zip archives as workbooks are: some small parts, stored or deflated, without encryption and below
 * 4 GB. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/text.h"

/* Parts that unpack to more than this are no tournament. */
enum { LM_ZIP_PART_MOST = 64 << 20 };

/* Does it begin as one? */
bool lm_is_zip(const char *bytes, size_t length);

/* Is there a part called ${name}? */
bool lm_zip_has(const char *bytes, size_t length, const char *name);

/* The part called ${name} of the archive ${bytes}, unpacked into ${arena} and NUL-terminated.
 * LM_INVALID: there is none, or it is damaged; LM_LIMIT: it is too large, or there is no memory. */
LM_MUST_CHECK enum lm_status lm_zip_part(const char *bytes, size_t length, const char *name,
                                         struct lm_arena *arena, const char **part, size_t *size);

/* An archive being written: parts are stored as they are, with one date for all of them, so that
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
