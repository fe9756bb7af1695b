/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_DESK_FILE_H
#define LIMMAT_CLI_DESK_FILE_H

/* An event's journal as files: NAME.journal, which is public, and NAME.private beside it with
 * names, birth dates and all other private data. */

#include "cli/core/command.h"
#include "limmat/desk.h"
#include "os/files.h"

struct desk_file {
    struct os_growing journal, secrets; /* handles below 0: only read */
    const char *secrets_path;
    struct lm_desk *desk;
    bool write;
    bool made; /* the files did not exist before */
};

/* SHA-256 and random bytes for journals. */
extern const struct lm_journal_hooks desk_hooks;

/* "open.journal" → "open.private"; any other name gets ".private" appended. */
const char *desk_secrets_path(const char *path, struct lm_arena *arena);

/* Return the length of the private file up to line ${number}: a crash between the two files leaves
 * private parts of lines that were never accepted. */
size_t desk_secrets_up_to(const char *bytes, size_t length, uint64_t number);

/* Has ${path} the form of an event's journal ("open.journal", "open.journal#A")? */
bool desk_is_journal(const char *path);

/*
 * Replay the event in ${path}.  With ${write} the file is locked against other writers until
 * desk_close, and a missing file is an event without lines.  A half-written line that a crash left,
 * and that was never acknowledged, is noted; with ${write} it is also cut off, without ${write}
 * ignored.
 */
LM_MUST_CHECK enum lm_status desk_open(const char *path, bool write, struct lm_arena *arena,
                                       struct lm_log *log, struct desk_file *out);

/* Write the accepted lines to disk; if that fails, undo them. */
LM_MUST_CHECK enum lm_status desk_store(struct desk_file *file, const struct lm_desk_taken *taken,
                                        struct lm_log *log);

void desk_close(struct desk_file *file);

/* Pair every published round of the journal ${path} again, each from the state when it was
 * published, and append the differences to ${run}'s output.  LM_DIFFERENT: undeclared differences.
 */
LM_MUST_CHECK enum lm_status desk_check(struct run *run, const char *path, bool json);

/* Load the tournament of a section of the journal ${path}: "open.journal#A", or without "#" that of
 * the only section. */
LM_MUST_CHECK enum lm_status desk_load(const char *path, struct lm_arena *arena, struct lm_log *log,
                                       struct lm_tournament **out);

#endif
