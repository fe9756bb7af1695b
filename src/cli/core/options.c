/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/core/command.h"
#include "cli/core/near.h"
#include "limmat/words.h"
#include "os/process.h"

size_t option_count(const struct option *options)
{
    size_t count = 0;
    while (options != NULL && options[count].name != NULL)
        count++;
    return count;
}

/* The command line being read. */
struct reading {
    struct run *run;
    const struct option *options;
    size_t option_count;
    struct value *values;
    const char *const *arguments;
    size_t count, next;
};

/* Return the index of ${word} in the '|'-separated ${words}, or -1. */
static int64_t word_index(const char *words, const char *word)
{
    size_t length = strlen(word);
    for (int64_t index = 0;; index++) {
        size_t end = strcspn(words, "|");
        if (end == length && memcmp(words, word, length) == 0)
            return index;
        if (words[end] == '\0')
            return -1;
        words += end + 1;
    }
}

/* Set the value of option ${index} to ${text}. */
static void take(struct reading *r, size_t index, const char *text)
{
    const struct option *option = &r->options[index];
    struct value value = {.text = text};
    if (option->kind == NUMBER &&
        !lm_parse_integer(text, strlen(text), option->low, option->high, &value.number))
        fail(r->run->log, LM_INVALID, "--%s is \"%s\"; give an integer from %lld to %lld",
             option->name, text, (long long)option->low, (long long)option->high);
    if (option->kind == CHOICE && (value.number = word_index(option->value, text)) < 0)
        fail(r->run->log, LM_INVALID, "--%s is \"%s\"; give one of %s", option->name, text,
             option->value);
    if (option->kind == TONGUE && lm_language_named(text) == NULL)
        lm_log_add(r->run->log, LM_ERROR, (struct lm_place){.field = "--lang", .value = text},
                   LANGUAGE_CODES, "unknown language");
    else if (option->kind == TONGUE)
        r->run->language = lm_language_named(text);
    r->values[index] = value;
}

/* Read the value of option ${index}: ${attached}, or the next argument if that is NULL. */
static void take_with_value(struct reading *r, size_t index, const char *attached)
{
    if (attached == NULL && r->next < r->count)
        attached = r->arguments[r->next++];
    if (attached == NULL)
        fail(r->run->log, LM_INVALID, "--%s needs a value (%s)", r->options[index].name,
             r->options[index].value);
    else
        take(r, index, attached);
}

/* Former names of options, which are still accepted. */
static const struct {
    const char *once, *now;
} renamed[] = {{"rules", "edition"}};

/* Are the ${length} bytes at ${given} the name ${name}, or a former one of it? */
static bool is_called(const char *given, size_t length, const char *name)
{
    if (strlen(name) == length && memcmp(given, name, length) == 0)
        return true;
    for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++)
        if (strlen(renamed[i].once) == length && memcmp(given, renamed[i].once, length) == 0)
            return strcmp(name, renamed[i].now) == 0;
    return false;
}

/* Read ${argument}, which is --name or --name=value. */
static bool take_long(struct reading *r, const char *argument)
{
    const char *name = argument + 2;
    size_t length = strcspn(name, "=");
    for (size_t i = 0; i < r->option_count; i++) {
        const struct option *option = &r->options[i];
        if (!is_called(name, length, option->name))
            continue;
        const char *attached = name[length] == '=' ? name + length + 1 : NULL;
        if (option->kind != SWITCH)
            take_with_value(r, i, attached);
        else if (attached == NULL)
            take(r, i, "");
        else
            fail(r->run->log, LM_INVALID, "--%s takes no value", option->name);
        return true;
    }
    return false;
}

/* Read ${argument}, which is -s, -sVALUE, or several switches: -ab. */
static bool take_letters(struct reading *r, const char *argument)
{
    for (const char *letter = argument + 1; *letter != '\0'; letter++) {
        size_t i = 0;
        while (i < r->option_count && r->options[i].letter != *letter)
            i++;
        if (i == r->option_count)
            return false;
        if (r->options[i].kind != SWITCH) {
            take_with_value(r, i, letter[1] != '\0' ? letter + 1 : NULL);
            return true;
        }
        take(r, i, "");
    }
    return true;
}

static bool take_option(struct reading *r, const char *argument)
{
    return argument[1] == '-' ? take_long(r, argument) : take_letters(r, argument);
}

/* If the first operand was left out, put the one that the command assumes in front. */
static void assume_first(struct run *run, const struct command *command, const char **operands)
{
    const char *first = run->operand_count > 0 ? operands[0] : NULL;
    const char *assumed = command->assumed(run, first);
    if (assumed == NULL || assumed == first)
        return;
    for (size_t i = run->operand_count++; i > 0; i--)
        operands[i] = operands[i - 1];
    operands[0] = assumed;
}

static void check_operands(const struct run *run, const struct command *command)
{
    if (run->operand_count < command->least)
        fail(run->log, LM_INVALID, "%s: %s is missing; see `limmat help %s`", command->name,
             command->operands, command->name);
    if (run->operand_count > command->most)
        fail(run->log, LM_INVALID, "%s: unexpected operand \"%s\"; see `limmat help %s`",
             command->name, run->operands[command->most], command->name);
}

enum lm_status parse_options(struct run *run, const struct command *command,
                             const char *const *arguments, size_t count)
{
    struct reading r = {.run = run, .options = command->options, .arguments = arguments};
    r.option_count = option_count(command->options);
    r.count = count;
    r.values = lm_arena_alloc(run->arena, r.option_count, sizeof *r.values);
    const char **operands = lm_arena_alloc(run->arena, count + 1, sizeof *operands);
    if (r.values == NULL || operands == NULL)
        return LM_LIMIT;
    run->values = r.values;
    run->operands = operands;
    for (size_t i = 0; i < r.option_count; i++)
        if (command->options[i].kind == TONGUE)
            run->language = language_of_reader();
    bool only_operands = false;
    while (r.next < count) {
        const char *argument = arguments[r.next++];
        bool word = command->words && run->operand_count > 1 && strcmp(argument, "--") == 0;
        if (only_operands || word || argument[0] != '-' || argument[1] == '\0')
            operands[run->operand_count++] = argument;
        else if (strcmp(argument, "--") == 0)
            only_operands = true;
        else if (!take_option(&r, argument))
            no_such_option(run, command, argument);
    }
    if (command->assumed != NULL && run->log->errors == 0)
        assume_first(run, command, operands);
    if (run->log->errors == 0)
        check_operands(run, command);
    return run->log->errors == 0 ? LM_OK : LM_INVALID;
}

const struct lm_language *language_of_reader(void)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    const char *tag = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && (tag == NULL || tag[0] == '\0'); i++)
        tag = os_environment(names[i]);
    const struct lm_language *language = tag == NULL ? NULL : lm_language_named(tag);
    return language == NULL ? lm_english() : language;
}
