/* SPDX-License-Identifier: Apache-2.0 */
#include "store/engine.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const struct engine *engine_of(const char *where, struct lm_log *log)
{
    bool address =
        strncmp(where, "postgresql://", 13) == 0 || strncmp(where, "postgres://", 11) == 0;
    if (!address)
        return &engine_sqlite;
    if (engine_postgres == NULL)
        (void)lm_log_add(log, LM_ERROR, (struct lm_place){0},
                         "build it with libpq (meson -Dpostgresql=enabled)",
                         "this program was built without PostgreSQL");
    return engine_postgres;
}

enum lm_status store_complain(struct lm_log *log, const char *what, const char *why)
{
    int length = (int)strcspn(why, "\n"); /* the rest are details, including some values */
    (void)lm_log_add(log, LM_ERROR, (struct lm_place){0}, NULL, "the store: %s: %.*s", what, length,
                     why);
    return LM_IO;
}

enum lm_status store_damaged(struct lm_log *log, const char *why)
{
    int length = (int)strcspn(why, "\n");
    return lm_log_add(log, LM_ERROR, (struct lm_place){0},
                      "restore a backup, or the folder of the mirror: `limmat db restore FILE`",
                      "the store is damaged (%.*s)", length, why);
}

enum lm_status store_gone(struct lm_log *log, const char *why)
{
    int length = (int)strcspn(why, "\n");
    (void)lm_log_add(log, LM_ERROR, (struct lm_place){0},
                     "what was answered is kept: try this again in a moment",
                     "the database does not answer (%.*s)", length, why);
    return LM_IO;
}

enum lm_status store_refuse(struct lm_log *log, const char *remedy, const char *what,
                            const char *about)
{
    (void)lm_log_add(log, LM_ERROR, (struct lm_place){0}, remedy, "%s: %s", about, what);
    return LM_IO;
}

/* --- statements */

enum lm_status database_open(struct database **out, const char *where, enum database_use use,
                             struct lm_log *log)
{
    const struct engine *engine = engine_of(where, log);
    return engine == NULL ? LM_IO : engine->open(out, where, use, log);
}

void database_close(struct database *db)
{
    if (db != NULL)
        db->engine->close(db);
}

enum lm_status database_run(struct database *db, const char *sql, struct lm_log *log)
{
    return db->engine->run(db, sql, log);
}

struct rows *database_ask(struct database *db, const char *sql, const char *kinds, ...)
{
    struct sql_value values[SQL_VALUES_MAX];
    size_t count = 0;
    va_list arguments;
    va_start(arguments, kinds);
    for (; *kinds != '\0'; kinds++) {
        assert(count < SQL_VALUES_MAX);
        struct sql_value *v = &values[count++];
        *v = (struct sql_value){.kind = *kinds};
        if (*kinds == 'n') {
            v->number = va_arg(arguments, int64_t);
        } else {
            assert(*kinds == 't' || *kinds == 'b');
            v->text = va_arg(arguments, const char *);
            v->length = *kinds == 'b' ? va_arg(arguments, size_t) : strlen(v->text);
        }
    }
    va_end(arguments);
    return db->engine->ask(db, sql, values, count);
}

bool rows_next(struct rows *rows)
{
    return rows != NULL && rows->db->engine->next(rows);
}

const char *rows_text(struct rows *rows, int column, size_t *length)
{
    return rows->db->engine->text(rows, column, length);
}

int64_t rows_number(struct rows *rows, int column)
{
    return rows->db->engine->number(rows, column);
}

enum lm_status rows_end(struct rows *rows, struct lm_log *log)
{
    return rows == NULL ? store_complain(log, "a statement", "out of memory")
                        : rows->db->engine->end(rows, log);
}

struct rows *database_done(struct rows *rows)
{
    while (rows_next(rows))
        ;
    return rows;
}

/* --- tables */

const char *table_of(enum store_kind kind)
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

