/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/championship/entry.h"

#include "cli/championship/championship.h"
#include "cli/desk/desk_file.h"
#include "os/files.h"

enum { NEW_AT, NEW_BY, NEW_SUGGESTED, NEW_REPLACE };

static const struct option new_options[] = {
    [NEW_AT] = AT_OPTION,
    [NEW_BY] = {0, "by", TEXT, "NAME", 0, 0, "who opens the championship"},
    [NEW_SUGGESTED] = {0, "suggested", SWITCH, NULL, 0, 0,
                       "use the suggestions for settings that the rules leave open"},
    [NEW_REPLACE] = {0, "replace", SWITCH, NULL, 0, 0, "replace the journal JOURNAL"},
    {0}};

static enum lm_status run_new(struct run *run)
{
    struct lm_definition *definition = NULL;
    int64_t at = 0;
    const char *secrets = desk_secrets_path(run->operands[1], run->arena);
    if (os_is_there(secrets))
        return fail(run->log, LM_INVALID,
                    "%s already exists: the private part of another journal; move it away, or use "
                    "another name",
                    secrets);
    enum lm_status status = moment_of(run->values[NEW_AT].text, run->log, &at);
    if (status == LM_OK)
        status = load_definition(run, 2, run->values[NEW_SUGGESTED].text != NULL, &definition);
    if (status != LM_OK)
        return status;
    const char *by = run->values[NEW_BY].text;
    run->destination = run->operands[1];
    run->delivery = run->values[NEW_REPLACE].text == NULL ? AS_NEW_FILE : AS_REPLACEMENT;
    struct lm_championship *c = NULL;
    return lm_championship_begin(definition, by != NULL ? by : "limmat", at, &desk_hooks,
                                 run->arena, run->log, &run->out, &c);
}

const struct command championship_new_command = {
    .name = "championship new",
    .operands = "DEFINITION JOURNAL [SETTING=VALUE…]",
    .summary = "open a championship: write the first line of its journal",
    .description =
        "DEFINITION is a file, or the name of one that comes with Limmat: acwc-2019,\n"
        "acwc-2019-final, acwc-2020 to acwc-2024, club-knock-out, candidates, swiss-plus-final.\n"
        "What its rules leave open must be filled in as SETTING=VALUE; the errors say which.",
    .example = "limmat championship new acwc-2019 acwc.journal",
    .options = new_options,
    .least = 2,
    .most = 64,
    .run = run_new,
};
