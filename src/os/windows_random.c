/* SPDX-License-Identifier: Apache-2.0 */
#include "os/entropy.h"
#include "os/windows_common.h"

#include <bcrypt.h>

bool os_random(void *bytes, size_t length)
{
    unsigned char *at = bytes;
    const size_t most = (size_t)1 << 30;
    while (length > 0) {
        ULONG part = (ULONG)(length > most ? most : length);
        if (BCryptGenRandom(NULL, at, part, BCRYPT_USE_SYSTEM_PREFERRED_RNG) < 0)
            return false;
        at += part;
        length -= part;
    }
    return true;
}
