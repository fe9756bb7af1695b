/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_STORE_STORE_H
#define LIMMAT_STORE_STORE_H

/*
 * The store: where a server keeps its journals and the few small things beside them.
 *
 * This is the only code that knows SQL, and the header does not: a *journal* is a list of numbered
 * lines that only grows, a *record* is a value under a key.  What a call has taken is on the disk
 * when it returns, and a line that could not be taken leaves nothing behind.  Any thread may call;
 * writers that come at the same time share one commit.
 *
 * Behind it: SQLite, one file that one process has; or PostgreSQL, a database that several share.
 * ${where} is the path of the file, or an address that begins with postgresql://.  engine.h says
 * what either has to do; tests/server/test_store.c is written against this header alone and run on
 * both.
 *
 * Times are seconds since 1970, UTC, given by the caller: the store asks no clock.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/status.h"

struct store;

enum { STORE_VERSION = 4 }; /* of the tables */

/* Journals whose names begin so are no event's: what was sent in, what was put aside, a rating
 * office's. */
enum { JOURNAL_SENT = '~', JOURNAL_ASIDE = '^', JOURNAL_OFFICE = '%' };

/* Open the store ${where}, made if there is none; older ones are brought to today's tables.
 * ${mirror} is a folder (say, a stick) where every journal also stands as text, NAME.journal and
 * NAME.private, or NULL; what is missing there is written.  LM_IO with the reason in ${log}.
 *
 * A call to a store whose database has gone waits some seconds for it to come back, then it is
 * LM_IO.  A write that is LM_IO may have been done, when the answer to its commit was lost.  What
 * cannot be read because its bytes are damaged is LM_INVALID. */
LM_MUST_CHECK enum lm_status store_open(struct store **out, const char *where, const char *mirror,
                                        struct lm_log *log);

/* Why the mirror is not being written, into ${why}; "" while it is, or when there is none.  It is
 * tried again by itself. */
enum { STORE_WHY = 256 };
void store_mirror_trouble(struct store *s, char why[STORE_WHY]);

/* Is there a mirror?  Each entry is in it before its answer, unless it has trouble. */
bool store_is_mirrored(const struct store *s);

/* Write out what is left and close; store_close(NULL) does nothing.  No call may be under way. */
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

/* Append ${lines}, numbered by their place from ${first}, to ${journal} (made when ${first} is 1).
 * All of them or none.  LM_DIFFERENT when the journal does not end before ${first}: another was
 * faster, or the journal is shorter.  The numbers in ${lines} are not looked at. */
LM_MUST_CHECK enum lm_status store_append(struct store *s, const char *journal, uint64_t first,
                                          const struct store_line *lines, size_t count,
                                          struct lm_log *log);

/* The lines of ${journal} from number ${from} on, in ${arena}.  None when there is no such one.
 * LM_INVALID when one is missing, or, with a ${from} of 1, when they are not those that were
 * appended. */
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

/* --- summaries: what somebody made of a journal, so as not to read it again */

/* What was made of ${journal} when it had ${number} lines: text that the store does not read, ""
 * for none.  It is right while the journal has as many: lines that are taken back to be another's,
 * and private parts that are erased, take it with them; no backup brings one back. */
struct store_summary {
    const char *journal;
    uint64_t number, head; /* lines then, and now; ${head} is not looked at when it is written */
    const char *text;
};

/* Write ${summaries} over those that are there, but for those whose journal has gone on meanwhile:
 * somebody may have been erased by what they do not know of. */
LM_MUST_CHECK enum lm_status store_summarise(struct store *s, const struct store_summary *summaries,
                                             size_t count, struct lm_log *log);

/* Of the journals whose names come behind ${after} (by bytes) the first ${most}, by name, each with
 * its summary, in ${arena}. */
LM_MUST_CHECK enum lm_status store_summaries(struct store *s, const char *after, size_t most,
                                             struct lm_arena *arena,
                                             struct store_summary **summaries, size_t *count,
                                             struct lm_log *log);

/* Move the lines of ${journal} from number ${from} (above 1) on into the new journal ${aside},
 * numbered from 1 there, private parts and all: two have written on from the same line, and one
 * gives way.  LM_DIFFERENT: there is no such line, or something under that name already. */
LM_MUST_CHECK enum lm_status store_split(struct store *s, const char *journal, uint64_t from,
                                         const char *aside, struct lm_log *log);

