/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_DIRECTORY_H
#define LIMMAT_CLI_DIRECTORY_H

/* Directories that others read while they are written. */

#include "cli/core/command.h"

/* Make the directory ${path} unless there is one.  LM_IO. */
LM_MUST_CHECK enum lm_status make_directory(const char *path, struct lm_log *log);

/* Remove ${path} and everything in it; nothing there is fine. */
void remove_tree(const char *path);

/* Put ${fresh} where ${live} is, at once where the system can: a reader finds the one or the other.
 * What was live is at ${fresh} afterwards, or nowhere if there was nothing.  Both are directories
 * or both are files of one file system.  LM_IO, and then nothing has changed. */
LM_MUST_CHECK enum lm_status take_place(const char *fresh, const char *live, struct lm_log *log);

/* Does the file ${path} hold exactly these bytes? */
bool file_is(const char *path, const char *bytes, size_t length);

/* How many entries ${path} has; 0 when it is no directory. */
size_t count_entries(const char *path);

/* Write a new file.  LM_IO. */
LM_MUST_CHECK enum lm_status write_new(const char *path, const char *bytes, size_t length,
                                       struct lm_log *log);

#endif
