/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_LIST_FILE_H
#define LIMMAT_CLI_LIST_FILE_H

#include <stdbool.h>

#include "limmat/registry_files.h"

/* Does the file ${path} begin like a list of FIDE: XML, text in columns, or an archive of one?
 * False for other tables, workbooks, and unreadable files. */
bool is_fide_list(const char *path);

/* Feed the list in ${path}, zipped or not, to ${reader}. */
LM_MUST_CHECK enum lm_status feed_list(const char *path, struct lm_arena *arena, struct lm_log *log,
                                       struct lm_fide_reader *reader);

#endif