/* Erase the private part of a line for good, and remember that it was erased.  Nothing of it stays
 * in the files of the store, or (while others read) not longer than until they have read. */
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
    STORE_KEPT, /* what a restored backup does not undo: takedowns, what was erased */
    STORE_KINDS
};

struct store_record {
    const char *key;   /* unique in its kind */
    const char *scope; /* what it belongs to: the name of a journal; "" for the whole server */
    const char *value; /* text that the store does not read */
    int64_t until;     /* it ends then; 0: never */
};

/* Write ${record}, over the one of its key if there is one. */
LM_MUST_CHECK enum lm_status store_put(struct store *s, enum store_kind kind,
                                       const struct store_record *record, struct lm_log *log);

/* Write ${record} unless there is one of its key; ${out}, in ${arena}, is what is there then: of
 * those who want to begin something at the same time, all get what one of them has written. */
LM_MUST_CHECK enum lm_status store_put_first(struct store *s, enum store_kind kind,
                                             const struct store_record *record,
                                             struct lm_arena *arena, struct store_record *out,
                                             struct lm_log *log);

/* The record of ${key} that has not ended at ${now} into ${*out}, in ${arena}; ${out->key} is NULL
 * when there is none. */
LM_MUST_CHECK enum lm_status store_get(struct store *s, enum store_kind kind, const char *key,
                                       int64_t now, struct lm_arena *arena,
                                       struct store_record *out, struct lm_log *log);

/* The same, and it is gone: of those who take a key at the same time one gets it. */
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

/* Forget all records of ${kind} that ended before ${now}; all of them when ${now} is INT64_MAX. */
LM_MUST_CHECK enum lm_status store_expire(struct store *s, enum store_kind kind, int64_t now,
                                          struct lm_log *log);

/* --- other processes */

/* May others have it open, too? */
bool store_is_shared(const struct store *s);

/* What another process has committed: ${journal} has ${head} lines; with a ${head} of 0 more has
 * happened to it than lines at its end; with a ${journal} of NULL nobody knows what has happened to
 * which. */
typedef void store_heard(void *context, const char *journal, uint64_t head);

/* Call ${heard} for it until store_hear_no_more, by a thread of the store's own; once with NULL at
 * the beginning. */
LM_MUST_CHECK enum lm_status store_hear(struct store *s, store_heard *heard, void *context);
void store_hear_no_more(struct store *s);

/* --- care (`limmat db`) */

/* A copy of the store ${where} as of this moment in the new file ${to}, while servers read and
 * write it. */
LM_MUST_CHECK enum lm_status store_backup(const char *where, const char *to, struct lm_log *log);

/* Does everything in the store ${where} hold together: pages, tables, numbers without a gap, the
 * chain and the private parts of each journal?  Servers may have it open.  LM_DIFFERENT with every
 * complaint in ${log}. */
LM_MUST_CHECK enum lm_status store_check(const char *where, struct lm_log *log);

/* The same for who goes on with what is well: ${found} is told what is wrong with which journal
 * (NULL: with the store itself), and answers false to end the search. */
typedef bool store_found(void *context, const char *journal, const char *what);
LM_MUST_CHECK enum lm_status store_search(const char *where, store_found *found, void *context,
                                          struct lm_log *log);

/* Put the file ${from}, a backup, in the place of the store ${where}, which nobody may have open.
 * What was there is kept beside it: as PATH.before-restore, or in the schema limmat_before_restore.
 * Sessions, invitations and codes of the backup end; what was erased since it was made is erased
 * again.  A backup that is damaged (LM_DIFFERENT) is put in no place. */
LM_MUST_CHECK enum lm_status store_restore(const char *where, const char *from, struct lm_log *log);

/* The lines of ${journal} in the store or backup ${where}, as far as they can be read and whatever
 * they are, in ${arena}; nothing is written. */
LM_MUST_CHECK enum lm_status store_peek(const char *where, const char *journal,
                                        struct lm_arena *arena, struct store_line **lines,
                                        size_t *count, struct lm_log *log);

/* Put ${lines}, numbered from 1, in the place of what the store ${where}, which nobody may have
 * open, has of ${journal}; all else stays, sessions too.  ${draft} is a file that is not there, for
 * meanwhile.  What was there is kept as by store_restore. */
LM_MUST_CHECK enum lm_status store_repair(const char *where, const char *draft, const char *journal,
                                          const struct store_line *lines, size_t count,
                                          struct lm_log *log);

/* The programs behind it that this one knows, for `limmat-serve --version`: NULL past the last. */
const char *store_engine(size_t at);

#endif
