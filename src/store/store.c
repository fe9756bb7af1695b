/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The store on SQLite: calls.
 *
 * Group commit.  A writer puts its work into a queue.  Whoever finds nobody writing takes the whole
 * queue, does each piece within a savepoint (so that one that fails leaves the others alone) and
 * commits once; the others sleep until their piece is done.  With one writer that is one commit a
 * call, with fifty it is one commit for the forty-nine who came while the disk was busy: no thread
 * of its own, no timer, no delay that anybody would have to choose.
 */
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/files.h"
#include "os/threads.h"
#include "store/mirror.h"
#include "store/sqlite.h"

/* A piece of work on its way to the disk. */
struct work {
    enum lm_status (*act)(struct store *s, struct work *w);
    enum lm_status status;
    bool done;
    struct lm_log *log;
    struct work *next;
    /* what ${act} works on */
    const char *journal;
    uint64_t first;
    const struct store_line *lines;
    size_t count;
    enum store_kind kind;
    const struct store_record *record;
    const char *key;
    int64_t now;
    struct lm_arena *arena;
    struct store_record *taken;
};

struct store {
    sqlite3 *writer, *reader;
    struct mirror *mirror; /* NULL: none */
    struct os_lock owner;  /* of the file, against other processes */
    struct os_mutex reading, turn;
    struct os_condition turned;
    struct work *queue, **last;
    bool writing;
};

/* --- writing */

static enum lm_status do_work(struct store *s, struct work *w)
{
    enum lm_status status = sqlite_run(s->writer, "SAVEPOINT work", w->log);
    if (status != LM_OK)
        return status;
    status = w->act(s, w);
    enum lm_status undone = LM_OK;
    if (status != LM_OK)
        undone = sqlite_run(s->writer, "ROLLBACK TO work", w->log);
    if (undone == LM_OK)
        undone = sqlite_run(s->writer, "RELEASE work", w->log);
    return undone == LM_OK ? status : undone;
}

/* What ${w} has done, in the mirror. */
static void write_mirror(const struct store *s, const struct work *w)
{
    if (s->mirror == NULL || w->journal == NULL || w->status != LM_OK)
        return;
    if (w->lines != NULL)
        mirror_append(s->mirror, s->writer, w->journal, w->first, w->lines, w->count);
    else
        mirror_again(s->mirror, s->writer, w->journal);
}

static void do_batch(struct store *s, struct work *batch)
{
    enum lm_status status = sqlite_run(s->writer, "BEGIN IMMEDIATE", batch->log);
    for (struct work *w = batch; w != NULL; w = w->next)
        w->status = status == LM_OK ? do_work(s, w) : status;
    if (status == LM_OK && (status = sqlite_run(s->writer, "COMMIT", batch->log)) != LM_OK)
        sqlite3_exec(s->writer, "ROLLBACK", NULL, NULL, NULL);
    for (struct work *w = batch; w != NULL; w = w->next) {
        w->status = status == LM_OK ? w->status : status;
        write_mirror(s, w);
    }
}

/* Do ${w}, alone or with others; back when it is on the disk. */
static enum lm_status write_out(struct store *s, struct work *w)
{
    os_mutex_take(&s->turn);
    *s->last = w;
    s->last = &w->next;
    while (!w->done && s->writing)
        os_condition_wait(&s->turned, &s->turn);
    if (!w->done) {
        struct work *batch = s->queue;
        s->queue = NULL;
        s->last = &s->queue;
        s->writing = true;
        os_mutex_give(&s->turn);
        do_batch(s, batch);
        os_mutex_take(&s->turn);
        s->writing = false;
        for (struct work *done = batch, *next; done != NULL; done = next) {
            next = done->next; /* its owner may be gone once it is done */
            done->done = true;
        }
        os_condition_broadcast(&s->turned);
    }
    os_mutex_give(&s->turn);
    return w->status;
}

/* --- journals */

