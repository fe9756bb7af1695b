/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLIENT_CLIENT_PROGRAM_H
#define LIMMAT_CLIENT_CLIENT_PROGRAM_H

/* The programs of an installation, and how one runs another. */

#include <stdbool.h>
#include <stddef.h>

#include "limmat/arena.h"
#include "limmat/status.h"
#include "os/process.h"

enum { PROGRAM_WORDS = 2 };

/* Find the words with which the command line of the program ${name} ("limmat-fetch") begins, in
 * ${arena}: its path, beside the running program or where it was installed. For programs in one
 * file (meson -Done_file=true): the path of that file, and the name of the program in it. Return
 * the number of words; 0: not found. */
size_t program_words(const char *name, struct lm_arena *arena, const char *words[PROGRAM_WORDS]);

/* A run of one of our programs. */
struct program {
    const char *name;            /* "limmat" */
    const char *const *operands; /* NULL-terminated */
    const char *input;           /* as in os_run */
    bool (*take)(void *context, const char *bytes, size_t length);
    void *context;
    const struct os_stop *stop;
};

/* Run it and wait for its end. Its standard error goes to ${errors}, its exit status to ${*result}.
 * LM_IO: it is missing, or cannot be run. */
LM_MUST_CHECK enum lm_status program_run_for(const struct program *program, struct lm_log *log,
                                             struct lm_text *errors, int *result);

/* The same, with the first line of its standard error as an error in ${log}. */
LM_MUST_CHECK enum lm_status program_run(const struct program *program, struct lm_log *log);

#endif
