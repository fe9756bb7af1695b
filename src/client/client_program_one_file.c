/* SPDX-License-Identifier: Apache-2.0 */
#include "client/client_program.h"

#include <string.h>

#include "os/process.h"

size_t program_words(const char *name, struct lm_arena *arena, const char *words[PROGRAM_WORDS])
{
    const char *path = os_own_path(arena);
    if (path == NULL)
        return 0;
    words[0] = path;
    if (strcmp(name, "limmat") == 0)
        return 1;
    words[1] = name;
    return 2;
}