static enum lm_status head_of(struct store *s, const struct work *w, uint64_t *head)
{
    sqlite3_stmt *ask =
        sqlite_ask(s->writer, w->log, "SELECT head FROM journal WHERE name = ?", "t", w->journal);
    if (ask == NULL)
        return LM_IO;
    *head = sqlite3_step(ask) == SQLITE_ROW ? (uint64_t)sqlite3_column_int64(ask, 0) : 0;
    sqlite3_finalize(ask);
    return LM_OK;
}

static enum lm_status append_line(struct store *s, struct work *w, uint64_t number,
                                  const struct store_line *line)
{
    enum lm_status status =
        sqlite_do(s->writer,
                  sqlite_ask(s->writer, w->log, "INSERT INTO entry VALUES (?, ?, ?)", "tnb",
                             w->journal, (int64_t)number, line->text, line->length),
                  w->log);
    if (status == LM_OK && line->secret != NULL && *line->secret != '\0')
        status = sqlite_do(s->writer,
                           sqlite_ask(s->writer, w->log, "INSERT INTO secret VALUES (?, ?, ?)",
                                      "tnt", w->journal, (int64_t)number, line->secret),
                           w->log);
    return status;
}

static enum lm_status act_append(struct store *s, struct work *w)
{
    uint64_t head = 0;
    enum lm_status status = head_of(s, w, &head);
    if (status != LM_OK)
        return status;
    if (w->first != head + 1)
        return LM_DIFFERENT;
    for (size_t i = 0; status == LM_OK && i < w->count; i++)
        status = append_line(s, w, w->first + i, &w->lines[i]);
    if (status == LM_OK)
        status = sqlite_do(s->writer,
                           sqlite_ask(s->writer, w->log,
                                      "INSERT INTO journal VALUES (?, ?)"
                                      " ON CONFLICT (name) DO UPDATE SET head = excluded.head",
                                      "tn", w->journal, (int64_t)(head + w->count)),
                           w->log);
    return status;
}

enum lm_status store_append(struct store *s, const char *journal, uint64_t first,
                            const struct store_line *lines, size_t count, struct lm_log *log)
{
    struct work w = {.act = act_append,
                     .log = log,
                     .journal = journal,
                     .first = first,
                     .lines = lines,
                     .count = count};
    return count == 0 ? LM_OK : write_out(s, &w);
}

/* ${table} has lines of ${w->journal}: those from ${w->first} on become ${w->key}'s. */
static enum lm_status move_lines(struct store *s, const struct work *w, const char *table)
{
    char *sql = sqlite3_mprintf("UPDATE %s SET journal = ?, number = number - ?"
                                " WHERE journal = ? AND number >= ?",
                                table);
    if (sql == NULL)
        return LM_LIMIT;
    int64_t first = (int64_t)w->first;
    sqlite3_stmt *ask =
        sqlite_ask(s->writer, w->log, sql, "tntn", w->key, first - 1, w->journal, first);
    sqlite3_free(sql);
    return sqlite_do(s->writer, ask, w->log);
}

static enum lm_status act_split(struct store *s, struct work *w)
{
    static const char *const tables[] = {"entry", "secret", "erasure"};
    struct work other = {.journal = w->key, .log = w->log};
    uint64_t head = 0, there = 0;
    enum lm_status status = head_of(s, w, &head);
    if (status == LM_OK)
        status = head_of(s, &other, &there);
    if (status == LM_OK && (w->first < 2 || w->first > head || there > 0))
        return LM_DIFFERENT;
    for (size_t i = 0; status == LM_OK && i < sizeof tables / sizeof *tables; i++)
        status = move_lines(s, w, tables[i]);
    if (status == LM_OK)
        status = sqlite_do(s->writer,
                           sqlite_ask(s->writer, w->log, "INSERT INTO journal VALUES (?, ?)", "tn",
                                      w->key, (int64_t)(head - w->first + 1)),
                           w->log);
    if (status == LM_OK)
        status =
            sqlite_do(s->writer,
                      sqlite_ask(s->writer, w->log, "UPDATE journal SET head = ? WHERE name = ?",
                                 "nt", (int64_t)w->first - 1, w->journal),
                      w->log);
    return status;
}

