/* SPDX-License-Identifier: Apache-2.0 */
/* Care of the store's file: check, backup, restore.  Check and backup read by a connection of their
 * own, which moves no log, so they may run beside a server. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "store/sqlite.h"

enum { PATH_MAX_BYTES = 4096 };

static enum lm_status refuse(struct lm_log *log, enum lm_status status, const char *remedy,
                             const char *what, const char *path)
{
    (void)lm_log_add(log, LM_ERROR, (struct lm_place){0}, remedy, "%s: %s", path, what);
    return status;
}

/* --- check */

/* Each is a question whose rows are complaints. */
static const struct {
    const char *what, *sql;
} questions[] = {
    {"a damaged page", "SELECT integrity_check FROM pragma_integrity_check"
                       " WHERE integrity_check <> 'ok'"},
    {"a journal without its last line",
     "SELECT name FROM journal j WHERE head <> (SELECT coalesce(max(number), 0) FROM entry e"
     " WHERE e.journal = j.name)"},
    {"a journal with a gap", "SELECT journal FROM entry GROUP BY journal"
                             " HAVING count(*) <> max(number) OR min(number) <> 1"},
    {"lines of no journal",
     "SELECT DISTINCT journal FROM entry WHERE journal NOT IN (SELECT name FROM journal)"},
    {"a private part of no line",
     "SELECT journal || ' ' || number FROM secret s WHERE NOT EXISTS (SELECT 1 FROM entry e"
     " WHERE e.journal = s.journal AND e.number = s.number)"},
    {"a private part that was erased",
     "SELECT journal || ' ' || number FROM secret NATURAL JOIN erasure"},
};

static enum lm_status put_question(sqlite3 *db, size_t at, struct lm_log *log)
{
    sqlite3_stmt *ask = sqlite_ask(db, log, questions[at].sql, "");
    if (ask == NULL)
        return LM_IO;
    enum lm_status status = LM_OK;
    int state;
    while ((state = sqlite3_step(ask)) == SQLITE_ROW) {
        (void)lm_log_add(log, LM_ERROR, (struct lm_place){0}, "restore a backup", "%s: %s",
                         questions[at].what, (const char *)sqlite3_column_text(ask, 0));
        status = LM_DIFFERENT;
    }
    if (state != SQLITE_DONE)
        status = sqlite_complain(db, questions[at].what, log);
    sqlite3_finalize(ask);
    return status;
}

enum lm_status store_check(const char *path, struct lm_log *log)
{
    sqlite3 *db = NULL;
    enum lm_status status = sqlite_begin(&db, path, SQLITE_USE_READ, log), worst = status;
    for (size_t i = 0; status != LM_IO && i < sizeof questions / sizeof *questions; i++) {
        status = put_question(db, i, log);
        worst = status == LM_OK ? worst : status;
    }
    sqlite3_close(db);
    return worst;
}

/* --- copies */

/* The whole of ${from} into ${to}, in one step: what others commit meanwhile is not in it. */
static enum lm_status copy_all(sqlite3 *from, sqlite3 *to, struct lm_log *log)
{
    sqlite3_backup *copy = sqlite3_backup_init(to, "main", from, "main");
    if (copy == NULL)
        return sqlite_complain(to, "the copy", log);
    sqlite3_backup_step(copy, -1);
    if (sqlite3_backup_finish(copy) != SQLITE_OK)
        return sqlite_complain(to, "the copy", log);
    return LM_OK;
}

/* ${from} copied to the new file ${to}, which is one file without a log of its own; ${mend} is run
 * on the copy. */
static enum lm_status copy_file(const char *from, const char *to, const char *mend,
                                struct lm_log *log)
{
    sqlite3 *source = NULL, *target = NULL;
    enum lm_status status = sqlite_begin(&source, from, SQLITE_USE_READ, log);
    if (status == LM_OK)
        status = sqlite_begin(&target, to, SQLITE_USE_WRITE, log);
    if (status == LM_OK)
        status = copy_all(source, target, log);
    if (status == LM_OK)
        status = sqlite_migrate(target, log);
    if (status == LM_OK)
        status = sqlite_run(target, mend, log);
    if (status == LM_OK)
        status = sqlite_run(target, "PRAGMA journal_mode=DELETE", log);
    sqlite3_close(target);
    sqlite3_close(source);
    if (status != LM_OK)
        os_remove(to);
    return status;
}

