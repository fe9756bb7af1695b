/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/championship/entry.h"

#include <string.h>

/* Undo a mistake: one event undoes a line, with everything that followed from it. */

static enum lm_status put_line(struct entry *e)
{
    const char *text = e->run->operands[1];
    int64_t number = 0;
    if (!lm_parse_integer(text, strlen(text), 1, INT64_MAX / 2, &number))
        return fail(e->run->log, LM_INVALID,
                    "\"%s\" is not a line number; `limmat championship explain` shows them", text);
    lm_json_put_integer(&e->w, "line", number);
    return LM_OK;
}

static enum lm_status put_player(struct entry *e)
{
    lm_json_put_string(&e->w, "player", e->run->operands[1]);
    return LM_OK;
}

static enum lm_status undo(struct run *run, const char *event,
                           enum lm_status (*put)(struct entry *))
{
    struct entry e;
    enum lm_status status = entry_open(&e, run);
    if (status != LM_OK)
        return status;
    event_begin(&e, event);
    if (put != NULL)
        status = put(&e);
    return entry_close(&e, status == LM_OK ? event_end(&e) : status);
}

static enum lm_status run_restore(struct run *run)
{
    return undo(run, "restore", put_line);
}

static enum lm_status run_return(struct run *run)
{
    return undo(run, "return", put_player);
}

static enum lm_status run_unpublish(struct run *run)
{
    return undo(run, "unpublish", NULL);
}

const struct command championship_restore_command = {
    .name = "championship restore",
    .operands = "[JOURNAL] LINE",
    .assumed = journal_assumed,
    .summary = "undo a line, with everything that followed from it",
    .description =
        "`limmat championship explain` shows the line numbers.  Lines that depend on it are\n"
        "undone with it.  A published round stays even if the rules would now pair it\n"
        "differently: each such line is named, and must be acknowledged.  Undoing an undo\n"
        "restores the line.",
    .example = "limmat championship restore acwc.journal 117 --why 'wrong player'",
    .options = event_options,
    .least = 2,
    .most = 2,
    .run = run_restore,
};

const struct command championship_return_command = {
    .name = "championship return",
    .operands = "[JOURNAL] PLAYER",
    .assumed = journal_assumed,
    .summary = "undo a disqualification or withdrawal, with everything that followed from it",
    .example = "limmat championship return acwc.journal p07 --why 'the mark was an error'",
    .options = event_options,
    .least = 2,
    .most = 2,
    .run = run_return,
};

const struct command championship_unpublish_command = {
    .name = "championship unpublish",
    .operands = "[JOURNAL]",
    .assumed = journal_assumed,
    .summary = "undo the last pairing",
    .options = event_options,
    .least = 1,
    .most = 1,
    .run = run_unpublish,
};
