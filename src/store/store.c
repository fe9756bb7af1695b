/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The store: calls, and the statements behind them, which every engine understands.
 *
 * Group commit.  A writer puts its work into a queue.  If no other thread is writing, it takes the
 * whole queue, does each piece within a savepoint (a failed one doesn't affect the others) and
 * commits once; the other writers sleep until their piece is done.  One writer needs one commit a
 * call; with fifty writers, one commit serves the forty-nine that came while the disk was busy.
 * This needs no extra thread, no timer and no delay to choose.
 *
 * Lost database.  Until COMMIT was sent nothing has happened, so the batch is repeated over a new
 * connection.  After it the outcome is unknown: the call fails, and the caller reads the current
 * state before going on.  A reader just repeats its query.
 */
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/clock.h"
#include "os/files.h"
#include "os/threads.h"
#include "store/engine.h"
#include "store/mirror.h"

enum { TRIES = 20 }; /* for one call, over as many connections */

/* A piece of work on its way to the disk. */
struct work {
    enum lm_status (*act)(struct store *s, struct work *w);
    enum lm_status status;
    bool done;
    struct lm_log *log;
    size_t message; /* messages in ${log} before it was tried */
    struct work *next;
    /* the input of ${act} */
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
    const struct store_summary *summaries;
    bool erases;
};

struct store {
    const struct engine *engine;
    struct database *writer, *reader;
    struct hearing *hearing;
    struct mirror *mirror; /* NULL: none */
    struct os_lock owner;  /* of the file, against other processes */
    struct os_mutex reading, turn;
    struct os_condition turned;
    struct work *queue, **last;
    bool writing;
    char *where;
    struct os_thread caretaker; /* maintains log and mirror while no thread writes */
    bool cared, ending;
    bool unsettled; /* the log beside the file isn't empty */
};

/* --- writing */

/* A single piece needs no savepoint: the transaction ends with it. */
static enum lm_status do_work(struct store *s, struct work *w, bool alone)
{
    if (alone)
        return w->act(s, w);
    enum lm_status status = database_run(s->writer, "SAVEPOINT work", w->log);
    if (status != LM_OK)
        return status;
    status = w->act(s, w);
    enum lm_status undone = LM_OK;
    if (status != LM_OK)
        undone = database_run(s->writer, "ROLLBACK TO work", w->log);
    if (undone == LM_OK)
        undone = database_run(s->writer, "RELEASE work", w->log);
    return undone == LM_OK ? status : undone;
}

/* Write the work of ${w} into the mirror. */
static void write_mirror(const struct store *s, const struct work *w)
{
    if (s->mirror == NULL || w->journal == NULL || w->status != LM_OK)
        return;
    if (w->lines != NULL)
        mirror_append(s->mirror, s->writer, w->journal, w->first, w->lines, w->count);
    else
        mirror_again(s->mirror, s->writer, w->journal);
}

/* Do all of ${batch} except the commit; false: the connection and its work were lost. */
static bool try_batch(struct store *s, struct work *batch)
{
    for (struct work *w = batch; w != NULL; w = w->next)
        if (w->log != NULL)
            w->log->count = w->message;
    enum lm_status status = database_run(s->writer, s->engine->begin, batch->log);
    bool lost = status != LM_OK;
    for (struct work *w = batch; w != NULL; w = w->next) {
        w->status = status == LM_OK ? do_work(s, w, batch->next == NULL) : status;
        lost |= w->status == LM_IO;
    }
    return !lost || !s->engine->again(s->writer);
}

/* Commit the batch; a single refused piece has nothing to commit. */
static enum lm_status end_batch(struct store *s, struct work *batch)
{
    bool nothing = batch->next == NULL && batch->status != LM_OK;
    enum lm_status status = nothing ? batch->status : database_run(s->writer, "COMMIT", batch->log);
    if (status != LM_OK && !s->engine->again(s->writer))
        (void)s->engine->run(s->writer, "ROLLBACK", NULL); /* possibly done already */
    return status;
}

/* Leave nothing beside the file, and no erased data in it. */
static void settle(struct store *s)
{
    if (s->engine->settle == NULL)
        return;
    os_mutex_take(&s->reading);
    s->unsettled = s->engine->settle(s->writer, NULL) != LM_OK;
    os_mutex_give(&s->reading);
}

static void do_batch(struct store *s, struct work *batch)
{
    bool erased = false;
    for (struct work *w = batch; w != NULL; w = w->next)
        w->message = w->log == NULL ? 0 : w->log->count;
    bool done = false;
    for (unsigned tries = 0; !done && tries < TRIES; tries++)
        done = try_batch(s, batch);
    enum lm_status status = done ? end_batch(s, batch) : LM_IO;
    for (struct work *w = batch; w != NULL; w = w->next) {
        w->status = status == LM_OK ? w->status : status;
        write_mirror(s, w);
        if (w->erases && w->status == LM_OK && s->engine->forget != NULL)
            s->engine->forget(s->writer, s->where, w->journal, w->first);
        erased |= w->erases && w->status == LM_OK;
    }
    s->unsettled = s->engine->settle != NULL;
    if (erased)
        settle(s);
}

/* Do ${w}, alone or with others; return when it is on disk. */
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
            next = done->next; /* its owner can be gone once it is done */
            done->done = true;
        }
        os_condition_broadcast(&s->turned);
    }
    os_mutex_give(&s->turn);
    return w->status;
}

