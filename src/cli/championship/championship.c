/* SPDX-License-Identifier: Apache-2.0 */

/*
 * limmat championship: the verbs.  Those that change something write one event, or a few, and hand
 * them to the journal; those that look replay it and show a view.
 */

#include "cli/championship/championship.h"

#include <stdlib.h>
#include <string.h>

#include "cli/championship/lichess.h"
#include "limmat/date.h"
#include "os/clock.h"

/* Options of all verbs that enter events, first in their tables. */
enum { AT, BY, WHY, EVENT_OPTIONS };

#define AT_OPTION                                                                                  \
    {                                                                                              \
        0, "at", TEXT, "TIME", 0, 0, "the moment, UTC, as 2019-10-02T18:00:00Z; else now"          \
    }
#define ROWS_OF_EVENTS                                                                             \
    [AT] = AT_OPTION, [BY] = {0, "by", TEXT, "NAME", 0, 0, "who enters it"},                       \
    [WHY] = {0, "why", TEXT, "TEXT", 0, 0, "a reason, kept in the journal"}

static const struct option event_options[] = {ROWS_OF_EVENTS, {0}};

enum lm_status moment_of(const char *text, struct lm_log *log, int64_t *at)
{
    if (text == NULL) {
        *at = os_now_seconds();
        return LM_OK;
    }
    if (lm_parse_instant(text, strlen(text), at))
        return LM_OK;
    return fail(log, LM_INVALID, "\"%s\" is not a moment; 2019-10-02T18:00:00Z would be one", text);
}

/* ---- events ------------------------------------------------------------------------------ */

/* An entry into the journal that is being made. */
struct entry {
    struct run *run;
    struct journal journal;
    struct lm_text lines; /* taken, to be appended */
    struct lm_text line;  /* the event being written */
    struct lm_json_writer w;
    int64_t at;
    const char *player; /* who enters it, unless --by says otherwise; NULL: the director */
};

static enum lm_status entry_open(struct entry *e, struct run *run)
{
    *e = (struct entry){.run = run, .lines = lm_text_in(run->arena)};
    enum lm_status status = moment_of(run->values[AT].text, run->log, &e->at);
    return status == LM_OK ? journal_open(run->operands[0], true, run->arena, run->log, &e->journal)
                           : status;
}

static void put_moment(struct entry *e, const char *key, int64_t at)
{
    struct lm_text text = lm_text_in(e->run->arena);
    lm_text_add_instant(&text, at);
    lm_json_put_string(&e->w, key, lm_text_string(&text));
}

static void put_if(struct entry *e, const char *key, const char *text)
{
    if (text != NULL)
        lm_json_put_string(&e->w, key, text);
}

static void event_begin(struct entry *e, const char *name)
{
    const char *by = e->run->values[BY].text;
    if (by == NULL)
        by = e->player != NULL ? e->player : lm_championship_director(e->journal.championship);
    e->line = lm_text_in(e->run->arena);
    e->w = lm_json_writer_to(&e->line, true);
    lm_json_begin(&e->w, NULL, '{');
    lm_json_put_string(&e->w, "event", name);
    put_moment(e, "at", e->at);
    lm_json_put_string(&e->w, "by", by);
    put_if(e, "why", e->run->values[WHY].text);
}

/* The open match of ${player}, which the event is about. */
static enum lm_status put_match(struct entry *e, const char *player)
{
    struct lm_open_match match = {.id = player};
    if (strchr(player, '/') == NULL &&
        !lm_championship_open_match(e->journal.championship, player, &match))
        return fail(e->run->log, LM_INVALID,
                    "%s has no match now; see `limmat championship status`", player);
    lm_json_put_string(&e->w, "match", match.id);
    return LM_OK;
}

/* The event lives in no file: places in it would mislead. */
static void forget_places(struct lm_log *log)
{
    for (size_t i = 0; i < log->count; i++)
        log->all[i].line = log->all[i].column = 0;
}

static enum lm_status event_end(struct entry *e)
{
    lm_json_end(&e->w, '}');
    if (lm_text_status(&e->line) != LM_OK)
        return LM_LIMIT;
    enum lm_status status =
        journal_take(&e->journal, lm_text_string(&e->line), e->run->arena, e->run->log);
    if (status != LM_OK) {
        forget_places(e->run->log);
        return status;
    }
    lm_text_add(&e->lines, lm_text_string(&e->line));
    lm_text_add(&e->lines, "\n");
    return LM_OK;
}

/* All events are entered, or none. */
static enum lm_status entry_close(struct entry *e, enum lm_status status)
{
    struct lm_text nothing = lm_text_in(e->run->arena);
    enum lm_status closed =
        journal_close(&e->journal, status == LM_OK ? &e->lines : &nothing, e->run->log);
    if (status == LM_OK && closed == LM_OK)
        lm_championship_news(e->journal.championship, e->journal.events, &e->run->out);
    return status != LM_OK ? status : closed;
}

/* A verb whose event is about the match of its first player, written by ${put}. */
static enum lm_status enter(struct run *run, const char *name,
                            enum lm_status (*put)(struct entry *e))
{
    struct entry e;
    enum lm_status status = entry_open(&e, run);
    if (status != LM_OK)
        return status;
    e.player = run->operand_count > 1 ? run->operands[1] : NULL;
    event_begin(&e, name);
    status = put(&e);
    return entry_close(&e, status == LM_OK ? event_end(&e) : status);
}

/* ---- new --------------------------------------------------------------------------------- */

enum { NEW_AT, NEW_BY, NEW_SUGGESTED };

