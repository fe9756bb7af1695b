/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/core/command.h"

/*
 * Completion for shells, from the table of commands.  Each script has three kinds of data: the
 * words of the commands, the options of each, and the values of an option: the words of a choice,
 * the name of a system, or, as for an operand, a file.
 */

/* ---- Data from the rows ---- */

/* Return the length of the first word of ${name}. */
static size_t first_word(const char *name)
{
    return strcspn(name, " ");
}

static bool has_two_words(const struct command *command)
{
    return command->name[first_word(command->name)] != '\0';
}

/* Is ${i} the first command with its first word? */
static bool begins_subject(const struct command *const *commands, size_t i)
{
    size_t length = first_word(commands[i]->name);
    for (size_t k = 0; k < i; k++)
        if (first_word(commands[k]->name) == length &&
            memcmp(commands[k]->name, commands[i]->name, length) == 0)
            return false;
    return true;
}

static bool same_subject(const struct command *a, const struct command *b)
{
    size_t length = first_word(a->name);
    return first_word(b->name) == length && memcmp(a->name, b->name, length) == 0;
}

/* Append the words that ${option} takes, separated by blanks; nothing: any text. */
static void add_words(struct lm_text *out, const struct option *option)
{
    if (option->kind == CHOICE)
        for (const char *c = option->value; *c != '\0'; c++)
            lm_text_add_char(out, *c == '|' ? ' ' : *c);
    if (option->kind != TEXT || strcmp(option->value, "SYSTEM") != 0)
        return;
    size_t count;
    const struct lm_system *const *systems = lm_systems(&count);
    for (size_t i = 0; i < count; i++)
        lm_text_print(out, "%s%s", i == 0 ? "" : " ", systems[i]->name);
}

static bool takes_words(const struct option *option)
{
    return option->kind == CHOICE || (option->kind == TEXT && strcmp(option->value, "SYSTEM") == 0);
}

/* Append ${text} within quotes of a shell; ${special} characters with a backslash. */
static void add_quoted(struct lm_text *out, const char *text, const char *special)
{
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '\'')
            lm_text_add(out, "'\\'");
        if (strchr(special, *c) != NULL)
            lm_text_add_char(out, '\\');
        lm_text_add_char(out, *c);
    }
}

/* ---- bash ---- */

/* "pair) words='…';;" for the options of every command. */
static void add_bash_options(struct lm_text *out, const struct command *const *commands)
{
    for (size_t i = 0; commands[i] != NULL; i++) {
        lm_text_print(out, "        '%s') words='", commands[i]->name);
        for (size_t k = 0; k < option_count(commands[i]->options); k++)
            lm_text_print(out, "--%s ", commands[i]->options[k].name);
        lm_text_add(out, "--help';;\n");
    }
}

static void add_bash_values(struct lm_text *out, const struct command *const *commands)
{
    for (size_t i = 0; commands[i] != NULL; i++)
        for (size_t k = 0; k < option_count(commands[i]->options); k++) {
            const struct option *option = &commands[i]->options[k];
            if (!takes_words(option))
                continue;
            lm_text_print(out, "        '%s --%s'", commands[i]->name, option->name);
            if (option->letter != '\0')
                lm_text_print(out, "|'%s -%c'", commands[i]->name, option->letter);
            lm_text_add(out, ") words='");
            add_words(out, option);
            lm_text_add(out, "';;\n");
        }
}

static void add_bash_subjects(struct lm_text *out, const struct command *const *commands)
{
    for (size_t i = 0; commands[i] != NULL; i++) {
        if (!has_two_words(commands[i]) || !begins_subject(commands, i))
            continue;
        lm_text_print(out, "        %.*s) second='", (int)first_word(commands[i]->name),
                      commands[i]->name);
        for (size_t k = i; commands[k] != NULL; k++)
            if (same_subject(commands[i], commands[k]))
                lm_text_print(out, "%s ", commands[k]->name + first_word(commands[k]->name) + 1);
        lm_text_add(out, "';;\n");
    }
}

