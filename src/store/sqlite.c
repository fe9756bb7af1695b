/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SQLite: one file.  WAL with synchronous=FULL; one connection writes and is the only one that
 * moves the log into the file (SQLite before 3.51 can lose a page if two do at once); a second one
 * reads.
 *
 * Habits: explicit flags, no trusted schema, no double-quoted strings, every statement
 * bound and finished.
 */
#include <assert.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "os/clock.h"
#include "os/files.h"
#include "store/engine.h"
#include "store/sqlite.h"

enum {
    BUSY_MS = 10000,
    APPLICATION = 0x4c694d61 /* "LiMa" in the file's header */
};

/* steps[n] makes version n + 1 of the tables from version n.  Steps are never changed: files of
 * every version may still exist. */
#define RECORDS(name)                                                                              \
    "CREATE TABLE " name " (key TEXT PRIMARY KEY, scope TEXT NOT NULL, value TEXT NOT NULL,"       \
    " until INTEGER NOT NULL) STRICT, WITHOUT ROWID;"                                              \
    "CREATE INDEX " name "_scope ON " name " (scope, key);"
#define SUMMARIES                                                                                  \
    "CREATE TABLE summary (journal TEXT PRIMARY KEY, number INTEGER NOT NULL, text TEXT NOT NULL)" \
    " STRICT, WITHOUT ROWID;"
#define TAILS                                                                                      \
    "CREATE TABLE tail (journal TEXT PRIMARY KEY, number INTEGER NOT NULL, digest TEXT NOT NULL)"  \
    " STRICT, WITHOUT ROWID;"
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
    SUMMARIES,
    TAILS,
};

enum { VERSION = sizeof steps / sizeof *steps };
static_assert((int)VERSION == (int)STORE_VERSION,
              "every engine has the tables of the same version");

struct sqlite {
    struct database base;
    sqlite3 *db;
};

struct sqlite_rows {
    struct rows base;
    sqlite3_stmt *statement;
    int state;
};

static enum lm_status complain(sqlite3 *db, const char *what, struct lm_log *log)
{
    int code = db == NULL ? SQLITE_NOMEM : sqlite3_errcode(db);
    if (code == SQLITE_CORRUPT)
        return store_damaged(log, sqlite3_errmsg(db));
    if (code == SQLITE_NOTADB) { /* its first page is damaged, or it never was one */
        (void)store_damaged(log, sqlite3_errmsg(db));
        return LM_IO;
    }
    return store_complain(log, what, db == NULL ? "out of memory" : sqlite3_errmsg(db));
}

sqlite3 *sqlite_of(struct database *db)
{
    assert(db->engine == &engine_sqlite);
    return ((struct sqlite *)(void *)db)->db;
}

/* --- statements */

static enum lm_status run(struct database *base, const char *sql, struct lm_log *log)
{
    sqlite3 *db = sqlite_of(base);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        return complain(db, "a statement failed", log);
    return LM_OK;
}

static int bind(sqlite3_stmt *statement, int at, const struct sql_value *v)
{
    return v->kind == 'n' ? sqlite3_bind_int64(statement, at, v->number)
                          : sqlite3_bind_text64(statement, at, v->text, v->length, SQLITE_TRANSIENT,
                                                SQLITE_UTF8);
}

static struct rows *ask(struct database *base, const char *sql, const struct sql_value *values,
                        size_t count)
{
    struct sqlite_rows *rows = calloc(1, sizeof *rows);
    if (rows == NULL)
        return NULL;
    rows->base.db = base;
    rows->state = sqlite3_prepare_v2(sqlite_of(base), sql, -1, &rows->statement, NULL);
    for (size_t i = 0; rows->state == SQLITE_OK && i < count; i++)
        rows->state = bind(rows->statement, (int)i + 1, &values[i]);
    if (rows->state == SQLITE_OK)
        rows->state = SQLITE_ROW;
    return &rows->base;
}

static bool next(struct rows *base)
{
    struct sqlite_rows *rows = (struct sqlite_rows *)(void *)base;
    if (rows->state == SQLITE_ROW)
        rows->state = sqlite3_step(rows->statement);
    return rows->state == SQLITE_ROW;
}

