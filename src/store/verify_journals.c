/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Verify that a journal is as it was stored.
 *
 * The chain of an event shows every change except one of its last line, and submitted tournaments
 * have no chain.  So the store keeps its own digest for each journal, over all lines: each step
 * covers the previous digest and the line.  Journals from older tables get one with the next line.
 */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "limmat/journal.h"
#include "store/engine.h"

enum { ARENA_MAX = 1 << 30 };

static void sha256(void *context, const char *bytes, size_t length, uint8_t out[LM_DIGEST_BYTES])
{
    (void)context;
    crypto_hash_sha256(out, (const unsigned char *)bytes, length);
}

static const struct lm_journal_hooks hooks = {sha256, NULL, NULL};

void tail_add(char tail[TAIL_BYTES], const char *text, size_t length)
{
    unsigned char digest[crypto_hash_sha256_BYTES];
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    crypto_hash_sha256_update(&state, (const unsigned char *)tail, strlen(tail));
    crypto_hash_sha256_update(&state, (const unsigned char *)text, length);
    crypto_hash_sha256_final(&state, digest);
    sodium_bin2hex(tail, TAIL_BYTES, digest, sizeof digest);
}

enum lm_status tail_of(struct database *db, const char *journal, uint64_t head,
                       char out[TAIL_BYTES], struct lm_log *log)
{
    size_t length;
    struct rows *rows =
        database_ask(db, "SELECT digest FROM tail WHERE journal = $1 AND number = $2", "tn",
                     journal, (int64_t)head);
    bool known = rows_next(rows);
    snprintf(out, TAIL_BYTES, "%s", known ? rows_text(rows, 0, &length) : "");
    enum lm_status status = rows_end(rows, log);
    if (status != LM_OK || known || head == 0)
        return status;
    rows = database_ask(
        db, "SELECT text FROM entry WHERE journal = $1 AND number <= $2 ORDER BY number", "tn",
        journal, (int64_t)head);
    while (rows_next(rows)) {
        const char *text = rows_text(rows, 0, &length);
        tail_add(out, text, length);
    }
    return rows_end(rows, log);
}

enum lm_status tail_put(struct database *db, const char *journal, uint64_t head,
                        const char tail[TAIL_BYTES], struct lm_log *log)
{
    return database_do(log, db,
                       "INSERT INTO tail VALUES ($1, $2, $3) ON CONFLICT (journal) DO UPDATE"
                       " SET number = excluded.number, digest = excluded.digest",
                       "tnt", journal, (int64_t)head, tail);
}

/* --- one journal */

/* A journal being checked. */
struct look {
    struct database *db;
    const char *journal;
    uint64_t head, count;
    struct lm_arena *arena;
    struct lm_text lines, secrets;
    const char *fault; /* the first one found; NULL: none */
    char tail[TAIL_BYTES];
};

static void fault(struct look *l, const char *before, uint64_t number, const char *behind)
{
    struct lm_text text = lm_text_in(l->arena);
    lm_text_print(&text, "%s%llu%s", before, (unsigned long long)number, behind);
    if (l->fault == NULL)
        l->fault = lm_text_string(&text);
}

/* Does the line of a submitted tournament seal its private part? */
static bool is_sealed(const char *line, const char *secret, size_t length)
{
    char digest[TAIL_BYTES] = "", seal[TAIL_BYTES + 16];
    tail_add(digest, secret, length);
    snprintf(seal, sizeof seal, "\"seal\":\"%s\"", digest);
    return strstr(line, seal) != NULL;
}

