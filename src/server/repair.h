/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_REPAIR_H
#define LIMMAT_SERVER_REPAIR_H

#include "server/settings.h"

/* Replace ${event} in the store ${path} by its copy in ${from} (a backup, the folder of a mirror, a
 * journal's file); sound entries that only the store has stay. ${draft} is the name of a temporary
 * file. */
LM_MUST_CHECK enum lm_status repair_event(const char *path, const char *event, const char *from,
                                          const char *draft, struct lm_log *log);

/* Replace the store ${path} by the journals in ${folder}, of a mirror; likewise. */
LM_MUST_CHECK enum lm_status restore_mirror(const char *path, const char *folder, const char *draft,
                                            struct lm_log *log);

#endif