static void write_bash(struct lm_text *out, const struct command *const *commands)
{
    lm_text_add(out, "# limmat: completion for bash\n"
                     "_limmat() {\n"
                     "    local word=${COMP_WORDS[COMP_CWORD]} words='' second=''\n"
                     "    local command=${COMP_WORDS[1]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
                     "    COMPREPLY=()\n"
                     "    if [ \"$COMP_CWORD\" = 1 ]; then\n"
                     "        COMPREPLY=($(compgen -W '");
    for (size_t i = 0; commands[i] != NULL; i++)
        if (begins_subject(commands, i))
            lm_text_print(out, "%.*s ", (int)first_word(commands[i]->name), commands[i]->name);
    lm_text_add(out, "' -- \"$word\"))\n"
                     "        return\n"
                     "    fi\n"
                     "    case $command in\n");
    add_bash_subjects(out, commands);
    lm_text_add(out, "    esac\n"
                     "    if [ -n \"$second\" ] && [ \"$COMP_CWORD\" = 2 ]; then\n"
                     "        COMPREPLY=($(compgen -W \"$second\" -- \"$word\"))\n"
                     "        return\n"
                     "    fi\n"
                     "    if [ -n \"$second\" ]; then command=\"$command ${COMP_WORDS[2]}\"; fi\n"
                     "    case \"$command $before\" in\n");
    add_bash_values(out, commands);
    lm_text_add(out, "    esac\n"
                     "    if [ -z \"$words\" ] && [ \"${word:0:1}\" = - ]; then\n"
                     "        case $command in\n");
    add_bash_options(out, commands);
    lm_text_add(out, "        esac\n"
                     "    fi\n"
                     "    if [ -n \"$words\" ]; then\n"
                     "        COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
                     "    fi\n"
                     "}\n"
                     "complete -o bashdefault -o default -F _limmat limmat\n");
}

/* ---- zsh ---- */

static const char zsh_special[] = ":[]\\";

static void add_zsh_option(struct lm_text *out, const struct option *option)
{
    lm_text_add(out, " \\\n            ");
    if (option->letter != '\0')
        lm_text_print(out, "'(-%c --%s)'{-%c,--%s}'[", option->letter, option->name, option->letter,
                      option->name);
    else
        lm_text_print(out, "'--%s[", option->name);
    add_quoted(out, option->help, zsh_special);
    lm_text_add_char(out, ']');
    if (option->kind != SWITCH) {
        lm_text_add_char(out, ':');
        add_quoted(out, option->kind == CHOICE ? option->name : option->value, zsh_special);
        lm_text_add_char(out, ':');
        if (takes_words(option)) {
            lm_text_add_char(out, '(');
            add_words(out, option);
            lm_text_add_char(out, ')');
        } else if (option->kind == TEXT) {
            lm_text_add(out, "_files");
        }
    }
    lm_text_add_char(out, '\'');
}

/* Write the list of first words of a ${subject}'s commands, or (NULL) of all. */
static void add_zsh_words(struct lm_text *out, const struct command *const *commands,
                          const struct command *subject)
{
    for (size_t i = 0; commands[i] != NULL; i++) {
        const char *name = commands[i]->name;
        size_t length = first_word(name);
        if (subject != NULL ? !same_subject(subject, commands[i]) : !begins_subject(commands, i))
            continue;
        if (subject != NULL)
            lm_text_print(out, " '%s:", name + length + 1);
        else
            lm_text_print(out, " '%.*s:", (int)length, name);
        bool many = subject == NULL && has_two_words(commands[i]);
        add_quoted(out, many ? "more commands" : commands[i]->summary, zsh_special);
        lm_text_add_char(out, '\'');
    }
}

