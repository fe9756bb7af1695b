/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/championship/entry.h"

#include <string.h>

static enum lm_status take_lines(struct entry *e, const char *text)
{
    enum lm_status status = LM_OK;
    for (unsigned line = 1; status == LM_OK && *text != '\0'; line++) {
        size_t length = strcspn(text, "\n");
        const char *event = lm_arena_copy(e->run->arena, text, length);
        text += length + (text[length] == '\n');
        if (event == NULL)
            return LM_LIMIT;
        if (strspn(event, " \t\r") == strlen(event))
            continue;
        size_t before = e->run->log->count;
        status = entry_take(e, event);
        for (size_t i = before; i < e->run->log->count; i++)
            e->run->log->all[i].line = line;
    }
    return status;
}

static enum lm_status run_take(struct run *run)
{
    struct entry e;
    const char *text = NULL;
    size_t length = 0;
    enum lm_status status = read_file(run->operands[1], run->arena, run->log, &text, &length);
    if (status == LM_OK)
        status = entry_open(&e, run);
    if (status != LM_OK)
        return status;
    run->log->file = run->operands[1];
    status = take_lines(&e, text);
    run->log->file = NULL;
    return entry_close(&e, status);
}

const struct command championship_take_command = {
    .name = "championship take",
    .operands = "[JOURNAL] EVENTS",
    .assumed = journal_assumed,
    .summary = "enter events written as JSON lines, all of them or none",
    .options = event_options,
    .least = 2,
    .most = 2,
    .run = run_take,
};
