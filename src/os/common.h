/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_OS_COMMON_H
#define LIMMAT_OS_COMMON_H

/* Shared parts of os/; no other folder includes it. */

#include <stdbool.h>
#include <stddef.h>

#include "limmat/status.h"

/* Log "${path} cannot be ${deed}: " and the system's last reason (errno, GetLastError); return
 * LM_IO. */
enum lm_status os_fail(struct lm_log *log, const char *path, const char *deed);

/* Log "${path} exists and is not replaced"; return LM_INVALID. */
enum lm_status os_fail_taken(struct lm_log *log, const char *path);

/* Does ${c} separate the names of a path? */
bool os_separates(char c);

/* Return the length of the root of ${path}: 1 of "/x", 3 of "C:/x" on Windows, 0 of "x". */
size_t os_root_length(const char *path);

#endif