static const struct option new_options[] = {
    [NEW_AT] = AT_OPTION,
    [NEW_BY] = {0, "by", TEXT, "NAME", 0, 0, "who opens it"},
    [NEW_SUGGESTED] = {0, "suggested", SWITCH, NULL, 0, 0,
                       "take the suggestions for settings that the rules leave open"},
    {0}};

static enum lm_status text_of_definition(const char *name, struct run *run, const char **text,
                                         size_t *length)
{
    for (size_t i = 0; shipped_definitions[i].name != NULL; i++) {
        if (strcmp(shipped_definitions[i].name, name) == 0) {
            *text = shipped_definitions[i].bytes;
            *length = shipped_definitions[i].length;
            return LM_OK;
        }
    }
    return read_file(name, run->arena, run->log, text, length);
}

/* Operands NAME=VALUE are settings. */
static enum lm_status settings_of(struct run *run, size_t first, struct lm_setting *settings)
{
    for (size_t i = first; i < run->operand_count; i++) {
        const char *equals = strchr(run->operands[i], '=');
        if (equals == NULL)
            return fail(run->log, LM_INVALID, "\"%s\" is no setting; NAME=VALUE would be one",
                        run->operands[i]);
        settings[i - first].name =
            lm_arena_copy(run->arena, run->operands[i], (size_t)(equals - run->operands[i]));
        settings[i - first].value = equals + 1;
        if (settings[i - first].name == NULL)
            return LM_LIMIT;
    }
    return LM_OK;
}

static enum lm_status load_definition(struct run *run, size_t first_setting, bool suggested,
                                      struct lm_definition **definition)
{
    const char *text = NULL;
    size_t length = 0;
    size_t count = run->operand_count - first_setting;
    struct lm_setting *settings = lm_arena_alloc(run->arena, count, sizeof *settings);
    enum lm_status status = settings == NULL ? LM_LIMIT : settings_of(run, first_setting, settings);
    if (status == LM_OK)
        status = text_of_definition(run->operands[0], run, &text, &length);
    run->log->file = run->operands[0];
    if (status == LM_OK)
        status = lm_definition_read(text, length, settings, count, suggested, run->arena, run->log,
                                    definition);
    run->log->file = NULL;
    return status;
}

static enum lm_status run_new(struct run *run)
{
    struct lm_definition *definition = NULL;
    int64_t at = 0;
    enum lm_status status = moment_of(run->values[NEW_AT].text, run->log, &at);
    if (status == LM_OK)
        status = load_definition(run, 2, run->values[NEW_SUGGESTED].text != NULL, &definition);
    if (status != LM_OK)
        return status;
    const char *by = run->values[NEW_BY].text;
    run->destination = run->operands[1];
    lm_journal_open(definition, by != NULL ? by : "limmat", at, &run->out);
    return LM_OK;
}

const struct command championship_new_command = {
    .name = "championship new",
    .operands = "DEFINITION JOURNAL [SETTING=VALUE…]",
    .summary = "open a championship: write the first line of its journal",
    .description =
        "DEFINITION is a file, or the name of one that comes with Limmat: acwc-2019,\n"
        "acwc-2019-final, acwc-2020 to acwc-2024, club-knock-out, candidates, swiss-plus-final.\n"
        "What its rules leave open must be filled in as SETTING=VALUE; the errors say which.",
    .example = "limmat championship new acwc-2019 acwc.journal",
    .options = new_options,
    .least = 2,
    .most = 64,
    .run = run_new,
};

/* ---- apply ------------------------------------------------------------------------------- */

enum { OWNER = EVENT_OPTIONS, CREATED, GAMES, SEEDING, CSV };

static const struct option apply_options[] = {
    ROWS_OF_EVENTS,
    [OWNER] = {0, "owner", TEXT, "NAME", 0, 0, "who owns the account, if several may be his"},
    [CREATED] = {0, "created", TEXT, "TIME", 0, 0, "when the account was made"},
    [GAMES] = {0, "games", NUMBER, "COUNT", 0, 100000000, "rated games before the cutoff"},
    [SEEDING] = {0, "seeding", TEXT, "RATING", 0, 0, "seeding rating, as 1823.5"},
    [CSV] = {0, "csv", SWITCH, NULL, 0, 0,
             "PLAYER is a file with lines player,owner,created,games,seeding"},
    {0}};

/* The next field of a line of CSV (no quotes: names of accounts have no commas). */
static const char *next_field(struct lm_arena *arena, const char **line)
{
    size_t length = strcspn(*line, ",\r\n");
    const char *field = lm_arena_copy(arena, *line, length);
    *line += length + ((*line)[length] == ',');
    return field != NULL && field[0] != '\0' ? field : NULL;
}

static enum lm_status put_number(struct entry *e, const char *key, const char *text)
{
    int32_t tenths = 0;
    if (text == NULL)
        return LM_OK;
    if (!lm_parse_tenths(text, strlen(text), &tenths))
        return fail(e->run->log, LM_INVALID, "%s is \"%s\"; a number would be right", key, text);
    if (tenths % 10 == 0)
        lm_json_put_integer(&e->w, key, tenths / 10);
    else
        lm_json_put_tenths(&e->w, key, tenths);
    return LM_OK;
}

