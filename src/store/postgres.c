/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PostgreSQL by libpq: one database that any number of processes share.
 *
 * There is one writer at a time, as with SQLite: a lock of the database (held by the transaction,
 * so it ends with the connection) is what a batch takes first.  Without it two processes
 * that write to the same two journals could wait for each other, and both could act on a state that
 * the other is changing.  It costs only the disk's time, which they would share anyway, and group
 * commit makes one wait of many.  The primary key (journal, number) is a second safeguard.
 *
 * A broken connection is made again; its unfinished work was not done, unless it was the commit
 * (store.c).
 */
#include <assert.h>
#include <inttypes.h>
#include <libpq-fe.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/clock.h"
#include "os/entropy.h"
#include "os/network.h"
#include "os/threads.h"
#include "store/engine.h"

enum {
    PATIENCE_MS = 5000, /* wait for a lost database, from its loss */
    PAUSE_MS = 100,     /* between two tries */
    CLAIM_MS = 1000,    /* time for the previous owner of the database to leave */
    HEARING_MS = 250    /* maximal delay until a listener ends */
};

/* Locks of this database, by our own numbers ("LiMa" and the purpose). */
#define LOCK_WRITE "1281977697, 1"
#define LOCK_OPEN  "1281977697, 2"

/* Step n + 1 of the tables, as in sqlite.c. */
#define RECORDS(name)                                                                              \
    "CREATE TABLE " name                                                                           \
    " (key text COLLATE \"C\" PRIMARY KEY, scope text COLLATE \"C\" NOT NULL,"                     \
    " value text NOT NULL, until bigint NOT NULL);"                                                \
    "CREATE INDEX " name "_scope ON " name " (scope, key);"
#define SUMMARIES                                                                                  \
    "CREATE TABLE summary (journal text COLLATE \"C\" PRIMARY KEY, number bigint NOT NULL,"        \
    " text text NOT NULL);"
#define TAILS                                                                                      \
    "CREATE TABLE tail (journal text COLLATE \"C\" PRIMARY KEY, number bigint NOT NULL,"           \
    " digest text NOT NULL);"
static const char *const steps[] = {
    "CREATE TABLE journal (name text COLLATE \"C\" PRIMARY KEY, head bigint NOT NULL);"
    "CREATE TABLE entry (journal text COLLATE \"C\" NOT NULL, number bigint NOT NULL,"
    " text text NOT NULL, PRIMARY KEY (journal, number));"
    "CREATE TABLE secret (journal text COLLATE \"C\" NOT NULL, number bigint NOT NULL,"
    " value text NOT NULL, PRIMARY KEY (journal, number));"
    "CREATE TABLE erasure (journal text COLLATE \"C\" NOT NULL, number bigint NOT NULL,"
    " PRIMARY KEY (journal, number));" RECORDS("account") RECORDS("session") RECORDS("access")
        RECORDS("invitation") RECORDS("code") RECORDS("submission") RECORDS("outbox")
            RECORDS("audit") RECORDS("setting"),
    RECORDS("kept"),
    SUMMARIES,
    TAILS,
};

enum { VERSION = sizeof steps / sizeof *steps };
static_assert((int)VERSION == (int)STORE_VERSION,
              "every engine has the tables of the same version");

struct postgres {
    struct database base;
    PGconn *link;
    char *where;
    enum database_use use;
    int64_t lost;   /* when the connection was found lost; 0: it is intact */
    uint64_t token; /* id of this process, to recognise its own notifications */
};

struct postgres_rows {
    struct rows base;
    PGresult *result;
    int at; /* the next row */
};

struct hearing {
    struct os_thread thread;
    atomic_bool ending;
    char *where;
    uint64_t token; /* the process whose notifications are ignored */
    store_heard *heard;
    void *context;
};

static struct postgres *postgres_of(struct database *db)
{
    return (struct postgres *)(void *)db;
}

static const struct postgres_rows *rows_of(struct rows *rows)
{
    return (struct postgres_rows *)(void *)rows;
}

/* --- statements */

