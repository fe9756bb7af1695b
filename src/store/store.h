/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_STORE_STORE_H
#define LIMMAT_STORE_STORE_H

/*
 * The store: where a server keeps its journals and small records beside them.
 *
 * Only the store uses SQL; this header hides it.  A *journal* is a list of numbered lines that only
 * grows, a *record* is a value under a key.  When a call returns LM_OK, its data are on the disk; a
 * refused line leaves nothing behind.  Any thread can call; simultaneous writers share one commit.
 *
 * The engine is SQLite, one file for one process, or PostgreSQL, a database for several.  ${where}
 * is the path of the file, or an address that begins with postgresql://.  engine.h is the contract
 * of both; tests/server/test_store.c uses only this header and runs on both.
 *
 * Times are seconds since 1970, UTC, passed by the caller: the store reads no clock.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/status.h"

struct store;

enum { STORE_VERSION = 4 }; /* of the tables */

/* First characters of journals that aren't events: submitted tournaments, lines put aside, a rating
 * office. */
enum { JOURNAL_SENT = '~', JOURNAL_ASIDE = '^', JOURNAL_OFFICE = '%' };

/* Open the store ${where}; make it if missing, upgrade older tables.  ${mirror} is a folder (a
 * stick, for example) with every journal as text, NAME.journal and NAME.private, or NULL; missing
 * lines are written there.  LM_IO with the reason in ${log}.
 *
 * If the database is gone, a call waits some seconds for it to return, then gives LM_IO.  A write
 * with LM_IO can have been done, if the answer to its commit was lost.  Damaged bytes give
 * LM_INVALID. */
LM_MUST_CHECK enum lm_status store_open(struct store **out, const char *where, const char *mirror,
                                        struct lm_log *log);

/* Put the reason why the mirror can't be written into ${why}; "" if it can, or without a mirror.
 * The store keeps trying. */
enum { STORE_WHY = 256 };
void store_mirror_trouble(struct store *s, char why[STORE_WHY]);

/* Is there a mirror?  Each entry is in it before its answer, unless it has trouble. */
bool store_is_mirrored(const struct store *s);

/* Write pending data and close; store_close(NULL) does nothing.  No call can be running. */
void store_close(struct store *s);

/* --- journals */

/* A line of a journal, without its line's end.  ${secret} is its private part, "" for none: it can
 * be erased without the line, which holds no more than a commitment to it. */
struct store_line {
    uint64_t number; /* from 1, without a gap */
    const char *text;
    size_t length;
    const char *secret;
};

/* Append ${lines}, numbered by their place from ${first}, to ${journal} (made if ${first} is 1).
 * All of them or none.  LM_DIFFERENT if the journal does not end before ${first}: another writer
 * was faster, or the journal is shorter.  The numbers in ${lines} are ignored. */
LM_MUST_CHECK enum lm_status store_append(struct store *s, const char *journal, uint64_t first,
                                          const struct store_line *lines, size_t count,
                                          struct lm_log *log);

/* Read the lines of ${journal} from number ${from} on, in ${arena}; none if the journal doesn't
 * exist.  LM_INVALID if one is missing, or, with a ${from} of 1, if they differ from the appended
 * ones. */
LM_MUST_CHECK enum lm_status store_lines(struct store *s, const char *journal, uint64_t from,
                                         struct lm_arena *arena, struct store_line **lines,
                                         size_t *count, struct lm_log *log);

struct store_journal {
    const char *name;
    uint64_t head; /* the number of its last line */
};

/* All journals, by name, in ${arena}. */
LM_MUST_CHECK enum lm_status store_journals(struct store *s, struct lm_arena *arena,
                                            struct store_journal **journals, size_t *count,
                                            struct lm_log *log);

/* --- summaries: data derived from a journal, which save reading it again */

/* The summary of ${journal} when it had ${number} lines: text that the store doesn't read, "" for
 * none.  It is valid while the journal has that many lines.  Removing lines or erasing private
 * parts removes it; a restored backup has none. */
struct store_summary {
    const char *journal;
    uint64_t number, head; /* lines then, and now; ${head} is ignored when it is written */
    const char *text;
};

/* Replace summaries by ${summaries}, except those of journals that have grown since: a newer line
 * could have erased a person. */
LM_MUST_CHECK enum lm_status store_summarise(struct store *s, const struct store_summary *summaries,
                                             size_t count, struct lm_log *log);

/* Of the journals whose names follow ${after} (by bytes), get the first ${most}, by name, each with
 * its summary, in ${arena}. */
LM_MUST_CHECK enum lm_status store_summaries(struct store *s, const char *after, size_t most,
                                             struct lm_arena *arena,
                                             struct store_summary **summaries, size_t *count,
                                             struct lm_log *log);

/* Move the lines of ${journal} from number ${from} (above 1) on into the new journal ${aside},
 * numbered from 1, with their private parts: two machines continued from the same line, and one
 * yields.  LM_DIFFERENT: no such line, or the name is in use. */
LM_MUST_CHECK enum lm_status store_split(struct store *s, const char *journal, uint64_t from,
                                         const char *aside, struct lm_log *log);

/* Erase the private part of a line for good, and remember that it was erased.  Nothing of it
 * remains in the files of the store, except until current readers have finished. */
LM_MUST_CHECK enum lm_status store_erase(struct store *s, const char *journal, uint64_t number,
                                         struct lm_log *log);

