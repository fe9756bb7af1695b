/* SPDX-License-Identifier: Apache-2.0 */
/* Care of a store, whatever is behind it.  Check and backup read by connections of their own and
 * may run beside a server.  Every backup is a store in a file: what PostgreSQL had can go on in
 * SQLite, and the other way round. */
#include "os/files.h"
#include "store/engine.h"

/* --- check */

/* Each is a question whose rows are complaints. */
static const struct {
    const char *what, *sql;
} questions[] = {
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

static enum lm_status put_question(struct database *db, const char *what, const char *sql,
                                   struct lm_log *log)
{
    struct rows *rows = database_ask(db, sql, "");
    enum lm_status status = LM_OK;
    while (rows_next(rows)) {
        size_t length;
        (void)lm_log_add(log, LM_ERROR, (struct lm_place){0}, "restore a backup", "%s: %s", what,
                         rows_text(rows, 0, &length));
        status = LM_DIFFERENT;
    }
    enum lm_status ended = rows_end(rows, log);
    return ended == LM_OK ? status : ended;
}

static enum lm_status check(struct database *db, struct lm_log *log)
{
    enum lm_status worst = database_run(db, db->engine->look, log), status = worst;
    if (status == LM_OK && db->engine->damages != NULL)
        worst = status = put_question(db, "a damaged page", db->engine->damages, log);
    for (size_t i = 0; status != LM_IO && i < sizeof questions / sizeof *questions; i++) {
        status = put_question(db, questions[i].what, questions[i].sql, log);
        worst = status == LM_OK ? worst : status;
    }
    return worst;
}

enum lm_status store_check(const char *where, struct lm_log *log)
{
    struct database *db = NULL;
    enum lm_status status = database_open(&db, where, DATABASE_READ, log);
    if (status == LM_OK)
        status = check(db, log);
    database_close(db);
    return status;
}

/* --- backup, restore */

enum lm_status store_backup(const char *where, const char *to, struct lm_log *log)
{
    const struct engine *engine = engine_of(where, log);
    if (engine == NULL)
        return LM_IO;
    if (os_is_there(to))
        return store_refuse(log, "name a new file", "is there already", to);
    enum lm_status status = engine->backup(where, to, log);
    return status == LM_OK ? store_check(to, log) : status;
}

enum lm_status store_restore(const char *where, const char *from, struct lm_log *log)
{
    const struct engine *engine = engine_of(where, log);
    if (engine == NULL)
        return LM_IO;
    if (!os_is_there(from))
        return store_refuse(log, NULL, "there is no such backup", from);
    enum lm_status status = store_check(from, log);
    return status == LM_OK ? engine->restore(where, from, log) : status;
}

/* Nor do summaries come back: what they were made of is erased again without them. */
const char sessions_end[] = "DELETE FROM session; DELETE FROM invitation; DELETE FROM code;"
                            "DELETE FROM summary;";

/* In a schema of this name stands what is replaced. */
#define OLD "limmat_before_restore"

enum lm_status erasures_again(struct database *db, struct lm_log *log)
{
    /* The number of a line that the backup does not have, or has otherwise, will be another's. */
    return database_run(db,
                        "INSERT INTO erasure SELECT g.journal, g.number FROM " OLD ".erasure g"
                        " JOIN " OLD ".entry o ON o.journal = g.journal AND o.number = g.number"
                        " JOIN entry e ON e.journal = g.journal AND e.number = g.number"
                        " WHERE e.text = o.text ON CONFLICT DO NOTHING;"
                        "DELETE FROM secret WHERE EXISTS (SELECT 1 FROM erasure e"
                        " WHERE e.journal = secret.journal AND e.number = secret.number);",
                        log);
}

enum lm_status keep_again(struct database *db, struct lm_log *log)
{
    return database_run(db,
                        "INSERT INTO kept SELECT key, scope, value, until FROM " OLD ".kept"
                        " WHERE true ON CONFLICT (key) DO UPDATE SET scope = excluded.scope,"
                        " value = excluded.value, until = excluded.until;",
                        log);
}
