/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/core/command.h"
#include "limmat/answers.h"

enum { FORMAT };

static const struct option options[] = {
    [FORMAT] = {'f', "format", CHOICE, "text|json", 0, 0, "output format"}, {0}};

static enum lm_status systems(struct run *run)
{
    if (run->values[FORMAT].number == 1) {
        lm_answer_systems(&run->out);
        return LM_OK;
    }
    size_t count;
    const struct lm_system *const *all = lm_systems(&count);
    struct table table = table_new(run->arena, "lll");
    for (size_t i = 0; i < count; i++) {
        table_add(&table, all[i]->name);
        table_add(&table, all[i]->title);
        table_add(&table, all[i]->source);
    }
    table_write(&table, &run->out);
    return LM_OK;
}

const struct command systems_command = {
    .name = "systems",
    .operands = "",
    .summary = "list the pairing systems, by edition",
    .description =
        "A system is named by its family and edition, such as dutch-2026.  Where a\n"
        "command takes a system, the family alone means the edition in force on the\n"
        "tournament's start date.  Behind the title stands the text that it follows.\n"
        "What of that is settled by reading is in docs/engines, by the same name; docs/systems.md\n"
        "has them all in one table, and the codes of record 192 that are refused and why.\n\n"
        "Knock-outs are no system: they follow their bracket, which `limmat championship` runs.",
    .options = options,
    .run = systems,
};
