/* SPDX-License-Identifier: Apache-2.0 */
#include "os/entropy.h"

#include <errno.h>
#include <sys/random.h>

bool os_random(void *bytes, size_t length)
{
    unsigned char *at = bytes;
    while (length > 0) {
        ssize_t got = getrandom(at, length, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        at += got;
        length -= (size_t)got;
    }
    return true;
}