static enum lm_status put_account(struct entry *e, const char *const fields[5])
{
    if (fields[0] == NULL)
        return fail(e->run->log, LM_INVALID, "a line without a player");
    e->player = NULL;
    event_begin(e, "apply");
    lm_json_put_string(&e->w, "player", fields[0]);
    put_if(e, "owner", fields[1]);
    put_if(e, "created", fields[2]);
    enum lm_status status = put_number(e, "games", fields[3]);
    if (status == LM_OK)
        status = put_number(e, "seeding", fields[4]);
    return status == LM_OK ? event_end(e) : status;
}

static enum lm_status apply_csv(struct entry *e)
{
    const char *text = NULL;
    size_t length = 0;
    enum lm_status status =
        read_file(e->run->operands[1], e->run->arena, e->run->log, &text, &length);
    while (status == LM_OK && *text != '\0') {
        const char *fields[5];
        const char *line = text;
        for (size_t i = 0; i < 5; i++)
            fields[i] = next_field(e->run->arena, &line);
        text += strcspn(text, "\n");
        text += *text == '\n';
        if (fields[0] != NULL && strcmp(fields[0], "player") != 0)
            status = put_account(e, fields);
    }
    return status;
}

static enum lm_status run_apply(struct run *run)
{
    struct entry e;
    const struct value *v = run->values;
    enum lm_status status = entry_open(&e, run);
    if (status != LM_OK)
        return status;
    const char *const fields[5] = {run->operands[1], v[OWNER].text, v[CREATED].text, v[GAMES].text,
                                   v[SEEDING].text};
    return entry_close(&e, v[CSV].text != NULL ? apply_csv(&e) : put_account(&e, fields));
}

const struct command championship_apply_command = {
    .name = "championship apply",
    .operands = "JOURNAL PLAYER",
    .summary = "enter an application",
    .description = "Facts that are not given count against nobody but are judged as they are: no\n"
                   "games, no marks. `limmat championship lichess` asks Lichess for them.",
    .example = "limmat championship apply acwc.journal p12 --created 2015-04-02T10:00:00Z "
               "--games 512 --seeding 1823.5",
    .options = apply_options,
    .least = 2,
    .most = 2,
    .run = run_apply,
};

/* A copy of ${node}: no objects occur. */
static void put_node(struct lm_json_writer *w, const char *key, const struct lm_json *node)
{
    if (node->type == LM_JSON_STRING) {
        lm_json_put_string(w, key, node->text);
    } else if (node->type == LM_JSON_NUMBER) {
        int64_t number = 0;
        (void)lm_json_integer(node, INT64_MIN, INT64_MAX, &number);
        lm_json_put_integer(w, key, number);
    } else if (node->type == LM_JSON_ARRAY) {
        lm_json_begin(w, key, '[');
        for (const struct lm_json *child = node->first; child != NULL; child = child->next)
            put_node(w, NULL, child);
        lm_json_end(w, ']');
    }
}

/* ---- Lichess ----------------------------------------------------------------------------- */

enum { SERVER = EVENT_OPTIONS, VARIANT, ATTEMPTS, PATIENCE, ACCOUNT_OWNER };

#define ROWS_OF_LICHESS                                                                            \
    [SERVER] = {0, "server", TEXT, "URL", 0, 0, "instead of https://lichess.org"},                 \
    [VARIANT] = {0, "variant", TEXT, "NAME", 0, 0, "instead of antichess"},                        \
    [ATTEMPTS] = {0, "attempts", NUMBER, "N", 1, 20, "at each question (4 when not given)"},       \
    [PATIENCE] = {0,                                                                               \
                  "patience",                                                                      \
                  NUMBER,                                                                          \
                  "SECONDS",                                                                       \
                  0,                                                                               \
                  600,                                                                             \
                  "to wait when the server is busy and names no time (60)"}

static const struct option lichess_apply_options[] = {
    ROWS_OF_EVENTS,
    ROWS_OF_LICHESS,
    [ACCOUNT_OWNER] = {0, "owner", TEXT, "NAME", 0, 0, "who owns the account"},
    {0}};

static const struct option lichess_result_options[] = {ROWS_OF_EVENTS, ROWS_OF_LICHESS, {0}};

