/* SPDX-License-Identifier: Apache-2.0 */
/* Feed files to a fuzz target without a fuzzer: what once was found stays mended.
 * usage: replay_TARGET FILE…; prints TAP. */
#include "fuzz.h"

static uint8_t bytes[1 << 20];

int main(int count, char **files)
{
    printf("1..%d\n", count - 1);
    for (int i = 1; i < count; i++) {
        FILE *file = fopen(files[i], "rb");
        if (file == NULL)
            return 1;
        size_t size = fread(bytes, 1, sizeof bytes, file);
        fclose(file);
        uint8_t *exact = malloc(size + (size == 0)); /* so that a sanitizer sees its end */
        if (exact == NULL)
            return 1;
        memcpy(exact, bytes, size);
        LLVMFuzzerTestOneInput(exact, size);
        free(exact);
        const char *slash = strrchr(files[i], '/');
        printf("ok %d - %s\n", i, slash == NULL ? files[i] : slash + 1);
    }
    return 0;
}
