/* SPDX-License-Identifier: Apache-2.0 */
/* Connections and tables.  Habits: explicit flags, no schema that is trusted, no double-quoted
 * strings, every statement bound and finished in the function that made it. */
#include "store/sqlite.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

enum {
    BUSY_MS = 10000,
    APPLICATION = 0x4c694d61 /* "LiMa" in the file's header */
};

/* Version n + 1 of the tables comes from version n by steps[n].  Steps are never changed: files of
 * every version are somewhere. */
#define RECORDS(name)                                                                              \
    "CREATE TABLE " name " (key TEXT PRIMARY KEY, scope TEXT NOT NULL, value TEXT NOT NULL,"       \
    " until INTEGER NOT NULL) STRICT, WITHOUT ROWID;"                                              \
    "CREATE INDEX " name "_scope ON " name " (scope, key);"
static const char *const steps[] = {
    "CREATE TABLE journal (name TEXT PRIMARY KEY, head INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE entry (journal TEXT NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL,"
    " PRIMARY KEY (journal, number)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE secret (journal TEXT NOT NULL, number INTEGER NOT NULL, value TEXT NOT NULL,"
    " PRIMARY KEY (journal, number)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE erasure (journal TEXT NOT NULL, number INTEGER NOT NULL,"
    " PRIMARY KEY (journal, number)) STRICT, WITHOUT ROWID;" RECORDS("account") RECORDS("session")
        RECORDS("access") RECORDS("invitation") RECORDS("code") RECORDS("submission")
            RECORDS("outbox") RECORDS("audit") RECORDS("setting"),
    RECORDS("kept"),
};

enum { VERSION = sizeof steps / sizeof *steps };

int store_version(void)
{
    return VERSION;
}

const char *store_engine(void)
{
    return "SQLite " SQLITE_VERSION;
}

const char *sqlite_table(enum store_kind kind)
{
    /* "grant" is a word of SQL. */
    static const char *const names[STORE_KINDS] = {
        [STORE_ACCOUNT] = "account", [STORE_SESSION] = "session",
        [STORE_GRANT] = "access",    [STORE_INVITATION] = "invitation",
        [STORE_CODE] = "code",       [STORE_SUBMISSION] = "submission",
        [STORE_OUTBOX] = "outbox",   [STORE_AUDIT] = "audit",
        [STORE_SETTING] = "setting", [STORE_KEPT] = "kept"};
    return names[kind];
}

enum lm_status sqlite_complain(sqlite3 *db, const char *what, struct lm_log *log)
{
    (void)lm_log_add(log, LM_ERROR, (struct lm_place){0}, NULL, "the store: %s: %s", what,
                     db == NULL ? "out of memory" : sqlite3_errmsg(db));
    return LM_IO;
}

enum lm_status sqlite_run(sqlite3 *db, const char *sql, struct lm_log *log)
{
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        return sqlite_complain(db, "a statement failed", log);
    return LM_OK;
}

enum lm_status sqlite_begin(sqlite3 **out, const char *path, enum sqlite_use use,
                            struct lm_log *log)
{
    /* A reader of a WAL file must be able to make its -shm, so it is not opened read-only; that it
     * does not write is query_only's business. */
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_FULLMUTEX |
                (use == SQLITE_USE_WRITE ? SQLITE_OPEN_CREATE : 0);
    sqlite3 *db = NULL;
    if (sqlite3_open_v2(path, &db, flags, NULL) != SQLITE_OK) {
        enum lm_status status = sqlite_complain(db, path, log);
        sqlite3_close(db);
        return status;
    }
    sqlite3_busy_timeout(db, BUSY_MS);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DML, 0, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DDL, 0, NULL);
    enum lm_status status = LM_OK;
    if (use == SQLITE_USE_WRITE) {
        status = sqlite_run(db,
                            "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                            "PRAGMA secure_delete=ON;",
                            log);
    } else {
        sqlite3_wal_autocheckpoint(db, 0);
        sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
        status = sqlite_run(db, "PRAGMA query_only=ON;", log);
    }
    if (status == LM_OK)
        *out = db;
    else
        sqlite3_close(db);
    return status;
}