enum lm_status store_split(struct store *s, const char *journal, uint64_t from, const char *aside,
                           struct lm_log *log)
{
    struct work w = {.act = act_split, .log = log, .journal = journal, .first = from, .key = aside};
    return write_out(s, &w);
}

static enum lm_status act_erase(struct store *s, struct work *w)
{
    enum lm_status status = sqlite_do(
        s->writer,
        sqlite_ask(s->writer, w->log, "DELETE FROM secret WHERE journal = ? AND number = ?", "tn",
                   w->journal, (int64_t)w->first),
        w->log);
    if (status == LM_OK)
        status =
            sqlite_do(s->writer,
                      sqlite_ask(s->writer, w->log, "INSERT OR IGNORE INTO erasure VALUES (?, ?)",
                                 "tn", w->journal, (int64_t)w->first),
                      w->log);
    return status;
}

enum lm_status store_erase(struct store *s, const char *journal, uint64_t number,
                           struct lm_log *log)
{
    struct work w = {.act = act_erase, .log = log, .journal = journal, .first = number};
    return write_out(s, &w);
}

/* --- records */

static enum lm_status do_named(struct store *s, struct work *w, const char *format, bool keyed)
{
    char *sql = sqlite3_mprintf(format, sqlite_table(w->kind));
    if (sql == NULL)
        return LM_LIMIT;
    sqlite3_stmt *ask = keyed ? sqlite_ask(s->writer, w->log, sql, "t", w->key)
                              : sqlite_ask(s->writer, w->log, sql, "n", w->now);
    sqlite3_free(sql);
    return sqlite_do(s->writer, ask, w->log);
}

static enum lm_status act_put(struct store *s, struct work *w)
{
    char *sql =
        sqlite3_mprintf("INSERT OR REPLACE INTO %s VALUES (?, ?, ?, ?)", sqlite_table(w->kind));
    if (sql == NULL)
        return LM_LIMIT;
    const struct store_record *r = w->record;
    sqlite3_stmt *ask =
        sqlite_ask(s->writer, w->log, sql, "tttn", r->key, r->scope, r->value, r->until);
    sqlite3_free(sql);
    return sqlite_do(s->writer, ask, w->log);
}

enum lm_status store_put(struct store *s, enum store_kind kind, const struct store_record *record,
                         struct lm_log *log)
{
    struct work w = {.act = act_put, .log = log, .kind = kind, .record = record};
    return write_out(s, &w);
}

static enum lm_status act_remove(struct store *s, struct work *w)
{
    return do_named(s, w, "DELETE FROM %s WHERE key = ?", true);
}

enum lm_status store_remove(struct store *s, enum store_kind kind, const char *key,
                            struct lm_log *log)
{
    struct work w = {.act = act_remove, .log = log, .kind = kind, .key = key};
    return write_out(s, &w);
}

static enum lm_status act_expire(struct store *s, struct work *w)
{
    return do_named(s, w,
                    w->now == INT64_MAX ? "DELETE FROM %s WHERE ? > 0"
                                        : "DELETE FROM %s WHERE until > 0 AND until <= ?",
                    false);
}

enum lm_status store_expire(struct store *s, enum store_kind kind, int64_t now, struct lm_log *log)
{
    struct work w = {.act = act_expire, .log = log, .kind = kind, .now = now};
    return write_out(s, &w);
}

static const char *column(sqlite3_stmt *row, int at, struct lm_arena *arena)
{
    const char *text = (const char *)sqlite3_column_text(row, at);
    return lm_arena_copy(arena, text == NULL ? "" : text, (size_t)sqlite3_column_bytes(row, at));
}

static enum lm_status record_of(sqlite3_stmt *row, struct lm_arena *arena, struct store_record *out)
{
    *out = (struct store_record){.key = column(row, 0, arena),
                                 .scope = column(row, 1, arena),
                                 .value = column(row, 2, arena),
                                 .until = sqlite3_column_int64(row, 3)};
    return out->key == NULL || out->scope == NULL || out->value == NULL ? LM_LIMIT : LM_OK;
}

