/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_STORE_SQLITE_H
#define LIMMAT_STORE_SQLITE_H

/* Shared by the files of the SQLite engine. */

#include <sqlite3.h>

#include "store/engine.h"

/* Open ${path} without upgrading its tables. */
LM_MUST_CHECK enum lm_status sqlite_open(struct database **out, const char *path,
                                         enum database_use use, struct lm_log *log);
sqlite3 *sqlite_of(struct database *db);

/* The engine's care of its files (sqlite_care.c). */
void sqlite_forget(struct database *db, const char *path, const char *journal, uint64_t number);
enum lm_status sqlite_backup(const char *path, const char *to, struct lm_log *log);
enum lm_status sqlite_restore(const char *path, const char *from, const char *mend,
                              struct lm_log *log);

#endif
