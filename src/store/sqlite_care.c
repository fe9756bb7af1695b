/* SPDX-License-Identifier: Apache-2.0 */
/* Backup and restore of the store's file.  A backup reads through a separate connection, which
 * moves no log, so it can run beside a server. */
#include <stdio.h>
#include <string.h>

#include "os/files.h"
#include "store/sqlite.h"

enum { PATH_MAX_BYTES = 4096 };

/* --- copies */

/* Copy the whole of ${from} into ${to}, in one step: commits made meanwhile are not included. */
static enum lm_status copy_all(struct database *from, struct database *to, struct lm_log *log)
{
    sqlite3_backup *copy = sqlite3_backup_init(sqlite_of(to), "main", sqlite_of(from), "main");
    if (copy != NULL)
        sqlite3_backup_step(copy, -1);
    if (copy == NULL || sqlite3_backup_finish(copy) != SQLITE_OK)
        return store_complain(log, "the copy", sqlite3_errmsg(sqlite_of(to)));
    return LM_OK;
}

/* Copy ${from} to the new file ${to}, without a log; run ${mend} on the copy. */
static enum lm_status copy_file(const char *from, const char *to, const char *mend,
                                struct lm_log *log)
{
    struct database *source = NULL, *target = NULL;
    enum lm_status status = sqlite_open(&source, from, DATABASE_READ, log);
    if (status == LM_OK)
        status = sqlite_open(&target, to, DATABASE_CARE, log);
    if (status == LM_OK)
        status = copy_all(source, target, log);
    database_close(target);
    database_close(source);
    target = NULL;
    /* Upgrade to the current tables. */
    if (status == LM_OK)
        status = database_open(&target, to, DATABASE_CARE, log);
    if (status == LM_OK)
        status = database_run(target, mend, log);
    if (status == LM_OK)
        status = database_run(target, "DELETE FROM setting WHERE key = '" STORE_IS_OPEN "'", log);
    if (status == LM_OK)
        status = database_run(target, "PRAGMA journal_mode=DELETE", log);
    database_close(target);
    if (status != LM_OK)
        os_remove(to);
    return status;
}

enum lm_status sqlite_backup(const char *path, const char *to, struct lm_log *log)
{
    if (!os_is_there(path))
        return store_refuse(log, NULL, "database not found", path);
    return copy_file(path, to, "", log);
}

/* --- restore */

static bool beside(char out[PATH_MAX_BYTES], const char *path, const char *ending)
{
    int length = snprintf(out, PATH_MAX_BYTES, "%s%s", path, ending);
    return length >= 0 && length < PATH_MAX_BYTES;
}

/* Repeat in the copy ${to} the erasures of the store ${path}, and keep its lasting records.  A
 * store that cannot be read does not stop this: it is the reason for the restore. */
static enum lm_status mend_draft(const char *path, const char *to, struct lm_log *log)
{
    struct database *db = NULL;
    if (!os_is_there(path))
        return LM_OK;
    enum lm_status status = sqlite_open(&db, to, DATABASE_CARE, log);
    if (status == LM_OK &&
        database_do(NULL, db, "ATTACH $1 AS limmat_before_restore", "t", path) == LM_OK) {
        status = database_run(db, "BEGIN IMMEDIATE", log);
        if (status == LM_OK && erasures_again(db, NULL) != LM_OK) {
            (void)db->engine->run(db, "ROLLBACK", NULL);
            (void)lm_log_add(log, LM_NOTE, (struct lm_place){0},
                             "erase again what was erased since",
                             "of the store that was there the erasures cannot be read");
        } else if (status == LM_OK) {
            status = database_run(db, "COMMIT", log);
        }
        /* A store of an older version has none. */
        if (status == LM_OK && keep_again(db, NULL) == LM_OK)
            status = database_run(db, "DETACH limmat_before_restore", log);
    }
    if (status == LM_OK)
        status = database_run(db, "PRAGMA journal_mode=DELETE", log);
    database_close(db);
    return status;
}

/* Different lines of the same number, and unreadable copies, stay unchanged. */
void sqlite_forget(struct database *db, const char *path, const char *journal, uint64_t number)
{
    char aside[PATH_MAX_BYTES];
    if (!beside(aside, path, ".before-restore") || !os_is_there(aside) ||
        database_do(NULL, db, "ATTACH $1 AS limmat_before_restore", "t", aside) != LM_OK)
        return;
    enum lm_status status = database_run(db, "PRAGMA limmat_before_restore.secure_delete=ON", NULL);
    if (status == LM_OK)
        status = database_do(NULL, db, forget_sql, "tn", journal, (int64_t)number);
    if (status == LM_OK)
        status = database_run(db, "PRAGMA limmat_before_restore.wal_checkpoint(TRUNCATE)", NULL);
    if (status != LM_OK || database_run(db, "DETACH limmat_before_restore", NULL) != LM_OK)
        (void)db->engine->run(db, "DETACH limmat_before_restore", NULL);
}

/* Move ${path} and its companion files out of the way. */
static enum lm_status put_aside(const char *path, struct lm_log *log)
{
    static const char *const endings[] = {"-wal", "-shm", ""};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char old[PATH_MAX_BYTES], aside[PATH_MAX_BYTES], name[PATH_MAX_BYTES];
        if (!beside(old, path, endings[i]) || !beside(name, path, ".before-restore") ||
            !beside(aside, name, endings[i]))
            return store_refuse(log, NULL, "the name is too long", path);
        os_remove(aside);
        enum lm_status status = os_is_there(old) ? os_rename_new(old, aside, log) : LM_OK;
        if (status != LM_OK)
            return status;
    }
    return LM_OK;
}

static enum lm_status restore_owned(const char *path, const char *from, const char *mend,
                                    struct lm_log *log)
{
    char draft[PATH_MAX_BYTES];
    if (!beside(draft, path, ".restoring"))
        return store_refuse(log, NULL, "the name is too long", path);
    os_remove(draft);
    enum lm_status status = copy_file(from, draft, mend, log);
    if (status == LM_OK)
        status = mend_draft(path, draft, log);
    if (status == LM_OK)
        status = put_aside(path, log);
    if (status == LM_OK)
        status = os_rename_new(draft, path, log);
    return status;
}

enum lm_status sqlite_restore(const char *path, const char *from, const char *mend,
                              struct lm_log *log)
{
    struct os_lock owner = {.handle = -1};
    enum lm_status status = engine_sqlite.own(path, &owner, log);
    if (status == LM_OK)
        status = restore_owned(path, from, mend, log);
    os_unlock(&owner);
    return status;
}