/* The record of ${key} by the connection ${db}. */
static enum lm_status find(sqlite3 *db, enum store_kind kind, const char *key, int64_t now,
                           struct lm_arena *arena, struct store_record *out, struct lm_log *log)
{
    *out = (struct store_record){0};
    char *sql = sqlite3_mprintf("SELECT key, scope, value, until FROM %s"
                                " WHERE key = ? AND (until = 0 OR until > ?)",
                                sqlite_table(kind));
    if (sql == NULL)
        return LM_LIMIT;
    sqlite3_stmt *ask = sqlite_ask(db, log, sql, "tn", key, now);
    sqlite3_free(sql);
    if (ask == NULL)
        return LM_IO;
    int state = sqlite3_step(ask);
    enum lm_status status = state == SQLITE_ROW    ? record_of(ask, arena, out)
                            : state == SQLITE_DONE ? LM_OK
                                                   : sqlite_complain(db, "reading", log);
    sqlite3_finalize(ask);
    return status;
}

enum lm_status store_get(struct store *s, enum store_kind kind, const char *key, int64_t now,
                         struct lm_arena *arena, struct store_record *out, struct lm_log *log)
{
    os_mutex_take(&s->reading);
    enum lm_status status = find(s->reader, kind, key, now, arena, out, log);
    os_mutex_give(&s->reading);
    return status;
}

static enum lm_status act_take(struct store *s, struct work *w)
{
    enum lm_status status = find(s->writer, w->kind, w->key, w->now, w->arena, w->taken, w->log);
    return status == LM_OK && w->taken->key != NULL ? act_remove(s, w) : status;
}

enum lm_status store_take(struct store *s, enum store_kind kind, const char *key, int64_t now,
                          struct lm_arena *arena, struct store_record *out, struct lm_log *log)
{
    struct work w = {.act = act_take,
                     .log = log,
                     .kind = kind,
                     .key = key,
                     .now = now,
                     .arena = arena,
                     .taken = out};
    return write_out(s, &w);
}

/* --- reading */

/* How one row of an answer becomes one element. */
typedef enum lm_status row_reader(sqlite3_stmt *row, struct lm_arena *arena, void *element);

/* All rows of ${ask}, which is finished; ${size} bytes each. */
static enum lm_status read_rows(struct store *s, sqlite3_stmt *ask, row_reader *read, size_t size,
                                struct lm_arena *arena, void *array, size_t *count,
                                struct lm_log *log)
{
    if (ask == NULL)
        return LM_IO;
    char *rows = NULL;
    size_t capacity = 0;
    enum lm_status status = LM_OK;
    int state = SQLITE_DONE;
    *count = 0;
    while (status == LM_OK && (state = sqlite3_step(ask)) == SQLITE_ROW) {
        if (!lm_arena_grow(arena, &rows, &capacity, *count + 1, size))
            status = LM_LIMIT;
        else
            status = read(ask, arena, rows + (*count)++ * size);
    }
    if (status == LM_OK && state != SQLITE_DONE)
        status = sqlite_complain(s->reader, "reading", log);
    sqlite3_finalize(ask);
    memcpy(array, &rows, sizeof rows);
    return status;
}

static enum lm_status read_record(sqlite3_stmt *row, struct lm_arena *arena, void *element)
{
    return record_of(row, arena, element);
}

enum lm_status store_list(struct store *s, enum store_kind kind, const char *scope, int64_t now,
                          struct lm_arena *arena, struct store_record **records, size_t *count,
                          struct lm_log *log)
{
    char *sql = sqlite3_mprintf("SELECT key, scope, value, until FROM %s"
                                " WHERE scope = ? AND (until = 0 OR until > ?) ORDER BY key",
                                sqlite_table(kind));
    if (sql == NULL)
        return LM_LIMIT;
    os_mutex_take(&s->reading);
    enum lm_status status = read_rows(s, sqlite_ask(s->reader, log, sql, "tn", scope, now),
                                      read_record, sizeof **records, arena, records, count, log);
    os_mutex_give(&s->reading);
    sqlite3_free(sql);
    return status;
}

