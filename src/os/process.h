/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_OS_PROCESS_H
#define LIMMAT_OS_PROCESS_H

/* This process, and other programs that it runs. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/status.h"
#include "limmat/text.h"

/* Call first in main.  Arguments become UTF-8, and a pattern of files ("*.trf") is replaced by
 * their names if no shell has done so; standard streams pass bytes on unchanged. */
void os_begin(int *count, char ***arguments);

/* getenv, of UTF-8; lasts as long as the process.  After os_begin. */
const char *os_environment(const char *name);

/* The folder for users' data, as help shows it. */
#ifdef _WIN32
#define OS_DATA_HOME "%LOCALAPPDATA%\\"
#else
#define OS_DATA_HOME "~/.local/share/"
#endif

/* Return the folder for the user's data in ${arena}; NULL: the user has none. */
const char *os_data_home(struct lm_arena *arena);

/* A signal to running programs, and to threads that wait for them, to stop; from any thread, once.
 */
struct os_stop {
    intptr_t ends[2]; /* of a pipe, closed as the signal; on Windows, an event */
};

LM_MUST_CHECK bool os_stop_make(struct os_stop *stop);
void os_stop_tell(struct os_stop *stop);
void os_stop_end(struct os_stop *stop); /* once no thread waits on it */

/* Was the signal given?  NULL: it never is. */
bool os_stop_asked(const struct os_stop *stop);

/* A program to run, without a shell. */
struct os_program {
    const char *const *arguments; /* NULL-terminated; the first is its path */
    const char *input;            /* its standard input; at most 64 KiB */
    size_t input_length;
    /* Takes what it writes to standard output, piece by piece; false: no more is wanted, and the
     * program is stopped; its exit status then counts as 0. */
    bool (*take)(void *context, const char *bytes, size_t length);
    void *context;
    /* Once this signal is given, the program has half a second to end, and is then stopped; NULL:
     * no limit. */
    const struct os_stop *stop;
};

/* Run it and wait for its end.  ${*result} is its exit status, -1 if it was stopped; ${errors} gets
 * its output to standard error, at most 64 KiB.  LM_IO: it could not be run. */
LM_MUST_CHECK enum lm_status os_run(const struct os_program *program, struct lm_log *log,
                                    struct lm_text *errors, int *result);

/* Signals that ask a process to end: from its terminal, from the system. */
enum { OS_INTERRUPT = 2, OS_TERMINATE = 15 };

/* Keep freed memory for reuse, where the system can: for programs that make thousands of objects of
 * some megabytes one after the other.  Call before there are threads. */
void os_keep_memory(void);

/* From now on, writing to a closed pipe or connection fails instead of ending the process. */
void os_outlive_readers(void);

/* From now on, files made by this process are readable only by their owner. */
void os_keep_private(void);

/* Become the program ${arguments} (as above), which ends the running one.  Returns only if it
 * cannot be run: LM_IO. */
LM_MUST_CHECK enum lm_status os_become(const char *const *arguments, struct lm_log *log);

/* The path of the running program itself, and its folder, in ${arena}; NULL: the system gives none.
 */
const char *os_own_path(struct lm_arena *arena);
const char *os_own_folder(struct lm_arena *arena);

#endif
