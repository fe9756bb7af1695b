/* SPDX-License-Identifier: Apache-2.0 */
/* Care of a store, whatever its engine.  Check and backup read through connections of their own and
 * can run beside a server.  Every backup is a store in a file, so PostgreSQL's data can move to
 * SQLite, and the other way round. */
#include "limmat/text.h"
#include "os/files.h"
#include "store/engine.h"

/* --- check */

enum { ARENA_MAX = 1 << 30 };

/* Each query's rows are complaints about a journal, with the line concerned. */
static const struct {
    const char *what, *sql;
} questions[] = {
    {"a private part of no line",
     "SELECT journal, number FROM secret s WHERE NOT EXISTS (SELECT 1 FROM entry e"
     " WHERE e.journal = s.journal AND e.number = s.number)"},
    {"a private part that was erased",
     "SELECT s.journal, s.number FROM secret s JOIN erasure e ON e.journal = s.journal"
     " AND e.number = s.number"},
};

/* Findings are passed to ${found}, until that returns false. */
struct search {
    struct database *db;
    store_found *found;
    void *context;
    bool ended, any;
};

/* Damaged names may not be text: each unreadable byte is shown as a question mark. */
enum { SHOWN = 200 };
static const char *shown(char out[SHOWN], const char *text)
{
    size_t length = 0;
    for (; text[length] != '\0' && length + 1 < SHOWN; length++)
        out[length] = text[length] >= ' ' && text[length] <= '~' ? text[length] : '?';
    out[length] = '\0';
    return out;
}

static void find(struct search *s, const char *journal, const char *what)
{
    char name[SHOWN], sentence[SHOWN];
    s->any = true;
    s->ended = s->ended || !s->found(s->context, journal == NULL ? NULL : shown(name, journal),
                                     shown(sentence, what));
}

/* Begin to read one moment of the store; begin again after a failure, which may have ended it. */
static enum lm_status look_anew(struct search *s, struct lm_log *log)
{
    (void)s->db->engine->run(s->db, "ROLLBACK", NULL);
    return database_run(s->db, s->db->engine->look, log);
}

/* A query failed: damage is a complaint like others (LM_OK), anything else ends the search. */
static enum lm_status go_on(struct search *s, enum lm_status status, const char *journal,
                            struct lm_log *message, struct lm_log *log)
{
    if (status == LM_OK)
        return LM_OK;
    if (status != LM_INVALID)
        return store_complain(log, "the check",
                              message->count > 0 ? message->all[0].what : "it failed");
    find(s, journal, message->count > 0 ? message->all[0].what : "it cannot be read");
    return look_anew(s, log);
}

static enum lm_status search_pages(struct search *s, struct lm_arena *arena, struct lm_log *log)
{
    struct lm_log message = {.arena = arena};
    if (s->db->engine->damages == NULL)
        return LM_OK;
    struct rows *rows = database_ask(s->db, s->db->engine->damages, "");
    while (!s->ended && rows_next(rows)) {
        size_t length;
        find(s, NULL, rows_text(rows, 0, &length));
    }
    return go_on(s, rows_end(rows, &message), NULL, &message, log);
}

static enum lm_status put_question(struct search *s, size_t at, struct lm_arena *arena,
                                   struct lm_log *log)
{
    struct lm_log message = {.arena = arena};
    struct rows *rows = database_ask(s->db, questions[at].sql, "");
    while (!s->ended && rows_next(rows)) {
        size_t length;
        struct lm_text what = lm_text_in(arena);
        lm_text_print(&what, "%s: number %lld", questions[at].what,
                      (long long)rows_number(rows, 1));
        find(s, rows_text(rows, 0, &length), lm_text_string(&what));
    }
    return go_on(s, rows_end(rows, &message), NULL, &message, log);
}

static enum lm_status search_journal(struct search *s, const char *journal, struct lm_log *log)
{
    struct lm_arena *arena;
    const char *what = NULL;
    enum lm_status status = lm_arena_new(&arena, NULL, ARENA_MAX);
    if (status != LM_OK)
        return status;
    struct lm_log message = {.arena = arena};
    status = verify_journal(s->db, journal, arena, &what, &message);
    if (status == LM_OK && what != NULL)
        find(s, journal, what);
    status = go_on(s, status, journal, &message, log);
    lm_arena_free(arena);
    return status;
}