static enum lm_status read_line(sqlite3_stmt *row, struct lm_arena *arena, void *element)
{
    struct store_line line = {.number = (uint64_t)sqlite3_column_int64(row, 0),
                              .text = column(row, 1, arena),
                              .length = (size_t)sqlite3_column_bytes(row, 1),
                              .secret = column(row, 2, arena)};
    memcpy(element, &line, sizeof line);
    return line.text == NULL || line.secret == NULL ? LM_LIMIT : LM_OK;
}

enum lm_status store_lines(struct store *s, const char *journal, uint64_t from,
                           struct lm_arena *arena, struct store_line **lines, size_t *count,
                           struct lm_log *log)
{
    os_mutex_take(&s->reading);
    enum lm_status status =
        read_rows(s,
                  sqlite_ask(s->reader, log,
                             "SELECT e.number, e.text, s.value FROM entry e LEFT JOIN secret s"
                             " ON s.journal = e.journal AND s.number = e.number"
                             " WHERE e.journal = ? AND e.number >= ? ORDER BY e.number",
                             "tn", journal, (int64_t)from),
                  read_line, sizeof **lines, arena, lines, count, log);
    os_mutex_give(&s->reading);
    return status;
}

static enum lm_status read_journal(sqlite3_stmt *row, struct lm_arena *arena, void *element)
{
    struct store_journal journal = {.name = column(row, 0, arena),
                                    .head = (uint64_t)sqlite3_column_int64(row, 1)};
    memcpy(element, &journal, sizeof journal);
    return journal.name == NULL ? LM_LIMIT : LM_OK;
}

enum lm_status store_journals(struct store *s, struct lm_arena *arena,
                              struct store_journal **journals, size_t *count, struct lm_log *log)
{
    os_mutex_take(&s->reading);
    enum lm_status status =
        read_rows(s, sqlite_ask(s->reader, log, "SELECT name, head FROM journal ORDER BY name", ""),
                  read_journal, sizeof **journals, arena, journals, count, log);
    os_mutex_give(&s->reading);
    return status;
}

/* --- opening */

static enum lm_status open_files(struct store *s, const char *path, struct lm_log *log)
{
    enum lm_status status = sqlite_own(path, &s->owner, log);
    if (status == LM_OK)
        status = sqlite_begin(&s->writer, path, SQLITE_USE_WRITE, log);
    if (status == LM_OK)
        status = sqlite_migrate(s->writer, log);
    if (status == LM_OK)
        status = sqlite_begin(&s->reader, path, SQLITE_USE_READ, log);
    return status;
}

enum lm_status store_open(struct store **out, const char *path, const char *mirror,
                          struct lm_log *log)
{
    struct store *s = calloc(1, sizeof *s);
    if (s == NULL)
        return LM_LIMIT;
    s->last = &s->queue;
    s->owner.handle = -1;
    os_mutex_make(&s->reading);
    os_mutex_make(&s->turn);
    os_condition_make(&s->turned);
    enum lm_status status = open_files(s, path, log);
    if (status == LM_OK && mirror != NULL) {
        s->mirror = mirror_new(mirror);
        if (s->mirror == NULL)
            status = LM_LIMIT;
        else
            mirror_all(s->mirror, s->writer);
    }
    if (status == LM_OK)
        *out = s;
    else
        store_close(s);
    return status;
}

void store_close(struct store *s)
{
    if (s == NULL)
        return;
    mirror_free(s->mirror);
    sqlite3_close(s->reader); /* the writer last: it moves the log into the file */
    sqlite3_close(s->writer);
    os_condition_end(&s->turned);
    os_mutex_end(&s->turn);
    os_mutex_end(&s->reading);
    os_unlock(&s->owner);
    free(s);
}
