/* SPDX-License-Identifier: Apache-2.0 */
#include "server/tar.h"

#include <stdio.h>
#include <string.h>

enum { BLOCK = 512 };

/* A header is a block; unnamed fields are zero. */
struct header {
    char name[100], mode[8], uid[8], gid[8], size[12], time[12], sum[8], type, link[100], magic[6],
        version[2], rest[247];
};

enum lm_status tar_add(struct lm_text *out, const char *path, const char *bytes, size_t length,
                       int64_t at)
{
    unsigned char block[BLOCK] = {0};
    struct header h = {.type = '0', .magic = "ustar", .version = {'0', '0'}};
    if (strlen(path) >= sizeof h.name || length >= (size_t)1 << 33)
        return LM_LIMIT;
    memcpy(h.name, path, strlen(path));
    snprintf(h.mode, sizeof h.mode, "0000644");
    snprintf(h.uid, sizeof h.uid, "0000000");
    snprintf(h.gid, sizeof h.gid, "0000000");
    snprintf(h.size, sizeof h.size, "%011llo", (unsigned long long)length & 077777777777ULL);
    snprintf(h.time, sizeof h.time, "%011llo", (unsigned long long)at & 077777777777ULL);
    memset(h.sum, ' ', sizeof h.sum);
    memcpy(block, &h, sizeof h);
    unsigned sum = 0;
    for (size_t i = 0; i < BLOCK; i++)
        sum += block[i];
    snprintf(h.sum, sizeof h.sum - 1, "%06o", sum & 0777777U);
    memcpy(block, &h, sizeof h);
    lm_text_add_bytes(out, (const char *)block, BLOCK);
    lm_text_add_bytes(out, bytes, length);
    lm_text_repeat(out, '\0', (BLOCK - length % BLOCK) % BLOCK);
    return lm_text_status(out);
}

enum lm_status tar_end(struct lm_text *out)
{
    lm_text_repeat(out, '\0', 2 * BLOCK);
    return lm_text_status(out);
}
