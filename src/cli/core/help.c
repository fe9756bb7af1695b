/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/core/command.h"
#include "cli/core/near.h"
#include "cli/event/checklist.h"
#include "os/files.h"

enum { HELP_COLUMN = 30 };

static void pad_to(struct lm_text *out, size_t line_start, size_t column)
{
    size_t width = lm_utf8_width(out->bytes + line_start, out->length - line_start);
    lm_text_repeat(out, ' ', width < column ? column - width : 1);
}

void write_overview(struct lm_text *out, const struct command *const *commands)
{
    lm_text_add(out, PROGRAM_LINE
                "\n\nLimmat pairs, explains, checks, ranks and rates chess tournaments.\n\n"
                "usage: limmat COMMAND [OPTION…] [OPERAND…]\n\n");
    struct table table = table_new(out->arena, "lll");
    for (size_t i = 0; commands[i] != NULL; i++) {
        table_add(&table, "");
        table_add(&table, commands[i]->name);
        table_add(&table, commands[i]->summary);
    }
    table_write(&table, out);
    lm_text_add(out, "\n"
                     "`limmat help COMMAND` explains a command.  FILE can be - (standard input).\n"
                     "The arguments of bbpPairings and JaVaFo work too: limmat --dutch FILE -p\n");
}

/* "-f text|json", "--seed N" */
static void write_option_name(struct lm_text *out, const struct option *option)
{
    if (option->letter != '\0')
        lm_text_print(out, "-%c", option->letter);
    else
        lm_text_print(out, "--%s", option->name);
    if (option->kind != SWITCH)
        lm_text_print(out, " %s", option->value);
}

static void write_usage(struct lm_text *out, const struct command *command)
{
    lm_text_print(out, "usage: limmat %s", command->name);
    for (size_t i = 0; i < option_count(command->options); i++) {
        lm_text_add(out, " [");
        write_option_name(out, &command->options[i]);
        lm_text_add_char(out, ']');
    }
    if (command->operands[0] != '\0')
        lm_text_print(out, command->least > 0 ? " %s" : " [%s]", command->operands);
    lm_text_add_char(out, '\n');
}

static void write_option_help(struct lm_text *out, const struct option *option)
{
    size_t start = out->length;
    if (option->letter != '\0')
        lm_text_print(out, "  -%c, --%s", option->letter, option->name);
    else
        lm_text_print(out, "      --%s", option->name);
    if (option->kind != SWITCH)
        lm_text_print(out, " %s", option->value);
    if (lm_utf8_width(out->bytes + start, out->length - start) >= HELP_COLUMN) {
        lm_text_add_char(out, '\n');
        start = out->length;
    }
    pad_to(out, start, HELP_COLUMN);
    lm_text_print(out, "%s\n", option->help);
}

void write_help(struct lm_text *out, const struct command *command)
{
    write_usage(out, command);
    lm_text_print(out, "\n%s.\n", command->summary);
    if (command->description != NULL)
        lm_text_print(out, "\n%s\n", command->description);
    size_t count = option_count(command->options);
    if (count > 0)
        lm_text_add_char(out, '\n');
    for (size_t i = 0; i < count; i++)
        write_option_help(out, &command->options[i]);
    if (command->example != NULL)
        lm_text_print(out, "\nExamples:\n%s\n", command->example);
}

enum { MAN, COMPLETION };

static const struct option options[] = {
    [MAN] = {.name = "man",
             .kind = TEXT,
             .value = "DIR",
             .help = "write the manual pages of all commands into DIR"},
    [COMPLETION] = {.name = "completion",
                    .kind = CHOICE,
                    .value = "bash|zsh|fish",
                    .help = "print the completion script for that shell"},
    {0}};

/* "limmat-rate-list.1" for "rate list"; "limmat.1" for NULL. */
static const char *page_name(struct lm_arena *arena, const struct command *command)
{
    struct lm_text name = lm_text_in(arena);
    lm_text_add(&name, "limmat");
    for (const char *c = command == NULL ? "" : command->name; *c != '\0'; c++) {
        if (c == command->name)
            lm_text_add_char(&name, '-');
        lm_text_add_char(&name, *c == ' ' ? '-' : *c);
    }
    lm_text_add(&name, ".1");
    return lm_text_string(&name);
}

static enum lm_status write_page(struct run *run, const char *directory,
                                 const struct command *command)
{
    struct lm_text page = lm_text_in(run->arena);
    write_man_page(&page, run->commands, command);
    const char *path = os_join(run->arena, directory, page_name(run->arena, command));
    if (path == NULL || lm_text_status(&page) != LM_OK)
        return LM_LIMIT;
    return os_write(path, lm_text_string(&page), page.length, OS_QUICK, run->log);
}

static enum lm_status write_pages(struct run *run, const char *directory)
{
    enum lm_status status = os_make_folder(directory, run->log);
    if (status == LM_OK)
        status = write_page(run, directory, NULL);
    for (size_t i = 0; status == LM_OK && run->commands[i] != NULL; i++)
        status = write_page(run, directory, run->commands[i]);
    return status;
}

bool write_subject(struct lm_text *out, const struct command *const *commands, const char *subject)
{
    struct table table = table_new(out->arena, "lll");
    size_t length = strlen(subject), count = 0;
    for (size_t i = 0; commands[i] != NULL; i++) {
        if (strncmp(commands[i]->name, subject, length) != 0 || commands[i]->name[length] != ' ')
            continue;
        table_add(&table, "");
        table_add(&table, commands[i]->name);
        table_add(&table, commands[i]->summary);
        count++;
    }
    if (count == 0)
        return false;
    lm_text_print(out, "usage: limmat %s COMMAND [OPTION…] [OPERAND…]\n\n", subject);
    table_write(&table, out);
    lm_text_print(out,
                  "\n"
                  "`limmat help %s COMMAND` explains a command.\n",
                  subject);
    return true;
}

/* Return the command whose name is the operands, joined by a space; NULL: none. */
static const struct command *named(const struct run *run)
{
    struct lm_text name = lm_text_in(run->arena);
    for (size_t i = 0; i < run->operand_count; i++)
        lm_text_print(&name, i == 0 ? "%s" : " %s", run->operands[i]);
    for (size_t i = 0; run->commands[i] != NULL; i++)
        if (strcmp(run->commands[i]->name, lm_text_string(&name)) == 0)
            return run->commands[i];
    return NULL;
}

static enum lm_status help(struct run *run)
{
    if (run->values[MAN].text != NULL)
        return write_pages(run, run->values[MAN].text);
    if (run->values[COMPLETION].text != NULL) {
        write_completion(&run->out, run->commands, (enum shell)run->values[COMPLETION].number);
        return LM_OK;
    }
    if (run->operand_count == 0) {
        write_overview(&run->out, run->commands);
        return LM_OK;
    }
    const struct command *command = named(run);
    if (command == NULL && run->operand_count == 1 &&
        write_subject(&run->out, run->commands, run->operands[0]))
        return LM_OK;
    if (command == NULL)
        return no_such_command(run, run->operands, run->operand_count);
    write_help(&run->out, command);
    return LM_OK;
}

const struct command help_command = {
    .name = "help",
    .operands = "COMMAND",
    .summary = "explain a command and its options",
    .options = options,
    .most = 2,
    .run = help,
};
