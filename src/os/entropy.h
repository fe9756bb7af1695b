/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_OS_ENTROPY_H
#define LIMMAT_OS_ENTROPY_H

#include <stdbool.h>
#include <stddef.h>

/* Make ${length} unguessable bytes, fit for keys; false if the system has none. */
bool os_random(void *bytes, size_t length);

#endif