/* List the names of all journals, also of those that only have lines, in ${arena}. */
static enum lm_status names_of(struct search *s, struct lm_arena *arena, const char ***names,
                               size_t *count, struct lm_log *log)
{
    size_t capacity = 0, length;
    struct rows *rows = database_ask(s->db,
                                     "SELECT name FROM journal UNION SELECT journal FROM entry"
                                     " ORDER BY 1",
                                     "");
    while (rows_next(rows) && lm_arena_grow(arena, names, &capacity, *count + 1, sizeof **names)) {
        const char *name = rows_text(rows, 0, &length);
        (*names)[(*count)++] = lm_arena_copy(arena, name, length);
    }
    return rows_end(rows, log);
}

static enum lm_status search_all(struct search *s, struct lm_arena *arena, struct lm_log *log)
{
    const char **names = NULL;
    size_t count = 0;
    struct lm_log message = {.arena = arena};
    enum lm_status status = database_run(s->db, s->db->engine->look, &message);
    if (status == LM_OK)
        status = names_of(s, arena, &names, &count, &message);
    status = go_on(s, status, NULL, &message, log);
    for (size_t i = 0; status == LM_OK && !s->ended && i < count; i++)
        status = search_journal(s, names[i], log);
    for (size_t i = 0; status == LM_OK && !s->ended && i < sizeof questions / sizeof *questions;
         i++)
        status = put_question(s, i, arena, log);
    return status == LM_OK && !s->ended ? search_pages(s, arena, log) : status;
}

enum lm_status store_search(const char *where, store_found *found, void *context,
                            struct lm_log *log)
{
    struct lm_arena *arena;
    struct search s = {.found = found, .context = context};
    enum lm_status status = lm_arena_new(&arena, NULL, ARENA_MAX);
    if (status != LM_OK)
        return status;
    struct lm_log message = {.arena = arena};
    status = database_open(&s.db, where, DATABASE_READ, &message);
    if (status == LM_INVALID)
        find(&s, NULL, message.count > 0 ? message.all[0].what : "it cannot be opened");
    if (status == LM_OK)
        status = search_all(&s, arena, log);
    for (size_t i = 0; status == LM_IO && i < message.count; i++)
        (void)lm_log_add(log, LM_ERROR, (struct lm_place){0}, message.all[i].remedy, "%s",
                         message.all[i].what);
    database_close(s.db);
    lm_arena_free(arena);
    return s.any ? LM_DIFFERENT : status;
}

static bool complain(void *context, const char *journal, const char *what)
{
    struct lm_log *log = context;
    if (journal == NULL)
        (void)lm_log_add(log, LM_ERROR, (struct lm_place){0},
                         "restore a backup, or the folder of the mirror: `limmat db restore FILE`",
                         "the store is damaged: %s", what);
    else
        (void)lm_log_add(log, LM_ERROR, (struct lm_place){0},
                         "repair it from a backup or the folder of the mirror: `limmat db repair`",
                         "the journal \"%s\" is damaged: %s", journal, what);
    return true;
}

/* A copy of the file alone is consistent, but incomplete. */
static void warn_of_log(const char *where, struct lm_log *log)
{
    const struct engine *engine = engine_of(where, NULL);
    if (engine != NULL && engine->lacks_log != NULL && engine->lacks_log(where))
        (void)lm_log_add(log, LM_SUSPICIOUS, (struct lm_place){0},
                         "copy limmat.db-wal with it, or make the copy by `limmat db backup`",
                         "%s was copied without its log: the last entries can be missing", where);
}

enum lm_status store_check(const char *where, struct lm_log *log)
{
    warn_of_log(where, log);
    return store_search(where, complain, log, log);
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
        return store_refuse(log, NULL, "backup not found", from);
    enum lm_status status = store_check(from, log);
    return status == LM_OK ? engine->restore(where, from, sessions_end, log) : status;
}

/* Read the rows up to the first damaged one. */
enum lm_status store_peek(const char *where, const char *journal, struct lm_arena *arena,
                          struct store_line **lines, size_t *count, struct lm_log *log)
{
    struct database *db = NULL;
    size_t capacity = 0, length;
    *lines = NULL;
    *count = 0;
    enum lm_status status = database_open(&db, where, DATABASE_READ, log);
    if (status != LM_OK)
        return status;
    struct rows *rows = database_ask(db, lines_sql, "tn", journal, (int64_t)1);
    while (status == LM_OK && rows_next(rows)) {
        if (rows_number(rows, 0) != (int64_t)*count + 1)
            break;
        if (!lm_arena_grow(arena, lines, &capacity, *count + 1, sizeof **lines))
            status = LM_LIMIT;
        const char *text = rows_text(rows, 1, &length);
        struct store_line line = {
            .number = *count + 1, .text = lm_arena_copy(arena, text, length), .length = length};
        text = rows_text(rows, 2, &length);
        line.secret = lm_arena_copy(arena, text, length);
        if (status == LM_OK && (line.text == NULL || line.secret == NULL))
            status = LM_LIMIT;
        if (status == LM_OK)
            (*lines)[(*count)++] = line;
    }
    enum lm_status ended = rows_end(rows, NULL);
    database_close(db);
    return status == LM_OK && ended == LM_IO ? ended : status;
}