/* The token is taken from the environment, where other users of the machine do not see it. */
static struct lichess lichess_of(const struct run *run)
{
    const struct value *v = run->values;
    return (struct lichess){
        .server = v[SERVER].text != NULL ? v[SERVER].text : "https://lichess.org",
        .token = getenv("LICHESS_TOKEN"),
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
    .operands = "JOURNAL PLAYER",
    .summary = "enter an application with the facts that Lichess has of the account",
    .description = "Asked are the account, its rating history and its rated games before the\n"
                   "cutoff.\nA token, if needed, is taken from LICHESS_TOKEN in the environment.",
    .example = "limmat championship lichess acwc.journal thibault",
    .options = lichess_apply_options,
    .least = 2,
    .most = 2,
    .run = run_lichess_apply,
};

/* The games since those that were entered already. */
static enum lm_status result_from_lichess(struct entry *e)
{
    struct lichess lichess = lichess_of(e->run);
    struct lm_open_match match;
    struct lm_text games = lm_text_in(e->run->arena);
    const char *player = e->run->operands[1];
    if (!lm_championship_open_match(e->journal.championship, player, &match))
        return fail(e->run->log, LM_INVALID, "%s has no match now", player);
    enum lm_status status =
        lichess_games_between(&lichess, match.first, match.second, match.since, e->at, &games);
    if (status != LM_OK)
        return status;
    size_t entered = strlen(match.games);
    const char *all = lm_text_string(&games);
    if (games.length <= entered || strncmp(all, match.games, entered) != 0)
        return fail(e->run->log, LM_INVALID,
                    "Lichess has \"%s\", entered are \"%s\": nothing to add", all, match.games);
    event_begin(e, "result");
    lm_json_put_string(&e->w, "match", match.id);
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
    .operands = "JOURNAL PLAYER",
    .summary = "enter the games of the match of PLAYER that Lichess has",
    .description = "Rated games of the two in the variant count from the agreed time on, or from\n"
                   "the publication of the pairing where no time was agreed here.",
    .options = lichess_result_options,
    .least = 2,
    .most = 2,
    .run = run_lichess_result,
};

/* ---- take: events as they are -------------------------------------------------------------- */

static enum lm_status take_lines(struct entry *e, const char *text)
{
    enum lm_status status = LM_OK;
    for (unsigned line = 1; status == LM_OK && *text != '\0'; line++) {
        size_t length = strcspn(text, "\n");
        const char *event = lm_arena_copy(e->run->arena, text, length);
        text += length + (text[length] == '\n');
        if (event == NULL)
            return LM_LIMIT;
        if (strspn(event, " \t\r") == strlen(event))
            continue;
        size_t before = e->run->log->count;
        status = journal_take(&e->journal, event, e->run->arena, e->run->log);
        for (size_t i = before; i < e->run->log->count; i++)
            e->run->log->all[i].line = line;
        lm_text_add(&e->lines, event);
        lm_text_add(&e->lines, "\n");
    }
    return status;
}

static enum lm_status run_take(struct run *run)
{
    struct entry e;
    const char *text = NULL;
    size_t length = 0;
    enum lm_status status = read_file(run->operands[1], run->arena, run->log, &text, &length);
    if (status == LM_OK)
        status = entry_open(&e, run);
    if (status != LM_OK)
        return status;
    run->log->file = run->operands[1];
    status = take_lines(&e, text);
    run->log->file = NULL;
    return entry_close(&e, status);
}

const struct command championship_take_command = {
    .name = "championship take",
    .operands = "JOURNAL EVENTS",
    .summary = "enter events written as JSON lines, all of them or none",
    .options = event_options,
    .least = 2,
    .most = 2,
    .run = run_take,
};

/* ---- decide ------------------------------------------------------------------------------ */

static enum lm_status put_order(struct entry *e)
{
    lm_json_put_string(&e->w, "stage", e->run->operands[2]);
    lm_json_begin(&e->w, "order", '[');
    for (size_t i = 3; i < e->run->operand_count; i++)
        lm_json_put_string(&e->w, NULL, e->run->operands[i]);
    lm_json_end(&e->w, ']');
    return LM_OK;
}

static enum lm_status put_application(struct entry *e)
{
    lm_json_put_string(&e->w, "player", e->run->operands[2]);
    put_if(e, "article", e->run->operand_count > 3 ? e->run->operands[3] : NULL);
    put_if(e, "verdict", e->run->operand_count > 4 ? e->run->operands[4] : NULL);
    return LM_OK;
}

static enum lm_status put_finding(struct entry *e)
{
    put_if(e, "at_fault", e->run->operand_count > 3 ? e->run->operands[3] : NULL);
    return put_match(e, e->run->operands[2]);
}

static enum lm_status put_ruling(struct entry *e)
{
    put_if(e, "winner", e->run->operand_count > 3 ? e->run->operands[3] : NULL);
    if (e->run->operand_count > 4) {
        lm_json_begin(&e->w, "forfeited", '[');
        for (size_t i = 4; i < e->run->operand_count; i++)
            lm_json_put_string(&e->w, NULL, e->run->operands[i]);
        lm_json_end(&e->w, ']');
    }
    return put_match(e, e->run->operands[2]);
}

static enum lm_status put_white(struct entry *e)
{
    lm_json_put_string(&e->w, "player", e->run->operands[2]);
    return put_match(e, e->run->operands[2]);
}

static enum lm_status put_decision(struct entry *e)
{
    static const struct {
        const char *what;
        enum lm_status (*put)(struct entry *e);
    } rows[] = {{"application", put_application},
                {"finding", put_finding},
                {"result", put_ruling},
                {"white", put_white},
                {"order", put_order}};
    const char *what = e->run->operands[1];
    lm_json_put_string(&e->w, "what", what);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(rows[i].what, what) == 0)
            return rows[i].put(e);
    }
    return fail(e->run->log, LM_INVALID,
                "\"%s\" cannot be decided; application, finding, result, white or order can", what);
}

static enum lm_status run_decide(struct run *run)
{
    struct entry e;
    enum lm_status status = entry_open(&e, run);
    if (status != LM_OK)
        return status;
    event_begin(&e, "decide");
    status = put_decision(&e);
    return entry_close(&e, status == LM_OK ? event_end(&e) : status);
}

const struct command championship_decide_command = {
    .name = "championship decide",
    .operands = "JOURNAL WHAT PLAYER|STAGE [WORD…]",
    .summary = "decide what the rules leave to the director",
    .description =
        "decide JOURNAL application PLAYER ARTICLE accept|deny|open\n\n"
        "decide JOURNAL finding PLAYER PLAYER|none|both: who is at fault that there is no time\n\n"
        "decide JOURNAL result PLAYER WINNER|draw|nobody [FORFEITED…]: end the match of PLAYER\n\n"
        "decide JOURNAL white PLAYER: after equal bids\n\n"
        "decide JOURNAL order STAGE PLAYER…: of players that the rules leave level",
    .example = "limmat championship decide acwc.journal application p07 II.C.3 accept",
    .options = event_options,
    .least = 3,
    .most = 64,
    .run = run_decide,
};

