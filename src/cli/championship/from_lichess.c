/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/championship/entry.h"

#include <string.h>

#include "client/lichess.h"
#include "os/process.h"

enum { SERVER = EVENT_OPTIONS, VARIANT, ATTEMPTS, PATIENCE, ACCOUNT_OWNER };

#define ROWS_OF_LICHESS                                                                            \
    [SERVER] = {0, "server", TEXT, "URL", 0, 0, "instead of https://lichess.org"},                 \
    [VARIANT] = {0, "variant", TEXT, "NAME", 0, 0, "instead of antichess"},                        \
    [ATTEMPTS] = {0, "attempts", NUMBER, "N", 1, 20, "for each request (4 when not given)"},       \
    [PATIENCE] = {0,                                                                               \
                  "patience",                                                                      \
                  NUMBER,                                                                          \
                  "SECONDS",                                                                       \
                  0,                                                                               \
                  600,                                                                             \
                  "to wait when the server is busy and gives no time (60)"}

static const struct option lichess_apply_options[] = {
    ROWS_OF_EVENTS,
    ROWS_OF_LICHESS,
    [ACCOUNT_OWNER] = {0, "owner", TEXT, "NAME", 0, 0, "owner of the account"},
    {0}};

static const struct option lichess_result_options[] = {ROWS_OF_EVENTS, ROWS_OF_LICHESS, {0}};

/* Read the token from the environment, where other users of the machine cannot see it. */
static struct lichess lichess_of(const struct run *run)
{
    const struct value *v = run->values;
    return (struct lichess){
        .server = v[SERVER].text != NULL ? v[SERVER].text : "https://lichess.org",
        .token = os_environment("LICHESS_TOKEN"),
        .variant = v[VARIANT].text != NULL ? v[VARIANT].text : "antichess",
        .attempts = v[ATTEMPTS].text != NULL ? (uint32_t)v[ATTEMPTS].number : 4,
        .patience = v[PATIENCE].text != NULL ? v[PATIENCE].number : 60,
        .arena = run->arena,
        .log = run->log,
    };
}

static enum lm_status put_games_before(struct entry *e, const struct lichess *lichess,
                                       const char *name)
{
    uint32_t games = 0;
    uint32_t asked = 0;
    int64_t before = 0;
    if (!lm_championship_games_asked(e->journal.championship, &asked, &before))
        return LM_OK;
    enum lm_status status = lichess_games_before(lichess, name, before, asked, &games);
    lm_json_put_integer(&e->w, "games", games);
    return status;
}

static enum lm_status put_history(struct entry *e, const struct lichess *lichess, const char *name)
{
    struct lm_text text = lm_text_in(e->run->arena);
    struct lm_json *history = NULL;
    enum lm_status status = lichess_history(lichess, name, &text);
    if (status == LM_OK)
        status = lm_json_parse(text.bytes, text.length, e->run->arena, e->run->log, &history);
    if (status == LM_OK)
        put_node(&e->w, "history", history);
    return status;
}

static enum lm_status apply_from_lichess(struct entry *e)
{
    struct lichess lichess = lichess_of(e->run);
    struct lichess_account account;
    const char *name = e->run->operands[1];
    enum lm_status status = lichess_account(&lichess, name, &account);
    if (status == LM_OK && account.closed)
        status = fail(e->run->log, LM_INVALID, "the account %s is closed", name);
    if (status != LM_OK)
        return status;
    if (account.marked)
        (void)lm_log_add(e->run->log, LM_NOTE, (struct lm_place){0},
                         "enter kind and date with `championship take` if the rules need them",
                         "%s is marked for a violation of the terms of service; Lichess does not "
                         "say when",
                         name);
    event_begin(e, "apply");
    lm_json_put_string(&e->w, "player", account.id);
    put_if(e, "owner", e->run->values[ACCOUNT_OWNER].text);
    put_moment(e, "created", account.created);
    lm_json_put_boolean(&e->w, "bot", account.bot);
    lm_json_put_string(&e->w, "source", lichess.server);
    status = put_games_before(e, &lichess, name);
    if (status == LM_OK)
        status = put_history(e, &lichess, name);
    return status == LM_OK ? event_end(e) : status;
}

static enum lm_status run_lichess_apply(struct run *run)
{
    struct entry e;
    enum lm_status status = entry_open(&e, run);
    return status == LM_OK ? entry_close(&e, apply_from_lichess(&e)) : status;
}

const struct command championship_lichess_command = {
    .name = "championship lichess",
    .operands = "[JOURNAL] PLAYER",
    .assumed = journal_assumed,
    .summary = "enter an application with the account's facts from Lichess",
    .description = "Limmat fetches the account, its rating history and its rated games before the\n"
                   "cutoff.  A token, if needed, comes from LICHESS_TOKEN in the environment.",
    .example = "limmat championship lichess acwc.journal thibault",
    .options = lichess_apply_options,
    .least = 2,
    .most = 2,
    .run = run_lichess_apply,
};

/* Enter the games since the last ones entered. */
static enum lm_status result_from_lichess(struct entry *e)
{
    struct lichess lichess = lichess_of(e->run);
    struct lm_open_match match;
    struct lm_text games = lm_text_in(e->run->arena);
    const char *player = e->run->operands[1];
    if (!lm_championship_open_match(e->journal.championship, player, &match))
        return fail(e->run->log, LM_INVALID, "%s has no match now", player);
    const struct lichess_clocks clocks = {match.clocks, match.clock_count};
    enum lm_status status = lichess_games_between(&lichess, match.first, match.second, match.since,
                                                  e->at, &clocks, &games);
    if (status != LM_OK)
        return status;
    size_t entered = strlen(match.games);
    const char *all = lm_text_string(&games);
    if (games.length <= entered || strncmp(all, match.games, entered) != 0)
        return fail(e->run->log, LM_INVALID,
                    "Lichess has \"%s\", the journal has \"%s\": nothing to add", all, match.games);
    event_begin(e, "result");
    lm_json_put_string(&e->w, "match", match.id);
    lm_json_put_integer(&e->w, "from", (int64_t)entered + 1);
    lm_json_put_string(&e->w, "games", all + entered);
    return event_end(e);
}

static enum lm_status run_lichess_result(struct run *run)
{
    struct entry e;
    enum lm_status status = entry_open(&e, run);
    return status == LM_OK ? entry_close(&e, result_from_lichess(&e)) : status;
}

const struct command championship_fetch_command = {
    .name = "championship fetch",
    .operands = "[JOURNAL] PLAYER",
    .assumed = journal_assumed,
    .summary = "enter the games of PLAYER's match from Lichess",
    .description =
        "Rated games between the two in the stage's variant count from the agreed time on.\n"
        "Without an agreed time, they count from the publication of the pairing.",
    .options = lichess_result_options,
    .least = 2,
    .most = 2,
    .run = run_lichess_result,
};
