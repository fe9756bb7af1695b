/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_STORE_ENGINE_H
#define LIMMAT_STORE_ENGINE_H

/*
 * The store's interface to a database: connections that run statements.
 *
 * The statements are the same for every engine, and are written once, in store.c and care.c:
 * parameters are $1, $2 … in this order; only SQL that SQLite and PostgreSQL understand alike is
 * used.  An engine adds how to connect, how to begin a transaction that excludes other writers, its
 * tables, and the care of its files.  Both refuse a second line of the same number.
 */

#include <stdbool.h>

#include "os/files.h"
#include "store/store.h"

struct engine;

/* A connection; an engine's own struct begins with this. */
struct database {
    const struct engine *engine;
};

/* An answer being read; likewise. */
struct rows {
    struct database *db;
};

enum database_use {
    DATABASE_WRITE, /* the one connection of a process that writes */
    DATABASE_READ,  /* never writes */
    DATABASE_CARE   /* the writing one of `limmat db`, with no other user */
};

/* A value for a parameter. */
struct sql_value {
    char kind;        /* t text, n number, b text with its length */
    const char *text; /* of t and b */
    size_t length;    /* of b */
    int64_t number;   /* of n */
};

enum { SQL_VALUES_MAX = 8 };

struct engine {
    const char *title; /* "SQLite 3.40.1" */
    const char *begin; /* begins a transaction whose writer is alone */
    const char *look;  /* begins one that sees a single moment */

    /* Open ${where}; for writing, bring its tables to the current version. */
    enum lm_status (*open)(struct database **out, const char *where, enum database_use use,
                           struct lm_log *log);
    void (*close)(struct database *db);

    /* After a failed call: is the connection lost, with everything since ${begin}?  Then connect
     * again, waiting a while if the loss is recent; false: the connection is intact. */
    bool (*again)(struct database *db);

    /* Run statements without parameters or answers. */
    enum lm_status (*run)(struct database *db, const char *sql, struct lm_log *log);

    struct rows *(*ask)(struct database *db, const char *sql, const struct sql_value *values,
                        size_t count);
    bool (*next)(struct rows *rows);
    const char *(*text)(struct rows *rows, int column, size_t *length);
    int64_t (*number)(struct rows *rows, int column);
    enum lm_status (*end)(struct rows *rows, struct lm_log *log);

    /* Keep other processes away from ${where}; NULL: they are allowed. */
    enum lm_status (*own)(const char *where, struct os_lock *lock, struct lm_log *log);

    /* Have ${db} tell the other processes, when it commits, that ${journal} has ${head} lines now,
     * or (0) that it has changed otherwise.  NULL: there are none. */
    enum lm_status (*tell)(struct database *db, const char *journal, uint64_t head,
                           struct lm_log *log);
    /* Listen for these notices; NULL: there are none. */
    struct hearing *(*hear)(const char *where, struct database *db, store_heard *heard,
                            void *context);
    void (*hear_no_more)(struct hearing *hearing);

    /* Move written data into the file, and leave nothing in a log beside it; LM_IO while others
     * read.  NULL: the engine has no log. */
    enum lm_status (*settle)(struct database *db, struct lm_log *log);
    /* Erase the private part of a line also in the data that a restore has put aside.  NULL: none
     * is kept in files. */
    void (*forget)(struct database *db, const char *where, const char *journal, uint64_t number);
    /* Does the file ${where} lack the log that it had?  NULL: the engine has no log. */
    bool (*lacks_log)(const char *where);

    /* A query whose rows are damages of the files themselves; NULL: there is none. */
    const char *damages;
    enum lm_status (*backup)(const char *where, const char *to, struct lm_log *log);
    /* ${mend}: statements that are run on the restored data. */
    enum lm_status (*restore)(const char *where, const char *from, const char *mend,
                              struct lm_log *log);
};

extern const struct engine engine_sqlite;
extern const struct engine *const engine_postgres; /* NULL: this program was built without it */

/* The engine of ${where}: a postgresql:// address, else the path of a file.  NULL with the reason
 * in
 * ${log}. */
const struct engine *engine_of(const char *where, struct lm_log *log);

/* --- statements */

LM_MUST_CHECK enum lm_status database_open(struct database **out, const char *where,
                                           enum database_use use, struct lm_log *log);
