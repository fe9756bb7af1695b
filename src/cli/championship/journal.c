/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/championship/journal.h"

#include <string.h>

enum lm_status journal_open(const char *path, bool write, struct lm_arena *arena,
                            struct lm_log *log, struct journal *out)
{
    struct journal journal = {.file = {.handle = -1, .path = path}};
    const char *bytes = NULL;
    size_t length = 0;
    enum lm_status status = LM_OK;
    if (write) {
        status = os_growing_open(path, log, &journal.file);
        if (status == LM_OK)
            status = os_growing_read(&journal.file, arena, log, &bytes, &length);
    } else {
        status = read_file(path, arena, log, &bytes, &length);
    }
    log->file = path;
    if (status == LM_OK)
        status = lm_championship_replay(bytes, length, arena, log, &journal.championship);
    log->file = NULL;
    if (status != LM_OK) {
        os_growing_close(&journal.file);
        return status;
    }
    journal.events = lm_championship_length(journal.championship);
    *out = journal;
    return LM_OK;
}

enum lm_status journal_take(struct journal *journal, const char *event, struct lm_arena *arena,
                            struct lm_log *log)
{
    struct lm_json *node = NULL;
    enum lm_status status = lm_json_parse(event, strlen(event), arena, log, &node);
    return status == LM_OK ? lm_championship_take(journal->championship, node, log) : status;
}

enum lm_status journal_close(struct journal *journal, const struct lm_text *lines,
                             struct lm_log *log)
{
    enum lm_status status = lm_text_status(lines);
    if (status == LM_OK)
        status = os_growing_append(&journal->file, lines->bytes, lines->length, log);
    os_growing_close(&journal->file);
    return status;
}