static enum lm_status put_line(struct database *db, const char *journal, uint64_t number,
                               const struct store_line *line, struct lm_log *log)
{
    enum lm_status status = database_do(log, db, "INSERT INTO entry VALUES ($1, $2, $3)", "tnb",
                                        journal, (int64_t)number, line->text, line->length);
    if (status == LM_OK && line->secret != NULL && *line->secret != '\0')
        status = database_do(log, db,
                             "INSERT INTO secret SELECT $1, CAST($2 AS bigint), $3 WHERE NOT EXISTS"
                             " (SELECT 1 FROM erasure WHERE journal = $1 AND number = $2)",
                             "tnt", journal, (int64_t)number, line->secret);
    return status;
}

/* Make a store like ${from} in the empty ${to}, without ${journal}. */
static enum lm_status draw_up(struct database *from, struct database *to, const char *journal,
                              const struct store_line *lines, size_t count, struct lm_log *log)
{
    char tail[TAIL_BYTES] = "";
    enum lm_status status = database_run(from, from->engine->look, log);
    if (status == LM_OK)
        status = database_run(to, to->engine->begin, log);
    if (status == LM_OK)
        status = tables_copy(from, to, journal, log);
    for (size_t i = 0; status == LM_OK && i < count; i++) {
        status = put_line(to, journal, i + 1, &lines[i], log);
        tail_add(tail, lines[i].text, lines[i].length);
    }
    if (status == LM_OK)
        status = database_do(log, to, "INSERT INTO journal VALUES ($1, $2)", "tn", journal,
                             (int64_t)count);
    if (status == LM_OK)
        status = tail_put(to, journal, count, tail, log);
    if (status == LM_OK)
        status = database_run(to, "COMMIT", log);
    return status == LM_OK ? database_run(to, "PRAGMA journal_mode=DELETE", log) : status;
}

enum lm_status store_repair(const char *where, const char *draft, const char *journal,
                            const struct store_line *lines, size_t count, struct lm_log *log)
{
    struct database *from = NULL, *to = NULL;
    const struct engine *engine = engine_of(where, log);
    if (engine == NULL)
        return LM_IO;
    os_remove(draft);
    enum lm_status status = database_open(&from, where, DATABASE_READ, log);
    if (status == LM_OK)
        status = database_open(&to, draft, DATABASE_CARE, log);
    if (status == LM_OK)
        status = draw_up(from, to, journal, lines, count, log);
    database_close(to);
    database_close(from);
    if (status == LM_OK)
        status = engine->restore(where, draft, sessions_stay, log);
    os_remove(draft);
    return status;
}

const char sessions_stay[] = "DELETE FROM summary;";

/* Summaries are removed, too: they are derived again, without erased data. */
const char sessions_end[] = "DELETE FROM session; DELETE FROM invitation; DELETE FROM code;"
                            "DELETE FROM summary;";

/* The schema that holds the replaced tables. */
#define OLD "limmat_before_restore"

enum lm_status erasures_again(struct database *db, struct lm_log *log)
{
    /* Only lines that the backup has unchanged: other numbers will be those of new lines. */
    return database_run(db,
                        "INSERT INTO erasure SELECT g.journal, g.number FROM " OLD ".erasure g"
                        " JOIN " OLD ".entry o ON o.journal = g.journal AND o.number = g.number"
                        " JOIN entry e ON e.journal = g.journal AND e.number = g.number"
                        " WHERE e.text = o.text ON CONFLICT DO NOTHING;"
                        "DELETE FROM secret WHERE EXISTS (SELECT 1 FROM erasure e"
                        " WHERE e.journal = secret.journal AND e.number = secret.number);",
                        log);
}

const char forget_sql[] = "DELETE FROM " OLD ".secret WHERE journal = $1 AND number = $2"
                          " AND EXISTS (SELECT 1 FROM " OLD ".entry o JOIN entry e"
                          " ON e.journal = o.journal AND e.number = o.number AND e.text = o.text"
                          " WHERE o.journal = $1 AND o.number = $2)";

enum lm_status keep_again(struct database *db, struct lm_log *log)
{
    return database_run(db,
                        "INSERT INTO kept SELECT key, scope, value, until FROM " OLD ".kept"
                        " WHERE true ON CONFLICT (key) DO UPDATE SET scope = excluded.scope,"
                        " value = excluded.value, until = excluded.until;",
                        log);
}
