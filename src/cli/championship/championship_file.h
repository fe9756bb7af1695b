/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_CHAMPIONSHIP_FILE_H
#define LIMMAT_CLI_CHAMPIONSHIP_FILE_H

/*
 * A journal on disk, NAME.journal with NAME.private beside it for private data: read whole,
 * appended to.  A writer holds a lock from before reading until after writing, so that two commands
 * at once cannot both append to the same state.  A line is on disk before the command reports it,
 * and a line that could not be written whole is removed.
 */

#include "cli/core/command.h"
#include "limmat/championship.h"
#include "os/files.h"

struct journal {
    struct os_growing file; /* opened to write; otherwise only its path */
    const char *secrets_path;
    size_t secrets; /* bytes of the private file that belong to the journal */
    struct lm_championship *championship;
    size_t events; /* number of events when it was opened */
};

/* Read ${path} and replay it; with ${write}, lock it.  LM_IO, LM_INVALID. */
LM_MUST_CHECK enum lm_status journal_open(const char *path, bool write, struct lm_arena *arena,
                                          struct lm_log *log, struct journal *out);

/* The same without a lock; ${judged}: check by the current rules. */
LM_MUST_CHECK enum lm_status journal_read(const char *path, bool judged, struct lm_arena *arena,
                                          struct lm_log *log, struct lm_championship **out);

/* For commands whose JOURNAL can be left out (struct command): return the one in the environment
 * variable LIMMAT_JOURNAL, else the only *.journal in the current folder. */
const char *journal_assumed(struct run *run, const char *first);

/* Does the file begin like the journal of a championship? */
bool journal_is_championship(const char *path);

/* Put the accepted lines on disk, all of them or none. */
LM_MUST_CHECK enum lm_status journal_store(struct journal *journal,
                                           const struct lm_desk_taken *taken, struct lm_log *log);
void journal_close(struct journal *journal);

#endif