static enum lm_status complain(PGconn *link, const char *what, struct lm_log *log)
{
    if (link != NULL && PQstatus(link) != CONNECTION_OK)
        return store_gone(log, PQerrorMessage(link));
    return store_complain(log, what, link == NULL ? "out of memory" : PQerrorMessage(link));
}

static enum lm_status run_on(PGconn *link, const char *sql, struct lm_log *log)
{
    PGresult *result = PQexec(link, sql);
    ExecStatusType state = PQresultStatus(result);
    bool well = state == PGRES_COMMAND_OK || state == PGRES_TUPLES_OK;
    /* COMMIT after a failure is a rollback, and only its tag shows that. */
    if (well && strcmp(sql, "COMMIT") == 0 && strcmp(PQcmdStatus(result), "COMMIT") != 0)
        well = false;
    PQclear(result);
    return well ? LM_OK : complain(link, "a statement failed", log);
}

static enum lm_status run(struct database *db, const char *sql, struct lm_log *log)
{
    return run_on(postgres_of(db)->link, sql, log);
}

static struct rows *ask(struct database *db, const char *sql, const struct sql_value *values,
                        size_t count)
{
    struct postgres_rows *rows = calloc(1, sizeof *rows);
    const char *texts[SQL_VALUES_MAX];
    char numbers[SQL_VALUES_MAX][24];
    int lengths[SQL_VALUES_MAX], binary[SQL_VALUES_MAX];
    if (rows == NULL)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        bool number = values[i].kind == 'n';
        snprintf(numbers[i], sizeof numbers[i], "%" PRId64, values[i].number);
        texts[i] = number ? numbers[i] : values[i].text;
        lengths[i] = (int)values[i].length;
        binary[i] = !number; /* of text these are its bytes */
    }
    rows->base.db = db;
    rows->result =
        PQexecParams(postgres_of(db)->link, sql, (int)count, NULL, texts, lengths, binary, 0);
    return &rows->base;
}

static bool next(struct rows *base)
{
    struct postgres_rows *rows = (struct postgres_rows *)(void *)base;
    return PQresultStatus(rows->result) == PGRES_TUPLES_OK && rows->at < PQntuples(rows->result) &&
           ++rows->at > 0;
}

static const char *text(struct rows *rows, int column, size_t *length)
{
    const struct postgres_rows *r = rows_of(rows);
    *length = (size_t)PQgetlength(r->result, r->at - 1, column);
    return PQgetvalue(r->result, r->at - 1, column);
}

static int64_t number(struct rows *rows, int column)
{
    const struct postgres_rows *r = rows_of(rows);
    return strtoll(PQgetvalue(r->result, r->at - 1, column), NULL, 10);
}

static enum lm_status end(struct rows *rows, struct lm_log *log)
{
    const struct postgres_rows *r = rows_of(rows);
    ExecStatusType state = PQresultStatus(r->result);
    const char *code = PQresultErrorField(r->result, PG_DIAG_SQLSTATE);
    enum lm_status status = LM_OK;
    if (code != NULL && strcmp(code, "23505") == 0) /* such a row exists */
        status = LM_DIFFERENT;
    else if (code != NULL && strncmp(code, "XX00", 4) == 0 && code[4] != '0') /* damage */
        status = store_damaged(log, PQresultErrorMessage(r->result));
    else if (state != PGRES_COMMAND_OK && state != PGRES_TUPLES_OK)
        status = complain(postgres_of(rows->db)->link, "a statement failed", log);
    PQclear(r->result);
    free(rows);
    return status;
}

/* --- connecting */

static void say_nothing(void *context, const char *message)
{
    (void)context;
    (void)message;
}

