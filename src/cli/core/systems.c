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
        "A system is named by its family and edition, such as dutch-2026.  Where a command takes\n"
        "a system, the family alone means the edition in force on the tournament's start date.\n"
        "The text that a system follows is shown after its title; docs/engines has the readings\n"
        "of each.  docs/systems.md has all systems in one table, and the codes of record 192 that\n"
        "are refused, with reasons.\n"
        "\n"
        "Knock-outs of players aren't a system: they follow their bracket, which `limmat "
        "championship` runs.",
    .options = options,
    .run = systems,
};