static const char *text(struct rows *base, int column, size_t *length)
{
    struct sqlite_rows *rows = (struct sqlite_rows *)(void *)base;
    const char *out = (const char *)sqlite3_column_text(rows->statement, column);
    *length = (size_t)sqlite3_column_bytes(rows->statement, column);
    return out == NULL ? "" : out;
}

static int64_t number(struct rows *base, int column)
{
    return sqlite3_column_int64(((struct sqlite_rows *)(void *)base)->statement, column);
}

static enum lm_status end(struct rows *base, struct lm_log *log)
{
    struct sqlite_rows *rows = (struct sqlite_rows *)(void *)base;
    enum lm_status status = rows->state == SQLITE_DONE || rows->state == SQLITE_ROW ? LM_OK
                            : rows->state == SQLITE_CONSTRAINT                      ? LM_DIFFERENT
                                                                                    : LM_IO;
    if (status == LM_IO)
        status = complain(sqlite_of(base->db), "a statement failed", log);
    sqlite3_finalize(rows->statement);
    free(rows);
    return status;
}

static bool again(struct database *db)
{
    (void)db;
    return false; /* a file cannot disconnect */
}

/* --- opening */

/* Return the number that ${sql} selects; -1 if it fails. */
static int64_t number_of(struct database *db, const char *sql, struct lm_log *log)
{
    struct rows *rows = database_ask(db, sql, "");
    int64_t out = rows_next(rows) ? rows_number(rows, 0) : -1;
    return rows_end(rows, log) == LM_OK ? out : -1;
}

/* Move the log into the file, as far as other readers allow. */
static enum lm_status settle(struct database *db, struct lm_log *log)
{
    enum { SETTLE_MS = 200 };
    sqlite3_busy_timeout(sqlite_of(db), SETTLE_MS);
    int64_t busy = number_of(db, "PRAGMA wal_checkpoint(TRUNCATE)", log);
    sqlite3_busy_timeout(sqlite_of(db), BUSY_MS);
    return busy == 0 ? LM_OK : LM_IO;
}

static enum lm_status take_step(struct database *db, int64_t version, struct lm_log *log)
{
    char *stamp = sqlite3_mprintf("PRAGMA application_id=%d; PRAGMA user_version=%lld; COMMIT;",
                                  APPLICATION, (long long)version + 1);
    enum lm_status status = stamp == NULL ? LM_LIMIT : run(db, "BEGIN IMMEDIATE;", log);
    if (status == LM_OK)
        status = run(db, steps[version], log);
    if (status == LM_OK)
        status = run(db, stamp, log);
    if (status != LM_OK)
        sqlite3_exec(sqlite_of(db), "ROLLBACK;", NULL, NULL, NULL);
    sqlite3_free(stamp);
    return status;
}