/* Return a connection whose statements find our tables; NULL with the reason in ${log}. */
static PGconn *connect_to(const char *where, struct lm_log *log)
{
    /* Options in the address come last and take precedence. */
    static const char *const names[] = {
        "connect_timeout",  "keepalives_idle",  "keepalives_interval",
        "keepalives_count", "tcp_user_timeout", "fallback_application_name",
        "client_encoding",  "dbname",           NULL};
    const char *const values[] = {"3", "5", "2", "3", "10000", "limmat", "UTF8", where, NULL};
    PGconn *link = PQconnectdbParams(names, values, 1);
    if (PQstatus(link) == CONNECTION_OK) {
        PQsetNoticeProcessor(link, say_nothing, NULL);
        /* A writer that was cut off must not keep others waiting. */
        if (run_on(
                link,
                "SET search_path = limmat; SET synchronous_commit = on; SET lock_timeout = '10s';"
                "SET idle_in_transaction_session_timeout = '10s'",
                log) == LM_OK)
            return link;
    } else {
        (void)complain(link, "PostgreSQL", log);
    }
    PQfinish(link);
    return NULL;
}

/* Writers hold a lock that a restore must have alone. */
static enum lm_status claim(PGconn *link, enum database_use use, struct lm_log *log)
{
    if (use == DATABASE_READ)
        return run_on(link,
                      "DO $$ BEGIN IF to_regclass('limmat.tail') IS NULL THEN CREATE TEMP TABLE"
                      " tail (journal text, number bigint, digest text); END IF; END $$;"
                      "SET default_transaction_read_only = on",
                      log); /* an older version has no digests */
    const char *sql = use == DATABASE_CARE ? "SELECT pg_try_advisory_lock(" LOCK_OPEN ")"
                                           : "SELECT pg_try_advisory_lock_shared(" LOCK_OPEN ")";
    bool answered = true, ours = false;
    for (int64_t end = os_elapsed_milliseconds() + CLAIM_MS; answered && !ours;) {
        PGresult *result = PQexec(link, sql);
        answered = PQresultStatus(result) == PGRES_TUPLES_OK;
        ours = answered && *PQgetvalue(result, 0, 0) == 't';
        PQclear(result);
        if (os_elapsed_milliseconds() > end)
            break;
        if (!ours)
            os_sleep(PAUSE_MS); /* after a kill the other side learns it a moment later */
    }
    if (!answered)
        return complain(link, "PostgreSQL", log);
    return ours ? LM_OK : store_refuse(log, "stop the servers first", "is in use", "this database");
}

static bool again(struct database *db)
{
    struct postgres *p = postgres_of(db);
    if (p->link != NULL && PQstatus(p->link) == CONNECTION_OK)
        return false;
    if (p->lost == 0)
        p->lost = os_elapsed_milliseconds() + 1;
    for (;;) {
        PGconn *link = connect_to(p->where, NULL);
        if (link != NULL && claim(link, p->use, NULL) == LM_OK) {
            PQfinish(p->link);
            p->link = link;
            p->lost = 0;
            return true;
        }
        PQfinish(link);
        if (os_elapsed_milliseconds() - p->lost > PATIENCE_MS)
            return false;
        os_sleep(PAUSE_MS);
    }
}

/* --- tables */

static enum lm_status version_of(struct database *db, int64_t *version, struct lm_log *log)
{
    struct rows *rows = database_ask(db, "SELECT number FROM version", "");
    *version = rows_next(rows) ? rows_number(rows, 0) : 0;
    return rows_end(rows, log);
}

/* Within a transaction, upgrade the tables from ${version} on. */
static enum lm_status take_steps(struct database *db, int64_t version, struct lm_log *log)
{
    enum lm_status status = LM_OK;
    for (; status == LM_OK && version < VERSION; version++)
        status = run(db, steps[version], log);
    if (status == LM_OK)
        status = run(db, "DELETE FROM version", log);
    return status == LM_OK
               ? database_do(log, db, "INSERT INTO version VALUES ($1)", "n", (int64_t)VERSION)
               : status;
}

static const char schema[] = "CREATE SCHEMA IF NOT EXISTS limmat;"
                             "CREATE TABLE IF NOT EXISTS limmat.version (number bigint NOT NULL)";

