/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_COMMAND_H
#define LIMMAT_CLI_COMMAND_H

/*
 * A command is a row: its name, its help text, its options and its function.  Parsing, `--help`,
 * the man pages and the shell completion are made from these rows.  To add a command, add a file
 * with one row, and name the row in the table of main.c and in src/meson.build.
 *
 * A command never prints.  It appends its data to ${run->out} and its messages to ${run->log}; main
 * delivers both, the data only if the command succeeded.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/pairing.h"
#include "limmat/status.h"
#include "limmat/text.h"

enum option_kind {
    SWITCH, /* given or not */
    TEXT,   /* any text */
    NUMBER, /* an integer between ${low} and ${high} */
    CHOICE, /* one of the words in ${value}, separated by '|' */
    TONGUE  /* the language of ${run->language} */
};

struct option {
    char letter;      /* -s; 0: none */
    const char *name; /* --system; a row without name ends the table */
    enum option_kind kind;
    const char *value; /* the value's name in help: "ROUND"; of a CHOICE: "text|json" */
    int64_t low, high; /* of a NUMBER */
    const char *help;  /* half a sentence, lower case, without full stop */
};

/* The value given for an option; in ${run->values} at the option's index in its table. */
struct value {
    const char *text; /* as given; NULL: not given; "" for a SWITCH */
    int64_t number;   /* of a NUMBER; of a CHOICE: the word's index (0 also when not given) */
};

struct run;
struct lm_language;

struct command {
    const char *name;             /* one word, or two: "rate list" */
    const char *operands;         /* for help: "FILE", "FILE|DIR…", "" */
    const char *summary;          /* one line, without full stop */
    const char *description;      /* paragraphs for the man page, separated by "\n\n"; or NULL */
    const char *example;          /* command lines for the man page, one a line; or NULL */
    const struct option *options; /* NULL: none; indices are the command's own enum */
    size_t least, most;           /* number of operands */
    /* Return the first operand to use if ${first} (NULL: absent) cannot be it; NULL: none could be
     * found, and the log says why; ${first} itself: it is valid.  NULL: every operand must be
     * given. */
    const char *(*assumed)(struct run *run, const char *first);
    bool words; /* after the first two, operands are words: "--" too */
    enum lm_status (*run)(struct run *run);
};

struct run {
    const struct command *const *commands; /* the whole table, NULL-terminated */
    const struct command *command;         /* the running one */
    const struct value *values;            /* by option index */
    const char *const *operands;
    size_t operand_count;
    struct lm_arena *arena;  /* everything the command needs; freed by main */
    struct lm_log *log;      /* delivered to standard error by main */
    struct lm_text out;      /* the data, delivered to ${destination} by main on success */
    const char *destination; /* a path; NULL or "-": standard output */
    enum {
        AS_ORDINARY_FILE, /* which replaces another, but not a journal */
        AS_NEW_FILE,      /* ${destination} must be a free name */
        AS_REPLACEMENT    /* of an existing file: the user asked for it */
    } delivery;
    const char *voice;                  /* what each message begins with: "limmat: " */
    bool partial;                       /* deliver ${out} even if the command fails */
    const struct lm_language *language; /* of messages and of output for people: that of an option
                                           TONGUE, else the environment's; English without one */
};

/* --- options.c */

/* Return the language of the environment: that of the first set of LC_ALL, LC_MESSAGES and LANG;
 * English if it is not one of ours. */
const struct lm_language *language_of_reader(void);

/* Parse ${arguments}[0..${count}) by ${command}'s table into ${run}'s values and operands.
 * LM_INVALID with every mistake in the log. */
LM_MUST_CHECK enum lm_status parse_options(struct run *run, const struct command *command,
                                           const char *const *arguments, size_t count);

/* Return the number of rows of ${options}; 0 for NULL. */
size_t option_count(const struct option *options);

/* --- help.c */

/* Append the text of `limmat help`: on all commands, or only on ${command}. */
void write_overview(struct lm_text *out, const struct command *const *commands);
void write_help(struct lm_text *out, const struct command *command);

/* Append the commands of ${subject}, the first of their two words ("rate"); false: none. */
bool write_subject(struct lm_text *out, const struct command *const *commands, const char *subject);