static enum lm_status migrate(struct database *db, struct lm_log *log)
{
    int64_t version = number_of(db, "PRAGMA user_version", log);
    int64_t application = number_of(db, "PRAGMA application_id", log);
    if (version < 0 || application < 0)
        return complain(sqlite_of(db), "its tables", NULL);
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

static enum lm_status prepare(struct database *db, enum database_use use, struct lm_log *log)
{
    sqlite3 *s = sqlite_of(db);
    sqlite3_busy_timeout(s, BUSY_MS);
    sqlite3_db_config(s, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(s, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(s, SQLITE_DBCONFIG_DQS_DML, 0, NULL);
    sqlite3_db_config(s, SQLITE_DBCONFIG_DQS_DDL, 0, NULL);
    if (use == DATABASE_READ) {
        sqlite3_wal_autocheckpoint(s, 0);
        sqlite3_db_config(s, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
        return run(db, "PRAGMA query_only=ON;", log);
    }
    return run(db, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA secure_delete=ON;",
               log);
}

static void close_file(struct database *db)
{
    sqlite3_close(sqlite_of(db));
    free(db);
}

enum lm_status sqlite_open(struct database **out, const char *path, enum database_use use,
                           struct lm_log *log)
{
    /* A reader of a WAL file must be able to make its -shm, so the file is not opened read-only;
     * query_only prevents writing. */
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_FULLMUTEX |
                (use == DATABASE_READ ? 0 : SQLITE_OPEN_CREATE);
    struct sqlite *s = calloc(1, sizeof *s);
    if (s == NULL)
        return LM_LIMIT;
    s->base.engine = &engine_sqlite;
    enum lm_status status = LM_OK;
    if (sqlite3_open_v2(path, &s->db, flags, NULL) != SQLITE_OK)
        status = complain(s->db, path, log);
    if (status == LM_OK)
        status = prepare(&s->base, use, log);
    if (status == LM_OK)
        *out = &s->base;
    else
        close_file(&s->base);
    return status;
}

/* A file copied without its log can lack one entirely. */
static enum lm_status has_tables(struct database *db, const char *path, struct lm_log *log)
{
    if (number_of(db, "SELECT count(*) FROM sqlite_schema WHERE name = 'tail'", log) == 1)
        return LM_OK;
    if (number_of(db, "SELECT count(*) FROM sqlite_schema WHERE name = 'entry'", log) == 1)
        return run(db,
                   "PRAGMA query_only=OFF; CREATE TEMP TABLE tail (journal, number, digest);"
                   "PRAGMA query_only=ON;",
                   log); /* in an older version, whose journals have no digests */
    if (sqlite3_errcode(sqlite_of(db)) == SQLITE_CORRUPT)
        return LM_INVALID;
    return store_refuse(log, "copy limmat.db-wal with it, or make the copy by `limmat db backup`",
                        "is no store, or only the half of one", path);
}

static enum lm_status open_file(struct database **out, const char *path, enum database_use use,
                                struct lm_log *log)
{
    struct database *db = NULL;
    enum lm_status status = sqlite_open(&db, path, use, log);
    if (status == LM_OK && use != DATABASE_READ)
        status = migrate(db, log);
    else if (status == LM_OK)
        status = has_tables(db, path, log);
    if (status == LM_OK)
        *out = db;
    else
        database_close(db);
    return status;
}

/* While a store is open, a record in the file says so: if its log is missing, the file is a copy
 * made without it.  Opening always makes a log. */
static bool lacks_log(const char *path)
{
    struct database *db = NULL;
    char *log = sqlite3_mprintf("%s-wal", path);
    bool lacks =
        log != NULL && !os_is_there(log) && open_file(&db, path, DATABASE_READ, NULL) == LM_OK &&
        number_of(db, "SELECT count(*) FROM setting WHERE key = '" STORE_IS_OPEN "'", NULL) > 0;
    database_close(db);
    sqlite3_free(log);
    return lacks;
}

/* A killed server can leave its lock for a moment to a program that it was just starting: the lock
 * is released once that has begun. */
static enum lm_status lock_soon(const char *path, struct os_lock *lock)
{
    enum { TRIES = 20, PAUSE_MS = 100 };
    enum lm_status status = os_lock_path(path, OS_AT_ONCE, NULL, lock);
    for (int i = 0; i < TRIES && status == LM_IO; i++) {
        os_sleep(PAUSE_MS);
        status = os_lock_path(path, OS_AT_ONCE, NULL, lock);
    }
    return status;
}

static enum lm_status own(const char *path, struct os_lock *lock, struct lm_log *log)
{
    /* Lock a file beside it: the locks of the store's own file are SQLite's. */
    char *name = sqlite3_mprintf("%s.lock", path);
    if (name == NULL)
        return LM_LIMIT;
    enum lm_status status = LM_OK;
    if (!os_is_there(name))
        status = os_write_plainly(name, "", 0, log);
    if (status == LM_OK && lock_soon(name, lock) != LM_OK) {
        (void)lm_log_add(log, LM_ERROR, (struct lm_place){0}, "stop the other one first",
                         "%s is in use by another limmat-serve", path);
        status = LM_IO;
    }
    sqlite3_free(name);
    return status;
}

const struct engine engine_sqlite = {
    .title = "SQLite " SQLITE_VERSION,
    .begin = "BEGIN IMMEDIATE",
    .look = "BEGIN",
    .open = open_file,
    .close = close_file,
    .again = again,
    .run = run,
    .ask = ask,
    .next = next,
    .text = text,
    .number = number,
    .end = end,
    .own = own,
    .settle = settle,
    .forget = sqlite_forget,
    .lacks_log = lacks_log,
    .damages = "SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'",
    .backup = sqlite_backup,
    .restore = sqlite_restore,
};
