/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLIENT_PROGRAM_H
#define LIMMAT_CLIENT_PROGRAM_H

/* The programs of an installation and how one of them runs another. */

#include <stdbool.h>
#include <stddef.h>

#include "limmat/arena.h"
#include "limmat/status.h"
#include "os/process.h"

enum { PROGRAM_WORDS = 2 };

/* The words with which the command line of the program ${name} ("limmat-fetch") begins, in
 * ${arena}: its path, beside the one that runs or where it was installed; of programs that are one
 * file (meson -Done_file=true) the path of that, and which of them is meant.  Returns how many
 * words they are; 0: it is not there. */
size_t program_words(const char *name, struct lm_arena *arena, const char *words[PROGRAM_WORDS]);

/* One of our programs at work. */
struct program {
    const char *name;            /* "limmat" */
    const char *const *operands; /* NULL-terminated */
    const char *input;           /* as os_run */
    bool (*take)(void *context, const char *bytes, size_t length);
    void *context;
    const struct os_stop *stop;
};

/* Run it and wait for its end.  What it complains of goes to ${errors}, its exit status to
 * ${*result}. LM_IO: it is missing, or cannot be run. */
LM_MUST_CHECK enum lm_status program_run_for(const struct program *program, struct lm_log *log,
                                             struct lm_text *errors, int *result);

/* The same; the first line of its complaints is an error in ${log}. */
LM_MUST_CHECK enum lm_status program_run(const struct program *program, struct lm_log *log);

#endif