const char *sql_of(char out[SQL_BYTES], const char *format, enum store_kind kind)
{
    const char *hole = strstr(format, "%s");
    assert(hole != NULL);
    int length = snprintf(out, SQL_BYTES, "%.*s%s%s", (int)(hole - format), format, table_of(kind),
                          hole + 2);
    assert(length > 0 && length < SQL_BYTES);
    (void)length;
    return out;
}

static enum lm_status copy_records(struct database *from, struct database *to, enum store_kind kind,
                                   struct lm_log *log)
{
    char ask[SQL_BYTES], put[SQL_BYTES];
    struct rows *rows =
        database_ask(from, sql_of(ask, "SELECT key, scope, value, until FROM %s", kind), "");
    enum lm_status status = LM_OK;
    sql_of(put, "INSERT INTO %s VALUES ($1, $2, $3, $4)", kind);
    while (status == LM_OK && rows_next(rows)) {
        size_t length;
        status = database_do(log, to, put, "tttn", rows_text(rows, 0, &length),
                             rows_text(rows, 1, &length), rows_text(rows, 2, &length),
                             rows_number(rows, 3));
    }
    enum lm_status ended = rows_end(rows, log);
    return status == LM_OK ? ended : status;
}

/* Copy the lines of ${journal}; ${put} writes one. */
static enum lm_status copy_lines(struct database *from, struct database *to, const char *ask,
                                 const char *put, const char *journal, struct lm_log *log)
{
    struct rows *rows = database_ask(from, ask, "t", journal);
    enum lm_status status = LM_OK;
    while (status == LM_OK && rows_next(rows)) {
        size_t length;
        const char *text = rows_text(rows, 1, &length);
        status = database_do(log, to, put, "tnb", journal, rows_number(rows, 0), text, length);
    }
    enum lm_status ended = rows_end(rows, log);
    return status == LM_OK ? ended : status;
}

static enum lm_status copy_journals(struct database *from, struct database *to, const char *except,
                                    struct lm_log *log)
{
    struct rows *rows = database_ask(from, "SELECT name, head FROM journal WHERE name <> $1", "t",
                                     except == NULL ? "" : except);
    enum lm_status status = LM_OK;
    while (status == LM_OK && rows_next(rows)) {
        size_t length;
        char tail[TAIL_BYTES];
        const char *name = rows_text(rows, 0, &length);
        const uint64_t head = (uint64_t)rows_number(rows, 1);
        status =
            database_do(log, to, "INSERT INTO journal VALUES ($1, $2)", "tn", name, (int64_t)head);
        if (status == LM_OK)
            status = tail_of(from, name, head, tail, log);
        if (status == LM_OK)
            status = tail_put(to, name, head, tail, log);
        if (status == LM_OK)
            status = copy_lines(from, to, "SELECT number, text FROM entry WHERE journal = $1",
                                "INSERT INTO entry VALUES ($1, $2, $3)", name, log);
        if (status == LM_OK)
            status = copy_lines(from, to, "SELECT number, value FROM secret WHERE journal = $1",
                                "INSERT INTO secret VALUES ($1, $2, $3)", name, log);
    }
    enum lm_status ended = rows_end(rows, log);
    return status == LM_OK ? ended : status;
}

static enum lm_status copy_erasures(struct database *from, struct database *to, struct lm_log *log)
{
    struct rows *rows = database_ask(from, "SELECT journal, number FROM erasure", "");
    enum lm_status status = LM_OK;
    while (status == LM_OK && rows_next(rows)) {
        size_t length;
        status = database_do(log, to, "INSERT INTO erasure VALUES ($1, $2)", "tn",
                             rows_text(rows, 0, &length), rows_number(rows, 1));
    }
    enum lm_status ended = rows_end(rows, log);
    return status == LM_OK ? ended : status;
}

enum lm_status tables_copy(struct database *from, struct database *to, const char *except,
                           struct lm_log *log)
{
    enum lm_status status = copy_journals(from, to, except, log);
    if (status == LM_OK)
        status = copy_erasures(from, to, log);
    for (int kind = 0; status == LM_OK && kind < STORE_KINDS; kind++)
        status = copy_records(from, to, (enum store_kind)kind, log);
    return status;
}
