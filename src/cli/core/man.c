/* SPDX-License-Identifier: Apache-2.0 */

/* Manual pages in mdoc, from the same rows as `--help`. */

#include <string.h>

#include "cli/core/command.h"

/* Append ${text} as mdoc text lines: anything that roff would take for a command or an escape is
 * escaped, an empty line becomes a paragraph, and a sentence (two spaces follow its end) begins a
 * line. */
static void add_roff(struct lm_text *out, const char *text)
{
    bool line_start = true;
    for (const char *c = text; *c != '\0'; c++) {
        if (line_start && *c == '\n') {
            lm_text_add(out, ".Pp\n");
            continue;
        }
        if (strncmp(c, ".  ", 3) == 0) {
            lm_text_add(out, ".\n");
            c += 2;
            line_start = true;
            continue;
        }
        if (line_start && (*c == '.' || *c == '\''))
            lm_text_add(out, "\\&");
        lm_text_add(out, *c == '\\' ? "\\e" : (char[]){*c, '\0'});
        line_start = *c == '\n';
    }
}

/* "Fl f Ar text|json" */
static void add_flag(struct lm_text *out, const struct option *option)
{
    if (option->letter != '\0')
        lm_text_print(out, "Fl %c", option->letter);
    else
        lm_text_print(out, "Fl -%s", option->name);
    if (option->kind != SWITCH)
        lm_text_print(out, " Ar %s", option->value);
}

static void add_head(struct lm_text *out, const char *title, const char *name, const char *summary)
{
    lm_text_print(out,
                  ".Dd " LIMMAT_DATE "\n.Dt %s 1\n.Os\n.Sh NAME\n.Nm %s\n.Nd %s\n"
                  ".Sh SYNOPSIS\n",
                  title, name, summary);
}

/* "limmat-rate-list" or, for the title line, "LIMMAT-RATE-LIST". */
static const char *page_title(struct lm_text *out, const char *name, bool capitals)
{
    lm_text_add(out, capitals ? "LIMMAT-" : "limmat-");
    for (const char *c = name; *c != '\0'; c++)
        lm_text_add_char(out, *c == ' '                            ? '-'
                              : capitals && *c >= 'a' && *c <= 'z' ? (char)(*c - 'a' + 'A')
                                                                   : *c);
    return lm_text_string(out);
}

static void add_exit_status(struct lm_text *out)
{
    lm_text_add(out, ".Sh EXIT STATUS\n.Bl -tag -width Ds -compact\n");
    for (int status = LM_OK; status <= LM_DIFFERENT; status++)
        lm_text_print(out, ".It %d\n%s\n", status, lm_status_name((enum lm_status)status));
    lm_text_add(out, ".El\n");
}

static void add_options(struct lm_text *out, const struct option *options)
{
    lm_text_add(out, ".Pp\nThe options are as follows:\n.Bl -tag -width Ds\n");
    for (size_t i = 0; i < option_count(options); i++) {
        lm_text_add(out, ".It ");
        add_flag(out, &options[i]);
        if (options[i].letter != '\0')
            lm_text_print(out, " , Fl -%s", options[i].name);
        lm_text_add_char(out, '\n');
        add_roff(out, options[i].help);
        lm_text_add(out, ".\n");
    }
    lm_text_add(out, ".El\n");
}

static void add_synopsis(struct lm_text *out, const struct command *command)
{
    lm_text_print(out, ".Nm limmat %s\n", command->name);
    for (size_t i = 0; i < option_count(command->options); i++) {
        lm_text_add(out, ".Op ");
        add_flag(out, &command->options[i]);
        lm_text_add_char(out, '\n');
    }
    if (command->operands[0] != '\0')
        lm_text_print(out, command->least > 0 ? ".Ar %s\n" : ".Op Ar %s\n", command->operands);
}

static void add_command_page(struct lm_text *out, const struct command *command)
{
    struct lm_text title = lm_text_in(out->arena), name = lm_text_in(out->arena);
    add_head(out, page_title(&title, command->name, true), page_title(&name, command->name, false),
             command->summary);
    add_synopsis(out, command);
    lm_text_add(out, ".Sh DESCRIPTION\n");
    add_roff(out, command->description != NULL ? command->description : command->summary);
    lm_text_add(out, command->description != NULL ? "\n" : ".\n");
    if (option_count(command->options) > 0)
        add_options(out, command->options);
    add_exit_status(out);
    if (command->example != NULL) {
        lm_text_add(out, ".Sh EXAMPLES\n.Bd -literal\n");
        add_roff(out, command->example);
        lm_text_add(out, "\n.Ed\n");
    }
    lm_text_add(out, ".Sh SEE ALSO\n.Xr limmat 1\n");
}

static void add_main_page(struct lm_text *out, const struct command *const *commands)
{
    add_head(out, "LIMMAT", "limmat", "pair, explain, check, rank and rate chess tournaments");
    lm_text_add(out, ".Nm\n.Ar command\n.Op Ar option ...\n.Op Ar operand ...\n"
                     ".Sh DESCRIPTION\n"
                     "Data goes to standard output, everything else to standard error.\n"
                     "A file named\n.Sq -\nis standard input.\n"
                     "Nothing is written when a command fails.\n.Pp\n"
                     "The commands are as follows:\n.Bl -tag -width limmat-championshipx\n");
    for (size_t i = 0; commands[i] != NULL; i++) {
        struct lm_text name = lm_text_in(out->arena);
        lm_text_print(out, ".It Xr %s 1\n%s.\n", page_title(&name, commands[i]->name, false),
                      commands[i]->summary);
    }
    lm_text_add(out, ".El\n"
                     ".Pp\n"
                     "The arguments of bbpPairings and JaVaFo work too, with\n"
                     "their outputs and exit statuses:\n"
                     ".Bd -literal\n"
                     "limmat --dutch FILE -p [OUTPUT] [-l [LIST]]\n"
                     "limmat --dutch FILE -c [-l [LIST]]\n"
                     "limmat --dutch -g [CONFIG] -o FILE [-s SEED]\n"
                     ".Ed\n");
    add_exit_status(out);
}

void write_man_page(struct lm_text *out, const struct command *const *commands,
                    const struct command *command)
{
    if (command == NULL)
        add_main_page(out, commands);
    else
        add_command_page(out, command);
}
