/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_OS_RANDOM_H
#define LIMMAT_OS_RANDOM_H

#include <stdbool.h>
#include <stddef.h>

/* ${length} bytes that nobody can guess, fit for keys; false when the system has none. */
bool os_random(void *bytes, size_t length);

#endif
