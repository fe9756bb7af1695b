/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/command.h"
#include "limmat/json.h"

enum { FORMAT };

static const struct option options[] = {
    [FORMAT] = {'f', "format", CHOICE, "text|json", 0, 0, "how to print it"}, {0}};

static void write_rules(struct lm_json_writer *w, const char *key, const struct lm_rule *rules)
{
    lm_json_begin(w, key, '[');
    for (size_t i = 0; rules != NULL && rules[i].code != NULL; i++) {
        lm_json_begin_inline(w, NULL, '{');
        lm_json_put_string(w, "code", rules[i].code);
        lm_json_put_string(w, "article", rules[i].article);
        lm_json_put_string(w, "title", rules[i].title);
        lm_json_end(w, '}');
    }
    lm_json_end(w, ']');
}

static void write_system(struct lm_json_writer *w, const struct lm_system *system)
{
    lm_json_begin(w, NULL, '{');
    lm_json_put_string(w, "name", system->name);
    lm_json_put_string(w, "family", system->family);
    lm_json_put_string(w, "title", system->title);
    lm_json_put_string(w, "source", system->source);
    lm_json_put_string(w, "from", system->from);
    lm_json_put_string(w, "until", system->until);
    lm_json_put_integer(w, "games_per_match", system->games_per_match);
    lm_json_begin_inline(w, "codes", '[');
    for (size_t i = 0; system->codes[i] != NULL; i++)
        lm_json_put_string(w, NULL, system->codes[i]);
    lm_json_end(w, ']');
    write_rules(w, "criteria", system->criteria);
    write_rules(w, "colour_rules", system->colour_rules);
    lm_json_end(w, '}');
}

static enum lm_status systems(struct run *run)
{
    size_t count;
    const struct lm_system *const *all = lm_systems(&count);
    if (run->values[FORMAT].number == 1) {
        struct lm_json_writer w = lm_json_writer_to(&run->out, false);
        lm_json_begin(&w, NULL, '[');
        for (size_t i = 0; i < count; i++)
            write_system(&w, all[i]);
        lm_json_end(&w, ']');
        lm_text_add_char(&run->out, '\n');
        return LM_OK;
    }
    struct table table = table_new(run->arena, "ll");
    for (size_t i = 0; i < count; i++) {
        table_add(&table, all[i]->name);
        table_add(&table, all[i]->title);
    }
    table_write(&table, &run->out);
    return LM_OK;
}

const struct command systems_command = {
    .name = "systems",
    .operands = "",
    .summary = "list the pairing systems, by edition",
    .description = "A system is named by its family and edition, such as dutch-2026.  Where a\n"
                   "command takes a system, the family alone means the edition in force on the\n"
                   "tournament's start date.",
    .options = options,
    .run = systems,
};
