/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/championship/entry.h"

enum { VIEW_AT, VIEW_FORMAT, VIEW_OUT };

static const struct option view_options[] = {
    [VIEW_AT] = AT_OPTION,
    [VIEW_FORMAT] = {'f', "format", CHOICE, "text|json", 0, 0, "output format"},
    [VIEW_OUT] = OUT_OPTION,
    {0}};

static const struct option plain_view_options[] = {[VIEW_AT] = AT_OPTION, {0}};

struct view {
    struct lm_championship *championship;
    int64_t at;
    const char *about; /* the second operand, or NULL */
    enum lm_championship_format format;
};

static enum lm_status open_view(struct run *run, bool formatted, struct view *view)
{
    struct journal journal;
    enum lm_status status = moment_of(run->values[VIEW_AT].text, run->log, &view->at);
    if (status == LM_OK)
        status = journal_open(run->operands[0], false, run->arena, run->log, &journal);
    if (status != LM_OK)
        return status;
    view->championship = journal.championship;
    view->about = run->operand_count > 1 ? run->operands[1] : NULL;
    view->format = LM_CHAMPIONSHIP_TEXT;
    if (formatted) {
        view->format = (enum lm_championship_format)run->values[VIEW_FORMAT].number;
        run->destination = run->values[VIEW_OUT].text;
    }
    return LM_OK;
}

static enum lm_status run_status(struct run *run)
{
    struct view view;
    enum lm_status status = open_view(run, false, &view);
    if (status == LM_OK)
        lm_championship_status(view.championship, view.at, view.about, &run->out);
    return status;
}

static enum lm_status run_due(struct run *run)
{
    struct view view;
    enum lm_status status = open_view(run, true, &view);
    if (status == LM_OK)
        lm_championship_due(view.championship, view.at, view.about, view.format, &run->out);
    return status;
}

static enum lm_status run_standings(struct run *run)
{
    struct view view;
    enum lm_status status = open_view(run, true, &view);
    return status == LM_OK ? lm_championship_standings(view.championship, view.about, view.format,
                                                       run->log, &run->out)
                           : status;
}

static enum lm_status run_bracket(struct run *run)
{
    struct view view;
    enum lm_status status = open_view(run, false, &view);
    if (status == LM_OK)
        lm_championship_bracket(view.championship, &run->out);
    return status;
}

static enum lm_status run_explain(struct run *run)
{
    struct view view;
    enum lm_status status = open_view(run, true, &view);
    if (status == LM_OK)
        lm_championship_explain(view.championship, view.about, view.format, &run->out);
    return status;
}

static enum lm_status run_export(struct run *run)
{
    struct view view;
    enum lm_status status = open_view(run, true, &view);
    if (status == LM_OK)
        lm_championship_export(view.championship, &run->out);
    return status;
}

static enum lm_status run_replay(struct run *run)
{
    struct view view;
    enum lm_status status = open_view(run, false, &view);
    if (status != LM_OK)
        return status;
    const char *champion = lm_championship_champion(view.championship);
    lm_text_print(&run->out, "%s: %zu events; %s%s\n", run->operands[0],
                  lm_championship_length(view.championship),
                  champion != NULL ? "the champion is " : "not over",
                  champion != NULL ? champion : "");
    return LM_OK;
}

static enum lm_status run_verify(struct run *run)
{
    const char *path = run->operands[0];
    struct lm_championship *c = NULL;
    enum lm_status status = journal_read(path, false, run->arena, run->log, &c);
    bool readable = status == LM_OK;
    if (readable)
        status = journal_read(path, true, run->arena, run->log, &c);
    if (status == LM_OK)
        lm_text_print(&run->out, "%s: %zu events, all of them allowed\n", path,
                      lm_championship_length(c));
    return readable && status == LM_INVALID ? LM_DIFFERENT : status;
}

const struct command championship_status_command = {
    .name = "championship status",
    .operands = "[JOURNAL] [PLAYER]",
    .assumed = journal_assumed,
    .summary = "status of the championship, or of one player",
    .options = plain_view_options,
    .least = 1,
    .most = 2,
    .run = run_status,
};

const struct command championship_due_command = {
    .name = "championship due",
    .operands = "[JOURNAL] [PLAYER|DIRECTOR]",
    .assumed = journal_assumed,
    .summary = "what each person can do and must do, by when, and what happens otherwise",
    .options = view_options,
    .least = 1,
    .most = 2,
    .run = run_due,
};

const struct command championship_standings_command = {
    .name = "championship standings",
    .operands = "[JOURNAL] [STAGE]",
    .assumed = journal_assumed,
    .summary = "the standings of a stage",
    .options = view_options,
    .least = 1,
    .most = 2,
    .run = run_standings,
};

const struct command championship_bracket_command = {
    .name = "championship bracket",
    .operands = "[JOURNAL]",
    .assumed = journal_assumed,
    .summary = "all stages with their matches, and who can reach the next one",
    .options = plain_view_options,
    .least = 1,
    .most = 1,
    .run = run_bracket,
};

const struct command championship_explain_command = {
    .name = "championship explain",
    .operands = "[JOURNAL] [PLAYER|MATCH]",
    .assumed = journal_assumed,
    .summary = "what happened, when, by whom and by which article",
    .options = view_options,
    .least = 1,
    .most = 2,
    .run = run_explain,
};

const struct command championship_export_command = {
    .name = "championship export",
    .operands = "[JOURNAL]",
    .assumed = journal_assumed,
    .summary = "the whole state as JSON",
    .options = view_options,
    .least = 1,
    .most = 1,
    .run = run_export,
};

const struct command championship_replay_command = {
    .name = "championship replay",
    .operands = "[JOURNAL]",
    .assumed = journal_assumed,
    .summary = "read a journal from the beginning and show its final state",
    .description = "Published rounds stay as they were published.  `limmat championship verify` "
                   "checks whether\n"
                   "the rules, as Limmat reads them today, give the same pairings.",
    .options = plain_view_options,
    .least = 1,
    .most = 1,
    .run = run_replay,
};

const struct command championship_verify_command = {
    .name = "championship verify",
    .operands = "[JOURNAL]",
    .assumed = journal_assumed,
    .summary = "judge every event of a journal again, and pair every round again",
    .description =
        "The exit status is 6 when the rules, as Limmat reads them today, would not allow an\n"
        "event or would pair a round differently; the line is named.  Such a journal can still be\n"
        "read.  `limmat journal verify` names lines that were altered.",
    .least = 1,
    .most = 1,
    .run = run_verify,
};
