/* SPDX-License-Identifier: Apache-2.0 */

/* Paths as texts, on every system. */

#include <string.h>

#include "limmat/text.h"
#include "os/common.h"
#include "os/files.h"
#include "os/part.h"
#include "os/process.h"

const char *os_join(struct lm_arena *arena, const char *folder, const char *name)
{
    struct lm_text path = lm_text_in(arena);
    size_t length = strlen(folder);
    lm_text_print(&path, "%s%s%s", folder,
                  length > 0 && os_separates(folder[length - 1]) ? "" : "/", name);
    return lm_text_status(&path) == LM_OK ? lm_text_string(&path) : NULL;
}

const char *os_name_in(const char *path)
{
    const char *name = path + os_root_length(path);
    for (const char *at = name; *at != '\0'; at++)
        if (os_separates(*at))
            name = at + 1;
    return name;
}

const char *os_own_folder(struct lm_arena *arena)
{
    const char *path = os_own_path(arena);
    return path == NULL ? NULL : folder_of(path, arena);
}

enum lm_status os_make_folders(const char *path, struct lm_arena *arena, struct lm_log *log)
{
    for (const char *name = path + os_root_length(path); *name != '\0';) {
        size_t length = 0;
        while (name[length] != '\0' && !os_separates(name[length]))
            length++;
        if (length > 0 && name[length] != '\0') {
            const char *above = lm_arena_copy(arena, path, (size_t)(name - path) + length);
            if (above == NULL)
                return LM_LIMIT;
            enum lm_status status = os_make_folder(above, log);
            if (status != LM_OK)
                return status;
        }
        name += length + (name[length] != '\0');
    }
    return os_make_folder(path, log);
}

enum lm_status os_fail_taken(struct lm_log *log, const char *path)
{
    return lm_log_add(log, LM_ERROR, (struct lm_place){0}, NULL, "%s exists and is not replaced",
                      path);
}