/* ---- pair -------------------------------------------------------------------------------- */

enum { PAIRS = EVENT_OPTIONS, MANUAL, DRY };

static const struct option pair_options[] = {
    ROWS_OF_EVENTS,
    [PAIRS] = {0, "pairs", TEXT, "FILE", 0, 0,
               "pair as in FILE: two names a line, one name for a bye"},
    [MANUAL] = {0, "manual", SWITCH, NULL, 0, 0, "the pairs of FILE, although the rules pair"},
    [DRY] = {'n', "dry-run", SWITCH, NULL, 0, 0, "show the pairing as JSON, enter nothing"},
    {0}};

static void put_pair_line(struct entry *e, const char *line, size_t length)
{
    lm_json_begin(&e->w, NULL, '[');
    for (size_t at = 0; at < length;) {
        at += strspn(line + at, " \t\r");
        size_t word = strcspn(line + at, " \t\r\n");
        const char *name = lm_arena_copy(e->run->arena, line + at, word);
        if (word > 0 && name != NULL)
            lm_json_put_string(&e->w, NULL, name);
        at += word > 0 ? word : 1;
    }
    lm_json_end(&e->w, ']');
}

static enum lm_status put_pairs_of_file(struct entry *e)
{
    const char *text = NULL;
    size_t length = 0;
    enum lm_status status =
        read_file(e->run->values[PAIRS].text, e->run->arena, e->run->log, &text, &length);
    if (status != LM_OK)
        return status;
    lm_json_begin(&e->w, "pairs", '[');
    for (; *text != '\0'; text += strcspn(text, "\n"), text += *text == '\n') {
        size_t line = strcspn(text, "\n");
        if (strspn(text, " \t\r") < line)
            put_pair_line(e, text, line);
    }
    lm_json_end(&e->w, ']');
    if (e->run->values[MANUAL].text != NULL)
        lm_json_put_boolean(&e->w, "manual", true);
    return LM_OK;
}

/* The pairing that the rules make is written into the journal, where anyone can check it. */
static enum lm_status put_proposal(struct entry *e)
{
    struct lm_text text = lm_text_in(e->run->arena);
    struct lm_json *proposal = NULL;
    enum lm_status status =
        lm_championship_propose(e->journal.championship, e->at, e->run->log, &text);
    if (status == LM_OK)
        status = lm_json_parse(text.bytes, text.length, e->run->arena, e->run->log, &proposal);
    for (const struct lm_json *member = status == LM_OK ? proposal->first : NULL; member != NULL;
         member = member->next) {
        if (strcmp(member->key, "event") != 0)
            put_node(&e->w, member->key, member);
    }
    return status;
}

static enum lm_status show_proposal(struct run *run)
{
    struct journal journal;
    int64_t at = 0;
    enum lm_status status = moment_of(run->values[AT].text, run->log, &at);
    if (status == LM_OK)
        status = journal_open(run->operands[0], false, run->arena, run->log, &journal);
    if (status == LM_OK)
        status = lm_championship_propose(journal.championship, at, run->log, &run->out);
    lm_text_add(&run->out, "\n");
    return status;
}

static enum lm_status run_pair(struct run *run)
{
    struct entry e;
    if (run->values[DRY].text != NULL)
        return show_proposal(run);
    enum lm_status status = entry_open(&e, run);
    if (status != LM_OK)
        return status;
    event_begin(&e, "pair");
    status = run->values[PAIRS].text != NULL ? put_pairs_of_file(&e) : put_proposal(&e);
    return entry_close(&e, status == LM_OK ? event_end(&e) : status);
}

const struct command championship_pair_command = {
    .name = "championship pair",
    .operands = "JOURNAL",
    .summary = "pair and publish the next round, or start the next stage",
    .description = "Where the director pairs (the ACWC since 2020), the pairs come from a file; "
                   "without one,\nMonrad's method makes them.",
    .example = "limmat championship pair acwc.journal",
    .options = pair_options,
    .least = 1,
    .most = 1,
    .run = run_pair,
};

/* ---- offers, acceptances, times ----------------------------------------------------------- */

/* One event per moment given. */
static enum lm_status enter_times(struct run *run, const char *name, bool by_director)
{
    struct entry e;
    enum lm_status status = entry_open(&e, run);
    if (status != LM_OK)
        return status;
    e.player = by_director ? NULL : run->operands[1];
    for (size_t i = 2; status == LM_OK && i < run->operand_count; i++) {
        int64_t time = 0;
        status = moment_of(run->operands[i], run->log, &time);
        if (status != LM_OK)
            break;
        event_begin(&e, name);
        status = put_match(&e, run->operands[1]);
        if (!by_director)
            lm_json_put_string(&e.w, "player", run->operands[1]);
        put_moment(&e, "time", time);
        if (status == LM_OK)
            status = event_end(&e);
    }
    return entry_close(&e, status);
}

static enum lm_status run_offer(struct run *run)
{
    return enter_times(run, "offer", false);
}

static enum lm_status run_accept(struct run *run)
{
    return enter_times(run, "accept", false);
}

static enum lm_status run_choose(struct run *run)
{
    return enter_times(run, "time", false);
}

static enum lm_status run_assign(struct run *run)
{
    return enter_times(run, "time", true);
}

const struct command championship_offer_command = {
    .name = "championship offer",
    .operands = "JOURNAL PLAYER TIME…",
    .summary = "offer the opponent times for the match",
    .example = "limmat championship offer acwc.journal p12 2019-10-04T18:00Z 2019-10-05T18:00Z",
    .options = event_options,
    .least = 3,
    .most = 32,
    .run = run_offer,
};