/* --- journals */

static enum lm_status head_of(struct store *s, const struct work *w, const char *journal,
                              uint64_t *head)
{
    struct rows *rows =
        database_ask(s->writer, "SELECT head FROM journal WHERE name = $1", "t", journal);
    *head = rows_next(rows) ? (uint64_t)rows_number(rows, 0) : 0;
    return rows_end(rows, w->log);
}

/* Notify the other processes, if any; a ${head} of 0: more than lines at its end changed. */
static enum lm_status tell(struct store *s, const struct work *w, const char *journal,
                           uint64_t head)
{
    return s->engine->tell == NULL ? LM_OK : s->engine->tell(s->writer, journal, head, w->log);
}

static enum lm_status append_line(struct store *s, struct work *w, uint64_t number,
                                  const struct store_line *line)
{
    enum lm_status status =
        database_do(w->log, s->writer, "INSERT INTO entry VALUES ($1, $2, $3)", "tnb", w->journal,
                    (int64_t)number, line->text, line->length);
    if (status == LM_OK && line->secret != NULL && *line->secret != '\0')
        status = database_do(w->log, s->writer, "INSERT INTO secret VALUES ($1, $2, $3)", "tnt",
                             w->journal, (int64_t)number, line->secret);
    return status;
}

static enum lm_status act_append(struct store *s, struct work *w)
{
    uint64_t head = 0;
    enum lm_status status = head_of(s, w, w->journal, &head);
    if (status != LM_OK)
        return status;
    if (w->first != head + 1)
        return LM_DIFFERENT;
    char tail[TAIL_BYTES];
    status = tail_of(s->writer, w->journal, head, tail, w->log);
    for (size_t i = 0; status == LM_OK && i < w->count; i++) {
        status = append_line(s, w, w->first + i, &w->lines[i]);
        tail_add(tail, w->lines[i].text, w->lines[i].length);
    }
    if (status == LM_OK)
        status = tail_put(s->writer, w->journal, head + w->count, tail, w->log);
    if (status == LM_OK)
        status = database_do(w->log, s->writer,
                             "INSERT INTO journal VALUES ($1, $2)"
                             " ON CONFLICT (name) DO UPDATE SET head = excluded.head",
                             "tn", w->journal, (int64_t)(head + w->count));
    return status == LM_OK ? tell(s, w, w->journal, head + w->count) : status;
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

/* The summary no longer matches its number. */
static enum lm_status drop_summary(struct store *s, const struct work *w)
{
    return database_do(w->log, s->writer, "DELETE FROM summary WHERE journal = $1", "t",
                       w->journal);
}

/* Compute the digest of ${journal} from its lines. */
static enum lm_status tail_anew(struct store *s, const struct work *w, const char *journal,
                                uint64_t head)
{
    char tail[TAIL_BYTES];
    enum lm_status status =
        database_do(w->log, s->writer, "DELETE FROM tail WHERE journal = $1", "t", journal);
    if (status == LM_OK)
        status = tail_of(s->writer, journal, head, tail, w->log);
    return status == LM_OK ? tail_put(s->writer, journal, head, tail, w->log) : status;
}

static enum lm_status act_split(struct store *s, struct work *w)
{
    /* In each table, the lines of ${w->journal} from ${w->first} on move to ${w->key}. */
    static const char *const moves[] = {"UPDATE entry SET journal = $1, number = number - $2"
                                        " WHERE journal = $3 AND number >= $4",
                                        "UPDATE secret SET journal = $1, number = number - $2"
                                        " WHERE journal = $3 AND number >= $4",
                                        "UPDATE erasure SET journal = $1, number = number - $2"
                                        " WHERE journal = $3 AND number >= $4"};
    uint64_t head = 0, there = 0;
    enum lm_status status = head_of(s, w, w->journal, &head);
    if (status == LM_OK)
        status = head_of(s, w, w->key, &there);
    if (status == LM_OK && (w->first < 2 || w->first > head || there > 0))
        return LM_DIFFERENT;
    for (size_t i = 0; status == LM_OK && i < sizeof moves / sizeof *moves; i++)
        status = database_do(w->log, s->writer, moves[i], "tntn", w->key, (int64_t)w->first - 1,
                             w->journal, (int64_t)w->first);
    if (status == LM_OK)
        status = drop_summary(s, w);
    if (status == LM_OK)
        status = database_do(w->log, s->writer, "INSERT INTO journal VALUES ($1, $2)", "tn", w->key,
                             (int64_t)(head - w->first + 1));
    if (status == LM_OK)
        status = database_do(w->log, s->writer, "UPDATE journal SET head = $1 WHERE name = $2",
                             "nt", (int64_t)w->first - 1, w->journal);
    if (status == LM_OK)
        status = tail_anew(s, w, w->key, head - w->first + 1);
    if (status == LM_OK)
        status = tail_anew(s, w, w->journal, w->first - 1);
    return status == LM_OK ? tell(s, w, w->journal, 0) : status;
}

enum lm_status store_split(struct store *s, const char *journal, uint64_t from, const char *aside,
                           struct lm_log *log)
{
    struct work w = {.act = act_split, .log = log, .journal = journal, .first = from, .key = aside};
    return write_out(s, &w);
}

static enum lm_status act_erase(struct store *s, struct work *w)
{
    enum lm_status status =
        database_do(w->log, s->writer, "DELETE FROM secret WHERE journal = $1 AND number = $2",
                    "tn", w->journal, (int64_t)w->first);
    if (status == LM_OK)
        status = database_do(w->log, s->writer,
                             "INSERT INTO erasure VALUES ($1, $2) ON CONFLICT DO NOTHING", "tn",
                             w->journal, (int64_t)w->first);
    if (status == LM_OK)
        status = drop_summary(s, w);
    return status == LM_OK ? tell(s, w, w->journal, 0) : status;
}

enum lm_status store_erase(struct store *s, const char *journal, uint64_t number,
                           struct lm_log *log)
{
    struct work w = {
        .act = act_erase, .log = log, .journal = journal, .first = number, .erases = true};
    return write_out(s, &w);
}

static enum lm_status act_summarise(struct store *s, struct work *w)
{
    enum lm_status status = LM_OK;
    for (size_t i = 0; status == LM_OK && i < w->count; i++)
        status = database_do(w->log, s->writer,
                             "INSERT INTO summary SELECT name, head, CAST($1 AS text) FROM journal"
                             " WHERE name = $2 AND head = $3 ON CONFLICT (journal)"
                             " DO UPDATE SET number = excluded.number, text = excluded.text",
                             "ttn", w->summaries[i].text, w->summaries[i].journal,
                             (int64_t)w->summaries[i].number);
    return status;
}

enum lm_status store_summarise(struct store *s, const struct store_summary *summaries, size_t count,
                               struct lm_log *log)
{
    struct work w = {.act = act_summarise, .log = log, .summaries = summaries, .count = count};
    return count == 0 ? LM_OK : write_out(s, &w);
}

/* --- records */

static enum lm_status act_put(struct store *s, struct work *w)
{
    char sql[SQL_BYTES];
    const struct store_record *r = w->record;
    return database_do(w->log, s->writer,
                       sql_of(sql,
                              "INSERT INTO %s VALUES ($1, $2, $3, $4) ON CONFLICT (key) DO UPDATE"
                              " SET scope = excluded.scope, value = excluded.value,"
                              " until = excluded.until",
                              w->kind),
                       "tttn", r->key, r->scope, r->value, r->until);
}

enum lm_status store_put(struct store *s, enum store_kind kind, const struct store_record *record,
                         struct lm_log *log)
{
    struct work w = {.act = act_put, .log = log, .kind = kind, .record = record};
    return write_out(s, &w);
}

static enum lm_status act_remove(struct store *s, struct work *w)
{
    char sql[SQL_BYTES];
    return database_do(w->log, s->writer, sql_of(sql, "DELETE FROM %s WHERE key = $1", w->kind),
                       "t", w->key);
}

enum lm_status store_remove(struct store *s, enum store_kind kind, const char *key,
                            struct lm_log *log)
{
    struct work w = {.act = act_remove, .log = log, .kind = kind, .key = key};
    return write_out(s, &w);
}

static enum lm_status act_expire(struct store *s, struct work *w)
{
    char sql[SQL_BYTES];
    if (w->now == INT64_MAX)
        return database_do(w->log, s->writer, sql_of(sql, "DELETE FROM %s", w->kind), "");
    return database_do(w->log, s->writer,
                       sql_of(sql, "DELETE FROM %s WHERE until > 0 AND until <= $1", w->kind), "n",
                       w->now);
}

enum lm_status store_expire(struct store *s, enum store_kind kind, int64_t now, struct lm_log *log)
{
    struct work w = {.act = act_expire, .log = log, .kind = kind, .now = now};
    return write_out(s, &w);
}

static const char *column(struct rows *rows, int at, struct lm_arena *arena, size_t *length)
{
    const char *text = rows_text(rows, at, length);
    return lm_arena_copy(arena, text, *length);
}

static enum lm_status record_of(struct rows *row, struct lm_arena *arena, struct store_record *out)
{
    size_t length;
    *out = (struct store_record){.key = column(row, 0, arena, &length),
                                 .scope = column(row, 1, arena, &length),
                                 .value = column(row, 2, arena, &length),
                                 .until = rows_number(row, 3)};
    return out->key == NULL || out->scope == NULL || out->value == NULL ? LM_LIMIT : LM_OK;
}

/* Find the record of ${key} through the connection ${db}. */
static enum lm_status find(struct database *db, enum store_kind kind, const char *key, int64_t now,
                           struct lm_arena *arena, struct store_record *out, struct lm_log *log)
{
    char sql[SQL_BYTES];
    *out = (struct store_record){0};
    struct rows *rows = database_ask(db,
                                     sql_of(sql,
                                            "SELECT key, scope, value, until FROM %s"
                                            " WHERE key = $1 AND (until = 0 OR until > $2)",
                                            kind),
                                     "tn", key, now);
    enum lm_status status = rows_next(rows) ? record_of(rows, arena, out) : LM_OK;
    enum lm_status ended = rows_end(rows, log);
    return status == LM_OK ? ended : status;
}

/* Should a failed read be repeated over a new connection?  Not for ever: the query itself could
 * break the connection. */
static bool read_anew(struct store *s, enum lm_status status, unsigned *tries)
{
    return status == LM_IO && ++*tries < TRIES && s->engine->again(s->reader);
}

enum lm_status store_get(struct store *s, enum store_kind kind, const char *key, int64_t now,
                         struct lm_arena *arena, struct store_record *out, struct lm_log *log)
{
    enum lm_status status;
    size_t message = log == NULL ? 0 : log->count;
    unsigned tries = 0;
    os_mutex_take(&s->reading);
    do {
        if (log != NULL)
            log->count = message;
        status = find(s->reader, kind, key, now, arena, out, log);
    } while (read_anew(s, status, &tries));
    os_mutex_give(&s->reading);
    return status;
}

static enum lm_status act_put_first(struct store *s, struct work *w)
{
    const char *key = w->record->key;
    enum lm_status status = find(s->writer, w->kind, key, w->now, w->arena, w->taken, w->log);
    if (status != LM_OK || w->taken->key != NULL)
        return status;
    status = act_put(s, w);
    return status == LM_OK ? find(s->writer, w->kind, key, w->now, w->arena, w->taken, w->log)
                           : status;
}

enum lm_status store_put_first(struct store *s, enum store_kind kind,
                               const struct store_record *record, struct lm_arena *arena,
                               struct store_record *out, struct lm_log *log)
{
    struct work w = {.act = act_put_first,
                     .log = log,
                     .kind = kind,
                     .record = record,
                     .arena = arena,
                     .taken = out};
    return write_out(s, &w);
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

/* The conversion of an answer's row to an element. */
typedef enum lm_status row_reader(struct rows *row, struct lm_arena *arena, void *element);

/* Rows being read into an array. */
struct reading {
    row_reader *read;
    size_t size; /* of an element */
    struct lm_arena *arena;
    char *all;
    size_t count;
};

/* Read all of ${rows}, and end them. */
static enum lm_status read_rows(struct rows *rows, struct reading *r, struct lm_log *log)
{
    size_t capacity = 0;
    enum lm_status status = LM_OK;
    r->all = NULL;
    r->count = 0;
    while (status == LM_OK && rows_next(rows)) {
        if (!lm_arena_grow(r->arena, &r->all, &capacity, r->count + 1, r->size))
            status = LM_LIMIT;
        else
            status = r->read(rows, r->arena, r->all + r->count++ * r->size);
    }
    enum lm_status ended = rows_end(rows, log);
    return status == LM_OK ? ended : status;
}

/* Run ${sql} with ${text} and ${number}, as far as its ${kinds} name them, and read the answer. */
static enum lm_status read_all(struct store *s, const char *sql, const char *kinds,
                               const char *text, int64_t number, struct reading *r,
                               struct lm_log *log)
{
    enum lm_status status;
    size_t message = log == NULL ? 0 : log->count;
    unsigned tries = 0;
    os_mutex_take(&s->reading);
    do {
        if (log != NULL)
            log->count = message;
        status = read_rows(database_ask(s->reader, sql, kinds, text, number), r, log);
    } while (read_anew(s, status, &tries));
    os_mutex_give(&s->reading);
    return status;
}

static enum lm_status read_record(struct rows *row, struct lm_arena *arena, void *element)
{
    return record_of(row, arena, element);
}

enum lm_status store_list(struct store *s, enum store_kind kind, const char *scope, int64_t now,
                          struct lm_arena *arena, struct store_record **records, size_t *count,
                          struct lm_log *log)
{
    char sql[SQL_BYTES];
    struct reading r = {.read = read_record, .size = sizeof **records, .arena = arena};
    sql_of(sql,
           "SELECT key, scope, value, until FROM %s"
           " WHERE scope = $1 AND (until = 0 OR until > $2) ORDER BY key",
           kind);
    enum lm_status status = read_all(s, sql, "tn", scope, now, &r, log);
    *records = (struct store_record *)(void *)r.all;
    *count = r.count;
    return status;
}

const char lines_sql[] =
    "SELECT coalesce(e.number, 0), e.text, s.value, coalesce(t.digest, ''), j.head"
    " FROM (SELECT name, head FROM journal WHERE name = $1) j"
    " LEFT JOIN entry e ON e.journal = j.name AND e.number >= $2"
    " LEFT JOIN secret s ON s.journal = e.journal AND s.number = e.number"
    " LEFT JOIN tail t ON t.journal = e.journal AND t.number = e.number ORDER BY e.number";

/* A line with its private part and digest. */
struct row {
    struct store_line line;
    const char *digest;
    uint64_t head;
};

static enum lm_status read_line(struct rows *rows, struct lm_arena *arena, void *element)
{
    size_t length, other;
    struct row row = {.line = {.number = (uint64_t)rows_number(rows, 0),
                               .text = column(rows, 1, arena, &length),
                               .secret = column(rows, 2, arena, &other)},
                      .digest = column(rows, 3, arena, &other),
                      .head = (uint64_t)rows_number(rows, 4)};
    row.line.length = length;
    memcpy(element, &row, sizeof row);
    return row.line.text == NULL || row.line.secret == NULL || row.digest == NULL ? LM_LIMIT
                                                                                  : LM_OK;
}

/* Are ${rows} all lines from number ${from} on, unchanged since they were appended? */
static bool are_whole(const struct row *rows, size_t count, uint64_t from)
{
    char tail[TAIL_BYTES] = "";
    bool whole = count == 0 || rows[count - 1].line.number == rows[count - 1].head;
    for (size_t i = 0; whole && i < count; i++) {
        whole = rows[i].line.number == from + i;
        if (from == 1)
            tail_add(tail, rows[i].line.text, rows[i].line.length);
        whole = whole && (from > 1 || *rows[i].digest == '\0' || strcmp(rows[i].digest, tail) == 0);
    }
    return whole;
}

enum lm_status store_lines(struct store *s, const char *journal, uint64_t from,
                           struct lm_arena *arena, struct store_line **lines, size_t *count,
                           struct lm_log *log)
{
    struct reading r = {.read = read_line, .size = sizeof(struct row), .arena = arena};
    enum lm_status status = read_all(s, lines_sql, "tn", journal, (int64_t)from, &r, log);
    const struct row *rows = (const struct row *)(void *)r.all;
    *count = 0;
    *lines = NULL;
    if (status != LM_OK || r.count == 0)
        return status;
    bool none = r.count == 1 && rows->line.number == 0 && (from > rows->head);
    *count = none ? 0 : r.count;
    if (!are_whole(rows, *count, from))
        return lm_log_add(log, LM_ERROR, (struct lm_place){0},
                          "repair it from a backup or the folder of the mirror: `limmat db repair`",
                          "the lines of the journal are not those that were stored");
    *lines = lm_arena_alloc(arena, *count + 1, sizeof **lines);
    for (size_t i = 0; *lines != NULL && i < *count; i++)
        (*lines)[i] = rows[i].line;
    return *lines == NULL ? LM_LIMIT : LM_OK;
}

static enum lm_status read_journal(struct rows *row, struct lm_arena *arena, void *element)
{
    size_t length;
    struct store_journal journal = {.name = column(row, 0, arena, &length),
                                    .head = (uint64_t)rows_number(row, 1)};
    memcpy(element, &journal, sizeof journal);
    return journal.name == NULL ? LM_LIMIT : LM_OK;
}

enum lm_status store_journals(struct store *s, struct lm_arena *arena,
                              struct store_journal **journals, size_t *count, struct lm_log *log)
{
    struct reading r = {.read = read_journal, .size = sizeof **journals, .arena = arena};
    enum lm_status status =
        read_all(s, "SELECT name, head FROM journal ORDER BY name", "", NULL, 0, &r, log);
    *journals = (struct store_journal *)(void *)r.all;
    *count = r.count;
    return status;
}

static enum lm_status read_summary(struct rows *row, struct lm_arena *arena, void *element)
{
    size_t length;
    struct store_summary summary = {.journal = column(row, 0, arena, &length),
                                    .head = (uint64_t)rows_number(row, 1),
                                    .number = (uint64_t)rows_number(row, 2),
                                    .text = column(row, 3, arena, &length)};
    memcpy(element, &summary, sizeof summary);
    return summary.journal == NULL || summary.text == NULL ? LM_LIMIT : LM_OK;
}

enum lm_status store_summaries(struct store *s, const char *after, size_t most,
                               struct lm_arena *arena, struct store_summary **summaries,
                               size_t *count, struct lm_log *log)
{
    struct reading r = {.read = read_summary, .size = sizeof **summaries, .arena = arena};
    enum lm_status status =
        read_all(s,
                 "SELECT j.name, j.head, coalesce(s.number, 0), coalesce(s.text, '') FROM journal j"
                 " LEFT JOIN summary s ON s.journal = j.name WHERE j.name > $1 ORDER BY j.name"
                 " LIMIT $2",
                 "tn", after, (int64_t)most, &r, log);
    *summaries = (struct store_summary *)(void *)r.all;
    *count = r.count;
    return status;
}

/* --- between writes */

enum { IDLE_MS = 1000, LOOK_MS = 5000 };

/* Maintain log and mirror; the caller is the writer. */
static void care(struct store *s, bool mirror)
{
    if (s->unsettled)
        settle(s);
    if (mirror)
        mirror_look(s->mirror, s->writer);
}

static void take_care(void *context)
{
    struct store *s = context;
    int64_t looked = os_elapsed_milliseconds();
    os_mutex_take(&s->turn);
    while (!s->ending) {
        if (os_condition_wait_for(&s->turned, &s->turn, IDLE_MS) || s->writing || s->ending)
            continue;
        bool look = s->mirror != NULL && os_elapsed_milliseconds() - looked >= LOOK_MS;
        if (!s->unsettled && !look)
            continue;
        s->writing = true;
        os_mutex_give(&s->turn);
        care(s, look);
        looked = look ? os_elapsed_milliseconds() : looked;
        os_mutex_take(&s->turn);
        s->writing = false;
        os_condition_broadcast(&s->turned);
    }
    os_mutex_give(&s->turn);
}

static void end_care(struct store *s)
{
    if (!s->cared)
        return;
    os_mutex_take(&s->turn);
    s->ending = true;
    os_condition_broadcast(&s->turned);
    os_mutex_give(&s->turn);
    os_thread_join(&s->caretaker);
}

void store_mirror_trouble(struct store *s, char why[STORE_WHY])
{
    *why = '\0';
    if (s->mirror != NULL)
        mirror_trouble(s->mirror, why);
}

bool store_is_mirrored(const struct store *s)
{
    return s->mirror != NULL;
}

/* --- opening */

/* Add digests to journals of tables that had none, except unreadable ones. */
static void add_tails(struct store *s)
{
    struct lm_arena *arena = NULL;
    struct work w = {.arena = NULL};
    struct reading r = {.read = read_journal, .size = sizeof(struct store_journal)};
    if (lm_arena_new(&arena, NULL, 0) != LM_OK)
        return;
    r.arena = arena;
    enum lm_status status =
        read_rows(database_ask(s->writer,
                               "SELECT name, head FROM journal j WHERE NOT EXISTS"
                               " (SELECT 1 FROM tail t WHERE t.journal = j.name)",
                               ""),
                  &r, NULL);
    const struct store_journal *all = (const struct store_journal *)(void *)r.all;
    if (status == LM_OK && r.count > 0)
        status = database_run(s->writer, s->engine->begin, NULL);
    for (size_t i = 0; status == LM_OK && i < r.count; i++)
        status = tail_anew(s, &w, all[i].name, all[i].head);
    if (r.count > 0 && (status != LM_OK || database_run(s->writer, "COMMIT", NULL) != LM_OK))
        (void)s->engine->run(s->writer, "ROLLBACK", NULL);
    lm_arena_free(arena);
}

/* Record in the file itself that it is open, or closed. */
static void note_open(struct store *s, bool open)
{
    if (s->engine->settle == NULL || s->writer == NULL)
        return;
    const char *sql = open
                          ? "INSERT INTO setting VALUES ($1, 'store', '', 0) ON CONFLICT DO NOTHING"
                          : "DELETE FROM setting WHERE key = $1";
    if (database_do(NULL, s->writer, sql, "t", STORE_IS_OPEN) == LM_OK)
        settle(s);
}

static enum lm_status open_database(struct store *s, const char *where, struct lm_log *log)
{
    size_t size = strlen(where) + 1;
    s->where = malloc(size);
    s->engine = engine_of(where, log);
    if (s->where == NULL || s->engine == NULL)
        return s->where == NULL ? LM_LIMIT : LM_IO;
    memcpy(s->where, where, size);
    enum lm_status status = s->engine->own == NULL ? LM_OK : s->engine->own(where, &s->owner, log);
    if (status == LM_OK)
        status = database_open(&s->writer, where, DATABASE_WRITE, log);
    if (status == LM_OK)
        status = database_open(&s->reader, where, DATABASE_READ, log);
    return status;
}

enum lm_status store_open(struct store **out, const char *where, const char *mirror,
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
    enum lm_status status = open_database(s, where, log);
    if (status == LM_OK && mirror != NULL) {
        s->mirror = mirror_new(mirror);
        if (s->mirror == NULL)
            status = LM_LIMIT;
        else
            mirror_all(s->mirror, s->writer);
    }
    if (status == LM_OK) {
        add_tails(s);
        note_open(s, true);
        s->cared = (s->engine->settle != NULL || s->mirror != NULL) &&
                   os_thread_start(&s->caretaker, take_care, s);
        *out = s;
    } else {
        store_close(s);
    }
    return status;
}

bool store_is_shared(const struct store *s)
{
    return s->engine->hear != NULL;
}

enum lm_status store_hear(struct store *s, store_heard *heard, void *context)
{
    if (s->engine->hear == NULL)
        return LM_OK;
    s->hearing = s->engine->hear(s->where, s->writer, heard, context);
    return s->hearing == NULL ? LM_LIMIT : LM_OK;
}

void store_hear_no_more(struct store *s)
{
    if (s != NULL && s->hearing != NULL)
        s->engine->hear_no_more(s->hearing);
    if (s != NULL)
        s->hearing = NULL;
}

void store_close(struct store *s)
{
    if (s == NULL)
        return;
    store_hear_no_more(s);
    end_care(s);
    note_open(s, false);
    mirror_free(s->mirror);
    database_close(s->reader); /* the writer last: SQLite moves the log into the file */
    database_close(s->writer);
    os_condition_end(&s->turned);
    os_mutex_end(&s->turn);
    os_mutex_end(&s->reading);
    os_unlock(&s->owner);
    free(s->where);
    free(s);
}

const char *store_engine(size_t at)
{
    if (at == 0)
        return engine_sqlite.title;
    return at == 1 && engine_postgres != NULL ? engine_postgres->title : NULL;
}
