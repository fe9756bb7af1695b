/* SPDX-License-Identifier: Apache-2.0 */

/* The command `limmat`: find the row, run it, deliver its output. */

#include <stdio.h>
#include <string.h>

#include "cli/core/command.h"
#include "cli/core/near.h"
#include "cli/core/parts.h"
#include "cli/desk/desk.h"
#include "cli/event/standings_command.h"
#include "limmat/message.h"
#include "limmat/words.h"
#include "os/files.h"
#include "os/process.h"
#include "os/terminal.h"
#include "site/said.h"

/* In the order of `limmat help`. */
static const struct command *const commands[] = {&pair_command,
                                                 &check_command,
                                                 &audit_command,
                                                 &explain_command,
                                                 &standings_command,
                                                 &norms_command,
                                                 &prizes_command,
                                                 &generate_command,
                                                 &study_command,
                                                 &convert_command,
                                                 &publish_command,
                                                 &page_command,
                                                 &desk_command,
                                                 &journal_verify_command,
                                                 &serve_command,
                                                 &submit_command,
                                                 &db_check_command,
                                                 &db_backup_command,
                                                 &db_restore_command,
                                                 &db_repair_command,
                                                 &db_export_command,
                                                 &db_import_command,
                                                 &db_migrate_command,
                                                 &rate_game_command,
                                                 &rate_rules_command,
                                                 &rate_event_command,
                                                 &rate_check_command,
                                                 &rate_report_command,
                                                 &rate_form_command,
                                                 &rate_period_command,
                                                 &rate_why_command,
                                                 &rate_drift_command,
                                                 &rate_simulate_command,
                                                 &rate_import_command,
                                                 &rate_export_command,
                                                 &rate_lookup_command,
                                                 &rate_person_command,
                                                 &rate_rectify_command,
                                                 &rate_reconcile_command,
                                                 &championship_new_command,
                                                 &championship_apply_command,
                                                 &championship_lichess_command,
                                                 &championship_decide_command,
                                                 &championship_pair_command,
                                                 &championship_offer_command,
                                                 &championship_accept_command,
                                                 &championship_choose_command,
                                                 &championship_move_command,
                                                 &championship_assign_command,
                                                 &championship_result_command,
                                                 &championship_correct_command,
                                                 &championship_fetch_command,
                                                 &championship_claim_command,
                                                 &championship_wait_command,
                                                 &championship_here_command,
                                                 &championship_dispute_command,
                                                 &championship_automatic_command,
                                                 &championship_bid_command,
                                                 &championship_dq_command,
                                                 &championship_return_command,
                                                 &championship_restore_command,
                                                 &championship_unpublish_command,
                                                 &championship_take_command,
                                                 &championship_due_command,
                                                 &championship_status_command,
                                                 &championship_standings_command,
                                                 &championship_bracket_command,
                                                 &championship_explain_command,
                                                 &championship_export_command,
                                                 &championship_replay_command,
                                                 &championship_verify_command,
                                                 &championship_repair_command,
                                                 &championship_simulate_command,
                                                 &systems_command,
                                                 &varma_command,
                                                 &version_command,
                                                 &help_command,
                                                 NULL};

/* Does ${command}'s name (of one word or two) match the start of ${arguments}?  Return the number
 * of words it takes, or 0. */
static size_t words_matched(const struct command *command, const char *const *arguments,
                            size_t count)
{
    size_t words = 0;
    for (const char *name = command->name; *name != '\0'; words++) {
        size_t length = strcspn(name, " ");
        if (words == count || strlen(arguments[words]) != length ||
            memcmp(arguments[words], name, length) != 0)
            return 0;
        name += length + (name[length] == ' ');
    }
    return words;
}

/* Return the command that ${arguments} name, with the number of their words; NULL: none. */
static const struct command *find_command(const char *const *arguments, size_t count, size_t *words)
{
    const struct command *found = NULL;
    *words = 0;
    for (size_t i = 0; commands[i] != NULL; i++) {
        size_t matched = words_matched(commands[i], arguments, count);
        if (matched > *words) {
            *words = matched;
            found = commands[i];
        }
    }
    return found;
}

static bool asks_for_help(const char *const *arguments, size_t count)
{
    for (size_t i = 0; i < count && strcmp(arguments[i], "--") != 0; i++)
        if (strcmp(arguments[i], "--help") == 0)
            return true;
    return false;
}

static bool wants_overview(const char *const *arguments, size_t count)
{
    return count == 0 || strcmp(arguments[0], "--help") == 0 || strcmp(arguments[0], "-h") == 0;
}