sqlite3_stmt *sqlite_ask(sqlite3 *db, struct lm_log *log, const char *sql, const char *kinds, ...)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK) {
        (void)sqlite_complain(db, "a statement failed", log);
        return NULL;
    }
    va_list values;
    va_start(values, kinds);
    int bound = SQLITE_OK;
    for (int at = 1; *kinds != '\0' && bound == SQLITE_OK; kinds++, at++) {
        if (*kinds == 'n') {
            bound = sqlite3_bind_int64(statement, at, va_arg(values, int64_t));
        } else if (*kinds == 't') {
            bound = sqlite3_bind_text(statement, at, va_arg(values, const char *), -1,
                                      SQLITE_TRANSIENT);
        } else {
            assert(*kinds == 'b');
            const char *text = va_arg(values, const char *);
            bound = sqlite3_bind_text64(statement, at, text, va_arg(values, size_t),
                                        SQLITE_TRANSIENT, SQLITE_UTF8);
        }
    }
    va_end(values);
    if (bound == SQLITE_OK)
        return statement;
    (void)sqlite_complain(db, "a value could not be bound", log);
    sqlite3_finalize(statement);
    return NULL;
}

enum lm_status sqlite_do(sqlite3 *db, sqlite3_stmt *statement, struct lm_log *log)
{
    if (statement == NULL)
        return LM_IO;
    int state;
    while ((state = sqlite3_step(statement)) == SQLITE_ROW)
        ;
    enum lm_status status =
        state == SQLITE_DONE ? LM_OK : sqlite_complain(db, "a statement failed", log);
    sqlite3_finalize(statement);
    return status;
}

enum lm_status sqlite_own(const char *path, struct os_lock *lock, struct lm_log *log)
{
    /* A file beside it: the locks of the store's own file are SQLite's. */
    char *name = sqlite3_mprintf("%s.lock", path);
    if (name == NULL)
        return LM_LIMIT;
    enum lm_status status = LM_OK;
    if (!os_is_there(name))
        status = os_write_plainly(name, "", 0, log);
    if (status == LM_OK && os_lock_path(name, OS_AT_ONCE, NULL, lock) != LM_OK) {
        (void)lm_log_add(log, LM_ERROR, (struct lm_place){0}, "stop the other one first",
                         "%s is in use by another limmat-serve", path);
        status = LM_IO;
    }
    sqlite3_free(name);
    return status;
}

/* The one number that ${sql} answers; -1 when it fails. */
static int64_t number_of(sqlite3 *db, const char *sql, struct lm_log *log)
{
    sqlite3_stmt *statement = sqlite_ask(db, log, sql, "");
    int64_t number = -1;
    if (statement != NULL && sqlite3_step(statement) == SQLITE_ROW)
        number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return number;
}

static enum lm_status take_step(sqlite3 *db, int64_t version, struct lm_log *log)
{
    char *stamp = sqlite3_mprintf("PRAGMA application_id=%d; PRAGMA user_version=%lld; COMMIT;",
                                  APPLICATION, (long long)version + 1);
    enum lm_status status = stamp == NULL ? LM_LIMIT : sqlite_run(db, "BEGIN IMMEDIATE;", log);
    if (status == LM_OK)
        status = sqlite_run(db, steps[version], log);
    if (status == LM_OK)
        status = sqlite_run(db, stamp, log);
    if (status != LM_OK)
        sqlite3_exec(db, "ROLLBACK;", NULL, NULL, NULL);
    sqlite3_free(stamp);
    return status;
}

enum lm_status sqlite_migrate(sqlite3 *db, struct lm_log *log)
{
    int64_t version = number_of(db, "PRAGMA user_version", log);
    int64_t application = number_of(db, "PRAGMA application_id", log);
    if (version < 0 || application < 0)
        return LM_IO;
    if (version > VERSION || (version > 0 && application != APPLICATION)) {
        (void)lm_log_add(log, LM_ERROR, (struct lm_place){0}, "use the Limmat that wrote it",
                         "the store is of version %lld, this program knows %d", (long long)version,
                         (int)VERSION);
        return LM_IO;
    }
    enum lm_status status = LM_OK;
    for (; status == LM_OK && version < VERSION; version++)
        status = take_step(db, version, log);
    return status;
}