static enum lm_status migrate(struct database *db, struct lm_log *log)
{
    int64_t version = 0;
    enum lm_status status = run(db, engine_postgres->begin, log);
    if (status == LM_OK)
        status = run(db, schema, log);
    if (status == LM_OK)
        status = version_of(db, &version, log);
    if (status == LM_OK && version > VERSION)
        status = store_refuse(log, "use the Limmat that wrote it",
                              "its tables are of a later version than this program knows",
                              "this database");
    if (status == LM_OK && version < VERSION)
        status = take_steps(db, version, log);
    if (status == LM_OK)
        return run(db, "COMMIT", log);
    (void)run(db, "ROLLBACK", NULL);
    return status;
}

static void close_link(struct database *db)
{
    struct postgres *p = postgres_of(db);
    /* The next process must not wait until the database notices that this one is gone. */
    if (p->link != NULL)
        PQclear(PQexec(p->link, "ROLLBACK; SELECT pg_advisory_unlock_all()"));
    PQfinish(p->link);
    free(p->where);
    free(p);
}

static char *copy_of(const char *text)
{
    size_t size = strlen(text) + 1;
    char *out = malloc(size);
    if (out != NULL)
        memcpy(out, text, size);
    return out;
}

static enum lm_status open_link(struct database **out, const char *where, enum database_use use,
                                struct lm_log *log)
{
    struct postgres *p = calloc(1, sizeof *p);
    if (p == NULL)
        return LM_LIMIT;
    *p = (struct postgres){.base = {engine_postgres}, .where = copy_of(where), .use = use};
    enum lm_status status =
        p->where == NULL || !os_random(&p->token, sizeof p->token) ? LM_LIMIT : LM_OK;
    if (status == LM_OK && (p->link = connect_to(where, log)) == NULL)
        status = LM_IO;
    const char *letters = status == LM_OK ? PQparameterStatus(p->link, "server_encoding") : NULL;
    if (letters != NULL && strcmp(letters, "UTF8") != 0)
        status = store_refuse(log, "make it with ENCODING 'UTF8'", "cannot hold every name",
                              "this database");
    if (status == LM_OK)
        status = claim(p->link, use, log);
    if (status == LM_OK && use != DATABASE_READ)
        status = migrate(&p->base, log);
    if (status == LM_OK)
        *out = &p->base;
    else
        close_link(&p->base);
    return status;
}

/* --- other processes */

static enum lm_status tell(struct database *db, const char *journal, uint64_t head,
                           struct lm_log *log)
{
    char news[320];
    snprintf(news, sizeof news, "%" PRIu64 " %" PRIu64 " %s", postgres_of(db)->token, head,
             journal);
    return database_do(log, db, "SELECT pg_notify('limmat', $1)", "t", news);
}

/* Pass on the notifications that have arrived. */
static void pass_on(struct hearing *h, PGconn *link)
{
    for (PGnotify *news; (news = PQnotifies(link)) != NULL; PQfreemem(news)) {
        char *rest, *journal;
        uint64_t token = strtoull(news->extra, &rest, 10), head = strtoull(rest, &journal, 10);
        if (token != h->token && *journal == ' ')
            h->heard(h->context, journal + 1, head);
    }
}

/* Listen until the connection breaks, or to the end. */
static void listen_on(struct hearing *h, PGconn *link)
{
    if (run_on(link, "LISTEN limmat", NULL) != LM_OK)
        return;
    h->heard(h->context, NULL, 0); /* earlier notifications are lost */
    while (!h->ending) {
        pass_on(h, link);
        if (PQsocket(link) < 0 ||
            (os_wait_to_read(PQsocket(link), HEARING_MS) && PQconsumeInput(link) == 0))
            return;
    }
}

static void hear_out(void *context)
{
    struct hearing *h = context;
    while (!h->ending) {
        PGconn *link = connect_to(h->where, NULL);
        if (link != NULL)
            listen_on(h, link);
        PQfinish(link);
        if (!h->ending)
            os_sleep(PAUSE_MS);
    }
}

static void hear_no_more(struct hearing *h)
{
    h->ending = true;
    os_thread_join(&h->thread);
    free(h->where);
    free(h);
}

