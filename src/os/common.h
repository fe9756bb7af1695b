/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_OS_COMMON_H
#define LIMMAT_OS_COMMON_H

/* What the files of os/ share; nobody else includes it. */

#include "limmat/status.h"

/* "${path} cannot be ${deed}: " and why, by errno; returns LM_IO. */
enum lm_status os_fail(struct lm_log *log, const char *path, const char *deed);

/* "${path} exists and is not replaced"; returns LM_INVALID. */
enum lm_status os_fail_taken(struct lm_log *log, const char *path);

#endif