const struct command championship_accept_command = {
    .name = "championship accept",
    .operands = "JOURNAL PLAYER TIME",
    .summary = "accept a time that the opponent offered",
    .options = event_options,
    .least = 3,
    .most = 3,
    .run = run_accept,
};

const struct command championship_choose_command = {
    .name = "championship choose",
    .operands = "JOURNAL PLAYER TIME",
    .summary = "choose the time, as the player whom the rules let choose",
    .options = event_options,
    .least = 3,
    .most = 3,
    .run = run_choose,
};

const struct command championship_assign_command = {
    .name = "championship assign",
    .operands = "JOURNAL PLAYER TIME",
    .summary = "assign a time to the match of PLAYER, as the arbiter",
    .options = event_options,
    .least = 3,
    .most = 3,
    .run = run_assign,
};

/* ---- results ----------------------------------------------------------------------------- */

enum { ARMAGEDDON = EVENT_OPTIONS };

static const struct option result_options[] = {
    ROWS_OF_EVENTS,
    [ARMAGEDDON] = {0, "armageddon", SWITCH, NULL, 0, 0,
                    "GAMES is the Armageddon game: 1-0, 0-1 or 1/2, White's result first"},
    {0}};

/* Games as seen by ${player}, written from the first player's side. */
static enum lm_status put_games(struct entry *e, const char *player, const char *games)
{
    struct lm_open_match match;
    bool first = !lm_championship_open_match(e->journal.championship, player, &match) ||
                 strcmp(match.first, player) == 0;
    char *copy = lm_arena_copy(e->run->arena, games, strlen(games));
    if (copy == NULL)
        return LM_LIMIT;
    for (char *game = copy; !first && *game != '\0'; game++)
        *game = *game == '1' ? '0' : (*game == '0' ? '1' : *game);
    lm_json_put_string(&e->w, "games", copy);
    return LM_OK;
}

static enum lm_status put_result(struct entry *e)
{
    const char *player = e->run->operands[1];
    enum lm_status status = put_match(e, player);
    if (status != LM_OK)
        return status;
    if (e->run->values[ARMAGEDDON].text == NULL)
        return put_games(e, player, e->run->operands[2]);
    lm_json_put_string(&e->w, "armageddon", e->run->operands[2]);
    return LM_OK;
}

static enum lm_status run_result(struct run *run)
{
    return enter(run, "result", put_result);
}

const struct command championship_result_command = {
    .name = "championship result",
    .operands = "JOURNAL PLAYER GAMES",
    .summary = "enter games of the match of PLAYER: 1 won, = drawn, 0 lost by PLAYER",
    .description = "GAMES are those since the last entry: a match may be reported in parts.",
    .example = "limmat championship result acwc.journal p12 11=0111",
    .options = result_options,
    .least = 3,
    .most = 3,
    .run = run_result,
};

static enum lm_status run_correct(struct run *run)
{
    struct entry e;
    enum lm_status status = entry_open(&e, run);
    if (status != LM_OK)
        return status;
    event_begin(&e, "correct");
    lm_json_put_string(&e.w, "match", run->operands[1]);
    lm_json_put_string(&e.w, "games", run->operands[2]);
    return entry_close(&e, event_end(&e));
}

const struct command championship_correct_command = {
    .name = "championship correct",
    .operands = "JOURNAL MATCH GAMES",
    .summary = "put a wrong result right: all games, from the first player's side",
    .example = "limmat championship correct acwc.journal qualification/2/5 0011=0100",
    .options = event_options,
    .least = 3,
    .most = 3,
    .run = run_correct,
};

/* ---- claims, bids, leaving ---------------------------------------------------------------- */

enum {
    ARRIVED = EVENT_OPTIONS,
    OPPONENT,
    OPPONENT_ARRIVED,
    MESSAGES,
    CHOICE_MADE,
    START,
    LEFT,
    BACK,
    CLAIM_GAMES
};

static const struct option claim_options[] = {
    ROWS_OF_EVENTS,
    [ARRIVED] = {0, "arrived", TEXT, "TIME", 0, 0, "when PLAYER was there; else at the start"},
    [OPPONENT] = {0, "opponent", TEXT, "NAME", 0, 0, "who did not come, or left"},
    [OPPONENT_ARRIVED] = {0, "opponent-arrived", TEXT, "TIME", 0, 0, "when he came, if he did"},
    [MESSAGES] = {0, "messages", TEXT, "TIME,TIME", 0, 0, "when PLAYER told the director"},
    [CHOICE_MADE] = {0, "choice", CHOICE, "claim|reschedule|failed", 0, 0, "what PLAYER wants"},
    [START] = {0, "start", TEXT, "TIME", 0, 0, "when the match was to begin, if not agreed here"},
    [LEFT] = {0, "left", TEXT, "TIME", 0, 0, "when the opponent left a running match"},
    [BACK] = {0, "back", TEXT, "TIME", 0, 0, "when he came back, if he did"},
    [CLAIM_GAMES] = {0, "games", TEXT, "GAMES", 0, 0, "games played until then, as PLAYER's"},
    {0}};

static void put_messages(struct entry *e, const char *list)
{
    lm_json_begin(&e->w, "messages", '[');
    while (*list != '\0') {
        const char *one = next_field(e->run->arena, &list);
        if (one != NULL)
            lm_json_put_string(&e->w, NULL, one);
    }
    lm_json_end(&e->w, ']');
}

