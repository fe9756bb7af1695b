/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_STORE_SQLITE_H
#define LIMMAT_STORE_SQLITE_H

/* What the files of the SQLite store share: connections, statements, tables. */

#include <sqlite3.h>
#include <stdbool.h>

#include "os/files.h"
#include "store/store.h"

enum sqlite_use {
    SQLITE_USE_WRITE, /* the one connection that writes and moves the log into the file */
    SQLITE_USE_READ   /* never writes, never moves the log */
};

/* Open ${path} for ${use}; a file to write is made if there is none.  LM_IO with the reason. */
LM_MUST_CHECK enum lm_status sqlite_begin(sqlite3 **out, const char *path, enum sqlite_use use,
                                          struct lm_log *log);

/* Say in ${log} what ${db} complains of, and that it was about ${what}; LM_IO. */
enum lm_status sqlite_complain(sqlite3 *db, const char *what, struct lm_log *log);

/* Run statements without parameters or answers. */
LM_MUST_CHECK enum lm_status sqlite_run(sqlite3 *db, const char *sql, struct lm_log *log);

/* A prepared statement whose parameters are ${kinds}, one letter each: t text, n int64_t, and b
 * text with its length (size_t).  NULL with the reason in ${log}. */
sqlite3_stmt *sqlite_ask(sqlite3 *db, struct lm_log *log, const char *sql, const char *kinds, ...);

/* Step ${statement} to its end and finish it, whatever it is; LM_IO when it fails or is NULL. */
LM_MUST_CHECK enum lm_status sqlite_do(sqlite3 *db, sqlite3_stmt *statement, struct lm_log *log);

/* Take the file ${path}, there or not, for this process alone; os_unlock gives it back. */
LM_MUST_CHECK enum lm_status sqlite_own(const char *path, struct os_lock *lock, struct lm_log *log);

/* The table of records of ${kind}. */
const char *sqlite_table(enum store_kind kind);

/* Bring the tables of ${db} to today's version, each step a transaction. */
LM_MUST_CHECK enum lm_status sqlite_migrate(sqlite3 *db, struct lm_log *log);

#endif
