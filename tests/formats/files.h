/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_TESTS_FORMATS_FILES_H
#define LIMMAT_TESTS_FORMATS_FILES_H

/* Shared parts of the programs that take tournament files as arguments. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "limmat/formats.h"

struct bytes {
    char *all;
    size_t length;
};

/* Read the whole of a file; end the program if it cannot be read. */
static inline struct bytes load(const char *path)
{
    FILE *file = fopen(path, "rb");
    struct bytes bytes = {malloc(1 << 20), 0};
    if (file == NULL || bytes.all == NULL) {
        printf("Bail out! cannot read %s\n", path);
        exit(1);
    }
    bytes.length = fread(bytes.all, 1, 1 << 20, file);
    fclose(file);
    return bytes;
}

static inline const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

#endif