static void write_zsh(struct lm_text *out, const struct command *const *commands)
{
    lm_text_add(out, "#compdef limmat\n"
                     "# limmat: completion for zsh\n"
                     "_limmat() {\n"
                     "    local command=$words[2]\n"
                     "    local -a list\n"
                     "    if (( CURRENT == 2 )); then\n"
                     "        list=(");
    add_zsh_words(out, commands, NULL);
    lm_text_add(out, " )\n"
                     "        _describe command list\n"
                     "        return\n"
                     "    fi\n"
                     "    case $command in\n");
    for (size_t i = 0; commands[i] != NULL; i++)
        if (has_two_words(commands[i]) && begins_subject(commands, i)) {
            lm_text_print(out, "        %.*s) list=(", (int)first_word(commands[i]->name),
                          commands[i]->name);
            add_zsh_words(out, commands, commands[i]);
            lm_text_add(out, " );;\n");
        }
    lm_text_add(out, "    esac\n"
                     "    if (( $#list && CURRENT == 3 )); then\n"
                     "        _describe command list\n"
                     "        return\n"
                     "    fi\n"
                     "    if (( $#list )); then\n"
                     "        command+=\" $words[3]\"\n"
                     "        shift words\n"
                     "        (( CURRENT-- ))\n"
                     "    fi\n"
                     "    shift words\n"
                     "    (( CURRENT-- ))\n"
                     "    case $command in\n");
    for (size_t i = 0; commands[i] != NULL; i++) {
        lm_text_print(out, "        '%s') _arguments -s", commands[i]->name);
        for (size_t k = 0; k < option_count(commands[i]->options); k++)
            add_zsh_option(out, &commands[i]->options[k]);
        lm_text_add(out, " \\\n            '--help[say what it does]' '*:file:_files';;\n");
    }
    lm_text_add(out, "    esac\n"
                     "}\n"
                     "_limmat \"$@\"\n");
}

/* ---- fish ---- */

static void add_fish_words(struct lm_text *out, const struct command *const *commands, size_t i)
{
    const char *name = commands[i]->name;
    size_t length = first_word(name);
    if (begins_subject(commands, i)) {
        lm_text_print(out, "complete -c limmat -n '__limmat_at' -f -a %.*s -d '", (int)length,
                      name);
        add_quoted(out, has_two_words(commands[i]) ? "more commands" : commands[i]->summary, "");
        lm_text_add(out, "'\n");
    }
    if (!has_two_words(commands[i]))
        return;
    lm_text_print(out, "complete -c limmat -n '__limmat_at %.*s' -f -a %s -d '", (int)length, name,
                  name + length + 1);
    add_quoted(out, commands[i]->summary, "");
    lm_text_add(out, "'\n");
}

static void add_fish_option(struct lm_text *out, const char *command, const struct option *option)
{
    lm_text_print(out, "complete -c limmat -n '__limmat_in %s'", command);
    if (option->letter != '\0')
        lm_text_print(out, " -s %c", option->letter);
    lm_text_print(out, " -l %s", option->name);
    if (takes_words(option)) {
        lm_text_add(out, " -x -a '");
        add_words(out, option);
        lm_text_add_char(out, '\'');
    } else if (option->kind != SWITCH) {
        lm_text_add(out, option->kind == NUMBER ? " -x" : " -r");
    }
    lm_text_add(out, " -d '");
    add_quoted(out, option->help, "");
    lm_text_add(out, "'\n");
}

static void write_fish(struct lm_text *out, const struct command *const *commands)
{
    lm_text_add(out,
                "# limmat: completion for fish\n"
                "function __limmat_at\n"
                "    test (commandline -opc | string collect) = "
                "(printf '%s\\n' limmat $argv | string collect)\n"
                "end\n"
                "function __limmat_in\n"
                "    set -l words (commandline -opc)\n"
                "    set -l last (math 1 + (count $argv))\n"
                "    test (count $words) -ge $last; and test \"$words[2..$last]\" = \"$argv\"\n"
                "end\n");
    for (size_t i = 0; commands[i] != NULL; i++)
        add_fish_words(out, commands, i);
    for (size_t i = 0; commands[i] != NULL; i++)
        for (size_t k = 0; k < option_count(commands[i]->options); k++)
            add_fish_option(out, commands[i]->name, &commands[i]->options[k]);
}

void write_completion(struct lm_text *out, const struct command *const *commands, enum shell shell)
{
    static void (*const writers[])(struct lm_text *, const struct command *const *) = {
        [BASH] = write_bash, [ZSH] = write_zsh, [FISH] = write_fish};
    writers[shell](out, commands);
}
