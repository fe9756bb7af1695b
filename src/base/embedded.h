/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_BASE_EMBEDDED_H
#define LIMMAT_BASE_EMBEDDED_H

/* Files that the build puts into the program, so that it needs no data folder: a table of them is
 * made by scripts/embed.py and ended by a row without name. */

#include <stddef.h>

struct embedded {
    const char *name; /* without extension */
    const char *extension;
    const char *tag; /* of the content: other bytes have another tag */
    const char *bytes;
    size_t length; /* without the NUL at the end */
};

#endif
