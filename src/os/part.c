/* SPDX-License-Identifier: Apache-2.0 */
#include "os/part.h"

#include <string.h>

#include "base/texts.h"
#include "limmat/text.h"
#include "os/common.h"
#include "os/entropy.h"
#include "os/files.h"

enum { NAME_KEPT = 200, SALT_BYTES = 6 };
static const char part_end[] = ".part";

const char *folder_of(const char *path, struct lm_arena *arena)
{
    size_t length = (size_t)(os_name_in(path) - path);
    if (length == 0)
        return ".";
    bool above_root = length > os_root_length(path);
    return lm_arena_copy(arena, path, above_root ? length - 1 : length);
}

const char *part_begin(const char *path, struct lm_arena *arena)
{
    const char *name = os_name_in(path);
    size_t folder = (size_t)(name - path), kept = strlen(name);
    struct lm_text begin = lm_text_in(arena);
    if (kept > NAME_KEPT)
        for (kept = NAME_KEPT; kept > 0 && lm_is_utf8_tail(name[kept]);)
            kept--;
    lm_text_add_bytes(&begin, path, folder + kept);
    lm_text_add_char(&begin, '.');
    return begin.failed ? NULL : lm_text_string(&begin);
}

const char *part_name(const char *begin, struct lm_arena *arena)
{
    unsigned char salt[SALT_BYTES];
    struct lm_text part = lm_text_in(arena);
    if (!os_random(salt, sizeof salt))
        return NULL;
    lm_text_add(&part, begin);
    lm_text_add_hex(&part, salt, sizeof salt);
    lm_text_add(&part, part_end);
    return part.failed ? NULL : lm_text_string(&part);
}

bool is_part(const char *name, const char *begin)
{
    const char *stem = os_name_in(begin);
    size_t length = strlen(stem), salt = 2 * (size_t)SALT_BYTES;
    return strncmp(name, stem, length) == 0 && strspn(name + length, "0123456789abcdef") == salt &&
           strcmp(name + length + salt, part_end) == 0;
}
