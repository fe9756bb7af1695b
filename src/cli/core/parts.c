/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/core/parts.h"

#include <string.h>

#include "fetch/fetch.h"
#include "server/program.h"

part_main *part_named(const char *name)
{
    if (strcmp(name, "limmat-serve") == 0)
        return serve_program;
    return strcmp(name, "limmat-fetch") == 0 ? fetch_program : NULL;
}