static enum lm_status put_no_show(struct entry *e, const char *player, const char *opponent)
{
    const struct value *v = e->run->values;
    const char *first_message = v[MESSAGES].text != NULL ? v[MESSAGES].text : "";
    lm_json_put_string(&e->w, "kind", "no_show");
    put_if(e, "start", v[START].text);
    lm_json_begin(&e->w, "arrived", '{');
    lm_json_put_string(&e->w, player,
                       v[ARRIVED].text != NULL ? v[ARRIVED].text
                                               : next_field(e->run->arena, &first_message));
    if (v[OPPONENT_ARRIVED].text != NULL)
        lm_json_put_string(&e->w, opponent, v[OPPONENT_ARRIVED].text);
    else
        lm_json_put_null(&e->w, opponent);
    lm_json_end(&e->w, '}');
    put_messages(e, v[MESSAGES].text != NULL ? v[MESSAGES].text : "");
    lm_json_put_string(&e->w, "choice",
                       v[CHOICE_MADE].text != NULL ? v[CHOICE_MADE].text : "claim");
    return LM_OK;
}

static enum lm_status put_left(struct entry *e, const char *player, const char *opponent)
{
    const struct value *v = e->run->values;
    lm_json_put_string(&e->w, "kind", "left");
    lm_json_put_string(&e->w, "player", opponent);
    lm_json_put_string(&e->w, "left", v[LEFT].text);
    put_if(e, "back", v[BACK].text);
    return v[CLAIM_GAMES].text != NULL ? put_games(e, player, v[CLAIM_GAMES].text) : LM_OK;
}

static enum lm_status put_claim(struct entry *e)
{
    const struct value *v = e->run->values;
    const char *player = e->run->operands[1];
    const char *opponent = v[OPPONENT].text;
    enum lm_status status = put_match(e, player);
    if (status != LM_OK)
        return status;
    if (opponent == NULL)
        return fail(e->run->log, LM_INVALID, "--opponent is missing: who did not come, or left?");
    if (v[LEFT].text == NULL && v[MESSAGES].text == NULL)
        return fail(e->run->log, LM_INVALID,
                    "--messages is missing: when did %s tell the director?", player);
    return v[LEFT].text != NULL ? put_left(e, player, opponent) : put_no_show(e, player, opponent);
}

static enum lm_status run_claim(struct run *run)
{
    return enter(run, "claim", put_claim);
}

const struct command championship_claim_command = {
    .name = "championship claim",
    .operands = "JOURNAL PLAYER",
    .summary = "claim that the opponent did not come, or left and did not come back",
    .example = "limmat championship claim acwc.journal p12 --opponent p07 "
               "--messages 2019-10-04T18:01:00Z,2019-10-04T18:12:00Z",
    .options = claim_options,
    .least = 2,
    .most = 2,
    .run = run_claim,
};

static enum lm_status put_bid(struct entry *e)
{
    enum lm_status status = put_match(e, e->run->operands[1]);
    lm_json_put_string(&e->w, "player", e->run->operands[1]);
    return status == LM_OK ? put_number(e, "seconds", e->run->operands[2]) : status;
}

static enum lm_status run_bid(struct run *run)
{
    return enter(run, "bid", put_bid);
}

const struct command championship_bid_command = {
    .name = "championship bid",
    .operands = "JOURNAL PLAYER SECONDS",
    .summary = "bid for White in the Armageddon game; shown to nobody before both have bid",
    .options = event_options,
    .least = 3,
    .most = 3,
    .run = run_bid,
};

static enum lm_status run_dq(struct run *run)
{
    struct entry e;
    enum lm_status status = entry_open(&e, run);
    if (status != LM_OK)
        return status;
    const char *ground = run->operand_count > 2 ? run->operands[2] : "withdraw";
    event_begin(&e, "out");
    lm_json_put_string(&e.w, "player", run->operands[1]);
    lm_json_put_string(&e.w, "ground", ground);
    return entry_close(&e, event_end(&e));
}

const struct command championship_dq_command = {
    .name = "championship dq",
    .operands = "JOURNAL PLAYER [GROUND]",
    .summary = "take a player out: engine, booster, cheating, accusation, director, or withdraw",
    .example = "limmat championship dq acwc.journal p07 engine --why 'marked on 12 October'",
    .options = event_options,
    .least = 2,
    .most = 3,
    .run = run_dq,
};

/* ---- views ------------------------------------------------------------------------------- */

enum { VIEW_AT, VIEW_FORMAT, VIEW_OUT };

static const struct option view_options[] = {
    [VIEW_AT] = AT_OPTION,
    [VIEW_FORMAT] = {'f', "format", CHOICE, "text|json", 0, 0, "how to print it"},
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
    lm_text_print(&run->out, "%s: %zu events, all of them allowed; %s%s\n", run->operands[0],
                  lm_championship_length(view.championship),
                  champion != NULL ? "the champion is " : "not over",
                  champion != NULL ? champion : "");
    return LM_OK;
}

const struct command championship_status_command = {
    .name = "championship status",
    .operands = "JOURNAL [PLAYER]",
    .summary = "how the championship stands, or one player in it",
    .options = plain_view_options,
    .least = 1,
    .most = 2,
    .run = run_status,
};

const struct command championship_due_command = {
    .name = "championship due",
    .operands = "JOURNAL [PLAYER|DIRECTOR]",
    .summary = "what each person may do, must do, by when, and what happens otherwise",
    .options = view_options,
    .least = 1,
    .most = 2,
    .run = run_due,
};

