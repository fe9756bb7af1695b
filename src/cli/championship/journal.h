/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_JOURNAL_H
#define LIMMAT_CLI_JOURNAL_H

/*
 * A journal on disk: read whole, appended to one line at a time.  Whoever writes holds a lock from
 * before reading until after writing, so that two commands at once cannot both append to the same
 * state; a line is on disk before the command says so, and a line that could not be written whole
 * is taken back.
 */

#include "cli/core/command.h"
#include "limmat/championship.h"
#include "os/files.h"

struct journal {
    struct os_growing file; /* opened to write; else only its path */
    struct lm_championship *championship;
    size_t events; /* in it, when it was opened */
};

/* Read ${path} and replay it; to ${write}, lock it.  LM_IO, LM_INVALID. */
LM_MUST_CHECK enum lm_status journal_open(const char *path, bool write, struct lm_arena *arena,
                                          struct lm_log *log, struct journal *out);

/* Take ${event}, one line of JSON without newline, and append it: refused events leave the file as
 * it was. */
LM_MUST_CHECK enum lm_status journal_take(struct journal *journal, const char *event,
                                          struct lm_arena *arena, struct lm_log *log);

/* Put what was taken on disk, all of it or nothing; then close. */
LM_MUST_CHECK enum lm_status journal_close(struct journal *journal, const struct lm_text *lines,
                                           struct lm_log *log);

#endif