enum lm_status store_backup(const char *path, const char *to, struct lm_log *log)
{
    if (!os_is_there(path))
        return refuse(log, LM_IO, NULL, "there is no store", path);
    if (os_is_there(to))
        return refuse(log, LM_IO, "name a new file", "is there already", to);
    enum lm_status status = copy_file(path, to, "", log);
    return status == LM_OK ? store_check(to, log) : status;
}

/* --- restore */

static bool beside(char out[PATH_MAX_BYTES], const char *path, const char *ending)
{
    int length = snprintf(out, PATH_MAX_BYTES, "%s%s", path, ending);
    return length >= 0 && length < PATH_MAX_BYTES;
}

/* Erase in the copy ${to} what was erased in the store ${path} since, and keep what is to be kept.
 * The number of a line that the copy does not have, or has otherwise, will be another line's.  A
 * store that cannot be read is no reason to give up: it is why one restores. */
static enum lm_status erase_again(const char *path, const char *to, struct lm_log *log)
{
    sqlite3 *db = NULL;
    if (!os_is_there(path))
        return LM_OK;
    enum lm_status status = sqlite_begin(&db, to, SQLITE_USE_WRITE, log);
    if (status == LM_OK &&
        sqlite_do(db, sqlite_ask(db, NULL, "ATTACH ? AS old", "t", path), NULL) == LM_OK)
        status = sqlite_run(db,
                            "BEGIN IMMEDIATE;"
                            "INSERT OR IGNORE INTO erasure SELECT g.journal, g.number"
                            " FROM old.erasure g JOIN old.entry o"
                            " ON o.journal = g.journal AND o.number = g.number JOIN main.entry e"
                            " ON e.journal = g.journal AND e.number = g.number"
                            " AND e.text = o.text;"
                            "DELETE FROM secret WHERE EXISTS (SELECT 1 FROM erasure e"
                            " WHERE e.journal = secret.journal AND e.number = secret.number);"
                            "COMMIT;",
                            log);
    /* A store of an older version has none. */
    if (status == LM_OK)
        sqlite3_exec(db, "INSERT OR REPLACE INTO kept SELECT * FROM old.kept", NULL, NULL, NULL);
    if (status == LM_OK)
        sqlite3_exec(db, "DETACH old", NULL, NULL, NULL);
    if (status == LM_OK)
        status = sqlite_run(db, "PRAGMA journal_mode=DELETE", log);
    sqlite3_close(db);
    return status;
}

/* Move ${path} with what belongs to it out of the way. */
static enum lm_status put_aside(const char *path, struct lm_log *log)
{
    static const char *const endings[] = {"-wal", "-shm", ""};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char old[PATH_MAX_BYTES], aside[PATH_MAX_BYTES], name[PATH_MAX_BYTES];
        if (!beside(old, path, endings[i]) || !beside(name, path, ".before-restore") ||
            !beside(aside, name, endings[i]))
            return refuse(log, LM_LIMIT, NULL, "the name is too long", path);
        os_remove(aside);
        enum lm_status status = os_is_there(old) ? os_rename_new(old, aside, log) : LM_OK;
        if (status != LM_OK)
            return status;
    }
    return LM_OK;
}

static enum lm_status restore_owned(const char *path, const char *from, struct lm_log *log)
{
    char draft[PATH_MAX_BYTES];
    if (!beside(draft, path, ".restoring"))
        return refuse(log, LM_LIMIT, NULL, "the name is too long", path);
    os_remove(draft);
    enum lm_status status = copy_file(from, draft,
                                      "DELETE FROM session; DELETE FROM invitation;"
                                      "DELETE FROM code;",
                                      log);
    if (status == LM_OK)
        status = erase_again(path, draft, log);
    if (status == LM_OK)
        status = put_aside(path, log);
    if (status == LM_OK)
        status = os_rename_new(draft, path, log);
    return status;
}

enum lm_status store_restore(const char *path, const char *from, struct lm_log *log)
{
    if (!os_is_there(from))
        return refuse(log, LM_IO, NULL, "there is no such backup", from);
    enum lm_status status = store_check(from, log);
    struct os_lock owner = {.handle = -1};
    if (status == LM_OK)
        status = sqlite_own(path, &owner, log);
    if (status == LM_OK)
        status = restore_owned(path, from, log);
    os_unlock(&owner);
    return status;
}
