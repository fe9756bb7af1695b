/* SPDX-License-Identifier: Apache-2.0 */
#include "client/client_program.h"

#include "os/files.h"
#include "os/process.h"

size_t program_words(const char *name, struct lm_arena *arena, const char *words[PROGRAM_WORDS])
{
    const char *const folders[] = {os_own_folder(arena), LIMMAT_LIBEXEC, LIMMAT_BIN};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        const char *path = folders[i] == NULL ? NULL : os_join(arena, folders[i], name);
        if (path == NULL || os_kind_of(path) != OS_FILE)
            continue;
        words[0] = path;
        return 1;
    }
    return 0;
}