static enum lm_status run_command(struct run *run, const char *const *arguments, size_t count)
{
    static const char *const version[] = {"version"};
    size_t words;
    if (count == 1 && strcmp(arguments[0], "--version") == 0)
        arguments = version;
    run->command = find_command(arguments, count, &words);
    if (run->command == NULL && wants_overview(arguments, count)) {
        write_overview(&run->out, commands);
        return LM_OK;
    }
    if (run->command == NULL && is_dropin(arguments, count))
        return run_dropin(run, arguments, count);
    if (run->command == NULL && (count == 1 || asks_for_help(arguments, count)) &&
        write_subject(&run->out, commands, arguments[0]))
        return LM_OK;
    if (run->command == NULL)
        return no_such_command(run, arguments, count);
    if (asks_for_help(arguments + words, count - words)) {
        write_help(&run->out, run->command);
        return LM_OK;
    }
    enum lm_status status = parse_options(run, run->command, arguments + words, count - words);
    return status == LM_OK ? run->command->run(run) : status;
}

/* Deliver the output.  A terminal gets control characters from files made visible; a program or a
 * file gets every byte. */
static enum lm_status deliver_to(const struct run *run)
{
    const struct lm_text *out = &run->out;
    bool standard = run->destination == NULL || strcmp(run->destination, "-") == 0;
    struct lm_text visible = lm_text_in(run->arena);
    if (run->delivery != AS_ORDINARY_FILE && !standard) {
        enum lm_status status =
            os_write(run->destination, lm_text_string(out), out->length,
                     run->delivery == AS_NEW_FILE ? OS_NEW : OS_REPLACE, run->log);
        if (status == LM_INVALID)
            lm_log_add(run->log, LM_NOTE, (struct lm_place){0}, NULL, "--replace replaces it");
        return status;
    }
    if (!standard || !os_output_is_terminal())
        return write_file(run->destination, lm_text_string(out), out->length, run->log);
    add_visible_lines(&visible, lm_text_string(out));
    return visible.failed ? LM_LIMIT
                          : write_output(lm_text_string(&visible), visible.length, run->log);
}

/* Deliver the data only if the command succeeded. */
static enum lm_status deliver(const struct run *run, enum lm_status status)
{
    if (status != LM_OK && status != LM_DIFFERENT && !run->partial)
        return status;
    if (lm_text_status(&run->out) != LM_OK)
        return fail(run->log, LM_LIMIT, "%s", lm_status_name(LM_LIMIT));
    if (run->out.length == 0 && run->destination == NULL)
        return status;
    enum lm_status written = deliver_to(run);
    return written == LM_OK ? status : written;
}

static void say(const struct run *run, const char *prefix, const char *message)
{
    struct lm_text line = lm_text_in(run->arena);
    lm_text_print(&line, "%s%s%s\n", run->voice, prefix, message);
    os_put_errors(lm_text_string(&line), line.length);
}

/* Return ${d} in the language of ${run}. */
static struct lm_diagnostic translated(const struct run *run, const struct lm_diagnostic *d)
{
    struct lm_diagnostic out = *d;
    out.what = site_sentence(run->language, run->log->arena, d->what);
    if (d->remedy != NULL)
        out.remedy = site_sentence(run->language, run->log->arena, d->remedy);
    return out;
}

static void print_log(const struct run *run, enum lm_status status)
{
    const struct lm_log *log = run->log;
    static const char *const prefixes[] = {[LM_ERROR] = "",
                                           [LM_SUSPICIOUS] = LM_MESSAGE("suspicious: "),
                                           [LM_NOTE] = LM_MESSAGE("note: ")};
    for (size_t i = 0; i < log->count; i++) {
        struct lm_mark mark = lm_arena_mark(log->arena);
        struct lm_text line = lm_text_in(log->arena), visible = lm_text_in(log->arena);
        /* Messages are for people, even if standard error is a file. */
        const struct lm_diagnostic d = translated(run, &log->all[i]);
        enum lm_status written = lm_diagnostic_write(&d, &line);
        add_visible_lines(&visible, lm_text_string(&line));
        if (written == LM_OK && !visible.failed)
            say(run, site_sentence(run->language, log->arena, prefixes[d.severity]),
                lm_text_string(&visible));
        lm_arena_reset(log->arena, mark);
    }
    if (status != LM_OK && status != LM_DIFFERENT && log->errors == 0)
        say(run, "", site_sentence(run->language, log->arena, lm_status_name(status)));
}

int main(int argc, char **argv)
{
    struct lm_arena *arena;
    os_begin(&argc, &argv);
    part_main *part = argc > 1 ? part_named(argv[1]) : NULL;
    if (part != NULL)
        return part(argc - 1, (const char *const *)argv + 1);
    part = part_named("limmat-serve");
    if (argc == 1 && part != NULL && os_has_own_window())
        return serve_by_double_click(part);
    if (lm_arena_new(&arena, NULL, 0) != LM_OK) {
        fprintf(stderr, "limmat: %s\n", lm_status_name(LM_LIMIT));
        return LM_LIMIT;
    }
    struct lm_log log = {.arena = arena};
    struct run run = {.commands = commands,
                      .arena = arena,
                      .log = &log,
                      .out = lm_text_in(arena),
                      .voice = "limmat: ",
                      .language = lm_english()};
    size_t count = argc > 0 ? (size_t)argc - 1 : 0;
    enum lm_status status = run_command(&run, (const char *const *)argv + 1, count);
    status = deliver(&run, status);
    print_log(&run, status);
    lm_arena_free(arena);
    return (int)status;
}
