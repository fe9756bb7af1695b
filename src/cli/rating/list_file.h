/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_LIST_FILE_H
#define LIMMAT_CLI_LIST_FILE_H

#include <stdbool.h>

#include "limmat/registry_files.h"

/* Does the file ${path} begin as a list of FIDE does: XML, text in columns, or an archive of one?
 * False of tables of other people's, of workbooks, and of what cannot be read. */
bool is_fide_list(const char *path);

/* Feed the list in ${path}, zipped or not, to ${reader}. */
LM_MUST_CHECK enum lm_status feed_list(const char *path, struct lm_arena *arena, struct lm_log *log,
                                       struct lm_fide_reader *reader);

#endif