static void look_at_row(struct look *l, struct rows *row)
{
    size_t length, secret_length;
    uint64_t number = (uint64_t)rows_number(row, 0);
    if (number == 0)
        return; /* a journal without lines */
    if (number != ++l->count)
        fault(l, "line ", l->count, " is missing");
    const char *text = rows_text(row, 1, &length);
    tail_add(l->tail, text, length);
    lm_text_add_bytes(&l->lines, text, length);
    lm_text_add_char(&l->lines, '\n');
    const char *line = lm_text_string(&l->lines) + l->lines.length - length - 1;
    const char *secret = rows_text(row, 2, &secret_length);
    bool seals = *l->journal == JOURNAL_SENT || *l->journal == JOURNAL_OFFICE;
    if (secret_length > 0 && seals && !is_sealed(line, secret, secret_length))
        fault(l, "the private part of line ", number, " was changed");
    if (secret_length > 0) {
        lm_text_add_bytes(&l->secrets, secret, secret_length);
        lm_text_add_char(&l->secrets, '\n');
    }
    const char *known = rows_text(row, 3, &length);
    if (length > 0 && strcmp(known, l->tail) != 0)
        fault(l, "a line was changed, of those up to number ", number, "");
    l->head = (uint64_t)rows_number(row, 4);
}

/* Count the lines that seal a private part, minus those that have it and those that were erased. If
 * a journal came without the private parts of erased players, their lines are unknown. */
static void look_for_missing(struct look *l)
{
    static const char erase[] = "\"event\":\"erase\"";
    struct rows *rows = database_ask(
        l->db,
        "SELECT min(e.number) FROM entry e WHERE e.journal = $1 AND e.text LIKE"
        " '%\"sealed\":\"%' AND NOT EXISTS (SELECT 1 FROM secret s WHERE s.journal = e.journal"
        " AND s.number = e.number) AND NOT EXISTS (SELECT 1 FROM erasure r"
        " WHERE r.journal = e.journal AND r.number = e.number)",
        "t", l->journal);
    uint64_t number = rows_next(rows) ? (uint64_t)rows_number(rows, 0) : 0;
    if (rows_end(rows, NULL) == LM_OK && number > 0 &&
        strstr(lm_text_string(&l->lines), erase) == NULL)
        fault(l, "the private part of line ", number, " is missing");
}

/* Check the chain, and the private parts by their seals. */
static enum lm_status look_at_chain(struct look *l)
{
    struct lm_journal_audit audit;
    struct lm_log log = {.arena = l->arena};
    if (l->lines.length == 0 || *l->journal == JOURNAL_SENT || *l->journal == JOURNAL_ASIDE ||
        *l->journal == JOURNAL_OFFICE || strstr(lm_text_string(&l->lines), "{\"v\":") == NULL ||
        l->fault != NULL)
        return LM_OK;
    enum lm_status status =
        lm_journal_verify(lm_text_string(&l->lines), l->lines.length, lm_text_string(&l->secrets),
                          l->secrets.length, NULL, &hooks, l->arena, &log, &audit);
    if (status == LM_OK && log.count > 0)
        l->fault = log.all[0].what;
    if (status == LM_OK && l->fault == NULL && audit.erased > 0)
        look_for_missing(l);
    return status;
}

enum lm_status verify_journal(struct database *db, const char *journal, struct lm_arena *arena,
                              const char **what, struct lm_log *log)
{
    struct look l = {.db = db,
                     .journal = journal,
                     .arena = arena,
                     .lines = lm_text_in(arena),
                     .secrets = lm_text_in(arena)};
    struct rows *rows = database_ask(db, lines_sql, "tn", journal, (int64_t)1);
    bool any = false;
    while (rows_next(rows)) {
        any = true;
        look_at_row(&l, rows);
    }
    enum lm_status status = rows_end(rows, log);
    if (status == LM_OK && (l.lines.failed || l.secrets.failed))
        status = LM_LIMIT;
    if (status == LM_OK && !any)
        l.fault = "its lines belong to no journal";
    if (status == LM_OK && l.count != l.head)
        fault(&l, "line ", l.head > l.count ? l.head : l.count + 1, ", its last, is missing");
    if (status == LM_OK)
        status = look_at_chain(&l);
    *what = l.fault;
    return status;
}