void database_close(struct database *db); /* NULL: nothing */
LM_MUST_CHECK enum lm_status database_run(struct database *db, const char *sql, struct lm_log *log);

/* Run ${sql} with values of ${kinds}, one letter each as in struct sql_value: const char *,
 * int64_t, or const char * and size_t.  Read the answer with rows_next and always end it with
 * rows_end, which reports a failure. */
struct rows *database_ask(struct database *db, const char *sql, const char *kinds, ...);

/* Go to the next row; false: there are no more, or it failed. */
bool rows_next(struct rows *rows);

/* A column of the row, from 0: text, which lives until the next row, "" for NULL; a number. */
const char *rows_text(struct rows *rows, int column, size_t *length);
int64_t rows_number(struct rows *rows, int column);

/* End the answer.  LM_IO with the reason in ${log} if it failed (also if ${rows} is NULL),
 * LM_DIFFERENT if such a row already exists. */
LM_MUST_CHECK enum lm_status rows_end(struct rows *rows, struct lm_log *log);

/* Run a query without using its answer, and return its status.  Parameters as in database_ask. */
#define database_do(log, ...) rows_end(database_done(database_ask(__VA_ARGS__)), log)
struct rows *database_done(struct rows *rows);

/* --- tables */

/* The table of records of ${kind}. */
const char *table_of(enum store_kind kind);

/* Write ${format} into ${out}, with the table of ${kind} in place of its %s. */
enum { SQL_BYTES = 256 };
const char *sql_of(char out[SQL_BYTES], const char *format, enum store_kind kind);

/* --- stored journals (verify_journals.c) */

/* The digest over the lines of a journal, in hexadecimal; "" before the first. */
enum { TAIL_BYTES = 65 };
void tail_add(char tail[TAIL_BYTES], const char *text, size_t length);

/* Get the digest of the first ${head} lines of ${journal}, as stored, else from the lines. */
LM_MUST_CHECK enum lm_status tail_of(struct database *db, const char *journal, uint64_t head,
                                     char out[TAIL_BYTES], struct lm_log *log);
LM_MUST_CHECK enum lm_status tail_put(struct database *db, const char *journal, uint64_t head,
                                      const char tail[TAIL_BYTES], struct lm_log *log);

/* Selects the lines of journal $1 from number $2 on: number, text, private part, the digest if
 * known, the number of the last line.  A journal without such lines is a row of number 0. */
extern const char lines_sql[];

/* Check ${journal}; ${*what} is the fault, NULL if there is none. */
LM_MUST_CHECK enum lm_status verify_journal(struct database *db, const char *journal,
                                            struct lm_arena *arena, const char **what,
                                            struct lm_log *log);

/* Write every row of ${from} into the empty tables of ${to}, except the lines of the journal
 * ${except}, unless that is NULL. */
LM_MUST_CHECK enum lm_status tables_copy(struct database *from, struct database *to,
                                         const char *except, struct lm_log *log);

/* --- care */

/* The setting that the file of a store has while it is open. */
#define STORE_IS_OPEN "store.open"

/* In ${db}, which was filled from a backup and sees the tables that it replaces in the schema
 * limmat_before_restore: repeat the erasures made since; keep the data that is to be kept. */
LM_MUST_CHECK enum lm_status erasures_again(struct database *db, struct lm_log *log);
LM_MUST_CHECK enum lm_status keep_again(struct database *db, struct lm_log *log);

/* Erases the private part of line $2 of journal $1 there, if the line is the same here. */
extern const char forget_sql[];

/* Statements that end the sessions, invitations and codes of a backup; and that keep them. */
extern const char sessions_end[], sessions_stay[];

/* Log that the data is damaged, and ${why}: LM_INVALID. */
enum lm_status store_damaged(struct lm_log *log, const char *why);
/* Log that ${what} failed, and ${why}; LM_IO. */
enum lm_status store_complain(struct lm_log *log, const char *what, const char *why);
/* Log that the database does not respond, and ${why}; LM_IO. */
enum lm_status store_gone(struct lm_log *log, const char *why);
enum lm_status store_refuse(struct lm_log *log, const char *remedy, const char *what,
                            const char *about);

#endif