static struct hearing *hear(const char *where, struct database *db, store_heard *heard,
                            void *context)
{
    struct hearing *h = calloc(1, sizeof *h);
    if (h == NULL)
        return NULL;
    h->where = copy_of(where);
    h->token = postgres_of(db)->token;
    h->heard = heard;
    h->context = context;
    if (h->where != NULL && os_thread_start(&h->thread, hear_out, h))
        return h;
    free(h->where);
    free(h);
    return NULL;
}

/* --- care */

static enum lm_status copy_out(struct database *from, struct database *to, struct lm_log *log)
{
    enum lm_status status = database_run(from, from->engine->look, log);
    if (status == LM_OK)
        status = database_run(to, to->engine->begin, log);
    if (status == LM_OK)
        status = tables_copy(from, to, NULL, log);
    if (status == LM_OK)
        status = database_run(to, "COMMIT", log);
    return status == LM_OK ? database_run(to, "PRAGMA journal_mode=DELETE", log) : status;
}

static enum lm_status backup(const char *where, const char *path, struct lm_log *log)
{
    struct database *from = NULL, *to = NULL;
    enum lm_status status = database_open(&from, where, DATABASE_READ, log);
    if (status == LM_OK)
        status = database_open(&to, path, DATABASE_CARE, log);
    if (status == LM_OK)
        status = copy_out(from, to, log);
    database_close(to);
    database_close(from);
    if (status != LM_OK)
        os_remove(path);
    return status;
}

/* Within a transaction, set the current tables aside and put the backup in their place. */
static enum lm_status replace(struct database *db, struct database *from, const char *mend,
                              struct lm_log *log)
{
    enum lm_status status = run(db,
                                "DROP SCHEMA IF EXISTS limmat_before_restore CASCADE;"
                                "ALTER SCHEMA limmat RENAME TO limmat_before_restore",
                                log);
    if (status == LM_OK)
        status = run(db, schema, log);
    if (status == LM_OK)
        status = take_steps(db, 0, log);
    if (status == LM_OK)
        status = tables_copy(from, db, NULL, log);
    if (status == LM_OK)
        status = run(db, mend, log);
    if (status == LM_OK)
        status = erasures_again(db, log);
    return status == LM_OK ? keep_again(db, log) : status;
}

static enum lm_status restore(const char *where, const char *path, const char *mend,
                              struct lm_log *log)
{
    struct database *db = NULL, *from = NULL;
    enum lm_status status = database_open(&db, where, DATABASE_CARE, log);
    if (status == LM_OK)
        status = database_open(&from, path, DATABASE_READ, log);
    if (status == LM_OK)
        status = run(db, engine_postgres->begin, log);
    if (status == LM_OK)
        status = replace(db, from, mend, log);
    if (status == LM_OK)
        status = run(db, "COMMIT", log);
    database_close(from);
    database_close(db); /* without its commit nothing has happened */
    return status;
}

/* As sqlite_forget. */
static void forget(struct database *db, const char *where, const char *journal, uint64_t number)
{
    (void)where;
    struct rows *rows = database_ask(
        db, "SELECT 1 WHERE to_regclass('limmat_before_restore.secret') IS NOT NULL", "");
    bool kept = rows_next(rows);
    if (rows_end(rows, NULL) != LM_OK || !kept)
        return;
    enum lm_status status = database_do(NULL, db, forget_sql, "tn", journal, (int64_t)number);
    (void)status; /* of an older version, or of another event */
}

static const struct engine postgres = {
    .title = "PostgreSQL",
    .begin = "BEGIN; SELECT pg_advisory_xact_lock(" LOCK_WRITE ")",
    .look = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY",
    .open = open_link,
    .close = close_link,
    .again = again,
    .run = run,
    .ask = ask,
    .next = next,
    .text = text,
    .number = number,
    .end = end,
    .forget = forget,
    .tell = tell,
    .hear = hear,
    .hear_no_more = hear_no_more,
    .backup = backup,
    .restore = restore,
};

const struct engine *const engine_postgres = &postgres;
