/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/championship/entry.h"

#include <string.h>

enum { OWNER = EVENT_OPTIONS, CREATED, GAMES, SEEDING, CSV };

static const struct option apply_options[] = {
    ROWS_OF_EVENTS,
    [OWNER] = {0, "owner", TEXT, "NAME", 0, 0,
               "owner of the account, if one person can have several"},
    [CREATED] = {0, "created", TEXT, "TIME", 0, 0, "when the account was created"},
    [GAMES] = {0, "games", NUMBER, "COUNT", 0, 100000000, "rated games before the cutoff"},
    [SEEDING] = {0, "seeding", TEXT, "RATING", 0, 0, "seeding rating, such as 1823.5"},
    [CSV] = {0, "csv", SWITCH, NULL, 0, 0,
             "PLAYER is a file with lines player,owner,created,games,seeding"},
    {0}};

static enum lm_status put_account(struct entry *e, const char *const fields[5])
{
    if (fields[0] == NULL)
        return fail(e->run->log, LM_INVALID, "a line without a player");
    e->player = NULL;
    event_begin(e, "apply");
    lm_json_put_string(&e->w, "player", fields[0]);
    put_if(e, "owner", fields[1]);
    put_if(e, "created", fields[2]);
    enum lm_status status = put_number(e, "games", fields[3]);
    if (status == LM_OK)
        status = put_number(e, "seeding", fields[4]);
    return status == LM_OK ? event_end(e) : status;
}

static enum lm_status apply_csv(struct entry *e)
{
    const char *text = NULL;
    size_t length = 0;
    enum lm_status status =
        read_file(e->run->operands[1], e->run->arena, e->run->log, &text, &length);
    while (status == LM_OK && *text != '\0') {
        const char *fields[5];
        const char *line = text;
        for (size_t i = 0; i < 5; i++)
            fields[i] = next_field(e->run->arena, &line);
        text += strcspn(text, "\n");
        text += *text == '\n';
        if (fields[0] != NULL && strcmp(fields[0], "player") != 0)
            status = put_account(e, fields);
    }
    return status;
}

static enum lm_status run_apply(struct run *run)
{
    struct entry e;
    const struct value *v = run->values;
    enum lm_status status = entry_open(&e, run);
    if (status != LM_OK)
        return status;
    const char *const fields[5] = {run->operands[1], v[OWNER].text, v[CREATED].text, v[GAMES].text,
                                   v[SEEDING].text};
    return entry_close(&e, v[CSV].text != NULL ? apply_csv(&e) : put_account(&e, fields));
}

const struct command championship_apply_command = {
    .name = "championship apply",
    .operands = "[JOURNAL] PLAYER",
    .assumed = journal_assumed,
    .summary = "enter an application",
    .description =
        "A missing fact counts as none: no games, no marks.  `limmat championship lichess` asks\n"
        "Lichess for the facts.",
    .example = "limmat championship apply acwc.journal p12 --created 2015-04-02T10:00:00Z "
               "--games 512 --seeding 1823.5",
    .options = apply_options,
    .least = 2,
    .most = 2,
    .run = run_apply,
};