/* --- man.c */

/* Append the mdoc page of ${command}; of limmat itself if it is NULL. */
void write_man_page(struct lm_text *out, const struct command *const *commands,
                    const struct command *command);

/* --- completion.c */

/* The shells, in the order of `limmat help --completion`. */
enum shell { BASH, ZSH, FISH };

/* Append the script that completes commands, options and their words in ${shell}. */
void write_completion(struct lm_text *out, const struct command *const *commands, enum shell shell);

/* --- check_command.c */

/* Add ${d}, of another log, to ${log}. */
void pass_on(struct lm_log *log, const struct lm_diagnostic *d);

/* --- files.c */

/* Log "${what}" as an error without a place; return ${status}. */
enum lm_status fail(struct lm_log *log, enum lm_status status, const char *format, ...)
    LM_PRINTF(3, 4);

/* Read the whole of ${path} ("-": standard input) into ${arena}, NUL-terminated.  LM_IO, LM_LIMIT.
 */
LM_MUST_CHECK enum lm_status read_file(const char *path, struct lm_arena *arena, struct lm_log *log,
                                       const char **bytes, size_t *length);

/* Refuse to write to ${path} if that would replace a journal, which could not be restored. */
LM_MUST_CHECK enum lm_status keep_journal(const char *path, struct lm_log *log);

/* Write ${path} as os_write does, replacing an existing file unless it is a journal; NULL or "-":
 * to standard output. */
LM_MUST_CHECK enum lm_status write_file(const char *path, const char *bytes, size_t length,
                                        struct lm_log *log);

/* Write to standard output.  LM_IO. */
LM_MUST_CHECK enum lm_status write_output(const char *bytes, size_t length, struct lm_log *log);

/* --- tournaments.c */

/* Read the tournament in ${path}, in any format; messages logged from now on name ${path}.
 * ${strict}: also refuse content that is only suspicious. */
LM_MUST_CHECK enum lm_status load_tournament(const char *path, bool strict, struct lm_arena *arena,
                                             struct lm_log *log, struct lm_tournament **out);

/* Read the rounds that ${rounds} names ("5-7", "5"). */
LM_MUST_CHECK enum lm_status read_rounds(struct run *run, const char *rounds, uint32_t *from,
                                         uint32_t *to);

/* Replace ${*t} by its report of ${rounds} ("5-7", "5").  LM_INVALID. */
LM_MUST_CHECK enum lm_status take_period(struct run *run, const char *rounds,
                                         struct lm_tournament **t);

/* Note that the last round on record was assumed to be the last of ${t}. */
void note_last_round(const struct lm_tournament *t, struct lm_log *log);

/* Log that the code of ${t} (192, 092) names no known system, and what to do. */
enum lm_status refuse_code(const struct lm_tournament *t, struct lm_log *log);

/* Return the system called ${name} or, if that is NULL, the one that ${t} names; a choice that the
 * user did not make is noted.  A system of matches joins the columns of ${t} if the file leaves
 * their meaning open.  ${t} can be NULL: then today's edition. */
LM_MUST_CHECK enum lm_status choose_system(const char *name, struct lm_tournament *t,
                                           struct lm_log *log, const struct lm_system **out);

/* Return the number that ${text} gives: itself, or the number of the player (else the team) of ${t}
 * whose name contains it (name_is_called).  LM_INVALID: neither a number nor part of a name, or
 * part of several names. */
LM_MUST_CHECK enum lm_status number_called(const struct lm_tournament *t, const char *text,
                                           struct run *run, int64_t *number);

/* Find the index of the player with the TPN ${tpn}; LM_INVALID if there is none. */
LM_MUST_CHECK enum lm_status find_player(const struct lm_tournament *t, int64_t tpn,
                                         struct lm_log *log, uint32_t *player);

/* The languages, as help and errors list them. */
#define LANGUAGE_CODES "en, de, fr, it or es"

/* Rows of many commands. */
#define SYSTEM_OPTION                                                                              \
    {                                                                                              \
        's', "system", TEXT, "SYSTEM", 0, 0,                                                       \
            "pairing system, by family or edition; `limmat systems` lists them"                    \
    }
