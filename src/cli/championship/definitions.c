/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/championship/championship.h"

#include <string.h>

static enum lm_status text_of_definition(const char *name, struct run *run, const char **text,
                                         size_t *length)
{
    for (size_t i = 0; shipped_definitions[i].name != NULL; i++) {
        if (strcmp(shipped_definitions[i].name, name) == 0) {
            *text = shipped_definitions[i].bytes;
            *length = shipped_definitions[i].length;
            return LM_OK;
        }
    }
    return read_file(name, run->arena, run->log, text, length);
}

/* Read the settings from operands NAME=VALUE. */
static enum lm_status settings_of(struct run *run, size_t first, struct lm_setting *settings)
{
    for (size_t i = first; i < run->operand_count; i++) {
        const char *equals = strchr(run->operands[i], '=');
        if (equals == NULL)
            return fail(run->log, LM_INVALID, "\"%s\" is not a setting; write NAME=VALUE",
                        run->operands[i]);
        settings[i - first].name =
            lm_arena_copy(run->arena, run->operands[i], (size_t)(equals - run->operands[i]));
        settings[i - first].value = equals + 1;
        if (settings[i - first].name == NULL)
            return LM_LIMIT;
    }
    return LM_OK;
}

enum lm_status load_definition(struct run *run, size_t first_setting, bool suggested,
                               struct lm_definition **definition)
{
    const char *text = NULL;
    size_t length = 0;
    size_t count = run->operand_count - first_setting;
    struct lm_setting *settings = lm_arena_alloc(run->arena, count, sizeof *settings);
    enum lm_status status = settings == NULL ? LM_LIMIT : settings_of(run, first_setting, settings);
    if (status == LM_OK)
        status = text_of_definition(run->operands[0], run, &text, &length);
    run->log->file = run->operands[0];
    if (status == LM_OK)
        status = lm_definition_read(text, length, settings, count, suggested, run->arena, run->log,
                                    definition);
    run->log->file = NULL;
    return status;
}