/* --- records */

enum store_kind {
    STORE_ACCOUNT,
    STORE_SESSION,
    STORE_GRANT,
    STORE_INVITATION,
    STORE_CODE,
    STORE_SUBMISSION,
    STORE_OUTBOX,
    STORE_AUDIT,
    STORE_SETTING,
    STORE_KEPT, /* kept when a backup is restored: takedowns, erasures */
    STORE_KINDS
};

struct store_record {
    const char *key;   /* unique in its kind */
    const char *scope; /* its owner: the name of a journal; "" for the whole server */
    const char *value; /* text that the store does not read */
    int64_t until;     /* it then ends; 0: never */
};

/* Write ${record}, replacing one of the same key. */
LM_MUST_CHECK enum lm_status store_put(struct store *s, enum store_kind kind,
                                       const struct store_record *record, struct lm_log *log);

/* Write ${record} unless its key exists; ${out}, in ${arena}, is the stored one: of several callers
 * that begin at the same time, all get the first one's record. */
LM_MUST_CHECK enum lm_status store_put_first(struct store *s, enum store_kind kind,
                                             const struct store_record *record,
                                             struct lm_arena *arena, struct store_record *out,
                                             struct lm_log *log);

/* Get the record of ${key} that has not ended at ${now} into ${*out}, in ${arena}; ${out->key} is
 * NULL if there is none. */
LM_MUST_CHECK enum lm_status store_get(struct store *s, enum store_kind kind, const char *key,
                                       int64_t now, struct lm_arena *arena,
                                       struct store_record *out, struct lm_log *log);

/* The same, and delete it: of several callers that take a key at the same time, one gets it. */
LM_MUST_CHECK enum lm_status store_take(struct store *s, enum store_kind kind, const char *key,
                                        int64_t now, struct lm_arena *arena,
                                        struct store_record *out, struct lm_log *log);

/* All records of ${scope}, by key, that have not ended at ${now}. */
LM_MUST_CHECK enum lm_status store_list(struct store *s, enum store_kind kind, const char *scope,
                                        int64_t now, struct lm_arena *arena,
                                        struct store_record **records, size_t *count,
                                        struct lm_log *log);

LM_MUST_CHECK enum lm_status store_remove(struct store *s, enum store_kind kind, const char *key,
                                          struct lm_log *log);

/* Delete all records of ${kind} that ended before ${now}; all of them if ${now} is INT64_MAX. */
LM_MUST_CHECK enum lm_status store_expire(struct store *s, enum store_kind kind, int64_t now,
                                          struct lm_log *log);

/* --- other processes */

/* Can other processes have it open, too? */
bool store_is_shared(const struct store *s);

/* A commit by another process: ${journal} has ${head} lines; with a ${head} of 0 more than lines at
 * its end changed; with a ${journal} of NULL any journal could have changed. */
typedef void store_heard(void *context, const char *journal, uint64_t head);

/* Call ${heard} for each such commit until store_hear_no_more, from a thread of the store's own;
 * and once with NULL at the beginning. */
LM_MUST_CHECK enum lm_status store_hear(struct store *s, store_heard *heard, void *context);
void store_hear_no_more(struct store *s);

/* --- care (`limmat db`) */

/* Copy the store ${where} as of this moment into the new file ${to}, while servers can read and
 * write it. */
LM_MUST_CHECK enum lm_status store_backup(const char *where, const char *to, struct lm_log *log);

/* Check the store ${where}: pages, tables, numbers without gaps, the chain and the private parts of
 * each journal.  Servers can have it open.  LM_DIFFERENT with every fault in ${log}. */
LM_MUST_CHECK enum lm_status store_check(const char *where, struct lm_log *log);

/* The same for a caller that continues with intact journals: ${found} gets each fault and its
 * journal (NULL: the store itself), and returns false to end the check. */
typedef bool store_found(void *context, const char *journal, const char *what);
LM_MUST_CHECK enum lm_status store_search(const char *where, store_found *found, void *context,
                                          struct lm_log *log);

/* Replace the store ${where}, which must not be open, by the backup file ${from}.  The previous
 * store is kept as PATH.before-restore, or in the schema limmat_before_restore.  Sessions,
 * invitations and codes of the backup end; later erasures are repeated.  A damaged backup is
 * refused (LM_DIFFERENT). */
LM_MUST_CHECK enum lm_status store_restore(const char *where, const char *from, struct lm_log *log);

/* Read the lines of ${journal} in the store or backup ${where}, as far as possible and without
 * checks, in ${arena}; nothing is written. */
LM_MUST_CHECK enum lm_status store_peek(const char *where, const char *journal,
                                        struct lm_arena *arena, struct store_line **lines,
                                        size_t *count, struct lm_log *log);

/* Replace the lines of ${journal} in the store ${where}, which must not be open, by ${lines},
 * numbered from 1; the rest stays, also sessions.  ${draft} is an unused file name for the work.
 * The previous store is kept as by store_restore. */
LM_MUST_CHECK enum lm_status store_repair(const char *where, const char *draft, const char *journal,
                                          const struct store_line *lines, size_t count,
                                          struct lm_log *log);

/* The database programs known to this one, for `limmat-serve --version`: NULL past the last. */
const char *store_engine(size_t at);

#endif
