/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_REPAIR_H
#define LIMMAT_SERVER_REPAIR_H

#include "server/settings.h"

/* Put what ${from} (a backup, the folder of a mirror, a journal's file) has of ${event} in the
 * place of what the store ${path} has of it; entries that the store alone has, and that are well,
 * stay.
 * ${draft} is the name of a file for meanwhile. */
LM_MUST_CHECK enum lm_status repair_event(const char *path, const char *event, const char *from,
                                          const char *draft, struct lm_log *log);

/* Put the journals in ${folder}, of a mirror, in the place of the store ${path}; likewise. */
LM_MUST_CHECK enum lm_status restore_mirror(const char *path, const char *folder, const char *draft,
                                            struct lm_log *log);

#endif