const struct command championship_standings_command = {
    .name = "championship standings",
    .operands = "JOURNAL [STAGE]",
    .summary = "the standings of a stage",
    .options = view_options,
    .least = 1,
    .most = 2,
    .run = run_standings,
};

const struct command championship_bracket_command = {
    .name = "championship bracket",
    .operands = "JOURNAL",
    .summary = "all stages with their matches, and who may come into the next",
    .options = plain_view_options,
    .least = 1,
    .most = 1,
    .run = run_bracket,
};

const struct command championship_explain_command = {
    .name = "championship explain",
    .operands = "JOURNAL [PLAYER|MATCH]",
    .summary = "what happened, when, by whom and by which article",
    .options = view_options,
    .least = 1,
    .most = 2,
    .run = run_explain,
};

const struct command championship_export_command = {
    .name = "championship export",
    .operands = "JOURNAL",
    .summary = "the whole state as JSON",
    .options = view_options,
    .least = 1,
    .most = 1,
    .run = run_export,
};

const struct command championship_replay_command = {
    .name = "championship replay",
    .operands = "JOURNAL",
    .summary = "check a journal: every event of it is allowed when it came",
    .options = plain_view_options,
    .least = 1,
    .most = 1,
    .run = run_replay,
};

/* ---- simulate ---------------------------------------------------------------------------- */

enum { ENTRANTS, SEED, INCIDENTS, COUNT, JOURNAL_OUT };

static const struct option simulate_options[] = {
    [ENTRANTS] = {'n', "entrants", NUMBER, "N", 3, 200, "how many apply (24 when not given)"},
    [SEED] = {0, "seed", NUMBER, "S", 0, INT64_MAX, "the same seed plays the same championship"},
    [INCIDENTS] = {0, "incidents", NUMBER, "PER-MILLE", 0, 1000,
                   "how often things go wrong (50 when not given)"},
    [COUNT] = {0, "count", NUMBER, "K", 1, 100000, "play K of them, of 3 to N entrants each"},
    [JOURNAL_OUT] = {'o', "output", TEXT, "JOURNAL", 0, 0, "write the journal of the last one"},
    {0}};

static bool same_state(struct lm_championship *a, struct lm_championship *b, struct lm_arena *arena)
{
    struct lm_text first = lm_text_in(arena);
    struct lm_text second = lm_text_in(arena);
    lm_championship_export(a, &first);
    lm_championship_export(b, &second);
    return first.length == second.length && memcmp(first.bytes, second.bytes, first.length) == 0;
}

/* Play one, replay its journal, and compare. */
static enum lm_status simulate_one(struct run *run, const struct lm_definition *definition,
                                   const struct lm_simulation *how, struct lm_simulated *sum,
                                   bool last)
{
    struct lm_mark mark = lm_arena_mark(run->arena);
    struct lm_text journal = lm_text_in(run->arena);
    struct lm_simulated result = {0};
    struct lm_championship *replayed = NULL;
    enum lm_status status =
        lm_championship_simulate(definition, how, run->arena, run->log, &journal, &result);
    if (status == LM_OK)
        status =
            lm_championship_replay(journal.bytes, journal.length, run->arena, run->log, &replayed);
    if (status == LM_OK && !same_state(result.championship, replayed, run->arena))
        status = fail(run->log, LM_INTERNAL, "the replay differs from the run");
    if (status != LM_OK)
        return fail(run->log, status, "entrants %u, seed %llu", how->entrants,
                    (unsigned long long)how->seed);
    sum->events += result.events;
    sum->refused += result.refused;
    sum->decisions += result.decisions;
    sum->champion = result.champion;
    if (last) {
        run->destination = run->values[JOURNAL_OUT].text;
        if (run->destination != NULL)
            run->out = journal;
        return LM_OK;
    }
    lm_arena_reset(run->arena, mark);
    return LM_OK;
}

static enum lm_status run_simulate(struct run *run)
{
    const struct value *v = run->values;
    struct lm_definition *definition = NULL;
    struct lm_simulated sum = {0};
    enum lm_status status = load_definition(run, 1, true, &definition);
    uint64_t count = v[COUNT].text != NULL ? (uint64_t)v[COUNT].number : 1;
    uint32_t entrants = v[ENTRANTS].text != NULL ? (uint32_t)v[ENTRANTS].number : 24;
    for (uint64_t i = 0; status == LM_OK && i < count; i++) {
        struct lm_simulation how = {
            .entrants = count == 1 ? entrants : 3 + (uint32_t)(i % (entrants - 2)),
            .seed = (uint64_t)v[SEED].number + i,
            .incidents = v[INCIDENTS].text != NULL ? (uint32_t)v[INCIDENTS].number : 50};
        status = simulate_one(run, definition, &how, &sum, i + 1 == count);
    }
    if (status == LM_OK && run->destination == NULL)
        lm_text_print(&run->out,
                      "%llu championship%s: %zu events, %zu impossible ones refused, %zu decisions "
                      "of the director, replay equal; champion of the last: %s\n",
                      (unsigned long long)count, count == 1 ? "" : "s", sum.events, sum.refused,
                      sum.decisions, sum.champion != NULL ? sum.champion : "nobody");
    return status;
}

const struct command championship_simulate_command = {
    .name = "championship simulate",
    .operands = "DEFINITION [SETTING=VALUE…]",
    .summary = "play a championship through, with incidents, and check its replay",
    .example = "limmat championship simulate acwc-2022 --entrants 48 --seed 7 -o trial.journal",
    .options = simulate_options,
    .least = 1,
    .most = 64,
    .run = run_simulate,
};