#define ROUND_OPTION(help_text)                                                                    \
    {                                                                                              \
        'r', "round", NUMBER, "ROUND", 1, LM_ROUNDS_MAX, help_text                                 \
    }
#define OUT_OPTION                                                                                 \
    {                                                                                              \
        'o', "output", TEXT, "OUT", 0, 0, "write into OUT; nothing is written on failure"          \
    }
#define LANGUAGE_OPTION                                                                            \
    {                                                                                              \
        0, "lang", TONGUE, "LANG", 0, 0,                                                           \
            "the language of messages and tables: " LANGUAGE_CODES                                 \
            "; LANG or English when not given"                                                     \
    }
#define STRICT_OPTION                                                                              \
    {                                                                                              \
        0, "strict", SWITCH, NULL, 0, 0, "treat warnings about FILE as errors"                     \
    }

/* --- dropin.c */

/* Are these ${arguments} those of bbpPairings or JaVaFo (if they name no command of ours)? */
bool is_dropin(const char *const *arguments, size_t count);

/* Do what those programs do. */
LM_MUST_CHECK enum lm_status run_dropin(struct run *run, const char *const *arguments,
                                        size_t count);

/* --- table.c: columns for people */

struct table {
    struct lm_arena *arena;
    const char *align; /* one letter a column: 'l' or 'r' */
    const char **cells;
    size_t count, capacity;
    bool failed;
};

/* Make an empty table with a column for each letter of ${align}. */
struct table table_new(struct lm_arena *arena, const char *align);

/* Add the next cell, row by row; the last row can be incomplete; copied. */
void table_add(struct table *table, const char *cell);
void table_print(struct table *table, const char *format, ...) LM_PRINTF(2, 3);

/* Append the rows to ${out}, two spaces between columns. */
void table_write(const struct table *table, struct lm_text *out);

/* Write the same in at most ${width} terminal columns (0: no limit).  The letters of ${fit} say how
 * each column can shrink: 'k' is kept, 's' is kept but can be shortened, '1' … '9' can be left out,
 * '1' first, 'f' can move to another part below, where 'k' and 's' are repeated. */
void table_write_within(const struct table *table, const char *fit, size_t width,
                        struct lm_text *out);

/* Return how many of the ${length} bytes at ${text} fit into ${width} terminal columns. */
size_t bytes_within(const char *text, size_t length, size_t width);

/* Append ${text} as a terminal can show it: control characters become U+FFFD. */
void add_visible(struct lm_text *out, const char *text);

/* The same for a text of many lines: newlines and tabs stay. */
void add_visible_lines(struct lm_text *out, const char *text);

/* --- the commands, each in the file of its name */

extern const struct command audit_command;
extern const struct command varma_command, check_command, convert_command, explain_command,
    generate_command, help_command, norms_command, page_command, pair_command, prizes_command,
    publish_command, systems_command, version_command;
extern const struct command study_command;
extern const struct command db_backup_command, db_check_command, db_export_command,
    db_import_command, db_migrate_command, db_repair_command, db_restore_command, serve_command,
    submit_command;
extern const struct command rate_check_command, rate_drift_command, rate_event_command,
    rate_export_command, rate_form_command, rate_game_command, rate_import_command,
    rate_lookup_command, rate_period_command, rate_person_command, rate_reconcile_command,
    rate_rectify_command, rate_report_command, rate_rules_command, rate_simulate_command,
    rate_why_command;
extern const struct command championship_accept_command, championship_apply_command,
    championship_assign_command, championship_automatic_command, championship_wait_command,
    championship_here_command, championship_dispute_command, championship_bid_command,
    championship_bracket_command, championship_choose_command, championship_move_command,
    championship_claim_command, championship_correct_command, championship_restore_command,
    championship_return_command, championship_unpublish_command, championship_decide_command,
    championship_dq_command, championship_due_command, championship_explain_command,
    championship_fetch_command, championship_lichess_command, championship_export_command,
    championship_new_command, championship_offer_command, championship_pair_command,
    championship_repair_command, championship_replay_command, championship_verify_command,
    championship_result_command, championship_simulate_command, championship_standings_command,
    championship_status_command, championship_take_command;

#endif
